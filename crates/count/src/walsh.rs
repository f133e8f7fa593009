//! The Walsh–Hadamard transform: the characters of vectors over the field of two elements, where values add by xor.
//!
//! Powers modulo M = 2^a·m are taken modulo m in Montgomery form and modulo 2^(a+b) in machine words (b bits of the values), where a
//! division by 2^b is a shift; the Chinese remainder puts the two together. Exact powers, and moduli that do not fit, are computed
//! in a [`Ring`].

use crate::ring::{Mod, Nat, Ring, coarser, ring_of};
use crate::with_ring;
use bouton_core::{Budget, Error, Result};
use num_bigint::BigInt;
use num_integer::Integer;
use num_modular::{Montgomery, Reducer};
use num_traits::{ToPrimitive, Zero};

/// Elements that are worked on at a time: they stay in the nearest cache.
const BLOCK: usize = 1024;

/// The transform in place, its own inverse but for a factor of the length. The length is a power of two.
pub fn transform<T>(values: &mut [T], add: impl Fn(&T, &T) -> T, sub: impl Fn(&T, &T) -> T) {
    let mut half = 1;
    while half < values.len() {
        for pair in values.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                let (sum, difference) = (add(x, y), sub(x, y));
                *x = sum;
                *y = difference;
            }
        }
        half *= 2;
    }
}

/// How many tuples of k vectors xor to each index, from how many vectors there are of each; exactly, or modulo a number.
///
/// Cost: n log n additions and n·log k products for n = `counts.len()`.
///
/// # Errors
/// A length that is no power of two, a modulus of 0, a result too long, a limit.
///
/// ```
/// use bouton_count::walsh::power;
/// use bouton_core::Budget;
/// let all = power(&[3.into(), 1.into()], &2u32.into(), None, &Budget::unlimited()).unwrap();
/// assert_eq!(all, [10.into(), 6.into()]);
/// ```
pub fn power(
    counts: &[BigInt],
    k: &Nat,
    modulus: Option<&Nat>,
    budget: &Budget,
) -> Result<Vec<BigInt>> {
    let bits = bits_of(counts.len())?;
    if let Some(m) = modulus.and_then(ToPrimitive::to_u64)
        && m > 0
        && m.trailing_zeros() + bits <= 64
    {
        let all = power_mod(counts, k, m, bits, budget)?;
        return Ok(all.into_iter().map(BigInt::from).collect());
    }
    let finer = with_ring!(ring_of(modulus)?, ring => ring.finer(bits))?;
    with_ring!(finer, ring => {
        let mut v: Vec<_> = counts.iter().map(|c| ring.int(c)).collect();
        transform(&mut v, |a, b| ring.add(a, b), |a, b| ring.sub(a, b));
        for (i, x) in v.iter_mut().enumerate() {
            if i % BLOCK == 0 {
                budget.check()?;
            }
            *x = ring.pow(x, k)?;
        }
        transform(&mut v, |a, b| ring.add(a, b), |a, b| ring.sub(a, b));
        Ok(v.iter().map(|x| coarser(&ring.value(x), bits)).collect())
    })
}

/// The number of bits of the indices; an error unless the length is a power of two.
pub(crate) fn bits_of(len: usize) -> Result<u32> {
    if !len.is_power_of_two() {
        return Err(Error::input(format!(
            "{len} counts: their number is a power of two"
        )));
    }
    Ok(len.trailing_zeros())
}

fn power_mod(counts: &[BigInt], k: &Nat, m: u64, bits: u32, budget: &Budget) -> Result<Vec<u64>> {
    let twos = m.trailing_zeros();
    let odd = m >> twos;
    let mut result = vec![0; counts.len()];
    if odd > 1 {
        result = power_odd(counts, k, odd, budget)?;
    }
    if twos == 0 {
        return Ok(result);
    }
    let mask = u64::MAX >> (64 - twos);
    let even = power_even(counts, k, budget)?;
    // r ≡ odd part (mod odd), ≡ even part (mod 2^twos).
    let inverse = Mod::new(1 << twos.min(63)).inverse(odd).unwrap_or(0);
    for (r, e) in result.iter_mut().zip(even) {
        let digit = ((e >> bits) & mask).wrapping_sub(*r).wrapping_mul(inverse) & mask;
        *r += odd * digit;
    }
    Ok(result)
}

/// Modulo 2^64, not yet divided by the length.
fn power_even(counts: &[BigInt], k: &Nat, budget: &Budget) -> Result<Vec<u64>> {
    let two64 = BigInt::from(1u128 << 64);
    let mut v: Vec<u64> = counts
        .iter()
        .map(|c| c.mod_floor(&two64).to_u64().unwrap_or(0))
        .collect();
    transform(&mut v, |a, b| a.wrapping_add(*b), |a, b| a.wrapping_sub(*b));
    powers(&mut v, k, 1, |a, b| a.wrapping_mul(*b), budget)?;
    transform(&mut v, |a, b| a.wrapping_add(*b), |a, b| a.wrapping_sub(*b));
    Ok(v)
}

fn power_odd(counts: &[BigInt], k: &Nat, m: u64, budget: &Budget) -> Result<Vec<u64>> {
    let ring = Mod::new(m);
    let form = Montgomery::<u64>::new(m);
    let mut v: Vec<u64> = counts.iter().map(|c| form.transform(ring.int(c))).collect();
    transform(&mut v, |a, b| ring.add(a, b), |a, b| ring.sub(a, b));
    powers(&mut v, k, form.transform(1), |a, b| form.mul(a, b), budget)?;
    transform(&mut v, |a, b| ring.add(a, b), |a, b| ring.sub(a, b));
    let length = ring.small(counts.len() as u64);
    let inverse = form.transform(ring.inverse(length).unwrap_or(0));
    Ok(v.iter()
        .map(|x| form.residue(form.mul(x, &inverse)))
        .collect())
}

/// Every element to the power k, block by block.
fn powers(
    v: &mut [u64],
    k: &Nat,
    one: u64,
    mul: impl Fn(&u64, &u64) -> u64,
    budget: &Budget,
) -> Result<()> {
    if k.is_zero() {
        v.fill(one);
        return Ok(());
    }
    let mut base = [0u64; BLOCK];
    for block in v.chunks_mut(BLOCK) {
        budget.check()?;
        let base = &mut base[..block.len()];
        base.copy_from_slice(block);
        for i in (0..k.bits() - 1).rev() {
            for x in block.iter_mut() {
                *x = mul(x, x);
            }
            if k.bit(i) {
                for (x, b) in block.iter_mut().zip(base.iter()) {
                    *x = mul(x, b);
                }
            }
        }
    }
    Ok(())
}

/// For each character, how many vectors have character +1, and how many −1.
pub(crate) fn signs(counts: &[BigInt]) -> Vec<(BigInt, BigInt)> {
    let total: BigInt = counts.iter().sum();
    let plus = |w: BigInt| (&total + w) >> 1;
    let pair = |a: BigInt| {
        let b = &total - &a;
        (a, b)
    };
    if total.bits() < 120 {
        let mut v: Vec<i128> = counts.iter().map(|c| c.to_i128().unwrap_or(0)).collect();
        transform(&mut v, |a, b| a + b, |a, b| a - b);
        return v.into_iter().map(|w| pair(plus(w.into()))).collect();
    }
    let mut v = counts.to_vec();
    transform(&mut v, |a, b| a + b, |a, b| a - b);
    v.into_iter().map(|w| pair(plus(w))).collect()
}
