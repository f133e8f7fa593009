//! Cram: impartial Domineering; either player fills two neighbouring free cells.

use crate::Visitor;
use crate::common::cram_board::CramBoard;
use crate::domineering::dominoes;
use bouton_rules::board::{Cell, D4, Grid, Letters, Reach, Scene, V4, least_d4};
use bouton_rules::{Impartial, Info, Known, Nat, PackedParts, Play, Rank, Result, Ruleset, Short};

/// The ruleset.
///
/// ```
/// use bouton_games::cram::Cram;
/// use bouton_rules::{Impartial, Ruleset};
/// let board = Cram.parse("2x2").unwrap();
/// assert_eq!(Cram.options(&board).unwrap().len(), 4);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Cram;

impl Ruleset for Cram {
    type Position = Grid;

    fn info(&self) -> Info {
        Info {
            name: "cram".into(),
            rules: "Fill two neighbouring free cells with a domino.".into(),
            notation: "rows of `.` (free) and `#` (filled), separated by `|`, or a size like 3x4".into(),
            theorem: Some(
                "A board that half a turn leaves as it is and that has no room for a domino of its own image is a P-position, an \
                 empty one with exactly one even side an N-position: who may copy moves through the centre wins."
                    .into(),
            ),
            source: Some("winningways".into()),
            examples: ["2x3", "..#|...|#..", "1x7", "2x4"].map(String::from).into(),
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

    fn join(&self, parts: &[Grid]) -> Option<Grid> {
        Grid::row_of(parts, Cell::Block).ok()
    }

    fn canon(&self, pos: Grid) -> Grid {
        Grid::sum_of(self.split(&pos), &D4, Cell::Block)
    }

    fn canon_part(&self, part: Grid) -> Grid {
        least_d4(&part)
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

impl Impartial for Cram {
    fn options(&self, pos: &Grid) -> Result<Vec<Grid>> {
        let mut options = dominoes(pos, true);
        options.extend(dominoes(pos, false));
        Ok(options)
    }

    fn packed_parts(&self, pos: &Grid) -> Option<Box<dyn PackedParts<Grid>>> {
        CramBoard::new(pos).map(|board| Box::new(board) as Box<_>)
    }

    fn known(&self, pos: &Grid, play: Play) -> Option<Known<Grid>> {
        if play != Play::Normal || pos.area() == 0 {
            return None;
        }
        if copied(pos) {
            return Some(Known::of_grundy(Nat::ZERO, Vec::new(), true));
        }
        let (rows, cols) = (pos.rows(), pos.cols());
        if pos.count(Cell::Free) < pos.area() {
            return None;
        }
        match (rows % 2, cols % 2) {
            (0, 0) | (1, 1) => None,
            // The first domino covers the two cells in the middle; every later move is copied through the centre.
            (even, _) => {
                let first = (rows - 1) / 2 * cols + (cols - 1) / 2;
                let second = first + if even == 0 { cols } else { 1 };
                let reply = pos.with(&[(first, Cell::Block), (second, Cell::Block)]);
                Some(Known::of_outcome(false, vec![reply], false))
            }
        }
    }
}

/// Can the second player copy every move through the centre? Then the position is worth 0. A position that half a turn
/// leaves as it is, with no room for a domino that is its own image.
fn copied(pos: &Grid) -> bool {
    let (rows, cols) = (pos.rows(), pos.cols());
    if V4[3].apply(pos) != *pos {
        return false;
    }
    let free = |r: usize, c: usize| pos.get(r, c) == Cell::Free;
    // Between two cells in the middle a domino is its own image; a domino on one cell in the middle meets its image there.
    rows % 2 == 0 && cols % 2 == 0 || !free(rows / 2, cols / 2)
}

impl Short for Cram {
    fn rank(&self, pos: &Grid) -> Rank {
        vec![pos.count(Cell::Free).into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Cram);
}
