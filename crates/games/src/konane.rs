//! Konane: a stone jumps over neighbouring enemy stones in a straight line and removes them.

mod jumps;

use crate::Visitor;
use bouton_rules::board::{Cell, Grid, Letters, Reach, Scene, least_coloured, least_d4};
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
            notation: "rows of `.`, `x` (Left), `o` (Right) and `#` (no cell), separated by `|`; a size like 3x4 is the \
                       chequered board without two stones in the middle, xoxo|o..x|xoxo"
                .into(),
            theorem: None,
            source: Some("ernst1995".into()),
            examples: ["xo.", "xo.o.x", "xoxo|o..x|xoxo"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        Grid::parse_with_start(text, Letters::ALL, opening, "xoxo|o..x|xoxo")
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
            Some((frame, planes)) => jumps::independent_by_word(pos, frame, planes, parts),
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
            Some((frame, planes)) => jumps::moves_by_word(who, pos, frame, planes, moves),
            None => moves.extend(moves_by_cell(who, pos)),
        }
        Ok(())
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        least_coloured(&pos)
    }
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

/// The chequered board after both have removed a stone: the one in the middle, and the one to the right of it or below it.
fn opening(board: Grid) -> Option<Grid> {
    let (rows, cols) = (board.rows(), board.cols());
    let first = (rows - 1) / 2 * cols + (cols - 1) / 2;
    let both = [(first, Cell::Free), (first + 1, Cell::Free)];
    (board.area() > 1).then(|| board.chequered().with(&both))
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
