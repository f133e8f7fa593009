//! What a taking-and-breaking game must say about itself: the moves from one heap.

use bouton_rules::{Error, Result};
use smallvec::SmallVec;

/// The heaps that a move leaves in place of one heap, none of them empty.
pub type Parts = SmallVec<[u32; 3]>;

/// Moves of one kind from one heap, told in bulk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// One move: the heaps that it leaves.
    Parts(Parts),
    /// Every split of `total` into two non-empty heaps; `unequal` leaves out the split into halves.
    Pairs {
        /// The beans that are left.
        total: u32,
        /// True if the two heaps must differ.
        unequal: bool,
    },
    /// Every split of `total` into three non-empty heaps.
    Triples {
        /// The beans that are left.
        total: u32,
    },
}

impl Run {
    /// Calls `visit` with the heaps that each move of the run leaves.
    pub fn expand(&self, visit: &mut dyn FnMut(&[u32])) {
        match self {
            Run::Parts(parts) => visit(parts),
            &Run::Pairs { total, unequal } => {
                for i in 1..=total / 2 {
                    if !(unequal && 2 * i == total) {
                        visit(&[i, total - i]);
                    }
                }
            }
            &Run::Triples { total } => {
                for i in 1..=total / 3 {
                    for j in i..=(total - i) / 2 {
                        visit(&[i, j, total - i - j]);
                    }
                }
            }
        }
    }
}

/// How far the moves of a code reach: what a proof of periodicity needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeBounds {
    /// The most beans that a move takes: the place of the last digit that is not zero.
    pub taken: u32,
    /// The most heaps that a move leaves.
    pub parts: u32,
}

/// A game played with heaps of beans: a move replaces one heap by zero or more smaller heaps.
///
/// ```
/// use bouton_misere::{Breaking, Parts};
/// /// Take one bean or two.
/// struct Take12;
/// impl Breaking for Take12 {
///     fn name(&self) -> String { "take 1 or 2".into() }
///     fn options(&self, heap: u32) -> Vec<Parts> {
///         (1..=heap.min(2)).map(|k| (heap > k).then_some(heap - k).into_iter().collect()).collect()
///     }
/// }
/// assert_eq!(Take12.options(2).len(), 2);
/// ```
pub trait Breaking {
    /// The name that is shown, for example a code.
    fn name(&self) -> String;

    /// The moves from one heap: the non-empty heaps that each leaves, each smaller than `heap`.
    fn options(&self, heap: u32) -> Vec<Parts>;

    /// The same moves in bulk. The default tells them one by one.
    ///
    /// # Errors
    /// A limit error if the heap has more moves than can be told.
    fn runs(&self, heap: u32) -> Result<Vec<Run>> {
        Ok(self.options(heap).into_iter().map(Run::Parts).collect())
    }

    /// The reach of the moves if the rules are a code, that is if whether a move may take `k` beans and leave `m` heaps
    /// depends on `k` and `m` alone, not on the heap. `None` if not; then no period is ever claimed.
    fn bounds(&self) -> Option<CodeBounds> {
        None
    }
}

macro_rules! breaking_through {
    ($($pointer:ty),*) => {$(
        impl<T: Breaking + ?Sized> Breaking for $pointer {
            fn name(&self) -> String {
                (**self).name()
            }
            fn options(&self, heap: u32) -> Vec<Parts> {
                (**self).options(heap)
            }
            fn runs(&self, heap: u32) -> Result<Vec<Run>> {
                (**self).runs(heap)
            }
            fn bounds(&self) -> Option<CodeBounds> {
                (**self).bounds()
            }
        }
    )*};
}

// Rules that are only known at run time: `quotient(&*rules, …)`, `quotient(Box::new(…) as Box<dyn Breaking>, …)`.
breaking_through!(&T, Box<T>);

/// The runs of `heap`, checked: every heap left is smaller than `heap` and not empty.
pub(crate) fn checked_runs<R: Breaking + ?Sized>(rules: &R, heap: u32) -> Result<Vec<Run>> {
    let runs = rules.runs(heap)?;
    for run in &runs {
        let largest = match run {
            Run::Parts(parts) if parts.contains(&0) => u32::MAX,
            Run::Parts(parts) => parts.iter().copied().max().unwrap_or(0),
            Run::Pairs { total, .. } => total.saturating_sub(1),
            Run::Triples { total } => total.saturating_sub(2),
        };
        if largest >= heap {
            return Err(Error::input(format!(
                "{}: a move from heap {heap} leaves a heap that is empty or not smaller; every heap that a move leaves \
                 must be between 1 and {}",
                rules.name(),
                heap.saturating_sub(1)
            )));
        }
    }
    Ok(runs)
}
