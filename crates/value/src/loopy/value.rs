//! Values of games with cycles, and what is computed with them.

use super::graph::{Graph, Node};
use super::order::Order;
use super::simplify::{agrees, onside};
use crate::error::{Error, Result};
use crate::short::{Comparison, Store, Value};
use crate::watch::Watch;

/// One side of a value: a simplified graph and its root. Equal sides are identical if they are stoppers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    pub(crate) graph: Graph,
    pub(crate) root: usize,
}

/// The value of a game with cycles: its onside and its offside.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LoopyValue {
    on: Side,
    off: Side,
}

impl Side {
    fn of(graph: &Graph) -> Side {
        let (graph, root) = graph.ranked(0);
        Side { graph, root }
    }

    /// The graph and the index of the root.
    pub fn graph(&self) -> (&Graph, usize) {
        (&self.graph, self.root)
    }

    fn rooted(&self) -> Graph {
        self.graph.reachable(self.root)
    }

    /// The side with Left and Right exchanged.
    fn negated(&self) -> Side {
        Side::of(&self.rooted().negated())
    }

    /// Is it a stopper: has it no infinite alternating play?
    pub fn is_stopper(&self) -> bool {
        self.graph.is_stopper()
    }

    /// The value, if there are no cycles.
    pub fn to_short(&self, store: &mut Store) -> Result<Option<Value>> {
        if !self.graph.is_loop_free() {
            return Ok(None);
        }
        let mut memo: Vec<Option<Value>> = vec![None; self.graph.nodes.len()];
        let mut stack = vec![self.root];
        while let Some(&i) = stack.last() {
            let n = &self.graph.nodes[i];
            let open: Vec<usize> = n
                .left
                .iter()
                .chain(&n.right)
                .copied()
                .filter(|&o| memo[o].is_none())
                .collect();
            if open.is_empty() {
                let side =
                    |list: &[usize]| list.iter().filter_map(|&o| memo[o]).collect::<Vec<Value>>();
                memo[i] = Some(store.game(&side(&n.left), &side(&n.right))?);
                stack.pop();
            } else {
                stack.extend(open);
            }
        }
        Ok(memo[self.root])
    }

    /// The side that starts at another of its nodes.
    pub(crate) fn at(&self, node: usize) -> Side {
        Side::of(&self.graph.reachable(node))
    }

    /// The sides that start at some of its nodes, each as a value: short ones first, in printed order.
    pub(super) fn listed(
        &self,
        store: &mut Store,
        nodes: impl IntoIterator<Item = usize>,
    ) -> Result<Vec<LoopyValue>> {
        let (mut shorts, mut loops) = (vec![], vec![]);
        for node in nodes {
            let position = self.at(node);
            match position.to_short(store)? {
                Some(v) => shorts.push(v),
                None => loops.push(LoopyValue::of_side(&position)),
            }
        }
        store.order(&mut shorts)?;
        let mut out = vec![];
        for v in shorts {
            out.push(LoopyValue::short(store, v)?);
        }
        out.extend(loops);
        Ok(out)
    }

    pub(crate) fn root_node(&self) -> &Node {
        &self.graph.nodes[self.root]
    }

    fn ge(&self, other: &Side) -> Result<bool> {
        if self == other {
            return Ok(true);
        }
        let mut both = self.rooted();
        let shift = both.include(&other.rooted())?;
        Ok(Order::of(&both)?.ge(0, shift))
    }
}

impl LoopyValue {
    /// The value of a node of a graph.
    ///
    /// Cost: polynomial; the order of all pairs of positions is computed a few times.
    pub fn of(graph: &Graph, root: usize) -> Result<LoopyValue> {
        if root >= graph.nodes.len() {
            return Err(Error::form(format!("the graph has no node {root}")));
        }
        let start = graph.reachable(root);
        let on = onside(&start, 0)?;
        let mirrored = start.negated();
        let off = onside(&mirrored, 0)?.negated();
        // If one side is a stopper whose value is also the other side's, then it is the value.
        if on.is_stopper() && agrees(&mirrored, &on.negated())? {
            let side = Side::of(&on);
            return Ok(LoopyValue {
                on: side.clone(),
                off: side,
            });
        }
        Ok(LoopyValue {
            on: Side::of(&on),
            off: Side::of(&off),
        })
    }

