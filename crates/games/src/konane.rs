//! Konane: a stone jumps over neighbouring enemy stones in a straight line and removes them.

use crate::Visitor;
use bouton_rules::board::{
    Cell, Frame, Grid, Letters, Reach, Scene, least_coloured, least_d4, members,
};
use bouton_rules::{Info, Partizan, Player, Rank, Result, Ruleset, Short};

/// The ruleset, from the point where both have removed their first stone.
///
/// ```
/// use bouton_games::konane::Konane;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let row = Konane.parse("xo.o.").unwrap();
/// let moves = Konane.moves(Player::Left, &row).unwrap();
/// assert_eq!(moves.iter().map(|m| Konane.show(m)).collect::<Vec<_>>(), ["..xo.", "....x"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Konane;

impl Ruleset for Konane {
    type Position = Grid;

    fn info(&self) -> Info {
        Info {
            name: "konane".into(),
            rules: "Jump with a stone of yours over a neighbouring enemy stone into the free cell behind it and remove it; the \
                    same stone may jump on in the same direction."
                .into(),
            notation: "rows of `.`, `x` (Left), `o` (Right) and `#` (no cell), separated by `|`".into(),
            theorem: None,
            source: Some("ernst1995".into()),
            examples: ["xo.", "xo.o.x", "xoxo|o..x|xoxo"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        Grid::parse(text, Letters::ALL)
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(Letters::ALL)
    }

    fn size(&self, pos: &Grid) -> usize {
        pos.count(Cell::Left) + pos.count(Cell::Right)
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        let mut parts = Vec::new();
        self.split_into(pos, &mut parts);
        parts
    }

    fn split_into(&self, pos: &Grid, parts: &mut Vec<Grid>) {
        match pos.frame() {
            Some((frame, planes)) => independent_by_word(pos, frame, planes, parts),
            None => parts.extend(independent_by_cell(pos)),
        }
    }

    fn canon(&self, pos: Grid) -> Grid {
        least_d4(&pos)
    }

    fn draw(&self, pos: &Grid) -> Scene {
        Scene::of_grid(pos, Letters::ALL)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }

    fn word(&self, pos: &Grid) -> Option<u64> {
        pos.word()
    }
}

/// Parts that share no cell with a jump of another part, now or later.
///
/// What may ever be on each cell is over-estimated: a jump whose three cells may hold a stone, an enemy and nothing adds the
/// stone to the third and nothing to all three. The cells of the jumps found so are joined; cells that no jump touches play
/// no part and are blocked.
fn independent_by_cell(pos: &Grid) -> Vec<Grid> {
    const STONE: [u8; 2] = [1, 2];
    const EMPTY: u8 = 4;
    let mut may: Vec<u8> = (0..pos.area())
        .map(|i| match pos.at(i) {
            Cell::Left => STONE[0],
            Cell::Right => STONE[1],
            Cell::Free => EMPTY,
            Cell::Block => 0,
        })
        .collect();
    let mut jumps = Vec::new();
    for i in 0..pos.area() {
        for &(r, c) in Reach::Orthogonal.steps() {
            let (r, c) = (r as isize, c as isize);
            if let (Some(over), Some(to)) = (pos.beside(i, r, c), pos.beside(i, 2 * r, 2 * c)) {
                jumps.push((i, over, to));
            }
        }
    }
    let mut group: Vec<usize> = (0..pos.area()).collect();
    let mut waiting: Vec<[bool; 2]> = vec![[true; 2]; jumps.len()];
    loop {
        let mut changed = false;
        for (jump, &(from, over, to)) in jumps.iter().enumerate() {
            for who in 0..2 {
                let open = may[from] & STONE[who] != 0
                    && may[over] & STONE[1 - who] != 0
                    && may[to] & EMPTY != 0;
                if waiting[jump][who] && open {
                    waiting[jump][who] = false;
                    changed = true;
                    may[from] |= EMPTY;
                    may[over] |= EMPTY;
                    may[to] |= STONE[who];
                    let root = find(&mut group, from);
                    for cell in [over, to] {
                        let other = find(&mut group, cell);
                        group[other] = root;
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    let mut parts: Vec<(usize, Vec<usize>)> = Vec::new();
    for cell in 0..pos.area() {
        let root = find(&mut group, cell);
        match parts.iter_mut().find(|(r, _)| *r == root) {
            Some((_, cells)) => cells.push(cell),
            None => parts.push((root, vec![cell])),
        }
    }
    parts.retain(|(_, cells)| cells.len() > 2);
    parts
        .iter()
        .map(|(_, cells)| pos.cut(cells, Cell::Block))
        .collect()
}

/// The steps of a jump over sets of cells of a board of at most 64: forwards is to higher numbers.
#[derive(Clone, Copy)]
struct Step<const FORWARD: bool> {
    shift: u32,
    /// The cells from which two steps stay on the board.
    starts: u64,
}

impl<const FORWARD: bool> Step<FORWARD> {
    /// The cells one step on; those of `starts` stay on the board, and so do they after the next step.
    #[inline(always)]
    fn on(self, cells: u64) -> u64 {
        if FORWARD {
            cells << self.shift
        } else {
            cells >> self.shift
        }
    }

    #[inline(always)]
    fn back(self, cells: u64) -> u64 {
        if FORWARD {
            cells >> self.shift
        } else {
            cells << self.shift
        }
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
type Steps = (Step<false>, Step<false>, Step<true>, Step<true>);

#[inline(always)]
fn steps(frame: Frame, rows: usize, cols: usize) -> Steps {
    let all = frame.all();
    // On two rows there is no jump up or down; on three there are at most 21 columns.
    let (shift, tall) = if rows > 2 { (cols as u32, all) } else { (1, 0) };
    let top = all & !((1u64 << (2 * shift)) - 1);
    let (left, right) = (frame.west(frame.west(all)), frame.east(frame.east(all)));
    let step = |shift, starts| Step { shift, starts };
    (
        step(shift, tall & top),
        step(1, right),
        Step {
            shift: 1,
            starts: left,
        },
        Step {
            shift,
            starts: tall & all >> (2 * shift),
        },
    )
}

/// The same by words.
fn independent_by_word(pos: &Grid, frame: Frame, [a, b]: [u64; 2], parts: &mut Vec<Grid>) {
    let (up, left, right, down) = steps(frame, pos.rows(), pos.cols());
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

/// The representative of a cell's group.
fn find(group: &mut [usize], mut cell: usize) -> usize {
    while group[cell] != cell {
        group[cell] = group[group[cell]];
        cell = group[cell];
    }
    cell
}

impl Partizan for Konane {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let mut moves = Vec::new();
        self.moves_into(who, pos, &mut moves)?;
        Ok(moves)
    }

    fn moves_into(&self, who: Player, pos: &Grid, moves: &mut Vec<Grid>) -> Result<()> {
        match pos.frame() {
            Some((frame, planes)) => moves_by_word(who, pos, frame, planes, moves),
            None => moves.extend(moves_by_cell(who, pos)),
        }
        Ok(())
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        least_coloured(&pos)
    }
}

fn moves_by_word(who: Player, pos: &Grid, frame: Frame, planes: [u64; 2], moves: &mut Vec<Grid>) {
    let free = frame.all() & !(planes[0] | planes[1]);
    let (up, left, right, down) = steps(frame, pos.rows(), pos.cols());
    up.add_moves(who, pos, planes, free, moves);
    left.add_moves(who, pos, planes, free, moves);
    right.add_moves(who, pos, planes, free, moves);
    down.add_moves(who, pos, planes, free, moves);
}

fn moves_by_cell(who: Player, pos: &Grid) -> Vec<Grid> {
    let (mine, theirs) = (Cell::stone(who), Cell::stone(who.other()));
    let mut moves = Vec::new();
    for &(r, c) in Reach::Orthogonal.steps() {
        let (r, c) = (r as isize, c as isize);
        for from in pos.cells(mine) {
            let mut board = pos.clone();
            let mut at = from;
            while let (Some(over), Some(to)) = (pos.beside(at, r, c), pos.beside(at, 2 * r, 2 * c))
                && pos.at(over) == theirs
                && pos.at(to) == Cell::Free
            {
                for (cell, what) in [(at, Cell::Free), (over, Cell::Free), (to, mine)] {
                    board.set(cell, what);
                }
                moves.push(board.clone());
                at = to;
            }
        }
    }
    moves
}

impl Short for Konane {
    fn rank(&self, pos: &Grid) -> Rank {
        vec![(pos.count(Cell::Left) + pos.count(Cell::Right)).into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(Konane);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_cells_agree() {
        let (mut moved, mut apart) = (0, 0);
        for seed in 0..3000u64 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut pos = Grid::new(rng.usize(1..6), rng.usize(1..12)).unwrap();
            for i in 0..pos.area() {
                let kinds = [
                    Cell::Free,
                    Cell::Left,
                    Cell::Right,
                    Cell::Left,
                    Cell::Right,
                    Cell::Block,
                ];
                pos.set(i, kinds[rng.usize(0..6)]);
            }
            let mut fast = Konane.split(&pos);
            let mut slow = independent_by_cell(&pos);
            fast.sort();
            slow.sort();
            assert_eq!(fast, slow, "{pos:?}");
            apart += usize::from(fast.len() > 1);
            for who in Player::BOTH {
                let moves = Konane.moves(who, &pos).unwrap();
                assert_eq!(moves, moves_by_cell(who, &pos));
                // No move is lost or added by taking apart.
                let split: usize = fast.iter().map(|p| moves_by_cell(who, p).len()).sum();
                assert_eq!(moves.len(), split);
                moved += moves.len();
            }
        }
        assert!(moved > 1000 && apart > 20);
    }
}
