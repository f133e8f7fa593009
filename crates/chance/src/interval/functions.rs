//! Exponentials, logarithms and angles of intervals: series with the rest bounded, after the argument is made small.

use super::Interval;
use crate::rational::ratio;
use bouton_core::{Error, Result};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// Binary places beyond those asked for that the series work with.
const GUARD: u32 = 32;
/// Exponents beyond this give numbers that do not fit into memory.
const LARGEST: i64 = 1 << 24;

impl Interval {
    /// The end `x / 2^bits` as an interval of more binary places.
    fn ends(&self) -> (Interval, Interval) {
        let one = |x: &BigInt| {
            Interval::raw(x.clone(), x.clone(), self.bits).with_bits(self.bits + GUARD)
        };
        (one(&self.low), one(&self.high))
    }

    /// `f` is increasing: its values at both ends.
    fn increasing(&self, f: impl Fn(&Interval) -> Result<Interval>) -> Result<Interval> {
        let (low, high) = self.ends();
        if self.low == self.high {
            return Ok(f(&low)?.with_bits(self.bits));
        }
        Ok(f(&low)?.hull(&f(&high)?).with_bits(self.bits))
    }

    /// `e` to the power of each number.
    ///
    /// # Errors
    /// Numbers beyond about 10^7.
    ///
    /// ```
    /// use bouton_chance::Interval;
    /// assert_eq!(Interval::integer(1, 100).exp().unwrap().decimal(15).unwrap(), "2.718281828459045");
    /// ```
    pub fn exp(&self) -> Result<Interval> {
        self.increasing(|x| {
            let log2 = ln2(x.bits());
            let k = x.divide(&log2)?;
            let k = (k.low() + ratio(1, 2)).floor().to_integer();
            let k = i64::try_from(k).ok().filter(|k| k.abs() < LARGEST);
            let k = k.ok_or_else(|| Error::limit("an exponential of a number beyond 10^7"))?;
            let shift = u32::try_from(k.unsigned_abs()).unwrap_or(u32::MAX);
            // Numbers that grow need as many places more before they do.
            let bits = x.bits() + if k > 0 { shift } else { 0 };
            let x = x.with_bits(bits);
            let rest = &x - &(&ln2(bits) * &Interval::integer(k, bits));
            // exp(r) = exp(r / 2^8)^256.
            let mut small = rest;
            for _ in 0..8 {
                small = small.half();
            }
            let mut value = exp_series(&small);
            for _ in 0..8 {
                value = &value * &value;
            }
            let scale = |x: &BigInt, up: bool| {
                if k >= 0 {
                    x << shift
                } else {
                    super::shift_right(x, shift, up)
                }
            };
            Ok(
                Interval::raw(scale(&value.low, false), scale(&value.high, true), bits)
                    .with_bits(x.bits()),
            )
        })
    }

    /// The natural logarithm of each number.
    ///
    /// # Errors
    /// A number is not above 0.
    ///
    /// ```
    /// use bouton_chance::Interval;
    /// assert_eq!(Interval::integer(10, 100).ln().unwrap().decimal(15).unwrap(), "2.302585092994046");
    /// ```
    pub fn ln(&self) -> Result<Interval> {
        if !self.is_positive() {
            return Err(Error::undefined(
                "a logarithm of an interval that is not above 0",
            ));
        }
        self.increasing(|x| {
            let size = i64::try_from(x.low.bits()).unwrap_or(i64::MAX) - i64::from(x.bits());
            // m = x / 2^size lies in [1/2, 1), on both sides of 0.7; ln m = 2 atanh((m - 1) / (m + 1)).
            let places = x.bits() + u32::try_from(size.min(0).unsigned_abs()).unwrap_or(0);
            let by = u32::try_from(size.unsigned_abs()).unwrap_or(0);
            let wide = x.with_bits(places);
            let scale = |x: &BigInt, up: bool| {
                if size >= 0 {
                    super::shift_right(x, by, up)
                } else {
                    x << by
                }
            };
            let m = Interval::raw(scale(&wide.low, false), scale(&wide.high, true), places);
            let one = Interval::integer(1, places);
            let t = (&m - &one).divide(&(&m + &one))?;
            let series = odd_series(&t, false);
            let whole = &ln2(places) * &Interval::integer(size, places);
            Ok(&(&series + &series) + &whole)
        })
    }

