//! Subtract a power of two.

use crate::Visitor;
use crate::common::sum::{HeapRule, HeapSum, Replies};
use crate::common::{LISTED_BITS, info, too_many_options, with_theorem};
use bouton_rules::{Info, Nat, Result};
use num_traits::One;

/// Remove 1, 2, 4, 8, … stones from one heap.
#[derive(Clone, Debug)]
pub struct SubtractPowerOfTwo;

impl SubtractPowerOfTwo {
    /// The game on any number of heaps.
    pub fn game() -> HeapSum<SubtractPowerOfTwo> {
        HeapSum(SubtractPowerOfTwo)
    }
}

fn lefts(n: &Nat) -> impl Iterator<Item = Nat> + '_ {
    (0..n.bits()).map(move |i| n - (Nat::one() << i))
}

impl HeapRule for SubtractPowerOfTwo {
    fn info(&self) -> Info {
        let rules = "Remove a power of two, 1, 2, 4, 8 and so on, from one heap.";
        with_theorem(
            info(
                "subtract-a-power-of-two",
                rules,
                "heaps like 3,4,5",
                &["20", "5,6,7", "9,3"],
            ),
            "g(n) = n mod 3, for a power of two is never a multiple of 3; misère: as in Nim on these values",
            "ferguson1974",
        )
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        if n.bits() > LISTED_BITS {
            return Err(too_many_options("subtract-a-power-of-two"));
        }
        Ok(lefts(n).map(|m| vec![m]).collect())
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        Some(n % 3u32)
    }

    fn replies(&self, n: &Nat, target: &Nat) -> Replies {
        let all = n.bits() <= LISTED_BITS;
        let good = lefts(n).filter(|m| m % 3u32 == *target).map(|m| vec![m]);
        Replies {
            moves: good.take(if all { usize::MAX } else { 1 }).collect(),
            all,
        }
    }

    fn tame(&self) -> bool {
        true
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(SubtractPowerOfTwo::game());
}
