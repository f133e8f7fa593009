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

    /// The same game on exactly `count` heaps as one position with coordinates `n1`, `n2`, …: every move of `heap n` may be
    /// made in any coordinate. `None` for a game of tuples, or if a move leaves more than one heap. The text is left empty.
    pub fn on_heaps(&self, count: usize) -> Option<HeapRules> {
        if !self.sums || count == 0 || self.moves.iter().any(|m| m.to.len() > 1) {
            return None;
        }
        let name = &self.heaps[0];
        let heaps = match count {
            1 => vec![name.clone()],
            _ => (1..=count).map(|i| format!("{name}{i}")).collect(),
        };
        let mut moves = Vec::new();
        for i in 0..count {
            // The heap becomes coordinate i, loop variables move up behind the coordinates.
            let place = |v: usize| if v == 0 { i } else { v + count - 1 };
            for m in &self.moves {
                let mut to: Vec<Expr> = (0..count).map(Expr::Var).collect();
                to[i] =
                    m.to.first()
                        .map_or(Expr::Int(0.into()), |e| e.renumber(&place));
                let bounds = m.bounds.iter().map(|b| Bound {
                    name: b.name.clone(),
                    lo: b.lo.renumber(&place),
                    hi: b.hi.renumber(&place),
                });
                moves.push(MoveRule {
                    line: m.line,
                    who: m.who,
                    bounds: bounds.collect(),
                    guard: m.guard.renumber(&place),
                    to,
                });
            }
        }
        let exists = (0..count).map(|i| self.domain.renumber(&|_| i)).collect();
        let domain = if self.domain == Cond::True {
            Cond::True
        } else {
            Cond::And(exists)
        };
        // A heap that is taken away becomes the least, not the greatest: then nothing is known.
        let forms = self.bounded_rank.as_ref();
        let forms = forms.filter(|_| self.moves.iter().all(|m| !m.to.is_empty()));
        let bounded_rank = forms.map(|forms| {
            let alone = |i: usize| BoundedForm {
                constant: forms[0].constant.clone(),
                weights: (0..count)
                    .map(|j| &forms[0].weights[0] * u8::from(i == j))
                    .collect(),
            };
            (0..count).map(alone).collect()
        });
        Some(HeapRules {
            name: format!("{}-{count}", self.name),
            rules: format!("{} (as one position of {count} heaps)", self.rules),
            cite: self.cite.clone(),
            heaps,
            sums: false,
            domain,
            moves,
            rank: self
                .rank
                .as_ref()
                .map(|_| vec![vec![BigInt::from(1); count]]),
            bounded_rank,
            text: String::new(),
        })
    }
}
