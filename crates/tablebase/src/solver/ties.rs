//! Ties: where neither player can win, the shortest way to a tied end.

use super::{State, Work, at_most, in_chunks};
use crate::Indexed;
use crate::code::{FAR_MASK, HOLE, TIE, WIN};
use bouton_core::Result;
use std::sync::atomic::Ordering::Relaxed;

impl<G: Indexed> Work<'_, G> {
    /// Notes for every position that is neither won nor lost the nearest tie by a move to a tier below.
    pub(super) fn begin_ties(&self, state: &State) -> Result<()> {
        let ties_below = self
            .game
            .below(self.tier)
            .iter()
            .filter_map(|&t| self.below.get(t as usize).and_then(Option::as_ref))
            .any(|values| values.iter().any(|&v| v >= TIE && v != HOLE));
        if !ties_below {
            return Ok(());
        }
        in_chunks(
            state.values.len() as u64,
            self.budget,
            false,
            |range, scratch| {
                for index in range {
                    let cell = &state.values[index as usize];
                    if cell.load(Relaxed) >= WIN {
                        continue;
                    }
                    scratch.positions.clear();
                    self.game.moves(
                        &self.game.position(self.tier, index),
                        &mut scratch.positions,
                    );
                    for next in &scratch.positions {
                        let (tier, index) = self.game.index(next);
                        if tier == self.tier {
                            continue;
                        }
                        let value = self.value_below(tier, index)?;
                        if value >= TIE {
                            if value & FAR_MASK >= crate::code::FARTHEST {
                                return Err(super::far());
                            }
                            at_most(cell, TIE | ((value & FAR_MASK) + 1));
                        }
                    }
                }
                Ok(())
            },
        )
    }
}
