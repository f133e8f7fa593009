//! The one place where game types are erased: questions in, plain data out. It reads and writes nothing.
//!
//! ```
//! use bouton_engine::{Budget, Play, Workbench};
//! let game = Workbench::named("distribunim").unwrap();
//! let report = game.analyze(Play::Normal, &Budget::unlimited()).unwrap();
//! assert_eq!(report.claims[0].status, "proved");
//! ```

mod analyze;
mod calculator;
mod check;
mod codes;
mod count;
mod game;
mod hidden;
mod library;
mod limits;
mod lines;
mod matrix;
pub mod picture;
mod process;
mod proof;
mod pursuit;
mod report;
mod sequence;
mod table;
mod tablebase;
mod variant;
mod words;
mod workbench;

pub use bouton_core::{
    Budget, Code, Error, Limits, OnProgress, Play, Player, Progress, Result, grouped,
};
pub use calculator::{Calculator, Disagreement, Style};
pub use check::check;
pub use count::{ComponentQuestion, ComponentReport, CountQuestion, WordQuestion};
pub use game::SolveQuestion;
pub use lines::{Judged, Verdict};
pub use matrix::{MatrixReport, matrix};
pub use process::{Beyond, ProofReport};
pub use pursuit::{PursuitQuestion, PursuitReport, pursuit};
pub use report::{
    AnalyzeReport, BestMove, CheckReport, ClaimReport, CountReport, Entry, GameLine, InfoReport,
    ShowReport, SolveReport, TableReport, ValueReport,
};
pub use sequence::{
    HeapQuestion, HeapReport, MisereQuestion, MisereReport, PeriodReport, RowPattern,
    SURVEY_COLUMNS, family, heap, misere, row_patterns, survey_row,
};
pub use tablebase::{
    Open, TableBuildReport, TableEstimate, TableInfoReport, TableLine, TableMove, TableProbeReport,
    TableQuestion, TableRow, TableVerifyReport, Tablebase, build_table,
};
pub use workbench::Workbench;
