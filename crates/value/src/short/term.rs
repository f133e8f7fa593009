//! Values on their way: sums and negatives that need no place in the store's list of values.

use super::num::Num;
use super::store::{Opt, Store, Value};
use crate::dyadic::Dyadic;
use crate::error::Result;

/// A canonical value that the store has not numbered, as most sums are that are only options of something else. Two terms of
/// one store are equal as games exactly if they are equal.
///
/// ```
/// use bouton_value::{Store, Term, Value};
/// let mut s = Store::new();
/// let up = s.ups(1)?;
/// let (up, zero) = (s.term(up), Term::ZERO);
/// let down = s.negative(up)?;
/// assert_eq!(s.add_terms(up, down)?, zero);
/// assert_eq!(s.game_of(&[zero], &[zero])?, s.nimber(1)?);
/// # Ok::<(), bouton_value::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Term(Opt);

impl Default for Term {
    fn default() -> Term {
        Term::ZERO
    }
}

impl Term {
    /// Zero, in every store.
    pub const ZERO: Term = Term(Opt::ZERO);
}

impl Store {
    /// A value as a term.
    #[inline]
    pub fn term(&self, g: Value) -> Term {
        Term(self.opt(g))
    }

    /// The value of a term. The error is the memory limit.
    pub fn value_of(&mut self, g: Term) -> Result<Value> {
        self.value(g.0)
    }

    /// An integer of at most 64 bits.
    #[inline]
    pub fn integer_term(&mut self, n: i64) -> Term {
        let small = Num::of_integer(n);
        Term(Opt::number(
            small.unwrap_or_else(|| self.nums.intern(&Dyadic::from(n))),
        ))
    }

    /// The sum of two terms; costs and errors as in [`Store::add`].
    #[inline]
    pub fn add_terms(&mut self, g: Term, h: Term) -> Result<Term> {
        Ok(Term(self.add_opts(g.0, h.0)?))
    }

    /// The negative of a term; costs and errors as in [`Store::neg`].
    #[inline]
    pub fn negative(&mut self, g: Term) -> Result<Term> {
        Ok(Term(self.neg_opt(g.0)?))
    }

    /// The value {left|right}, as [`Store::game`].
    pub fn game_of(&mut self, left: &[Term], right: &[Term]) -> Result<Value> {
        let mut list = |terms: &[Term]| {
            let mut list = self.scratch.pool.pop().unwrap_or_default();
            list.clear();
            list.extend(terms.iter().map(|term| term.0));
            super::canon::sort(&mut list);
            list.dedup();
            list
        };
        let (l, r) = (list(left), list(right));
        self.game_of_lists(l, r)
    }
}
