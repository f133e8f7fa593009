//! Greatest common divisors of sums of powers of ω, so that quotients are written in lowest terms.
//!
//! ω^(ω^a·i + ω^b·j + …) is a monomial in the independent letters ω^ω^a, ω^ω^b, …, so sums are polynomials in finitely many
//! letters. Their divisors are found letter by letter with pseudo-remainders, from the contents and primitive parts.

use super::expansion::Expansion;
use crate::error::Result;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// Polynomials of a higher degree in one letter are divided by monomials only.
const MAX_DEGREE: u32 = 200;

/// A sum by powers of one letter.
type ByDegree = BTreeMap<u32, Expansion>;

/// The letters of a sum: the a of ω^ω^a.
fn letters(x: &Expansion) -> Vec<Expansion> {
    let mut all: Vec<Expansion> = x
        .terms()
        .iter()
        .flat_map(|(e, _)| e.terms().iter().map(|t| t.0.clone()))
        .collect();
    all.sort();
    all.dedup();
    all
}

/// The power of a letter in a monomial.
fn degree(e: &Expansion, letter: &Expansion) -> BigInt {
    e.terms()
        .iter()
        .find(|t| t.0 == *letter)
        .map_or_else(BigInt::zero, |t| t.1.clone())
}

/// ω^(ω^letter·n)
fn power(letter: &Expansion, n: BigInt) -> Result<Expansion> {
    Expansion::of(vec![(letter.clone(), n)])
}

/// The integer that divides all coefficients, with the sign of the first.
pub(crate) fn content(x: &Expansion) -> BigInt {
    let g = x.terms().iter().fold(BigInt::zero(), |g, (_, n)| g.gcd(n));
    if x.signum() < 0 { -g } else { g }
}

/// The exponent of the monomial that divides every term of both; letters may have negative powers.
pub(crate) fn common_monomial(x: &Expansion, y: &Expansion) -> Result<Expansion> {
    let mut all = letters(x);
    all.extend(letters(y));
    all.sort();
    all.dedup();
    let mut e = Expansion::default();
    for letter in all {
        let terms = x.terms().iter().chain(y.terms());
        let least = terms.map(|t| degree(&t.0, &letter)).min();
        e = e.add(&power(&letter, least.unwrap_or_default())?)?;
    }
    Ok(e)
}

fn split(x: &Expansion, letter: &Expansion) -> Result<Option<ByDegree>> {
    let mut parts: BTreeMap<u32, Vec<(Expansion, BigInt)>> = BTreeMap::new();
    for (e, n) in x.terms() {
        let d = degree(e, letter);
        let Some(k) = d.to_u32().filter(|k| *k <= MAX_DEGREE) else {
            return Ok(None);
        };
        let rest = e.sub(&power(letter, d)?)?;
        parts.entry(k).or_default().push((rest, n.clone()));
    }
    let mut out = ByDegree::new();
    for (k, mut terms) in parts {
        terms.sort_by(|a, b| b.0.cmp(&a.0));
        out.insert(k, Expansion::of(terms)?);
    }
    Ok(Some(out))
}

fn join(parts: &ByDegree, letter: &Expansion) -> Result<Expansion> {
    let mut sum = Expansion::default();
    for (k, x) in parts {
        sum = sum.add(&x.shift(&power(letter, (*k).into())?, &BigInt::one())?)?;
    }
    Ok(sum)
}

/// x/y, if y divides x.
pub(crate) fn quotient(x: &Expansion, y: &Expansion) -> Result<Option<Expansion>> {
    let Some((e, n)) = y.terms().first() else {
        return Ok(None);
    };
    let (mut rest, mut out) = (x.clone(), vec![]);
    // The first terms multiply; so the first term of what is left is always a multiple of the first term of y.
    while let Some((f, m)) = rest.terms().first().cloned() {
        let (q, r) = m.div_rem(n);
        let shift = f.sub(e)?;
        let natural = shift.terms().iter().all(|t| !t.1.is_negative());
        if !r.is_zero() || !natural {
            return Ok(None);
        }
        rest = rest.sub(&y.shift(&shift, &q)?)?;
        out.push((shift, q));
    }
    Ok(Some(Expansion::of(out)?))
}

/// A greatest common divisor of polynomials without negative powers: of all letters if their degrees are moderate, of the integers
/// otherwise. Its first coefficient is positive.
pub(crate) fn divisor(x: &Expansion, y: &Expansion) -> Result<Expansion> {
    let one = Expansion::from(content(x).gcd(&content(y)));
    if x.is_zero() || y.is_zero() {
        let z = if x.is_zero() { y } else { x };
        return Ok(if z.signum() < 0 { z.neg() } else { z.clone() });
    }
    // A letter that only one of them has is in no common divisor, but its coefficients may have one.
    let mut all = letters(x);
    all.extend(letters(y));
    all.sort();
    let Some(letter) = all.pop() else {
        return Ok(one);
    };
    let (Some(a), Some(b)) = (split(x, &letter)?, split(y, &letter)?) else {
        return Ok(one);
    };
    let (ca, mut a) = primitive(a)?;
    let (cb, mut b) = primitive(b)?;
    let c = divisor(&ca, &cb)?;
    if a.last_key_value().map(|t| t.0) < b.last_key_value().map(|t| t.0) {
        std::mem::swap(&mut a, &mut b);
    }
    while !b.is_empty() {
        let r = remainder(&a, &b, &letter)?;
        a = b;
        b = primitive(r)?.1;
    }
    let g = join(&a, &letter)?.mul(&c)?;
    Ok(if g.signum() < 0 { g.neg() } else { g })
}

/// The divisor of all coefficients, and the polynomial without it.
fn primitive(mut parts: ByDegree) -> Result<(Expansion, ByDegree)> {
    let mut c = Expansion::default();
    for x in parts.values() {
        c = divisor(&c, x)?;
    }
    for x in parts.values_mut() {
        if let Some(q) = quotient(x, &c)? {
            *x = q;
        }
    }
    Ok((c, parts))
}

/// What is left of a multiple of a after subtracting multiples of b.
fn remainder(a: &ByDegree, b: &ByDegree, letter: &Expansion) -> Result<ByDegree> {
    let Some((&n, lead)) = b.last_key_value() else {
        return Ok(a.clone());
    };
    let mut rest = a.clone();
    let whole = join(b, letter)?;
    while let Some((&m, top)) = rest.last_key_value() {
        if m < n {
            break;
        }
        let shift = power(letter, (m - n).into())?;
        let left = join(&rest, letter)?.mul(lead)?;
        let right = whole.mul(top)?.shift(&shift, &BigInt::one())?;
        match split(&left.sub(&right)?, letter)? {
            Some(next) => rest = next,
            None => break,
        }
    }
    Ok(rest)
}
