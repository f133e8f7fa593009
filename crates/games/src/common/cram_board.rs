//! Cram boards packed in words: sets of free cells, the same for all images of a part under the symmetries of the square.
//!
//! Bit `r * long + c` stands for row `r`, column `c`. Boards of at most eight rows and columns have rows of eight bits, whose
//! images are found by operations on whole words. For others `long` is the longer side: a part lies in the corner, at least
//! as wide as high, so that every part of the board fits in the word that holds the board.

use bouton_rules::board::{Cell, Grid};
use bouton_rules::{PackedParts, Word};

/// Most cells in a row of a packed board.
const LONGEST: u32 = 12;

/// Rows of a part.
type Rows = [u64; LONGEST as usize];

/// Parts of one board.
pub(crate) struct CramBoard {
    long: u32,
    sides: (u32, u32),
    /// The first column.
    edge: u64,
    /// A row with its cells in reverse order, and a row as a column.
    reversed: Vec<u64>,
    upright: Vec<u64>,
}

impl CramBoard {
    /// The board of a position of at most 64 cells, at most 12 in a row or column.
    pub fn new(grid: &Grid) -> Option<CramBoard> {
        let (rows, cols) = (grid.rows() as u32, grid.cols() as u32);
        let (long, short) = (rows.max(cols), rows.min(cols));
        if grid.area() > 64 || long > LONGEST || short == 0 {
            return None;
        }
        Some(CramBoard::with_rows(long.max(8), short, (rows, cols)))
    }

    /// A board with rows of `long` bits.
    fn with_rows(long: u32, short: u32, sides: (u32, u32)) -> CramBoard {
        let column = |row: u64| {
            row.members()
                .map(|c| 1u64.checked_shl(c * long).unwrap_or(0))
        };
        CramBoard {
            long,
            sides,
            edge: (0..short).map(|r| 1 << (r * long)).sum(),
            reversed: (0..1u64 << long)
                .map(|row| row.reverse_bits() >> (64 - long))
                .collect(),
            upright: (0..1u64 << long).map(|row| column(row).sum()).collect(),
        }
    }

    fn beside(&self, cells: u64) -> u64 {
        let west = (cells & !self.edge) >> 1;
        let east = cells << 1 & !self.edge;
        west | east | cells >> self.long | cells << self.long
    }

    /// Rows of a set, of which there are `high`.
    #[inline]
    fn rows(&self, cells: u64, high: u32) -> Rows {
        let mut rows = [0; LONGEST as usize];
        for r in 0..high {
            rows[r as usize] = cells >> (r * self.long) & ((1 << self.long) - 1);
        }
        rows
    }

    #[inline]
    fn joined(&self, rows: &Rows, high: u32) -> u64 {
        (0..high).fold(0, |set, r| set | rows[r as usize] << (r * self.long))
    }

    #[inline]
    fn transposed(&self, rows: &Rows, high: u32) -> u64 {
        (0..high).fold(0, |set, r| {
            set | self.upright[rows[r as usize] as usize] << r
        })
    }

    /// The least image of the rows of a part in the corner by reflections.
    fn least(&self, rows: &Rows, high: u32, wide: u32) -> u64 {
        let mut least = u64::MAX;
        let mut turned = *rows;
        for r in 0..high as usize {
            turned[r] = self.reversed[rows[r] as usize] >> (self.long - wide);
        }
        for rows in [rows, &turned] {
            let mut upside = *rows;
            upside[..high as usize].reverse();
            least = least
                .min(self.joined(rows, high))
                .min(self.joined(&upside, high));
        }
        least
    }

    /// The least image of a part.
    #[inline]
    fn canon(&self, part: u64) -> u64 {
        if self.long == 8 {
            canon_of_bytes(part)
        } else {
            self.canon_by_rows(part)
        }
    }

