//! Errors and limits: what stops an operation, in one sentence.

use bouton_core::Budget;
use std::fmt;

/// Why an operation gave no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: Kind,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Input,
    Limit,
}

impl Error {
    /// The input is wrong; `text` names the place and the right form.
    pub fn input(text: impl Into<String>) -> Error {
        Error {
            kind: Kind::Input,
            text: text.into(),
        }
    }

    /// A limit stopped the work; `text` says which.
    pub fn limit(text: impl Into<String>) -> Error {
        Error {
            kind: Kind::Limit,
            text: text.into(),
        }
    }

    /// Was the input wrong?
    pub fn is_input(&self) -> bool {
        self.kind == Kind::Input
    }

    /// Did a limit stop the work?
    pub fn is_limit(&self) -> bool {
        self.kind == Kind::Limit
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Error {}

/// How large an automaton may become before an operation stops with [`Error::is_limit`].
///
/// `states` bounds the states of every automaton on the way, and with them the memory: no transition table may have more
/// than `64 * states` entries. The budget bounds time and memory, and lets another thread end the work.
#[derive(Clone)]
pub struct Limits {
    /// The largest number of states.
    pub states: usize,
    /// Time, memory, and a request to stop.
    pub budget: Budget,
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("states", &self.states)
            .finish_non_exhaustive()
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::states(1_000_000)
    }
}

impl Limits {
    /// At most this many states.
    pub fn states(states: usize) -> Limits {
        Limits {
            states,
            budget: Budget::unlimited(),
        }
    }

    /// Checks an automaton with `states` states and `classes` classes of letters that is being built.
    pub(crate) fn check(&self, states: usize, classes: usize) -> Result<(), Error> {
        if states > self.states {
            return Err(Error::limit(format!(
                "an automaton needs more than {} states: raise the limit or simplify the formula",
                self.states
            )));
        }
        if states.saturating_mul(classes) > self.states.saturating_mul(64) {
            return Err(Error::limit(format!(
                "an automaton with {states} states and {classes} classes of letters needs more memory than the limit of {} states allows",
                self.states
            )));
        }
        self.budget.check().map_err(|e| Error::limit(e.to_string()))
    }
}
