//! Positions by number: what searches see of a game.
//!
//! A search knows no position. It sees parts, each a number for one representative of what has the same value, and the options
//! of a part, each a sum of parts. [`Numbered`] is the one piece that is compiled for each ruleset: it numbers what it meets and
//! lists options. The searches run over `dyn` [`Parts`] and are compiled once.

mod below;
mod game;
mod options;
mod sum;
mod table;
mod term;

pub(crate) use below::{Below, Nodes, seed};
pub use game::Numbered;
pub use options::{Options, Seen, Summand};
pub use sum::NumberedSum;
pub(crate) use term::foreign;
pub use term::{Cut, Term, TermPositions, TermRules};

use crate::packed::WholeSearch;
use bouton_rules::{Player, Result};
use std::hash::Hash;
use std::ops::Range;

/// The number of a part.
pub type PartId = u32;

/// A place where a position is kept: that of a part, or of a position that has no number.
pub type Place = u32;

/// The parts of positions of one game, by number.
///
/// Whoever uses the parts may settle one by a fact, a number of its own (of a value, say): then options name the fact in place of
/// the part, and the position of the part is given up.
pub trait Parts: Send {
    /// Adds the options of `who` in a part. A part of more than `most` ([`bouton_rules::Ruleset::size`]) is not numbered, but put in a
    /// place ([`Seen::Fresh`]) that must be given to [`Parts::number`] or [`Parts::release`].
    fn expand(&mut self, part: PartId, who: Player, most: usize, out: &mut Options) -> Result<()>;

    /// Numbers what stands in a place, and frees the place.
    fn number(&mut self, place: Place) -> Result<Summand>;

    /// Frees a place that will not be asked about.
    fn release(&mut self, place: Place);

    /// Says what is known of a part.
    fn settle(&mut self, part: PartId, fact: u32) -> Result<()>;

    /// What was said of a part.
    fn fact(&self, part: PartId) -> Option<u32>;

    /// Keeps the position of a part even when it is settled.
    fn pin(&mut self, part: PartId);

    /// Where the position of a part stands that is not settled, or is pinned.
    fn place(&self, part: PartId) -> Place;

    /// How much is left in play, in the game's unit.
    fn size(&self, place: Place) -> usize;

    /// Left's moves less Right's, or a guess in that spirit.
    fn mobility(&self, place: Place) -> i64;

    /// How hard to search.
    fn effort(&self, place: Place) -> i64;

    /// How many layers there are to cut between, taking moves from a player.
    fn layers(&self, place: Place, from: Player) -> usize;

    /// The number of a slice of some neighbouring layers.
    fn slice(&mut self, place: Place, from: Player, layers: Range<usize>) -> u32;

    /// The size of a slice.
    fn slice_size(&self, slice: u32) -> usize;

    /// Adds the parts of a slice, as one option; as for [`Parts::expand`].
    fn slice_parts(&mut self, slice: u32, most: usize, out: &mut Options) -> Result<()>;

    /// The name of the game and the text of a part that is not settled, for errors.
    fn describe(&self, part: PartId) -> (String, String);

    /// How many parts are settled.
    fn settled(&self) -> usize;

    /// Bytes that the tables take.
    fn bytes(&self) -> u64;
}

/// Parts together with the positions that a user asks about.
pub trait Numbering: Parts + Sized {
    /// A position.
    type Position: Clone + Eq + Hash + 'static;

    /// Adds the parts of a position, as one option; as for [`Parts::expand`].
    fn take_apart(&mut self, pos: &Self::Position, most: usize, out: &mut Options) -> Result<()>;

    /// Every move of a player, in the order of the rules.
    fn moves(&self, who: Player, pos: &Self::Position) -> Result<Vec<Self::Position>>;

    /// The size of a position; in a sum of games, of its largest term, the board.
    fn board_size(&self, pos: &Self::Position) -> usize;

    /// Up to which size it is known to pay to value parts exactly.
    fn exact_size(&self, pos: &Self::Position) -> usize;

    /// Adds the parts of what stands beside the board, as one option: nothing, but in a sum of games.
    fn beside(&mut self, pos: &Self::Position, out: &mut Options) -> Result<()>;

    /// True if no other position stands for this one.
    fn is_representative(&self, pos: &Self::Position) -> bool;

    /// A search on the board of a position, if it is packed in words.
    fn on_board(&self, pos: &Self::Position) -> Option<Box<dyn WholeSearch<Self::Position>>>;
}
