//! 888: 1, 2, 4 or 9 stones, or a split; multisets of piles.

use crate::number::{multisets_with_nim_sum_zero, natural};
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};
use bouton_heap::{HeapGame, ProvedPeriod, RunOptions, Values, Watch, run as compute};

pub const STUDY: Study = Study {
    id: 888,
    text: "In the notation of such codes the game is 4.330300003. Its values are periodic from a small pile on, with a long period, which the periodicity theorem \
        proves once it has been seen for more than twice its length. The piles up to N with each value are counted by whole periods. Multisets of m piles with nim-sum 0: \
        for each character of the nimbers the piles are of two kinds, with 1 and with -1, and the multisets are a coefficient of (1-x)^-a (1+x)^-b, an exact \
        sum of products of two binomial coefficients; the mean over the characters is the answer.",
    known: || Ok(Known::Machine(sequence()?.1.statement())),
    run,
    brute,
    twins: || {
        let mut all = Vec::new();
        for (n, m) in [
            (6, 2),
            (5, 3),
            (4, 4),
            (11, 2),
            (12, 1),
            (9, 3),
            (3, 5),
            (5, 0),
        ] {
            all.push(format!(r#"{{"fn": "S", "N": {n}, "m": {m}}}"#));
        }
        all.push(r#"{"fn": "S", "N": 9, "m": 3, "mod": 4}"#.into());
        all
    },
};

fn sequence() -> Result<(Values, ProvedPeriod)> {
    let game: HeapGame = "4.330300003".parse()?;
    let options = RunOptions {
        to: 100_000,
        stop_at_period: true,
        ..RunOptions::default()
    };
    let report = compute(&game, &options, &mut Watch::default())?;
    let period = report.period.proved().cloned();
    let period = period.ok_or_else(|| Error::limit("no period was proved in 100,000 values"))?;
    Ok((report.values, period))
}

fn run(input: &Input) -> Result<Value> {
    if input.function() != "S" {
        return Err(input.unknown());
    }
    let (n, m) = (input.u64("N")?, input.u64("m")?);
    if m > 20_000 {
        return Err(Error::limit(format!(
            "{m} piles are too many: at most 20,000"
        )));
    }
    let game: HeapGame = "4.330300003".parse()?;
    let (values, start, length) = if n < 2000 {
        // Small piles need no period.
        let values = bouton_heap::naive_values(&game, n as usize + 1)?;
        (Values::narrowed(values), n + 1, 1)
    } else {
        let (values, period) = sequence()?;
        (values, period.preperiod as u64, period.length as u64)
    };
    let mut components: Vec<u64> = Vec::new();
    for i in 1..(n + 1).min(start + length) {
        let value = values.get(i as usize).unwrap_or(0) as usize;
        if components.len() <= value {
            components.resize(value + 1, 0);
        }
        components[value] += if i < start { 1 } else { (n - i) / length + 1 };
    }
    Ok(natural(
        multisets_with_nim_sum_zero(&components, m)?,
        input.modulus()?,
    ))
}

fn options(piles: &Vec<u64>) -> Vec<Vec<u64>> {
    let mut out = Vec::new();
    let mut put = |i: usize, parts: [u64; 2]| {
        let mut next = piles.clone();
        next.remove(i);
        next.extend(parts);
        next.retain(|p| *p > 0);
        next.sort_unstable();
        out.push(next);
    };
    for (i, h) in piles.iter().enumerate() {
        for t in [1, 2, 4, 9].into_iter().filter(|t| t <= h) {
            put(i, [h - t, 0]);
        }
        for a in 1..=h / 2 {
            put(i, [a, h - a]);
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let (n, m) = (input.u64("N")?, input.usize("m")?);
    let mut search = Search::new();
    let mut count = 0u64;
    for piles in crate::search::tuples(m, 1, n) {
        if piles.is_sorted() {
            count += u64::from(search.lost(&piles, options));
        }
    }
    Ok(natural(count, input.modulus()?))
}
