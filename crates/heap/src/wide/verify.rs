//! Whether the proposed values are right: for every rare value below them an option is found, or the heap is settled alone.

use super::{Front, START, Wide};
use crate::maps::{BLOCK, Bits, CHUNK};

/// For each value: the chunks of heaps below [`START`], those where a pair was found lately first.
pub(super) struct Chunks(Vec<Vec<u8>>);

impl Chunks {
    pub(super) fn new() -> Chunks {
        Chunks(vec![(0..(START / CHUNK - 1) as u8).collect(); 1024])
    }
}

impl Wide {
    /// The first heap of n..end with a rare value below its value that no pair of heaps has. (A heap or a rare mark may have it:
    /// whoever asks looks at everything.)
    pub(super) fn verify(&mut self, front: &Front, n: usize, end: usize) -> Option<usize> {
        let (maps, probes) = (&front.maps, &front.probes);
        let place = maps.place(n);
        let begin = n & !7;
        let bits = |l: usize| if l < 64 { (1 << l) - 1 } else { u64::MAX };
        // Heaps n..end of the block, and those of one parity.
        let here: Bits = std::array::from_fn(|w| {
            let from = (n - begin).saturating_sub(64 * w).min(64);
            let to = (end - begin).saturating_sub(64 * w).min(64);
            bits(to) & !bits(from)
        });
        let parity = [0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa];
        let top = self.values[n..end].iter().copied().max().unwrap_or(0);
        let mut above: Bits = [0; BLOCK / 64];
        let mut first_open = end;
        for v in (0..=top).rev() {
            let mut need = above;
            let with_v = maps.of_value(v.into(), place);
            above.iter_mut().zip(with_v).for_each(|(a, v)| *a |= v);
            // Heaps of one parity, or all, for which v is rare.
            let mask = (0..2)
                .filter(|&p| self.split.is_rare(p, v.into()))
                .fold(0, |m, p| m | parity[p]);
            need.iter_mut()
                .zip(here)
                .for_each(|(word, here)| *word &= here & mask);
            if need == [0; BLOCK / 64] {
                continue;
            }
            let list = &probes[usize::from(v)];
            let left = self.level.probe(maps, list, place, need);
            for (w, mut word) in left.into_iter().enumerate() {
                while word != 0 {
                    let heap = begin + w * 64 + word.trailing_zeros() as usize;
                    word &= word - 1;
                    if heap < first_open && !self.has_option(&front.reversed, heap, v) {
                        first_open = heap;
                    }
                }
            }
        }
        (first_open < end).then_some(first_open)
    }

    /// True if some pair of heaps that n leaves has value v: first the pairs with one of the first heaps, then all.
    fn has_option(&mut self, reversed: &[u16], n: usize, v: u16) -> bool {
        let breaks = &self.octal.breaks;
        self.wholes.clear();
        self.wholes
            .extend(breaks.iter().map(|b| (n - b.taken, b.unequal)));
        let order = &mut self.chunks.0[usize::from(v)];
        let sequence = (reversed, &self.values[..]);
        let place = self.level.search(sequence, &self.wholes, v, order);
        if let Some(place) = place {
            order.swap(place, place / 2);
        }
        place.is_some()
            || breaks.iter().any(|b| {
                let m = n - b.taken;
                let end = if b.unequal { (m - 1) / 2 } else { m / 2 };
                let pairs = self.values[1..=end]
                    .iter()
                    .zip(self.values[m - end..m].iter().rev());
                pairs.into_iter().any(|(a, c)| a ^ c == v)
            })
    }

    /// The value of heap n, from all options; `None` if it is 64 W or more.
    pub(super) fn settle<const W: usize>(&self, n: usize) -> Option<u16> {
        let values = &self.values[..n];
        let mut seen = vec![false; 64 * W];
        let mut mark = |v| seen[usize::from(v)] = true;
        self.octal.small_options(n, values, 0, &mut mark);
        self.octal.rare_options(n, values, &self.rare, mark);
        let is_rare = |v: &usize| self.split.is_rare(n, *v as u32);
        let common = (0..64 * W)
            .find(|v| !seen[*v] && !is_rare(v))
            .unwrap_or(64 * W);
        let open: Vec<usize> = (0..common).filter(|v| is_rare(v) && !seen[*v]).collect();
        let mut from = 1;
        loop {
            let left = open.iter().any(|&v| !seen[v]);
            let mut tried = false;
            for b in self.octal.breaks.iter().filter(|_| left) {
                let Some(m) = n.checked_sub(b.taken).filter(|&m| m >= 2) else {
                    continue;
                };
                let end = if b.unequal { (m - 1) / 2 } else { m / 2 }.min(from + 4095);
                if from <= end {
                    tried = true;
                    let high = &values[m - end..=m - from];
                    for (a, c) in values[from..=end].iter().zip(high.iter().rev()) {
                        seen[usize::from(a ^ c)] = true;
                    }
                }
            }
            if !tried {
                let free = open.into_iter().find(|&v| !seen[v]).unwrap_or(common);
                return (free < 64 * W).then_some(free as u16);
            }
            from += 4096;
        }
    }
}
