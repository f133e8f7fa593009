//! Moves that a player is sure of on a Domineering board, against the most that the opponent can make.
//!
//! The player fills pairs of cells across rows ("columns" of two); the opponent's dominoes lie within rows. Three kinds of
//! pairs, apart from each other so that no domino of the opponent meets two of them:
//! - *safe*: neither cell has a free neighbour in its row, so nobody can disturb it;
//! - *double*: two such pairs side by side, closed on one side: filling the open pair makes the other safe;
//! - *single*: any other pair.
//!
//! The player fills doubles, then singles, in turn with an opponent who spoils one at each move, then the safe ones. With
//! `m` moves made so, the opponent has at most half of the cells that are left and have a neighbour in their row. After the
//! evaluation of Bullock (`bullock2002`), who counts more kinds of pairs.

use super::domino_board::LONGEST;

/// What is sure for the player who fills pairs across rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    safe: u32,
    doubles: u32,
    /// Singles of which the opponent could use one cell, and both.
    singles: [u32; 2],
    /// Cells for the opponent's dominoes.
    usable: u32,
}

impl Count {
    /// Moves made and moves of the opponent at most, with the player or the opponent to move.
    fn moves(self, first: bool) -> (u32, u32) {
        let doubles = if first {
            self.doubles.div_ceil(2)
        } else {
            self.doubles / 2
        };
        // Who is to move when the doubles are gone.
        let own_turn = first == self.doubles.is_multiple_of(2);
        let singles = self.singles[0] + self.singles[1];
        let singles = if own_turn {
            singles.div_ceil(2)
        } else {
            singles / 2
        };
        let half = singles.min(self.singles[0]);
        let cells = 4 * doubles + half + 2 * (singles - half);
        let made = self.safe + 2 * doubles + singles;
        (made, self.usable.saturating_sub(cells) / 2)
    }

    /// With free moves elsewhere, of the opponent's if negative.
    pub fn with(mut self, spare: i32) -> Count {
        self.safe += spare.max(0).unsigned_abs();
        self.usable += 2 * spare.min(0).unsigned_abs();
        self
    }

    /// Is it certain that the player wins moving first?
    pub fn wins_first(self) -> bool {
        let (made, against) = self.moves(true);
        made > against
    }

    /// Is it certain that the player wins moving second?
    pub fn wins_second(self) -> bool {
        let (made, against) = self.moves(false);
        made >= against
    }
}

/// The cells of several rows side by side, to be counted together.
#[derive(Default)]
struct Tally([u64; 2]);

impl Tally {
    /// Room for a row; two words hold [`LONGEST`] rows.
    const ROOM: usize = 12;

    #[inline]
    fn add(&mut self, r: usize, cells: u32) {
        let half = LONGEST / 2;
        self.0[r / half] |= u64::from(cells) << (r % half * Tally::ROOM);
    }

    #[inline]
    fn count(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }
}

const _: () =
    assert!(LONGEST.is_multiple_of(2) && LONGEST < Tally::ROOM && LONGEST / 2 * Tally::ROOM <= 64);

/// The cells on even places.
const EVEN: u32 = 0x5555_5555;

/// Counts on a board whose free cells are given row by row, at most [`LONGEST`] rows of at most [`LONGEST`] cells.
pub(crate) fn counted(rows: &[u32]) -> Count {
    let mut used = [0u32; LONGEST];
    let mut touched = [0u32; LONGEST];
    let mut open = [0u32; LONGEST];
    for (open, row) in open.iter_mut().zip(rows) {
        *open = row & (row << 1 | row >> 1);
    }
    let pairs = rows.len().saturating_sub(1).min(LONGEST - 1);
    let mut tally = Tally::default();
    for r in 0..pairs {
        let safe = rows[r] & rows[r + 1] & !open[r] & !open[r + 1] & !used[r];
        tally.add(r, safe);
        used[r] |= safe;
        used[r + 1] |= safe;
    }
    let safe = tally.count();
    let mut doubles = 0;
    for r in 0..pairs {
        let (above, below) = (rows[r], rows[r + 1]);
        let taken = used[r] | used[r + 1];
        let free = above & below & !taken;
        let any = above | below;
        let closed = !(any << 1) | !(any >> 2);
        let apart = !(taken << 1) & !(taken >> 2);
        let mut blocks = free & free >> 1 & closed & apart;
        while blocks != 0 {
            let first = blocks & blocks.wrapping_neg();
            let block = first | first << 1;
            blocks &= !(first | first << 1 | first << 2);
            doubles += 1;
            for r in [r, r + 1] {
                used[r] |= block;
                touched[r] |= block;
            }
        }
    }
    let mut singles = [Tally::default(), Tally::default()];
    for r in 0..pairs {
        let taken = used[r] | used[r + 1];
        let free = rows[r] & rows[r + 1] & !(taken | taken << 1 | taken >> 1);
        // Every other place of each run, from its start.
        let pairs = every_other(free);
        let both = pairs & open[r] & open[r + 1];
        singles[0].add(r, pairs ^ both);
        singles[1].add(r, both);
        for r in [r, r + 1] {
            used[r] |= pairs;
            touched[r] |= pairs;
        }
    }
    let (mut cells, mut over) = (Tally::default(), Tally::default());
    for (r, (&open, touched)) in open.iter().zip(touched).enumerate() {
        cells.add(r, open);
        // A run of odd length that the player leaves alone has a cell over. Adding its start carries past its end, if nothing
        // that is touched stops it.
        let starts = open & !(open << 1);
        let alone = open & !touched;
        let even = alone.wrapping_add(starts & EVEN) & !open & !EVEN;
        let odd = alone.wrapping_add(starts & !EVEN) & !open & EVEN;
        over.add(r, even | odd);
    }
    Count {
        safe,
        doubles,
        singles: singles.map(|tally| tally.count()),
        usable: cells.count() - over.count(),
    }
}

