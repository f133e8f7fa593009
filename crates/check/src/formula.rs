//! Boolean combinations of atoms, each of which one machine decides.

use crate::linear::Linear;
use crate::rules::Op;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// What one machine decides. Forms in atoms have denominator 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Atom {
    /// The form is at most 0.
    AtMostZero(Linear),
    /// The form is 0.
    Zero(Linear),
    /// The form is a multiple of the modulus, which is positive.
    Multiple(Linear, BigInt),
    /// The first track is the bitwise exclusive or of the other two.
    Xor([usize; 3]),
    /// The tuple of tracks is in the set of the table with this number.
    Member(usize, Vec<usize>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Formula {
    Atom(Atom),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Formula {
    pub fn yes() -> Self {
        Formula::And(Vec::new())
    }

    pub fn no() -> Self {
        Formula::Or(Vec::new())
    }

    pub fn not(self) -> Self {
        Formula::Not(Box::new(self))
    }

    /// The number of its atoms and connectives.
    pub fn size(&self) -> u64 {
        match self {
            Formula::Atom(_) => 1,
            Formula::Not(f) => 1 + f.size(),
            Formula::And(fs) | Formula::Or(fs) => fs.iter().fold(1, |n, f| n + f.size()),
        }
    }

    pub fn member(table: usize, tracks: impl IntoIterator<Item = usize>) -> Self {
        Formula::Atom(Atom::Member(table, tracks.into_iter().collect()))
    }

    /// `left op right`.
    pub fn compare(left: &Linear, op: Op, right: &Linear) -> Self {
        // The denominator is positive: the sign of the difference is its numerator's.
        let difference = Linear {
            denominator: BigInt::one(),
            ..left.minus(right)
        };
        let at_most_zero = |form: Linear| {
            let up = form.terms.values().all(|c| c.is_positive());
            let down = form.terms.values().all(|c| c.is_negative());
            match form.constant.is_positive() {
                true if up => Formula::no(),
                false if down => Formula::yes(),
                _ => Formula::Atom(Atom::AtMostZero(form)),
            }
        };
        let below_zero = |form: Linear| at_most_zero(form.plus(&Linear::constant(1)));
        let negated = difference.scaled(&BigInt::from(-1));
        let zero = |form: Linear| match form.as_constant() {
            Some(c) if c.is_zero() => Formula::yes(),
            Some(_) => Formula::no(),
            None => Formula::Atom(Atom::Zero(form)),
        };
        match op {
            Op::Eq => zero(difference),
            Op::Ne => zero(difference).not(),
            Op::Le => at_most_zero(difference),
            Op::Lt => below_zero(difference),
            Op::Ge => at_most_zero(negated),
            Op::Gt => below_zero(negated),
        }
    }

    /// `form` (an integer) leaves `rest` when divided by `modulus` > 0.
    pub fn leaves(form: &Linear, rest: u64, modulus: &BigInt) -> Self {
        let shifted = form.minus(&Linear::constant(rest));
        let modulus = modulus * &shifted.denominator;
        Formula::Atom(Atom::Multiple(
            Linear {
                denominator: BigInt::one(),
                ..shifted
            },
            modulus,
        ))
    }

    /// The formula with `value` (denominator 1) in place of `track`, which no `Xor` and no `Member` reads.
    pub fn replaced(&self, track: usize, value: &Linear) -> Self {
        self.with_forms(&|form| form.replaced(track, value))
    }

    /// The formula with multiples of `zero`, which is 0, added to its comparisons where that makes them shorter.
    pub fn shortened(&self, zero: &Linear) -> Self {
        self.with_forms(&|form| {
            let ways = [form.clone(), form.plus(zero), form.minus(zero)];
            ways.into_iter()
                .min_by_key(|f| f.terms.len())
                .unwrap_or_else(|| form.clone())
        })
    }

    fn with_forms(&self, change: &dyn Fn(&Linear) -> Linear) -> Self {
        let each = |fs: &[Formula]| fs.iter().map(|f| f.with_forms(change)).collect();
        let zero = Linear::constant(0);
        match self {
            Formula::Atom(Atom::AtMostZero(f)) => Formula::compare(&change(f), Op::Le, &zero),
            Formula::Atom(Atom::Zero(f)) => Formula::compare(&change(f), Op::Eq, &zero),
            Formula::Atom(Atom::Multiple(f, m)) => {
                Formula::Atom(Atom::Multiple(change(f), m.clone()))
            }
            Formula::Atom(_) => self.clone(),
            Formula::Not(f) => f.with_forms(change).not(),
            Formula::And(fs) => Formula::And(each(fs)),
            Formula::Or(fs) => Formula::Or(each(fs)),
        }
    }
}
