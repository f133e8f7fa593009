//! Order where draws count for Left: x ≥ y if Left, moving second on x - y, survives without leaning on endless play in -y.
//!
//! Left wins if Right is stuck, or if play is endless with endlessly many moves in x: an endless play is a win for Left in x
//! and for Right in -y. So it is a Büchi game on pairs of nodes: a greatest fixed point over moves in x of least fixed
//! points over moves in y. Moves in y stay in the row of x, so rows are settled one by one, and again when a row changes that
//! they lead to.

use super::graph::Graph;
use crate::error::Result;
use std::collections::VecDeque;

/// x ≥ y for all pairs of nodes of a graph.
pub(crate) struct Order {
    size: usize,
    /// Right to move on x - y: does Left win?
    right_moves: Vec<bool>,
}

impl Order {
    /// Cost: for each row, once or a few times, the edges of the graph.
    pub(crate) fn of(g: &Graph) -> Result<Order> {
        let n = g.nodes.len();
        let mut all = Rows::new(g);
        let (mut queue, mut waits) = (VecDeque::from(downward(g)), vec![true; n]);
        while let Some(x) = queue.pop_front() {
            g.watch.look()?;
            waits[x] = false;
            if all.settle(x) {
                for i in 0..all.rows_before[x].len() {
                    let p = all.rows_before[x][i];
                    if !waits[p] {
                        waits[p] = true;
                        queue.push_back(p);
                    }
                }
            }
        }
        Ok(Order {
            size: n,
            right_moves: all.right_moves,
        })
    }

    pub(crate) fn ge(&self, x: usize, y: usize) -> bool {
        self.right_moves[x * self.size + y]
    }

    pub(crate) fn equal(&self, x: usize, y: usize) -> bool {
        self.ge(x, y) && self.ge(y, x)
    }
}

/// All nodes, options before those that lead to them where there is no cycle.
fn downward(g: &Graph) -> Vec<usize> {
    let mut out = vec![];
    let mut seen = vec![false; g.nodes.len()];
    for root in 0..g.nodes.len() {
        let mut stack = vec![(root, false)];
        while let Some((x, done)) = stack.pop() {
            if done {
                out.push(x);
            } else if !std::mem::replace(&mut seen[x], true) {
                stack.push((x, true));
                let n = &g.nodes[x];
                stack.extend(n.left.iter().chain(&n.right).map(|&o| (o, false)));
            }
        }
    }
    out
}

/// Who wins on x - y, for all rows x: at first Left everywhere, then less and less.
struct Rows<'a> {
    graph: &'a Graph,
    right_moves: Vec<bool>,
    left_moves: Vec<bool>,
    /// The nodes that have a node as an option, as a Left option, as a Right option.
    rows_before: Vec<Vec<usize>>,
    left_before: Vec<Vec<usize>>,
    right_before: Vec<Vec<usize>>,
}

impl Rows<'_> {
    fn new(graph: &Graph) -> Rows<'_> {
        let n = graph.nodes.len();
        let mut rows = Rows {
            graph,
            right_moves: vec![true; n * n],
            left_moves: vec![true; n * n],
            rows_before: vec![vec![]; n],
            left_before: vec![vec![]; n],
            right_before: vec![vec![]; n],
        };
        for (x, node) in graph.nodes.iter().enumerate() {
            for &o in &node.left {
                rows.left_before[o].push(x);
            }
            for &o in &node.right {
                rows.right_before[o].push(x);
            }
            for &o in node.left.iter().chain(&node.right) {
                rows.rows_before[o].push(x);
            }
        }
        rows
    }

    /// The least fixed point in the row of x, from the rows of its options; did it change?
    fn settle(&mut self, x: usize) -> bool {
        let n = self.graph.nodes.len();
        let node = &self.graph.nodes[x];
        let mut left = vec![false; n];
        let mut right = vec![false; n];
        // Left's moves in -y that Left does not yet win after, for Right to move; and whether a move in x loses at once.
        let mut missing: Vec<usize> = self.graph.nodes.iter().map(|y| y.left.len()).collect();
        let mut lost = vec![false; n];
        let mut open: Vec<(usize, bool)> = vec![];
        for y in 0..n {
            left[y] = node.left.iter().any(|&o| self.right_moves[o * n + y]);
            lost[y] = node.right.iter().any(|&o| !self.left_moves[o * n + y]);
            right[y] = missing[y] == 0 && !lost[y];
            if left[y] {
                open.push((y, true));
            }
            if right[y] {
                open.push((y, false));
            }
        }
        while let Some((y, left_moves)) = open.pop() {
            if left_moves {
                for &z in &self.left_before[y] {
                    missing[z] -= 1;
                    if missing[z] == 0 && !lost[z] && !right[z] {
                        right[z] = true;
                        open.push((z, false));
                    }
                }
            } else {
                for &z in &self.right_before[y] {
                    if !left[z] {
                        left[z] = true;
                        open.push((z, true));
                    }
                }
            }
        }
        let row = x * n..(x + 1) * n;
        let changed =
            self.right_moves[row.clone()] != right || self.left_moves[row.clone()] != left;
        self.right_moves[row.clone()].copy_from_slice(&right);
        self.left_moves[row].copy_from_slice(&left);
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loopy::graph::Node;

    /// The slow twin: sweeps over all pairs until nothing changes, the inner fixed point inside the outer one.
    fn by_sweeps(g: &Graph) -> Vec<bool> {
        let n = g.nodes.len();
        let mut outer = (vec![true; n * n], vec![true; n * n]);
        loop {
            let mut inner = (vec![false; n * n], vec![false; n * n]);
            loop {
                let before = inner.clone();
                for x in 0..n {
                    for y in 0..n {
                        let (a, b) = (&g.nodes[x], &g.nodes[y]);
                        inner.1[x * n + y] = a.left.iter().any(|&o| outer.0[o * n + y])
                            || b.right.iter().any(|&o| inner.0[x * n + o]);
                        inner.0[x * n + y] = a.right.iter().all(|&o| outer.1[o * n + y])
                            && b.left.iter().all(|&o| inner.1[x * n + o]);
                    }
                }
                if inner == before {
                    break;
                }
            }
            if inner == outer {
                return inner.0;
            }
            outer = inner;
        }
    }

    #[test]
    fn rows_and_sweeps_agree_on_random_graphs() {
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut yes, mut no) = (0, 0);
        for _ in 0..400 {
            let n = rng.usize(1..9);
            let side = |rng: &mut fastrand::Rng| {
                let mut list: Vec<usize> = (0..rng.usize(0..3)).map(|_| rng.usize(0..n)).collect();
                list.sort_unstable();
                list.dedup();
                list
            };
            let nodes = (0..n)
                .map(|_| Node {
                    left: side(&mut rng),
                    right: side(&mut rng),
                })
                .collect();
            let g = Graph {
                nodes,
                ..Graph::default()
            };
            let fast = Order::of(&g).unwrap().right_moves;
            assert_eq!(fast, by_sweeps(&g), "{g:?}");
            yes += fast.iter().filter(|b| **b).count();
            no += fast.iter().filter(|b| !**b).count();
        }
        assert!(yes > 1000 && no > 1000);
    }
}
