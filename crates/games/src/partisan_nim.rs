//! Partisan Nim with own piles: take one stone from a pile of the opponent's, or a whole pile of your own.

use crate::Visitor;
use crate::common::stacks::{Stack, StackRule, Stacks};
use crate::common::{info, with_theorem};
use bouton_rules::board::Cell;
use bouton_rules::{Info, Player};
use std::sync::Arc;

/// The ruleset.
///
/// ```
/// use bouton_games::partisan_nim::PartisanNim;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = PartisanNim::game();
/// let moves = game.moves(Player::Left, &game.parse("3L,2R").unwrap()).unwrap();
/// assert_eq!(moves.iter().map(|m| game.show(m)).collect::<Vec<_>>(), ["2R", "3L,1R"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PartisanNim;

impl PartisanNim {
    /// The game on any number of piles.
    pub fn game() -> Stacks {
        Stacks(Arc::new(PartisanNim))
    }
}

/// What a pile is worth: so many ups (negative for Right's pile), and whether a star is added.
pub fn value((owner, size): Stack) -> (i64, bool) {
    let ups = i64::try_from(size).unwrap_or(i64::MAX) - 1;
    let sign = if owner == Cell::Right { -1 } else { 1 };
    if size == 0 {
        (0, false)
    } else {
        (sign * ups, size % 2 == 1)
    }
}

impl StackRule for PartisanNim {
    fn info(&self) -> Info {
        with_theorem(
            info(
                "partisan-nim",
                "Piles belong to the players. Take one stone from a pile of the opponent's, or a whole pile of your own.",
                "piles with their owner, like 3L,2R",
                &["3L,2R", "4L,1R,1L", "2L,3R,1R"],
            ),
            "A pile of n stones of Left's is worth n - 1 ups, and a star if n is odd.",
            "Project Euler 939",
        )
    }

    fn owned(&self) -> bool {
        true
    }

    fn moves(&self, who: Player, (owner, size): Stack) -> Vec<Vec<Stack>> {
        match owner == Cell::stone(who) {
            true => vec![vec![]],
            false => vec![vec![(owner, size - 1)]],
        }
    }

    fn count(&self, _: Stack) -> u64 {
        1
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(PartisanNim::game());
}
