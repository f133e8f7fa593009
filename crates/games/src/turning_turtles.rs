//! Turning Turtles: turn one coin, and perhaps one more on its left.

use crate::Visitor;
use crate::common::coins::{Turning, TurningRule};
use crate::common::{info, with_theorem};
use bouton_rules::{Info, Nat};
use num_traits::Zero;

/// Turn one or two coins, the last from heads to tails.
#[derive(Clone, Debug)]
pub struct TurningTurtles;

impl TurningTurtles {
    /// The game on any number of coins.
    pub fn game() -> Turning<TurningTurtles> {
        Turning(TurningTurtles)
    }
}

impl TurningRule for TurningTurtles {
    fn info(&self) -> Info {
        let rules = "A row of coins, numbered from 1. Turn one or two of them; the last one turned goes from heads to tails.";
        with_theorem(
            info(
                "turning-turtles",
                rules,
                "the coins that show heads, like 2,5,6",
                &["1,3,4", "2,5,7"],
            ),
            "a head on place n has the Grundy value n",
            "winningways",
        )
    }

    fn companions(&self, n: u64) -> Vec<Vec<u64>> {
        std::iter::once(vec![])
            .chain((1..n).map(|m| vec![m]))
            .collect()
    }

    fn count(&self, n: u64) -> u64 {
        n
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        Some(n.clone())
    }

    fn adding_to(&self, n: &Nat, value: &Nat) -> (Vec<Vec<Nat>>, bool) {
        let sets = if value.is_zero() {
            vec![vec![]]
        } else if value < n {
            vec![vec![value.clone()]]
        } else {
            vec![]
        };
        (sets, true)
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(TurningTurtles::game());
}
