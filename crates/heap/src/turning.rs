//! Coin-turning games on a row: `T{1,2}`, the ruler game, and their usual names.
//!
//! A heap of size n stands for a coin showing heads at place n, places counted from 1. A move turns it to tails together
//! with some coins to its left; turning a coin that shows tails adds a head there, and two heads at one place cancel, so the
//! coins to the left are added as heaps.

use bouton_rules::{Error, Result, heaps::shorten};
use std::fmt;

/// Which coins a move turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Turning {
    /// Any coins, their number in this set (ascending, all at least 1); the rightmost goes from heads to tails.
    Count(Vec<u32>),
    /// A run of neighbouring coins of any length.
    Run,
}

impl Turning {
    /// Calls `visit` with the coins left in place of one at `n`, ascending, until it returns false.
    pub fn visit_options(&self, n: u64, visit: &mut dyn FnMut(&[u64]) -> bool) {
        if n == 0 {
            return;
        }
        match self {
            Turning::Run => {
                let coins: Vec<u64> = (1..n).collect();
                for first in (0..coins.len()).rev() {
                    if first + 1 == coins.len() && !visit(&[]) {
                        return;
                    }
                    if !visit(&coins[first..]) {
                        return;
                    }
                }
                if coins.is_empty() {
                    visit(&[]);
                }
            }
            Turning::Count(counts) => {
                for &count in counts {
                    if !visit_choices(n, count - 1, visit) {
                        return;
                    }
                }
            }
        }
    }

    /// The least and greatest number of coins, if that says it all.
    fn interval(&self) -> Option<(u32, u32)> {
        match self {
            Turning::Run => None,
            Turning::Count(c) => {
                let (lo, hi) = (*c.first()?, *c.last()?);
                ((hi - lo) as usize + 1 == c.len()).then_some((lo, hi))
            }
        }
    }

    /// Reads `T{1,2}` or `T{1-7}`.
    pub(crate) fn parse(text: &str) -> Result<Turning> {
        let wrong = |problem: String| {
            let shown = shorten(text);
            Error::input(format!(
                "turning code `{shown}`: {problem}; write how many coins a move turns, as in T{{1,2}}"
            ))
        };
        let inner = text.strip_prefix("T{").and_then(|t| t.strip_suffix('}'));
        let inner = inner.ok_or_else(|| wrong("it must be like T{…}".into()))?;
        let number = |part: &str| match part.trim().parse::<u32>() {
            Ok(n @ 1..=64) => Ok(n),
            _ => Err(wrong(format!(
                "`{}` is not a number from 1 to 64",
                shorten(part.trim())
            ))),
        };
        let mut counts = Vec::new();
        for part in inner.split(',') {
            match part.split_once('-') {
                Some((lo, hi)) => counts.extend(number(lo)?..=number(hi)?),
                None => counts.push(number(part)?),
            }
        }
        counts.sort_unstable();
        counts.dedup();
        if counts.is_empty() {
            return Err(wrong("the range is empty".into()));
        }
        Ok(Turning::Count(counts))
    }
}

/// The choices of `count` places below `n`, ascending, in lexicographic order.
fn visit_choices(n: u64, count: u32, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
    let count = u64::from(count);
    if count >= n {
        return true;
    }
    let mut coins: Vec<u64> = (1..=count).collect();
    loop {
        if !visit(&coins) {
            return false;
        }
        // The last coin that can go right does, those behind it follow it closely.
        let Some(i) = (0..coins.len())
            .rev()
            .find(|&i| coins[i] < n - count + i as u64)
        else {
            return true;
        };
        let place = coins[i] + 1;
        for (coin, to) in coins[i..].iter_mut().zip(place..) {
            *coin = to;
        }
    }
}

impl fmt::Display for Turning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.interval()) {
            (Turning::Run, _) => f.write_str("ruler"),
            (_, Some((lo, hi))) if hi > lo + 1 => write!(f, "T{{{lo}-{hi}}}"),
            (Turning::Count(counts), _) => {
                let list: Vec<String> = counts.iter().map(u32::to_string).collect();
                write!(f, "T{{{}}}", list.join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(turning: &Turning, n: u64) -> Vec<Vec<u64>> {
        let mut out = Vec::new();
        turning.visit_options(n, &mut |o| {
            out.push(o.to_vec());
            true
        });
        out
    }

    #[test]
    fn options_by_hand() {
        assert_eq!(options(&Turning::Run, 1), [vec![]]);
        assert_eq!(options(&Turning::Run, 3), [vec![], vec![2], vec![1, 2]]);
        let two = Turning::parse("T{1,2}").unwrap();
        assert_eq!(options(&two, 3), [vec![], vec![1], vec![2]]);
        let three = Turning::parse("T{3}").unwrap();
        assert_eq!(options(&three, 4), [vec![1, 2], vec![1, 3], vec![2, 3]]);
        assert_eq!(options(&three, 2), Vec::<Vec<u64>>::new());
        assert_eq!(
            Turning::parse("T{5,1-3}").unwrap().to_string(),
            "T{1,2,3,5}"
        );
        assert_eq!(Turning::parse("T{1-3}").unwrap().to_string(), "T{1-3}");
    }

    #[test]
    fn errors_are_sentences() {
        for (text, problem) in [
            ("T{}", "`` is not a number from 1 to 64"),
            ("T{0}", "`0` is not a number from 1 to 64"),
            ("T{1", "it must be like T{…}"),
            ("T{3-2}", "the range is empty"),
        ] {
            let e = Turning::parse(text).unwrap_err().to_string();
            assert_eq!(
                e,
                format!(
                    "turning code `{text}`: {problem}; write how many coins a move turns, as in T{{1,2}}"
                )
            );
        }
    }
}
