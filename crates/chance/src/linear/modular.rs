//! Sparse elimination modulo the prime 2^61 - 1, kept as steps that can be applied to many right sides.

use bouton_core::{Budget, Result};
use rustc_hash::FxHashSet;

/// The prime 2^61 - 1.
pub const P: u64 = (1 << 61) - 1;

pub fn multiply(a: u64, b: u64) -> u64 {
    let full = u128::from(a) * u128::from(b);
    let low = (full as u64) & P;
    let high = (full >> 61) as u64;
    let sum = low + high;
    if sum >= P { sum - P } else { sum }
}

pub fn subtract(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + P - b }
}

fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut out = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            out = multiply(out, base);
        }
        base = multiply(base, base);
        exponent >>= 1;
    }
    out
}

/// The residue of an integer.
pub fn residue(a: i128) -> u64 {
    a.rem_euclid(i128::from(P)) as u64
}

/// A factorisation of a square sparse matrix modulo [`P`].
pub struct Factors {
    /// For each step: the pivot's row and column, and the inverse of the pivot.
    pivots: Vec<(u32, u32, u64)>,
    /// For each step: the rows below, each with its multiplier.
    below: Vec<Vec<(u32, u64)>>,
    /// For each step: the rest of the pivot row.
    right: Vec<Vec<(u32, u64)>>,
}

impl Factors {
    /// Eliminates; `None` if the matrix is singular modulo the prime, or if its factors would have more than `most` entries.
    pub fn new(rows: &[Vec<(u32, i64)>], most: usize, budget: &Budget) -> Result<Option<Factors>> {
        let n = rows.len();
        let mut rows: Vec<Vec<(u32, u64)>> = rows
            .iter()
            .map(|row| row.iter().map(|&(c, a)| (c, residue(a.into()))).collect())
            .collect();
        let mut columns: Vec<FxHashSet<u32>> = vec![FxHashSet::default(); n];
        let mut queue = std::collections::BTreeSet::new();
        for (r, row) in (0u32..).zip(&rows) {
            queue.insert((row.len(), r));
            for (c, _) in row {
                columns[*c as usize].insert(r);
            }
        }
        let mut f = Factors {
            pivots: Vec::with_capacity(n),
            below: Vec::with_capacity(n),
            right: Vec::with_capacity(n),
        };
        let mut stored = 0;
        let mut merged = Vec::new();
        while let Some((_, r)) = queue.pop_first() {
            budget.check()?;
            let mut pivot = std::mem::take(&mut rows[r as usize]);
            let count = |i: &usize| (columns[pivot[*i].0 as usize].len(), pivot[*i].0);
            let Some(i) = (0..pivot.len()).min_by_key(count) else {
                return Ok(None);
            };
            for (t, _) in &pivot {
                columns[*t as usize].remove(&r);
            }
            let (c, value) = pivot.remove(i);
            let inverse = power(value, P - 2);
            let mut touched: Vec<u32> = std::mem::take(&mut columns[c as usize])
                .into_iter()
                .collect();
            touched.sort_unstable();
            let mut below = Vec::with_capacity(touched.len());
            for other in touched {
                let old = std::mem::take(&mut rows[other as usize]);
                queue.remove(&(old.len(), other));
                let Ok(at) = old.binary_search_by_key(&c, |t| t.0) else {
                    continue;
                };
                let factor = multiply(old[at].1, inverse);
                merge(&old, at, &pivot, factor, &mut merged);
                for (t, _) in &pivot {
                    match merged.binary_search_by_key(t, |m: &(u32, u64)| m.0) {
                        Ok(_) => columns[*t as usize].insert(other),
                        Err(_) => columns[*t as usize].remove(&other),
                    };
                }
                queue.insert((merged.len(), other));
                rows[other as usize] = merged.clone();
                below.push((other, factor));
            }
            stored += below.len() + pivot.len();
            if stored > most {
                return Ok(None);
            }
            f.pivots.push((r, c, inverse));
            f.below.push(below);
            f.right.push(pivot);
        }
        Ok(Some(f))
    }

    /// Solves for one right side; `b` is used up, the solution is put into `x`.
    pub fn solve(&self, b: &mut [u64], x: &mut [u64]) {
        for (step, &(r, _, _)) in self.pivots.iter().enumerate() {
            let value = b[r as usize];
            if value == 0 {
                continue;
            }
            for &(other, factor) in &self.below[step] {
                let other = other as usize;
                b[other] = subtract(b[other], multiply(factor, value));
            }
        }
        for (step, &(r, c, inverse)) in self.pivots.iter().enumerate().rev() {
            let mut sum = b[r as usize];
            for &(t, a) in &self.right[step] {
                sum = subtract(sum, multiply(a, x[t as usize]));
            }
            x[c as usize] = multiply(sum, inverse);
        }
    }
}

/// `old - factor * pivot`, without the entry at `at`.
fn merge(
    old: &[(u32, u64)],
    at: usize,
    pivot: &[(u32, u64)],
    factor: u64,
    out: &mut Vec<(u32, u64)>,
) {
    out.clear();
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < pivot.len() {
        if i == at {
            i += 1;
            continue;
        }
        let left = old.get(i).map_or(u32::MAX, |t| t.0);
        let right = pivot.get(j).map_or(u32::MAX, |t| t.0);
        let column = left.min(right);
        let mut value = 0;
        if left == column {
            value = old[i].1;
            i += 1;
        }
        if right == column {
            value = subtract(value, multiply(factor, pivot[j].1));
            j += 1;
        }
        if value != 0 {
            out.push((column, value));
        }
    }
}
