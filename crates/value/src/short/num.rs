//! The numbers of a store as single words: ordinary ones as fixed-point words, others by their index in a table.
//!
//! Layout: bit 0 clear, the rest a signed multiple of 2^-20. Words with bit 0 set are indices of the numbers that do not fit;
//! those are stored once, and only if they do not fit, so equal words are equal numbers.

use crate::dyadic::Dyadic;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// A number of a store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Num(u64);

/// Denominators of fixed-point words are at most 2 to this power.
pub(crate) const FRACTION_BITS: u32 = 20;

impl Num {
    pub(crate) const ZERO: Num = Num(0);

    /// The word itself, as a key.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    pub(crate) fn from_bits(bits: u64) -> Num {
        Num(bits)
    }

    fn pack(n: i64, e: u32) -> Option<Num> {
        let shift = (FRACTION_BITS + 1).checked_sub(e).filter(|&s| s > 0)?;
        let word = n.checked_mul(1 << shift)?;
        Some(Num(word as u64))
    }

    pub(crate) fn is_zero(self) -> bool {
        self.0 == 0
    }
}

#[inline(always)]
fn both_fixed(a: Num, b: Num) -> bool {
    (a.0 | b.0) & 1 == 0
}

/// The table of big numbers.
#[derive(Default)]
pub(crate) struct Nums {
    big: Vec<Dyadic>,
    index: FxHashMap<Dyadic, usize>,
}

impl Nums {
    pub(crate) fn bytes(&self) -> usize {
        self.big.capacity() * 96
    }

    /// The word for a number.
    pub(crate) fn intern(&mut self, x: &Dyadic) -> Num {
        if let Some((n, e)) = x.as_small()
            && let Some(num) = Num::pack(n, e)
        {
            return num;
        }
        let next = self.big.len();
        let index = *self.index.entry(x.clone()).or_insert(next);
        if index == next {
            self.big.push(x.clone());
        }
        Num((index as u64) << 1 | 1)
    }

    /// The number of a word.
    pub(crate) fn get(&self, x: Num) -> Dyadic {
        if x.0 & 1 == 0 {
            Dyadic::small((x.0 as i64) >> 1, FRACTION_BITS)
        } else {
            self.big[(x.0 >> 1) as usize].clone()
        }
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, a: Num, b: Num) -> Num {
        if both_fixed(a, b)
            && let Some(sum) = (a.0 as i64).checked_add(b.0 as i64)
        {
            return Num(sum as u64);
        }
        self.slow(a, b, |a, b| a + b)
    }

    #[inline(always)]
    pub(crate) fn sub(&mut self, a: Num, b: Num) -> Num {
        if both_fixed(a, b)
            && let Some(difference) = (a.0 as i64).checked_sub(b.0 as i64)
        {
            return Num(difference as u64);
        }
        self.slow(a, b, |a, b| a - b)
    }

    /// The largest integer that is at most the number.
    #[inline]
    pub(crate) fn floor(&mut self, a: Num) -> Num {
        if a.0 & 1 == 0 {
            return Num(a.0 & !((1 << (FRACTION_BITS + 1)) - 1));
        }
        let floor = Dyadic::from(self.get(a).floor());
        self.intern(&floor)
    }

    #[inline(always)]
    pub(crate) fn neg(&mut self, a: Num) -> Num {
        self.sub(Num::ZERO, a)
    }

    #[cold]
    fn slow(&mut self, a: Num, b: Num, operation: impl Fn(&Dyadic, &Dyadic) -> Dyadic) -> Num {
        let result = operation(&self.get(a), &self.get(b));
        self.intern(&result)
    }

    #[inline(always)]
    pub(crate) fn cmp(&self, a: Num, b: Num) -> Ordering {
        if both_fixed(a, b) {
            return (a.0 as i64).cmp(&(b.0 as i64));
        }
        self.slow_cmp(a, b)
    }

    #[cold]
    fn slow_cmp(&self, a: Num, b: Num) -> Ordering {
        self.get(a).cmp(&self.get(b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    #[test]
    fn words_at_the_edges_are_exact_and_unique() {
        let mut nums = Nums::default();
        let mut rng = fastrand::Rng::with_seed(1);
        let mut values: Vec<Dyadic> = vec![Dyadic::ZERO];
        for e in [0u32, 1, 19, 20, 21, 22, 40] {
            for bits in [0usize, 1, 41, 42, 43, 61, 62, 63, 64, 80] {
                for near in -2i32..=2 {
                    let n: BigInt = (BigInt::from(1) << bits) + near;
                    values.push(Dyadic::new(n.clone(), e.into()).unwrap());
                    values.push(Dyadic::new(-n, e.into()).unwrap());
                }
            }
        }
        let mut large = 0;
        for _ in 0..50_000 {
            let (a, b) = (
                &values[rng.usize(0..values.len())],
                &values[rng.usize(0..values.len())],
            );
            let (x, y) = (nums.intern(a), nums.intern(b));
            assert_eq!((&nums.get(x), &nums.get(y)), (a, b));
            assert_eq!(x == y, a == b);
            assert_eq!(nums.cmp(x, y), a.cmp(b));
            for (word, exact) in [
                (nums.add(x, y), a + b),
                (nums.sub(x, y), a - b),
                (nums.neg(x), -a),
            ] {
                assert_eq!(nums.get(word), exact);
                assert_eq!(nums.intern(&exact), word, "{exact}");
                large += word.bits() & 1;
            }
            let floor = nums.floor(x);
            assert_eq!(nums.get(floor), Dyadic::from(a.floor()));
        }
        assert!(large > 1000, "{large}");
    }
}
