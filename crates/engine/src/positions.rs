//! Lists of positions: all fillings of a board, all heaps in ranges, all that can be reached, or random ones.
//!
//! Positions are texts in normal form, one at a time; fillings and heaps are listed in constant memory.

use crate::game::heaps_text;
use crate::workbench::Workbench;
use bouton_core::{Budget, Held};
use bouton_rules::{Error, Player, Result};
use std::collections::{BTreeSet, HashSet, VecDeque};

/// Which positions to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// All that can be reached from a position, itself first, by moves of both players in any order.
    Reachable {
        /// Where play starts.
        from: String,
        /// At most so many moves away.
        within: Option<u64>,
    },
    /// All ways to write one of these letters in each cell of a board.
    Fillings {
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
        /// The letters; without them, those of the game's examples.
        letters: Option<String>,
    },
    /// All tuples of heaps in inclusive ranges.
    Heaps(Vec<(u64, u64)>),
}

/// How many of them, and which ones count as the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// One of each class of positions that are equal under symmetry.
    pub up_to_symmetry: bool,
    /// So many random ones in place of all; a position may come more than once.
    pub random: Option<u64>,
    /// What the random numbers start from: the same seed gives the same positions.
    pub seed: u64,
}

/// Most cells of a board whose fillings are listed.
const MOST_CELLS: usize = 4096;

/// Random texts in a row that may fail to be positions.
const MOST_FAILURES: u64 = 1_000_000;

impl Workbench {
    /// Calls `each` with every position of a list until it says false. Cost: the work of reading one text for each filling, of
    /// all moves for each position that is reached; memory for reachable positions and for classes under symmetry, one text
    /// each. Errors: a letter or size that the game has not, a limit, or what `each` returns.
    ///
    /// ```
    /// use bouton_engine::{Budget, Origin, Selection, Workbench};
    /// let clobber = Workbench::named("clobber").unwrap();
    /// let fillings = Origin::Fillings { rows: 1, columns: 2, letters: None };
    /// let mut found = Vec::new();
    /// clobber.positions(&fillings, Selection::default(), &Budget::unlimited(), &mut |p| {
    ///     found.push(p.to_string());
    ///     Ok(true)
    /// })?;
    /// assert_eq!(found.len(), 9);
    /// # Ok::<(), bouton_engine::Error>(())
    /// ```
    pub fn positions(
        &self,
        origin: &Origin,
        selection: Selection,
        budget: &Budget,
        each: &mut dyn FnMut(&str) -> Result<bool>,
    ) -> Result<()> {
        let mut seen = Classes {
            bench: self,
            seen: selection.up_to_symmetry.then(HashSet::new),
            held: budget.hold(),
            bytes: 0,
        };
        let mut random = fastrand::Rng::with_seed(selection.seed);
        let mut new = |text: &str| match seen.is_new(text)? {
            true => each(text),
            false => Ok(true),
        };
        match (origin, selection.random) {
            (Origin::Reachable { from, within }, None) => {
                self.reachable(from, *within, budget, &mut new)
            }
            (Origin::Reachable { from, within }, Some(many)) => {
                for _ in 0..many {
                    let end = self.walk(from, *within, &mut random, budget)?;
                    if !new(&end)? {
                        break;
                    }
                }
                Ok(())
            }
            (
                Origin::Fillings {
                    rows,
                    columns,
                    letters,
                },
                many,
            ) => {
                let letters = self.letters(letters.as_deref())?;
                let cells = rows
                    .checked_mul(*columns)
                    .filter(|&n| n > 0 && n <= MOST_CELLS);
                let cells = cells.ok_or_else(|| {
                    Error::input(format!(
                        "a board of {rows} rows and {columns} columns has no list of fillings; give a size such as 2x4, with at most {MOST_CELLS} cells"
                    ))
                })?;
                let sizes = vec![letters.len() as u64; cells];
                let write = |digits: &[u64]| {
                    let rows: Vec<String> = digits
                        .chunks(*columns)
                        .map(|row| row.iter().map(|&d| letters[d as usize]).collect())
                        .collect();
                    rows.join("|")
                };
                self.tuples(&sizes, many, &mut random, budget, &write, &mut new)
            }
            (Origin::Heaps(ranges), many) => {
                let sizes: Option<Vec<u64>> = ranges
                    .iter()
                    .map(|(low, high)| high.checked_sub(*low)?.checked_add(1))
                    .collect();
                let sizes = sizes.filter(|s| !s.is_empty()).ok_or_else(|| {
                    Error::input("a range counts up, to less than 2^64, as in 0..20 or 0..5,0..5")
                })?;
                let write = |digits: &[u64]| {
                    let heaps = digits
                        .iter()
                        .zip(ranges)
                        .map(|(d, (low, _))| (low + d).to_string());
                    heaps.collect::<Vec<_>>().join(",")
                };
                self.tuples(&sizes, many, &mut random, budget, &write, &mut new)
            }
        }
    }

