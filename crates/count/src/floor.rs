//! Sums of i^p·⌊(a·i + b)/m⌋^q, and of k^p·⌊k·α⌋^q for quadratic irrational α: exact, at any size.
//!
//! The line is a word of steps right and up. Words are multiplied by what they do to all moments at once, and the Euclidean algorithm
//! writes the word of a line as powers of shorter words, so that n = 10^1000 costs some thousand products. For α a rational so near
//! below it is taken that no fraction with a denominator up to n lies between: all floors are equal then.

use bouton_core::{Error, Result};
use bouton_seq::Quadratic;
use num_bigint::BigInt;
use num_integer::{Integer, Roots, binomial};
use num_traits::{One, Signed, Zero};

use crate::ring::Nat;

/// The highest exponents p and q.
const MOST_POWER: usize = 12;

/// A word of steps: how far it goes, and Σ x^i·y^j over the points after its steps to the right, for i ≤ p, j ≤ q.
#[derive(Clone)]
struct Word {
    x: BigInt,
    y: BigInt,
    moments: Vec<BigInt>,
}

struct Moments {
    p: usize,
    q: usize,
}

impl Moments {
    fn at(&self, i: usize, j: usize) -> usize {
        i * (self.q + 1) + j
    }

    fn up(&self, y: BigInt) -> Word {
        Word {
            x: BigInt::zero(),
            y,
            moments: vec![BigInt::zero(); (self.p + 1) * (self.q + 1)],
        }
    }

    fn right(&self) -> Word {
        let mut word = self.up(BigInt::zero());
        word.x = BigInt::one();
        (0..=self.p).for_each(|i| word.moments[self.at(i, 0)] = BigInt::one());
        word
    }

    /// First `a`, then `b` from where `a` ends.
    fn then(&self, a: &Word, b: &Word) -> Word {
        let mut out = Word {
            x: &a.x + &b.x,
            y: &a.y + &b.y,
            moments: a.moments.clone(),
        };
        for i in 0..=self.p {
            for j in 0..=self.q {
                let mut sum = BigInt::zero();
                for u in 0..=i {
                    for v in 0..=j {
                        let ways = binomial(i as u64, u as u64) * binomial(j as u64, v as u64);
                        let shift = a.x.pow((i - u) as u32) * a.y.pow((j - v) as u32) * ways;
                        sum += shift * &b.moments[self.at(u, v)];
                    }
                }
                out.moments[self.at(i, j)] += sum;
            }
        }
        out
    }

    fn power(&self, word: &Word, n: &BigInt) -> Word {
        let mut out = self.up(BigInt::zero());
        for i in (0..n.bits()).rev() {
            out = self.then(&out, &out);
            if n.bit(i) {
                out = self.then(&out, word);
            }
        }
        out
    }

    /// The word of y = ⌊(a·x + b)/m⌋ for x = 1..=n, where 0 ≤ b < m and a ≥ 0.
    fn line(&self, n: &BigInt, a: &BigInt, b: &BigInt, m: &BigInt, right: Word) -> Word {
        let (mut n, mut a, mut b, mut m) = (n.clone(), a.clone(), b.clone(), m.clone());
        let (mut up, mut right) = (self.up(BigInt::one()), right);
        let (mut before, mut after) = (self.up(BigInt::zero()), self.up(BigInt::zero()));
        loop {
            if n.is_zero() {
                break;
            }
            if a >= m {
                let (steps, rest) = a.div_rem(&m);
                right = self.then(&self.power(&up, &steps), &right);
                a = rest;
            }
            let height = (&n * &a + &b) / &m;
            if height.is_zero() {
                before = self.then(&before, &self.power(&right, &n));
                break;
            }
            // Steps to the right before the first step up, and after the last.
            let (first, rest) = (&m - &b - BigInt::one()).div_rem(&a);
            let last = &n - (&m * &height - &b - 1) / &a;
            before = self.then(&self.then(&before, &self.power(&right, &first)), &up);
            after = self.then(&self.power(&right, &last), &after);
            n = height - 1;
            b = rest;
            std::mem::swap(&mut a, &mut m);
            std::mem::swap(&mut up, &mut right);
        }
        self.then(&before, &after)
    }
}

