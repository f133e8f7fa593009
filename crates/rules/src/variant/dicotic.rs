//! The dicotic variant of a partizan game: it is over as soon as one of the players cannot move.

use crate::board::Scene;
use crate::{Info, Partizan, Player, Rank, Result, Ruleset, Short};

/// A game played so that a position in which one of the players has no move is an end for both. Every value of such a game
/// is all-small.
///
/// The rule looks at whole positions, so nothing is taken apart: moves elsewhere keep a position alive.
#[derive(Clone, Debug)]
pub struct Dicotic<G>(pub G);

impl<G: Partizan> Ruleset for Dicotic<G> {
    type Position = G::Position;

    fn info(&self) -> Info {
        let own = self.0.info();
        Info {
            name: format!("dicotic {}", own.name),
            rules: format!(
                "{} It is over as soon as one of the players has no move.",
                own.rules
            ),
            theorem: None,
            ..own
        }
    }

    fn parse(&self, text: &str) -> Result<Self::Position> {
        self.0.parse(text)
    }

    fn show(&self, pos: &Self::Position) -> String {
        self.0.show(pos)
    }

    fn size(&self, pos: &Self::Position) -> usize {
        self.0.size(pos)
    }

    fn owned_bytes(&self, pos: &Self::Position) -> usize {
        self.0.owned_bytes(pos)
    }

    fn draw(&self, pos: &Self::Position) -> Scene {
        self.0.draw(pos)
    }
}

impl<G: Partizan> Partizan for Dicotic<G> {
    fn moves(&self, who: Player, pos: &Self::Position) -> Result<Vec<Self::Position>> {
        if self.0.moves(who.other(), pos)?.is_empty() {
            return Ok(Vec::new());
        }
        self.0.moves(who, pos)
    }
}

impl<G: Partizan + Short> Short for Dicotic<G> {
    fn rank(&self, pos: &Self::Position) -> Rank {
        self.0.rank(pos)
    }
}
