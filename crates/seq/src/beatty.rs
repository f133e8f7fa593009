//! Beatty pairs: are a(k) = floor(k alpha) and b(k) = floor(k beta) for quadratic irrationals?
//!
//! The values bound alpha by rationals: a(k)/k <= alpha < (a(k)+1)/k. The simplest quadratic between the bounds is tried
//! first, and every floor is then verified with integer square roots. No floating point decides anything.

use num_bigint::{BigInt, BigUint};
use num_integer::{Integer, Roots};
use num_traits::{Signed, Zero};

/// The real number (p + sqrt d) / q, q not 0, d > 0 not a square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Quadratic {
    /// The rational part's numerator.
    pub p: i64,
    /// Under the root.
    pub d: u64,
    /// The denominator; negative for the smaller root.
    pub q: i64,
}

impl Quadratic {
    /// The golden ratio, (1 + sqrt 5) / 2.
    pub const PHI: Quadratic = Quadratic { p: 1, d: 5, q: 2 };

    /// floor(k * self), exactly, at any size.
    ///
    /// ```
    /// use bouton_seq::Quadratic;
    /// use num_bigint::{BigInt, BigUint};
    /// let k = BigUint::from(10u64.pow(18));
    /// assert_eq!(Quadratic::PHI.floor_times(&k), BigInt::from(1618033988749894848u64));
    /// ```
    pub fn floor_times(&self, k: &BigUint) -> BigInt {
        let k = BigInt::from(k.clone());
        let square: BigInt = &k * &k * self.d;
        // For q < 0: floor((kp + r)/q) = floor((-kp - r)/|q|), and floor(-r) = -isqrt - 1 for irrational r.
        let mut root = square.sqrt();
        let mut rational = &k * self.p;
        if self.q < 0 {
            root = if k.is_zero() { root } else { -root - 1 };
            rational = -rational;
        }
        (rational + root).div_floor(&BigInt::from(self.q).abs())
    }

    /// As text: `(1 + sqrt 5)/2`.
    pub fn text(&self) -> String {
        let (p, q) = if self.q < 0 {
            (-self.p, -self.q)
        } else {
            (self.p, self.q)
        };
        let sign = if self.q < 0 { "-" } else { "+" };
        let sum = match (p, sign) {
            (0, "+") => format!("sqrt {}", self.d),
            (0, _) => format!("-sqrt {}", self.d),
            _ => format!("{p} {sign} sqrt {}", self.d),
        };
        match (q, p) {
            (1, _) => sum,
            (_, 0) => format!("{sum}/{q}"),
            _ => format!("({sum})/{q}"),
        }
    }
}

/// Pairs that fit a(k) = floor(k alpha), b(k) = floor(k beta) for k = 0, 1, 2, ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeattyPair {
    /// The slope of the smaller numbers.
    pub alpha: Quadratic,
    /// The slope of the larger numbers.
    pub beta: Quadratic,
    /// b(k) - a(k) = difference * k, where that holds.
    pub difference: Option<u64>,
    /// 1/alpha + 1/beta = 1: every positive integer is in exactly one of the two sequences.
    pub complementary: bool,
    /// How many pairs fit, all that were given.
    pub checked: usize,
}

impl BeattyPair {
    /// What is known, as a sentence.
    pub fn statement(&self) -> String {
        let a = format!("a(k) = floor(k alpha), alpha = {}", self.alpha.text());
        let b = match self.difference {
            Some(1) => "b(k) = a(k) + k".to_string(),
            Some(c) => format!("b(k) = a(k) + {c} k"),
            None => format!("b(k) = floor(k beta), beta = {}", self.beta.text()),
        };
        format!("{a}; {b} (fits the first {} pairs)", self.checked)
    }

    /// The k-th pair, exactly.
    pub fn at(&self, k: &BigUint) -> (BigInt, BigInt) {
        (self.alpha.floor_times(k), self.beta.floor_times(k))
    }
}

/// The greatest absolute coefficient of a x^2 + b x + c = 0 that is tried.
const HEIGHT: i64 = 40;

