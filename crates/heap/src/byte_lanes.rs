//! Inner loops of the engine for wide values that are packed into bytes: propose the values of 64 heaps.
//!
//! As in [`crate::wide_lanes`], the first marks are made for every heap and the rest are only compared with candidates. A set of
//! values is kept in planes, one byte a heap for eight values, and only the planes below the usual values: a heap without a
//! candidate there is done by itself.

/// Heaps proposed at once.
pub(crate) const BATCH: usize = 64;
/// Candidates per heap.
pub(crate) const CANDIDATES: usize = 6;

/// The option of heap n with one heap `offset` below has the packed value P(n - offset) xor v.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByteMark {
    pub(crate) offset: u32,
    pub(crate) v: u8,
}

/// Marks with offsets below [`BATCH`], no two with the same: what belongs to the heap i places after n - BATCH.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Near {
    /// The values of the marks.
    pub(crate) v: [u8; BATCH],
    /// 255 where there is no mark, 0 where there is.
    pub(crate) none: [u8; BATCH],
}

impl Near {
    /// All marks, in as few parts as they need.
    pub(crate) fn all(marks: impl IntoIterator<Item = ByteMark>) -> Vec<Near> {
        let mut parts: Vec<Near> = Vec::new();
        for mark in marks {
            let i = BATCH - mark.offset as usize;
            let free = parts.iter().position(|p| p.none[i] != 0);
            let part = free.unwrap_or_else(|| {
                parts.push(Near {
                    v: [0; BATCH],
                    none: [u8::MAX; BATCH],
                });
                parts.len() - 1
            });
            parts[part].v[i] = mark.v;
            parts[part].none[i] = 0;
        }
        parts
    }

    /// True if heap n meets the candidate.
    #[inline(always)]
    pub(crate) fn meets(&self, values: &[u8], n: usize, candidate: u8) -> bool {
        let x: &[u8; BATCH] = values[n - BATCH..n].try_into().expect("a batch");
        let all = x.iter().zip(&self.v).zip(&self.none);
        all.map(|((x, v), none)| (x ^ v ^ candidate) | none).min() == Some(0)
    }
}

/// The marks.
#[derive(Default)]
pub(crate) struct BytePlan {
    /// Offsets below [`BATCH`].
    pub(crate) near: Vec<Near>,
    /// Made for every heap.
    pub(crate) first: Vec<ByteMark>,
    /// Compared with the candidates only.
    pub(crate) rest: Vec<ByteMark>,
    /// Planes in use, at most 32.
    pub(crate) planes: usize,
}

/// For eight values each: those that a heap of the batch meets.
pub(crate) type Planes = [[u8; BATCH]; 32];
/// Candidates of the heaps of a batch, or what is zero where one is met.
pub(crate) type Candidates = [[u8; BATCH]; CANDIDATES];

/// The packed values at a mark's heaps.
#[inline(always)]
pub(crate) fn at<'a>(mark: &ByteMark, values: &'a [u8], n: usize) -> &'a [u8; BATCH] {
    let from = n - mark.offset as usize;
    values[from..from + BATCH].try_into().expect("a batch")
}

/// Makes marks for the heaps from n on.
pub(crate) fn mark(plan: &BytePlan, values: &[u8], n: usize) -> Planes {
    let mut planes = [[0; BATCH]; 32];
    for mark in &plan.first {
        for (l, &x) in at(mark, values, n).iter().enumerate() {
            let value = x ^ mark.v;
            planes[usize::from(value >> 3)][l] |= 1 << (value & 7);
        }
    }
    planes
}

/// Compares marks with the candidates: zero where one is met.
#[inline(always)]
pub(crate) fn compare(
    plan: &BytePlan,
    values: &[u8],
    n: usize,
    candidates: &Candidates,
) -> Candidates {
    let mut met = [[u8::MAX; BATCH]; CANDIDATES];
    for mark in &plan.rest {
        let x = at(mark, values, n);
        for (met, candidate) in met.iter_mut().zip(candidates) {
            for l in 0..BATCH {
                met[l] = met[l].min(x[l] ^ mark.v ^ candidate[l]);
            }
        }
    }
    met
}

/// Proposes `values[n..n + BATCH]`; every offset is below n. Returns false if a value would be `limit` or more.
#[inline(always)]
pub(crate) fn propose(
    mark: impl Fn(&BytePlan, &[u8], usize) -> Planes,
    compare: impl Fn(&BytePlan, &[u8], usize, &Candidates) -> Candidates,
    meets: impl Fn(&Near, &[u8], usize, u8) -> bool,
    plan: &BytePlan,
    values: &mut [u8],
    n: usize,
    limit: usize,
) -> bool {
    let planes = mark(plan, values, n);
    let mut candidates = [[0; BATCH]; CANDIDATES];
    let mut counts = [0u8; BATCH];
    for (l, count) in counts.iter_mut().enumerate() {
        let mut j = 0;
        for (w, planes) in planes[..plan.planes].chunks(8).enumerate() {
            let mut free = 0;
            for (b, plane) in planes.iter().enumerate() {
                free |= u64::from(!plane[l]) << (8 * b);
            }
            while free != 0 && j < CANDIDATES {
                candidates[j][l] = (w * 64) as u8 + free.trailing_zeros() as u8;
                free &= free - 1;
                j += 1;
            }
        }
        *count = j as u8;
    }
    let met = compare(plan, values, n, &candidates);
    for l in 0..BATCH {
        let here = n + l;
        let is_free = |j: &usize| {
            let c = candidates[*j][l];
            met[*j][l] != 0 && !plan.near.iter().any(|near| meets(near, values, here, c))
        };
        let value = match (0..usize::from(counts[l])).find(is_free) {
            Some(j) => Some(candidates[j][l]),
            None => least(plan, values, here),
        };
        match value {
            Some(value) if usize::from(value) < limit => values[here] = value,
            _ => return false,
        }
    }
    true
}

/// The least packed value without a mark, from all marks.
fn least(plan: &BytePlan, values: &[u8], n: usize) -> Option<u8> {
    let mut seen = [false; 256];
    for mark in plan.first.iter().chain(&plan.rest) {
        seen[usize::from(values[n - mark.offset as usize] ^ mark.v)] = true;
    }
    for near in &plan.near {
        let heaps = values[n - BATCH..n].iter().zip(near.v).zip(near.none);
        for ((x, v), _) in heaps.filter(|(_, none)| *none == 0) {
            seen[usize::from(x ^ v)] = true;
        }
    }
    let free = seen.iter().position(|seen| !seen)?;
    Some(free as u8)
}
