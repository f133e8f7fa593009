//! Drives the engine for wide values (below 512 or 1024): 512 heaps are proposed, verified, kept up to the first rare value.

use crate::dispatch::Level;
use crate::wide_lanes::{BATCH, BLOCK, Maps, Probe, REACH, WideMark, WidePlan};
use crate::{Octal, Sparse, Split, Watch};

mod verify;

/// A sequence with values below 1024.
pub struct Wide {
    octal: Octal,
    values: Vec<u16>,
    /// The values without one bit of the mask; for common values.
    packed: Vec<u16>,
    split: Split,
    rare: Vec<usize>,
    rare_when_split: usize,
    level: Level,
    /// The marks to make for every heap, and the number of values when they were chosen.
    preferred: Vec<WideMark>,
    chosen_at: usize,
}

/// The first heap that the engine can do.
pub(crate) const START: usize = 4 * REACH;
/// Heaps from here on are searched first.
const TYPICAL: usize = START / 4;
/// The most marks that are made for every heap.
const FIRST: usize = 768;
/// Heaps that the choice of these marks looks at.
const SAMPLES: usize = 600;
/// Probes for each rare value.
const PROBES: usize = 1024;
/// Heaps after which the probes are chosen anew.
const RENEW: usize = 1 << 20;

impl Wide {
    /// Takes over from the one-heap engine; `None` below heap 65,536 or if a value is 1024 or more.
    pub fn from_sparse(sparse: &Sparse) -> Option<Wide> {
        let fits = sparse.values.iter().all(|&v| v < 1024) && sparse.split.mask & 1023 != 0;
        (sparse.len() >= START && fits).then(|| Wide {
            octal: sparse.octal.clone(),
            values: sparse.values.clone(),
            packed: Vec::new(),
            split: sparse.split,
            rare: sparse.rare.clone(),
            rare_when_split: sparse.rare.len(),
            level: *Level::available().last().unwrap_or(&Level::Portable),
            preferred: Vec::new(),
            chosen_at: 0,
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
    pub fn extend(&mut self, len: usize, watch: &mut Watch<'_>) -> bool {
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
            self.packed = Vec::new();
            if fine || watch.is_stopped() {
                return fine;
            }
        }
        false
    }

    fn truncate(&mut self, n: usize) {
        self.values.truncate(n);
        while self.rare.last().is_some_and(|&r| r >= n) {
            self.rare.pop();
        }
    }

    /// The number of heaps done, and false if they are not `len`.
    fn extend_words<const W: usize>(&mut self, len: usize, watch: &mut Watch<'_>) -> (bool, usize) {
        let mut n = self.values.len();
        self.values.resize(len.max(n) + 2 * BLOCK, 0);
        self.pack_all();
        let (mut plan, mut plan_packed) = self.plans(n);
        let mut reach = plan.reach();
        let mut maps = Maps::new(64 * W, &self.values, n);
        let reversed: Vec<u16> = self.values[..START].iter().rev().copied().collect();
        let mut probes = self.probes(n, &maps);
        let mut renew_at = n + RENEW;
        while n < len {
            if watch.tick(n as u64, len as u64, Some(self.rare.len() as u64)) {
                return (false, n);
            }
            if n >= renew_at {
                renew_at = n + RENEW;
                probes = self.probes(n, &maps);
                (plan, plan_packed) = self.plans(n);
                reach = plan.reach();
            }
            let mut done = n;
            let mut open = None;
            let halved = self.next_halved(n);
            // A mark whose other heap would be empty is no option yet: such heaps are done one by one.
            if n <= reach || halved == Some(n) {
                open = Some(n);
            } else {
                // Packed values say nothing of rare heaps: none may be within reach.
                let packed = n > reach + self.rare.last().copied().unwrap_or(0);
                let (plan, values) = if packed {
                    (&plan_packed, &mut self.packed)
                } else {
                    (&plan, &mut self.values)
                };
                for batch in (n..n + BLOCK).step_by(BATCH) {
                    let fine = match if packed { W / 2 } else { W } {
                        2 => self.level.propose::<2>(plan, values, batch),
                        4 => self.level.propose::<4>(plan, values, batch),
                        8 => self.level.propose::<8>(plan, values, batch),
                        _ => self.level.propose::<16>(plan, values, batch),
                    };
                    if !fine {
                        break;
                    }
                    done = batch + BATCH;
                }
                done = halved.map_or(done, |h| h.min(done));
                if packed {
                    for here in n..done {
                        self.values[here] = self.split.unpack(here, self.packed[here]);
                    }
                } else {
                    for here in n..done {
                        self.packed[here] = self.split.pack(self.values[here]);
                    }
                }
                if done == n {
                    open = Some(n);
                } else if let Some(first) = self.verify(&maps, &probes, &reversed, n, done) {
                    done = first;
                    open = Some(first);
                }
            }
            if let Some(heap) = open {
                let Some(value) = self.settle::<W>(heap) else {
                    return (false, heap);
                };
                self.values[heap] = value;
                self.packed[heap] = self.split.pack(value);
                done = heap + 1;
            }
            maps.add(&self.values, n, done);
            if let Some(heap) = open.filter(|&h| self.split.is_rare(h, self.values[h].into())) {
                self.rare.push(heap);
                if self.rare.len() > self.rare_when_split + self.rare_when_split / 4 + 4 {
                    self.split = Split::best(&self.octal, &self.values[..done]);
                    self.rare = self.split.rare_heaps(&self.values[..done]);
                    self.rare_when_split = self.rare.len();
                    probes = self.probes(done, &maps);
                    self.pack_all();
                }
                (plan, plan_packed) = self.plans(done);
                reach = plan.reach();
            }
            n = done;
        }
        (true, n)
    }

    /// The next heap from n on that a mark would break into two equal heaps where they must differ.
    fn next_halved(&self, n: usize) -> Option<usize> {
        let unequal = self.octal.breaks.iter().filter(|b| b.unequal);
        let halved = unequal.flat_map(|b| self.rare.iter().map(|r| 2 * r + b.taken));
        halved.filter(|&h| h >= n).min()
    }

    fn pack_all(&mut self) {
        self.packed = self.values.iter().map(|&v| self.split.pack(v)).collect();
    }

    /// The marks for values, and for packed values.
    fn plans(&mut self, n: usize) -> (WidePlan, WidePlan) {
        let plan = self.plan(n);
        let pack = |marks: &[WideMark]| {
            let packed = |m: &WideMark| WideMark {
                offset: m.offset,
                v: self.split.pack(m.v),
            };
            marks.iter().map(packed).collect()
        };
        let packed = WidePlan {
            near: pack(&plan.near),
            first: pack(&plan.first),
            rest: pack(&plan.rest),
            rare: [[0; 16]; 2],
        };
        (plan, packed)
    }

    fn plan(&mut self, n: usize) -> WidePlan {
        let mut marks: Vec<WideMark> = self
            .octal
            .single
            .iter()
            .map(|&k| WideMark {
                offset: k as u32,
                v: 0,
            })
            .collect();
        for b in &self.octal.breaks {
            let heaps = self.rare.iter();
            marks.extend(heaps.map(|&r| WideMark {
                offset: (b.taken + r) as u32,
                v: self.values[r],
            }));
        }
        marks.sort_unstable_by_key(|m| (m.offset, m.v));
        marks.dedup();
        let far = marks.partition_point(|m| (m.offset as usize) < BATCH);
        let far = marks.split_off(far);
        if n >= 2 * self.chosen_at {
            self.choose(&far, n);
        }
        let (first, rest) = far.into_iter().partition(|m| self.preferred.contains(m));
        let mut rare = [[0u64; 16]; 2];
        for (n, set) in rare.iter_mut().enumerate() {
            for v in (0..1024u32).filter(|&v| self.split.is_rare(n, v)) {
                set[v as usize / 64] |= 1 << (v % 64);
            }
        }
        WidePlan {
            near: marks,
            first,
            rest,
            rare,
        }
    }

    /// Chooses the marks to make for every heap: greedily those that meet the most common values below G in a sample.
    fn choose(&mut self, marks: &[WideMark], n: usize) {
        self.chosen_at = n;
        self.preferred.clear();
        let sample: Vec<usize> = (n / 2..n).step_by(n / (2 * SAMPLES) + 1).collect();
        let mut open: Vec<[bool; 1024]> = Vec::with_capacity(sample.len());
        for &h in &sample {
            let common =
                |v: usize| v < usize::from(self.values[h]) && !self.split.is_rare(h, v as u32);
            open.push(std::array::from_fn(common));
        }
        let mut left = open.iter().flatten().filter(|o| **o).count();
        // Lazy greedy: gains only shrink, so a gain that was the best and still is needs no others looked at.
        let gain = |m: &WideMark, open: &[[bool; 1024]]| {
            let hits = sample
                .iter()
                .zip(open)
                .filter(|(h, _)| **h > m.offset as usize);
            hits.filter(|&(&h, o)| o[usize::from(self.values[h - m.offset as usize] ^ m.v)])
                .count()
        };
        let mut queue: std::collections::BinaryHeap<(usize, usize)> = marks
            .iter()
            .enumerate()
            .map(|(i, m)| (gain(m, &open), i))
            .collect();
        while let Some((_, i)) = queue.pop() {
            let now = gain(&marks[i], &open);
            if queue.peek().is_some_and(|next| next.0 > now) {
                queue.push((now, i));
                continue;
            }
            if now == 0 || self.preferred.len() == FIRST || 2 * left < sample.len() {
                break;
            }
            left -= now;
            let offset = marks[i].offset as usize;
            for (&h, o) in sample.iter().zip(&mut open).filter(|(h, _)| **h > offset) {
                o[usize::from(self.values[h - offset] ^ marks[i].v)] = false;
            }
            self.preferred.push(marks[i]);
        }
    }

    /// For each n mod 8 and each value: the pairs to try, those with a frequent other value first.
    fn probes(&self, n: usize, maps: &Maps) -> Vec<Vec<Probe>> {
        let rows = maps.rows();
        let mut frequent: Vec<(usize, usize)> = (0..rows).map(|v| (0, v)).collect();
        for &v in &self.values[n - REACH..n] {
            frequent[usize::from(v)].0 += 1;
        }
        frequent.retain(|f| f.0 > REACH / 500);
        frequent.sort_unstable_by(|a, b| b.cmp(a));
        // heaps[residue][value] = offsets of pairs with that residue whose near heap has the value.
        let mut heaps: Vec<Vec<Vec<u32>>> = vec![vec![Vec::new(); rows]; 8];
        for i in BLOCK..REACH - self.octal.last {
            for b in &self.octal.breaks {
                let list = &mut heaps[(i + b.taken) % 8][usize::from(self.values[i])];
                if list.len() < 24 {
                    list.push((i + b.taken) as u32);
                }
            }
        }
        let mut probes = Vec::with_capacity(8 * rows);
        for by_value in &heaps {
            for v in 0..rows {
                let mut list = Vec::with_capacity(PROBES);
                'full: for round in 0..8 {
                    for &(_, row) in &frequent {
                        for &offset in by_value[v ^ row].iter().skip(3 * round).take(3) {
                            list.push(Probe::new(row, offset as usize));
                            if list.len() == PROBES {
                                break 'full;
                            }
                        }
                    }
                }
                probes.push(list);
            }
        }
        probes
    }
}
