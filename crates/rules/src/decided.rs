//! Games that are won, lost or tied by reaching a position, not by running out of moves.

use crate::{Player, Ruleset};

/// How a finished position counts for the player whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The player to move has won.
    Win,
    /// The player to move has lost.
    Lose,
    /// Neither has won: the game is over and tied.
    Tie,
}

/// Positions that end the game by a rule, whatever moves would be left.
pub trait Decided: Ruleset {
    /// The decision at `pos` with `who` to move; `None` while play goes on. A position without a decision and without a
    /// move is judged by the play asked about (normal or misère).
    fn decided(&self, who: Player, pos: &Self::Position) -> Option<Decision>;

    /// What is certain though play goes on: a connection that cannot be cut, say. The default is [`Decided::decided`].
    fn foreseen(&self, who: Player, pos: &Self::Position) -> Option<Decision> {
        self.decided(who, pos)
    }

    /// Enough moves to have a best one among them, the most promising first; `None` for all moves, in their order. An empty list says
    /// that the player to move loses.
    fn candidates(&self, _who: Player, _pos: &Self::Position) -> Option<Vec<Self::Position>> {
        None
    }
}
