//! Mock Turtles: turn up to three coins.

use crate::Visitor;
use crate::common::coins::{Turning, TurningRule};
use crate::common::{info, with_theorem};
use bouton_rules::{Info, Nat};
use num_traits::Zero;

/// Turn one, two or three coins, the last from heads to tails.
#[derive(Clone, Debug)]
pub struct MockTurtles;

impl MockTurtles {
    /// The game on any number of coins.
    pub fn game() -> Turning<MockTurtles> {
        Turning(MockTurtles)
    }
}

/// True if the number has an odd number of binary digits 1.
fn is_odious(n: &Nat) -> bool {
    n.count_ones() % 2 == 1
}

/// The coin (from 1) whose value is the odious number.
fn coin(value: &Nat) -> Nat {
    (value >> 1u32) + 1u32
}

impl TurningRule for MockTurtles {
    fn info(&self) -> Info {
        let rules = "A row of coins, numbered from 1. Turn one, two or three of them; the last one turned goes from heads to \
                     tails.";
        with_theorem(
            info(
                "mock-turtles",
                rules,
                "the coins that show heads, like 2,5,6",
                &["1,3,4", "2,5,7"],
            ),
            "a head on place n has the n-th odious number, the one of 2n-2 and 2n-1 with an odd number of digits 1, as its \
             Grundy value",
            "winningways",
        )
    }

    fn companions(&self, n: u64) -> Vec<Vec<u64>> {
        let two = (1..n).flat_map(|b| (1..b).map(move |a| vec![a, b]));
        std::iter::once(vec![])
            .chain((1..n).map(|m| vec![m]))
            .chain(two)
            .collect()
    }

    fn count(&self, n: u64) -> u64 {
        n.saturating_mul(n)
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        let even = (n - 1u32) << 1u32;
        Some(if is_odious(&even) { even } else { even + 1u32 })
    }

    fn adding_to(&self, n: &Nat, value: &Nat) -> (Vec<Vec<Nat>>, bool) {
        if value.is_zero() {
            return (vec![vec![]], false);
        }
        if is_odious(value) {
            let one = coin(value);
            return (
                if one < *n {
                    vec![vec![one]]
                } else {
                    Vec::new()
                },
                false,
            );
        }
        // Two odious numbers add to an even one: a power of two, which is odious, and the rest.
        let pairs = (0..value.bits())
            .filter(|&i| value.bit(i) || i == 0)
            .filter_map(|i| {
                let mut rest = value.clone();
                rest.set_bit(i, !value.bit(i));
                let power = Nat::from(1u32) << i;
                let (a, b) = (coin(&power), coin(&rest));
                (a < *n && b < *n && a != b).then(|| if a < b { vec![a, b] } else { vec![b, a] })
            });
        (pairs.take(1).collect(), false)
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(MockTurtles::game());
}
