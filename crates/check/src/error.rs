//! One error type, one sentence.

use std::fmt;

/// Result of a check or of a part of it.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why there is no verdict. Displays as one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: Kind,
    message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Malformed,
    Limit,
    Stopped,
}

/// Letters of a message, at most: it may quote a certificate.
const LONGEST: usize = 400;

impl Error {
    pub(crate) fn malformed(message: impl Into<String>) -> Self {
        Error::new(Kind::Malformed, message.into())
    }

    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Error::new(Kind::Limit, message.into())
    }

    pub(crate) fn stopped(message: impl Into<String>) -> Self {
        Error::new(Kind::Stopped, message.into())
    }

    /// What is quoted stands on one line, and at length it is cut in the middle.
    fn new(kind: Kind, message: String) -> Self {
        let message = message.replace(['\n', '\r'], " ");
        let message = match message.chars().count() {
            count if count > LONGEST => {
                let start: String = message.chars().take(LONGEST / 2).collect();
                let end: String = message.chars().skip(count - LONGEST / 2).collect();
                format!("{start} … {end}")
            }
            _ => message,
        };
        Error { kind, message }
    }

    pub(crate) fn at(mut self, place: impl fmt::Display) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }

    /// True if a limit stopped the check: the certificate may be right or wrong.
    pub fn is_limit(&self) -> bool {
        self.kind != Kind::Malformed
    }

    /// True if somebody asked for a stop; this counts as a limit.
    pub fn is_stopped(&self) -> bool {
        self.kind == Kind::Stopped
    }

    /// True if the certificate cannot be read, or speaks of rules that this checker cannot reason about.
    pub fn is_malformed(&self) -> bool {
        self.kind == Kind::Malformed
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
