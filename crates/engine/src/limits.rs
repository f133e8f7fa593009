//! Limits of one question, in the form that the prover takes.

use bouton_core::Budget;

/// For the prover: its own bounds, and the flag that stops the question.
pub(crate) fn automata_limits(budget: &Budget) -> bouton_automata::Limits {
    bouton_automata::Limits {
        stop: budget.limits().stop.clone(),
        ..bouton_automata::Limits::default()
    }
}
