//! Inner loops of the engine for wide values: propose the values of 32 heaps, verify those of 512.
//!
//! Proposing: of the marks by rare heaps, the first part is made for every heap; the lowest common values then still free are
//! candidates. The other marks, the bulk, are only compared with the candidates, 32 heaps at a time. The least candidate that
//! is never met is the least common value that no option has.
//!
//! Verifying: for every rare value v, the heaps of the block whose value is above v need an option of value v. With one bit
//! per heap, and for every value the bits of the recent heaps that have it, a pair (i, n-k-i) answers for 512 heaps at once:
//! the heaps n for which G(n-k-i) = v xor G(i). Pairs whose other heap has a frequent value come first; the few heaps that
//! remain are searched one by one.

use std::ops::Range;

/// Heaps proposed at once.
pub(crate) const BATCH: usize = 32;
/// Heaps verified at once.
pub(crate) const BLOCK: usize = 512;
/// Candidates per heap.
const CANDIDATES: usize = 6;

/// The option of heap n with one heap `offset` below has the value G(n - offset) xor v.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WideMark {
    pub(crate) offset: u32,
    pub(crate) v: u16,
}

/// The marks, and which values are rare.
pub(crate) struct WidePlan {
    /// Offsets below [`BATCH`].
    pub(crate) near: Vec<WideMark>,
    /// Made for every heap.
    pub(crate) first: Vec<WideMark>,
    /// Compared with the candidates only.
    pub(crate) rest: Vec<WideMark>,
    /// Rare values, for even and odd n; none for packed values.
    pub(crate) rare: [[u64; 16]; 2],
}

/// The values met by each heap of a batch, one bit each.
pub(crate) type Sets<const W: usize> = [[u64; BATCH]; W];

/// Makes marks for the heaps from n on. The twin of the code for wide registers in [`crate::dispatch`].
pub(crate) fn mark<const W: usize>(
    marks: &[WideMark],
    values: &[u16],
    n: usize,
    sets: &mut Sets<W>,
) {
    for mark in marks {
        let from = n - mark.offset as usize;
        for (l, &x) in values[from..from + BATCH].iter().enumerate() {
            let value = x ^ mark.v;
            if let Some(set) = sets.get_mut(usize::from(value >> 6)) {
                set[l] |= 1 << (value & 63);
            }
        }
    }
}

impl WidePlan {
    /// The greatest offset.
    pub(crate) fn reach(&self) -> usize {
        let all = self.near.iter().chain(&self.first).chain(&self.rest);
        all.map(|m| m.offset as usize).max().unwrap_or(0)
    }
}

/// Proposes `values[n..n + BATCH]`; every offset is below n. Returns false if a value would be 64 W or more.
#[inline(always)]
pub(crate) fn propose<const W: usize>(
    mark: impl Fn(&[WideMark], &[u16], usize, &mut Sets<W>),
    plan: &WidePlan,
    values: &mut [u16],
    n: usize,
) -> bool {
    let mut sets: Sets<W> = [[0; BATCH]; W];
    mark(&plan.first, values, n, &mut sets);
    let mut candidates = [[u16::MAX; BATCH]; CANDIDATES];
    for l in 0..BATCH {
        let rare = &plan.rare[(n + l) & 1];
        let mut j = 0;
        for w in 0..W {
            let mut free = !(sets[w][l] | rare[w]);
            while free != 0 && j < CANDIDATES {
                candidates[j][l] = (w * 64) as u16 + free.trailing_zeros() as u16;
                free &= free - 1;
                j += 1;
            }
        }
    }
    let mut met = [[u16::MAX; BATCH]; CANDIDATES];
    for mark in &plan.rest {
        let from = n - mark.offset as usize;
        let x: &[u16; BATCH] = values[from..from + BATCH].try_into().expect("a batch");
        for j in 0..CANDIDATES {
            for l in 0..BATCH {
                met[j][l] = met[j][l].min(x[l] ^ mark.v ^ candidates[j][l]);
            }
        }
    }
    for l in 0..BATCH {
        let here = n + l;
        let mut seen = [0u64; W];
        for mark in &plan.near {
            let value = values[here - mark.offset as usize] ^ mark.v;
            seen[usize::from(value >> 6) % W] |= 1 << (value & 63);
        }
        let is_free = |j: &usize| {
            let c = candidates[*j][l];
            c != u16::MAX && met[*j][l] != 0 && seen[usize::from(c >> 6) % W] >> (c & 63) & 1 == 0
        };
        values[here] = match (0..CANDIDATES).find(is_free) {
            Some(j) => candidates[j][l],
            None => match least_common::<W>(plan, values, here) {
                Some(value) => value,
                None => return false,
            },
        };
    }
    true
}

