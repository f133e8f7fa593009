//! How naturals are written as digits. Everything in this crate keeps digits LEAST significant first.
//!
//! Two kinds suffice. In base `b` the weights are 1, b, b², …. In a quadratic numeration with parameter `m` they obey
//! `U(j+2) = m·U(j+1) + U(j)`, the digits are 0..=m, a digit `m` has a 0 just below it, and the lowest digit is at most
//! `low`: Zeckendorf (m = 1, weights 1, 2, 3, 5, …) and Ostrowski `[a; (m)]` (weights 1, m, m²+1, …, low = m - 1).

use crate::{Error, Result};
use num_bigint::BigUint;
use num_traits::{One, Zero};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numeration {
    Base(i64),
    Quadratic { m: i64, u1: i64, low: i64 },
}

impl Numeration {
    pub fn parse(name: &str) -> Result<Self> {
        let known = || {
            Error::malformed(format!(
                "the numeration `{name}` is not known: use `base N` with N from 2 to 36, `Zeckendorf`, or `Ostrowski [a; (m)]` with m from 1 to 9"
            ))
        };
        if name == "Zeckendorf" {
            return Ok(Numeration::Quadratic {
                m: 1,
                u1: 2,
                low: 1,
            });
        }
        if let Some(base) = name.strip_prefix("base ") {
            return match base.parse() {
                Ok(b @ 2..=36) => Ok(Numeration::Base(b)),
                _ => Err(known()),
            };
        }
        let body = name
            .strip_prefix("Ostrowski [")
            .and_then(|s| s.strip_suffix(")]"))
            .ok_or_else(known)?;
        let (whole, m) = body.split_once("; (").ok_or_else(known)?;
        whole.parse::<u32>().map_err(|_| known())?;
        match m.parse() {
            Ok(m @ 1..=9) => Ok(Numeration::Quadratic {
                m,
                u1: m,
                low: m - 1,
            }),
            _ => Err(known()),
        }
    }

    /// The number of different digits.
    pub fn radix(&self) -> i64 {
        match *self {
            Numeration::Base(b) => b,
            Numeration::Quadratic { m, .. } => m + 1,
        }
    }

    /// The weights of the lowest `len` digits.
    pub fn weights(&self, len: usize) -> Vec<BigUint> {
        let mut out: Vec<BigUint> = Vec::with_capacity(len);
        for j in 0..len {
            out.push(match *self {
                _ if j == 0 => BigUint::one(),
                Numeration::Base(b) => &out[j - 1] * b as u64,
                Numeration::Quadratic { u1, .. } if j == 1 => BigUint::from(u1 as u64),
                Numeration::Quadratic { m, .. } => &out[j - 1] * m as u64 + &out[j - 2],
            });
        }
        out
    }

    /// The number written by `digits`.
    pub fn value(&self, digits: &[i64]) -> BigUint {
        self.weights(digits.len())
            .iter()
            .zip(digits)
            .map(|(w, &d)| w * d as u64)
            .sum()
    }

    /// The digits of `n`, without leading zeros; greedy, which in every numeration here gives the valid word.
    pub fn digits(&self, n: &BigUint) -> Vec<i64> {
        let mut weights = self.weights(2);
        while weights[weights.len() - 1] <= *n {
            weights = self.weights(2 * weights.len());
        }
        let mut rest = n.clone();
        let mut digits = vec![0; weights.len()];
        for (digit, weight) in digits.iter_mut().zip(&weights).rev() {
            while *weight <= rest && !rest.is_zero() {
                rest -= weight;
                *digit += 1;
            }
        }
        digits.truncate(
            digits
                .iter()
                .rposition(|&d| d > 0)
                .map_or(0, |last| last + 1),
        );
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_valid_and_have_their_value() {
        for name in [
            "base 2",
            "base 10",
            "Zeckendorf",
            "Ostrowski [1; (1)]",
            "Ostrowski [1; (2)]",
            "Ostrowski [3; (4)]",
        ] {
            let num = Numeration::parse(name).unwrap();
            let mut seen = std::collections::BTreeSet::new();
            for n in 0u32..500 {
                let digits = num.digits(&n.into());
                assert_eq!(num.value(&digits), n.into(), "{name} {n}");
                assert!(digits.iter().all(|&d| (0..num.radix()).contains(&d)));
                if let Numeration::Quadratic { m, low, .. } = num {
                    assert!(
                        digits.first().is_none_or(|&d| d <= low),
                        "{name} {n} {digits:?}"
                    );
                    assert!(
                        digits.windows(2).all(|w| w[1] < m || w[0] == 0),
                        "{name} {n} {digits:?}"
                    );
                }
                assert!(seen.insert(digits));
            }
        }
        for wrong in [
            "base 1",
            "base 37",
            "base x",
            "Ostrowski [1; (0)]",
            "Ostrowski [1; 2]",
            "binary",
            "",
        ] {
            assert!(Numeration::parse(wrong).is_err(), "{wrong}");
        }
    }
}
