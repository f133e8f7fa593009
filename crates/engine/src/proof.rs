//! Solving by a theorem that is proved on the spot.

use crate::game::Solved;
use crate::limits::automata_limits;
use bouton_core::Budget;
use bouton_rules::{Boxed, Error, HeapRules, Heaps, Nat, Play, Result};
use bouton_theory::discover::Learner;
use bouton_theory::{HeapStrategy, Options, Relations, SetStrategy};

/// A game whose positions are too many to search: the answer from a proved P-set or Grundy function, or `None` if nothing is proved.
pub fn solve(
    rules: &HeapRules,
    boxed: &dyn Boxed,
    heaps: &Heaps,
    play: Play,
    budget: &Budget,
) -> Result<Option<Solved>> {
    let Ok(relations) = Relations::new(rules) else {
        return Ok(None);
    };
    let limits = automata_limits(budget);
    let options = Options {
        play,
        limits: limits.clone(),
        budget,
        learner: Learner::default(),
    };
    let stopped = |e: bouton_automata::Error| Error::limit(e.to_string());
    let texts = |replies: Vec<Vec<Nat>>| {
        replies
            .into_iter()
            .map(|r| Heaps(r).to_string())
            .collect::<Vec<_>>()
    };
    if rules.sums {
        if play == Play::Misere {
            return Ok(None);
        }
        let analysis = bouton_theory::analyze(rules, boxed, &options)?;
        for claim in &analysis.claims {
            let Some(strategy) = HeapStrategy::new(&relations, claim, &limits).map_err(stopped)?
            else {
                continue;
            };
            let total = strategy.sum(&heaps.0);
            let mut winning = texts(strategy.replies(&heaps.0));
            if strategy.empty_heaps_count() {
                // No heap is not an empty heap: `0` is one.
                let none = Heaps::default().to_string();
                let replies = strategy.replies(&heaps.0);
                for (text, reply) in winning.iter_mut().zip(&replies) {
                    if reply.is_empty() && *text == none {
                        *text = "()".to_string();
                    }
                }
            }
            return Ok(Some(Solved {
                outcome: if total == Nat::ZERO { "P" } else { "N" }.to_string(),
                grundy: Some(total.to_string()),
                complete: total == Nat::ZERO,
                winning,
                method: format!("proved: {}", claim.statement),
                ..Solved::default()
            }));
        }
        return Ok(None);
    }
    let Ok(claim) = bouton_theory::p_set(rules, boxed, &options)? else {
        return Ok(None);
    };
    let Some(strategy) = SetStrategy::new(&relations, &claim, &limits).map_err(stopped)? else {
        return Ok(None);
    };
    let lost = strategy.is_p(&heaps.0);
    Ok(Some(Solved {
        outcome: if lost { "P" } else { "N" }.to_string(),
        complete: lost,
        winning: if lost {
            Vec::new()
        } else {
            texts(strategy.replies(&heaps.0))
        },
        method: format!("proved: {}", claim.statement),
        ..Solved::default()
    }))
}
