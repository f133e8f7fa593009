//! Where a pattern matches, and the moves that follow.

use super::board::{Board, MOST_PLACES, Places, Shape};
use super::rules::{CellRules, Guard, LetterSet, Level, Piece, Put, Rewrite, Step, VOID};
use super::topology::Topology;
use bouton_rules::{Error, Result};
use smallvec::SmallVec;

/// Bytes that the moves of one position may fill.
const MOST_BYTES: usize = 1 << 28;

/// One matched place: its number, what is put there, and the number of its group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub place: u32,
    pub put: Put,
    pub group: u8,
}

pub(crate) type Path = SmallVec<[Hit; 8]>;

/// Which letters a place may hold, seen by a pattern.
pub(crate) trait Contents {
    /// May the place hold one of the letters?
    fn fits(&self, place: u32, letters: LetterSet) -> bool;
}

/// The letters of one position.
impl Contents for [u8] {
    #[inline]
    fn fits(&self, place: u32, letters: LetterSet) -> bool {
        letters >> self[place as usize] & 1 == 1
    }
}

/// Matches one pattern along one step.
pub(crate) struct Walk<'a, C: ?Sized> {
    pub contents: &'a C,
    pub topology: &'a Topology,
    pub rewrite: &'a Rewrite,
    pub step: Step,
}

impl<C: Contents + ?Sized> Walk<'_, C> {
    /// Calls `found` with every match whose first place is `start`; it stops when `found` says false.
    pub fn each(&self, start: u32, found: &mut dyn FnMut(&[Hit]) -> bool) -> bool {
        let first = &self.rewrite.groups[0];
        // Most places are ruled out by their letter.
        if first.repeats != Some(0) && !self.contents.fits(start, first.items[0].matches) {
            return true;
        }
        if self.rewrite.edges.0 {
            let back = (-self.step.0, -self.step.1);
            let before = self.topology.step(back);
            if before.is_none_or(|l| !l.of(start as usize).is_empty()) {
                return true;
            }
        }
        self.group(0, start, &mut Path::new(), found)
    }

    /// The places that may come next.
    fn next(&self, start: u32, path: &Path) -> SmallVec<[u32; 8]> {
        match path.last() {
            None => SmallVec::from_elem(start, 1),
            Some(last) => match self.topology.step(self.step) {
                Some(lists) => SmallVec::from_slice(lists.of(last.place as usize)),
                None => SmallVec::new(),
            },
        }
    }

    /// Matches from group `g` on. Depth: the groups and items that the pattern writes down.
    fn group(
        &self,
        g: usize,
        start: u32,
        path: &mut Path,
        found: &mut dyn FnMut(&[Hit]) -> bool,
    ) -> bool {
        let Some(group) = self.rewrite.groups.get(g) else {
            let Some(last) = path.last() else { return true };
            if self.rewrite.edges.1 {
                let after = self.topology.step(self.step);
                if after.is_none_or(|l| !l.of(last.place as usize).is_empty()) {
                    return true;
                }
            }
            return found(path);
        };
        let Some(least) = group.repeats else {
            return self.item(g, 0, start, path, found);
        };
        // A repetition lies along a line, so that there is one way to go on.
        let before = path.len();
        let mut rounds = 0;
        let mut goes_on = true;
        loop {
            if rounds >= least {
                goes_on = self.group(g + 1, start, path, found);
                if !goes_on {
                    break;
                }
            }
            let complete = group.items.iter().all(|item| {
                let next = self.next(start, path).first().copied();
                match next.filter(|&p| self.contents.fits(p, item.matches)) {
                    Some(place) => {
                        path.push(Hit {
                            place,
                            put: item.put,
                            group: g as u8,
                        });
                        true
                    }
                    None => false,
                }
            });
            if !complete {
                break;
            }
            rounds += 1;
        }
        path.truncate(before);
        goes_on
    }

    fn item(
        &self,
        g: usize,
        i: usize,
        start: u32,
        path: &mut Path,
        found: &mut dyn FnMut(&[Hit]) -> bool,
    ) -> bool {
        let Some(item) = self.rewrite.groups[g].items.get(i) else {
            return self.group(g + 1, start, path, found);
        };
        for place in self.next(start, path) {
            let new = path.iter().all(|h| h.place != place);
            if new && self.contents.fits(place, item.matches) {
                path.push(Hit {
                    place,
                    put: item.put,
                    group: g as u8,
                });
                let goes_on = self.item(g, i + 1, start, path, found);
                path.pop();
                if !goes_on {
                    return false;
                }
            }
        }
        true
    }
}