/// Σ i^p·⌊(a·i + b)/m⌋^q for 0 ≤ i < n; 0^0 = 1. Any signs of a and b.
///
/// Cost: some (log n + log m) products of words with (p+1)(q+1) moments.
///
/// # Errors
/// m below 1; p or q above 12.
///
/// ```
/// use bouton_count::floor::floor_sum;
/// let n: num_bigint::BigUint = 5u32.into();
/// // ⌊(3i + 1)/2⌋ = 0, 2, 3, 5, 6
/// assert_eq!(floor_sum(&n, &3.into(), &1.into(), &2.into(), 0, 1).unwrap(), 16.into());
/// assert_eq!(floor_sum(&n, &3.into(), &1.into(), &2.into(), 1, 1).unwrap(), 47.into());
/// ```
pub fn floor_sum(
    n: &Nat,
    a: &BigInt,
    b: &BigInt,
    m: &BigInt,
    p: usize,
    q: usize,
) -> Result<BigInt> {
    if !m.is_positive() {
        return Err(Error::input(format!(
            "a floor of a quotient by {m}: the divisor is at least 1"
        )));
    }
    if p > MOST_POWER || q > MOST_POWER {
        return Err(Error::input(format!(
            "floor sums have exponents up to {MOST_POWER}"
        )));
    }
    if n.is_zero() {
        return Ok(BigInt::zero());
    }
    let moments = Moments { p, q };
    let (slope, a) = a.div_mod_floor(m);
    let (start, b) = b.div_mod_floor(m);
    let right = moments.then(&moments.up(slope), &moments.right());
    let line = moments.line(&(BigInt::from(n.clone()) - 1), &a, &b, m, right);
    let word = moments.then(&moments.up(start.clone()), &line);
    let first = if p == 0 {
        start.pow(q as u32)
    } else {
        BigInt::zero()
    };
    Ok(&word.moments[moments.at(p, q)] + first)
}

/// Σ k^p·⌊k·α⌋^q for 1 ≤ k ≤ n, for α = (p + √d)/q irrational.
///
/// # Errors
/// d a square, a denominator of 0, exponents above 12.
///
/// ```
/// use bouton_count::floor::beatty_sum;
/// use bouton_seq::Quadratic;
/// // 1 + 3 + 4 + 6 + 8
/// assert_eq!(beatty_sum(&Quadratic::PHI, &5u32.into(), 0, 1).unwrap(), 22.into());
/// ```
pub fn beatty_sum(alpha: &Quadratic, n: &Nat, p: usize, q: usize) -> Result<BigInt> {
    let root = alpha.d.sqrt();
    if alpha.q == 0 || root * root == alpha.d {
        return Err(Error::input(format!(
            "({} + sqrt {})/{} is not irrational: write a number under the root that is not a square",
            alpha.p, alpha.d, alpha.q
        )));
    }
    // α solves q²x² − 2pqx + p² − d = 0, so |α − h/k| ≥ 1/(k²·(q² + 2|q|√d)): no such fraction between α and α − 2^−bits.
    let denominator = BigInt::from(alpha.q).abs();
    let far: BigInt = &denominator * &denominator + 2 * &denominator * (root + 1);
    let bits = 2 * n.bits() + far.bits() + 1;
    let scale = Nat::one() << bits;
    let below = alpha.floor_times(&scale);
    let sum = floor_sum(&(n + 1u32), &below, &BigInt::zero(), &scale.into(), p, q)?;
    // The term of k = 0.
    Ok(if p == 0 && q == 0 { sum - 1 } else { sum })
}
