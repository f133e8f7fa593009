//! Dyadic rationals m/2^e, exact at every size, with a fast path in machine words.
//!
//! A number is kept as an odd numerator over 2^e, or as an integer with e = 0, so equal numbers have equal
//! representations. Numerators that fit in 64 bits stay in a word; others are promoted, and come back as soon as they fit.

mod simplest;

use crate::error::{Error, Result};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// Exponents of the denominator stay at or below this bound; beyond it an operation reports an error.
pub const MAX_EXPONENT: u32 = 1 << 24;

/// An exact dyadic rational.
///
/// ```
/// use bouton_value::Dyadic;
/// let x: Dyadic = "3/4".parse().unwrap();
/// assert_eq!((&x + &Dyadic::from(1)).to_string(), "7/4");
/// assert_eq!(Dyadic::simplest_between(&x, &Dyadic::from(9)).to_string(), "1");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// Numerator and exponent.
    Small(i64, u32),
    /// The same, where the numerator does not fit.
    Big(Box<(BigInt, u32)>),
}

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic(Repr::Small(0, 0));
    /// One.
    pub const ONE: Dyadic = Dyadic(Repr::Small(1, 0));

    /// `numerator / 2^exponent` in lowest terms. Errors if the reduced exponent exceeds [`MAX_EXPONENT`].
    pub fn new(numerator: impl Into<BigInt>, exponent: u64) -> Result<Dyadic> {
        let numerator: BigInt = numerator.into();
        if numerator.is_zero() {
            return Ok(Dyadic::ZERO);
        }
        let twos = numerator.trailing_zeros().unwrap_or(0).min(exponent);
        if exponent - twos > u64::from(MAX_EXPONENT) {
            return Err(Error::too_large(format!(
                "the denominator 2^{} is above the limit 2^{MAX_EXPONENT}",
                exponent - twos
            )));
        }
        Ok(Dyadic::reduced(numerator >> twos, (exponent - twos) as u32))
    }

    /// 1/2^exponent.
    pub(crate) fn half_power(exponent: u32) -> Dyadic {
        Dyadic(Repr::Small(1, exponent))
    }

    /// `numerator / 2^exponent` for machine numbers, in lowest terms. For exponents from outside use [`Dyadic::new`].
    ///
    /// # Panics
    /// If the exponent exceeds [`MAX_EXPONENT`].
    pub fn small(numerator: i64, exponent: u32) -> Dyadic {
        assert!(
            exponent <= MAX_EXPONENT,
            "the exponent {exponent} is too large"
        );
        Dyadic::lowest(numerator, exponent)
    }

    fn lowest(numerator: i64, exponent: u32) -> Dyadic {
        if numerator == 0 {
            return Dyadic::ZERO;
        }
        let twos = numerator.trailing_zeros().min(exponent);
        Dyadic(Repr::Small(numerator >> twos, exponent - twos))
    }

    /// The rational `numerator / denominator`, if it is dyadic.
    pub fn from_ratio(numerator: &BigInt, denominator: &BigInt) -> Result<Dyadic> {
        if denominator.is_zero() {
            return Err(Error::undefined("division by zero"));
        }
        let twos = denominator.trailing_zeros().unwrap_or(0);
        let odd = denominator >> twos;
        let (quotient, rest) = (numerator / &odd, numerator % &odd);
        if !rest.is_zero() {
            return Err(Error::undefined(format!(
                "{numerator}/{denominator} is not a dyadic rational: its denominator must be a power of two"
            )));
        }
        Dyadic::new(quotient, twos)
    }

    fn reduced(numerator: BigInt, exponent: u32) -> Dyadic {
        match numerator.to_i64() {
            Some(n) => Dyadic(Repr::Small(n, exponent)),
            None => Dyadic(Repr::Big(Box::new((numerator, exponent)))),
        }
    }

    /// The numerator in lowest terms.
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Repr::Small(n, _) => BigInt::from(*n),
            Repr::Big(b) => b.0.clone(),
        }
    }

    /// e, where the denominator in lowest terms is 2^e.
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Repr::Small(_, e) => *e,
            Repr::Big(b) => b.1,
        }
    }

    /// Numerator and exponent, if the numerator fits in 64 bits.
    pub fn as_small(&self) -> Option<(i64, u32)> {
        match self.0 {
            Repr::Small(n, e) => Some((n, e)),
            Repr::Big(_) => None,
        }
    }

    /// Is it an integer?
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// The integer, if it is one and fits in 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(n, 0) => Some(n),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn to_integer(&self) -> Option<BigInt> {
        self.is_integer().then(|| self.numerator())
    }

    /// -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::Small(n, _) => n.signum() as i32,
            Repr::Big(b) => {
                if b.0.is_negative() {
                    -1
                } else {
                    1
                }
            }
        }
    }

    /// Is it zero?
    pub fn is_zero(&self) -> bool {
        self.signum() == 0
    }

    /// The absolute value.
    pub fn abs(&self) -> Dyadic {
        if self.signum() < 0 {
            -self
        } else {
            self.clone()
        }
    }

    /// The product. Errors if the denominator becomes too large.
    pub fn times(&self, other: &Dyadic) -> Result<Dyadic> {
        Dyadic::new(
            self.numerator() * other.numerator(),
            u64::from(self.exponent()) + u64::from(other.exponent()),
        )
    }

    /// Half of it. Errors if the denominator becomes too large.
    pub fn half(&self) -> Result<Dyadic> {
        match self.0 {
            Repr::Small(n, e) if e < MAX_EXPONENT => Ok(Dyadic::small(n, e + 1)),
            _ => Dyadic::new(self.numerator(), u64::from(self.exponent()) + 1),
        }
    }

    /// The largest integer that is at most this number.
    pub fn floor(&self) -> BigInt {
        match &self.0 {
            Repr::Small(n, e) => BigInt::from(n >> (*e).min(63)),
            Repr::Big(b) => &b.0 >> b.1,
        }
    }

    /// The smallest integer that is at least this number.
    pub fn ceil(&self) -> BigInt {
        -(-self).floor()
    }

    /// The numerator over the denominator 2^exponent (`exponent` at least [`Dyadic::exponent`]).
    fn scaled(&self, exponent: u32) -> BigInt {
        self.numerator() << (exponent - self.exponent())
    }

    fn combine(&self, other: &Dyadic, subtract: bool) -> Dyadic {
        if let (Repr::Small(a, e), Repr::Small(b, f)) = (&self.0, &other.0) {
            let b = if subtract { b.checked_neg() } else { Some(*b) };
            if let Some(b) = b {
                let (hi, lo, top, gap) = if e >= f {
                    (*a, b, *e, e - f)
                } else {
                    (b, *a, *f, f - e)
                };
                if gap < 63 {
                    let sum = i128::from(hi) + (i128::from(lo) << gap);
                    if let Ok(sum) = i64::try_from(sum) {
                        return Dyadic::lowest(sum, top);
                    }
                }
            }
        }
        let e = self.exponent().max(other.exponent());
        let (a, b) = (self.scaled(e), other.scaled(e));
        let sum = if subtract { a - b } else { a + b };
        if sum.is_zero() {
            return Dyadic::ZERO;
        }
        let twos = sum.trailing_zeros().unwrap_or(0).min(u64::from(e)) as u32;
        Dyadic::reduced(sum >> twos, e - twos)
    }
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Dyadic {
        Dyadic(Repr::Small(n, 0))
    }
}

