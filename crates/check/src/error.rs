//! One error type, one sentence; and the limits that may stop a check.

use std::fmt;

/// Result of a check or of a part of it.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why there is no verdict. Displays as one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    limit: bool,
    message: String,
}

impl Error {
    pub(crate) fn malformed(message: impl Into<String>) -> Self {
        Error {
            limit: false,
            message: message.into(),
        }
    }

    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Error {
            limit: true,
            message: message.into(),
        }
    }

    pub(crate) fn at(mut self, place: impl fmt::Display) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }

    /// True if a limit stopped the check: the certificate may be right or wrong.
    pub fn is_limit(&self) -> bool {
        self.limit
    }

    /// True if the certificate cannot be read, or speaks of rules that this checker cannot reason about.
    pub fn is_malformed(&self) -> bool {
        !self.limit
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// What one check may spend.
#[derive(Clone, Debug)]
pub struct Limits {
    /// States of all machines together; a state of many parts counts as several.
    pub states: u64,
    /// Transitions of machines, or pairs of heaps in a period, that may be computed.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            states: 1_000_000,
            steps: 8_000_000_000,
        }
    }
}

/// What is left of the limits.
pub(crate) struct Budget {
    limits: Limits,
    states: u64,
    steps: u64,
}

impl Budget {
    pub fn new(limits: &Limits) -> Self {
        Budget {
            limits: limits.clone(),
            states: limits.states,
            steps: limits.steps,
        }
    }

    /// Pays for one state that is kept as `cells` numbers.
    pub fn state(&mut self, cells: usize) -> Result<()> {
        let left = self.states.checked_sub(1 + cells as u64 / 16);
        self.states = left.ok_or_else(|| {
            Error::limit(format!(
                "the limit of {} states is reached before there is a verdict",
                self.limits.states
            ))
        })?;
        Ok(())
    }

    /// Pays for `steps` transitions.
    pub fn steps(&mut self, steps: u64) -> Result<()> {
        let left = self.steps.checked_sub(steps);
        self.steps = left.ok_or_else(|| {
            Error::limit(format!(
                "the limit of {} steps is reached before there is a verdict",
                self.limits.steps
            ))
        })?;
        Ok(())
    }
}
