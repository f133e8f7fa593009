//! Toppling Dominoes: a player pushes over a domino of his own, and everything on that side of it falls.

use crate::Visitor;
use bouton_rules::board::{Cell, Grid, Letters, Scene, Symmetry, V4, least_image};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short, lesser};

const LETTERS: Letters = Letters(&[
    (Cell::Left, "lLxX"),
    (Cell::Right, "rRoO"),
    (Cell::Block, "eEgG#"),
]);
const TURN: [Symmetry; 2] = [V4[0], V4[2]];

/// The ruleset. A row of dominoes without gaps; `e` belongs to both.
///
/// ```
/// use bouton_games::toppling_dominoes::TopplingDominoes;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let row = TopplingDominoes.parse("lre").unwrap();
/// let moves = TopplingDominoes.moves(Player::Left, &row).unwrap();
/// let shown: Vec<_> = moves.iter().map(|m| TopplingDominoes.show(m)).collect();
/// assert_eq!(shown, ["", "re", "lr", ""]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TopplingDominoes;

impl Ruleset for TopplingDominoes {
    type Position = Grid;

    fn info(&self) -> Info {
        Info {
            name: "toppling-dominoes".into(),
            rules: "Topple a domino of your colour to the left or right; it and everything on that side of it fall.".into(),
            notation: "a row of `l` (Left's), `r` (Right's) and `e` (either's)".into(),
            theorem: None,
            source: Some("finketal2015".into()),
            examples: ["lr", "lere", "lrrlrrl"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        if text.trim().is_empty() {
            return Ok(Grid::empty());
        }
        let row = Grid::parse_strip(text, LETTERS)?;
        if row.area() == 0 {
            return Ok(Grid::empty());
        }
        if row.count(Cell::Free) > 0 {
            return Err(Error::input(format!(
                "row `{}`: a size gives no dominoes; write each of them as {}",
                shorten(text),
                LETTERS.list()
            )));
        }
        Ok(row)
    }

    fn show(&self, pos: &Grid) -> String {
        if pos.area() == 0 {
            String::new()
        } else {
            pos.show(LETTERS)
        }
    }

    fn size(&self, pos: &Grid) -> usize {
        pos.cols()
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        if pos.area() == 0 {
            Vec::new()
        } else {
            vec![pos.clone()]
        }
    }

    fn canon(&self, pos: Grid) -> Grid {
        least_image(&pos, &TURN)
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

impl Partizan for TopplingDominoes {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let n = pos.cols();
        let stretch = |from: usize, to: usize| {
            if from == to {
                return Grid::empty();
            }
            match pos.words() {
                Some(_) => pos.cut_word((u64::MAX >> (64 - (to - from))) << from, Cell::Block),
                None => pos.cut(&(from..to).collect::<Vec<_>>(), Cell::Block),
            }
        };
        let mut moves = Vec::new();
        for i in 0..n {
            if pos.at(i) == Cell::stone(who) || pos.at(i) == Cell::Block {
                moves.push(stretch(0, i));
                moves.push(stretch(i + 1, n));
            }
        }
        Ok(moves)
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        lesser(
            least_image(&pos, &TURN),
            least_image(&pos.colours_swapped(), &TURN),
        )
    }
}

impl Short for TopplingDominoes {
    fn rank(&self, pos: &Grid) -> Rank {
        vec![pos.area().into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(TopplingDominoes);
}
