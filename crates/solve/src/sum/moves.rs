//! The moves of a node, bounded and put in order.

use super::bound::Bound;
use super::node::{self, Node, opposite};
use super::{Candidate, Fresh, Sums, by_bounds, release};
use crate::numbered::{Parts, Place, Seen, Summand};
use crate::value::wrap;
use bouton_core::Budget;
use bouton_rules::{Player, Result};
use bouton_value::Value;
use smallvec::SmallVec;

/// What a unit of effort counts against a move of mobility.
const EFFORT: i64 = 8;

impl Sums {
    /// Lists the moves that bounds leave open; true if one of them is certain to win.
    pub(super) fn list_moves(
        &mut self,
        parts: &mut dyn Parts,
        node: &Node,
        mover: Player,
        moves: &mut Vec<Candidate>,
        budget: &Budget,
    ) -> Result<bool> {
        for (i, &part) in node.parts.iter().enumerate() {
            if i > 0 && node.parts[i - 1] == part {
                continue;
            }
            let negative = part & 1 == 1;
            let who = if negative { mover.other() } else { mover };
            let mut rest = node.parts.clone();
            rest.remove(i);
            let mut options = std::mem::take(&mut self.options);
            options.clear();
            let id = self.large[(part >> 1) as usize].part;
            parts.expand(id, who, self.small, &mut options)?;
            let mut wins = Ok(false);
            for option in 0..options.len() {
                let summands = options.option(option);
                wins = match wins {
                    Ok(false) => self
                        .move_in_part(parts, node, &rest, negative, summands, mover, moves, budget),
                    // Nobody asks about the places of the others.
                    wins => {
                        release(parts, summands.iter().copied().collect());
                        wins
                    }
                };
            }
            self.options = options;
            if wins? {
                return Ok(true);
            }
        }
        for (i, &value) in node.values.iter().enumerate() {
            if i > 0 && node.values[i - 1] == value {
                continue;
            }
            for option in self
                .store
                .options(value, mover == Player::Left)
                .map_err(wrap)?
            {
                let mut values = node.values.clone();
                values[i] = option;
                let candidate = Candidate {
                    score: 0,
                    parts: node.parts.clone(),
                    fresh: SmallVec::new(),
                    bounds: None,
                    values,
                };
                if self.consider(parts, candidate, mover, moves)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Considers a move in a large part.
    #[allow(clippy::too_many_arguments)]
    fn move_in_part(
        &mut self,
        parts: &mut dyn Parts,
        node: &Node,
        rest: &[u32],
        negative: bool,
        option: &[Summand],
        mover: Player,
        moves: &mut Vec<Candidate>,
        budget: &Budget,
    ) -> Result<bool> {
        let mut fresh = Fresh::new();
        let mut values: SmallVec<[Value; 4]> = SmallVec::new();
        self.read(parts, option, &mut fresh, &mut values, budget)?;
        let mut large: SmallVec<[u32; 4]> = SmallVec::from_slice(rest);
        let mut bounds = None;
        if let [one] = fresh[..]
            && values.is_empty()
            && !negative
        {
            bounds = Some(self.fresh_bounds(parts, one)?);
        }
        if negative {
            for value in &mut values {
                *value = self.store.neg(*value).map_err(wrap)?;
            }
            // A fresh part is bounded and numbered as it stands; its sign is set by numbering it now.
            let numbered = self.settle(
                parts,
                &[],
                std::mem::take(&mut fresh),
                None,
                SmallVec::new(),
            )?;
            large.extend(numbered.parts.iter().map(|&p| opposite(p)));
            for value in numbered.values {
                values.push(self.store.neg(value).map_err(wrap)?);
            }
        }
        values.extend_from_slice(&node.values);
        let candidate = Candidate {
            score: 0,
            parts: large,
            fresh,
            bounds,
            values,
        };
        self.consider(parts, candidate, mover, moves)
    }

    /// Bounds a move: true if it wins for certain, kept with a score if it may, dropped if it loses.
    fn consider(
        &mut self,
        parts: &mut dyn Parts,
        mut candidate: Candidate,
        mover: Player,
        moves: &mut Vec<Candidate>,
    ) -> Result<bool> {
        candidate.values = node::merged(candidate.values, &mut self.store).map_err(wrap)?;
        let both = self.node_bounds(
            parts,
            &candidate.parts,
            &candidate.fresh,
            candidate.bounds,
            &candidate.values,
        )?;
        match by_bounds(both, mover.other()) {
            Some(lost) => {
                release(parts, candidate.fresh);
                return Ok(!lost);
            }
            None if candidate.parts.is_empty() && candidate.fresh.is_empty() => {
                let node = Node {
                    parts: SmallVec::new(),
                    values: candidate.values.clone(),
                };
                if let Some(lost) = self.decide(parts, &node, mover.other())? {
                    return Ok(!lost);
                }
            }
            None => {}
        }
        let sign = usize::from(mover == Player::Right);
        // Half way between the bounds; where there are none, by the values, by what is left to search and by mobility.
        candidate.score = if both[0] == Bound::NONE || both[1] == Bound::NONE {
            let (mut mobility, mut effort) = (0, 0);
            for &summand in &candidate.fresh {
                let (place, negative) = place_of(parts, summand);
                let own = parts.mobility(place);
                mobility += if negative { -own } else { own };
                effort += parts.effort(place);
            }
            let mobility = if mover == Player::Left {
                mobility
            } else {
                -mobility
            };
            self.promise(&candidate.values, mover)? + mobility - EFFORT * effort
        } else {
            both[sign].mean - both[1 - sign].mean
        };
        moves.push(candidate);
        Ok(false)
    }
}

/// Where a fresh part stands, and whether its negative does.
pub(super) fn place_of(parts: &dyn Parts, fresh: Summand) -> (Place, bool) {
    match fresh.seen() {
        Seen::Part(part, negative) => (parts.place(part), negative),
        Seen::Fresh(place) => (place, false),
        // Fresh parts are nothing else.
        _ => (0, false),
    }
}
