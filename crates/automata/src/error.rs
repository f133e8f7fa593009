//! Errors and limits: what stops an operation, in one sentence.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
/// than `64 * states` entries. `stop` lets another thread end the work.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The largest number of states.
    pub states: usize,
    /// Ends the work when it becomes true.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            states: 1_000_000,
            stop: None,
        }
    }
}

impl Limits {
    /// At most this many states.
    pub fn states(states: usize) -> Limits {
        Limits { states, stop: None }
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
        if let Some(stop) = &self.stop
            && stop.load(Ordering::Relaxed)
        {
            return Err(Error::limit("stopped on request"));
        }
        Ok(())
    }
}
