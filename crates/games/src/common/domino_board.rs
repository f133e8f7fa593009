//! Domineering boards packed in words: bit `r * cols + c` is set where the cell in row `r`, column `c` can still be played.

use super::domino_count::counted;
use bouton_rules::board::{Cell, Grid};
use bouton_rules::{PackedBoard, Player, Word};
use std::ops::Range;

/// Most rows and most columns of a packed board.
pub(crate) const LONGEST: usize = 10;

/// One board.
pub(crate) struct DominoBoard<W> {
    rows: u32,
    cols: u32,
    /// The first column.
    edge: W,
    /// A row, each cell moved to the first cell of its column's row on the transposed board.
    turned: Vec<W>,
}

impl<W: Word> DominoBoard<W> {
    /// The board of a position of at most [`Word::BITS`] cells and [`LONGEST`] rows and columns.
    pub fn new(grid: &Grid) -> Option<DominoBoard<W>> {
        let (rows, cols) = (grid.rows(), grid.cols());
        if grid.area() > W::BITS as usize || rows.max(cols) > LONGEST || rows.min(cols) == 0 {
            return None;
        }
        let (rows, cols) = (rows as u32, cols as u32);
        let edge = (0..rows).fold(W::ZERO, |edge, r| edge | W::ONE << (r * cols));
        let turned = (0..1u64 << cols)
            .map(|row| {
                row.members()
                    .fold(W::ZERO, |set, c| set | W::ONE << (c * rows))
            })
            .collect();
        Some(DominoBoard {
            rows,
            cols,
            edge,
            turned,
        })
    }

    #[inline]
    fn west(&self, cells: W) -> W {
        (cells & !self.edge) >> 1
    }

    #[inline]
    fn east(&self, cells: W) -> W {
        cells << 1 & !self.edge
    }

    /// Without the cells that have no free neighbour.
    #[inline]
    fn playable(&self, free: W) -> W {
        let beside = self.west(free) | self.east(free) | free >> self.cols | free << self.cols;
        free & beside
    }

    #[inline]
    fn row(&self, cells: W, r: u32) -> u64 {
        (cells >> (r * self.cols) & W::first(self.cols)).low_word()
    }

    /// The same cells on the board with rows and columns exchanged.
    #[inline]
    fn transposed(&self, cells: W) -> W {
        (0..self.rows).fold(W::ZERO, |set, r| {
            set | self.turned[self.row(cells, r) as usize] << r
        })
    }

    #[inline]
    fn flipped(&self, cells: W) -> W {
        let row = W::first(self.cols);
        (0..self.rows).fold(W::ZERO, |set, r| {
            set | (cells >> (r * self.cols) & row) << ((self.rows - 1 - r) * self.cols)
        })
    }

    /// The free cells of each row as `from` sees them: rows for Left, columns for Right.
    #[inline]
    fn lines(&self, pos: W, from: Player) -> Lines {
        let (pos, rows, cols) = match from {
            Player::Left => (pos, self.rows, self.cols),
            Player::Right => (self.transposed(pos), self.cols, self.rows),
        };
        let row = W::first(cols);
        let mut lines = Lines {
            cells: [0; LONGEST],
            count: rows as usize,
        };
        for r in 0..rows {
            lines.cells[r as usize] = (pos >> (r * cols) & row).low_word() as u32;
        }
        lines
    }
}

/// Rows or columns of a board.
struct Lines {
    cells: [u32; LONGEST],
    count: usize,
}

impl Lines {
    #[inline]
    fn as_slice(&self) -> &[u32] {
        &self.cells[..self.count]
    }
}

impl<W: Word> PackedBoard<Grid, W> for DominoBoard<W> {
    fn pack(&self, pos: &Grid) -> Option<W> {
        if (pos.rows(), pos.cols()) != (self.rows as usize, self.cols as usize) {
            return None;
        }
        let free = pos.cells(Cell::Free).into_iter();
        let free = free.fold(W::ZERO, |set, cell| set | W::ONE << cell as u32);
        Some(self.playable(free))
    }

