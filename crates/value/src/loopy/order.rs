//! Order where draws count for Left: x ≥ y if Left, moving second on x - y, survives without leaning on endless play in -y.
//!
//! Left wins if Right is stuck, or if play is endless with endlessly many moves in x: an endless play is a win for Left in x
//! and for Right in -y. So it is a Büchi game on pairs of nodes, solved by nested fixed points.

use super::graph::Graph;

/// x ≥ y for all pairs of nodes of a graph.
pub(crate) struct Order {
    size: usize,
    /// Right to move on x - y: does Left win?
    right_moves: Vec<bool>,
}

impl Order {
    /// Cost: a few sweeps over all pairs of nodes.
    pub(crate) fn of(g: &Graph) -> Order {
        let n = g.nodes.len();
        // The outer, greatest fixed point: where moves in x may lead.
        let mut outer = Sweep {
            right_moves: vec![true; n * n],
            left_moves: vec![true; n * n],
        };
        loop {
            // The inner, least one: where moves in y may lead.
            let mut inner = Sweep {
                right_moves: vec![false; n * n],
                left_moves: vec![false; n * n],
            };
            while inner.grow(g, &outer) {}
            if inner.right_moves == outer.right_moves && inner.left_moves == outer.left_moves {
                return Order {
                    size: n,
                    right_moves: outer.right_moves,
                };
            }
            outer = inner;
        }
    }

    pub(crate) fn ge(&self, x: usize, y: usize) -> bool {
        self.right_moves[x * self.size + y]
    }

    pub(crate) fn equal(&self, x: usize, y: usize) -> bool {
        self.ge(x, y) && self.ge(y, x)
    }
}

struct Sweep {
    right_moves: Vec<bool>,
    left_moves: Vec<bool>,
}

impl Sweep {
    /// One sweep; did anything change?
    fn grow(&mut self, g: &Graph, outer: &Sweep) -> bool {
        let n = g.nodes.len();
        let mut changed = false;
        for x in 0..n {
            for y in 0..n {
                let at = x * n + y;
                if !self.left_moves[at] {
                    let wins = g.nodes[x]
                        .left
                        .iter()
                        .any(|&o| outer.right_moves[o * n + y])
                        || g.nodes[y]
                            .right
                            .iter()
                            .any(|&o| self.right_moves[x * n + o]);
                    if wins {
                        self.left_moves[at] = true;
                        changed = true;
                    }
                }
                if !self.right_moves[at] {
                    let wins = g.nodes[x]
                        .right
                        .iter()
                        .all(|&o| outer.left_moves[o * n + y])
                        && g.nodes[y].left.iter().all(|&o| self.left_moves[x * n + o]);
                    if wins {
                        self.right_moves[at] = true;
                        changed = true;
                    }
                }
            }
        }
        changed
    }
}
