//! Independent parts of a position, found from what each place can ever hold.
//!
//! First every place gets the letters that it may hold in any position that play can lead to; more than can really happen is
//! allowed, fewer not. A place with one such letter never changes. Whatever could ever be a move ties the changing places that
//! it reads or writes together; groups of places that nothing ties together are independent, because no move reads
//! or writes two of them. A part is such a group with the unchanging places that moves in it read; every other place is
//! taken off the board.

use super::bits::ByBits;
use super::board::Board;
use super::rules::{CellRules, Guard, LetterSet, Level, Put, Rewrite, Step, VOID, Zone};
use super::topology::Topology;
use super::walk::{Contents, Hit, Walk, each_in_zone};
use smallvec::SmallVec;

/// The letters that places may hold.
impl Contents for [LetterSet] {
    #[inline]
    fn fits(&self, place: u32, letters: LetterSet) -> bool {
        self[place as usize] & letters != 0
    }
}

/// Something that could be a move: never, if it is `dead`.
#[derive(Clone, Default)]
struct Record {
    dead: bool,
    /// Matched places.
    matched: SmallVec<[u32; 4]>,
    /// Changing places of guards that matter.
    asked: SmallVec<[u32; 4]>,
    /// Unchanging places that guards count.
    fixed: SmallVec<[u32; 4]>,
    /// Changing edges over which guards look, whether it is dead or not.
    over: SmallVec<[u32; 4]>,
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
    match topology.rows() {
        ByBits::Narrow(rows) => rows.parts(board, ring),
        ByBits::Wide(rows) => rows.parts(board, ring),
        ByBits::Not => parts_by_place(rules, topology, board, ring),
    }
}

/// [`parts`] for every game and board.
pub(crate) fn parts_by_place(
    rules: &CellRules,
    topology: &Topology,
    board: &Board,
    ring: usize,
) -> Vec<Board> {
    let mut survey = Survey {
        rules,
        topology,
        possible: board.cells.iter().map(|&l| 1 << l).collect(),
    };
    let records = survey.records();
    let n = board.cells.len();
    let mut group: SmallVec<[u32; 64]> = (0..n as u32).collect();
    let mut moves: SmallVec<[bool; 64]> = SmallVec::from_elem(false, n);
    let tie = |r: &&Record| !r.dead || !r.over.is_empty();
    for record in records.iter().filter(tie) {
        let mut first = None;
        let tied = record.matched.iter().chain(&record.asked);
        for &place in tied.chain(&record.over) {
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
    // Only these can keep more places than the group itself.
    let keeping: Vec<&Record> = records
        .iter()
        .filter(|r| r.dead || !r.fixed.is_empty() || r.matched.iter().any(|&p| !survey.changes(p)))
        .collect();
    let mut parts = Vec::new();
    let mut keep: SmallVec<[u32; 64]> = SmallVec::new();
    for first in 0..n as u32 {
        if !moves[first as usize] {
            continue;
        }
        let root = find(&mut group, first);
        keep.clear();
        for place in first..n as u32 {
            if moves[place as usize] && find(&mut group, place) == root {
                moves[place as usize] = false;
                keep.push(place);
            }
        }
        if !keeping.is_empty() {
            keep = with_fixed(&survey, &keeping, &keep, n);
        }
        parts.push(board.cut(rules, &keep, ring));
    }
    parts
}

fn find(group: &mut [u32], mut place: u32) -> u32 {
    while group[place as usize] != place {
        group[place as usize] = group[group[place as usize] as usize];
        place = group[place as usize];
    }
    place
}

/// A group of changing places and the unchanging ones that decide about moves in it.
fn with_fixed(
    survey: &Survey<'_>,
    records: &[&Record],
    places: &[u32],
    n: usize,
) -> SmallVec<[u32; 64]> {
    let mut kept = vec![false; n];
    for &place in places {
        kept[place as usize] = true;
    }
    loop {
        let mut grown = false;
        for record in records {
            let inside = |p: &u32| kept[*p as usize];
            // What can be a move is inside as soon as one of its changing places is; what cannot must stay impossible.
            let concerns = match !record.dead {
                true => record
                    .matched
                    .iter()
                    .any(|p| survey.changes(*p) && kept[*p as usize]),
                false => record.matched.iter().all(inside),
            };
            if !concerns {
                continue;
            }
            let matched = record.matched.iter().filter(|_| !record.dead);
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

    /// Adds the edges from the path to a vertex that a guard counts: without them it would be no neighbour.
    fn edges_between(&self, path: &[Hit], vertex: u32, record: &mut Record) {
        let Some(step) = self.topology.step((0, 1)) else {
            return;
        };
        for hit in path {
            for &edge in step.of(hit.place as usize) {
                if edge != vertex && step.of(edge as usize).contains(&vertex) {
                    match self.changes(edge) {
                        true => record.over.push(edge),
                        false => record.fixed.push(edge),
                    }
                }
            }
        }
    }

    /// Everything that might ever be a move. Adds what moves may put to what is possible, until nothing is added.
    fn records(&mut self) -> Vec<Record> {
        let (mut records, mut puts) = (Vec::new(), Vec::new());
        loop {
            let possible = self.possible.as_slice();
            for (i, rule) in self.rules.moves.iter().enumerate() {
                let found = &mut |path: &[Hit]| {
                    let record = Record::default();
                    self.record(&rule.parts, path, record, &mut records, &mut puts)
                };
                self.topology.each_match(self.rules, i, possible, found);
            }
            for (i, (pattern, _)) in self.rules.forbidden.iter().enumerate() {
                let found = &mut |path: &[Hit]| {
                    let (parts, record) = (std::slice::from_ref(pattern), Record::default());
                    self.record(parts, path, record, &mut records, &mut puts)
                };
                self.topology.each_forbidden(self.rules, i, possible, found);
            }
            if puts.is_empty() {
                return records;
            }
            for (place, letter) in puts.drain(..) {
                self.possible[place as usize] |= 1 << letter;
            }
            records.clear();
        }
    }

    /// Every way in which the rewritings might match, the first of them on `path`, behind what `record` has matched, and the
    /// letters that they may put where they were not possible. Depth: the parts of a rule.
    fn record(
        &self,
        parts: &[Rewrite],
        path: &[Hit],
        mut record: Record,
        records: &mut Vec<Record>,
        puts: &mut Vec<(u32, u8)>,
    ) -> bool {
        record.matched.extend(path.iter().map(|h| h.place));
        for guard in &parts[0].guards {
            let standing = self.standing(guard, path);
            record.dead |= standing == Standing::Never;
            each_in_zone(self.topology, guard, path, &mut |place| {
                let letters = self.possible[place as usize];
                if letters.count_ones() > 1 {
                    if standing == Standing::Open && letters & guard.letters != 0 {
                        record.asked.push(place);
                    }
                } else if letters & guard.letters != 0 {
                    record.fixed.push(place);
                }
                if self.rules.level == Level::Edges && guard.zone == Zone::Beside {
                    self.edges_between(path, place, &mut record);
                }
            });
        }
        if record.dead {
            records.push(record);
            return true;
        }
        for hit in path {
            if let Put::Letter(l) = hit.put
                && self.possible[hit.place as usize] >> l & 1 == 0
            {
                puts.push((hit.place, l));
            }
        }
        match (parts.get(1), path.last()) {
            (Some(next), Some(last)) => {
                for &step in &next.steps {
                    self.walk(next, step).each(last.place, &mut |path| {
                        self.record(&parts[1..], path, record.clone(), records, puts)
                    });
                }
            }
            _ => records.push(record),
        }
        true
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
