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
}