/// The least common value without a mark, from all marks.
fn least_common<const W: usize>(plan: &WidePlan, values: &[u16], n: usize) -> Option<u16> {
    let mut seen = [0u64; W];
    for mark in plan.near.iter().chain(&plan.first).chain(&plan.rest) {
        let value = values[n - mark.offset as usize] ^ mark.v;
        seen[usize::from(value >> 6) % W] |= 1 << (value & 63);
    }
    let rare = &plan.rare[n & 1];
    (0..W).find_map(|w| {
        let free = !(seen[w] | rare[w]);
        (free != 0).then(|| (w * 64) as u16 + free.trailing_zeros() as u16)
    })
}

/// One bit per heap of a block.
pub(crate) type Bits = [u64; BLOCK / 64];

/// Where the recent heaps with each value are, one bit each.
pub(crate) struct Maps {
    /// Row after row, one for each value.
    bits: Vec<u8>,
    /// The first heap, a multiple of 8.
    base: usize,
    rows: usize,
}

/// Heaps that a row holds, and how many of them stay when it is moved on.
const SPAN: usize = 2 * REACH;
/// The largest offset of a probe.
pub(crate) const REACH: usize = 1 << 13;
const STRIDE: usize = SPAN / 8 + BLOCK / 8 + 64;

/// A pair to try: for heap n, the bits of a row at n - offset, a multiple of 8.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    /// Where these bits are, without the part that depends on n ([`Maps::place`]).
    at: u32,
}

impl Probe {
    /// The offset is at most [`REACH`].
    pub(crate) fn new(row: usize, offset: usize) -> Probe {
        Probe {
            at: (row * STRIDE + REACH / 8 - offset / 8) as u32,
        }
    }
}

impl Maps {
    /// The maps for heaps that end at n.
    pub(crate) fn new(rows: usize, values: &[u16], n: usize) -> Maps {
        let base = n.saturating_sub(REACH + 2 * BLOCK) & !7;
        let mut maps = Maps {
            bits: vec![0; rows * STRIDE],
            base,
            rows,
        };
        maps.add(values, base, n);
        maps
    }

    /// Adds heaps from..to, which follow those that are there.
    pub(crate) fn add(&mut self, values: &[u16], from: usize, to: usize) {
        if to - self.base > SPAN {
            let move_by = (from - REACH - 2 * BLOCK - self.base) & !7;
            for row in self.bits.chunks_exact_mut(STRIDE) {
                row.copy_within(move_by / 8.., 0);
                row[STRIDE - move_by / 8..].fill(0);
            }
            self.base += move_by;
        }
        for (n, &v) in values[from..to].iter().enumerate() {
            let place = from + n - self.base;
            self.bits[usize::from(v) * STRIDE + place / 8] |= 1 << (place % 8);
        }
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// For probes of heap n and its block: what is added to [`Probe::at`].
    #[inline(always)]
    pub(crate) fn place(&self, n: usize) -> usize {
        (n - self.base) / 8 - REACH / 8
    }

    /// The 512 bits that a probe asks for.
    #[inline(always)]
    pub(crate) fn load(&self, probe: &Probe, place: usize) -> &[u8; BLOCK / 8] {
        let at = probe.at as usize + place;
        self.bits[at..at + BLOCK / 8]
            .try_into()
            .expect("a block of bits")
    }
}

/// Probes between two looks at what is left.
pub(crate) const PROBES_AT_ONCE: usize = 16;

/// True if further probes are not worth it: the first ones find the most, so they are worth it for a single heap, later ones
/// only for several.
#[inline(always)]
pub(crate) fn is_enough(round: usize, left: u32) -> bool {
    left <= round as u32 / 4
}

/// Tries probes while they are worth it; returns the heaps that still need v.
#[inline(always)]
pub(crate) fn probe(maps: &Maps, probes: &[Probe], n: usize, mut need: Bits) -> Bits {
    let place = maps.place(n);
    for (round, some) in probes.chunks(PROBES_AT_ONCE).enumerate() {
        for p in some {
            let found = maps.load(p, place);
            for w in 0..BLOCK / 64 {
                let word: [u8; 8] = std::array::from_fn(|b| found[8 * w + b]);
                need[w] &= !u64::from_le_bytes(word);
            }
        }
        if is_enough(round, need.iter().map(|w| w.count_ones()).sum()) {
            break;
        }
    }
    need
}

/// True if G(i) xor G(m - i) = v for some i of the range (its end may be left out), where `reversed[j]` =
/// G(reversed.len() - 1 - j).
#[inline(always)]
pub(crate) fn search(
    reversed: &[u16],
    values: &[u16],
    m: usize,
    v: u16,
    range: Range<usize>,
) -> bool {
    const STEP: usize = 128;
    let len = reversed.len();
    let mut i = range.start;
    while i + STEP <= range.end && i + STEP <= m {
        // i, …, i + STEP - 1 backwards.
        let x: &[u16; STEP] = values[m - i - STEP + 1..=m - i].try_into().expect("a step");
        let y: &[u16; STEP] = reversed[len - i - STEP..len - i]
            .try_into()
            .expect("a step");
        let mut least = u16::MAX;
        for (a, b) in x.iter().zip(y) {
            least = least.min(a ^ b ^ v);
        }
        if least == 0 {
            return true;
        }
        i += STEP;
    }
    false
}
