//! Where types are erased: one object-safe trait, implemented once for each kind of ruleset.

mod decided;
mod loopy;
mod scoring;
mod short;

pub use decided::Reaching;
pub use loopy::{LoopyImpartial, LoopyPartizan};
pub use scoring::Points;
pub use short::{ShortImpartial, ShortPartizan};

use crate::report::Entry;
use bouton_rules::{Heaps, Impartial, Info, Partizan, Play, Player, Result, Ruleset};
use bouton_solve::Budget;
use bouton_value::Notation;

/// What solving a position gave, in text.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    pub outcome: String,
    pub grundy: Option<String>,
    pub value: Option<String>,
    pub remoteness: Option<u64>,
    pub score: Option<i64>,
    pub winning: Vec<String>,
    pub complete: bool,
    pub by_player: Option<[Vec<String>; 2]>,
    pub method: String,
}

/// The value of a position, in text.
#[derive(Clone, Debug, Default)]
pub struct Valued {
    pub value: String,
    pub outcome: String,
    pub mean: String,
    pub temperature: String,
    pub stops: [String; 2],
}

/// A game whose position type is hidden.
pub trait Game: Send + Sync {
    fn info(&self) -> Info;
    fn is_partizan(&self) -> bool;
    fn ends(&self) -> bool;
    /// The position in its normal form.
    fn show(&self, pos: &str) -> Result<String>;
    /// All moves, as the positions that they lead to.
    fn moves(&self, who: Player, pos: &str) -> Result<Vec<String>>;
    /// Outcome and winning moves; theorems first, if asked.
    fn solve(
        &self,
        pos: &str,
        play: Play,
        to_move: Option<Player>,
        theorems: bool,
        budget: &Budget<'_>,
    ) -> Result<Solved>;
    /// `win`, `lose` or `draw` for the player to move, where a rule has ended the game; `None` while play goes on.
    fn ended(&self, _who: Player, _pos: &str) -> Result<Option<&'static str>> {
        Ok(None)
    }
    /// True if points decide.
    fn by_points(&self) -> bool {
        false
    }
    /// In a game of points, what a move wins and whether its player moves again; `None` in other games.
    fn gain(&self, _from: &str, _to: &str) -> Result<Option<(u32, bool)>> {
        Ok(None)
    }
    /// True if a theorem answers for this position.
    fn knows(&self, pos: &str, play: Play) -> bool;
    /// The canonical value, with the quantities that researchers read off it.
    fn value(&self, pos: &str, notation: Notation, budget: &Budget<'_>) -> Result<Valued>;
    /// Entries of a table, one a position; `None` where the text is no position.
    fn entries(
        &self,
        positions: &[String],
        outcomes: bool,
        play: Play,
        budget: &Budget<'_>,
    ) -> Result<Vec<Option<Entry>>>;
}

fn shown<G: Ruleset>(game: &G, positions: &[G::Position]) -> Vec<String> {
    positions.iter().map(|p| game.show(p)).collect()
}

/// A position read and written again: its normal form.
fn normal_form<G: Ruleset>(game: &G, pos: &str) -> Result<String> {
    Ok(game.show(&game.parse(pos)?))
}

/// The moves of a player in text.
fn listed<G: Partizan>(game: &G, who: Player, pos: &str) -> Result<Vec<String>> {
    Ok(unique(shown(game, &game.moves(who, &game.parse(pos)?)?)))
}

/// Does the game's theorem answer for the position?
fn is_known<G: Impartial>(game: &G, pos: &str, play: Play) -> bool {
    game.parse(pos)
        .is_ok_and(|p| game.known(&p, play).is_some())
}

/// Each text once, in order.
fn unique(texts: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    texts
        .into_iter()
        .filter(|t| seen.insert(t.clone()))
        .collect()
}

fn searched(nodes: u64) -> String {
    format!("search of {nodes} positions")
}

/// Heaps as text.
pub fn heaps_text(sizes: &[u64]) -> String {
    Heaps::of(sizes).to_string()
}
