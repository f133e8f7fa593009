//! Positions laid out in a box of cells, for solvers that fill tables.

use crate::Player;
use std::ops::ControlFlow;

/// Options of one position, in cell numbers of a box. A cell number is the row-major index of a position, the last
/// coordinate running fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run<'a> {
    /// The cells `first`, `first + step`, …, `count` of them.
    Cells {
        /// Number of the first cell.
        first: usize,
        /// Distance from one cell to the next; may be negative.
        step: isize,
        /// How many cells.
        count: usize,
    },
    /// Sums of two one-heap positions: heaps `first + i*step` and `second + i*second_step` for `i` below `count`.
    Pairs {
        /// The first heap of the first sum.
        first: usize,
        /// Step of the first heap.
        step: isize,
        /// The second heap of the first sum.
        second: usize,
        /// Step of the second heap.
        second_step: isize,
        /// How many sums.
        count: usize,
    },
    /// One sum of any number of one-heap positions.
    Sum(&'a [usize]),
}

/// Options of one position in one call, in cell numbers of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batch<'a> {
    /// A run.
    Run(Run<'a>),
    /// Any cells, such as those reached by taking a square number. None: long loops have found no move so far, and the visitor may
    /// look at the clock.
    Cells(&'a [usize]),
}

/// A game whose positions below given sizes can be numbered as cells of a box, with moves as runs of cells.
///
/// One-heap games (`sums() == true`) have a one-dimensional box of single heaps, and options may be sums of heaps.
pub trait Boxed: Send + Sync {
    /// Number of coordinates.
    fn arity(&self) -> usize;

    /// True if positions are multisets of heaps and the box holds single heaps.
    fn sums(&self) -> bool;

    /// The smallest box (exclusive sizes per coordinate) that holds every position with coordinates below `sizes` and is
    /// closed under moves; `None` if there is no such box of at most `cells` cells. The default is for moves that raise no
    /// coordinate.
    fn closed_box(&self, sizes: &[u64], _cells: u64) -> Option<Vec<u64>> {
        Some(sizes.to_vec())
    }

    /// True if the position exists under the rules (its coordinates are in the domain). By default all do.
    fn exists(&self, _pos: &[u64]) -> bool {
        true
    }

    /// An order in which every option comes before its position, when row-major order is not one: the cell numbers sorted
    /// so. `None`, the default, means that row-major order will do.
    fn order(&self, _sizes: &[u64]) -> Option<Vec<usize>> {
        None
    }

    /// Calls `visit` with the options of `pos` for `who`, in the box `sizes`. Every option is a cell of the box.
    fn runs(&self, who: Player, pos: &[u64], sizes: &[u64], visit: &mut dyn FnMut(Run<'_>));

    /// The same options in fewer calls, until `visit` breaks: what forms no long run may come as a list of cells. For a
    /// search that needs no more options once it has found a winning one.
    fn batches(
        &self,
        who: Player,
        pos: &[u64],
        sizes: &[u64],
        visit: &mut dyn FnMut(Batch<'_>) -> ControlFlow<()>,
    ) {
        let mut done = false;
        self.runs(who, pos, sizes, &mut |run| {
            done = done || visit(Batch::Run(run)).is_break()
        });
    }
}
