//! The kinds of games that rule files make: who has which moves, and whether play must end.

use bouton_rules::Error;
use std::fmt::Debug;
use std::hash::Hash;

/// Both players have the same moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Same;
/// Each player has moves of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Own;
/// Every move lowers a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ends;
/// Nothing is promised about the end of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Loops;

/// The error where rules with a move of one player only, in some line, are to be an impartial game.
pub(crate) fn partizan(name: &str, line: usize) -> Error {
    Error::input(format!(
        "{name} is partizan (line {line} is a move of one player only); an impartial game has only `move` lines"
    ))
}

/// Who has which moves.
pub trait Players: Clone + Debug + Send + Sync + 'static {
    /// Are rules of the other kind refused?
    const SAME: bool;
}
impl Players for Same {
    const SAME: bool = true;
}
impl Players for Own {
    const SAME: bool = false;
}

/// Whether play must end.
pub trait Ending: Clone + Debug + Send + Sync + 'static {
    /// Is a rank needed?
    const ENDS: bool;
}
impl Ending for Ends {
    const ENDS: bool = true;
}
impl Ending for Loops {
    const ENDS: bool = false;
}
