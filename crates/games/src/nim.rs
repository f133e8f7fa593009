//! Nim: the game that the others are measured by.

use crate::Visitor;
use crate::common::sum::{HeapRule, HeapSum, Replies, listable, take};
use crate::common::{info, with_theorem};
use bouton_rules::{Info, Nat, Result};

/// Remove any positive number of stones from one heap.
#[derive(Clone, Debug)]
pub struct Nim;

impl Nim {
    /// The game on any number of heaps.
    pub fn game() -> HeapSum<Nim> {
        HeapSum(Nim)
    }
}

impl HeapRule for Nim {
    fn info(&self) -> Info {
        let rules = "Remove any positive number of stones from one heap. Empty heaps do not count.";
        with_theorem(
            info(
                "nim",
                rules,
                "heaps like 3,4,5",
                &["3,4,5", "1,1,2", "1,1,1,1", "0"],
            ),
            "g(n) = n; misère: as in normal play unless every heap is at most 1, then N iff the number of heaps is even",
            "bouton1901",
        )
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        Ok(take(n, 1..=listable("nim", n)?))
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        Some(n.clone())
    }

    fn replies(&self, n: &Nat, target: &Nat) -> Replies {
        Replies::unique(Some(target.clone()).filter(|t| t < n))
    }

    fn tame(&self) -> bool {
        true
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Nim::game());
    v.fact("nim", crate::HeapFact::Size);
}
