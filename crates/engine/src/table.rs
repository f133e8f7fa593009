//! First values of a game over a range of positions.

use crate::game::heaps_text;
use crate::report::{Entry, TableReport};
use crate::workbench::Workbench;
use bouton_core::{Budget, bytes_text};
use bouton_rules::{Error, Play, Result};
use bouton_solve::boxed;

impl Workbench {
    /// Grundy values, values of a partizan game, or outcomes, of every position in inclusive ranges.
    ///
    /// A range counts heaps; of a game on boards, the rows or columns of empty boards; in words, each letter; on graphs, the
    /// vertices of a path. Rule files on heaps fill a dense table from 0 up; other games are searched position by position. A
    /// table that does not fit the
    /// memory limit is refused before it is begun.
    ///
    /// ```
    /// use bouton_engine::{Budget, Entry, Play, Workbench};
    /// let kayles = Workbench::from_rules("game kayles\nheap n\nmove n -> x, n-1-x for x in 0..n-1\nmove n -> x, n-2-x for x in 0..n-2", "kayles.game").unwrap();
    /// let table = kayles.table(&[(0, 5)], false, Play::Normal, &Budget::unlimited()).unwrap();
    /// let values: Vec<_> = table.values.into_iter().flatten().collect();
    /// assert_eq!(values, [0, 1, 2, 3, 1, 4].map(Entry::Grundy));
    /// ```
    pub fn table(
        &self,
        ranges: &[(u64, u64)],
        outcomes: bool,
        play: Play,
        budget: &Budget,
    ) -> Result<TableReport> {
        let endless = self.is_partizan() && !self.game.ends();
        let outcomes = outcomes || endless || play == Play::Misere;
        let boards = self.has_boards(ranges);
        let axes = match (&self.rules, &self.cells) {
            (Some(rules), _) => rules.heaps.clone(),
            (_, Some(rules)) => rules.axes(ranges.len()),
            _ if boards => vec!["rows".to_string(), "columns".to_string()],
            _ => (0..ranges.len()).map(|i| format!("n{}", i + 1)).collect(),
        };
        if axes.len() != ranges.len() {
            return Err(Error::input(format!(
                "{} has {} coordinate{} ({}), but {} range{} given; write one range for each, as in {}",
                self.name,
                axes.len(),
                if axes.len() == 1 { "" } else { "s" },
                axes.join(", "),
                ranges.len(),
                if ranges.len() == 1 { " was" } else { "s were" },
                vec!["0..20"; axes.len()].join(",")
            )));
        }
        let cells = ranges
            .iter()
            .try_fold(1u64, |n, (lo, hi)| n.checked_mul((hi - lo).checked_add(1)?))
            .filter(|&n| n < 1 << 62);
        let cells = cells.ok_or_else(|| {
            Error::input("the table has more than 2^62 positions; give smaller ranges".to_string())
        })?;
        let bytes = cells.saturating_mul(std::mem::size_of::<Option<Entry>>() as u64);
        if budget.limits().bytes.is_some_and(|most| bytes > most) {
            return Err(Error::limit(format!(
                "a table of {cells} positions needs {} to list, the limit is {}; give smaller ranges or raise --memory",
                bytes_text(bytes),
                bytes_text(budget.limits().bytes.unwrap_or(0))
            )));
        }
        let report = |values| TableReport {
            game: self.name.clone(),
            play: if play == Play::Misere {
                "misere"
            } else {
                "normal"
            },
            entries: match (outcomes, self.is_partizan()) {
                (true, _) => "outcome",
                (false, true) => "value",
                (false, false) => "grundy",
            },
            axes: axes.clone(),
            ranges: ranges.to_vec(),
            values,
        };
        let positions = Positions {
            ranges,
            next: Some(ranges.iter().map(|r| r.0).collect()),
        };
        let sums = self.rules.as_ref().is_some_and(|r| r.sums);
        if let Some(game) = &self.boxed
            && !(sums && play == Play::Misere)
            && (outcomes || !self.is_partizan())
        {
            if let Some((_, hi)) = ranges.iter().find(|(_, hi)| *hi >= 1 << 62) {
                return Err(Error::limit(format!(
                    "the table is filled from 0 up, and {hi} is beyond 2^62; ask for single positions with `bouton solve`"
                )));
            }
            if let Some(rules) = &self.rules {
                crate::analyze::closes(rules, game.as_ref())?;
            }
            let sizes: Vec<u64> = ranges.iter().map(|(_, hi)| hi + 1).collect();
            if self.is_partizan() && outcomes {
                let table = boxed::partizan_wins(game.as_ref(), &sizes, play, budget)?;
                let values =
                    positions.map(|p| table.outcome(&p).map(|o| Entry::Outcome(o.letter())));
                return Ok(report(values.collect()));
            }
            if outcomes && !sums {
                let table = boxed::wins(game.as_ref(), &sizes, play, budget)?;
                let entry = |wins| Entry::Outcome(if wins { "N" } else { "P" });
                return Ok(report(
                    positions.map(|p| table.wins(&p).map(entry)).collect(),
                ));
            }
            let table = boxed::grundy(game.as_ref(), &sizes, budget)?;
            let entry = |g| match (outcomes, g) {
                (false, g) => Entry::Grundy(g),
                (true, 0) => Entry::Outcome("P"),
                (true, _) => Entry::Outcome("N"),
            };
            return Ok(report(
                positions.map(|p| table.value(&p).map(entry)).collect(),
            ));
        }
        let text = |sizes: &Vec<u64>| match &self.cells {
            Some(rules) => rules.sized(sizes),
            None if boards => Ok(board_text(sizes)),
            None => Ok(heaps_text(sizes)),
        };
        let texts: Vec<String> = positions.map(|p| text(&p)).collect::<Result<_>>()?;
        let entries = self.game.entries(&texts, outcomes, play, budget)?;
        // A table of nothing: most likely the positions have another form.
        if entries.iter().all(Option::is_none)
            && let Some(Err(e)) = texts.last().map(|text| self.game.show(text))
        {
            return Err(e.at("no position of the table exists"));
        }
        Ok(report(entries))
    }

    /// True if the two ranges are sizes of boards: the game reads `3x4`, and no pair of heaps.
    fn has_boards(&self, ranges: &[(u64, u64)]) -> bool {
        let most: Vec<u64> = ranges.iter().map(|r| r.1.min(2)).collect();
        self.rules.is_none()
            && ranges.len() == 2
            && self.game.show(&heaps_text(&most)).is_err()
            && self.game.show(&board_text(&most)).is_ok()
    }
}

/// The empty board of so many rows and columns.
fn board_text(sizes: &[u64]) -> String {
    let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
    sizes.join("x")
}

/// All positions of the ranges, the last coordinate fastest.
struct Positions<'a> {
    ranges: &'a [(u64, u64)],
    next: Option<Vec<u64>>,
}

impl Iterator for Positions<'_> {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        let now = self.next.take()?;
        let mut after = now.clone();
        for (x, &(lo, hi)) in after.iter_mut().zip(self.ranges).rev() {
            if *x < hi {
                *x += 1;
                self.next = Some(after);
                break;
            }
            *x = lo;
        }
        Some(now)
    }
}
