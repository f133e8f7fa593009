//! A packed array of bits, with a fast question about runs.

use bouton_rules::{Error, Result};

/// Bits, all zero at first.
#[derive(Clone, Debug)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// Bytes that `len` bits take.
    pub fn bytes(len: usize) -> u64 {
        len.div_ceil(64) as u64 * 8
    }

    pub fn zeros(len: usize) -> Result<Bits> {
        Ok(Bits(zeros(len.div_ceil(64))?))
    }

    #[inline]
    pub fn get(&self, i: usize) -> bool {
        self.0[i >> 6] >> (i & 63) & 1 == 1
    }

    #[inline]
    pub fn set(&mut self, i: usize) {
        self.0[i >> 6] |= 1 << (i & 63);
    }

    pub fn ones(&self) -> u64 {
        self.0.iter().map(|w| u64::from(w.count_ones())).sum()
    }

    /// True if one of the bits `first`, `first + step`, … (`count` of them) is set.
    #[inline]
    pub fn any(&self, first: usize, step: isize, count: usize) -> bool {
        match step {
            _ if count == 0 => false,
            1 => self.any_between(first, first + count),
            -1 => self.any_between(first + 1 - count, first + 1),
            _ => {
                // Four independent probes a turn keep the loads going.
                let mut i = first;
                let mut left = count;
                while left >= 4 {
                    let (a, b, c, d) = (
                        i,
                        i.wrapping_add_signed(step),
                        i.wrapping_add_signed(2 * step),
                        i.wrapping_add_signed(3 * step),
                    );
                    if self.get(a) | self.get(b) | self.get(c) | self.get(d) {
                        return true;
                    }
                    i = d.wrapping_add_signed(step);
                    left -= 4;
                }
                for _ in 0..left {
                    if self.get(i) {
                        return true;
                    }
                    i = i.wrapping_add_signed(step);
                }
                false
            }
        }
    }

    /// True if a bit from `from` to `to` (exclusive, larger) is set.
    fn any_between(&self, from: usize, to: usize) -> bool {
        let (first, last) = (from >> 6, (to - 1) >> 6);
        let head = u64::MAX << (from & 63);
        let tail = u64::MAX >> (63 - ((to - 1) & 63));
        if first == last {
            return self.0[first] & head & tail != 0;
        }
        self.0[first] & head != 0
            || self.0[last] & tail != 0
            || self.0[first + 1..last].iter().any(|&w| w != 0)
    }
}

/// A vector of zeros, or an error where the machine has no room for it.
pub(super) fn zeros<T: Clone + Default>(len: usize) -> Result<Vec<T>> {
    let mut cells = Vec::new();
    cells.try_reserve_exact(len).map_err(|_| {
        Error::limit(format!(
            "a table of {len} cells of {} bytes does not fit into this machine",
            size_of::<T>()
        ))
    })?;
    cells.resize(len, T::default());
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_agree_with_single_bits() {
        fastrand::seed(7);
        let len = 300;
        let mut hits = [0; 2];
        for _ in 0..20_000 {
            let mut bits = Bits::zeros(len).unwrap();
            for _ in 0..fastrand::usize(0..4) {
                bits.set(fastrand::usize(0..len));
            }
            let first = fastrand::usize(0..len);
            let step: isize = [1, -1, 2, -3, 17, -40][fastrand::usize(0..6)];
            let room = if step > 0 {
                (len - 1 - first) / step as usize
            } else {
                first / step.unsigned_abs()
            };
            let count = fastrand::usize(0..=room + 1);
            let slow = (0..count).any(|i| bits.get((first as isize + i as isize * step) as usize));
            assert_eq!(bits.any(first, step, count), slow, "{first} {step} {count}");
            hits[usize::from(slow)] += 1;
        }
        assert!(hits.iter().all(|&h| h > 100), "{hits:?}");
    }
}
