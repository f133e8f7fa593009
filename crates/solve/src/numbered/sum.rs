//! Sums of different games: parts of each game, by one numbering.
//!
//! Each term keeps its own parts, so nothing of what its game knows is lost. With T games, the part n of game t is nT + t.

use super::{Numbered, Numbering, Options, PartId, Parts, Place, Seen, Summand};
use crate::packed::WholeSearch;
use crate::sum::{Nimbers, TermNimbers};
use bouton_core::Budget;
use bouton_rules::{
    AnyGame, AnyPosition, Error, Impartial, Partizan, Player, Result, Ruleset, Short, Sum,
};
use bouton_value::{Store, Value};
use std::ops::Range;
use std::sync::Arc;

/// The parts of one game of a sum, whichever type its positions have.
pub trait TermParts: Send {
    /// The parts.
    fn parts(&self) -> &dyn Parts;

    /// The parts, to be asked about.
    fn parts_mut(&mut self) -> &mut dyn Parts;

    /// As [`Numbering::take_apart`].
    fn take_apart(&mut self, pos: &AnyPosition, most: usize, out: &mut Options) -> Result<()>;

    /// As [`Numbering::exact_size`].
    fn exact_size(&self, pos: &AnyPosition) -> usize;

    /// As [`Numbering::whole`].
    fn whole(&self, pos: &AnyPosition) -> Option<Box<dyn WholeSearch<AnyPosition>>>;
}

/// A game that can be a term of a sum: its rules with their type hidden, how its parts are numbered, and how nimbers are found
/// where it has them.
#[derive(Clone)]
pub struct Term {
    game: AnyGame,
    parts: Arc<dyn Fn() -> Box<dyn TermParts> + Send + Sync>,
    nimbers: Option<Arc<dyn Fn() -> Box<dyn TermNimbers> + Send + Sync>>,
}

impl Term {
    /// A game in which the players may have different moves.
    pub fn partizan<G: Partizan + Short>(game: G) -> Term {
        Term {
            game: AnyGame::partizan(game.clone()),
            parts: Arc::new(move || Box::new(Hidden(Numbered::new(game.clone())))),
            nimbers: None,
        }
    }

    /// A game in which both players have the same moves.
    pub fn impartial<G: Impartial + Short>(game: G) -> Term {
        let other = game.clone();
        Term {
            game: AnyGame::impartial(game.clone()),
            parts: Arc::new(move || Box::new(Hidden(Numbered::with_theorem(game.clone())))),
            nimbers: Some(Arc::new(move || Box::new(Nimbers::new(other.clone())))),
        }
    }

    /// The same game with a search for nimbers of its own.
    pub fn with_nimbers(
        self,
        search: impl Fn() -> Box<dyn TermNimbers> + Send + Sync + 'static,
    ) -> Term {
        Term {
            nimbers: Some(Arc::new(search)),
            ..self
        }
    }

    /// The rules.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// A search for the nimbers of the term, if it is impartial.
    pub(crate) fn nimbers(&self) -> Option<Box<dyn TermNimbers>> {
        self.nimbers.as_ref().map(|new| new())
    }
}

/// The parts of a game whose positions have their type hidden.
struct Hidden<G: Partizan>(Numbered<G>);

impl<G: Partizan + Short> TermParts for Hidden<G> {
    fn parts(&self) -> &dyn Parts {
        &self.0
    }

    fn parts_mut(&mut self) -> &mut dyn Parts {
        &mut self.0
    }

    fn take_apart(&mut self, pos: &AnyPosition, most: usize, out: &mut Options) -> Result<()> {
        match pos.of_game::<G>() {
            Some(pos) => self.0.take_apart(pos, most, out),
            None => Err(Error::input(
                "a term of a sum is a position of another game",
            )),
        }
    }

    fn exact_size(&self, pos: &AnyPosition) -> usize {
        pos.of_game::<G>().map_or(0, |pos| self.0.exact_size(pos))
    }

    fn whole(&self, pos: &AnyPosition) -> Option<Box<dyn WholeSearch<AnyPosition>>> {
        let whole = self.0.whole(pos.of_game::<G>()?)?;
        Some(Box::new(HiddenWhole::<G>(whole)))
    }
}

