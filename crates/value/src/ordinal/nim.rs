//! Ordinals as nimbers: the algebraically closed field below ω^ω^ω, as far as its roots are known.
//!
//! An ordinal ω^a·m + ω^b·n + … is the nim sum of the nim products of ω^a and m, of ω^b and n, …. For the (k+1)-st odd prime p,
//! c = c0 + c1·p + c2·p² + … and e = ω^k·c + …, ω^e is the nim product of χ(k,j)^cj over all k and j, where
//! χ(k,j) = ω^(ω^k·p^j) is a root of degree p: χ(k,j)^p = χ(k,j-1), and χ(k,0)^p = α(p), the least element of the field so far
//! that has no such root. So digits add with carries to the *lower* place, and a carry out of the lowest is a factor α(p).
//!
//! α(p) is κ(Q) plus a small excess, where Q is the set of prime powers that make up the order of 2 modulo p, those left out that the
//! degree of another member covers. Sources: lenstra1977 for the structure, dimuro2015 for the excesses, which are known for
//! p <= 257 here; tests compute the least of them from the definition.

use super::expansion::Expansion;
use crate::error::{Error, Result};
use crate::nimber::big_product;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// Roots of greater degree are not known.
const MAX_PRIME: u64 = 257;

/// Sums may have so many terms.
const MAX_TERMS: usize = 20_000;

/// Factors may have so many terms, multiplied.
const MAX_PRODUCTS: usize = 1_000_000;

/// The power of each χ(k,·): k to c.
type Monomial = BTreeMap<usize, BigUint>;

/// Monomials with finite nimbers as coefficients.
type Element = BTreeMap<Monomial, BigUint>;

/// The (k+1)-st odd prime.
fn odd_prime(k: usize) -> Option<u64> {
    (3..=MAX_PRIME)
        .step_by(2)
        .filter(|&n| is_odd_prime(n))
        .nth(k)
}

fn is_odd_prime(n: u64) -> bool {
    n > 2
        && (2..n)
            .take_while(|d| d * d <= n)
            .all(|d| !n.is_multiple_of(d))
}

/// The order of 2 modulo an odd number.
fn order_of_two(p: u64) -> u64 {
    let (mut x, mut n) = (2 % p, 1);
    while x != 1 {
        x = x * 2 % p;
        n += 1;
    }
    n
}

/// The prime powers that make up a number.
fn prime_powers(mut n: u64) -> Vec<u64> {
    let mut out = vec![];
    let mut p = 2;
    while n > 1 {
        let mut q = 1;
        while n.is_multiple_of(p) {
            n /= p;
            q *= p;
        }
        if q > 1 {
            out.push(q);
        }
        p += 1;
    }
    out
}

fn base_of(q: u64) -> u64 {
    (2..=q).find(|d| q.is_multiple_of(*d)).unwrap_or(q)
}

/// The degree of κ(q) over the field of two elements.
fn degree(q: u64) -> u64 {
    let p = base_of(q);
    if p == 2 { q } else { degree_of_root(p) * q }
}

/// The degree of α(p).
fn degree_of_root(p: u64) -> u64 {
    let of_excess = if excess(p) == 4 { 4 } else { 1 };
    parts(p).iter().fold(of_excess, |d, &q| d.lcm(&degree(q)))
}

/// Q: the prime powers of the order of 2, without those that the degree of another member covers.
fn parts(p: u64) -> Vec<u64> {
    let all = prime_powers(order_of_two(p));
    all.iter()
        .copied()
        .filter(|&q| all.iter().all(|&r| r == q || !degree(r).is_multiple_of(q)))
        .collect()
}

/// The least m for which κ(Q) + m has no root of degree p.
fn excess(p: u64) -> u32 {
    match (p, parts_are_one_odd_power(p)) {
        (19 | 163, _) => 4,
        (_, true) => 1,
        _ => 0,
    }
}

/// Has Q one member, and is that odd?
fn parts_are_one_odd_power(p: u64) -> bool {
    matches!(parts(p)[..], [q] if q % 2 == 1)
}

/// κ(q): 2^(2^(n-1)) for q = 2^n, and χ(k,n-1) for q = p^n.
fn root(q: u64) -> Element {
    let p = base_of(q);
    if p == 2 {
        return Element::from([(Monomial::new(), BigUint::one() << (q / 2) as usize)]);
    }
    let k = (0..).find(|&k| odd_prime(k) == Some(p)).unwrap_or(0);
    let monomial = Monomial::from([(k, BigUint::from(q / p))]);
    Element::from([(monomial, BigUint::one())])
}

