//! What can go wrong when values are computed: a limit was reached, a number is out of range, or a quantity is not defined.

use std::fmt;

/// The result of an operation on values.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a value could not be computed. `Display` gives one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<(Kind, String)>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Memory,
    Stopped,
    TooLarge,
    Undefined,
    Form,
}

impl Error {
    /// A store has reached its memory limit.
    pub(crate) fn memory(limit: usize) -> Error {
        Error(Box::new((
            Kind::Memory,
            format!("the store has reached its memory limit of {limit} bytes"),
        )))
    }

    /// Somebody stopped the computation, or its time is over.
    pub(crate) fn stopped(text: impl Into<String>) -> Error {
        Error(Box::new((Kind::Stopped, text.into())))
    }

    /// A quantity lies outside the range that the program represents.
    pub fn too_large(text: impl Into<String>) -> Error {
        Error(Box::new((Kind::TooLarge, text.into())))
    }

    /// The operation is not defined for its argument.
    pub fn undefined(text: impl Into<String>) -> Error {
        Error(Box::new((Kind::Undefined, text.into())))
    }

    /// A text or an argument does not have the right form.
    pub fn form(text: impl Into<String>) -> Error {
        Error(Box::new((Kind::Form, text.into())))
    }

    /// Did a memory limit stop the computation?
    pub fn is_memory(&self) -> bool {
        self.0.0 == Kind::Memory
    }

    /// Was the computation stopped from outside, or by its deadline?
    pub fn is_stopped(&self) -> bool {
        self.0.0 == Kind::Stopped
    }

    /// Is a quantity out of the representable range?
    pub fn is_too_large(&self) -> bool {
        self.0.0 == Kind::TooLarge
    }

    /// Is the operation undefined for its argument?
    pub fn is_undefined(&self) -> bool {
        self.0.0 == Kind::Undefined
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.1)
    }
}

impl std::error::Error for Error {}
