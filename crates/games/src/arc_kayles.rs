//! Arc Kayles: take an edge with both its ends and everything tied to them.

use crate::Visitor;
use crate::common::graph_game::{GraphGame, GraphRule};
use bouton_rules::board::{Cell, Graph, Letters};
use bouton_rules::{Info, Player, Result};

const LETTERS: Letters = Letters(&[(Cell::Free, "."), (Cell::Block, "#")]);

/// The ruleset. A loop is an edge whose ends are one vertex. Taken vertices stay as `#`.
///
/// ```
/// use bouton_games::arc_kayles::ArcKayles;
/// use bouton_rules::{Impartial, Ruleset};
/// let game = ArcKayles::game();
/// let path = game.parse("0-1,1-2,2-3").unwrap();
/// assert_eq!(game.options(&path).unwrap().len(), 3);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ArcKayles;

impl ArcKayles {
    /// The game.
    pub fn game() -> GraphGame<true> {
        GraphGame(&ArcKayles)
    }
}

impl GraphRule for ArcKayles {
    fn info(&self) -> Info {
        Info {
            name: "arc-kayles".into(),
            rules: "Take an edge, its two ends and every edge at them.".into(),
            notation: "edges like 0-1,1-2 or a-b,b-c; `3#` is a vertex that is gone".into(),
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

    fn moves(&self, _: Player, pos: &Graph) -> Vec<Graph> {
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
        options.collect()
    }

    fn rank(&self, pos: &Graph) -> usize {
        let free = pos.colours().iter().filter(|&&c| c == Cell::Free);
        free.count()
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(ArcKayles::game());
}
