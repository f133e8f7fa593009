//! One error type: a code for programs, and a sentence for people that names the input, the place in it and what would be right.

use std::fmt::{self, Write};

/// Result of anything that can fail on a user's input or at a limit.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What kind of failure an [`Error`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// The input is wrong.
    Input,
    /// The question has no answer of this kind: an undefined quantity, a game of another kind.
    Undefined,
    /// The limit of positions stopped the work.
    Positions,
    /// The limit of time stopped the work.
    Seconds,
    /// The limit of memory stopped the work.
    Memory,
    /// Somebody asked for a stop.
    Stopped,
    /// A bound of the method stopped the work, such as the number of states of an automaton.
    Size,
}

/// Where in a text an error is: line and column, both counted from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// Why there is no answer. Displays as one sentence on one line.
///
/// ```
/// use bouton_core::{Code, Error};
/// let e = Error::input("`3,x` is not a list of heaps: `x` is not a number; write for example `3,4,5`");
/// assert!(e.is_input() && !e.is_limit());
/// assert_eq!(Error::input("`x\no` has two lines").to_string(), "`x\\no` has two lines");
/// assert!(Error::new(Code::Seconds, "stopped after 10 s").is_limit());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    code: Code,
    message: String,
    place: Option<Place>,
    cause: Option<Error>,
}

impl Error {
    /// An error of some kind; `message` is one sentence without a full stop.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Error(Box::new(Inner {
            code,
            message: message.into(),
            place: None,
            cause: None,
        }))
    }

    /// The input is wrong; `message` names the place and the right form.
    pub fn input(message: impl Into<String>) -> Self {
        Error::new(Code::Input, message)
    }

    /// A bound of the method stopped the work; `message` says which. Limits of positions, time and memory come from a
    /// [`Budget`](crate::Budget).
    pub fn limit(message: impl Into<String>) -> Self {
        Error::new(Code::Size, message)
    }

    /// The quantity is not defined for what was given.
    pub fn undefined(message: impl Into<String>) -> Self {
        Error::new(Code::Undefined, message)
    }

    /// The kind of failure.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// Where in the text that was read, if the error is about a text.
    pub fn place(&self) -> Option<Place> {
        self.0.place
    }

    /// The error behind this one, if there is one.
    pub fn cause(&self) -> Option<&Error> {
        self.0.cause.as_ref()
    }

    /// True if the input is at fault.
    pub fn is_input(&self) -> bool {
        matches!(self.code(), Code::Input | Code::Undefined)
    }

    /// True if a limit stopped the work: the answer is unknown, not wrong.
    pub fn is_limit(&self) -> bool {
        !self.is_input()
    }

    /// True if somebody asked for the stop.
    pub fn is_stopped(&self) -> bool {
        self.code() == Code::Stopped
    }

    /// The same error, with what it is about put in front: `context: message`.
    pub fn at(mut self, context: impl fmt::Display) -> Self {
        self.0.message = format!("{context}: {}", self.0.message);
        self
    }

    /// The same error, about this place in a text.
    pub fn with_place(mut self, place: Place) -> Self {
        self.0.place = Some(place);
        self
    }

    /// The same error, with the one that led to it.
    pub fn caused_by(mut self, cause: Error) -> Self {
        self.0.cause = Some(cause);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One sentence on one line, whatever it quotes.
        for c in self.0.message.chars() {
            match c.is_control() {
                true => write!(f, "{}", c.escape_default())?,
                false => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause().map(|e| e as _)
    }
}
