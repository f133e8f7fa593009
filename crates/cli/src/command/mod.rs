//! One file a command: its arguments, and what it prints.

pub mod analyze;
pub mod check;
pub mod completions;
pub mod count;
pub mod eval;
pub mod games;
pub mod heap;
pub mod info;
pub mod man;
pub mod matrix;
pub mod misere;
pub mod new;
pub mod play;
pub mod positions;
pub mod pursuit;
pub mod repl;
pub mod serve;
pub mod show;
pub mod solve;
pub mod study;
pub mod survey;
pub mod table;
pub mod tablebase;
pub mod value;
