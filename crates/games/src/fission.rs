//! Fission: a stone splits into two that move apart, Left's way up and down, Right's way to the left and right.

use crate::Visitor;
use bouton_rules::board::{Cell, Grid, Letters, Reach, Scene, V4, least_turned};
use bouton_rules::{Info, Partizan, Player, Rank, Result, Ruleset, Short};

/// Cells: `Left` stands for a stone, which belongs to both.
const LETTERS: Letters = Letters(&[(Cell::Free, "."), (Cell::Left, "xX"), (Cell::Block, "#")]);

/// The ruleset.
///
/// ```
/// use bouton_games::fission::Fission;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let board = Fission.parse(".|x|.").unwrap();
/// let moves = Fission.moves(Player::Left, &board).unwrap();
/// assert_eq!(moves.iter().map(|m| Fission.show(m)).collect::<Vec<_>>(), ["x|.|x"]);
/// assert!(Fission.moves(Player::Right, &board).unwrap().is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Fission;

impl Ruleset for Fission {
    type Position = Grid;

    fn info(&self) -> Info {
        Info {
            name: "fission".into(),
            rules: "Split a stone into two, which go to the two free cells beside it: above and below for Left, left and right \
                    for Right."
                .into(),
            notation: "rows of `.`, `x` (a stone) and `#` (blocked), separated by `|`".into(),
            theorem: None,
            source: Some("siegel2013".into()),
            examples: [".|x|.", "...|.x.|...", ".x.|..x|.#."].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        Grid::parse(text, LETTERS)
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(LETTERS)
    }

    fn size(&self, pos: &Grid) -> usize {
        pos.count(Cell::Free)
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        let mut parts = pos.parts(Reach::Orthogonal, |c| c != Cell::Block, Cell::Block, 3);
        parts.retain(|p| p.count(Cell::Left) > 0 && p.count(Cell::Free) > 1);
        parts
    }

    fn join(&self, parts: &[Grid]) -> Option<Grid> {
        Grid::row_of(parts, Cell::Block).ok()
    }

    fn canon(&self, pos: Grid) -> Grid {
        Grid::sum_of(self.split(&pos), &V4, Cell::Block)
    }

    fn draw(&self, pos: &Grid) -> Scene {
        Scene::of_grid(pos, LETTERS)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }
}

impl Partizan for Fission {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let (rows, cols) = if who == Player::Left { (1, 0) } else { (0, 1) };
        let free = |cell: Option<usize>| cell.filter(|&c| pos.at(c) == Cell::Free);
        let mut moves = Vec::new();
        for stone in pos.cells(Cell::Left) {
            let sides = (
                free(pos.beside(stone, -rows, -cols)),
                free(pos.beside(stone, rows, cols)),
            );
            if let (Some(one), Some(other)) = sides {
                moves.push(pos.with(&[
                    (stone, Cell::Free),
                    (one, Cell::Left),
                    (other, Cell::Left),
                ]));
            }
        }
        Ok(moves)
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        least_turned(&pos)
    }
}

impl Short for Fission {
    fn rank(&self, pos: &Grid) -> Rank {
        vec![pos.count(Cell::Free).into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(Fission);
}
