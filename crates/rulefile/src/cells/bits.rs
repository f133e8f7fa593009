//! Independent parts of boards of at most 128 cells, with sets of cells in words: what [`super::live`] finds place by place.
//!
//! Each pattern is written out for every number of rounds that its repetitions have room for. Along a step it is then a row of
//! places at fixed distances, so that a few shifts find all its matches on a board at once. Rules with guards or with more than
//! one rewriting, and games with too many rows, have no such form.

use super::board::{Board, Places, Shape};
use super::rules::{CellRules, Item, Level, Put, Rewrite, Step, VOID};
use bouton_rules::Word;
use smallvec::SmallVec;

/// Rows of one game on one shape of board.
const MOST_ROWS: usize = 256;
const MOST_LETTERS: usize = 8;

/// One place of a row: how far its number is from the first one's, what it may hold, and what is put there.
#[derive(Debug)]
struct Spot {
    far: i32,
    letters: SmallVec<[u8; 4]>,
    put: Option<u8>,
}

impl Spot {
    /// For each of these cells, the first place of the row that has this place there.
    #[inline]
    fn starts<W: Word>(&self, cells: W) -> W {
        shift(cells, -self.far)
    }

    /// The cells where this place is in the rows that start at some.
    #[inline]
    fn cells<W: Word>(&self, starts: W) -> W {
        shift(starts, self.far)
    }
}

/// Every cell's number raised; the callers see to it that none leaves its row of the pattern.
#[inline]
fn shift<W: Word>(cells: W, by: i32) -> W {
    match by < 0 {
        true => cells >> by.unsigned_abs(),
        false => cells << by.unsigned_abs(),
    }
}

#[derive(Debug)]
struct Row<W> {
    spots: Vec<Spot>,
    /// Where a row that lies on the board may start.
    starts: W,
}

/// The rows of all patterns of a game on boards of one shape.
#[derive(Debug)]
pub(crate) struct Rows<W> {
    rows: Vec<Row<W>>,
    letters: usize,
}

impl<W: Word> Rows<W> {
    /// The rows on boards like `board`, if there is this form; `steps` has for each rule the steps that give different moves.
    fn of(rules: &CellRules, steps: &[Vec<Step>], board: &Board) -> Option<Rows<W>> {
        let (high, wide) = board.sides();
        let plain = rules.level == Level::Cells
            && (1..=W::BITS as usize).contains(&board.cells.len())
            && rules.letters.len() <= MOST_LETTERS
            && rules.moves.iter().all(|m| m.parts.len() == 1)
            && rules.rewrites().all(|r| r.guards.is_empty());
        if !plain {
            return None;
        }
        let mut made = Vec::new();
        let moves = rules.moves.iter().zip(steps);
        let moves = moves.map(|(m, steps)| (&m.parts[0], steps));
        let forbidden = rules.forbidden.iter().map(|(r, _)| (r, &r.steps));
        for (rewrite, steps) in moves.chain(forbidden) {
            for items in written_out(rewrite, high.max(wide))? {
                for &step in steps {
                    made.extend(row(rules, rewrite, &items, step, (high, wide)));
                    if made.len() > MOST_ROWS {
                        return None;
                    }
                }
            }
        }
        Some(Rows {
            rows: made,
            letters: rules.letters.len(),
        })
    }

    /// As [`super::live::parts`].
    pub fn parts(&self, board: &Board, ring: usize) -> Vec<Board> {
        let mut possible = [W::ZERO; MOST_LETTERS];
        for (i, &letter) in board.cells.iter().enumerate() {
            if letter != VOID {
                let cells = &mut possible[letter as usize];
                *cells = *cells | W::ONE << i as u32;
            }
        }
        let mut open = self.matches(&mut possible);
        let (mut once, mut changing) = (W::ZERO, W::ZERO);
        for &cells in &possible[..self.letters] {
            changing = changing | once & cells;
            once = once | cells;
        }
        let mut left = W::ZERO;
        for (row, &found) in self.rows.iter().zip(&open) {
            for spot in row.spots.iter().filter(|_| found != W::ZERO) {
                left = left | spot.cells(found) & changing;
            }
        }
        let mut parts = Vec::new();
        while left != W::ZERO {
            let mut keep = left.lowest();
            loop {
                let part = keep & changing;
                for (row, open) in self.rows.iter().zip(&mut open) {
                    if *open == W::ZERO {
                        continue;
                    }
                    let spots = row.spots.iter();
                    let hit = *open & spots.fold(W::ZERO, |hit, spot| hit | spot.starts(part));
                    if hit != W::ZERO {
                        *open = *open & !hit;
                        let spots = row.spots.iter();
                        keep = spots.fold(keep, |keep, spot| keep | spot.cells(hit));
                    }
                }
                if keep & changing == part {
                    break;
                }
            }
            left = left & !keep;
            parts.push(cut(board, keep, ring));
        }
        parts
    }

