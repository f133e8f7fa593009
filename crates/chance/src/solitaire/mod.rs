//! Games for one: shortest solutions by search, proofs that a goal cannot be reached by weights found from the moves, and
//! processes without choices.

mod orbit;
mod search;
mod tokens;

pub use orbit::{Orbit, conserved, cycle_lengths, orbit};
pub use search::{Solved, solve};
pub use tokens::{Goal, Proof, TokenGame, kernel, kernel_modulo};
