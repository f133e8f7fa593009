//! Subtraction games: a move removes a number of stones that is in a fixed set.

use crate::Visitor;
use crate::common::periodic::{self, Periodic};
use crate::common::sum::{HeapRule, HeapSum, Replies, take};
use crate::common::{info, parameter, with_source, with_theorem};
use bouton_rules::{Info, Nat, Result};
use std::sync::Arc;

/// Remove s stones from one heap, for an s in the set.
#[derive(Clone, Debug)]
pub struct Subtraction {
    set: Arc<[u64]>,
    /// Proved by two equal windows; not looked for in sets with large members, and not always found.
    values: Option<Arc<Periodic>>,
}

/// Members up to this size have their period looked for, among this many values.
const LARGEST: u64 = 512;
const VALUES: usize = 100_000;

impl Subtraction {
    /// The game on a set like `1,3,4`.
    ///
    /// ```
    /// use bouton_games::subtraction::Subtraction;
    /// use bouton_rules::{Heaps, Impartial, Play};
    /// let game = Subtraction::game("1,3,4").unwrap(); // values 0,1,0,1,2,3,2, period 7
    /// let known = game.known(&Heaps::of(&[7_000_000_000_005]), Play::Normal).unwrap();
    /// assert_eq!(known.grundy, Some(3u32.into()));
    /// ```
    pub fn game(set: &str) -> Result<HeapSum<Subtraction>> {
        let set: Arc<[u64]> = parameter::set(set)?.into();
        let small = set.last().is_some_and(|&s| s <= LARGEST);
        let values = if small {
            periodic::subtraction(&set, VALUES).map(Arc::new)
        } else {
            None
        };
        Ok(HeapSum(Subtraction { set, values }))
    }

    /// The first place and the length of the period of the Grundy values, if it was found.
    pub fn period(&self) -> Option<(usize, usize)> {
        self.values.as_ref().map(|v| (v.start, v.period))
    }
}

impl HeapRule for Subtraction {
    fn info(&self) -> Info {
        let set = parameter::show_set(&self.set);
        let rules =
            format!("Remove a number of stones from one heap that is in the set {{{set}}}.");
        let info = info(
            &format!("subtraction:{set}"),
            &rules,
            "heaps like 3,4,5",
            &["10,5", "4,3,2", "20"],
        );
        match self.period() {
            None => with_source(info, "winningways"),
            Some((start, period)) => with_theorem(
                info,
                &format!(
                    "the Grundy values have period {period} from n = {start} on, since two windows as long as the \
                     largest member are equal; misère: as in Nim on these values"
                ),
                "ferguson1974",
            ),
        }
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        Ok(take(n, self.set.iter().copied()))
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        self.values.as_ref().map(|values| values.at(n).into())
    }

    fn replies(&self, n: &Nat, target: &Nat) -> Replies {
        let lefts = take(n, self.set.iter().copied()).into_iter();
        Replies {
            moves: lefts
                .filter(|m| self.grundy(&m[0]).as_ref() == Some(target))
                .collect(),
            all: true,
        }
    }

    fn tame(&self) -> bool {
        true
    }
}

/// Shows the family.
pub fn visit(v: &mut impl Visitor) {
    v.family("subtraction", "1,3,4", Subtraction::game);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known sequences and periods; see the file.
    #[test]
    fn published_periods() {
        let data = include_str!("../../../testdata/subtraction.tsv");
        let mut rows = 0;
        for line in data.lines().filter(|l| !l.starts_with('#')) {
            let [set, period, start, values] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let game = Subtraction::game(set).unwrap().0;
            assert_eq!(
                game.period(),
                Some((start.parse().unwrap(), period.parse().unwrap())),
                "{set}"
            );
            for (n, value) in values.split(',').filter(|v| !v.is_empty()).enumerate() {
                assert_eq!(
                    game.grundy(&n.into()).unwrap(),
                    value.parse::<u32>().unwrap().into(),
                    "{set}: {n}"
                );
            }
            rows += 1;
        }
        assert!(rows >= 20, "{rows} rows");
    }

    #[test]
    fn the_period_continues_the_definition() {
        for set in ["1,4,10", "2,5,7", "3,8,9,14", "6,7,8,20,21"] {
            let game = Subtraction::game(set).unwrap().0;
            let mut slow: Vec<u32> = Vec::new();
            for n in 0..2000usize {
                let mut options = game
                    .set
                    .iter()
                    .filter(|&&s| s as usize <= n)
                    .map(|&s| slow[n - s as usize])
                    .collect();
                slow.push(periodic::mex(&mut options));
                assert_eq!(
                    game.grundy(&n.into()).unwrap(),
                    slow[n].into(),
                    "{set}: {n}"
                );
            }
        }
    }
}
