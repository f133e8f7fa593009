//! 711: numbers in binary on a blackboard; an odd or an even number of ones in the end.

use crate::number::{mul, natural, power};
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 711,
    text: "Brute force over what is left to write, the parity so far and the player shows: Eric wins for n = 4^k - 1, and for n from \
        4^k to 2*4^k - 1 whose k low digits in base 4, from the lowest, are a run of threes, then a zero if anything is left, then \
        zeros and ones only. The sum of the low parts over such strings of k digits is T(k+1) = 2*T(k) + (2^k + 2)*4^k, with \
        2^k strings.",
    known: || {
        Ok(Known::Verified(
            "the digits of the winning numbers equal brute force for n <= 4096; their sum is proved".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let all = (0..=11).map(|n| format!(r#"{{"fn": "S", "N": {n}}}"#));
        all.chain([r#"{"fn": "eric_wins_first_values"}"#.to_string()])
            .collect()
    },
};

const FIRST: u64 = 16;

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "eric_wins_first_values" => Ok((1..=FIRST).filter(|n| eric(*n)).map(Value::from).collect()),
        "S" => {
            let n = input.u64("N")?;
            match input.modulus()? {
                Some(m) if m < 1 << 62 => Ok(natural(sum(n, m), None)),
                None if n <= 28 => Ok(natural(sum(n, 1 << 62), None)),
                _ => Err(Error::limit("give a modulus below 2^62 for N from 29 on")),
            }
        }
        _ => Err(input.unknown()),
    }
}

/// The digits of a number for which Eric wins.
fn eric(n: u64) -> bool {
    let k = n.ilog(4);
    if (n + 1).is_power_of_two() && (n + 1).ilog2().is_multiple_of(2) {
        return true;
    }
    if n >> (2 * k) != 1 {
        return false;
    }
    let digits: Vec<u64> = (0..k).map(|i| n >> (2 * i) & 3).collect();
    let rest = digits.iter().skip_while(|d| **d == 3);
    let mut rest = rest.copied();
    rest.next().is_none_or(|d| d == 0) && rest.all(|d| d <= 1)
}

/// The sum over n <= 2^exponent, modulo m < 2^62; O(exponent).
fn sum(exponent: u64, m: u64) -> u64 {
    let (mut total, mut low) = (0u64, 0u64);
    let (mut two, mut four) = (1 % m, 1 % m);
    // Blocks k = 0, 1, ... with 2*4^k - 1 <= 2^exponent.
    let blocks = exponent.div_ceil(2);
    for k in 0..blocks {
        total = (total + mul(two, four, m) + low) % m;
        low = (2 * low % m + mul((two + 2) % m, four, m)) % m;
        two = 2 * two % m;
        four = 4 % m * four % m;
        // 4^(k+1) - 1.
        if 2 * (k + 1) <= exponent {
            total = (total + four + m - 1 % m) % m;
        }
    }
    if exponent.is_multiple_of(2) {
        // The first number of the next block.
        total = (total + power(2, exponent, m)) % m;
    }
    total
}

/// Who wins with `left` to write: even[left] if an even number of ones more is to come for Eric, by the player to move.
fn brute(input: &Input) -> Result<Value> {
    let most = match input.function() {
        "eric_wins_first_values" => FIRST,
        "S" if input.u64("N")? <= 12 => 1 << input.u64("N")?,
        "S" => return Err(Error::limit("brute force is for N <= 12")),
        _ => return Err(input.unknown()),
    };
    // wins[left][parity][mover]: Eric wins; the mover is 0 for Oscar, 1 for Eric.
    let mut wins = vec![[[true, true], [false, false]]];
    for left in 1..=most {
        let mut here = [[false; 2]; 2];
        for (parity, row) in here.iter_mut().enumerate() {
            for (mover, win) in row.iter_mut().enumerate() {
                let mut options = (1..=left).map(|x| {
                    let parity = parity ^ (x.count_ones() & 1) as usize;
                    wins[(left - x) as usize][parity][1 - mover]
                });
                *win = if mover == 1 {
                    options.any(|w| w)
                } else {
                    options.all(|w| w)
                };
            }
        }
        wins.push(here);
    }
    let eric = |n: &u64| wins[*n as usize][(n.count_ones() & 1) as usize][0];
    let all = (1..=most).filter(eric);
    Ok(match input.function() {
        "S" => natural(all.sum::<u64>(), input.modulus()?),
        _ => all.map(Value::from).collect(),
    })
}