    /// The angle whose tangent is each number, between -π/2 and π/2.
    ///
    /// # Errors
    /// None in practice; the type is that of the other functions.
    pub fn atan(&self) -> Result<Interval> {
        self.increasing(|x| {
            // atan x = 2 atan(x / (1 + sqrt(1 + x²))), three times.
            let mut t = x.clone();
            let one = Interval::integer(1, x.bits());
            for _ in 0..3 {
                let root = (&one + &(&t * &t)).sqrt()?;
                t = t.divide(&(&one + &root))?;
            }
            let mut angle = odd_series(&t, true);
            for _ in 0..3 {
                angle = &angle + &angle;
            }
            Ok(angle)
        })
    }

    /// The angle with this sine, between -π/2 and π/2.
    ///
    /// # Errors
    /// A number is not strictly between -1 and 1.
    pub fn asin(&self) -> Result<Interval> {
        let one = Interval::integer(1, self.bits);
        let root = (&one - &(self * self)).sqrt()?;
        self.divide(&root)?.atan()
    }

    /// The cosine and the sine of each number, from the series at the middle and the width around it.
    ///
    /// # Errors
    /// None in practice; the type is that of the other functions.
    ///
    /// ```
    /// use bouton_chance::Interval;
    /// let (cos, sin) = Interval::integer(1, 100).cos_sin().unwrap();
    /// assert_eq!(cos.decimal(12).unwrap(), "0.540302305868");
    /// assert_eq!(sin.decimal(12).unwrap(), "0.841470984808");
    /// ```
    pub fn cos_sin(&self) -> Result<(Interval, Interval)> {
        let middle = (&self.low + &self.high) >> 1u32;
        let bits = self.bits + GUARD;
        let x = Interval::raw(middle.clone(), middle.clone(), self.bits).with_bits(bits);
        // Less a multiple of 2π, then a quarter of the series' work: halve five times, double the angle five times.
        let turn = pi(bits + GUARD).with_bits(bits);
        let turn = &turn + &turn;
        let k = x.divide(&turn)?.low().round().to_integer();
        let mut r = &x - &(&turn * &Interval::integer(k, bits));
        for _ in 0..5 {
            r = r.half();
        }
        let (mut cos, mut sin) = (Interval::integer(1, bits), r.clone());
        let square = &r * &r;
        let (mut even, mut odd) = (cos.clone(), r.clone());
        let mut n = 1u64;
        loop {
            even = -&(&even * &square).divide(&Interval::integer(n * (n + 1), bits))?;
            odd = -&(&odd * &square).divide(&Interval::integer((n + 1) * (n + 2), bits))?;
            cos = &cos + &even;
            sin = &sin + &odd;
            n += 2;
            // Terms alternate and fall, so the rest is below the last term.
            if even.low.bits().max(even.high.bits()) <= 2
                && odd.low.bits().max(odd.high.bits()) <= 2
            {
                break;
            }
        }
        let rest = BigInt::from(4);
        let wider = |x: Interval| Interval::raw(x.low - &rest, x.high + &rest, bits);
        (cos, sin) = (wider(cos), wider(sin));
        for _ in 0..5 {
            let product = &sin * &cos;
            (cos, sin) = (&(&cos * &cos) - &(&sin * &sin), &product + &product);
        }
        // Both change by at most as much as the angle.
        let radius: BigInt = (&self.high - &middle).max(&middle - &self.low);
        let finish = |x: Interval| {
            let x = x.with_bits(self.bits);
            Interval::raw(x.low - &radius, x.high + &radius, self.bits)
        };
        Ok((finish(cos), finish(sin)))
    }
}

