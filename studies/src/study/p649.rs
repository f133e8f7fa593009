//! 649: coins on a board that slide by 2, 3, 5 or 7.

use crate::number::{integer, lists_with_nim_sum_zero, power};
use crate::search::{Search, tuples};
use crate::{Error, Input, Known, Result, Study, Value};
use bouton_heap::{HeapGame, ProvedPeriod, RunOptions, Values, Watch, run as compute};
use num_bigint::{BigInt, BigUint};

pub const STUDY: Study = Study {
    id: 649,
    text: "The two coordinates of a coin are two heaps from which 2, 3, 5 or 7 may be taken, so c coins are 2c heaps, each from 0 to n - 1. The values of \
        such a heap have the period 9; a stretch of values as long as the largest removal that comes again proves that they go on so. The \
        heaps with each value are counted by whole periods, and the characters of the nimbers count the lists of heaps with \
        nim-sum 0, also modulo an even number.",
    known: || Ok(Known::Machine(sequence()?.1.statement())),
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (0..=12)
            .map(|n| format!(r#"{{"fn": "M", "n": {n}, "c": 1}}"#))
            .collect();
        all.extend((1..=9).map(|n| format!(r#"{{"fn": "M", "n": {n}, "c": 2}}"#)));
        all.push(r#"{"fn": "M", "n": 4, "c": 3, "mod": 1000}"#.into());
        all
    },
};

fn sequence() -> Result<(Values, ProvedPeriod)> {
    let game: HeapGame = "S{2,3,5,7}".parse()?;
    let options = RunOptions {
        to: 10_000,
        stop_at_period: true,
        ..RunOptions::default()
    };
    let report = compute(&game, &options, &mut Watch::default())?;
    let period = report.period.proved().cloned();
    let period = period.ok_or_else(|| Error::limit("no period was proved in 10,000 values"))?;
    Ok((report.values, period))
}

fn run(input: &Input) -> Result<Value> {
    if input.function() != "M" {
        return Err(input.unknown());
    }
    let (n, c, modulus) = (input.u64("n")?, input.u64("c")?, input.modulus()?);
    let heaps = c
        .checked_mul(2)
        .ok_or_else(|| Error::limit(format!("{c} coins are too many: at most 2^63")))?;
    let (values, period) = sequence()?;
    let (start, length) = (period.preperiod as u64, period.length as u64);
    let mut components = vec![0u64; 8];
    for i in 0..n.min(start + length) {
        let value = values.get(i as usize).unwrap_or(0) as usize;
        // Heaps i, i + length, … below n, once the period has begun.
        let times = if i < start {
            1
        } else {
            (n - 1 - i) / length + 1
        };
        components[value] += times;
    }
    let lost = lists_with_nim_sum_zero(&components, heaps, modulus)?;
    let all = match modulus {
        Some(m) => BigUint::from(power(n, heaps, m)),
        None => BigUint::from(n).pow(heaps as u32),
    };
    Ok(integer(BigInt::from(all) - BigInt::from(lost), modulus))
}

/// Coordinates of all coins.
fn options(heaps: &Vec<u64>) -> Vec<Vec<u64>> {
    let mut out = Vec::new();
    for i in 0..heaps.len() {
        for t in [2, 3, 5, 7].into_iter().filter(|t| *t <= heaps[i]) {
            let mut next = heaps.clone();
            next[i] -= t;
            next.sort_unstable();
            out.push(next);
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let (n, c) = (input.u64("n")?, input.usize("c")?);
    if n == 0 {
        return Ok(integer(0, None));
    }
    let mut search = Search::new();
    let mut count = 0u64;
    for mut heaps in tuples(2 * c, 0, n - 1) {
        heaps.sort_unstable();
        count += u64::from(!search.lost(&heaps, options));
    }
    Ok(integer(count, input.modulus()?))
}
