//! Chains and loops that stand apart from everything else, by their lengths alone, and the scores of positions that are nothing
//! else.
//!
//! Which strings such a chain is made of does not matter, so a multiset of lengths gets a number. Its score is computed from the
//! definition over all ways to open one of them: far fewer multisets than positions. (Without chains of one or two coins there is a
//! closed form: buzzardciere2014.)

use std::collections::HashMap;

/// A chain of coins on two strings with both ends tied to the ground, or a loop of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Row {
    pub coins: u8,
    pub looped: bool,
}

impl Row {
    /// How many coins the opponent may leave when this row has been opened: the last two of a chain of three and more, the
    /// last four of a loop of four and more.
    pub fn handout(self) -> i32 {
        match self {
            Row {
                coins,
                looped: true,
            } if coins >= 4 => 4,
            Row {
                coins,
                looped: false,
            } if coins >= 3 => 2,
            _ => 0,
        }
    }
}

/// What the opponent gets from a gift and the rest, if the player to move in the rest scores `rest`.
pub(crate) fn worth(gift: i32, handout: i32, rest: i32) -> i32 {
    let takes = gift + rest;
    match handout {
        0 => takes,
        _ => takes.max(gift - 2 * handout - rest),
    }
}

/// Multisets of rows by number; 0 is the empty one.
#[derive(Default)]
pub(crate) struct Apart {
    sets: Vec<Set>,
    numbers: HashMap<Vec<Row>, u32>,
}

struct Set {
    rows: Vec<Row>,
    score: Option<i32>,
    /// The multisets with one row more that were asked for.
    with: Vec<(Row, u32)>,
    /// Each kind of row, and the multiset without one of them.
    openings: Option<Vec<(Row, u32)>>,
}

impl Apart {
    pub fn new() -> Apart {
        let mut apart = Apart::default();
        apart.number(Vec::new());
        apart
    }

    fn number(&mut self, rows: Vec<Row>) -> u32 {
        if let Some(&number) = self.numbers.get(&rows) {
            return number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(Set {
            rows: rows.clone(),
            score: None,
            with: Vec::new(),
            openings: None,
        });
        self.numbers.insert(rows, number);
        number
    }

    /// The multiset with one row more.
    pub fn with(&mut self, set: u32, row: Row) -> u32 {
        let found = self.sets[set as usize].with.iter().find(|w| w.0 == row);
        if let Some(&(_, number)) = found {
            return number;
        }
        let mut rows = self.sets[set as usize].rows.clone();
        rows.insert(rows.partition_point(|&other| other < row), row);
        let number = self.number(rows);
        self.sets[set as usize].with.push((row, number));
        number
    }

    /// Each kind of row, and the multiset without one of them.
    pub fn openings(&mut self, set: u32) -> &[(Row, u32)] {
        if self.sets[set as usize].openings.is_none() {
            let rows = self.sets[set as usize].rows.clone();
            let firsts = (0..rows.len()).filter(|&i| i == 0 || rows[i] != rows[i - 1]);
            let openings = firsts
                .map(|i| {
                    let mut rest = rows.clone();
                    (rest.remove(i), self.number(rest))
                })
                .collect();
            self.sets[set as usize].openings = Some(openings);
        }
        self.sets[set as usize].openings.as_deref().unwrap_or(&[])
    }

    /// The score of the rows alone for the player to move.
    pub fn score(&mut self, set: u32) -> i32 {
        // A multiset waits until those with a row less are done; there are at most 64 rows.
        let mut open = vec![set];
        while let Some(&top) = open.last() {
            let openings = self.openings(top).to_vec();
            let waits = open.len();
            open.extend(
                openings
                    .iter()
                    .map(|o| o.1)
                    .filter(|&rest| self.sets[rest as usize].score.is_none()),
            );
            if open.len() > waits {
                continue;
            }
            let value = |&(row, rest): &(Row, u32)| {
                let rest = self.sets[rest as usize].score.unwrap_or(0);
                -worth(i32::from(row.coins), row.handout(), rest)
            };
            let best = openings.iter().map(value).max().unwrap_or(0);
            self.sets[top as usize].score = Some(best);
            open.pop();
        }
        self.sets[set as usize].score.unwrap_or(0)
    }

    /// Bytes held, roughly.
    pub fn bytes(&self) -> usize {
        self.sets.len() * 500
    }
}
