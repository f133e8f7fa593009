//! Win, lose or draw, with remoteness, for every position of a game that may repeat.
//!
//! A game gives its positions dense numbers, tier by tier ([`Indexed`]); the [`solver`] takes moves back within a tier and looks
//! up the tiers below; [`build()`] keeps the result in a [`file`], from which [`probe()`] answers and which [`verify()`] checks.
//! [`boards`] holds games that are numbered this way, [`Listed`] is any game whose reachable positions are listed.

pub mod boards;
mod build;
mod code;
pub mod file;
mod indexed;
mod listed;
mod named;
mod numbered;
mod probe;
pub mod solver;
mod verify;

pub use build::{Estimate, Options, build, estimate};
pub use code::{Value, Verdict};
pub use file::{Table, Title};
pub use indexed::{End, Indexed};
pub use listed::{Listed, Reading, Rules};
pub use named::Named;
pub use numbered::{Answer, AnswerMove, Numbered};
pub use probe::{Judged, Probe, line, probe};
pub use verify::{Verified, verify};
