//! Sets of small numbers as words of bits: the elements of a monoid, and sets of them.

use smallvec::SmallVec;

/// A set of monoid elements: bit `x % 64` of word `x / 64` says whether `x` belongs.
pub(crate) type Bits = SmallVec<[u64; 8]>;

/// The number of words that hold `n` bits.
pub(crate) fn words(n: usize) -> usize {
    n.div_ceil(64)
}

/// The empty set in a universe of `n` elements.
pub(crate) fn empty(n: usize) -> Bits {
    SmallVec::from_elem(0, words(n))
}

/// The set of all `n` elements.
pub(crate) fn full(n: usize) -> Bits {
    let mut all = SmallVec::from_elem(!0, words(n));
    trim(&mut all, n);
    all
}

/// Clears the bits beyond `n`.
pub(crate) fn trim(set: &mut [u64], n: usize) {
    if !n.is_multiple_of(64)
        && let Some(last) = set.last_mut()
    {
        *last &= (1 << (n % 64)) - 1;
    }
}

pub(crate) fn has(set: &[u64], x: usize) -> bool {
    set[x / 64] >> (x % 64) & 1 == 1
}

pub(crate) fn insert(set: &mut [u64], x: usize) {
    set[x / 64] |= 1 << (x % 64);
}

/// True if every element of `a` is in `b`.
pub(crate) fn subset(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// The least element of `a` that is not in `b`.
pub(crate) fn first_outside(a: &[u64], b: &[u64]) -> Option<usize> {
    a.iter().zip(b).enumerate().find_map(|(i, (a, b))| {
        let left = a & !b;
        (left != 0).then(|| i * 64 + left.trailing_zeros() as usize)
    })
}

pub(crate) fn is_empty(set: &[u64]) -> bool {
    set.iter().all(|&w| w == 0)
}

pub(crate) fn count(set: &[u64]) -> usize {
    set.iter().map(|w| w.count_ones() as usize).sum()
}

/// The elements in ascending order.
pub(crate) fn ones(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(i, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                i * 64 + bit
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_list_of_booleans() {
        for n in [1, 63, 64, 65, 130] {
            let chosen: Vec<bool> = (0..n).map(|x| x * x % 7 < 3).collect();
            let mut set = empty(n);
            for x in (0..n).filter(|&x| chosen[x]) {
                insert(&mut set, x);
            }
            assert!((0..n).all(|x| has(&set, x) == chosen[x]));
            assert_eq!(
                ones(&set).collect::<Vec<_>>(),
                (0..n).filter(|&x| chosen[x]).collect::<Vec<_>>()
            );
            assert_eq!(count(&set), chosen.iter().filter(|&&c| c).count());
            assert!(subset(&set, &full(n)) && !is_empty(&set));
            assert_eq!(first_outside(&full(n), &set), (0..n).find(|&x| !chosen[x]));
        }
    }
}
