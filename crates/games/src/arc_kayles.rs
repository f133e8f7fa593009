//! Arc Kayles: take an edge with both its ends and everything tied to them.

use crate::Visitor;
use bouton_rules::board::{Cell, Graph, Letters, Scene};
use bouton_rules::{Impartial, Info, Rank, Result, Ruleset, Short};

const LETTERS: Letters = Letters(&[(Cell::Free, "."), (Cell::Block, "#")]);

/// The ruleset. A loop is an edge whose ends are one vertex. Taken vertices stay as `#`.
///
/// ```
/// use bouton_games::arc_kayles::ArcKayles;
/// use bouton_rules::{Impartial, Ruleset};
/// let path = ArcKayles.parse("0-1,1-2,2-3").unwrap();
/// assert_eq!(ArcKayles.options(&path).unwrap().len(), 3);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ArcKayles;

impl Ruleset for ArcKayles {
    type Position = Graph;

    fn info(&self) -> Info {
        Info {
            name: "arc-kayles".into(),
            rules: "Take an edge, its two ends and every edge at them.".into(),
            notation: "edges like 0-1,1-2; `3#` is a vertex that is gone".into(),
            theorem: None,
            source: Some("schaefer1978".into()),
            examples: ["0-1,1-2,2-3", "0-1,1-2,2-0,2-3", "0-0,0-1,1-2"]
                .map(String::from)
                .into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Graph> {
        Graph::parse(text, LETTERS)
    }

    fn show(&self, pos: &Graph) -> String {
        pos.show(LETTERS)
    }

    fn split(&self, pos: &Graph) -> Vec<Graph> {
        let mut parts = pos
            .restrict(|v| pos.colour(v) == Cell::Free, |_| true)
            .components();
        parts.retain(|part| !part.edges().is_empty());
        parts
    }

    fn join(&self, parts: &[Graph]) -> Option<Graph> {
        Some(Graph::union(parts))
    }

    fn canon(&self, pos: Graph) -> Graph {
        let mut parts: Vec<Graph> = self.split(&pos).iter().map(Graph::canonical).collect();
        parts.sort_unstable();
        Graph::union(&parts)
    }

    fn draw(&self, pos: &Graph) -> Scene {
        Scene::of_graph(pos, self.show(pos))
    }

    fn owned_bytes(&self, pos: &Graph) -> usize {
        pos.owned_bytes()
    }
}

impl Impartial for ArcKayles {
    fn options(&self, pos: &Graph) -> Result<Vec<Graph>> {
        let mut edges: Vec<(usize, usize)> = pos
            .edges()
            .iter()
            .map(|e| (e.a as usize, e.b as usize))
            .collect();
        edges.dedup();
        edges.retain(|&(a, b)| pos.colour(a) == Cell::Free && pos.colour(b) == Cell::Free);
        let options = edges.into_iter().map(|(a, b)| {
            pos.recoloured(|v| {
                if v == a || v == b {
                    Cell::Block
                } else {
                    pos.colour(v)
                }
            })
        });
        Ok(options.collect())
    }
}

impl Short for ArcKayles {
    fn rank(&self, pos: &Graph) -> Rank {
        vec![
            pos.colours()
                .iter()
                .filter(|&&c| c == Cell::Free)
                .count()
                .into(),
        ]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(ArcKayles);
}