/// α(p)
fn alpha(p: u64) -> Element {
    let mut x = Element::from([(Monomial::new(), BigUint::from(excess(p)))]);
    x.retain(|_, n| !n.is_zero());
    for q in parts(p) {
        x = sum(x, root(q));
    }
    x
}

fn sum(mut a: Element, b: Element) -> Element {
    for (m, n) in b {
        let c = a.remove(&m).unwrap_or_default() ^ n;
        if !c.is_zero() {
            a.insert(m, c);
        }
    }
    a
}

/// The digits of the product of two powers of χ(k,·), and the carry out of the lowest place.
fn add_digits(a: &BigUint, b: &BigUint, p: u64) -> (BigUint, bool) {
    let digits = |x: &BigUint| x.to_radix_be(p as u32);
    let (mut x, mut y) = (digits(a), digits(b));
    let n = x.len().max(y.len());
    for z in [&mut x, &mut y] {
        let missing = n - z.len();
        z.splice(0..0, std::iter::repeat_n(0, missing));
    }
    let mut carry = 0;
    let mut out = vec![];
    for (c, d) in x.iter().zip(&y) {
        let s = u64::from(*c) + u64::from(*d) + carry;
        carry = u64::from(s >= p);
        out.push((s - carry * p) as u8);
    }
    let c = BigUint::from_radix_be(&out, p as u32).unwrap_or_default();
    (c, carry == 1)
}

fn product_of_monomials(a: &Monomial, b: &Monomial) -> Result<Element> {
    let mut out = Monomial::new();
    let mut factors = vec![];
    for k in a.keys().chain(b.keys()) {
        if out.contains_key(k) || factors.iter().any(|(j, _)| j == k) {
            continue;
        }
        let p = prime(*k)?;
        let zero = BigUint::zero();
        let (c, carry) = add_digits(a.get(k).unwrap_or(&zero), b.get(k).unwrap_or(&zero), p);
        if carry {
            factors.push((*k, p));
        }
        if !c.is_zero() {
            out.insert(*k, c);
        }
    }
    let mut result = Element::from([(out, BigUint::one())]);
    // α(p) has factors of lower k only, so this comes to an end.
    for (_, p) in factors {
        result = product(&result, &alpha(p))?;
    }
    Ok(result)
}

fn prime(k: usize) -> Result<u64> {
    odd_prime(k).ok_or_else(|| {
        Error::too_large(format!(
            "nim products reach the powers of omega^omega^{k}; roots are known for primes up to {MAX_PRIME}, omega^omega^53"
        ))
    })
}

fn product(a: &Element, b: &Element) -> Result<Element> {
    if a.len().saturating_mul(b.len()) > MAX_PRODUCTS {
        return Err(Error::too_large(format!(
            "a nim product of {} and {} terms",
            a.len(),
            b.len()
        )));
    }
    let mut result = Element::new();
    for (x, m) in a {
        for (y, n) in b {
            let c = big_product(m, n);
            let mut part = product_of_monomials(x, y)?;
            for d in part.values_mut() {
                *d = big_product(d, &c);
            }
            result = sum(result, part);
            if result.len() > MAX_TERMS {
                return Err(Error::too_large(format!(
                    "a nim product of more than {MAX_TERMS} terms"
                )));
            }
        }
    }
    Ok(result)
}

fn read(x: &Expansion) -> Result<Element> {
    let too_large =
        || Error::too_large("nim products are known for ordinals below omega^omega^omega");
    let natural = |n: &BigInt| {
        n.to_biguint()
            .ok_or_else(|| Error::form("nimbers are ordinals: no part of them is negative"))
    };
    let mut out = Element::new();
    for (e, n) in x.terms() {
        let mut m = Monomial::new();
        for (k, c) in e.terms() {
            let k = k
                .as_integer()
                .and_then(|k| k.to_usize())
                .ok_or_else(too_large)?;
            m.insert(k, natural(c)?);
        }
        out.insert(m, natural(n)?);
    }
    Ok(out)
}

