//! Nimbers of impartial sums by proof numbers: a part is asked only whether it has a nimber n.
//!
//! It has if no option has, and if the part has none of the nimbers below n: all these are questions of the same kind, and one
//! yes among them makes a no. Every question knows how much work is left to a yes and to a no, as far as that was seen; the
//! search goes to the question with the least, and leaves it as soon as another one has less (depth-first proof numbers,
//! `nagai2002`). Options are sums: their easy parts are solved, the hardest one is asked. Asking for one nimber of a part with
//! the others known is the idea of Lemoine and Viennot (`lemoineviennot2012`); Beling and Rogalski (`belingrogalski2020`) ask for
//! sets, depth first.

mod choices;
mod effort;
mod parts;
mod proof;
mod source;

use bouton_core::Budget;
use bouton_rules::{Impartial, Result, Short};
use proof::Proofs;
use source::{Rules, Words};

/// Nimbers of the positions of one impartial game that ends, with everything learned so far.
///
/// ```
/// # use bouton_solve::doc::Takeaway;
/// use bouton_rules::Heaps;
/// use bouton_solve::{Budget, NimberSearch};
/// let mut search = NimberSearch::new(Takeaway);
/// assert_eq!(search.nimber(&Heaps::of(&[4, 2]), &Budget::unlimited()).unwrap(), 3);
/// ```
pub struct NimberSearch<G: Impartial + Short> {
    plain: Proofs<Rules<G>>,
    packs: bool,
    /// The search on the last board that the ruleset packs, if a position of it was asked about.
    packed: Option<Proofs<Words<G::Position>>>,
}

impl<G: Impartial + Short> NimberSearch<G> {
    /// Nothing known yet.
    pub fn new(game: G) -> Self {
        NimberSearch {
            plain: Proofs::new(Rules(game)),
            packs: true,
            packed: None,
        }
    }

    /// A search over positions as the ruleset writes them, even where it packs them in words: the slow twin.
    pub fn unpacked(game: G) -> Self {
        NimberSearch {
            packs: false,
            ..NimberSearch::new(game)
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.plain.source().0
    }

    /// Parts whose options were generated, over all questions.
    pub fn nodes(&self) -> u64 {
        self.plain.expanded + self.packed.as_ref().map_or(0, |p| p.expanded)
    }

    /// The nimber of a position in normal play.
    ///
    /// Errors: a limit of the budget; an input error of the rules; a nimber of 128 or more in the search.
    pub fn nimber(&mut self, pos: &G::Position, budget: &Budget) -> Result<u64> {
        if let Some((search, parts)) = self.packed(pos) {
            return search.nimber(parts, budget);
        }
        let parts = self.parts(pos);
        self.plain.nimber(parts, budget)
    }

    /// Does the player to move win in normal play? Cheaper than the nimber: the hardest part is only asked whether it has the
    /// nimber of the others.
    pub fn wins(&mut self, pos: &G::Position, budget: &Budget) -> Result<bool> {
        if let Some((search, parts)) = self.packed(pos) {
            return search.wins(parts, budget);
        }
        let parts = self.parts(pos);
        self.plain.wins(parts, budget)
    }

    /// Every option that leaves nimber 0, in the order of the rules.
    pub fn winning_options(
        &mut self,
        pos: &G::Position,
        budget: &Budget,
    ) -> Result<Vec<G::Position>> {
        let mut winning = Vec::new();
        for option in self.game().options(pos)? {
            if !self.wins(&option, budget)? {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    fn parts(&self, pos: &G::Position) -> Vec<G::Position> {
        let game = self.game();
        let parts = game.split(pos).into_iter();
        parts.map(|part| game.canon_part(part)).collect()
    }

    /// The search on the board of a position and the parts of the position there, if the ruleset packs it.
    #[allow(clippy::type_complexity)]
    fn packed(&mut self, pos: &G::Position) -> Option<(&mut Proofs<Words<G::Position>>, Vec<u64>)> {
        if !self.packs {
            return None;
        }
        let known = self.packed.as_ref().and_then(|p| p.source().0.pack(pos));
        let packed = match known {
            Some(packed) => packed,
            None => {
                let board = self.game().packed_parts(pos)?;
                let packed = board.pack(pos)?;
                self.plain.expanded = self.nodes();
                self.packed = Some(Proofs::new(Words(board)));
                packed
            }
        };
        let search = self.packed.as_mut()?;
        let mut parts = Vec::new();
        search.source().0.parts(packed, &mut parts);
        Some((search, parts))
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        self.plain.bytes() + self.packed.as_ref().map_or(0, Proofs::bytes)
    }
}
