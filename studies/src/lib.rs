//! Published counting problems about games. Each has its rules, a brute force from the definition, the check values of its
//! statement, a fast way, and an answer that is computed whenever it is asked for.
//!
//! A study is one file: a program `src/study/pNNN.rs` with a constant [`Study`], or a [`Question`] `questions/NNN.study`, which is
//! a rule file and a few command lines. The statement of each problem, its check values and its target are data,
//! `testdata/problems.json` ([`Problem`]); no answer stands anywhere.
//!
//! ```
//! use bouton_studies::{Input, study};
//! let square = study(310).expect("a study");
//! assert_eq!(square.problem().title, "Nim Square");
//! ```

mod entry;
mod input;
pub mod interval;
mod known;
pub mod linear;
pub mod number;
mod page;
mod problem;
pub mod program;
mod question;
mod report;
mod search;
mod study;
mod young;

pub use bouton_core::{Error, Result};
pub use entry::{Entry, Study, studies, study};
pub use input::Input;
pub use known::Known;
pub use page::page;
pub use problem::{Check, Problem, problems};
pub use question::{Ask, NoAsk, Question, Rules};
pub use report::{CheckReport, Report, answer, report, same};
pub use serde_json::Value;

include!(concat!(env!("OUT_DIR"), "/list.rs"));
