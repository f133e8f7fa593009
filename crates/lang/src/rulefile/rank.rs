//! A rank that every move lowers, found and proved when a file is loaded.
//!
//! The rank is a list of linear forms with natural coefficients, compared lexicographically. Forms are chosen one after
//! another: each must be proved never to grow along the moves that are left, and the moves that it lowers are done with.

use super::facts::Assumptions;
use super::linear::Form;
use super::listing::{each_result, in_domain};
use bouton_rules::{HeapRules, Heaps, MoveRule, Nat};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::collections::HashMap;
use std::fmt;

/// Sampled moves per line that rule out forms before a proof is tried.
const MAX_SAMPLES: usize = 300;
/// Positions that are searched for a cycle.
const MAX_POSITIONS: usize = 4000;
/// Moves that are looked at in the search for a cycle.
const MAX_MOVES: usize = 200_000;

/// The moves of a line that no form chosen so far lowers.
struct Remaining {
    assumptions: Assumptions,
    /// The forms of the coordinates after the move.
    to: Vec<Form>,
    /// Concrete moves: coordinates before, coordinates after.
    samples: Vec<(Vec<BigInt>, Vec<BigInt>)>,
}

/// What is known where the move of `rule` is made: it is there, and its results exist.
pub(crate) fn assumptions(rules: &HeapRules, rule: &MoveRule) -> (Assumptions, Vec<Form>) {
    let heaps = rules.heaps.len();
    let mut known = Assumptions::new(heaps + rule.bounds.len());
    for v in 0..heaps {
        known.assume_row(Form::var(v).negated());
    }
    known.assume(&rules.domain, true);
    for (i, bound) in rule.bounds.iter().enumerate() {
        let (lo, hi) = (known.form(&bound.lo), known.form(&bound.hi));
        let v = Form::var(heaps + i);
        known.assume_row(lo.minus(&v));
        known.assume_row(v.minus(&hi));
    }
    known.assume(&rule.guard, true);
    let to: Vec<Form> = rule.to.iter().map(|e| known.form(e)).collect();
    for form in &to {
        known.assume_row(form.negated());
    }
    if rules.sums {
        for e in &rule.to {
            known.assume(&rules.domain.replace(&|_| e.clone()), true);
        }
    } else {
        known.assume(&rules.domain.replace(&|v| rule.to[v].clone()), true);
    }
    known.saturate();
    (known, to)
}

/// `Σ weights·coordinates`, before and after: the change `after - before` as a form.
fn change(weights: &[BigInt], to: &[Form]) -> Form {
    weights
        .iter()
        .enumerate()
        .filter(|(_, w)| !w.is_zero())
        .fold(Form::default(), |sum, (v, w)| {
            sum.plus(w, &to[v].minus(&Form::var(v)))
        })
}

impl Remaining {
    fn growth_of_sample(
        weights: &[BigInt],
        (before, after): &(Vec<BigInt>, Vec<BigInt>),
    ) -> BigInt {
        weights
            .iter()
            .zip(before.iter().zip(after))
            .map(|(w, (b, a))| w * (a - b))
            .sum()
    }

    /// No sample makes the form grow.
    fn samples_allow(&self, weights: &[BigInt]) -> bool {
        self.samples
            .iter()
            .all(|s| !Self::growth_of_sample(weights, s).is_positive())
    }

    fn never_grows(&self, weights: &[BigInt]) -> bool {
        // Growing means before - after + 1 <= 0.
        let mut grows = self.assumptions.clone();
        grows.assume_row(change(weights, &self.to).negated().shifted(1));
        self.samples_allow(weights) && grows.contradict()
    }

    fn always_falls(&self, weights: &[BigInt]) -> bool {
        let mut stays = self.assumptions.clone();
        stays.assume_row(change(weights, &self.to).negated());
        self.samples
            .iter()
            .all(|s| Self::growth_of_sample(weights, s).is_negative())
            && stays.contradict()
    }

    /// Only the moves along which the form keeps its value.
    fn keep_equal(&mut self, weights: &[BigInt]) {
        self.assumptions.assume_equal(change(weights, &self.to));
        self.assumptions.saturate();
        self.samples
            .retain(|s| Self::growth_of_sample(weights, s).is_zero());
    }
}

