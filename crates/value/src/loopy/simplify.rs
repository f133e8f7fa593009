//! The onside of a game with cycles: draws count for Left; dominated options go, reversible ones are bypassed, equal nodes fuse.
//!
//! A Right option that reverses in a circle only prolongs a play that counts for Left, so it is dropped; a Left option that
//! does so stays. The result is checked against the original before it is used.

use super::graph::{Graph, Node};
use super::order::Order;
use crate::error::Result;

/// The simplified onside, rooted at node 0.
pub(crate) fn onside(g: &Graph, root: usize) -> Result<Graph> {
    let original = g.reachable(root);
    let mut best = original.clone();
    // Simplifying may make more nodes equal; two or three rounds do.
    for _ in 0..8 {
        let order = Order::of(&best)?;
        let mut next = best.clone();
        for x in 0..next.nodes.len() {
            for left in [true, false] {
                simplify_side(&mut next.nodes, &order, x, left);
            }
        }
        next = fuse(&next.reachable(0))?;
        if !agrees(&original, &next)? {
            // Some steps do not go together: take them one at a time.
            next = step_by_step(&original, &best, &order)?;
        }
        if next == best {
            break;
        }
        best = next;
    }
    Ok(best)
}

/// Games larger than this are not simplified step by step.
const MAX_STEPWISE: usize = 500;

/// Simplifies one side of a node at a time; where that changes the game, one option at a time. A step that makes the game another
/// is taken back.
fn step_by_step(original: &Graph, g: &Graph, order: &Order) -> Result<Graph> {
    let mut current = g.clone();
    if g.nodes.len() > MAX_STEPWISE {
        return Ok(current);
    }
    let mut reached = current.reachable(0).nodes.len();
    for x in 0..g.nodes.len() {
        for left in [true, false] {
            let mut next = current.clone();
            simplify_side(&mut next.nodes, order, x, left);
            if next == current {
                continue;
            }
            if agrees(original, &next.reachable(0))? {
                current = next;
                reached = current.reachable(0).nodes.len();
                continue;
            }
            for o in side(&current.nodes[x], left).clone() {
                let mut without = current.clone();
                side_mut(&mut without.nodes[x], left).retain(|&p| p != o);
                let mut steps = vec![without.clone()];
                if let Some(b) = reversal(&current.nodes, order, x, o, left) {
                    let beyond = side(&current.nodes[b], left).clone();
                    let list = side_mut(&mut without.nodes[x], left);
                    list.extend(beyond);
                    list.sort_unstable();
                    list.dedup();
                    steps.push(without);
                }
                for next in steps {
                    let part = next.reachable(0);
                    if part.nodes.len() <= reached && agrees(original, &part)? {
                        reached = part.nodes.len();
                        current = next;
                        break;
                    }
                }
            }
        }
    }
    let fused = fuse(&current.reachable(0))?;
    Ok(if agrees(original, &fused)? {
        fused
    } else {
        current.reachable(0)
    })
}

/// Have the two games, both rooted at node 0, the same onside?
pub(crate) fn agrees(a: &Graph, b: &Graph) -> Result<bool> {
    let mut both = a.clone();
    let shift = both.include(b)?;
    Ok(Order::of(&both)?.equal(0, shift))
}

/// Drops dominated options of one side of a node and bypasses reversible ones.
fn simplify_side(nodes: &mut [Node], order: &Order, x: usize, left: bool) {
    let mut list = side(&nodes[x], left).clone();
    // Options that were bypassed here, or that stay because they reverse in a circle.
    let mut passed: Vec<usize> = vec![];
    let mut kept: Vec<usize> = vec![];
    loop {
        drop_dominated(&mut list, order, left);
        let reversible = list
            .iter()
            .copied()
            .filter(|o| !kept.contains(o))
            .find_map(|o| reversal(nodes, order, x, o, left).map(|b| (o, b)));
        let Some((o, b)) = reversible else { break };
        let beyond: Vec<usize> = side(&nodes[b], left).clone();
        passed.push(o);
        let circular = beyond.iter().any(|p| passed.contains(p));
        if circular && left {
            kept.push(o);
            continue;
        }
        list.retain(|&p| p != o);
        for p in beyond {
            if !passed.contains(&p) && !list.contains(&p) {
                list.push(p);
            }
        }
    }
    *side_mut(&mut nodes[x], left) = list;
}

/// Equal nodes become one.
fn fuse(g: &Graph) -> Result<Graph> {
    let order = Order::of(g)?;
    let same: Vec<usize> = (0..g.nodes.len())
        .map(|i| (0..i).find(|&j| order.equal(i, j)).unwrap_or(i))
        .collect();
    let moved = |list: &[usize]| {
        let mut v: Vec<usize> = list.iter().map(|&o| same[o]).collect();
        v.sort_unstable();
        v.dedup();
        v
    };
    let nodes = g
        .nodes
        .iter()
        .map(|n| Node {
            left: moved(&n.left),
            right: moved(&n.right),
        })
        .collect();
    let fused = Graph {
        nodes,
        watch: g.watch.clone(),
    };
    Ok(fused.reachable(0))
}

fn side(n: &Node, left: bool) -> &Vec<usize> {
    if left { &n.left } else { &n.right }
}

fn side_mut(n: &mut Node, left: bool) -> &mut Vec<usize> {
    if left { &mut n.left } else { &mut n.right }
}

fn drop_dominated(list: &mut Vec<usize>, order: &Order, left: bool) {
    let better = |a: usize, b: usize| if left { order.ge(a, b) } else { order.ge(b, a) };
    let all = list.clone();
    list.retain(|&o| {
        !all.iter()
            .any(|&p| p != o && better(p, o) && (!better(o, p) || p < o))
    });
}

/// A node through which the option `o` of `x` reverses, of those with the fewest troubles first: not in a circle if possible.
fn reversal(nodes: &[Node], order: &Order, x: usize, o: usize, left: bool) -> Option<usize> {
    let through = side(&nodes[o], !left)
        .iter()
        .copied()
        .filter(|&b| if left { order.ge(x, b) } else { order.ge(b, x) });
    through.min_by_key(|&b| (side(&nodes[b], left).contains(&o), b))
}
