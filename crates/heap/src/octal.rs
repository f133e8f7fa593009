//! The codes that leave at most two heaps, with finitely many digits: what the fast engines compute.

use crate::{Code, Parts};
use std::ops::BitXor;

/// One way to break: take `taken`, leave two heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Break {
    /// Counters taken.
    pub taken: usize,
    /// The two heaps must differ.
    pub unequal: bool,
}

/// A finite code whose moves leave at most two heaps and put nothing on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    /// k for which a heap of exactly k may be taken, ascending.
    pub whole: Vec<usize>,
    /// k that may be taken so that one heap is left, ascending.
    pub single: Vec<usize>,
    /// The breaks, ascending.
    pub breaks: Vec<Break>,
    /// The index of the last digit that is not zero.
    pub last: usize,
}

impl Octal {
    /// The code in this form; `None` if it leaves more than two heaps, repeats, puts counters on or asks for equal heaps.
    ///
    /// ```
    /// use bouton_heap::Octal;
    /// let officers = Octal::of(&"0.6".parse().unwrap()).unwrap();
    /// assert_eq!((officers.whole.len(), officers.single[0], officers.breaks[0].taken), (0, 1, 1));
    /// assert!(Octal::of(&"0.[3]".parse().unwrap()).is_none());
    /// ```
    pub fn of(code: &Code) -> Option<Octal> {
        let last = usize::try_from(code.last()?).ok()?;
        let mut octal = Octal {
            whole: Vec::new(),
            single: Vec::new(),
            breaks: Vec::new(),
            last,
        };
        if code.most_put() > 0 {
            return None;
        }
        for k in 0..=last {
            let digit = code.digit(k as i64);
            if digit.most()? > 2 {
                return None;
            }
            if digit.allows(0).is_some() {
                octal.whole.push(k);
            }
            if digit.allows(1).is_some() {
                octal.single.push(k);
            }
            match digit.allows(2) {
                None => {}
                Some(Parts::Equal) => return None,
                Some(parts) => octal.breaks.push(Break {
                    taken: k,
                    unequal: parts != Parts::Any,
                }),
            }
        }
        Some(octal)
    }

    /// Calls `mark` with the value of each option of `n` that leaves at most one heap.
    #[inline]
    pub(crate) fn small_options<T: Copy>(
        &self,
        n: usize,
        values: &[T],
        zero: T,
        mut mark: impl FnMut(T),
    ) {
        if self.whole.contains(&n) {
            mark(zero);
        }
        for &k in self.single.iter().take_while(|&&k| k < n) {
            mark(values[n - k]);
        }
    }

    /// Calls `mark` with the value of each option of `n` that leaves two heaps, one of them among the `rare` ones, which ascend.
    #[inline]
    pub(crate) fn rare_options<T: Copy + BitXor<Output = T>>(
        &self,
        n: usize,
        values: &[T],
        rare: &[usize],
        mut mark: impl FnMut(T),
    ) {
        for b in &self.breaks {
            let Some(m) = n.checked_sub(b.taken) else {
                break;
            };
            for &r in rare.iter().take_while(|&&r| r < m) {
                if !(b.unequal && 2 * r == m) {
                    mark(values[r] ^ values[m - r]);
                }
            }
        }
    }
}
