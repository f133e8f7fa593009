//! 963: ternary digits deleted on two papers.

use crate::number::natural;
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};
use bouton_value::{Store, Value as Game};
use rustc_hash::FxHashMap;

pub const STUDY: Study = Study {
    id: 963,
    text: "Each number is a partizan game: its owner deletes a 0, the opponent a 1, either a 2. The canonical form of every number up to N is computed from the numbers that are left, and there are few \
        different ones: a dyadic number, star or not, and ups of several orders. On the opponent's paper a number has the negative value, so a setting is fair exactly if the two papers \
        have the same sum. Pairs of values are added and counted by their sums, and the answer is the sum of the squares of these counts.",
    known: || {
        Ok(Known::Computed(
            "the canonical form of every number and of every sum of two".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (1..=14)
            .map(|n| format!(r#"{{"fn": "F", "N": {n}}}"#))
            .collect();
        for (a, b) in [
            ("1,1", "1,1"),
            ("3,5", "1,7"),
            ("2,8", "6,6"),
            ("9,10", "4,11"),
        ] {
            all.push(format!(
                r#"{{"fn": "is_fair", "first": [{a}], "second": [{b}]}}"#
            ));
        }
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    let mut store = Store::new();
    match input.function() {
        "is_fair" => {
            let (first, second): ([u64; 2], [u64; 2]) =
                (input.tuple("first")?, input.tuple("second")?);
            let most = first.iter().chain(&second).max().copied().unwrap_or(0);
            let values = values(&mut store, most)?;
            let mut sum = |pair: [u64; 2]| {
                add(
                    &mut store,
                    values[pair[0] as usize],
                    values[pair[1] as usize],
                )
            };
            Ok(Value::from(sum(first)? == sum(second)?))
        }
        "F" => {
            let values = values(&mut store, input.u64("N")?)?;
            let mut classes: FxHashMap<Game, u128> = FxHashMap::default();
            for v in &values[1..] {
                *classes.entry(*v).or_default() += 1;
            }
            let classes: Vec<(Game, u128)> = classes.into_iter().collect();
            if classes.len() > 20_000 {
                return Err(Error::limit(format!(
                    "{} different values have too many sums",
                    classes.len()
                )));
            }
            let mut sums: FxHashMap<Game, u128> = FxHashMap::default();
            for (i, (g, x)) in classes.iter().enumerate() {
                *sums.entry(add(&mut store, *g, *g)?).or_default() += x * (x + 1) / 2;
                for (h, y) in &classes[..i] {
                    *sums.entry(add(&mut store, *g, *h)?).or_default() += x * y;
                }
            }
            let fair = sums.values().map(|c| c * c).sum::<u128>();
            Ok(natural(fair, input.modulus()?))
        }
        _ => Err(input.unknown()),
    }
}

fn add(store: &mut Store, g: Game, h: Game) -> Result<Game> {
    store.add(g, h).map_err(|e| Error::limit(e.to_string()))
}

/// The canonical form of each number from 0 to n for its owner as Left.
fn values(store: &mut Store, n: u64) -> Result<Vec<Game>> {
    if n > 1 << 24 {
        return Err(Error::limit(format!("N = {n} is too large: at most 2^24")));
    }
    let mut values = vec![Game::ZERO];
    for k in 1..=n {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (digit, rest) in deletions(k) {
            let value = values[rest as usize];
            if digit != 1 {
                left.push(value);
            }
            if digit != 0 {
                right.push(value);
            }
        }
        let value = store
            .game(&left, &right)
            .map_err(|e| Error::limit(e.to_string()))?;
        values.push(value);
    }
    Ok(values)
}

/// Each ternary digit, and the number without it.
fn deletions(k: u64) -> Vec<(u64, u64)> {
    let mut out = Vec::new();
    let mut unit = 1;
    while unit <= k {
        out.push((k / unit % 3, k / (3 * unit) * unit + k % unit));
        unit *= 3;
    }
    out
}

/// Numbers of both papers; whether the owner of the first is to move.
type Papers = ([u64; 4], bool);

fn options((numbers, first): &Papers) -> Vec<Papers> {
    let mut out = Vec::new();
    for i in 0..4 {
        let own = (i < 2) == *first;
        for (digit, rest) in deletions(numbers[i]) {
            if digit == 2 || (digit == 0) == own {
                let mut next = *numbers;
                next[i] = rest;
                next[..2].sort_unstable();
                next[2..].sort_unstable();
                out.push((next, !first));
            }
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let mut search = Search::new();
    let mut fair = |mut numbers: [u64; 4]| {
        numbers[..2].sort_unstable();
        numbers[2..].sort_unstable();
        search.lost(&(numbers, true), options) && search.lost(&(numbers, false), options)
    };
    match input.function() {
        "is_fair" => {
            let (a, b): ([u64; 2], [u64; 2]) = (input.tuple("first")?, input.tuple("second")?);
            Ok(Value::from(fair([a[0], a[1], b[0], b[1]])))
        }
        _ => {
            let n = input.u64("N")?;
            let pairs: Vec<[u64; 2]> = (1..=n).flat_map(|a| (a..=n).map(move |b| [a, b])).collect();
            let all = pairs
                .iter()
                .flat_map(|p| pairs.iter().map(move |q| [p[0], p[1], q[0], q[1]]));
            Ok(natural(all.filter(|s| fair(*s)).count() as u64, None))
        }
    }
}
