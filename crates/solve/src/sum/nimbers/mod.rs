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
use parts::MOST;
use proof::Proofs;
use source::{Rules, Source, Words};

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
    rules: Rules<G>,
    plain: Proofs,
    packs: bool,
    /// The last board that the ruleset packs, and the search there, if a position of it was asked about.
    packed: Option<(Words<G::Position>, Proofs)>,
}

impl<G: Impartial + Short> NimberSearch<G> {
    /// Nothing known yet.
    pub fn new(game: G) -> Self {
        NimberSearch {
            rules: Rules::new(game),
            plain: Proofs::new(true),
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
        self.rules.numbered.game()
    }

    /// Parts whose options were generated, over all questions.
    pub fn nodes(&self) -> u64 {
        self.plain.expanded + self.packed.as_ref().map_or(0, |(_, p)| p.expanded)
    }

    /// The nimber of a position in normal play.
    ///
    /// Errors: a limit of the budget; an input error of the rules; a nimber of 128 or more in the search.
    pub fn nimber(&mut self, pos: &G::Position, budget: &Budget) -> Result<u64> {
        let (source, search, parts) = self.search(pos)?;
        search.nimber(source, parts, budget)
    }

    /// Does the player to move win in normal play? Cheaper than the nimber: the hardest part is only asked whether it has the
    /// nimber of the others.
    pub fn wins(&mut self, pos: &G::Position, budget: &Budget) -> Result<bool> {
        let (source, search, parts) = self.search(pos)?;
        search.wins(source, parts, 0, budget)
    }

    /// Has the position this nimber? Cheaper than finding the nimber: see [`NimberSearch::wins`].
    pub fn is(&mut self, pos: &G::Position, nimber: u64, budget: &Budget) -> Result<bool> {
        let Some(nimber) = u8::try_from(nimber).ok().filter(|&n| n < MOST) else {
            return Ok(self.nimber(pos, budget)? == nimber);
        };
        let (source, search, parts) = self.search(pos)?;
        Ok(!search.wins(source, parts, nimber, budget)?)
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

    /// The search for a position and its parts there: on its board, if the ruleset packs it.
    fn search(&mut self, pos: &G::Position) -> Result<(&mut dyn Source, &mut Proofs, Vec<u64>)> {
        let mut parts = Vec::new();
        if let Some(packed) = self.pack(pos)
            && let Some((words, search)) = &mut self.packed
        {
            words.parts(&[packed], &mut parts, &mut Vec::new())?;
            return Ok((words, search, parts));
        }
        let pos = std::slice::from_ref(pos);
        self.rules
            .numbered
            .parts_of(pos, &mut parts, &mut Vec::new())?;
        Ok((&mut self.rules, &mut self.plain, parts))
    }

    /// The position in a word on the last board, or on its own.
    fn pack(&mut self, pos: &G::Position) -> Option<u64> {
        if !self.packs {
            return None;
        }
        let known = self
            .packed
            .as_ref()
            .and_then(|(words, _)| words.0.pack(pos));
        if known.is_some() {
            return known;
        }
        let board = self.game().packed_parts(pos)?;
        let packed = board.pack(pos)?;
        self.plain.expanded = self.nodes();
        self.packed = Some((Words(board), Proofs::new(false)));
        Some(packed)
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        let packed = self.packed.as_ref().map_or(0, |(_, p)| p.bytes());
        self.rules.bytes() + self.plain.bytes() + packed
    }
}