fn write(x: &Element) -> Result<Expansion> {
    let mut sum = Expansion::default();
    for (m, n) in x {
        let mut e = Expansion::default();
        for (k, c) in m {
            let k = Expansion::from(BigInt::from(*k));
            e = e.add(&Expansion::power_of_omega(&k, c.clone().into())?)?;
        }
        sum = sum.add(&Expansion::power_of_omega(&e, n.clone().into())?)?;
    }
    Ok(sum)
}

/// The nim sum of ordinals: exclusive or, power by power.
///
/// # Errors
///
/// If one of them is no ordinal.
pub fn nim_sum(x: &Expansion, y: &Expansion) -> Result<Expansion> {
    let mut out: Vec<(Expansion, BigInt)> = vec![];
    let mut parts: BTreeMap<&Expansion, BigUint> = BTreeMap::new();
    for (e, n) in x.terms().iter().chain(y.terms()) {
        let n = n
            .to_biguint()
            .filter(|_| e.is_ordinal())
            .ok_or_else(|| Error::form("nimbers are ordinals: no part of them is negative"))?;
        *parts.entry(e).or_default() ^= n;
    }
    for (e, n) in parts.into_iter().rev() {
        out.push((e.clone(), n.into()));
    }
    Expansion::of(out)
}

/// The nim product of ordinals.
///
/// # Errors
///
/// If one of them is no ordinal, or a root of a degree above 257 is needed.
///
/// ```
/// use bouton_value::ordinal::{Expansion, nim_product};
/// let omega = Expansion::omega();
/// let square = nim_product(&omega, &omega)?;
/// assert_eq!(square.to_string(), "ω^2");
/// assert_eq!(nim_product(&square, &omega)?.to_string(), "2");   // ω is a cube root of 2
/// # Ok::<(), bouton_value::Error>(())
/// ```
pub fn nim_product(x: &Expansion, y: &Expansion) -> Result<Expansion> {
    write(&product(&read(x)?, &read(y)?)?)
}

/// The nim power with a natural exponent.
///
/// # Errors
///
/// As for [`nim_product`].
pub fn nim_power(x: &Expansion, n: &BigUint) -> Result<Expansion> {
    let x = read(x)?;
    let mut result = Element::from([(Monomial::new(), BigUint::one())]);
    for i in (0..n.bits()).rev() {
        result = product(&result, &result)?;
        if n.bit(i) {
            result = product(&result, &x)?;
        }
    }
    write(&result)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x^n by squaring.
    fn raise(x: &Element, n: &BigUint) -> Element {
        let one = Element::from([(Monomial::new(), BigUint::one())]);
        (0..n.bits()).rev().fold(one, |r, i| {
            let square = product(&r, &r).unwrap();
            if n.bit(i) {
                product(&square, x).unwrap()
            } else {
                square
            }
        })
    }

    /// In a field of 2^d elements whose units' number p divides, x has a root of degree p exactly if x^((2^d-1)/p) = 1.
    fn has_root(x: &Element, d: u64, p: u64) -> bool {
        assert_eq!(d % order_of_two(p), 0);
        let units = (BigUint::one() << d as usize) - BigUint::one();
        raise(x, &(units / BigUint::from(p))) == Element::from([(Monomial::new(), BigUint::one())])
    }

    #[test]
    fn alpha_is_the_least_element_without_a_root() {
        let mut count = 0;
        for p in [3, 5, 7, 13, 17, 19, 37, 73] {
            let kappa = parts(p)
                .iter()
                .fold(Element::new(), |x, &q| sum(x, root(q)));
            for m in 0..=excess(p) {
                let finite = Element::from([(Monomial::new(), BigUint::from(m))]);
                let mut x = kappa.clone();
                if m > 0 {
                    x = sum(x, finite);
                }
                let d = parts(p)
                    .iter()
                    .fold(if m > 1 { 4 } else { 2 }, |d: u64, &q| d.lcm(&degree(q)));
                let d = d.lcm(&order_of_two(p));
                assert_eq!(has_root(&x, d, p), m < excess(p), "α({p}): {m}");
                count += 1;
            }
        }
        assert!(count > 10);
    }

    #[test]
    fn prime_powers_of_the_orders_of_two() {
        assert_eq!(parts(13), [4, 3]);
        assert_eq!(parts(19), [9]);
        assert_eq!(parts(61), [3, 5]);
        assert_eq!(parts(229), [19]);
        assert_eq!(parts(257), [16]);
    }
}
