//! Whether the proposed values are right: for every rare value below them an option is found, or the heap is settled alone.

use super::{START, TYPICAL, Wide};
use crate::wide_lanes::{BLOCK, Bits, Maps, Probe};

impl Wide {
    /// The first heap of n..end with a rare value below its value that no pair of heaps has. (A heap or a rare mark may have it:
    /// whoever asks looks at everything.)
    pub(super) fn verify(
        &self,
        maps: &Maps,
        probes: &[Vec<Probe>],
        reversed: &[u16],
        n: usize,
        end: usize,
    ) -> Option<usize> {
        let top = self.values[n..end].iter().copied().max().unwrap_or(0);
        let mut of_value: Vec<Bits> = vec![[0; BLOCK / 64]; usize::from(top) + 1];
        for (l, &v) in self.values[n..end].iter().enumerate() {
            of_value[usize::from(v)][l / 64] |= 1 << (l % 64);
        }
        let mut parity = [0u64; 2];
        parity[n & 1] = 0x5555_5555_5555_5555;
        parity[1 - (n & 1)] = !parity[n & 1];
        let mut above: Bits = [0; BLOCK / 64];
        let mut first_open = end;
        for v in (0..=top).rev() {
            let mut need = above;
            for (word, bits) in above.iter_mut().zip(&of_value[usize::from(v)]) {
                *word |= bits;
            }
            // Heaps of one parity, or all, for which v is rare.
            let mask = (0..2)
                .filter(|&p| self.split.is_rare(p, v.into()))
                .fold(0, |m, p| m | parity[p]);
            need.iter_mut().for_each(|word| *word &= mask);
            if need == [0; BLOCK / 64] {
                continue;
            }
            let list = &probes[(n % 8) * maps.rows() + usize::from(v)];
            let left = self.level.probe(maps, list, n, need);
            for (w, mut word) in left.into_iter().enumerate() {
                while word != 0 {
                    let heap = n + w * 64 + word.trailing_zeros() as usize;
                    word &= word - 1;
                    if heap < first_open && !self.has_option(reversed, heap, v) {
                        first_open = heap;
                    }
                }
            }
        }
        (first_open < end).then_some(first_open)
    }

    /// True if some pair of heaps that n leaves has value v: first the pairs with one of the first heaps, then all.
    fn has_option(&self, reversed: &[u16], n: usize, v: u16) -> bool {
        let breaks = &self.octal.breaks;
        // Small heaps have unusual values: they are the less likely ones.
        let found = [TYPICAL..START, 1..TYPICAL].into_iter().any(|range| {
            breaks.iter().any(|b| {
                let m = n - b.taken;
                // Two equal heaps are no option where they must differ.
                let half = (b.unequal && m.is_multiple_of(2)).then_some(m / 2);
                let split = half.filter(|h| range.contains(h)).unwrap_or(range.end);
                [range.start..split, split + 1..range.end]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .any(|part| self.level.search(reversed, &self.values, m, v, part))
            })
        });
        found
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
        self.octal
            .small_options(n, values, 0, |v| seen[usize::from(v)] = true);
        for b in &self.octal.breaks {
            let Some(m) = n.checked_sub(b.taken) else {
                break;
            };
            for &r in self.rare.iter().take_while(|&&r| r < m) {
                if !(b.unequal && 2 * r == m) {
                    seen[usize::from(values[r] ^ values[m - r])] = true;
                }
            }
        }
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
