//! Taking-and-breaking games: codes, Grundy values, periods with their proofs.
//!
//! A position is a multiset of heaps; a move replaces one heap by smaller ones. [`HeapGame`] reads a game by any of its
//! names; [`naive_values`] is the definition; the faster engines agree with it and say how they know what they claim.

pub mod arithmetic;
pub mod breaking;
mod byte_lanes;
pub mod certificate;
pub mod checkpoint;
pub mod code;
pub mod digit;
mod dispatch;
pub mod equivalent;
pub mod game;
pub mod grid;
mod lanes;
mod maps;
pub mod naive;
pub mod narrow;
pub mod octal;
pub mod pairs;
pub mod partition;
pub mod period;
mod ruleset;
pub mod run;
mod saltus;
pub mod sequence;
pub mod sparse;
pub mod split;
mod subtraction;
pub mod survey;
pub mod theorem;
pub mod turning;
mod turning_values;
pub mod values;
mod valueset;
pub mod watch;
pub mod wide;
mod wide_lanes;

pub use arithmetic::Amounts;
pub use breaking::breaking_values;
pub use certificate::period_certificate;
pub use checkpoint::Checkpoint;
pub use code::Code;
pub use digit::{Digit, Parts};
pub use equivalent::{Equivalent, representative, shifted, without_idle_bits};
pub use game::{HeapGame, Moves, NAMES};
pub use grid::{GridGame, GridTable, Step};
pub use naive::naive_values;
pub use narrow::Narrow;
pub use octal::{Break, Octal};
pub use pairs::extend_by_pairs;
pub use partition::visit_partitions;
pub use period::{PeriodStatus, ProvedPeriod, period_status};
pub use run::{RunOptions, RunReport, run};
pub use sequence::{Engine, Growing, Sequence, SparseFacts, grundy_values};
pub use sparse::Sparse;
pub use split::Split;
pub use survey::{SurveyRow, octal_family, shard, survey, survey_row};
pub use theorem::Theorem;
pub use turning::Turning;
pub use values::Values;
pub use watch::Watch;
pub use wide::Wide;
