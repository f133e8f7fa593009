//! DistribuNim: take the smaller heap's worth in total, from either or both.

use crate::Visitor;
use crate::common::sum::listable;
use crate::common::tuple::{HeapTuple, TupleRule, all_positive, every};
use crate::common::{LISTED_BITS, info, with_theorem};
use bouton_rules::{Info, Known, Nat, Play, Result};
use num_traits::{One, Zero};

/// Two heaps: remove in total as many stones as the smaller holds, leaving no heap empty.
#[derive(Clone, Debug)]
pub struct Distribunim;

impl Distribunim {
    /// The game on two heaps.
    pub fn game() -> HeapTuple<Distribunim> {
        HeapTuple(Distribunim)
    }
}

/// P iff the larger is -1 modulo the least power of two above the smaller.
fn lost(small: &Nat, large: &Nat) -> bool {
    let power = Nat::one() << small.bits();
    ((large + 1u32) % power).is_zero()
}

impl TupleRule for Distribunim {
    fn info(&self) -> Info {
        let rules = "Two heaps. Remove in total as many stones as the smaller heap holds, from either or both, leaving no \
                     heap empty.";
        with_theorem(
            info(
                "distribunim",
                rules,
                "two heaps like 3,5",
                &["9,13", "12,5", "8,8"],
            ),
            "P iff the larger heap is 2^L - 1 modulo 2^L, where L is the number of binary digits of the smaller",
            "Project Euler 899",
        )
    }

    fn arity(&self) -> Option<usize> {
        Some(2)
    }

    fn check(&self, pos: &[Nat]) -> Result<(), String> {
        all_positive(pos)
    }

    fn moves(&self, pos: &[Nat]) -> Result<Vec<Vec<Nat>>> {
        let total = (&pos[0]).min(&pos[1]);
        let count = listable("distribunim", total)?;
        let lefts = (0..=count)
            .map(|s| (Nat::from(s), total - s))
            .filter(|(s, t)| *s < pos[0] && *t < pos[1]);
        Ok(lefts.map(|(s, t)| vec![&pos[0] - s, &pos[1] - t]).collect())
    }

    fn canon(&self, mut pos: Vec<Nat>) -> Vec<Nat> {
        pos.sort();
        pos
    }

    fn known(&self, pos: &[Nat], play: Play) -> Option<Known<Vec<Nat>>> {
        if play == Play::Misere {
            return None;
        }
        let (small, large) = ((&pos[0]).min(&pos[1]), (&pos[0]).max(&pos[1]));
        if lost(small, large) {
            return every(true, Vec::new());
        }
        // A move leaves two heaps that add to the larger. Lost are those whose smaller heap is the last digits of one more
        // than that, from a digit 1 on.
        let all = large.bits() <= LISTED_BITS;
        let sum = large + 1u32;
        let mut winning: Vec<Vec<Nat>> = Vec::new();
        let mut low = Nat::zero();
        for digit in (0..sum.bits()).filter(|&d| sum.bit(d)) {
            low.set_bit(digit, true);
            if &low * 2u32 > *large || !all && !winning.is_empty() {
                break;
            }
            for first in [low.clone(), large - &low] {
                let second = large - &first;
                if first <= pos[0]
                    && second <= pos[1]
                    && winning.last().is_none_or(|w| w[0] != first)
                {
                    winning.push(vec![first, second]);
                }
            }
        }
        let mut known = every(false, winning)?;
        known.all = all;
        Some(known)
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Distribunim::game());
}
