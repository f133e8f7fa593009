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
#[derive(Clone, Copy, Debug)]
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

/// Counts on a board whose free cells are given row by row, at most [`LONGEST`] rows.
pub(crate) fn counted(rows: &[u32]) -> Count {
    let mut used = [0u32; LONGEST];
    let mut touched = [0u32; LONGEST];
    let mut count = Count {
        safe: 0,
        doubles: 0,
        singles: [0; 2],
        usable: 0,
    };
    let open = |row: u32| row & (row << 1 | row >> 1);
    let pairs = rows.len().saturating_sub(1).min(used.len() - 1);
    for r in 0..pairs {
        let safe = rows[r] & rows[r + 1] & !open(rows[r]) & !open(rows[r + 1]) & !used[r];
        count.safe += safe.count_ones();
        used[r] |= safe;
        used[r + 1] |= safe;
    }
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
            count.doubles += 1;
            for r in [r, r + 1] {
                used[r] |= block;
                touched[r] |= block;
            }
        }
    }
    for r in 0..pairs {
        let taken = used[r] | used[r + 1];
        let mut free = rows[r] & rows[r + 1] & !(taken | taken << 1 | taken >> 1);
        let (above, below) = (open(rows[r]), open(rows[r + 1]));
        while free != 0 {
            let pair = free & free.wrapping_neg();
            free &= !(pair | pair << 1);
            count.singles[usize::from(above & below & pair != 0)] += 1;
            for r in [r, r + 1] {
                used[r] |= pair;
                touched[r] |= pair;
            }
        }
    }
    for (row, touched) in rows.iter().zip(touched) {
        let cells = open(*row);
        count.usable += cells.count_ones();
        // A row of odd length that the player leaves alone has a cell over.
        let mut rest = cells;
        while rest != 0 {
            let first = rest & rest.wrapping_neg();
            let run = rest & !rest.wrapping_add(first);
            rest ^= run;
            if run & touched == 0 {
                count.usable -= run.count_ones() & 1;
            }
        }
    }
    count
}
