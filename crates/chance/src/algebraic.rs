//! Real roots of polynomials with rational coefficients: isolated by Sturm's theorem, compared exactly, refined to any number of digits.

use crate::rational::{int, ratio};
use crate::{Interval, Rational};
use bouton_core::{Error, Result};
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// A polynomial; coefficient `i` belongs to `x^i`, and the last one is not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial(Vec<Rational>);

impl Polynomial {
    /// The polynomial with these coefficients, the constant one first.
    pub fn new(mut coefficients: Vec<Rational>) -> Polynomial {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        Polynomial(coefficients)
    }

    /// The coefficients, the constant one first.
    pub fn coefficients(&self) -> &[Rational] {
        &self.0
    }

    /// The value at `x`.
    pub fn at(&self, x: &Rational) -> Rational {
        self.0.iter().rev().fold(Rational::zero(), |s, c| s * x + c)
    }

    fn derivative(&self) -> Polynomial {
        let terms = self.0.iter().enumerate().skip(1);
        Polynomial::new(terms.map(|(i, c)| c * int(i as u64)).collect())
    }

    /// Quotient and remainder; `by` is not 0.
    fn divide(&self, by: &Polynomial) -> (Polynomial, Polynomial) {
        let mut rest = self.0.clone();
        let degree = by.0.len();
        let mut quotient = vec![Rational::zero(); (rest.len() + 1).saturating_sub(degree)];
        for i in (0..quotient.len()).rev() {
            let q = &rest[i + degree - 1] / &by.0[degree - 1];
            for (j, c) in by.0.iter().enumerate() {
                rest[i + j] -= &q * c;
            }
            quotient[i] = q;
        }
        (Polynomial::new(quotient), Polynomial::new(rest))
    }

    fn gcd(&self, other: &Polynomial) -> Polynomial {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.0.is_empty() {
            let r = a.divide(&b).1.monic();
            (a, b) = (b, r);
        }
        a.monic()
    }

    fn monic(mut self) -> Polynomial {
        if let Some(lead) = self.0.last().cloned() {
            self.0.iter_mut().for_each(|c| *c /= &lead);
        }
        self
    }

    /// The polynomials of Sturm's theorem.
    fn sturm(&self) -> Vec<Polynomial> {
        let mut chain = vec![self.clone(), self.derivative()];
        loop {
            let n = chain.len();
            if chain[n - 1].0.is_empty() {
                chain.pop();
                return chain;
            }
            let rest = chain[n - 2].divide(&chain[n - 1]).1;
            // A positive factor keeps the signs and the numbers small.
            let lead = rest.0.last().map_or_else(Rational::one, Signed::abs);
            chain.push(Polynomial(rest.0.iter().map(|c| -(c / &lead)).collect()));
        }
    }

    /// The real roots in order, each once.
    ///
    /// # Errors
    /// The polynomial is 0.
    ///
    /// ```
    /// use bouton_chance::{algebraic::Polynomial, rational::int};
    /// let p = Polynomial::new([-2, 0, 1].map(int).to_vec());
    /// let roots = p.roots().unwrap();
    /// assert_eq!(roots.len(), 2);
    /// assert_eq!(roots[1].decimal(12), "1.414213562373");
    /// ```
    pub fn roots(&self) -> Result<Vec<Algebraic>> {
        if self.0.is_empty() {
            return Err(Error::undefined(
                "every number is a root of the polynomial 0",
            ));
        }
        if self.0.len() == 1 {
            return Ok(Vec::new());
        }
        let simple = self.divide(&self.gcd(&self.derivative())).0.monic();
        let chain = simple.sturm();
        let lead = simple.0.len() - 1;
        let bound = simple.0[..lead]
            .iter()
            .fold(int(1), |b, c| b.max(c.abs() + int(1)));
        let mut out = Vec::new();
        let mut open = vec![(-bound.clone(), bound)];
        while let Some((low, high)) = open.pop() {
            match changes(&chain, &low) - changes(&chain, &high) {
                0 => {}
                1 => out.push(Algebraic {
                    polynomial: simple.clone(),
                    low,
                    high,
                }),
                _ => {
                    let middle = (&low + &high) * ratio(1, 2);
                    open.push((low, middle.clone()));
                    open.push((middle, high));
                }
            }
        }
        out.sort_by(|a, b| a.low.cmp(&b.low));
        Ok(out)
    }
}

