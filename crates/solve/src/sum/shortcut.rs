//! Questions that need no search over sums: a board that the ruleset packs in words, parts whose values are cheap.

use super::{Fresh, SumSearch, Sums};
use crate::numbered::{Numbering, Options, Parts, Place, Seen, Summand};
use crate::value::wrap;
use bouton_core::Budget;
use bouton_rules::{Player, Result};
use bouton_value::Value;
use smallvec::SmallVec;

/// A part of any size is valued exactly if that takes at most so many parts below it and so many bytes; tried until
/// [`ATTEMPTS`] of them have not.
const CHEAP: u64 = 256;
const CHEAP_BYTES: u64 = 400_000;
/// A part that is not small is valued all the same up to this size, if that takes at most so many parts more.
const MIDDLING: usize = 13;
const FEW: u64 = 8;

/// Such parts are tried as long as at most one in nine is too dear, give or take so many.
pub(super) const CREDIT: i32 = 256;

/// How many large parts may turn out too dear.
pub(super) const ATTEMPTS: u32 = 4;

/// What stands beside a board is valued exactly if each part of it has at most so many parts below it.
const BESIDE: u64 = 20_000;

/// A position of at least this size is searched on its packed board, if it has one: below, the tables are not worth filling.
pub(super) const WHOLE: usize = 24;

impl<N: Numbering> SumSearch<N> {
    /// [`SumSearch::wins`] on a board that the ruleset packs in words; in a sum of games the largest term is the board, and the
    /// others stand beside it, if their values are cheap.
    pub(super) fn wins_whole(
        &mut self,
        pos: &N::Position,
        mover: Player,
        budget: &Budget,
    ) -> Option<Result<bool>> {
        let rest = match self.value_beside(pos, budget) {
            Ok(Some(rest)) => rest,
            Ok(None) => return None,
            Err(e) => return Some(Err(e)),
        };
        let store = &mut self.sums.store;
        if let Some(whole) = &mut self.whole
            && let Some(won) = whole.wins(pos, Some((store, rest)), mover, budget)
        {
            return Some(won);
        }
        let expanded = self.nodes();
        self.whole = self.parts.on_board(pos);
        self.sums.expanded = expanded;
        let store = &mut self.sums.store;
        self.whole
            .as_mut()?
            .wins(pos, Some((store, rest)), mover, budget)
    }

    /// The value of what stands beside the board; none if it is dear.
    fn value_beside(&mut self, pos: &N::Position, budget: &Budget) -> Result<Option<Value>> {
        let mut options = Options::default();
        self.parts.beside(pos, &mut options)?;
        let mut sum = Value::ZERO;
        for summand in options.summands {
            let value = match summand.seen() {
                Seen::Integer(n) => self.sums.store.integer(n),
                Seen::Nimber(n) => self.sums.store.nimber(n.into()).map_err(wrap)?,
                Seen::Settled(fact, negative) => {
                    self.sums.signed(Value::of_number(fact), negative)?
                }
                Seen::Part(part, negative) => {
                    let (attempt, _) = budget.attempt(BESIDE);
                    let store = &mut self.sums.store;
                    match self
                        .sums
                        .valuer
                        .value(&mut self.parts, part, store, &attempt)
                    {
                        Ok(value) => self.sums.signed(value, negative)?,
                        Err(e) if e.is_limit() => return Ok(None),
                        Err(e) => return Err(e),
                    }
                }
                Seen::Fresh(_) => return Ok(None),
            };
            sum = self.sums.store.add(sum, value).map_err(wrap)?;
        }
        Ok(Some(sum))
    }
}

impl Sums {
    /// The value of a part that is a little larger than small ones, if it costs few parts more than those that are known; the part
    /// itself if not.
    pub(super) fn affordable(
        &mut self,
        parts: &mut dyn Parts,
        place: Place,
        budget: &Budget,
    ) -> Result<std::result::Result<Value, Summand>> {
        if self.credit < 0 || parts.size(place) > MIDDLING {
            return Ok(Err(Summand::fresh(place)));
        }
        let summand = parts.number(place)?;
        let (part, negative) = match summand.seen() {
            Seen::Part(part, negative) => (part, negative),
            Seen::Settled(fact, negative) => {
                self.credit = (self.credit + 1).min(2 * CREDIT);
                return Ok(Ok(self.signed(Value::of_number(fact), negative)?));
            }
            _ => return Ok(Err(summand)),
        };
        if self.dear.contains(&part) {
            return Ok(Err(summand));
        }
        let bytes = parts.bytes() + self.store.size().bytes as u64 + CHEAP_BYTES;
        let attempt = budget.attempt_within(FEW, bytes);
        match self.valuer.value(parts, part, &mut self.store, &attempt) {
            Ok(value) => {
                self.credit = (self.credit + 1).min(2 * CREDIT);
                Ok(Ok(self.signed(value, negative)?))
            }
            // Any error that is not a limit comes up in the search again.
            Err(_) => {
                self.credit -= 8;
                self.dear.insert(part);
                Ok(Err(summand))
            }
        }
    }

    /// Values the large parts whose values cost little after all, until a few have not.
    pub(super) fn value_cheap(
        &mut self,
        parts: &mut dyn Parts,
        fresh: &mut Fresh,
        values: &mut SmallVec<[Value; 4]>,
        budget: &Budget,
    ) -> Result<()> {
        let mut dear = Fresh::new();
        for summand in std::mem::take(fresh) {
            if self.attempts == 0 {
                dear.push(summand);
                continue;
            }
            let summand = match summand.seen() {
                Seen::Fresh(place) => parts.number(place)?,
                _ => summand,
            };
            match summand.seen() {
                Seen::Part(part, negative) => {
                    let bytes = parts.bytes() + self.store.size().bytes as u64 + CHEAP_BYTES;
                    let attempt = budget.attempt_within(CHEAP, bytes);
                    match self.valuer.value(parts, part, &mut self.store, &attempt) {
                        Ok(value) => values.push(self.signed(value, negative)?),
                        Err(_) => {
                            self.attempts -= 1;
                            dear.push(summand);
                        }
                    }
                }
                Seen::Settled(fact, negative) => {
                    values.push(self.signed(Value::of_number(fact), negative)?);
                }
                _ => dear.push(summand),
            }
        }
        *fresh = dear;
        Ok(())
    }
}
