//! Turning games by a description: how many coins are turned, and how they must lie.
//!
//! `1-3` is Mock Turtles, `2` Twins, `1+C` Ruler, `4FS` Grundy's game. In normal play a row of coins is worth the exclusive or
//! of its heads, each alone, and the values of single heads come from the rule of the least excluded number.

use crate::Visitor;
use crate::common::coins::{Turning, TurningRule};
use crate::common::{info, parameter, with_theorem};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Nat, Result};
use num_traits::ToPrimitive;
use std::sync::{Arc, Mutex};

/// Which coins may be turned together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The least number of coins.
    pub least: u64,
    /// The greatest number of coins; `None` for any.
    pub most: Option<u64>,
    /// All within so many neighbouring places; `Some(None)` for a run without gaps.
    pub within: Option<Option<u64>>,
    /// At equal distances.
    pub equal: bool,
    /// The first coin of the row is among them.
    pub first: bool,
    /// The same from the left as from the right.
    pub symmetric: bool,
}

impl Pattern {
    /// Reads `2`, `1-3` or `1+` and behind it any of `C` (neighbours), `C(5)` (within five neighbouring places), `E` (at equal
    /// distances), `F` (with the first coin), `S` (symmetric).
    ///
    /// ```
    /// use bouton_games::turning::Pattern;
    /// let fours = Pattern::parse("4FS").unwrap();
    /// assert_eq!(fours.companions(6), [[1, 2, 5], [1, 3, 4]]);
    /// ```
    pub fn parse(text: &str) -> Result<Pattern> {
        let wrong = || {
            Error::input(format!(
                "the parameter `{}` is no pattern of coins; write how many, like 2, 1-3 or 1+, and then perhaps C (neighbours), \
                 C(5) (within five places), E (equal distances), F (with the first coin), S (symmetric)",
                shorten(text)
            ))
        };
        let text = text.trim();
        let marks = text
            .find(|c: char| c.is_ascii_alphabetic())
            .unwrap_or(text.len());
        let (count, mut marks) = text.split_at(marks);
        let number = |part: &str| parameter::number(part, 1, 1 << 20).map_err(|_| wrong());
        let (least, most) = match (count.strip_suffix('+'), count.split_once('-')) {
            (Some(least), _) => (number(least)?, None),
            (None, Some((least, most))) => (number(least)?, Some(number(most)?)),
            (None, None) => (number(count)?, Some(number(count)?)),
        };
        if most.is_some_and(|most| most < least) {
            return Err(wrong());
        }
        let mut pattern = Pattern {
            least,
            most,
            within: None,
            equal: false,
            first: false,
            symmetric: false,
        };
        while let Some(mark) = marks.chars().next() {
            marks = &marks[1..];
            match mark {
                'C' => {
                    pattern.within = Some(None);
                    if let Some(rest) = marks.strip_prefix('(') {
                        let (width, rest) = rest.split_once(')').ok_or_else(wrong)?;
                        pattern.within = Some(Some(number(width)?));
                        marks = rest;
                    }
                }
                'E' => pattern.equal = true,
                'F' => pattern.first = true,
                'S' => pattern.symmetric = true,
                _ => return Err(wrong()),
            }
        }
        Ok(pattern)
    }

    /// As it is read.
    pub fn show(&self) -> String {
        let mut text = match self.most {
            Some(most) if most == self.least => most.to_string(),
            Some(most) => format!("{}-{most}", self.least),
            None => format!("{}+", self.least),
        };
        match self.within {
            Some(Some(width)) => text += &format!("C({width})"),
            Some(None) => text += "C",
            None => {}
        }
        for (mark, set) in [('E', self.equal), ('F', self.first), ('S', self.symmetric)] {
            if set {
                text.push(mark);
            }
        }
        text
    }

