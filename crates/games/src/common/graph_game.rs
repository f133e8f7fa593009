//! Games on graphs with coloured vertices or edges.
//!
//! A ruleset says which moves there are and what is independent ([`GraphRule`]); [`GraphGame`] makes a game of it, one type for
//! all that are partizan and one for all that are impartial, so that a new game costs little to compile. Exchanging the colours
//! exchanges the players.

use bouton_rules::board::{Graph, Scene};
use bouton_rules::{
    Impartial, Info, Known, PackedParts, Partizan, Play, Player, Rank, Result, Ruleset, Short,
    lesser,
};

/// The rules on a graph.
pub trait GraphRule: Send + Sync + 'static {
    /// Name, rules, source, examples.
    fn info(&self) -> Info;

    /// Reads a graph.
    fn parse(&self, text: &str) -> Result<Graph>;

    /// Writes a graph.
    fn show(&self, pos: &Graph) -> String;

    /// Every graph that one move of a player leads to; in an impartial game the player makes no difference.
    fn moves(&self, who: Player, pos: &Graph) -> Vec<Graph>;

    /// Independent parts; what is in none of them takes no part in play.
    fn split(&self, pos: &Graph) -> Vec<Graph> {
        pos.components()
    }

    /// Parts put together.
    fn join(&self, parts: &[Graph]) -> Graph {
        Graph::union(parts)
    }

    /// A number that every move lowers. The default is the number of edges.
    fn rank(&self, pos: &Graph) -> usize {
        pos.edges().len()
    }

    /// The parts of an impartial game packed in words, for graphs that fit.
    fn packed_parts(&self, _pos: &Graph) -> Option<Box<dyn PackedParts<Graph>>> {
        None
    }

    /// In an impartial game, what a theorem says about a graph.
    fn known(&self, _pos: &Graph, _play: Play) -> Option<Known<Graph>> {
        None
    }
}

/// The game of a [`GraphRule`].
#[derive(Clone, Copy)]
pub struct GraphGame<const IMPARTIAL: bool = false>(pub &'static dyn GraphRule);

impl<const IMPARTIAL: bool> Ruleset for GraphGame<IMPARTIAL> {
    type Position = Graph;

    fn info(&self) -> Info {
        self.0.info()
    }

    fn parse(&self, text: &str) -> Result<Graph> {
        self.0.parse(text)
    }

    fn show(&self, pos: &Graph) -> String {
        self.0.show(pos)
    }

    fn split(&self, pos: &Graph) -> Vec<Graph> {
        self.0.split(pos)
    }

    fn join(&self, parts: &[Graph]) -> Option<Graph> {
        Some(self.0.join(parts))
    }

    fn canon(&self, pos: Graph) -> Graph {
        let mut parts: Vec<Graph> = self.0.split(&pos).iter().map(Graph::canonical).collect();
        parts.sort_unstable();
        self.0.join(&parts)
    }

    fn draw(&self, pos: &Graph) -> Scene {
        Scene::of_graph(pos, self.show(pos))
    }

    fn owned_bytes(&self, pos: &Graph) -> usize {
        pos.owned_bytes()
    }
}

impl Impartial for GraphGame<true> {
    fn options(&self, pos: &Graph) -> Result<Vec<Graph>> {
        Ok(self.0.moves(Player::Left, pos))
    }

    fn known(&self, pos: &Graph, play: Play) -> Option<Known<Graph>> {
        self.0.known(pos, play)
    }

    fn packed_parts(&self, pos: &Graph) -> Option<Box<dyn PackedParts<Graph>>> {
        self.0.packed_parts(pos)
    }
}

impl Partizan for GraphGame {
    fn moves(&self, who: Player, pos: &Graph) -> Result<Vec<Graph>> {
        Ok(self.0.moves(who, pos))
    }

    fn canon_signed(&self, pos: Graph) -> (Graph, bool) {
        lesser(pos.canonical(), pos.colours_swapped().canonical())
    }
}

impl<const IMPARTIAL: bool> Short for GraphGame<IMPARTIAL> {
    fn rank(&self, pos: &Graph) -> Rank {
        vec![self.0.rank(pos).into()]
    }
}
