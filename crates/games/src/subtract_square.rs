//! Subtract a square.

use crate::Visitor;
use crate::common::sum::{HeapRule, HeapSum, listable, take};
use crate::common::{info, with_source};
use bouton_rules::{Info, Nat, Result};

/// Remove 1, 4, 9, … stones from one heap. No period of the values is known.
#[derive(Clone, Debug)]
pub struct SubtractSquare;

impl SubtractSquare {
    /// The game on any number of heaps.
    pub fn game() -> HeapSum<SubtractSquare> {
        HeapSum(SubtractSquare)
    }
}

impl HeapRule for SubtractSquare {
    fn info(&self) -> Info {
        let rules = "Remove a positive square number of stones from a heap.";
        with_source(
            info(
                "subtract-a-square",
                rules,
                "heaps like 3,4,5",
                &["30", "7,8,9"],
            ),
            "winningways",
        )
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        let roots = listable("subtract-a-square", &n.sqrt())?;
        Ok(take(n, (1..=roots).map(|r| r * r)))
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(SubtractSquare::game());
}
