//! The ways to make a number of counters into heaps, listed in order without recursion.

use crate::Parts;

/// The most heaps in a list.
const MOST_HEAPS: u32 = 1 << 24;

/// Calls `visit` with every ascending list of `count` positive heap sizes that sum to `total` and that `parts` allows, in
/// lexicographic order, until `visit` returns false. Returns false if it was stopped, and for more than 2^24 heaps, of which no list
/// is made.
///
/// ```
/// use bouton_heap::{Parts, visit_partitions};
/// let mut lists = Vec::new();
/// visit_partitions(7, 3, Parts::Unequal, &mut |heaps| {
///     lists.push(heaps.to_vec());
///     true
/// });
/// assert_eq!(lists, [[1, 2, 4]]);
/// ```
pub fn visit_partitions(
    total: u64,
    count: u32,
    parts: Parts,
    visit: &mut dyn FnMut(&[u64]) -> bool,
) -> bool {
    let r = u64::from(count);
    if count == 0 {
        return total != 0 || visit(&[]);
    }
    if r > total {
        return true;
    }
    if count > MOST_HEAPS {
        return false;
    }
    if parts == Parts::Equal || count == 1 {
        return !total.is_multiple_of(r) || visit(&vec![total / r; count as usize]);
    }
    let strict = u64::from(parts == Parts::Unequal);
    let mut heaps: Vec<u64> = Vec::with_capacity(count as usize);
    let (mut rest, mut next) = (total, 1u64);
    loop {
        let left = r - heaps.len() as u64;
        if left == 1 {
            heaps.push(rest);
            if parts.allows(&heaps) && !visit(&heaps) {
                return false;
            }
            heaps.pop();
        } else {
            // The heaps still to come are at least next, or next, next + 1, … where they must differ.
            let least = u128::from(left) * u128::from(next)
                + u128::from(strict) * u128::from(left) * u128::from(left - 1) / 2;
            if least <= u128::from(rest) {
                heaps.push(next);
                rest -= next;
                next += strict;
                continue;
            }
        }
        match heaps.pop() {
            None => return true,
            Some(last) => {
                rest += last;
                next = last + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ascending lists by brute force over every choice of sizes.
    fn slow(total: u64, count: u32, parts: Parts) -> Vec<Vec<u64>> {
        let mut lists: Vec<Vec<u64>> = vec![Vec::new()];
        for _ in 0..count {
            lists = lists
                .into_iter()
                .flat_map(|l| (1..=total).map(move |x| [l.clone(), vec![x]].concat()))
                .filter(|l| l.is_sorted())
                .collect();
        }
        lists.retain(|l| l.iter().sum::<u64>() == total && parts.allows(l));
        lists
    }

    #[test]
    fn lists_equal_brute_force() {
        for parts in [Parts::Any, Parts::Unequal, Parts::NotAllEqual, Parts::Equal] {
            for (total, count) in (0..=9).flat_map(|t| (0..=4).map(move |c| (t, c))) {
                let mut fast = Vec::new();
                visit_partitions(total, count, parts, &mut |l| {
                    fast.push(l.to_vec());
                    true
                });
                assert_eq!(
                    fast,
                    slow(total, count, parts),
                    "{total} into {count}, {parts:?}"
                );
            }
        }
    }

    #[test]
    fn stops_when_told() {
        let mut seen = 0;
        let finished = visit_partitions(1 << 40, 1000, Parts::Any, &mut |_| {
            seen += 1;
            seen < 3
        });
        assert!(!finished);
        assert_eq!(seen, 3);
    }
}
