//! Maze: a token in a walled garden; Left moves it down, Right to the right, through free cells only. In Maize they move it by one
//! cell.

use crate::Visitor;
use bouton_rules::board::{Cell, Grid, Letters, Scene};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short};

const LETTERS: Letters = Letters(&[(Cell::Free, "."), (Cell::Left, "@"), (Cell::Block, "#")]);

/// The ruleset.
///
/// ```
/// use bouton_games::maze::Maze;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = Maze { far: true };
/// let moves = game.moves(Player::Right, &game.parse("@..#|....").unwrap()).unwrap();
/// assert_eq!(moves.iter().map(|m| game.show(m)).collect::<Vec<_>>(), ["@.#|...", "@#|.."]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Maze {
    /// Any number of cells in a move, or just one.
    pub far: bool,
}

/// What is below and to the right of a cell, with the token on it: nothing else can be reached.
fn from_cell(pos: &Grid, token: usize) -> Grid {
    let (row, col) = (token / pos.cols(), token % pos.cols());
    let part = pos.row_slice(row..pos.rows()).col_slice(col..pos.cols());
    part.with(&[(0, Cell::Left)])
}

impl Ruleset for Maze {
    type Position = Grid;

    fn info(&self) -> Info {
        let (name, far) = match self.far {
            true => ("maze", "any positive number of cells"),
            false => ("maize", "one cell"),
        };
        Info {
            name: name.into(),
            rules: format!(
                "Move the token {far}, Left down and Right to the right, through free cells."
            ),
            notation: "rows of `.` (free), `#` (wall) and one `@` (the token), separated by `|`"
                .into(),
            theorem: None,
            source: Some("albertetal2019".into()),
            examples: ["@..|.#.|...", "@.#.|....|#...", "@...|..#."]
                .map(String::from)
                .into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        let pos = Grid::parse_with_start(text, LETTERS, |_| None, "@..|.#.")?;
        match pos.cells(Cell::Left)[..] {
            [token] => Ok(from_cell(&pos, token)),
            ref tokens => Err(Error::input(format!(
                "maze `{}`: {} tokens instead of one; write it as @, as in @..|.#.",
                shorten(text),
                tokens.len()
            ))),
        }
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(LETTERS)
    }

    fn draw(&self, pos: &Grid) -> Scene {
        Scene::of_grid(pos, LETTERS)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }

    fn word(&self, pos: &Grid) -> Option<u64> {
        pos.word()
    }
}

impl Partizan for Maze {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let (down, right) = if who == Player::Left { (1, 0) } else { (0, 1) };
        let most = if self.far { isize::MAX } else { 1 };
        let cells = (1..=most).map_while(|far| {
            pos.beside(0, far * down, far * right)
                .filter(|&cell| pos.at(cell) == Cell::Free)
        });
        Ok(cells.map(|cell| from_cell(pos, cell)).collect())
    }
}

impl Short for Maze {
    /// Rows and columns that are left.
    fn rank(&self, pos: &Grid) -> Rank {
        vec![(pos.rows() + pos.cols()).into()]
    }
}

/// Shows the games to a visitor.
pub fn visit(v: &mut impl Visitor) {
    for far in [true, false] {
        v.partizan(Maze { far });
    }
}
