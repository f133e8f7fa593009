//! Drives the engine for wide values (below 512 or 1024): 512 heaps are proposed, verified, kept up to the first rare value.

use crate::byte_lanes::{self, BytePlan};
use crate::dispatch::Level;
use crate::maps::{BLOCK, Maps, Probe, REACH};
use crate::wide_lanes::{BATCH, WideMark, WidePlan};
use crate::{Octal, Sparse, Split, Watch};

mod plan;
mod probes;
mod verify;

use verify::Chunks;

/// A sequence with values below 1024.
pub struct Wide {
    octal: Octal,
    values: Vec<u16>,
    split: Split,
    rare: Vec<usize>,
    rare_when_split: usize,
    level: Level,
    /// The marks to make for every heap, and the number of values when they were chosen.
    preferred: Vec<WideMark>,
    chosen_at: usize,
    chunks: Chunks,
    wholes: Vec<(usize, bool)>,
    /// What the last work left, and the number of values then.
    front: Option<Front>,
    done: usize,
}

/// What is kept for the next heaps.
struct Front {
    /// The marks, for values and for packed values.
    plan: WidePlan,
    bytes: BytePlan,
    /// The values without one bit of the mask; for common values, if all are below 512.
    packed: Vec<u8>,
    /// The first [`START`] values, backwards.
    reversed: Vec<u16>,
    maps: Maps,
    /// For each rare value: the pairs to try.
    probes: Vec<Vec<Probe>>,
    /// The heap from which on the probes are to be chosen anew.
    renew_at: usize,
}

/// The first heap that the engine can do.
pub(crate) const START: usize = 4 * REACH;
/// The most marks that are made for every heap.
const FIRST: usize = 768;
/// Heaps that the choice of these marks looks at.
const SAMPLES: usize = 600;
/// Heaps after which the probes are chosen anew.
const RENEW: usize = 1 << 22;

impl Wide {
    /// Takes over from the one-heap engine; `None` below heap 65,536 or if a value is 1024 or more.
    pub fn from_sparse(sparse: &Sparse) -> Option<Wide> {
        let fits = sparse.values.iter().all(|&v| v < 1024) && sparse.split.mask & 1023 != 0;
        (sparse.len() >= START && fits).then(|| Wide {
            octal: sparse.octal.clone(),
            values: sparse.values.clone(),
            split: sparse.split,
            rare: sparse.rare.clone(),
            rare_when_split: sparse.rare.len(),
            level: *Level::available().last().unwrap_or(&Level::Portable),
            preferred: Vec::new(),
            chosen_at: 0,
            chunks: Chunks::new(),
            wholes: Vec::new(),
            front: None,
            done: 0,
        })
    }

