//! The sparse-space engine for values below 64, 128 or 256, eight heaps at a time.
//!
//! The values of the options of one heap are a set of bits. For eight neighbouring heaps the marks that one rare heap makes
//! are one load of eight values, one xor, one shift. Then, heap by heap:
//!
//! 1. marks by rare heaps so near that they depend on the values of the same eight are added;
//! 2. the least unmarked common value c is taken as the value, for the time being;
//! 3. every rare value below c must be the value of some option: pairs of heaps are tried, eight heaps at a time, until all
//!    of them have been seen. Where one is not seen among the first pairs, all pairs are; and if it is none of them, the rare
//!    value is the right one, the heaps behind it are thrown away, and the work goes on from there.
//!
//! No step trusts the split: a bad one costs time only. The portable code is the twin of the code compiled for wide
//! registers ([`crate::dispatch`]); both are compared with the one-heap engine.

use crate::{Octal, Split};

/// Heaps done at once.
pub(crate) const LANES: usize = 8;

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
    /// Pairs to try for rare values, the most useful first; offsets at least [`LANES`].
    pub(crate) pairs: Vec<Mark>,
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
            rare: rare_sets,
            distrust_zero: octal.breaks.iter().any(|b| b.unequal),
        }
    }
}

/// One bit per value, W words.
type Set<const W: usize> = [[u64; LANES]; W];

/// Adds the marks of eight heaps from n on.
#[inline(always)]
fn mark_all<const W: usize>(values: &[u8], n: usize, marks: &[Mark], sets: &mut Set<W>) {
    for mark in marks {
        let from = n - mark.offset as usize;
        let x: &[u8; LANES] = values[from..from + LANES].try_into().expect("eight values");
        for l in 0..LANES {
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

/// Fills `values[n..end]`; values below n are there, and n is above every offset of the plan. Returns the first heap that is
/// not done, and why.
#[inline(always)]
pub(crate) fn run<const W: usize>(
    plan: &Plan,
    values: &mut [u8],
    mut n: usize,
    end: usize,
) -> (usize, Stop) {
    let far = plan.marks.partition_point(|m| (m.offset as usize) < LANES);
    let (near, far) = plan.marks.split_at(far);
    while n + LANES <= end {
        let mut sets: Set<W> = [[0; LANES]; W];
        mark_all(values, n, far, &mut sets);
        let mut need: Set<W> = [[0; LANES]; W];
        for l in 0..LANES {
            let here = n + l;
            let mut set: [u64; W] = std::array::from_fn(|w| sets[w][l]);
            for mark in near {
                let value = values[here - mark.offset as usize] ^ mark.v;
                if W == 1 {
                    set[0] |= 1 << (value & 63);
                } else {
                    let bit = 1u64 << (value & 63);
                    for (w, word) in set.iter_mut().enumerate() {
                        *word |= if usize::from(value >> 6) == w { bit } else { 0 };
                    }
                }
            }
            let rare = &plan.rare[here & 1];
            let mut value = W * 64;
            for w in (0..W).rev() {
                let free = !(set[w] | rare[w]);
                if free != 0 {
                    value = w * 64 + free.trailing_zeros() as usize;
                }
            }
            if value == W * 64 {
                return (here, Stop::Full);
            }
            values[here] = value as u8;
            if plan.distrust_zero {
                set[0] &= !1;
            }
            for w in 0..W {
                let below = if value >= 64 * (w + 1) {
                    u64::MAX
                } else if value <= 64 * w {
                    0
                } else {
                    (1u64 << (value - 64 * w)) - 1
                };
                need[w][l] = below & rare[w] & !set[w];
            }
        }
        let mut open = need;
        let mut covered: Set<W> = [[0; LANES]; W];
        for pairs in plan.pairs.chunks(8) {
            mark_all(values, n, pairs, &mut covered);
            let mut any = 0;
            for w in 0..W {
                for l in 0..LANES {
                    open[w][l] = need[w][l] & !covered[w][l];
                    any |= open[w][l];
                }
            }
            if any == 0 {
                break;
            }
        }
        let left = (0..LANES).find(|&l| (0..W).any(|w| open[w][l] != 0));
        match left {
            None => n += LANES,
            Some(l) => return (n + l, Stop::Open { n: n + l }),
        }
    }
    (n, Stop::Done)
}
