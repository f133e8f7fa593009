//! 665: two heaps; t from one, t from both, or t and 2t.

use crate::number::natural;
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};
use std::collections::BTreeSet;

pub const STUDY: Study = Study {
    id: 665,
    text: "Positions n <= m are taken in order of n. Every option of (n, m) has a smaller lesser heap, or the same one and a smaller greater heap, so for each n that is in \
        no lost pair yet, the lost pair is (n, m) with the least m from which no lost pair can be reached. Five marks decide that: the heaps of lost \
        pairs, their differences, and the numbers 2p - q and 2q - p of lost pairs (p, q). On each of the five lines a lost pair with a smaller \
        lesser heap is always below (n, m), never above. The search for m begins at the least difference that is not yet taken.",
    known: || {
        Ok(Known::Computed(
            "every lost pair up to the bound, by its options".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (0..=70)
            .map(|m| format!(r#"{{"fn": "f", "M": {m}}}"#))
            .collect();
        all.push(r#"{"fn": "first_nonzero_P", "count": 6}"#.into());
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "options" => {
            let [a, b] = input.tuple("position")?;
            if a.max(b) > 1 << 16 {
                return Err(Error::limit("the position has too many options to list"));
            }
            let all: BTreeSet<Vec<u64>> = options(&(a.min(b), a.max(b)))
                .into_iter()
                .map(|(x, y)| vec![x, y])
                .collect();
            Ok(Value::from(all.into_iter().collect::<Vec<_>>()))
        }
        "first_nonzero_P" => {
            let count = input.usize("count")?.min(1 << 20);
            // The k-th pair has a sum below 8k + 8.
            let pairs = lost_pairs(8 * count + 8)?;
            let pairs = pairs.iter().skip(1).take(count);
            Ok(Value::from(
                pairs.map(|p| vec![p.0, p.1]).collect::<Vec<_>>(),
            ))
        }
        "f" => {
            let pairs = lost_pairs(input.usize("M")?)?;
            let sum: u128 = pairs
                .iter()
                .map(|(n, m)| u128::from(*n) + u128::from(*m))
                .sum();
            Ok(natural(sum, input.modulus()?))
        }
        _ => Err(input.unknown()),
    }
}

/// The lost pairs (n, m), n <= m, n + m <= most, in order of n.
fn lost_pairs(most: usize) -> Result<Vec<(u32, u32)>> {
    if most > 1 << 28 {
        return Err(Error::limit(format!(
            "the bound {most} is too large: at most 2^28"
        )));
    }
    let mut heap = vec![false; most + 1];
    let mut difference = vec![false; most + 1];
    // 2p - q and 2q - p, moved up by `most`.
    let mut double = vec![false; 3 * most + 1];
    let mut least = 0;
    let mut lost = Vec::new();
    for n in 0..=most / 2 {
        if heap[n] {
            continue;
        }
        while least <= most && difference[least] {
            least += 1;
        }
        let free = |m: &usize| {
            !heap[*m]
                && !difference[m - n]
                && !double[most + 2 * n - m]
                && !double[most + 2 * m - n]
        };
        if let Some(m) = (n + least..=most - n).find(free) {
            lost.push((n as u32, m as u32));
            heap[n] = true;
            heap[m] = true;
            difference[m - n] = true;
            double[most + 2 * n - m] = true;
            double[most + 2 * m - n] = true;
        }
    }
    Ok(lost)
}

/// Heaps in ascending order.
fn options(p: &(u64, u64)) -> Vec<(u64, u64)> {
    let mut out = Vec::new();
    for (x, y) in [(1, 0), (0, 1), (1, 1), (1, 2), (2, 1)] {
        for t in (1..).take_while(|t| t * x <= p.0 && t * y <= p.1) {
            let (a, b) = (p.0 - t * x, p.1 - t * y);
            out.push((a.min(b), a.max(b)));
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let mut search = Search::new();
    let most = input.u64("M").unwrap_or(60);
    let mut lost = Vec::new();
    for n in 0..=most / 2 {
        for m in n..=most - n {
            if search.lost(&(n, m), options) {
                lost.push(vec![n, m]);
            }
        }
    }
    match input.function() {
        "f" => Ok(natural(lost.iter().flatten().sum::<u64>(), None)),
        _ => {
            let first = lost.into_iter().skip(1).take(input.usize("count")?);
            Ok(Value::from(first.collect::<Vec<_>>()))
        }
    }
}
