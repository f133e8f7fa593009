//! Sets of at most 64 or 128 things, in the smallest word that holds them all.

use bouton_rules::Word;

/// A word that every set of a board fits into.
pub(crate) trait Set: Word {
    /// A set of the board; what does not fit is lost.
    fn of(set: u128) -> Self;
    /// The same set in the widest word.
    fn wide(self) -> u128;
}

impl Set for u64 {
    fn of(set: u128) -> u64 {
        set as u64
    }
    fn wide(self) -> u128 {
        self.into()
    }
}

impl Set for u128 {
    fn of(set: u128) -> u128 {
        set
    }
    fn wide(self) -> u128 {
        self
    }
}
