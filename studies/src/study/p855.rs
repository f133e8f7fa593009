//! 855: paper that is cut a times b ways, and a piece that is picked.

use crate::interval::scientific_ratio;
use crate::linear::{exact_text, ratio};
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;
use num_rational::BigRational;

pub const STUDY: Study = Study {
    id: 855,
    text: "For a set U of labels that are left, with R(i) of them in row i and C(j) in column j, the value is the product of all R(i)! and \
        C(j)! over (|U|!)^2. Cutting the heights as R(i)/|U| and the widths as C(j)/|U| makes all pieces of U equally good, and by the \
        inequality of the means no cut makes the worst piece better: the geometric mean over U of height times width times the value \
        that follows is largest just there. With all labels left this is (a!)^b*(b!)^a/((ab)!)^2. Brute force tries all cuts on a \
        grid for every set of labels.",
    known: || {
        Ok(Known::Theorem(
            "arithmetic and geometric means, by induction over the labels left".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let all = [
            (1, 1),
            (1, 2),
            (1, 3),
            (2, 1),
            (2, 2),
            (3, 1),
            (1, 4),
            (4, 1),
            (2, 3),
            (3, 2),
        ];
        all.iter()
            .map(|(a, b)| format!(r#"{{"fn": "S", "a": {a}, "b": {b}}}"#))
            .collect()
    },
};

fn run(input: &Input) -> Result<Value> {
    let (a, b) = (input.u64("a")?, input.u64("b")?);
    if input.function() != "S" {
        return Err(input.unknown());
    }
    if a == 0 || b == 0 || a.saturating_mul(b) > 1000 {
        return Err(Error::limit("a and b are from 1 on, with a*b <= 1000"));
    }
    let factorial = |n: u64| (1..=n).map(BigInt::from).product::<BigInt>();
    let top = factorial(a).pow(b as u32) * factorial(b).pow(a as u32);
    text(BigRational::new(top, factorial(a * b).pow(2)), a * b)
}

/// A fraction for small papers, ten digits after the point for others.
fn text(area: BigRational, labels: u64) -> Result<Value> {
    Ok(Value::from(match labels {
        0..=12 => match area.is_integer() {
            true => exact_text(&area),
            false => area.to_string(),
        },
        _ => scientific_ratio(&area, 11)?,
    }))
}

/// All cuts on a grid, for every set of labels.
fn brute(input: &Input) -> Result<Value> {
    let (a, b) = (input.usize("a")?, input.usize("b")?);
    let grid: usize = match (input.function(), a * b) {
        ("S", 1..=4) => 12,
        ("S", 5..=6) => 60,
        _ => return Err(Error::limit("brute force is for a*b <= 6")),
    };
    let (rows, columns) = (splits(grid, a), splits(grid, b));
    let mut values = vec![ratio(1, 1)];
    for set in 1..1usize << (a * b) {
        let labels: Vec<usize> = (0..a * b).filter(|l| set >> l & 1 == 1).collect();
        // Values of what follows, as whole numbers over a common denominator.
        let next: Vec<&BigRational> = labels.iter().map(|l| &values[set & !(1 << l)]).collect();
        let common = next.iter().fold(BigInt::from(1), |c, v| {
            num_integer::lcm(c, v.denom().clone())
        });
        let whole: Option<Vec<u128>> = next
            .iter()
            .map(|v| u128::try_from(v.numer() * (&common / v.denom())).ok())
            .collect();
        let whole = whole.ok_or_else(|| Error::limit("brute force is for small fractions"))?;
        let mut best = 0u128;
        for heights in &rows {
            for widths in &columns {
                let pieces = labels.iter().zip(&whole);
                let worst = pieces.map(|(l, v)| v * (heights[l / b] * widths[l % b]) as u128);
                best = best.max(worst.min().unwrap_or(0));
            }
        }
        let square = BigInt::from(grid * grid);
        values.push(BigRational::new(best.into(), common * square));
    }
    text(values.pop().unwrap_or_else(|| ratio(1, 1)), (a * b) as u64)
}

/// All ways to write `grid` as a sum of `parts` numbers.
fn splits(grid: usize, parts: usize) -> Vec<Vec<usize>> {
    match parts {
        1 => vec![vec![grid]],
        _ => (0..=grid)
            .flat_map(|first| {
                splits(grid - first, parts - 1)
                    .into_iter()
                    .map(move |mut rest| {
                        rest.push(first);
                        rest
                    })
            })
            .collect(),
    }
}
