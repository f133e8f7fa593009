//! Twins: turn exactly two coins.

use crate::Visitor;
use crate::common::coins::{Turning, TurningRule};
use crate::common::{info, with_theorem};
use bouton_rules::{Info, Nat};

/// Turn exactly two coins, the last from heads to tails.
#[derive(Clone, Debug)]
pub struct Twins;

impl Twins {
    /// The game on any number of coins.
    pub fn game() -> Turning<Twins> {
        Turning(Twins)
    }
}

impl TurningRule for Twins {
    fn info(&self) -> Info {
        let rules = "A row of coins, numbered from 1. Turn exactly two of them; the last one turned goes from heads to tails.";
        with_theorem(
            info(
                "twins",
                rules,
                "the coins that show heads, like 2,5,6",
                &["1,3,4", "2,5,7"],
            ),
            "a head on place n has the Grundy value n - 1",
            "winningways",
        )
    }

    fn companions(&self, n: u64) -> Vec<Vec<u64>> {
        (1..n).map(|m| vec![m]).collect()
    }

    fn count(&self, n: u64) -> u64 {
        n
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        Some(n - 1u32)
    }

    fn adding_to(&self, n: &Nat, value: &Nat) -> (Vec<Vec<Nat>>, bool) {
        let coin = value + 1u32;
        (
            if coin < *n {
                vec![vec![coin]]
            } else {
                Vec::new()
            },
            true,
        )
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Twins::game());
}
