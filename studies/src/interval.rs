//! Real numbers between two bounds: fixed point over big integers, every operation rounds outwards, so that a digit that
//! both bounds share is proved.
//!
//! A bound is an integer that counts units of 2^-[`BITS`]; numbers far below one unit or products of many huge factors are not
//! what this is for.

use bouton_core::{Error, Result};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// Binary digits after the point.
pub const BITS: u32 = 256;

/// All reals from `lo` to `hi`, both counted in units of 2^-[`BITS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    lo: BigInt,
    hi: BigInt,
}

fn ceil_div(a: &BigInt, b: &BigInt) -> BigInt {
    -(-a).div_floor(b)
}

fn ceil_shift(a: BigInt) -> BigInt {
    -((-a) >> BITS)
}

impl Interval {
    /// A whole number.
    pub fn int(n: impl Into<BigInt>) -> Self {
        let lo = n.into() << BITS;
        Interval { hi: lo.clone(), lo }
    }

    /// A fraction.
    ///
    /// # Panics
    /// If `q` is zero.
    pub fn fraction(p: impl Into<BigInt>, q: impl Into<BigInt>) -> Self {
        let (p, q) = (p.into() << BITS, q.into());
        Interval {
            lo: p.div_floor(&q),
            hi: ceil_div(&p, &q),
        }
    }

    /// A rational number.
    pub fn ratio(r: &BigRational) -> Self {
        Interval::fraction(r.numer().clone(), r.denom().clone())
    }

    /// The least interval that holds both.
    pub fn hull(&self, other: &Self) -> Self {
        Interval {
            lo: self.lo.clone().min(other.lo.clone()),
            hi: self.hi.clone().max(other.hi.clone()),
        }
    }

    /// The larger of two numbers.
    pub fn larger(&self, other: &Self) -> Self {
        Interval {
            lo: self.lo.clone().max(other.lo.clone()),
            hi: self.hi.clone().max(other.hi.clone()),
        }
    }

    /// The middle, exactly.
    pub fn middle(&self) -> Self {
        let mid: BigInt = (&self.lo + &self.hi) >> 1;
        Interval {
            lo: mid.clone(),
            hi: mid,
        }
    }

    /// The lower bound as an interval of one point.
    pub fn low(&self) -> Self {
        Interval {
            lo: self.lo.clone(),
            hi: self.lo.clone(),
        }
    }

    /// The upper bound as an interval of one point.
    pub fn high(&self) -> Self {
        Interval {
            lo: self.hi.clone(),
            hi: self.hi.clone(),
        }
    }

    /// From -e to e for e = 2^-`power`.
    pub fn error(power: u32) -> Self {
        let e = BigInt::one() << BITS.saturating_sub(power);
        Interval { lo: -&e, hi: e }
    }

    /// Times a whole number, without loss.
    pub fn times(&self, n: impl Into<BigInt>) -> Self {
        let n = n.into();
        let (a, b) = (&self.lo * &n, &self.hi * &n);
        if n.is_negative() {
            Interval { lo: b, hi: a }
        } else {
            Interval { lo: a, hi: b }
        }
    }

    /// Divided by a positive whole number.
    pub fn over(&self, n: impl Into<BigInt>) -> Self {
        let n = n.into();
        Interval {
            lo: self.lo.div_floor(&n),
            hi: ceil_div(&self.hi, &n),
        }
    }

    /// The quotient; an error if the divisor may be zero.
    pub fn divide(&self, by: &Self) -> Result<Self> {
        if by.lo.is_negative() && by.hi.is_negative() {
            return (-self.clone()).divide(&-by.clone());
        }
        if !by.lo.is_positive() {
            return Err(Error::undefined("a divisor cannot be told from zero"));
        }
        let (lo, hi) = (self.lo.clone() << BITS, self.hi.clone() << BITS);
        let below = if lo.is_negative() { &by.lo } else { &by.hi };
        let above = if hi.is_negative() { &by.hi } else { &by.lo };
        Ok(Interval {
            lo: lo.div_floor(below),
            hi: ceil_div(&hi, above),
        })
    }

