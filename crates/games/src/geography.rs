//! Geography: a token walks over a graph and burns what it leaves behind, the vertex or the edge.
//!
//! On an undirected graph that burns its vertices the player to move wins iff every matching of the greatest size covers the
//! token's vertex (Fraenkel, Scheinerman and Ullman 1993).

use crate::Visitor;
use bouton_rules::board::{Cell, Graph, Item, Letters, MOST_VERTICES, NameBook, Names, Scene};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Impartial, Info, Known, Play, Rank, Result, Ruleset, Short};

mod matching;

pub use matching::{is_always_covered, is_always_covered_by_search};

/// The ruleset.
///
/// ```
/// use bouton_games::geography::Geography;
/// use bouton_rules::{Impartial, Outcome, Play, Ruleset};
/// let game = Geography { directed: false, edges: false };
/// let path = game.parse("0!,0-1,1-2,2-3").unwrap();
/// assert_eq!(game.known(&path, Play::Normal).unwrap().outcome, Outcome::N);
/// assert_eq!(game.show(&game.options(&path).unwrap()[0]), "1!,1-2,2-3");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Geography {
    /// Is every edge `a-b` a one-way street from a to b?
    pub directed: bool,
    /// Are edges burnt, and not vertices?
    pub edges: bool,
}

/// The token's vertex, the number of vertices, and the edges that are left, in order; of an undirected one the lower end first.
/// What was read from a text keeps the names of its vertices.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Walk {
    token: u32,
    order: u32,
    edges: Vec<(u32, u32)>,
    names: Names,
}

impl Walk {
    /// The part that the token can still reach, numbered afresh in the same order.
    fn reachable(&self, directed: bool) -> Walk {
        let mut seen = vec![false; self.order as usize];
        let mut out: Vec<Vec<u32>> = vec![Vec::new(); self.order as usize];
        for &(a, b) in &self.edges {
            out[a as usize].push(b);
            if !directed {
                out[b as usize].push(a);
            }
        }
        let mut open = vec![self.token];
        seen[self.token as usize] = true;
        while let Some(v) = open.pop() {
            for &w in &out[v as usize] {
                if !std::mem::replace(&mut seen[w as usize], true) {
                    open.push(w);
                }
            }
        }
        let mut number = vec![0; self.order as usize];
        let mut order = 0;
        for (v, _) in seen.iter().enumerate().filter(|(_, seen)| **seen) {
            number[v] = order;
            order += 1;
        }
        let kept = self
            .edges
            .iter()
            .filter(|(a, b)| seen[*a as usize] && seen[*b as usize]);
        let reached = seen.iter().enumerate().filter(|(_, seen)| **seen);
        Walk {
            token: number[self.token as usize],
            order,
            names: self.names.only(reached.map(|(v, _)| v)),
            edges: kept
                .map(|(a, b)| (number[*a as usize], number[*b as usize]))
                .collect(),
        }
    }
}

impl Geography {
    fn name(&self) -> &'static str {
        match (self.directed, self.edges) {
            (true, false) => "geography",
            (true, true) => "edge-geography",
            (false, false) => "undirected-geography",
            (false, true) => "undirected-edge-geography",
        }
    }

    /// The vertices that the token may go to, each with the number of its edge.
    fn ways(&self, pos: &Walk) -> Vec<(usize, u32)> {
        let mut ways = Vec::new();
        for (i, &(a, b)) in pos.edges.iter().enumerate() {
            if i > 0 && pos.edges[i - 1] == (a, b) {
                continue; // the same street again
            }
            if a == pos.token {
                ways.push((i, b));
            } else if b == pos.token && !self.directed {
                ways.push((i, a));
            }
        }
        // A vertex that is burnt when it is left cannot be gone to from itself.
        if !self.edges {
            ways.retain(|&(_, to)| to != pos.token);
        }
        ways
    }
}

impl Ruleset for Geography {
    type Position = Walk;

