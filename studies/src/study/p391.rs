//! 391: a counter that hops along the numbers of 1s written in binary.

use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};
use std::collections::BTreeSet;

pub const STUDY: Study = Study {
    id: 391,
    text: "From s_k the counter goes to s_(k+1) by the number of 1s of k + 1, so play ends before k + 1 = 2^(n+1) - 1. Lost places lie more \
        than n apart. Going down from the end, one number d is kept: the distance to the last lost place; it grows by the \
        number of 1s passed, and where it exceeds n there is a lost place and d is 0 again. A block of numbers that share their high bits \
        maps d to d, depends only on how many 1s the high bits have, and is composed of two blocks of half the length. The maps \
        soon become constant; from there on longer blocks change nothing, so each n is settled by short blocks. The last d is the \
        only winning first move.",
    known: || {
        Ok(Known::Computed(
            "the map of every block for each n, until it is constant".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (1..=13)
            .map(|n| format!(r#"{{"fn": "M", "n": {n}}}"#))
            .collect();
        all.push(r#"{"fn": "sum_M_cubed", "B": 12}"#.into());
        all.extend((0..70).map(|k| format!(r#"{{"fn": "s", "k": {k}}}"#)));
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "s" => Ok(natural(ones(input.u64("k")?), None)),
        "S_prefix" => {
            let length = input.u64("length")?.min(1 << 20);
            let prefix = (0..length).map(|k| natural(ones(k), None));
            Ok(prefix.collect::<Vec<Value>>().into())
        }
        "legal_play" => {
            let (n, counters) = (input.u64("n")?, input.list("counters")?);
            let legal = counters.first() == Some(&0)
                && counters.iter().all(|c| is_place(*c))
                && counters.windows(2).all(|w| w[0] < w[1] && w[1] - w[0] <= n);
            Ok(legal.into())
        }
        "M" => Ok(natural(best_move(input.u64("n")?)?, None)),
        "sum_M_cubed" => {
            let mut sum = 0u128;
            for n in 1..=input.u64("B")? {
                sum += u128::from(best_move(n)?).pow(3);
            }
            Ok(natural(sum, input.modulus()?))
        }
        _ => Err(input.unknown()),
    }
}

/// The number of 1s of 0, …, k: each bit in closed form.
fn ones(k: u64) -> u128 {
    let count = u128::from(k) + 1;
    let bit = |b: u32| {
        let (half, whole) = (1u128 << b, 2u128 << b);
        count / whole * half + (count % whole).saturating_sub(half)
    };
    (0..64).map(bit).sum()
}

/// Is there a k with s_k = c? By bisection.
fn is_place(c: u64) -> bool {
    let (mut low, mut high) = (0, c);
    while low < high {
        let middle = low + (high - low) / 2;
        match ones(middle) < u128::from(c) {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    ones(low) == u128::from(c)
}

/// The only winning first move, 0 if there is none: O(n·b²) steps, b the length at which the maps become constant.
fn best_move(n: u64) -> Result<u64> {
    let size = u32::try_from(n)
        .ok()
        .filter(|n| *n < 1 << 16)
        .ok_or_else(|| {
            Error::limit(format!(
                "n = {n} is too large: the maps have n + 1 entries, at most 2^16"
            ))
        })?;
    // maps[m]: the block with m free low bits and `total` - m ones above.
    let mut maps: Vec<Vec<u32>> = Vec::new();
    for total in 0..=size + 1 {
        let single = (0..=size).map(|d| if d + total > size { 0 } else { d + total });
        let mut next = vec![single.collect::<Vec<u32>>()];
        for m in 1..=total as usize {
            // The upper half comes first: one 1 more above, the same number of free bits as the lower half.
            let (upper, lower) = (&next[m - 1], &maps[m - 1]);
            next.push(upper.iter().map(|d| lower[*d as usize]).collect());
        }
        let whole = &next[total as usize];
        if total == size + 1 || whole.iter().all(|d| *d == whole[0]) {
            return Ok(u64::from(whole[0]));
        }
        maps = next;
    }
    Ok(0)
}

/// Every place down from the last one, every move tried.
fn brute(input: &Input) -> Result<Value> {
    match input.function() {
        "s" => {
            let k = input.u64("k")?;
            Ok(natural(
                (0..=k).map(|i| u64::from(i.count_ones())).sum::<u64>(),
                None,
            ))
        }
        "M" => Ok(natural(scan(input.u64("n")?), None)),
        _ => {
            let cubes = (1..=input.u64("B")?).map(|n| scan(n).pow(3));
            Ok(natural(cubes.sum::<u64>(), None))
        }
    }
}

fn scan(n: u64) -> u64 {
    let mut places = vec![0u64];
    for k in 1..(2u64 << n) - 1 {
        places.push(places[k as usize - 1] + u64::from(k.count_ones()));
    }
    let all: BTreeSet<u64> = places.iter().copied().collect();
    let mut lost: BTreeSet<u64> = BTreeSet::new();
    for at in places.iter().rev() {
        let wins = all.range(at + 1..=at + n).any(|next| lost.contains(next));
        if !wins {
            lost.insert(*at);
        }
    }
    (1..=n).rev().find(|t| lost.contains(t)).unwrap_or(0)
}
