//! Rule files and the calculator's expressions, with errors that point at the place

pub mod calc;
pub mod rulefile;

pub use rulefile::{HeapGame, PartizanHeapGame, load};
