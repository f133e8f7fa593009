//! Cell numbers of a box, and the walk over its cells.

use bouton_core::Budget;
use bouton_rules::{Boxed, Error, Result};

/// The shape of a box: its sizes, and how many cells it has. Row-major, the last coordinate running fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    sizes: Vec<u64>,
    cells: usize,
}

impl Layout {
    /// The smallest closed box of `game` that holds every position with coordinates below `sizes`. An input error if the
    /// number of sizes is wrong or the game has no such box.
    pub fn closed<B: Boxed + ?Sized>(game: &B, sizes: &[u64]) -> Result<Layout> {
        if sizes.len() != game.arity() {
            return Err(Error::input(format!(
                "the box {} has {} sizes; the game has {} coordinates, so give {} sizes like {}",
                shown(sizes),
                sizes.len(),
                game.arity(),
                game.arity(),
                shown(&vec![100; game.arity()])
            )));
        }
        let most = isize::MAX as u64 / 8;
        let closed = game.closed_box(sizes, most).ok_or_else(|| {
            Error::input(format!(
                "no box that is closed under moves holds all positions below {}",
                shown(sizes)
            ))
        })?;
        let cells = closed
            .iter()
            .try_fold(1u64, |n, &s| n.checked_mul(s))
            .filter(|&n| n <= most);
        let cells = cells.ok_or_else(|| {
            Error::limit(format!(
                "a table of the box {} has more than {most} positions",
                shown(&closed)
            ))
        })?;
        Ok(Layout {
            sizes: closed,
            cells: cells as usize,
        })
    }

    /// Exclusive sizes of the coordinates.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// How many cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The number of a position's cell; `None` outside the box.
    pub fn cell(&self, pos: &[u64]) -> Option<usize> {
        if pos.len() != self.sizes.len() || pos.iter().zip(&self.sizes).any(|(p, s)| p >= s) {
            return None;
        }
        Some(
            pos.iter()
                .zip(&self.sizes)
                .fold(0, |n, (&p, &s)| n * s as usize + p as usize),
        )
    }

    /// The position of a cell.
    pub fn position(&self, cell: usize) -> Vec<u64> {
        let mut pos = vec![0; self.sizes.len()];
        self.write_position(cell, &mut pos);
        pos
    }

    fn write_position(&self, mut cell: usize, pos: &mut [u64]) {
        for (p, &s) in pos.iter_mut().zip(&self.sizes).rev() {
            *p = (cell % s as usize) as u64;
            cell /= s as usize;
        }
    }

    /// Calls `fill` with each cell and its position, options first.
    pub(super) fn walk<B: Boxed + ?Sized>(
        &self,
        game: &B,
        budget: &Budget,
        mut fill: impl FnMut(usize, &[u64]) -> Result<()>,
    ) -> Result<()> {
        const BATCH: usize = 256;
        budget.phase("filling the table", Some(self.cells as u64));
        let mut pos = vec![0u64; self.sizes.len()];
        let Some(order) = game.order(&self.sizes) else {
            for cell in 0..self.cells {
                if cell % BATCH == 0 {
                    budget.visit(BATCH.min(self.cells - cell) as u64)?;
                }
                fill(cell, &pos)?;
                for (p, &s) in pos.iter_mut().zip(&self.sizes).rev() {
                    *p += 1;
                    if *p < s {
                        break;
                    }
                    *p = 0;
                }
            }
            return Ok(());
        };
        let mut held = budget.hold();
        held.set(8 * order.len() as u64)?;
        for (i, &cell) in order.iter().enumerate() {
            if i % BATCH == 0 {
                budget.visit(BATCH.min(order.len() - i) as u64)?;
            }
            self.write_position(cell, &mut pos);
            fill(cell, &pos)?;
        }
        Ok(())
    }
}

fn shown(sizes: &[u64]) -> String {
    let parts: Vec<String> = sizes.iter().map(u64::to_string).collect();
    format!("{{{}}}", parts.join(" x "))
}
