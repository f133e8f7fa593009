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

    /// An integer, if it is a fixed-point word.
    #[inline]
    pub(crate) fn of_integer(n: i64) -> Option<Num> {
        Num::pack(n, 0)
    }

    pub(crate) fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// What [`Dyadic::simplest`] gives, where that is a fixed-point word and the ends are.
    pub(crate) fn simplest(low: Option<(Num, bool)>, high: Option<(Num, bool)>) -> Option<Num> {
        const ONE: i64 = 1 << FRACTION_BITS;
        // The first and the last multiple of 2^-20 in the interval.
        let end = |x: Option<(Num, bool)>, inwards: i64| match x {
            Some((x, _)) if x.0 & 1 == 1 => None,
            Some((x, closed)) => Some(Some(((x.0 as i64) >> 1) + if closed { 0 } else { inwards })),
            None => Some(None),
        };
        let (low, high) = (end(low, 1)?, end(high, -1)?);
        let positive = |low: i64, high: Option<i64>| {
            let integer = (low + ONE - 1) & -ONE;
            match high {
                Some(high) if high < low => None,
                Some(high) if high < integer => {
                    // The bits of `high` down to the first where it differs from what is too low.
                    let split = 63 - ((low - 1) ^ high).leading_zeros();
                    Some(high >> split << split)
                }
                _ => Some(integer),
            }
        };
        let x = match (low, high) {
            (Some(low), high) if low > 0 => positive(low, high)?,
            (low, Some(high)) if high < 0 => -positive(-high, low.map(|low| -low))?,
            _ => 0,
        };
        x.checked_mul(2).map(|word| Num(word as u64))
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
    fn simplest_numbers_by_words_and_exactly_agree() {
        let mut nums = Nums::default();
        let mut rng = fastrand::Rng::with_seed(2);
        let mut found = 0;
        for _ in 0..100_000 {
            let mut end = || {
                let e = [0, 1, 3, 20, 21][rng.usize(0..5)];
                let near = rng.i64(-40..40);
                let n = near + [0, 0, 1 << 20, -(1 << 30), 1 << 41][rng.usize(0..5)];
                (rng.u8(0..8) > 0).then(|| (Dyadic::small(n, e), rng.bool()))
            };
            let (mut low, mut high) = (end(), end());
            if let (Some(l), Some(h)) = (&low, &high)
                && l.0 > h.0
            {
                (low, high) = (high, low);
            }
            let exact = Dyadic::simplest(
                low.as_ref().map(|(x, c)| (x, *c)),
                high.as_ref().map(|(x, c)| (x, *c)),
            );
            let mut word =
                |x: &Option<(Dyadic, bool)>| x.as_ref().map(|(x, c)| (nums.intern(x), *c));
            let (l, h) = (word(&low), word(&high));
            if let Some(x) = Num::simplest(l, h) {
                assert_eq!(Some(nums.get(x)), exact, "{low:?} {high:?}");
                found += 1;
            }
        }
        assert!(found > 50_000, "{found}");
    }

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