    /// For each row where it may ever match, and what each cell may ever hold.
    fn matches(&self, possible: &mut [W; MOST_LETTERS]) -> SmallVec<[W; 32]> {
        let mut found: SmallVec<[W; 32]> = SmallVec::from_elem(W::ZERO, self.rows.len());
        loop {
            let mut grown = false;
            for (row, found) in self.rows.iter().zip(&mut found) {
                let mut starts = row.starts;
                for spot in &row.spots {
                    let letters = spot.letters.iter();
                    let cells = letters.fold(W::ZERO, |cells, &l| cells | possible[l as usize]);
                    starts = starts & spot.starts(cells);
                    if starts == W::ZERO {
                        break;
                    }
                }
                if starts == *found {
                    continue;
                }
                *found = starts;
                for spot in &row.spots {
                    if let Some(letter) = spot.put {
                        let (cells, known) = (spot.cells(starts), &mut possible[letter as usize]);
                        grown |= cells & !*known != W::ZERO;
                        *known = *known | cells;
                    }
                }
            }
            if !grown {
                return found;
            }
        }
    }
}

/// The rows on boards of one shape, in words that have room for them.
#[derive(Debug, Default)]
pub(crate) enum ByBits {
    /// There is no such form.
    #[default]
    Not,
    Narrow(Rows<u64>),
    Wide(Rows<u128>),
}

impl ByBits {
    /// As [`Rows::of`].
    pub fn of(rules: &CellRules, steps: &[Vec<Step>], board: &Board) -> ByBits {
        match Rows::of(rules, steps, board) {
            Some(rows) => ByBits::Narrow(rows),
            None => Rows::of(rules, steps, board).map_or(ByBits::Not, ByBits::Wide),
        }
    }
}

/// A pattern for each number of rounds of its repetitions with at most so many places; `None` if there are too many.
fn written_out(rewrite: &Rewrite, most: usize) -> Option<Vec<Vec<Item>>> {
    let mut all: Vec<Vec<Item>> = vec![Vec::new()];
    for group in &rewrite.groups {
        let rounds = match group.repeats {
            None => 1..=1,
            Some(least) => least..=most,
        };
        let mut longer = Vec::new();
        for items in &all {
            for n in rounds.clone() {
                if items.len() + n * group.items.len() > most {
                    break;
                }
                longer.push([items.as_slice(), &group.items.repeat(n)].concat());
            }
        }
        all = longer;
        if all.len() > MOST_ROWS {
            return None;
        }
    }
    all.retain(|items| !items.is_empty());
    Some(all)
}

/// A pattern written out along a step, if there is room for it.
fn row<W: Word>(
    rules: &CellRules,
    rewrite: &Rewrite,
    items: &[Item],
    (down, across): Step,
    (high, wide): (usize, usize),
) -> Option<Row<W>> {
    let on = |cell: usize, steps: isize| {
        let r = (cell / wide) as isize + steps * isize::from(down);
        let c = (cell % wide) as isize + steps * isize::from(across);
        (0..high as isize).contains(&r) && (0..wide as isize).contains(&c)
    };
    let last = items.len() as isize - 1;
    let fits = |cell: &usize| {
        on(*cell, last)
            && !(rewrite.edges.0 && on(*cell, -1))
            && !(rewrite.edges.1 && on(*cell, last + 1))
    };
    let starts = (0..high * wide)
        .filter(fits)
        .fold(W::ZERO, |set, cell| set | W::ONE << cell as u32);
    let step = i32::from(down) * wide as i32 + i32::from(across);
    let spot = |(i, item): (usize, &Item)| Spot {
        far: i as i32 * step,
        letters: rules.members(item.matches).into_iter().collect(),
        put: match item.put {
            Put::Keep => None,
            Put::Letter(l) => Some(l),
        },
    };
    let spots = items.iter().enumerate().map(spot).collect();
    (starts != W::ZERO).then_some(Row { spots, starts })
}

