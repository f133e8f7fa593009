//! 306: two adjacent cells of a strip are painted, Dawson's Kayles.

use crate::number::{natural, outcome};
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};
use bouton_heap::{HeapGame, ProvedPeriod, RunOptions, Values, Watch, run as compute};

pub const STUDY: Study = Study {
    id: 306,
    text: "A move splits a run of white cells into two, and the Grundy values of runs follow by the mex rule; the code of the game is 0.07. \
        Their sequence has the period 34 from some place on. It is proved by the periodicity theorem for such codes: \
        agreement over a stretch of more than twice the preperiod and period forces agreement for ever. A run is lost if its value is \
        0, so the count needs the zeros before the period, and those of one period times the number of periods.",
    known: || Ok(Known::Machine(sequence()?.1.statement())),
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (1..=22)
            .map(|n| format!(r#"{{"fn": "outcome", "n": {n}}}"#))
            .collect();
        all.extend((1..=22).map(|b| format!(r#"{{"fn": "count_N", "B": {b}}}"#)));
        all.extend((1..=16).map(|n| format!(r#"{{"fn": "winning_first_moves", "n": {n}}}"#)));
        all
    },
};

/// The values up to the end of the proof, and the proved period.
fn sequence() -> Result<(Values, ProvedPeriod)> {
    let game: HeapGame = "0.07".parse()?;
    let options = RunOptions {
        to: 10_000,
        stop_at_period: true,
        ..RunOptions::default()
    };
    let report = compute(&game, &options, &mut Watch::default())?;
    let period = report.period.proved().cloned();
    let period =
        period.ok_or_else(|| Error::limit("no period of 0.07 was proved in 10,000 values"))?;
    Ok((report.values, period))
}

fn run(input: &Input) -> Result<Value> {
    let (values, period) = sequence()?;
    let (start, length) = (period.preperiod as u64, period.length as u64);
    let value = |n: u64| {
        let n = if n < start + length {
            n
        } else {
            start + (n - start) % length
        };
        values.get(n as usize).unwrap_or(0)
    };
    match input.function() {
        "outcome" => Ok(outcome(value(input.u64("n")?) == 0)),
        "winning_first_moves" => {
            let n = input.u64("n")?;
            let last = n.min(1 << 20).saturating_sub(1);
            let moves = (1..=last).filter(|i| value(i - 1) == value(n - 1 - i));
            Ok(Value::from(moves.collect::<Vec<u64>>()))
        }
        "legal_first_moves_count" => Ok(natural(input.u64("n")?.saturating_sub(1), None)),
        "count_N" => {
            let b = input.u64("B")?;
            let lost = |low: u64, high: u64| (low..=high).filter(|n| value(*n) == 0).count() as u64;
            let head = b.min(start + length);
            let (periods, rest) = ((b - head) / length, (b - head) % length);
            let in_one = lost(start + 1, start + length);
            let lost = lost(1, head) + periods * in_one + lost(start + 1, start + rest);
            Ok(natural(b - lost, input.modulus()?))
        }
        _ => Err(input.unknown()),
    }
}

/// Runs of white cells, the longest last.
fn options(runs: &Vec<u64>) -> Vec<Vec<u64>> {
    let mut out = Vec::new();
    for i in 0..runs.len() {
        for left in 0..(runs[i].max(1) - 1) {
            let mut next = runs.clone();
            next[i] = left;
            next.push(runs[i] - 2 - left);
            next.retain(|r| *r >= 2);
            next.sort_unstable();
            out.push(next);
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let mut search = Search::new();
    let mut lost = |n: u64| search.lost(&vec![n], options);
    match input.function() {
        "outcome" => Ok(outcome(lost(input.u64("n")?))),
        "winning_first_moves" => {
            let n = input.u64("n")?;
            let won = (1..n).filter(|i| search.lost(&vec![i - 1, n - 1 - i], options));
            Ok(Value::from(won.collect::<Vec<u64>>()))
        }
        _ => {
            let count = (1..=input.u64("B")?).filter(|n| !lost(*n)).count();
            Ok(natural(count as u64, None))
        }
    }
}
