//! 949: many words that two players shorten from their two ends, any number of them at once.

use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

pub const STUDY: Study = Study {
    id: 949,
    text: "Play of any number of words at once is the selective compound. Each word gets two stops: u is the largest d of a proper suffix, d the \
        least u of a proper prefix, 1 and 1 for L, -1 and -1 for R; if u < d the word is cold and both become the simplest number \
        between. Right wins with Left on turn if the sum of the u is negative, or zero with every word cold. Words of length n are \
        counted by u, and the counts are convolved. Brute force plays all words at once.",
    known: || {
        Ok(Known::Verified(
            "the rule of the stops equals play of all words for (n, k) = (1,3), (2,3), (3,3), (4,3), (2,5), (3,5), (1,7), (2,7)".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let all = [
            (1, 1),
            (2, 1),
            (5, 1),
            (7, 1),
            (1, 3),
            (2, 3),
            (3, 3),
            (4, 3),
            (2, 5),
            (3, 5),
            (1, 7),
            (2, 7),
        ];
        let counts = all
            .iter()
            .map(|(n, k)| format!(r#"{{"fn": "G", "n": {n}, "k": {k}}}"#));
        let lists = [(1, 3), (3, 3), (2, 5)];
        let lists = lists
            .iter()
            .map(|(n, k)| format!(r#"{{"fn": "winning_multisets", "n": {n}, "k": {k}}}"#));
        counts.chain(lists).collect()
    },
};

fn size(input: &Input, most: usize) -> Result<(usize, usize)> {
    let (n, k) = (input.usize("n")?, input.usize("k")?);
    if n == 0 || k % 2 == 0 {
        return Err(Error::input("n is positive and k is odd"));
    }
    match n <= most && k < 30 {
        true => Ok((n, k)),
        false => Err(Error::limit(format!("n is at most {most} and k below 30"))),
    }
}

/// 1, as a number with so many binary digits after the point.
const ONE: i64 = 1 << 40;

/// The simplest number strictly between two numbers.
fn simplest(low: i64, high: i64) -> Result<i64> {
    if low < 0 && high > 0 {
        return Ok(0);
    }
    if high <= 0 {
        return Ok(-simplest(-high, -low)?);
    }
    // The least whole number above `low`, or the coarsest fraction.
    let whole = (low / ONE + 1) * ONE;
    if whole < high {
        return Ok(whole);
    }
    let mut unit = ONE;
    while unit > 1 {
        unit /= 2;
        let first = (low / unit + 1) * unit;
        if first < high {
            return Ok(first);
        }
    }
    Err(Error::limit(
        "a number has more than 40 binary digits after the point",
    ))
}

/// (u, d, cold) of all words of length n; bit i is the i-th letter, 1 for L.
fn stops(n: usize) -> Result<Vec<(i64, i64, bool)>> {
    let mut all = vec![(0i64, 0i64, false); 2 << n];
    for length in 1..=n {
        for word in 1usize << length..2 << length {
            all[word] = if length == 1 {
                let value = if word & 1 == 1 { ONE } else { -ONE };
                (value, value, true)
            } else {
                let u = (1..length).map(|cut| all[word >> cut].1).max().unwrap_or(0);
                let d = (1..length)
                    .map(|keep| all[word & ((1 << keep) - 1) | 1 << keep].0)
                    .min();
                let d = d.unwrap_or(0);
                if u < d {
                    let value = simplest(u, d)?;
                    (value, value, true)
                } else {
                    (u, d, false)
                }
            };
        }
    }
    Ok(all.split_off(1 << n))
}

fn run(input: &Input) -> Result<Value> {
    let (n, k) = size(input, 24)?;
    let words = stops(n)?;
    match input.function() {
        "G" => {
            let modulus = input.modulus()?;
            // Hot and cold words by u.
            let mut each: BTreeMap<i64, [u64; 2]> = BTreeMap::new();
            for (u, _, cold) in &words {
                each.entry(*u).or_default()[usize::from(*cold)] += 1;
            }
            // Exactly if it fits into 128 bits, else modulo m.
            let exact = n * k < 120;
            let m = match (exact, modulus) {
                (true, _) => u128::MAX,
                (false, Some(m)) => u128::from(m),
                (false, None) => return Err(Error::limit("give a modulus for n*k >= 120")),
            };
            let reduce = |x: u128| if exact { x } else { x % m };
            // Tuples by their sum, and tuples of cold words alone: half of the words, and the others.
            let some = tuples(&each, k / 2, &reduce);
            let others = tuples(&each, k - k / 2, &reduce);
            // below[i]: how many of the others have one of the i least sums.
            let mut below = vec![0u128];
            for (_, [any, _]) in &others {
                below.push(reduce(below[below.len() - 1] + any));
            }
            let mut total = BigUint::default();
            for (sum, [any, cold]) in &some {
                let at = others.partition_point(|(other, _)| *other < -sum);
                total += BigUint::from(*any) * below[at];
                if let Some((other, [_, still])) = others.get(at)
                    && *other == -sum
                {
                    total += BigUint::from(*cold) * *still;
                }
            }
            Ok(natural(total, modulus))
        }
        "winning_multisets" => multisets(n, k, |word| {
            let all: Vec<_> = word.iter().map(|w| words[*w]).collect();
            let sum: i64 = all.iter().map(|w| w.0).sum();
            Ok(sum < 0 || (sum == 0 && all.iter().all(|w| w.2)))
        }),
        _ => Err(input.unknown()),
    }
}

/// How many k-tuples of words have each sum, by hot and cold words of each u: all of them, and those of cold words; in order.
fn tuples(
    each: &BTreeMap<i64, [u64; 2]>,
    k: usize,
    reduce: &impl Fn(u128) -> u128,
) -> Vec<(i64, [u128; 2])> {
    let mut sums: FxHashMap<i64, [u128; 2]> = FxHashMap::from_iter([(0, [1, 1])]);
    for _ in 0..k {
        let mut next: FxHashMap<i64, [u128; 2]> = FxHashMap::default();
        for (sum, [any, cold]) in &sums {
            for (u, [hot, still]) in each {
                let entry = next.entry(sum + u).or_default();
                entry[0] = reduce(entry[0] + any * u128::from(hot + still));
                entry[1] = reduce(entry[1] + cold * u128::from(*still));
            }
        }
        sums = next;
    }
    let mut sorted: Vec<_> = sums.into_iter().collect();
    sorted.sort_unstable_by_key(|(sum, _)| *sum);
    sorted
}

/// Every multiset of words that Right wins, with the number of its orders.
fn multisets(n: usize, k: usize, mut right: impl FnMut(&[usize]) -> Result<bool>) -> Result<Value> {
    if n * k > 16 {
        return Err(Error::limit("n*k is at most 16 for a list of words"));
    }
    // In the order of the alphabet.
    let text = |w: usize| -> String {
        (0..n)
            .map(|i| if w >> i & 1 == 1 { 'L' } else { 'R' })
            .collect()
    };
    let mut words: Vec<usize> = (0..1 << n).collect();
    words.sort_by_key(|w| text(*w));
    let mut list = Vec::new();
    let mut at = vec![0usize; k];
    loop {
        let chosen: Vec<usize> = at.iter().map(|i| words[*i]).collect();
        if right(&chosen)? {
            let texts: Vec<Value> = chosen.iter().map(|w| Value::from(text(*w))).collect();
            list.push(Value::from(vec![
                Value::from(texts),
                natural(orders(&at), None),
            ]));
        }
        // The next sequence that does not fall.
        let Some(i) = (0..k).rev().find(|i| at[*i] + 1 < words.len()) else {
            break;
        };
        let value = at[i] + 1;
        at[i..].fill(value);
    }
    Ok(Value::from(list))
}

/// The number of orders of a sorted list.
fn orders<T: PartialEq>(list: &[T]) -> u64 {
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    list.chunk_by(|a, b| a == b)
        .fold(factorial(list.len()), |n, group| n / factorial(group.len()))
}

/// Play of all words at once; a word has a bit behind its end.
fn brute(input: &Input) -> Result<Value> {
    let (n, k) = size(input, 7)?;
    if n * k > 15 {
        return Err(Error::limit("brute force is for n*k <= 15"));
    }
    let mut memory: FxHashMap<(Vec<usize>, bool), bool> = FxHashMap::default();
    let mut right = |words: &[usize]| -> Result<bool> {
        let mut state: Vec<usize> = words.iter().map(|w| w | 1 << n).collect();
        state.sort_unstable();
        Ok(!left_wins(&state, true, &mut memory))
    };
    match input.function() {
        "winning_multisets" => multisets(n, k, right),
        "G" => {
            let mut total = 0u64;
            let mut at = vec![0usize; k];
            loop {
                if right(&at)? {
                    total += orders(&at);
                }
                let Some(i) = (0..k).rev().find(|i| at[*i] + 1 < 1 << n) else {
                    break;
                };
                let value = at[i] + 1;
                at[i..].fill(value);
            }
            Ok(natural(total, input.modulus()?))
        }
        _ => Err(input.unknown()),
    }
}

fn left_wins(
    state: &[usize],
    left: bool,
    memory: &mut FxHashMap<(Vec<usize>, bool), bool>,
) -> bool {
    if state.iter().all(|w| *w < 4) {
        return 2 * state.iter().filter(|w| **w == 3).count() > state.len();
    }
    let key = (state.to_vec(), left);
    if let Some(known) = memory.get(&key) {
        return *known;
    }
    // What each word can become, itself first.
    let options: Vec<Vec<usize>> = state
        .iter()
        .map(|w| {
            let length = w.ilog2();
            (0..length)
                .map(|cut| {
                    if left {
                        w >> cut
                    } else {
                        w & ((1 << (length - cut)) - 1) | 1 << (length - cut)
                    }
                })
                .collect()
        })
        .collect();
    let mut at = vec![0usize; state.len()];
    let mut wins = false;
    while !wins {
        let Some(i) = (0..at.len()).find(|i| at[*i] + 1 < options[*i].len()) else {
            break;
        };
        at[i] += 1;
        at[..i].fill(0);
        let mut next: Vec<usize> = at.iter().zip(&options).map(|(a, o)| o[*a]).collect();
        next.sort_unstable();
        wins = left_wins(&next, !left, memory) == left;
    }
    memory.insert(key, wins == left);
    wins == left
}