    /// The value S & T of two sides, which must be the onside and the offside of stoppers or sided values.
    pub fn from_sides(on: &LoopyValue, off: &LoopyValue) -> Result<LoopyValue> {
        if !on.on.ge(&off.off)? {
            return Err(Error::undefined(
                "in S & T the onside S must be at least the offside T",
            ));
        }
        Ok(LoopyValue {
            on: on.on.clone(),
            off: off.off.clone(),
        })
    }

    /// A short game as a loopy value.
    pub fn short(store: &mut Store, g: Value) -> Result<LoopyValue> {
        let mut graph = Graph::new();
        let root = graph.short(store, g)?;
        let side = Side::of(&graph.reachable(root));
        Ok(LoopyValue {
            on: side.clone(),
            off: side,
        })
    }

    fn from_nodes(nodes: &[(&[usize], &[usize])]) -> LoopyValue {
        let nodes = nodes
            .iter()
            .map(|(l, r)| Node {
                left: l.to_vec(),
                right: r.to_vec(),
            })
            .collect();
        let side = Side::of(&Graph {
            nodes,
            ..Graph::default()
        });
        LoopyValue {
            on: side.clone(),
            off: side,
        }
    }

    /// on = {on|}
    pub fn on() -> LoopyValue {
        LoopyValue::from_nodes(&[(&[0], &[])])
    }

    /// off = {|off}
    pub fn off() -> LoopyValue {
        LoopyValue::from_nodes(&[(&[], &[0])])
    }

    /// over = {0|over}
    pub fn over() -> LoopyValue {
        LoopyValue::from_nodes(&[(&[1], &[0]), (&[], &[])])
    }

    /// under = {under|0}
    pub fn under() -> LoopyValue {
        LoopyValue::from_nodes(&[(&[0], &[1]), (&[], &[])])
    }

    /// dud = {dud|dud} = on & off
    pub fn dud() -> LoopyValue {
        LoopyValue {
            on: LoopyValue::on().on,
            off: LoopyValue::off().on,
        }
    }

    /// upon = {upon|*} = ↑\[on\]
    pub fn upon() -> LoopyValue {
        LoopyValue::from_nodes(&[(&[0], &[1]), (&[2], &[2]), (&[], &[])])
    }

    /// ↑^on = {0|upon negated, with *}: {0||0|0,pass}
    pub fn up_to_the_on() -> LoopyValue {
        LoopyValue::from_nodes(&[(&[2], &[1]), (&[2], &[2, 1]), (&[], &[])])
    }

    /// The onside as a value.
    pub fn onside(&self) -> LoopyValue {
        LoopyValue {
            on: self.on.clone(),
            off: self.on.clone(),
        }
    }

    /// The offside as a value.
    pub fn offside(&self) -> LoopyValue {
        LoopyValue {
            on: self.off.clone(),
            off: self.off.clone(),
        }
    }

    /// The two sides.
    pub fn sides(&self) -> (&Side, &Side) {
        (&self.on, &self.off)
    }

    /// Is the value a stopper?
    pub fn is_stopper(&self) -> bool {
        self.on == self.off && self.on.is_stopper()
    }

    /// Are both sides stoppers?
    pub fn is_stopper_sided(&self) -> bool {
        self.on.is_stopper() && self.off.is_stopper()
    }

    /// Is it a stopper whose cycles are all passes?
    pub fn is_plumtree(&self) -> bool {
        self.is_stopper() && self.on.graph.has_only_passes()
    }

