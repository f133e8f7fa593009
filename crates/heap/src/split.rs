//! Sparse spaces: a split of the values into rare and common ones such that few heaps have a rare value.
//!
//! A mask m splits the values by the parity of the ones of v & m. In the *range* type, v is rare iff that parity is even; in
//! the *domain* type the parity of the heap is added, which works when all breaks take amounts of one parity. Either way the
//! xor of two rare or two common values is rare, and of a rare and a common one common: so every option with a common value
//! has a heap with a rare one. Any mask gives right answers; a good one makes the rare heaps few.
//! Source: winningways (chapter 4, sparse spaces).

use crate::Octal;

/// A split of values into rare and common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Split {
    /// The mask.
    pub mask: u32,
    /// For the domain type, the parity of the amounts that breaks take.
    pub domain: Option<u8>,
}

impl Split {
    /// True if value v of heap n is rare.
    ///
    /// ```
    /// use bouton_heap::Split;
    /// let range = Split { mask: 0b110, domain: None };
    /// assert!(range.is_rare(9, 0b110) && range.is_rare(9, 1) && !range.is_rare(9, 0b010));
    /// ```
    #[inline]
    pub fn is_rare(&self, n: usize, v: u32) -> bool {
        let ones = (v & self.mask).count_ones() & 1;
        ones == self.shift(n)
    }

    /// What is added to the parity at heap n.
    #[inline]
    pub(crate) fn shift(&self, n: usize) -> u32 {
        self.domain.map_or(0, |t| (n as u32 ^ u32::from(t)) & 1)
    }

    /// The bit that [`Split::pack`] leaves out: the lowest of the mask. The mask is not 0.
    fn packed_bit(&self) -> u32 {
        self.mask.trailing_zeros()
    }

    /// The value without the lowest bit of the mask. Of two values that differ in that bit alone, one is rare and one common,
    /// so for common values nothing is lost; and neither is their order, since the bits below it do not decide what is
    /// common. Packing keeps xors.
    pub(crate) fn pack(&self, v: u16) -> u16 {
        let low = (1u16 << self.packed_bit()) - 1;
        v & low | (v >> 1) & !low
    }

    /// The common value of heap n that packs to p.
    pub(crate) fn unpack(&self, n: usize, p: u16) -> u16 {
        let low = (1u16 << self.packed_bit()) - 1;
        let v = p & low | (p & !low) << 1;
        if self.is_rare(n, v.into()) {
            v | (low + 1)
        } else {
            v
        }
    }

    /// `range` or `domain`.
    pub fn kind(&self) -> &'static str {
        if self.domain.is_some() {
            "domain"
        } else {
            "range"
        }
    }

    /// The split with the fewest rare heaps among heaps 1, 2, … of the given values. The cost is that of a histogram and
    /// a Walsh–Hadamard transform over the values. Bits that no value has yet are put into the mask.
    pub fn best<T: Copy + Into<u32>>(octal: &Octal, values: &[T]) -> Split {
        let top = values.iter().map(|&v| v.into()).max().unwrap_or(0);
        let len = (top as usize + 1).next_power_of_two().max(2);
        let parity = octal.breaks.first().map(|b| b.taken as u8 & 1);
        let same_parity = octal
            .breaks
            .iter()
            .all(|b| Some(b.taken as u8 & 1) == parity);
        // Heap 0 is no heap, so it is not counted.
        let mut histograms = [vec![0i64; len], vec![0i64; len]];
        for (n, &v) in values.iter().enumerate().skip(1) {
            histograms[n & 1][v.into() as usize] += 1;
        }
        let [even, odd] = histograms.map(|mut h| {
            walsh_hadamard(&mut h);
            h
        });
        // The transform at m is (rare heaps) - (common heaps).
        let sum = |m: usize| even[m] + odd[m];
        let range = (1..len).min_by_key(|&m| sum(m)).unwrap_or(1);
        let unseen = !(len as u32 - 1);
        let mut best = (
            sum(range),
            Split {
                mask: range as u32 | unseen,
                domain: None,
            },
        );
        if let (true, Some(t)) = (same_parity, parity) {
            let sign = if t == 0 { 1 } else { -1 };
            let domain = |m: usize| sign * (even[m] - odd[m]);
            let m = (0..len).min_by_key(|&m| domain(m)).unwrap_or(0);
            if domain(m) < best.0 {
                best = (
                    domain(m),
                    Split {
                        mask: m as u32 | unseen,
                        domain: Some(t),
                    },
                );
            }
        }
        best.1
    }

    /// The heaps from 1 on with a rare value.
    pub fn rare_heaps<T: Copy + Into<u32>>(&self, values: &[T]) -> Vec<usize> {
        let heaps = values.iter().enumerate().skip(1);
        heaps
            .filter(|&(n, &v)| self.is_rare(n, v.into()))
            .map(|(n, _)| n)
            .collect()
    }
}

/// The Walsh–Hadamard transform in place; the length is a power of two.
fn walsh_hadamard(h: &mut [i64]) {
    let mut half = 1;
    while half < h.len() {
        for block in h.chunks_exact_mut(2 * half) {
            let (a, b) = block.split_at_mut(half);
            for (x, y) in a.iter_mut().zip(b) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_common_values_their_order_and_xors() {
        for split in [
            Split {
                mask: !1,
                domain: None,
            },
            Split {
                mask: 0b1101,
                domain: Some(1),
            },
            Split {
                mask: !0b10011,
                domain: None,
            },
        ] {
            for n in 0..2 {
                let common: Vec<u16> = (0..512).filter(|&v| !split.is_rare(n, v.into())).collect();
                let packed: Vec<u16> = common.iter().map(|&v| split.pack(v)).collect();
                assert_eq!(packed, (0..256).collect::<Vec<u16>>());
                assert!(
                    common
                        .iter()
                        .zip(&packed)
                        .all(|(&v, &p)| split.unpack(n, p) == v)
                );
            }
            assert!((0..512).all(|v| split.pack(v ^ 333) == split.pack(v) ^ split.pack(333)));
        }
    }

    #[test]
    fn the_best_split_equals_trying_all() {
        let mut rng = fastrand::Rng::with_seed(8);
        for code in ["0.106", "0.16", "0.05", "0.054", "4.0"] {
            let octal = Octal::of(&code.parse().unwrap()).unwrap();
            for _ in 0..20 {
                let values: Vec<u32> = (0..50).map(|_| rng.u32(0..16)).collect();
                let best = Split::best(&octal, &values);
                let t = octal.breaks[0].taken as u8 & 1;
                let domains = if code == "0.054" {
                    vec![None]
                } else {
                    vec![None, Some(t)]
                };
                let least = (0..16u32)
                    .flat_map(|mask| domains.iter().map(move |&domain| Split { mask, domain }))
                    .filter(|s| s.mask > 0 || s.domain.is_some())
                    .map(|s| s.rare_heaps(&values).len())
                    .min();
                assert_eq!(Some(best.rare_heaps(&values).len()), least, "{code}");
            }
        }
    }
}
