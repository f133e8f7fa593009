//! Divisor Nim: remove a proper divisor of the heap.

use crate::common::numbers::proper_divisors;
use crate::common::sum::{HeapRule, HeapSum, Replies};
use crate::common::{info, too_many_options, with_theorem};
use crate::{HeapFact, Visitor};
use bouton_rules::{Info, Nat, Result};
use num_traits::One;

/// From a heap of n remove d < n stones, d dividing n; a heap of one stone is dead.
#[derive(Clone, Debug)]
pub struct DivisorNim;

impl DivisorNim {
    /// The game on any number of heaps.
    pub fn game() -> HeapSum<DivisorNim> {
        HeapSum(DivisorNim)
    }
}

/// Heaps up to this size are factorised by trial division.
const LARGEST: u64 = 1_000_000_000_000;
/// Heaps up to this size have all their winning moves listed.
const SMALL: u64 = 1 << 16;

impl HeapRule for DivisorNim {
    fn info(&self) -> Info {
        let rules = "Remove a proper divisor of the heap's size from the heap.";
        with_theorem(
            info(
                "divisor-nim",
                rules,
                "heaps like 3,4,5",
                &["24", "4,6,8", "12,16"],
            ),
            "g(n) is the exponent of 2 in n",
            "Project Euler 509",
        )
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        let size = u64::try_from(n)
            .ok()
            .filter(|&n| n <= LARGEST)
            .ok_or_else(|| too_many_options("divisor-nim"))?;
        Ok(proper_divisors(size.max(1))
            .into_iter()
            .map(|d| vec![n - d])
            .collect())
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        Some(n.trailing_zeros().unwrap_or(0).into())
    }

    fn replies(&self, n: &Nat, target: &Nat) -> Replies {
        if *n <= SMALL.into() {
            return Replies::by_trying(self, n, target);
        }
        // Taking the power 2^t of two leaves the exponent t.
        let exponent = n.trailing_zeros().unwrap_or(0);
        let taken = u64::try_from(target).ok().filter(|&t| t < exponent);
        Replies {
            moves: taken
                .map(|t| vec![n - (Nat::one() << t)])
                .into_iter()
                .collect(),
            all: false,
        }
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(DivisorNim::game());
    v.fact("divisor-nim", HeapFact::Exponent(2));
}
