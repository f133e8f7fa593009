//! Drives the batches of 64 heaps: starts with the one-heap engine, keeps split and plan up to date, settles open heaps.

use crate::dispatch::Level;
use crate::lanes::{BATCH, Mark, Plan, Stop};
use crate::{Octal, Sparse, Split, Watch};

/// A sequence with values below 256.
pub struct Narrow {
    octal: Octal,
    values: Vec<u8>,
    split: Split,
    rare: Vec<usize>,
    rare_when_split: usize,
    level: Level,
    /// A power of two above all values, from 32 to 256.
    table: usize,
    /// The pairs that cover the most, and the number of values when they were chosen.
    first_pairs: Vec<Mark>,
    chosen_at: usize,
    /// Heaps that could not be settled by the first pairs.
    pub opened: u64,
}

/// Pairs that are tried before an open heap is settled from all its options.
const PAIRS: usize = 8192;
/// How many pairs are chosen to be tried first, from so many, by what so many heaps need.
const FIRST: usize = 64;
const POOL: usize = 512;
const SAMPLES: usize = 200;

impl Narrow {
    /// Takes over from the one-heap engine; `None` if a value is 256 or more.
    pub fn from_sparse(sparse: &Sparse) -> Option<Narrow> {
        let values: Option<Vec<u8>> = sparse
            .values
            .iter()
            .map(|&v| u8::try_from(v).ok())
            .collect();
        let level = *Level::available().last().unwrap_or(&Level::Portable);
        Some(Narrow {
            octal: sparse.octal.clone(),
            table: (usize::from(sparse.values.iter().copied().max()?) + 1)
                .next_power_of_two()
                .max(32),
            values: values?,
            split: sparse.split,
            rare: sparse.rare.clone(),
            rare_when_split: sparse.rare.len(),
            level,
            first_pairs: Vec::new(),
            chosen_at: 0,
            opened: 0,
        })
    }