/// The simplest Beatty pair that all pairs (a(k), b(k)), k = 0, 1, 2, …, fit; the first pair must be (0, 0).
///
/// Fewer than 10 pairs give no answer. Slopes are irrational roots of quadratics with coefficients up to 40.
///
/// ```
/// let wythoff = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23), (16, 26), (17, 28)];
/// let found = bouton_seq::beatty_pair(&wythoff).unwrap();
/// assert_eq!(found.statement(),
///     "a(k) = floor(k alpha), alpha = (1 + sqrt 5)/2; b(k) = a(k) + k (fits the first 12 pairs)");
/// assert!(found.complementary);
/// ```
pub fn beatty_pair(pairs: &[(u64, u64)]) -> Option<BeattyPair> {
    if pairs.len() < 10 || pairs[0] != (0, 0) {
        return None;
    }
    let a: Vec<u64> = pairs.iter().map(|p| p.0).collect();
    let b: Vec<u64> = pairs.iter().map(|p| p.1).collect();
    let alpha = slope(&a)?;
    let step = b[1].checked_sub(a[1]);
    let difference = step.filter(|&c| {
        (0u64..)
            .zip(pairs)
            .all(|(k, p)| Some(p.1) == c.checked_mul(k).and_then(|ck| p.0.checked_add(ck)))
    });
    let shifted = difference.and_then(|c| {
        let p = alpha
            .p
            .checked_add(i64::try_from(c).ok()?.checked_mul(alpha.q)?)?;
        Some(Quadratic { p, ..alpha.clone() })
    });
    let beta = match shifted {
        Some(beta) => beta,
        None => slope(&b)?,
    };
    let complementary = complementary(&alpha, &beta);
    Some(BeattyPair {
        alpha,
        beta,
        difference,
        complementary,
        checked: pairs.len(),
    })
}

/// 1/alpha + 1/beta = 1, that is alpha + beta = alpha beta, exactly.
fn complementary(alpha: &Quadratic, beta: &Quadratic) -> bool {
    if alpha.d != beta.d {
        return complementary_scaled(alpha, beta);
    }
    let [p, q, r, s] = [alpha.p, alpha.q, beta.p, beta.q].map(i128::from);
    let d = i128::from(alpha.d);
    // (p s + r q + (s + q) w) = (p r + d + (p + r) w), w = sqrt d irrational.
    p * s + r * q == p * r + d && s + q == p + r
}

/// The same where the two roots were reduced differently: scaled to one number under the root.
fn complementary_scaled(alpha: &Quadratic, beta: &Quadratic) -> bool {
    let product = alpha.d.checked_mul(beta.d);
    let Some(root) = product.map(|x| x.sqrt()).filter(|r| Some(r * r) == product) else {
        return false;
    };
    // sqrt(beta.d) = root / sqrt(alpha.d) = root * sqrt(alpha.d) / alpha.d.
    let [p, q, r, s] = [alpha.p, alpha.q, beta.p, beta.q].map(i128::from);
    let (d, m) = (i128::from(alpha.d), i128::from(root));
    let rational = (p * s + r * q - p * r - m) * d;
    let irrational = s * d + q * m - p * m - r * d;
    rational == 0 && irrational == 0
}

/// The simplest quadratic irrational x with a(k) = floor(k x) for all k.
fn slope(a: &[u64]) -> Option<Quadratic> {
    // The tightest bounds, compared as fractions.
    let (mut lo, mut hi) = ((a[1], 1u64), (a[1].checked_add(1)?, 1u64));
    let less = |x: (u64, u64), y: (u64, u64)| {
        u128::from(x.0) * u128::from(y.1) < u128::from(y.0) * u128::from(x.1)
    };
    for (k, &value) in (0u64..).zip(a).skip(1) {
        if less(lo, (value, k)) {
            lo = (value, k);
        }
        if less((value.checked_add(1)?, k), hi) {
            hi = (value + 1, k);
        }
    }
    if !less(lo, hi) {
        return None;
    }
    let mut candidates: Vec<(i64, Quadratic)> = Vec::new();
    for x2 in 1..=HEIGHT {
        for x1 in -HEIGHT..=HEIGHT {
            for root_sign in [1i64, -1] {
                candidates.extend(constants(x2, x1, lo, hi).filter_map(|x0| {
                    let quadratic = root(x2, x1, x0, root_sign)?;
                    Some((x2.max(x1.abs()).max(x0.abs()), quadratic))
                }));
            }
        }
    }
    candidates.sort_by_key(|(height, x)| (*height, x.q.abs(), x.d, x.p));
    let fits = |x: &Quadratic| {
        (0u64..)
            .zip(a)
            .all(|(k, &v)| x.floor_times(&BigUint::from(k)) == BigInt::from(v))
    };
    candidates.into_iter().map(|c| c.1).find(fits)
}

