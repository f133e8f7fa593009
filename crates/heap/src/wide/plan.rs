//! Which marks are made for every heap, and which are only compared with candidates.

use super::{FIRST, SAMPLES, Wide};
use crate::byte_lanes::{self, ByteMark, BytePlan, Near};
use crate::maps::REACH;
use crate::wide_lanes::{BATCH, WideMark, WidePlan};
use std::collections::{BinaryHeap, HashSet};

/// One heap of so many may have a value above the planes that are kept.
const UNUSUAL: usize = 1024;

impl Wide {
    /// The marks for values, and for packed values.
    pub(super) fn plans(&mut self, n: usize) -> (WidePlan, BytePlan) {
        let plan = self.plan(n);
        let packed = |m: &WideMark| ByteMark {
            offset: m.offset,
            v: self.split.pack(m.v) as u8,
        };
        let is_near = |m: &WideMark| (m.offset as usize) < byte_lanes::BATCH;
        let far = |marks: &[WideMark]| -> Vec<ByteMark> {
            marks.iter().filter(|m| !is_near(m)).map(packed).collect()
        };
        let all = plan.near.iter().chain(&plan.first).chain(&plan.rest);
        // The planes that hold all but a few of the recent values.
        let mut usual: Vec<u16> = self.values[n - REACH..n]
            .iter()
            .map(|&v| self.split.pack(v))
            .collect();
        let most = REACH - REACH / UNUSUAL;
        let top = *usual.select_nth_unstable(most).1;
        let bytes = BytePlan {
            near: Near::all(all.filter(|m| is_near(m)).map(packed)),
            first: far(&plan.first),
            rest: far(&plan.rest),
            planes: usize::from(top / 8 + 1).min(32),
        };
        (plan, bytes)
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
        if n >= 4 * self.chosen_at {
            self.choose(&far, n);
        }
        let preferred: HashSet<&WideMark> = self.preferred.iter().collect();
        let (first, rest) = far.into_iter().partition(|m| preferred.contains(m));
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
        let mut queue: BinaryHeap<(usize, usize)> = marks
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
}
