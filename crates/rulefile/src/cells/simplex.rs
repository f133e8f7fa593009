//! A small linear program over exact fractions.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// Pivots after which the search is given up.
const MOST_PIVOTS: usize = 2_000;

/// Maximises `goal · x` over `x >= 0` with `rows[i] · x <= bounds[i]`, every bound at least 0: the best `x`, or `None` if there
/// is no greatest value or the search takes too long. Bland's rule, so it does not cycle.
pub(crate) fn maximise(
    goal: &[i64],
    rows: &[Vec<i64>],
    bounds: &[i64],
) -> Option<Vec<BigRational>> {
    let (n, m) = (goal.len(), rows.len());
    let number = |v: i64| BigRational::from_integer(BigInt::from(v));
    // A row is the coefficients of the variables, of the slacks, and the bound; the last row is the goal, negated.
    let mut table: Vec<Vec<BigRational>> = Vec::with_capacity(m + 1);
    for (i, row) in rows.iter().enumerate() {
        let mut line: Vec<BigRational> = row.iter().map(|&v| number(v)).collect();
        line.extend((0..m).map(|j| number(i64::from(i == j))));
        line.push(number(bounds[i]));
        table.push(line);
    }
    let mut last: Vec<BigRational> = goal.iter().map(|&v| number(-v)).collect();
    last.extend((0..=m).map(|_| BigRational::zero()));
    table.push(last);
    let mut basis: Vec<usize> = (n..n + m).collect();
    for _ in 0..MOST_PIVOTS {
        let Some(enter) = (0..n + m).find(|&j| table[m][j].is_negative()) else {
            let mut best = vec![BigRational::zero(); n];
            for (i, &variable) in basis.iter().enumerate() {
                if variable < n {
                    best[variable] = table[i][n + m].clone();
                }
            }
            return Some(best);
        };
        let mut leave: Option<(usize, BigRational)> = None;
        for i in 0..m {
            if !table[i][enter].is_positive() {
                continue;
            }
            let ratio = &table[i][n + m] / &table[i][enter];
            let better = match &leave {
                None => true,
                Some((l, least)) => ratio < *least || ratio == *least && basis[i] < basis[*l],
            };
            if better {
                leave = Some((i, ratio));
            }
        }
        let (row, _) = leave?;
        let pivot = BigRational::one() / &table[row][enter];
        for v in &mut table[row] {
            *v *= &pivot;
        }
        let line = table[row].clone();
        for (i, other) in table.iter_mut().enumerate() {
            if i == row || other[enter].is_zero() {
                continue;
            }
            let factor = other[enter].clone();
            for (v, l) in other.iter_mut().zip(&line) {
                if !l.is_zero() {
                    *v -= &factor * l;
                }
            }
        }
        basis[row] = enter;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_programs_against_all_corners() {
        // Two variables: the best is at a corner of two of the lines (the axes among them).
        let mut seen = 0;
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..300 {
            let goal = [rng.i64(-3..4), rng.i64(-3..4)];
            let mut rows: Vec<Vec<i64>> = (0..3)
                .map(|_| vec![rng.i64(-3..4), rng.i64(-3..4)])
                .collect();
            let mut bounds: Vec<i64> = (0..3).map(|_| rng.i64(0..5)).collect();
            // A box makes every program bounded.
            rows.extend([vec![1, 0], vec![0, 1]]);
            bounds.extend([7, 7]);
            let best = maximise(&goal, &rows, &bounds).unwrap();
            let value = |x: &[BigRational], c: &[i64]| -> BigRational {
                x.iter()
                    .zip(c)
                    .map(|(x, &c)| x * BigInt::from(c))
                    .sum::<BigRational>()
            };
            let inside = |x: &[BigRational]| {
                x.iter().all(|v| !v.is_negative())
                    && rows
                        .iter()
                        .zip(&bounds)
                        .all(|(r, &b)| value(x, r) <= BigRational::from_integer(b.into()))
            };
            assert!(inside(&best));
            let mut lines: Vec<([i64; 2], i64)> = rows
                .iter()
                .zip(&bounds)
                .map(|(r, &b)| ([r[0], r[1]], b))
                .collect();
            lines.extend([([1, 0], 0), ([0, 1], 0)]);
            for (i, (a, p)) in lines.iter().enumerate() {
                for (b, q) in &lines[..i] {
                    let det = a[0] * b[1] - a[1] * b[0];
                    if det == 0 {
                        continue;
                    }
                    let corner = [p * b[1] - q * a[1], a[0] * q - b[0] * p]
                        .map(|v| BigRational::new(v.into(), det.into()));
                    if inside(&corner) {
                        assert!(value(&corner, &goal) <= value(&best, &goal));
                        seen += 1;
                    }
                }
            }
        }
        assert!(seen > 500);
    }
}