impl From<BigInt> for Dyadic {
    fn from(n: BigInt) -> Dyadic {
        Dyadic::reduced(n, 0)
    }
}

impl From<BigUint> for Dyadic {
    fn from(n: BigUint) -> Dyadic {
        Dyadic::from(BigInt::from(n))
    }
}

impl std::ops::Add for &Dyadic {
    type Output = Dyadic;
    fn add(self, other: &Dyadic) -> Dyadic {
        self.combine(other, false)
    }
}

impl std::ops::Sub for &Dyadic {
    type Output = Dyadic;
    fn sub(self, other: &Dyadic) -> Dyadic {
        self.combine(other, true)
    }
}

impl std::ops::Neg for &Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small(n, e) if *n != i64::MIN => Dyadic(Repr::Small(-n, *e)),
            _ => Dyadic::reduced(-self.numerator(), self.exponent()),
        }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if let (Repr::Small(a, e), Repr::Small(b, f)) = (&self.0, &other.0) {
            if e == f {
                return a.cmp(b);
            }
            if e.abs_diff(*f) < 64 {
                let top = (*e).max(*f);
                return (i128::from(*a) << (top - e)).cmp(&(i128::from(*b) << (top - f)));
            }
        }
        match self.signum().cmp(&other.signum()) {
            Ordering::Equal => {
                let e = self.exponent().max(other.exponent());
                self.scaled(e).cmp(&other.scaled(e))
            }
            unequal => unequal,
        }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.0, self.exponent()) {
            (Repr::Small(n, _), 0) => write!(f, "{n}"),
            (Repr::Big(b), 0) => write!(f, "{}", b.0),
            (_, e) => write!(f, "{}/{}", self.numerator(), BigUint::one() << e),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Dyadic {
    type Err = Error;

    /// Reads `3`, `-3/4`, with a denominator that is a power of two.
    fn from_str(text: &str) -> Result<Dyadic> {
        let read = |part: &str| {
            BigInt::from_str(part).map_err(|_| {
                Error::form(format!("`{text}` is not a number: write it like 3 or -3/4"))
            })
        };
        match text.split_once('/') {
            None => Ok(Dyadic::from(read(text)?)),
            Some((n, d)) => Dyadic::from_ratio(&read(n)?, &read(d)?),
        }
    }
}
