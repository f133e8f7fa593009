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
        lesser heap is always below (n, m), never above. For each mark the next free number is found by shortened paths, so m jumps over long runs.",
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

/// Numbers from 0 on, some of them taken: the next free one in steps of `step`, by shortened paths.
struct Free {
    step: usize,
    next: Vec<u32>,
}

impl Free {
    fn new(size: usize, step: usize) -> Free {
        Free {
            step,
            next: (0..(size + step) as u32).collect(),
        }
    }

    fn take(&mut self, i: usize) {
        if self.next[i] as usize == i {
            self.next[i] = (i + self.step) as u32;
        }
    }

    /// The least free number i, i + step, …; numbers beyond the size are free.
    fn from(&mut self, mut i: usize) -> usize {
        let after = |next: &[u32], i: usize| next.get(i).map_or(i, |n| *n as usize);
        loop {
            let next = after(&self.next, i);
            let beyond = after(&self.next, next);
            if next == beyond {
                return next;
            }
            self.next[i] = beyond as u32;
            i = beyond;
        }
    }
}

/// The lost pairs (n, m), n <= m, n + m <= most, in order of n. For each n, m jumps over whatever is taken.
fn lost_pairs(most: usize) -> Result<Vec<(u32, u32)>> {
    if most > 1 << 28 {
        return Err(Error::limit(format!(
            "the bound {most} is too large: at most 2^28"
        )));
    }
    let mut heap = Free::new(most + 1, 1);
    let mut difference = Free::new(most + 1, 1);
    // The numbers 2p - q and 2q - p, moved up by `most` and read upwards for 2m - n, downwards from 2·most for 2n - m.
    let mut up = Free::new(3 * most + 1, 2);
    let mut down = Free::new(3 * most + 1, 1);
    let mut lost = Vec::new();
    for n in 0..=most / 2 {
        if heap.from(n) != n {
            continue;
        }
        let mut m = n;
        while m <= most - n {
            let start = m;
            m = heap.from(m);
            m = n + difference.from(m - n);
            // Between two free numbers of one kind m moves on, so every kind is asked again.
            m = (up.from(most + 2 * m - n) + n - most) / 2;
            if m > most - n {
                break;
            }
            m = 2 * n + down.from(2 * most + m - 2 * n) - 2 * most;
            if m == start {
                break;
            }
        }
        if m > most - n {
            continue;
        }
        lost.push((n as u32, m as u32));
        heap.take(n);
        heap.take(m);
        difference.take(m - n);
        for key in [2 * n as i64 - m as i64, 2 * m as i64 - n as i64] {
            up.take((most as i64 + key) as usize);
            down.take((2 * most as i64 - key) as usize);
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
