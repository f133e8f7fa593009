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
mod choice;
mod codes;
mod count;
mod game;
mod hidden;
mod library;
mod limits;
mod lines;
mod matrix;
mod moves;
mod opening;
pub mod picture;
mod positions;
mod process;
mod proof;
mod pursuit;
mod report;
mod sequence;
mod session;
mod table;
mod tablebase;
mod variant;
mod words;
mod workbench;

pub use bouton_core::{
    Budget, Code, Error, Limits, OnProgress, Play, Player, Progress, Result, Verdict, bytes_text,
    grouped, resident_bytes,
};
pub use bouton_rules::board::{Cell, Scene, Shape};
pub use bouton_theory::discover::Learner;
pub use calculator::{Calculator, Disagreement, Style};
pub use check::check;
pub use choice::Choice;
pub use count::{ComponentQuestion, ComponentReport, CountQuestion, WordQuestion};
pub use game::{SolveQuestion, outcome_text};
pub use lines::Judged;
pub use matrix::{MatrixReport, matrix};
pub use moves::{Move, Place};
pub use positions::{Origin, Selection};
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
pub use session::{JudgedMove, Session, Starters};
pub use tablebase::{
    Open, TableBuildReport, TableEstimate, TableInfoReport, TableLine, TableMove, TableProbeReport,
    TableQuestion, TableRow, TableVerifyReport, Tablebase, build_table,
};
pub use workbench::Workbench;

const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<Session>();
};
