//! Connected regions of a board.

use super::Grid;

/// Which cells count as neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Up, down, left, right.
    Orthogonal,
    /// Those and the diagonals.
    King,
}

impl Reach {
    /// The steps to the neighbours, rows down and columns to the right; the diagonal ones come last.
    pub fn steps(self) -> &'static [(i32, i32)] {
        const KING: [(i32, i32); 8] = [
            (-1, 0),
            (0, -1),
            (0, 1),
            (1, 0),
            (-1, -1),
            (-1, 1),
            (1, -1),
            (1, 1),
        ];
        match self {
            Reach::Orthogonal => &KING[..4],
            Reach::King => &KING,
        }
    }
}

/// The connected regions of the cells of a board of at most 64 cells that are in `within`, by their lowest cell.
pub fn regions(grid: &Grid, within: u64, reach: Reach) -> impl Iterator<Item = u64> {
    let frame = grid.frame().map(|(f, _)| f);
    let mut left = if frame.is_some() { within } else { 0 };
    std::iter::from_fn(move || {
        let frame = frame.filter(|_| left != 0)?;
        let seed = left & left.wrapping_neg();
        let region = match reach {
            Reach::Orthogonal => frame.flood(seed, left),
            Reach::King => frame.flood_around(seed, left),
        };
        left &= !region;
        Some(region)
    })
}

/// The connected regions of the cells for which `within` holds, each sorted, by their lowest cell; any size of board.
pub fn regions_by_cell(
    grid: &Grid,
    reach: Reach,
    within: impl Fn(usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut seen = vec![false; grid.area()];
    let mut found = Vec::new();
    for start in 0..grid.area() {
        if seen[start] || !within(start) {
            continue;
        }
        seen[start] = true;
        let mut region = vec![start];
        let mut next = 0;
        while next < region.len() {
            for &(r, c) in reach.steps() {
                if let Some(cell) = grid.beside(region[next], r as isize, c as isize)
                    && !seen[cell]
                    && within(cell)
                {
                    seen[cell] = true;
                    region.push(cell);
                }
            }
            next += 1;
        }
        region.sort_unstable();
        found.push(region);
    }
    found
}
