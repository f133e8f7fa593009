//! Canonical numbering of the vertices of a graph: refine by surroundings, then try each of what is still alike.

use super::{Cell, Graph};

/// Most leaves of the search for the least numbering; beyond it the first vertex of a class stands for the class.
const MOST_LEAVES: usize = 500;

/// Larger graphs keep their numbering: refinement takes time with the square of the order.
const MOST_VERTICES: usize = 400;

/// The vertices in a canonical order.
pub(super) fn canonical_order(graph: &Graph) -> Vec<usize> {
    let n = graph.order();
    if n > MOST_VERTICES {
        return (0..n).collect();
    }
    let links = links(graph);
    // Blocked vertices (the ground of Hackenbush) come first, then the others by colour.
    let rank = |v: usize| {
        if graph.colour(v) == Cell::Block {
            0
        } else {
            1 + graph.colour(v) as usize
        }
    };
    let mut start: Vec<(usize, usize)> = (0..n).map(|v| (rank(v), v)).collect();
    start.sort_unstable();
    let mut classes = vec![0; n];
    let mut class = 0;
    for i in 0..n {
        if i > 0 && start[i].0 != start[i - 1].0 {
            class = i;
        }
        classes[start[i].1] = class;
    }
    refine(&links, &mut classes);
    // In a forest, vertices that refinement cannot tell apart are images of each other: one choice does for all.
    let parts = graph
        .component_numbers()
        .iter()
        .map(|&c| c + 1)
        .max()
        .unwrap_or(0);
    let forest = graph.edges().len() + parts == n;
    let mut best: Option<(Graph, Vec<usize>)> = None;
    let mut leaves = 0;
    let mut open = vec![classes];
    while let Some(classes) = open.pop() {
        let Some(choices) = smallest_class(&classes) else {
            let mut order = vec![0; n];
            for (v, &c) in classes.iter().enumerate() {
                order[c] = v;
            }
            let image = graph.renumbered(&order);
            if best.as_ref().is_none_or(|(least, _)| image < *least) {
                best = Some((image, order));
            }
            leaves += 1;
            continue;
        };
        let single = forest || leaves + open.len() >= MOST_LEAVES || twins(&links, &choices);
        let tried = if single { 1 } else { choices.len() };
        for &v in &choices[..tried] {
            let mut next = classes.clone();
            // The chosen vertex keeps the number of the class, the rest move behind it.
            for &w in choices.iter().filter(|&&w| w != v) {
                next[w] += 1;
            }
            refine(&links, &mut next);
            open.push(next);
        }
    }
    best.map(|(_, order)| order).unwrap_or_default()
}

/// For each vertex its neighbours with the colours of the edges, sorted.
fn links(graph: &Graph) -> Vec<Vec<(usize, usize)>> {
    let mut links = vec![Vec::new(); graph.order()];
    for e in graph.edges() {
        links[e.a as usize].push((e.b as usize, e.colour as usize));
        if e.a != e.b {
            links[e.b as usize].push((e.a as usize, e.colour as usize));
        }
    }
    for list in &mut links {
        list.sort_unstable();
    }
    links
}

/// For each edge at a vertex: class of the neighbour, colour of the edge, is it a loop; sorted.
type Surroundings = Vec<(usize, usize, bool)>;

/// Splits classes by the multiset of (class of neighbour, colour of edge, is it a loop) until nothing changes. A class is
/// named by the number of vertices in the classes before it.
fn refine(links: &[Vec<(usize, usize)>], classes: &mut Vec<usize>) {
    let n = classes.len();
    loop {
        let mut keyed: Vec<(usize, Surroundings, usize)> = (0..n)
            .map(|v| {
                let mut seen: Vec<_> = links[v]
                    .iter()
                    .map(|&(w, colour)| (classes[w], colour, w == v))
                    .collect();
                seen.sort_unstable();
                (classes[v], seen, v)
            })
            .collect();
        keyed.sort_unstable();
        let mut next = vec![0; n];
        let mut class = 0;
        for i in 0..n {
            if i > 0 && (keyed[i].0, &keyed[i].1) != (keyed[i - 1].0, &keyed[i - 1].1) {
                class = i;
            }
            next[keyed[i].2] = class;
        }
        if next == *classes {
            return;
        }
        *classes = next;
    }
}

/// The members of the smallest class of at least two; `None` if every class has one.
fn smallest_class(classes: &[usize]) -> Option<Vec<usize>> {
    let mut members = vec![Vec::new(); classes.len()];
    for (v, &c) in classes.iter().enumerate() {
        members[c].push(v);
    }
    members
        .into_iter()
        .filter(|m| m.len() > 1)
        .min_by_key(Vec::len)
}

/// True if the vertices have the same neighbours outside themselves and no edges among themselves.
fn twins(links: &[Vec<(usize, usize)>], vertices: &[usize]) -> bool {
    let first = &links[vertices[0]];
    vertices.iter().all(|&v| links[v] == *first) && first.iter().all(|(w, _)| !vertices.contains(w))
}
