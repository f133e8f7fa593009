//! Chomp: bite a square and all that is below it and to its right; the first square is poisoned.

use crate::Visitor;
use crate::common::tuple::{HeapTuple, TupleRule};
use crate::common::{MOST_OPTIONS, info, too_many_options, with_theorem};
use bouton_rules::{Info, Known, Nat, Play, Result};
use num_traits::{One, ToPrimitive, Zero};

/// Rows of a chocolate bar, no row longer than the one above it. Who must eat the poisoned first square loses, so that
/// square is never bitten.
#[derive(Clone, Debug)]
pub struct Chomp;

impl Chomp {
    /// The game on any bar.
    pub fn game() -> HeapTuple<Chomp> {
        HeapTuple(Chomp)
    }
}

/// The bar after a bite that leaves `columns` columns from `row` on.
fn bite(pos: &[Nat], row: usize, columns: &Nat) -> Vec<Nat> {
    let cut = |(i, length): (usize, &Nat)| {
        if i >= row {
            length.min(columns).clone()
        } else {
            length.clone()
        }
    };
    pos.iter().enumerate().map(cut).collect()
}

impl TupleRule for Chomp {
    fn info(&self) -> Info {
        let rules = "A bar of chocolate in rows, none longer than the one above. Bite a square and all squares that are not \
                     above it and not to its left. The first square is poisoned and may not be bitten.";
        with_theorem(
            info(
                "chomp",
                rules,
                "lengths of the rows like 4,4,2",
                &["3,3,3", "4,2", "5,1,1"],
            ),
            "a rectangle of more than one square is N (Gale 1974); two rows are P iff the second is shorter by one; a corner \
             (one row and one column) is P iff row and column are alike",
            "gale1974",
        )
    }

    fn arity(&self) -> Option<usize> {
        None
    }

    fn tidy(&self, mut pos: Vec<Nat>) -> Vec<Nat> {
        while pos.last().is_some_and(Zero::is_zero) {
            pos.pop();
        }
        pos
    }

    fn check(&self, pos: &[Nat]) -> Result<(), String> {
        match pos.windows(2).position(|w| w[0] < w[1]) {
            Some(i) => Err(format!("row {} is longer than the row above it", i + 2)),
            None if pos.is_empty() => Err("the poisoned square is missing".into()),
            None => Ok(()),
        }
    }

    fn moves(&self, pos: &[Nat]) -> Result<Vec<Vec<Nat>>> {
        if pos.iter().sum::<Nat>() > MOST_OPTIONS.into() {
            return Err(too_many_options("chomp"));
        }
        let squares = pos.iter().enumerate().flat_map(|(row, length)| {
            let length = length.to_u64().unwrap_or(0);
            (u64::from(row == 0)..length).map(move |column| (row, column))
        });
        Ok(squares
            .map(|(row, column)| bite(pos, row, &column.into()))
            .collect())
    }

    /// Rows and columns may change places.
    fn canon(&self, pos: Vec<Nat>) -> Vec<Nat> {
        let Some(width) = pos[0].to_usize().filter(|&w| w <= pos.len().max(64)) else {
            return pos;
        };
        let column = |c: usize| Nat::from(pos.iter().filter(|row| **row > c.into()).count());
        let columns: Vec<Nat> = (0..width).map(column).collect();
        pos.max(columns)
    }

    fn known(&self, pos: &[Nat], play: Play) -> Option<Known<Vec<Nat>>> {
        if play == Play::Misere {
            return None;
        }
        let known = |winning, all| Some(Known::of_outcome(false, winning, all));
        let lost = Some(Known::of_outcome(true, Vec::new(), true));
        let one = Nat::one();
        let height = Nat::from(pos.len());
        if pos[1.min(pos.len())..].iter().all(Nat::is_one) {
            // A corner is Nim on its two arms.
            return match pos[0].cmp(&height) {
                std::cmp::Ordering::Equal => lost,
                std::cmp::Ordering::Greater => known(vec![bite(pos, 0, &height)], false),
                std::cmp::Ordering::Less => {
                    known(vec![bite(pos, pos[0].to_usize()?, &Nat::zero())], false)
                }
            };
        }
        if let [first, second] = pos {
            return if *first == second + 1u32 {
                lost
            } else if first == second {
                known(vec![bite(pos, 1, &(second - 1u32))], true)
            } else {
                known(vec![bite(pos, 0, &(second + 1u32))], true)
            };
        }
        if pos.iter().any(|row| *row != pos[0]) {
            return None;
        }
        let square = pos[0] == height;
        known(
            if square {
                vec![bite(pos, 1, &one)]
            } else {
                Vec::new()
            },
            false,
        )
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Chomp::game());
}
