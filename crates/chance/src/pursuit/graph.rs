//! Graphs: families by name and lists of edges.

use bouton_core::{Error, Result};
use std::collections::BTreeMap;

/// Graphs have at most this many vertices.
const MOST: usize = 100_000;
/// ... and at most this many edges.
const MOST_EDGES: usize = 2_000_000;

/// A simple undirected graph on the vertices 0, 1, ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    neighbours: Vec<Vec<u32>>,
    /// Names of vertices where a list of edges gave others than 0, 1, ….
    names: Vec<String>,
}

const FORMS: &str = "write edges such as `0-1,1-2`, or a family: petersen, path:5, cycle:7, complete:4, star:5, wheel:6, grid:3x4, \
    torus:3x4, hypercube:3, bipartite:3x4, tree:2x3 (branching x depth), tree:0,0,1 (parents of 1, 2, 3), ladder:4, prism:5, \
    cube, octahedron, dodecahedron, icosahedron";

impl Graph {
    /// A graph without edges on `n` vertices.
    pub fn empty(n: usize) -> Graph {
        Graph {
            neighbours: vec![Vec::new(); n],
            names: Vec::new(),
        }
    }

    /// The graph on `n` vertices with these edges; loops and repeated edges count once or not at all, ends beyond `n` are ignored.
    pub fn from_edges(n: usize, edges: &[(u32, u32)]) -> Graph {
        let mut g = Graph::empty(n);
        for &(a, b) in edges {
            g.join(a, b);
        }
        g
    }

    fn join(&mut self, a: u32, b: u32) {
        let n = self.len();
        if a == b || a as usize >= n || b as usize >= n {
            return;
        }
        for (x, y) in [(a, b), (b, a)] {
            let list = &mut self.neighbours[x as usize];
            if let Err(at) = list.binary_search(&y) {
                list.insert(at, y);
            }
        }
    }

    /// Reads a family by name or a list of edges.
    ///
    /// # Errors
    /// One sentence that quotes what is wrong and shows the forms.
    ///
    /// ```
    /// use bouton_chance::pursuit::Graph;
    /// assert_eq!(Graph::parse("petersen").unwrap().edges().count(), 15);
    /// assert_eq!(Graph::parse("grid:3x4").unwrap().len(), 12);
    /// assert_eq!(Graph::parse("0-1,1-2,2-0").unwrap(), Graph::parse("cycle:3").unwrap());
    /// assert!(Graph::parse("cycle:2").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Graph> {
        let text = text.trim();
        match text.split_once(':') {
            Some((family, numbers)) => by_family(family.trim(), numbers.trim(), text),
            None => match by_name(text) {
                Some(graph) => Ok(graph),
                None => from_list(text),
            },
        }
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// True without vertices.
    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    /// The neighbours of a vertex, in order.
    pub fn neighbours(&self, v: u32) -> &[u32] {
        &self.neighbours[v as usize]
    }

    /// The edges, each once, the smaller end first.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> {
        let lists = (0u32..).zip(&self.neighbours);
        lists.flat_map(|(v, list)| list.iter().filter(move |&&w| v < w).map(move |&w| (v, w)))
    }

    /// What a vertex is called.
    pub fn name(&self, v: u32) -> String {
        match self.names.get(v as usize) {
            Some(name) => name.clone(),
            None => v.to_string(),
        }
    }

    /// The vertices of each connected part.
    pub fn parts(&self) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.len()];
        let mut out = Vec::new();
        for root in 0..self.len() as u32 {
            if std::mem::replace(&mut seen[root as usize], true) {
                continue;
            }
            let mut part = vec![root];
            let mut next = 0;
            while next < part.len() {
                for &w in self.neighbours(part[next]) {
                    if !std::mem::replace(&mut seen[w as usize], true) {
                        part.push(w);
                    }
                }
                next += 1;
            }
            part.sort_unstable();
            out.push(part);
        }
        out
    }

    /// An error, which names two vertices without a path, unless the graph is connected and has a vertex.
    ///
    /// ```
    /// use bouton_chance::pursuit::Graph;
    /// let e = Graph::parse("0-1,2-3").unwrap().connected().unwrap_err();
    /// assert_eq!(e.to_string(), "the graph is not connected: no path joins 0 and 2; give one connected part");
    /// ```
    pub fn connected(&self) -> Result<()> {
        match &self.parts()[..] {
            [] => Err(Error::input(format!("the graph has no vertices; {FORMS}"))),
            [_] => Ok(()),
            [a, b, ..] => Err(Error::input(format!(
                "the graph is not connected: no path joins {} and {}; give one connected part",
                self.name(a[0]),
                self.name(b[0])
            ))),
        }
    }
}

fn wrong(text: &str, why: &str) -> Error {
    let shown: String = text.chars().take(40).collect();
    Error::input(format!("`{shown}` is not a graph: {why}; {FORMS}"))
}

