//! Boards packed in one machine word: what a fast search needs of a game whose positions are sets of cells.
//!
//! A ruleset that has such a form gives it in [`crate::Partizan::packed`]. Nothing in it may be a guess: parts, slices and
//! settled outcomes are facts about the game, which tests compare with plain search.

use crate::Player;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of cells in one word.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const ZERO: Self;
    /// The set of the first cell.
    const ONE: Self;
    /// Number of cells that fit.
    const BITS: u32;

    /// How many cells there are.
    fn count_ones(self) -> u32;
    /// The number of the first cell.
    fn trailing_zeros(self) -> u32;
    /// The set of the first cell, or the empty set.
    fn lowest(self) -> Self;
    /// The cells in reverse order.
    fn reverse_bits(self) -> Self;
    /// The first 64 cells.
    fn low_word(self) -> u64;
    /// A set of some of the first 64 cells.
    fn from_word(word: u64) -> Self;
    /// A well-mixed number in the top bits.
    fn mixed(self) -> u64;

    /// The first `n` cells.
    #[inline]
    fn first(n: u32) -> Self {
        if n >= Self::BITS {
            !Self::ZERO
        } else {
            !(!Self::ZERO << n)
        }
    }

    /// The numbers of the cells, lowest first.
    #[inline]
    fn members(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            if self == Self::ZERO {
                return None;
            }
            let at = self.trailing_zeros();
            self = self ^ self.lowest();
            Some(at)
        })
    }
}

macro_rules! word {
    ($word:ty, $self:ident => $mixed:expr) => {
        impl Word for $word {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const BITS: u32 = <$word>::BITS;

            #[inline]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline]
            fn reverse_bits(self) -> Self {
                self.reverse_bits()
            }
            #[inline]
            fn low_word(self) -> u64 {
                self as u64
            }
            #[inline]
            fn from_word(word: u64) -> Self {
                word.into()
            }
            #[inline]
            fn mixed($self) -> u64 {
                $mixed
            }
        }
    };
}

const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

word!(u64, self => {
    let folded = (self ^ self >> 32).wrapping_mul(MIX);
    (folded ^ folded >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
});
word!(u128, self => {
    let folded = (self as u64).wrapping_mul(MIX) ^ ((self >> 64) as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(31);
    (folded ^ folded >> 32).wrapping_mul(0xBF58_476D_1CE4_E5B9)
});

/// What a move changes: cells that it takes away, the same in each of some neighbouring layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The first layer.
    pub first: u32,
    /// How many layers.
    pub count: u32,
    /// The cells, as bits of the contents of a layer.
    pub cells: u32,
}

/// One board of a partizan game, its positions packed in words; `P` is the ruleset's own kind of position.
pub trait PackedBoard<P, W: Word>: Send + Sync + 'static {
    /// Packs a position; `None` if it is one of another board.
    fn pack(&self, pos: &P) -> Option<W>;

    /// Adds the independent parts of a position to a list. A part is a packed position itself.
    fn parts(&self, pos: W, parts: &mut Vec<W>);

    /// A representative of a part, quickly found, for the tables of parts: the part moved to a corner, say.
    fn home(&self, part: W) -> W;

    /// A representative of a part under moves and symmetries that keep its value.
    fn least(&self, part: W) -> W {
        self.home(part)
    }

    /// The representative of a whole position under symmetries that keep the value.
    fn canon(&self, pos: W) -> W;

    /// How many cells are in play.
    fn size(&self, pos: W) -> u32 {
        pos.count_ones()
    }

    /// Adds the moves of a player to a list: a number below [`Word::BITS`] that names the move on the board, and the position
    /// after it. Only moves whose numbers are in the set `among` are asked for.
    fn moves(&self, who: Player, pos: W, among: W, moves: &mut Vec<(u32, W)>);

    /// Can a move, given by its number, split the part of `pos` that it is made in, or leave cells out of play? The default does not
    /// know. A move takes away two cells at most where the answer is ever no.
    fn may_split(&self, _pos: W, _who: Player, _number: u32) -> bool {
        true
    }

    /// As [`crate::Partizan::mobility`].
    fn mobility(&self, pos: W) -> i64;

    /// Adds the contents of each layer of a position, as in [`crate::Partizan::layers`]: the number of the slice that is this
    /// layer alone. Number 0 is an empty slice.
    fn layers(&self, pos: W, from: Player, layers: &mut Vec<u32>);

    /// Some neighbouring layers of a position, `count` of them from number `first` on: what is left of it without the others.
    fn band(&self, pos: W, from: Player, first: u32, count: u32) -> W;

    /// The number of the slice that is two neighbouring layers, given by their contents.
    fn pair(&self, from: Player, before: u32, layer: u32) -> u32;

    /// What a move of `who` changes in the layers that `from` sees, by the number of the move.
    fn change(&self, from: Player, who: Player, number: u32) -> Change;

    /// The numbers of slices are below this.
    fn slice_count(&self, from: Player) -> u32;

    /// The slice with a number, as a position of this board.
    fn slice(&self, from: Player, number: u32) -> W;

    /// For a game in which a move of the other player than `from` changes one layer only: adds the slices that such moves in a
    /// slice lead to, and says that they are all. Solvers then refute the moves in a slice together. The default says that it
    /// does not know.
    fn slice_moves(&self, _from: Player, _number: u32, _after: &mut Vec<u32>) -> bool {
        false
    }

    /// The numbers of the moves of the other player than `from` in one layer of any position, where
    /// [`PackedBoard::slice_moves`] knows them.
    fn moves_in_layer(&self, _from: Player, _layer: usize) -> W {
        !W::ZERO
    }

    /// Is it seen without search that `who` wins with `mover` to move and with `spare` free moves more, or that many for the
    /// opponent if it is negative? Solvers ask this where bounds by slices are close to a decision; the default sees nothing.
    fn surely_wins(&self, _pos: W, _who: Player, _mover: Player, _spare: i32) -> bool {
        false
    }
}

/// Who takes a packed board, whatever its type and its word: a search is compiled for each such type, and for no game that has
/// none.
pub trait PackedVisitor<P> {
    /// What is made of the board.
    type Output;

    /// Takes the board.
    fn visit<W: Word, B: PackedBoard<P, W>>(self, board: B) -> Self::Output;
}

/// The parts of positions of an impartial game packed in words of 64 bits; `P` is the ruleset's own kind of position.
pub trait PackedParts<P>: Send + Sync {
    /// Packs a position; `None` if it is one of another board.
    fn pack(&self, pos: &P) -> Option<u64>;

    /// Adds the independent parts of a position to a list, each as a representative of parts with the same nimber: moved,
    /// turned, without cells that add nothing. Parts worth 0 may be left out.
    fn parts(&self, pos: u64, parts: &mut Vec<u64>);

    /// Adds every position that one move in a part leads to; repeats are allowed.
    fn options(&self, part: u64, options: &mut Vec<u64>);

    /// How hard a part is, as far as that is seen: easy ones are solved first. Twice its cells and its moves, say.
    fn size(&self, part: u64) -> u32 {
        part.count_ones()
    }

    /// The nimber of a part, where a theorem gives it.
    fn nimber(&self, _part: u64) -> Option<u64> {
        None
    }
}
