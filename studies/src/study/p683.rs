//! 683: two dice that wander around a table: the expected pot.

use crate::interval::Interval;
use crate::linear::{ratio, solve};
use crate::{Error, Input, Known, Result, Study, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;

pub const STUDY: Study = Study {
    id: 683,
    text: "Only the distance of the dice counts, modulo k; a turn changes it by -2, ..., 2 with weights 1, 2, 3, 2, 1. The means h \
        of the number of turns and m of its square solve h = 1 + P*h and m = 2h - 1 + P*m, both zero at distance 0. The equations give \
        each h from the four before it, so that all of them are whole combinations of h(1) and h(2), which the end of the circle \
        determines: exact fractions, O(k) operations a circle. Brute force solves the equations for both positions.",
    known: || Ok(Known::Computed("exact moments for every circle".into())),
    run,
    brute,
    twins: || {
        let all = (2..=6)
            .map(|n| format!(r#"{{"fn": "G", "n": {n}, "format": "9 significant digits"}}"#));
        all.collect()
    },
};

fn run(input: &Input) -> Result<Value> {
    pot(input, 5000, second_moment)
}

fn pot(input: &Input, most: u64, moment: fn(usize) -> Result<BigRational>) -> Result<Value> {
    let n = input.u64("n")?;
    if input.function() != "G" {
        return Err(input.unknown());
    }
    if n > most {
        return Err(Error::limit(format!("at most {most} players")));
    }
    let mut sum = Interval::int(0);
    for k in 2..=n as usize {
        sum = sum + Interval::ratio(&moment(k)?);
    }
    let how = input.get("format").or(input.get("digits"));
    Ok(Value::from(match how.and_then(Value::as_str) {
        Some("9 significant digits") => sum.scientific(9)?,
        Some("~5 significant") => sum.plain(5)?,
        _ => return Err(Error::input("the format is `9 significant digits`")),
    }))
}

/// The mean of the square of the number of turns with k players.
fn second_moment(k: usize) -> Result<BigRational> {
    let ones = vec![BigInt::from(1); k];
    let (h, common) = moment(k, &ones)?;
    // Over the common denominator: m = (2h - 1) + P m.
    let gain: Vec<BigInt> = h[..k].iter().map(|h| h * 2 - &common).collect();
    let (m, more) = moment(k, &gain)?;
    let sum: BigInt = m[1..k].iter().sum();
    Ok(BigRational::new(sum, common * more * BigInt::from(k)))
}

/// x with x(0) = 0 and x(d) = gain(d) + mean of x after a turn, for d = 1, ..., k - 1: numerators and the common denominator.
fn moment(k: usize, gain: &[BigInt]) -> Result<(Vec<BigInt>, BigInt)> {
    // x(d) = c + u*x(1) + v*x(2); x is even and has the period k. Row i is x(i - 1).
    let zero = || [BigInt::from(0), BigInt::from(0), BigInt::from(0)];
    let mut rows = vec![zero(); 4];
    rows[0][1] += 1;
    rows[2][1] += 1;
    rows[3][2] += 1;
    for d in 1..k {
        let mut next = zero();
        for (j, x) in next.iter_mut().enumerate() {
            *x = &rows[d + 1][j] * 6 - (&rows[d + 2][j] + &rows[d][j]) * 2 - &rows[d - 1][j];
        }
        next[0] -= &gain[d] * 9;
        rows.push(next);
    }
    // x(k) = 0 and x(k+1) = x(1), and of course x(k-1) = x(1).
    let end = |d: usize, same: i64| {
        let mut row = rows[d + 1].clone();
        row[1] -= same;
        row
    };
    let ends = [end(k, 0), end(k + 1, 1), end(k - 1, 1)];
    let minor =
        |a: &[BigInt; 3], b: &[BigInt; 3], i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        let (a, b) = (&ends[a], &ends[b]);
        let det = minor(a, b, 1, 2);
        if det.is_zero() {
            continue;
        }
        // c + u*x1 + v*x2 = 0 twice.
        let x1 = minor(a, b, 2, 0);
        let x2 = minor(a, b, 0, 1);
        let mut all: Vec<BigInt> = rows[1..]
            .iter()
            .map(|r| &r[0] * &det + &r[1] * &x1 + &r[2] * &x2)
            .collect();
        let mut det = det;
        let common = all.iter().fold(det.clone(), |g, x| g.gcd(x));
        all.iter_mut().for_each(|x| *x /= &common);
        det /= &common;
        return Ok((all, det));
    }
    Err(Error::undefined("the moments are not determined"))
}

use num_traits::Zero;

/// Both positions.
fn brute(input: &Input) -> Result<Value> {
    pot(input, 6, |k| {
        let state = |a: usize, b: usize| (a % k) * k + b % k;
        let size = k * k;
        let equations = |gain: &dyn Fn(usize) -> BigRational| {
            let mut rows = vec![vec![ratio(0, 1); size + 1]; size];
            for a in 0..k {
                for b in 0..k {
                    let here = state(a, b);
                    let row = &mut rows[here];
                    row[here] = ratio(1, 1);
                    if a == b {
                        continue;
                    }
                    row[size] = gain(here);
                    for x in [k - 1, k, k + 1] {
                        for y in [k - 1, k, k + 1] {
                            row[state(a + x, b + y)] -= ratio(1, 9);
                        }
                    }
                }
            }
            solve(rows)
        };
        let h = equations(&|_| ratio(1, 1))?;
        let m = equations(&|s| &h[s] * ratio(2, 1) - ratio(1, 1))?;
        Ok(m.iter().sum::<BigRational>() / ratio((k * k) as i64, 1))
    })
}
