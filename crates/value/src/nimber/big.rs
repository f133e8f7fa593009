//! Nimbers of any size.

use crate::error::{Error, Result};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

/// The nim product at any size.
///
/// Cost: about n^1.6 for n bits.
///
/// ```
/// use bouton_value::nimber::big_product;
/// let f = num_bigint::BigUint::from(1u8) << 64usize;
/// // The square of a Fermat power of two is one and a half times itself.
/// assert_eq!(big_product(&f, &f), &f + (&f >> 1usize));
/// ```
pub fn big_product(a: &BigUint, b: &BigUint) -> BigUint {
    let bits = a.bits().max(b.bits());
    product_at(a, b, level(bits))
}

/// The least k such that numbers of that many bits lie below 2^(2^k).
fn level(bits: u64) -> u32 {
    bits.max(1).next_power_of_two().trailing_zeros()
}

/// The product of numbers below 2^(2^level). The depth is the logarithm of the number of bits.
fn product_at(a: &BigUint, b: &BigUint, level: u32) -> BigUint {
    if a.is_zero() || b.is_zero() {
        return BigUint::zero();
    }
    if a.is_one() {
        return b.clone();
    }
    if b.is_one() {
        return a.clone();
    }
    if let (Some(x), Some(y)) = (a.to_u64(), b.to_u64()) {
        return BigUint::from(super::product(x, y));
    }
    let width = 1u64 << (level - 1);
    let split = |x: &BigUint| {
        let high = x >> width;
        let low = x ^ (&high << width);
        (high, low)
    };
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    let low = product_at(&al, &bl, level - 1);
    if ah.is_zero() && bh.is_zero() {
        return low;
    }
    let cross = product_at(&(&ah ^ &al), &(&bh ^ &bl), level - 1) ^ &low;
    let high = product_at(&ah, &bh, level - 1);
    let half = product_at(&high, &(BigUint::one() << (width - 1)), level - 1);
    ((cross << width) ^ low) ^ half
}

/// The nim inverse at any size, `None` for 0: x^(q-2) in the least field of q = 2^(2^k) elements that holds x.
pub fn big_inverse(a: &BigUint) -> Option<BigUint> {
    if a.is_zero() {
        return None;
    }
    let (mut result, mut square) = (BigUint::one(), a.clone());
    for _ in 1..1u64 << level(a.bits()) {
        square = big_product(&square, &square);
        result = big_product(&result, &square);
    }
    Some(result)
}

/// The nim power a^n for any integer n; an error for a negative power of 0.
pub fn big_power(a: &BigUint, n: &num_bigint::BigInt) -> Result<BigUint> {
    let mut base = a.clone();
    if n.sign() == num_bigint::Sign::Minus {
        base = big_inverse(a).ok_or_else(|| Error::undefined("0 has no nim inverse"))?;
    }
    if a.is_zero() {
        return Ok(if n.is_zero() {
            BigUint::one()
        } else {
            BigUint::zero()
        });
    }
    let mut result = BigUint::one();
    let count = n.magnitude();
    for i in (0..count.bits()).rev() {
        result = big_product(&result, &result);
        if count.bit(i) {
            result = big_product(&result, &base);
        }
    }
    Ok(result)
}

/// The nim square root at any size.
pub fn big_square_root(a: &BigUint) -> BigUint {
    let squarings = (1u64 << level(a.bits())) - 1;
    (0..squarings).fold(a.clone(), |x, _| big_product(&x, &x))
}