/// A search on the board of a term.
struct HiddenWhole<G: Ruleset>(Box<dyn WholeSearch<G::Position>>);

impl<G: Partizan + Short> WholeSearch<AnyPosition> for HiddenWhole<G> {
    fn wins(
        &mut self,
        pos: &AnyPosition,
        beside: Option<(&mut Store, Value)>,
        mover: Player,
        budget: &Budget,
    ) -> Option<Result<bool>> {
        self.0.wins(pos.of_game::<G>()?, beside, mover, budget)
    }

    fn nodes(&self) -> u64 {
        self.0.nodes()
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// The parts of a sum of games by one numbering.
pub struct NumberedSum {
    rules: Sum,
    terms: Vec<Box<dyn TermParts>>,
}

impl NumberedSum {
    /// No part yet. At least one term is wanted.
    pub fn new(first: &Term, others: &[Term]) -> NumberedSum {
        let hidden = others.iter().map(|term| term.game.clone()).collect();
        let all = std::iter::once(first).chain(others);
        NumberedSum {
            rules: Sum::of(first.game.clone(), hidden),
            terms: all.map(|term| (term.parts)()).collect(),
        }
    }

    fn count(&self) -> u32 {
        self.terms.len() as u32
    }

    /// The term of a number, and the number there.
    fn of(&self, number: u32) -> (usize, u32) {
        ((number % self.count()) as usize, number / self.count())
    }

    fn parts(&self, number: u32) -> (&dyn Parts, u32) {
        let (term, own) = self.of(number);
        (self.terms[term].parts(), own)
    }

    fn parts_mut(&mut self, number: u32) -> (&mut dyn Parts, u32) {
        let (term, own) = self.of(number);
        (self.terms[term].parts_mut(), own)
    }

    /// The summand of a term as one of the sum.
    fn lift(&self, term: usize, summand: Summand) -> Result<Summand> {
        let number = |own: u32| {
            let number = own.checked_mul(self.count());
            let number = number.and_then(|n| n.checked_add(term as u32));
            number.ok_or_else(|| Error::limit("unknown: more than 2^32 parts were met"))
        };
        Ok(match summand.seen() {
            Seen::Part(part, negative) => Summand::part(number(part)?, negative),
            Seen::Fresh(place) => Summand::fresh(number(place)?),
            _ => summand,
        })
    }

    fn lift_all(&self, term: usize, from: usize, out: &mut Options) -> Result<()> {
        for summand in &mut out.summands[from..] {
            *summand = self.lift(term, *summand)?;
        }
        Ok(())
    }

    /// Adds the parts of a term to the option that is being written.
    fn take_term(
        &mut self,
        term: usize,
        pos: &AnyPosition,
        most: usize,
        out: &mut Options,
    ) -> Result<()> {
        let from = out.summands.len();
        self.terms[term].take_apart(pos, most, out)?;
        out.ends.pop();
        self.lift_all(term, from, out)
    }

    /// The term that is the board.
    fn board(&self, pos: &[AnyPosition]) -> usize {
        let sizes = pos.iter().map(|term| self.rules.size_of_term(term));
        let largest = sizes
            .enumerate()
            .max_by_key(|&(i, size)| (size, usize::MAX - i));
        largest.map_or(0, |(i, _)| i)
    }
}

impl Parts for NumberedSum {
    fn expand(&mut self, part: PartId, who: Player, most: usize, out: &mut Options) -> Result<()> {
        let (term, own) = self.of(part);
        let from = out.summands.len();
        self.terms[term].parts_mut().expand(own, who, most, out)?;
        self.lift_all(term, from, out)
    }

    fn number(&mut self, place: Place) -> Result<Summand> {
        let (term, own) = self.of(place);
        let summand = self.terms[term].parts_mut().number(own)?;
        self.lift(term, summand)
    }

    fn release(&mut self, place: Place) {
        let (parts, own) = self.parts_mut(place);
        parts.release(own);
    }

    fn settle(&mut self, part: PartId, fact: u32) -> Result<()> {
        let (parts, own) = self.parts_mut(part);
        parts.settle(own, fact)
    }

    fn fact(&self, part: PartId) -> Option<u32> {
        let (parts, own) = self.parts(part);
        parts.fact(own)
    }

    fn pin(&mut self, part: PartId) {
        let (parts, own) = self.parts_mut(part);
        parts.pin(own);
    }

    fn place(&self, part: PartId) -> Place {
        let (term, own) = self.of(part);
        let place = self.terms[term].parts().place(own);
        place * self.count() + term as u32
    }

    fn size(&self, place: Place) -> usize {
        let (parts, own) = self.parts(place);
        parts.size(own)
    }

    fn mobility(&self, place: Place) -> i64 {
        let (parts, own) = self.parts(place);
        parts.mobility(own)
    }

    fn effort(&self, place: Place) -> i64 {
        let (parts, own) = self.parts(place);
        parts.effort(own)
    }

    fn layers(&self, place: Place, from: Player) -> usize {
        let (parts, own) = self.parts(place);
        parts.layers(own, from)
    }

    fn slice(&mut self, place: Place, from: Player, layers: Range<usize>) -> u32 {
        let (term, own) = self.of(place);
        let slice = self.terms[term].parts_mut().slice(own, from, layers);
        slice * self.count() + term as u32
    }

    fn slice_size(&self, slice: u32) -> usize {
        let (parts, own) = self.parts(slice);
        parts.slice_size(own)
    }

    fn slice_parts(&mut self, slice: u32, most: usize, out: &mut Options) -> Result<()> {
        let (term, own) = self.of(slice);
        let from = out.summands.len();
        self.terms[term].parts_mut().slice_parts(own, most, out)?;
        self.lift_all(term, from, out)
    }

    fn settled(&self) -> usize {
        self.terms.iter().map(|term| term.parts().settled()).sum()
    }

    fn bytes(&self) -> u64 {
        self.terms.iter().map(|term| term.parts().bytes()).sum()
    }
}

impl Numbering for NumberedSum {
    type Position = Vec<AnyPosition>;

    fn take_apart(&mut self, pos: &Self::Position, most: usize, out: &mut Options) -> Result<()> {
        for (i, term) in pos.iter().enumerate() {
            self.take_term(i, term, most, out)?;
        }
        out.end();
        Ok(())
    }

    fn moves(&self, who: Player, pos: &Self::Position) -> Result<Vec<Self::Position>> {
        self.rules.moves(who, pos)
    }

    fn exact_size(&self, pos: &Self::Position) -> usize {
        let sizes = self.terms.iter().zip(pos);
        sizes
            .map(|(term, pos)| term.exact_size(pos))
            .max()
            .unwrap_or(0)
    }

    fn board_size(&self, pos: &Self::Position) -> usize {
        let board = pos.get(self.board(pos));
        board.map_or(0, |term| self.rules.size_of_term(term))
    }

    fn beside(&mut self, pos: &Self::Position, out: &mut Options) -> Result<()> {
        let board = self.board(pos);
        for (i, term) in pos.iter().enumerate() {
            if i != board {
                self.take_term(i, term, usize::MAX, out)?;
            }
        }
        out.end();
        Ok(())
    }

    fn whole(&self, pos: &Self::Position) -> Option<Box<dyn WholeSearch<Self::Position>>> {
        let term = self.board(pos);
        let whole = self.terms.get(term)?.whole(pos.get(term)?)?;
        Some(Box::new(TermWhole { term, whole }))
    }
}

/// A search on the board of one term of a sum.
struct TermWhole {
    term: usize,
    whole: Box<dyn WholeSearch<AnyPosition>>,
}

impl WholeSearch<Vec<AnyPosition>> for TermWhole {
    fn wins(
        &mut self,
        pos: &Vec<AnyPosition>,
        beside: Option<(&mut Store, Value)>,
        mover: Player,
        budget: &Budget,
    ) -> Option<Result<bool>> {
        self.whole.wins(pos.get(self.term)?, beside, mover, budget)
    }

    fn nodes(&self) -> u64 {
        self.whole.nodes()
    }

    fn bytes(&self) -> u64 {
        self.whole.bytes()
    }
}
