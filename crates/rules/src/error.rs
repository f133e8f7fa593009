//! One error type: a sentence that names the input, the place in it, and what would be right.

use std::fmt::{self, Write};

/// Result of anything that can fail on a user's input or at a limit.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why there is no answer. Displays as one sentence.
///
/// ```
/// use bouton_rules::Error;
/// let e = Error::input("`3,x` is not a list of heaps: `x` is not a number; write for example `3,4,5`");
/// assert!(e.is_input());
/// assert!(!e.is_limit());
/// assert_eq!(Error::input("`x\no` has two lines").to_string(), "`x\\no` has two lines");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: Kind,
    message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Input,
    Limit,
}

impl Error {
    /// The input is wrong; `message` names the place and the right form.
    pub fn input(message: impl Into<String>) -> Self {
        Error {
            kind: Kind::Input,
            message: message.into(),
        }
    }

    /// A limit of nodes, time or memory, or the user, stopped the work; `message` says what was reached.
    pub fn limit(message: impl Into<String>) -> Self {
        Error {
            kind: Kind::Limit,
            message: message.into(),
        }
    }

    /// True if the input is at fault.
    pub fn is_input(&self) -> bool {
        self.kind == Kind::Input
    }

    /// True if a limit stopped the work: the answer is unknown, not wrong.
    pub fn is_limit(&self) -> bool {
        self.kind == Kind::Limit
    }

    /// The same error, with the place put in front: `context: message`.
    pub fn at(mut self, context: impl fmt::Display) -> Self {
        self.message = format!("{context}: {}", self.message);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One sentence on one line, whatever it quotes.
        for c in self.message.chars() {
            match c.is_control() {
                true => write!(f, "{}", c.escape_default())?,
                false => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
