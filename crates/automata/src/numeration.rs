//! Numeration systems: how a natural number is written as digits, most significant digit first.
//!
//! In base b every word of digits is valid. In the Fibonacci-like systems (Zeckendorf's, and Ostrowski's for a slope whose
//! continued fraction is periodic) the weights satisfy `U[j+1] = a[j+1] U[j] + U[j-1]`, a digit is at most `a`, and below
//! a digit that equals its `a` stands a 0: so every number has one representation up to leading zeros
//! (zeckendorf1972, ostrowski1922).

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use crate::error::Error;
use crate::system::System;

/// A natural number of any size.
pub type Nat = BigUint;

/// A way to write natural numbers as digits.
///
/// ```
/// use bouton_automata::Numeration;
/// let zeckendorf = Numeration::parse("Zeckendorf").unwrap();
/// assert_eq!(zeckendorf.digits(&12u32.into()), [1, 0, 1, 0, 1]); // 8 + 3 + 1
/// assert_eq!(zeckendorf.value(&[1, 0, 1, 0, 1]), 12u32.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Numeration {
    /// Base b, for 2 <= b <= 256.
    Base(u32),
    /// Sums of distinct, non-adjacent Fibonacci numbers 1, 2, 3, 5, 8, …
    Zeckendorf,
    /// Ostrowski's system: the weights are the denominators of the convergents of the slope
    /// `[pre[0]; pre[1], …, period[0], …]`. The integral part (the first partial quotient) has no influence on them.
    /// Supported: at most one quotient before the period. `pre: [1], period: [2]` is √2 with the weights 1, 2, 5, 12, 29, …
    Ostrowski {
        /// The partial quotients before the period: none, or the integral part.
        pre: Vec<u32>,
        /// The partial quotients that repeat.
        period: Vec<u32>,
    },
}

impl Numeration {
    /// The name, which [`Numeration::parse`] reads back: `base 2`, `Zeckendorf`, `Ostrowski [1] [2]`.
    pub fn name(&self) -> String {
        match self {
            Numeration::Base(b) => format!("base {b}"),
            Numeration::Zeckendorf => "Zeckendorf".to_string(),
            Numeration::Ostrowski { pre, period } => {
                let list = |v: &[u32]| v.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
                format!("Ostrowski [{}] [{}]", list(pre), list(period))
            }
        }
    }

    /// Reads a name (upper or lower case).
    ///
    /// # Errors
    /// Names the part that is wrong and the right form.
    pub fn parse(name: &str) -> Result<Numeration, Error> {
        let text = name.trim().to_lowercase();
        let num = if let Some(base) = text.strip_prefix("base") {
            Numeration::Base(base.trim().parse().map_err(|_| {
                Error::input(format!(
                    "numeration \"{name}\": after \"base\" comes a number from 2 to 256, as in \"base 2\""
                ))
            })?)
        } else if text == "zeckendorf" || text == "fibonacci" {
            Numeration::Zeckendorf
        } else if let Some(lists) = text.strip_prefix("ostrowski") {
            let wrong = || {
                Error::input(format!(
                    "numeration \"{name}\": expected two lists of partial quotients, as in \"Ostrowski [1] [2]\""
                ))
            };
            let (pre, period) = lists
                .trim()
                .strip_prefix('[')
                .and_then(|s| s.strip_suffix(']'))
                .and_then(|s| s.split_once(']'))
                .ok_or_else(wrong)?;
            let period = period.trim().strip_prefix('[').ok_or_else(wrong)?;
            let list = |s: &str| -> Result<Vec<u32>, Error> {
                s.split([',', ' '])
                    .filter(|t| !t.is_empty())
                    .map(|t| t.parse().map_err(|_| wrong()))
                    .collect()
            };
            Numeration::Ostrowski {
                pre: list(pre)?,
                period: list(period)?,
            }
        } else {
            return Err(Error::input(format!(
                "numeration \"{name}\" is unknown: write \"base 2\", \"Zeckendorf\" or \"Ostrowski [1] [2]\""
            )));
        };
        num.check()?;
        Ok(num)
    }

