//! Independent parts of a position, found from what each place can ever hold.
//!
//! First every place gets the letters that it may hold in any position that play can lead to; more than can really happen is
//! allowed, fewer not. A place with one such letter never changes. Whatever could ever be a move ties the changing places that
//! it reads or writes together; groups of places that nothing ties together are independent, because no move reads
//! or writes two of them. A part is such a group with the unchanging places that moves in it read; every other place is
//! taken off the board.

use super::board::Board;
use super::rules::{CellRules, Guard, LetterSet, Put, Rewrite, Step, VOID, Zone};
use super::topology::Topology;
use super::walk::{Contents, Hit, Path, Walk, each_in_zone};
use std::collections::BTreeMap;

/// The letters that places may hold.
impl Contents for [LetterSet] {
    #[inline]
    fn fits(&self, place: u32, letters: LetterSet) -> bool {
        self[place as usize] & letters != 0
    }
}

/// Something that could be a move: never, if it is not `live`.
struct Record {
    live: bool,
    /// Matched places.
    matched: Vec<u32>,
    /// Changing places of guards that matter.
    asked: Vec<u32>,
    /// Unchanging places that guards count.
    fixed: Vec<u32>,
}

struct Survey<'a> {
    rules: &'a CellRules,
    topology: &'a Topology,
    possible: Vec<LetterSet>,
}

/// How a guard stands, whatever is played.
#[derive(PartialEq)]
enum Standing {
    Never,
    Open,
    Always,
}

/// The independent parts in which a move may be left; `ring` as in [`Board::cut`].
pub(crate) fn parts(
    rules: &CellRules,
    topology: &Topology,
    board: &Board,
    ring: usize,
) -> Vec<Board> {
    let possible = board.cells.iter().map(|&l| 1 << l).collect();
    let mut survey = Survey {
        rules,
        topology,
        possible,
    };
    survey.grow();
    let records = survey.records();
    let n = board.cells.len();
    let mut group: Vec<u32> = (0..n as u32).collect();
    let mut moves = vec![false; n];
    for record in records.iter().filter(|r| r.live) {
        let mut first = None;
        for &place in record.matched.iter().chain(&record.asked) {
            if !survey.changes(place) {
                continue;
            }
            moves[place as usize] = true;
            let root = find(&mut group, place);
            match first {
                None => first = Some(root),
                Some(other) => group[root as usize] = find(&mut group, other),
            }
        }
    }
    let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for place in (0..n as u32).filter(|&p| moves[p as usize]) {
        let root = find(&mut group, place);
        groups.entry(root).or_default().push(place);
    }
    let parts = groups.into_values().map(|places| {
        let keep = with_fixed(&survey, &records, places, n);
        board.cut(rules, &keep, ring)
    });
    parts.collect()
}

fn find(group: &mut [u32], mut place: u32) -> u32 {
    while group[place as usize] != place {
        group[place as usize] = group[group[place as usize] as usize];
        place = group[place as usize];
    }
    place
}

/// A group of changing places and the unchanging ones that decide about moves in it.
fn with_fixed(survey: &Survey<'_>, records: &[Record], places: Vec<u32>, n: usize) -> Vec<u32> {
    let mut kept = vec![false; n];
    for place in places {
        kept[place as usize] = true;
    }
    loop {
        let mut grown = false;
        for record in records {
            let inside = |p: &u32| kept[*p as usize];
            // What can be a move is inside as soon as one of its changing places is; what cannot must stay impossible.
            let concerns = match record.live {
                true => record
                    .matched
                    .iter()
                    .any(|p| survey.changes(*p) && kept[*p as usize]),
                false => record.matched.iter().all(inside),
            };
            if !concerns {
                continue;
            }
            let matched = record.matched.iter().filter(|_| record.live);
            for &place in matched.chain(&record.fixed) {
                grown |= !kept[place as usize];
                kept[place as usize] = true;
            }
        }
        if !grown {
            break;
        }
    }
    (0..n as u32).filter(|&p| kept[p as usize]).collect()
}

