//! Geography: a token walks over a graph and burns what it leaves behind, the vertex or the edge.
//!
//! On an undirected graph that burns its vertices the player to move wins iff every matching of the greatest size covers the
//! token's vertex (Fraenkel, Scheinerman and Ullman 1993).

use crate::Visitor;
use bouton_rules::board::{Cell, Graph, Letters, Scene};
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
/// assert_eq!(game.show(&game.options(&path).unwrap()[0]), "0!,0-1,1-2");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Geography {
    /// Is every edge `a-b` a one-way street from a to b?
    pub directed: bool,
    /// Are edges burnt, and not vertices?
    pub edges: bool,
}

/// The token's vertex, the number of vertices, and the edges that are left, in order; of an undirected one the lower end first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Walk {
    token: u32,
    order: u32,
    edges: Vec<(u32, u32)>,
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
        Walk {
            token: number[self.token as usize],
            order,
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
                true => "edges like 0-1,1-2, each from the first vertex to the second, and the token's vertex with a !, as in 0!,0-1,1-2",
                false => "edges like 0-1,1-2 and the token's vertex with a !, as in 0!,0-1,1-2",
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
                "position `{}`: {what}; write edges like 0-1,1-2 and the token's vertex with a !, as in 0!,0-1,1-2",
                shorten(text)
            ))
        };
        let mut token = None;
        let mut edges = Vec::new();
        let number = |part: &str| {
            let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            part.parse::<u32>().ok().filter(|&n| digits && n < 1 << 16)
        };
        for (i, item) in text.trim().split(',').map(str::trim).enumerate() {
            let wrong_item =
                |what: &str| wrong(&format!("item {}, `{}`, {what}", i + 1, shorten(item)));
            if let Some(vertex) = item.strip_suffix('!') {
                let vertex =
                    number(vertex).ok_or_else(|| wrong_item("is no vertex below 65536"))?;
                if token.replace(vertex).is_some() {
                    return Err(wrong("there are two tokens"));
                }
                continue;
            }
            let ends = item
                .split_once('-')
                .and_then(|(a, b)| Some((number(a)?, number(b)?)));
            let (a, b) =
                ends.ok_or_else(|| wrong_item("is not an edge between vertices below 65536"))?;
            edges.push(if self.directed {
                (a, b)
            } else {
                (a.min(b), a.max(b))
            });
        }
        let token = token.ok_or_else(|| wrong("there is no token"))?;
        edges.sort_unstable();
        let order = edges
            .iter()
            .map(|e| e.0.max(e.1))
            .max()
            .unwrap_or(0)
            .max(token)
            + 1;
        Ok(Walk {
            token,
            order,
            edges,
        }
        .reachable(self.directed))
    }

    fn show(&self, pos: &Walk) -> String {
        let edges = pos.edges.iter().map(|(a, b)| format!(",{a}-{b}"));
        format!("{}!{}", pos.token, edges.collect::<String>())
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
            Ok(graph) => Scene::of_graph(&graph, graph.show(LETTERS)),
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