/// exp of a number of absolute value below 1/2.
fn exp_series(x: &Interval) -> Interval {
    let mut sum = Interval::integer(1, x.bits);
    let mut term = sum.clone();
    let mut n = 1u64;
    loop {
        term = &term * x;
        let n_big = BigInt::from(n);
        term = Interval::raw(
            num_integer::Integer::div_floor(&term.low, &n_big),
            -num_integer::Integer::div_floor(&-&term.high, &n_big),
            x.bits,
        );
        sum = &sum + &term;
        n += 1;
        if term.low.bits().max(term.high.bits()) <= 2 {
            // The rest is less than the last term.
            return Interval::raw(sum.low - 4, sum.high + 4, x.bits);
        }
    }
}

/// atanh, or atan with `alternating`, of a number of absolute value at most 1/2: the sum of (±) x^(2k+1) / (2k+1).
fn odd_series(x: &Interval, alternating: bool) -> Interval {
    let square = x * x;
    let mut power = x.clone();
    let mut sum = x.clone();
    let mut k = 1u64;
    loop {
        power = &power * &square;
        let n = BigInt::from(2 * k + 1);
        let term = Interval::raw(
            num_integer::Integer::div_floor(&power.low, &n),
            -num_integer::Integer::div_floor(&-&power.high, &n),
            x.bits,
        );
        sum = if alternating && k % 2 == 1 {
            &sum - &term
        } else {
            &sum + &term
        };
        k += 1;
        if power.low.bits().max(power.high.bits()) <= 2 {
            // Powers fall by a factor of 4 at least: the rest is less than the last power.
            return Interval::raw(sum.low - 4, sum.high + 4, x.bits);
        }
    }
}

/// The natural logarithm of 2.
pub fn ln2(bits: u32) -> Interval {
    // ln 2 = 2 atanh(1/3).
    let third = Interval::rational(&ratio(1, 3), bits + GUARD);
    let half = odd_series(&third, false);
    (&half + &half).with_bits(bits)
}

/// The ratio of a circle's circumference to its diameter, by Machin's formula.
///
/// ```
/// use bouton_chance::interval::pi;
/// assert_eq!(pi(120).decimal(20).unwrap(), "3.14159265358979323846");
/// ```
pub fn pi(bits: u32) -> Interval {
    let wide = bits + GUARD;
    let fifth = odd_series(&Interval::rational(&ratio(1, 5), wide), true);
    let small = odd_series(&Interval::rational(&ratio(1, 239), wide), true);
    let quarter = &(&Interval::integer(4, wide) * &fifth) - &small;
    (&quarter * &Interval::integer(4, wide)).with_bits(bits)
}

/// The harmonic number 1 + 1/2 + … + 1/n, for n of any size from 1: a sum where that is short, Euler's and Maclaurin's formula with the rest
/// bounded by the first term left out elsewhere.
///
/// # Errors
/// `n` is below 1.
///
/// ```
/// use bouton_chance::interval::harmonic;
/// assert_eq!(harmonic(&4.into(), 80).unwrap().decimal(10).unwrap(), "2.0833333333");
/// assert_eq!(harmonic(&1_000_000.into(), 80).unwrap().decimal(10).unwrap(), "14.3927267229");
/// ```
pub fn harmonic(n: &BigInt, bits: u32) -> Result<Interval> {
    if !n.is_positive() {
        return Err(Error::input("a harmonic number needs an n of at least 1"));
    }
    // H_n = sum below N + (psi-like series at N): H_n - H_(N-1) by the formula at both ends.
    let wide = bits + GUARD;
    let low = BigInt::from(u64::from(bits) / 2 + 20);
    let sum_to = |k: &BigInt| {
        let (mut total, mut i) = (BigInt::zero(), BigInt::one());
        let (mut count, one) = (BigInt::zero(), BigInt::one() << wide);
        while &i <= k {
            total += &one / &i;
            count += 1;
            i += 1;
        }
        // Every summand was rounded down.
        Interval::raw(total.clone(), total + count, wide)
    };
    if n <= &low {
        return Ok(sum_to(n).with_bits(bits));
    }
    let tail = |k: &BigInt| tail(k, wide);
    let near = &sum_to(&low) - &tail(&low)?;
    Ok((&near + &tail(n)?).with_bits(bits))
}

