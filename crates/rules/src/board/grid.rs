//! Rectangular boards with up to four kinds of cells.

use super::frame::{self, Frame};
use super::region::{Reach, regions, regions_by_cell};
use super::symmetry::{Symmetry, least_image};
use super::{Letters, MOST_CELLS};
use crate::heaps::shorten;
use crate::{Error, Player, Result};
use std::fmt;
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
    rows: u32,
    cols: u32,
    planes: Planes,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Planes {
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
        let all = Frame::new(rows, cols).all();
        Grid {
            rows,
            cols,
            planes: Planes::Word(planes.map(|p| p & all)),
        }
    }

    /// Reads rows separated by `|`, or a size such as `3x4` for a free board of 3 rows and 4 columns.
    pub fn parse(text: &str, letters: Letters) -> Result<Grid> {
        let trimmed = text.trim();
        if let Some((rows, cols)) = read_size(trimmed)? {
            return Grid::new(rows, cols);
        }
        let lines: Vec<&str> = trimmed.split('|').map(str::trim).collect();
        let wide = lines[0].chars().count();
        let mut grid =
            Grid::new(lines.len(), wide).map_err(|e| e.at(format!("board `{}`", shorten(text))))?;
        for (r, line) in lines.iter().enumerate() {
            let long = line.chars().count();
            if long != wide {
                let s = if long == 1 { "" } else { "s" };
                return Err(Error::input(format!(
                    "board `{}`: row {} has {long} cell{s}, row 1 has {wide}; rows are separated by `|` and equally long",
                    shorten(text),
                    r + 1
                )));
            }
            for (c, letter) in line.chars().enumerate() {
                let Some(cell) = letters.read(letter) else {
                    return Err(Error::input(format!(
                        "board `{}`: row {}, column {}: `{letter}` is no cell; write {}",
                        shorten(text),
                        r + 1,
                        c + 1,
                        letters.list()
                    )));
                };
                grid.set(r * wide + c, cell);
            }
        }
        Ok(grid)
    }

    /// As [`Grid::parse`], of one row only.
    pub fn parse_strip(text: &str, letters: Letters) -> Result<Grid> {
        if let Some(at) = text.find('|') {
            let at = text[..at].chars().count() + 1;
            return Err(Error::input(format!(
                "strip `{}`: a `|` in place {at}; a strip has one row, write for example {}",
                shorten(text),
                letters.list()
            )));
        }
        let grid = Grid::parse(text, letters)?;
        if grid.rows() != 1 {
            return Err(Error::input(format!(
                "strip `{}`: it has {} rows; a strip has one row, write for example {}",
                shorten(text),
                grid.rows(),
                letters.list()
            )));
        }
        Ok(grid)
    }

    /// The rows, separated by `|`.
    pub fn show(&self, letters: Letters) -> String {
        if self.area() == 0 {
            return format!("{}x{}", self.rows, self.cols);
        }
        let mut text = String::with_capacity(self.area() + self.rows as usize);
        for r in 0..self.rows() {
            if r > 0 {
                text.push('|');
            }
            text.extend((0..self.cols()).map(|c| letters.write(self.get(r, c))));
        }
        text
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

    /// The smallest box around `keep` (sorted numbers of cells, at least one), where every other cell becomes `fill`.
    pub fn cut(&self, keep: &[usize], fill: Cell) -> Grid {
        let rows = keep.iter().map(|i| i / self.cols());
        let cols = keep.iter().map(|i| i % self.cols());
        let (top, bottom) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
        let (left, right) = (cols.clone().min().unwrap_or(0), cols.max().unwrap_or(0));
        let Ok(mut out) = Grid::new(bottom - top + 1, right - left + 1) else {
            return self.clone(); // a part of a board is no larger than the board
        };
        for cell in 0..out.area() {
            out.set(cell, fill);
        }
        for &i in keep {
            let (r, c) = (i / self.cols() - top, i % self.cols() - left);
            out.set(r * out.cols() + c, self.at(i));
        }
        out
    }

    /// [`Grid::cut`] for a board of at most 64 cells and a non-empty set of them.
    #[inline]
    pub fn cut_word(&self, keep: u64, fill: Cell) -> Grid {
        let Planes::Word([a, b]) = self.planes else {
            return self.cut(
                &frame::members(keep).map(|i| i as usize).collect::<Vec<_>>(),
                fill,
            );
        };
        let (top, left, rows, cols) = frame::bounds(keep, self.cols);
        let crop = |cells| frame::crop(cells, self.cols, top, left, rows, cols);
        let (mask, a, b) = (crop(keep), crop(a & keep), crop(b & keep));
        let other = Frame::new(rows, cols).all() & !mask;
        let fill = fill as u8;
        let fill = [
            if fill & 1 == 1 { other } else { 0 },
            if fill & 2 == 2 { other } else { 0 },
        ];
        Grid {
            rows,
            cols,
            planes: Planes::Word([a | fill[0], b | fill[1]]),
        }
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

    /// The connected regions of the cells for which `within` is true and that have at least `least` cells, each cut out,
    /// with `fill` in every other cell of its box.
    pub fn parts(
        &self,
        reach: Reach,
        within: impl Fn(Cell) -> bool,
        fill: Cell,
        least: u32,
    ) -> Vec<Grid> {
        match self.mask(&within) {
            Some(mask) => {
                let parts =
                    regions(self, mask, reach).filter(|region| region.count_ones() >= least);
                parts.map(|region| self.cut_word(region, fill)).collect()
            }
            None => {
                let parts = regions_by_cell(self, reach, |cell| within(self.at(cell)));
                let parts = parts
                    .into_iter()
                    .filter(|region| region.len() >= least as usize);
                parts.map(|region| self.cut(&region, fill)).collect()
            }
        }
    }

    /// [`Grid::parts`], added to a list.
    #[inline]
    pub fn parts_into(
        &self,
        reach: Reach,
        within: impl Fn(Cell) -> bool,
        fill: Cell,
        least: u32,
        parts: &mut Vec<Grid>,
    ) {
        match self.mask(&within) {
            Some(mask) => {
                let regions = regions(self, mask, reach).filter(|r| r.count_ones() >= least);
                parts.extend(regions.map(|region| self.cut_word(region, fill)));
            }
            None => parts.extend(self.parts(reach, within, fill, least)),
        }
    }

    /// Some neighbouring rows as a board.
    #[inline]
    pub fn row_slice(&self, rows: std::ops::Range<usize>) -> Grid {
        let count = (rows.end - rows.start) as u32;
        match self.planes {
            Planes::Word(planes) => Grid {
                rows: count,
                planes: Planes::Word(
                    planes
                        .map(|p| frame::crop(p, self.cols, rows.start as u32, 0, count, self.cols)),
                ),
                ..*self
            },
            Planes::Wide(_) => self.cut_box(rows, 0..self.cols()),
        }
    }

    /// Some neighbouring columns as a board.
    #[inline]
    pub fn col_slice(&self, cols: std::ops::Range<usize>) -> Grid {
        let count = (cols.end - cols.start) as u32;
        match self.planes {
            Planes::Word(planes) => Grid {
                cols: count,
                planes: Planes::Word(
                    planes
                        .map(|p| frame::crop(p, self.cols, 0, cols.start as u32, self.rows, count)),
                ),
                ..*self
            },
            Planes::Wide(_) => self.cut_box(0..self.rows(), cols),
        }
    }

    fn cut_box(&self, rows: std::ops::Range<usize>, cols: std::ops::Range<usize>) -> Grid {
        let Ok(mut out) = Grid::new(rows.len(), cols.len()) else {
            return self.clone(); // a part of a board is no larger than the board
        };
        for cell in 0..out.area() {
            let (r, c) = (cell / out.cols(), cell % out.cols());
            out.set(cell, self.get(rows.start + r, cols.start + c));
        }
        out
    }

    /// The boards side by side from the left, one column of `fill` between them, and `fill` below the lower ones.
    pub fn row_of(parts: &[Grid], fill: Cell) -> Result<Grid> {
        let rows = parts.iter().map(Grid::rows).max().unwrap_or(0);
        let cols = parts
            .iter()
            .map(|p| p.cols() + 1)
            .sum::<usize>()
            .saturating_sub(1);
        let mut out = Grid::new(rows, cols)?;
        for cell in 0..out.area() {
            out.set(cell, fill);
        }
        let mut left = 0;
        for part in parts {
            for cell in 0..part.area() {
                let (r, c) = (cell / part.cols(), cell % part.cols());
                out.set(r * cols + left + c, part.at(cell));
            }
            left += part.cols() + 1;
        }
        Ok(out)
    }

    /// [`Grid::row_of`] of the parts in order, each brought to its least image: one board for all sums of the same parts.
    pub fn sum_of(parts: Vec<Grid>, symmetries: &[Symmetry], fill: Cell) -> Grid {
        let mut parts: Vec<Grid> = parts.iter().map(|p| least_image(p, symmetries)).collect();
        if parts.len() == 1 {
            return parts.swap_remove(0);
        }
        parts.sort_unstable();
        Grid::row_of(&parts, fill).unwrap_or_else(|_| Grid::empty())
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

/// `3x4` as a size; `None` if the text is no size (`x` alone is a stone).
fn read_size(text: &str) -> Result<Option<(usize, usize)>> {
    let Some((rows, cols)) = text.split_once('x') else {
        return Ok(None);
    };
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    if !digits(rows) || !digits(cols) {
        return Ok(None);
    }
    match (rows.parse(), cols.parse()) {
        (Ok(r), Ok(c)) => Ok(Some((r, c))),
        _ => Err(Error::input(format!(
            "board `{}` is too large; at most {MOST_CELLS} cells",
            shorten(text)
        ))),
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({})", self.show(Letters::ALL))
    }
}
