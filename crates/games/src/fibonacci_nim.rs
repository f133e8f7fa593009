//! Fibonacci Nim: at most twice what was just taken.

use crate::Visitor;
use crate::common::numbers::zeckendorf;
use crate::common::sum::listable;
use crate::common::tuple::{HeapTuple, TupleRule, every};
use crate::common::{LISTED_BITS, info, with_theorem};
use bouton_rules::{Info, Known, Nat, Play, Rank, Result};
use num_bigint::BigInt;
use num_traits::Zero;

/// A heap of n and a limit m: remove from one to m stones, then the limit is twice what was removed.
#[derive(Clone, Debug)]
pub struct FibonacciNim;

impl FibonacciNim {
    /// The game on a heap and a limit.
    pub fn game() -> HeapTuple<FibonacciNim> {
        HeapTuple(FibonacciNim)
    }
}

impl TupleRule for FibonacciNim {
    fn info(&self) -> Info {
        let rules = "One heap n; a move takes at least one stone and at most m, and the next move may take at most twice \
                     what was taken.";
        with_theorem(
            info(
                "fibonacci-nim",
                rules,
                "heap and limit n,m like 13,12",
                &["13,12", "20,19", "30,3"],
            ),
            "P iff m is less than the least part of n as a sum of Fibonacci numbers no two of which are neighbours",
            "whinihan1963",
        )
    }

    fn arity(&self) -> Option<usize> {
        Some(2)
    }

    fn moves(&self, pos: &[Nat]) -> Result<Vec<Vec<Nat>>> {
        let most = listable("fibonacci-nim", (&pos[0]).min(&pos[1]))?;
        Ok((1..=most)
            .map(|k| vec![&pos[0] - k, (2 * k).into()])
            .collect())
    }

    fn rank(&self, pos: &[Nat]) -> Rank {
        vec![BigInt::from(pos[0].clone())]
    }

    /// A limit above the heap allows no more than the heap.
    fn canon(&self, mut pos: Vec<Nat>) -> Vec<Nat> {
        if pos[1] > pos[0] {
            pos[1] = pos[0].clone();
        }
        pos
    }

    fn known(&self, pos: &[Nat], play: Play) -> Option<Known<Vec<Nat>>> {
        if play == Play::Misere {
            return None;
        }
        // What is left is lost iff twice what was taken is below its least part, so only the last parts can be taken.
        let parts = zeckendorf(&pos[0]);
        let all = pos[0].bits() <= LISTED_BITS;
        let mut taken = Nat::zero();
        let mut winning = Vec::new();
        for (i, part) in parts.iter().enumerate().rev() {
            taken += part;
            if taken > pos[1] {
                break;
            }
            let limit = &taken * 2u32;
            if i == 0 || limit < parts[i - 1] {
                winning.push(vec![&pos[0] - &taken, limit]);
                if !all {
                    break;
                }
            }
        }
        let mut known = every(winning.is_empty(), winning)?;
        known.all = all || known.winning.is_empty();
        Some(known)
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(FibonacciNim::game());
}
