//! Rectangular boards with up to four kinds of cells.

mod text;

use super::frame::Frame;
use super::{MOST_CELLS, Reach};
use crate::{Error, Player, Result};
use std::hash::{Hash, Hasher};

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Cell {
    /// Nothing.
    Free = 0,
    /// Left's stone.
    Left = 1,
    /// Right's stone.
    Right = 2,
    /// Out of play.
    Block = 3,
}

impl Cell {
    /// The stone of a player.
    pub fn stone(who: Player) -> Cell {
        match who {
            Player::Left => Cell::Left,
            Player::Right => Cell::Right,
        }
    }

    fn from_bits(left: bool, right: bool) -> Cell {
        match (left, right) {
            (false, false) => Cell::Free,
            (true, false) => Cell::Left,
            (false, true) => Cell::Right,
            (true, true) => Cell::Block,
        }
    }
}

/// A board of `rows * cols` cells, numbered row by row from the top left.
///
/// Two planes of bits: a cell is in the first if it holds Left's stone, in the second if Right's, in both if it is blocked; so
/// swapping the planes swaps the colours. At most 64 cells are kept in two words, more on the heap.
///
/// ```
/// use bouton_rules::board::{Cell, Grid, Letters};
/// let mut board = Grid::parse("x.o|.#.", Letters::ALL).unwrap();
/// assert_eq!((board.rows(), board.cols()), (2, 3));
/// assert_eq!(board.at(4), Cell::Block);
/// board.set(1, Cell::Left);
/// assert_eq!(board.show(Letters::ALL), "xxo|.#.");
/// let e = Grid::parse("x.|x", Letters::ALL).unwrap_err();
/// assert_eq!(e.to_string(), "board `x.|x`: row 2 has 1 cell, row 1 has 2; rows are separated by `|` and equally long");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grid {
    pub(super) rows: u32,
    pub(super) cols: u32,
    pub(super) planes: Planes,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Planes {
    Word([u64; 2]),
    Wide(Box<[u64]>),
}

impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.rows) << 32 | u64::from(self.cols));
        match &self.planes {
            Planes::Word([a, b]) => {
                state.write_u64(*a);
                state.write_u64(*b);
            }
            Planes::Wide(words) => words.hash(state),
        }
    }
}

impl Grid {
    /// A board of free cells; an error beyond [`MOST_CELLS`] cells.
    pub fn new(rows: usize, cols: usize) -> Result<Grid> {
        let area = rows.checked_mul(cols).filter(|&a| a <= MOST_CELLS);
        let sides = (u32::try_from(rows), u32::try_from(cols));
        let (Some(area), (Ok(rows), Ok(cols))) = (area, sides) else {
            return Err(Error::input(format!(
                "a board of {rows}x{cols} cells is too large; at most {MOST_CELLS} cells"
            )));
        };
        let planes = if area <= 64 {
            Planes::Word([0; 2])
        } else {
            Planes::Wide(vec![0; area.div_ceil(64) * 2].into_boxed_slice())
        };
        Ok(Grid { rows, cols, planes })
    }

    /// The board without cells.
    pub fn empty() -> Grid {
        Grid {
            rows: 0,
            cols: 0,
            planes: Planes::Word([0; 2]),
        }
    }

