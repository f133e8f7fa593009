//! Impartial Clobber, and its cannibal form, on strips of any length: a part is a stretch of the strip whose end stones may have been replaced.
//!
//! A move leaves a free cell between two stretches and changes the stone next to it, so every part that can come up is a
//! stretch of the strip with another stone at either end or at both. Between its ends stands a core, a stretch of the strip as
//! it was; cores that are images of each other, backwards or with the colours exchanged, have one number. A part is the number
//! of its core and its two end stones. Where stones take any stone and both players move all of them, colours do not matter:
//! then all stones are Left's here, and cores of one length are the same.

use bouton_rules::PackedParts;
use bouton_rules::board::{Cell, Grid};
use std::collections::HashMap;

/// Longer strips would want too large a table of cores.
const LONGEST: usize = 1024;

/// Marks a word that is the strip itself, or what a move on it leaves, rather than two parts.
const STRIP: u64 = 1 << 63;

/// No core: a free cell is in it.
const NO_CORE: u32 = u32::MAX;

/// The images of a stretch: bit 0 is backwards, bit 1 is with the colours exchanged.
const BACKWARDS: u8 = 1;
const EXCHANGED: u8 = 2;

/// What is known of the cores that are images of each other.
struct Core {
    /// Where the first of them starts, and how many stones it has.
    start: u16,
    long: u16,
    /// The images of it that are itself, one bit each.
    same: u8,
}

/// The strip of a position, with its cores.
pub(crate) struct ClobberStrip {
    cells: Vec<Cell>,
    /// Do stones take stones of their own colour as well?
    cannibal: bool,
    cores: Vec<Core>,
    /// For each start, row by row, and each length: number of the core times 4, and the image of the first such core that it is.
    core_at: Vec<u32>,
}

/// A stretch of the strip from one cell up to another, with the stones at its ends: is the stone Left's?
#[derive(Clone, Copy)]
struct Stretch {
    from: usize,
    to: usize,
    ends: [bool; 2],
}

impl ClobberStrip {
    /// The strip of a position of one row.
    pub fn new(grid: &Grid, cannibal: bool) -> Option<ClobberStrip> {
        if grid.rows() != 1 || grid.cols() > LONGEST || grid.count(Cell::Block) > 0 {
            return None;
        }
        let mut strip = ClobberStrip {
            cells: cells(grid, cannibal),
            cannibal,
            cores: Vec::new(),
            core_at: vec![NO_CORE; grid.cols() * grid.cols()],
        };
        strip.find_cores();
        Some(strip)
    }

    /// Numbers the cores by their length: a stretch is known by the stretch that is one stone shorter, and its last stone.
    fn find_cores(&mut self) {
        let n = self.cells.len();
        let mut names: HashMap<(u32, bool), u32> = HashMap::new();
        let mut name = |shorter: u32, last: bool| {
            let next = names.len() as u32 + 1;
            *names.entry((shorter, last)).or_insert(next)
        };
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        // The names of the four images of each stretch of one length, by where it starts.
        let mut images = vec![[0; 4]; n + 1];
        for long in 0..n.saturating_sub(1) {
            for start in 1..n.saturating_sub(long) {
                // The stretch has a cell before it and one behind it, for the end stones.
                if long > 0 {
                    let stone = |i: usize| self.cells[i] == Cell::Left;
                    let (first, last) = (stone(start), stone(start + long - 1));
                    let (ahead, behind) = (images[start], images[start + 1]);
                    images[start] = [
                        name(ahead[0], last),
                        name(behind[1], first),
                        name(ahead[2], !last),
                        name(behind[3], !first),
                    ];
                    if self.cells[start..start + long].contains(&Cell::Free) {
                        continue;
                    }
                }
                let found = images[start];
                let least = found[0].min(found[1]).min(found[2]).min(found[3]);
                let image = found.iter().position(|&name| name == least).unwrap_or(0) as u32;
                let number = *numbers.entry(least).or_insert_with(|| {
                    let same = (0..4).filter(|&i| found[i] == found[0]).map(|i| 1 << i);
                    self.cores.push(Core {
                        start: start as u16,
                        long: long as u16,
                        same: same.sum(),
                    });
                    // Two images that lead to the least name lead to each other.
                    (self.cores.len() as u32 - 1) << 2 | image
                });
                self.core_at[start * n + long] = number ^ image;
            }
        }
    }

    /// A part as a number that its images have too, plus 1; 0 for a stretch without a move.
    fn part(&self, stretch: Stretch) -> u32 {
        let Stretch { from, to, ends } = stretch;
        if to < from + 2 {
            return 0;
        }
        let found = self.core_at[(from + 1) * self.cells.len() + (to - from - 2)];
        let (number, image) = (found >> 2, found as u8 & 3);
        let core = &self.cores[number as usize];
        let ends = (0..4u8)
            .filter(|i| core.same >> i & 1 == 1)
            .map(|same| ends_of_image(ends, image ^ same))
            .min()
            .unwrap_or(ends);
        let [first, last] = ends.map(u32::from);
        (number << 2 | first << 1 | last) + 1
    }

