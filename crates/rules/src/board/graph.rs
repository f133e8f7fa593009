//! Graphs with coloured vertices and edges.

use super::{Cell, Letters, label};
use crate::heaps::shorten;
use crate::{Error, Result};

/// Most vertices of a graph: a larger number in a text is refused.
pub(super) const MOST_VERTICES: usize = 1 << 16;

/// An edge between two vertices, `a <= b`; a loop if they are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// The lower end.
    pub a: u32,
    /// The higher end.
    pub b: u32,
    /// Whose it is; `Free` for both's.
    pub colour: Cell,
}

/// Vertices `0..order`, each with a colour, and edges, kept sorted; multiple edges and loops are allowed.
///
/// Written `0-1,1-2`; a letter behind a vertex or an edge is its colour; a vertex is named alone if no edge names it or if it
/// has a colour.
///
/// ```
/// use bouton_rules::board::{Cell, Graph, Letters};
/// const COLOURS: Letters = Letters(&[(Cell::Free, "."), (Cell::Left, "L"), (Cell::Right, "R")]);
/// let g = Graph::parse("0-1,2-1R,2L,3", COLOURS).unwrap();
/// assert_eq!(g.show(COLOURS), "2L,3,0-1,1-2R");
/// assert_eq!(g.components().len(), 2);
/// let e = Graph::parse("0-1,1-x", COLOURS).unwrap_err();
/// assert!(e.to_string().contains("item 2, `1-x`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Graph {
    colours: Vec<Cell>,
    edges: Vec<Edge>,
}

impl Graph {
    /// A graph without edges.
    pub fn new(colours: Vec<Cell>) -> Graph {
        Graph {
            colours,
            edges: Vec::new(),
        }
    }

    /// A graph from its edges; an error if an end is no vertex.
    pub fn from_edges(
        colours: Vec<Cell>,
        edges: impl IntoIterator<Item = (usize, usize, Cell)>,
    ) -> Result<Graph> {
        let mut graph = Graph::new(colours);
        for (a, b, colour) in edges {
            let (a, b) = (a.min(b), a.max(b));
            if b >= graph.order() {
                let n = graph.order();
                return Err(Error::input(format!(
                    "edge {a}-{b}: there is no vertex {b}; the graph has {n} vertices"
                )));
            }
            graph.edges.push(Edge {
                a: a as u32,
                b: b as u32,
                colour,
            });
        }
        graph.edges.sort_unstable();
        Ok(graph)
    }

    /// Number of vertices.
    pub fn order(&self) -> usize {
        self.colours.len()
    }

    /// The edges in order.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The colour of a vertex.
    pub fn colour(&self, vertex: usize) -> Cell {
        self.colours[vertex]
    }

    /// The colours of the vertices.
    pub fn colours(&self) -> &[Cell] {
        &self.colours
    }

