//! 859: piles of cookies; one player owns the odd piles, the other the even ones.

use crate::number::natural;
use crate::search::{Search, partitions};
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 859,
    text: "Only one player can move in a pile, and he has one move there, so with v the value of what is left the pile is {v|} or {|v}: the simplest number beyond v. \
        So every pile is an integer: for an odd one 0 if v < 0 and v + 1 if not, for an even one 0 if v > 0 and v - 1 if not. \
        Odd counts as Left and begins, so Even wins exactly if the sum of the values is at most 0. Partitions of N are counted by the sum of \
        the values, one pile size after the other.",
    known: || {
        Ok(Known::Theorem(
            "values of one-option games by the simplest-number rule (conway1976)".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (1..=13)
            .map(|n| format!(r#"{{"fn": "C", "N": {n}}}"#))
            .collect();
        all.extend(
            (1..=9).map(|n| format!(r#"{{"fn": "winning_partitions_for_Even", "N": {n}}}"#)),
        );
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    let n = input.usize("N")?;
    match input.function() {
        "C" => Ok(natural(won_by_even(n)?, input.modulus()?)),
        "winning_partitions_for_Even" if n <= 40 => {
            let values = values(n);
            let mut all = partitions(n as u64, n as u64);
            all.retain(|p| p.iter().map(|h| values[*h as usize]).sum::<i64>() <= 0);
            all.sort_by(|a, b| b.cmp(a));
            Ok(Value::from(all))
        }
        "winning_partitions_for_Even" => Err(Error::limit(format!(
            "the partitions of {n} are too many to list"
        ))),
        _ => Err(input.unknown()),
    }
}

/// Values of the piles 0, …, n, Odd being Left.
fn values(n: usize) -> Vec<i64> {
    let mut values = vec![0i64];
    for h in 1..=n {
        let odd = h % 2 == 1;
        let left = 2 * values[if odd { (h - 1) / 2 } else { (h - 2) / 2 }];
        values.push(match odd {
            true => (left + 1).max(0),
            false => (left - 1).min(0),
        });
    }
    values
}

fn won_by_even(n: usize) -> Result<u128> {
    if n > 1000 {
        return Err(Error::limit(format!("N = {n} is too large: at most 1000")));
    }
    let values = values(n);
    // A pile of h has a value between -h and h.
    let width = 2 * n + 1;
    let mut counts = vec![vec![0u128; width]; n + 1];
    counts[0][n] = 1;
    for h in 1..=n {
        for total in h..=n {
            let (low, high) = counts.split_at_mut(total);
            let less = &low[total - h];
            for (at, count) in high[0].iter_mut().enumerate() {
                let from = at as i64 - values[h];
                if (0..width as i64).contains(&from) {
                    *count += less[from as usize];
                }
            }
        }
    }
    Ok(counts[n][..=n].iter().sum())
}

/// Piles, and whether Odd is to move.
type Table = (Vec<u64>, bool);

fn options((piles, odd): &Table) -> Vec<Table> {
    let mut out = Vec::new();
    for (i, s) in piles.iter().enumerate() {
        if (s % 2 == 1) == *odd && *s > 0 {
            let half = (s - if *odd { 1 } else { 2 }) / 2;
            let mut next = piles.clone();
            next.remove(i);
            next.extend([half, half]);
            next.retain(|p| *p > 0);
            next.sort_unstable();
            out.push((next, !odd));
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let n = input.u64("N")?;
    let mut search = Search::new();
    let mut all = partitions(n, n);
    all.retain(|p| {
        let mut p = p.clone();
        p.sort_unstable();
        search.lost(&(p, true), options)
    });
    all.sort_by(|a, b| b.cmp(a));
    match input.function() {
        "C" => Ok(natural(all.len() as u64, None)),
        _ => Ok(Value::from(all)),
    }
}
