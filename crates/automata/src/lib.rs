//! Automata that read tuples of numbers in a numeration system: logic, learning, counting.
//!
//! A set of tuples of naturals is *automatic* when a finite automaton recognises its digits, written on parallel tracks.
//! Automatic sets are closed under everything that first-order logic can say about them, so questions about them are
//! decided by machine (buchi1960, bruyere1994, shallit2022).
//!
//! * [`Numeration`]: base b, Zeckendorf's system, Ostrowski systems.
//! * [`Automaton`]: a set of tuples in canonical form, with Boolean operations, projection and questions to it.
//! * [`Formula`], [`compile`], [`decide`]: first-order logic.

mod automaton;
mod bitwise;
mod compile;
mod diagram;
mod error;
mod formula;
mod linear;
mod minimize;
mod numeration;
mod product;
mod project;
mod query;
mod rename;
mod system;
mod table;

pub use automaton::{Automaton, Var};
pub use compile::{compile, decide};
pub use error::{Error, Limits};
pub use formula::{Formula, Op};
pub use numeration::{Nat, Numeration};
pub use query::Tuples;
pub use table::Table;
