//! 509: a proper divisor of a pile is taken from it.

use crate::number::natural;
use crate::search::{Search, tuples};
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigUint;

pub const STUDY: Study = Study {
    id: 509,
    text: "The Grundy value of a pile is the number of times that 2 divides it. Taking a divisor with fewer factors 2 leaves a pile with just \
        so many, and every smaller number is reached by taking that power of 2; taking a divisor d with all the factors 2 of the pile leaves d times \
        an even number, because the quotient is odd, so the value grows and never stays. So the piles up to n with value j are \
        known from n alone, and the lost triples are those whose third value is the nim-sum of the other two.",
    known: || {
        Ok(Known::Theorem(
            "the value is the number of factors 2, proved in the text".into(),
        ))
    },
    run,
    brute,
    twins: || {
        (1..=18)
            .map(|n| format!(r#"{{"fn": "S", "n": {n}}}"#))
            .collect()
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "legal_removals" => {
            let h = input.u64("pile")?;
            if h > 1 << 32 {
                return Err(Error::limit(format!(
                    "the pile {h} is too large to list its divisors"
                )));
            }
            let divisors: Vec<u64> = (1..=h / 2).filter(|d| h.is_multiple_of(*d)).collect();
            Ok(Value::from(divisors))
        }
        "S" => {
            let n = input.u64("n")?;
            // Piles up to n with value j; nim-sums stay below 64.
            let piles: Vec<u64> = (0..64).map(|j| (n >> j) - (n >> j >> 1)).collect();
            let mut won = BigUint::from(n).pow(3);
            for a in 0..64 {
                for b in 0..64 {
                    won -= BigUint::from(piles[a]) * piles[b] * piles[a ^ b];
                }
            }
            Ok(natural(won, input.modulus()?))
        }
        _ => Err(input.unknown()),
    }
}

fn options(piles: &Vec<u64>) -> Vec<Vec<u64>> {
    let mut out = Vec::new();
    for i in 0..piles.len() {
        for d in (1..piles[i]).filter(|d| piles[i].is_multiple_of(*d)) {
            let mut next = piles.clone();
            next[i] -= d;
            next.sort_unstable();
            out.push(next);
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let mut search = Search::new();
    let mut count = 0u64;
    for mut piles in tuples(3, 1, input.u64("n")?) {
        piles.sort_unstable();
        count += u64::from(!search.lost(&piles, options));
    }
    Ok(natural(count, None))
}
