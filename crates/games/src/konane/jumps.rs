//! Jumps of Konane on boards of at most 64 cells: the moves and the independent parts, by sets of cells.

use bouton_rules::Player;
use bouton_rules::board::{Cell, Frame, Grid, members};

/// Steps in one direction over sets of cells of a board of at most 64.
#[derive(Clone, Copy)]
struct Step {
    /// How much larger the number of the next cell is, modulo 64.
    turn: u32,
    /// The cells from which two steps stay on the board.
    starts: u64,
}

impl Step {
    /// The cells one step on; those of `starts` stay on the board, and so do they after the next step.
    #[inline(always)]
    fn on(self, cells: u64) -> u64 {
        cells.rotate_left(self.turn)
    }

    /// The cells one step before; right where they are on the board.
    #[inline(always)]
    fn back(self, cells: u64) -> u64 {
        cells.rotate_right(self.turn)
    }

    /// Adds what jumps bring to what each cell may hold, and the jumps to those found before.
    #[inline(always)]
    fn spread(self, may: &mut May, found: &mut u64) {
        let [a, b] = may.stones;
        let free = self.back(self.back(may.empty)) & self.starts;
        let from = [a & self.back(b) & free, b & self.back(a) & free];
        let all = from[0] | from[1];
        *found |= all;
        may.stones[0] |= self.on(self.on(from[0]));
        may.stones[1] |= self.on(self.on(from[1]));
        may.empty |= all | self.on(all | self.on(all));
    }

    /// Takes the jumps that have a cell in common with a part from `open`, and adds their cells to it.
    #[inline(always)]
    fn join(self, part: &mut u64, open: &mut u64) {
        let back = self.back(*part);
        let hit = *open & (*part | back | self.back(back));
        *open &= !hit;
        let over = self.on(hit);
        *part |= hit | over | self.on(over);
    }

    /// Adds the moves of a player in this direction.
    fn add_moves(
        self,
        who: Player,
        pos: &Grid,
        planes: [u64; 2],
        free: u64,
        moves: &mut Vec<Grid>,
    ) {
        // Blocked cells are in both planes and stay so.
        let [a, b] = planes;
        let (own, other) = if who == Player::Left { (a, b) } else { (b, a) };
        let theirs = other & !own;
        let behind = self.back(theirs & self.back(free));
        for from in members(own & !other & behind & self.starts) {
            let from = 1u64 << from;
            let (mut at, mut taken) = (from, 0);
            loop {
                let over = self.on(at & self.starts) & theirs;
                let to = self.on(over) & free;
                if to == 0 {
                    break;
                }
                at = to;
                taken |= over;
                let (own, other) = (own & !from | at, other & !taken);
                moves.push(pos.replaced(if who == Player::Left {
                    [own, other]
                } else {
                    [other, own]
                }));
            }
        }
    }
}

/// What each cell may ever hold, at least.
#[derive(Clone, Copy, PartialEq)]
struct May {
    stones: [u64; 2],
    empty: u64,
}

/// The four directions on a board of at most 64 cells: up, left, right, down.
#[inline(always)]
fn steps(frame: Frame, rows: usize, cols: usize) -> [Step; 4] {
    let all = frame.all();
    // On two rows there is no jump up or down; on three there are at most 21 columns.
    let (shift, tall) = if rows > 2 { (cols as u32, all) } else { (1, 0) };
    let top = all & !((1u64 << (2 * shift)) - 1);
    let (left, right) = (frame.west(frame.west(all)), frame.east(frame.east(all)));
    [
        (64 - shift, tall & top),
        (63, right),
        (1, left),
        (shift, tall & all >> (2 * shift)),
    ]
    .map(|(turn, starts)| Step { turn, starts })
}

/// Parts that share no cell with a jump of another part, now or later: what [`super::independent_by_cell`] finds.
pub(super) fn independent_by_word(
    pos: &Grid,
    frame: Frame,
    [a, b]: [u64; 2],
    parts: &mut Vec<Grid>,
) {
    let [up, left, right, down] = steps(frame, pos.rows(), pos.cols());
    let mut may = May {
        stones: [a & !b, b & !a],
        empty: frame.all() & !(a | b),
    };
    let mut jumps = [0u64; 4];
    loop {
        let before = may;
        up.spread(&mut may, &mut jumps[0]);
        left.spread(&mut may, &mut jumps[1]);
        right.spread(&mut may, &mut jumps[2]);
        down.spread(&mut may, &mut jumps[3]);
        if may == before {
            break;
        }
    }
    // A part grows from a jump: by every jump that has a cell in common with it.
    let mut open = jumps;
    loop {
        let first = open[0] | open[1] | open[2] | open[3];
        if first == 0 {
            break;
        }
        let mut part = first & first.wrapping_neg();
        loop {
            let before = part;
            up.join(&mut part, &mut open[0]);
            left.join(&mut part, &mut open[1]);
            right.join(&mut part, &mut open[2]);
            down.join(&mut part, &mut open[3]);
            if part == before {
                break;
            }
        }
        parts.push(pos.cut_word(part, Cell::Block));
    }
}

/// The moves of a player.
pub(super) fn moves_by_word(
    who: Player,
    pos: &Grid,
    frame: Frame,
    planes: [u64; 2],
    moves: &mut Vec<Grid>,
) {
    let free = frame.all() & !(planes[0] | planes[1]);
    for step in steps(frame, pos.rows(), pos.cols()) {
        step.add_moves(who, pos, planes, free, moves);
    }
}
