//! Quotients of sums of powers of ω.

use super::divisor::{common_monomial, content, divisor, quotient};
use super::expansion::Expansion;
use crate::error::{Error, Result};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use std::cmp::Ordering;
use std::fmt;

/// A surreal number that is a quotient of finite sums of powers of ω: 1/ω, (ω+1)/2, ω^ω - 3, every rational number.
///
/// ```
/// use bouton_value::ordinal::Surreal;
/// let omega = Surreal::omega();
/// let x = Surreal::from(1).div(&omega)?;
/// assert_eq!(x.to_string(), "1/ω");
/// assert_eq!(x.mul(&omega)?.to_string(), "1");
/// assert!(x.mul(&Surreal::from(1_000_000))?.compare(&Surreal::from(1))?.is_lt());
/// # Ok::<(), bouton_value::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Surreal {
    above: Expansion,
    below: Expansion,
}

impl From<i64> for Surreal {
    fn from(n: i64) -> Surreal {
        Surreal::from(Expansion::from(n))
    }
}

impl From<Expansion> for Surreal {
    fn from(above: Expansion) -> Surreal {
        Surreal {
            above,
            below: Expansion::from(1),
        }
    }
}

impl From<&BigRational> for Surreal {
    fn from(x: &BigRational) -> Surreal {
        Surreal {
            above: Expansion::from(x.numer().clone()),
            below: Expansion::from(x.denom().clone()),
        }
    }
}

impl Surreal {
    /// ω
    pub fn omega() -> Surreal {
        Surreal::from(Expansion::omega())
    }

    /// above/below in lowest terms.
    fn of(above: Expansion, below: Expansion) -> Result<Surreal> {
        if below.is_zero() {
            return Err(Error::undefined("division by zero"));
        }
        let one = BigInt::one();
        let e = common_monomial(&above, &below)?.neg();
        let (mut above, mut below) = (above.shift(&e, &one)?, below.shift(&e, &one)?);
        let common = if above.terms().len() > 1 && below.terms().len() > 1 {
            divisor(&above, &below)?
        } else {
            Expansion::from(content(&above).gcd(&content(&below)))
        };
        let common = if below.signum() < 0 {
            common.neg()
        } else {
            common
        };
        if let (Some(a), Some(b)) = (quotient(&above, &common)?, quotient(&below, &common)?) {
            (above, below) = (a, b);
        }
        Ok(Surreal { above, below })
    }

    /// The sum of powers of ω, if the number is one.
    pub fn as_expansion(&self) -> Option<&Expansion> {
        (self.below == Expansion::from(1)).then_some(&self.above)
    }

    /// The rational number, if it is one.
    pub fn as_rational(&self) -> Option<BigRational> {
        Some(BigRational::new(
            self.above.as_integer()?,
            self.below.as_integer()?,
        ))
    }

    /// -1, 0 or 1
    pub fn signum(&self) -> i32 {
        self.above.signum() * self.below.signum()
    }

    /// The negative.
    pub fn neg(&self) -> Surreal {
        Surreal {
            above: self.above.neg(),
            below: self.below.clone(),
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Surreal {
        if self.signum() < 0 {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// The sum.
    pub fn add(&self, other: &Surreal) -> Result<Surreal> {
        if self.below == other.below {
            return Surreal::of(self.above.add(&other.above)?, self.below.clone());
        }
        let above = self
            .above
            .mul(&other.below)?
            .add(&other.above.mul(&self.below)?)?;
        Surreal::of(above, self.below.mul(&other.below)?)
    }

    /// The product.
    pub fn mul(&self, other: &Surreal) -> Result<Surreal> {
        Surreal::of(self.above.mul(&other.above)?, self.below.mul(&other.below)?)
    }

    /// The quotient.
    ///
    /// # Errors
    ///
    /// For a divisor of 0.
    pub fn div(&self, other: &Surreal) -> Result<Surreal> {
        Surreal::of(self.above.mul(&other.below)?, self.below.mul(&other.above)?)
    }

    /// The order of the numbers.
    ///
    /// # Errors
    ///
    /// If the numbers are too large to be multiplied by each other's denominators.
    pub fn compare(&self, other: &Surreal) -> Result<Ordering> {
        // Denominators are positive.
        if self.below == other.below {
            return Ok(self.above.cmp(&other.above));
        }
        let (x, y) = (self.above.mul(&other.below)?, other.above.mul(&self.below)?);
        Ok(x.cmp(&y))
    }

    /// The power, for an integer exponent, or for ω^a with any sum of powers of ω as exponent.
    ///
    /// # Errors
    ///
    /// For other exponents, and for powers that are too large.
    pub fn pow(&self, exponent: &Surreal) -> Result<Surreal> {
        let Some(e) = exponent.as_expansion() else {
            return Err(Error::form(
                "an exponent of omega is an integer or a sum of powers of omega, as in omega^(omega+1)",
            ));
        };
        if let [(f, n)] = self.above.terms()
            && n.is_one()
            && self.as_expansion().is_some()
        {
            let power = Expansion::power_of_omega(&f.mul(e)?, BigInt::one())?;
            return Surreal::of(power, Expansion::from(1));
        }
        let Some(n) = e.as_integer() else {
            return Err(Error::form(
                "only powers of omega can be raised to infinite exponents, as in omega^omega",
            ));
        };
        let size = n
            .magnitude()
            .to_u32()
            .ok_or_else(|| Error::too_large("the exponent is too large"))?;
        let (a, b) = (self.above.pow(size)?, self.below.pow(size)?);
        if n.is_negative() {
            Surreal::of(b, a)
        } else {
            Surreal::of(a, b)
        }
    }
}

impl fmt::Display for Surreal {
    /// As in `ω/(ω+1)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.as_expansion().is_some() {
            return write!(f, "{}", self.above);
        }
        match self.above.terms() {
            [_] => write!(f, "{}/", self.above)?,
            _ => write!(f, "({})/", self.above)?,
        }
        match self.below.terms() {
            [(e, n)] if n.is_one() || e.is_zero() => write!(f, "{}", self.below),
            _ => write!(f, "({})", self.below),
        }
    }
}
