//! 758: three buckets of water: the fewest pourings to one litre.

use crate::number::{mul, natural, power};
use crate::{Error, Input, Known, Result, Study, Value};
use std::collections::{HashSet, VecDeque};

pub const STUDY: Study = Study {
    id: 758,
    text: "Brute force (search in breadth) agrees with 2(p + q) - 2, where p/q is the last convergent but one of the continued fraction of \
        b/a: |q*b - p*a| = 1 is the cheapest way to one litre. For 2^A - 1 and 2^B - 1 the division with rest runs on the \
        exponents: the quotient is 2^r*(2^(A*t) - 1)/(2^A - 1) for B = t*A + r, so each convergent is found modulo the prime in a few \
        steps, also where 2^A - 1 is 0 modulo the prime and the quotient is 2^r*t.",
    known: || {
        Ok(Known::Verified(
            "the formula equals search in breadth for all coprime a <= b <= 60".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let pairs = (1..=60u64).flat_map(|b| (1..=b).map(move |a| (a, b)));
        pairs
            .filter(|(a, b)| num_integer::gcd(*a, *b) == 1)
            .map(|(a, b)| format!(r#"{{"fn": "P", "a": {a}, "b": {b}}}"#))
            .collect()
    },
};

fn buckets(input: &Input) -> Result<(u64, u64)> {
    let (a, b) = (input.u64("a")?, input.u64("b")?);
    match 1 <= a && a <= b && num_integer::gcd(a, b) == 1 && b < 1 << 60 {
        true => Ok((a, b)),
        false => Err(Error::input(format!(
            "a = {a} and b = {b} must be coprime, with 1 <= a <= b < 2^60"
        ))),
    }
}

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "P" => {
            let (a, b) = buckets(input)?;
            let (mut x, mut y) = (b, a);
            // Convergents p/q; the last one but one has a numerator and a denominator below b and a.
            let (mut now, mut before) = ([1u64, 0], [0u64, 1]);
            while x % y != 0 {
                let t = x / y;
                (now, before) = ([0, 1].map(|i| t * now[i] + before[i]), now);
                (x, y) = (y, x % y);
            }
            Ok(natural(2 * (now[0] + now[1]) - 2, None))
        }
        "target" => {
            let limit = input.u64("primes_below")?;
            let m = input.modulus()?.unwrap_or(PRIME);
            if limit > 4000 || m != PRIME {
                return Err(Error::limit("primes below at most 4000, modulo 1000000007"));
            }
            let primes: Vec<u64> = (2..limit)
                .filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0))
                .collect();
            let mut sum = 0;
            for (i, q) in primes.iter().enumerate() {
                for p in &primes[..i] {
                    sum = (sum + mersenne(p.pow(5), q.pow(5))) % PRIME;
                }
            }
            Ok(natural(sum, None))
        }
        _ => Err(input.unknown()),
    }
}

const PRIME: u64 = 1_000_000_007;

/// The number of pourings for 2^a - 1 and 2^b - 1 with coprime exponents a < b, modulo the prime.
fn mersenne(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (b, a);
    let (mut now, mut before) = ([1u64, 0], [0u64, 1]);
    while x % y != 0 {
        let (t, r) = (x / y, x % y);
        let unit = (power(2, y, PRIME) + PRIME - 1) % PRIME;
        let sum = match unit {
            0 => t % PRIME,
            _ => {
                let whole = (power(2, y * t, PRIME) + PRIME - 1) % PRIME;
                mul(whole, power(unit, PRIME - 2, PRIME), PRIME)
            }
        };
        let t = mul(power(2, r, PRIME), sum, PRIME);
        (now, before) = (
            [0, 1].map(|i| (mul(t, now[i], PRIME) + before[i]) % PRIME),
            now,
        );
        (x, y) = (y, r);
    }
    (2 * (now[0] + now[1]) + PRIME - 2) % PRIME
}

/// Search in breadth.
fn brute(input: &Input) -> Result<Value> {
    let (a, b) = buckets(input)?;
    if b > 5000 {
        return Err(Error::limit("brute force is for b <= 5000"));
    }
    let sizes = [a, b, a + b];
    let start = [a, b, 0];
    let mut seen = HashSet::from([start]);
    let mut open = VecDeque::from([(start, 0u64)]);
    while let Some((state, pourings)) = open.pop_front() {
        if state.contains(&1) {
            return Ok(natural(pourings, None));
        }
        for from in 0..3 {
            for to in (0..3).filter(|to| *to != from) {
                let poured = state[from].min(sizes[to] - state[to]);
                let mut next = state;
                next[from] -= poured;
                next[to] += poured;
                if seen.insert(next) {
                    open.push_back((next, pourings + 1));
                }
            }
        }
    }
    Err(Error::undefined("one litre is never reached"))
}