    /// The values so far.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    pub(crate) fn take_values(&mut self) -> Vec<u16> {
        std::mem::take(&mut self.values)
    }

    pub(crate) fn put_values(&mut self, values: Vec<u16>) {
        self.values = values;
    }

    pub(crate) fn octal(&self) -> &Octal {
        &self.octal
    }

    /// Goes back to the one-heap engine, for values of any size.
    pub(crate) fn take_sparse(&mut self) -> Sparse {
        Sparse::new(self.octal.clone(), self.take_values())
    }

    /// Extends to `len` values; false if a value of 1024 or more is needed, or `watch` stops the work.
    pub fn extend(&mut self, len: usize, watch: &mut Watch) -> bool {
        let top = self.values.iter().copied().max().unwrap_or(0);
        for words in [4, 8, 16] {
            if usize::from(top) + 2 > 64 * words && words < 16 {
                continue;
            }
            let (fine, n) = match words {
                4 => self.extend_words::<4>(len, watch),
                8 => self.extend_words::<8>(len, watch),
                _ => self.extend_words::<16>(len, watch),
            };
            self.truncate(n.min(len.max(START)));
            if fine || watch.is_stopped() {
                return fine;
            }
        }
        false
    }

    fn truncate(&mut self, n: usize) {
        if n < self.done {
            self.front = None;
        }
        self.values.truncate(n);
        while self.rare.last().is_some_and(|&r| r >= n) {
            self.rare.pop();
        }
    }

    /// The number of heaps done, and false if they are not `len`.
    fn extend_words<const W: usize>(&mut self, len: usize, watch: &mut Watch) -> (bool, usize) {
        let begin = self.values.len();
        self.values.resize(len.max(begin) + 2 * BLOCK, 0);
        let mut front = match self.front.take() {
            Some(mut front) if front.maps.rows() == 64 * W => {
                front.packed.resize(self.values.len(), 0);
                front
            }
            _ => self.front(begin, 64 * W),
        };
        let (fine, n) = self.advance::<W>(begin, len, &mut front, watch);
        self.done = n;
        self.front = Some(front);
        (fine, n)
    }

    /// Heaps from n on; as [`Wide::extend_words`].
    fn advance<const W: usize>(
        &mut self,
        mut n: usize,
        len: usize,
        front: &mut Front,
        watch: &mut Watch,
    ) -> (bool, usize) {
        while n < len {
            if watch.tick(n as u64, len as u64) {
                return (false, n);
            }
            if n >= front.renew_at {
                front.renew_at = n + RENEW;
                front.probes = self.probes(n, &front.maps);
                (front.plan, front.bytes) = self.plans(n);
            }
            let (mut done, halved) = (n, self.next_halved(n));
            let mut open = None;
            let reach = front.plan.reach();
            // A mark whose other heap would be empty is no option yet: such heaps are done one by one.
            if n <= reach || halved == Some(n) {
                open = Some(n);
            } else {
                // So that blocks begin with a multiple of 8.
                let end = (n & !7) + BLOCK;
                let proposed = self.propose::<W>(n, reach, front);
                done = halved.unwrap_or(end).min(end).min(proposed);
                front.maps.add(&self.values, n, done);
                if done == n {
                    open = Some(n);
                } else if let Some(first) = self.verify(front, n, done) {
                    front.maps.remove(&self.values, first, done);
                    done = first;
                    open = Some(first);
                }
            }
            if let Some(heap) = open {
                let Some(value) = self.settle::<W>(heap) else {
                    return (false, heap);
                };
                done = heap + 1;
                self.values[heap] = value;
                front.packed[heap] = self.split.pack(value) as u8;
                front.maps.add(&self.values, heap, done);
                if self.split.is_rare(heap, value.into()) {
                    self.add_rare(heap, front);
                }
            }
            n = done;
        }
        (true, n)
    }

    /// Proposes a block; returns the end of the heaps that have a value.
    fn propose<const W: usize>(&mut self, n: usize, reach: usize, front: &mut Front) -> usize {
        // Packed values say nothing of rare heaps: none may be within reach.
        let packed = W <= 8 && n > reach + self.rare.last().copied().unwrap_or(0);
        let batch = if packed { byte_lanes::BATCH } else { BATCH };
        let mut done = n;
        for from in (n..n + BLOCK).step_by(batch) {
            let fine = if packed {
                let limit = 32 * W;
                self.level
                    .propose_bytes(&front.bytes, &mut front.packed, from, limit)
            } else {
                self.level.propose::<W>(&front.plan, &mut self.values, from)
            };
            if !fine {
                break;
            }
            done = from + batch;
        }
        for here in n..done {
            if packed {
                self.values[here] = self.split.unpack(here, front.packed[here].into());
            } else {
                front.packed[here] = self.split.pack(self.values[here]) as u8;
            }
        }
        done
    }

    /// Takes note of a rare heap, the last one done.
    fn add_rare(&mut self, heap: usize, front: &mut Front) {
        let done = heap + 1;
        self.rare.push(heap);
        if self.rare.len() > self.rare_when_split + self.rare_when_split / 4 + 4 {
            self.split = Split::best(&self.octal, &self.values[..done]);
            self.rare = self.split.rare_heaps(&self.values[..done]);
            self.rare_when_split = self.rare.len();
            front.probes = self.probes(done, &front.maps);
            front.packed = self.pack_all();
        }
        (front.plan, front.bytes) = self.plans(done);
    }

    /// What the work at heap n needs, for values below `rows`.
    fn front(&mut self, n: usize, rows: usize) -> Front {
        let maps = Maps::new(rows, &self.values, n);
        let (plan, bytes) = self.plans(n);
        Front {
            plan,
            bytes,
            packed: self.pack_all(),
            reversed: self.values[..START].iter().rev().copied().collect(),
            probes: self.probes(n, &maps),
            renew_at: n + RENEW,
            maps,
        }
    }

    /// The next heap from n on that a mark would break into two equal heaps where they must differ.
    fn next_halved(&self, n: usize) -> Option<usize> {
        let unequal = self.octal.breaks.iter().filter(|b| b.unequal);
        let halved = unequal.flat_map(|b| self.rare.iter().map(|r| 2 * r + b.taken));
        halved.filter(|&h| h >= n).min()
    }

    fn pack_all(&self) -> Vec<u8> {
        let values = self.values.iter();
        values.map(|&v| self.split.pack(v) as u8).collect()
    }
}
