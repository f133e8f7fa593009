//! 629: piles that scatter into at most k piles.

use crate::number::{integer, mex};
use crate::search::{Search, partitions};
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;
use std::collections::BTreeSet;

pub const STUDY: Study = Study {
    id: 629,
    text: "With at most two or three piles for one, the values follow from the mex rule. From four on a pile of h has the value \
        h - 1: the nim-sum of the parts, each less 1, is at most h - 2; and with v below h - 1 the parts v + 1 and 1, or v + 1 and two equal \
        parts, or these and a 1, have the nim-sum v. So only three games differ. Partitions of n are counted by the nim-sum of their \
        parts' values, one part size after the other, and the lost ones are those with nim-sum 0.",
    known: || {
        Ok(Known::Computed("every pile up to n by the mex rule for k = 2 and 3; h - 1 for k >= 4 by the proof in the text".into()))
    },
    run,
    brute,
    twins: || {
        let mut all = Vec::new();
        for k in 2..=6 {
            all.extend((1..=12).map(|n| format!(r#"{{"fn": "f", "n": {n}, "k": {k}}}"#)));
            all.push(format!(r#"{{"fn": "N_positions", "n": 7, "k": {k}}}"#));
            all.push(format!(
                r#"{{"fn": "options_of_pile", "pile": 7, "k": {k}}}"#
            ));
        }
        all.push(r#"{"fn": "g", "n": 9}"#.into());
        all.push(r#"{"fn": "g", "n": 9, "mod": 10}"#.into());
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    let small = |name: &str, most: usize| {
        let n = input.usize(name)?;
        if n > most {
            return Err(Error::limit(format!("`{name}` is {n}; at most {most}")));
        }
        Ok(n)
    };
    match input.function() {
        "f" => {
            let n = small("n", 1000)?;
            Ok(integer(
                won(n, &values(n, input.u64("k")?)),
                input.modulus()?,
            ))
        }
        "g" => {
            let n = small("n", 1000)?;
            let mut sum = BigInt::ZERO;
            for k in 2..=n.min(4) as u64 {
                let games = if k == 4 { n as u64 - 3 } else { 1 };
                sum += won(n, &values(n, k)) * games;
            }
            Ok(integer(sum, input.modulus()?))
        }
        "N_positions" => {
            let n = small("n", 40)?;
            let values = values(n, input.u64("k")?);
            let nim_sum = |p: &Vec<u64>| p.iter().fold(0, |x, h| x ^ values[*h as usize]);
            let all = partitions(n as u64, n as u64);
            Ok(lists(all.into_iter().filter(|p| nim_sum(p) != 0)))
        }
        "options_of_pile" => {
            let h = small("pile", 40)? as u64;
            let k = input.usize("k")?;
            let all = partitions(h, h);
            Ok(lists(
                all.into_iter().filter(|p| (2..=k).contains(&p.len())),
            ))
        }
        _ => Err(input.unknown()),
    }
}

/// Lists in ascending order, each in ascending order.
fn lists(all: impl Iterator<Item = Vec<u64>>) -> Value {
    let sorted: BTreeSet<Vec<u64>> = all
        .map(|mut p| {
            p.sort_unstable();
            p
        })
        .collect();
    Value::from(sorted.into_iter().collect::<Vec<_>>())
}

/// Values of the piles 0, …, n if one pile becomes 2 to k piles.
fn values(n: usize, k: u64) -> Vec<u64> {
    if k >= 4 {
        return (0..=n as u64).map(|h| h.saturating_sub(1)).collect();
    }
    let mut values = vec![0, 0];
    for h in 2..=n {
        let mut options = Vec::new();
        for a in 1..=h / 2 {
            options.push(values[a] ^ values[h - a]);
            if k == 3 {
                for b in a..=(h - a) / 2 {
                    options.push(values[a] ^ values[b] ^ values[h - a - b]);
                }
            }
        }
        values.push(mex(options));
    }
    values.truncate(n + 1);
    values
}

/// Partitions of n whose nim-sum is not 0.
fn won(n: usize, values: &[u64]) -> BigInt {
    let size = (values.iter().max().copied().unwrap_or(0) + 1).next_power_of_two() as usize;
    let mut counts = vec![vec![BigInt::ZERO; size]; n + 1];
    counts[0][0] = 1.into();
    for h in 1..=n {
        for total in h..=n {
            let (low, high) = counts.split_at_mut(total);
            let less = &low[total - h];
            for (x, c) in high[0].iter_mut().enumerate() {
                *c += &less[x ^ values[h] as usize];
            }
        }
    }
    counts[n][1..].iter().sum()
}

fn brute(input: &Input) -> Result<Value> {
    let options = |k: u64| {
        move |piles: &Vec<u64>| {
            let mut out = Vec::new();
            for i in 0..piles.len() {
                for split in partitions(piles[i], piles[i]) {
                    if (2..=k).contains(&(split.len() as u64)) {
                        let mut next = piles.clone();
                        next.remove(i);
                        next.extend(split);
                        next.sort_unstable();
                        out.push(next);
                    }
                }
            }
            out
        }
    };
    let n = input.u64("n").or_else(|_| input.u64("pile"))?;
    let won = |k: u64| -> BTreeSet<Vec<u64>> {
        let mut search = Search::new();
        let sorted = partitions(n, n).into_iter().map(|mut p| {
            p.sort_unstable();
            p
        });
        sorted.filter(|p| !search.lost(p, options(k))).collect()
    };
    match input.function() {
        "g" => {
            let sum = (2..=n).map(|k| won(k).len() as u64).sum::<u64>();
            Ok(integer(sum, input.modulus()?))
        }
        "f" => Ok(integer(won(input.u64("k")?).len() as u64, None)),
        "N_positions" => Ok(Value::from(
            won(input.u64("k")?).into_iter().collect::<Vec<_>>(),
        )),
        _ => Ok(lists(options(input.u64("k")?)(&vec![n]).into_iter())),
    }
}
