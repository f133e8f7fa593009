//! Childish Hackenbush: a blue or red edge may be cut only if nothing falls: all others must still hang on the ground. Green edges
//! may be cut as in Hackenbush.

use crate::Visitor;
use crate::common::graph_game::{GraphGame, GraphRule};
use crate::common::{info, with_source};
use crate::hackenbush::{cut, join_at_ground, parse_picture, show_picture, split_at_ground};
use bouton_rules::board::{Cell, Graph};
use bouton_rules::{Info, Player, Result};

/// The ruleset. Vertex 0 is the ground.
///
/// ```
/// use bouton_games::childish_hackenbush::ChildishHackenbush;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = ChildishHackenbush::game();
/// let stalk = game.parse("lr").unwrap();
/// assert!(game.moves(Player::Left, &stalk).unwrap().is_empty());
/// assert_eq!(game.show(&game.moves(Player::Right, &stalk).unwrap()[0]), "0-1l");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ChildishHackenbush;

impl ChildishHackenbush {
    /// The game on any picture.
    pub fn game() -> GraphGame {
        GraphGame(&ChildishHackenbush)
    }
}

impl GraphRule for ChildishHackenbush {
    fn info(&self) -> Info {
        with_source(
            info(
                "childish-hackenbush",
                "Cut an edge: Left a blue one and Right a red one, without which every other edge still hangs on the ground, or either a \
                 green one, with which falls what is no longer tied to the ground.",
                "edges like 0-1l,1-2r,2-a:l,0-2 (l blue, r red, without a letter green), vertex 0 is the ground; or stalks and trees like \
                 l(r;ee)",
                &["lrl", "l(r;e)", "0-1l,1-2r,2-0l,1-3"],
            ),
            "winningways",
        )
    }

    fn parse(&self, text: &str) -> Result<Graph> {
        parse_picture(text)
    }

    fn show(&self, pos: &Graph) -> String {
        show_picture(pos)
    }

    fn moves(&self, who: Player, pos: &Graph) -> Vec<Graph> {
        let edges = pos.edges();
        let mut moves = Vec::new();
        for (i, edge) in edges.iter().enumerate() {
            if edge.colour == Cell::Free || edge.colour == Cell::stone(who) {
                let left = cut(pos, i);
                if edge.colour == Cell::Free || left.edges().len() + 1 == edges.len() {
                    moves.push(left);
                }
            }
        }
        moves
    }

    fn split(&self, pos: &Graph) -> Vec<Graph> {
        split_at_ground(pos)
    }

    fn join(&self, parts: &[Graph]) -> Graph {
        join_at_ground(parts)
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(ChildishHackenbush::game());
}
