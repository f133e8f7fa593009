//! Grundy values of games that only take: from a fixed set, outside of one, or amounts that depend on the heap.

use crate::{Amounts, Watch};

/// A table of marks that grows with the values.
struct Marks(Vec<u32>);

impl Marks {
    fn above(values: &[u32]) -> Marks {
        let top = values.iter().copied().max().unwrap_or(0) as usize;
        Marks(vec![u32::MAX; (top + 2).next_power_of_two().max(64)])
    }

    /// The least unmarked number, for which room is made.
    fn mex(&mut self, stamp: u32) -> u32 {
        let mex = self
            .0
            .iter()
            .position(|&m| m != stamp)
            .unwrap_or(self.0.len());
        if mex >= self.0.len() {
            self.0.resize(2 * self.0.len(), u32::MAX);
        }
        mex as u32
    }
}

/// Amounts from a fixed ascending set.
pub(crate) fn subtraction_values(
    set: &[u64],
    mut values: Vec<u32>,
    len: usize,
    watch: &mut Watch,
) -> Vec<u32> {
    let mut marks = Marks::above(&values);
    for n in values.len()..len {
        if n % 4096 == 0 && watch.tick(n as u64, len as u64) {
            break;
        }
        for &amount in set.iter().take_while(|&&a| a <= n as u64) {
            marks.0[values[n - amount as usize] as usize] = n as u32;
        }
        values.push(marks.mex(n as u32));
    }
    values
}

/// Any amount outside of an ascending set. A value is free for n iff every earlier heap with it is a forbidden amount away;
/// so it is free only if it is new, or all its heaps are among the last max(set) ones.
pub(crate) fn all_but_values(
    set: &[u64],
    mut values: Vec<u32>,
    len: usize,
    watch: &mut Watch,
) -> Vec<u32> {
    // How many heaps have each value so far.
    let mut count: Vec<usize> = vec![0; values.iter().max().map_or(0, |&v| v as usize + 1)];
    values.iter().for_each(|&v| count[v as usize] += 1);
    let mut near: Vec<usize> = Vec::new();
    for n in values.len()..len {
        if n % 4096 == 0 && watch.tick(n as u64, len as u64) {
            break;
        }
        near.clear();
        near.resize(count.len(), 0);
        for &amount in set.iter().take_while(|&&a| a <= n as u64) {
            near[values[n - amount as usize] as usize] += 1;
        }
        let free = (0..count.len()).find(|&v| near[v] == count[v]);
        let value = free.unwrap_or(count.len());
        if value == count.len() {
            count.push(0);
        }
        count[value] += 1;
        values.push(value as u32);
    }
    values
}

/// Amounts that depend on the heap.
pub(crate) fn dependent_values(
    amounts: Amounts,
    mut values: Vec<u32>,
    len: usize,
    watch: &mut Watch,
) -> Vec<u32> {
    let mut marks = Marks::above(&values);
    for n in values.len()..len {
        if n % 64 == 0 && watch.tick(n as u64, len as u64) {
            break;
        }
        for amount in amounts.of(n as u64) {
            marks.0[values[n - amount as usize] as usize] = n as u32;
        }
        values.push(marks.mex(n as u32));
    }
    values
}
