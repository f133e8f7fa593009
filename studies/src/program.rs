//! Linear programs over the rationals: the simplex method without fractions, and a check of both solutions.

use bouton_core::{Error, Result};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The optimum of a linear program, with both solutions, which prove it.
pub struct Optimum {
    /// The largest c·x.
    pub value: BigRational,
    /// Where it is reached.
    pub x: Vec<BigRational>,
    /// Weights of the rows: no x can do better.
    pub y: Vec<BigRational>,
}

/// The largest c·x with A x <= b and x >= 0, for whole numbers and b >= 0. Bland's rule, pivots without fractions (edmonds1967).
/// The two solutions are checked against each other.
///
/// # Errors
/// b has a negative number, c·x has no bound, or the rows do not have the length of c.
pub fn maximise(a: &[Vec<i64>], b: &[i64], c: &[i64]) -> Result<Optimum> {
    let (rows, columns) = (a.len(), c.len());
    if b.len() != rows || a.iter().any(|row| row.len() != columns) {
        return Err(Error::input(
            "the rows of a linear program differ in length",
        ));
    }
    if b.iter().any(|x| *x < 0) {
        return Err(Error::input("a right side is negative"));
    }
    // A dictionary: one row for each basic variable, and the objective last; entries over the common denominator `over`.
    let mut table: Vec<Vec<BigInt>> = a
        .iter()
        .zip(b)
        .map(|(row, b)| row.iter().chain([b]).map(|x| BigInt::from(*x)).collect())
        .collect();
    table.push(
        c.iter()
            .map(|x| BigInt::from(-x))
            .chain([BigInt::zero()])
            .collect(),
    );
    let mut over = BigInt::one();
    let mut basic: Vec<usize> = (columns..columns + rows).collect();
    let mut free: Vec<usize> = (0..columns).collect();
    loop {
        let entering = (0..columns)
            .filter(|j| table[rows][*j].is_negative())
            .min_by_key(|j| free[*j]);
        let Some(j) = entering else { break };
        // The least ratio; among equals the least variable.
        let mut leaving: Option<usize> = None;
        for i in (0..rows).filter(|i| table[*i][j].is_positive()) {
            let better = leaving.is_none_or(|l| {
                let (x, y) = (
                    &table[i][columns] * &table[l][j],
                    &table[l][columns] * &table[i][j],
                );
                x < y || (x == y && basic[i] < basic[l])
            });
            if better {
                leaving = Some(i);
            }
        }
        let i = leaving.ok_or_else(|| Error::undefined("the linear program has no bound"))?;
        let pivot = table[i][j].clone();
        let top = table[i].clone();
        for (r, row) in table.iter_mut().enumerate() {
            if r == i {
                continue;
            }
            let factor = row[j].clone();
            for (k, x) in row.iter_mut().enumerate() {
                if k == j {
                    *x = -&factor;
                    continue;
                }
                *x *= &pivot;
                if !factor.is_zero() && !top[k].is_zero() {
                    *x -= &factor * &top[k];
                }
                *x /= &over;
            }
        }
        table[i][j] = over;
        over = pivot;
        std::mem::swap(&mut basic[i], &mut free[j]);
    }
    let fraction = |n: &BigInt| BigRational::new(n.clone(), over.clone());
    let mut x = vec![BigRational::zero(); columns];
    let mut y = vec![BigRational::zero(); rows];
    for (i, v) in basic.iter().enumerate().filter(|(_, v)| **v < columns) {
        x[*v] = fraction(&table[i][columns]);
    }
    for (j, v) in free.iter().enumerate().filter(|(_, v)| **v >= columns) {
        y[*v - columns] = fraction(&table[rows][j]);
    }
    let found = Optimum {
        value: fraction(&table[rows][columns]),
        x,
        y,
    };
    match is_optimum(a, b, c, &found) {
        true => Ok(found),
        false => Err(Error::limit(
            "the two solutions of the linear program do not agree",
        )),
    }
}

