//! Ruler: turn a run of neighbouring coins.

use crate::Visitor;
use crate::common::coins::{Turning, TurningRule};
use crate::common::{info, with_theorem};
use bouton_rules::{Info, Nat};
use num_traits::{One, ToPrimitive, Zero};

/// Turn any number of neighbouring coins, the last from heads to tails.
#[derive(Clone, Debug)]
pub struct Ruler;

impl Ruler {
    /// The game on any number of coins.
    pub fn game() -> Turning<Ruler> {
        Turning(Ruler)
    }
}

/// Longest run whose coins are listed one by one.
const LONGEST: u64 = 100_000;

impl TurningRule for Ruler {
    fn info(&self) -> Info {
        let rules = "A row of coins, numbered from 1. Turn any number of neighbouring coins; the last one turned goes from \
                     heads to tails.";
        with_theorem(
            info(
                "ruler",
                rules,
                "the coins that show heads, like 2,5,6",
                &["1,3,4", "2,5,8"],
            ),
            "a head on place n has as its Grundy value the largest power of two that divides n",
            "winningways",
        )
    }

    fn companions(&self, n: u64) -> Vec<Vec<u64>> {
        (1..=n).rev().map(|first| (first..n).collect()).collect()
    }

    fn count(&self, n: u64) -> u64 {
        n.saturating_mul(n)
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        Some(Nat::one() << n.trailing_zeros()?)
    }

    fn adding_to(&self, n: &Nat, value: &Nat) -> (Vec<Vec<Nat>>, bool) {
        // The values up to place m add to the Gray code m xor m/2, and no two Gray codes are alike: exactly one run ending
        // before n can add to the value.
        let last = n - 1u32;
        let gray = &last ^ (&last >> 1u32) ^ value;
        let mut before = Nat::zero();
        let mut digit = false;
        for place in (0..gray.bits()).rev() {
            digit ^= gray.bit(place);
            before.set_bit(place, digit);
        }
        if before > last {
            return (Vec::new(), true);
        }
        match (&last - &before)
            .to_u64()
            .filter(|&length| length <= LONGEST)
        {
            Some(length) => (vec![(1..=length).map(|i| &before + i).collect()], true),
            None => (Vec::new(), false),
        }
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Ruler::game());
}
