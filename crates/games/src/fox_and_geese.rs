//! Fox and Geese: geese step diagonally down the board, the fox steps diagonally anywhere and may do so for ever.

use crate::Visitor;
use bouton_rules::board::{Cell, Grid, Letters, Scene};
use bouton_rules::{Info, Partizan, Player, Result, Ruleset};

/// The ruleset. Left plays the geese: she wins by shutting the fox in while she has moves left.
///
/// A fox that is level with the highest goose or above it, with a free row above the geese, can never be shut in: such a
/// position is worth `off`. So one free row above the geese stands for a board without an upper end.
///
/// ```
/// use bouton_games::fox_and_geese::FoxAndGeese;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = FoxAndGeese { reach: 1 };
/// let board = game.parse("....|x.x.|...o").unwrap();
/// let moves = |who| game.moves(who, &board).unwrap().iter().map(|m| game.show(m)).collect::<Vec<_>>();
/// assert_eq!(moves(Player::Left), ["....|..x.|.x.o", "....|x...|.x.o"]);
/// assert!(moves(Player::Right).is_empty());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FoxAndGeese {
    /// How many steps in one direction a fox takes at most in one move.
    pub reach: usize,
}

impl Ruleset for FoxAndGeese {
    type Position = Grid;

    fn info(&self) -> Info {
        let (name, steps) = match self.reach {
            1 => ("fox-and-geese", "one step"),
            _ => (
                "ceylonese-fox-and-geese",
                "one step or two in one direction",
            ),
        };
        Info {
            name: name.into(),
            rules: format!(
                "Left moves a goose diagonally down to a free cell, one step; Right moves the fox diagonally, up or down, {steps} over free cells. \
                 Nothing is taken; play may go on for ever."
            ),
            notation: "rows of `.`, `x` (goose, Left), `o` (fox, Right) and `#` (no cell), the top row first; a free row above the geese lets the \
                       fox escape; a size like 4x4 has geese on every second cell of the top row and the fox in the bottom row on a cell of \
                       the same colour, .x.x|....|....|..o."
                .into(),
            theorem: None,
            source: Some("winningways".into()),
            examples: ["....|x.x.|.o..", "....|.x.x|o...", "...|x.x|...|o.."]
                .map(String::from)
                .into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        Grid::parse_with_start(text, Letters::ALL, opening, "x.x.|....|..o.")
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(Letters::ALL)
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

impl Partizan for FoxAndGeese {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let mine = Cell::stone(who);
        let (directions, reach): (&[_], _) = match who {
            Player::Left => (&[(1, -1), (1, 1)], 1),
            Player::Right => (&[(1, -1), (1, 1), (-1, -1), (-1, 1)], self.reach),
        };
        let mut moves = Vec::new();
        for from in pos.cells(mine) {
            for &(down, right) in directions {
                let mut to = from;
                for _ in 0..reach {
                    match pos.beside(to, down, right) {
                        Some(next) if pos.at(next) == Cell::Free => to = next,
                        _ => break,
                    }
                    moves.push(pos.with(&[(from, Cell::Free), (to, mine)]));
                }
            }
        }
        Ok(moves)
    }
}

/// Geese on every cell of the top row that has the colour of the lower left corner, the fox in the middle of the bottom row.
fn opening(board: Grid) -> Option<Grid> {
    let (rows, cols) = (board.rows(), board.cols());
    if rows < 2 || cols < 2 {
        return None;
    }
    let geese = (0..cols).filter(|c| (rows - 1 + c) % 2 == 0);
    let fox = ((rows - 1) * cols + cols / 4 * 2, Cell::Right);
    let geese = geese.map(|c| (c, Cell::Left));
    Some(board.with(&geese.chain([fox]).collect::<Vec<_>>()))
}

/// Shows the games to a visitor.
pub fn visit(v: &mut impl Visitor) {
    for reach in [1, 2] {
        v.loopy_partizan(FoxAndGeese { reach });
    }
}
