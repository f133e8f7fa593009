//! Everything that can be reached from some positions, numbered once.
//!
//! A [`Graph`] is plain numbers: node by node, the list of its options, in one array (compressed rows of 32-bit numbers).
//! The algorithms run over it and are compiled once. An [`Explored`] graph also knows which position each number is.
//! A node may be a sum: then an option is a list of nodes, its independent parts.

mod explored;

pub use explored::{Expand, Explored, Options};

/// In a row of a graph of sums: more parts of the same option follow.
const MORE: u32 = 1 << 31;
/// In a row of a graph of sums: the option without parts.
const NOTHING: u32 = MORE - 1;

/// Numbered nodes with their options.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Row of node `v`: `targets[starts[v]..starts[v + 1]]`.
    starts: Vec<u64>,
    targets: Vec<u32>,
    sums: bool,
}

impl Graph {
    /// From lists of options.
    ///
    /// ```
    /// use bouton_solve::Graph;
    /// // A heap of 0, 1, 2, 3 from which one or two are taken.
    /// let graph = Graph::of(&[vec![], vec![0], vec![0, 1], vec![1, 2]]);
    /// let order = graph.order().unwrap();
    /// assert_eq!(graph.grundy(&order), [0, 1, 2, 0]);
    /// ```
    pub fn of(options: &[Vec<u32>]) -> Graph {
        let mut graph = Graph {
            starts: vec![0],
            targets: Vec::new(),
            sums: false,
        };
        for row in options {
            graph.targets.extend_from_slice(row);
            graph.starts.push(graph.targets.len() as u64);
        }
        graph
    }

    /// More nodes than a graph may have.
    pub(crate) const MOST: u32 = NOTHING;

    /// Without nodes; `sums` allows options of several parts.
    pub(crate) fn empty(sums: bool) -> Graph {
        Graph {
            starts: vec![0],
            targets: Vec::new(),
            sums,
        }
    }

    /// Adds an option to the row that is being written: the nodes that it is a sum of; one node in a graph without sums.
    pub(crate) fn push_option(&mut self, parts: &[u32]) {
        debug_assert!(
            self.sums || parts.len() == 1,
            "an option of a plain graph is one node"
        );
        match parts.split_last() {
            None => self.targets.push(NOTHING),
            Some((last, others)) => {
                self.targets.extend(others.iter().map(|part| part | MORE));
                self.targets.push(*last);
            }
        }
    }

    /// Ends the row of a node; repeats go where options are single nodes.
    pub(crate) fn end_row(&mut self) {
        if !self.sums {
            let row = self.starts.last().map_or(0, |&start| start as usize);
            self.targets[row..].sort_unstable();
            let kept = row + dedup(&mut self.targets[row..]);
            self.targets.truncate(kept);
        }
        self.starts.push(self.targets.len() as u64);
    }

