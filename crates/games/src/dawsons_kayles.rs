//! Dawson's Kayles: take two neighbouring pins out of a row.

use crate::Visitor;
use crate::common::periodic::{Periodic, take_and_split};
use crate::common::sum::{HeapRule, HeapSum, Replies};
use crate::common::{info, with_theorem};
use crate::kayles;
use bouton_rules::{Info, Nat, Result};
use std::sync::OnceLock;

/// A row of n pins; a move takes two neighbouring ones and may split the row. The code is 0.07.
#[derive(Clone, Debug)]
pub struct DawsonsKayles;

impl DawsonsKayles {
    /// The game on any number of rows.
    pub fn game() -> HeapSum<DawsonsKayles> {
        HeapSum(DawsonsKayles)
    }

    /// The values, with their period 34 from 53 on (Guy and Smith 1956).
    pub fn values() -> &'static Periodic {
        static VALUES: OnceLock<Periodic> = OnceLock::new();
        VALUES.get_or_init(|| Periodic {
            values: take_and_split(&[2], 53 + 34),
            start: 53,
            period: 34,
        })
    }
}

impl HeapRule for DawsonsKayles {
    fn info(&self) -> Info {
        let rules = "Take two neighbouring pins out of a row; what is left of the row stays apart.";
        with_theorem(
            info(
                "dawsons-kayles",
                rules,
                "rows of pins like 3,4,5",
                &["14", "5,6"],
            ),
            "the Grundy values have period 34 from n = 53 on",
            "guysmith1956",
        )
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        kayles::splits("dawsons-kayles", &[2], n)
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        Some(DawsonsKayles::values().at(n).into())
    }

    fn replies(&self, n: &Nat, target: &Nat) -> Replies {
        kayles::replies(self, DawsonsKayles::values(), &[2], n, target)
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(DawsonsKayles::game());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Guy and Smith: agreement below 2*start + period + the longest take proves the period. This goes further.
    #[test]
    fn the_period_is_proved() {
        for (n, value) in take_and_split(&[2], 400).into_iter().enumerate() {
            assert_eq!(DawsonsKayles::values().at(&n.into()), value, "{n}");
        }
    }
}
