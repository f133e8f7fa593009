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
        if value == 0 {
            return Some(Known::of_grundy(value.into(), Vec::new(), true));
        }
        let cuts = winning_cuts(pos);
        // Every reply is a whole picture: a few of them are listed where all would be too long.
        let listed = (MOST_LISTED / pos.edges().len().max(1)).max(1);
        let winning = cuts.iter().take(listed).map(|&e| cut(pos, e)).collect();
        let all = cuts.len() <= listed;
        Some(Known::of_grundy(value.into(), winning, all))
    }
}

/// Edges in all replies that are listed.
const MOST_LISTED: usize = 1 << 22;

/// The edges whose cut leaves the value 0, ascending: linear in a tree, and one more evaluation for each edge on a cycle otherwise.
///
/// What a vertex must become worth for the whole to be worth 0 is known from below: 0 at the ground, and above a bridge the worth that
/// makes up for all else that stands on its lower end. A bridge is cut where that is nothing at all.
fn winning_cuts(pos: &Graph) -> Vec<usize> {
    let Fused {
        value,
        entered,
        order,
        bridge,
    } = fused(pos);
    let mut cuts = Vec::new();
    // `None` where no change above makes the whole worth 0.
    let mut wanted: Vec<Option<u64>> = vec![None; pos.order()];
    if let Some(ground) = wanted.first_mut() {
        *ground = Some(0);
    }
    for &v in order.iter().skip(1) {
        let (e, below) = entered[v];
        let Some(target) = wanted[below] else {
            continue;
        };
        let rest = value[below] ^ target;
        wanted[v] = match bridge[e] {
            false => Some(rest ^ value[v]),
            true => match rest ^ (value[v] + 1) {
                0 => {
                    cuts.push(e);
                    None
                }
                worth => Some(worth - 1),
            },
        };
    }
    // Nothing falls where a cycle is cut, and the value has the parity of the number of edges.
    if pos.edges().len() % 2 == 1 {
        let on_cycles = (0..bridge.len()).filter(|&e| !bridge[e]);
        cuts.extend(on_cycles.filter(|&e| fused_value(&pos.restrict(|_| true, |i| i != e)) == 0));
    }
    cuts.sort_unstable();
    cuts
}

/// The Grundy value by the fusion principle, in time linear in the picture.
///
/// A depth-first search from the ground finds the bridges. What lies above a bridge is worth 1 more than the nim-sum there;
/// every other edge lies on a cycle, so it becomes a loop and is worth 1.
pub fn fused_value(pos: &Graph) -> u64 {
    fused(pos).value.first().copied().unwrap_or(0)
}

/// What the search from the ground finds.
struct Fused {
    /// What stands on each vertex, with all that is above it in the search.
    value: Vec<u64>,
    /// The edge by which a vertex was entered, and its lower end.
    entered: Vec<(usize, usize)>,
    /// The vertices in the order in which they were found, the ground first.
    order: Vec<usize>,
    /// Is an edge a bridge?
    bridge: Vec<bool>,
}

fn fused(pos: &Graph) -> Fused {
    let n = pos.order();
    let mut found = Fused {
        value: vec![0; n],
        entered: vec![(usize::MAX, 0); n],
        order: Vec::with_capacity(n),
        bridge: vec![false; pos.edges().len()],
    };
    if n == 0 {
        return found;
    }
    let at = pos.incidence();
    let mut number = vec![0usize; n]; // order of discovery from 1; 0 for not yet seen
    let mut lowest = vec![0usize; n];
    let value = &mut found.value;
    number[0] = 1;
    lowest[0] = 1;
    found.order.push(0);
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
                found.order.push(w);
                found.entered[w] = (e, v);
                number[w] = found.order.len();
                lowest[w] = number[w];
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
                found.bridge[entered] = true;
            } else {
                lowest[below] = lowest[below].min(lowest[v]);
                value[below] ^= value[v] ^ 1; // fused: the edge is a loop
            }
        }
    }
    found
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(GreenHackenbush::game());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winning_cuts_are_those_that_leave_nothing() {
        let mut rng = fastrand::Rng::with_seed(5);
        let (mut cases, mut wins, mut trees) = (0, 0, 0);
        for _ in 0..2_000 {
            let order = rng.usize(2..12);
            let mut edges: Vec<(usize, usize, Cell)> = (1..order)
                .map(|v| (rng.usize(0..v), v, Cell::Free))
                .collect();
            let more = if rng.bool() { 0 } else { rng.usize(0..4) };
            trees += usize::from(more == 0);
            edges.extend((0..more).map(|_| (rng.usize(0..order), rng.usize(0..order), Cell::Free)));
            let mut colours = vec![Cell::Free; order];
            colours[0] = Cell::Block;
            let pos = Graph::from_edges(colours, edges).unwrap();
            let slow: Vec<usize> = (0..pos.edges().len())
                .filter(|&e| fused_value(&cut(&pos, e)) == 0)
                .collect();
            if fused_value(&pos) != 0 {
                assert_eq!(winning_cuts(&pos), slow, "{}", show_picture(&pos));
                wins += slow.len();
                cases += 1;
            }
        }
        assert!(
            cases > 1_000 && wins > cases && trees > 500,
            "{cases} {wins} {trees}"
        );
    }
}
