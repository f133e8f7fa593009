//! A set of tuples as a certificate gives it: a complete automaton that reads digits most significant first.

use crate::limits::Budget;
use crate::numeration::Numeration;
use crate::{Error, Result};
use serde::Deserialize;
use std::collections::HashSet;

/// Letters of an automaton, at most.
pub(crate) const MOST_LETTERS: usize = 1 << 16;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    pub tracks: usize,
    pub start: usize,
    pub accept: Vec<bool>,
    pub next: Vec<Vec<usize>>,
}

/// The number of letters of `tracks` parallel digits.
pub(crate) fn letters(num: &Numeration, tracks: usize) -> Result<usize> {
    let count = u32::try_from(tracks)
        .ok()
        .and_then(|t| (num.radix() as usize).checked_pow(t));
    count.filter(|&n| n <= MOST_LETTERS).ok_or_else(|| {
        Error::limit(format!(
            "{tracks} parallel tracks of {} digits have more than {MOST_LETTERS} letters",
            num.radix()
        ))
    })
}

/// The digits of a letter, the first track's first.
pub(crate) fn letter_digits(num: &Numeration, tracks: usize, mut letter: usize) -> Vec<i64> {
    let radix = num.radix() as usize;
    let mut digits = vec![0; tracks];
    for digit in digits.iter_mut().rev() {
        *digit = (letter % radix) as i64;
        letter /= radix;
    }
    digits
}

impl Table {
    /// Refuses a table that is not a complete automaton on `tracks` tracks, or whose set would depend on leading zeros.
    pub fn validate(
        &self,
        name: &str,
        num: &Numeration,
        tracks: usize,
        budget: &Budget,
    ) -> Result<()> {
        let wrong = |what: String| Err(Error::malformed(format!("the table `{name}`: {what}")));
        if self.tracks != tracks {
            return wrong(format!(
                "it has {} tracks, but {tracks} are needed",
                self.tracks
            ));
        }
        let (letters, states) = (letters(num, tracks)?, self.next.len());
        if self.accept.len() != states {
            return wrong(format!(
                "`accept` has {} entries, but `next` has {states}",
                self.accept.len()
            ));
        }
        if self.start >= states {
            return wrong(format!(
                "the start state {} does not exist; there are {states} states",
                self.start
            ));
        }
        for (state, row) in self.next.iter().enumerate() {
            if row.len() != letters {
                return wrong(format!(
                    "state {state} has {} transitions, but there are {letters} letters",
                    row.len()
                ));
            }
            if let Some(target) = row.iter().find(|&&t| t >= states) {
                return wrong(format!(
                    "state {state} leads to state {target}, which does not exist"
                ));
            }
        }
        // The start and its successor under zero must accept the same valid words. Walk both at once; `above` is the
        // letter just read, which decides (in a quadratic numeration) which letters may follow.
        let second = self.next[self.start][0];
        let all: Vec<Vec<i64>> = (0..letters)
            .map(|l| letter_digits(num, tracks, l))
            .collect();
        let follows = |above: &[i64], digits: &[i64]| match *num {
            Numeration::Base(_) => true,
            Numeration::Quadratic { m, .. } => {
                above.iter().zip(digits).all(|(&a, &d)| a < m || d == 0)
            }
        };
        let ends = |last: &[i64]| match *num {
            Numeration::Base(_) => true,
            Numeration::Quadratic { low, .. } => last.iter().all(|&d| d <= low),
        };
        // Only whether a digit is m matters of the letter above.
        let full = |letter: usize| match *num {
            Numeration::Base(_) => 0,
            Numeration::Quadratic { m, .. } => all[letter]
                .iter()
                .fold(0usize, |bits, &d| 2 * bits + usize::from(d == m)),
        };
        let mut seen = HashSet::from([(self.start, second, 0)]);
        let mut open = vec![(self.start, second, 0)];
        while let Some((p, q, above)) = open.pop() {
            budget.steps(letters as u64)?;
            for (letter, digits) in all.iter().enumerate() {
                if !follows(&all[above], digits) {
                    continue;
                }
                let (p, q) = (self.next[p][letter], self.next[q][letter]);
                if ends(digits) && self.accept[p] != self.accept[q] {
                    return wrong("its set depends on leading zeros: the start state and its successor under zero differ".into());
                }
                if p != q && seen.insert((p, q, full(letter))) {
                    budget.state(3)?;
                    open.push((p, q, letter));
                }
            }
        }
        match self.accept[self.start] == self.accept[second] {
            true => Ok(()),
            false => wrong(
                "the start state and its successor under zero differ on the empty word".into(),
            ),
        }
    }
}