    fn canon_by_rows(&self, part: u64) -> u64 {
        let top = part.trailing_zeros() / self.long;
        let bottom = (63 - part.leading_zeros()) / self.long;
        let (mut high, part) = (bottom - top + 1, part >> (top * self.long));
        let mut rows = self.rows(part, high);
        let row = rows.iter().fold(0, |all, row| all | row);
        let left = row.trailing_zeros();
        let mut wide = 64 - row.leading_zeros() - left;
        for row in &mut rows[..high as usize] {
            *row >>= left;
        }
        if high == wide {
            let turned = self.rows(self.transposed(&rows, high), wide);
            return self
                .least(&rows, high, wide)
                .min(self.least(&turned, wide, high));
        }
        if high > wide {
            rows = self.rows(self.transposed(&rows, high), wide);
            std::mem::swap(&mut high, &mut wide);
        }
        self.least(&rows, high, wide)
    }
}

/// The least image of a part on a board of eight by eight cells, by moving whole words.
fn canon_of_bytes(part: u64) -> u64 {
    let part = part >> (part.trailing_zeros() & !7);
    let row = part | part >> 32;
    let row = row | row >> 16;
    let row = (row | row >> 8) & 0xFF;
    let part = part >> row.trailing_zeros();
    let wide = 64 - row.leading_zeros() - row.trailing_zeros();
    let high = (71 - part.leading_zeros()) / 8;
    let turned = eight_by_eight(part);
    least_flip(part, high, wide).min(least_flip(turned, wide, high))
}

/// The least image by reflections of a part in the corner.
#[inline]
fn least_flip(part: u64, high: u32, wide: u32) -> u64 {
    let upside = |cells: u64| cells.swap_bytes() >> (64 - 8 * high);
    // Half a turn is all bits in reverse; together with the bytes in reverse, each byte is.
    let reversed = part.reverse_bits().swap_bytes() >> (8 - wide);
    part.min(upside(part)).min(reversed).min(upside(reversed))
}

/// Rows become columns: blocks of one, two and four cells are exchanged.
#[inline]
fn eight_by_eight(mut cells: u64) -> u64 {
    for (shift, mask) in [
        (7, 0x00AA_00AA_00AA_00AA),
        (14, 0x0000_CCCC_0000_CCCC),
        (28, 0x0000_0000_F0F0_F0F0),
    ] {
        let changed = (cells ^ cells >> shift) & mask;
        cells ^= changed ^ changed << shift;
    }
    cells
}

impl PackedParts<Grid> for CramBoard {
    fn pack(&self, pos: &Grid) -> Option<u64> {
        let sides = (pos.rows() as u32, pos.cols() as u32);
        let upright = sides.0 > sides.1;
        let cell = |cell: usize| {
            let (r, c) = ((cell / pos.cols()) as u32, (cell % pos.cols()) as u32);
            let (r, c) = if upright { (c, r) } else { (r, c) };
            1u64 << (r * self.long + c)
        };
        let fits = sides == self.sides || sides == (self.sides.1, self.sides.0);
        fits.then(|| pos.cells(Cell::Free).into_iter().map(cell).sum())
    }

    fn parts(&self, pos: u64, parts: &mut Vec<u64>) {
        let mut rest = pos & self.beside(pos);
        while rest != 0 {
            let mut part = rest.lowest();
            loop {
                let next = (part | self.beside(part)) & rest;
                if next == part {
                    break;
                }
                part = next;
            }
            rest ^= part;
            parts.push(self.canon(part));
        }
    }

    fn options(&self, pos: u64, options: &mut Vec<u64>) {
        for (starts, step) in [
            (pos & pos >> self.long, self.long),
            (pos & (pos & !self.edge) >> 1, 1),
        ] {
            options.extend(starts.members().map(|at| pos & !((1 | 1 << step) << at)));
        }
    }

    fn size(&self, part: u64) -> u32 {
        // Parts with few moves are solved sooner.
        let upright = (part & part >> self.long).count_ones();
        let lying = (part & (part & !self.edge) >> 1).count_ones();
        2 * part.count_ones() + upright + lying
    }

