//! An evader who is never seen: the search over sets of places where he may still be.
//!
//! *Zero-visibility cops and robbers* (dereniowski2015): searchers move along edges or stay, then the evader moves along an edge or stays.
//! *Hunters and rabbit* (abramovskaya2016): searchers look at any vertices, then the evader must move along an edge. In both, the
//! searchers win when no place is left. States that contain another one found earlier are not needed.

use super::{Graph, each_move, multisets};
use bouton_core::{Budget, Error, Result};
use rustc_hash::FxHashMap;

/// The rules of an unseen pursuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searchers {
    /// Searchers walk along edges; the evader may stay.
    Walk,
    /// Searchers look anywhere; the evader must move (he stays only where he has no neighbour).
    Jump,
}

/// How some number of searchers fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The number of searchers.
    pub searchers: usize,
    /// Where the searchers are, in the fewest rounds that are certain to end the search; `None` if no sequence is certain. For
    /// [`Searchers::Walk`] the first entry is where they begin, and rounds are the moves after it.
    pub sequence: Option<Vec<Vec<u32>>>,
    /// Rounds: looks for [`Searchers::Jump`], moves for [`Searchers::Walk`].
    pub time: Option<u32>,
    /// Sets of places that were visited.
    pub states: usize,
}

/// A shortest certain search with `searchers` searchers. The graph may have several parts.
///
/// # Errors
/// More than 128 vertices, no searchers or no vertices, or a limit of `budget`: each set of places counts as one position.
///
/// Costs up to 2^n sets of places (times the places of walking searchers) and the moves from each.
///
/// ```
/// use bouton_chance::pursuit::{search, Graph, Searchers};
/// use bouton_core::Budget;
/// let g = Graph::parse("path:5").unwrap();
/// let s = search(&g, 1, Searchers::Jump, &Budget::unlimited()).unwrap();
/// assert_eq!(s.time, Some(6));
/// let g = Graph::parse("cycle:5").unwrap();
/// assert_eq!(search(&g, 1, Searchers::Jump, &Budget::unlimited()).unwrap().time, None);
/// ```
pub fn search(graph: &Graph, searchers: usize, rule: Searchers, budget: &Budget) -> Result<Search> {
    let n = graph.len();
    if n == 0 || searchers == 0 {
        return Err(Error::input(
            "a search needs at least one vertex and one searcher",
        ));
    }
    if n > 128 {
        return Err(Error::limit(format!(
            "the search for an unseen evader is for graphs of up to 128 vertices, not {n}"
        )));
    }
    budget.phase("searching sets of places", None);
    match rule {
        Searchers::Jump => jump(graph, searchers, budget),
        Searchers::Walk => walk(graph, searchers, budget),
    }
}

/// The least number of searchers with a certain search, and their search.
///
/// # Errors
/// As [`search`].
///
/// ```
/// use bouton_chance::pursuit::{search_number, Graph, Searchers};
/// let g = Graph::parse("cycle:5").unwrap();
/// assert_eq!(search_number(&g, Searchers::Walk, &bouton_core::Budget::unlimited()).unwrap().searchers, 2);
/// ```
pub fn search_number(graph: &Graph, rule: Searchers, budget: &Budget) -> Result<Search> {
    let mut searchers = 1;
    loop {
        let s = search(graph, searchers, rule, budget)?;
        if s.time.is_some() {
            return Ok(s);
        }
        searchers += 1;
    }
}

/// The closed (`stay`) or open neighbourhood of each vertex as a set; a vertex without neighbours is its own.
fn neighbourhoods(graph: &Graph, stay: bool) -> Vec<u128> {
    (0..graph.len() as u32)
        .map(|v| {
            let near = graph.neighbours(v).iter().fold(0u128, |s, &w| s | 1 << w);
            if stay || near == 0 {
                near | 1 << v
            } else {
                near
            }
        })
        .collect()
}

fn spread(mut set: u128, near: &[u128]) -> u128 {
    let mut out = 0;
    while set != 0 {
        out |= near[set.trailing_zeros() as usize];
        set &= set - 1;
    }
    out
}

fn members(mut set: u128) -> Vec<u32> {
    let mut out = Vec::new();
    while set != 0 {
        out.push(set.trailing_zeros());
        set &= set - 1;
    }
    out
}

