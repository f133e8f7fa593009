//! The notations for trees that the field uses: stalks of coloured edges and chains of coloured vertices, with branches.

use super::names::{MOST_VERTICES, NameBook, Names, name_at_start};
use super::{Cell, Graph, Letters};
use crate::heaps::shorten;
use crate::{Error, Result};
use std::collections::BTreeMap;

impl Graph {
    /// Reads edges by names, or stalks where the text has no `-` and no `,` outside names and begins with no number.
    pub fn parse_stalks_or_list(text: &str, letters: Letters) -> Result<Graph> {
        match is_stalks(text) {
            true => Graph::parse_stalks(text, letters),
            false => Graph::parse(text, letters),
        }
    }

    /// Writes the edges so that [`Graph::parse_stalks_or_list`] reads them: one word alone ends in a comma.
    pub fn show_beside_stalks(&self, letters: Letters) -> String {
        let text = self.show(letters);
        if is_stalks(&text) { text + "," } else { text }
    }

    /// Reads edges by names, or a tree of vertices where all the text is letters of colours, `-`, `;` and brackets.
    pub fn parse_vertices_or_list(text: &str, letters: Letters) -> Result<Graph> {
        match is_vertices(text, letters) {
            true => Graph::parse_vertices(text, letters),
            false => Graph::parse(text, letters),
        }
    }

    /// Writes the edges so that [`Graph::parse_vertices_or_list`] reads them: one item that could be a tree ends in a comma.
    ///
    /// ```
    /// use bouton_rules::board::{Cell, Graph, Letters};
    /// const COLOURS: Letters = Letters(&[(Cell::Free, "."), (Cell::Left, "L"), (Cell::Right, "R")]);
    /// let g = Graph::parse_vertices_or_list("L-R,", COLOURS).unwrap();
    /// assert_eq!((g.colour(0), g.show_beside_vertices(COLOURS).as_str()), (Cell::Free, "L-R,"));
    /// ```
    pub fn show_beside_vertices(&self, letters: Letters) -> String {
        let text = self.show(letters);
        if is_vertices(&text, letters) {
            text + ","
        } else {
            text
        }
    }

    /// Reads a tree grown from vertex 0: each letter is an edge of that colour to a new vertex, `(a;b)` are branches that
    /// start where the bracket opens, `:X` or `:{name}` behind an edge names its end, and equal names are one vertex.
    ///
    /// ```
    /// use bouton_rules::board::{Cell, Graph, Letters};
    /// const COLOURS: Letters = Letters(&[(Cell::Free, "e"), (Cell::Left, "l"), (Cell::Right, "r")]);
    /// let g = Graph::parse_stalks("l(r;e)", COLOURS).unwrap();
    /// assert_eq!(g.show(COLOURS), "0-1l,1-2r,1-3");
    /// ```
    pub fn parse_stalks(text: &str, letters: Letters) -> Result<Graph> {
        let mut reader = Reader::new(text, letters);
        reader.grow(false)?;
        reader.graph()
    }

    /// Reads a tree of coloured vertices joined by `-`: `L-.-R`, with branches as in `.-.(-L;-R)`.
    ///
    /// ```
    /// use bouton_rules::board::{Cell, Graph, Letters};
    /// const COLOURS: Letters = Letters(&[(Cell::Free, "."), (Cell::Left, "L"), (Cell::Right, "R")]);
    /// let g = Graph::parse_vertices(".-.(-L;-R)", COLOURS).unwrap();
    /// assert_eq!(g.show(COLOURS), "2L,3R,0-1,1-2,1-3");
    /// ```
    pub fn parse_vertices(text: &str, letters: Letters) -> Result<Graph> {
        let mut reader = Reader::new(text, letters);
        reader.grow(true)?;
        reader.graph()
    }
}

fn is_stalks(text: &str) -> bool {
    let bare = without_names(text.trim());
    let list = bare == "none" || bare.contains([',', '-']);
    !list && !bare.is_empty() && !bare.starts_with(|c: char| c.is_ascii_digit())
}

fn is_vertices(text: &str, letters: Letters) -> bool {
    let bare = without_names(text.trim());
    let of_tree = |c: char| "-();:".contains(c) || letters.read(c).is_some();
    !bare.is_empty() && bare.chars().all(of_tree)
}

/// A text without the names behind `:`.
fn without_names(text: &str) -> String {
    let mut bare = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        bare.push(c);
        if c == ':' && chars.next() == Some('{') {
            chars.by_ref().find(|&c| c == '}');
        }
    }
    bare
}

