//! Node Kayles: take a vertex and its neighbours.

use crate::Visitor;
use crate::common::graph_game::{GraphGame, GraphRule};
use crate::common::packed_kayles::PackedKayles;
use bouton_rules::board::{Cell, Graph, Letters};
use bouton_rules::{Info, PackedParts, Player, Result};

const LETTERS: Letters = Letters(&[(Cell::Free, "."), (Cell::Block, "#")]);

/// The ruleset. Taken vertices stay as `#`, so that the others keep their numbers.
///
/// ```
/// use bouton_games::node_kayles::NodeKayles;
/// use bouton_rules::{Impartial, Ruleset};
/// let game = NodeKayles::game();
/// let path = game.parse("0-1,1-2,2-3").unwrap();
/// let options = game.options(&path).unwrap();
/// assert_eq!(game.show(&options[0]), "0#,1#,0-1,1-2,2-3");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeKayles;

impl NodeKayles {
    /// The game.
    pub fn game() -> GraphGame<true> {
        GraphGame(&NodeKayles)
    }
}

impl GraphRule for NodeKayles {
    fn info(&self) -> Info {
        Info {
            name: "node-kayles".into(),
            rules: "Take a vertex together with all its neighbours.".into(),
            notation: "edges like 0-1,1-2 or a-b,b-c; single vertices like 3; `3#` is a vertex that is gone"
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

    fn moves(&self, _: Player, pos: &Graph) -> Vec<Graph> {
        let neighbours = pos.neighbours();
        let free = (0..pos.order()).filter(|&v| pos.colour(v) == Cell::Free);
        let options = free.map(|v| {
            let gone = |w: usize| w == v || neighbours[v].binary_search(&w).is_ok();
            pos.recoloured(|w| if gone(w) { Cell::Block } else { pos.colour(w) })
        });
        options.collect()
    }

    fn packed_parts(&self, pos: &Graph) -> Option<Box<dyn PackedParts<Graph>>> {
        PackedKayles::new(pos).map(|board| Box::new(board) as Box<_>)
    }

    fn rank(&self, pos: &Graph) -> usize {
        let free = pos.colours().iter().filter(|&&c| c == Cell::Free);
        free.count()
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(NodeKayles::game());
}