/// The x0 for which x2 x^2 + x1 x + x0 may vanish between the bounds.
fn constants(x2: i64, x1: i64, lo: (u64, u64), hi: (u64, u64)) -> impl Iterator<Item = i64> {
    let value = |x: (u64, u64)| -(x2 as f64 * ratio(x) * ratio(x) + x1 as f64 * ratio(x));
    // Floating point only narrows the search: one more on each side, exact checks later.
    let (u, v) = (value(lo), value(hi));
    let from = (u.min(v) - 1.0).max(-(HEIGHT as f64)) as i64;
    let to = (u.max(v) + 1.0).min(HEIGHT as f64) as i64;
    from..=to
}

fn ratio(x: (u64, u64)) -> f64 {
    x.0 as f64 / x.1 as f64
}

/// The root of x2 x^2 + x1 x + x0 with the given sign of the square root, reduced; `None` if it is rational or complex.
fn root(x2: i64, x1: i64, x0: i64, sign: i64) -> Option<Quadratic> {
    let mut d = u64::try_from(x1 * x1 - 4 * x2 * x0).ok()?;
    if d.sqrt() * d.sqrt() == d {
        return None;
    }
    let (mut p, mut q) = (-x1 * sign, 2 * x2 * sign);
    for factor in (2..=2 * HEIGHT).rev() {
        let square = (factor * factor) as u64;
        if d % square == 0 && p % factor == 0 && q % factor == 0 {
            (p, q, d) = (p / factor, q / factor, d / square);
        }
    }
    Some(Quadratic { p, d, q })
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::One;

    /// Whether `value` is floor(k x), from the definition.
    fn exact_floor(x: &Quadratic, k: &BigUint, value: &BigInt) -> bool {
        // value <= k (p + sqrt d)/q < value + 1, multiplied out with the sign of q.
        let holds = |v: &BigInt, strictly_below: bool| {
            // sign of (q v - k p) compared with k sqrt d
            let left: BigInt = v * x.q - BigInt::from(k.clone()) * x.p;
            let right: BigInt = BigInt::from(k * k) * x.d;
            let at_most = left.is_negative() || &left * &left <= right;
            let reversed = x.q < 0;
            if strictly_below {
                at_most == reversed
            } else {
                at_most != reversed
            }
        };
        k.is_zero() && value.is_zero()
            || holds(value, false) && holds(&(value + BigInt::one()), true)
    }

    #[test]
    fn floors_are_exact() {
        let numbers = [
            (1, 5, 2),
            (0, 2, 1),
            (-3, 13, 2),
            (-1, 3, -2),
            (5, 2, -3),
            (7, 5, -1),
        ];
        for (p, d, q) in numbers {
            let x = Quadratic { p, d, q };
            for k in (0..200u64)
                .chain([102_334_155, u64::MAX])
                .map(BigUint::from)
            {
                let value = x.floor_times(&k);
                assert!(
                    exact_floor(&x, &k, &value),
                    "{} times {k} is {value}",
                    x.text()
                );
                assert!(!exact_floor(&x, &k, &(value - 1)) || k.is_zero());
            }
        }
    }

    fn pairs(alpha: &Quadratic, beta: &Quadratic, len: u64) -> Vec<(u64, u64)> {
        let at = |x: &Quadratic, k| u64::try_from(x.floor_times(&BigUint::from(k))).unwrap();
        (0..len).map(|k: u64| (at(alpha, k), at(beta, k))).collect()
    }

    #[test]
    fn recognises_quadratics() {
        // sqrt 2 and 2 + sqrt 2; (2 + sqrt 8)/2 is the same as 1 + sqrt 2; (sqrt 13 - 1)/2 and beyond.
        let cases = [
            ((0, 2, 1), (2, 2, 1), true),
            ((0, 3, 1), (3, 3, 2), true),
            ((-1, 13, 2), (5, 13, 2), true),
            ((1, 2, 1), (1, 5, 2), false),
        ];
        for ((p, d, q), (r, e, s), complementary) in cases {
            let (alpha, beta) = (Quadratic { p, d, q }, Quadratic { p: r, d: e, q: s });
            let found = beatty_pair(&pairs(&alpha, &beta, 300)).expect("a pair");
            assert_eq!((&found.alpha, &found.beta), (&alpha, &beta));
            assert_eq!(found.complementary, complementary, "{}", found.statement());
        }
    }

    #[test]
    fn one_wrong_pair_is_enough() {
        let good = pairs(&Quadratic::PHI, &Quadratic { p: 3, d: 5, q: 2 }, 60);
        for at in 10..60 {
            let mut bad = good.clone();
            bad[at].0 += 2;
            assert_eq!(beatty_pair(&bad), None, "pair {at}");
        }
        assert_eq!(beatty_pair(&good[..9]), None);
    }
}
