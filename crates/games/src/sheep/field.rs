//! Fields of sheep: where they stand, how they walk, and which regions they share.

use bouton_rules::board::joined_cells;

/// A field: how many sheep stand on each cell, Right's as negative numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field {
    pub(super) cols: usize,
    pub(super) cells: Vec<i32>,
}

pub(super) const STEPS: [(isize, isize); 6] = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)];

impl Field {
    fn rows(&self) -> usize {
        self.cells.len().checked_div(self.cols).unwrap_or(0)
    }

    fn at(&self, row: isize, col: isize) -> Option<usize> {
        let inside =
            (0..self.rows() as isize).contains(&row) && (0..self.cols as isize).contains(&col);
        inside.then(|| row as usize * self.cols + col as usize)
    }

    /// The neighbours of a cell.
    pub(super) fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, col) = ((cell / self.cols) as isize, (cell % self.cols) as isize);
        STEPS
            .iter()
            .filter_map(move |(r, c)| self.at(row + r, col + c))
    }

    /// The last free cell in a direction; `None` if the first is not free.
    pub(super) fn end(&self, cell: usize, (rows, cols): (isize, isize)) -> Option<usize> {
        let (mut row, mut col) = ((cell / self.cols) as isize, (cell % self.cols) as isize);
        let mut end = None;
        loop {
            (row, col) = (row + rows, col + cols);
            match self.at(row, col).filter(|&to| self.cells[to] == 0) {
                Some(to) => end = Some(to),
                None => return end,
            }
        }
    }

    /// The images under the four symmetries of this drawing of the hexagons: none, half a turn, and both exchanged with rows
    /// and columns.
    pub(super) fn least(&self) -> Field {
        let turned = Field {
            cells: self.cells.iter().rev().copied().collect(),
            ..*self
        };
        let exchange = |f: &Field| Field {
            cols: f.rows(),
            cells: (0..f.cols)
                .flat_map(|c| (0..f.rows()).map(move |r| f.cells[r * f.cols + c]))
                .collect(),
        };
        let images = [exchange(self), exchange(&turned), turned];
        images.into_iter().fold(self.clone(), Field::min)
    }

    /// The field without rows and columns at its edges that hold lone sheep only.
    fn cropped(&self) -> Field {
        let open = |cell: usize| self.cells[cell] != 1;
        let row_open = |r: usize| (0..self.cols).any(|c| open(r * self.cols + c));
        let col_open = |c: usize| (0..self.rows()).any(|r| open(r * self.cols + c));
        let end = |range: std::ops::Range<usize>, is: &dyn Fn(usize) -> bool| {
            let (first, last) = (range.clone().find(|&i| is(i)), range.rev().find(|&i| is(i)));
            first
                .zip(last)
                .map_or(0..0, |(first, last)| first..last + 1)
        };
        let (rows, cols) = (end(0..self.rows(), &row_open), end(0..self.cols, &col_open));
        let row = |r: usize| &self.cells[r * self.cols..][cols.clone()];
        Field {
            cols: cols.len(),
            cells: rows.flat_map(row).copied().collect(),
        }
    }

    pub(super) fn negative(&self) -> Field {
        Field {
            cells: self.cells.iter().map(|n| -n).collect(),
            ..*self
        }
    }
}

/// The cells of a small field as sets of bits.
pub(super) struct CellSets {
    cols: u32,
    all: u64,
    /// The first column and the last.
    first: u64,
    last: u64,
    pub(super) free: u64,
    /// Stacks of more than one.
    pub(super) stacks: u64,
}

impl CellSets {
    /// `None` for more than 63 cells.
    pub(super) fn of(field: &Field) -> Option<CellSets> {
        let area = field.cells.len();
        if area == 0 || area > 63 {
            return None;
        }
        let set = |of: &dyn Fn(usize) -> bool| {
            (0..area).fold(0u64, |set, cell| set | u64::from(of(cell)) << cell)
        };
        let first = set(&|cell| cell % field.cols == 0);
        Some(CellSets {
            cols: field.cols as u32,
            all: (1 << area) - 1,
            first,
            last: first << (field.cols - 1),
            free: set(&|cell| field.cells[cell] == 0),
            stacks: set(&|cell| field.cells[cell].unsigned_abs() > 1),
        })
    }

    /// The neighbours of some cells.
    pub(super) fn beside(&self, cells: u64) -> u64 {
        let (inner, outer) = (cells & !self.first, cells & !self.last);
        let sides = inner >> 1 | outer << 1 | outer >> (self.cols - 1) | inner << (self.cols - 1);
        (sides | cells >> self.cols | cells << self.cols) & self.all
    }

    /// The smallest box around a part; what is not in the part becomes a lone sheep, which blocks and never moves.
    pub(super) fn cut(&self, field: &Field, part: u64) -> Field {
        let cols = self.cols as usize;
        let (top, bottom) = (
            part.trailing_zeros() as usize / cols,
            (63 - part.leading_zeros() as usize) / cols,
        );
        let column = |c: usize| part & self.first << c != 0;
        let left = (0..cols).find(|&c| column(c)).unwrap_or(0);
        let right = (left..cols).rfind(|&c| column(c)).unwrap_or(left);
        let mut cells = Vec::with_capacity((bottom - top + 1) * (right - left + 1));
        for row in top..=bottom {
            let inside = row * cols + left..=row * cols + right;
            cells.extend(inside.map(|cell| match part >> cell & 1 {
                1 => field.cells[cell],
                _ => 1,
            }));
        }
        Field {
            cols: right - left + 1,
            cells,
        }
    }
}

/// Cell by cell, for fields of any size.
pub(super) fn split_by_cell(pos: &Field) -> Vec<Field> {
    let live = |cell: usize| pos.cells[cell] == 0 || pos.cells[cell].unsigned_abs() > 1;
    // A stack may border on several regions: it ties them.
    let tied = |cell: usize, other: usize| pos.cells[cell] == 0 || pos.cells[other] == 0;
    let parts = joined_cells(
        pos.cells.len(),
        |cell| pos.beside(cell),
        |cell| pos.cells[cell] == 0,
        |cell, other| live(other) && tied(cell, other),
    );
    let with_stacks = |part: &&Vec<usize>| part.iter().any(|&cell| pos.cells[cell] != 0);
    let cut = |part: &Vec<usize>| {
        let mut field = Field {
            cells: vec![1; pos.cells.len()],
            ..*pos
        };
        part.iter()
            .for_each(|&cell| field.cells[cell] = pos.cells[cell]);
        field.cropped()
    };
    parts.iter().filter(with_stacks).map(cut).collect()
}
