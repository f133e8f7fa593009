//! Intervals of reals with proved ends: numbers that no rational is, such as roots, logarithms and angles, to as many digits as asked.
//!
//! An interval holds two integers, its ends times 2^bits; every operation rounds outwards. [`Interval::decimal`] prints a digit only if
//! all numbers in the interval have it.

mod functions;

pub use functions::{harmonic, ln2, pi};

use crate::Rational;
use crate::rational::{fixed, round};
use bouton_core::{Error, Result};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Pow, Signed, Zero};
use std::ops::{Add, Mul, Neg, Sub};

/// All reals between two multiples of 2^-bits. Operations on intervals of different precision give the smaller one.
///
/// ```
/// use bouton_chance::Interval;
/// let golden = (Interval::integer(5, 200).sqrt().unwrap() + Interval::integer(1, 200)).half();
/// assert_eq!(golden.decimal(20).unwrap(), "1.61803398874989484820");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    low: BigInt,
    high: BigInt,
    bits: u32,
}

impl Interval {
    /// The integer `n`.
    pub fn integer(n: impl Into<BigInt>, bits: u32) -> Interval {
        let n = n.into() << bits;
        Interval {
            high: n.clone(),
            low: n,
            bits,
        }
    }

    /// A rational number, to within 2^-bits.
    pub fn rational(r: &Rational, bits: u32) -> Interval {
        Interval::between(r, r, bits)
    }

    /// All numbers between `low` and `high`, which is not smaller.
    pub fn between(low: &Rational, high: &Rational, bits: u32) -> Interval {
        Interval {
            low: (low.numer() << bits).div_floor(low.denom()),
            high: -(-(high.numer() << bits)).div_floor(high.denom()),
            bits,
        }
    }

    pub(crate) fn raw(low: BigInt, high: BigInt, bits: u32) -> Interval {
        Interval { low, high, bits }
    }

    /// The lower end.
    pub fn low(&self) -> Rational {
        Rational::new(self.low.clone(), BigInt::one() << self.bits)
    }

    /// The upper end.
    pub fn high(&self) -> Rational {
        Rational::new(self.high.clone(), BigInt::one() << self.bits)
    }

    /// Binary places of the ends.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The difference of the ends.
    pub fn width(&self) -> Rational {
        self.high() - self.low()
    }

    /// True if `r` is in the interval.
    pub fn contains(&self, r: &Rational) -> bool {
        &self.low() <= r && r <= &self.high()
    }

    /// True if every number here is below every number of `other`.
    pub fn is_below(&self, other: &Interval) -> bool {
        let (a, b) = aligned(&self.high, self.bits, &other.low, other.bits);
        a < b
    }

    /// True if all numbers are above 0.
    pub fn is_positive(&self) -> bool {
        self.low.is_positive()
    }

    /// True if all numbers are below 0.
    pub fn is_negative(&self) -> bool {
        self.high.is_negative()
    }

    /// The same numbers and perhaps a few more, with other binary places.
    pub fn with_bits(&self, bits: u32) -> Interval {
        let change = |x: &BigInt, up: bool| match bits.checked_sub(self.bits) {
            Some(more) => x << more,
            None => shift_right(x, self.bits - bits, up),
        };
        Interval {
            low: change(&self.low, false),
            high: change(&self.high, true),
            bits,
        }
    }

    fn pair(&self, other: &Interval) -> (Interval, Interval) {
        let bits = self.bits.min(other.bits);
        (self.with_bits(bits), other.with_bits(bits))
    }

    /// Half of each number.
    pub fn half(&self) -> Interval {
        Interval {
            low: shift_right(&self.low, 1, false),
            high: shift_right(&self.high, 1, true),
            bits: self.bits,
        }
    }

    /// All numbers of both and between them.
    pub fn hull(&self, other: &Interval) -> Interval {
        let (a, b) = self.pair(other);
        Interval {
            low: a.low.min(b.low),
            high: a.high.max(b.high),
            bits: a.bits,
        }
    }

    /// The quotient.
    ///
    /// # Errors
    /// The divisor may be 0.
    pub fn divide(&self, other: &Interval) -> Result<Interval> {
        let (a, b) = self.pair(other);
        if !b.is_positive() && !b.is_negative() {
            return Err(Error::undefined(
                "a division by an interval that contains 0; use more bits",
            ));
        }
        let ends = [&a.low, &a.high].map(|x| [&b.low, &b.high].map(|y| (x << a.bits, y.clone())));
        let quotients: Vec<(BigInt, BigInt)> = ends
            .into_iter()
            .flatten()
            .map(|(x, y)| (x.div_floor(&y), -(-x).div_floor(&y)))
            .collect();
        let low = quotients
            .iter()
            .map(|q| &q.0)
            .min()
            .cloned()
            .unwrap_or_default();
        let high = quotients
            .iter()
            .map(|q| &q.1)
            .max()
            .cloned()
            .unwrap_or_default();
        Ok(Interval::raw(low, high, a.bits))
    }

