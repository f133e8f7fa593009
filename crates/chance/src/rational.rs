//! Exact rationals: reading, printing, decimals.

use bouton_core::{Error, Result};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Pow, Signed, Zero};

/// A rational number of any size, in lowest terms.
pub type Rational = num_rational::BigRational;

/// Decimal exponents beyond this are refused when a number is read: the number would not fit into memory.
const LARGEST_EXPONENT: u32 = 100_000;

/// `n / d`.
///
/// # Panics
/// If `d` is 0: meant for constants; [`parse`] reads what users write.
///
/// ```
/// use bouton_chance::rational::{ratio, text};
/// assert_eq!(text(&ratio(14, -6)), "-7/3");
/// ```
pub fn ratio(n: i64, d: i64) -> Rational {
    Rational::new(n.into(), d.into())
}

/// The integer `n`.
pub fn int(n: impl Into<BigInt>) -> Rational {
    Rational::from_integer(n.into())
}

/// Reads an integer, a fraction `7/3`, or a decimal `-0.25` or `1e-3`.
///
/// # Errors
/// One sentence that quotes the text and shows the forms.
///
/// ```
/// use bouton_chance::rational::{parse, ratio};
/// assert_eq!(parse(" -7/3 ").unwrap(), ratio(-7, 3));
/// assert_eq!(parse("0.25").unwrap(), ratio(1, 4));
/// assert!(parse("1/0").is_err());
/// ```
pub fn parse(text: &str) -> Result<Rational> {
    let wrong = |why: &str| {
        Error::input(format!(
            "`{}` is not a number: {why}; write for example `3`, `-7/3` or `0.25`",
            text.trim()
        ))
    };
    let integer = |part: &str| -> Option<BigInt> {
        let digits = part.strip_prefix(['-', '+']).unwrap_or(part);
        let good = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        good.then(|| part.parse().ok()).flatten()
    };
    let t = text.trim();
    if let Some((n, d)) = t.split_once('/') {
        let n = integer(n.trim()).ok_or_else(|| wrong("the numerator is not an integer"))?;
        let d = integer(d.trim()).ok_or_else(|| wrong("the denominator is not an integer"))?;
        if d.is_zero() {
            return Err(wrong("the denominator is 0"));
        }
        return Ok(Rational::new(n, d));
    }
    let (mantissa, exponent) = match t.split_once(['e', 'E']) {
        Some((m, e)) => (
            m,
            e.parse::<i32>()
                .map_err(|_| wrong("the exponent is not an integer"))?,
        ),
        None => (t, 0),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{part}");
    let bare = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    if bare.is_empty() && part.is_empty() || part.starts_with(['-', '+']) {
        return Err(wrong("it has no digits"));
    }
    let n = integer(&digits).ok_or_else(|| wrong("it is not made of digits"))?;
    let places = i64::try_from(part.len()).unwrap_or(i64::MAX) - i64::from(exponent);
    let size = u32::try_from(places.unsigned_abs()).unwrap_or(u32::MAX);
    if size > LARGEST_EXPONENT {
        return Err(wrong("it has too many places"));
    }
    let power = BigInt::from(10).pow(size);
    Ok(if places >= 0 {
        Rational::new(n, power)
    } else {
        Rational::from_integer(n * power)
    })
}

/// `7/3`, `-2`: as it reads back.
pub fn text(r: &Rational) -> String {
    r.to_string()
}

/// The decimal with `digits` places behind the point, rounded to the nearest, a half away from zero.
///
/// ```
/// use bouton_chance::rational::{decimal, ratio};
/// assert_eq!(decimal(&ratio(-2, 3), 5), "-0.66667");
/// assert_eq!(decimal(&ratio(5, 2), 0), "3");
/// ```
pub fn decimal(r: &Rational, digits: u32) -> String {
    let scale: BigInt = BigInt::from(10).pow(digits);
    fixed(&round(&(r * Rational::from_integer(scale))), digits)
}

/// The nearest integer, a half away from zero.
pub fn round(r: &Rational) -> BigInt {
    let two = BigInt::from(2);
    let n = (r.numer().abs() * &two + r.denom()).div_floor(&(r.denom() * &two));
    if r.is_negative() { -n } else { n }
}

/// `n / 10^digits` as a decimal.
pub(crate) fn fixed(n: &BigInt, digits: u32) -> String {
    let places = digits as usize;
    let mut s = n.abs().to_string();
    if s.len() <= places {
        s = format!("{}{s}", "0".repeat(places + 1 - s.len()));
    }
    let sign = if n.sign() == Sign::Minus { "-" } else { "" };
    let (whole, part) = s.split_at(s.len() - places);
    if places == 0 {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{part}")
    }
}

/// Scientific notation with `digits` places behind the point: `6.0400000000e-4`.
///
/// ```
/// use bouton_chance::rational::{ratio, scientific};
/// assert_eq!(scientific(&ratio(1, 1656), 4), "6.0386e-4");
/// assert_eq!(scientific(&ratio(99_999, 1), 2), "1.00e5");
/// ```
pub fn scientific(r: &Rational, digits: u32) -> String {
    if r.is_zero() {
        return format!("{}e0", fixed(&BigInt::zero(), digits));
    }
    let length = |n: &BigInt| i64::try_from(n.abs().to_string().len()).unwrap_or(i64::MAX);
    let mut exponent = length(r.numer()) - length(r.denom());
    let ten = BigInt::from(10);
    loop {
        let shift = i64::from(digits) - exponent;
        let power = Rational::from_integer(ten.clone().pow(shift.unsigned_abs()));
        let scaled = if shift >= 0 { r * power } else { r / power };
        let n = round(&scaled);
        match length(&n) - 1 - i64::from(digits) {
            0 => return format!("{}e{exponent}", fixed(&n, digits)),
            over => exponent += over.signum(),
        }
    }
}

/// The closest double: for guesses, never for answers.
pub(crate) fn guess(r: &Rational) -> f64 {
    use num_traits::ToPrimitive;
    let bits = |n: &BigInt| i64::try_from(n.bits()).unwrap_or(i64::MAX);
    let shift = 64 - (bits(r.numer()) - bits(r.denom()));
    let (n, d) = if shift >= 0 {
        (r.numer() << shift.unsigned_abs(), r.denom().clone())
    } else {
        (r.numer().clone(), r.denom() << shift.unsigned_abs())
    };
    let q = (n / d).to_f64().unwrap_or(0.0);
    let half = i32::try_from(shift / 2).unwrap_or(i32::MAX);
    let rest = i32::try_from(shift - shift / 2).unwrap_or(i32::MAX);
    q * 2f64.powi(-half) * 2f64.powi(-rest)
}

/// `n / d` in lowest terms; quick for numbers of many digits.
pub(crate) fn lowest(n: BigInt, d: BigInt) -> Rational {
    let g = gcd(&n, &d);
    let (n, d) = if g.is_one() { (n, d) } else { (n / &g, d / g) };
    if d.is_negative() {
        Rational::new_raw(-n, -d)
    } else {
        Rational::new_raw(n, d)
    }
}

/// The greatest common divisor by Lehmer's method: quotients from the leading words, one pass over all words for thirty bits or so.
/// The usual binary method passes over all words for every bit.
pub fn gcd(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.abs(), b.abs());
    if a < b {
        std::mem::swap(&mut a, &mut b);
    }
    while b.bits() > 128 {
        let shift = a.bits() - 62;
        let (mut x, mut y) = (lead(&a, shift), lead(&b, shift));
        // a' = p a + q b, b' = r a + s b, as long as the quotient is certain.
        let (mut p, mut q, mut r, mut s) = (1i64, 0i64, 0i64, 1i64);
        while y + r != 0 && y + s != 0 {
            let t = (x + p) / (y + r);
            if t != (x + q) / (y + s) || t >= 1 << 31 {
                break;
            }
            let next = |u: i64, v: i64| t.checked_mul(v).and_then(|tv| u.checked_sub(tv));
            let (Some(np), Some(nq), Some(ny)) = (next(p, r), next(q, s), next(x, y)) else {
                break;
            };
            (p, r, q, s, x, y) = (r, np, s, nq, y, ny);
            if r.unsigned_abs() > 1 << 30 || s.unsigned_abs() > 1 << 30 {
                break;
            }
        }
        if q == 0 {
            let rest = &a % &b;
            (a, b) = (b, rest);
        } else {
            let (na, nb) = (&a * p + &b * q, &a * r + &b * s);
            (a, b) = (na, nb);
        }
    }
    if b.is_zero() { a } else { b.gcd(&(a % &b)) }
}

