//! The sparse-space engine for values below 32, 64, 128 or 256, 64 heaps at a time.
//!
//! The values of the options of one heap are a set of bits.
//!
//! 1. The marks of rare heaps that are at least 64 below are made for 64 heaps at once.
//! 2. Those that are at least 8 below are added for 8 heaps at once, the nearest heap by heap; the least unmarked common value
//!    c is taken as the value, for the time being.
//! 3. Every rare value below c must be the value of some option: pairs of heaps are tried, for 64 heaps at once, until few
//!    heaps have values that were not seen. For these heaps 64 pairs at once are tried, and in the end all pairs; if a value
//!    is none of theirs, it is the right one, the heaps behind are thrown away, and the work goes on from there.
//!
//! No step trusts the split: a bad one costs time only. [`mark_far`] and [`cover`] are the twins of the code for wide
//! registers ([`crate::dispatch`]); all of it is compared with the one-heap engine.

use crate::{Octal, Split};

/// Heaps done at once.
pub(crate) const BATCH: usize = 64;
/// Heaps for which the marks of near heaps are made at once.
const LANES: usize = 8;

/// Mark value v of the heap `offset` below: the option of heap n has the value G(n - offset) xor v.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) offset: u32,
    pub(crate) v: u8,
}

/// Why a run of batches ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The wanted number of values is there.
    Done,
    /// Some rare value may be free at heap n: it has to be looked at.
    Open {
        /// The heap.
        n: usize,
    },
    /// All common values of the table are marked.
    Full,
}

/// What the batches read, and the values that they write.
pub(crate) struct Plan {
    /// Marks of single heaps and of rare heaps, by offset ascending.
    pub(crate) marks: Vec<Mark>,
    /// Pairs to try for rare values, the most useful first.
    pub(crate) pairs: Vec<Mark>,
    /// The amounts that leave two heaps.
    pub(crate) taken: Vec<usize>,
    /// The values of the first heaps, backwards; their number is a multiple of [`BATCH`].
    pub(crate) head: Vec<u8>,
    /// Rare values, for even and odd n, 64 to a word.
    pub(crate) rare: [[u64; 4]; 2],
    /// Two heaps must differ: a mark of value 0 proves nothing.
    pub(crate) distrust_zero: bool,
}

impl Plan {
    pub(crate) fn new(octal: &Octal, split: Split, rare: &[usize], values: &[u8]) -> Plan {
        let mut marks: Vec<Mark> = octal
            .single
            .iter()
            .map(|&k| Mark {
                offset: k as u32,
                v: 0,
            })
            .collect();
        for b in &octal.breaks {
            marks.extend(rare.iter().map(|&r| Mark {
                offset: (b.taken + r) as u32,
                v: values[r],
            }));
        }
        marks.sort_unstable_by_key(|m| (m.offset, m.v));
        marks.dedup();
        let mut rare_sets = [[0u64; 4]; 2];
        for (n, set) in rare_sets.iter_mut().enumerate() {
            for v in (0..256).filter(|&v| split.is_rare(n, v)) {
                set[v as usize / 64] |= 1 << (v % 64);
            }
        }
        Plan {
            marks,
            pairs: Vec::new(),
            taken: octal.breaks.iter().map(|b| b.taken).collect(),
            head: Vec::new(),
            rare: rare_sets,
            distrust_zero: octal.breaks.iter().any(|b| b.unequal),
        }
    }
}

/// One bit per value, W words, for each heap of a batch.
pub(crate) type Sets<const W: usize> = [[u64; BATCH]; W];

/// Adds the marks of L heaps from n on to their sets.
#[inline(always)]
fn mark_all<const W: usize, const L: usize>(
    marks: &[Mark],
    values: &[u8],
    n: usize,
    sets: &mut [[u64; L]; W],
) {
    for mark in marks {
        let from = n - mark.offset as usize;
        let x: &[u8; L] = values[from..from + L].try_into().expect("L values");
        for l in 0..L {
            let value = u64::from(x[l] ^ mark.v);
            if W == 1 {
                sets[0][l] |= 1 << (value & 63);
            } else {
                let bit = 1u64 << (value & 63);
                for (w, set) in sets.iter_mut().enumerate() {
                    set[l] |= if value >> 6 == w as u64 { bit } else { 0 };
                }
            }
        }
    }
}

/// The sets of the marks of a batch from n on; every offset is at least [`BATCH`].
#[inline(always)]
pub(crate) fn mark_far<const W: usize>(marks: &[Mark], values: &[u8], n: usize) -> Sets<W> {
    let mut sets = [[0; BATCH]; W];
    mark_all(marks, values, n, &mut sets);
    sets
}

/// Pairs between two looks at what is left.
pub(crate) const PAIRS_AT_ONCE: usize = 8;
/// So many heaps are looked at one by one.
pub(crate) const FEW: u32 = 6;

