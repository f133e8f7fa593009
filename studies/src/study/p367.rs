//! 367: sorting by random shuffles of two or three places.

use crate::interval::Interval;
use crate::linear::{exact_text, ratio, solve};
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::HashMap;

pub const STUDY: Study = Study {
    id: 367,
    text: "Both kinds of step choose among conjugate permutations with equal probability, so the expected number of steps from a \
        permutation depends only on its cycle type. There are 56 types for n = 11; one permutation of each type is followed through \
        every step, and the linear equations are solved over the rationals. The average weighs a type by its number of permutations. \
        Brute force solves the equations of all n! permutations.",
    known: || {
        Ok(Known::Computed(
            "exact linear equations over cycle types".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let all = (1..=4).flat_map(|n| ["A", "B"].map(|v| (n, v)));
        let all = all.filter(|c| *c != (2, "B")).chain([(5, "A")]);
        all.map(|(n, v)| format!(r#"{{"fn": "expected_steps", "variant": "{v}", "n": {n}}}"#))
            .collect()
    },
};

type Permutation = Vec<usize>;

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "expected_steps_from_sorted" => Ok(Value::from(0)),
        "expected_steps" => expected(input, 12, |p| {
            let mut type_of = cycles(p);
            type_of.sort_unstable();
            type_of
        }),
        _ => Err(input.unknown()),
    }
}

/// Lengths of cycles.
fn cycles(p: &Permutation) -> Vec<usize> {
    let mut seen = vec![false; p.len()];
    let mut lengths = Vec::new();
    for start in 0..p.len() {
        let (mut at, mut length) = (start, 0);
        while !seen[at] {
            seen[at] = true;
            at = p[at];
            length += 1;
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

/// What one step leads to, every case equally likely.
fn steps(p: &Permutation, three: bool) -> Vec<Permutation> {
    let n = p.len();
    let mut all = Vec::new();
    let mut shuffled = |places: &[usize], order: &[usize]| {
        let mut q = p.clone();
        for (to, from) in places.iter().zip(order) {
            q[*to] = p[places[*from]];
        }
        all.push(q);
    };
    for a in 0..n {
        for b in 0..a {
            if !three {
                shuffled(&[a, b], &[1, 0]);
            }
            for c in (0..b).filter(|_| three) {
                for order in [
                    [0, 1, 2],
                    [0, 2, 1],
                    [1, 0, 2],
                    [1, 2, 0],
                    [2, 0, 1],
                    [2, 1, 0],
                ] {
                    shuffled(&[a, b, c], &order);
                }
            }
        }
    }
    all
}

/// The average over all permutations, which are lumped by `class`.
fn expected(
    input: &Input,
    most: usize,
    class: impl Fn(&Permutation) -> Vec<usize>,
) -> Result<Value> {
    let n = input.usize("n")?;
    let three = match input.need("variant")?.as_str() {
        Some("A") => false,
        Some("B") => true,
        _ => return Err(Error::input("the variant is `A` or `B`")),
    };
    let sorted: Permutation = (0..n).collect();
    if n > most {
        return Err(Error::limit(format!("n is at most {most}")));
    }
    if n < 2 || (n == 2 && three) {
        return match n {
            2 => Err(Error::undefined("there are no three places to shuffle")),
            _ => Ok(Value::from(0)),
        };
    }
    // Classes in the order in which they are met, each with its first permutation.
    let mut number = HashMap::from([(class(&sorted), 0)]);
    let mut first = vec![sorted.clone()];
    let mut rows = Vec::new();
    while rows.len() < first.len() {
        let here = rows.len();
        let all = steps(&first[here], three);
        let mut counts: HashMap<usize, i64> = HashMap::new();
        let mut more = swaps(&first[here]);
        more.extend(all.iter().cloned());
        for q in more {
            let key = class(&q);
            if let std::collections::hash_map::Entry::Vacant(e) = number.entry(key) {
                e.insert(first.len());
                first.push(q);
            }
        }
        for q in &all {
            *counts.entry(number[&class(q)]).or_default() += 1;
        }
        rows.push((counts, all.len() as i64));
    }
    let size = first.len();
    let mut matrix = Vec::new();
    for (here, (counts, total)) in rows.iter().enumerate() {
        let mut row = vec![ratio(0, 1); size + 1];
        row[here] = ratio(1, 1);
        if here > 0 {
            row[size] = ratio(1, 1);
            for (to, count) in counts {
                row[*to] -= ratio(*count, *total);
            }
        }
        matrix.push(row);
    }
    let steps = solve(matrix)?;
    let mut sum = ratio(0, 1);
    let mut weights = BigInt::from(0);
    for (key, at) in &number {
        let weight = size_of(n, key);
        sum += &steps[*at] * BigRational::from_integer(weight.clone());
        weights += weight;
    }
    let mean = sum / BigRational::from_integer(weights);
    Ok(Value::from(match input.get("round") {
        Some(_) => Interval::ratio(&mean).decimals(0)?,
        None => exact_text(&mean),
    }))
}

/// All permutations are reached by swaps, though not all by the steps of three in every case.
fn swaps(p: &Permutation) -> Vec<Permutation> {
    steps(p, false)
}

/// The number of permutations of a cycle type; 1 for a key that is a permutation itself.
fn size_of(n: usize, key: &[usize]) -> BigInt {
    if key.iter().sum::<usize>() != n || key.contains(&0) {
        return BigInt::from(1);
    }
    let mut size: BigInt = (1..=n).map(BigInt::from).product();
    for group in key.chunk_by(|a, b| a == b) {
        for (i, length) in group.iter().enumerate() {
            size /= BigInt::from(*length * (i + 1));
        }
    }
    size
}

/// Every permutation a class of its own.
fn brute(input: &Input) -> Result<Value> {
    match input.function() {
        "expected_steps" => expected(input, 5, |p| p.clone()),
        _ => Err(input.unknown()),
    }
}
