//! Lasker's Nim: remove stones, or split a heap.

use crate::Visitor;
use crate::common::sum::{HeapRule, HeapSum, Replies, listable, take, xor};
use crate::common::{info, with_theorem};
use bouton_rules::{Info, Nat, Result};
use num_traits::{One, Zero};

/// Remove any positive number of stones from a heap, or split a heap in two.
#[derive(Clone, Debug)]
pub struct Lasker;

impl Lasker {
    /// The game on any number of heaps.
    pub fn game() -> HeapSum<Lasker> {
        HeapSum(Lasker)
    }
}

/// Heaps up to this size have all their winning moves listed; larger ones may have too many splits for that.
const SMALL: u32 = 1 << 12;

impl HeapRule for Lasker {
    fn info(&self) -> Info {
        let rules = "Remove any positive number of stones from a heap, or split a heap into two non-empty heaps.";
        with_theorem(
            info(
                "lasker",
                rules,
                "heaps like 3,4,5",
                &["7", "3,4,2", "8", "5,1"],
            ),
            "g(4k+1) = 4k+1, g(4k+2) = 4k+2, g(4k+3) = 4k+4, g(4k+4) = 4k+3",
            "winningways",
        )
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        let size = listable("lasker", n)?;
        let mut moves = take(n, 1..=size);
        moves.extend((1..=size / 2).map(|x| vec![x.into(), n - x]));
        Ok(moves)
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        let swaps = n % 4u32;
        Some(if n.is_zero() {
            Nat::zero()
        } else if swaps.is_zero() {
            n - 1u32
        } else if swaps == 3u32.into() {
            n + 1u32
        } else {
            n.clone()
        })
    }

    fn replies(&self, n: &Nat, target: &Nat) -> Replies {
        if *n <= SMALL.into() {
            return Replies::by_trying(self, n, target);
        }
        // The map from heaps to values is its own inverse. Where it says to keep the heap, splitting one stone off helps.
        let left = self.grundy(target).filter(|left| left < n);
        let split = [Nat::one(), n - 1u32];
        let moves = match left {
            Some(left) => vec![vec![left]],
            None if xor(split.iter().map(|h| self.grundy(h))).as_ref() == Some(target) => {
                vec![split.to_vec()]
            }
            None => Vec::new(),
        };
        Replies { moves, all: false }
    }

    /// A split lowers 2n - 1, summed over the heaps, by one.
    fn rank(&self, n: &Nat) -> Nat {
        if n.is_zero() {
            Nat::zero()
        } else {
            n * 2u32 - 1u32
        }
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Lasker::game());
}
