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

    /// The quiet positions of this board packed in words, for a game that has this form and a board that fits.
    fn quiet_board(&self, _pos: &Self::Position) -> Option<Box<dyn QuietBoard<Self::Position>>> {
        None
    }
}

/// A position in which nothing can be taken, packed: a set of what is left, and a number for what stands apart from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Quiet {
    /// What is left, as set bits.
    pub set: u128,
    /// What stands apart, by a number of the board's.
    pub apart: u32,
}

/// A quiet position as it is searched.
#[derive(Clone, Copy, Debug, Default)]
pub struct QuietNode {
    /// The position.
    pub pos: Quiet,
    /// Positions of one board with the same key have the same score.
    pub key: Quiet,
    /// The points that are still to be won.
    pub stake: i32,
    /// A guess at how much play is left: less of it is searched first.
    pub effort: u32,
    /// The score, where it is known without search.
    pub score: Option<i32>,
}

/// A play in a quiet position, together with what the opponent takes after it: the next position is quiet again.
#[derive(Clone, Copy, Debug)]
pub struct QuietPlay {
    /// What is left when the opponent has taken all that the play gave away.
    pub to: QuietNode,
    /// The points that the play gives away.
    pub gift: i32,
    /// How many of them the opponent may leave to the player, who then has to move on; 0 where that is not possible. If all
    /// points are taken, the opponent moves on.
    pub handout: i32,
}

/// The quiet positions of one board; `P` is the ruleset's own kind of position.
pub trait QuietBoard<P>: Send {
    /// Is this position one of this board?
    fn has(&self, pos: &P) -> bool;

    /// Packs a position of this board; `None` if something can be taken in it.
    fn pack(&mut self, pos: &P) -> Option<QuietNode>;

    /// Shows plays, enough to have a best one among them as in [`Scoring::worthwhile`], until it is told with `true` to stop.
    fn plays(&mut self, node: &QuietNode, stops: &mut dyn FnMut(QuietPlay) -> bool);

    /// Bytes that the board holds.
    fn bytes(&self) -> usize;
}
