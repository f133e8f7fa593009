//! Sums of different games: parts of each game, by one numbering.
//!
//! Each term keeps its own parts, so nothing of what its game knows is lost. With T games, the part n of game t is nT + t.

use super::term::{Cut, Term, TermParts};
use super::{Numbering, Options, PartId, Parts, Place, Seen, Summand};
use crate::packed::WholeSearch;
use bouton_core::Budget;
use bouton_rules::{AnyPosition, Error, Partizan, Player, Result, Sum};
use bouton_value::{Store, Value};
use std::ops::Range;

/// The parts of a sum of games by one numbering.
pub struct NumberedSum {
    rules: Sum,
    terms: Vec<Box<dyn TermParts>>,
}

impl NumberedSum {
    /// No part yet. At least one term is wanted.
    pub fn new(first: &Term, others: &[Term]) -> NumberedSum {
        let hidden = others.iter().map(|term| term.game().clone()).collect();
        let all = std::iter::once(first).chain(others);
        NumberedSum {
            rules: Sum::of(first.game().clone(), hidden),
            terms: all.map(|term| term.parts(Cut::Parts)).collect(),
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

    fn describe(&self, part: PartId) -> (String, String) {
        let (parts, own) = self.parts(part);
        parts.describe(own)
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

    fn is_representative(&self, pos: &Self::Position) -> bool {
        let mut terms = self.terms.iter().zip(pos);
        terms.all(|(term, pos)| term.is_representative(pos))
    }

    fn on_board(&self, pos: &Self::Position) -> Option<Box<dyn WholeSearch<Self::Position>>> {
        let term = self.board(pos);
        let whole = self.terms.get(term)?.on_board(pos.get(term)?)?;
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
