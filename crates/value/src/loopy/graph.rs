//! Games with cycles as finite graphs: nodes with Left and Right options that may lead back.

use crate::error::{Error, Result};
use crate::short::{Store, Value};
use crate::watch::Watch;
use std::collections::HashMap;
use std::hash::Hash;

/// Graphs larger than this are refused.
pub const MAX_NODES: usize = 1 << 13;

/// The options of one node: Left's and Right's, as indices of nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Node {
    /// Left's options.
    pub left: Vec<usize>,
    /// Right's options.
    pub right: Vec<usize>,
}

/// A game graph under construction.
///
/// ```
/// use bouton_value::{Store, Value};
/// use bouton_value::loopy::{Graph, LoopyValue};
/// // over = {0|over}
/// let mut s = Store::new();
/// let mut g = Graph::new();
/// let zero = g.short(&mut s, Value::ZERO)?;
/// let over = g.node()?;
/// g.connect(over, true, zero);
/// g.connect(over, false, over);
/// let over = LoopyValue::of(&g, over)?;
/// assert_eq!(over.show(&mut s)?, "over");
/// # Ok::<(), bouton_value::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Graph {
    pub(crate) nodes: Vec<Node>,
    /// Stops computations with the graph.
    pub(crate) watch: Watch,
}

impl Graph {
    /// An empty graph.
    pub fn new() -> Graph {
        Graph::default()
    }

    /// The nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Adds a node without options. Errors where the graph becomes too large.
    pub fn node(&mut self) -> Result<usize> {
        if self.nodes.len() >= MAX_NODES {
            return Err(Error::too_large(format!(
                "a game with cycles may have at most {MAX_NODES} positions"
            )));
        }
        self.nodes.push(Node::default());
        Ok(self.nodes.len() - 1)
    }

    /// Makes `to` a Left (or Right) option of `from`. Nodes that do not exist are ignored.
    pub fn connect(&mut self, from: usize, left: bool, to: usize) {
        if to < self.nodes.len()
            && let Some(node) = self.nodes.get_mut(from)
        {
            let side = if left {
                &mut node.left
            } else {
                &mut node.right
            };
            if !side.contains(&to) {
                side.push(to);
            }
        }
    }

    /// Adds a short game: a node for each of its followers.
    pub fn short(&mut self, store: &mut Store, g: Value) -> Result<usize> {
        if store.birthday(g)? > MAX_NODES.into() {
            return Err(Error::too_large(format!(
                "a game with cycles may have at most {MAX_NODES} positions"
            )));
        }
        self.watch = self.watch.or(&store.watch);
        self.reach(g, |v, left| store.stored_options(v, left))
    }

    /// Adds a node for everything that can be reached from `root` by the Left and Right options of each; gives that of the root.
    fn reach<K: Copy + Eq + Hash>(
        &mut self,
        root: K,
        mut options: impl FnMut(K, bool) -> Result<Vec<K>>,
    ) -> Result<usize> {
        let first = self.node()?;
        let mut known = HashMap::from([(root, first)]);
        let mut open = vec![root];
        while let Some(key) = open.pop() {
            let from = known[&key];
            for left in [true, false] {
                for option in options(key, left)? {
                    let to = match known.get(&option) {
                        Some(&n) => n,
                        None => {
                            let n = self.node()?;
                            known.insert(option, n);
                            open.push(option);
                            n
                        }
                    };
                    self.connect(from, left, to);
                }
            }
        }
        Ok(first)
    }

    /// Adds a copy of another graph; gives the shift of its indices.
    pub fn include(&mut self, other: &Graph) -> Result<usize> {
        let shift = self.nodes.len();
        if shift + other.nodes.len() > MAX_NODES {
            return Err(Error::too_large(format!(
                "a game with cycles may have at most {MAX_NODES} positions"
            )));
        }
        self.watch = self.watch.or(&other.watch);
        let moved = |list: &[usize]| list.iter().map(|&i| i + shift).collect();
        for n in &other.nodes {
            self.nodes.push(Node {
                left: moved(&n.left),
                right: moved(&n.right),
            });
        }
        Ok(shift)
    }

    /// Left and Right change places everywhere.
    pub fn negated(&self) -> Graph {
        let swap = |n: &Node| Node {
            left: n.right.clone(),
            right: n.left.clone(),
        };
        Graph {
            nodes: self.nodes.iter().map(swap).collect(),
            watch: self.watch.clone(),
        }
    }