    fn position(&self, pos: W) -> Grid {
        let cols = self.cols;
        let rows = (0..self.rows).map(|r| self.row(pos, r)).collect::<Vec<_>>();
        board_of(&rows, cols)
    }

    #[inline]
    fn parts(&self, pos: W, parts: &mut Vec<W>) {
        let mut rest = pos;
        while rest != W::ZERO {
            let mut part = rest.lowest();
            loop {
                let across = part | self.west(part) | self.east(part);
                let next = (across | part >> self.cols | part << self.cols) & rest;
                if next == part {
                    break;
                }
                part = next;
            }
            rest = rest ^ part;
            parts.push(part);
        }
    }

    #[inline]
    fn home(&self, part: W) -> W {
        if part == W::ZERO {
            return part;
        }
        let mut moved = part >> (part.trailing_zeros() / self.cols * self.cols);
        while moved & self.edge == W::ZERO {
            moved = moved >> 1;
        }
        moved
    }

    #[inline]
    fn canon(&self, pos: W) -> W {
        let flipped = self.flipped(pos);
        let spare = W::BITS - self.rows * self.cols;
        let turn = |cells: W| cells.reverse_bits() >> spare;
        pos.min(flipped).min(turn(pos)).min(turn(flipped))
    }

    #[inline]
    fn moves(&self, who: Player, pos: W, among: W, moves: &mut Vec<(u32, W)>) {
        let (starts, step) = match who {
            Player::Left => (pos & pos >> self.cols, self.cols),
            Player::Right => (pos & self.west(pos), 1),
        };
        for at in (starts & among).members() {
            let domino = (W::ONE | W::ONE << step) << at;
            moves.push((at, self.playable(pos & !domino)));
        }
    }

    #[inline]
    fn mobility(&self, pos: W) -> i64 {
        let vertical = (pos & pos >> self.cols).count_ones();
        i64::from(vertical) - i64::from((pos & self.west(pos)).count_ones())
    }

    #[inline]
    fn slices(&self, part: W, from: Player, slices: &mut Vec<[u32; 2]>) {
        let wide = match from {
            Player::Left => self.cols,
            Player::Right => self.rows,
        };
        let mut before = 0;
        for &line in self.lines(part, from).as_slice() {
            slices.push([line, before | line << wide]);
            before = line;
        }
    }

    fn slice_count(&self, from: Player) -> u32 {
        match from {
            Player::Left => 1 << (2 * self.cols),
            Player::Right => 1 << (2 * self.rows),
        }
    }

    fn slice(&self, from: Player, number: u32) -> Grid {
        match from {
            Player::Left => {
                let row = (1 << self.cols) - 1;
                let rows = [number & row, number >> self.cols].map(u64::from);
                board_of(&rows, self.cols)
            }
            Player::Right => {
                let rows: Vec<u64> = (0..self.rows)
                    .map(|r| u64::from(number >> r & 1 | (number >> (self.rows + r) & 1) << 1))
                    .collect();
                board_of(&rows, 2)
            }
        }
    }

    fn slice_moves(&self, from: Player, number: u32, after: &mut Vec<u32>) -> bool {
        let wide = match from {
            Player::Left => self.cols,
            Player::Right => self.rows,
        };
        // The other player's dominoes lie along the layers.
        let inner = !(1u32 << (wide - 1));
        let starts = number & number >> 1 & inner;
        after.extend(u64::from(starts).members().map(|at| number & !(3 << at)));
        true
    }

    #[inline]
    fn layers(&self, from: Player, layers: Range<usize>) -> W {
        let (start, count) = (layers.start as u32, layers.len() as u32);
        match from {
            Player::Left => W::first(count * self.cols) << (start * self.cols),
            Player::Right => (0..count).fold(W::ZERO, |set, i| set | self.edge << (start + i)),
        }
    }

