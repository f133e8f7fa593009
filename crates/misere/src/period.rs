//! Periods of the values of heaps, and their proof.
//!
//! If the quotient and the values of all heaps below a bound are known, and the values repeat for long enough, then the
//! quotient is final and the values repeat for ever: the options of a large heap N have the same values as those of
//! N - p, since in each of them some part is large enough to be made smaller or larger by p (plambecksiegel2008,
//! theorem on periodicity). For codes whose moves leave at most b heaps and take at most k beans, n0 + p, …, b(n0+p)+k-1
//! must repeat; for b = 2 that is φ(n+p) = φ(n) for n0 ≤ n < 2n0+p+k.

use crate::CodeBounds;
use serde::Serialize;

/// A proved period: φ(n + length) = φ(n) for every heap n ≥ preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Period {
    /// The least period.
    pub length: u32,
    /// The least heap n ≥ 1 from which the values repeat.
    pub preperiod: u32,
    /// The heap up to which values had to be computed for the proof.
    pub needed: u32,
}

impl Period {
    /// The smallest heap of the same value among those that were computed.
    pub fn reduce(&self, heap: u64) -> u32 {
        let (n0, p) = (u64::from(self.preperiod), u64::from(self.length));
        let reduced = if heap < n0 + p {
            heap
        } else {
            n0 + (heap - n0) % p
        };
        reduced as u32
    }
}

/// For each shift the length of the match of a text with itself shifted. Linear (the Z function).
fn matches<T: PartialEq>(text: &[T]) -> Vec<usize> {
    let n = text.len();
    let mut z = vec![0; n];
    let (mut left, mut right) = (0, 0);
    for i in 1..n {
        let mut len = if i < right {
            z[i - left].min(right - i)
        } else {
            0
        };
        while i + len < n && text[len] == text[i + len] {
            len += 1;
        }
        if i + len > right {
            (left, right) = (i, i + len);
        }
        z[i] = len;
    }
    z
}

/// The least period that is proved by the values of heaps 1, 2, …; linear in their number.
pub(crate) fn prove<T: PartialEq>(values: &[T], bounds: CodeBounds) -> Option<Period> {
    let backwards: Vec<&T> = values.iter().rev().collect();
    let count = values.len() as u64;
    matches(&backwards)
        .into_iter()
        .enumerate()
        .skip(1)
        .find_map(|(p, len)| {
            let preperiod = count - p as u64 - len as u64 + 1;
            let needed = u64::from(bounds.parts) * (preperiod + p as u64)
                + u64::from(bounds.taken).saturating_sub(1);
            (len > 0 && needed <= count).then_some(Period {
                length: p as u32,
                preperiod: preperiod as u32,
                needed: needed as u32,
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, slowly.
    fn prove_slowly(values: &[u32], bounds: CodeBounds) -> Option<(u32, u32)> {
        let count = values.len();
        (1..count).find_map(|p| {
            let holds = |n0: usize| (n0..=count - p).all(|n| values[n - 1] == values[n + p - 1]);
            let n0 = (1..=count - p).find(|&n0| holds(n0))?;
            let needed = bounds.parts as usize * (n0 + p) + bounds.taken as usize - 1;
            (needed <= count).then_some((p as u32, n0 as u32))
        })
    }

    #[test]
    fn agrees_with_the_definition() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut found = 0;
        for _ in 0..2000 {
            let p = random.usize(1..5);
            let head = random.usize(0..6);
            let cycle: Vec<u32> = (0..p).map(|_| random.u32(0..3)).collect();
            let mut values: Vec<u32> = (0..head).map(|_| random.u32(0..3)).collect();
            values.extend((0..random.usize(1..40)).map(|i| cycle[i % p]));
            let bounds = CodeBounds {
                taken: random.u32(1..4),
                parts: random.u32(1..4),
            };
            let fast = prove(&values, bounds).map(|p| (p.length, p.preperiod));
            assert_eq!(fast, prove_slowly(&values, bounds), "{values:?} {bounds:?}");
            found += usize::from(fast.is_some());
        }
        assert!(found > 500, "{found}");
    }

    #[test]
    fn reduces_to_the_first_cycle() {
        let period = Period {
            length: 12,
            preperiod: 71,
            needed: 167,
        };
        for heap in 0..1000u64 {
            let reduced = u64::from(period.reduce(heap));
            assert!(
                reduced < 83 && (heap - reduced) % 12 == 0 && (reduced == heap || reduced >= 71)
            );
        }
    }
}