/// [`Board::cut`] for a set of cells.
fn cut<W: Word>(board: &Board, keep: W, ring: usize) -> Board {
    let (rows, cols) = board.sides();
    let last = |cells: W| W::BITS - 1 - cells.reverse_bits().trailing_zeros();
    let (mut top, mut bottom) = (
        keep.trailing_zeros() as usize / cols,
        last(keep) as usize / cols,
    );
    let line = |r: usize| keep >> (r * cols) as u32 & (!W::ZERO >> (W::BITS - cols as u32));
    let columns = (top..=bottom).fold(W::ZERO, |columns, r| columns | line(r));
    let (left, right) = (columns.trailing_zeros(), last(columns));
    let left = (left as usize).saturating_sub(ring);
    let right = (right as usize + ring).min(cols - 1);
    (top, bottom) = (top.saturating_sub(ring), (bottom + ring).min(rows - 1));
    let mut cells = Places::new();
    for r in top..=bottom {
        let first = r * cols + left;
        let letters = &board.cells[first..=r * cols + right];
        let kept = |(i, &letter): (usize, &u8)| {
            let inside = keep >> (first + i) as u32 & W::ONE != W::ZERO;
            if inside { letter } else { VOID }
        };
        cells.extend(letters.iter().enumerate().map(kept));
    }
    Board::grid(bottom - top + 1, right - left + 1, cells)
}

/// The position in one word, as [`bouton_rules::Ruleset::word`], of a game of so many letters on cells or words.
pub(crate) fn word(letters: usize, board: &Board) -> Option<u64> {
    let Shape::Grid { cols, .. } = board.shape else {
        return None;
    };
    // From below: the columns, the letters, and a bit that says where they end.
    let each = usize::BITS - letters.leading_zeros();
    let bits = each * board.cells.len() as u32;
    if bits > 57 || !(1..64).contains(&cols) {
        return None;
    }
    let letter = |l: u8| {
        if l == VOID {
            letters as u64
        } else {
            u64::from(l)
        }
    };
    let cells = board.cells.iter().rev();
    let all = cells.fold(1, |word, &l| word << each | letter(l));
    Some(all << 6 | u64::from(cols))
}

#[cfg(test)]
mod tests {
    use super::super::live::{parts, parts_by_place};
    use super::super::random::{random_board, random_file};
    use super::super::topology::Topology;
    use super::super::{Board, load};
    use super::ByBits;
    use std::collections::HashMap;

    #[test]
    fn parts_by_bits_and_by_place_agree() {
        let mut rng = fastrand::Rng::with_seed(11);
        let (mut files, mut wide, mut several, mut none) = (0, 0, 0, 0);
        while files < 500 {
            let text = random_file(&mut rng);
            let Ok(rules) = load(&text, "random.game") else {
                continue;
            };
            let steps: Vec<_> = rules
                .moves
                .iter()
                .map(|m| m.parts[0].steps.clone())
                .collect();
            let mut words: HashMap<u64, Board> = HashMap::new();
            let mut plain = false;
            for i in 0..20 {
                let board = random_board(&mut rng, &rules, [24, 24, 24, 110][i % 4]);
                if let Some(word) = super::word(rules.letters.len(), &board) {
                    assert!(word != 0);
                    assert_eq!(words.entry(word).or_insert(board.clone()), &board);
                }
                let topology = Topology::of(&rules, &steps, &board);
                match topology.rows() {
                    ByBits::Not => continue,
                    ByBits::Narrow(_) => plain = true,
                    ByBits::Wide(_) => wide += 1,
                }
                for ring in [0, 1] {
                    let fast = parts(&rules, &topology, &board, ring);
                    let slow = parts_by_place(&rules, &topology, &board, ring);
                    assert_eq!(fast, slow, "{text}{}", board.show(&rules));
                    several += usize::from(fast.len() > 1);
                    none += usize::from(fast.is_empty());
                }
            }
            files += usize::from(plain);
        }
        assert!(
            wide > 100 && several > 500 && none > 100,
            "{wide} {several} {none}"
        );
    }
}