/// The rank that every move provably lowers, or `None`; see [`HeapRules::rank`].
///
/// Cost: some hundred proofs by Fourier–Motzkin elimination; milliseconds for files of ordinary size.
///
/// ```
/// use bouton_lang::rulefile::{builtin, load};
/// let rules = load(builtin("euclid").unwrap(), "euclid.game").unwrap();
/// assert_eq!(rules.rank, Some(vec![vec![1.into(), 1.into()]]));
/// ```
pub fn find_rank(rules: &HeapRules) -> Option<Vec<Vec<BigInt>>> {
    if rules.sums {
        let each_smaller = rules.moves.iter().all(|rule| {
            let (known, to) = assumptions(rules, rule);
            to.iter().all(|form| {
                let mut wrong = known.clone();
                wrong.assume_row(Form::var(0).minus(form));
                wrong.contradict()
            })
        });
        return each_smaller.then(|| vec![vec![BigInt::one()]]);
    }
    let mut remaining = remaining(rules);
    let mut rank: Vec<Vec<BigInt>> = Vec::new();
    let candidates = candidates(rules.heaps.len());
    remaining.retain(|r| !r.assumptions.contradict());
    while !remaining.is_empty() {
        if rank.len() > 2 * rules.heaps.len() {
            return None;
        }
        let mut best: Option<(usize, &Vec<BigInt>, Vec<bool>)> = None;
        for form in &candidates {
            if rank.contains(form) || !remaining.iter().all(|r| r.samples_allow(form)) {
                continue;
            }
            // The lines that the samples say fall; equal along every sample of every line is no progress.
            let moves_something = remaining.iter().any(|r| {
                r.samples.is_empty()
                    || r.samples
                        .iter()
                        .any(|s| Remaining::growth_of_sample(form, s).is_negative())
            });
            if !moves_something || !remaining.iter().all(|r| r.never_grows(form)) {
                continue;
            }
            let falls: Vec<bool> = remaining.iter().map(|r| r.always_falls(form)).collect();
            let count = falls.iter().filter(|f| **f).count();
            if best.as_ref().is_none_or(|(most, ..)| count > *most) {
                best = Some((count, form, falls));
            }
            if count == remaining.len() {
                break;
            }
        }
        let (_, form, falls) = best?;
        let mut fallen = falls.into_iter();
        remaining.retain(|_| !fallen.next().unwrap_or(false));
        remaining.iter_mut().for_each(|r| r.keep_equal(form));
        remaining.retain(|r| !r.assumptions.contradict());
        rank.push(form.clone());
    }
    if rank.is_empty() {
        // No move is ever there: any form will do.
        rank.push(vec![BigInt::one(); rules.heaps.len()]);
    }
    Some(rank)
}

/// True if every move provably lowers the tuple itself, compared lexicographically: row-major order is then an order in
/// which options come first.
pub(crate) fn row_major_falls(rules: &HeapRules) -> bool {
    if rules.sums {
        return rules.rank.is_some();
    }
    let mut remaining = remaining(rules);
    for v in 0..rules.heaps.len() {
        let mut form = vec![BigInt::zero(); rules.heaps.len()];
        form[v] = BigInt::one();
        if !remaining.iter().all(|r| r.never_grows(&form)) {
            return false;
        }
        remaining.iter_mut().for_each(|r| r.keep_equal(&form));
        remaining.retain(|r| !r.assumptions.contradict());
    }
    remaining.is_empty()
}

fn remaining(rules: &HeapRules) -> Vec<Remaining> {
    let mut all: Vec<Remaining> = rules
        .moves
        .iter()
        .map(|rule| {
            let (assumptions, to) = assumptions(rules, rule);
            Remaining {
                assumptions,
                to,
                samples: Vec::new(),
            }
        })
        .collect();
    for pos in small_positions(rules, 300) {
        let before: Vec<BigInt> = pos.iter().map(|n| BigInt::from(n.clone())).collect();
        for (rule, left) in rules.moves.iter().zip(&mut all) {
            if left.samples.len() < MAX_SAMPLES {
                let alone = HeapRules {
                    moves: vec![rule.clone()],
                    ..without_moves(rules)
                };
                // A position whose moves cannot be listed gives no samples; the proof does not need them.
                let _ = each_result(&alone, None, &pos, &mut |_, to| {
                    if left.samples.len() < MAX_SAMPLES {
                        left.samples
                            .push((before.clone(), to.into_iter().map(BigInt::from).collect()));
                    }
                });
            }
        }
    }
    all
}