impl Survey<'_> {
    fn changes(&self, place: u32) -> bool {
        self.possible[place as usize].count_ones() > 1
    }

    fn walk<'b>(&'b self, rewrite: &'b Rewrite, step: Step) -> Walk<'b, [LetterSet]> {
        let contents = self.possible.as_slice();
        Walk {
            contents,
            topology: self.topology,
            rewrite,
            step,
        }
    }

    /// Adds what moves may put, until nothing is added.
    fn grow(&mut self) {
        loop {
            let mut puts = Vec::new();
            for rule in &self.rules.moves {
                for start in 0..self.possible.len() as u32 {
                    self.put(&rule.parts, start, &mut puts);
                }
            }
            let mut grown = false;
            for (place, letter) in puts {
                let letters = &mut self.possible[place as usize];
                grown |= *letters >> letter & 1 == 0;
                *letters |= 1 << letter;
            }
            if !grown {
                break;
            }
        }
    }

    /// What the rewritings may put, the first of them at `start`. Depth: the parts of a rule.
    fn put(&self, parts: &[Rewrite], start: u32, puts: &mut Vec<(u32, u8)>) {
        let Some((rewrite, rest)) = parts.split_first() else {
            return;
        };
        for &step in &rewrite.steps {
            self.walk(rewrite, step).each(start, &mut |path| {
                let never = |g: &Guard| self.standing(g, path) == Standing::Never;
                if rewrite.guards.iter().any(never) {
                    return true;
                }
                for hit in path {
                    if let Put::Letter(l) = hit.put
                        && self.possible[hit.place as usize] >> l & 1 == 0
                    {
                        puts.push((hit.place, l));
                    }
                }
                self.put(rest, path[path.len() - 1].place, puts);
                true
            });
        }
    }

    fn standing(&self, guard: &Guard, path: &[Hit]) -> Standing {
        let (mut low, mut high) = (0, 0);
        each_in_zone(self.topology, guard, path, &mut |place| {
            let letters = self.possible[place as usize];
            high += usize::from(letters & guard.letters != 0);
            low += usize::from(letters.count_ones() == 1 && letters & guard.letters != 0);
        });
        if low > guard.most || high < guard.least {
            Standing::Never
        } else if high <= guard.most && guard.least == 0 {
            Standing::Always
        } else {
            Standing::Open
        }
    }

    fn records(&self) -> Vec<Record> {
        let mut records = Vec::new();
        let empty = Record {
            live: true,
            matched: Vec::new(),
            asked: Vec::new(),
            fixed: Vec::new(),
        };
        for rule in &self.rules.moves {
            for start in 0..self.possible.len() as u32 {
                self.record(&rule.parts, start, &empty, &mut records);
            }
        }
        for (pattern, _) in &self.rules.forbidden {
            for start in 0..self.possible.len() as u32 {
                self.record(std::slice::from_ref(pattern), start, &empty, &mut records);
            }
        }
        records
    }

    /// Every way in which the rewritings might match, behind what `before` has matched. Depth: the parts of a rule.
    fn record(&self, parts: &[Rewrite], start: u32, before: &Record, records: &mut Vec<Record>) {
        let (rewrite, rest) = (&parts[0], &parts[1..]);
        for &step in &rewrite.steps {
            let mut ways: Vec<Path> = Vec::new();
            self.walk(rewrite, step).each(start, &mut |path| {
                ways.push(path.clone());
                true
            });
            for path in ways {
                let mut record = Record {
                    live: true,
                    matched: before.matched.clone(),
                    asked: before.asked.clone(),
                    fixed: before.fixed.clone(),
                };
                record.matched.extend(path.iter().map(|h| h.place));
                for guard in &rewrite.guards {
                    let standing = self.standing(guard, &path);
                    record.live &= standing != Standing::Never;
                    each_in_zone(self.topology, guard, &path, &mut |place| {
                        let letters = self.possible[place as usize];
                        if letters.count_ones() > 1 {
                            if standing == Standing::Open && letters & guard.letters != 0 {
                                record.asked.push(place);
                            }
                        } else if letters & guard.letters != 0 {
                            record.fixed.push(place);
                        }
                    });
                }
                match path.last() {
                    Some(last) if record.live && !rest.is_empty() => {
                        self.record(rest, last.place, &record, records);
                    }
                    _ => records.push(record),
                }
            }
        }
    }
}

/// The parts of a word between letters that nothing reads; letter by letter where each letter is a game of its own.
pub(crate) fn word_parts(rules: &CellRules, board: &Board) -> Vec<Board> {
    let read = rules.read_letters();
    let word = |letters: &[u8]| Board::grid(1, letters.len(), letters.into());
    if is_letterwise(rules) {
        let letters = board.cells.iter().filter(|&&l| read >> l & 1 == 1);
        return letters.map(|&l| word(&[l])).collect();
    }
    if rules.asks_for_edges() {
        return vec![board.clone()];
    }
    let pieces = board.cells.split(|&l| l == VOID || read >> l & 1 == 0);
    pieces.filter(|p| !p.is_empty()).map(word).collect()
}

/// Does every rule rewrite one letter, whatever stands beside it?
pub(crate) fn is_letterwise(rules: &CellRules) -> bool {
    rules.rewrites().all(|r| {
        r.groups.len() == 1
            && r.groups[0].repeats.is_none()
            && r.edges == (false, false)
            && r.guards.iter().all(|g| g.zone == Zone::Board)
    }) && rules.forbidden.is_empty()
}