    /// The sets of coins below `n` that may be turned together with the coin `n`, ascending, in order of their size; at most `cap`
    /// of them and one more.
    fn sets(&self, n: u64, cap: usize) -> Vec<Vec<u64>> {
        let mut sets: Vec<Vec<u64>> = Vec::new();
        let most = self.most.unwrap_or(n).min(n);
        let lowest = match self.within {
            Some(Some(width)) => n.saturating_sub(width - 1).max(1),
            _ => 1,
        };
        for count in self.least..=most {
            if self.within == Some(None) {
                let run: Vec<u64> = (n + 1 - count..n).collect();
                if self.allows(&run, n) {
                    sets.push(run);
                }
                continue;
            }
            if self.equal && count > 1 {
                let steps = (1..).take_while(|step| step * (count - 1) < n);
                let spread =
                    steps.map(|step| (1..count).rev().map(|i| n - i * step).collect::<Vec<u64>>());
                sets.extend(spread.filter(|set| set[0] >= lowest && self.allows(set, n)));
                continue;
            }
            // Every choice, in lexicographic order.
            let size = (count - 1) as usize;
            let mut set: Vec<u64> = (lowest..n).take(size).collect();
            if set.len() < size {
                continue;
            }
            loop {
                if self.allows(&set, n) {
                    sets.push(set.clone());
                }
                if sets.len() > cap {
                    return sets;
                }
                let movable = (0..size).rev().find(|&i| set[i] + ((size - i) as u64) < n);
                let Some(i) = movable else {
                    break;
                };
                let start = set[i] + 1;
                (i..size).for_each(|j| set[j] = start + (j - i) as u64);
            }
        }
        sets
    }

    /// Is the set of coins below `n`, with `n`, as the marks want it?
    fn allows(&self, set: &[u64], n: u64) -> bool {
        let lowest = set.first().copied().unwrap_or(n);
        let mirrored = |coin: &u64| {
            let image = lowest + n - coin;
            image == n || set.binary_search(&image).is_ok()
        };
        (!self.first || lowest == 1) && (!self.symmetric || set.iter().all(mirrored))
    }

    /// The sets of coins below `n` that may be turned together with the coin `n`.
    pub fn companions(&self, n: u64) -> Vec<Vec<u64>> {
        self.sets(n, usize::MAX)
    }

    /// How many choices of coins are looked at, or 2^64 - 1 where there are too many to say.
    fn choices(&self, n: u64) -> u64 {
        if self.within == Some(None) || self.equal {
            return n.saturating_mul(n);
        }
        let places = match self.within {
            Some(Some(width)) => width.min(n) - 1,
            _ => n - 1,
        };
        let most = self.most.unwrap_or(n).min(places + 1);
        let mut total = 0u64;
        let mut choose = 1u64;
        for size in 0..most {
            if size + 1 >= self.least {
                total = total.saturating_add(choose);
            }
            let Some(next) = choose.checked_mul(places - size) else {
                return u64::MAX;
            };
            choose = next / (size + 1);
            if choose == 0 {
                break;
            }
        }
        total
    }
}

/// Most sets of coins that are looked at for the values of single heads up to the greatest one asked about.
const MOST_SETS: u64 = 1 << 20;

/// The game of a [`Pattern`].
#[derive(Clone, Debug)]
pub struct PatternGame {
    pattern: Pattern,
    /// Values of the heads 1, 2, …, each alone, as far as they are known.
    values: Arc<Mutex<Vec<u64>>>,
}

impl PatternGame {
    /// The game of a pattern in the notation of [`Pattern::parse`].
    ///
    /// ```
    /// use bouton_games::turning::PatternGame;
    /// use bouton_rules::{Heaps, Impartial, Play};
    /// let known = PatternGame::game("1-3").unwrap().known(&Heaps::of(&[1, 4, 6, 9]), Play::Normal).unwrap();
    /// assert_eq!(known.grundy, Some(29u32.into()));
    /// ```
    pub fn game(text: &str) -> Result<Turning<PatternGame>> {
        Ok(Turning(PatternGame {
            pattern: Pattern::parse(text)?,
            values: Arc::default(),
        }))
    }

