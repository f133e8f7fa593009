//! Sets of cells of a board of at most 64 cells, as one word, moved and grown by shifts.

/// Rows and columns of a board of at most 64 cells. Bit `r * cols + c` stands for the cell in row `r`, column `c`.
///
/// ```
/// use bouton_rules::board::Frame;
/// let f = Frame::new(2, 3);
/// assert_eq!(f.east(0b001_001), 0b010_010);
/// assert_eq!(f.east(0b100_100), 0); // falls off the edge
/// assert_eq!(f.south(0b111), 0b111_000);
/// assert_eq!(f.flood(1, 0b110_011), 0b110_011);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    cols: u32,
    all: u64,
    first: u64,
}

/// The first column of every row, for each number of columns.
const FIRST_COLUMN: [u64; 65] = {
    let mut table = [0u64; 65];
    let mut cols = 1;
    while cols <= 64 {
        let mut at = 0;
        while at < 64 {
            table[cols] |= 1 << at;
            at += cols;
        }
        cols += 1;
    }
    table
};

/// The lowest `n` bits, `n` at most 64.
const fn low(n: u32) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

impl Frame {
    /// A frame of `rows * cols` cells, at most 64.
    ///
    /// # Panics
    /// If there are more than 64 cells; [`super::Grid::frame`] gives `None` then.
    pub fn new(rows: u32, cols: u32) -> Frame {
        assert!(
            u64::from(rows) * u64::from(cols) <= 64,
            "a frame holds at most 64 cells"
        );
        let all = low(rows * cols);
        Frame {
            cols,
            all,
            first: FIRST_COLUMN[cols as usize] & all,
        }
    }

    /// Every cell.
    pub fn all(self) -> u64 {
        self.all
    }

    /// Every cell moved one column to the left; those of the first column fall off.
    #[inline]
    pub fn west(self, cells: u64) -> u64 {
        (cells & !self.first) >> 1
    }

    /// Every cell moved one column to the right; those of the last column fall off.
    #[inline]
    pub fn east(self, cells: u64) -> u64 {
        (cells << 1) & !self.first & self.all
    }

    /// Every cell moved one row up; those of the first row fall off.
    #[inline]
    pub fn north(self, cells: u64) -> u64 {
        cells.checked_shr(self.cols).unwrap_or(0)
    }

    /// Every cell moved one row down; those of the last row fall off.
    #[inline]
    pub fn south(self, cells: u64) -> u64 {
        cells.checked_shl(self.cols).unwrap_or(0) & self.all
    }

    /// The cells moved by `rows` down and `cols` to the right, each -1, 0 or 1.
    #[inline]
    pub fn step(self, cells: u64, rows: i32, cols: i32) -> u64 {
        let across = match cols {
            0 => cells,
            c if c > 0 => self.east(cells),
            _ => self.west(cells),
        };
        match rows {
            0 => across,
            r if r > 0 => self.south(across),
            _ => self.north(across),
        }
    }

    /// Cells orthogonally beside one of these (these may be among them).
    #[inline]
    pub fn beside(self, cells: u64) -> u64 {
        self.west(cells) | self.east(cells) | self.north(cells) | self.south(cells)
    }

    /// Cells beside one of these, diagonals included.
    #[inline]
    pub fn around(self, cells: u64) -> u64 {
        let row = cells | self.west(cells) | self.east(cells);
        row | self.north(row) | self.south(row)
    }

    /// Everything in `within` that is orthogonally connected to `seed` inside `within`.
    #[inline]
    pub fn flood(self, seed: u64, within: u64) -> u64 {
        let mut filled = seed & within;
        loop {
            let next = (filled | self.beside(filled)) & within;
            if next == filled {
                return filled;
            }
            filled = next;
        }
    }

    /// As [`Frame::flood`], connected by diagonals too.
    #[inline]
    pub fn flood_around(self, seed: u64, within: u64) -> u64 {
        let mut filled = seed & within;
        loop {
            let next = self.around(filled) & within;
            if next == filled {
                return filled;
            }
            filled = next;
        }
    }
}

/// The numbers of the cells in a set, lowest first.
pub fn members(mut cells: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if cells == 0 {
            return None;
        }
        let at = cells.trailing_zeros();
        cells &= cells - 1;
        Some(at)
    })
}

/// The rows `top..top+rows` and columns `left..left+cols` of a set on a board `wide` columns wide, as a set on a board of that
/// size.
#[inline]
pub(super) fn crop(cells: u64, wide: u32, top: u32, left: u32, rows: u32, cols: u32) -> u64 {
    if wide == cols {
        return cells.checked_shr(top * wide).unwrap_or(0) & low(rows * cols);
    }
    let (mask, mut out) = (low(cols), 0);
    for r in 0..rows {
        out |= ((cells >> ((top + r) * wide + left)) & mask) << (r * cols);
    }
    out
}

/// First row, first column, number of rows and columns of the smallest box around a non-empty set.
#[inline]
pub(super) fn bounds(cells: u64, wide: u32) -> (u32, u32, u32, u32) {
    let top = cells.trailing_zeros() / wide;
    let bottom = (63 - cells.leading_zeros()) / wide;
    let mut row = 0;
    for r in top..=bottom {
        row |= (cells >> (r * wide)) & low(wide);
    }
    let left = row.trailing_zeros();
    let right = 63 - row.leading_zeros();
    (top, left, bottom - top + 1, right - left + 1)
}

/// The rows in reverse order.
#[inline]
pub(super) fn flip_rows(cells: u64, rows: u32, cols: u32) -> u64 {
    if rows <= 1 {
        return cells;
    }
    let (mask, mut out) = (low(cols), 0);
    for r in 0..rows {
        out |= ((cells >> (r * cols)) & mask) << ((rows - 1 - r) * cols);
    }
    out
}

/// Rows and columns in reverse order: the board turned by half a turn.
#[inline]
pub(super) fn half_turn(cells: u64, area: u32) -> u64 {
    if area == 0 {
        cells
    } else {
        cells.reverse_bits() >> (64 - area)
    }
}

/// Rows become columns.
#[inline]
pub(super) fn transpose(cells: u64, rows: u32, cols: u32) -> u64 {
    if rows == 1 || cols == 1 {
        return cells;
    }
    if rows > 8 || cols > 8 {
        let mut out = 0;
        for at in members(cells) {
            out |= 1 << ((at % cols) * rows + at / cols);
        }
        return out;
    }
    // Spread to 8x8, exchange blocks of 1, 2 and 4, and close up again.
    let mut square = 0;
    for r in 0..rows {
        square |= (cells >> (r * cols) & low(cols)) << (8 * r);
    }
    for (shift, mask) in [
        (7, 0x00AA_00AA_00AA_00AA),
        (14, 0x0000_CCCC_0000_CCCC),
        (28, 0x0000_0000_F0F0_F0F0),
    ] {
        let changed = (square ^ square >> shift) & mask;
        square ^= changed ^ changed << shift;
    }
    let mut out = 0;
    for r in 0..cols {
        out |= (square >> (8 * r) & low(rows)) << (r * rows);
    }
    out
}
