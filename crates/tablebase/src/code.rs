//! The value of a position in 16 bits: verdict and remoteness.

pub use bouton_core::Verdict;

/// Verdict and remoteness of one position, for the player to move. The remoteness is the number of single moves (plies) to the
/// end: a winner hurries, a loser delays, and both head for a tie where there is no more. A draw has none.
///
/// ```
/// use bouton_tablebase::{Value, Verdict};
/// let win = Value::new(Verdict::Win, 7).unwrap();
/// assert_eq!((win.verdict(), win.remoteness()), (Verdict::Win, Some(7)));
/// assert_eq!(Value::DRAW.remoteness(), None);
/// assert!(Value::new(Verdict::Win, 20_000).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value(u16);

const SHIFT: u32 = 14;
/// The largest remoteness that a value can hold.
pub(crate) const FARTHEST: u16 = (1 << SHIFT) - 2;

impl Value {
    /// No end can be forced.
    pub const DRAW: Value = Value(0);

    /// A verdict with its remoteness; `None` if that is over 16,382. A draw forgets the remoteness.
    pub fn new(verdict: Verdict, remoteness: u16) -> Option<Value> {
        let tag = match verdict {
            Verdict::Draw => return Some(Value::DRAW),
            Verdict::Win => 1,
            Verdict::Lose => 2,
            Verdict::Tie => 3,
        };
        (remoteness <= FARTHEST).then_some(Value(tag << SHIFT | remoteness))
    }

    /// Who wins, for the player to move.
    pub fn verdict(self) -> Verdict {
        match self.0 >> SHIFT {
            0 => Verdict::Draw,
            1 => Verdict::Win,
            2 => Verdict::Lose,
            _ => Verdict::Tie,
        }
    }

    /// Plies to the end; `None` for a draw.
    pub fn remoteness(self) -> Option<u16> {
        (self.0 >> SHIFT != 0).then_some(self.0 & FAR_MASK)
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u16) -> Value {
        Value(bits)
    }
}

pub(crate) const FAR_MASK: u16 = (1 << SHIFT) - 1;
pub(crate) const WIN: u16 = 1 << SHIFT;
pub(crate) const LOSE: u16 = 2 << SHIFT;
pub(crate) const TIE: u16 = 3 << SHIFT;
/// A number that stands for no position.
pub(crate) const HOLE: u16 = u16::MAX;
