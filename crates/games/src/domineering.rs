//! Domineering: Left fills two free cells one above the other, Right two side by side.

use crate::Visitor;
use crate::common::cram_board::CramBoard;
use crate::common::domino_board::DominoBoard;
use bouton_rules::board::{Cell, Grid, Letters, Reach, Scene, V4, least_turned, members};
use bouton_rules::{
    Info, PackedParts, PackedVisitor, Partizan, Player, Rank, Result, Ruleset, Short,
};
use std::ops::Range;

/// The ruleset.
///
/// ```
/// use bouton_games::domineering::Domineering;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let board = Domineering.parse("..|#.").unwrap();
/// let moves = Domineering.moves(Player::Left, &board).unwrap();
/// assert_eq!(moves.iter().map(|m| Domineering.show(m)).collect::<Vec<_>>(), [".#|##"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Domineering;

impl Ruleset for Domineering {
    type Position = Grid;

    fn info(&self) -> Info {
        Info {
            name: "domineering".into(),
            rules: "Left fills two free cells one above the other, Right two side by side.".into(),
            notation: "rows of `.` (free) and `#` (filled), separated by `|`, or a size like 3x4"
                .into(),
            theorem: None,
            source: Some("winningways".into()),
            examples: ["..|..", "..#|...|#..", "2x4", "....|#..#"]
                .map(String::from)
                .into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        Grid::parse(text, Letters::BLOCKS)
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(Letters::BLOCKS)
    }

    fn size(&self, pos: &Grid) -> usize {
        pos.count(Cell::Free)
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        pos.parts(Reach::Orthogonal, |c| c == Cell::Free, Cell::Block, 2)
    }

    fn split_into(&self, pos: &Grid, parts: &mut Vec<Grid>) {
        pos.parts_into(
            Reach::Orthogonal,
            |c| c == Cell::Free,
            Cell::Block,
            2,
            parts,
        );
    }

    fn join(&self, parts: &[Grid]) -> Option<Grid> {
        Grid::row_of(parts, Cell::Block).ok()
    }

    fn canon(&self, pos: Grid) -> Grid {
        Grid::sum_of(self.split(&pos), &V4, Cell::Block)
    }

    fn draw(&self, pos: &Grid) -> Scene {
        Scene::of_grid(pos, Letters::BLOCKS)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }

    fn word(&self, pos: &Grid) -> Option<u64> {
        pos.word()
    }
}

impl Partizan for Domineering {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        Ok(dominoes(pos, who == Player::Left))
    }

    fn moves_into(&self, who: Player, pos: &Grid, moves: &mut Vec<Grid>) -> Result<()> {
        add_dominoes(pos, who == Player::Left, moves);
        Ok(())
    }

    fn layers(&self, pos: &Grid, from: Player) -> usize {
        // A cut between rows is crossed by vertical dominoes only.
        if from == Player::Left {
            pos.rows()
        } else {
            pos.cols()
        }
    }

    fn slice(&self, pos: &Grid, from: Player, layers: Range<usize>) -> Grid {
        if from == Player::Left {
            pos.row_slice(layers)
        } else {
            pos.col_slice(layers)
        }
    }

    fn integer(&self, pos: &Grid) -> Option<i64> {
        // A free row is half as many moves of Right's as it has cells.
        let free = || pos.count(Cell::Block) == 0;
        match (pos.rows(), pos.cols()) {
            (1, n) if free() => Some(-(n as i64 / 2)),
            (n, 1) if free() => Some(n as i64 / 2),
            _ => None,
        }
    }

    fn packed<V: PackedVisitor<Grid>>(&self, pos: &Grid, visitor: V) -> Option<V::Output> {
        match DominoBoard::<u64>::new(pos) {
            Some(board) => Some(visitor.visit(board)),
            None => DominoBoard::<u128>::new(pos).map(|board| visitor.visit(board)),
        }
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        // Exchanging rows and columns exchanges the players.
        least_turned(&pos)
    }

    /// With all moves for both players it is Cram.
    fn twin_parts(&self, pos: &Grid) -> Option<Box<dyn PackedParts<Grid>>> {
        CramBoard::new(pos).map(|board| Box::new(board) as Box<_>)
    }
}

impl Short for Domineering {
    fn rank(&self, pos: &Grid) -> Rank {
        vec![pos.count(Cell::Free).into()]
    }
}

/// Every board with one more domino, vertical or horizontal, in the order of the domino's first cell.
pub(crate) fn dominoes(pos: &Grid, vertical: bool) -> Vec<Grid> {
    let mut moves = Vec::new();
    add_dominoes(pos, vertical, &mut moves);
    moves
}

/// [`dominoes`], added to a list.
fn add_dominoes(pos: &Grid, vertical: bool, moves: &mut Vec<Grid>) {
    let Some((frame, [a, b])) = pos.frame() else {
        moves.extend(dominoes_by_cell(pos, vertical));
        return;
    };
    let free = frame.all() & !(a | b);
    let (starts, step) = if vertical {
        (free & frame.north(free), pos.cols())
    } else {
        (free & frame.west(free), 1)
    };
    moves.extend(members(starts).map(|i| {
        let domino = 1 << i | 1 << (i as usize + step);
        pos.replaced([a | domino, b | domino])
    }));
}

/// The same cell by cell, for boards of any size.
pub(crate) fn dominoes_by_cell(pos: &Grid, vertical: bool) -> Vec<Grid> {
    let (down, right) = if vertical { (1, 0) } else { (0, 1) };
    let free = |cell: usize| pos.at(cell) == Cell::Free;
    (0..pos.area())
        .filter_map(|cell| {
            let next = pos.beside(cell, down, right)?;
            (free(cell) && free(next))
                .then(|| pos.with(&[(cell, Cell::Block), (next, Cell::Block)]))
        })
        .collect()
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(Domineering);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_by_words_and_by_cells_agree() {
        let mut boards = 0;
        for filled in 0..1u64 << 12 {
            let pos = Grid::from_words(3, 4, [filled; 2]);
            for vertical in [false, true] {
                assert_eq!(dominoes(&pos, vertical), dominoes_by_cell(&pos, vertical));
            }
            boards += 1;
        }
        assert_eq!(boards, 4096);
    }

    #[test]
    fn large_boards_have_moves_and_parts() {
        let wide = Domineering.parse("9x9").unwrap();
        assert_eq!(Domineering.moves(Player::Left, &wide).unwrap().len(), 72);
        assert_eq!(Domineering.split(&wide), vec![wide.clone()]);
        let strip = Domineering.parse(&".".repeat(300)).unwrap();
        assert_eq!(Domineering.moves(Player::Right, &strip).unwrap().len(), 299);
    }
}
