//! Linear equations over the rationals, solved by elimination: small systems from the definitions of chains.

use bouton_core::{Error, Result};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// A rational number p / q.
///
/// # Panics
/// If `q` is zero.
pub fn ratio(p: i64, q: i64) -> BigRational {
    BigRational::new(p.into(), q.into())
}

/// Reads `3`, `0.25` or `2/7`.
///
/// # Errors
/// The text is something else.
pub fn read_ratio(text: &str) -> Result<BigRational> {
    let wrong = || {
        Error::input(format!(
            "`{text}` is not a number such as `3`, `0.25` or `2/7`"
        ))
    };
    if let Some((whole, rest)) = text.split_once('.') {
        let digits: BigInt = format!("{whole}{rest}").parse().map_err(|_| wrong())?;
        let ten = BigInt::from(10);
        let places = u32::try_from(rest.len()).map_err(|_| wrong())?;
        return Ok(BigRational::new(digits, ten.pow(places)));
    }
    let (p, q) = text.split_once('/').unwrap_or((text, "1"));
    let (p, q): (BigInt, BigInt) = (
        p.parse().map_err(|_| wrong())?,
        q.parse().map_err(|_| wrong())?,
    );
    if q.is_zero() {
        return Err(wrong());
    }
    Ok(BigRational::new(p, q))
}

/// A rational number as a decimal if it has an end, else as `p/q`.
pub fn exact_text(r: &BigRational) -> String {
    let (mut rest, mut digits) = (r.denom().clone(), 0u32);
    for prime in [2u32, 5] {
        let mut power = 0;
        while (&rest % prime).is_zero() {
            rest /= prime;
            power += 1;
        }
        digits = digits.max(power);
    }
    if rest != BigInt::from(1) {
        return r.to_string();
    }
    let scaled = r * BigRational::from_integer(BigInt::from(10).pow(digits));
    crate::interval::point(&scaled.to_integer(), digits)
}

/// The solution x of A x = b; each row of `rows` is a row of A with b at its end. O(n^3) operations on integers, by elimination
/// without fractions (bareiss1968).
///
/// # Errors
/// There is not exactly one solution.
pub fn solve(rows: Vec<Vec<BigRational>>) -> Result<Vec<BigRational>> {
    let n = rows.len();
    let whole = |row: Vec<BigRational>| -> Vec<BigInt> {
        let common = row.iter().fold(BigInt::one(), |l, x| l.lcm(x.denom()));
        row.iter()
            .map(|x| x.numer() * (&common / x.denom()))
            .collect()
    };
    let mut rows: Vec<Vec<BigInt>> = rows.into_iter().map(whole).collect();
    let mut last = BigInt::one();
    for col in 0..n {
        let pivot = (col..n).find(|&r| !rows[r][col].is_zero());
        let pivot =
            pivot.ok_or_else(|| Error::undefined("the equations do not have one solution"))?;
        rows.swap(col, pivot);
        let (above, below) = rows.split_at_mut(col + 1);
        let top = &above[col];
        for row in below {
            let factor = std::mem::take(&mut row[col]);
            for (x, t) in row.iter_mut().zip(top).skip(col + 1) {
                *x *= &top[col];
                if !factor.is_zero() && !t.is_zero() {
                    *x -= t * &factor;
                }
                *x /= &last;
            }
        }
        last = rows[col][col].clone();
    }
    // Numerators over the common denominator `last`, the determinant.
    let mut x = vec![BigInt::zero(); n];
    for r in (0..n).rev() {
        let mut sum = &rows[r][n] * &last;
        for c in r + 1..n {
            sum -= &rows[r][c] * &x[c];
        }
        x[r] = sum / &rows[r][r];
    }
    Ok(x.into_iter()
        .map(|x| BigRational::new(x, last.clone()))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved() {
        // x + 2y = 5, 3x - y = 1.
        let rows = vec![
            vec![ratio(1, 1), ratio(2, 1), ratio(5, 1)],
            vec![ratio(3, 1), ratio(-1, 1), ratio(1, 1)],
        ];
        assert_eq!(solve(rows).unwrap(), [ratio(1, 1), ratio(2, 1)]);
        let flat = vec![vec![ratio(0, 1), ratio(1, 1)]];
        assert!(solve(flat).is_err());
        assert_eq!(read_ratio("0.25").unwrap(), ratio(1, 4));
        assert_eq!(read_ratio("-6/4").unwrap(), ratio(-3, 2));
        assert_eq!(exact_text(&ratio(-11, 40)), "-0.275");
        assert_eq!(exact_text(&ratio(7, 1)), "7");
        assert_eq!(exact_text(&ratio(2, 3)), "2/3");
        assert!(read_ratio("1/0").is_err() && read_ratio("x").is_err());
    }
}
