//! Games that are won by points: whoever has more of them at the end. A play may keep the turn.

use crate::{Result, Ruleset};

/// One play of a scoring game, as the player who makes it sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain<P> {
    /// The position after the play.
    pub to: P,
    /// The points that the player wins with it.
    pub points: u32,
    /// True if the same player moves again.
    pub again: bool,
}

/// Both players have the same plays and collect points; points already won are not part of a position, so that a position
/// has one score: what the player to move wins from here on less what the other wins, with best play of both.
pub trait Scoring: Ruleset {
    /// Every play; none when the game is over.
    fn gains(&self, pos: &Self::Position) -> Result<Vec<Gain<Self::Position>>>;

    /// The points that are still to be won, by both together.
    fn at_stake(&self, pos: &Self::Position) -> u32;

    /// Enough plays to have a best one among them, the most promising first. The default is all of them; the law tests
    /// compare the two.
    fn worthwhile(&self, pos: &Self::Position) -> Result<Vec<Gain<Self::Position>>> {
        self.gains(pos)
    }
}
