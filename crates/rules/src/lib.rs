//! The traits that rulesets implement, and the plain data that rulesets, solvers and provers share.
//!
//! A ruleset says how positions are written and which moves there are; it knows no solver. A solver asks for the least
//! capability that it needs ([`Impartial`], [`Partizan`], [`Short`], [`Boxed`]); it knows no ruleset. The default kind of
//! game may repeat positions; [`Short`] is a promise that play ends, and the law tests check it.

pub mod board;
pub mod boxed;
pub mod decided;
pub mod decided_laws;
mod derived;
pub mod evaluate;
pub mod formula;
pub mod heaps;
pub mod laws;
pub mod packed;
mod renumber;
pub mod scoring;
pub mod scoring_laws;
pub mod symbolic;
pub mod traits;
pub mod variant;
pub mod words;

pub use bouton_core::{Error, Nat, Outcome, Play, Player, Result};
pub use boxed::{Batch, Boxed, Run};
pub use decided::{CarrierBoard, Decided, Decision, Sight, Stones};
pub use formula::{Cond, Expr, Op};
pub use heaps::Heaps;
pub use packed::{Change, PackedBoard, PackedParts, PackedVisitor, Word};
pub use scoring::{Gain, Quiet, QuietBoard, QuietNode, QuietPlay, Scoring};
pub use symbolic::{Bound, BoundedForm, Derived, HeapRules, MoveRule, Rank};
pub use traits::{Impartial, Info, Known, Partizan, Ruleset, Short, lesser};
pub use variant::{AnyGame, AnyPosition, Dicotic, ImpartialTwin, Sum};
pub use words::{WordGroup, WordGuard, WordPiece, WordRule, WordRules};