    /// A stretch that a part stands for.
    fn stretch(&self, part: u32) -> Stretch {
        let part = part - 1;
        let core = &self.cores[(part >> 2) as usize];
        let from = core.start as usize - 1;
        Stretch {
            from,
            to: from + core.long as usize + 2,
            ends: [part >> 1 & 1 == 1, part & 1 == 1],
        }
    }

    /// Is the stone in a cell of a stretch Left's?
    fn is_left(&self, stretch: Stretch, cell: usize) -> bool {
        if cell == stretch.from {
            stretch.ends[0]
        } else if cell + 1 == stretch.to {
            stretch.ends[1]
        } else {
            self.cells[cell] == Cell::Left
        }
    }

    /// The stretch between two cells of another.
    fn between(&self, stretch: Stretch, from: usize, to: usize) -> Stretch {
        let end = |cell| cell < to && self.is_left(stretch, cell);
        Stretch {
            from,
            to,
            ends: [end(from), to > from && end(to - 1)],
        }
    }

    /// The parts of the strip, or of what a move on it leaves.
    fn strip_parts(&self, pos: u64, parts: &mut Vec<u64>) {
        let mut cells = self.cells.clone();
        if pos != STRIP {
            let (from, to) = (pos as usize & 0xFFFF, (pos >> 16) as usize & 0xFFFF);
            cells[to] = cells[from];
            cells[from] = Cell::Free;
        }
        let mut from = 0;
        for run in cells.split(|&cell| cell == Cell::Free) {
            if let [first, .., last] = run {
                let ends = [first, last].map(|&cell| cell == Cell::Left);
                let to = from + run.len();
                parts.push(self.part(Stretch { from, to, ends }).into());
            }
            from += run.len() + 1;
        }
    }
}

/// The cells of a strip; all stones are Left's if colours do not matter.
fn cells(grid: &Grid, cannibal: bool) -> Vec<Cell> {
    let cell = |i| match grid.at(i) {
        Cell::Right if cannibal => Cell::Left,
        cell => cell,
    };
    (0..grid.cols()).map(cell).collect()
}

/// The end stones of an image of a stretch.
fn ends_of_image([first, last]: [bool; 2], image: u8) -> [bool; 2] {
    let exchanged = image & EXCHANGED != 0;
    match image & BACKWARDS {
        0 => [first ^ exchanged, last ^ exchanged],
        _ => [last ^ exchanged, first ^ exchanged],
    }
}

impl PackedParts<Grid> for ClobberStrip {
    fn pack(&self, pos: &Grid) -> Option<u64> {
        if pos.rows() != 1 || pos.cols() != self.cells.len() {
            return None;
        }
        let after = cells(pos, self.cannibal);
        let other: Vec<usize> = (0..after.len())
            .filter(|&i| after[i] != self.cells[i])
            .collect();
        let moved = |from: usize, to: usize| {
            let here = after[from] == Cell::Free && after[to] == self.cells[from];
            let onto_a_stone = self.cells[from] != Cell::Free && self.cells[to] != Cell::Free;
            (here && onto_a_stone).then_some(STRIP | (to as u64) << 16 | from as u64)
        };
        match other[..] {
            [] => Some(STRIP),
            [a, b] if a + 1 == b => moved(a, b).or_else(|| moved(b, a)),
            // The stone took one that is like it.
            [a] if a + 1 < after.len() => moved(a, a + 1).or_else(|| moved(a, a.checked_sub(1)?)),
            [a] => moved(a, a.checked_sub(1)?),
            _ => None,
        }
    }

    fn parts(&self, pos: u64, parts: &mut Vec<u64>) {
        if pos & STRIP != 0 {
            return self.strip_parts(pos, parts);
        }
        parts.extend(
            [pos & 0xFFFF_FFFF, pos >> 32]
                .into_iter()
                .filter(|&p| p > 0),
        );
    }

    fn options(&self, part: u64, options: &mut Vec<u64>) {
        let all = self.stretch(part as u32);
        for i in all.from..all.to - 1 {
            let (here, next) = (self.is_left(all, i), self.is_left(all, i + 1));
            if here == next && !self.cannibal {
                continue;
            }
            // The stone moves right, or the other one left.
            let mut behind = self.between(all, i + 1, all.to);
            behind.ends[0] = here;
            let moved = self.part(self.between(all, all.from, i));
            options.push(u64::from(moved) | u64::from(self.part(behind)) << 32);
            let mut ahead = self.between(all, all.from, i + 1);
            ahead.ends[1] = next;
            let moved = self.part(self.between(all, i + 2, all.to));
            options.push(u64::from(moved) | u64::from(self.part(ahead)) << 32);
        }
    }

