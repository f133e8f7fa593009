//! Products and powers of polynomials over a [`Ring`], coefficients from the constant on.
//!
//! Modulo M the product is taken modulo three primes by number theoretic transforms and put together; over the integers, and modulo
//! numbers above 32 bits, the coefficients are packed into one long integer (Kronecker substitution).

use crate::ring::{Mod, Nat, Ring};
use ac_library::modint::{ButterflyCache, Modulus, StaticModInt};
use bouton_core::{Budget, Result};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{Signed, Zero};
use std::cell::RefCell;
use std::thread::LocalKey;

/// Below this many coefficients in the shorter factor the product is taken term by term.
const SHORT: usize = 24;
/// Products up to this length have a transform modulo every prime in use.
const MOST: usize = 1 << 24;

/// Product of integer polynomials.
pub(crate) fn exact(a: &[BigInt], b: &[BigInt]) -> Vec<BigInt> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    if a.len().min(b.len()) < SHORT {
        return slow(&crate::ring::Exact, a, b);
    }
    let bits = |p: &[BigInt]| p.iter().map(BigInt::bits).max().unwrap_or(0);
    let terms = a.len().min(b.len()) as u64;
    // A coefficient of the product with its sign, in whole 32-bit digits.
    let width = (bits(a) + bits(b) + terms.ilog2() as u64 + 3).div_ceil(32) as usize;
    let product = packed(a, width) * packed(b, width);
    unpacked(&product, width, a.len() + b.len() - 1)
}

/// Σ p_i 2^(32·width·i), negative coefficients borrowed from the next.
fn packed(p: &[BigInt], width: usize) -> BigInt {
    let mut part = [vec![0u32; p.len() * width], vec![0u32; p.len() * width]];
    for (i, c) in p.iter().enumerate() {
        let side = &mut part[usize::from(c.is_negative())];
        for (to, d) in side[i * width..].iter_mut().zip(c.iter_u32_digits()) {
            *to = d;
        }
    }
    let [plus, minus] = part.map(BigUint::new);
    BigInt::from(plus) - BigInt::from(minus)
}

fn unpacked(n: &BigInt, width: usize, len: usize) -> Vec<BigInt> {
    let negative = n.is_negative();
    let digits = n.magnitude().to_u32_digits();
    let half = BigInt::from(1) << (32 * width - 1);
    let full = BigInt::from(1) << (32 * width);
    let mut carry = BigInt::zero();
    (0..len)
        .map(|i| {
            let from = (i * width).min(digits.len());
            let to = ((i + 1) * width).min(digits.len());
            let mut c = BigInt::from_slice(Sign::Plus, &digits[from..to]) + &carry;
            carry = BigInt::zero();
            if c >= half {
                c -= &full;
                carry = BigInt::from(1);
            }
            if negative { -c } else { c }
        })
        .collect()
}

/// The product term by term, from the definition.
pub fn slow<R: Ring>(ring: &R, a: &[R::Elem], b: &[R::Elem]) -> Vec<R::Elem> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let mut out = vec![ring.zero(); a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        if ring.is_zero(x) {
            continue;
        }
        for (o, y) in out[i..].iter_mut().zip(b) {
            *o = ring.add(o, &ring.mul(x, y));
        }
    }
    out
}

macro_rules! prime {
    ($name:ident = $p:literal) => {
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum $name {}
        impl Modulus for $name {
            const VALUE: u32 = $p;
            const HINT_VALUE_IS_PRIME: bool = true;
            fn butterfly_cache() -> &'static LocalKey<RefCell<Option<ButterflyCache<Self>>>> {
                thread_local! {
                    static CACHE: RefCell<Option<ButterflyCache<$name>>> = const { RefCell::new(None) };
                }
                &CACHE
            }
        }
    };
}

prime!(P1 = 754_974_721);
prime!(P2 = 167_772_161);
prime!(P3 = 469_762_049);

/// Product modulo a number of at most 64 bits.
pub(crate) fn modular(a: &[u64], b: &[u64], ring: &Mod) -> Vec<u64> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let (m, terms) = (ring.modulus(), a.len().min(b.len()));
    if terms < SHORT {
        return slow(ring, a, b);
    }
    let primes = u128::from(P1::VALUE) * u128::from(P2::VALUE) * u128::from(P3::VALUE);
    let largest = u128::from(m - 1)
        .checked_mul(u128::from(m - 1))
        .and_then(|n| n.checked_mul(terms as u128));
    if a.len() + b.len() > MOST || largest.is_none_or(|n| n >= primes) {
        let big = |p: &[u64]| p.iter().map(|&c| c.into()).collect::<Vec<BigInt>>();
        return exact(&big(a), &big(b))
            .iter()
            .map(|c| ring.int(c))
            .collect();
    }
    let c1 = convolve_by::<P1>(a, b);
    let c2 = convolve_by::<P2>(a, b);
    let c3 = convolve_by::<P3>(a, b);
    let (p1, p2, p3) = (
        Mod::new(P1::VALUE.into()),
        Mod::new(P2::VALUE.into()),
        Mod::new(P3::VALUE.into()),
    );
    let inverse = |of: u64, ring: &Mod| ring.inverse(of).unwrap_or(0);
    let i12 = inverse(p1.modulus(), &p2);
    let i123 = inverse(p1.modulus() * p2.modulus() % p3.modulus(), &p3);
    let (w1, w12) = (p1.modulus() % m, ring.small(p1.modulus() * p2.modulus()));
    let combine = |((&r1, &r2), &r3): ((&u32, &u32), &u32)| {
        let (r1, r2, r3) = (u64::from(r1), u64::from(r2), u64::from(r3));
        // Mixed radix digits: r1 + p1 (d2 + p2 d3).
        let d2 = p2.mul(&p2.sub(&r2, &p2.small(r1)), &i12);
        let so_far = p3.small(r1 + p1.modulus() * d2);
        let d3 = p3.mul(&p3.sub(&r3, &so_far), &i123);
        let low = ring.add(&ring.small(r1), &ring.mul(&w1, &ring.small(d2)));
        ring.add(&low, &ring.mul(&w12, &ring.small(d3)))
    };
    c1.iter().zip(&c2).zip(&c3).map(combine).collect()
}

/// The product modulo one prime.
fn convolve_by<M: Modulus>(a: &[u64], b: &[u64]) -> Vec<u32> {
    let reduce = |v: &[u64]| -> Vec<StaticModInt<M>> {
        let p = u64::from(M::VALUE);
        v.iter()
            .map(|&c| StaticModInt::raw((c % p) as u32))
            .collect()
    };
    let product = ac_library::convolution(&reduce(a), &reduce(b));
    product.into_iter().map(StaticModInt::val).collect()
}

/// p^n, cut off after `most` coefficients; p^0 = 1.
///
/// Cost: about 2 log n products of the final length.
pub fn power<R: Ring>(
    ring: &R,
    p: &[R::Elem],
    n: &Nat,
    most: usize,
    budget: &Budget,
) -> Result<Vec<R::Elem>> {
    let mut out = vec![ring.one()];
    let base = &p[..p.len().min(most)];
    for i in (0..n.bits()).rev() {
        budget.check()?;
        out = ring.convolve(&out, &out);
        out.truncate(most);
        if n.bit(i) {
            out = ring.convolve(&out, base);
            out.truncate(most);
        }
    }
    out.truncate(most);
    Ok(out)
}
