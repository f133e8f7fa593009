//! Partizan Arc Kayles: take an edge of your colour with both its ends and everything tied to them.

use crate::Visitor;
use crate::common::graph_game::{GraphGame, GraphRule};
use crate::common::{info, with_source};
use bouton_rules::board::{Cell, Graph, Letters};
use bouton_rules::{Error, Info, Player, Result};

const LETTERS: Letters = Letters(&[(Cell::Free, "eE."), (Cell::Left, "lL"), (Cell::Right, "rR")]);

/// The ruleset.
///
/// ```
/// use bouton_games::partizan_arc_kayles::PartizanArcKayles;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = PartizanArcKayles::game();
/// let path = game.parse("llr").unwrap();
/// let moves = game.moves(Player::Left, &path).unwrap();
/// assert_eq!(moves.iter().map(|m| game.show(m)).collect::<Vec<_>>(), ["2-3r", "0,3"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PartizanArcKayles;

impl PartizanArcKayles {
    /// The game on any graph.
    pub fn game() -> GraphGame {
        GraphGame(&PartizanArcKayles)
    }
}

impl GraphRule for PartizanArcKayles {
    fn info(&self) -> Info {
        with_source(
            info(
                "partizan-arc-kayles",
                "Take an edge, Left an l or a common one, Right an r or a common one, with its two ends and every edge at them.",
                "edges like 0-1l,1-2r,a-b:l,0-2 (without a letter common to both), or trees like l(r;el)",
                &["llr", "l(r;el)", "0-1l,1-2r,2-0,2-3l"],
            ),
            "schaefer1978",
        )
    }

    fn parse(&self, text: &str) -> Result<Graph> {
        let graph = Graph::parse_stalks_or_list(text, LETTERS)?;
        match graph.colours().iter().position(|&c| c != Cell::Free) {
            None => Ok(graph),
            Some(v) => Err(Error::input(format!(
                "graph `{}`: vertex {} has a colour; only edges have colours here, as in 0-1l,1-2r",
                bouton_rules::heaps::shorten(text),
                graph.name(v)
            ))),
        }
    }

    fn show(&self, pos: &Graph) -> String {
        pos.show_beside_stalks(LETTERS)
    }

    fn moves(&self, who: Player, pos: &Graph) -> Vec<Graph> {
        let mut edges = pos.edges().to_vec();
        edges.retain(|e| [Cell::Free, Cell::stone(who)].contains(&e.colour));
        edges.dedup_by_key(|e| (e.a, e.b));
        let takes = edges.iter().map(|e| {
            let taken = |v: usize| v == e.a as usize || v == e.b as usize;
            pos.restrict(|v| !taken(v), |_| true)
        });
        takes.collect()
    }

    fn split(&self, pos: &Graph) -> Vec<Graph> {
        let mut parts = pos.components();
        parts.retain(|part| !part.edges().is_empty());
        parts
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(PartizanArcKayles::game());
}
