//! Automata that read tuples of numbers in a numeration system: logic, learning, counting.
//!
//! A set of tuples of naturals is *automatic* when a finite automaton recognises its digits, written on parallel tracks.
//! Automatic sets are closed under everything that first-order logic can say about them, so questions about them are
//! decided by machine (buchi1960, bruyere1994, shallit2022).
//!
//! * [`Numeration`]: base b, Zeckendorf's system, Ostrowski systems.
//! * [`Automaton`]: a set of tuples in canonical form, with Boolean operations, projection and questions to it.
//! * [`Formula`], [`compile`], [`decide`]: first-order logic.
//! * [`learn`], [`learn_box`]: an automaton from a table of answers.
//! * [`Question`], [`count`]: how many tuples there are below huge bounds, or sums over them.

mod automaton;
mod bitwise;
mod box_walk;
mod compile;
mod congruent;
mod count;
mod diagram;
mod digits;
mod error;
mod formula;
mod learn;
mod letters;
mod linear;
mod minimize;
mod moments;
mod numeration;
mod polynomial;
mod product;
mod project;
mod query;
mod rename;
mod shape;
mod system;
mod table;
mod walk;

pub use automaton::{Automaton, Var};
pub use compile::{compile, decide};
pub use count::{Answer, Question, count};
pub use digits::floor_multiple;
pub use error::{Error, Limits};
pub use formula::{Formula, Op};
pub use learn::{learn, learn_box};
pub use numeration::{Nat, Numeration};
pub use polynomial::Polynomial;
pub use query::Tuples;
pub use table::Table;
