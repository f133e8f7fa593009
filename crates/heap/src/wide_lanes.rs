//! Inner loops of the engine for wide values: propose the values of 32 heaps.
//!
//! Of the marks by rare heaps, the first part is made for every heap; the lowest common values then still free are
//! candidates. The other marks, the bulk, are only compared with the candidates, 32 heaps at a time. The least candidate that
//! is never met is the least common value that no option has.

/// Heaps proposed at once.
pub(crate) const BATCH: usize = 32;
/// Candidates per heap.
const CANDIDATES: usize = 6;

/// The option of heap n with one heap `offset` below has the value G(n - offset) xor v.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
