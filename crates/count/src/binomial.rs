//! Rows of binomial coefficients in any ring: C(a + j - 1, j) and C(a, j) for j = 0..=k, also modulo numbers that share factors with j.
//!
//! Modulo M the primes p ≤ k that divide M are kept as exponents beside a unit, so that every division is by a unit.

use crate::ring::{Nat, Ring};
use bouton_core::{Budget, Result};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Which row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// C(a + j - 1, j): multisets of j among a kinds.
    Rising,
    /// C(a, j): sets of j among a kinds.
    Falling,
}

/// What rows of the same length and modulus share: the primes to keep apart, and inverses of 1..=k.
pub struct Rows<R: Ring> {
    ring: R,
    k: usize,
    /// None for exact rows.
    modular: Option<Apart<R>>,
}

struct Apart<R: Ring> {
    primes: Vec<u64>,
    /// For j: the inverse of j without these primes, and their exponents in j.
    inverses: Vec<(R::Elem, Vec<u32>)>,
}

impl<R: Ring> Rows<R> {
    /// Prepares rows up to k. Cost: k products.
    pub fn new(ring: R, modulus: Option<&Nat>, k: usize, budget: &Budget) -> Result<Rows<R>> {
        budget.check()?;
        let modular = modulus.map(|m| Apart::new(&ring, m, k));
        Ok(Rows { ring, k, modular })
    }

    /// The row of `a`, which is at least 0; k + 1 elements.
    pub fn row(&self, a: &BigInt, row: Row) -> Vec<R::Elem> {
        let factor = |j: usize| match row {
            Row::Rising => a + j,
            Row::Falling => a - j,
        };
        match &self.modular {
            None => {
                let mut c = BigInt::one();
                let mut out = vec![self.ring.one()];
                for j in 0..self.k {
                    c = c * factor(j) / (j + 1);
                    out.push(self.ring.int(&c));
                }
                out
            }
            Some(apart) => apart.row(&self.ring, self.k, factor),
        }
    }
}

impl<R: Ring> Apart<R> {
    fn new(ring: &R, modulus: &Nat, k: usize) -> Self {
        let mut rest = modulus.clone();
        let mut primes = Vec::new();
        for p in 2..=k as u64 {
            // What is left has no prime factor below p; a number above p² is checked on.
            if rest.is_one() {
                break;
            }
            if (&rest % p).is_zero() {
                primes.push(p);
                while (&rest % p).is_zero() {
                    rest /= p;
                }
            }
        }
        let parts: Vec<(u64, Vec<u32>)> = (1..=k as u64).map(|j| strip(j, &primes)).collect();
        // All inverses from one: prefix products forth, the inverse of the whole product back.
        let mut prefix = vec![ring.one()];
        for (unit, _) in &parts {
            let last = &prefix[prefix.len() - 1];
            prefix.push(ring.mul(last, &ring.int(&BigInt::from(*unit))));
        }
        let m = BigInt::from(modulus.clone());
        let whole = ring.value(&prefix[k]).extended_gcd(&m);
        let mut inverse = ring.int(&whole.x);
        let mut inverses = vec![(ring.one(), Vec::new()); k + 1];
        for j in (1..=k).rev() {
            let (unit, exponents) = &parts[j - 1];
            inverses[j] = (ring.mul(&inverse, &prefix[j - 1]), exponents.clone());
            inverse = ring.mul(&inverse, &ring.int(&BigInt::from(*unit)));
        }
        Apart { primes, inverses }
    }

    fn row(&self, ring: &R, k: usize, factor: impl Fn(usize) -> BigInt) -> Vec<R::Elem> {
        let mut unit = ring.one();
        let mut exponents = vec![0u64; self.primes.len()];
        let mut powers: Vec<Vec<R::Elem>> = vec![vec![ring.one()]; self.primes.len()];
        let mut out = vec![ring.one()];
        for j in 0..k {
            let f = factor(j);
            if f.is_zero() || f.is_negative() {
                // C(a, j) beyond j = a, or no kind at all.
                out.resize(k + 1, ring.zero());
                return out;
            }
            let left = match f.to_u64() {
                Some(f) => {
                    let (rest, more) = strip(f, &self.primes);
                    exponents
                        .iter_mut()
                        .zip(more)
                        .for_each(|(e, m)| *e += u64::from(m));
                    BigInt::from(rest)
                }
                None => {
                    let mut f = f;
                    for (e, p) in exponents.iter_mut().zip(&self.primes) {
                        while (&f % p).is_zero() {
                            f /= *p;
                            *e += 1;
                        }
                    }
                    f
                }
            };
            let (inverse, fewer) = &self.inverses[j + 1];
            unit = ring.mul(&ring.mul(&unit, &ring.int(&left)), inverse);
            let mut c = unit.clone();
            for (i, e) in exponents.iter_mut().enumerate() {
                *e -= u64::from(fewer[i]);
                let table = &mut powers[i];
                while table.len() as u64 <= *e {
                    let p = ring.int(&BigInt::from(self.primes[i]));
                    table.push(ring.mul(&table[table.len() - 1], &p));
                }
                if *e > 0 {
                    c = ring.mul(&c, &table[*e as usize]);
                }
            }
            out.push(c);
        }
        out
    }
}

/// n without these primes, and their exponents in n ≥ 1.
fn strip(mut n: u64, primes: &[u64]) -> (u64, Vec<u32>) {
    let exponents = primes
        .iter()
        .map(|p| {
            let mut e = 0;
            while n.is_multiple_of(*p) {
                n /= p;
                e += 1;
            }
            e
        })
        .collect();
    (n, exponents)
}
