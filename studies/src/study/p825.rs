//! 825: two cars on a circular track: how much the first move is worth.

use crate::interval::Interval;
use crate::linear::{ratio, solve};
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;

pub const STUDY: Study = Study {
    id: 825,
    text: "Two moves change the distance d that the mover sees by -2, ..., 2 with weights 1, 2, 3, 2, 1, so the winning chance is \
        W(d) = A + B*d + C*r^d + D*r^(2n+1-d) with r = sqrt(3) - 2. The ends give four equations, W(2n) = W(2n+1) = 0, W(0) = W(3) \
        and W(1) + W(2) + W(3) = 3, which are solved between bounds for n <= 300. Where powers of r count no more, \
        S(n) = 1/(n - 1 + c) with c = (3 - sqrt(3))/6; the sum is a difference of digammas, with a bound for the rest of its series. \
        Brute force solves the linear equations for all distances.",
    known: || {
        Ok(Known::Theorem(
            "linear recurrence with its four boundary conditions".into(),
        ))
    },
    run,
    brute,
    twins: || {
        (2..=14)
            .map(|n| format!(r#"{{"fn": "T", "N": {n}}}"#))
            .collect()
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "win_probabilities" => {
            let w = first_wins(input.u64("n")?)?;
            let other = ratio(1, 1) - &w;
            Ok([w, other]
                .iter()
                .map(|p| Value::from(p.to_string()))
                .collect())
        }
        "S" => Ok(Value::from(
            difference(&first_wins(input.u64("n")?)?).to_string(),
        )),
        "T" => Ok(Value::from(total(input.u64("N")?)?.decimals(8)?)),
        _ => Err(input.unknown()),
    }
}

fn difference(w: &BigRational) -> BigRational {
    (w * ratio(2, 1) - ratio(1, 1)).abs()
}

/// T(N).
fn total(n: u64) -> Result<Interval> {
    const FEW: u64 = 300;
    let mut sum = Interval::int(0);
    for n in 2..=n.min(FEW) {
        sum = sum + advantage(n)?;
    }
    if n <= FEW {
        return Ok(sum);
    }
    // The sum of 1/(m + c) for m = FEW, ..., n - 1; the powers of r left out are below 2^-n each.
    let c = (Interval::int(3) - Interval::int(3).sqrt()?).over(6);
    let at = |m: u64| digamma(&(&c + &Interval::int(m)));
    Ok(sum + at(n)? - at(FEW)? + Interval::error(200))
}

/// ln x - 1/2x - 1/12x^2 + 1/120x^4 - 1/252x^6 + 1/240x^8 - e with 0 <= e <= 1/132x^10, for x > 0.
fn digamma(x: &Interval) -> Result<Interval> {
    let over = Interval::int(1).divide(x)?;
    let square = &over * &over;
    let mut sum = &x.ln()? - &over.over(2);
    let mut power = Interval::int(1);
    for (k, sign) in [(12, -1), (120, 1), (252, -1), (240, 1)] {
        power = &power * &square;
        sum = &sum + &power.over(k).times(sign);
    }
    let rest = (&power * &square).over(132);
    Ok(&sum + &Interval::int(0).hull(&-rest))
}

/// S(n), between bounds.
fn advantage(n: u64) -> Result<Interval> {
    let m = 2 * n as u32;
    let root = Interval::int(3).sqrt()?;
    let r = &root - &Interval::int(2);
    let inverse = -(&root + &Interval::int(2));
    // Columns: A, B, C, D, right side. At d the functions are 1, d, r^d, r^(m+1-d).
    let at = |d: u32| -> [Interval; 4] {
        let last = match (m + 1).checked_sub(d) {
            Some(e) => r.power(e),
            None => inverse.clone(),
        };
        [Interval::int(1), Interval::int(d), r.power(d), last]
    };
    let combine = |parts: &[(u32, i64)], right: i64| -> Vec<Interval> {
        let mut row = vec![Interval::int(0); 5];
        for (d, factor) in parts {
            for (x, f) in row.iter_mut().zip(at(*d)) {
                *x = &*x + &f.times(*factor);
            }
        }
        row[4] = Interval::int(right);
        row
    };
    let mut rows = [
        combine(&[(1, 1), (2, 1), (3, 1)], 3),
        combine(&[(0, 1), (3, -1)], 0),
        combine(&[(m, 1)], 0),
        combine(&[(m + 1, 1)], 0),
    ];
    // Elimination with the largest pivot.
    for col in 0..4 {
        let pivot = (col..4).max_by_key(|i| {
            let x = &rows[*i][col];
            let size = if x.is_negative() {
                -x.clone()
            } else {
                x.clone()
            };
            size.times(1 << 30)
                .floor()
                .or(size.low().floor())
                .unwrap_or(BigInt::from(-1))
        });
        rows.swap(col, pivot.unwrap_or(col));
        let top = rows[col].clone();
        for row in rows.iter_mut().skip(col + 1) {
            let factor = row[col].divide(&top[col])?;
            for (x, t) in row.iter_mut().zip(&top) {
                *x = &*x - &(&factor * t);
            }
        }
    }
    let mut x = vec![Interval::int(0); 4];
    for i in (0..4).rev() {
        let rest = (i + 1..4).fold(rows[i][4].clone(), |s, j| &s - &(&rows[i][j] * &x[j]));
        x[i] = rest.divide(&rows[i][i])?;
    }
    let w = at(m / 2)
        .iter()
        .zip(&x)
        .fold(Interval::int(0), |s, (f, x)| &s + &(f * x));
    // The first to move has the better chance.
    let s = w.times(2) - Interval::int(1);
    match s.is_positive() {
        true => Ok(s),
        false => Err(Error::limit(format!("the bounds of S({n}) hold zero"))),
    }
}

/// The chance of the first mover, from the linear equations for all distances.
fn first_wins(n: u64) -> Result<BigRational> {
    if !(2..=60).contains(&n) {
        return Err(Error::limit("n is from 2 to 60"));
    }
    let size = 2 * n as usize - 1;
    let mut rows = vec![vec![ratio(0, 1); size + 1]; size];
    for d in 1..=size {
        let row = &mut rows[d - 1];
        row[d - 1] += ratio(1, 1);
        row[size] = ratio(1, 1);
        // One less the other car's chance after an advance that does not reach it.
        for k in (1..=3).filter(|k| *k < d) {
            row[size + 1 - d + k - 1] += ratio(1, 3);
        }
    }
    Ok(solve(rows)?.swap_remove(n as usize - 1))
}

fn brute(input: &Input) -> Result<Value> {
    if input.function() != "T" {
        return Err(input.unknown());
    }
    let all: Result<Vec<BigRational>> = (2..=input.u64("N")?)
        .map(|n| Ok(difference(&first_wins(n)?)))
        .collect();
    Ok(Value::from(
        Interval::ratio(&all?.iter().sum()).decimals(8)?,
    ))
}
