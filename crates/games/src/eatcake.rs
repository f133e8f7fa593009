//! Eatcake: Left eats a column out of a piece, Right a row; in Turn-and-Eatcake the piece is turned first.

use crate::Visitor;
use crate::common::pieces::{Piece, PieceRule, Pieces, area, turned};
use crate::common::{info, with_source};
use bouton_rules::{Info, Player};
use num_bigint::BigInt;

/// The ruleset.
///
/// ```
/// use bouton_games::eatcake::Eatcake;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = Eatcake::game(false);
/// let moves = game.moves(Player::Left, &game.parse("2x4").unwrap()).unwrap();
/// assert_eq!(moves.iter().map(|m| game.show(m)).collect::<Vec<_>>(), ["2x3", "2x1,2x2"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Eatcake {
    /// Is the piece turned by a right angle before the strip is eaten?
    pub turn: bool,
}

impl Eatcake {
    /// The game on any number of pieces.
    pub fn game(turn: bool) -> Pieces {
        match turn {
            true => Pieces(&Eatcake { turn: true }),
            false => Pieces(&Eatcake { turn: false }),
        }
    }
}

impl PieceRule for Eatcake {
    fn info(&self) -> Info {
        let (name, first) = match self.turn {
            true => ("turn-and-eatcake", "Turn a piece by a right angle and eat"),
            false => ("eatcake", "Eat"),
        };
        with_source(
            info(
                name,
                &format!(
                    "{first} a strip of one square's width through a piece: Left a column, Right a row."
                ),
                "pieces rows x columns, like 3x4,1x2",
                &["2x3", "1x4,3x2", "4x2"],
            ),
            "winningways",
        )
    }

    fn moves(&self, who: Player, piece: Piece) -> Vec<Vec<Piece>> {
        let (rows, cols) = if self.turn { turned(piece) } else { piece };
        let side = if who == Player::Left { cols } else { rows };
        let left = |k: u32| match who {
            Player::Left => vec![(rows, k), (rows, cols - 1 - k)],
            Player::Right => vec![(k, cols), (rows - 1 - k, cols)],
        };
        (0..side.div_ceil(2)).map(left).collect()
    }

    fn rank(&self, piece: Piece) -> BigInt {
        area(piece)
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(Eatcake::game(false));
    v.partizan(Eatcake::game(true));
}
