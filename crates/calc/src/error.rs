//! What is wrong with a line of the calculator, and where.

use std::fmt;

/// The result of reading or evaluating a line.
pub type Result<T> = std::result::Result<T, Error>;

/// One sentence, and the column that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The column in the line, counted in characters from 1.
    pub column: usize,
    /// What is wrong, with the right form.
    pub message: String,
    /// Did a limit of memory, size or time stop the evaluation?
    pub limit: bool,
}

/// Letters of a message, at most: it may quote a line.
const LONGEST: usize = 300;

/// The message; what it quotes at length is cut in the middle.
fn shortened(message: String) -> String {
    let count = message.chars().count();
    if count <= LONGEST {
        return message;
    }
    let start: String = message.chars().take(LONGEST / 2).collect();
    let end: String = message.chars().skip(count - LONGEST / 2).collect();
    format!("{start} … {end}")
}

impl Error {
    pub(crate) fn at(column: usize, message: impl Into<String>) -> Error {
        Error {
            column,
            message: shortened(message.into()),
            limit: false,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for Error {}

/// Why an operation has no result; the caller knows the column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub message: String,
    pub limit: bool,
}

impl Fault {
    pub fn at(self, column: usize) -> Error {
        Error {
            column,
            message: shortened(self.message),
            limit: self.limit,
        }
    }
}

impl From<bouton_value::Error> for Fault {
    fn from(e: bouton_value::Error) -> Fault {
        Fault {
            message: e.to_string(),
            limit: e.is_memory() || e.is_too_large() || e.is_stopped(),
        }
    }
}

impl From<String> for Fault {
    fn from(message: String) -> Fault {
        Fault {
            message,
            limit: false,
        }
    }
}

impl From<&str> for Fault {
    fn from(message: &str) -> Fault {
        message.to_string().into()
    }
}
