//! Why play ends: weights of letters and of their places that every move lowers.
//!
//! The weight of a position is the sum over its places of a number for the letter, plus numbers for the letter times the
//! distance of the place from each side of the board. A move changes it by an amount that depends on the letters of its pattern
//! and, if it changes how often letters occur, on where it is made; so "no move raises the weight" is a set of linear
//! inequalities. A linear program finds weights that as many rules as possible lower; the rules that are left over are tried
//! again, which gives a rank that is compared entry by entry.

use super::board::{Board, Shape};
use super::effect::{PER_LETTER, effects, keeps_length};
use super::rules::{CellRules, Rule, VOID};
use super::simplex::maximise;
use bouton_rules::Rank;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;

/// The weights of a rank, one list for each entry: for each letter its own weight, then those of its distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    entries: Vec<Vec<BigInt>>,
}

impl Weights {
    /// The rank of a position.
    pub fn rank(&self, board: &Board) -> Rank {
        let (rows, cols) = match &board.shape {
            Shape::Grid { rows, cols } => (*rows as usize, *cols as usize),
            Shape::Graph(_) => (1, 1),
        };
        let letters = self.entries.first().map_or(0, |e| e.len() / PER_LETTER);
        let mut features = vec![0u64; letters * PER_LETTER];
        for (i, &letter) in board.cells.iter().enumerate() {
            if letter == VOID {
                continue;
            }
            let at = letter as usize * PER_LETTER;
            features[at] += 1;
            if !board.is_graph() {
                let (r, c) = (i / cols, i % cols);
                for (k, far) in [c, cols - 1 - c, r, rows - 1 - r].into_iter().enumerate() {
                    features[at + 1 + k] += far as u64;
                }
            }
        }
        let sum = |entry: &Vec<BigInt>| {
            let terms = entry.iter().zip(&features).filter(|(w, _)| !w.is_zero());
            terms.map(|(w, &f)| w * f).sum()
        };
        self.entries.iter().map(sum).collect()
    }
}

/// Weights that every move lowers; `None` if none were found.
pub(crate) fn find_weights(rules: &CellRules) -> Option<Weights> {
    let mut entries = Vec::new();
    let mut open: Vec<&Rule> = rules.moves.iter().collect();
    while !open.is_empty() {
        let (weights, lowered) = best_entry(rules, &open)?;
        if lowered.iter().all(|l| !l) {
            return None;
        }
        entries.push(weights);
        open = open
            .into_iter()
            .zip(lowered)
            .filter(|(_, l)| !l)
            .map(|(r, _)| r)
            .collect();
    }
    Some(Weights { entries })
}

/// The first rule that no entry lowers.
pub(crate) fn first_open(rules: &CellRules) -> Option<&Rule> {
    let mut open: Vec<&Rule> = rules.moves.iter().collect();
    while let Some((_, lowered)) = best_entry(rules, &open) {
        if lowered.iter().all(|l| !l) {
            break;
        }
        open = open
            .into_iter()
            .zip(lowered)
            .filter(|(_, l)| !l)
            .map(|(r, _)| r)
            .collect();
    }
    open.first().copied()
}

/// Weights that no rule of `open` raises and that as many as possible lower, and which they are.
fn best_entry(rules: &CellRules, open: &[&Rule]) -> Option<(Vec<BigInt>, Vec<bool>)> {
    let letters = rules.letters.len();
    let features = letters * PER_LETTER;
    let width = features + open.len();
    // Inequalities `row · x <= bound`, each row once with its least bound.
    let mut program: BTreeMap<Vec<i64>, i64> = BTreeMap::new();
    let mut add = |mut row: Vec<i64>, rule: Option<usize>, bound: i64| {
        row.resize(width, 0);
        if let Some(rule) = rule {
            row[features + rule] = 1;
        }
        if row.iter().any(|&w| w > 0) {
            let least = program.entry(row).or_insert(bound);
            *least = bound.min(*least);
        }
    };
    let mut lost = 0;
    for (i, rule) in open.iter().enumerate() {
        add(Vec::new(), Some(i), 1);
        for effect in effects(rules, rule)? {
            // Where letters are added, a sum of distances grows with the distance: it must not.
            for side in 1..PER_LETTER {
                let mut row = vec![0; features];
                for letter in 0..letters {
                    row[letter * PER_LETTER + side] = effect.once[letter * PER_LETTER];
                }
                add(row, None, 0);
            }
            lost |= effect.lost;
            add(effect.once, Some(i), 0);
            for round in effect.rounds {
                add(round, None, 0);
            }
        }
        if !keeps_length(rules.level, rule) {
            lost = u64::MAX;
        }
    }
    for letter in (0..letters).filter(|l| lost >> l & 1 == 1) {
        for side in 1..PER_LETTER {
            let mut row = vec![0; features];
            row[letter * PER_LETTER + side] = 1;
            add(row, None, 0);
        }
    }
    let mut goal = vec![0; features];
    goal.resize(width, 1);
    let (rows, bounds): (Vec<_>, Vec<_>) = program.into_iter().unzip();
    let best = maximise(&goal, &rows, &bounds)?;
    let common = best[..features]
        .iter()
        .fold(BigInt::from(1), |l, w| l.lcm(w.denom()));
    let scaled = |w: &BigRational| (w * BigRational::from_integer(common.clone())).to_integer();
    let weights = best[..features].iter().map(scaled).collect();
    let lowered = best[features..].iter().map(|t| t.is_positive()).collect();
    Some((weights, lowered))
}
