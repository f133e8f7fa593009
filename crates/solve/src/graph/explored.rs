//! Numbering everything that can be reached: each node once, with the graph of the numbers.

use super::{Graph, MORE, NOTHING};
use bouton_core::Budget;
use bouton_rules::{Error, Result};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

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
        budget: &Budget,
    ) -> Result<Explored<N>> {
        budget.phase("exploring", None);
        let mut all = Explored {
            graph: Graph::empty(sums),
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
            all.graph.end_row();
            next += 1;
        }
        budget.check()?;
        Ok(all)
    }

    fn number(&mut self, node: N, rules: &impl Expand<N>, budget: &Budget) -> Result<u32> {
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
        ) + self.graph.bytes_after(parts.max(options))
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