    /// Reads `0-1,1-2L,3R`.
    pub fn parse(text: &str, letters: Letters) -> Result<Graph> {
        let trimmed = text.trim();
        let mut colours: Vec<Cell> = Vec::new();
        let mut edges = Vec::new();
        if trimmed.is_empty() || trimmed == "none" {
            return Ok(Graph::new(colours));
        }
        for (i, item) in trimmed.split(',').map(str::trim).enumerate() {
            let fault = |what: &str| {
                Error::input(format!(
                    "graph `{}`: item {}, `{}`, {what}; write edges like 0-1 and vertices like 2, with a colour behind ({})",
                    shorten(text),
                    i + 1,
                    shorten(item),
                    letters.list()
                ))
            };
            let bare = item.trim_end_matches(|c: char| !c.is_ascii_digit() && c != '-');
            let mut tail = item[bare.len()..].chars();
            let colour = match (tail.next(), tail.next()) {
                (None, _) => Cell::Free,
                (Some(letter), None) => letters
                    .read(letter)
                    .ok_or_else(|| fault("has an unknown colour"))?,
                _ => return Err(fault("is not an edge or a vertex")),
            };
            let number = |part: &str| -> Result<usize> {
                if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
                    return Err(fault("is not an edge or a vertex"));
                }
                let n = part.parse().ok().filter(|&n: &usize| n < MOST_VERTICES);
                n.ok_or_else(|| fault("has a vertex beyond 65535"))
            };
            let ends = match bare.split_once('-') {
                Some((a, b)) => (number(a)?, number(b)?),
                None => {
                    let v = number(bare)?;
                    (v, v)
                }
            };
            let most = ends.0.max(ends.1);
            if colours.len() <= most {
                colours.resize(most + 1, Cell::Free);
            }
            if bare.contains('-') {
                edges.push((ends.0, ends.1, colour));
            } else {
                colours[ends.0] = colour;
            }
        }
        Graph::from_edges(colours, edges)
    }

    /// Vertices with a colour or without an edge, then the edges; `none` for the empty graph.
    pub fn show(&self, letters: Letters) -> String {
        let mut named = vec![false; self.order()];
        for edge in &self.edges {
            named[edge.a as usize] = true;
            named[edge.b as usize] = true;
        }
        let mut items = Vec::new();
        for (v, (&colour, named)) in self.colours.iter().zip(named).enumerate() {
            if colour != Cell::Free {
                items.push(format!("{v}{}", letters.write(colour)));
            } else if !named {
                items.push(v.to_string());
            }
        }
        for edge in &self.edges {
            let colour = if edge.colour == Cell::Free {
                String::new()
            } else {
                letters.write(edge.colour).to_string()
            };
            items.push(format!("{}-{}{colour}", edge.a, edge.b));
        }
        if items.is_empty() {
            "none".into()
        } else {
            items.join(",")
        }
    }

    /// For each vertex the numbers of its edges; a loop is there once.
    pub fn incidence(&self) -> Vec<Vec<usize>> {
        let mut at = vec![Vec::new(); self.order()];
        for (i, edge) in self.edges.iter().enumerate() {
            at[edge.a as usize].push(i);
            if edge.a != edge.b {
                at[edge.b as usize].push(i);
            }
        }
        at
    }

    /// For each vertex its neighbours, sorted, each once; itself if it has a loop.
    pub fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut of = vec![Vec::new(); self.order()];
        for edge in &self.edges {
            of[edge.a as usize].push(edge.b as usize);
            of[edge.b as usize].push(edge.a as usize);
        }
        for list in &mut of {
            list.sort_unstable();
            list.dedup();
        }
        of
    }

    /// The part on the vertices for which `keep` holds and the edges between them for which `edge` holds, numbered afresh in
    /// the same order.
    pub fn restrict(&self, keep: impl Fn(usize) -> bool, edge: impl Fn(usize) -> bool) -> Graph {
        let mut number = vec![u32::MAX; self.order()];
        let mut colours = Vec::new();
        for (v, number) in number.iter_mut().enumerate() {
            if keep(v) {
                *number = colours.len() as u32;
                colours.push(self.colours[v]);
            }
        }
        let mut edges = Vec::new();
        for (i, e) in self.edges.iter().enumerate() {
            let (a, b) = (number[e.a as usize], number[e.b as usize]);
            if a != u32::MAX && b != u32::MAX && edge(i) {
                edges.push(Edge {
                    a,
                    b,
                    colour: e.colour,
                });
            }
        }
        Graph { colours, edges }
    }

    /// The same graph with other vertex colours.
    pub fn recoloured(&self, colour: impl Fn(usize) -> Cell) -> Graph {
        Graph {
            colours: (0..self.order()).map(colour).collect(),
            edges: self.edges.clone(),
        }
    }

    /// Left's colour becomes Right's and the other way round, on vertices and edges.
    pub fn colours_swapped(&self) -> Graph {
        let swap = |c: Cell| match c {
            Cell::Left => Cell::Right,
            Cell::Right => Cell::Left,
            other => other,
        };
        let colours = self.colours.iter().map(|&c| swap(c)).collect();
        let mut edges: Vec<Edge> = self
            .edges
            .iter()
            .map(|e| Edge {
                colour: swap(e.colour),
                ..*e
            })
            .collect();
        edges.sort_unstable();
        Graph { colours, edges }
    }

    /// The number of the component of each vertex, numbered in the order of their lowest vertices.
    pub fn component_numbers(&self) -> Vec<usize> {
        let of = self.neighbours();
        let mut number = vec![usize::MAX; self.order()];
        let mut found = 0;
        for start in 0..self.order() {
            if number[start] != usize::MAX {
                continue;
            }
            number[start] = found;
            let mut open = vec![start];
            while let Some(v) = open.pop() {
                for &w in &of[v] {
                    if number[w] == usize::MAX {
                        number[w] = found;
                        open.push(w);
                    }
                }
            }
            found += 1;
        }
        number
    }

    /// The connected components, in the order of their lowest vertices.
    pub fn components(&self) -> Vec<Graph> {
        let number = self.component_numbers();
        let count = number.iter().map(|&n| n + 1).max().unwrap_or(0);
        (0..count)
            .map(|c| self.restrict(|v| number[v] == c, |_| true))
            .collect()
    }

    /// Bytes on the heap.
    pub fn owned_bytes(&self) -> usize {
        self.colours.capacity() * size_of::<Cell>() + self.edges.capacity() * size_of::<Edge>()
    }

    /// The disjoint union, numbered part after part.
    pub fn union(parts: &[Graph]) -> Graph {
        let mut out = Graph::new(Vec::new());
        for part in parts {
            let shift = out.colours.len() as u32;
            out.colours.extend_from_slice(&part.colours);
            out.edges.extend(part.edges.iter().map(|e| Edge {
                a: e.a + shift,
                b: e.b + shift,
                colour: e.colour,
            }));
        }
        out.edges.sort_unstable();
        out
    }

    /// An isomorphic graph that is nearly always the same for isomorphic graphs (always for forests and for small or
    /// irregular graphs): vertices with equal surroundings are told apart by trying each, up to a fixed effort.
    pub fn canonical(&self) -> Graph {
        let order = label::canonical_order(self);
        self.renumbered(&order)
    }

    /// The graph whose vertex `i` is the vertex `order[i]` of this one.
    pub fn renumbered(&self, order: &[usize]) -> Graph {
        let mut number = vec![0u32; self.order()];
        for (new, &old) in order.iter().enumerate() {
            number[old] = new as u32;
        }
        let colours = order.iter().map(|&v| self.colours[v]).collect();
        let moved = self.edges.iter().map(|e| {
            let (a, b) = (number[e.a as usize], number[e.b as usize]);
            Edge {
                a: a.min(b),
                b: a.max(b),
                colour: e.colour,
            }
        });
        let mut edges: Vec<Edge> = moved.collect();
        edges.sort_unstable();
        Graph { colours, edges }
    }
}
