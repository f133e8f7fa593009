//! Kayles: knock down one pin of a row, or two neighbours.

use crate::Visitor;
use crate::common::periodic::{Periodic, take_and_split};
use crate::common::sum::{HeapRule, HeapSum, Replies, listable, xor};
use crate::common::{info, with_theorem};
use bouton_rules::{Info, Nat, Result};
use num_traits::ToPrimitive;
use std::sync::OnceLock;

/// A row of n pins; a move takes one or two neighbouring ones and may split the row. The code is 0.77.
#[derive(Clone, Debug)]
pub struct Kayles;

impl Kayles {
    /// The game on any number of rows.
    pub fn game() -> HeapSum<Kayles> {
        HeapSum(Kayles)
    }

    /// The values, with their period 12 from 71 on (Guy and Smith 1956).
    pub fn values() -> &'static Periodic {
        static VALUES: OnceLock<Periodic> = OnceLock::new();
        VALUES.get_or_init(|| Periodic {
            values: take_and_split(&[1, 2], 71 + 12),
            start: 71,
            period: 12,
        })
    }
}

/// The replies of a take-and-split game with periodic values: all in a small heap, in a large one a first of each kind.
pub(crate) fn replies(
    rule: &impl HeapRule,
    values: &Periodic,
    take: &[u64],
    n: &Nat,
    target: &Nat,
) -> Replies {
    if *n <= (1u32 << 12).into() {
        let moves = rule.moves(n).unwrap_or_default().into_iter();
        let moves = moves
            .filter(|m| xor(m.iter().map(|h| rule.grundy(h))).as_ref() == Some(target))
            .collect();
        return Replies { moves, all: true };
    }
    // The smaller part beyond the first period repeats what has been tried.
    let tried = (values.start + values.period) as u64;
    let pairs = take.iter().flat_map(|&k| (0..tried).map(move |x| (x, k)));
    let found = pairs.map(|(x, k)| vec![Nat::from(x), n - k - x]).find(|m| {
        let value = values.at(&m[0]) ^ values.at(&m[1]);
        target.to_u32() == Some(value)
    });
    Replies {
        moves: found.into_iter().collect(),
        all: false,
    }
}

/// Every way to take `take[i]` from a row of `n` and leave two rows.
pub(crate) fn splits(name: &str, take: &[u64], n: &Nat) -> Result<Vec<Vec<Nat>>> {
    let size = listable(name, n)?;
    let rests = take.iter().filter(|&&k| k <= size).map(|k| size - k);
    Ok(rests
        .flat_map(|rest| (0..=rest / 2).map(move |x| vec![x.into(), (rest - x).into()]))
        .collect())
}

impl HeapRule for Kayles {
    fn info(&self) -> Info {
        let rules = "Take one pin or two neighbouring pins out of a row; what is left of the row stays apart.";
        with_theorem(
            info("kayles", rules, "rows of pins like 3,4,5", &["12", "5,6"]),
            "the Grundy values have period 12 from n = 71 on",
            "guysmith1956",
        )
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        splits("kayles", &[1, 2], n)
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        Some(Kayles::values().at(n).into())
    }

    fn replies(&self, n: &Nat, target: &Nat) -> Replies {
        replies(self, Kayles::values(), &[1, 2], n, target)
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Kayles::game());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Guy and Smith: agreement below 2*start + period + the longest take proves the period. This goes further.
    #[test]
    fn the_period_is_proved() {
        for (n, value) in take_and_split(&[1, 2], 400).into_iter().enumerate() {
            assert_eq!(Kayles::values().at(&n.into()), value, "{n}");
        }
    }
}
