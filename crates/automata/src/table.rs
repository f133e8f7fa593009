//! Automata as plain tables, for files and for programs that know nothing of this crate.

use std::sync::Arc;

use crate::automaton::{Automaton, Var, sorted_vars};
use crate::diagram::{Builder, Diagram, Ref};
use crate::error::{Error, Limits};
use crate::minimize::Raw;
use crate::numeration::Numeration;

/// A complete deterministic automaton with one column for each letter.
///
/// A letter is a tuple of track letters, one for each variable in order; its column is the sum of
/// `digit[i] * radix^(tracks - 1 - i)`. The radix is the base, or 2 for Zeckendorf; for an Ostrowski system it is the number
/// of valid blocks of one period of digits (the largest digit plus one where the period is 1), in the order of their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name of the numeration, as [`Numeration::name`] writes it.
    pub numeration: String,
    /// The number of tracks.
    pub tracks: usize,
    /// The start state.
    pub start: u32,
    /// Which states accept.
    pub accept: Vec<bool>,
    /// `next[state][column]` is the state after the letter.
    pub next: Vec<Vec<u32>>,
}

impl Automaton {
    /// The table of the automaton: the states in canonical order, the start is 0.
    ///
    /// # Errors
    /// The table would have more than 64 million entries.
    pub fn to_table(&self) -> Result<Table, Error> {
        let tracks = self.vars.len();
        let letters = columns(self.sys.radix, tracks, self.states())?;
        let mut classes = Vec::with_capacity(letters);
        let mut letter = vec![0u16; tracks];
        for column in 0..letters {
            let mut rest = column;
            for digit in letter.iter_mut().rev() {
                *digit = (rest % self.sys.radix) as u16;
                rest /= self.sys.radix;
            }
            classes.push(self.diagram.class(&letter));
        }
        Ok(Table {
            numeration: self.sys.num.name(),
            tracks,
            start: 0,
            accept: self.accept.clone(),
            next: (0..self.states() as u32)
                .map(|s| classes.iter().map(|&c| self.step(s, c)).collect())
                .collect(),
        })
    }

    /// The minimal automaton of a table, over these variables in the order of the tracks.
    ///
    /// # Errors
    /// The table is not complete, or its language is not a set of tuples: a word that it accepts is not a valid
    /// representation, or leading zeros matter. The sentence names the place.
    pub fn from_table(table: &Table, vars: &[Var]) -> Result<Automaton, Error> {
        let sys = Arc::new(Numeration::parse(&table.numeration)?.system()?);
        if vars.len() != table.tracks {
            return Err(Error::input(format!(
                "table of {} tracks: {} variables given",
                table.tracks,
                vars.len()
            )));
        }
        let sorted = sorted_vars(vars)?;
        if sorted.len() != vars.len() {
            return Err(Error::input("table: a variable is given twice"));
        }
        let n = table.accept.len();
        if n == 0 || table.next.len() != n {
            return Err(Error::input(format!(
                "table: {n} states accept or not, but {} have a row of transitions",
                table.next.len()
            )));
        }
        let letters = columns(sys.radix, table.tracks, n)?;
        if table.start as usize >= n {
            return Err(Error::input(format!(
                "table: start {} is not one of its {n} states",
                table.start
            )));
        }
        for (s, row) in table.next.iter().enumerate() {
            if row.len() != letters {
                return Err(Error::input(format!(
                    "table: state {s} has {} columns, not {letters}",
                    row.len()
                )));
            }
            if let Some(t) = row.iter().find(|&&t| t as usize >= n) {
                return Err(Error::input(format!(
                    "table: state {s} leads to {t}, which is not one of its {n} states"
                )));
            }
        }
        let raw = Raw {
            diagram: letter_diagram(sys.radix, table.tracks),
            classes: letters,
            start: table.start,
            accept: table.accept.clone(),
            next: table.next.concat(),
            vars: (0..table.tracks as u32).collect(),
            sys: sys.clone(),
        };
        let set = raw.minimize();
        if set.step(0, set.diagram.class(&[])) != 0 {
            return Err(Error::input(
                "table: leading zeros matter, the start must behave as the state after a zero letter",
            ));
        }
        let all = Automaton::all_in(&sys, &set.vars, &Limits::default())?;
        if let Some(bad) = set.difference_words(&all)? {
            return Err(Error::input(format!(
                "table: it accepts {bad}, which is not a valid representation in {}",
                sys.num.name()
            )));
        }
        set.apply(vars)
    }

    /// A word that is in this language but not in the other one, written with its letters.
    fn difference_words(&self, other: &Automaton) -> Result<Option<String>, Error> {
        if self.sys.free() {
            return Ok(None);
        }
        let outside = self.difference(other, &Limits::default())?;
        let letters = outside.diagram.choices(&vec![None; outside.vars.len()]);
        Ok(outside.least_word(&letters).map(|word| {
            let rows: Vec<String> = word.iter().map(|letter| format!("{letter:?}")).collect();
            format!("the word {}", rows.join(""))
        }))
    }
}

fn columns(radix: usize, tracks: usize, states: usize) -> Result<usize, Error> {
    let most = 64_000_000;
    u32::try_from(tracks)
        .ok()
        .and_then(|t| radix.checked_pow(t))
        .filter(|n| n.saturating_mul(states) <= most)
        .ok_or_else(|| {
            Error::input(format!(
                "a table of {states} states and {tracks} tracks of {radix} letters has more than {most} entries"
            ))
        })
}

/// The diagram in which each letter is a class of its own, numbered by its column.
pub(crate) fn letter_diagram(radix: usize, tracks: usize) -> Diagram {
    let mut builder = Builder::new(radix);
    let mut level: Vec<Ref> = (0..radix.pow(tracks as u32) as u32)
        .map(Ref::leaf)
        .collect();
    for track in (0..tracks as u32).rev() {
        level = level
            .chunks_exact(radix)
            .map(|kids| builder.make(track, kids))
            .collect();
    }
    let root = level[0];
    builder.finish(root)
}
