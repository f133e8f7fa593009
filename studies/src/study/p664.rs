//! 664: tokens that jump towards a line, from columns that hold more and more of them.

use crate::interval::{Interval, pi};
use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

pub const STUDY: Study = Study {
    id: 664,
    text: "A token counts phi^-distance from the square to be reached; no move raises the sum, because phi^-1 + phi^-2 = 1. At the start the \
        sum for the L-th column is phi^(4-L) times the sum S of d^n*phi^-d, and finitely many moves cannot use it all, so \
        L < 4 + log S / log phi; F(n) is the last such L. For small n, S is a + b*phi with whole numbers and is compared exactly \
        with powers of phi. For large n, S is n!/(ln phi)^(n+1) up to a factor between 1 - e and 1 + e with e < 8^-n. Brute force adds \
        up S column by column, with a bound for the rest, for n <= 60, and beyond compares in whole numbers.",
    known: || {
        Ok(Known::Verified(
            "the bound is proved; that it is reached is known by plays for n = 0, 1, 2, 3, 11 and 123".into(),
        ))
    },
    run,
    brute,
    twins: || {
        (0..=60)
            .chain([101, 102, 110, 120, 150, 200])
            .map(|n| format!(r#"{{"fn": "F", "n": {n}}}"#))
            .collect()
    },
};

/// Up to here S is found exactly.
const EXACT: u64 = 100;

fn run(input: &Input) -> Result<Value> {
    let n = input.u64("n")?;
    if input.function() != "F" || n > 1 << 50 {
        return Err(Error::limit("the study has F(n) for n <= 2^50"));
    }
    let level = if n <= EXACT {
        exact(n as usize)
    } else {
        asymptotic(n)?
    };
    Ok(natural(level, None))
}

/// The sign of a + b*phi; twice that is (2a + b) + b*sqrt(5).
fn is_positive(a: &BigInt, b: &BigInt) -> bool {
    let x: BigInt = a * 2 + b;
    let (left, right) = (&x * x.abs(), b * b.abs() * 5);
    let sum: BigInt = left + right;
    sum.is_positive()
}

/// The largest L with phi^(L-4) < S.
fn exact(n: usize) -> u64 {
    // S_n = phi*(1 + sum over k < n of C(n, k)*S_k), as a + b*phi.
    let mut sums: Vec<(BigInt, BigInt)> = Vec::new();
    for n in 0..=n {
        let (mut a, mut b) = (BigInt::from(1), BigInt::zero());
        let mut binomial = BigInt::from(1);
        for (k, (x, y)) in sums.iter().enumerate() {
            a += &binomial * x;
            b += &binomial * y;
            binomial = binomial * (n - k) / (k + 1);
        }
        // phi*(a + b*phi) = b + (a + b)*phi.
        sums.push((b.clone(), a + b));
    }
    let (a, b) = &sums[n];
    let (mut x, mut y) = (BigInt::from(1), BigInt::zero());
    let mut level = 4;
    // phi^(level - 4) = x + y*phi; S is at least phi.
    loop {
        (x, y) = (y.clone(), x + y);
        if !is_positive(&(a - &x), &(b - &y)) {
            return level;
        }
        level += 1;
    }
}

fn ln_phi() -> Result<Interval> {
    (Interval::int(1) + Interval::int(5).sqrt()?).over(2).ln()
}

/// ln n! = n ln n - n + ln(2 pi n)/2 + 1/12n - 1/360n^3 + r with 0 <= r <= 1/1260n^5.
fn ln_factorial(n: u64) -> Result<Interval> {
    let whole = BigInt::from(n);
    let ln = Interval::int(n).ln()?;
    let circle = pi().times(2 * whole.clone()).ln()?.over(2);
    let rest = Interval::int(0).hull(&Interval::fraction(1, whole.pow(5) * 1260));
    let sum = ln.times(n) - Interval::int(n) + circle + Interval::fraction(1, n * 12);
    Ok(sum - Interval::fraction(1, whole.pow(3) * 360) + rest)
}

fn asymptotic(n: u64) -> Result<u64> {
    let step = ln_phi()?;
    let ln_s =
        ln_factorial(n)? - step.ln()?.times(n + 1) + Interval::error((3 * n).min(250) as u32);
    level(&(Interval::int(4) + ln_s.divide(&step)?))
}

/// The last whole number below a number that is no whole number.
fn level(bound: &Interval) -> Result<u64> {
    let floor = bound.floor().and_then(|f| u64::try_from(f).ok());
    floor.ok_or_else(|| Error::limit("the bounds do not decide the level"))
}

/// Column by column.
fn brute(input: &Input) -> Result<Value> {
    let n = input.u64("n")?;
    match n {
        0..=60 => {}
        // Sums in whole numbers, which the study itself uses only up to EXACT.
        61..=300 => return Ok(natural(exact(n as usize), None)),
        _ => return Err(Error::limit("brute force is for n <= 300")),
    }
    let x = (Interval::int(5).sqrt()? - Interval::int(1)).over(2);
    let mut power = Interval::int(1);
    let mut sum = Interval::int(0);
    // From d = 4n + 400 on, each term is less than 0.8 times the one before.
    let last = 4 * n + 400;
    for d in 1..last {
        power = &power * &x;
        sum = sum + power.times(BigInt::from(d).pow(n as u32));
    }
    let next = (&power * &x).times(BigInt::from(last).pow(n as u32));
    sum = sum + Interval::int(0).hull(&next.times(5));
    let bound = Interval::int(4) + sum.ln()?.divide(&ln_phi()?)?;
    match level(&bound) {
        Ok(level) => Ok(natural(level, None)),
        // The sum is a power of phi within the bounds: then it is not below the next level.
        Err(_) => Ok(natural(
            level(&(bound - Interval::error(100).high()))?,
            None,
        )),
    }
}
