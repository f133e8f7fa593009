//! Northcott's game: in each row two men face each other, and each player moves his own.
//!
//! Men may go back as well as forward, so positions can repeat and the game is loopy. On a finite board going back only
//! delays: the gaps are Nim heaps, and whoever wins that Nim answers a retreat by an equal advance.

use crate::Visitor;
use crate::common::{info, with_theorem};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Result, Ruleset};

/// Each row has one man of Left's and one of Right's. A move takes one's own man in one row any number of free squares to
/// either side, not onto or past the other man.
#[derive(Clone, Debug)]
pub struct Northcott;

/// One row: its length and the places of the men, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row {
    length: u16,
    left: u16,
    right: u16,
}

impl Row {
    /// Free squares between the men.
    pub fn gap(&self) -> u16 {
        self.left.abs_diff(self.right) - 1
    }

    fn men(self, who: Player) -> (u16, u16) {
        if who == Player::Left {
            (self.left, self.right)
        } else {
            (self.right, self.left)
        }
    }
}

impl Ruleset for Northcott {
    type Position = Vec<Row>;

    fn info(&self) -> Info {
        let rules = "Each row has one man of each player. Move your man in one row any number of free squares to either side, \
                     not onto or past the other man. Who cannot move loses. Positions may repeat.";
        with_theorem(
            info(
                "northcott",
                rules,
                "rows of dots with one L and one R, like L..R|.L.R",
                &["L..R|.L.R", "L.R.", "LR|L.R"],
            ),
            "the player to move wins iff the exclusive or of the gaps between the men is not 0",
            "winningways",
        )
    }

    fn parse(&self, text: &str) -> Result<Vec<Row>> {
        let row = |(i, row): (usize, &str)| {
            let wrong = |what: &str| {
                let text = shorten(text);
                Error::input(format!(
                    "position `{text}`: row {} {what}; write rows like L..R|.L.R",
                    i + 1
                ))
            };
            let row = row.trim();
            let place = |man: char| match row.match_indices(man).collect::<Vec<_>>()[..] {
                [(place, _)] => u16::try_from(place).map_err(|_| wrong("is too long")),
                _ => Err(wrong(&format!("does not have exactly one {man}"))),
            };
            if let Some(other) = row.chars().find(|c| !"LR.".contains(*c)) {
                return Err(wrong(&format!("has a `{other}`")));
            }
            let length = u16::try_from(row.len()).map_err(|_| wrong("is too long"))?;
            Ok(Row {
                length,
                left: place('L')?,
                right: place('R')?,
            })
        };
        text.split('|').enumerate().map(row).collect()
    }

    fn show(&self, pos: &Vec<Row>) -> String {
        let square = |row: &Row, i| match i {
            _ if i == row.left => 'L',
            _ if i == row.right => 'R',
            _ => '.',
        };
        let rows = pos
            .iter()
            .map(|row| (0..row.length).map(|i| square(row, i)).collect::<String>());
        rows.collect::<Vec<_>>().join("|")
    }

    fn owned_bytes(&self, pos: &Vec<Row>) -> usize {
        pos.capacity() * size_of::<Row>()
    }

    /// Rows may change places, and a row may be turned round.
    fn canon(&self, mut pos: Vec<Row>) -> Vec<Row> {
        for row in pos.iter_mut().filter(|row| row.left > row.right) {
            row.left = row.length - 1 - row.left;
            row.right = row.length - 1 - row.right;
        }
        pos.sort();
        pos
    }
}

impl Partizan for Northcott {
    fn moves(&self, who: Player, pos: &Vec<Row>) -> Result<Vec<Vec<Row>>> {
        let mut moves = Vec::new();
        for (i, row) in pos.iter().enumerate() {
            let (mine, other) = row.men(who);
            let free = if mine < other {
                0..other
            } else {
                other + 1..row.length
            };
            for place in free.filter(|&place| place != mine) {
                let mut next = pos.clone();
                if who == Player::Left {
                    next[i].left = place
                } else {
                    next[i].right = place
                }
                moves.push(next);
            }
        }
        Ok(moves)
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.loopy_partizan(Northcott);
}
