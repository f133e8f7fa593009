//! The numbers of a store as single words: small ones packed, large ones by their index in a table.
//!
//! Layout of a packed word: bit 0 clear, bits 1..7 the exponent of the denominator, bits 7..64 the signed odd numerator.
//! Words with bit 0 set are indices of big numbers, which are stored once, so equal words are equal numbers.

use crate::dyadic::Dyadic;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// A number of a store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Num(u64);

const EXPONENT_BITS: u32 = 6;
const SHIFT: u32 = EXPONENT_BITS + 1;
const MAX_SMALL: i64 = (1 << (63 - SHIFT)) - 1;

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
        (e < 1 << EXPONENT_BITS && (-MAX_SMALL..=MAX_SMALL).contains(&n))
            .then(|| Num(((n as u64) << SHIFT) | u64::from(e << 1)))
    }

    /// Numerator and exponent of a packed word.
    #[inline(always)]
    fn unpack(self) -> Option<(i64, u32)> {
        if self.0 & 1 == 0 {
            Some((
                (self.0 as i64) >> SHIFT,
                (self.0 as u32 >> 1) & ((1 << EXPONENT_BITS) - 1),
            ))
        } else {
            None
        }
    }

    pub(crate) fn is_zero(self) -> bool {
        self.0 == 0
    }
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
        match x.unpack() {
            Some((n, e)) => Dyadic::small(n, e),
            None => self.big[(x.0 >> 1) as usize].clone(),
        }
    }

    #[inline]
    pub(crate) fn add(&mut self, a: Num, b: Num) -> Num {
        if let (Some((n, e)), Some((m, f))) = (a.unpack(), b.unpack()) {
            if e == 0 && f == 0 {
                if let Some(x) = Num::pack(n + m, 0) {
                    return x;
                }
            } else {
                let top = e.max(f);
                let sum = (i128::from(n) << (top - e)) + (i128::from(m) << (top - f));
                if sum == 0 {
                    return Num::ZERO;
                }
                let twos = sum.trailing_zeros().min(top);
                if let Ok(s) = i64::try_from(sum >> twos)
                    && let Some(x) = Num::pack(s, top - twos)
                {
                    return x;
                }
            }
        }
        let sum = &self.get(a) + &self.get(b);
        self.intern(&sum)
    }

    #[inline]
    pub(crate) fn neg(&mut self, a: Num) -> Num {
        if let Some((n, e)) = a.unpack()
            && let Some(x) = Num::pack(-n, e)
        {
            return x;
        }
        let negated = -&self.get(a);
        self.intern(&negated)
    }

    #[inline]
    pub(crate) fn sub(&mut self, a: Num, b: Num) -> Num {
        if b.is_zero() {
            return a;
        }
        let b = self.neg(b);
        self.add(a, b)
    }

    #[inline]
    pub(crate) fn cmp(&self, a: Num, b: Num) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        if let (Some((n, e)), Some((m, f))) = (a.unpack(), b.unpack()) {
            if e == f {
                return n.cmp(&m);
            }
            let top = e.max(f);
            return (i128::from(n) << (top - e)).cmp(&(i128::from(m) << (top - f)));
        }
        self.get(a).cmp(&self.get(b))
    }
}
