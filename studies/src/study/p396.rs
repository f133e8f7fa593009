//! 396: weak Goodstein sequences: how long they last.

use crate::number::{mul, natural, power};
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 396,
    text: "Let y be one more than the base that is reached. To clear a digit 1 at place i, with zeros below it, takes y from y to \
        f_i(y): f_0(y) = y + 1, and f_i(y) is f_{i-1} applied y times, because a borrow leaves the digit y - 1 at every place \
        below, and one step is taken. So f_1(y) = 2y, f_2(y) = y*2^y, and f_3(y) repeats y -> y*2^y. The number of terms that are \
        not zero is the last y less 3. Numbers below 16 have four binary digits. Modulo 2^s*5^s only y modulo 10^s is needed to \
        go on: 2^y modulo 5^s has a period that divides 4*5^(s-1), and 2^y is 0 modulo 2^s as soon as y >= s. Brute force writes \
        the terms digit by digit.",
    known: || {
        Ok(Known::Theorem(
            "the rule for one digit, by induction over its place".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let one = (1..=7).map(|n| format!(r#"{{"fn": "G", "n": {n}}}"#));
        let sums = (2..=8).map(|b| format!(r#"{{"fn": "sum_G", "B": {b}, "mod": 1000}}"#));
        one.chain(sums).collect()
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "prefix" => {
            let terms = terms(input.u64("n")?, input.usize("length")?);
            Ok(terms.into_iter().map(Value::from).collect())
        }
        "G" => length(input.u64("n")?, input.modulus()?).map(Value::from),
        "sum_G" => {
            let modulus = input.modulus()?;
            let mut sum = 0u128;
            for n in 1..input.u64("B")? {
                sum += u128::from(length(n, modulus)?);
            }
            Ok(natural(sum, modulus))
        }
        _ => Err(input.unknown()),
    }
}

/// The first terms.
fn terms(n: u64, count: usize) -> Vec<u64> {
    let mut terms = vec![n];
    let mut base = 2;
    while terms.len() < count && terms.last().is_some_and(|t| *t > 0) {
        let mut rest = terms[terms.len() - 1];
        let (mut value, mut place) = (0u64, 1u64);
        while rest > 0 {
            value = value.saturating_add((rest % base).saturating_mul(place));
            place = place.saturating_mul(base + 1);
            rest /= base;
        }
        terms.push(value - 1);
        base += 1;
    }
    terms.truncate(count);
    terms
}

/// The number of terms that are not zero: exactly if it is below 2^64, else modulo a power of ten.
fn length(n: u64, modulus: Option<u64>) -> Result<u64> {
    if n >= 16 {
        return Err(Error::limit(format!(
            "the sequence of {n} is too long to count; numbers below 16 are counted"
        )));
    }
    let mut y = 3 + (n & 1);
    if n & 2 != 0 {
        y *= 2;
    }
    if n & 4 != 0 {
        // y <= 8 here.
        y <<= y;
    }
    let Some(m) = modulus else {
        return match n & 8 {
            0 => Ok(y - 3),
            _ => Err(Error::limit(format!(
                "the length for {n} has more than 10^8 digits; give a power of ten as `mod`"
            ))),
        };
    };
    let digits = m.ilog10();
    if m != 10u64.pow(digits) || digits < 2 {
        return Err(Error::input(format!(
            "the modulus {m} is not a power of ten from 100 to 10^19"
        )));
    }
    if n & 8 != 0 {
        // y -> y * 2^y, y times; y is known modulo 10^digits, and exactly while it is small.
        let five = 5u64.pow(digits);
        let mut exact = Some(y);
        let mut rest = y % m;
        for _ in 0..y {
            let two = match exact {
                Some(e) => power(2, e, m),
                // The exponent may be any large number with the same rest modulo 4 * 5^(digits - 1); one that is at least
                // `digits` makes 2^y zero modulo 2^digits.
                None => power(2, rest % (five / 5 * 4) + five / 5 * 4 * 64, m),
            };
            rest = mul(rest, two, m);
            exact = exact
                .and_then(|e| e.checked_mul(1u64.checked_shl(u32::try_from(e).ok()?)?))
                .filter(|e| *e < 1 << 40 && exact.is_some_and(|old| old < 20));
        }
        y = rest;
    }
    Ok((y % m + m - 3 % m) % m)
}

/// Term by term, as lists of digits.
fn brute(input: &Input) -> Result<Value> {
    let count = |n: u64| -> Result<u64> {
        if n >= 8 {
            return Err(Error::limit("brute force is for n < 8"));
        }
        let mut digits: Vec<u64> = (0..3).map(|i| n >> i & 1).collect();
        let (mut base, mut length) = (2, 0);
        while digits.iter().any(|d| *d > 0) {
            length += 1;
            base += 1;
            let place = digits.iter().position(|d| *d > 0).unwrap_or(0);
            digits[place] -= 1;
            digits[..place].fill(base - 1);
        }
        Ok(length)
    };
    let modulus = input.modulus()?;
    match input.function() {
        "G" => Ok(natural(count(input.u64("n")?)?, modulus)),
        "sum_G" => {
            let sum: Result<u64> = (1..input.u64("B")?).map(count).sum();
            Ok(natural(sum?, modulus))
        }
        _ => Err(input.unknown()),
    }
}
