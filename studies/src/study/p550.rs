//! 550: a pile becomes two of its divisors.

use crate::number::{integer, least_factors, lists_with_nim_sum_zero, mex, power};
use crate::search::{Search, tuples};
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::{BigInt, BigUint};

pub const STUDY: Study = Study {
    id: 550,
    text: "A divisor of h with any number of prime factors from 1 to one less than h has exists, so the value of a pile depends only on its number of prime \
        factors, counted with multiplicity: a heap of w becomes any two heaps of 1, …, w - 1. A sieve counts the piles with each number of \
        factors. Lists of k piles with nim-sum 0 are counted by the characters of the nimbers: the mean of the k-th powers \
        of the transform of the table of values, taken modulo the modulus times the number of characters, so that the division is exact.",
    known: || {
        Ok(Known::Computed(
            "every pile by its number of prime factors, which determines the value (text)".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all = Vec::new();
        for k in 0..=3 {
            all.extend((2..=17).map(|n| format!(r#"{{"fn": "f", "n": {n}, "k": {k}}}"#)));
        }
        all.push(r#"{"fn": "f", "n": 30, "k": 2, "mod": 12}"#.into());
        all.push(r#"{"fn": "f", "n": 30, "k": 2, "mod": 13}"#.into());
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    if input.function() != "f" {
        return Err(input.unknown());
    }
    let (n, k, modulus) = (input.usize("n")?, input.u64("k")?, input.modulus()?);
    if !(2..1 << 28).contains(&n) {
        return Err(Error::limit(format!("n = {n} is not between 2 and 2^28")));
    }
    // How many piles have w prime factors; the piles from 2 on.
    let least = least_factors(n);
    let mut factors = vec![0u8; n + 1];
    let mut piles = vec![0u64; 64];
    for h in 2..=n {
        factors[h] = factors[h / least[h] as usize] + 1;
        piles[factors[h] as usize] += 1;
    }
    let values = values(63);
    let most = (1..64).filter(|w| piles[*w] > 0).map(|w| values[w]).max();
    let mut components = vec![0u64; most.unwrap_or(0) as usize + 1];
    for w in (1..64).filter(|w| piles[*w] > 0) {
        components[values[w] as usize] += piles[w];
    }
    let lost = lists_with_nim_sum_zero(&components, k, modulus)?;
    let all = match modulus {
        Some(m) => BigUint::from(power(n as u64 - 1, k, m)),
        None => BigUint::from(n - 1).pow(k as u32),
    };
    Ok(integer(BigInt::from(all) - BigInt::from(lost), modulus))
}

/// Values of the heaps 0, …, most of prime factors, split into any two smaller ones that are not empty.
fn values(most: usize) -> Vec<u64> {
    let mut values: Vec<u64> = vec![0];
    for w in 1..=most {
        let known = &values[1..w];
        let options = known.iter().flat_map(|a| known.iter().map(move |b| a ^ b));
        values.push(mex(options));
    }
    values
}

fn options(piles: &Vec<u64>) -> Vec<Vec<u64>> {
    let mut out = Vec::new();
    for (i, h) in piles.iter().enumerate() {
        let divisors: Vec<u64> = (2..*h).filter(|d| h.is_multiple_of(*d)).collect();
        for a in &divisors {
            for b in divisors.iter().filter(|b| a <= b) {
                let mut next = piles.clone();
                next[i] = *a;
                next.push(*b);
                next.sort_unstable();
                out.push(next);
            }
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let mut search = Search::new();
    let mut count = 0u64;
    for mut piles in tuples(input.usize("k")?, 2, input.u64("n")?) {
        piles.sort_unstable();
        count += u64::from(!search.lost(&piles, options));
    }
    Ok(integer(count, input.modulus()?))
}
