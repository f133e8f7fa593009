//! Polynomials with integer coefficients, to be summed over the tuples of a set.

use num_bigint::BigInt;

use crate::automaton::Var;

/// A polynomial as a sum of monomials.
///
/// ```
/// use bouton_automata::Polynomial;
/// // x y + 3 y²
/// let p = Polynomial::monomial(1, &[0, 1]).plus(Polynomial::monomial(3, &[1, 1]));
/// assert_eq!(p.eval(&|v| [2, 5][v as usize].into()), 85.into());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    /// Coefficients, each with the variables that it multiplies; a power repeats its variable.
    pub terms: Vec<(BigInt, Vec<Var>)>,
}

impl Polynomial {
    /// A coefficient times variables; a power repeats its variable.
    pub fn monomial(coefficient: impl Into<BigInt>, vars: &[Var]) -> Polynomial {
        Polynomial {
            terms: vec![(coefficient.into(), vars.to_vec())],
        }
    }

    /// The sum of two polynomials.
    pub fn plus(mut self, other: Polynomial) -> Polynomial {
        self.terms.extend(other.terms);
        self
    }

    /// The value where `at` gives the variables'.
    pub fn eval(&self, at: &dyn Fn(Var) -> BigInt) -> BigInt {
        self.terms
            .iter()
            .map(|(c, vars)| vars.iter().fold(c.clone(), |p, v| p * at(*v)))
            .sum()
    }

    pub(crate) fn vars(&self) -> Vec<Var> {
        self.terms.iter().flat_map(|t| t.1.clone()).collect()
    }
}
