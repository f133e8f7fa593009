//! What every part of Bouton shares: players and outcomes, one [`Error`], one [`Budget`]. It depends on nothing of ours.

mod budget;
mod error;
mod memory;
mod player;
mod units;
mod verdict;

pub use budget::{Budget, Held, Limits, OnProgress, Progress};
pub use error::{Code, Error, Place, Result};
pub use memory::resident_bytes;
pub use player::{Outcome, Play, Player};
pub use units::{bytes_text, grouped};
pub use verdict::Verdict;

/// A natural number of any size.
pub type Nat = num_bigint::BigUint;
