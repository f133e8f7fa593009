//! What a ruleset can do, one capability a trait.

use crate::board::Scene;
use crate::{Nat, Outcome, PackedParts, PackedVisitor, Play, Player, Rank, Result};
use bouton_core::Budget;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;

/// What a user reads about a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The name that the command line takes.
    pub name: String,
    /// The rules in a sentence or two.
    pub rules: String,
    /// How a position is written, in a phrase.
    pub notation: String,
    /// The theorem that `known` states, if there is one.
    pub theorem: Option<String>,
    /// Where the rules or the theorem come from (a key of `docs/references.bib` or a short citation).
    pub source: Option<String>,
    /// Positions to try, never empty; the law tests visit everything below them, so keep them small.
    pub examples: Vec<String>,
}

/// What a theorem says about one position, without search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known<P> {
    /// P or N under the play asked about.
    pub outcome: Outcome,
    /// The Grundy value, where the theorem gives it (normal play only).
    pub grundy: Option<Nat>,
    /// Options that win; empty iff the outcome is P or the theorem names no reply.
    pub winning: Vec<P>,
    /// True if `winning` is every winning option.
    pub all: bool,
}

impl<P> Known<P> {
    /// A theorem on who wins: the player to move has lost, or has these winning options.
    pub fn of_outcome(lost: bool, winning: Vec<P>, all: bool) -> Known<P> {
        Known {
            outcome: if lost { Outcome::P } else { Outcome::N },
            grundy: None,
            winning,
            all,
        }
    }

    /// A theorem on Grundy values: 0 is lost (Sprague 1935, Grundy 1939).
    pub fn of_grundy(grundy: Nat, winning: Vec<P>, all: bool) -> Known<P> {
        let lost = grundy == Nat::ZERO;
        Known {
            grundy: Some(grundy),
            ..Known::of_outcome(lost, winning, all)
        }
    }

    /// The same of positions in another form.
    pub fn map<Q>(self, form: impl FnMut(P) -> Q) -> Known<Q> {
        Known {
            outcome: self.outcome,
            grundy: self.grundy,
            winning: self.winning.into_iter().map(form).collect(),
            all: self.all,
        }
    }
}

/// Positions: how they are written, what is independent in them, what is the same.
pub trait Ruleset: Clone + Send + Sync + 'static {
    /// A position. Equal positions are the same position.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// Name, rules, source, examples.
    fn info(&self) -> Info;

    /// Reads a position. The error is a sentence with the place and the right form.
    fn parse(&self, text: &str) -> Result<Self::Position>;

    /// Writes a position so that [`Ruleset::parse`] reads the same one back.
    fn show(&self, pos: &Self::Position) -> String;

    /// Independent summands: a move is made in exactly one of them. Never adds or removes an option.
    fn split(&self, pos: &Self::Position) -> Vec<Self::Position> {
        vec![pos.clone()]
    }

    /// Adds the summands to a list: what [`Ruleset::split`] gives, for solvers that reuse the list.
    fn split_into(&self, pos: &Self::Position, parts: &mut Vec<Self::Position>) {
        parts.extend(self.split(pos));
    }

    /// Puts summands together; the inverse of [`Ruleset::split`] up to [`Ruleset::canon`]. `None` if sums of positions are
    /// not positions of this ruleset.
    fn join(&self, parts: &[Self::Position]) -> Option<Self::Position> {
        match parts {
            [one] => Some(one.clone()),
            _ => None,
        }
    }

    /// How much is left in play, in the game's own unit (free cells, stones); solvers value small positions exactly. The
    /// default says that nothing is small.
    fn size(&self, _pos: &Self::Position) -> usize {
        usize::MAX
    }

    /// The budget of the question that is asked next: a listing of moves that may be long, such as that of rules with loops, looks at it
    /// and gives its error. The default is for moves that are listed at once.
    fn watch(&self, _budget: &Budget) {}

    /// Bytes that a position owns outside its own struct, for solvers that keep to a memory limit. The default says none:
    /// right for positions without allocations.
    fn owned_bytes(&self, _pos: &Self::Position) -> usize {
        0
    }

    /// The position in one word, not 0, where the ruleset has such a form and the position fits: other positions have other
    /// words. Solvers keep words in their tables in place of positions. The default has none.
    fn word(&self, _pos: &Self::Position) -> Option<u64> {
        None
    }

    /// A representative under symmetries that keep the value.
    fn canon(&self, pos: Self::Position) -> Self::Position {
        pos
    }

    /// [`Ruleset::canon`] for a position that is one part, as [`Ruleset::split`] gives it; a place for a quicker way.
    fn canon_part(&self, part: Self::Position) -> Self::Position {
        self.canon(part)
    }

    /// A picture; the default is the written position.
    fn draw(&self, pos: &Self::Position) -> Scene {
        Scene::of_text(self.show(pos))
    }
}