fn by_name(name: &str) -> Option<Graph> {
    let circulant = |n: u32, steps: &[u32]| -> Vec<(u32, u32)> {
        let vertices = 0..n;
        vertices
            .flat_map(|i| steps.iter().map(move |s| (i, (i + s) % n)))
            .collect()
    };
    // Generalised Petersen graphs: an outer cycle, spokes, an inner star polygon.
    let petersen = |n: u32, k: u32| {
        let mut edges = circulant(n, &[1]);
        for i in 0..n {
            edges.push((i, n + i));
            edges.push((n + i, n + (i + k) % n));
        }
        Graph::from_edges(2 * n as usize, &edges)
    };
    Some(match name {
        "petersen" => petersen(5, 2),
        "dodecahedron" => petersen(10, 2),
        "cube" => cube(3),
        "octahedron" => Graph::from_edges(6, &circulant(6, &[1, 2])),
        "tetrahedron" => complete(4),
        "icosahedron" => {
            // Two poles and a band of ten triangles between two pentagons.
            let mut edges = circulant(10, &[1, 2]);
            edges.extend((0..10).map(|i| (i, 10 + i % 2)));
            Graph::from_edges(12, &edges)
        }
        _ => return None,
    })
}

fn complete(n: u32) -> Graph {
    let edges: Vec<(u32, u32)> = (0..n).flat_map(|i| (0..i).map(move |j| (j, i))).collect();
    Graph::from_edges(n as usize, &edges)
}

fn cube(d: u32) -> Graph {
    let n = 1u32 << d;
    let edges: Vec<(u32, u32)> = (0..n)
        .flat_map(|v| (0..d).map(move |b| (v, v ^ (1 << b))))
        .collect();
    Graph::from_edges(n as usize, &edges)
}

/// The product of paths (or cycles) with these lengths.
fn grid(sides: &[u32], wrap: bool) -> Graph {
    let n: u32 = sides.iter().product();
    let mut edges = Vec::new();
    for v in 0..n {
        let mut step = 1;
        for &side in sides.iter().rev() {
            let place = v / step % side;
            if place + 1 < side {
                edges.push((v, v + step));
            } else if wrap && side > 1 {
                edges.push((v, v - place * step));
            }
            step *= side;
        }
    }
    Graph::from_edges(n as usize, &edges)
}

fn by_family(family: &str, numbers: &str, text: &str) -> Result<Graph> {
    let number = |t: &str| -> Result<u32> {
        let t = t.trim();
        let n: u32 = t
            .parse()
            .map_err(|_| wrong(text, &format!("`{t}` is not a number of vertices")))?;
        if n as usize > MOST {
            return Err(wrong(text, "it has more than 100,000 vertices"));
        }
        Ok(n)
    };
    let list =
        |separator: char| -> Result<Vec<u32>> { numbers.split(separator).map(number).collect() };
    let sides = || -> Result<Vec<u32>> {
        let sides = list('x')?;
        let product = sides
            .iter()
            .try_fold(1usize, |p, &s| p.checked_mul(s as usize));
        match product {
            Some(p) if (1..=MOST).contains(&p) => Ok(sides),
            _ => Err(wrong(text, "it has no vertices or more than 100,000")),
        }
    };
    let at_least = |least: u32, most: u32| -> Result<u32> {
        let n = number(numbers)?;
        if n < least {
            return Err(wrong(text, &format!("a {family} needs at least {least}")));
        }
        if n > most {
            return Err(wrong(text, &format!("a {family} goes up to {most} here")));
        }
        Ok(n)
    };
    let large = MOST as u32;
    Ok(match family {
        "path" => grid(&[at_least(1, large)?], false),
        "cycle" => grid(&[at_least(3, large)?], true),
        "complete" => complete(at_least(1, 2_000)?),
        "star" => {
            let n = at_least(0, large - 1)?;
            let edges: Vec<(u32, u32)> = (1..=n).map(|i| (0, i)).collect();
            Graph::from_edges(n as usize + 1, &edges)
        }
        "wheel" => {
            let n = at_least(3, large - 1)?;
            let rim = (0..n).flat_map(|i| [(0, i + 1), (i + 1, (i + 1) % n + 1)]);
            Graph::from_edges(n as usize + 1, &rim.collect::<Vec<_>>())
        }
        "grid" => grid(&sides()?, false),
        "torus" => grid(&sides()?, true),
        "ladder" => grid(&[at_least(1, large / 2)?, 2], false),
        "prism" => {
            let n = at_least(3, large / 2)?;
            let edges =
                (0..n).flat_map(|i| [(i, (i + 1) % n), (n + i, n + (i + 1) % n), (i, n + i)]);
            Graph::from_edges(2 * n as usize, &edges.collect::<Vec<_>>())
        }
        "hypercube" => cube(at_least(0, 16)?),
        "bipartite" => {
            let [a, b] = list(if numbers.contains('x') { 'x' } else { ',' })?[..] else {
                return Err(wrong(text, "two sides are needed, as in bipartite:3x4"));
            };
            if u64::from(a) * u64::from(b) > MOST_EDGES as u64 {
                return Err(wrong(text, "it has more than 2,000,000 edges"));
            }
            let edges: Vec<(u32, u32)> = (0..a)
                .flat_map(|i| (0..b).map(move |j| (i, a + j)))
                .collect();
            Graph::from_edges((a + b) as usize, &edges)
        }
        "tree" if numbers.contains('x') => {
            let [branches, depth] = list('x')?[..] else {
                return Err(wrong(
                    text,
                    "a tree needs branching and depth, as in tree:2x3",
                ));
            };
            let mut edges = Vec::new();
            let (mut level, mut n) = (vec![0u32], 1u32);
            for _ in 0..depth {
                let mut next = Vec::new();
                for &v in &level {
                    for _ in 0..branches {
                        if n as usize >= MOST {
                            return Err(wrong(text, "it has more than 100,000 vertices"));
                        }
                        edges.push((v, n));
                        next.push(n);
                        n += 1;
                    }
                }
                level = next;
            }
            Graph::from_edges(n as usize, &edges)
        }
        "tree" => {
            let parents = list(',')?;
            let mut edges = Vec::new();
            for (child, &parent) in (1u32..).zip(&parents) {
                if parent >= child {
                    return Err(wrong(
                        text,
                        &format!(
                            "the parent of vertex {child} must be an earlier vertex, not {parent}"
                        ),
                    ));
                }
                edges.push((parent, child));
            }
            Graph::from_edges(parents.len() + 1, &edges)
        }
        _ => return Err(wrong(text, &format!("`{family}` is not a family"))),
    })
}

