//! Finite sums of powers of ω with integer coefficients.

use crate::error::{Error, Result};
use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use std::fmt;

/// Towers ω^ω^… may be so high: comparison and printing descend into exponents.
const MAX_HEIGHT: u32 = 50;

/// Sums may have so many terms.
const MAX_TERMS: usize = 100_000;

/// ω^a·m + ω^b·n + … with a > b > … and integers m, n, … other than 0.
///
/// ```
/// use bouton_value::ordinal::Expansion;
/// let omega = Expansion::omega();
/// let x = omega.add(&Expansion::from(5))?;
/// assert_eq!(x.to_string(), "ω+5");
/// assert_eq!(x.mul(&x)?.to_string(), "ω^2+ω×10+25");
/// # Ok::<(), bouton_value::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Expansion {
    terms: Vec<(Expansion, BigInt)>,
    height: u32,
}

impl From<BigInt> for Expansion {
    fn from(n: BigInt) -> Expansion {
        if n.is_zero() {
            return Expansion::default();
        }
        Expansion {
            terms: vec![(Expansion::default(), n)],
            height: 0,
        }
    }
}

impl From<i64> for Expansion {
    fn from(n: i64) -> Expansion {
        BigInt::from(n).into()
    }
}

impl Expansion {
    /// ω
    pub fn omega() -> Expansion {
        Expansion {
            terms: vec![(Expansion::from(1), BigInt::one())],
            height: 1,
        }
    }

    /// ω^exponent·n
    ///
    /// # Errors
    ///
    /// If the tower of exponents is higher than 50.
    pub fn power_of_omega(exponent: &Expansion, n: BigInt) -> Result<Expansion> {
        if exponent.height >= MAX_HEIGHT {
            return Err(Error::too_large(format!(
                "towers of powers of omega may be at most {MAX_HEIGHT} high"
            )));
        }
        Expansion::of(vec![(exponent.clone(), n)])
    }

    /// The sum of terms whose exponents go down.
    pub(crate) fn of(mut terms: Vec<(Expansion, BigInt)>) -> Result<Expansion> {
        terms.retain(|t| !t.1.is_zero());
        if terms.len() > MAX_TERMS {
            return Err(Error::too_large(format!(
                "sums of powers of omega may have at most {MAX_TERMS} terms"
            )));
        }
        let height = terms
            .iter()
            .map(|t| {
                if t.0.is_zero() {
                    0
                } else {
                    t.0.height.saturating_add(1)
                }
            })
            .max()
            .unwrap_or(0);
        Ok(Expansion { terms, height })
    }

    /// Exponents and coefficients, from the greatest exponent down.
    pub fn terms(&self) -> &[(Expansion, BigInt)] {
        &self.terms
    }

    /// Is it 0?
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The integer, if it is one.
    pub fn as_integer(&self) -> Option<BigInt> {
        match self.terms.as_slice() {
            [] => Some(BigInt::zero()),
            [(e, n)] if e.is_zero() => Some(n.clone()),
            _ => None,
        }
    }

    /// Is it an ordinal: are all coefficients positive, those of the exponents too?
    pub fn is_ordinal(&self) -> bool {
        self.terms
            .iter()
            .all(|(e, n)| n.is_positive() && e.is_ordinal())
    }

    /// -1, 0 or 1
    pub fn signum(&self) -> i32 {
        match self.terms.first().map(|t| t.1.sign()) {
            Some(Sign::Minus) => -1,
            Some(_) => 1,
            None => 0,
        }
    }

    /// The negative.
    pub fn neg(&self) -> Expansion {
        let mut x = self.clone();
        for t in &mut x.terms {
            t.1 = -std::mem::take(&mut t.1);
        }
        x
    }

    /// The day on which the number is born: all coefficients positive, for exponents that are ordinals.
    pub fn birthday(&self) -> Expansion {
        let mut x = self.clone();
        for t in &mut x.terms {
            t.1 = t.1.abs();
        }
        x
    }

    /// The sum.
    pub fn add(&self, other: &Expansion) -> Result<Expansion> {
        let (mut i, mut j) = (0, 0);
        let (a, b) = (&self.terms, &other.terms);
        let mut out = Vec::with_capacity(a.len() + b.len());
        while i < a.len() || j < b.len() {
            let order = match (a.get(i), b.get(j)) {
                (Some(x), Some(y)) => x.0.cmp(&y.0),
                (Some(_), None) => Ordering::Greater,
                _ => Ordering::Less,
            };
            match order {
                Ordering::Greater => {
                    out.push(a[i].clone());
                    i += 1;
                }
                Ordering::Less => {
                    out.push(b[j].clone());
                    j += 1;
                }
                Ordering::Equal => {
                    out.push((a[i].0.clone(), &a[i].1 + &b[j].1));
                    i += 1;
                    j += 1;
                }
            }
        }
        Expansion::of(out)
    }