    /// Gives back what the arrays do not use.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.starts.shrink_to_fit();
        self.targets.shrink_to_fit();
    }

    /// Bytes of the two arrays at their peak while a row of so many numbers is added: an array that grows is copied.
    pub(crate) fn bytes_after(&self, more: usize) -> u64 {
        let grown = |len: usize, capacity: usize, more: usize, each: usize| {
            let cells = match len + more > capacity {
                true => capacity + (2 * capacity).max(len + more),
                false => capacity,
            };
            (cells * each) as u64
        };
        grown(self.targets.len(), self.targets.capacity(), more, 4)
            + grown(self.starts.len(), self.starts.capacity(), 1, 8)
    }

    /// How many nodes.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// True if there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many options all nodes have together (in a graph of sums: how many parts).
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// True if an option may be a sum of nodes.
    pub fn is_of_sums(&self) -> bool {
        self.sums
    }

    /// The options of a node. In a graph of sums read them with [`Graph::sums`].
    pub fn options(&self, node: u32) -> &[u32] {
        let (from, to) = (self.starts[node as usize], self.starts[node as usize + 1]);
        &self.targets[from as usize..to as usize]
    }

    /// The options of a node, each as its parts.
    pub fn sums(&self, node: u32) -> impl Iterator<Item = impl Iterator<Item = u32> + '_> + '_ {
        let sums = self.sums;
        self.options(node)
            .split_inclusive(move |&t| !sums || t & MORE == 0)
            .map(|parts| {
                let nothing = self.sums && parts == [NOTHING];
                parts
                    .iter()
                    .take(if nothing { 0 } else { parts.len() })
                    .map(|t| if self.sums { t & !MORE } else { *t })
            })
    }

    /// Bytes of the two arrays.
    pub fn bytes(&self) -> u64 {
        (self.starts.capacity() * 8 + self.targets.capacity() * 4) as u64
    }

    /// The nodes with every option before the node it belongs to. The error is a node that is below itself: play can
    /// repeat. Time O(nodes + options); no recursion.
    pub fn order(&self) -> std::result::Result<Vec<u32>, u32> {
        const NEW: u8 = 0;
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let mut state = vec![NEW; self.len()];
        let mut order = Vec::with_capacity(self.len());
        let mut path: Vec<(u32, u64)> = Vec::new();
        for root in 0..self.len() as u32 {
            if state[root as usize] != NEW {
                continue;
            }
            state[root as usize] = OPEN;
            path.push((root, self.starts[root as usize]));
            while let Some((node, next)) = path.last_mut() {
                if *next == self.starts[*node as usize + 1] {
                    state[*node as usize] = DONE;
                    order.push(*node);
                    path.pop();
                    continue;
                }
                let target = self.targets[*next as usize];
                *next += 1;
                if self.sums && target == NOTHING {
                    continue;
                }
                let target = if self.sums { target & !MORE } else { target };
                match state[target as usize] {
                    NEW => {
                        state[target as usize] = OPEN;
                        path.push((target, self.starts[target as usize]));
                    }
                    OPEN => return Err(target),
                    _ => {}
                }
            }
        }
        Ok(order)
    }

    /// Grundy values, given an [`Graph::order`]: the least number that no option has, an option of several parts having the
    /// exclusive or of theirs (Sprague 1935, Grundy 1939). Time O(nodes + options).
    pub fn grundy(&self, order: &[u32]) -> Vec<u32> {
        let mut values = vec![0u32; self.len()];
        let mut seen: Vec<u32> = Vec::new();
        for (stamp, &node) in (1u32..).zip(order) {
            let row = self.options(node);
            if seen.len() < row.len() + 1 {
                seen.resize(row.len() + 1, 0);
            }
            // A value above the number of options cannot hold the least missing one back.
            let mut mark = |g: u32| {
                if let Some(cell) = seen.get_mut(g as usize) {
                    *cell = stamp;
                }
            };
            if self.sums {
                for parts in self.sums(node) {
                    mark(parts.fold(0, |g, part| g ^ values[part as usize]));
                }
            } else {
                row.iter().for_each(|&t| mark(values[t as usize]));
            }
            values[node as usize] =
                seen.iter().position(|&s| s != stamp).unwrap_or(row.len()) as u32;
        }
        values
    }

    /// For each node, does the player to move win, given an [`Graph::order`] and who wins where there is no move.
    /// Not for graphs of sums. Time O(nodes + options).
    pub fn wins(&self, order: &[u32], terminal_wins: bool) -> Vec<bool> {
        assert!(
            !self.sums,
            "the outcome of a sum is not told by the outcomes of its parts"
        );
        let mut wins = vec![false; self.len()];
        for &node in order {
            let row = self.options(node);
            wins[node as usize] = if row.is_empty() {
                terminal_wins
            } else {
                row.iter().any(|&t| !wins[t as usize])
            };
        }
        wins
    }
}

/// Removes repeats from a sorted slice; returns how many are left, in front.
fn dedup(sorted: &mut [u32]) -> usize {
    let mut kept = 0;
    for i in 0..sorted.len() {
        if kept == 0 || sorted[kept - 1] != sorted[i] {
            sorted[kept] = sorted[i];
            kept += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_sums_are_read_back() {
        let graph = Graph {
            starts: vec![0, 0, 5],
            targets: vec![NOTHING, 0, MORE, MORE, 0],
            sums: true,
        };
        let parts: Vec<Vec<u32>> = graph.sums(1).map(|o| o.collect()).collect();
        assert_eq!(parts, [vec![], vec![0], vec![0, 0, 0]]);
        assert_eq!(graph.sums(0).count(), 0);
    }

    #[test]
    fn a_cycle_is_found_and_named() {
        let graph = Graph::of(&[vec![1], vec![2], vec![1, 3], vec![]]);
        assert_eq!(graph.order(), Err(1));
    }
}
