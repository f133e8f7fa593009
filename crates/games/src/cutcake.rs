//! Cutcake: Left cuts a piece between two columns, Right between two rows.

use crate::Visitor;
use crate::common::pieces::{Piece, PieceRule, Pieces, area};
use crate::common::{info, with_theorem};
use bouton_rules::{Info, Player};
use num_bigint::BigInt;

/// The ruleset.
///
/// ```
/// use bouton_games::cutcake::{Cutcake, value};
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let cake = Cutcake::game().parse("3x4").unwrap();
/// assert_eq!(Cutcake::game().moves(Player::Left, &cake).unwrap().len(), 2);
/// assert_eq!(value(cake[0]), 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Cutcake;

impl Cutcake {
    /// The game on any number of pieces.
    pub fn game() -> Pieces {
        Pieces(&Cutcake)
    }
}

/// The integer that a piece is worth. With the greatest power of two not above the rows, the whole multiples of it that fit in
/// the columns are Left's free cuts, one less; the same the other way round for Right.
pub fn value((rows, cols): Piece) -> i64 {
    let free = |long: u32, short: u32| i64::from(long >> short.ilog2()) - 1;
    if rows.ilog2() <= cols.ilog2() {
        free(cols, rows)
    } else {
        -free(rows, cols)
    }
}

impl PieceRule for Cutcake {
    fn info(&self) -> Info {
        with_theorem(
            info(
                "cutcake",
                "Cut a piece into two along the grid: Left between columns, Right between rows.",
                "pieces rows x columns, like 3x4,1x2",
                &["2x3", "1x4,3x3", "4x2"],
            ),
            "A piece is an integer: round the short side down to a power of two and see how often it fits the long side.",
            "winningways",
        )
    }

    fn moves(&self, who: Player, (rows, cols): Piece) -> Vec<Vec<Piece>> {
        let side = if who == Player::Left { cols } else { rows };
        // A cut and its mirror image leave the same pieces.
        (1..=side / 2)
            .map(|k| match who {
                Player::Left => vec![(rows, k), (rows, cols - k)],
                Player::Right => vec![(k, cols), (rows - k, cols)],
            })
            .collect()
    }

    /// Squares less pieces: a cut into two lowers it by one.
    fn rank(&self, piece: Piece) -> BigInt {
        area(piece) - 1
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(Cutcake::game());
}
