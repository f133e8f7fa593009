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
    let neighbours = |cell| grid.neighbours(cell, reach);
    joined_cells(grid.area(), neighbours, &within, |_, other| within(other))
}

/// What hangs together of `area` cells, each sorted, by the first cell: from every cell where `starts` holds to all neighbours that
/// it is `joined` to, and on from there. Nothing is asked about a cell that hangs together with an earlier one.
///
/// ```
/// use bouton_rules::board::joined_cells;
/// let row = |cell: usize| [cell.wrapping_sub(1), cell + 1].into_iter().filter(|&other| other < 5);
/// let parts = joined_cells(5, row, |_| true, |one, other| one.min(other) != 2);
/// assert_eq!(parts, [vec![0, 1, 2], vec![3, 4]]);
/// ```
pub fn joined_cells<I: Iterator<Item = usize>>(
    area: usize,
    neighbours: impl Fn(usize) -> I,
    starts: impl Fn(usize) -> bool,
    joined: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut seen = vec![false; area];
    let mut found = Vec::new();
    for start in 0..area {
        if seen[start] || !starts(start) {
            continue;
        }
        seen[start] = true;
        let mut part = vec![start];
        let mut next = 0;
        while next < part.len() {
            let cell = part[next];
            next += 1;
            for other in neighbours(cell) {
                if !seen[other] && joined(cell, other) {
                    seen[other] = true;
                    part.push(other);
                }
            }
        }
        part.sort_unstable();
        found.push(part);
    }
    found
}
