//! Misère play of heap games: whoever takes the last bean loses.
//!
//! Under misère play sums do not reduce to Nim. What takes the place of the Grundy value is the *misère quotient*: a finite
//! commutative monoid Q with a subset P and a value in Q for every heap, such that a position is a P-position exactly if the
//! product of the values of its heaps is in P (plambecksiegel2008). [`quotient`] computes it for the games that
//! [`HeapGame`](bouton_heap::HeapGame) reads, and for any other [`Breaking`]; it proves the period of the values, and
//! answers for positions of any size; [`Genera`] gives the older genus.
//!
//! Every fast path has a slow twin from the definition: [`Brute`], and for Kayles [`kayles_is_p_position`].
//!
//! ```
//! use bouton_heap::HeapGame;
//! use bouton_core::Budget;
//! use bouton_misere::{Limits, quotient};
//! use bouton_rules::Heaps;
//!
//! let kayles = quotient("0.77".parse::<HeapGame>()?, &Limits::default(), &Budget::unlimited(), None)?;
//! let report = kayles.report();
//! assert!(report.complete && !report.tame);
//! assert_eq!(report.p_portion, ["a", "d", "e", "ac", "b2", "ac2", "ad2", "ade", "adf"]);
//! let position = Heaps::parse("5,12,1000000000000000000000000000000")?;
//! assert!(!kayles.is_p_position(&position)?);
//! assert!(!kayles.winning_moves(&position)?.moves.is_empty());
//! # Ok::<(), bouton_rules::Error>(())
//! ```

mod bits;
mod brute;
mod frame;
mod games;
mod genus;
mod heap;
mod kayles;
mod limits;
mod period;
mod presentation;
mod quotient;
mod report;
mod rules;
mod solution;
mod solver;
mod splits;
mod trial;
mod verify;

pub use brute::Brute;
pub use genus::{Genera, Genus};
pub use kayles::kayles_is_p_position;
pub use limits::{Limits, Progress};
pub use period::Period;
pub use report::{GeneratorName, Report};
pub use rules::{Breaking, CodeBounds, Parts, Run};
pub use solution::{Move, Moves, Solution, Status, quotient};
pub use solver::Step;
