//! What a numbered game gives to be asked about: its title, and positions as texts.

use crate::Indexed;
use crate::file::Title;
use bouton_core::{Player, Result};

/// A numbered game with texts for its positions.
pub trait Named: Indexed {
    /// What the table is about.
    fn title(&self) -> Title;

    /// A position from its text with `to_move` to move; errors say where the text is wrong and what would be right.
    fn parse(&self, text: &str, to_move: Player) -> Result<Self::Position>;

    /// A position as text. `to_move` is who moves; a game whose positions say it themselves ignores it.
    fn show(&self, pos: &Self::Position, to_move: Player) -> String;

    /// Who moves, where the position says it.
    fn mover(&self, _pos: &Self::Position) -> Option<Player> {
        None
    }

    /// The texts of all positions in the order of their numbers, where the numbers are not made from positions but listed.
    fn keys(&self) -> Option<Vec<u8>> {
        None
    }
}