    /// The part that can be reached from `root`, which becomes node 0.
    pub fn reachable(&self, root: usize) -> Graph {
        let mut index: HashMap<usize, usize> = HashMap::from([(root, 0)]);
        let mut order = vec![root];
        let mut next = 0;
        while next < order.len() {
            let n = &self.nodes[order[next]];
            for &o in n.left.iter().chain(&n.right) {
                index.entry(o).or_insert_with(|| {
                    order.push(o);
                    order.len() - 1
                });
            }
            next += 1;
        }
        let moved = |list: &[usize]| list.iter().map(|o| index[o]).collect();
        Graph {
            nodes: order
                .iter()
                .map(|&i| Node {
                    left: moved(&self.nodes[i].left),
                    right: moved(&self.nodes[i].right),
                })
                .collect(),
            watch: self.watch.clone(),
        }
    }

    /// The sum of two games, rooted at node 0: positions are pairs.
    pub fn sum(a: &Graph, a_root: usize, b: &Graph, b_root: usize) -> Result<Graph> {
        let mut g = Graph::new();
        g.watch = a.watch.or(&b.watch);
        g.reach((a_root, b_root), |(x, y), left| {
            let side = |n: &Node| match left {
                true => n.left.clone(),
                false => n.right.clone(),
            };
            let moves = side(&a.nodes[x]).into_iter().map(|o| (o, y));
            Ok(moves
                .chain(side(&b.nodes[y]).into_iter().map(|o| (x, o)))
                .collect())
        })?;
        Ok(g)
    }

    /// Is there no infinite alternating play, from any node?
    pub fn is_stopper(&self) -> bool {
        // States (node, Left to move), left when no move is open to an unfinished state.
        let n = self.nodes.len();
        self.acyclic(2 * n, |s| {
            let (node, left) = (&self.nodes[s / 2], s % 2 == 0);
            let side = if left { &node.left } else { &node.right };
            side.iter().map(|&o| 2 * o + usize::from(left)).collect()
        })
    }

    /// Is there no infinite play at all?
    pub fn is_loop_free(&self) -> bool {
        self.acyclic(self.nodes.len(), |i| {
            self.nodes[i]
                .left
                .iter()
                .chain(&self.nodes[i].right)
                .copied()
                .collect()
        })
    }

    /// Is every cycle of the graph a node that is its own option (in canonical form: a plumtree)?
    pub fn has_only_passes(&self) -> bool {
        self.acyclic(self.nodes.len(), |i| {
            self.nodes[i]
                .left
                .iter()
                .chain(&self.nodes[i].right)
                .copied()
                .filter(|&o| o != i)
                .collect()
        })
    }

    fn acyclic(&self, states: usize, next: impl Fn(usize) -> Vec<usize>) -> bool {
        let mut waiting = vec![0usize; states];
        let mut before: Vec<Vec<usize>> = vec![vec![]; states];
        for (s, open) in waiting.iter_mut().enumerate() {
            for t in next(s) {
                *open += 1;
                before[t].push(s);
            }
        }
        let mut done: Vec<usize> = (0..states).filter(|&s| waiting[s] == 0).collect();
        let mut count = 0;
        while let Some(s) = done.pop() {
            count += 1;
            for &p in &before[s] {
                waiting[p] -= 1;
                if waiting[p] == 0 {
                    done.push(p);
                }
            }
        }
        count == states
    }

    /// Renumbers a graph without equal nodes so that equal games have equal graphs: nodes are ranked by their options,
    /// refined until all differ; the root keeps its rank, which is returned.
    pub(crate) fn ranked(&self, root: usize) -> (Graph, usize) {
        let n = self.nodes.len();
        let mut rank = vec![0usize; n];
        let mut classes = usize::from(n > 0);
        loop {
            let signature = |i: usize| {
                let sorted = |list: &[usize]| {
                    let mut v: Vec<usize> = list.iter().map(|&o| rank[o]).collect();
                    v.sort_unstable();
                    v.dedup();
                    v
                };
                (
                    rank[i],
                    sorted(&self.nodes[i].left),
                    sorted(&self.nodes[i].right),
                )
            };
            let mut all: Vec<_> = (0..n).map(signature).collect();
            let mut distinct = all.clone();
            distinct.sort();
            distinct.dedup();
            let next: Vec<usize> = all
                .drain(..)
                .map(|s| distinct.binary_search(&s).unwrap_or(0))
                .collect();
            rank = next;
            if distinct.len() == classes {
                break;
            }
            classes = distinct.len();
        }
        let mut nodes = vec![Node::default(); classes];
        for i in 0..n {
            let moved = |list: &[usize]| {
                let mut v: Vec<usize> = list.iter().map(|&o| rank[o]).collect();
                v.sort_unstable();
                v.dedup();
                v
            };
            nodes[rank[i]] = Node {
                left: moved(&self.nodes[i].left),
                right: moved(&self.nodes[i].right),
            };
        }
        (
            Graph {
                nodes,
                watch: self.watch.clone(),
            },
            rank.get(root).copied().unwrap_or(0),
        )
    }
}
