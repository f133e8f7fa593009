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
mod library;
mod limits;
pub mod picture;
mod proof;
mod report;
mod sequence;
mod table;
mod variant;
mod words;
mod workbench;

pub use bouton_core::{
    Budget, Code, Error, Limits, OnProgress, Play, Player, Progress, Result, grouped,
};
pub use calculator::{Calculator, Disagreement, Style};
pub use check::check;
pub use count::{ComponentQuestion, ComponentReport, CountQuestion};
pub use game::SolveQuestion;
pub use report::{
    AnalyzeReport, CheckReport, ClaimReport, CountReport, Entry, GameLine, InfoReport, ShowReport,
    SolveReport, TableReport, ValueReport,
};
pub use sequence::{
    HeapQuestion, HeapReport, MisereQuestion, MisereReport, PeriodReport, RowPattern,
    SURVEY_COLUMNS, family, heap, misere, row_patterns, survey_row,
};
pub use workbench::Workbench;
