//! Rational linear forms over tracks: every track holds one natural number.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

/// `(Σ coefficient · track + constant) / denominator`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linear {
    pub terms: BTreeMap<usize, BigInt>,
    pub constant: BigInt,
    pub denominator: BigInt,
}

impl Linear {
    pub fn constant(value: impl Into<BigInt>) -> Self {
        Linear {
            terms: BTreeMap::new(),
            constant: value.into(),
            denominator: BigInt::one(),
        }
    }

    pub fn track(track: usize) -> Self {
        Linear {
            terms: BTreeMap::from([(track, BigInt::one())]),
            ..Linear::constant(0)
        }
    }

    /// The track, if the form is just one track.
    pub fn as_track(&self) -> Option<usize> {
        let (&track, coefficient) = self.terms.iter().next()?;
        let plain = self.terms.len() == 1
            && coefficient.is_one()
            && self.constant.is_zero()
            && self.denominator.is_one();
        plain.then_some(track)
    }

    pub fn as_constant(&self) -> Option<&BigInt> {
        (self.terms.is_empty() && self.denominator.is_one()).then_some(&self.constant)
    }

    /// True if the form is visibly a natural number.
    pub fn is_natural(&self) -> bool {
        self.denominator.is_one()
            && !self.constant.is_negative()
            && self.terms.values().all(|c| c.is_positive())
    }

    pub fn scaled(&self, factor: &BigInt) -> Self {
        let terms = self.terms.iter().map(|(&t, c)| (t, c * factor)).collect();
        Linear {
            terms,
            constant: &self.constant * factor,
            denominator: self.denominator.clone(),
        }
        .reduced()
    }

    pub fn plus(&self, other: &Linear) -> Self {
        let mut out = self.clone();
        out.denominator = &self.denominator * &other.denominator;
        out.constant = &self.constant * &other.denominator + &other.constant * &self.denominator;
        out.terms
            .values_mut()
            .for_each(|c| *c *= &other.denominator);
        for (&t, c) in &other.terms {
            *out.terms.entry(t).or_default() += c * &self.denominator;
        }
        out.reduced()
    }

    pub fn minus(&self, other: &Linear) -> Self {
        self.plus(&other.scaled(&BigInt::from(-1)))
    }

    pub fn reduced(mut self) -> Self {
        self.terms.retain(|_, c| !c.is_zero());
        let common = self
            .terms
            .values()
            .fold(self.constant.gcd(&self.denominator), |g, c| g.gcd(c));
        if common > BigInt::one() {
            self.terms.values_mut().for_each(|c| *c /= &common);
            self.constant /= &common;
            self.denominator /= &common;
        }
        self
    }

    /// The form with `value` in place of `track`.
    pub fn replaced(&self, track: usize, value: &Linear) -> Self {
        let mut rest = self.clone();
        let Some(coefficient) = rest.terms.remove(&track) else {
            return rest;
        };
        let part = value.scaled(&coefficient);
        rest.plus(&Linear {
            denominator: &part.denominator * &self.denominator,
            ..part
        })
    }
}
