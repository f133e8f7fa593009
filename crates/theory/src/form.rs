//! Linear forms over the variables of automata.

use bouton_automata::{Formula, Op as LinearOp, Var};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

/// `Σ coefficient · variable + constant`; no zero coefficients are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// Coefficients by variable.
    pub terms: BTreeMap<Var, BigInt>,
    /// The constant.
    pub constant: BigInt,
}

impl Linear {
    /// The form that is one variable.
    pub fn var(v: Var) -> Linear {
        Linear {
            terms: BTreeMap::from([(v, BigInt::one())]),
            constant: BigInt::zero(),
        }
    }

    /// The form that is a constant.
    pub fn int(n: impl Into<BigInt>) -> Linear {
        Linear {
            terms: BTreeMap::new(),
            constant: n.into(),
        }
    }

    /// `self + factor · other`.
    pub fn plus(mut self, other: &Linear, factor: &BigInt) -> Linear {
        for (v, c) in &other.terms {
            let entry = self.terms.entry(*v).or_default();
            *entry += c * factor;
            if entry.is_zero() {
                self.terms.remove(v);
            }
        }
        self.constant += &other.constant * factor;
        self
    }

    /// `self - other`.
    pub fn minus(self, other: &Linear) -> Linear {
        self.plus(other, &-BigInt::one())
    }

    /// `factor · self`.
    pub fn times(&self, factor: &BigInt) -> Linear {
        Linear::default().plus(self, factor)
    }

    /// The variable, if the form is one variable and nothing else.
    pub fn as_var(&self) -> Option<Var> {
        match self.terms.iter().next() {
            Some((&v, c)) if self.terms.len() == 1 && c.is_one() && self.constant.is_zero() => {
                Some(v)
            }
            _ => None,
        }
    }

    /// Replaces a variable by a form.
    pub fn substitute(mut self, v: Var, by: &Linear) -> Linear {
        match self.terms.remove(&v) {
            Some(c) => self.plus(by, &c),
            None => self,
        }
    }

    /// True if no value of the variables (naturals) makes the form negative, by its signs alone.
    pub fn obviously_natural(&self) -> bool {
        !self.constant.is_negative() && self.terms.values().all(|c| !c.is_negative())
    }

    /// The formula `self ⋈ 0`.
    pub fn compare(&self, op: LinearOp) -> Formula {
        if op == LinearOp::Ge && self.obviously_natural() {
            return Formula::True;
        }
        if self.terms.is_empty() {
            let c = &self.constant;
            let holds = match op {
                LinearOp::Eq => c.is_zero(),
                LinearOp::Ne => !c.is_zero(),
                LinearOp::Lt => c.is_negative(),
                LinearOp::Le => !c.is_positive(),
                LinearOp::Gt => c.is_positive(),
                LinearOp::Ge => !c.is_negative(),
            };
            return if holds { Formula::True } else { Formula::False };
        }
        Formula::Linear {
            terms: self.terms.iter().map(|(&v, c)| (c.clone(), v)).collect(),
            op,
            constant: -self.constant.clone(),
        }
    }

    /// The formula `self ≡ 0 (mod modulus)`.
    pub fn divisible_by(&self, modulus: &BigInt) -> Formula {
        Formula::Congruent {
            terms: self.terms.iter().map(|(&v, c)| (c.clone(), v)).collect(),
            constant: -self.constant.clone(),
            modulus: modulus.clone(),
        }
    }
}