    fn nimber(&self, part: u64) -> Option<u64> {
        // Who may copy moves through the centre wins: the theorem of the ruleset.
        let high = (63 - part.leading_zeros()) / self.long + 1;
        let rows = self.rows(part, high);
        let row = rows.iter().fold(0, |all, row| all | row);
        let wide = 64 - row.leading_zeros();
        let half =
            |r: u32| self.reversed[rows[(high - 1 - r) as usize] as usize] >> (self.long - wide);
        let symmetric = (0..high).all(|r| rows[r as usize] == half(r));
        let closed = high.is_multiple_of(2) && wide % 2 == 0
            || rows[(high / 2) as usize] >> (wide / 2) & 1 == 0;
        (symmetric && closed).then_some(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cram::Cram;
    use bouton_rules::{Impartial, Ruleset};

    /// The parts that the ruleset finds, as this board represents them.
    fn parts_by_grid(board: &CramBoard, grid: &Grid) -> Vec<u64> {
        let mut found = Vec::new();
        for part in Cram.split(grid) {
            let canon = Cram.canon_part(part);
            let cells = canon.cells(Cell::Free).into_iter();
            let bit =
                |i: usize| 1u64 << (i / canon.cols() * board.long as usize + i % canon.cols());
            found.push(board.canon(cells.map(bit).sum()));
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn parts_and_options_are_those_of_the_grid() {
        let mut random = fastrand::Rng::with_seed(6);
        let mut zeros = 0;
        for round in 0..400 {
            let (rows, cols) = [(4, 5), (5, 9), (9, 5), (8, 8), (3, 3), (2, 11)][round % 6];
            let filled = random.u64(..) & random.u64(..);
            let grid = Grid::from_words(rows, cols, [filled; 2]);
            let board = CramBoard::new(&grid).unwrap();
            let parts = |grid: &Grid| {
                let mut parts = Vec::new();
                board.parts(board.pack(grid).unwrap(), &mut parts);
                parts.sort_unstable();
                parts
            };
            assert_eq!(parts(&grid), parts_by_grid(&board, &grid));
            let mut listed: Vec<_> = Cram.options(&grid).unwrap().iter().map(parts).collect();
            let mut options = Vec::new();
            board.options(board.pack(&grid).unwrap(), &mut options);
            let mut found: Vec<_> = options
                .into_iter()
                .map(|option| {
                    let mut parts = Vec::new();
                    board.parts(option, &mut parts);
                    parts.sort_unstable();
                    parts
                })
                .collect();
            listed.sort_unstable();
            found.sort_unstable();
            assert_eq!(listed, found);
            let theorem = |part: &Grid| Cram.known(part, Default::default())?.grundy;
            for part in Cram.split(&grid) {
                let packed = parts_by_grid(&board, &part)[0];
                let copied = theorem(&part).is_some();
                assert_eq!(
                    board.nimber(packed) == Some(0),
                    copied,
                    "{}",
                    Cram.show(&part)
                );
                zeros += usize::from(copied);
            }
        }
        assert!(zeros > 5, "{zeros}");
    }

    #[test]
    fn images_by_words_and_by_rows_agree() {
        let mut random = fastrand::Rng::with_seed(7);
        let board = CramBoard::with_rows(8, 8, (8, 8));
        for _ in 0..2000 {
            let part = random.u64(..) & random.u64(..) & random.u64(..);
            let part = part | 1 << random.u32(0..64);
            let sides = |part: u64| {
                let row = board
                    .rows(part, 8)
                    .into_iter()
                    .fold(0, |all, row| all | row);
                (71 - part.leading_zeros()) / 8 <= 64 - row.leading_zeros()
            };
            // The two agree on which parts are images of each other.
            let by_rows = board.canon_by_rows(part);
            assert!(sides(by_rows));
            assert_eq!(canon_of_bytes(by_rows), canon_of_bytes(part));
            assert_eq!(board.canon_by_rows(canon_of_bytes(part)), by_rows);
        }
    }
}