/// A x <= b, y A >= c, both not negative, and c·x = y·b.
fn is_optimum(a: &[Vec<i64>], b: &[i64], c: &[i64], found: &Optimum) -> bool {
    let whole = |n: i64| BigRational::from_integer(n.into());
    let dot = |u: &[BigRational], v: &mut dyn Iterator<Item = i64>| {
        u.iter()
            .zip(v)
            .filter(|(_, n)| *n != 0)
            .map(|(u, n)| u * whole(n))
            .sum::<BigRational>()
    };
    let (x, y) = (&found.x, &found.y);
    let rows = a
        .iter()
        .zip(b)
        .all(|(row, b)| dot(x, &mut row.iter().copied()) <= whole(*b));
    let columns = (0..c.len()).all(|j| dot(y, &mut a.iter().map(|row| row[j])) >= whole(c[j]));
    let signs = x.iter().chain(y).all(|v| !v.is_negative());
    let value = &found.value;
    rows && columns
        && signs
        && *value == dot(x, &mut c.iter().copied())
        && *value == dot(y, &mut b.iter().copied())
}

/// The value of a matrix game in which the row player maximises; whole numbers.
///
/// # Errors
/// The matrix is empty.
pub fn matrix_game(rows: &[Vec<i64>]) -> Result<BigRational> {
    let least = rows.iter().flatten().min();
    let least = *least.ok_or_else(|| Error::input("the matrix is empty"))?;
    // All entries positive: the column player's largest sum x with A x <= 1 is the reciprocal of the value.
    let a: Vec<Vec<i64>> = rows
        .iter()
        .map(|r| r.iter().map(|x| x - least + 1).collect())
        .collect();
    let found = maximise(&a, &vec![1; a.len()], &vec![1; a[0].len()])?;
    Ok(found.value.recip() + BigRational::from_integer((least - 1).into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::ratio;

    #[test]
    fn known_games_have_their_values() {
        assert_eq!(
            matrix_game(&[vec![1, -1], vec![-1, 1]]).unwrap(),
            ratio(0, 1)
        );
        assert_eq!(
            matrix_game(&[vec![0, -1, 1], vec![1, 0, -1], vec![-1, 1, 0]]).unwrap(),
            ratio(0, 1)
        );
        assert_eq!(
            matrix_game(&[vec![3, -1], vec![-2, 1]]).unwrap(),
            ratio(1, 7)
        );
        assert!(maximise(&[vec![-1]], &[1], &[1]).is_err());
        assert!(maximise(&[vec![1]], &[-1], &[1]).is_err());
        assert!(matrix_game(&[]).is_err());
    }

    /// Games of two rows against the best of all pairs of columns.
    #[test]
    fn random_games_of_two_rows() {
        let mut rng = fastrand::Rng::with_seed(2);
        for _ in 0..300 {
            let n = rng.usize(1..6);
            let rows: Vec<Vec<i64>> = (0..2)
                .map(|_| (0..n).map(|_| rng.i64(-9..10)).collect())
                .collect();
            // Weights p of the first row at which two columns cross, and the ends.
            let mut best: Option<BigRational> = None;
            let mut weights = vec![ratio(0, 1), ratio(1, 1)];
            for i in 0..n {
                for j in 0..i {
                    let slope = rows[0][i] - rows[1][i] - rows[0][j] + rows[1][j];
                    if slope != 0 {
                        weights.push(ratio(rows[1][j] - rows[1][i], slope));
                    }
                }
            }
            for p in weights
                .into_iter()
                .filter(|p| *p >= ratio(0, 1) && *p <= ratio(1, 1))
            {
                let worst = (0..n)
                    .map(|j| &p * ratio(rows[0][j], 1) + (ratio(1, 1) - &p) * ratio(rows[1][j], 1))
                    .min();
                best = best.max(worst);
            }
            assert_eq!(Some(matrix_game(&rows).unwrap()), best);
        }
    }
}
