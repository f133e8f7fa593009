//! What can go wrong when values are computed: a limit was reached, a number is out of range, or a quantity is not defined.

use std::fmt;

/// The result of an operation on values.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a value could not be computed. `Display` gives one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: Kind,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Memory,
    TooLarge,
    Undefined,
    Form,
}

impl Error {
    /// A store has reached its memory limit.
    pub(crate) fn memory(limit: usize) -> Error {
        Error {
            kind: Kind::Memory,
            text: format!("the store has reached its memory limit of {limit} bytes"),
        }
    }

    /// A quantity lies outside the range that the program represents.
    pub fn too_large(text: impl Into<String>) -> Error {
        Error {
            kind: Kind::TooLarge,
            text: text.into(),
        }
    }

    /// The operation is not defined for its argument.
    pub fn undefined(text: impl Into<String>) -> Error {
        Error {
            kind: Kind::Undefined,
            text: text.into(),
        }
    }

    /// A text or an argument does not have the right form.
    pub fn form(text: impl Into<String>) -> Error {
        Error {
            kind: Kind::Form,
            text: text.into(),
        }
    }

    /// Did a memory limit stop the computation?
    pub fn is_memory(&self) -> bool {
        self.kind == Kind::Memory
    }

    /// Is a quantity out of the representable range?
    pub fn is_too_large(&self) -> bool {
        self.kind == Kind::TooLarge
    }

    /// Is the operation undefined for its argument?
    pub fn is_undefined(&self) -> bool {
        self.kind == Kind::Undefined
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Error {}