fn without_moves(rules: &HeapRules) -> HeapRules {
    HeapRules {
        moves: Vec::new(),
        text: String::new(),
        ..rules.clone()
    }
}

/// Positions of the smallest box with at least three sizes a side that holds no more than about `most`, and that exist.
fn small_positions(rules: &HeapRules, most: usize) -> Vec<Vec<Nat>> {
    let arity = rules.heaps.len();
    let mut side = 2_usize;
    while (side + 1)
        .checked_pow(arity as u32)
        .is_some_and(|cells| cells <= most)
    {
        side += 1;
    }
    let mut found = Vec::new();
    let mut at = vec![0_usize; arity];
    for _ in 0..most.saturating_mul(2) {
        let pos: Vec<Nat> = at.iter().map(|&n| Nat::from(n)).collect();
        if in_domain(rules, &pos) {
            found.push(pos);
        }
        let mut carry = true;
        for digit in at.iter_mut().rev() {
            *digit += 1;
            if *digit < side {
                carry = false;
                break;
            }
            *digit = 0;
        }
        if carry {
            break;
        }
    }
    found
}

/// Weights to try: single coordinates, the sum, then small weights by size.
fn candidates(arity: usize) -> Vec<Vec<BigInt>> {
    let mut all: Vec<Vec<u32>> = Vec::new();
    for v in 0..arity {
        all.push((0..arity).map(|i| u32::from(i == v)).collect());
    }
    all.push(vec![1; arity]);
    let base: usize = match arity {
        0..=4 => 4,
        5..=6 => 3,
        7..=8 => 2,
        _ => 1,
    };
    if base > 1 {
        let mut more: Vec<Vec<u32>> = (1..base.pow(arity as u32))
            .map(|code| {
                (0..arity)
                    .map(|i| (code / base.pow(i as u32) % base) as u32)
                    .collect()
            })
            .collect();
        more.sort_by_key(|w: &Vec<u32>| w.iter().sum::<u32>());
        all.extend(more);
    } else {
        all.extend((2..arity).map(|n| (0..arity).map(|i| u32::from(i < n)).collect()));
    }
    let mut seen = std::collections::HashSet::new();
    all.retain(|w| seen.insert(w.clone()));
    all.into_iter()
        .map(|w| w.into_iter().map(BigInt::from).collect())
        .collect()
}

/// Why no rank was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endless {
    /// The game.
    pub name: String,
    /// The line of a move that lowers nothing that was tried.
    pub line: usize,
    /// A position and where the move leads, if a small one was found.
    pub example: Option<(Heaps, Heaps)>,
    /// A play that comes back to where it began (the first and last positions are equal), and the lines of its moves.
    pub cycle: Option<(Vec<Heaps>, Vec<usize>)>,
}

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((cycle, lines)) = &self.cycle {
            write!(f, "{} may be played for ever: ", self.name)?;
            for (i, pos) in cycle.iter().enumerate() {
                write!(f, "{}{pos}", if i > 0 { " -> " } else { "" })?;
            }
            let shown: Vec<String> = lines.iter().map(|l| l.to_string()).collect();
            return write!(
                f,
                " (line{} {})",
                if lines.len() > 1 { "s" } else { "" },
                shown.join(", ")
            );
        }
        write!(
            f,
            "{}: no rank was found that every move lowers; the move in line {}",
            self.name, self.line
        )?;
        match &self.example {
            Some((from, to)) => write!(f, ", for example {from} -> {to}, does not lower the total"),
            None => write!(f, " could not be shown to lower anything"),
        }
    }
}

