//! Fjords: take a vertex that is yours; it passes free neighbours on to you and destroys the opponent's.
//!
//! It is Snort in which a player may only use what is marked as theirs.

use crate::Visitor;
use crate::common::graph_game::{GraphGame, GraphRule};
use crate::common::{info, with_source};
use bouton_rules::board::{Cell, Graph, Letters};
use bouton_rules::{Info, Player, Result};

const LETTERS: Letters = Letters(&[
    (Cell::Free, "."),
    (Cell::Left, "Ll"),
    (Cell::Right, "Rr"),
    (Cell::Block, "#"),
]);

/// The ruleset.
///
/// ```
/// use bouton_games::fjords::Fjords;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = Fjords::game();
/// let moves = game.moves(Player::Left, &game.parse(".-L-R").unwrap()).unwrap();
/// assert_eq!(moves.iter().map(|m| game.show(m)).collect::<Vec<_>>(), ["0L,1#,2#,0-1,1-2"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Fjords;

impl Fjords {
    /// The game on any graph.
    pub fn game() -> GraphGame {
        GraphGame(&Fjords)
    }
}

impl GraphRule for Fjords {
    fn info(&self) -> Info {
        with_source(
            info(
                "fjords",
                "Take a vertex of your colour; its free neighbours become yours, and those of the other colour are gone.",
                "edges like 0-1,1-2 or a-b,b-2, a letter behind a vertex (2L, a:R; 4#: gone), or a tree of vertices like .-L-.(-R;-.)",
                &["L-.-R", "0L,0-1,1-2,2-0,2-3,3R", ".-L-.-R"],
            ),
            "Siegel, CGSuite 2",
        )
    }

    fn parse(&self, text: &str) -> Result<Graph> {
        Graph::parse_vertices_or_list(text, LETTERS)
    }

    fn show(&self, pos: &Graph) -> String {
        pos.show_beside_vertices(LETTERS)
    }

    fn moves(&self, who: Player, pos: &Graph) -> Vec<Graph> {
        let neighbours = pos.neighbours();
        let mine = Cell::stone(who);
        let own = (0..pos.order()).filter(|&v| pos.colour(v) == mine);
        own.map(|v| {
            pos.recoloured(|w| match pos.colour(w) {
                _ if w == v => Cell::Block,
                c if neighbours[v].binary_search(&w).is_err() => c,
                Cell::Free => mine,
                c if c == mine => c,
                _ => Cell::Block,
            })
        })
        .collect()
    }

    /// Neighbours of one colour do nothing to each other, and free vertices alone are of no use.
    fn split(&self, pos: &Graph) -> Vec<Graph> {
        let open = |v: usize| pos.colour(v) != Cell::Block;
        let live = |e: usize| {
            let edge = pos.edges()[e];
            let (a, b) = (pos.colour(edge.a as usize), pos.colour(edge.b as usize));
            a != b || a == Cell::Free
        };
        let mut parts = pos.restrict(open, live).components();
        parts.retain(|part| part.colours().iter().any(|&c| c != Cell::Free));
        parts
    }

    fn rank(&self, pos: &Graph) -> usize {
        pos.colours().iter().filter(|&&c| c != Cell::Block).count()
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(Fjords::game());
}
