//! The symmetries of a rectangle and of a square.

use super::frame;
use super::grid::{Grid, Planes};
use crate::lesser;
use std::cmp::Ordering;

/// A symmetry of the square: reflections in the middle row and column, then perhaps rows and columns exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Rows in reverse order.
    pub rows: bool,
    /// Columns in reverse order.
    pub cols: bool,
    /// Rows become columns, after the reflections.
    pub transpose: bool,
}

const fn symmetry(code: u8) -> Symmetry {
    Symmetry {
        rows: code & 1 != 0,
        cols: code & 2 != 0,
        transpose: code & 4 != 0,
    }
}

/// The symmetries that keep rows and columns: none, both reflections, half a turn.
pub const V4: [Symmetry; 4] = [symmetry(0), symmetry(1), symmetry(2), symmetry(3)];

/// All eight symmetries of the square.
pub const D4: [Symmetry; 8] = [
    symmetry(0),
    symmetry(1),
    symmetry(2),
    symmetry(3),
    symmetry(4),
    symmetry(5),
    symmetry(6),
    symmetry(7),
];

impl Symmetry {
    /// The image of a board.
    ///
    /// ```
    /// use bouton_rules::board::{Grid, Letters, Symmetry};
    /// let board = Grid::parse("x..|.o.", Letters::STONES).unwrap();
    /// let turned = Symmetry { rows: true, cols: false, transpose: true }.apply(&board);
    /// assert_eq!(turned.show(Letters::STONES), ".x|o.|..");
    /// ```
    pub fn apply(self, grid: &Grid) -> Grid {
        let Some(planes) = grid.words() else {
            return self.apply_by_cell(grid);
        };
        let (rows, cols) = (grid.rows() as u32, grid.cols() as u32);
        let image = |cells: u64| {
            let flipped = match (self.rows, self.cols) {
                (false, false) => cells,
                (true, true) => frame::half_turn(cells, rows * cols),
                (true, false) => frame::flip_rows(cells, rows, cols),
                (false, true) => frame::flip_rows(frame::half_turn(cells, rows * cols), rows, cols),
            };
            if self.transpose {
                frame::transpose(flipped, rows, cols)
            } else {
                flipped
            }
        };
        if self.transpose {
            Grid::from_words(cols, rows, planes.map(image))
        } else {
            grid.replaced(planes.map(image))
        }
    }

    /// The same, cell by cell, for boards of any size.
    pub fn apply_by_cell(self, grid: &Grid) -> Grid {
        let (rows, cols) = (grid.rows(), grid.cols());
        let sides = if self.transpose {
            (cols, rows)
        } else {
            (rows, cols)
        };
        let Ok(mut out) = Grid::new(sides.0, sides.1) else {
            return grid.clone(); // an image is as large as the board, which exists
        };
        for cell in 0..grid.area() {
            let (r, c) = (cell / cols, cell % cols);
            let r = if self.rows { rows - 1 - r } else { r };
            let c = if self.cols { cols - 1 - c } else { c };
            let to = if self.transpose {
                c * rows + r
            } else {
                r * cols + c
            };
            out.set(to, grid.at(cell));
        }
        out
    }
}

/// The least of the images under some symmetries: the same board for every board of an orbit, if they form a group.
pub fn least_image(grid: &Grid, symmetries: &[Symmetry]) -> Grid {
    let (rows, cols) = (grid.rows(), grid.cols());
    let has = |s: Symmetry| symmetries.contains(&s);
    // Boards with fewer rows come first, and a line is its own reflection along its short side.
    let turns = |turned: bool| symmetries.iter().any(|s| s.transpose == turned);
    let needed = |s: &&Symmetry| {
        let more_rows = match s.transpose {
            true => rows < cols && turns(false),
            false => rows > cols && turns(true),
        };
        let again = rows == 1 && s.rows && has(Symmetry { rows: false, ..**s })
            || cols == 1 && s.cols && has(Symmetry { cols: false, ..**s });
        !more_rows && !again
    };
    let images = symmetries.iter().filter(needed).map(|s| s.apply(grid));
    images.min().unwrap_or_else(|| grid.clone())
}

/// The least image under [`V4`]; what [`least_image`] gives, with fewer steps on boards of at most 64 cells.
pub fn least_v4(grid: &Grid) -> Grid {
    let Some(planes) = grid.words() else {
        return least_image(grid, &V4);
    };
    grid.replaced(least_planes(grid.rows() as u32, grid.cols() as u32, planes))
}

