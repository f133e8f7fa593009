//! Partizan Euclid: the first of two numbers goes; Left puts its remainder by the second behind it, Right what is missing to the
//! next multiple.

use crate::Visitor;
use crate::common::pieces::{Piece, PieceRule, Pieces};
use crate::common::{info, with_source};
use bouton_rules::{Info, Player};
use num_bigint::BigInt;

/// The ruleset.
///
/// ```
/// use bouton_games::partizan_euclid::PartizanEuclid;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = PartizanEuclid::game();
/// let pair = game.parse("7x3").unwrap();
/// let to = |who| game.show(&game.moves(who, &pair).unwrap()[0]);
/// assert_eq!((to(Player::Left), to(Player::Right)), ("3x1".into(), "3x2".into()));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PartizanEuclid;

impl PartizanEuclid {
    /// The game on any number of pairs.
    pub fn game() -> Pieces {
        Pieces(&PartizanEuclid)
    }
}

impl PieceRule for PartizanEuclid {
    fn info(&self) -> Info {
        with_source(
            info(
                "partizan-euclid",
                "From a pair p, q where q does not divide p, so that p = kq + r, Left moves to q, r and Right to q, q - r.",
                "pairs of numbers like 7x3,10x4",
                &["7x3", "14x9,5x8", "10x3"],
            ),
            "mckaynowakowski2013",
        )
    }

    fn moves(&self, who: Player, (p, q): Piece) -> Vec<Vec<Piece>> {
        let to = |rest: u32| match who {
            Player::Left => (q, rest),
            Player::Right => (q, q - rest),
        };
        match p % q {
            0 => Vec::new(),
            rest => vec![vec![to(rest)]],
        }
    }

    /// The second number, which the next one is below.
    fn rank(&self, (_, q): Piece) -> BigInt {
        q.into()
    }

    fn turned_is_negative(&self) -> bool {
        false
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(PartizanEuclid::game());
}
