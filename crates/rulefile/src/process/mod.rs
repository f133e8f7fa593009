//! Rule files of chance and of games for one, on counters.
//!
//! ```text
//! game      gamblers-ruin
//! rules     Bet one coin on a fair toss until none or ten are left.
//! counters  a
//! where     a <= 10
//! random    a += 1 weight 1, a -= 1 weight 1
//! end       where a = 0   pays 0
//! end       where a = 10  pays 1
//! ```
//!
//! A position gives each counter a natural number. `random` lines say what may happen there and with which weights, `choose left` and
//! `choose right` lines what a player may do, `end` lines where play ends and what it pays Left. A file with a `goal` is a game for one,
//! whose moves are `move` lines. `hidden right b` says that Right does not see the counter b. `parse` reads a file, `turn` says what can happen in a position, `exact` evaluates numbers
//! that may be fractions, and `solo` is the game for one.

mod exact;
mod parse;
mod solo;
mod turn;

pub(crate) use parse::{is_about_counters, parse_process};
pub use solo::{CounterSolo, Linear, LinearGoal, Solo};
pub use turn::{Act, Outcome, Turn};

use bouton_rules::heaps::shorten;
use bouton_rules::{Bound, Cond, Error, Expr, Result};

/// The value of each counter.
pub type Counters = Vec<i64>;

/// Who acts by a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Nobody: chance.
    Nature,
    /// Left, who makes the expectation large.
    Left,
    /// Right, who makes it small.
    Right,
    /// The only player of a game with a goal.
    Only,
}

/// One way in which a line can turn out.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// The new value of each counter.
    pub to: Vec<Expr>,
    pub weight: Option<Expr>,
    pub gain: Option<Expr>,
}

/// A line that changes counters: a move, an action, or a part of what may happen by chance.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub number: usize,
    pub actor: Actor,
    pub changes: Vec<Change>,
    pub bounds: Vec<Bound>,
    pub guard: Cond,
    /// What the action is called.
    pub label: Option<String>,
}

/// A line that ends play.
#[derive(Clone, Debug)]
pub(crate) struct EndLine {
    pub number: usize,
    pub when: Cond,
    pub pays: Expr,
}

/// A rule file on counters: a process with chance and choices, or a game for one. Made by [`crate::read`].
#[derive(Clone, Debug)]
pub struct ProcessRules {
    pub(crate) name: String,
    pub(crate) rules: String,
    pub(crate) cite: Option<String>,
    pub(crate) counters: Vec<String>,
    pub(crate) domain: Cond,
    /// The counters that Left, and those that Right, does not see.
    pub(crate) hidden: [Vec<usize>; 2],
    pub(crate) lines: Vec<Line>,
    pub(crate) ends: Vec<EndLine>,
    pub(crate) goal: Option<Cond>,
    pub(crate) examples: Vec<String>,
    pub(crate) text: String,
    /// The file's name in errors.
    pub(crate) file: String,
}

impl ProcessRules {
    /// The game's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rules in words; may be empty.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// Where they come from.
    pub fn cite(&self) -> Option<&str> {
        self.cite.as_deref()
    }

    /// The names of the counters.
    pub fn counters(&self) -> &[String] {
        &self.counters
    }

    /// Positions to try.
    pub fn examples(&self) -> &[String] {
        &self.examples
    }

    /// The file as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True if a player does not see all counters.
    pub fn has_hidden(&self) -> bool {
        self.hidden.iter().any(|h| !h.is_empty())
    }

    /// What Left (0) or Right (1) sees of a position: the counters that are not hidden from this player, in order.
    pub fn seen(&self, player: usize, at: &[i64]) -> Counters {
        let all = at.iter().enumerate();
        let seen = all.filter(|(i, _)| !self.hidden[player].contains(i));
        seen.map(|(_, n)| *n).collect()
    }

    /// True for a game for one: the file has a `goal`.
    pub fn has_goal(&self) -> bool {
        self.goal.is_some()
    }

    /// Reads a position: a number for each counter, in order, separated by commas.
    ///
    /// # Errors
    /// One sentence that quotes the text: not as many numbers as counters, a negative number, or a position that `where` excludes.
    ///
    /// ```
    /// use bouton_rulefile::{RuleFile, read};
    /// let text = "game toss\ncounters a b\nrandom a += 1 where a = 0\nend where a = 1 pays b\n";
    /// let Ok(RuleFile::Process(toss)) = read(text, "toss.game") else { panic!() };
    /// assert_eq!(toss.parse("0,7").unwrap(), [0, 7]);
    /// assert_eq!(
    ///     toss.parse("7").unwrap_err().to_string(),
    ///     "`7` is not a position of toss: it has 1 number and there are 2 counters; write a,b, for example 0,0"
    /// );
    /// ```
    pub fn parse(&self, text: &str) -> Result<Counters> {
        let wrong = |why: String| {
            let names = self.counters.join(",");
            let zeros = vec!["0"; self.counters.len()].join(",");
            let example = self.examples.first().unwrap_or(&zeros);
            Error::input(format!(
                "`{}` is not a position of {}: {why}; write {names}, for example {example}",
                shorten(text),
                self.name
            ))
        };
        let trimmed = text.trim().trim_start_matches('(').trim_end_matches(')');
        let mut counters = Vec::new();
        for part in trimmed.split(',').map(str::trim) {
            let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            let number = digits.then(|| part.parse().ok()).flatten();
            counters.push(number.ok_or_else(|| {
                let why = match digits {
                    true => "is too large; counters stay below 2^63",
                    false => "is not a number of 0 or more",
                };
                wrong(format!("`{}` {why}", shorten(part)))
            })?);
        }
        if counters.len() != self.counters.len() {
            let count =
                |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
            let have = self.counters.len();
            let are = if have == 1 { "is" } else { "are" };
            return Err(wrong(format!(
                "it has {} and there {are} {}",
                count(counters.len(), "number"),
                count(have, "counter")
            )));
        }
        if !self.exists(&counters)? {
            return Err(wrong("the `where` line does not let it exist".into()));
        }
        Ok(counters)
    }

    /// The text that [`ProcessRules::parse`] reads back.
    pub fn show(&self, at: &[i64]) -> String {
        let parts: Vec<String> = at.iter().map(i64::to_string).collect();
        parts.join(",")
    }

    /// Does a position exist?
    fn exists(&self, at: &[i64]) -> Result<bool> {
        if at.iter().any(|&n| n < 0) {
            return Ok(false);
        }
        turn::holds(&self.domain, at).map_err(|e| e.at(&self.file))
    }
}
