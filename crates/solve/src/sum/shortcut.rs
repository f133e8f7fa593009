//! Questions that need no search over sums: a board that the ruleset packs in words, parts whose values are cheap.

use super::SumSearch;
use crate::packed::whole_search;
use bouton_core::Budget;
use bouton_rules::{Partizan, Player, Result, Short};
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

/// A position of at least this size is searched on its packed board, if it has one: below, the tables are not worth filling.
pub(super) const WHOLE: usize = 24;

impl<G: Partizan + Short> SumSearch<G> {
    /// [`SumSearch::wins`] on a board that the ruleset packs in words.
    pub(super) fn wins_whole(
        &mut self,
        pos: &G::Position,
        mover: Player,
        budget: &Budget,
    ) -> Option<Result<bool>> {
        if let Some(whole) = &mut self.whole
            && let Some(won) = whole.wins(pos, mover, budget)
        {
            return Some(won);
        }
        self.expanded = self.nodes();
        self.whole = whole_search(self.game(), pos);
        self.whole.as_mut()?.wins(pos, mover, budget)
    }

    /// The value of a part that is a little larger than small ones, if it costs few parts more than those that are known.
    pub(super) fn affordable(&mut self, part: &G::Position, budget: &Budget) -> Option<Value> {
        if self.credit < 0 || self.game().size(part) > MIDDLING || self.dear.contains(part) {
            return None;
        }
        let bytes = self.values.bytes(&self.store) + CHEAP_BYTES;
        let attempt = budget.attempt_within(FEW, bytes);
        let value = self.values.part(part, &mut self.store, &attempt).ok();
        self.credit = match value {
            Some(_) => (self.credit + 1).min(2 * CREDIT),
            None => self.credit - 8,
        };
        if value.is_none() {
            self.owned += self.game().owned_bytes(part) as u64;
            self.dear.insert(part.clone());
        }
        value
    }

    /// Values the large parts whose values cost little after all, until a few have not.
    pub(super) fn value_cheap(
        &mut self,
        fresh: &mut SmallVec<[G::Position; 2]>,
        values: &mut SmallVec<[Value; 4]>,
        budget: &Budget,
    ) {
        fresh.retain(|part| {
            if self.attempts == 0 {
                return true;
            }
            self.values.prepare(part);
            let bytes = self.values.bytes(&self.store) + CHEAP_BYTES;
            let attempt = budget.attempt_within(CHEAP, bytes);
            match self.values.part(part, &mut self.store, &attempt) {
                Ok(value) => values.push(value),
                // Any error that is not a limit comes up in the search again.
                Err(_) => {
                    self.attempts -= 1;
                    return true;
                }
            }
            false
        });
    }
}
