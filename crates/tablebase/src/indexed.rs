//! What a game gives to be solved here: dense numbers for its positions, moves, and moves taken back.

use crate::Verdict;

/// How play ends at a position by a rule, for the player whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The player to move has won.
    Win,
    /// The player to move has lost.
    Lose,
    /// Nobody has won.
    Tie,
}

impl End {
    /// The verdict of such a position.
    pub fn verdict(self) -> Verdict {
        match self {
            End::Win => Verdict::Win,
            End::Lose => Verdict::Lose,
            End::Tie => Verdict::Tie,
        }
    }
}

/// A game whose positions have dense numbers, in tiers that play can only descend.
///
/// Whose turn it is belongs to the position where it matters. Tier 0 is solved first: a move from tier `t` leads to `t` or to one
/// of `below(t)`, all smaller than `t`. A number may be a hole: then `index(position(tier, i))` is another number, that of the
/// representative under symmetry, and nothing is ever looked up at `i`.
pub trait Indexed: Sync {
    /// One position.
    type Position: Clone + Send;

    /// How many tiers there are.
    fn tiers(&self) -> u32;

    /// How many numbers a tier has, holes included.
    fn count(&self, tier: u32) -> u64;

    /// The tiers other than its own to which moves from a tier may lead.
    fn below(&self, tier: u32) -> Vec<u32>;

    /// The position of a number below `count(tier)`.
    fn position(&self, tier: u32, index: u64) -> Self::Position;

    /// Tier and number of a position; equal for positions that are equal under symmetry.
    fn index(&self, pos: &Self::Position) -> (u32, u64);

    /// How many positions the number stands for, for totals before symmetry; 0 for a hole.
    fn weight(&self, tier: u32, index: u64) -> u64 {
        u64::from(self.index(&self.position(tier, index)) == (tier, index))
    }

    /// Does a rule end play here?
    fn end(&self, pos: &Self::Position) -> Option<End>;

    /// How a position without a move ends.
    fn stuck(&self, _pos: &Self::Position) -> End {
        End::Lose
    }

    /// Adds the position after every move; the player to move has changed in it. Not asked where `end` says something.
    fn moves(&self, pos: &Self::Position, out: &mut Vec<Self::Position>);

    /// Adds every position of the same tier, up to symmetry, from which a move leads to this one. Positions that `end` knows may be
    /// among them.
    fn sources(&self, pos: &Self::Position, out: &mut Vec<Self::Position>);
}
