//! Dixon's p-adic lifting: one elimination modulo a prime, then a digit of every unknown per step, then fractions from
//! the digits. The fractions are put into the equations before they are believed, so nothing rests on chance.

use super::System;
use super::modular::{Factors, P, residue};
use crate::Rational;
use crate::rational::common_denominator;
use bouton_core::{Budget, Result};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Factors with more entries than this per unknown make every step dear; the direct method is no better, so they are allowed
/// up to the second bound.
const MOST_ENTRIES: usize = 60_000_000;

struct Whole {
    rows: Vec<Vec<(u32, i64)>>,
    /// What each equation was multiplied with.
    scale: Vec<BigInt>,
}

/// Solves the system; `None` if the coefficients are too large, or the matrix is singular modulo the prime or fills in.
pub fn solve(system: &System, budget: &Budget) -> Result<Option<Vec<Vec<Rational>>>> {
    let Some(whole) = integers(system) else {
        return Ok(None);
    };
    let Some(factors) = Factors::new(&whole.rows, MOST_ENTRIES, budget)? else {
        return Ok(None);
    };
    let sides = system.rhs.first().map_or(0, Vec::len);
    let mut x = vec![Vec::with_capacity(sides); system.len()];
    for side in 0..sides {
        let column = lift(system, &whole, &factors, side, budget)?;
        for (all, value) in x.iter_mut().zip(column) {
            all.push(value);
        }
    }
    Ok(Some(x))
}

/// The rows times their denominators, if the coefficients stay below 2^31 in sum.
fn integers(system: &System) -> Option<Whole> {
    let mut rows = Vec::with_capacity(system.len());
    let mut scale = Vec::with_capacity(system.len());
    for row in &system.rows {
        let d = common_denominator(row.iter().map(|(_, a)| a));
        let mut sorted: Vec<(u32, i64)> = Vec::with_capacity(row.len());
        for (c, a) in row {
            sorted.push((*c, (a.numer() * (&d / a.denom())).to_i32()?.into()));
        }
        sorted.sort_unstable_by_key(|t| t.0);
        let mut out: Vec<(u32, i64)> = Vec::with_capacity(sorted.len());
        for (c, a) in sorted {
            match out.last_mut() {
                Some(last) if last.0 == c => last.1 = last.1.checked_add(a)?,
                _ => out.push((c, a)),
            }
        }
        out.retain(|t| t.1 != 0);
        let sum = out.iter().try_fold(0i64, |s, t| s.checked_add(t.1.abs()))?;
        if sum >= 1 << 40 {
            return None;
        }
        rows.push(out);
        scale.push(d);
    }
    Some(Whole { rows, scale })
}

/// One column of the solution.
fn lift(
    system: &System,
    whole: &Whole,
    factors: &Factors,
    side: usize,
    budget: &Budget,
) -> Result<Vec<Rational>> {
    let n = system.len();
    // The right side as integers over one denominator.
    let scaled: Vec<Rational> = system
        .rhs
        .iter()
        .zip(&whole.scale)
        .map(|(b, s)| &b[side] * s)
        .collect();
    let denominator = common_denominator(scaled.iter());
    let b: Vec<BigInt> = scaled
        .iter()
        .map(|r| r.numer() * (&denominator / r.denom()))
        .collect();
    if b.iter().all(BigInt::is_zero) {
        return Ok(vec![Rational::zero(); n]);
    }
    let digits_of_b: Vec<Vec<i128>> = b.iter().map(digits).collect();
    let mut carry = vec![0i128; n];
    let mut digits_of_x: Vec<Vec<u64>> = Vec::new();
    let mut held = budget.hold();
    let mut try_at = 2;
    let (mut modulo, mut x) = (vec![0u64; n], vec![0u64; n]);
    let mut step = 0;
    loop {
        while step < try_at {
            budget.check()?;
            for (i, m) in modulo.iter_mut().enumerate() {
                carry[i] += digits_of_b[i].get(step).copied().unwrap_or(0);
                *m = residue(carry[i]);
            }
            factors.solve(&mut modulo, &mut x);
            for (i, row) in whole.rows.iter().enumerate() {
                let sum: i128 = row
                    .iter()
                    .map(|&(c, a)| i128::from(a) * i128::from(x[c as usize]))
                    .sum();
                carry[i] = (carry[i] - sum) / i128::from(P);
            }
            digits_of_x.push(x.clone());
            step += 1;
        }
        held.set((n as u64) * (step as u64) * 8)?;
        if let Some(found) = fractions(&digits_of_x, &whole.rows, &b, budget)? {
            let (numerators, d) = found;
            let d = d * &denominator;
            return Ok(numerators
                .into_iter()
                .map(|a| Rational::new(a, d.clone()))
                .collect());
        }
        try_at = try_at * 3 / 2 + 1;
    }
}