/// The least image under [`D4`]; what [`least_image`] gives, with fewer steps on boards of at most 64 cells.
pub fn least_d4(grid: &Grid) -> Grid {
    least_turned(grid).0
}

/// The least image under [`D4`], and whether only images with rows and columns exchanged are so low.
///
/// ```
/// use bouton_rules::board::{Grid, Letters, least_turned};
/// let tall = Grid::parse(".#|..|..", Letters::BLOCKS).unwrap();
/// let (least, turned) = least_turned(&tall);
/// assert_eq!((least.show(Letters::BLOCKS).as_str(), turned), ("#..|...", true));
/// ```
pub fn least_turned(grid: &Grid) -> (Grid, bool) {
    let Some(planes) = grid.words() else {
        let least = least_image(grid, &D4);
        let turned = match grid.rows().cmp(&grid.cols()) {
            Ordering::Less => false,
            Ordering::Equal => least < least_image(grid, &V4),
            Ordering::Greater => true,
        };
        return (least, turned);
    };
    let (rows, cols) = (grid.rows() as u32, grid.cols() as u32);
    if rows < cols {
        return (grid.replaced(least_planes(rows, cols, planes)), false);
    }
    let turn = |p: [u64; 2]| {
        let first = frame::transpose(p[0], rows, cols);
        [
            first,
            if p[0] == p[1] {
                first
            } else {
                frame::transpose(p[1], rows, cols)
            },
        ]
    };
    let turned = least_planes(cols, rows, turn(planes));
    if rows > cols {
        return (Grid::from_words(cols, rows, turned), true);
    }
    let same = least_planes(rows, cols, planes);
    if turned < same {
        (grid.replaced(turned), true)
    } else {
        (grid.replaced(same), false)
    }
}

/// The least planes under the reflections and the half turn.
#[inline]
fn least_planes(rows: u32, cols: u32, [a, b]: [u64; 2]) -> [u64; 2] {
    let area = rows * cols;
    let images = |cells: u64| {
        let flipped = frame::flip_rows(cells, rows, cols);
        [
            cells,
            frame::half_turn(cells, area),
            flipped,
            frame::half_turn(flipped, area),
        ]
    };
    let first = images(a);
    if a == b {
        let least = first[0].min(first[1]).min(first[2]).min(first[3]);
        return [least, least];
    }
    let second = images(b);
    let mut least = [a, b];
    for i in 1..4 {
        least = least.min([first[i], second[i]]);
    }
    least
}

/// The least image under [`D4`] of a board and of the board with the colours swapped, and whether only the latter is so low:
/// [`crate::lesser`] of [`least_d4`] of both, with fewer steps on boards of at most 64 cells.
///
/// ```
/// use bouton_rules::board::{Grid, Letters, least_coloured};
/// let board = Grid::parse("o.x|xx.", Letters::STONES).unwrap();
/// let (least, swapped) = least_coloured(&board);
/// assert_eq!((least.show(Letters::STONES).as_str(), swapped), ("x.o|oo.", true));
/// ```
pub fn least_coloured(grid: &Grid) -> (Grid, bool) {
    let Some(planes) = grid.words() else {
        return lesser(least_d4(grid), least_d4(&grid.colours_swapped()));
    };
    let (rows, cols) = (grid.rows, grid.cols);
    let mut least = [u128::MAX; 2];
    if rows <= cols {
        least_of_both(rows, cols, planes, &mut least);
    }
    if rows >= cols {
        let turned = planes.map(|p| frame::transpose(p, rows, cols));
        least_of_both(cols, rows, turned, &mut least);
    }
    let (image, swapped) = lesser(least[0], least[1]);
    let planes = Planes::Word([(image >> 64) as u64, image as u64]);
    let (rows, cols) = (rows.min(cols), rows.max(cols));
    (Grid { rows, cols, planes }, swapped)
}

/// Lowers the least planes, the first one on top, and the least planes swapped, to those of the reflections and the half turn.
#[inline]
fn least_of_both(rows: u32, cols: u32, [a, b]: [u64; 2], least: &mut [u128; 2]) {
    let area = rows * cols;
    let mut take = |a: u64, b: u64| {
        least[0] = least[0].min(u128::from(a) << 64 | u128::from(b));
        least[1] = least[1].min(u128::from(b) << 64 | u128::from(a));
    };
    take(a, b);
    take(frame::half_turn(a, area), frame::half_turn(b, area));
    if rows > 1 {
        let (a, b) = (
            frame::flip_rows(a, rows, cols),
            frame::flip_rows(b, rows, cols),
        );
        take(a, b);
        take(frame::half_turn(a, area), frame::half_turn(b, area));
    }
}