/// Both players have the same moves.
pub trait Impartial: Ruleset {
    /// Every position that one move leads to; repeats are allowed, order is the order of listing to a user.
    fn options(&self, pos: &Self::Position) -> Result<Vec<Self::Position>>;

    /// What a theorem says about this position, at any size. The law tests compare it with search.
    fn known(&self, _pos: &Self::Position, _play: Play) -> Option<Known<Self::Position>> {
        None
    }

    /// The parts of a position packed in words, for a game that has this form and a position that fits.
    fn packed_parts(&self, _pos: &Self::Position) -> Option<Box<dyn PackedParts<Self::Position>>> {
        None
    }
}

/// The players may have different moves.
pub trait Partizan: Ruleset {
    /// Every position that one move of `who` leads to.
    fn moves(&self, who: Player, pos: &Self::Position) -> Result<Vec<Self::Position>>;

    /// Adds the positions to a list: what [`Partizan::moves`] gives, for solvers that reuse the list.
    fn moves_into(
        &self,
        who: Player,
        pos: &Self::Position,
        moves: &mut Vec<Self::Position>,
    ) -> Result<()> {
        moves.extend(self.moves(who, pos)?);
        Ok(())
    }

    /// A representative under symmetries that keep the value or negate it, and whether it is the negative. The default uses
    /// [`Ruleset::canon`] alone.
    fn canon_signed(&self, pos: Self::Position) -> (Self::Position, bool) {
        (self.canon(pos), false)
    }

    /// Left's moves less Right's, or any guess in that spirit: solvers try moves that leave their player more of them first.
    fn mobility(&self, pos: &Self::Position) -> i64 {
        let count = |who| self.moves(who, pos).map_or(0, |moves| moves.len() as i64);
        count(Player::Left) - count(Player::Right)
    }

    /// How hard a position is to search, as far as that is seen: solvers try moves into easy ones first. The default is the
    /// size, where the game has one.
    fn effort(&self, pos: &Self::Position) -> i64 {
        i64::try_from(self.size(pos))
            .ok()
            .filter(|&n| n < i64::from(u32::MAX))
            .unwrap_or(0)
    }

    /// Up to which size it pays for solvers to value the parts below a position exactly, where that is known to be more than is
    /// usual.
    fn exact_size(&self, _pos: &Self::Position) -> usize {
        0
    }

    /// How many layers a position has, if cutting between any two of them takes moves from `from` and none from the other
    /// player; 0 if there are no such layers. The sum of the slices of a cutting is then no better for `from` than the
    /// position: a bound that solvers use.
    fn layers(&self, _pos: &Self::Position, _from: Player) -> usize {
        0
    }

    /// The slice with some neighbouring layers, for a game that has [`Partizan::layers`].
    fn slice(&self, pos: &Self::Position, _from: Player, _layers: Range<usize>) -> Self::Position {
        pos.clone()
    }

    /// The integer that a position is worth in normal play, where that is seen without search: the free moves of one player.
    /// The default sees none. The law tests compare it with search.
    fn integer(&self, _pos: &Self::Position) -> Option<i64> {
        None
    }

    /// Shows the board of a position packed in words to a visitor, for a game that has this form and a position that fits: a
    /// search over whole boards then takes the place of the search over sums.
    fn packed<V: PackedVisitor<Self::Position>>(
        &self,
        _pos: &Self::Position,
        _visitor: V,
    ) -> Option<V::Output> {
        None
    }

    /// A representative of a part under what keeps its nimber where both players have all moves: symmetries and negation, unless
    /// the game knows more.
    fn twin_canon(&self, part: Self::Position) -> Self::Position {
        self.canon_signed(part).0
    }

    /// The parts of a position packed in words for the game in which both players have all moves, as
    /// [`Impartial::packed_parts`] gives those of an impartial game.
    fn twin_parts(&self, _pos: &Self::Position) -> Option<Box<dyn PackedParts<Self::Position>>> {
        None
    }
}

/// The lesser of a representative and that of the negative, and whether it is the latter: what [`Partizan::canon_signed`] gives.
///
/// ```
/// use bouton_rules::lesser;
/// assert_eq!((lesser("ab", "ba"), lesser("ba", "ab")), (("ab", false), ("ab", true)));
/// ```
pub fn lesser<T: Ord>(same: T, negative: T) -> (T, bool) {
    if negative < same {
        (negative, true)
    } else {
        (same, false)
    }
}

impl<G: Impartial> Partizan for G {
    fn moves(&self, _who: Player, pos: &Self::Position) -> Result<Vec<Self::Position>> {
        self.options(pos)
    }
}

/// A promise that play ends: every move lowers the rank.
pub trait Short: Ruleset {
    /// The rank; ranks compare lexicographically.
    fn rank(&self, pos: &Self::Position) -> Rank;
}
