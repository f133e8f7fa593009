//! 334: beans that spread from bowls: the number of moves, whatever they are.

use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};
use std::collections::BTreeMap;

pub const STUDY: Study = Study {
    id: 334,
    text: "The number of moves does not depend on their order (chip-firing is abelian), so beans may be added one at a time to a \
        position at rest. A bean added to a maximal run of bowls l, ..., r with one bean each, at distance x from one end and y \
        from the other (both counted from 1), comes to rest after x*y moves, because every move raises the second moment by 2: \
        the run grows by one bowl on each side, and the bowl l + r - place is left empty. The runs are kept in order, so that a \
        bean takes logarithmic time. Brute force makes the moves one by one.",
    known: || {
        Ok(Known::Theorem(
            "the order of moves does not matter; second moment of one bean added to a run".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut rng = fastrand::Rng::with_seed(334);
        let list = |rng: &mut fastrand::Rng| {
            let bowls: Vec<u64> = (0..rng.usize(1..9)).map(|_| rng.u64(0..13)).collect();
            format!(r#"{{"fn": "moves", "bowls": {bowls:?}}}"#)
        };
        (0..200).map(|_| list(&mut rng)).collect()
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "b" => Ok(natural(
            start(input.usize("i")?).last().copied().unwrap_or(0),
            None,
        )),
        "moves" => Ok(natural(moves(&bowls(input)?), None)),
        _ => Err(input.unknown()),
    }
}

/// The bowls: a list, or `b_1..b_k`.
fn bowls(input: &Input) -> Result<Vec<u64>> {
    let Some(text) = input.need("bowls")?.as_str() else {
        return input.list("bowls");
    };
    let count = text.strip_prefix("b_1..b_").and_then(|k| k.parse().ok());
    let count =
        count.ok_or_else(|| Error::input(format!("`{text}` is not bowls such as `b_1..b_5`")))?;
    Ok(start(count))
}

/// b_1, ..., b_k.
fn start(k: usize) -> Vec<u64> {
    let mut t = 123_456u64;
    let mut next = || {
        t = if t.is_multiple_of(2) {
            t / 2
        } else {
            (t / 2) ^ 926_252
        };
        t % 2048 + 1
    };
    (0..k).map(|_| next()).collect()
}

/// Beans one at a time; O(beans * log runs).
fn moves(bowls: &[u64]) -> u128 {
    // First bowl of each run of ones -> its last bowl.
    let mut runs: BTreeMap<i64, i64> = BTreeMap::new();
    let mut moves = 0;
    for (place, beans) in bowls.iter().enumerate() {
        for _ in 0..*beans {
            moves += add(&mut runs, place as i64);
        }
    }
    moves
}

/// Adds a bean to a position at rest; the number of moves until it is at rest again.
fn add(runs: &mut BTreeMap<i64, i64>, place: i64) -> u128 {
    let around = runs.range(..=place).next_back().map(|(l, r)| (*l, *r));
    match around {
        Some((l, r)) if r >= place => {
            runs.remove(&l);
            // The run l - 1, ..., r + 1 without one bowl.
            let hole = l + r - place;
            join(runs, l - 1, hole - 1);
            join(runs, hole + 1, r + 1);
            ((place - l + 1) as u128) * ((r - place + 1) as u128)
        }
        _ => {
            join(runs, place, place);
            0
        }
    }
}

/// Adds a run, and joins it to those that touch it.
fn join(runs: &mut BTreeMap<i64, i64>, mut l: i64, mut r: i64) {
    if let Some((&a, &b)) = runs.range(..l).next_back()
        && b == l - 1
    {
        runs.remove(&a);
        l = a;
    }
    if let Some(b) = runs.remove(&(r + 1)) {
        r = b;
    }
    runs.insert(l, r);
}

/// Move by move.
fn brute(input: &Input) -> Result<Value> {
    if input.function() != "moves" {
        return Err(input.unknown());
    }
    let start = bowls(input)?;
    if start.iter().sum::<u64>() > 1000 {
        return Err(Error::limit("brute force is for at most 1000 beans"));
    }
    let mut beans: BTreeMap<i64, u64> = BTreeMap::new();
    for (i, b) in start.iter().enumerate() {
        beans.insert(i as i64, *b);
    }
    let mut moves = 0u64;
    while let Some(from) = beans.iter().find(|(_, n)| **n >= 2).map(|(at, _)| *at) {
        *beans.entry(from).or_default() -= 2;
        *beans.entry(from - 1).or_default() += 1;
        *beans.entry(from + 1).or_default() += 1;
        moves += 1;
    }
    Ok(natural(moves, None))
}
