//! Limits of one question, in the form that the prover takes.

use bouton_core::Budget;

/// For the prover: its own bound of states, and the budget of the question.
pub(crate) fn automata_limits(budget: &Budget) -> bouton_automata::Limits {
    bouton_automata::Limits {
        budget: budget.clone(),
        ..bouton_automata::Limits::default()
    }
}
