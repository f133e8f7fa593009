//! The moves of a node, bounded and put in order.

use super::bound::Bound;
use super::node::{self, Node, opposite};
use super::slices::WIDEST;
use super::{Candidate, SumSearch, by_bounds};
use crate::value::wrap;
use bouton_core::Budget;
use bouton_rules::{Partizan, Player, Result, Short};
use bouton_value::Value;
use smallvec::SmallVec;

/// What a unit of effort counts against a move of mobility.
const EFFORT: i64 = 8;

impl<G: Partizan + Short> SumSearch<G> {
    /// Lists the moves that bounds leave open; true if one of them is certain to win.
    pub(super) fn list_moves(
        &mut self,
        node: &Node,
        mover: Player,
        moves: &mut Vec<Candidate<G::Position>>,
        budget: &Budget,
    ) -> Result<bool> {
        let mut split = Vec::new();
        for (i, &part) in node.parts.iter().enumerate() {
            if i > 0 && node.parts[i - 1] == part {
                continue;
            }
            let negative = part & 1 == 1;
            let pos = self.parts[(part >> 1) as usize].clone();
            let who = if negative { mover.other() } else { mover };
            let mut rest = node.parts.clone();
            rest.remove(i);
            let slices = self.slices(&pos)?;
            for option in self.values.game().moves(who, &pos)? {
                let mut fresh: SmallVec<[G::Position; 2]> = SmallVec::new();
                let mut values: SmallVec<[Value; 4]> = SmallVec::new();
                self.take_apart(&option, &mut split, &mut fresh, &mut values, budget)?;
                let mut parts = rest.clone();
                let mut bounds = None;
                if fresh.len() == 1 && values.is_empty() && !negative {
                    // Narrow slices first: they are few and often decide.
                    for widest in [2, WIDEST] {
                        let both = [
                            self.cut_bound(&option, Player::Left, Some(&slices), widest)?,
                            self.cut_bound(&option, Player::Right, Some(&slices), widest)?,
                        ];
                        bounds = Some(both);
                        let all = self.node_bounds(&parts, &fresh, bounds, &node.values)?;
                        if by_bounds(all, mover.other()).is_some() {
                            break;
                        }
                    }
                }
                if negative {
                    for value in &mut values {
                        *value = self.store.neg(*value).map_err(wrap)?;
                    }
                    // A fresh part is bounded and numbered as it stands; its sign is set by numbering it now.
                    let numbered =
                        self.settle(&[], std::mem::take(&mut fresh), None, SmallVec::new())?;
                    parts.extend(numbered.parts.iter().map(|&p| opposite(p)));
                }
                values.extend_from_slice(&node.values);
                if self.consider(
                    Candidate {
                        score: 0,
                        parts,
                        fresh,
                        bounds,
                        values,
                    },
                    mover,
                    moves,
                )? {
                    return Ok(true);
                }
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
                if self.consider(candidate, mover, moves)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Bounds a move: true if it wins for certain, kept with a score if it may, dropped if it loses.
    fn consider(
        &mut self,
        mut candidate: Candidate<G::Position>,
        mover: Player,
        moves: &mut Vec<Candidate<G::Position>>,
    ) -> Result<bool> {
        candidate.values = node::merged(candidate.values, &mut self.store).map_err(wrap)?;
        let both = self.node_bounds(
            &candidate.parts,
            &candidate.fresh,
            candidate.bounds,
            &candidate.values,
        )?;
        match by_bounds(both, mover.other()) {
            Some(lost) => return Ok(!lost),
            None if candidate.parts.is_empty() && candidate.fresh.is_empty() => {
                let node = Node {
                    parts: SmallVec::new(),
                    values: candidate.values.clone(),
                };
                if let Some(lost) = self.decide(&node, mover.other())? {
                    return Ok(!lost);
                }
            }
            None => {}
        }
        let sign = usize::from(mover == Player::Right);
        // Half way between the bounds; where there are none, by the values, by what is left to search and by mobility.
        candidate.score = if both[0] == Bound::NONE || both[1] == Bound::NONE {
            let game = self.values.game();
            let parts = candidate.fresh.iter();
            let mobility: i64 = parts.clone().map(|p| game.mobility(p)).sum();
            let effort: i64 = parts.map(|p| game.effort(p)).sum();
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
