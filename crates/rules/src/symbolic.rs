//! Heap rules written in arithmetic: what a rule file says, as plain data that can be run and reasoned about.

use crate::{Cond, Expr, Player};
use num_bigint::BigInt;

/// A rank: compared lexicographically, every entry is at least 0.
pub type Rank = Vec<BigInt>;

/// A loop variable with inclusive bounds. Bounds may use heaps and earlier loop variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Its name in the file.
    pub name: String,
    /// The least value.
    pub lo: Expr,
    /// The greatest value.
    pub hi: Expr,
}

/// One `move` line. Variables are numbered: heaps first, then this move's loop variables in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRule {
    /// Line of the file, from 1.
    pub line: usize,
    /// Whose move it is; `None` for both.
    pub who: Option<Player>,
    /// The loop variables.
    pub bounds: Vec<Bound>,
    /// The condition under which the move is there.
    pub guard: Cond,
    /// `heap n`: the heaps that replace the one moved in, zero or more. `heaps a b …`: the new value of each coordinate.
    /// A result that is negative or does not exist is no move.
    pub to: Vec<Expr>,
}

/// The rules of a heap game.
///
/// `heap n` (`sums`): a position is a multiset of heaps, a move replaces one heap by zero or more heaps; heaps of 0 from
/// which nothing can be done are left out. `heaps a b …`: a position is one tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapRules {
    /// The game's name.
    pub name: String,
    /// The rules in a sentence.
    pub rules: String,
    /// Where they come from.
    pub cite: Option<String>,
    /// Names of the coordinates; one name if `sums`.
    pub heaps: Vec<String>,
    /// True for `heap n`.
    pub sums: bool,
    /// Which coordinates exist (naturals always).
    pub domain: Cond,
    /// The moves in the file's order.
    pub moves: Vec<MoveRule>,
    /// Linear forms that every move lowers lexicographically (coefficients of the coordinates, all ≥ 0); for `sums` every
    /// resulting heap is lower than the heap moved in. `None` if no such rank was found: play may go on for ever.
    pub rank: Option<Vec<Vec<BigInt>>>,
    /// Where there is no [`HeapRules::rank`]: forms that every move lowers lexicographically and that have a constant, as where
    /// coins only move up, to a bound. For `sums` there is one, and every heap that results has a lower value than the heap
    /// moved in. `None` if there is a rank, or no such forms were found.
    pub bounded_rank: Option<Vec<BoundedForm>>,
    /// The file's text, which the rest was read from.
    pub text: String,
    /// Where these are not rules that somebody wrote, but those of a `heap n` game on several heaps.
    pub derived: Option<Derived>,
}

/// A form whose coefficients may be negative: max(constant + Σ weight · coordinate, 0). At every position from which it is
/// to fall it is at least 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundedForm {
    /// The constant.
    pub constant: BigInt,
    /// One weight for each coordinate.
    pub weights: Vec<BigInt>,
}

impl BoundedForm {
    /// The value at a position.
    ///
    /// ```
    /// use bouton_rules::BoundedForm;
    /// let left = BoundedForm { constant: 11.into(), weights: vec![(-1).into()] };
    /// assert_eq!((left.value(&[4.into()]), left.value(&[20.into()])), (7.into(), 0.into()));
    /// ```
    pub fn value(&self, coordinates: &[BigInt]) -> BigInt {
        let terms = self.weights.iter().zip(coordinates).map(|(w, x)| w * x);
        let sum = &self.constant + terms.sum::<BigInt>();
        sum.max(BigInt::ZERO)
    }
}

/// How a game of tuples was made from a game of single heaps: see [`HeapRules::on_heaps`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The name of the game of single heaps.
    pub game: String,
    /// How many heaps.
    pub heaps: usize,
    /// A coordinate is one more than its heap, so that 0, a heap that is gone, differs from an empty heap.
    pub shifted: bool,
    /// True if an empty heap is no heap, so that 0 can only be a heap that is gone.
    pub zero_is_gone: bool,
}

impl HeapRules {
    /// True if play is known to end.
    pub fn is_short(&self) -> bool {
        self.rank.is_some() || self.bounded_rank.is_some()
    }

    /// True if some move is only one player's.
    pub fn is_partizan(&self) -> bool {
        self.moves.iter().any(|m| m.who.is_some())
    }

    /// The moves of `who`.
    pub fn moves_of(&self, who: Player) -> impl Iterator<Item = &MoveRule> {
        self.moves
            .iter()
            .filter(move |m| m.who.is_none_or(|w| w == who))
    }
}
