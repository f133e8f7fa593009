//! Node Kayles: take a vertex and its neighbours.

use crate::Visitor;
use bouton_rules::board::{Cell, Graph, Letters, Scene};
use bouton_rules::{Impartial, Info, Rank, Result, Ruleset, Short};

const LETTERS: Letters = Letters(&[(Cell::Free, "."), (Cell::Block, "#")]);

/// The ruleset. Taken vertices stay as `#`, so that the others keep their numbers.
///
/// ```
/// use bouton_games::node_kayles::NodeKayles;
/// use bouton_rules::{Impartial, Ruleset};
/// let path = NodeKayles.parse("0-1,1-2,2-3").unwrap();
/// let options = NodeKayles.options(&path).unwrap();
/// assert_eq!(NodeKayles.show(&options[0]), "0#,1#,0-1,1-2,2-3");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeKayles;

impl Ruleset for NodeKayles {
    type Position = Graph;

    fn info(&self) -> Info {
        Info {
            name: "node-kayles".into(),
            rules: "Take a vertex together with all its neighbours.".into(),
            notation: "edges like 0-1,1-2; single vertices like 3; `3#` is a vertex that is gone"
                .into(),
            theorem: None,
            source: Some("schaefer1978".into()),
            examples: ["0-1,1-2,2-3", "0-1,1-2,2-3,3-4,4-0", "0-1,0-2,0-3,4"]
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
        pos.restrict(|v| pos.colour(v) == Cell::Free, |_| true)
            .components()
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

impl Impartial for NodeKayles {
    fn options(&self, pos: &Graph) -> Result<Vec<Graph>> {
        let neighbours = pos.neighbours();
        let free = (0..pos.order()).filter(|&v| pos.colour(v) == Cell::Free);
        let options = free.map(|v| {
            let gone = |w: usize| w == v || neighbours[v].binary_search(&w).is_ok();
            pos.recoloured(|w| if gone(w) { Cell::Block } else { pos.colour(w) })
        });
        Ok(options.collect())
    }
}

impl Short for NodeKayles {
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
    v.impartial(NodeKayles);
}