/// `H_k` less Euler's constant: ln k + 1/(2k) - sum of B_2j / (2j k^2j).
fn tail(k: &BigInt, bits: u32) -> Result<Interval> {
    let x = Interval::integer(k.clone(), bits);
    let one = Interval::integer(1, bits);
    let mut sum = &x.ln()? + &one.divide(&(&x + &x))?;
    let square = k * k;
    let mut power = square.clone();
    let mut last = BigInt::one() << bits;
    for (j, b) in (1i64..).zip(bernoulli(bits as usize / 4 + 8)) {
        let term = Interval::rational(
            &(b / crate::rational::int(2 * j) / crate::rational::int(power.clone())),
            bits,
        );
        let size = term.low.abs().max(term.high.abs());
        // The rest has the sign of the first term left out and is smaller.
        if size.bits() <= 1 || size >= last {
            return Ok(Interval::raw(&sum.low - &last, &sum.high + &last, bits));
        }
        sum = &sum - &term;
        last = size;
        power *= &square;
    }
    Ok(Interval::raw(&sum.low - &last, &sum.high + &last, bits))
}

/// The Bernoulli numbers B_2, B_4, ….
fn bernoulli(count: usize) -> Vec<crate::Rational> {
    // Tangent numbers: B_2j = (-1)^(j-1) 2j T_j / (4^j (4^j - 1)) (knuthbuckholtz1967).
    let mut t = vec![BigInt::zero(); count + 1];
    if count == 0 {
        return Vec::new();
    }
    t[1] = BigInt::one();
    for k in 2..=count {
        t[k] = &t[k - 1] * (k - 1);
    }
    for k in 2..=count {
        for j in k..=count {
            t[j] = &t[j - 1] * (j - k) + &t[j] * (j - k + 2);
        }
    }
    (1..=count)
        .map(|j| {
            let four = BigInt::one() << (2 * j);
            let sign = if j % 2 == 1 {
                BigInt::one()
            } else {
                -BigInt::one()
            };
            crate::Rational::new(sign * (2 * j) * &t[j], &four * (&four - 1))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_agree_with_one_another() {
        for n in [1i64, 2, 3, 10, 12345] {
            let x = Interval::rational(&ratio(n, 7), 200);
            let back = x.ln().unwrap().exp().unwrap();
            assert!(
                back.contains(&ratio(n, 7)) && back.width() < ratio(1, 1 << 50),
                "{n}"
            );
            let (cos, sin) = x.cos_sin().unwrap();
            assert!((&(&cos * &cos) + &(&sin * &sin)).contains(&ratio(1, 1)));
            assert!(cos.width() < ratio(1, 1 << 60));
        }
        let quarter = Interval::integer(1, 150).atan().unwrap();
        let four = Interval::integer(4, 150);
        assert_eq!((&quarter * &four).decimal(30), pi(150).decimal(30));
        let small = Interval::rational(&ratio(1, 1_000_000), 200).ln().unwrap();
        assert_eq!(small.decimal(12).unwrap(), "-13.815510557964");
        assert_eq!(
            Interval::integer(-20, 100)
                .exp()
                .unwrap()
                .scientific(5)
                .unwrap(),
            "2.06115e-9"
        );
        assert_eq!(
            Interval::integer(100, 60)
                .exp()
                .unwrap()
                .scientific(8)
                .unwrap(),
            "2.68811714e43"
        );
        assert_eq!(bernoulli(3), [ratio(1, 6), ratio(-1, 30), ratio(1, 42)]);
        for n in [30i64, 60, 100, 1000] {
            let exact = (1..=n).fold(ratio(0, 1), |s, k| s + ratio(1, k));
            let h = harmonic(&n.into(), 64).unwrap();
            assert!(h.contains(&exact) && h.width() < ratio(1, 1 << 40), "{n}");
        }
    }
}