/// The digits of an integer in base [`P`], all with its sign.
fn digits(b: &BigInt) -> Vec<i128> {
    let sign = if b.is_negative() { -1 } else { 1 };
    let p = BigInt::from(P);
    let mut rest = b.abs();
    let mut out = Vec::new();
    while !rest.is_zero() {
        let (q, r) = rest.div_rem(&p);
        out.push(sign * i128::from(r.to_u64().unwrap_or(0)));
        rest = q;
    }
    out
}

/// The number with these digits in base [`P`], `digits[k][i]` for unknown `i`.
fn assemble(digits: &[Vec<u64>], i: usize) -> BigInt {
    if let [one] = digits {
        return BigInt::from(one[i]);
    }
    let (low, high) = digits.split_at(digits.len() / 2);
    assemble(low, i) + assemble(high, i) * power_of_p(low.len())
}

fn power_of_p(k: usize) -> BigInt {
    num_traits::pow(BigInt::from(P), k)
}

/// Numerators over one denominator that satisfy all equations exactly, if the digits suffice.
fn fractions(
    digits: &[Vec<u64>],
    rows: &[Vec<(u32, i64)>],
    b: &[BigInt],
    budget: &Budget,
) -> Result<Option<(Vec<BigInt>, BigInt)>> {
    let modulus = power_of_p(digits.len());
    let half = &modulus >> 1u32;
    let bound = (&modulus >> 1u32).sqrt();
    let mut d = BigInt::one();
    let mut found: Vec<BigInt> = Vec::with_capacity(b.len());
    let mut denominators: Vec<BigInt> = Vec::with_capacity(b.len());
    for i in 0..b.len() {
        budget.check()?;
        let x = assemble(digits, i);
        let mut y = (&x * &d).mod_floor(&modulus);
        if y > half {
            y -= &modulus;
        }
        if y.abs() > bound {
            let Some((_, more)) = reconstruct(&((x * &d).mod_floor(&modulus)), &modulus, &bound)
            else {
                return Ok(None);
            };
            d *= &more;
            if d > bound {
                return Ok(None);
            }
            y = (y * more).mod_floor(&modulus);
            if y > half {
                y -= &modulus;
            }
            if y.abs() > bound {
                return Ok(None);
            }
        }
        found.push(y);
        denominators.push(d.clone());
    }
    for (y, own) in found.iter_mut().zip(&denominators) {
        if own != &d {
            *y *= &d / own;
        }
    }
    for (row, b) in rows.iter().zip(b) {
        budget.check()?;
        let sum: BigInt = row.iter().map(|&(c, a)| &found[c as usize] * a).sum();
        if sum != b * &d {
            return Ok(None);
        }
    }
    Ok(Some((found, d)))
}

/// The fraction with numerator and denominator at most `bound` that is `x` modulo `modulus`, if there is one.
fn reconstruct(x: &BigInt, modulus: &BigInt, bound: &BigInt) -> Option<(BigInt, BigInt)> {
    let (mut r0, mut r1) = (modulus.clone(), x.clone());
    let (mut t0, mut t1) = (BigInt::zero(), BigInt::one());
    while &r1 > bound {
        let (q, r) = r0.div_rem(&r1);
        let t = &t0 - &q * &t1;
        (r0, r1) = (r1, r);
        (t0, t1) = (t1, t);
    }
    if t1.is_zero() || &t1.abs() > bound {
        return None;
    }
    if t1.sign() == Sign::Minus {
        (r1, t1) = (-r1, -t1);
    }
    Some((r1, t1))
}
