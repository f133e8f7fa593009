//! 948: a word that two players shorten from its two ends.

use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigUint;

pub const STUDY: Study = Study {
    id: 948,
    text: "Brute force over all words shows that the words that the first player wins, whoever that is, are counted by balances of \
        prefixes: 2^n less twice a central binomial coefficient for odd n = 2k + 1, F = 2^n - 2*C(2k, k), and \
        F = 2^n - 2*C(2k-1, k-1) - Cat(k-1) for n = 2k. Brute force plays every word, shorter words first.",
    known: || {
        Ok(Known::Verified(
            "the two formulas equal brute force for n <= 16".into(),
        ))
    },
    run,
    brute,
    twins: || {
        (1..=16)
            .map(|n| format!(r#"{{"fn": "F", "n": {n}}}"#))
            .collect()
    },
};

fn binomial(n: u64, k: u64) -> BigUint {
    (1..=k).fold(BigUint::from(1u32), |b, i| b * (n - k + i) / i)
}

fn run(input: &Input) -> Result<Value> {
    let n = input.u64("n")?;
    if input.function() != "F" {
        return Err(input.unknown());
    }
    if n == 0 || n > 10_000 {
        return Err(Error::limit("n is from 1 to 10000"));
    }
    let all = BigUint::from(1u32) << n;
    let k = n / 2;
    let lost = match n % 2 {
        1 => binomial(2 * k, k) * 2u32,
        _ => binomial(2 * k - 1, k - 1) * 2u32 + binomial(2 * k - 2, k - 1) / k,
    };
    Ok(natural(all - lost, input.modulus()?))
}

/// Every word, the shortest first. Bit i of a word is its i-th letter, 1 for L; bit n marks the end.
fn brute(input: &Input) -> Result<Value> {
    let n = input.usize("n")?;
    if n > 22 {
        return Err(Error::limit("brute force is for n <= 22"));
    }
    // Whether Left wins on turn, and whether Right wins on turn.
    let mut left = vec![false; 2 << n];
    let mut right = vec![false; 2 << n];
    let mut count = 0u64;
    for length in 1..=n {
        for word in 1usize << length..2 << length {
            if length == 1 {
                left[word] = word & 1 == 1;
                right[word] = word & 1 == 0;
            } else {
                // Left keeps a suffix, Right a prefix.
                left[word] = (1..length).any(|cut| !right[word >> cut]);
                right[word] = (1..length).any(|keep| !left[word & ((1 << keep) - 1) | 1 << keep]);
            }
            count += u64::from(length == n && left[word] && right[word]);
        }
    }
    Ok(natural(count, input.modulus()?))
}