/// The first, third, fifth member of each run of neighbours, and so on.
#[inline]
fn every_other(cells: u32) -> u32 {
    let starts = cells & !(cells << 1);
    // Adding the starts on even places empties the runs that begin there.
    let even = cells & !cells.wrapping_add(starts & EVEN);
    even & EVEN | cells & !even & !EVEN
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same from the definition, cell by cell.
    fn counted_by_cells(rows: &[u32]) -> Count {
        const WIDE: i32 = LONGEST as i32;
        let at = |r: usize, c: i32| c >= 0 && r < rows.len() && rows[r] >> c & 1 == 1;
        let open = |r: usize, c: i32| at(r, c) && (at(r, c - 1) || at(r, c + 1));
        // The pairs taken: their upper row, their column, and whether the opponent could use a cell of them.
        let mut taken: Vec<(usize, i32, bool)> = Vec::new();
        let has = |taken: &[(usize, i32, bool)], r: usize, c: i32| {
            taken
                .iter()
                .any(|&(row, col, _)| row.abs_diff(r) < 2 && col == c)
        };
        let mut count = Count {
            safe: 0,
            doubles: 0,
            singles: [0; 2],
            usable: 0,
        };
        let pairs = 0..rows.len().saturating_sub(1);
        for r in pairs.clone() {
            for c in 0..WIDE {
                let alone = |r: usize| at(r, c) && !open(r, c);
                let used = taken.iter().any(|&(row, col, _)| row + 1 == r && col == c);
                if alone(r) && alone(r + 1) && !used {
                    count.safe += 1;
                    taken.push((r, c, false));
                }
            }
        }
        for r in pairs.clone() {
            let before = taken.clone();
            let any = |c: i32| at(r, c) || at(r + 1, c);
            let free = |c: i32| at(r, c) && at(r + 1, c) && !has(&before, r, c);
            let mut c = 0;
            while c < WIDE {
                let closed = !any(c - 1) || !any(c + 2);
                let apart = !has(&before, r, c - 1) && !has(&before, r, c + 2);
                if !(free(c) && free(c + 1) && closed && apart) {
                    c += 1;
                    continue;
                }
                count.doubles += 1;
                taken.extend([(r, c, true), (r, c + 1, true)]);
                c += 3;
            }
        }
        for r in pairs {
            let before = taken.clone();
            let mut c = 0;
            while c < WIDE {
                let apart = (c - 1..=c + 1).all(|c| !has(&before, r, c));
                if !(at(r, c) && at(r + 1, c) && apart) {
                    c += 1;
                    continue;
                }
                count.singles[usize::from(open(r, c) && open(r + 1, c))] += 1;
                taken.push((r, c, true));
                c += 2;
            }
        }
        for r in 0..rows.len() {
            // A row of odd length that the player leaves alone has a cell over.
            let (mut run, mut touched) = (0, false);
            for c in 0..=WIDE {
                if open(r, c) {
                    run += 1;
                    let here = |&(row, col, kind): &(usize, i32, bool)| {
                        kind && (row == r || row + 1 == r) && col == c
                    };
                    touched |= taken.iter().any(here);
                } else {
                    count.usable += if touched { run } else { run & !1 };
                    (run, touched) = (0, false);
                }
            }
        }
        count
    }

    #[test]
    fn counts_by_words_and_by_cells_agree() {
        let mut random = fastrand::Rng::with_seed(6);
        let mut met = [0; 4];
        for round in 0..20_000 {
            let (tall, wide) = (random.usize(0..=LONGEST), random.u32(1..=LONGEST as u32));
            let rows: Vec<u32> = (0..tall)
                .map(|_| {
                    let cells = random.u32(..) & ((1 << wide) - 1);
                    if round % 2 == 0 {
                        cells
                    } else {
                        cells | random.u32(..) & ((1 << wide) - 1)
                    }
                })
                .collect();
            let count = counted(&rows);
            assert_eq!(count, counted_by_cells(&rows), "{rows:?}");
            let kinds = [
                count.safe,
                count.doubles,
                count.singles[0],
                count.singles[1],
            ];
            for (met, n) in met.iter_mut().zip(kinds) {
                *met += n;
            }
        }
        assert!(met.iter().all(|&n| n > 1000), "{met:?}");
    }
}
