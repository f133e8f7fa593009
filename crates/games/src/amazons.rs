//! Amazons: a queen moves like a chess queen, then shoots an arrow in the same way; the arrow's cell is blocked.

use crate::Visitor;
use bouton_rules::board::{Cell, D4, Frame, Grid, Letters, Reach, Scene, least_coloured, members};
use bouton_rules::{Info, Partizan, Player, Rank, Result, Ruleset, Short};

const STEPS: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// The ruleset.
///
/// ```
/// use bouton_games::amazons::Amazons;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let board = Amazons.parse("x.").unwrap();
/// let moves = Amazons.moves(Player::Left, &board).unwrap();
/// assert_eq!(moves.iter().map(|m| Amazons.show(m)).collect::<Vec<_>>(), ["#x"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Amazons;

impl Ruleset for Amazons {
    type Position = Grid;

    fn info(&self) -> Info {
        Info {
            name: "amazons".into(),
            rules: "Move a queen of yours like a chess queen over free cells, then shoot from there, in the same way, an arrow \
                    that blocks the cell where it lands."
                .into(),
            notation: "rows of `.`, `x` (Left's queens), `o` (Right's) and `#` (blocked), separated by `|`; a size like 3x4 has queens in its \
                       corners, o..o|....|x..x, and 10x10 is the board of tournaments"
                .into(),
            theorem: None,
            source: Some("berlekamp2000".into()),
            examples: ["x.|..", "x.o", "x.|o.", "x#.|..o"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        Grid::parse_with_start(text, Letters::ALL, opening, "o..o|....|....|x..x")
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(Letters::ALL)
    }

    fn size(&self, pos: &Grid) -> usize {
        pos.count(Cell::Free)
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        let mut parts = pos.parts(Reach::King, |c| c != Cell::Block, Cell::Block, 2);
        parts.retain(|p| p.count(Cell::Free) > 0 && p.count(Cell::Left) + p.count(Cell::Right) > 0);
        parts
    }

    fn join(&self, parts: &[Grid]) -> Option<Grid> {
        Grid::row_of(parts, Cell::Block).ok()
    }

    fn canon(&self, pos: Grid) -> Grid {
        Grid::sum_of(self.split(&pos), &D4, Cell::Block)
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

impl Partizan for Amazons {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        Ok(match pos.frame() {
            Some((frame, planes)) => moves_by_word(who, pos, frame, planes),
            None => moves_by_cell(who, pos),
        })
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        least_coloured(&pos)
    }
}

/// The cells that a queen on `from` reaches over `free` cells.
fn reach(frame: Frame, from: u64, free: u64) -> u64 {
    let mut reached = 0;
    for (rows, cols) in STEPS {
        let mut at = frame.step(from, rows, cols) & free;
        while at != 0 {
            reached |= at;
            at = frame.step(at, rows, cols) & free;
        }
    }
    reached
}

fn moves_by_word(who: Player, pos: &Grid, frame: Frame, [a, b]: [u64; 2]) -> Vec<Grid> {
    let free = frame.all() & !(a | b);
    let mine = if who == Player::Left { a & !b } else { b & !a };
    let mut moves = Vec::new();
    for from in members(mine) {
        let from = 1u64 << from;
        for to in members(reach(frame, from, free)) {
            let to = 1u64 << to;
            let (mut a, mut b) = (a, b);
            let queens = if who == Player::Left { &mut a } else { &mut b };
            *queens = *queens & !from | to;
            for arrow in members(reach(frame, to, free & !to | from)) {
                moves.push(pos.replaced([a | 1 << arrow, b | 1 << arrow]));
            }
        }
    }
    moves
}

fn moves_by_cell(who: Player, pos: &Grid) -> Vec<Grid> {
    let rays = |pos: &Grid, from: usize| {
        let mut reached = Vec::new();
        for (rows, cols) in STEPS {
            let mut at = from;
            while let Some(next) = pos.beside(at, rows as isize, cols as isize)
                && pos.at(next) == Cell::Free
            {
                reached.push(next);
                at = next;
            }
        }
        reached
    };
    let mut moves = Vec::new();
    for from in pos.cells(Cell::stone(who)) {
        for to in rays(pos, from) {
            let moved = pos.with(&[(from, Cell::Free), (to, Cell::stone(who))]);
            for arrow in rays(&moved, to) {
                moves.push(moved.with(&[(arrow, Cell::Block)]));
            }
        }
    }
    moves
}

impl Short for Amazons {
    fn rank(&self, pos: &Grid) -> Rank {
        vec![pos.count(Cell::Free).into()]
    }
}

/// Queens in the corners, Left's in the bottom row; on 10x10 four each, as in tournaments.
fn opening(board: Grid) -> Option<Grid> {
    let (rows, cols) = (board.rows(), board.cols());
    let places: &[(usize, usize)] = match (rows, cols) {
        (0 | 1, _) | (_, 0 | 1) => return None,
        (10, 10) => &[(9, 3), (9, 6), (6, 0), (6, 9)],
        _ => &[(rows - 1, 0), (rows - 1, cols - 1)],
    };
    let lower = places.iter().map(|(r, c)| (r * cols + c, Cell::Left));
    let upper = places
        .iter()
        .map(|(r, c)| ((rows - 1 - r) * cols + c, Cell::Right));
    Some(board.with(&lower.chain(upper).collect::<Vec<_>>()))
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(Amazons);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_by_words_and_by_cells_agree() {
        let mut seen = 0;
        for code in 0..4096u32 {
            let mut pos = Grid::new(2, 3).unwrap();
            for i in 0..6 {
                let kinds = [Cell::Free, Cell::Left, Cell::Right, Cell::Block];
                pos.set(i, kinds[(code >> (2 * i) & 3) as usize]);
            }
            for who in Player::BOTH {
                let mut fast = Amazons.moves(who, &pos).unwrap();
                let mut slow = moves_by_cell(who, &pos);
                fast.sort();
                slow.sort();
                assert_eq!(fast, slow);
                seen += fast.len();
            }
        }
        assert!(seen > 10_000);
    }
}
