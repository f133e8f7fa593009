//! Hex: Left ties the top edge to the bottom edge, Right the left edge to the right one, with stones of their own on hexagons.
//!
//! Exactly one of them succeeds, and on an empty board as wide as high the first player wins: an extra stone never hurts (Nash's
//! strategy stealing). That says who wins; the search says how.

use crate::Visitor;
use bouton_rules::board::{Cell, Grid, Letters, Scene, V4};
use bouton_rules::heaps::shorten;
use bouton_rules::{
    CarrierBoard, Decided, Decision, Error, Info, Partizan, Player, Rank, Result, Ruleset, Short,
};

mod board;
mod connections;

use board::SightedBoard;

/// The ruleset. A cell has the neighbours left and right, above and above to the right, below and below to the left.
///
/// ```
/// use bouton_games::hex::Hex;
/// use bouton_rules::{CarrierBoard, Decided, Decision, Player, Ruleset, Sight};
/// let won = Hex.parse(".x|xo").unwrap();
/// assert_eq!(Hex.decided(Player::Right, &won), Some(Decision::Lose));
/// // Two ways down from the stone: nobody can cut both.
/// let sure = Hex.parse(".x|..").unwrap();
/// assert_eq!(Hex.decided(Player::Right, &sure), None);
/// let mut board = Hex.carrier_board(&sure).unwrap();
/// let stones = board.pack(Player::Right, &sure).unwrap();
/// assert_eq!(board.see(stones), Sight::Loses(0b1100));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Hex;

/// Steps to the six neighbours.
const STEPS: [(isize, isize); 6] = [(0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1)];

/// Has a player tied their two edges together? By flooding, at any size.
fn connected(pos: &Grid, who: Player) -> bool {
    let mine = Cell::stone(who);
    let place = |cell: usize| match who {
        Player::Left => cell / pos.cols(),
        Player::Right => cell % pos.cols(),
    };
    let last = match who {
        Player::Left => pos.rows(),
        Player::Right => pos.cols(),
    };
    let mut seen = vec![false; pos.area()];
    let mut open: Vec<usize> = (0..pos.area())
        .filter(|&c| place(c) == 0 && pos.at(c) == mine)
        .collect();
    open.iter().for_each(|&cell| seen[cell] = true);
    while let Some(cell) = open.pop() {
        if place(cell) + 1 == last {
            return true;
        }
        for (rows, cols) in STEPS {
            if let Some(next) = pos.beside(cell, rows, cols)
                && pos.at(next) == mine
                && !std::mem::replace(&mut seen[next], true)
            {
                open.push(next);
            }
        }
    }
    false
}

impl Ruleset for Hex {
    type Position = Grid;

    fn info(&self) -> Info {
        Info {
            name: "hex".into(),
            rules: "Place a stone on a free hexagon. Left wins with a chain of stones from the top to the bottom, Right with one from the \
                    left to the right."
                .into(),
            notation: "rows of `.`, `x` (Left) and `o` (Right), separated by `|`, or a size like 3x3; a cell's neighbours are left, right, \
                       above, above to the right, below, and below to the left"
                .into(),
            theorem: Some(
                "On an empty board with as many rows as columns, whoever moves first wins; with one more column than rows, say, the \
                 player with the shorter way wins, whoever starts."
                    .into(),
            ),
            source: Some("gale1979".into()),
            examples: ["2x2", "3x3", "..x|.o.|..."].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        let pos = Grid::parse(text, Letters::STONES)?;
        if pos.area() == 0 {
            return Err(Error::input(format!(
                "board `{}` has no cells; write a size like 3x3",
                shorten(text)
            )));
        }
        Ok(pos)
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(Letters::STONES)
    }

    fn size(&self, pos: &Grid) -> usize {
        pos.count(Cell::Free)
    }

    /// Half a turn exchanges the two edges of each player.
    fn canon(&self, pos: Grid) -> Grid {
        V4[3].apply(&pos).min(pos)
    }

    fn draw(&self, pos: &Grid) -> Scene {
        board::draw(pos)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }

    fn word(&self, pos: &Grid) -> Option<u64> {
        pos.word()
    }
}

impl Partizan for Hex {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let free = pos.cells(Cell::Free).into_iter();
        Ok(free
            .map(|cell| pos.with(&[(cell, Cell::stone(who))]))
            .collect())
    }
}

impl Decided for Hex {
    fn decided(&self, who: Player, pos: &Grid) -> Option<Decision> {
        if connected(pos, who.other()) {
            Some(Decision::Lose)
        } else {
            connected(pos, who).then_some(Decision::Win)
        }
    }

    /// Boards of at most 128 cells are searched with the players' connections.
    fn carrier_board(&self, pos: &Grid) -> Option<Box<dyn CarrierBoard<Grid>>> {
        let (rows, cols) = (pos.rows() as u32, pos.cols() as u32);
        match pos.area() {
            0 => None,
            1..=64 => Some(Box::new(SightedBoard::<u64>::new(rows, cols))),
            65..=128 => Some(Box::new(SightedBoard::<u128>::new(rows, cols))),
            _ => None,
        }
    }
}

impl Short for Hex {
    fn rank(&self, pos: &Grid) -> Rank {
        vec![pos.count(Cell::Free).into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.decided(Hex);
}
