//! Domineering boards packed in words: bit `r * cols + c` is set where the cell in row `r`, column `c` can still be played.

use super::domino_count::counted;
use bouton_rules::board::{Cell, Grid};
use bouton_rules::{Change, PackedBoard, Player, Word};

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
    /// For each player, by the free cells of the window around a domino: may it split what it is placed in?
    splits: [Vec<bool>; 2],
}

/// Rows and columns of the smallest window with all neighbours of a domino.
fn window(who: Player) -> [u32; 2] {
    match who {
        Player::Left => [4, 3],
        Player::Right => [3, 4],
    }
}

/// For each set of free cells in the window around a domino: are the neighbours of the domino not all joined by the cells of the
/// window?
fn splits(who: Player) -> Vec<bool> {
    let [tall, wide] = window(who);
    let beside = |cells: u32, r: u32, c: u32| {
        let near = |r: u32, c: u32| r < tall && c < wide && cells >> (r * wide + c) & 1 == 1;
        near(r.wrapping_sub(1), c) || near(r + 1, c) || near(r, c.wrapping_sub(1)) || near(r, c + 1)
    };
    let spread = |cells: u32, among: u32| {
        (0..12)
            .filter(|&at| among >> at & 1 == 1 && beside(cells, at / wide, at % wide))
            .fold(cells & among, |set, at| set | 1 << at)
    };
    let domino = match who {
        Player::Left => 1 << 4 | 1 << 7,
        Player::Right => 1 << 5 | 1 << 6,
    };
    let neighbours = spread(domino, !domino & 0xFFF) & !domino;
    (0..1 << 12)
        .map(|free| {
            let mut rest = free & neighbours;
            if rest == 0 {
                return false;
            }
            let mut joined = 1 << rest.trailing_zeros();
            loop {
                let next = spread(joined, free & !domino);
                if next == joined {
                    break;
                }
                joined = next;
            }
            rest &= !joined;
            rest != 0
        })
        .collect()
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
            splits: Player::BOTH.map(splits),
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

    /// How many cells a layer has that `from` sees.
    #[inline]
    fn wide(&self, from: Player) -> u32 {
        match from {
            Player::Left => self.cols,
            Player::Right => self.rows,
        }
    }

    /// The position as the ruleset writes it.
    #[cfg(test)]
    fn position(&self, pos: W) -> Grid {
        let mut grid = Grid::new(self.rows as usize, self.cols as usize).unwrap();
        for cell in (!pos & W::first(self.rows * self.cols)).members() {
            grid.set(cell as usize, Cell::Block);
        }
        grid
    }

    /// The same cells on the board with rows and columns exchanged.
    #[inline]
    fn transposed(&self, cells: W) -> W {
        (0..self.rows).fold(W::ZERO, |set, r| {
            set | self.turned[self.row(cells, r) as usize] << r
        })
    }

    /// A position and its mirror images.
    #[inline]
    fn images(&self, pos: W) -> [W; 4] {
        let flipped = self.flipped(pos);
        let spare = W::BITS - self.rows * self.cols;
        let turn = |cells: W| cells.reverse_bits() >> spare;
        [pos, flipped, turn(pos), turn(flipped)]
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
    fn least(&self, part: W) -> W {
        let [a, b, c, d] = self.images(part);
        let [a, b] = [
            self.home(a).min(self.home(b)),
            self.home(c).min(self.home(d)),
        ];
        a.min(b)
    }

    #[inline]
    fn canon(&self, pos: W) -> W {
        let [a, b, c, d] = self.images(pos);
        a.min(b).min(c.min(d))
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
    fn may_split(&self, pos: W, who: Player, number: u32) -> bool {
        let (row, col) = (number / self.cols, number % self.cols);
        let [tall, wide] = window(who);
        let around = (0..tall).fold(0, |around, i| {
            let line = match (row + i).checked_sub(1) {
                Some(r) if r < self.rows => {
                    (self.row(pos, r) << 1 >> col) as usize & ((1 << wide) - 1)
                }
                _ => 0,
            };
            around | line << (i * wide)
        });
        self.splits[who as usize][around]
    }

    #[inline]
    fn mobility(&self, pos: W) -> i64 {
        let vertical = (pos & pos >> self.cols).count_ones();
        i64::from(vertical) - i64::from((pos & self.west(pos)).count_ones())
    }

    #[inline]
    fn layers(&self, pos: W, from: Player, layers: &mut Vec<u32>) {
        layers.extend_from_slice(self.lines(pos, from).as_slice());
    }

    fn band(&self, pos: W, from: Player, first: u32, count: u32) -> W {
        let among = match from {
            Player::Left => W::first(count * self.cols) << (first * self.cols),
            Player::Right => (first..first + count).fold(W::ZERO, |set, c| set | self.edge << c),
        };
        self.playable(pos & among)
    }

    #[inline]
    fn pair(&self, from: Player, before: u32, layer: u32) -> u32 {
        before | layer << self.wide(from)
    }

    #[inline]
    fn change(&self, from: Player, who: Player, number: u32) -> Change {
        let (row, col) = (number / self.cols, number % self.cols);
        let (first, at) = match from {
            Player::Left => (row, col),
            Player::Right => (col, row),
        };
        if from == who {
            Change {
                first,
                count: 2,
                cells: 1 << at,
            }
        } else {
            Change {
                first,
                count: 1,
                cells: 3 << at,
            }
        }
    }

    fn slice_count(&self, from: Player) -> u32 {
        match from {
            Player::Left => 1 << (2 * self.cols),
            Player::Right => 1 << (2 * self.rows),
        }
    }

    fn slice(&self, from: Player, number: u32) -> W {
        let wide = self.wide(from);
        let cells = |row: u32, col: u32| W::ONE << (row * self.cols + col);
        let set = u64::from(number).members().fold(W::ZERO, |set, at| {
            let (layer, along) = (at / wide, at % wide);
            set | match from {
                Player::Left => cells(layer, along),
                Player::Right => cells(along, layer),
            }
        });
        self.playable(set)
    }

    fn slice_moves(&self, from: Player, number: u32, after: &mut Vec<u32>) -> bool {
        let wide = self.wide(from);
        // The other player's dominoes lie along the layers.
        let inner = !(1u32 << (wide - 1));
        let starts = number & number >> 1 & inner;
        after.extend(u64::from(starts).members().map(|at| number & !(3 << at)));
        true
    }

    #[inline]
    fn moves_in_layer(&self, from: Player, layer: usize) -> W {
        match from {
            Player::Left => W::first(self.cols) << (layer as u32 * self.cols),
            Player::Right => self.edge << layer as u32,
        }
    }

    #[inline]
    fn surely_wins(&self, pos: W, who: Player, mover: Player, spare: i32) -> bool {
        let count = counted(self.lines(pos, who).as_slice()).with(spare);
        if who == mover {
            count.wins_first()
        } else {
            count.wins_second()
        }
    }
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
                let least = narrow.least(part);
                for image in narrow.images(part) {
                    assert_eq!(narrow.least(image), least);
                }
                assert_eq!(u128::from(least), wide.least(part.into()));
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
                changes_are_those_of_the_moves(&narrow, pos, who, &moves);
                let (mut own, mut other) = (Vec::new(), Vec::new());
                narrow.layers(pos, who, &mut own);
                wide.layers(pos.into(), who, &mut other);
                assert_eq!(own, other);
            }
        }
    }

    fn slices_are_those_of_the_grid(board: &DominoBoard<u64>, grid: &Grid, pos: u64, from: Player) {
        let clean = board.position(pos);
        let mut layers = Vec::new();
        board.layers(pos, from, &mut layers);
        assert_eq!(layers.len(), Domineering.layers(grid, from));
        for (i, &one) in layers.iter().enumerate() {
            // A slice has room for two layers; what is outside is blocked.
            let same = |number: u32, layers: std::ops::Range<usize>| {
                let own = Domineering.split(&board.position(board.slice(from, number)));
                let cut = Domineering.slice(&clean, from, layers);
                assert_eq!(own, Domineering.split(&cut));
            };
            same(one, i..i + 1);
            for count in 1..=layers.len() - i {
                let band = board.band(pos, from, i as u32, count as u32);
                let cut = Domineering.slice(&clean, from, i..i + count);
                assert_eq!(
                    Domineering.split(&board.position(band)),
                    Domineering.split(&cut)
                );
            }
            if i > 0 {
                same(board.pair(from, layers[i - 1], one), i - 1..i + 1);
            }
        }
    }

    fn changes_are_those_of_the_moves(
        board: &DominoBoard<u64>,
        pos: u64,
        who: Player,
        moves: &[(u32, u64)],
    ) {
        for from in Player::BOTH {
            for &(number, next) in moves {
                let (mut before, mut after) = (Vec::new(), Vec::new());
                board.layers(pos, from, &mut before);
                board.layers(next, from, &mut after);
                let change = board.change(from, who, number);
                let touched = change.first as usize..(change.first + change.count) as usize;
                for (i, line) in before.iter_mut().enumerate() {
                    if touched.contains(&i) {
                        assert_eq!(*line & change.cells, change.cells);
                        *line &= !change.cells;
                    } else if who != from {
                        assert_eq!(board.moves_in_layer(from, i) >> number & 1, 0);
                    }
                }
                let joined = |lines: &[u32]| lines.iter().fold(0, |n, l| n + l.count_ones());
                // The position after the move is without the cells that nobody can play any more.
                assert!(joined(&after) <= joined(&before));
                assert!(after.iter().zip(&before).all(|(a, b)| a & !b == 0));
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
