//! Sets of values as bits, and the set of all values xor v, which is a permutation of the bits.

/// Bits that stay below their partner when bit `b` of the index is flipped, for b = 0, …, 5.
const LOW: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Adds to `target` every x xor v with x in `source`. Both have the same power-of-two number of words, and v is below 64
/// times that.
pub(crate) fn add_xored(target: &mut [u64], source: &[u64], v: u32) {
    let (high, low) = ((v >> 6) as usize, v & 63);
    for (i, t) in target.iter_mut().enumerate() {
        let mut word = source[i ^ high];
        for (b, &mask) in LOW.iter().enumerate() {
            if low >> b & 1 == 1 {
                word = (word & mask) << (1 << b) | (word >> (1 << b)) & mask;
            }
        }
        *t |= word;
    }
}

/// The least number that is not in the set; 64 times the length if all are.
pub(crate) fn mex(set: &[u64]) -> u32 {
    let full = set.iter().take_while(|w| **w == u64::MAX).count();
    let rest = set.get(full).map_or(0, |w| w.trailing_ones());
    full as u32 * 64 + rest
}

/// A table of sets with the same number of words each.
#[derive(Clone, Debug)]
pub(crate) struct SetTable {
    words: usize,
    bits: Vec<u64>,
}

impl SetTable {
    pub(crate) fn new(rows: usize) -> SetTable {
        SetTable {
            words: 1,
            bits: vec![0; rows],
        }
    }

    pub(crate) fn row(&self, i: usize) -> &[u64] {
        &self.bits[i * self.words..(i + 1) * self.words]
    }

    pub(crate) fn row_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.bits[i * self.words..(i + 1) * self.words]
    }

    /// Doubles the number of words of each set.
    pub(crate) fn widen(&mut self) {
        let old = std::mem::take(&mut self.bits);
        self.bits = vec![0; old.len() * 2];
        for (new, old) in self
            .bits
            .chunks_exact_mut(2 * self.words)
            .zip(old.chunks_exact(self.words))
        {
            new[..self.words].copy_from_slice(old);
        }
        self.words *= 2;
    }

    /// Row i of `self` gains row j of `other`, xor v.
    pub(crate) fn add(&mut self, i: usize, other: &SetTable, j: usize, v: u32) {
        add_xored(self.row_mut(i), other.row(j), v);
    }

    /// Row i gains row j of the same table, xor v; i and j differ.
    pub(crate) fn add_own(&mut self, i: usize, j: usize, v: u32) {
        let w = self.words;
        let (a, b) = if i < j {
            let (head, tail) = self.bits.split_at_mut(j * w);
            (&mut head[i * w..(i + 1) * w], &tail[..w])
        } else {
            let (head, tail) = self.bits.split_at_mut(i * w);
            (&mut tail[..w], &head[j * w..(j + 1) * w])
        };
        add_xored(a, b, v);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xored_sets_equal_the_definition() {
        let mut rng = fastrand::Rng::with_seed(3);
        for words in [1usize, 2, 8] {
            for _ in 0..200 {
                let source: Vec<u64> = (0..words).map(|_| rng.u64(..) & rng.u64(..)).collect();
                let v = rng.u32(0..64 * words as u32);
                let mut target = vec![0; words];
                add_xored(&mut target, &source, v);
                for x in 0..64 * words as u32 {
                    let has = |set: &[u64], x: u32| set[x as usize / 64] >> (x % 64) & 1 == 1;
                    assert_eq!(has(&target, x ^ v), has(&source, x));
                }
            }
        }
        assert_eq!(mex(&[u64::MAX, 0b1011]), 66);
        assert_eq!(mex(&[u64::MAX]), 64);
    }
}
