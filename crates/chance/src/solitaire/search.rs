//! Breadth-first search: the shortest solution and all positions that can be reached.

use bouton_core::{Budget, Result};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// What a search found.
#[derive(Clone, Debug)]
pub struct Solved<S> {
    /// A shortest way to the goal, the start included; `None` if the goal cannot be reached.
    pub path: Option<Vec<S>>,
    /// Positions that can be reached, the start included; all of them if `complete`.
    pub reachable: usize,
    /// True if every position was visited: always if there is no solution, otherwise only if asked for.
    pub complete: bool,
    /// Positions at the greatest distance from the start that was reached, and that distance.
    pub farthest: (usize, usize),
}

/// Searches from `start`; `moves` pushes the positions after one move. With `all`, goes on behind the solution to count what can be reached.
///
/// # Errors
/// Those of `moves`, or a limit of `budget`: each position counts.
///
/// ```
/// use bouton_chance::solitaire::solve;
/// // Jugs of 3 and 5 litres: measure 4.
/// let pour = |&(a, b): &(u32, u32), out: &mut Vec<(u32, u32)>| {
///     let (x, y) = (a.min(5 - b), b.min(3 - a));
///     out.extend([(3, b), (a, 5), (0, b), (a, 0), (a - x, b + x), (a + y, b - y)]);
///     Ok(())
/// };
/// let s = solve((0, 0), pour, |p| p.1 == 4, true, &bouton_core::Budget::unlimited()).unwrap();
/// assert_eq!(s.path.unwrap().len() - 1, 6);
/// assert_eq!(s.reachable, 16);
/// ```
pub fn solve<S: Clone + Eq + Hash>(
    start: S,
    mut moves: impl FnMut(&S, &mut Vec<S>) -> Result<()>,
    goal: impl Fn(&S) -> bool,
    all: bool,
    budget: &Budget,
) -> Result<Solved<S>> {
    let mut numbers: FxHashMap<S, u32> = FxHashMap::default();
    let mut order: Vec<(S, u32)> = vec![(start.clone(), u32::MAX)];
    numbers.insert(start, 0);
    let mut held = budget.hold();
    let each = 2 * size_of::<S>() as u64 + 24;
    let (mut next, mut layer_end, mut depth) = (0, 1, 0);
    let mut farthest = (1, 0);
    let mut found: Option<usize> = None;
    let mut out = Vec::new();
    while next < order.len() {
        if next == layer_end {
            depth += 1;
            farthest = (order.len() - layer_end, depth);
            layer_end = order.len();
        }
        budget.visit(1)?;
        if next.is_multiple_of(4096) {
            held.set(order.len() as u64 * each)?;
        }
        if found.is_none() && goal(&order[next].0) {
            found = Some(next);
            if !all {
                break;
            }
        }
        out.clear();
        moves(&order[next].0, &mut out)?;
        for position in out.drain(..) {
            if !numbers.contains_key(&position) {
                numbers.insert(position.clone(), order.len() as u32);
                order.push((position, next as u32));
            }
        }
        next += 1;
    }
    let path = found.map(|at| {
        let mut path = Vec::new();
        let mut at = at as u32;
        while at != u32::MAX {
            path.push(order[at as usize].0.clone());
            at = order[at as usize].1;
        }
        path.reverse();
        path
    });
    Ok(Solved {
        complete: next == order.len(),
        reachable: order.len(),
        path,
        farthest,
    })
}