    fn info(&self) -> Info {
        let street = if self.directed {
            "in its direction"
        } else {
            ""
        };
        let burnt = if self.edges {
            "that edge is gone"
        } else {
            "the vertex that it leaves is gone"
        };
        let theorem = "the player to move wins iff every matching with as many edges as possible covers the token's vertex";
        Info {
            name: self.name().into(),
            rules: format!("Move the token along an edge {street}; {burnt}.").replace(" ;", ";"),
            notation: match self.directed {
                true => "edges like 0-1,1-a, each from the first vertex to the second, and the token's vertex with a !, as in 0!,0-1,1-a",
                false => "edges like 0-1,1-a and the token's vertex with a !, as in 0!,0-1,1-a",
            }
            .into(),
            theorem: (!self.directed && !self.edges).then(|| theorem.into()),
            source: Some("fraenkeletal1993".into()),
            examples: ["0!,0-1,1-2,2-3", "1!,0-1,1-2,2-0,2-3", "0!,0-1,0-2,1-2,2-3,1-3,3-0"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Walk> {
        let wrong = |what: &str| {
            Error::input(format!(
                "position `{}`: {what}; write edges like 0-1,1-a and the token's vertex with a !, as in 0!,0-1,1-a",
                shorten(text)
            ))
        };
        let mut book = NameBook::default();
        let mut token = None;
        let mut edges = Vec::new();
        for (i, text_item) in text.trim().split(',').map(str::trim).enumerate() {
            let wrong_item =
                |what: &str| wrong(&format!("item {}, `{}`, {what}", i + 1, shorten(text_item)));
            let many = || wrong_item(&format!("is beyond {MOST_VERTICES} vertices"));
            let item = Item::read(text_item);
            match item.map(|item| (item.a, item.b, item.letter)) {
                Some((vertex, None, Some('!'))) => {
                    let vertex = book.vertex(vertex).ok_or_else(many)?;
                    if token.replace(vertex).is_some() {
                        return Err(wrong("there are two tokens"));
                    }
                }
                Some((a, Some(b), None)) => {
                    let a = book.vertex(a).ok_or_else(many)?;
                    edges.push((a, book.vertex(b).ok_or_else(many)?));
                }
                _ => return Err(wrong_item("is not an edge between two vertices")),
            }
        }
        let token = token.ok_or_else(|| wrong("there is no token"))?;
        let (names, number) = book.finish();
        let edge = |(a, b): (usize, usize)| {
            let (a, b) = (number[a] as u32, number[b] as u32);
            match self.directed {
                true => (a, b),
                false => (a.min(b), a.max(b)),
            }
        };
        let mut edges: Vec<(u32, u32)> = edges.into_iter().map(edge).collect();
        edges.sort_unstable();
        Ok(Walk {
            token: number[token] as u32,
            order: number.len() as u32,
            edges,
            names,
        }
        .reachable(self.directed))
    }

    fn show(&self, pos: &Walk) -> String {
        let name = |v: u32| pos.names.of(v as usize);
        let edges = pos.edges.iter();
        let edges = edges.map(|&(a, b)| format!(",{}-{}", name(a), name(b)));
        format!("{}!{}", name(pos.token), edges.collect::<String>())
    }

    /// Searches need no names.
    fn canon(&self, pos: Walk) -> Walk {
        Walk {
            names: Names::default(),
            ..pos
        }
    }

    fn draw(&self, pos: &Walk) -> Scene {
        const LETTERS: Letters = Letters(&[(Cell::Free, "."), (Cell::Left, "!")]);
        let mut colours = vec![Cell::Free; pos.order as usize];
        colours[pos.token as usize] = Cell::Left;
        let edges = pos
            .edges
            .iter()
            .map(|&(a, b)| (a as usize, b as usize, Cell::Free));
        match Graph::from_edges(colours, edges) {
            Ok(graph) => {
                let graph = graph.named(pos.names.clone());
                Scene::of_graph(&graph, graph.show(LETTERS))
            }
            Err(_) => Scene::of_text(self.show(pos)),
        }
    }

    fn owned_bytes(&self, pos: &Walk) -> usize {
        8 * pos.edges.capacity()
    }
}

impl Impartial for Geography {
    fn options(&self, pos: &Walk) -> Result<Vec<Walk>> {
        let ways = self.ways(pos).into_iter();
        Ok(ways
            .map(|(edge, to)| {
                let kept = pos
                    .edges
                    .iter()
                    .enumerate()
                    .filter(|&(i, &(a, b))| match self.edges {
                        true => i != edge,
                        false => a != pos.token && b != pos.token,
                    });
                Walk {
                    token: to,
                    order: pos.order,
                    names: pos.names.clone(),
                    edges: kept.map(|(_, &e)| e).collect(),
                }
                .reachable(self.directed)
            })
            .collect())
    }

    fn known(&self, pos: &Walk, play: Play) -> Option<Known<Walk>> {
        if self.directed || self.edges || play != Play::Normal {
            return None;
        }
        let edges: Vec<(usize, usize)> = pos
            .edges
            .iter()
            .map(|e| (e.0 as usize, e.1 as usize))
            .collect();
        let wins = |walk: &Walk| {
            let edges: Vec<(usize, usize)> = walk
                .edges
                .iter()
                .map(|e| (e.0 as usize, e.1 as usize))
                .collect();
            is_always_covered(walk.order as usize, &edges, walk.token as usize)
        };
        let won = is_always_covered(pos.order as usize, &edges, pos.token as usize);
        let mut winning = self.options(pos).ok()?;
        winning.retain(|to| won && !wins(to));
        Some(Known::of_outcome(!won, winning, true))
    }
}

impl Short for Geography {
    fn rank(&self, pos: &Walk) -> Rank {
        vec![pos.order.into(), pos.edges.len().into()]
    }
}

/// Shows the games to a visitor.
pub fn visit(v: &mut impl Visitor) {
    for directed in [true, false] {
        for edges in [false, true] {
            v.impartial(Geography { directed, edges });
        }
    }
}
