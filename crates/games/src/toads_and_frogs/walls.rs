//! Walls of animals that can never move, and the parts of a strip between them.

use super::ToadsAndFrogs;
use bouton_rules::board::{Cell, Grid};

impl ToadsAndFrogs {
    /// The stretches between walls that still have a free place and an animal.
    pub(super) fn parts(&self, pos: &Grid) -> Vec<Grid> {
        let cells: Vec<Cell> = (0..pos.cols()).map(|i| pos.at(i)).collect();
        let wall = self.walls(&cells);
        let mut parts = Vec::new();
        let mut start = 0;
        for i in 0..=cells.len() {
            if i < cells.len() && !wall[i] {
                continue;
            }
            let part = &cells[start..i];
            if part.contains(&Cell::Free) && part.iter().any(|&c| c != Cell::Free) {
                let keep: Vec<usize> = (start..i).collect();
                parts.push(pos.cut(&keep, Cell::Free));
            }
            start = i + 1;
        }
        parts
    }

    /// [`ToadsAndFrogs::parts`] and its walls for strips of at most 64 places.
    pub(super) fn parts_by_word(
        &self,
        pos: &Grid,
        [toads, frogs]: [u64; 2],
        parts: &mut Vec<Grid>,
    ) {
        let all = u64::MAX.checked_shr(64 - pos.cols() as u32).unwrap_or(0);
        let mut stuck = toads | frogs;
        loop {
            let open = all & !stuck;
            // A way out: a place that is not stuck, behind at most so many stuck opponents.
            let (mut right, mut left) = (open >> 1, open << 1);
            let (mut toads_out, mut frogs_out) = (right, left);
            for _ in 0..self.most_jumped {
                right = (right & frogs & stuck) >> 1;
                left = (left & toads & stuck) << 1;
                toads_out |= right;
                frogs_out |= left;
            }
            let out = stuck & (toads & toads_out | frogs & frogs_out);
            if out == 0 {
                break;
            }
            // Whoever stands behind one of the same kind that gets away follows: up to seven of them at once.
            stuck &= !(behind(out & toads, toads, |cells, by| cells >> by)
                | behind(out & frogs, frogs, |cells, by| cells << by));
        }
        let mut walls = stuck;
        let mut rest = stuck;
        while rest != 0 {
            let start = rest.trailing_zeros();
            let long = (rest >> start).trailing_ones();
            let run = u64::MAX >> (64 - long) << start;
            rest &= !run;
            let alike = run & toads == 0 || run & frogs == 0;
            if alike && long as usize <= self.most_jumped {
                walls &= !run;
            }
        }
        let mut open = all & !walls;
        while open != 0 {
            let start = open.trailing_zeros();
            let long = (open >> start).trailing_ones();
            let run = u64::MAX >> (64 - long) << start;
            open &= !run;
            if run & (toads | frogs) != 0 && run & !(toads | frogs) != 0 {
                let part = [toads >> start, frogs >> start];
                parts.push(Grid::from_words(1, long, part));
            }
        }
    }

    /// Places of animals that can never move, in runs that nothing can jump over.
    ///
    /// All animals are taken to be stuck, then those with a way out are dropped until nothing changes; what is left are
    /// animals that only wait for each other. A run of them is passed only by a jump over opponents alone.
    fn walls(&self, cells: &[Cell]) -> Vec<bool> {
        let n = cells.len();
        let mut stuck: Vec<bool> = cells.iter().map(|&c| c != Cell::Free).collect();
        let turned: Vec<Cell> = cells.iter().rev().copied().collect();
        loop {
            let mut changed = false;
            for i in 0..n {
                let out = stuck[i]
                    && match cells[i] {
                        Cell::Left => self.way_out(cells, |j| stuck[j], i, Cell::Right),
                        _ => self.way_out(&turned, |j| stuck[n - 1 - j], n - 1 - i, Cell::Left),
                    };
                if out {
                    stuck[i] = false;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let mut i = 0;
        while i < n {
            let end = (i..n).find(|&j| !stuck[j]).unwrap_or(n);
            let alike = cells[i..end].windows(2).all(|w| w[0] == w[1]);
            if end > i && alike && end - i <= self.most_jumped {
                stuck[i..end].fill(false);
            }
            i = end.max(i + 1);
        }
        stuck
    }

    /// Can the animal in place `i`, which moves to the right, reach a place that is not stuck by one step or jump?
    fn way_out(
        &self,
        cells: &[Cell],
        stuck: impl Fn(usize) -> bool,
        i: usize,
        opponent: Cell,
    ) -> bool {
        for (j, &cell) in cells
            .iter()
            .enumerate()
            .skip(i + 1)
            .take(self.most_jumped + 1)
        {
            if !stuck(j) {
                return true;
            }
            if cell != opponent {
                return false;
            }
        }
        false
    }
}

/// Some animals of a kind, and the next seven in the runs behind them; `back` moves cells backwards.
#[inline(always)]
fn behind(first: u64, kind: u64, back: impl Fn(u64, u32) -> u64) -> u64 {
    let (mut all, mut run) = (first, kind);
    for by in [1, 2, 4] {
        all |= run & back(all, by);
        run &= back(run, by);
    }
    all
}
