//! Plain linear algebra for the tests, from the definition and without any of the crate's solvers.
#![allow(dead_code)]

use bouton_chance::Rational;
use num_traits::{One, Zero};

/// The solution of a square dense system, if there is exactly one.
pub fn solve(mut a: Vec<Vec<Rational>>, mut b: Vec<Rational>) -> Option<Vec<Rational>> {
    let n = a.len();
    for c in 0..n {
        let p = (c..n).find(|&r| !a[r][c].is_zero())?;
        a.swap(c, p);
        b.swap(c, p);
        for r in 0..n {
            if r == c || a[r][c].is_zero() {
                continue;
            }
            let f = &a[r][c] / &a[c][c];
            let pivot = a[c].clone();
            a[r].iter_mut().zip(&pivot).for_each(|(x, p)| *x -= &f * p);
            let x = &f * &b[c];
            b[r] -= x;
        }
    }
    Some((0..n).map(|i| &b[i] / &a[i][i]).collect())
}

pub fn dot(a: &[Rational], b: &[Rational]) -> Rational {
    a.iter()
        .zip(b)
        .fold(Rational::zero(), |s, (x, y)| s + x * y)
}

pub fn ones(n: usize) -> Vec<Rational> {
    vec![Rational::one(); n]
}