/// Keeps the sets that contain no other one of the list, each once.
fn keep_least(list: &mut Vec<(u128, u128)>) {
    list.sort_by_key(|(s, _)| (s.count_ones(), *s));
    list.dedup_by_key(|(s, _)| *s);
    let mut kept: Vec<(u128, u128)> = Vec::with_capacity(list.len());
    for &(s, look) in list.iter() {
        if !kept.iter().any(|(t, _)| t & !s == 0) {
            kept.push((s, look));
        }
    }
    *list = kept;
}

fn jump(graph: &Graph, searchers: usize, budget: &Budget) -> Result<Search> {
    let n = graph.len();
    let near = neighbourhoods(graph, false);
    let all = if n == 128 { u128::MAX } else { (1 << n) - 1 };
    // Behind each set: the set before and where was looked.
    let mut seen: FxHashMap<u128, (u128, u128)> = FxHashMap::default();
    seen.insert(all, (0, 0));
    let mut layer = vec![all];
    let mut held = budget.hold();
    while !layer.is_empty() {
        let mut next = Vec::new();
        for &set in &layer {
            budget.visit(1)?;
            let places = members(set);
            let mut options: Vec<(u128, u128)> = Vec::new();
            each_subset(&places, searchers, &mut |look| {
                options.push((spread(set & !look, &near), look));
            });
            keep_least(&mut options);
            for (then, look) in options {
                if seen.contains_key(&then) {
                    continue;
                }
                seen.insert(then, (set, look));
                if then == 0 {
                    let mut sequence = Vec::new();
                    let mut at = then;
                    while at != all || sequence.is_empty() {
                        let (before, look) = seen[&at];
                        sequence.push(members(look));
                        at = before;
                        if at == all {
                            break;
                        }
                    }
                    sequence.reverse();
                    return Ok(Search {
                        searchers,
                        time: Some(sequence.len() as u32),
                        sequence: Some(sequence),
                        states: seen.len(),
                    });
                }
                next.push(then);
            }
        }
        held.set(seen.len() as u64 * 64)?;
        layer = next;
    }
    Ok(Search {
        searchers,
        sequence: None,
        time: None,
        states: seen.len(),
    })
}

/// Calls `each` with every set of `k` of the places, or with all of them if they are fewer.
fn each_subset(places: &[u32], k: usize, each: &mut dyn FnMut(u128)) {
    let bits = |chosen: &[usize]| chosen.iter().fold(0u128, |s, &i| s | 1 << places[i]);
    let k = k.min(places.len());
    let mut chosen: Vec<usize> = (0..k).collect();
    loop {
        each(bits(&chosen));
        let Some(i) = (0..k).rev().find(|&i| chosen[i] < places.len() - k + i) else {
            return;
        };
        chosen[i] += 1;
        for j in i + 1..k {
            chosen[j] = chosen[j - 1] + 1;
        }
    }
}

fn walk(graph: &Graph, searchers: usize, budget: &Budget) -> Result<Search> {
    let n = graph.len();
    let near = neighbourhoods(graph, true);
    let all = if n == 128 { u128::MAX } else { (1 << n) - 1 };
    type State = (Vec<u32>, u128);
    let bits = |c: &[u32]| c.iter().fold(0u128, |s, &v| s | 1 << v);
    // What is found, by number: the state and the number of the one before.
    let mut order: Vec<(State, usize)> = Vec::new();
    let mut seen: FxHashMap<State, ()> = FxHashMap::default();
    for c in multisets(n as u32, searchers) {
        let state = (c.clone(), all & !bits(&c));
        seen.insert(state.clone(), ());
        order.push((state, usize::MAX));
    }
    let mut held = budget.hold();
    let mut next = 0;
    while next < order.len() {
        budget.visit(1)?;
        let ((cops, set), _) = order[next].clone();
        if set == 0 {
            let mut sequence = Vec::new();
            let mut at = next;
            while at != usize::MAX {
                sequence.push(order[at].0.0.clone());
                at = order[at].1;
            }
            sequence.reverse();
            return Ok(Search {
                searchers,
                time: Some(sequence.len() as u32 - 1),
                sequence: Some(sequence),
                states: seen.len(),
            });
        }
        each_move(graph, &cops, |to| {
            let block = bits(to);
            let then = spread(set & !block, &near) & !block;
            let state = (to.to_vec(), then);
            if !seen.contains_key(&state) {
                seen.insert(state.clone(), ());
                order.push((state, next));
            }
        });
        if next.is_multiple_of(1024) {
            held.set(seen.len() as u64 * (160 + 8 * searchers as u64))?;
        }
        next += 1;
    }
    Ok(Search {
        searchers,
        sequence: None,
        time: None,
        states: seen.len(),
    })
}
