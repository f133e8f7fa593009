//! From a table to a theorem: conjecture, proof, strategy, certificate, count.
//!
//! [`analyze`] runs the pipeline on the rules of a heap game. Rules of linear arithmetic become automatic relations
//! ([`Relations`]); conjectures are learned from brute force ([`discover`]), and [`Kernel`] checks the equations that define
//! P-positions and Grundy values. A proved claim plays ([`SetStrategy`], [`HeapStrategy`]), counts ([`count`]), and can be
//! written to a file that an independent program checks ([`certificate`]). [`analyze_words`] does the same for games on words.

mod analyze;
mod certificate;
mod claim;
mod cone;
pub mod count;
pub mod discover;
mod form;
mod formula;
mod is_move;
mod kernel;
mod linear;
mod mona;
mod relation;
mod statement;
mod strategy;
mod words;

pub use analyze::{Analysis, Options, analyze, p_set};
pub use certificate::certificate;
pub use claim::{Claim, Kind, Status};
pub use cone::{Cone, cone};
pub use is_move::is_move;
pub use kernel::{Kernel, Verdict};
pub use linear::{Linear, NotLinear, Translator};
pub use mona::{mona, mona_mutants};
pub use relation::{MoveRelation, Relations};
pub use statement::{Statement, statement};
pub use strategy::{HeapStrategy, SetStrategy};
pub use words::{WordAnalysis, WordMachine, analyze_words, first_words};
