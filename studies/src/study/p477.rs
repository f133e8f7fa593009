//! 477: numbers taken from either end of a row.

use crate::number::natural;
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 477,
    text: "Neither player wants to uncover a number that is at least as large as both its neighbours a <= b >= c: whoever takes a is \
        answered by b, and the difference does not change if the three are replaced by the one number a - b + c. One pass with a \
        stack makes these replacements, each in constant time, until the row falls and then rises; from there the larger end is \
        always taken. The first player's total is half of the sum and the difference. Brute force is the recursion over intervals.",
    known: || {
        Ok(Known::Theorem(
            "a number between two that are not larger can be joined with them; larger end of a valley first".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut rng = fastrand::Rng::with_seed(477);
        let row = |rng: &mut fastrand::Rng| {
            let row: Vec<u64> = (0..rng.usize(1..15)).map(|_| rng.u64(0..12)).collect();
            format!(r#"{{"fn": "score1", "sequence": {row:?}}}"#)
        };
        (0..500).map(|_| row(&mut rng)).collect()
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "score1" => Ok(natural(total(input.list("sequence")?.into_iter())?, None)),
        "sequence_prefix" => {
            let prefix = sequence().take(input.usize("length")?);
            Ok(prefix.map(Value::from).collect())
        }
        "F" => Ok(natural(total(sequence().take(input.usize("N")?))?, None)),
        _ => Err(input.unknown()),
    }
}

fn sequence() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(0u64), |s| Some((s * s + 45) % 1_000_000_007))
}

/// The first player's total; O(n).
fn total(row: impl Iterator<Item = u64>) -> Result<u64> {
    let mut stack: Vec<i64> = Vec::new();
    let mut sum = 0i64;
    for x in row {
        let x = i64::try_from(x).ok();
        let large = || Error::limit("the sum of the numbers is 2^63 or more");
        let x = x.ok_or_else(large)?;
        sum = sum.checked_add(x).ok_or_else(large)?;
        // The alternating sums that arise are at most the sum in size.
        stack.push(x);
        while let [.., a, b, c] = stack[..] {
            if a > b || b < c {
                break;
            }
            stack.truncate(stack.len() - 3);
            stack.push(a - b + c);
        }
    }
    let (mut low, mut high) = (0, stack.len());
    let mut difference = 0;
    let mut sign = 1;
    while low < high {
        let taken = if stack[low] >= stack[high - 1] {
            low += 1;
            stack[low - 1]
        } else {
            high -= 1;
            stack[high]
        };
        difference += sign * taken;
        sign = -sign;
    }
    Ok(((sum + difference) / 2) as u64)
}

/// Differences of all intervals, the longest last.
fn brute(input: &Input) -> Result<Value> {
    let row: Vec<i64> = match input.function() {
        "score1" => input
            .list("sequence")?
            .into_iter()
            .map(|x| x as i64)
            .collect(),
        "F" => sequence()
            .take(input.usize("N")?.min(4001))
            .map(|x| x as i64)
            .collect(),
        _ => return Err(input.unknown()),
    };
    if row.len() > 4000 {
        return Err(Error::limit("brute force is for at most 4000 numbers"));
    }
    // best[i] is the difference for the interval of the length at hand that starts at i.
    let mut best = vec![0i64; row.len() + 1];
    for length in 1..=row.len() {
        for i in 0..=row.len() - length {
            best[i] = (row[i] - best[i + 1]).max(row[i + length - 1] - best[i]);
        }
    }
    Ok(natural(
        ((row.iter().sum::<i64>() + best[0]) / 2) as u64,
        None,
    ))
}
