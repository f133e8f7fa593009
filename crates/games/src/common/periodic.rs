//! Sequences of Grundy values that repeat from some point on.

use bouton_rules::Nat;
use num_traits::ToPrimitive;

/// The first values of a sequence with `values[n + period] = values[n]` for all `n >= start`; at least `start + period`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    /// The values to the end of the first period, or further.
    pub values: Vec<u32>,
    /// The first place of the period.
    pub start: usize,
    /// Its length.
    pub period: usize,
}

impl Periodic {
    /// The value at any place.
    pub fn at(&self, n: &Nat) -> u32 {
        if let Some(&value) = n.to_usize().and_then(|n| self.values.get(n)) {
            return value;
        }
        let into = (n - self.start) % self.period;
        self.values[self.start + into.to_usize().unwrap_or(0)]
    }
}

/// The least number that is not among `values`.
pub fn mex(values: &mut Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    values
        .iter()
        .zip(0..)
        .find(|&(&v, i)| v != i)
        .map_or(values.len() as u32, |(_, i)| i)
}

/// Grundy values of the subtraction game on `set` (sorted, positive), with their period. Each value depends on the last
/// `max` values only, so two equal windows of `max` values prove the period. `None` if none is found below `most` values.
/// Time O(most * |set|).
pub fn subtraction(set: &[u64], most: usize) -> Option<Periodic> {
    let max = usize::try_from(*set.last()?).ok()?;
    let mut values: Vec<u32> = Vec::new();
    let mut seen = std::collections::HashMap::new();
    let mut window_hash = WindowHash::new(max);
    for n in 0..most {
        let mut options: Vec<u32> = set
            .iter()
            .filter(|&&s| s as usize <= n)
            .map(|&s| values[n - s as usize])
            .collect();
        values.push(mex(&mut options));
        window_hash.push(values[n], n.checked_sub(max).map(|i| values[i]));
        if n + 1 < max {
            continue;
        }
        // Windows with one hash are compared before they count.
        let start = n + 1 - max;
        let earlier: &mut Vec<usize> = seen.entry(window_hash.value).or_default();
        if let Some(&first) = earlier
            .iter()
            .find(|&&e| values[e..e + max] == values[start..])
        {
            return Some(Periodic {
                values,
                start: first,
                period: start - first,
            });
        }
        earlier.push(start);
    }
    None
}

/// A polynomial hash of the last values.
struct WindowHash {
    value: u64,
    top: u64,
}

const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

impl WindowHash {
    fn new(len: usize) -> WindowHash {
        WindowHash {
            value: 0,
            top: (0..len).fold(1, |p: u64, _| p.wrapping_mul(BASE)),
        }
    }

    fn push(&mut self, value: u32, dropped: Option<u32>) {
        self.value = self
            .value
            .wrapping_mul(BASE)
            .wrapping_add(u64::from(value) + 1);
        if let Some(dropped) = dropped {
            self.value = self
                .value
                .wrapping_sub(self.top.wrapping_mul(u64::from(dropped) + 1));
        }
    }
}

/// The first `count` Grundy values of a heap from which `take[0]`, `take[1]`, … stones are removed, what is left being split
/// in two in any way, perhaps with an empty part. From the definition.
pub fn take_and_split(take: &[usize], count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(count);
    for n in 0..count {
        let rests = take.iter().filter(|&&k| k <= n).map(|k| n - k);
        let mut options: Vec<u32> = rests
            .flat_map(|rest| (0..=rest / 2).map(move |x| (x, rest - x)))
            .map(|(x, y)| values[x] ^ values[y])
            .collect();
        values.push(mex(&mut options));
    }
    values
}
