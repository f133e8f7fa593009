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

    /// The board of a position, for a game in which players put stones on free cells for good and one more of them never hurts.
    fn carrier_board(
        &self,
        _pos: &Self::Position,
    ) -> Option<Box<dyn CarrierBoard<Self::Position>>> {
        None
    }
}

/// A position of a game in which players put stones on free cells: the cells of each player, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stones {
    /// Left's stones.
    pub left: u128,
    /// Right's stones.
    pub right: u128,
    /// Who is to move.
    pub mover: Player,
}

impl Stones {
    /// The position after a stone of the player to move.
    pub fn with(self, cell: u32) -> Stones {
        let stone = 1 << cell;
        let (left, right) = match self.mover {
            Player::Left => (self.left | stone, self.right),
            Player::Right => (self.left, self.right | stone),
        };
        Stones {
            left,
            right,
            mover: self.mover.other(),
        }
    }
}

/// What is seen of a position without search. A carrier is a set of free cells that a player needs to win: the win stands whatever
/// lies on the other cells that are free now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The player to move wins, with this carrier.
    Wins(u128),
    /// The other player wins, with this carrier.
    Loses(u128),
    /// Neither is seen.
    Open {
        /// Moves to other cells lose.
        must: u128,
        /// The carriers because of which they lose, together.
        threats: u128,
    },
}

/// The positions of one board of a game in which players put stones on free cells for good, and a stone more never hurts its
/// owner; `P` is the ruleset's own kind of position.
pub trait CarrierBoard<P>: Send {
    /// Packs a position; `None` if it is one of another board.
    fn pack(&self, who: Player, pos: &P) -> Option<Stones>;

    /// What is seen of a position.
    fn see(&mut self, pos: Stones) -> Sight;

    /// Some free cells, and how bad they look for the player to move: cells with small numbers are tried first.
    fn ordered(&self, pos: Stones, cells: u128) -> Vec<(u32, u32)>;

    /// A representative under symmetries, which may exchange the players, and the number of the symmetry that gives it. Every
    /// symmetry is its own inverse.
    fn canon(&self, pos: Stones) -> (Stones, usize);

    /// The image of some cells under a symmetry.
    fn image(&self, cells: u128, symmetry: usize) -> u128;
}
