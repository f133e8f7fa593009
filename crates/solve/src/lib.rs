//! Search: who wins, what a position is worth, where play leads that may repeat, and tables of whole boxes of positions.
//!
//! This crate knows no game. Its entry points are thin generics over the traits of `bouton-rules`; each numbers the
//! positions once and hands a [`Graph`] of plain numbers to algorithms that are compiled once.
//!
//! | question | entry point | asks of the game |
//! |---|---|---|
//! | who wins, with every winning move, normal or misère | [`outcome`] | `Impartial + Short` |
//! | the Grundy value | [`grundy`], [`outcome_and_grundy`], [`Values`] | `Impartial + Short` |
//! | L, R, N or P with winning moves for both starters | [`partizan_outcome`] | `Partizan + Short` |
//! | win, lose or draw, and how far to the end | [`loopy_outcome`], [`loopy_impartial_outcome`] | `Partizan`, `Impartial` |
//! | the value where play may repeat | [`loopy_value`] | `Partizan` |
//! | the same where reaching a position ends play | [`decided_outcome`] | `Partizan + Decided` |
//! | the score, with every best play | [`scoring::ScoreSearch`] | `Scoring` |
//! | every cell of a box | [`boxed`] | `Boxed` |
//!
//! Every search takes a [`Budget`]; a limit is an error that says what was searched, never a wrong answer. Nothing here
//! recurses, so the length of a game does not matter.

pub mod boxed;
#[doc(hidden)]
pub mod doc;
mod expand;
pub mod graph;
mod impartial;
mod loopy;
mod loopy_value;
pub mod numbered;
mod packed;
mod partizan;
mod retrograde;
pub mod scoring;
pub mod sum;
pub mod value;
mod words;

pub use bouton_core::{Budget, Limits, OnProgress, Progress};
pub use expand::Turn;
pub use graph::{Explored, Graph};
pub use impartial::{
    Answer, Method, Outcomes, Values, grundy, outcome, outcome_and_grundy, outcome_of_term,
};
pub use loopy::{
    JudgedMove, LoopyAnswer, Tablebase, decided_outcome, loopy_impartial_outcome, loopy_outcome,
    solve_decided, solve_loopy, solve_loopy_impartial,
};
pub use loopy_value::loopy_value;
pub use packed::WholeSearch;
pub use partizan::{PartizanAnswer, partizan_outcome, partizan_outcome_of_term};
pub use retrograde::{Verdict, Verdicts, retrograde};
pub use sum::{NimberSearch, NimberSum, SumSearch, TermNimbers};
pub use value::{GameValues, value_by_two_threads, value_of_parts_by_two_threads};
