//! A question about positions of many components, how its parts are read, and its answer.

use bouton_core::{Error, Outcome, Play, Result};
use bouton_count::Nat;
use bouton_count::positions::{Order, Positions};
use bouton_rulefile::parse_expression;
use num_bigint::BigInt;
use serde::Serialize;

/// The largest total: all totals below it are computed too.
const MOST_TOTAL: u64 = 1 << 24;

/// A question about positions of many components.
#[derive(Clone, Debug, Default)]
pub struct ComponentQuestion {
    /// How many components, as in `10^12`; without it one, or with a total any number.
    pub heaps: Option<String>,
    /// The condition on every component.
    pub each: Option<String>,
    /// The order of the components does not count.
    pub unordered: bool,
    /// Components are different.
    pub distinct: bool,
    /// What the sizes add up to: `400`, or `0..400` for every total.
    pub total: Option<String>,
    /// Who wins: `first`, `second`, `left`, `right` or `draw`; without it and without a value, `second`.
    pub win: Option<String>,
    /// Only positions of this value.
    pub value: Option<String>,
    /// Sum this expression over the components of the positions instead.
    pub sum: Option<String>,
    /// Give the result modulo this number.
    pub modulus: Option<String>,
    /// List how many components have each value.
    pub distribution: bool,
    /// Add up the winning first moves of the positions instead.
    pub winning_moves: bool,
    /// List the positions that are counted.
    pub list: bool,
    /// Who wins at the end.
    pub play: Play,
}

/// An exact answer about positions of many components.
#[derive(Clone, Debug, Serialize)]
pub struct ComponentReport {
    /// The game.
    pub game: String,
    /// The condition on every component, as read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each: Option<String>,
    /// How many components; not there if any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heaps: Option<String>,
    /// `tuples`, `multisets`, `sets`, `arrangements`.
    pub order: &'static str,
    /// The total of the sizes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<String>,
    /// Whose wins are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<String>,
    /// The value that is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Number of positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// Numbers of positions for every total that was asked for, the least first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<Vec<String>>,
    /// Sum over the positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<String>,
    /// Winning first moves of all positions together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves: Option<String>,
    /// The modulus.
    #[serde(rename = "mod", skip_serializing_if = "Option::is_none")]
    pub modulus: Option<String>,
    /// How the values are known, the weakest link: `proved`, `theorem`, `computed for all components in the bounds`.
    pub status: String,
    /// What is known.
    pub statement: String,
    /// Values of single components, with how many have each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Vec<(String, String)>>,
    /// What was done, step by step.
    pub steps: Vec<String>,
    /// The positions that are counted, where they are to be listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<String>>,
}

impl ComponentQuestion {
    pub(super) fn positions(&self) -> Result<(Positions, Option<u64>)> {
        let number = |flag: &str, text: &str, least: u32| {
            let read = parse_expression(text, &[])
                .map_err(|e| e.at(flag))?
                .value::<BigInt>(&[]);
            match read {
                Ok(n) if n >= least.into() => Ok(n.magnitude().clone()),
                _ => Err(Error::input(format!(
                    "{flag}: `{text}` is not a number of at least {least}; write one such as 10^9+7"
                ))),
            }
        };
        let small = |text: &str| {
            let n = u64::try_from(number("--total", text, 0)?);
            n.ok().filter(|n| *n <= MOST_TOTAL).ok_or_else(|| {
                Error::input(format!(
                    "--total: {text} is too large; totals up to {MOST_TOTAL} are counted"
                ))
            })
        };
        let (from, total) = match self.total.as_deref() {
            None => (None, None),
            Some(text) => match text.split_once("..") {
                None => (None, Some(small(text)?)),
                Some((a, b)) => (Some(small(a)?), Some(small(b)?)),
            },
        };
        if let (Some(a), Some(b)) = (from, total)
            && a > b
        {
            return Err(Error::input(format!(
                "--total: {a}..{b} is empty; write the lesser total first"
            )));
        }
        let heaps: Option<Nat> = match &self.heaps {
            Some(text) => Some(number("--heaps", text, 0)?),
            None if total.is_none() => Some(1u32.into()),
            None => None,
        };
        let positions = Positions {
            components: heaps,
            order: Order::of(self.unordered, self.distinct),
            total,
            modulus: self
                .modulus
                .as_deref()
                .map(|text| number("--mod", text, 1))
                .transpose()?,
        };
        Ok((positions, from))
    }

    /// With a total, every component that fits.
    pub(super) fn default_each(&self, names: &[String], positions: &Positions) -> Result<String> {
        match (&self.each, positions.total) {
            (None, None) => Err(Error::input(format!(
                "there are infinitely many components: bound them, as in --each \"{0} <= 1000\"",
                names.join(" <= 1000, ")
            ))),
            (_, total) => Ok(format!("{} >= 0, {0} <= {1}", names[0], total.unwrap_or(0))),
        }
    }

    /// Whose wins are counted: `None` if nobody's, as with draws where play ends.
    pub(super) fn outcome(&self) -> Result<Option<Outcome>> {
        if self.win.is_some() && self.value.is_some() {
            return Err(Error::input("--value says who wins; leave out --win"));
        }
        Ok(match self.win.as_deref() {
            None if self.winning_moves => Some(Outcome::N),
            None | Some("second") => Some(Outcome::P),
            Some("first") => Some(Outcome::N),
            Some("left") => Some(Outcome::L),
            Some("right") => Some(Outcome::R),
            Some("draw") => None,
            Some(other) => {
                return Err(Error::input(format!(
                    "--win: `{other}` is none of first, second, left, right, draw"
                )));
            }
        })
    }
}
