//! Strongly connected components, each before those that lead to it.

use super::{Process, State};

/// The components in an order in which every branch leads to the same component or to an earlier one, and the number of
/// the component of each state.
pub(crate) fn components(process: &Process) -> (Vec<Vec<State>>, Vec<u32>) {
    let successors: Vec<Vec<State>> = process
        .states
        .iter()
        .map(|s| {
            let branches = s.actions.iter().flat_map(|a| &a.branches);
            let mut to: Vec<State> = branches.map(|b| b.to).collect();
            to.sort_unstable();
            to.dedup();
            to
        })
        .collect();
    of_graph(&successors)
}

/// Tarjan's algorithm with a stack of its own.
pub(crate) fn of_graph(successors: &[Vec<State>]) -> (Vec<Vec<State>>, Vec<u32>) {
    const UNSEEN: u32 = u32::MAX;
    let n = successors.len();
    let mut index = vec![UNSEEN; n];
    let mut low = vec![0u32; n];
    let mut component = vec![UNSEEN; n];
    let mut out: Vec<Vec<State>> = Vec::new();
    let mut open: Vec<State> = Vec::new();
    let mut calls: Vec<(State, usize)> = Vec::new();
    let mut next = 0;
    for root in 0..n {
        if index[root] != UNSEEN {
            continue;
        }
        calls.push((root as State, 0));
        while let Some((v, at)) = calls.pop() {
            let i = v as usize;
            if at == 0 {
                index[i] = next;
                low[i] = next;
                next += 1;
                open.push(v);
            }
            if let Some(&w) = successors[i].get(at) {
                calls.push((v, at + 1));
                let j = w as usize;
                if index[j] == UNSEEN {
                    calls.push((w, 0));
                } else if component[j] == UNSEEN {
                    low[i] = low[i].min(index[j]);
                }
                continue;
            }
            if low[i] == index[i] {
                let number = out.len() as u32;
                let mut members = Vec::new();
                while let Some(w) = open.pop() {
                    component[w as usize] = number;
                    members.push(w);
                    if w == v {
                        break;
                    }
                }
                members.reverse();
                out.push(members);
            }
            if let Some(&(parent, _)) = calls.last() {
                let p = parent as usize;
                low[p] = low[p].min(low[i]);
            }
        }
    }
    (out, component)
}