    /// Every tuple of digits below `sizes`, or random ones, as the text that `write` makes, where that is a position.
    fn tuples(
        &self,
        sizes: &[u64],
        many: Option<u64>,
        random: &mut fastrand::Rng,
        budget: &Budget,
        write: &dyn Fn(&[u64]) -> String,
        each: &mut dyn FnMut(&str) -> Result<bool>,
    ) -> Result<()> {
        budget.phase("listing", None);
        let mut digits = vec![0; sizes.len()];
        let (mut found, mut failures) = (0, 0);
        let mut last = None;
        while many.is_none_or(|many| found < many) {
            if many.is_some() {
                for (digit, &size) in digits.iter_mut().zip(sizes) {
                    *digit = random.u64(0..size);
                }
            }
            budget.visit(1)?;
            let text = write(&digits);
            match self.show(&text) {
                Ok(shown) if many.is_some() || self.is_listed(&text, &shown) => {
                    found += 1;
                    failures = 0;
                    if !each(&shown)? {
                        return Ok(());
                    }
                }
                Ok(_) => {}
                Err(e) => {
                    failures += 1;
                    last = Some(e);
                    if many.is_some() && failures >= MOST_FAILURES {
                        break;
                    }
                }
            }
            if many.is_none() && !count_up(&mut digits, sizes) {
                break;
            }
        }
        match last {
            Some(e) if found == 0 => Err(Error::input(format!(
                "no position of {} is written so; of `{}` it says: {e}",
                self.name,
                write(&digits)
            ))),
            _ => Ok(()),
        }
    }

    /// Of the texts that the game reads as one position, is this the one that stands for it in a list? It is the normal form, or
    /// heaps that do not fall where their order means nothing.
    fn is_listed(&self, text: &str, shown: &str) -> bool {
        if text == shown {
            return true;
        }
        let heaps: Option<Vec<u64>> = text.split(',').map(|n| n.parse().ok()).collect();
        heaps.is_some_and(|mut heaps| {
            let rises = heaps.is_sorted();
            heaps.reverse();
            rises
                && self
                    .show(&heaps_text(&heaps))
                    .is_ok_and(|same| same == shown)
        })
    }

    fn reachable(
        &self,
        from: &str,
        within: Option<u64>,
        budget: &Budget,
        each: &mut dyn FnMut(&str) -> Result<bool>,
    ) -> Result<()> {
        budget.phase("listing", None);
        let start = self.show(from)?;
        let mut held = budget.hold();
        let mut bytes = 0;
        let mut seen = HashSet::from([start.clone()]);
        let mut open = VecDeque::from([(start, 0)]);
        while let Some((position, moves)) = open.pop_front() {
            budget.visit(1)?;
            if !each(&position)? {
                return Ok(());
            }
            if within.is_some_and(|most| moves >= most) {
                continue;
            }
            for next in self.steps(&position)? {
                if !seen.contains(&next) {
                    bytes += 2 * (next.len() as u64 + 64);
                    held.set(bytes)?;
                    seen.insert(next.clone());
                    open.push_back((next, moves + 1));
                }
            }
        }
        Ok(())
    }

    /// Where random moves lead: a random number of them, at most `within`, and fewer where play ends before.
    fn walk(
        &self,
        from: &str,
        within: Option<u64>,
        random: &mut fastrand::Rng,
        budget: &Budget,
    ) -> Result<String> {
        let mut path = vec![self.show(from)?];
        // Play that may go on for ever is cut where a game of people would be.
        let most = within.unwrap_or(200);
        while (path.len() as u64) <= most {
            budget.visit(1)?;
            let last = path.last().map_or("", String::as_str);
            let next = self.steps(last)?;
            match random.choice(next) {
                Some(next) => path.push(next),
                None => break,
            }
        }
        let at = random.usize(0..path.len());
        Ok(path.swap_remove(at))
    }

    /// Where the moves of both players lead.
    fn steps(&self, position: &str) -> Result<BTreeSet<String>> {
        let mut all = BTreeSet::from_iter(self.moves(Player::Left, position)?);
        if self.is_partizan() {
            all.extend(self.moves(Player::Right, position)?);
        }
        Ok(all)
    }

    /// The letters of cells: those asked for, or those of the game's examples.
    fn letters(&self, asked: Option<&str>) -> Result<Vec<char>> {
        let examples = self.game.info().examples.concat();
        let text = asked.unwrap_or(&examples);
        let is_letter = |c: &char| !c.is_whitespace() && *c != '|' && *c != ',';
        let letters: BTreeSet<char> = text.chars().filter(is_letter).collect();
        match letters.is_empty() {
            true => Err(Error::input(
                "a board needs letters for its cells; give them, as in --letters xo.",
            )),
            false => Ok(letters.into_iter().collect()),
        }
    }
}

/// The next tuple, the last digit fastest; false after the last.
fn count_up(digits: &mut [u64], sizes: &[u64]) -> bool {
    for (digit, &size) in digits.iter_mut().zip(sizes).rev() {
        *digit += 1;
        if *digit < size {
            return true;
        }
        *digit = 0;
    }
    false
}

/// One position of each class under symmetry.
struct Classes<'a> {
    bench: &'a Workbench,
    seen: Option<HashSet<String>>,
    held: Held,
    bytes: u64,
}

impl Classes<'_> {
    fn is_new(&mut self, text: &str) -> Result<bool> {
        let Some(seen) = &mut self.seen else {
            return Ok(true);
        };
        let class = self.bench.game.representative(text)?;
        if seen.contains(&class) {
            return Ok(false);
        }
        self.bytes += class.len() as u64 + 64;
        self.held.set(self.bytes)?;
        seen.insert(class);
        Ok(true)
    }
}
