//! Cutting boards: parts, slices, and boards put side by side.

use super::frame::{self, Frame};
use super::grid::Planes;
use super::region::{Reach, regions, regions_by_cell};
use super::symmetry::{Symmetry, least_image};
use super::{Cell, Grid};
use crate::Result;

impl Grid {
    /// The smallest box around `keep` (sorted numbers of cells, at least one), where every other cell becomes `fill`.
    pub fn cut(&self, keep: &[usize], fill: Cell) -> Grid {
        let at = |i: Option<&usize>| i.map_or((0, 0), |i| (i / self.cols(), i % self.cols()));
        let ((top, mut left), (bottom, mut right)) = (at(keep.first()), at(keep.last()));
        for i in keep {
            let col = i % self.cols();
            (left, right) = (left.min(col), right.max(col));
        }
        let Ok(mut out) = Grid::new(bottom - top + 1, right - left + 1) else {
            return self.clone(); // a part of a board is no larger than the board
        };
        if fill != Cell::Free {
            for cell in 0..out.area() {
                out.set(cell, fill);
            }
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
}
