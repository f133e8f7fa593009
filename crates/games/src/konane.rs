//! Konane: a stone jumps over neighbouring enemy stones in a straight line and removes them.

use crate::Visitor;
use bouton_rules::board::{Cell, Frame, Grid, Letters, Scene, least_d4, members};
use bouton_rules::{Info, Partizan, Player, Rank, Result, Ruleset, Short, lesser};

const STEPS: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

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
        for (r, c) in STEPS {
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

/// The same by words.
fn independent_by_word(pos: &Grid, frame: Frame, [a, b]: [u64; 2], parts: &mut Vec<Grid>) {
    let mut stones = [a & !b, b & !a];
    let mut empty = frame.all() & !(a | b);
    let mut jumps = [0u64; 4];
    loop {
        let mut found = 0;
        for (jump, &(r, c)) in jumps.iter_mut().zip(&STEPS) {
            let back = |cells: u64| frame.step(cells, -r, -c);
            for who in 0..2 {
                let from = stones[who] & back(stones[1 - who] & back(empty));
                let over = frame.step(from, r, c);
                let to = frame.step(over, r, c);
                found |= from & !*jump | to & !stones[who];
                *jump |= from;
                stones[who] |= to;
                empty |= from | over | to;
            }
        }
        if found == 0 {
            break;
        }
    }
    // A part grows from a jump: by every jump that has a cell in common with it.
    let mut open = jumps;
    while let Some(first) = open.iter().position(|&j| j != 0) {
        let (r, c) = STEPS[first];
        let from = open[first] & open[first].wrapping_neg();
        let mut part = from | frame.step(from, r, c) | frame.step(frame.step(from, r, c), r, c);
        loop {
            let mut next = part;
            for (jump, &(r, c)) in open.iter_mut().zip(&STEPS) {
                let back = frame.step(part, -r, -c);
                let hit = *jump & (part | back | frame.step(back, -r, -c));
                *jump &= !hit;
                let over = frame.step(hit, r, c);
                next |= hit | over | frame.step(over, r, c);
            }
            if next == part {
                break;
            }
            part = next;
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
        Ok(match pos.frame() {
            Some((frame, planes)) => moves_by_word(who, pos, frame, planes),
            None => moves_by_cell(who, pos),
        })
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        lesser(least_d4(&pos), least_d4(&pos.colours_swapped()))
    }
}

fn moves_by_word(who: Player, pos: &Grid, frame: Frame, [a, b]: [u64; 2]) -> Vec<Grid> {
    let mut moves = Vec::new();
    let (mine, theirs) = if who == Player::Left {
        (a & !b, b & !a)
    } else {
        (b & !a, a & !b)
    };
    let free = frame.all() & !(a | b);
    for (r, c) in STEPS {
        let back = |cells: u64| frame.step(cells, -r, -c);
        for from in members(mine & back(theirs & back(free))) {
            let from = 1u64 << from;
            let (mut at, mut taken) = (from, 0);
            loop {
                let over = frame.step(at, r, c) & theirs;
                let to = frame.step(over, r, c) & free;
                if to == 0 {
                    break;
                }
                at = to;
                taken |= over;
                // Blocked cells are in both planes and stay so.
                let (own, other) = if who == Player::Left { (a, b) } else { (b, a) };
                let (own, other) = (own & !from | at, other & !taken);
                moves.push(pos.replaced(if who == Player::Left {
                    [own, other]
                } else {
                    [other, own]
                }));
            }
        }
    }
    moves
}

fn moves_by_cell(who: Player, pos: &Grid) -> Vec<Grid> {
    let (mine, theirs) = (Cell::stone(who), Cell::stone(who.other()));
    let mut moves = Vec::new();
    for (r, c) in STEPS {
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
