//! Hackenbush: cut an edge of a picture that stands on the ground; what hangs on nothing falls.
//!
//! Left may cut blue edges, Right red ones, both green ones. Three theorems shorten the work: the colon principle (a branch
//! may be replaced by any branch of equal value), the fusion principle for green pictures (the vertices of a cycle may be
//! fused into one), and the sign expansion of stalks.

use crate::Visitor;
use crate::common::graph_game::{GraphGame, GraphRule};
use bouton_rules::board::{Cell, Graph, Letters};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Player, Result};
use num_bigint::BigInt;

/// Blue is Left's, red is Right's, green is everyone's; the field writes them `l`, `r`, `e`.
pub(crate) const LETTERS: Letters = Letters(&[
    (Cell::Free, "eEgG."),
    (Cell::Left, "lLbB"),
    (Cell::Right, "rR"),
    (Cell::Block, "#"),
]);

/// The ruleset. Vertex 0 is the ground.
///
/// ```
/// use bouton_games::hackenbush::Hackenbush;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = Hackenbush::game();
/// let stalk = game.parse("lr").unwrap();
/// assert_eq!(game.show(&stalk), "0-1l,1-2r");
/// let moves = game.moves(Player::Right, &stalk).unwrap();
/// assert_eq!(moves.iter().map(|m| game.show(m)).collect::<Vec<_>>(), ["0-1l"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Hackenbush;

impl Hackenbush {
    /// The game.
    pub fn game() -> GraphGame {
        GraphGame(&Hackenbush)
    }
}