/// `0-1,1-2,3`: edges and single vertices, separated by commas or spaces. Names that are 0, 1, … without a gap are the numbers.
fn from_list(text: &str) -> Result<Graph> {
    let mut names: BTreeMap<(u64, String), u32> = BTreeMap::new();
    let mut edges: Vec<[(u64, String); 2]> = Vec::new();
    let key = |t: &str| -> Result<(u64, String)> {
        let good = !t.is_empty() && t.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !good {
            return Err(wrong(text, &format!("`{t}` is not a vertex")));
        }
        Ok((t.parse().unwrap_or(u64::MAX), t.to_string()))
    };
    for word in text
        .split([',', ' ', '\n', '\t', ';'])
        .filter(|w| !w.is_empty())
    {
        let ends: Vec<&str> = word.split('-').collect();
        match ends[..] {
            [v] if v.chars().all(|c| c.is_ascii_digit()) => {
                names.insert(key(v)?, 0);
            }
            [_] => {
                return Err(wrong(
                    text,
                    &format!("`{word}` is neither an edge nor a family"),
                ));
            }
            [a, b] if a != b => {
                let (a, b) = (key(a)?, key(b)?);
                names.insert(a.clone(), 0);
                names.insert(b.clone(), 0);
                edges.push([a, b]);
            }
            [_, _] => return Err(wrong(text, &format!("`{word}` joins a vertex to itself"))),
            _ => return Err(wrong(text, &format!("`{word}` is not an edge"))),
        }
    }
    if names.is_empty() {
        return Err(wrong(text, "it has no vertices"));
    }
    if names.len() > MOST || edges.len() > MOST_EDGES {
        return Err(wrong(text, "it is too large"));
    }
    for (number, at) in (0u32..).zip(names.values_mut()) {
        *at = number;
    }
    let plain = names
        .iter()
        .all(|((n, t), &i)| *n == u64::from(i) && t == &i.to_string());
    let numbers: Vec<(u32, u32)> = edges.iter().map(|[a, b]| (names[a], names[b])).collect();
    let mut graph = Graph::from_edges(names.len(), &numbers);
    if !plain {
        graph.names = names.into_keys().map(|(_, name)| name).collect();
    }
    Ok(graph)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_have_the_edges_that_they_should() {
        for (text, vertices, edges) in [
            ("petersen", 10, 15),
            ("dodecahedron", 20, 30),
            ("icosahedron", 12, 30),
            ("octahedron", 6, 12),
            ("cube", 8, 12),
            ("path:1", 1, 0),
            ("path:5", 5, 4),
            ("cycle:7", 7, 7),
            ("complete:5", 5, 10),
            ("star:4", 5, 4),
            ("wheel:5", 6, 10),
            ("grid:3x4", 12, 17),
            ("torus:3x3", 9, 18),
            ("hypercube:4", 16, 32),
            ("bipartite:2x3", 5, 6),
            ("bipartite:2,3", 5, 6),
            ("tree:2x3", 15, 14),
            ("tree:0,0,1", 4, 3),
            ("ladder:4", 8, 10),
            ("prism:5", 10, 15),
            ("a-b,b-c", 3, 2),
            ("5-7 7-9 4", 4, 2),
        ] {
            let g = Graph::parse(text).unwrap();
            assert_eq!((g.len(), g.edges().count()), (vertices, edges), "{text}");
        }
        for text in [
            "",
            "cycle:",
            "cycle:x",
            "grid:0x3",
            "grid:1000x1000",
            "tree:1",
            "0-",
            "0-0",
            "0-1-2",
            "blob",
            "blob:3",
            "hypercube:99",
        ] {
            assert!(Graph::parse(text).unwrap_err().is_input(), "{text}");
        }
    }
}
