//! Moves on graphs: which vertices and edges change, by their names.

use super::{Change, Place};
use bouton_rules::board::{Cell, Scene, Shape};
use std::collections::HashMap;

/// A drawn graph: the vertices with their names and colours, the edges by names.
#[derive(Default)]
struct Drawn {
    names: Vec<String>,
    colours: Vec<Cell>,
    edges: Vec<(String, String, String)>,
}

fn read(scene: &Scene) -> Option<Drawn> {
    let mut drawn = Drawn::default();
    let mut at: Vec<(f64, f64)> = Vec::new();
    let mut shapes = scene.shapes.iter().peekable();
    while let Some(shape) = shapes.next() {
        if let Shape::Stone { x, y, cell } = shape {
            let Some(Shape::Label { text, .. }) = shapes.peek() else {
                return None;
            };
            at.push((*x, *y));
            drawn.names.push(text.clone());
            drawn.colours.push(*cell);
        }
    }
    let name = |end: (f64, f64)| {
        let found = at.iter().position(|p| *p == end)?;
        Some(drawn.names[found].clone())
    };
    for shape in &scene.shapes {
        if let Shape::Line { from, to, cell, .. } = shape {
            let (a, b) = (name(*from)?, name(*to)?);
            drawn.edges.push((a, b, format!("{cell:?}")));
        }
    }
    Some(drawn)
}

/// The change between two drawn graphs.
pub(super) fn of_scenes(before: &Scene, after: &Scene) -> Option<Change> {
    let (old, new) = (read(before)?, read(after)?);
    let colour: HashMap<&str, Cell> = new
        .names
        .iter()
        .map(String::as_str)
        .zip(new.colours.iter().copied())
        .collect();
    let gone: Vec<usize> = (0..old.names.len())
        .filter(|&v| !colour.contains_key(old.names[v].as_str()))
        .collect();
    let mut left: HashMap<&(String, String, String), usize> = HashMap::new();
    new.edges
        .iter()
        .for_each(|edge| *left.entry(edge).or_default() += 1);
    let cut: Vec<usize> = (0..old.edges.len())
        .filter(|&e| match left.get_mut(&old.edges[e]) {
            Some(n) if *n > 0 => {
                *n -= 1;
                false
            }
            _ => true,
        })
        .collect();
    let now = |v: usize| colour.get(old.names[v].as_str()).copied();
    let changed: Vec<usize> = (0..old.names.len())
        .filter(|&v| now(v).is_some_and(|is| is != old.colours[v]))
        .collect();
    let mut labels = Vec::new();
    let vertices = |of: &[usize]| {
        of.iter()
            .map(|&v| old.names[v].as_str())
            .collect::<Vec<_>>()
            .join("-")
    };
    let edges = |of: &[usize]| {
        let names = of
            .iter()
            .map(|&e| format!("{}-{}", old.edges[e].0, old.edges[e].1));
        names.collect::<Vec<_>>().join(",")
    };
    // A token: it stood on one vertex and stands on another that had none.
    let arrived = changed
        .iter()
        .find(|&&v| old.colours[v] == Cell::Free && matches!(now(v), Some(Cell::Left)));
    let token: Vec<usize> = (0..old.names.len())
        .filter(|&v| old.colours[v] == Cell::Left)
        .collect();
    if let ([from], Some(&to)) = (token.as_slice(), arrived)
        && new.colours.iter().filter(|&&c| c == Cell::Left).count() == 1
        && now(*from) != Some(Cell::Left)
        && (now(*from).is_none() || now(*from) == Some(Cell::Free))
    {
        labels.push(format!("{}-{}", old.names[*from], old.names[to]));
        let cells = vec![Place::Vertex(*from), Place::Vertex(to)];
        return Some(Change { labels, cells });
    }
    let beside = |v: usize, w: usize| {
        let (a, b) = (&old.names[v], &old.names[w]);
        old.edges
            .iter()
            .any(|(p, q, _)| (p, q) == (a, b) || (p, q) == (b, a))
    };
    if !changed.is_empty() && cut.is_empty() {
        // A vertex taken with what its neighbours lose: the neighbours of the taken one are exactly the others.
        let blocked: Vec<usize> = changed
            .iter()
            .copied()
            .filter(|&v| now(v) == Some(Cell::Block))
            .collect();
        let centre = blocked.iter().copied().filter(|&v| {
            changed.iter().all(|&w| w == v || beside(v, w))
                && (0..old.names.len()).all(|w| {
                    w == v || old.colours[w] != Cell::Free || changed.contains(&w) || !beside(v, w)
                })
        });
        let centre: Vec<usize> = centre.collect();
        match (changed.as_slice(), centre.as_slice()) {
            ([only], _) => labels.push(old.names[*only].clone()),
            (_, [v]) => labels.push(old.names[*v].clone()),
            _ => {}
        }
        labels.push(vertices(&changed));
        let of = |v: usize| match now(v) {
            Some(c) => format!("{}{}", old.names[v], mark(c)),
            None => old.names[v].clone(),
        };
        labels.push(changed.iter().map(|&v| of(v)).collect::<Vec<_>>().join("-"));
    } else if !cut.is_empty() {
        // The edge that is cut still hangs on what stays, or on the ground; what falls with it does not.
        let stays = |name: &str| {
            colour.contains_key(name)
                || old
                    .names
                    .iter()
                    .position(|n| n == name)
                    .is_some_and(|v| old.colours[v] == Cell::Block)
        };
        let root = cut
            .iter()
            .find(|&&e| stays(&old.edges[e].0) || stays(&old.edges[e].1));
        let first = root
            .or(cut.first())
            .copied()
            .into_iter()
            .collect::<Vec<_>>();
        if gone.len() == 2 && !beside_all(&old, &gone, &cut) {
            labels.push(vertices(&gone));
        }
        labels.push(edges(&first));
        labels.push(edges(&cut));
    } else if !gone.is_empty() {
        labels.push(vertices(&gone));
    } else {
        return None;
    }
    let mut cells: Vec<Place> = changed
        .iter()
        .chain(&gone)
        .map(|&v| Place::Vertex(v))
        .collect();
    cells.extend(cut.iter().map(|&e| Place::Edge(e)));
    Some(Change { labels, cells })
}

/// True if the edges that are cut do more than lose the two vertices that are gone.
fn beside_all(old: &Drawn, gone: &[usize], cut: &[usize]) -> bool {
    let touches = |e: usize| {
        let (a, b, _) = &old.edges[e];
        gone.iter()
            .any(|&v| old.names[v] == *a || old.names[v] == *b)
    };
    !cut.iter().all(|&e| touches(e))
}

fn mark(cell: Cell) -> &'static str {
    match cell {
        Cell::Free => ".",
        Cell::Left => "L",
        Cell::Right => "R",
        Cell::Block => "#",
    }
}