    /// The square root; an error if the number may be negative.
    pub fn sqrt(&self) -> Result<Self> {
        if self.lo.is_negative() {
            return Err(Error::undefined("a root of a number that may be negative"));
        }
        let lo = (self.lo.clone() << BITS).sqrt();
        let square = self.hi.clone() << BITS;
        let mut hi = square.sqrt();
        if &hi * &hi < square {
            hi += 1;
        }
        Ok(Interval { lo, hi })
    }

    /// The whole power.
    pub fn power(&self, n: u32) -> Self {
        (0..n).fold(Interval::int(1), |p, _| &p * self)
    }

    /// The order, if the intervals do not overlap; two equal points are equal.
    pub fn order(&self, other: &Self) -> Option<Ordering> {
        if self.hi < other.lo {
            Some(Ordering::Less)
        } else if self.lo > other.hi {
            Some(Ordering::Greater)
        } else if self.lo == self.hi && self == other {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    /// True if the number is proved to be positive.
    pub fn is_positive(&self) -> bool {
        self.lo.is_positive()
    }

    /// True if the number is proved to be negative.
    pub fn is_negative(&self) -> bool {
        self.hi.is_negative()
    }

    /// True if the rational number lies in the interval.
    pub fn holds(&self, r: &BigRational) -> bool {
        let n = r.numer() << BITS;
        &self.lo * r.denom() <= n && n <= &self.hi * r.denom()
    }

    /// The integer part, if it is proved.
    pub fn floor(&self) -> Option<BigInt> {
        let (a, b): (BigInt, BigInt) = (&self.lo >> BITS, &self.hi >> BITS);
        (a == b).then_some(a)
    }

    /// The natural logarithm; an error if the number may be zero or negative.
    pub fn ln(&self) -> Result<Self> {
        if !self.lo.is_positive() {
            return Err(Error::undefined("a logarithm of a number that may be zero"));
        }
        let low = ln_point(&self.lo);
        Ok(if self.lo == self.hi {
            low
        } else {
            low.hull(&ln_point(&self.hi))
        })
    }

    /// The arc tangent of a number that is not negative.
    pub fn atan(&self) -> Result<Self> {
        // atan x = 2 atan(x / (1 + sqrt(1 + x^2))), until the series is short.
        let mut x = self.clone();
        for _ in 0..16 {
            let root = (&Interval::int(1) + &(&x * &x)).sqrt()?;
            x = x.divide(&(&Interval::int(1) + &root))?;
        }
        let square = &x * &x;
        let mut power = x.clone();
        let mut sum = x;
        // x < 2^-15 here, so that the terms fall by 2^-30; the rest is below the first term left out.
        for k in 1..12 {
            power = &power * &square;
            let term = power.over(2 * k + 1);
            sum = if k % 2 == 1 {
                &sum - &term
            } else {
                &sum + &term
            };
        }
        Ok((&sum + &Interval::error(BITS)).times(1 << 16) + Interval::error(BITS - 40))
    }

    /// Cosine and sine of an angle between 0 and 64.
    pub fn cos_sin(&self) -> (Self, Self) {
        // Series for a 2^-24th of the angle, then doubled; the rest is below the first term left out.
        const HALVINGS: u32 = 24;
        let x = self.over(1u32 << HALVINGS);
        let square = &x * &x;
        let (mut cos, mut sin) = (Interval::int(1), x.clone());
        let (mut even, mut odd) = (Interval::int(1), x);
        for k in 1..12u32 {
            even = -(&even * &square).over((2 * k - 1) * (2 * k));
            odd = -(&odd * &square).over((2 * k) * (2 * k + 1));
            cos = &cos + &even;
            sin = &sin + &odd;
        }
        cos = &cos + &Interval::error(BITS);
        sin = &sin + &Interval::error(BITS);
        for _ in 0..HALVINGS {
            (cos, sin) = (&(&cos * &cos) - &(&sin * &sin), (&cos * &sin).times(2));
        }
        (cos, sin)
    }

    /// The number to so many decimals, rounded to the nearest; an error if the bounds do not agree on it.
    pub fn decimals(&self, digits: u32) -> Result<String> {
        let ten = BigInt::from(10).pow(digits);
        let half = BigInt::one() << (BITS - 1);
        let a: BigInt = (&self.lo * &ten + &half) >> BITS;
        let b: BigInt = (&self.hi * &ten + &half) >> BITS;
        if a != b {
            return Err(undecided(digits));
        }
        Ok(point(&a, digits))
    }

    /// The number cut off after so many decimals; an error if the bounds do not agree on it.
    pub fn cut(&self, digits: u32) -> Result<String> {
        let ten = BigInt::from(10).pow(digits);
        let a: BigInt = (&self.lo * &ten) >> BITS;
        let b: BigInt = (&self.hi * &ten) >> BITS;
        if a != b {
            return Err(undecided(digits));
        }
        Ok(point(&a, digits))
    }

    /// The number to so many significant digits, rounded: the digits as an integer, and the power of ten of the first digit.
    pub fn significant(&self, digits: u32) -> Result<(BigInt, i64)> {
        if !self.lo.is_positive() {
            return Err(undecided(digits));
        }
        let exact = |bound: &BigInt| -> (BigInt, i64) {
            // Where the first digit stands, then the digits.
            let whole: BigInt = bound >> BITS;
            let mut first = if whole.is_zero() {
                let mut power = 0;
                let mut scaled = bound.clone();
                while (&scaled >> BITS as usize).is_zero() {
                    scaled *= 10;
                    power -= 1;
                }
                power
            } else {
                whole.to_string().len() as i64 - 1
            };
            let shift = digits as i64 - 1 - first;
            let half = BigInt::one() << (BITS - 1);
            let mut value: BigInt = if shift >= 0 {
                (bound * BigInt::from(10).pow(shift as u32) + half) >> BITS
            } else {
                let ten = BigInt::from(10).pow((-shift) as u32);
                let unit: BigInt = &ten << BITS;
                {
                    let twice: BigInt = bound * 2 + &unit;
                    twice.div_floor(&(unit * 2))
                }
            };
            if value == BigInt::from(10).pow(digits) {
                value /= 10;
                first += 1;
            }
            (value, first)
        };
        let (a, b) = (exact(&self.lo), exact(&self.hi));
        if a != b {
            return Err(undecided(digits));
        }
        Ok(a)
    }

    /// As `1.234e5`, with so many significant digits.
    pub fn scientific(&self, digits: u32) -> Result<String> {
        let (value, power) = self.significant(digits)?;
        let text = value.to_string();
        let (head, tail) = text.split_at(1);
        Ok(if tail.is_empty() {
            format!("{head}e{power}")
        } else {
            format!("{head}.{tail}e{power}")
        })
    }

    /// With so many significant digits and no power of ten, for numbers that have at most so many digits before the point.
    pub fn plain(&self, digits: u32) -> Result<String> {
        let (value, power) = self.significant(digits)?;
        let after = digits as i64 - 1 - power;
        Ok(if after >= 0 {
            point(&value, after as u32)
        } else {
            (value * BigInt::from(10).pow((-after) as u32)).to_string()
        })
    }
}

fn undecided(digits: u32) -> Error {
    Error::limit(format!(
        "the bounds of the result do not agree on {digits} digits"
    ))
}

/// `n` / 10^`digits` with a point.
pub fn point(n: &BigInt, digits: u32) -> String {
    let sign = if n.is_negative() { "-" } else { "" };
    let text = n.abs().to_string();
    if digits == 0 {
        return format!("{sign}{text}");
    }
    let width = digits as usize + 1;
    let text = format!("{text:0>width$}");
    let (whole, rest) = text.split_at(text.len() - digits as usize);
    format!("{sign}{whole}.{rest}")
}

/// A positive fraction as `1.234e-5` with so many significant digits, rounded half up.
pub fn scientific_ratio(r: &BigRational, digits: u32) -> Result<String> {
    if !r.is_positive() || digits == 0 {
        return Err(undecided(digits));
    }
    // Where the first digit stands: an estimate by lengths, then mended.
    let mut first = r.numer().to_string().len() as i64 - r.denom().to_string().len() as i64;
    let ten = |n: i64| BigRational::from_integer(BigInt::from(10)).pow(n as i32);
    if r < &ten(first) {
        first -= 1;
    }
    let scaled = r * ten(i64::from(digits) - 1 - first);
    let mut value = scaled.round().to_integer();
    if value == BigInt::from(10).pow(digits) {
        value /= 10;
        first += 1;
    }
    let text = value.to_string();
    let (head, tail) = text.split_at(1);
    let point = if tail.is_empty() { "" } else { "." };
    Ok(format!("{head}{point}{tail}e{first}"))
}

/// The logarithm of `n` units.
fn ln_point(n: &BigInt) -> Interval {
    // n = m * 2^e with m between 1 and 2; ln m = 2 atanh((m - 1) / (m + 1)).
    let e = n.bits() as i64 - 1 - BITS as i64;
    // m is kept exactly, as a fraction with a power of two below.
    let denominator = BigInt::one() << (n.bits() - 1);
    let z = Interval::fraction(n - &denominator, n + &denominator);
    let low = twice_atanh(&z);
    if e == 0 {
        return low;
    }
    &low + &twice_atanh(&Interval::fraction(1, 3)).times(e)
}

/// 2 atanh z for 0 <= z <= 1/3.
fn twice_atanh(z: &Interval) -> Interval {
    let square = z * z;
    let mut power = z.clone();
    let mut sum = z.clone();
    let mut k = 1u32;
    // The terms fall by 1/9 at least, so the rest is below 9/8 of the first term left out.
    while !power.hi.is_zero() && power.hi > BigInt::one() {
        power = &power * &square;
        k += 2;
        sum = &sum + &power.over(k);
    }
    let rest = Interval {
        lo: BigInt::zero(),
        hi: BigInt::from(2),
    };
    (&sum + &rest).times(2)
}

/// The number pi.
pub fn pi() -> Interval {
    // Machin: pi / 4 = 4 atan(1/5) - atan(1/239).
    let arc = |n: u32| {
        let mut power = Interval::fraction(1, n);
        let mut sum = power.clone();
        let mut k = 1u32;
        let mut minus = true;
        while power.hi > BigInt::one() {
            power = power.over(n * n);
            k += 2;
            let term = power.over(k);
            sum = if minus { &sum - &term } else { &sum + &term };
            minus = !minus;
        }
        &sum + &Interval::error(BITS)
    };
    (arc(5).times(4) - arc(239)).times(4)
}

impl std::ops::Add for &Interval {
    type Output = Interval;
    fn add(self, other: &Interval) -> Interval {
        Interval {
            lo: &self.lo + &other.lo,
            hi: &self.hi + &other.hi,
        }
    }
}

impl std::ops::Sub for &Interval {
    type Output = Interval;
    fn sub(self, other: &Interval) -> Interval {
        Interval {
            lo: &self.lo - &other.hi,
            hi: &self.hi - &other.lo,
        }
    }
}

impl std::ops::Mul for &Interval {
    type Output = Interval;
    fn mul(self, other: &Interval) -> Interval {
        let positive = |i: &Interval| i.lo.sign() != Sign::Minus;
        if positive(self) && positive(other) {
            return Interval {
                lo: (&self.lo * &other.lo) >> BITS,
                hi: ceil_shift(&self.hi * &other.hi),
            };
        }
        let products = [
            &self.lo * &other.lo,
            &self.lo * &other.hi,
            &self.hi * &other.lo,
            &self.hi * &other.hi,
        ];
        let lo = products.iter().min().expect("four products").clone();
        let hi = products.into_iter().max().expect("four products");
        Interval {
            lo: lo >> BITS,
            hi: ceil_shift(hi),
        }
    }
}

impl std::ops::Neg for Interval {
    type Output = Interval;
    fn neg(self) -> Interval {
        Interval {
            lo: -self.hi,
            hi: -self.lo,
        }
    }
}

impl std::ops::Add for Interval {
    type Output = Interval;
    fn add(self, other: Interval) -> Interval {
        &self + &other
    }
}

impl std::ops::Sub for Interval {
    type Output = Interval;
    fn sub(self, other: Interval) -> Interval {
        &self - &other
    }
}

impl std::ops::Mul for Interval {
    type Output = Interval;
    fn mul(self, other: Interval) -> Interval {
        &self * &other
    }
}

#[cfg(test)]
mod tests;
