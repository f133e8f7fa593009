//! Which pairs are tried for a rare value: those that together answered for the heaps of a sample.
//!
//! Values follow a hidden rhythm (Grundy's game: about 29 steps for ten), so the heaps for which one frequent pair fails are
//! those for which its like fail. Each probe is therefore chosen for the heaps of the sample that the ones before it left; when
//! none is left, or no probe helps, this is done again with the other probes.

use super::Wide;
use crate::maps::{BLOCK, Bits, Maps, Probe, REACH};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Probes for each rare value.
const PROBES: usize = 768;
/// Blocks of the sample.
const SAMPLE: usize = 2;

impl Wide {
    /// For each value that is rare for some heap: the pairs to try.
    pub(super) fn probes(&self, n: usize, maps: &Maps) -> Vec<Vec<Probe>> {
        let begin = (n - SAMPLE * BLOCK) & !7;
        let places: [usize; SAMPLE] = std::array::from_fn(|s| maps.place(begin + s * BLOCK));
        let mut above = [[0; BLOCK / 64]; SAMPLE];
        let mut probes = vec![Vec::new(); maps.rows()];
        for (v, list) in probes.iter_mut().enumerate().rev() {
            if (0..2).any(|p| self.split.is_rare(p, v as u32)) {
                *list = self.cover(v as u16, &places, &above, maps);
            }
            for (above, place) in above.iter_mut().zip(places) {
                let here = maps.of_value(v, place);
                above.iter_mut().zip(here).for_each(|(a, h)| *a |= h);
            }
        }
        probes
    }

    fn cover(
        &self,
        v: u16,
        places: &[usize; SAMPLE],
        need: &[Bits; SAMPLE],
        maps: &Maps,
    ) -> Vec<Probe> {
        let mut left = *need;
        let gain = |p: &Probe, left: &[Bits; SAMPLE]| -> u32 {
            let blocks = places.iter().zip(left);
            blocks
                .map(|(&place, left)| self.level.gain(maps, p, place, left))
                .sum()
        };
        let offsets = (8..REACH).step_by(8);
        let pairs = offsets.flat_map(|d| {
            let breaks = self.octal.breaks.iter().filter(move |b| d > b.taken);
            breaks.map(move |b| Probe::new(usize::from(v ^ self.values[d - b.taken]), d))
        });
        let mut others: Vec<Probe> = pairs.collect();
        let mut chosen = Vec::new();
        loop {
            let gains = others.iter().map(|p| gain(p, &left));
            let mut queue: BinaryHeap<(u32, Reverse<usize>)> =
                gains.zip((0..).map(Reverse)).filter(|g| g.0 > 0).collect();
            let mut taken = vec![false; others.len()];
            let before = chosen.len();
            // Gains only shrink: one that was the best and still is needs no others looked at.
            while let Some((_, Reverse(i))) = queue.pop() {
                let now = gain(&others[i], &left);
                if queue.peek().is_some_and(|next| next.0 > now) {
                    queue.push((now, Reverse(i)));
                    continue;
                }
                if now == 0 || chosen.len() == PROBES {
                    break;
                }
                for (left, &place) in left.iter_mut().zip(places) {
                    *left = self.level.probe(maps, &others[i..=i], place, *left);
                }
                taken[i] = true;
                chosen.push(others[i]);
            }
            if chosen.len() == before || chosen.len() == PROBES {
                return chosen;
            }
            let mut keep = taken.into_iter();
            others.retain(|_| !keep.next().unwrap_or(true));
            left = *need;
        }
    }
}
