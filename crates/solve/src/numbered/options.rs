//! Options as sums of parts by number.

use super::{PartId, Place};

/// One summand: a part, what is known of one, an integer, a nimber, or a position that has no number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summand(u64);

/// A summand, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// A part, and whether it is the negative.
    Part(PartId, bool),
    /// What a search has said of a part, and whether it is the negative.
    Settled(u32, bool),
    /// So many free moves for Left.
    Integer(i64),
    /// The nimber of this size, by a theorem.
    Nimber(u32),
    /// A position without a number, by its place.
    Fresh(Place),
}

// What a summand is stands in the low bits, with the sign in the lowest.
const SETTLED: u64 = 2;
const INTEGER: u64 = 4;
const NIMBER: u64 = 6;
const FRESH: u64 = 8;
const KIND: u64 = 14;
const SHIFT: u32 = 4;

impl Summand {
    /// A part or its negative.
    #[inline]
    pub fn part(id: PartId, negative: bool) -> Summand {
        Summand(u64::from(id) << SHIFT | u64::from(negative))
    }

    /// A fact about a part or its negative.
    #[inline]
    pub fn settled(fact: u32, negative: bool) -> Summand {
        Summand(u64::from(fact) << SHIFT | SETTLED | u64::from(negative))
    }

    /// An integer, unless it is far from every position.
    #[inline]
    pub fn integer(n: i64) -> Option<Summand> {
        (n.unsigned_abs() < 1 << 59).then_some(Summand((n as u64) << SHIFT | INTEGER))
    }

    /// A nimber.
    #[inline]
    pub fn nimber(n: u32) -> Summand {
        Summand(u64::from(n) << SHIFT | NIMBER)
    }

    /// A position in a place.
    #[inline]
    pub fn fresh(place: Place) -> Summand {
        Summand(u64::from(place) << SHIFT | FRESH)
    }

    /// What it is.
    #[inline]
    pub fn seen(self) -> Seen {
        let (number, negative) = ((self.0 >> SHIFT) as u32, self.0 & 1 == 1);
        match self.0 & KIND {
            0 => Seen::Part(number, negative),
            SETTLED => Seen::Settled(number, negative),
            INTEGER => Seen::Integer(self.0 as i64 >> SHIFT),
            NIMBER => Seen::Nimber(number),
            _ => Seen::Fresh(number),
        }
    }

    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    pub(crate) fn of_bits(bits: u64) -> Summand {
        Summand(bits)
    }
}

/// Options one after the other, each a list of summands.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub(crate) summands: Vec<Summand>,
    /// Where the summands of each option end.
    pub(crate) ends: Vec<usize>,
}

impl Options {
    /// Adds a summand to the option that is being written.
    #[inline]
    pub fn push(&mut self, summand: Summand) {
        self.summands.push(summand);
    }

    /// Ends the option that is being written.
    #[inline]
    pub fn end(&mut self) {
        self.ends.push(self.summands.len());
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.summands.clear();
        self.ends.clear();
    }

    /// How many options.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is no option.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The summands of an option.
    pub fn option(&self, i: usize) -> &[Summand] {
        let from = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.summands[from..self.ends[i]]
    }
}
