//! Greatest matchings of a graph, by Edmonds' blossom algorithm.

use std::collections::VecDeque;

const NONE: usize = usize::MAX;

/// Does every matching with as many edges as possible cover this vertex? That is so iff the greatest matching without the vertex
/// has fewer edges. Time O(V^3).
///
/// ```
/// use bouton_games::geography::is_always_covered;
/// let path = [(0, 1), (1, 2)];
/// assert!(is_always_covered(3, &path, 1));
/// assert!(!is_always_covered(3, &path, 0));
/// ```
pub fn is_always_covered(order: usize, edges: &[(usize, usize)], vertex: usize) -> bool {
    let without: Vec<(usize, usize)> = edges
        .iter()
        .copied()
        .filter(|&(a, b)| a != vertex && b != vertex)
        .collect();
    size(order, &without) < size(order, edges)
}

/// The same by trying every set of edges: for small graphs.
pub fn is_always_covered_by_search(order: usize, edges: &[(usize, usize)], vertex: usize) -> bool {
    let mut best = (0, true);
    for set in 0..1u32 << edges.len() {
        let mut covered = vec![false; order];
        let chosen = (0..edges.len()).filter(|i| set >> i & 1 == 1);
        let apart = chosen.clone().all(|i| {
            let (a, b) = edges[i];
            a != b
                && !std::mem::replace(&mut covered[a], true)
                && !std::mem::replace(&mut covered[b], true)
        });
        let count = chosen.count();
        if apart && count >= best.0 {
            best = (count, covered[vertex] && (count > best.0 || best.1));
        }
    }
    best.1
}

/// Edges of the greatest matching.
fn size(order: usize, edges: &[(usize, usize)]) -> usize {
    let mut beside = vec![Vec::new(); order];
    for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
        beside[a].push(b);
        beside[b].push(a);
    }
    let mut mate = vec![NONE; order];
    let mut found = 0;
    for root in 0..order {
        if mate[root] == NONE && augment(&beside, &mut mate, root) {
            found += 1;
        }
    }
    found
}

/// Looks for an augmenting path from `root` and flips it. Odd cycles are shrunk: every vertex knows the base of its blossom.
fn augment(beside: &[Vec<usize>], mate: &mut [usize], root: usize) -> bool {
    let order = beside.len();
    let (mut before, mut base) = (vec![NONE; order], (0..order).collect::<Vec<_>>());
    let mut reached = vec![false; order];
    reached[root] = true;
    let mut open = VecDeque::from([root]);
    while let Some(v) = open.pop_front() {
        for &w in &beside[v] {
            if base[v] == base[w] || mate[v] == w {
                continue;
            }
            if w == root || (mate[w] != NONE && before[mate[w]] != NONE) {
                let top = meeting(&base, mate, &before, v, w);
                let mut inside = vec![false; order];
                mark(&mut base, mate, &mut before, &mut inside, v, top, w);
                mark(&mut base, mate, &mut before, &mut inside, w, top, v);
                for u in 0..order {
                    if inside[base[u]] {
                        base[u] = top;
                        if !std::mem::replace(&mut reached[u], true) {
                            open.push_back(u);
                        }
                    }
                }
            } else if before[w] == NONE {
                before[w] = v;
                if mate[w] == NONE {
                    flip(mate, &before, w);
                    return true;
                }
                reached[mate[w]] = true;
                open.push_back(mate[w]);
            }
        }
    }
    false
}

/// The base in which the alternating paths from two vertices to the root meet.
fn meeting(base: &[usize], mate: &[usize], before: &[usize], a: usize, b: usize) -> usize {
    let mut on_path = vec![false; base.len()];
    let mut v = a;
    loop {
        v = base[v];
        on_path[v] = true;
        if mate[v] == NONE {
            break;
        }
        v = before[mate[v]];
    }
    let mut v = b;
    loop {
        v = base[v];
        if on_path[v] {
            return v;
        }
        v = before[mate[v]];
    }
}

/// Marks the bases on the path from `v` down to the blossom's base, and turns the path round.
fn mark(
    base: &mut [usize],
    mate: &[usize],
    before: &mut [usize],
    inside: &mut [bool],
    mut v: usize,
    top: usize,
    mut child: usize,
) {
    while base[v] != top {
        inside[base[v]] = true;
        inside[base[mate[v]]] = true;
        before[v] = child;
        child = mate[v];
        v = before[mate[v]];
    }
}

/// Exchanges matched and free edges on the path that ends in `w`.
fn flip(mate: &mut [usize], before: &[usize], mut w: usize) {
    while w != NONE {
        let v = before[w];
        let next = mate[v];
        mate[v] = w;
        mate[w] = v;
        w = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covered_vertices_agree_with_search() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut seen = [0, 0];
        for _ in 0..400 {
            let order = rng.usize(1..8);
            let edges: Vec<(usize, usize)> = (0..rng.usize(0..11))
                .map(|_| (rng.usize(0..order), rng.usize(0..order)))
                .collect();
            for v in 0..order {
                let covered = is_always_covered(order, &edges, v);
                assert_eq!(
                    covered,
                    is_always_covered_by_search(order, &edges, v),
                    "{edges:?} {v}"
                );
                seen[usize::from(covered)] += 1;
            }
        }
        assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
    }
}