    /// The difference.
    pub fn sub(&self, other: &Expansion) -> Result<Expansion> {
        self.add(&other.neg())
    }

    /// The product with ω^e·n.
    pub(crate) fn shift(&self, e: &Expansion, n: &BigInt) -> Result<Expansion> {
        let mut out = Vec::with_capacity(self.terms.len());
        for (f, m) in &self.terms {
            out.push((f.add(e)?, m * n));
        }
        Expansion::of(out)
    }

    /// The product. Cost: as many sums as the shorter factor has terms.
    pub fn mul(&self, other: &Expansion) -> Result<Expansion> {
        let (short, long) = if self.terms.len() <= other.terms.len() {
            (self, other)
        } else {
            (other, self)
        };
        if short.terms.len().saturating_mul(long.terms.len()) > MAX_TERMS * 10 {
            return Err(Error::too_large(
                "the product of these sums of powers of omega has too many terms",
            ));
        }
        // Sums by halves: n log n instead of n² steps.
        let mut parts = vec![];
        for (e, n) in &short.terms {
            parts.push(long.shift(e, n)?);
        }
        while parts.len() > 1 {
            let mut next = vec![];
            for pair in parts.chunks(2) {
                next.push(match pair {
                    [a, b] => a.add(b)?,
                    _ => pair[0].clone(),
                });
            }
            parts = next;
        }
        Ok(parts.pop().unwrap_or_default())
    }

    /// The power with a natural exponent.
    pub fn pow(&self, n: u32) -> Result<Expansion> {
        if let [(e, c)] = self.terms.as_slice() {
            let e = e.mul(&Expansion::from(i64::from(n)))?;
            if c.bits().saturating_mul(n.into()) > 1_000_000 {
                return Err(Error::too_large(
                    "the power is too large: it may have 1000000 binary digits",
                ));
            }
            return Expansion::power_of_omega(&e, c.pow(n));
        }
        let (mut result, mut square, mut n) = (Expansion::from(1), self.clone(), n);
        while n > 0 {
            if n & 1 == 1 {
                result = result.mul(&square)?;
            }
            n >>= 1;
            if n > 0 {
                square = square.mul(&square)?;
            }
        }
        Ok(result)
    }
}

impl PartialOrd for Expansion {
    fn partial_cmp(&self, other: &Expansion) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Expansion {
    /// The order of the numbers: the sign of the first coefficient of the difference.
    fn cmp(&self, other: &Expansion) -> Ordering {
        for (x, y) in self.terms.iter().zip(&other.terms) {
            let one = |n: &BigInt| n.cmp(&BigInt::zero());
            match x.0.cmp(&y.0) {
                Ordering::Greater => return one(&x.1),
                Ordering::Less => return one(&y.1).reverse(),
                Ordering::Equal => match x.1.cmp(&y.1) {
                    Ordering::Equal => {}
                    order => return order,
                },
            }
        }
        let (m, n) = (self.terms.len(), other.terms.len());
        let sign = |t: Option<&(Expansion, BigInt)>| t.map(|t| t.1.cmp(&BigInt::zero()));
        sign(self.terms.get(n.min(m)))
            .or_else(|| sign(other.terms.get(n.min(m))).map(Ordering::reverse))
            .unwrap_or(Ordering::Equal)
    }
}

impl fmt::Display for Expansion {
    /// As in `ω^(ω+1)×2-ω^3+5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        for (i, (e, n)) in self.terms.iter().enumerate() {
            if n.is_negative() {
                f.write_str("-")?;
            } else if i > 0 {
                f.write_str("+")?;
            }
            if e.is_zero() {
                write!(f, "{}", n.magnitude())?;
                continue;
            }
            f.write_str("ω")?;
            let plain = match e.terms.as_slice() {
                [(d, m)] => m.is_positive() && (d.is_zero() || m.is_one()),
                _ => false,
            };
            if e.as_integer().is_none_or(|e| !e.is_one()) {
                if plain {
                    write!(f, "^{e}")?;
                } else {
                    write!(f, "^({e})")?;
                }
            }
            if !n.magnitude().is_one() {
                write!(f, "×{}", n.magnitude())?;
            }
        }
        Ok(())
    }
}