fn changes(chain: &[Polynomial], x: &Rational) -> i64 {
    let signs = chain.iter().map(|p| p.at(x)).filter(|v| !v.is_zero());
    let signs: Vec<bool> = signs.map(|v| v.is_positive()).collect();
    signs.windows(2).filter(|w| w[0] != w[1]).count() as i64
}

/// A real root of a polynomial without repeated roots: the one in the half-open interval `(low, high]`.
#[derive(Clone, Debug)]
pub struct Algebraic {
    polynomial: Polynomial,
    low: Rational,
    high: Rational,
}

impl Algebraic {
    /// The polynomial, whose roots are all different.
    pub fn polynomial(&self) -> &Polynomial {
        &self.polynomial
    }

    /// Makes the isolating interval at most `width` wide.
    pub fn refine(&mut self, width: &Rational) {
        while &(&self.high - &self.low) > width {
            if self.polynomial.at(&self.high).is_zero() {
                self.low = (&self.low + &self.high) * ratio(1, 2);
                continue;
            }
            let middle = (&self.low + &self.high) * ratio(1, 2);
            let value = self.polynomial.at(&middle);
            let right = self.polynomial.at(&self.high);
            // The root is simple and alone: the sign changes at it and nowhere else.
            if value.is_zero() || value.is_positive() == right.is_positive() {
                self.high = middle;
            } else {
                self.low = middle;
            }
        }
    }

    /// An interval of width at most 2^-bits around the root.
    pub fn interval(&self, bits: u32) -> Interval {
        let mut own = self.clone();
        own.refine(&Rational::new(1.into(), num_bigint::BigInt::one() << bits));
        Interval::between(&own.low, &own.high, bits + 1)
    }

    /// The order of the root and a rational number.
    pub fn compare(&self, r: &Rational) -> Ordering {
        if r <= &self.low {
            return Ordering::Greater;
        }
        if r > &self.high {
            return Ordering::Less;
        }
        let chain = self.polynomial.sturm();
        if self.polynomial.at(r).is_zero() {
            Ordering::Equal
        } else if changes(&chain, &self.low) - changes(&chain, r) == 1 {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }

    /// The decimal with `digits` places behind the point, rounded to the nearest, a half away from zero.
    pub fn decimal(&self, digits: u32) -> String {
        use num_traits::Pow;
        let ten = num_bigint::BigInt::from(10).pow(digits);
        let mut own = self.clone();
        own.refine(&Rational::new(1.into(), &ten * 4));
        // At most one half between two decimals lies in the interval; the root is compared with it exactly.
        let low = crate::rational::round(&(&own.low * &ten));
        let high = crate::rational::round(&(&own.high * &ten));
        let nearest = if low == high {
            low
        } else {
            let half = Rational::new(&low * 2 + 1, &ten * 2);
            match own.compare(&half) {
                Ordering::Less => low,
                Ordering::Greater => high,
                Ordering::Equal => crate::rational::round(&(half * &ten)),
            }
        };
        crate::rational::fixed(&nearest, digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_found_compared_and_printed() {
        // (x - 1/2)² (x + 3) (x² - 3)
        let factors: [&[Rational]; 4] = [
            &[ratio(-1, 2), int(1)],
            &[ratio(-1, 2), int(1)],
            &[int(3), int(1)],
            &[int(-3), int(0), int(1)],
        ];
        let mut product = vec![int(1)];
        for f in factors {
            let mut next = vec![int(0); product.len() + f.len() - 1];
            for (i, a) in product.iter().enumerate() {
                for (j, b) in f.iter().enumerate() {
                    next[i + j] += a * b;
                }
            }
            product = next;
        }
        let roots = Polynomial::new(product).roots().unwrap();
        let texts: Vec<String> = roots.iter().map(|r| r.decimal(3)).collect();
        assert_eq!(texts, ["-3.000", "-1.732", "0.500", "1.732"]);
        assert_eq!(roots[2].compare(&ratio(1, 2)), Ordering::Equal);
        assert_eq!(roots[2].decimal(0), "1");
        assert_eq!(roots[3].compare(&ratio(7, 4)), Ordering::Less);
        assert_eq!(
            roots[1].interval(100).decimal(20).unwrap(),
            "-1.73205080756887729353"
        );
    }
}