impl GraphRule for Hackenbush {
    fn info(&self) -> Info {
        Info {
            name: "hackenbush".into(),
            rules: "Cut an edge: Left a blue or green one, Right a red or green one; whatever is no longer tied to the ground \
                    falls."
                .into(),
            notation: "edges like 0-1l,1-2r,2-a:l,0-2 (l blue, r red, without a letter green), vertex 0 is the ground; or stalks and \
                       trees like l(r;ee)"
                .into(),
            theorem: Some("A stalk of blue and red edges is the number with that sign expansion.".into()),
            source: Some("winningways".into()),
            examples: ["lrl", "l(r;e)", "0-1l,1-2r,0-2", "0-1,1-2,2-0,1-1r"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Graph> {
        parse_picture(text)
    }

    fn show(&self, pos: &Graph) -> String {
        show_picture(pos)
    }

    fn split(&self, pos: &Graph) -> Vec<Graph> {
        split_at_ground(pos)
    }

    fn join(&self, parts: &[Graph]) -> Graph {
        join_at_ground(parts)
    }

    fn moves(&self, who: Player, pos: &Graph) -> Vec<Graph> {
        let cuttable = |i: &usize| matches!(pos.edges()[*i].colour, c if c == Cell::Free || c == Cell::stone(who));
        (0..pos.edges().len())
            .filter(cuttable)
            .map(|i| cut(pos, i))
            .collect()
    }
}

/// Reads edges or stalks; vertex 0 becomes the ground. An edge that hangs on nothing is an error.
pub(crate) fn parse_picture(text: &str) -> Result<Graph> {
    let text = text.trim();
    let mut graph = Graph::parse_stalks_or_list(text, LETTERS)?;
    if graph.order() == 0 {
        graph = Graph::new(vec![Cell::Free]);
    }
    if graph.name(0) != "0" {
        return Err(Error::input(format!(
            "picture `{}`: nothing is tied to the ground, which is called 0; write for example 0-a,a-b:l",
            shorten(text)
        )));
    }
    if let Some(v) = (0..graph.order()).find(|&v| graph.colour(v) != Cell::Free) {
        return Err(Error::input(format!(
            "picture `{}`: vertex {} has a colour; only edges have colours here",
            shorten(text),
            graph.name(v)
        )));
    }
    let parts = graph.component_numbers();
    if let Some(v) = parts.iter().position(|&part| part != parts[0]) {
        return Err(Error::input(format!(
            "picture `{}`: vertex {} is not tied to the ground, vertex 0; tie it or leave it out",
            shorten(text),
            graph.name(v)
        )));
    }
    Ok(graph.recoloured(|v| if v == 0 { Cell::Block } else { Cell::Free }))
}

/// The edges; the mark of the ground is not written. A picture without edges is `0`.
pub(crate) fn show_picture(pos: &Graph) -> String {
    pos.recoloured(|_| Cell::Free).show(LETTERS)
}

/// The picture without one edge and without what falls.
pub(crate) fn cut(pos: &Graph, edge: usize) -> Graph {
    let left = pos.restrict(|_| true, |e| e != edge);
    let parts = left.component_numbers();
    left.restrict(|v| parts[v] == parts[0], |_| true)
}

/// The parts that meet only in the ground. Each loop at the ground is a part.
pub(crate) fn split_at_ground(pos: &Graph) -> Vec<Graph> {
    let ground = |v: u32| pos.colour(v as usize) == Cell::Block;
    let above = pos.restrict(|v| pos.colour(v) != Cell::Block, |_| true);
    let number = above.component_numbers();
    // Vertex v of the picture is vertex v - 1 of what is above the ground.
    let part_of = |v: u32| number[v as usize - 1];
    let count = number.iter().map(|&n| n + 1).max().unwrap_or(0);
    let mut parts: Vec<Graph> = (0..count)
        .map(|part| {
            let inside = |v: usize| ground(v as u32) || part_of(v as u32) == part;
            pos.restrict(inside, |e| {
                !ground(pos.edges()[e].a) || !ground(pos.edges()[e].b)
            })
        })
        .collect();
    for e in pos.edges().iter().filter(|e| ground(e.a) && ground(e.b)) {
        let looped = Graph::from_edges(vec![Cell::Block], [(0, 0, e.colour)]);
        parts.extend(looped);
    }
    parts
}

/// Pictures side by side on one ground.
pub(crate) fn join_at_ground(parts: &[Graph]) -> Graph {
    let mut colours = vec![Cell::Block];
    let mut edges = Vec::new();
    for part in parts {
        let shift = colours.len() - 1;
        let place = |v: u32| if v == 0 { 0 } else { v as usize + shift };
        colours.extend(part.colours().iter().skip(1));
        edges.extend(
            part.edges()
                .iter()
                .map(|e| (place(e.a), place(e.b), e.colour)),
        );
    }
    Graph::from_edges(colours.clone(), edges).unwrap_or_else(|_| Graph::new(colours))
}

/// The colours of a stalk from the ground up, if the picture is one.
pub fn stalk(pos: &Graph) -> Option<Vec<Cell>> {
    let at = pos.incidence();
    let (mut here, mut from, mut colours) = (0, usize::MAX, Vec::new());
    if at.is_empty() {
        return Some(colours);
    }
    loop {
        let onward: Vec<usize> = at[here].iter().copied().filter(|&e| e != from).collect();
        match onward[..] {
            [] => return (colours.len() + 1 == pos.order()).then_some(colours),
            [e] => {
                let edge = pos.edges()[e];
                if edge.a == edge.b {
                    return None;
                }
                here = (edge.a + edge.b) as usize - here;
                from = e;
                colours.push(edge.colour);
            }
            _ => return None,
        }
        if colours.len() > pos.edges().len() {
            return None;
        }
    }
}

/// The number that a blue-red stalk is worth, as numerator and power of two in the denominator: a run of `n` edges of the
/// ground's colour counts 1 each, every edge after the first change of colour counts half of the one before it.
/// `None` if an edge is green. Linear in the stalk, at any length.
///
/// ```
/// use bouton_games::hackenbush::{Hackenbush, stalk, stalk_number};
/// use bouton_rules::Ruleset;
/// let pos = Hackenbush::game().parse("lrlrrllr").unwrap();
/// let (numerator, exponent) = stalk_number(&stalk(&pos).unwrap()).unwrap();
/// assert_eq!((numerator.to_string().as_str(), exponent), ("77", 7));
/// ```
pub fn stalk_number(colours: &[Cell]) -> Option<(BigInt, u64)> {
    let mut numerator = BigInt::ZERO;
    let mut exponent = 0;
    let mut changed = false;
    for &colour in colours {
        changed |= colour != colours[0];
        if changed {
            numerator <<= 1;
            exponent += 1;
        }
        match colour {
            Cell::Left => numerator += 1,
            Cell::Right => numerator -= 1,
            _ => return None,
        }
    }
    Some((numerator, exponent))
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(Hackenbush::game());
}
