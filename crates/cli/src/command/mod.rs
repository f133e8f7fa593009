//! One file a command: its arguments, and what it prints.

pub mod analyze;
pub mod check;
pub mod count;
pub mod games;
pub mod info;
pub mod play;
pub mod solve;
pub mod table;