    #[inline]
    fn surely_wins(&self, pos: W, who: Player, mover: Player) -> bool {
        let count = counted(self.lines(pos, who).as_slice());
        if who == mover {
            count.wins_first()
        } else {
            count.wins_second()
        }
    }
}

/// The board whose free cells are given by rows.
fn board_of(rows: &[u64], cols: u32) -> Grid {
    let mut grid = Grid::new(rows.len(), cols as usize).unwrap_or_else(|_| Grid::empty());
    for (r, row) in rows.iter().enumerate() {
        for c in 0..cols as usize {
            if row >> c & 1 == 0 && r < grid.rows() {
                grid.set(r * cols as usize + c, Cell::Block);
            }
        }
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domineering::{Domineering, dominoes_by_cell};
    use bouton_rules::{Partizan, Ruleset};

    #[test]
    fn both_words_agree_with_the_cells() {
        let mut random = fastrand::Rng::with_seed(4);
        for round in 0..300 {
            let (rows, cols) = [(4, 5), (8, 8), (6, 10), (1, 9), (7, 2)][round % 5];
            let filled = random.u64(..) & random.u64(..);
            let grid = Grid::from_words(rows, cols, [filled; 2]);
            let narrow = DominoBoard::<u64>::new(&grid).unwrap();
            let wide = DominoBoard::<u128>::new(&grid).unwrap();
            let pos = narrow.pack(&grid).unwrap();
            assert_eq!(u128::from(pos), wide.pack(&grid).unwrap());
            assert_eq!(u128::from(narrow.canon(pos)), wide.canon(pos.into()));
            let clean = narrow.position(pos);
            assert_eq!(wide.position(pos.into()), clean);
            let mut parts = Vec::new();
            narrow.parts(pos, &mut parts);
            assert_eq!(parts.len(), Domineering.split(&clean).len());
            for &part in &parts {
                let home = |part: u64| Domineering.split(&narrow.position(part));
                assert_eq!(home(part), home(narrow.home(part)));
            }
            for who in Player::BOTH {
                let mut moves = Vec::new();
                narrow.moves(who, pos, !0, &mut moves);
                let found = moves.iter().map(|m| m.1);
                let listed = dominoes_by_cell(&clean, who == Player::Left).into_iter();
                assert!(found.eq(listed.map(|g| narrow.pack(&g).unwrap())));
                let mut wider = Vec::new();
                wide.moves(who, pos.into(), !0, &mut wider);
                let wider: Vec<_> = wider.iter().map(|&(n, p)| (n, p as u64)).collect();
                assert_eq!(moves, wider);
                slices_are_those_of_the_grid(&narrow, &grid, pos, who);
                let (mut own, mut other) = (Vec::new(), Vec::new());
                narrow.slices(pos, who, &mut own);
                wide.slices(pos.into(), who, &mut other);
                assert_eq!(own, other);
            }
        }
    }

    fn slices_are_those_of_the_grid(board: &DominoBoard<u64>, grid: &Grid, pos: u64, from: Player) {
        let clean = board.position(pos);
        let mut slices = Vec::new();
        board.slices(pos, from, &mut slices);
        assert_eq!(slices.len(), Domineering.layers(grid, from));
        for (i, &[one, two]) in slices.iter().enumerate() {
            // A slice has room for two layers; what is outside is blocked.
            let same = |number: u32, layers: std::ops::Range<usize>| {
                let own = Domineering.split(&board.slice(from, number));
                assert_eq!(
                    own,
                    Domineering.split(&Domineering.slice(&clean, from, layers))
                );
            };
            same(one, i..i + 1);
            if i > 0 {
                same(two, i - 1..i + 1);
            }
        }
    }

    #[test]
    fn boards_that_do_not_fit_are_not_packed() {
        let long = Domineering.parse("1x11").unwrap();
        assert!(DominoBoard::<u128>::new(&long).is_none());
        let wide = Domineering.parse("9x9").unwrap();
        assert!(DominoBoard::<u64>::new(&wide).is_none());
        assert!(DominoBoard::<u128>::new(&wide).is_some());
    }
}