    fn size(&self, part: u64) -> u32 {
        let all = self.stretch(part as u32);
        (all.to - all.from) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clobber::{Clobber, Piece};
    use bouton_rules::{Impartial, ImpartialTwin, Ruleset};

    const GAME: ImpartialTwin<Clobber> = twin(false);

    const fn twin(cannibal: bool) -> ImpartialTwin<Clobber> {
        ImpartialTwin(Clobber {
            piece: if cannibal {
                Piece::Cannibal
            } else {
                Piece::Stone
            },
        })
    }

    /// The nimber of a strip from the definition.
    fn plain(game: &ImpartialTwin<Clobber>, pos: &Grid, known: &mut HashMap<Grid, u64>) -> u64 {
        if let Some(&nimber) = known.get(pos) {
            return nimber;
        }
        let options = game.options(pos).unwrap().into_iter();
        let had: Vec<u64> = options.map(|option| plain(game, &option, known)).collect();
        let nimber = (0..).find(|n| !had.contains(n)).unwrap();
        known.insert(pos.clone(), nimber);
        nimber
    }

    /// The nimber of a part by its packed options.
    fn packed(strip: &ClobberStrip, part: u64, known: &mut HashMap<u64, u64>) -> u64 {
        if let Some(&nimber) = known.get(&part) {
            return nimber;
        }
        let (mut options, mut had) = (Vec::new(), Vec::new());
        strip.options(part, &mut options);
        for option in options {
            had.push(sum(strip, option, known));
        }
        let nimber = (0..).find(|n| !had.contains(n)).unwrap();
        known.insert(part, nimber);
        nimber
    }

    fn sum(strip: &ClobberStrip, pos: u64, known: &mut HashMap<u64, u64>) -> u64 {
        let mut parts = Vec::new();
        strip.parts(pos, &mut parts);
        let nimbers = parts.into_iter().map(|part| packed(strip, part, known));
        nimbers.fold(0, |sum, nimber| sum ^ nimber)
    }

    #[test]
    fn strips_and_their_options_have_the_nimbers_of_the_grid() {
        let mut random = fastrand::Rng::with_seed(5);
        for cannibal in [false, true] {
            let game = &twin(cannibal);
            let (mut met, known) = ([0; 4], &mut HashMap::new());
            for round in 0..300 {
                let free = round % 3 == 0;
                let cell = |_| match random.u32(..9) {
                    0 if free => '.',
                    n if n % 2 == 0 => 'x',
                    _ => 'o',
                };
                let most = if cannibal { 10 } else { 13 };
                let text: String = (0..1 + round % most).map(cell).collect();
                let pos = game.parse(&text).unwrap();
                let strip = ClobberStrip::new(&pos, cannibal).unwrap();
                let own = &mut HashMap::new();
                let whole = strip.pack(&pos).unwrap();
                assert_eq!(sum(&strip, whole, own), plain(game, &pos, known), "{text}");
                for option in game.options(&pos).unwrap() {
                    let whole = strip.pack(&option).unwrap();
                    let expected = plain(game, &option, known);
                    assert_eq!(sum(&strip, whole, own), expected, "{text} {option:?}");
                    met[expected.min(3) as usize] += 1;
                }
            }
            assert!(met.iter().all(|&n| n > 20), "{met:?}");
        }
    }

    #[test]
    fn images_of_a_stretch_are_one_part() {
        // Every stretch of each of these strips has its images on the other ones and on itself.
        let pos = GAME.parse("xxoxxoxxoxxoxxoxxoxxoxxo").unwrap();
        let strip = ClobberStrip::new(&pos, false).unwrap();
        let mut seen: HashMap<Grid, u64> = HashMap::new();
        let mut open = vec![strip.pack(&pos).unwrap()];
        let mut grids = vec![pos];
        // The grid's own representatives are as many as the packed ones.
        while let Some(pos) = grids.pop() {
            for option in GAME.options(&pos).unwrap() {
                for part in GAME.split(&option) {
                    let part = GAME.canon_part(part);
                    if seen.insert(part.clone(), 0).is_none() {
                        grids.push(part);
                    }
                }
            }
        }
        let mut packed = std::collections::HashSet::new();
        while let Some(pos) = open.pop() {
            let mut parts = Vec::new();
            strip.parts(pos, &mut parts);
            for part in parts {
                if packed.insert(part) {
                    strip.options(part, &mut open);
                }
            }
        }
        // The packed parts also hold those of one colour, and the whole strip.
        let moves = |part: &&u64| {
            let mut options = Vec::new();
            strip.options(**part, &mut options);
            !options.is_empty()
        };
        assert_eq!(packed.iter().filter(moves).count(), seen.len() + 1);
        assert!(seen.len() > 100);
    }

    #[test]
    fn only_strips_of_stones_are_packed() {
        for text in ["xo|ox", "x|o"] {
            assert!(ClobberStrip::new(&GAME.parse(text).unwrap(), false).is_none());
        }
        let strip = ClobberStrip::new(&GAME.parse("xoxo").unwrap(), false).unwrap();
        for text in ["xox", "ooxo", "x..o", "..xo"] {
            assert!(strip.pack(&GAME.parse(text).unwrap()).is_none(), "{text}");
        }
    }
}
