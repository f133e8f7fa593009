//! Independent parts of boards of at most 64 cells, with sets of cells in words: what [`super::live`] finds place by place.
//!
//! Each pattern is written out for every number of rounds that its repetitions have room for. Along a step it is then a row of
//! places at fixed distances, so that a few shifts find all its matches on a board at once. Rules with guards or with more than
//! one rewriting, and games with too many rows, have no such form.

use super::board::{Board, Places, Shape};
use super::rules::{CellRules, Item, Level, Put, Rewrite, Step, VOID};
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
    fn starts(&self, cells: u64) -> u64 {
        shift(cells, -self.far)
    }

    /// The cells where this place is in the rows that start at some.
    #[inline]
    fn cells(&self, starts: u64) -> u64 {
        shift(starts, self.far)
    }
}

/// Every cell's number raised; the callers see to it that none leaves its row of the pattern.
#[inline]
fn shift(cells: u64, by: i32) -> u64 {
    if by < 0 { cells >> -by } else { cells << by }
}

#[derive(Debug)]
struct Row {
    spots: Vec<Spot>,
    /// Where a row that lies on the board may start.
    starts: u64,
}

/// The rows of all patterns of a game on boards of one shape.
#[derive(Debug)]
pub(crate) struct Rows {
    rows: Vec<Row>,
    letters: usize,
}

impl Rows {
    /// The rows on boards like `board`, if there is this form; `steps` has for each rule the steps that give different moves.
    pub fn of(rules: &CellRules, steps: &[Vec<Step>], board: &Board) -> Option<Rows> {
        let (high, wide) = board.sides();
        let plain = rules.level == Level::Cells
            && (1..=64).contains(&board.cells.len())
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
        let mut possible = [0u64; MOST_LETTERS];
        for (i, &letter) in board.cells.iter().enumerate() {
            if letter != VOID {
                possible[letter as usize] |= 1 << i;
            }
        }
        let mut open = self.matches(&mut possible);
        let (mut once, mut changing) = (0, 0);
        for cells in &possible[..self.letters] {
            changing |= once & cells;
            once |= cells;
        }
        let mut left = 0;
        for (row, &found) in self.rows.iter().zip(&open) {
            for spot in row.spots.iter().filter(|_| found != 0) {
                left |= spot.cells(found) & changing;
            }
        }
        let mut parts = Vec::new();
        while left != 0 {
            let mut keep = left & left.wrapping_neg();
            loop {
                let part = keep & changing;
                for (row, open) in self.rows.iter().zip(&mut open) {
                    if *open == 0 {
                        continue;
                    }
                    let spots = row.spots.iter();
                    let hit = *open & spots.fold(0, |hit, spot| hit | spot.starts(part));
                    if hit != 0 {
                        *open &= !hit;
                        let spots = row.spots.iter();
                        keep = spots.fold(keep, |keep, spot| keep | spot.cells(hit));
                    }
                }
                if keep & changing == part {
                    break;
                }
            }
            left &= !keep;
            parts.push(cut(board, keep, ring));
        }
        parts
    }

    /// For each row where it may ever match, and what each cell may ever hold.
    fn matches(&self, possible: &mut [u64; MOST_LETTERS]) -> SmallVec<[u64; 32]> {
        let mut found: SmallVec<[u64; 32]> = SmallVec::from_elem(0, self.rows.len());
        loop {
            let mut grown = false;
            for (row, found) in self.rows.iter().zip(&mut found) {
                let mut starts = row.starts;
                for spot in &row.spots {
                    let letters = spot.letters.iter();
                    let cells = letters.fold(0, |cells, &l| cells | possible[l as usize]);
                    starts &= spot.starts(cells);
                    if starts == 0 {
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
                        grown |= cells & !*known != 0;
                        *known |= cells;
                    }
                }
            }
            if !grown {
                return found;
            }
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
fn row(
    rules: &CellRules,
    rewrite: &Rewrite,
    items: &[Item],
    (down, across): Step,
    (high, wide): (usize, usize),
) -> Option<Row> {
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
        .fold(0, |set, cell| set | 1 << cell);
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
    (starts != 0).then_some(Row { spots, starts })
}

/// [`Board::cut`] for a set of cells.
fn cut(board: &Board, keep: u64, ring: usize) -> Board {
    let (rows, cols) = board.sides();
    let (mut top, mut bottom) = (
        keep.trailing_zeros() as usize / cols,
        (63 - keep.leading_zeros()) as usize / cols,
    );
    let line = |r: usize| keep >> (r * cols) & (u64::MAX >> (64 - cols));
    let columns = (top..=bottom).fold(0, |columns, r| columns | line(r));
    let (left, right) = (columns.trailing_zeros(), 63 - columns.leading_zeros());
    let left = (left as usize).saturating_sub(ring);
    let right = (right as usize + ring).min(cols - 1);
    (top, bottom) = (top.saturating_sub(ring), (bottom + ring).min(rows - 1));
    let mut cells = Places::new();
    for r in top..=bottom {
        let first = r * cols + left;
        let letters = &board.cells[first..=r * cols + right];
        let kept = |(i, &letter): (usize, &u8)| match keep >> (first + i) & 1 {
            1 => letter,
            _ => VOID,
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
    use std::collections::HashMap;

    #[test]
    fn parts_by_bits_and_by_place_agree() {
        let mut rng = fastrand::Rng::with_seed(11);
        let (mut files, mut several, mut none) = (0, 0, 0);
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
            for _ in 0..20 {
                let board = random_board(&mut rng, &rules, 24);
                if let Some(word) = super::word(rules.letters.len(), &board) {
                    assert!(word != 0);
                    assert_eq!(words.entry(word).or_insert(board.clone()), &board);
                }
                let topology = Topology::of(&rules, &steps, &board);
                if topology.rows().is_none() {
                    continue;
                }
                plain = true;
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
        assert!(several > 500 && none > 100, "{several} {none}");
    }
}
