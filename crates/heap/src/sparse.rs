//! The sparse-space engine, one heap at a time: the exact method that the vectorised engines speed up.
//!
//! For heap n: mark the options with a rare heap in them; the least unmarked common value c is an upper bound, since every
//! option with a common value has been marked. Then pairs are tried until every rare value below c has been seen; one that
//! never is, is the value. A split only decides the speed.

use crate::{Octal, Split};

/// The state of the engine: values, split, rare heaps.
#[derive(Clone, Debug)]
pub struct Sparse {
    pub(crate) octal: Octal,
    /// G(0), G(1), ….
    pub(crate) values: Vec<u16>,
    pub(crate) split: Split,
    /// The heaps below `values.len()` with a rare value, ascending.
    pub(crate) rare: Vec<usize>,
    /// The number of rare heaps after the last choice of a split.
    rare_when_split: usize,
    marks: Vec<u32>,
    stamp: u32,
}

impl Sparse {
    /// Starts with the given values (which must be right), and the best split for them.
    pub fn new(octal: Octal, values: Vec<u16>) -> Sparse {
        let split = Split::best(&octal, &values);
        let rare = split.rare_heaps(&values);
        Sparse {
            octal,
            values,
            split,
            rare_when_split: rare.len(),
            rare,
            marks: vec![0; 128],
            stamp: 0,
        }
    }

    /// The values so far.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Refits at powers of two and every 4096 heaps.
    pub fn refit_at(&mut self) {
        let n = self.values.len();
        if n.is_power_of_two() || n.is_multiple_of(4096) {
            self.refit();
        }
    }

    /// Uses this split from now on, good or bad.
    pub fn set_split(&mut self, split: Split) {
        self.split = split;
        self.rare = split.rare_heaps(&self.values);
        self.rare_when_split = self.rare.len();
    }

    /// Chooses the split anew, if the rare heaps have become more by a quarter since it was last chosen.
    pub fn refit(&mut self) {
        if self.rare.len() > self.rare_when_split + self.rare_when_split / 4 + 4 {
            self.set_split(Split::best(&self.octal, &self.values));
        }
    }

    /// Computes the next value. `None`, and nothing changes, if it would not fit 16 bits.
    pub fn step(&mut self) -> Option<u16> {
        let n = self.values.len();
        if n == 0 {
            self.values.push(0);
            return Some(0);
        }
        let value = self.next_value()?;
        if self.split.is_rare(n, value.into()) {
            self.rare.push(n);
        }
        self.values.push(value);
        Some(value)
    }

    fn next_value(&mut self) -> Option<u16> {
        let n = self.values.len();
        self.stamp = match self.stamp.checked_add(1) {
            Some(stamp) => stamp,
            None => {
                self.marks.fill(0);
                1
            }
        };
        let (stamp, values, marks) = (self.stamp, &self.values[..], &mut self.marks);
        let mask = marks.len() - 1;
        let mut mark = |v| marks[usize::from(v) & mask] = stamp;
        self.octal.small_options(n, values, 0, &mut mark);
        self.octal.rare_options(n, values, &self.rare, mark);
        let unmarked = |v: &usize| marks[*v] != stamp;
        let common = (0..marks.len()).find(|v| !self.split.is_rare(n, *v as u32) && unmarked(v));
        // No option is as large as the table, so its length is an upper bound too.
        let common = common.unwrap_or(marks.len());
        let is_open = |v: &usize| self.split.is_rare(n, *v as u32) && unmarked(v);
        let open: Vec<usize> = (0..common).filter(is_open).collect();
        let value = self.close(n, open).unwrap_or(common);
        if value + 2 > self.marks.len() && !self.grow() {
            return None;
        }
        u16::try_from(value).ok()
    }

    /// The least of the open values that no option of n has; marks those that some option has.
    fn close(&mut self, n: usize, open: Vec<usize>) -> Option<usize> {
        let (stamp, marks, values) = (self.stamp, &mut self.marks, &self.values[..]);
        let mask = marks.len() - 1;
        let mut left = open.iter().copied().filter(|&v| marks[v] != stamp).count();
        let breaks = self.octal.breaks.iter().filter_map(|b| {
            let m = n.checked_sub(b.taken).filter(|&m| m >= 2)?;
            Some((m, if b.unequal { (m - 1) / 2 } else { m / 2 }))
        });
        let breaks: Vec<(usize, usize)> = breaks.collect();
        let mut from = 1;
        while left > 0 && breaks.iter().any(|b| b.1 >= from) {
            for &(m, end) in &breaks {
                for i in from..=end.min(from + 63) {
                    marks[usize::from(values[i] ^ values[m - i]) & mask] = stamp;
                }
            }
            from += 64;
            left = open.iter().filter(|&&v| marks[v] != stamp).count();
        }
        open.into_iter().find(|&v| marks[v] != stamp)
    }

    /// Doubles the marks; false if they are long enough for every 16-bit value.
    fn grow(&mut self) -> bool {
        let len = self.marks.len() * 2;
        if len > 1 << 17 {
            return false;
        }
        self.marks = vec![0; len];
        self.stamp = 0;
        true
    }
}