    /// The short game, if it is one.
    pub fn to_short(&self, store: &mut Store) -> Result<Option<Value>> {
        if self.on != self.off {
            Ok(None)
        } else {
            self.on.to_short(store)
        }
    }

    /// The same value, whose computations a watch may stop.
    pub fn watched(mut self, watch: &Watch) -> LoopyValue {
        self.on.graph.watch = watch.clone();
        self.off.graph.watch = watch.clone();
        self
    }

    /// The negative.
    pub fn neg(&self) -> LoopyValue {
        LoopyValue {
            on: self.off.negated(),
            off: self.on.negated(),
        }
    }

    /// The sum.
    pub fn add(&self, other: &LoopyValue) -> Result<LoopyValue> {
        let side = |a: &Side, b: &Side| Graph::sum(&a.graph, a.root, &b.graph, b.root);
        let on = side(&self.on, &other.on)?;
        if self.on == self.off && other.on == other.off {
            return LoopyValue::of(&on, 0);
        }
        let off = side(&self.off, &other.off)?;
        let (on, off) = (LoopyValue::of(&on, 0)?, LoopyValue::of(&off, 0)?);
        Ok(LoopyValue {
            on: on.on,
            off: off.off,
        })
    }

    /// The difference.
    pub fn sub(&self, other: &LoopyValue) -> Result<LoopyValue> {
        self.add(&other.neg())
    }

    /// The game {left|right} with values as options.
    pub fn game(left: &[LoopyValue], right: &[LoopyValue]) -> Result<LoopyValue> {
        let build = |pick: &dyn Fn(&LoopyValue) -> Side| -> Result<LoopyValue> {
            let mut g = Graph::new();
            let root = g.node()?;
            for (list, is_left) in [(left, true), (right, false)] {
                for v in list {
                    let s = pick(v);
                    let shift = g.include(&s.graph)?;
                    g.connect(root, is_left, shift + s.root);
                }
            }
            LoopyValue::of(&g, root)
        };
        let on = build(&|v| v.on.clone())?;
        if left.iter().chain(right).all(|v| v.on == v.off) {
            return Ok(on);
        }
        let off = build(&|v| v.off.clone())?;
        Ok(LoopyValue {
            on: on.on,
            off: off.off,
        })
    }

    /// Is it at least the other: on both sides?
    pub fn ge(&self, other: &LoopyValue) -> Result<bool> {
        if !self.on.ge(&other.on)? {
            return Ok(false);
        }
        other.off.negated().ge(&self.off.negated())
    }

    /// How the values compare.
    pub fn compare(&self, other: &LoopyValue) -> Result<Comparison> {
        Ok(match (self.ge(other)?, other.ge(self)?) {
            (true, true) => Comparison::Equal,
            (true, false) => Comparison::Greater,
            (false, true) => Comparison::Less,
            (false, false) => Comparison::Fuzzy,
        })
    }

    /// Who wins when Left starts, and when Right starts: `Some(true)` for Left, `None` for a draw.
    pub fn outcomes(&self) -> Result<(Option<bool>, Option<bool>)> {
        let zero = LoopyValue::from_nodes(&[(&[], &[])]);
        // Left survives as second player on the onside; she wins on the offside, where draws are losses.
        let survives_second = self.on.ge(&zero.on)?;
        let wins_second = zero.off.negated().ge(&self.off.negated())?;
        let right_survives_second = zero.on.ge(&self.on)?;
        let right_survives_off = self.off.negated().ge(&zero.off.negated())?;
        let right_starts = if wins_second {
            Some(true)
        } else if survives_second {
            None
        } else {
            Some(false)
        };
        let left_starts = if right_survives_second {
            Some(false)
        } else if right_survives_off {
            None
        } else {
            Some(true)
        };
        Ok((left_starts, right_starts))
    }

    pub(crate) fn of_side(side: &Side) -> LoopyValue {
        LoopyValue {
            on: side.clone(),
            off: side.clone(),
        }
    }
}