    /// The square root.
    ///
    /// # Errors
    /// A number is negative.
    pub fn sqrt(&self) -> Result<Interval> {
        if self.low.is_negative() {
            return Err(Error::undefined(
                "a square root of an interval with negative numbers",
            ));
        }
        let root = |x: &BigInt, up: bool| {
            let x = x << self.bits;
            let r = x.sqrt();
            let exact = &r * &r == x;
            if up && !exact { r + 1 } else { r }
        };
        Ok(Interval::raw(
            root(&self.low, false),
            root(&self.high, true),
            self.bits,
        ))
    }

    /// A power with a natural exponent.
    pub fn power(&self, mut exponent: u64) -> Interval {
        let mut out = Interval::integer(1, self.bits);
        let mut base = self.clone();
        while exponent > 0 {
            if exponent & 1 == 1 {
                out = &out * &base;
            }
            exponent >>= 1;
            if exponent > 0 {
                base = &base * &base;
            }
        }
        out
    }

    /// The decimal with `digits` places behind the point, rounded to the nearest: `None` if the interval is too wide to know it.
    pub fn decimal(&self, digits: u32) -> Option<String> {
        let scale = Rational::from_integer(BigInt::from(10).pow(digits));
        let low = round(&(self.low() * &scale));
        let high = round(&(self.high() * &scale));
        (low == high).then(|| fixed(&low, digits))
    }

    /// Scientific notation with `digits` places behind the point: `None` if the interval is too wide to know it.
    pub fn scientific(&self, digits: u32) -> Option<String> {
        let low = crate::rational::scientific(&self.low(), digits);
        (low == crate::rational::scientific(&self.high(), digits)).then_some(low)
    }

    /// The integer part, rounded down: `None` if the interval is too wide to know it.
    pub fn floor(&self) -> Option<BigInt> {
        let low = shift_right(&self.low, self.bits, false);
        (low == shift_right(&self.high, self.bits, false)).then_some(low)
    }
}

/// `x / 2^by`, rounded down or up.
fn shift_right(x: &BigInt, by: u32, up: bool) -> BigInt {
    // Shifts of big integers round towards minus infinity.
    if up { -((-x) >> by) } else { x >> by }
}

fn aligned(a: &BigInt, a_bits: u32, b: &BigInt, b_bits: u32) -> (BigInt, BigInt) {
    let bits = a_bits.max(b_bits);
    (a << (bits - a_bits), b << (bits - b_bits))
}

impl Add for &Interval {
    type Output = Interval;
    fn add(self, other: &Interval) -> Interval {
        let (a, b) = self.pair(other);
        Interval::raw(a.low + b.low, a.high + b.high, a.bits)
    }
}

impl Sub for &Interval {
    type Output = Interval;
    fn sub(self, other: &Interval) -> Interval {
        let (a, b) = self.pair(other);
        Interval::raw(a.low - b.high, a.high - b.low, a.bits)
    }
}

impl Mul for &Interval {
    type Output = Interval;
    fn mul(self, other: &Interval) -> Interval {
        let (a, b) = self.pair(other);
        let products = [
            &a.low * &b.low,
            &a.low * &b.high,
            &a.high * &b.low,
            &a.high * &b.high,
        ];
        let low = products.iter().min().cloned().unwrap_or_else(BigInt::zero);
        let high = products.iter().max().cloned().unwrap_or_else(BigInt::zero);
        Interval::raw(
            shift_right(&low, a.bits, false),
            shift_right(&high, a.bits, true),
            a.bits,
        )
    }
}

impl Neg for &Interval {
    type Output = Interval;
    fn neg(self) -> Interval {
        Interval::raw(-&self.high, -&self.low, self.bits)
    }
}

macro_rules! by_value {
    ($($name:ident $method:ident),*) => {$(
        impl $name for Interval {
            type Output = Interval;
            fn $method(self, other: Interval) -> Interval {
                (&self).$method(&other)
            }
        }
        impl $name<&Interval> for Interval {
            type Output = Interval;
            fn $method(self, other: &Interval) -> Interval {
                (&self).$method(other)
            }
        }
    )*};
}

by_value!(Add add, Sub sub, Mul mul);
