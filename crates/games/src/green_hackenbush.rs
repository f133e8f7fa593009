//! Green Hackenbush: every edge is everyone's; the fusion and colon principles give the Grundy value of any picture.

use crate::Visitor;
use crate::common::graph_game::{GraphGame, GraphRule};
use crate::hackenbush::{cut, join_at_ground, parse_picture, show_picture, split_at_ground};
use bouton_rules::board::{Cell, Graph};
use bouton_rules::{Error, Info, Known, Play, Player, Result};

/// The ruleset. Vertex 0 is the ground.
///
/// ```
/// use bouton_games::green_hackenbush::{GreenHackenbush, fused_value};
/// use bouton_rules::Ruleset;
/// let picture = GreenHackenbush::game().parse("0-1,1-2,2-0").unwrap(); // a triangle on the ground
/// assert_eq!(fused_value(&picture), 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct GreenHackenbush;

impl GreenHackenbush {
    /// The game.
    pub fn game() -> GraphGame<true> {
        GraphGame(&GreenHackenbush)
    }
}

impl GraphRule for GreenHackenbush {
    fn info(&self) -> Info {
        Info {
            name: "green-hackenbush".into(),
            rules: "Cut an edge; whatever is no longer tied to the ground falls.".into(),
            notation: "edges like 0-1,1-2,2-a,0-2, vertex 0 is the ground; or trees like e(e;ee)".into(),
            theorem: Some(
                "Fuse the vertices of every cycle; a loop is worth 1; a branch is worth 1 more than the nim-sum of what stands \
                 on it."
                    .into(),
            ),
            source: Some("winningways".into()),
            examples: ["e(e;ee)", "0-1,1-2,2-0", "0-1,1-2,2-3,3-1,1-1", "0-1,0-1,0-1,1-2"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Graph> {
        let graph = parse_picture(text)?;
        if let Some(e) = graph.edges().iter().find(|e| e.colour != Cell::Free) {
            return Err(Error::input(format!(
                "picture `{}`: edge {}-{} has a colour; in green Hackenbush edges have none",
                bouton_rules::heaps::shorten(text),
                graph.name(e.a as usize),
                graph.name(e.b as usize)
            )));
        }
        Ok(graph)
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

    fn moves(&self, _: Player, pos: &Graph) -> Vec<Graph> {
        (0..pos.edges().len()).map(|e| cut(pos, e)).collect()
    }

    fn known(&self, pos: &Graph, play: Play) -> Option<Known<Graph>> {
        if play == Play::Misere {
            return None;
        }
        let value = fused_value(pos);
        let mut winning = Vec::new();
        if value != 0 {
            winning = (0..pos.edges().len())
                .map(|e| cut(pos, e))
                .filter(|next| fused_value(next) == 0)
                .collect();
        }
        Some(Known::of_grundy(value.into(), winning, true))
    }
}

/// The Grundy value by the fusion principle, in time linear in the picture.
///
/// A depth-first search from the ground finds the bridges. What lies above a bridge is worth 1 more than the nim-sum there;
/// every other edge lies on a cycle, so it becomes a loop and is worth 1.
pub fn fused_value(pos: &Graph) -> u64 {
    let n = pos.order();
    if n == 0 {
        return 0;
    }
    let at = pos.incidence();
    let mut number = vec![0usize; n]; // order of discovery from 1; 0 for not yet seen
    let mut lowest = vec![0usize; n];
    let mut value = vec![0u64; n];
    let mut found = 1;
    number[0] = 1;
    lowest[0] = 1;
    let mut path: Vec<(usize, usize, usize)> = vec![(0, usize::MAX, 0)]; // vertex, edge it was entered by, next edge
    while let Some(top) = path.last_mut() {
        let (v, entered, next) = *top;
        if let Some(&e) = at[v].get(next) {
            top.2 += 1;
            let edge = pos.edges()[e];
            let w = (edge.a + edge.b) as usize - v;
            if e == entered {
                continue;
            }
            if number[w] == 0 {
                found += 1;
                number[w] = found;
                lowest[w] = found;
                path.push((w, e, 0));
            } else if number[w] <= number[v] {
                // Closes a cycle (or is a loop): seen once, from its upper end.
                lowest[v] = lowest[v].min(number[w]);
                value[v] ^= 1;
            }
            continue;
        }
        path.pop();
        if let Some(&(below, _, _)) = path.last() {
            if lowest[v] > number[below] {
                value[below] ^= value[v] + 1; // a bridge
            } else {
                lowest[below] = lowest[below].min(lowest[v]);
                value[below] ^= value[v] ^ 1; // fused: the edge is a loop
            }
        }
    }
    value[0]
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(GreenHackenbush::game());
}