/// The first heap of the batch that needs a value which no pair of the plan has.
#[inline(always)]
pub(crate) fn cover<const W: usize>(
    plan: &Plan,
    values: &[u8],
    n: usize,
    need: &Sets<W>,
) -> Option<usize> {
    let mut covered: Sets<W> = [[0; BATCH]; W];
    let is_open = |l: usize, covered: &Sets<W>| (0..W).any(|w| need[w][l] & !covered[w][l] != 0);
    for pairs in plan.pairs.chunks(PAIRS_AT_ONCE) {
        mark_all(pairs, values, n, &mut covered);
        if (0..BATCH).filter(|&l| is_open(l, &covered)).count() <= FEW as usize {
            break;
        }
    }
    (0..BATCH).find(|&l| {
        let left = std::array::from_fn(|w| need[w][l] & !covered[w][l]);
        !is_found::<W>(plan, values, n + l, left)
    })
}

/// True if every value of the set is that of a pair of heap n with one of the first heaps.
fn is_found<const W: usize>(plan: &Plan, values: &[u8], n: usize, mut set: [u64; W]) -> bool {
    for i in 1..=plan.head.len() {
        if set == [0; W] {
            break;
        }
        for taken in &plan.taken {
            let value = values[n - taken - i] ^ plan.head[plan.head.len() - i];
            if let Some(word) = set.get_mut(usize::from(value >> 6)) {
                *word &= !(1 << (value & 63));
            }
        }
    }
    set == [0; W]
}

/// Fills `values[n..end]`; values below n are there, n is above every offset of the plan, and values behind `end` may be
/// overwritten up to a batch. All values stay below 64 W, or 32 if `is_small`. Returns the first heap that is not done, and why.
#[inline(always)]
pub(crate) fn run<const W: usize>(
    mark_far: impl Fn(&[Mark], &[u8], usize) -> Sets<W>,
    cover: impl Fn(&Plan, &[u8], usize, &Sets<W>) -> Option<usize>,
    is_small: bool,
    plan: &Plan,
    values: &mut [u8],
    mut n: usize,
    end: usize,
) -> (usize, Stop) {
    let below = |d: usize| plan.marks.partition_point(|m| (m.offset as usize) < d);
    let (rest, far) = plan.marks.split_at(below(BATCH));
    let (near, middle) = rest.split_at(below(LANES));
    let mut rare: [[u64; W]; 2] = std::array::from_fn(|p| std::array::from_fn(|w| plan.rare[p][w]));
    // Values that are too large are never free.
    let too_large = if is_small { u64::MAX << 32 } else { 0 };
    let mut taken = rare;
    taken.iter_mut().for_each(|t| t[0] |= too_large);
    rare.iter_mut().for_each(|r| r[0] &= !too_large);
    let zero = u64::from(plan.distrust_zero);
    while n + BATCH <= end {
        let sets = mark_far(far, values, n);
        let mut need: Sets<W> = [[0; BATCH]; W];
        let mut full = None;
        'batch: for first in (0..BATCH).step_by(LANES) {
            let mut some = [[0; LANES]; W];
            for w in 0..W {
                some[w].copy_from_slice(&sets[w][first..first + LANES]);
            }
            mark_all(middle, values, n + first, &mut some);
            for l in 0..LANES {
                let here = n + first + l;
                let mut set = [0; W];
                for w in 0..W {
                    set[w] = some[w][l];
                }
                for mark in near {
                    let value = values[here - mark.offset as usize] ^ mark.v;
                    let bit = 1u64 << (value & 63);
                    for (w, word) in set.iter_mut().enumerate() {
                        *word |= if W == 1 || usize::from(value >> 6) == w {
                            bit
                        } else {
                            0
                        };
                    }
                }
                let mut value = W * 64;
                for w in (0..W).rev() {
                    let free = !(set[w] | taken[here & 1][w]);
                    if free != 0 {
                        value = w * 64 + free.trailing_zeros() as usize;
                    }
                }
                if value == W * 64 {
                    full = Some(here);
                    break 'batch;
                }
                values[here] = value as u8;
                set[0] &= !zero;
                for w in 0..W {
                    let below = if value >= 64 * (w + 1) {
                        u64::MAX
                    } else if value <= 64 * w {
                        0
                    } else {
                        (1u64 << (value - 64 * w)) - 1
                    };
                    need[w][first + l] = below & rare[here & 1][w] & !set[w];
                }
            }
        }
        match (cover(plan, values, n, &need), full) {
            (None, None) => n += BATCH,
            (None, Some(here)) => return (here, Stop::Full),
            (Some(l), _) => return (n + l, Stop::Open { n: n + l }),
        }
    }
    (n, Stop::Done)
}
