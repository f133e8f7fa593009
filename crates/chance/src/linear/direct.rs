//! Elimination over the integers: rows without common divisor, the shortest row first.

use super::{System, singular};
use crate::Rational;
use crate::rational::common_denominator;
use bouton_core::{Budget, Result};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashSet;

/// A row of integers: coefficients by unknown, in order, then the right sides, with common divisor 1.
struct Row {
    terms: Vec<(u32, BigInt)>,
    rhs: Vec<BigInt>,
}

impl Row {
    fn new(row: &[(u32, Rational)], rhs: &[Rational]) -> Row {
        let d = common_denominator(row.iter().map(|(_, a)| a).chain(rhs));
        let whole = |a: &Rational| a.numer() * (&d / a.denom());
        let mut terms: Vec<(u32, BigInt)> = Vec::with_capacity(row.len());
        let mut sorted: Vec<&(u32, Rational)> = row.iter().collect();
        sorted.sort_by_key(|(c, _)| *c);
        for (c, a) in sorted {
            match terms.last_mut() {
                Some((last, sum)) if last == c => *sum += whole(a),
                _ => terms.push((*c, whole(a))),
            }
        }
        terms.retain(|(_, a)| !a.is_zero());
        let mut row = Row {
            terms,
            rhs: rhs.iter().map(whole).collect(),
        };
        row.reduce();
        row
    }

    /// Divides by the greatest common divisor.
    fn reduce(&mut self) {
        let mut g = BigInt::zero();
        for a in self.terms.iter().map(|(_, a)| a).chain(&self.rhs) {
            g = g.gcd(a);
            if g.is_one() {
                return;
            }
        }
        if g.is_zero() {
            return;
        }
        self.terms.iter_mut().for_each(|(_, a)| *a /= &g);
        self.rhs.iter_mut().for_each(|a| *a /= &g);
    }

    fn at(&self, c: u32) -> Option<&BigInt> {
        let i = self.terms.binary_search_by_key(&c, |(c, _)| *c).ok()?;
        Some(&self.terms[i].1)
    }

    /// This row without unknown `c`, which `pivot` has.
    fn without(&self, c: u32, pivot: &Row) -> Option<Row> {
        let (a, p) = (self.at(c)?, pivot.at(c)?);
        let g = a.gcd(p);
        let (mine, its) = (p / &g, a / &g);
        let mut terms = Vec::with_capacity(self.terms.len() + pivot.terms.len());
        let (mut i, mut j) = (0, 0);
        while i < self.terms.len() || j < pivot.terms.len() {
            let left = self.terms.get(i).map_or(u32::MAX, |t| t.0);
            let right = pivot.terms.get(j).map_or(u32::MAX, |t| t.0);
            let column = left.min(right);
            let mut value = BigInt::zero();
            if left == column {
                value += &self.terms[i].1 * &mine;
                i += 1;
            }
            if right == column {
                value -= &pivot.terms[j].1 * &its;
                j += 1;
            }
            if column != c && !value.is_zero() {
                terms.push((column, value));
            }
        }
        let sides = self.rhs.iter().zip(&pivot.rhs);
        let rhs = sides.map(|(a, b)| a * &mine - b * &its).collect();
        let mut row = Row { terms, rhs };
        row.reduce();
        Some(row)
    }
}

/// Solves the system by elimination; see [`System::solve`].
pub fn solve(system: &System, budget: &Budget) -> Result<Vec<Vec<Rational>>> {
    let n = system.len();
    let sides = system.rhs.first().map_or(0, Vec::len);
    let equations = system.rows.iter().zip(&system.rhs);
    let mut rows: Vec<Option<Row>> = equations.map(|(row, b)| Some(Row::new(row, b))).collect();
    let mut columns: Vec<FxHashSet<u32>> = vec![FxHashSet::default(); n];
    let mut queue = std::collections::BTreeSet::new();
    for (r, row) in (0u32..).zip(&rows) {
        let terms = row.as_ref().map_or(&[][..], |row| &row.terms);
        queue.insert((terms.len(), r));
        for (c, _) in terms {
            columns[*c as usize].insert(r);
        }
    }
    let mut order: Vec<(u32, Row)> = Vec::with_capacity(n);
    while let Some((_, r)) = queue.pop_first() {
        budget.check()?;
        let pivot = rows[r as usize].take().ok_or_else(singular)?;
        // The unknown that occurs in the fewest rows fills in least.
        let count =
            |(c, a): &&(u32, BigInt)| (columns[*c as usize].len(), a.magnitude().bits(), *c);
        let &(c, _) = pivot.terms.iter().min_by_key(count).ok_or_else(singular)?;
        for (t, _) in &pivot.terms {
            columns[*t as usize].remove(&r);
        }
        let touched: Vec<u32> = std::mem::take(&mut columns[c as usize])
            .into_iter()
            .collect();
        for other in touched {
            let Some(old) = rows[other as usize].take() else {
                continue;
            };
            let new = old.without(c, &pivot).ok_or_else(singular)?;
            for (t, _) in &old.terms {
                columns[*t as usize].remove(&other);
            }
            for (t, _) in &new.terms {
                columns[*t as usize].insert(other);
            }
            queue.remove(&(old.terms.len(), other));
            queue.insert((new.terms.len(), other));
            rows[other as usize] = Some(new);
        }
        order.push((c, pivot));
    }
    let mut x: Vec<Vec<Rational>> = vec![Vec::new(); n];
    for (c, row) in order.iter().rev() {
        let p = row.at(*c).ok_or_else(singular)?;
        let mut values = Vec::with_capacity(sides);
        for (side, b) in row.rhs.iter().enumerate() {
            let mut sum = Rational::from_integer(b.clone());
            for (t, a) in row.terms.iter().filter(|(t, _)| t != c) {
                sum -= &x[*t as usize][side] * a;
            }
            values.push(sum / p);
        }
        x[*c as usize] = values;
    }
    debug_assert!(
        order
            .iter()
            .all(|(_, r)| !r.terms.iter().any(|(_, a)| a.abs().is_zero()))
    );
    Ok(x)
}