    /// The values of heads 1 to `n`; `None` if that takes too many sets.
    fn values(&self, n: u64) -> Option<Vec<u64>> {
        let mut values = self.values.lock().ok()?;
        while (values.len() as u64) < n {
            let head = values.len() as u64 + 1;
            if self.pattern.choices(head).saturating_mul(n - head + 1) > MOST_SETS {
                return None;
            }
            let sum = |set: &Vec<u64>| {
                set.iter()
                    .fold(0, |sum, &coin| sum ^ values[coin as usize - 1])
            };
            let mut seen: Vec<u64> = self.pattern.companions(head).iter().map(sum).collect();
            seen.sort_unstable();
            seen.dedup();
            let mex = seen
                .iter()
                .zip(0..)
                .take_while(|&(&value, i)| value == i)
                .count() as u64;
            values.push(mex);
        }
        Some(values.clone())
    }
}

impl TurningRule for PatternGame {
    fn info(&self) -> Info {
        let Pattern { least, most, .. } = self.pattern;
        let many = match most {
            Some(most) if most == least => most.to_string(),
            Some(most) => format!("{least} to {most}"),
            None => format!("at least {least}"),
        };
        let mut rules = format!(
            "A row of coins, numbered from 1. Turn {many} of them, the last one from heads to tails"
        );
        match self.pattern.within {
            Some(Some(width)) => rules += &format!(", all within {width} neighbouring places"),
            Some(None) => rules += ", side by side",
            None => {}
        }
        if self.pattern.equal {
            rules += ", at equal distances";
        }
        if self.pattern.first {
            rules += ", the first one of the row among them";
        }
        if self.pattern.symmetric {
            rules += ", the same from the left as from the right";
        }
        with_theorem(
            info(
                &format!("turning:{}", self.pattern.show()),
                &(rules + "."),
                "the coins that show heads, like 2,5,6",
                &["1,3,4", "2,5,7"],
            ),
            "the Grundy value is the exclusive or of the values of the heads, each alone",
            "winningways",
        )
    }

    fn companions(&self, n: u64) -> Vec<Vec<u64>> {
        self.pattern.companions(n)
    }

    fn count(&self, n: u64) -> u64 {
        self.pattern.choices(n)
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        let n = n.to_u64().filter(|&n| n <= 1 << 14)?;
        Some(self.values(n)?[n as usize - 1].into())
    }

    fn adding_to(&self, n: &Nat, value: &Nat) -> (Vec<Vec<Nat>>, bool) {
        let none = (Vec::new(), false);
        let (Some(n), Some(value)) = (n.to_u64(), value.to_u64()) else {
            return none;
        };
        let Some(values) = self.values(n) else {
            return none;
        };
        let sum = |set: &Vec<u64>| {
            set.iter()
                .fold(0, |sum, &coin| sum ^ values[coin as usize - 1])
        };
        let sets = self
            .pattern
            .companions(n)
            .into_iter()
            .filter(|set| sum(set) == value);
        (
            sets.map(|set| set.into_iter().map(Nat::from).collect())
                .collect(),
            true,
        )
    }
}

/// Shows the family.
pub fn visit(v: &mut impl Visitor) {
    v.family("turning", "2-3E", PatternGame::game);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of heads 1, 2, …, from the field's standard tool (its table of spawning games).
    #[test]
    fn published_values() {
        let rows: [(&str, &[u64]); 9] = [
            ("1-3", &[1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22]),
            ("1-9", &[1, 2, 4, 8, 16, 32, 64, 128, 256, 511, 512, 1024]),
            ("3", &[0, 0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19]),
            ("1+C", &[1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4]),
            ("1-3C(5)", &[1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2]),
            ("3C(5)", &[0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0]),
            ("3E", &[0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1]),
            ("4FS", &[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]),
            ("1+S", &[1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11]),
        ];
        for (pattern, values) in rows {
            let Turning(game) = PatternGame::game(pattern).unwrap();
            assert_eq!(game.pattern.show(), pattern);
            assert_eq!(game.values(12).unwrap(), values, "{pattern}");
        }
    }

    #[test]
    fn choices_are_counted() {
        for pattern in ["1-3", "2", "1-3C(5)", "1-4", "1+", "3C(5)"] {
            let pattern = Pattern::parse(pattern).unwrap();
            for n in 1..10 {
                assert_eq!(
                    pattern.choices(n),
                    pattern.companions(n).len() as u64,
                    "{pattern:?} {n}"
                );
            }
        }
    }
}
