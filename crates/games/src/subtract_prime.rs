//! Subtract a prime.

use crate::Visitor;
use crate::common::numbers::primes_up_to;
use crate::common::sum::{HeapRule, HeapSum, listable, take};
use crate::common::{info, with_source};
use bouton_rules::{Info, Nat, Result};

/// Remove a prime number of stones from one heap.
#[derive(Clone, Debug)]
pub struct SubtractPrime;

impl SubtractPrime {
    /// The game on any number of heaps.
    pub fn game() -> HeapSum<SubtractPrime> {
        HeapSum(SubtractPrime)
    }
}

impl HeapRule for SubtractPrime {
    fn info(&self) -> Info {
        let rules = "Remove a prime number of stones from a heap.";
        with_source(
            info(
                "subtract-a-prime",
                rules,
                "heaps like 3,4,5",
                &["30", "7,8,9"],
            ),
            "OEIS A014589",
        )
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        Ok(take(n, primes_up_to(listable("subtract-a-prime", n)?)))
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(SubtractPrime::game());
}
