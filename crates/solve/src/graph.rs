//! Everything that can be reached from some positions, numbered once.
//!
//! A [`Graph`] is plain numbers: node by node, the list of its options, in one array (compressed rows of 32-bit numbers).
//! The algorithms run over it and are compiled once. An [`Explored`] graph also knows which position each number is.
//! A node may be a sum: then an option is a list of nodes, its independent parts.

use crate::limits::Budget;
use bouton_rules::{Error, Result};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

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

/// A graph together with the positions that its numbers stand for.
pub struct Explored<N> {
    graph: Graph,
    nodes: Vec<N>,
    index: HashTable<u32>,
    /// Bytes that the nodes own outside their structs.
    owned: u64,
}

/// The options of one node, as the expanding function lists them: each a list of parts.
pub struct Options<N> {
    parts: Vec<N>,
    ends: Vec<usize>,
}

impl<N> Options<N> {
    /// Adds an option that is one node.
    pub fn push(&mut self, node: N) {
        self.parts.push(node);
        self.ends.push(self.parts.len());
    }

    /// Adds an option that is a sum of any number of nodes.
    pub fn push_sum(&mut self, parts: impl IntoIterator<Item = N>) {
        self.parts.extend(parts);
        self.ends.push(self.parts.len());
    }
}

/// What can be done with nodes while they are explored.
pub trait Expand<N> {
    /// Lists the options of a node.
    fn expand(&mut self, node: &N, out: &mut Options<N>) -> Result<()>;

    /// Bytes that a node owns outside its own struct.
    fn owned_bytes(&self, node: &N) -> usize;
}

impl<N: Hash + Eq + Clone> Explored<N> {
    /// Visits everything reachable from `seeds`, each node once. `sums` allows options of several parts. Cost: one call of
    /// `expand` and one stored copy a node; no recursion. Errors: a limit of the budget, or one of `expand`.
    pub fn explore(
        seeds: impl IntoIterator<Item = N>,
        sums: bool,
        rules: &mut impl Expand<N>,
        budget: &Budget<'_>,
    ) -> Result<Explored<N>> {
        budget.phase("exploring", None);
        let mut all = Explored {
            graph: Graph {
                starts: vec![0],
                targets: Vec::new(),
                sums,
            },
            nodes: Vec::new(),
            index: HashTable::new(),
            owned: 0,
        };
        let mut held = budget.hold();
        for seed in seeds {
            all.number(seed, rules, budget)?;
        }
        let mut out = Options {
            parts: Vec::new(),
            ends: Vec::new(),
        };
        let mut next = 0;
        while next < all.nodes.len() {
            out.parts.clear();
            out.ends.clear();
            rules.expand(&all.nodes[next], &mut out)?;
            held.set(all.bytes_after(out.parts.len(), out.ends.len()))?;
            let mut from = 0;
            let row = all.graph.targets.len();
            let mut parts = out.parts.drain(..);
            for &end in &out.ends {
                debug_assert!(
                    sums || end == from + 1,
                    "an option of a plain graph is one node"
                );
                if end == from {
                    all.graph.targets.push(NOTHING);
                }
                for i in from..end {
                    let Some(part) = parts.next() else { break };
                    let id = all.number(part, rules, budget)?;
                    all.graph
                        .targets
                        .push(if i + 1 < end { id | MORE } else { id });
                }
                from = end;
            }
            drop(parts);
            if !sums {
                all.graph.targets[row..].sort_unstable();
                let keep = row + dedup(&mut all.graph.targets[row..]);
                all.graph.targets.truncate(keep);
            }
            all.graph.starts.push(all.graph.targets.len() as u64);
            next += 1;
        }
        budget.check()?;
        Ok(all)
    }

    fn number(&mut self, node: N, rules: &impl Expand<N>, budget: &Budget<'_>) -> Result<u32> {
        let hash = FxBuildHasher.hash_one(&node);
        let nodes = &self.nodes;
        let (same, rehash) = (
            |id: &u32| nodes[*id as usize] == node,
            |id: &u32| FxBuildHasher.hash_one(&nodes[*id as usize]),
        );
        let free = match self.index.entry(hash, same, rehash) {
            Entry::Occupied(known) => return Ok(*known.get()),
            Entry::Vacant(free) => free,
        };
        budget.visit(1)?;
        let id = u32::try_from(self.nodes.len())
            .ok()
            .filter(|&id| id < NOTHING);
        let id = id.ok_or_else(|| {
            Error::limit("unknown: more than 2,147,483,646 positions can be reached")
        })?;
        self.owned += rules.owned_bytes(&node) as u64;
        free.insert(id);
        self.nodes.push(node);
        Ok(id)
    }

    /// Bytes of the stores at their peak while this many parts and options are added: a store that grows is copied.
    fn bytes_after(&self, parts: usize, options: usize) -> u64 {
        let grown = |len: usize, capacity: usize, more: usize, each: usize| {
            let cells = if len + more > capacity {
                capacity + (2 * capacity).max(len + more)
            } else {
                capacity
            };
            (cells * each) as u64
        };
        grown(
            self.nodes.len(),
            self.nodes.capacity(),
            parts,
            size_of::<N>(),
        ) + grown(
            self.graph.targets.len(),
            self.graph.targets.capacity(),
            parts.max(options),
            4,
        ) + grown(self.graph.starts.len(), self.graph.starts.capacity(), 1, 8)
            + grown(self.index.len(), self.index.capacity(), parts, 6)
            + self.owned
    }

    /// Bytes of the stores: graph, nodes and what they own, index.
    pub fn bytes(&self) -> u64 {
        self.graph.bytes()
            + (self.nodes.capacity() * size_of::<N>() + self.index.capacity() * 6) as u64
            + self.owned
    }

    /// The number of a node, if it was reached.
    pub fn find(&self, node: &N) -> Option<u32> {
        let hash = FxBuildHasher.hash_one(node);
        self.index
            .find(hash, |&id| self.nodes[id as usize] == *node)
            .copied()
    }

    /// The node of a number.
    pub fn node(&self, id: u32) -> &N {
        &self.nodes[id as usize]
    }

    /// All nodes, by number; the seeds come first.
    pub fn nodes(&self) -> &[N] {
        &self.nodes
    }

    /// The graph of numbers.
    pub fn graph(&self) -> &Graph {
        &self.graph
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
