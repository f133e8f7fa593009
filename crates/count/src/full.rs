//! Combinations of all nimbers below a power of two: Nim heaps of every size below 2^m, one of each, where m may have millions of bits.
//!
//! The nimbers below 2^m are a vector space, and every one but 0 looks like every other. So lists with nim-sum 0 follow from shorter
//! lists: the last entry is forced, and what has to be taken away are the lists in which it is not allowed.

use crate::ring::{Nat, Ring, ring_of};
use crate::with_ring;
use bouton_core::{Budget, Error, Result};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// How many lists of k nimbers there are in all, and how many of them have nim-sum 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    /// All lists.
    pub all: BigInt,
    /// Those with nim-sum 0.
    pub zero: BigInt,
}

/// Lists of k different nimbers below 2^m, in order, with or without 0 among them; exactly or modulo a number.
///
/// With N nimbers to choose from besides 0, the lists of k that are different, not 0, and have nim-sum 0 are
/// a(k) = N (N − 1) … (N − k + 2) − a(k − 1) − (k − 1)(N − k + 2) a(k − 2): the last entry is what the others add up to, and it must not be
/// 0 or one of them. Cost: k steps and 2^m modulo the modulus.
///
/// # Errors
/// A modulus of 0; k beyond 64 bits; exact results of too many lists; a limit.
///
/// ```
/// use bouton_count::full::different;
/// use bouton_core::Budget;
/// // Of 1, 2, 3 in order, every list of three has nim-sum 0.
/// let lists = different(2, &3u32.into(), false, None, &Budget::unlimited()).unwrap();
/// assert_eq!((lists.all, lists.zero), (6.into(), 6.into()));
/// ```
pub fn different(
    bits: u64,
    k: &Nat,
    with_zero: bool,
    modulus: Option<&Nat>,
    budget: &Budget,
) -> Result<Lists> {
    let long = || {
        Error::limit(format!(
            "lists of {k} different heaps are too long to count"
        ))
    };
    let k = k.to_u64().ok_or_else(long)?;
    if modulus.is_none() && k.saturating_mul(k).saturating_mul(bits) > 1 << 36 {
        return Err(Error::limit(format!(
            "the number of lists of {k} heaps is too long to write out; ask for it with --mod"
        )));
    }
    let ring = ring_of(modulus)?;
    with_ring!(&ring, ring => {
        let space = match modulus {
            Some(m) => BigInt::from(Nat::from(2u32).modpow(&bits.into(), m)),
            None => BigInt::from(1) << bits,
        };
        // Lists that are longer than there are nimbers: none.
        let most = match bits {
            0..64 => (1u64 << bits) - 1,
            _ => u64::MAX,
        };
        let n = ring.sub(&ring.int(&space), &ring.one());
        let int = |i: u64| ring.int(&BigInt::from(i));
        // falling = N (N − 1) … of i entries; before, zero: lists of i − 1 and of i entries with nim-sum 0.
        let mut falling = ring.one();
        let mut shorter = ring.zero();
        let mut before = ring.zero();
        let mut zero = ring.one();
        for i in 1..=k {
            if i % (1 << 16) == 0 {
                budget.visit(1 << 16)?;
            }
            // The factor of entry i − 1, N − i + 2.
            let factor = ring.sub(&n, &ring.sub(&int(i), &int(2)));
            let repeated = ring.mul(&ring.mul(&int(i - 1), &factor), &before);
            let next = ring.sub(&ring.sub(&falling, &zero), &repeated);
            let next = if i > most { ring.zero() } else { next };
            let longer = match i > most {
                true => ring.zero(),
                false => ring.mul(&falling, &ring.sub(&n, &int(i - 1))),
            };
            shorter = std::mem::replace(&mut falling, longer);
            before = zero;
            zero = next;
        }
        // With 0 at one of the k places, the others are different and not 0.
        let (all, zero) = match with_zero && k > 0 {
            true => (
                ring.add(&falling, &ring.mul(&int(k), &shorter)),
                ring.add(&zero, &ring.mul(&int(k), &before)),
            ),
            false => (falling, zero),
        };
        Ok(Lists { all: ring.value(&all), zero: ring.value(&zero) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lists and those with nim-sum 0, by listing them.
    fn listed(values: &[u64], k: usize) -> (u64, u64) {
        let (mut all, mut zero) = (0, 0);
        let mut open: Vec<Vec<u64>> = vec![Vec::new()];
        while let Some(list) = open.pop() {
            if list.len() == k {
                all += 1;
                zero += u64::from(list.iter().fold(0, |x, v| x ^ v) == 0);
                continue;
            }
            for v in values.iter().filter(|v| !list.contains(v)) {
                open.push(list.iter().copied().chain([*v]).collect());
            }
        }
        (all, zero)
    }

    #[test]
    fn lists_of_different_nimbers_equal_those_that_are_listed() {
        let mut cases = 0;
        for bits in 0..4u64 {
            for with_zero in [false, true] {
                let values: Vec<u64> = (u64::from(!with_zero)..1 << bits).collect();
                for k in 0..6usize {
                    let (all, zero) = listed(&values, k);
                    for modulus in [None, Some(1u32), Some(6), Some(97)] {
                        let m = modulus.map(Nat::from);
                        let got =
                            different(bits, &k.into(), with_zero, m.as_ref(), &Budget::unlimited());
                        let reduce = |x: u64| BigInt::from(modulus.map_or(x, |m| x % u64::from(m)));
                        let expected = Lists {
                            all: reduce(all),
                            zero: reduce(zero),
                        };
                        assert_eq!(got.unwrap(), expected, "{bits} {k} {with_zero} {modulus:?}");
                        cases += 1;
                    }
                }
            }
        }
        assert_eq!(cases, 4 * 2 * 6 * 4);
    }
}