    /// Is this a system that the automata can read?
    ///
    /// # Errors
    /// Says what is out of range.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Numeration::Base(b) if !(2..=256).contains(b) => Err(Error::input(format!(
                "base {b} is out of range: a base is a number from 2 to 256"
            ))),
            Numeration::Ostrowski { pre, period } => {
                let name = self.name();
                if period.is_empty() {
                    return Err(Error::input(format!("{name}: the period is empty")));
                }
                if pre.len() > 1 {
                    return Err(Error::input(format!(
                        "{name}: at most one partial quotient (the integral part) may stand before the period"
                    )));
                }
                if period.iter().any(|a| !(1..=255).contains(a)) {
                    return Err(Error::input(format!(
                        "{name}: a partial quotient of the period is a number from 1 to 255"
                    )));
                }
                let blocks = period
                    .iter()
                    .try_fold(1u64, |n, &a| n.checked_mul(u64::from(a) + 1));
                if blocks.is_none_or(|n| n > 4096) {
                    return Err(Error::input(format!(
                        "{name}: the period is too long, the product of its quotients plus one may be at most 4096"
                    )));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The quotients that repeat, least significant position first, and the weight `U[-1]`; none for a base.
    pub(crate) fn quotients(&self) -> Option<(Vec<u32>, u32)> {
        match self {
            Numeration::Base(_) => None,
            Numeration::Zeckendorf => Some((vec![1], 1)),
            Numeration::Ostrowski { pre, period } => {
                let mut quotients = period.clone();
                if pre.is_empty() && !quotients.is_empty() {
                    quotients.rotate_left(1); // the first one of the period is the integral part
                }
                Some((quotients, 0))
            }
        }
    }

    /// The number of digits that an automaton reads as one letter of a track: the length of the period, else 1.
    pub fn block(&self) -> usize {
        self.quotients().map_or(1, |(q, _)| q.len().max(1))
    }

    /// The weights of the last `len` digits, that of the most significant digit first.
    pub fn weights(&self, len: usize) -> Vec<Nat> {
        let mut weights: Vec<Nat> = Vec::with_capacity(len);
        let (mut prev, mut this) = match self.quotients() {
            None => (Nat::zero(), Nat::one()),
            Some((_, before)) => (Nat::from(before), Nat::one()),
        };
        let quotients = self.quotients().map(|(q, _)| q);
        for j in 0..len {
            let next = match (self, &quotients) {
                (Numeration::Base(b), _) => &this * *b,
                (_, Some(q)) if !q.is_empty() => &this * q[j % q.len()] + &prev,
                _ => Nat::zero(),
            };
            prev = std::mem::replace(&mut this, next);
            weights.push(prev.clone());
        }
        weights.reverse();
        weights
    }

    /// The digits of a number, most significant first: no leading zeros in base b and Zeckendorf's system; in Ostrowski's
    /// system the length is a multiple of the period. Zero has no digits.
    ///
    /// Cost: quadratic in the digits (base 2^k: linear).
    pub fn digits(&self, n: &Nat) -> Vec<u8> {
        if n.is_zero() || self.check().is_err() {
            return Vec::new();
        }
        if let Numeration::Base(b) = self {
            return n.to_radix_be(*b);
        }
        // Every weight is at least a Fibonacci number, of which two steps double.
        let block = self.block();
        let len = (2 * n.bits() as usize + 2).next_multiple_of(block);
        let mut rest = n.clone();
        let mut digits = Vec::new();
        for weight in self.weights(len) {
            let digit = if rest < weight {
                0
            } else {
                let q = (&rest / &weight).to_u8().unwrap_or(u8::MAX);
                rest -= &weight * q;
                q
            };
            digits.push(digit);
        }
        let first = digits.iter().position(|&d| d > 0).unwrap_or(len);
        digits.drain(..first - first % block);
        digits
    }

    /// The number that digits stand for (any digits, valid or not), most significant first.
    pub fn value(&self, digits: &[u8]) -> Nat {
        if let Numeration::Base(b @ 2..=256) = self
            && digits.iter().all(|&d| u32::from(d) < *b)
        {
            return Nat::from_radix_be(digits, *b).unwrap_or_default();
        }
        let weights = self.weights(digits.len());
        digits.iter().zip(&weights).map(|(&d, w)| w * d).sum()
    }

    pub(crate) fn system(&self) -> Result<System, Error> {
        self.check()?;
        Ok(System::new(self))
    }
}