    /// The values so far.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    pub(crate) fn take_values(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.values)
    }

    pub(crate) fn put_values(&mut self, values: Vec<u8>) {
        self.values = values;
    }

    pub(crate) fn octal(&self) -> &Octal {
        &self.octal
    }

    /// Goes back to the one-heap engine, for values of any size.
    pub(crate) fn take_sparse(&mut self) -> Sparse {
        let values = self.take_values().into_iter().map(u16::from).collect();
        Sparse::new(self.octal.clone(), values)
    }

    /// The rare heaps so far.
    pub fn rare(&self) -> &[usize] {
        &self.rare
    }

    /// Extends to `len` values; false if a value of 256 or more is needed, or `watch` stops the work.
    pub fn extend(&mut self, len: usize, watch: &mut Watch) -> bool {
        let mut n = self.values.len();
        self.values.resize(len.max(n) + BATCH, 0);
        let mut plan = self.plan(n);
        let fine = loop {
            if n >= len {
                break true;
            }
            if watch.tick(n as u64, len as u64) {
                break false;
            }
            if n / 8 >= self.chosen_at.max(1000) {
                self.choose_pairs(n);
                plan = self.plan(n);
            }
            // A mark whose other heap would be empty is no option yet: such heaps are done one by one.
            let marks = plan.marks.last().map_or(0, |m| m.offset as usize);
            let pairs = PAIRS + self.octal.last + 1;
            // Where two heaps must differ, no pair may have two equal heaps.
            let reach = marks.max(if plan.distrust_zero { 2 * pairs } else { pairs });
            let stop = if n <= reach {
                Stop::Open { n }
            } else {
                let end = (n + (1 << 20)).min(len + BATCH);
                let values = &mut self.values;
                let (at, stop) = match self.table {
                    32 => self.level.run::<1, 4>(&plan, values, n, end),
                    64 => self.level.run::<1, 8>(&plan, values, n, end),
                    128 => self.level.run::<2, 8>(&plan, values, n, end),
                    _ => self.level.run::<4, 8>(&plan, values, n, end),
                };
                n = at;
                stop
            };
            match stop {
                Stop::Done => {}
                Stop::Full if self.table < 256 => {
                    self.table *= 2;
                    continue;
                }
                Stop::Full => break false,
                Stop::Open { .. } => {
                    self.opened += 1;
                    let Some(value) = self.settle(n) else {
                        break false;
                    };
                    self.values[n] = value;
                    while self.table <= usize::from(value) {
                        self.table *= 2;
                    }
                    if self.split.is_rare(n, value.into()) {
                        self.rare.push(n);
                        if self.rare.len() > self.rare_when_split + self.rare_when_split / 4 + 4 {
                            self.split = Split::best(&self.octal, &self.values[..=n]);
                            self.rare = self.split.rare_heaps(&self.values[..=n]);
                            self.rare_when_split = self.rare.len();
                        }
                        plan = self.plan(n + 1);
                    }
                    n += 1;
                }
            }
        };
        self.values.truncate(n.min(len));
        while self.rare.last().is_some_and(|&r| r >= self.values.len()) {
            self.rare.pop();
        }
        fine
    }

    fn plan(&self, n: usize) -> Plan {
        let mut plan = Plan::new(&self.octal, self.split, &self.rare, &self.values[..n]);
        plan.pairs.clone_from(&self.first_pairs);
        plan.pairs.extend(self.all_pairs(n, BATCH));
        if n > PAIRS {
            plan.head = self.values[1..=PAIRS].iter().rev().copied().collect();
        }
        plan
    }

    /// The pairs with one heap among the first ones, in order.
    fn all_pairs(&self, n: usize, count: usize) -> impl Iterator<Item = Mark> + '_ {
        let breaks = &self.octal.breaks;
        let heaps = 1..(1 + count / breaks.len().max(1)).min(n);
        heaps.flat_map(move |i| {
            breaks.iter().map(move |b| Mark {
                offset: (b.taken + i) as u32,
                v: self.values[i],
            })
        })
    }

    /// Chooses the pairs to try first: greedily those that cover the most of what a sample of heaps needs.
    fn choose_pairs(&mut self, n: usize) {
        self.chosen_at = n;
        self.first_pairs.clear();
        let pool: Vec<Mark> = self.all_pairs(n, POOL).collect();
        let reach = pool.last().map_or(0, |m| m.offset as usize);
        if n < 2 * reach {
            return;
        }
        let sample: Vec<usize> = (reach..n).step_by((n - reach) / SAMPLES + 1).collect();
        self.choose_from(&pool, &sample, FIRST);
    }

    /// Appends pairs from the pool until `most` are there or the sample is covered.
    fn choose_from(&mut self, pool: &[Mark], sample: &[usize], most: usize) {
        let mut need: Vec<[u64; 4]> = sample.iter().map(|&h| self.need(h)).collect();
        for m in &self.first_pairs {
            sample
                .iter()
                .zip(&mut need)
                .for_each(|(&h, need)| self.cover(need, h, m));
        }
        while self.first_pairs.len() < most {
            let gain = |m: &Mark| {
                let hit = |&(&h, need): &(&usize, &[u64; 4])| {
                    let v = self.values[h - m.offset as usize] ^ m.v;
                    need[usize::from(v) / 64] >> (v % 64) & 1 == 1
                };
                sample.iter().zip(&need).filter(hit).count()
            };
            match pool.iter().map(|m| (*m, gain(m))).max_by_key(|x| x.1) {
                None | Some((_, 0)) => return,
                Some((best, _)) => {
                    sample
                        .iter()
                        .zip(&mut need)
                        .for_each(|(&h, need)| self.cover(need, h, &best));
                    self.first_pairs.push(best);
                }
            }
        }
    }

    /// Takes the value of the pair at heap h out of the needs.
    fn cover(&self, need: &mut [u64; 4], h: usize, m: &Mark) {
        let v = self.values[h - m.offset as usize] ^ m.v;
        need[usize::from(v) / 64] &= !(1 << (v % 64));
    }

    /// The rare values below G(h) that no option with a rare heap has.
    fn need(&self, h: usize) -> [u64; 4] {
        let mut set = [0u64; 4];
        for v in 0..self.values[h] {
            if self.split.is_rare(h, v.into()) {
                set[usize::from(v) / 64] |= 1 << (v % 64);
            }
        }
        let mut remove = |v: u8| set[usize::from(v) / 64] &= !(1 << (v % 64));
        self.octal.small_options(h, &self.values, 0, &mut remove);
        self.octal.rare_options(h, &self.values, &self.rare, remove);
        set
    }

    /// The value of heap n: rare marks and single heaps first, then pairs until no rare value below the least unmarked
    /// common one is left. `None` if it is 256 or more.
    fn settle(&self, n: usize) -> Option<u8> {
        let values = &self.values[..n];
        let mut seen = [false; 256];
        let mut mark = |v| seen[usize::from(v)] = true;
        self.octal.small_options(n, values, 0, &mut mark);
        self.octal.rare_options(n, values, &self.rare, mark);
        let is_rare = |v: &usize| self.split.is_rare(n, *v as u32);
        let common = (0..256).find(|v| !seen[*v] && !is_rare(v)).unwrap_or(256);
        let open: Vec<usize> = (0..common).filter(|v| is_rare(v) && !seen[*v]).collect();
        if open.is_empty() {
            return u8::try_from(common).ok();
        }
        // The pairs with the first heaps have been tried already, so they come last.
        let tried = PAIRS + 1;
        let later = (tried..=n / 2).step_by(1024).map(|i| (i, i + 1023));
        let earlier = (1..tried)
            .step_by(1024)
            .map(|i| (i, (i + 1023).min(tried - 1)));
        for (from, to) in later.chain(earlier) {
            for b in &self.octal.breaks {
                let Some(m) = n.checked_sub(b.taken).filter(|&m| m >= 2) else {
                    continue;
                };
                let end = if b.unequal { (m - 1) / 2 } else { m / 2 };
                let end = end.min(to);
                if from <= end {
                    let low = &values[from..=end];
                    let high = &values[m - end..=m - from];
                    for (a, c) in low.iter().zip(high.iter().rev()) {
                        seen[usize::from(a ^ c)] = true;
                    }
                }
            }
            if open.iter().all(|&v| seen[v]) {
                return u8::try_from(common).ok();
            }
        }
        let free = open.into_iter().find(|&v| !seen[v]).unwrap_or(common);
        u8::try_from(free).ok()
    }
}