/// Reads the two notations for trees with one loop and one stack.
struct Reader<'a> {
    text: &'a str,
    letters: Letters,
    /// Is vertex 0 the ground, which is called 0?
    grounded: bool,
    colours: Vec<Cell>,
    edges: Vec<(usize, usize, Cell)>,
    names: BTreeMap<String, usize>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, letters: Letters) -> Self {
        Reader {
            text,
            letters,
            grounded: false,
            colours: Vec::new(),
            edges: Vec::new(),
            names: BTreeMap::new(),
        }
    }

    fn fault(&self, at: usize, what: &str) -> Error {
        let text = shorten(self.text);
        Error::input(format!(
            "graph `{text}`: character {}: {what}; write for example {}",
            at + 1,
            self.letters.list()
        ))
    }

    /// `vertices`: letters colour vertices and `-` joins them; otherwise letters are edges.
    fn grow(&mut self, vertices: bool) -> Result<()> {
        let chars: Vec<char> = self.text.trim().chars().collect();
        let mut here = None;
        let mut branches: Vec<Option<usize>> = Vec::new();
        let mut joined = true; // a vertex letter is expected to follow
        self.grounded = !vertices;
        if !vertices {
            self.colours.push(Cell::Free);
            here = Some(0);
        }
        let mut at = 0;
        while at < chars.len() {
            match chars[at] {
                '(' => branches.push(here),
                ';' => {
                    here = *branches
                        .last()
                        .ok_or_else(|| self.fault(at, "a `;` outside brackets"))?
                }
                ')' => {
                    here = branches
                        .pop()
                        .ok_or_else(|| self.fault(at, "a `)` that nothing opened"))?
                }
                '-' if vertices && here.is_some() && !joined => joined = true,
                ':' => at = self.name(&chars, at, &mut here)?,
                letter => {
                    let cell = self
                        .letters
                        .read(letter)
                        .ok_or_else(|| self.fault(at, "no colour of this game"))?;
                    if vertices && !joined {
                        return Err(self.fault(at, "a `-` is missing before this vertex"));
                    }
                    joined = false;
                    let new = self.colours.len();
                    if new >= MOST_VERTICES {
                        return Err(self.fault(at, "more than 1048576 vertices"));
                    }
                    self.colours.push(if vertices { cell } else { Cell::Free });
                    if let Some(old) = here {
                        self.edges
                            .push((old, new, if vertices { Cell::Free } else { cell }));
                    }
                    here = Some(new);
                }
            }
            at += 1;
        }
        if !branches.is_empty() {
            return Err(self.fault(chars.len(), "a `(` is not closed"));
        }
        if vertices && joined && !chars.is_empty() {
            return Err(self.fault(chars.len(), "a vertex is missing at the end"));
        }
        Ok(())
    }

    /// Names the vertex `here`, or makes it the vertex that has the name already. Gives the last place read.
    fn name(&mut self, chars: &[char], at: usize, here: &mut Option<usize>) -> Result<usize> {
        let (name, end) = match chars.get(at + 1) {
            Some('{') => {
                let close = chars[at..].iter().position(|&c| c == '}').map(|i| at + i);
                let close = close.ok_or_else(|| self.fault(at, "a `{` is not closed"))?;
                (chars[at + 2..close].iter().collect::<String>(), close)
            }
            Some(c) if c.is_alphanumeric() => (c.to_string(), at + 1),
            _ => return Err(self.fault(at, "a name is missing behind `:`")),
        };
        let Some(vertex) = *here else {
            return Err(self.fault(at, "there is no vertex to name"));
        };
        match self.names.get(&name).copied() {
            None => {
                self.names.insert(name, vertex);
            }
            Some(old) if old == vertex => {}
            Some(old) if vertex + 1 == self.colours.len() && vertex > old => {
                // The newest vertex has one edge, the one just read: its end moves to the vertex of that name.
                self.colours.pop();
                for edge in self.edges.iter_mut().rev().take_while(|e| e.1 == vertex) {
                    edge.1 = old;
                }
                *here = Some(old);
            }
            Some(_) => return Err(self.fault(at, "this name is taken by another vertex")),
        }
        Ok(end)
    }

    /// The vertices keep the names that they were given; the others are called by their numbers.
    fn graph(self) -> Result<Graph> {
        let order = self.colours.len();
        let mut names: Vec<Option<&str>> = vec![None; order];
        for (name, &vertex) in &self.names {
            let whole = name_at_start(name).is_some_and(|(_, rest)| rest.is_empty());
            // A number would be the name of another vertex.
            let number = name.starts_with(|c: char| c.is_ascii_digit());
            if whole && !number && !(self.grounded && vertex == 0) {
                names[vertex] = Some(name);
            }
        }
        if names.iter().all(Option::is_none) {
            let graph = Graph::from_edges(self.colours, self.edges)?;
            return Ok(graph.named(Names::numbers(order)));
        }
        let mut book = NameBook::default();
        for (v, name) in names.into_iter().enumerate() {
            // Every name is new, and there are no more than vertices.
            let _ = match name {
                Some(name) => book.vertex(name),
                None => book.vertex(&v.to_string()),
            };
        }
        let (names, number) = book.finish();
        let mut colours = vec![Cell::Free; order];
        for (v, &colour) in self.colours.iter().enumerate() {
            colours[number[v]] = colour;
        }
        let edges = self
            .edges
            .iter()
            .map(|&(a, b, c)| (number[a], number[b], c));
        Ok(Graph::from_edges(colours, edges)?.named(names))
    }
}
