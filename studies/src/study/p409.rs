//! 409: Nim with piles of different sizes.

use crate::number::{integer, mul, natural};
use crate::search::{Search, tuples};
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;

pub const STUDY: Study = Study {
    id: 409,
    text: "By Bouton's theorem the lost positions are those with nim-sum 0. Let a(k) be the number of ordered lists of k different \
        numbers from 1 to N = 2^n - 1 with nim-sum 0. The first k - 1 numbers determine the last; it is not allowed if it is 0, which makes them a \
        list counted by a(k - 1), or if it is one of them, and then the other k - 2 have nim-sum 0. So a(k) is \
        N(N-1)…(N-k+2) - a(k-1) - (k-1)(N-k+2) a(k-2). The answer is all lists of n numbers less a(n).",
    known: || {
        Ok(Known::Theorem(
            "nim-sums (bouton1901), and the recurrence proved in the text".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (1..=4)
            .map(|n| format!(r#"{{"fn": "W", "n": {n}}}"#))
            .collect();
        all.push(r#"{"fn": "W", "n": 4, "mod": 1000}"#.into());
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "W" => {
            let n = input.u64("n")?;
            match input.modulus()? {
                Some(m) => Ok(natural(won_modulo(n, m), Some(m))),
                None if n <= 2000 => Ok(integer(won(n), None)),
                None => Err(Error::limit(format!(
                    "the answer for n = {n} has millions of digits; give a modulus"
                ))),
            }
        }
        _ => Err(input.unknown()),
    }
}

fn won(n: u64) -> BigInt {
    let most: BigInt = (BigInt::from(1) << n) - 1;
    // a(k-2), a(k-1), and N(N-1)…(N-k+2).
    let (mut before, mut last, mut lists) = (BigInt::from(1), BigInt::from(0), most.clone());
    for k in 2..=n {
        let next = &lists - &last - (k - 1) * (&most - k + 2) * &before;
        (before, last) = (last, next);
        lists *= &most - (k - 1);
    }
    match n {
        0 => BigInt::from(0),
        _ => lists - last,
    }
}

fn won_modulo(n: u64, m: u64) -> u64 {
    let most = (crate::number::power(2, n, m) + m - 1) % m;
    let less = |k: u64| (most + m - k % m) % m;
    let (mut before, mut last, mut lists) = (1 % m, 0, most);
    for k in 2..=n {
        let doubled = mul(mul((k - 1) % m, less(k - 2), m), before, m);
        let next =
            ((lists as u128 + (m - last) as u128 + (m - doubled) as u128) % m as u128) as u64;
        (before, last) = (last, next);
        lists = mul(lists, less(k - 1), m);
    }
    match n {
        0 => 0,
        _ => (lists + m - last) % m,
    }
}

fn options(piles: &Vec<u64>) -> Vec<Vec<u64>> {
    let mut out = Vec::new();
    for i in 0..piles.len() {
        for left in 0..piles[i] {
            let mut next = piles.clone();
            next[i] = left;
            next.sort_unstable();
            out.push(next);
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let n = input.usize("n")?;
    let mut search = Search::new();
    let mut count = 0u64;
    for mut piles in tuples(n, 1, (1 << n) - 1) {
        piles.sort_unstable();
        if piles.windows(2).all(|w| w[0] != w[1]) {
            count += u64::from(!search.lost(&piles, options));
        }
    }
    Ok(natural(count, input.modulus()?))
}
