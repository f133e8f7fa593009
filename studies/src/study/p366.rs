//! 366: Fibonacci Nim; the largest winning first moves.

use crate::number::{integer, natural, outcome};
use crate::search::Search;
use crate::{Input, Known, Result, Study, Value};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

pub const STUDY: Study = Study {
    id: 366,
    text: "A pile with a limit is lost if the limit is less than the least part of the pile as a sum of Fibonacci numbers, no two of them \
        neighbours. So taking k wins if the least part of the rest is more than 2k; then k is less than half of that part, and \
        the parts of k are the small parts of the pile. With F the largest part and r the rest, M(F + r) is r if 2r < F, and else M(r). The sum of M \
        below a bound therefore is a sum of an arithmetic progression and of sums of M below smaller bounds, about two for each Fibonacci number.",
    known: || {
        Ok(Known::Theorem(
            "P-positions of Fibonacci Nim (whinihan1963), and the step from F + r to r in the text"
                .into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (1..=40)
            .map(|b| format!(r#"{{"fn": "sum_M", "B": {b}}}"#))
            .collect();
        all.extend((1..=40).map(|n| format!(r#"{{"fn": "outcome", "n": {n}}}"#)));
        all.extend((1..=40).map(|n| format!(r#"{{"fn": "winning_first_moves", "n": {n}}}"#)));
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "outcome" => Ok(outcome(winning_moves(input.u64("n")?).is_empty())),
        "winning_first_moves" => Ok(Value::from(winning_moves(input.u64("n")?))),
        "sum_M" => {
            let bound = u128::from(input.u64("B")?) + 1;
            Ok(integer(sum_below(bound), input.modulus()?))
        }
        _ => Err(input.unknown()),
    }
}

/// The parts of n as a sum of Fibonacci numbers, no two neighbours, the largest first.
fn parts(mut n: u128) -> Vec<u128> {
    let mut parts = Vec::new();
    while n > 0 {
        let f = largest_fibonacci(n);
        parts.push(f);
        n -= f;
    }
    parts
}

/// The largest Fibonacci number up to n, for n >= 1.
fn largest_fibonacci(n: u128) -> u128 {
    let (mut a, mut b) = (1u128, 2u128);
    while b <= n {
        (a, b) = (b, a + b);
    }
    a
}

fn winning_moves(n: u64) -> Vec<u64> {
    let parts = parts(n.into());
    let mut moves = Vec::new();
    let mut tail = 0;
    for pair in parts.windows(2).rev() {
        tail += pair[1];
        if pair[0] > 2 * tail {
            moves.push(tail as u64);
        }
    }
    moves
}

/// The largest Fibonacci number below x, and half of it rounded up: bounds on which the sum below x rests.
fn split(x: u128) -> (u128, u128) {
    let f = largest_fibonacci(x - 1);
    (f, f.div_ceil(2))
}

/// The sum of M(n) for n < x.
fn sum_below(x: u128) -> BigInt {
    let mut bounds = BTreeSet::new();
    let mut open = vec![x];
    while let Some(x) = open.pop() {
        if x > 2 && bounds.insert(x) {
            let (f, half) = split(x);
            open.extend([f, half, x - f]);
        }
    }
    let mut sums: BTreeMap<u128, BigInt> = BTreeMap::new();
    for x in bounds {
        let of = |y: u128| sums.get(&y).cloned().unwrap_or_default();
        let (f, half) = split(x);
        // n = f + r for r < x - f: r itself up to half, M(r) beyond.
        let rests = x - f;
        let small = BigInt::from(rests.min(half));
        let mut sum = of(f) + &small * (&small - 1u32) / 2u32;
        if rests > half {
            sum += of(rests) - of(half);
        }
        sums.insert(x, sum);
    }
    sums.remove(&x).unwrap_or_default()
}

/// Stones and limit.
fn options(p: &(u64, u64)) -> Vec<(u64, u64)> {
    (1..=p.0.min(p.1)).map(|k| (p.0 - k, 2 * k)).collect()
}

fn brute(input: &Input) -> Result<Value> {
    let mut search = Search::new();
    let mut moves = |n: u64| -> Vec<u64> {
        (1..n)
            .filter(|k| search.lost(&(n - k, 2 * k), options))
            .collect()
    };
    match input.function() {
        "outcome" => Ok(outcome(moves(input.u64("n")?).is_empty())),
        "winning_first_moves" => Ok(Value::from(moves(input.u64("n")?))),
        _ => {
            let best = (1..=input.u64("B")?).map(|n| moves(n).last().copied().unwrap_or(0));
            Ok(natural(best.sum::<u64>(), None))
        }
    }
}