/// Why no rank was found, with a cycle of small positions if there is one; `None` if the rules have a rank.
///
/// Cost: lists the moves of at most a few thousand positions.
///
/// ```
/// use bouton_lang::rulefile::{endless, load};
/// let rules = load("game back-and-forth\nheaps a b\nmove a -= 1, b += 1\nmove b -= 1, a += 1", "x.game").unwrap();
/// let why = endless(&rules).unwrap();
/// assert_eq!(why.to_string(), "back-and-forth may be played for ever: 0,1 -> 1,0 -> 0,1 (lines 4, 3)");
/// ```
pub fn endless(rules: &HeapRules) -> Option<Endless> {
    if rules.rank.is_some() {
        return None;
    }
    let positions = small_positions(rules, MAX_POSITIONS);
    let numbers: HashMap<&Vec<Nat>, usize> =
        positions.iter().enumerate().map(|(i, p)| (p, i)).collect();
    let mut edges: Vec<Vec<(usize, usize)>> = Vec::with_capacity(positions.len());
    let mut example: Option<(usize, Heaps, Heaps)> = None;
    let mut total = 0;
    for pos in &positions {
        let mut out = Vec::new();
        let listed = each_result(rules, None, pos, &mut |rule, to| {
            total += 1;
            let parts: Vec<Vec<Nat>> = if rules.sums {
                to.iter().map(|n| vec![n.clone()]).collect()
            } else {
                vec![to.clone()]
            };
            out.extend(
                parts
                    .iter()
                    .filter_map(|p| numbers.get(p))
                    .map(|&n| (n, rule.line)),
            );
            let sum = |heaps: &[Nat]| heaps.iter().sum::<Nat>();
            let raises = if rules.sums {
                to.iter().any(|n| *n >= pos[0])
            } else {
                sum(&to) >= sum(pos)
            };
            if raises && example.is_none() {
                example = Some((rule.line, Heaps(pos.clone()), Heaps(to)));
            }
        });
        edges.push(out);
        if listed.is_err() || total > MAX_MOVES {
            break;
        }
    }
    edges.resize(positions.len(), Vec::new());
    let cycle = find_cycle(&edges);
    let line = match (&cycle, &example) {
        (Some((_, lines)), _) => lines[0],
        (None, Some((line, ..))) => *line,
        (None, None) => unproved_line(rules),
    };
    Some(Endless {
        name: rules.name.clone(),
        line,
        example: example.map(|(_, from, to)| (from, to)),
        cycle: cycle.map(|(nodes, lines)| {
            (
                nodes
                    .into_iter()
                    .map(|n| Heaps(positions[n].clone()))
                    .collect(),
                lines,
            )
        }),
    })
}

/// The first line whose move is not proved to lower the sum (or the heap moved in).
fn unproved_line(rules: &HeapRules) -> usize {
    let alone = |rule: &&MoveRule| {
        find_rank(&HeapRules {
            moves: vec![(*rule).clone()],
            ..without_moves(rules)
        })
        .is_none()
    };
    rules
        .moves
        .iter()
        .find(alone)
        .or(rules.moves.last())
        .map_or(1, |rule| rule.line)
}

/// A cycle, first node repeated at the end, and the lines of its moves: depth-first search with its own stack.
fn find_cycle(edges: &[Vec<(usize, usize)>]) -> Option<(Vec<usize>, Vec<usize>)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; edges.len()];
    for root in 0..edges.len() {
        if marks[root] != Mark::New {
            continue;
        }
        let mut path = vec![(root, 0)];
        marks[root] = Mark::Open;
        while let Some((node, next)) = path.last_mut() {
            let Some(&(to, _)) = edges[*node].get(*next) else {
                marks[*node] = Mark::Done;
                path.pop();
                continue;
            };
            *next += 1;
            match marks[to] {
                Mark::New => {
                    marks[to] = Mark::Open;
                    path.push((to, 0));
                }
                Mark::Open => {
                    let start = path.iter().position(|(n, _)| *n == to)?;
                    let mut cycle: Vec<usize> = path[start..].iter().map(|(n, _)| *n).collect();
                    cycle.push(to);
                    let lines = path[start..]
                        .iter()
                        .map(|(n, next)| edges[*n][next - 1].1)
                        .collect();
                    return Some((cycle, lines));
                }
                Mark::Done => {}
            }
        }
    }
    None
}
