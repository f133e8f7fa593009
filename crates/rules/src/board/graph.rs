//! Graphs with coloured vertices and edges.

use super::names::{Item, MOST_VERTICES, NameBook, Names};
use super::{Cell, Letters, label};
use crate::heaps::shorten;
use crate::{Error, Result};
use std::borrow::Cow;
use std::fmt::Write;

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

/// Vertices `0..order`, each with a colour, and edges, kept sorted; multiple edges and loops are allowed. What was read from a text
/// keeps the names of its vertices ([`Names`]).
///
/// Written `0-1,1-2`, by names that are numbers or words; a letter behind a vertex or an edge is its colour, behind a word with a
/// colon; a vertex is named alone if no edge names it or if it has a colour. Only what is named is there.
///
/// ```
/// use bouton_rules::board::{Cell, Graph, Letters};
/// const COLOURS: Letters = Letters(&[(Cell::Free, "."), (Cell::Left, "L"), (Cell::Right, "R")]);
/// let g = Graph::parse("0-1,2-1R,2L,3", COLOURS).unwrap();
/// assert_eq!(g.show(COLOURS), "2L,3,0-1,1-2R");
/// assert_eq!(g.components().len(), 2);
/// let g = Graph::parse("7-left,left:L", COLOURS).unwrap();
/// assert_eq!((g.order(), g.show(COLOURS).as_str()), (2, "left:L,7-left"));
/// let e = Graph::parse("0-1,1-", COLOURS).unwrap_err();
/// assert!(e.to_string().contains("item 2, `1-`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Graph {
    colours: Vec<Cell>,
    edges: Vec<Edge>,
    names: Names,
}

impl Graph {
    /// A graph without edges and names.
    pub fn new(colours: Vec<Cell>) -> Graph {
        Graph {
            colours,
            edges: Vec::new(),
            names: Names::default(),
        }
    }

    /// The same graph with names.
    pub fn named(self, names: Names) -> Graph {
        Graph { names, ..self }
    }

    /// The name of a vertex: its number in a graph without names.
    pub fn name(&self, vertex: usize) -> Cow<'_, str> {
        self.names.of(vertex)
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

    /// Reads `0-1,1-2L,3R` or, with words, `a-b,b-7:L,left:R`; a comma may end it. A vertex that is named by no item is not there.
    pub fn parse(text: &str, letters: Letters) -> Result<Graph> {
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed == "none" {
            return Ok(Graph::new(Vec::new()));
        }
        let mut book = NameBook::default();
        let mut said: Vec<Option<Cell>> = Vec::new();
        let mut edges = Vec::new();
        let items = trimmed.strip_suffix(',').unwrap_or(trimmed).split(',');
        for (i, text_item) in items.map(str::trim).enumerate() {
            let fault = |what: &str| {
                Error::input(format!(
                    "graph `{}`: item {}, `{}`, {what}; write edges like 0-1 or a-b and vertices like 2, with a colour behind ({}; \
                     behind a word with a colon)",
                    shorten(text),
                    i + 1,
                    shorten(text_item),
                    letters.list()
                ))
            };
            let item = Item::read(text_item).ok_or_else(|| fault("is not an edge or a vertex"))?;
            let colour = match item.letter {
                None => Cell::Free,
                Some(letter) => letters
                    .read(letter)
                    .ok_or_else(|| fault("has an unknown colour"))?,
            };
            let many = || {
                fault(&format!(
                    "is beyond the {MOST_VERTICES} vertices of a graph"
                ))
            };
            let a = book.vertex(item.a).ok_or_else(many)?;
            let b = item
                .b
                .map(|b| book.vertex(b).ok_or_else(many))
                .transpose()?;
            said.resize(book.len(), None);
            match (b, item.letter) {
                (Some(b), _) => edges.push((a, b, colour)),
                (None, None) => {}
                (None, Some(_)) if said[a].is_some_and(|other| other != colour) => {
                    return Err(fault("gives a vertex a second colour"));
                }
                (None, Some(_)) => said[a] = Some(colour),
            }
        }
        let (names, number) = book.finish();
        let mut colours = vec![Cell::Free; number.len()];
        for (old, colour) in said.into_iter().enumerate() {
            colours[number[old]] = colour.unwrap_or(Cell::Free);
        }
        let edges = edges.into_iter().map(|(a, b, c)| (number[a], number[b], c));
        Ok(Graph::from_edges(colours, edges)?.named(names))
    }

    /// Vertices with a colour or without an edge, then the edges; `none` for the empty graph.
    pub fn show(&self, letters: Letters) -> String {
        let mut named = vec![false; self.order()];
        for edge in &self.edges {
            named[edge.a as usize] = true;
            named[edge.b as usize] = true;
        }
        let mut text = String::new();
        let mut item = |vertex: usize, other: Option<u32>, colour: Cell| {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(&self.name(vertex));
            if let Some(other) = other {
                let _ = write!(text, "-{}", self.name(other as usize));
            }
            if colour != Cell::Free {
                Item::write_letter(&mut text, letters.write(colour));
            }
        };
        for (v, (&colour, named)) in self.colours.iter().zip(named).enumerate() {
            if colour != Cell::Free || !named {
                item(v, None, colour);
            }
        }
        for edge in &self.edges {
            item(edge.a as usize, Some(edge.b), edge.colour);
        }
        if text.is_empty() { "none".into() } else { text }
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
    /// the same order; names are kept.
    pub fn restrict(&self, keep: impl Fn(usize) -> bool, edge: impl Fn(usize) -> bool) -> Graph {
        let mut number = vec![u32::MAX; self.order()];
        let mut colours = Vec::new();
        for (v, number) in number.iter_mut().enumerate() {
            if keep(v) {
                *number = colours.len() as u32;
                colours.push(self.colours[v]);
            }
        }
        let names = match colours.len() == self.order() {
            true => self.names.clone(),
            false => {
                let kept = number.iter().enumerate().filter(|(_, n)| **n != u32::MAX);
                self.names.only(kept.map(|(v, _)| v))
            }
        };
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
        Graph {
            colours,
            edges,
            names,
        }
    }

    /// The same graph with other vertex colours.
    pub fn recoloured(&self, colour: impl Fn(usize) -> Cell) -> Graph {
        Graph {
            colours: (0..self.order()).map(colour).collect(),
            edges: self.edges.clone(),
            names: self.names.clone(),
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
        Graph {
            colours,
            edges,
            names: self.names.clone(),
        }
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
        self.colours.capacity() * size_of::<Cell>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.names.owned_bytes()
    }

    /// The disjoint union, numbered part after part, without names.
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

    /// An isomorphic graph without names that is nearly always the same for isomorphic graphs (always for forests and for small or
    /// irregular graphs): vertices with equal surroundings are told apart by trying each, up to a fixed effort.
    pub fn canonical(&self) -> Graph {
        let order = label::canonical_order(self);
        self.renumbered(&order)
    }

    /// The graph without names whose vertex `i` is the vertex `order[i]` of this one.
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
        Graph {
            colours,
            edges,
            names: Names::default(),
        }
    }
}
