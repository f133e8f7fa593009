//! 787: two coprime piles and a move along the Stern–Brocot tree.

use crate::number::{integer, natural};
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 787,
    text: "The equation ad - bc = ±1 leaves the two parents of a/b in the Stern-Brocot tree, which lie on the same side of 1. Read modulo 2, a pair is \
        one of (odd, even), (even, odd), (odd, odd), and its parents are the two other kinds. A pair is lost exactly if its sum is odd and the \
        smaller pile is even: its parents have an odd smaller pile and leave no empty pile; from an odd smaller pile one parent has an even one, or is 0/1 and \
        wins. So the answer is the sum of Euler's function up to N less twice a count of coprime even numbers below half an odd one; both are \
        sums of Möbius values in blocks with equal quotients, by Mertens' function at the quotients.",
    known: || {
        Ok(Known::Theorem(
            "the parity rule, proved on the Stern-Brocot tree in the text".into(),
        ))
    },
    run,
    brute,
    twins: || {
        (0..=60)
            .map(|n| format!(r#"{{"fn": "H", "N": {n}}}"#))
            .collect()
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "H" => Ok(integer(won(input.u64("N")?)?, input.modulus()?)),
        _ => Err(input.unknown()),
    }
}

/// Mertens' function at every quotient of n: O(n^(2/3)).
struct Mertens {
    n: u64,
    small: Vec<i64>,
    /// At n/i, for the quotients beyond the table.
    large: Vec<i64>,
}

impl Mertens {
    fn new(n: u64) -> Mertens {
        let limit = (n as f64).powf(2.0 / 3.0) as usize + 2;
        let mut moebius = vec![1i64; limit + 1];
        let mut prime = vec![true; limit + 1];
        for p in 2..=limit {
            if prime[p] {
                for q in (p..=limit).step_by(p) {
                    prime[q] = false;
                    moebius[q] = -moebius[q];
                }
                for q in (p.saturating_mul(p)..=limit).step_by(p.saturating_mul(p)) {
                    moebius[q] = 0;
                }
            }
        }
        moebius[0] = 0;
        let mut sum = 0;
        let small = moebius.iter().map(|m| {
            sum += m;
            sum
        });
        let mut all = Mertens {
            n,
            small: small.collect(),
            large: vec![0; n as usize / limit + 2],
        };
        for i in (1..all.large.len()).rev() {
            let x = n / i as u64;
            // The sum of Mertens at x/d over all d is 1.
            let mut value = 1;
            let mut d = 2;
            while d <= x {
                let last = x / (x / d);
                value -= (last - d + 1) as i64 * all.at(x / d);
                d = last + 1;
            }
            all.large[i] = value;
        }
        all
    }

    fn at(&self, x: u64) -> i64 {
        match self.small.get(x as usize) {
            Some(value) => *value,
            None => self.large[(self.n / x) as usize],
        }
    }

    /// The sum of the Möbius function over the odd numbers up to x: an even number 2d has -1 times the value of an odd d.
    fn odd(&self, mut x: u64) -> i64 {
        let mut sum = 0;
        while x > 0 {
            sum += self.at(x);
            x /= 2;
        }
        sum
    }
}

fn won(n: u64) -> Result<i128> {
    if n > 1 << 40 {
        return Err(Error::limit(format!("N = {n} is too large: at most 2^40")));
    }
    if n < 2 {
        return Ok(0);
    }
    let mertens = Mertens::new(n);
    // Sums up to x over odd m of floor(m/4): m = 4i + 1 and 4i + 3 give i.
    let quarters = |x: u64| {
        let (ones, threes) = (x.div_ceil(4) as i128, ((x + 1) / 4) as i128);
        ones * (ones - 1) / 2 + threes * (threes - 1) / 2
    };
    let (mut squares, mut lost) = (0i128, 0i128);
    let mut d = 1;
    while d <= n {
        let q = n / d;
        let last = n / q;
        let all = mertens.at(last) - if d == 1 { 0 } else { mertens.at(d - 1) };
        let odd = mertens.odd(last) - mertens.odd(d - 1);
        squares += i128::from(all) * i128::from(q) * i128::from(q);
        lost += i128::from(odd) * quarters(q);
        d = last + 1;
    }
    // Coprime pairs with a + b = s are as many as Euler's function of s says, for s >= 2.
    let pairs = (1 + squares) / 2 - 1;
    Ok(pairs - 2 * lost)
}

fn options(p: &(u64, u64)) -> Vec<(u64, u64)> {
    let (a, b) = *p;
    let mut out = Vec::new();
    if a == 0 || b == 0 {
        return out;
    }
    for c in 0..=a {
        for d in 0..=b {
            if (a * d).abs_diff(b * c) == 1 {
                out.push((a - c, b - d));
            }
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let n = input.u64("N")?;
    let mut search = Search::new();
    let mut count = 0u64;
    for a in 1..n {
        for b in (1..=n - a).filter(|b| num_integer::gcd(a, *b) == 1) {
            count += u64::from(!search.lost(&(a, b), options));
        }
    }
    Ok(natural(count, None))
}
