//! 848: two players who guess each other's number by showing sets.

use crate::interval::Interval;
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use std::collections::HashMap;

pub const STUDY: Study = Study {
    id: 848,
    text: "Brute force is the recursion over the numbers m and n of candidates. With p(x) the least power of two with 3p >= x and \
        L = 3*p(m)/2: if n >= L (and p(m) >= 2), the first player wins with 1 - L*(m - p(m))/(m*n); if n >= 3 and m >= 3*p(n), with \
        3*p(n)*(n - p(n))/(m*n). One of the two covers every pair that is asked for; elsewhere the recursion answers. The sum is \
        exact.",
    known: || {
        Ok(Known::Verified(
            "both formulas equal the recursion wherever they apply for m, n <= 60".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut twins = Vec::new();
        for m in 1..=60u32 {
            for n in [
                1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 13, 16, 20, 23, 24, 25, 31, 40, 48, 60,
            ] {
                twins.push(format!(r#"{{"fn": "p", "m": {m}, "n": {n}}}"#));
            }
        }
        twins
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "p" => answer(input, &mut |m, n| chance(m, n)),
        "sum p(7^i,5^j)" => {
            let (i_max, j_max) = (input.u64("i_max")?, input.u64("j_max")?);
            if i_max > 20 || j_max > 25 {
                return Err(Error::limit("i is at most 20 and j at most 25"));
            }
            let mut sum = Interval::int(0);
            for i in 0..=i_max as u32 {
                for j in 0..=j_max as u32 {
                    sum = sum + Interval::ratio(&chance(7u64.pow(i), 5u64.pow(j))?);
                }
            }
            Ok(Value::from(sum.decimals(8)?))
        }
        _ => Err(input.unknown()),
    }
}

/// `p`, also for one candidate and any n, or any m and one candidate.
fn answer(input: &Input, chance: &mut dyn FnMut(u64, u64) -> Result<BigRational>) -> Result<Value> {
    if input.need("m")?.as_u64() == Some(1) {
        return Ok(Value::from("1"));
    }
    if input.need("m")?.as_str() == Some("m") && input.u64("n")? == 1 {
        // Nothing is won by asking with one candidate left for the other.
        let same = (1..=40).all(|m| chance(m, 1).is_ok_and(|p| p == fraction(1, m)));
        return match same {
            true => Ok(Value::from("1/m")),
            false => Err(Error::limit("p(m, 1) is not 1/m")),
        };
    }
    let (m, n) = (input.u64("m")?, input.u64("n")?);
    if m == 0 || n == 0 {
        return Err(Error::input("m and n are at least 1"));
    }
    Ok(Value::from(Interval::ratio(&chance(m, n)?).decimals(8)?))
}

fn fraction(p: u64, q: u64) -> BigRational {
    BigRational::new(p.into(), q.into())
}

/// The least power of two p with 3p >= x.
fn power(x: u64) -> u64 {
    let mut p = 1u64;
    while u128::from(p) * 3 < u128::from(x) {
        p *= 2;
    }
    p
}

/// p(m, n).
fn chance(m: u64, n: u64) -> Result<BigRational> {
    if m == 1 {
        return Ok(BigRational::one());
    }
    let product = BigInt::from(m) * n;
    let (pm, pn) = (power(m), power(n));
    if pm >= 2 && n >= pm / 2 * 3 {
        let lost = BigRational::new(BigInt::from(pm / 2 * 3) * (m - pm), product);
        return Ok(BigRational::one() - lost);
    }
    if n >= 3 && u128::from(m) >= u128::from(pn) * 3 {
        return Ok(BigRational::new(BigInt::from(pn) * 3 * (n - pn), product));
    }
    if n == 1 {
        return Ok(fraction(1, m));
    }
    recursion(m, n, &mut HashMap::new())
}

/// From the definition; every state has fewer candidates in all.
fn recursion(m: u64, n: u64, memory: &mut HashMap<(u64, u64), BigRational>) -> Result<BigRational> {
    if m + n > 200 {
        return Err(Error::limit(
            "neither formula covers m and n, and the recursion is for m + n <= 200",
        ));
    }
    if m == 1 {
        return Ok(BigRational::one());
    }
    if let Some(known) = memory.get(&(m, n)) {
        return Ok(known.clone());
    }
    let one = BigRational::one();
    let lost = |m: u64, memory: &mut HashMap<(u64, u64), BigRational>| -> Result<BigRational> {
        Ok(&one - recursion(n, m, memory)?)
    };
    let mut best = fraction(1, m) + fraction(m - 1, m) * lost(m - 1, memory)?;
    for k in 2..m {
        let yes = fraction(k, m) * lost(k, memory)?;
        let no = fraction(m - k, m) * lost(m - k, memory)?;
        best = best.max(yes + no);
    }
    memory.insert((m, n), best.clone());
    Ok(best)
}

fn brute(input: &Input) -> Result<Value> {
    thread_local! {
        static MEMORY: std::cell::RefCell<HashMap<(u64, u64), BigRational>> = Default::default();
    }
    match input.function() {
        "p" => MEMORY.with_borrow_mut(|memory| answer(input, &mut |m, n| recursion(m, n, memory))),
        _ => Err(input.unknown()),
    }
}
