//! Which pairs of values occur among the splits of a heap into two: the inner loop of long searches.

/// Values of heaps in one byte each, as long as there are no more than 256 of them.
pub(crate) struct Splits {
    values: Vec<u8>,
    /// False once a value did not fit.
    narrow: bool,
    /// `seen[a << 8 | b]`: all false between calls.
    seen: Box<[bool; 1 << 16]>,
}

/// From this many splits on, looking through all pairs of values costs less than handling each split.
const MANY: usize = 1024;

impl Splits {
    /// No heaps yet.
    pub(crate) fn new() -> Splits {
        Splits {
            values: Vec::new(),
            narrow: true,
            seen: Box::new([false; 1 << 16]),
        }
    }

    /// The next heap, beginning with heap 0, by the number of its value.
    pub(crate) fn push(&mut self, value: u32) {
        match u8::try_from(value) {
            Ok(value) if self.narrow => self.values.push(value),
            _ => self.narrow = false,
        }
    }

    /// Calls `visit` with the pairs of values of heaps i and total - i for i = 1 ..= `last`, each pair once, if there are
    /// many i; values are below `count`. False if it is not worth it or values do not fit: then nothing has been visited.
    pub(crate) fn visit(
        &mut self,
        total: usize,
        last: usize,
        count: usize,
        visit: &mut dyn FnMut(usize, usize),
    ) -> bool {
        if !self.narrow || last < MANY {
            return false;
        }
        let (first, second) = (&self.values[1..=last], &self.values[total - last..total]);
        for (&a, &b) in first.iter().zip(second.iter().rev()) {
            self.seen[usize::from(a) << 8 | usize::from(b)] = true;
        }
        for (a, seen) in self.seen.chunks_mut(256).enumerate().take(count) {
            let seen = &mut seen[..count.min(256)];
            if seen.iter().fold(false, |any, &s| any | s) {
                for (b, _) in seen.iter().enumerate().filter(|(_, s)| **s) {
                    visit(a, b);
                }
                seen.fill(false);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn visits_the_pairs_that_occur() {
        let mut random = fastrand::Rng::with_seed(4);
        let numbers: Vec<u32> = (0..20_000)
            .map(|i| {
                if random.u32(0..50) == 0 {
                    random.u32(0..256)
                } else {
                    i % 7
                }
            })
            .collect();
        let mut splits = Splits::new();
        numbers.iter().for_each(|&v| splits.push(v));
        for total in [MANY * 2, 19_999, 12_345, 17] {
            for last in [total / 2, (total - 1) / 2] {
                let mut got = Vec::new();
                let worth = splits.visit(total, last, 256, &mut |a, b| got.push((a, b)));
                assert_eq!(worth, last >= MANY);
                let expected: BTreeSet<(usize, usize)> = (1..=last)
                    .map(|i| (numbers[i] as usize, numbers[total - i] as usize))
                    .collect();
                if worth {
                    assert_eq!(got, expected.into_iter().collect::<Vec<_>>());
                }
            }
        }
        splits.push(256);
        assert!(!splits.visit(19_999, 9_999, 256, &mut |_, _| panic!("visited")));
    }
}