    /// A board of at most 64 cells from its planes; bits outside it are dropped.
    pub fn from_words(rows: u32, cols: u32, planes: [u64; 2]) -> Grid {
        let (all, [a, b]) = (Frame::new(rows, cols).all(), planes);
        Grid {
            rows,
            cols,
            planes: Planes::Word([a & all, b & all]),
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols as usize
    }

    /// Number of cells.
    pub fn area(&self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// The cell in a row and column.
    pub fn get(&self, row: usize, col: usize) -> Cell {
        self.at(row * self.cols() + col)
    }

    /// The cell with a number.
    pub fn at(&self, cell: usize) -> Cell {
        debug_assert!(cell < self.area());
        let (word, bit) = (cell / 64, cell % 64);
        match &self.planes {
            Planes::Word([a, b]) => Cell::from_bits(a >> bit & 1 == 1, b >> bit & 1 == 1),
            Planes::Wide(words) => {
                let (a, b) = words.split_at(words.len() / 2);
                Cell::from_bits(a[word] >> bit & 1 == 1, b[word] >> bit & 1 == 1)
            }
        }
    }

    /// Puts something into the cell with a number.
    pub fn set(&mut self, cell: usize, what: Cell) {
        debug_assert!(cell < self.area());
        let (word, bit) = (cell / 64, cell % 64);
        let put = |w: &mut u64, on: bool| *w = *w & !(1 << bit) | u64::from(on) << bit;
        let (left, right) = (what as u8 & 1 == 1, what as u8 & 2 == 2);
        match &mut self.planes {
            Planes::Word([a, b]) => {
                put(a, left);
                put(b, right);
            }
            Planes::Wide(words) => {
                let (a, b) = words.split_at_mut(words.len() / 2);
                put(&mut a[word], left);
                put(&mut b[word], right);
            }
        }
    }

    /// The same board with some cells changed.
    pub fn with(&self, changes: &[(usize, Cell)]) -> Grid {
        let mut grid = self.clone();
        for &(cell, what) in changes {
            grid.set(cell, what);
        }
        grid
    }

    /// The planes, if the board has at most 64 cells.
    #[inline]
    pub fn words(&self) -> Option<[u64; 2]> {
        match self.planes {
            Planes::Word(planes) => Some(planes),
            Planes::Wide(_) => None,
        }
    }

    /// The board in one word, not 0, if it fits: at most 56 cells that are free or blocked, at most 28 of all kinds.
    ///
    /// ```
    /// use bouton_rules::board::{Grid, Letters};
    /// let word = |text| Grid::parse(text, Letters::ALL).unwrap().word();
    /// assert!(word(".x|o.").is_some());
    /// assert_ne!(word(".x|o."), word(".xo."));
    /// assert_eq!(word("x.|..|..|..|..|..|..|..|..|..|..|..|..|..|.."), None);
    /// ```
    #[inline]
    pub fn word(&self) -> Option<u64> {
        let Planes::Word([a, b]) = self.planes else {
            return None;
        };
        // From below: the columns, whether the planes differ, the planes, and a bit that says where they end.
        let (area, differ) = (self.rows * self.cols, a != b);
        let bits = if differ { 2 * area } else { area };
        if bits > 56 || !(1..64).contains(&self.cols) {
            return None;
        }
        let both = if differ { b << area | a } else { a };
        Some((1 << bits | both) << 7 | u64::from(differ) << 6 | u64::from(self.cols))
    }

    /// The frame and the planes, if the board has at most 64 cells.
    #[inline]
    pub fn frame(&self) -> Option<(Frame, [u64; 2])> {
        self.words()
            .map(|planes| (Frame::new(self.rows, self.cols), planes))
    }

    /// The same shape with other planes; for boards of at most 64 cells.
    #[inline]
    pub fn replaced(&self, planes: [u64; 2]) -> Grid {
        debug_assert!(self.area() <= 64);
        Grid {
            rows: self.rows,
            cols: self.cols,
            planes: Planes::Word(planes),
        }
    }

    /// The numbers of the cells that hold `what`, in order.
    pub fn cells(&self, what: Cell) -> Vec<usize> {
        (0..self.area()).filter(|&i| self.at(i) == what).collect()
    }

    /// How many cells hold `what`.
    pub fn count(&self, what: Cell) -> usize {
        match self.words() {
            Some([a, b]) => {
                let found = match what {
                    Cell::Free => return self.area() - (a | b).count_ones() as usize,
                    Cell::Left => a & !b,
                    Cell::Right => b & !a,
                    Cell::Block => a & b,
                };
                found.count_ones() as usize
            }
            None => (0..self.area()).filter(|&i| self.at(i) == what).count(),
        }
    }

    /// The neighbour of a cell `rows` down and `cols` to the right, if it is on the board.
    pub fn beside(&self, cell: usize, rows: isize, cols: isize) -> Option<usize> {
        let (r, c) = (
            (cell / self.cols()) as isize + rows,
            (cell % self.cols()) as isize + cols,
        );
        let on = (0..self.rows as isize).contains(&r) && (0..self.cols as isize).contains(&c);
        on.then(|| r as usize * self.cols() + c as usize)
    }

    /// The neighbours of a cell.
    pub fn neighbours(&self, cell: usize, reach: Reach) -> impl Iterator<Item = usize> {
        let steps = reach.steps().iter();
        steps.filter_map(move |&(r, c)| self.beside(cell, r as isize, c as isize))
    }

    /// The set of cells that hold something for which `within` is true; for boards of at most 64 cells.
    #[inline]
    pub fn mask(&self, within: impl Fn(Cell) -> bool) -> Option<u64> {
        let (frame, [a, b]) = self.frame()?;
        let kinds = [
            (Cell::Free, !a & !b),
            (Cell::Left, a & !b),
            (Cell::Right, b & !a),
            (Cell::Block, a & b),
        ];
        let chosen = kinds
            .iter()
            .filter(|(cell, _)| within(*cell))
            .fold(0, |set, (_, cells)| set | cells);
        Some(chosen & frame.all())
    }

    /// Bytes on the heap.
    pub fn owned_bytes(&self) -> usize {
        match &self.planes {
            Planes::Word(_) => 0,
            Planes::Wide(words) => size_of_val(&**words),
        }
    }

    /// Left's stones become Right's and the other way round.
    pub fn colours_swapped(&self) -> Grid {
        let planes = match &self.planes {
            Planes::Word([a, b]) => Planes::Word([*b, *a]),
            Planes::Wide(words) => {
                let (a, b) = words.split_at(words.len() / 2);
                Planes::Wide([b, a].concat().into_boxed_slice())
            }
        };
        Grid { planes, ..*self }
    }
}
