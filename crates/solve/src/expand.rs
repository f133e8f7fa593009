//! The rules of a game as the explorer sees them: one small adapter for each kind of node.

use crate::graph::{Expand, Options};
use bouton_rules::{Decision, Partizan, Player, Result};

/// Parts packed in words; the function lists the options of a part. One type for all games.
pub(crate) struct Words<'f>(pub &'f mut dyn FnMut(u64, &mut Options<u64>));

impl Expand<u64> for Words<'_> {
    fn expand(&mut self, part: &u64, out: &mut Options<u64>) -> Result<()> {
        (self.0)(*part, out);
        Ok(())
    }

    fn owned_bytes(&self, _: &u64) -> usize {
        0
    }
}

/// A position together with the player to move.
pub type Turn<P> = (P, Player);

/// Positions of a partizan game, each with the player to move; `decided` ends play early.
pub(crate) struct PartizanNodes<'g, G, D> {
    pub game: &'g G,
    pub decided: D,
}

impl<G: Partizan, D: Fn(Player, &G::Position) -> Option<Decision>> Expand<Turn<G::Position>>
    for PartizanNodes<'_, G, D>
{
    fn expand(
        &mut self,
        (pos, who): &Turn<G::Position>,
        out: &mut Options<Turn<G::Position>>,
    ) -> Result<()> {
        if (self.decided)(*who, pos).is_some() {
            return Ok(());
        }
        for option in self.game.moves(*who, pos)? {
            out.push((self.game.canon(option), who.other()));
        }
        Ok(())
    }

    fn owned_bytes(&self, (pos, _): &Turn<G::Position>) -> usize {
        self.game.owned_bytes(pos)
    }
}