/// Calls `each` with the places of a guard's zone, each once, the matched ones left out.
pub(crate) fn each_in_zone(
    topology: &Topology,
    guard: &Guard,
    path: &[Hit],
    each: &mut dyn FnMut(u32),
) {
    let Some(lists) = topology.zone(guard.zone) else {
        return;
    };
    let mut seen: SmallVec<[u32; 16]> = SmallVec::new();
    for hit in path {
        for &place in lists.of(hit.place as usize) {
            if path.len() > 1 {
                if seen.contains(&place) || path.iter().any(|h| h.place == place) {
                    continue;
                }
                seen.push(place);
            }
            each(place);
        }
    }
}

pub(crate) fn guard_holds(topology: &Topology, guard: &Guard, path: &[Hit], cells: &[u8]) -> bool {
    let mut count = 0;
    if topology.zone(guard.zone).is_none() {
        return board_guard_holds(guard, cells);
    }
    each_in_zone(topology, guard, path, &mut |place| {
        count += usize::from(guard.letters >> cells[place as usize] & 1 == 1);
    });
    (guard.least..=guard.most).contains(&count)
}

/// Does a count over the whole board hold?
pub(crate) fn board_guard_holds(guard: &Guard, cells: &[u8]) -> bool {
    let found = cells.iter().filter(|&&l| guard.letters >> l & 1 == 1);
    (guard.least..=guard.most).contains(&found.count())
}

/// The moves of one rule from one board.
pub(crate) struct Moves<'a> {
    pub rules: &'a CellRules,
    /// The rule's number.
    pub rule: usize,
    pub topology: &'a Topology,
    pub board: &'a Board,
    /// The first rewriting reads the same backwards: of two matches on the same places only one is a move.
    pub palindrome: bool,
}

impl Moves<'_> {
    /// Adds every result.
    pub fn add(&self, results: &mut Vec<Board>) -> Result<()> {
        let cells: &[u8] = &self.board.cells;
        let twins = self.palindrome && self.rules.level.is_graph();
        let mut fault = None;
        let mut emit = |moved: Places| {
            if moved.len() > MOST_PLACES {
                fault = Some(format!(
                    "a move makes a word of more than {MOST_PLACES} letters; take a shorter word"
                ));
            } else if results.len() * (moved.len() + size_of::<Board>()) > MOST_BYTES {
                let found = results.len();
                fault = Some(format!(
                    "more than {found} moves from one position; take a smaller board"
                ));
            } else if moved != self.board.cells {
                let shape = match self.rules.level {
                    Level::Words => Shape::Grid {
                        rows: 1,
                        cols: moved.len() as u32,
                    },
                    _ => self.board.shape.clone(),
                };
                results.push(Board {
                    shape,
                    cells: moved,
                });
            }
            fault.is_none()
        };
        let mut found = |path: &[Hit]| {
            let twin = twins && path[0].place > path[path.len() - 1].place;
            twin || self.apply(0, path, cells, &mut emit)
        };
        let topology = self.topology;
        topology.each_match(self.rules, self.rule, cells, &mut found);
        match fault {
            Some(why) => Err(Error::limit(why)),
            None => Ok(()),
        }
    }

    /// Rewrites a match of part `k`, and goes on with the next part at its last place; false if `emit` said so.
    /// Depth: the parts of the rule.
    fn apply(
        &self,
        k: usize,
        path: &[Hit],
        cells: &[u8],
        emit: &mut dyn FnMut(Places) -> bool,
    ) -> bool {
        let parts = &self.rules.moves[self.rule].parts;
        let holds = |g: &Guard| guard_holds(self.topology, g, path, cells);
        if !parts[k].guards.iter().all(holds) {
            return true;
        }
        if self.rules.level == Level::Words {
            return emit(rewritten(&parts[k], path, cells));
        }
        let mut moved = Places::from_slice(cells);
        for hit in path {
            if let Put::Letter(l) = hit.put {
                moved[hit.place as usize] = l;
            }
        }
        let Some(rewrite) = parts.get(k + 1) else {
            return emit(moved);
        };
        let last = path[path.len() - 1].place;
        rewrite.steps.iter().all(|&step| {
            let contents: &[u8] = &moved;
            let walk = Walk {
                contents,
                topology: self.topology,
                rewrite,
                step,
            };
            walk.each(last, &mut |path| self.apply(k + 1, path, contents, emit))
        })
    }
}

/// The word with the matched places replaced.
fn rewritten(rewrite: &Rewrite, path: &[Hit], word: &[u8]) -> Places {
    let (first, last) = (path[0].place as usize, path[path.len() - 1].place as usize);
    let mut made = Places::from_slice(&word[..first]);
    for piece in &rewrite.pieces {
        match *piece {
            Piece::Letter(l) => made.push(l),
            Piece::Copy(group) => {
                let copied = path.iter().filter(|h| usize::from(h.group) == group);
                made.extend(copied.map(|h| word[h.place as usize]));
            }
        }
    }
    made.extend_from_slice(&word[last + 1..]);
    made
}

/// How many places are on the board.
pub(crate) fn places(cells: &[u8]) -> usize {
    cells.iter().filter(|&&l| l != VOID).count()
}