fn lead(a: &BigInt, shift: u64) -> i64 {
    use num_traits::ToPrimitive;
    (a >> shift).to_i64().unwrap_or(0)
}

/// The least common multiple of the denominators, 1 for none.
pub(crate) fn common_denominator<'a>(all: impl Iterator<Item = &'a Rational>) -> BigInt {
    all.fold(BigInt::one(), |d, r| {
        if (&d % r.denom()).is_zero() {
            d
        } else {
            d.lcm(r.denom())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_back() {
        for t in ["0", "-7/3", "12345678901234567890/7"] {
            assert_eq!(text(&parse(t).unwrap()), t);
        }
        for t in [
            "",
            "/",
            "1/",
            "a",
            "1.2.3",
            ".",
            "1e",
            "--1",
            "1/0",
            "1e999999999",
            "-",
        ] {
            assert!(parse(t).unwrap_err().is_input(), "{t}");
        }
        assert_eq!(parse("1e3").unwrap(), int(1000));
        assert_eq!(parse("-.5").unwrap(), ratio(-1, 2));
    }

    #[test]
    fn common_divisors_of_large_numbers_agree_with_the_binary_method() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut random = |words: usize| {
            let digits: Vec<u32> = (0..words).map(|_| rng.u32(..)).collect();
            BigInt::from(num_bigint::BigUint::new(digits))
        };
        for i in 0..300 {
            let (a, b, c) = (random(1 + i % 40), random(1 + i * 7 % 50), random(i % 13));
            assert_eq!(gcd(&(&a * &c), &(&b * &c)), (&a * &c).gcd(&(&b * &c)));
        }
    }

    #[test]
    fn decimals_round_to_the_nearest() {
        assert_eq!(decimal(&ratio(1, 8), 2), "0.13");
        assert_eq!(decimal(&ratio(-1, 8), 2), "-0.13");
        assert_eq!(decimal(&ratio(1, 3), 0), "0");
        assert_eq!(scientific(&ratio(1, 1000), 1), "1.0e-3");
        assert_eq!(scientific(&int(0), 1), "0.0e0");
        assert!((guess(&ratio(1, 3)) - 1.0 / 3.0).abs() < 1e-15);
    }
}
