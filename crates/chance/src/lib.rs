//! Beyond win or lose, as pure mathematics: chance, hidden information, pursuit, solitaires, many players and votes.
//!
//! | module | answers |
//! |---|---|
//! | [`process`] | finite Markov chains and decision processes: absorption, expected totals, second moments, best choices |
//! | [`linear`] | exact solutions of sparse linear systems |
//! | [`matrix`], [`extensive`] | zero-sum games in matrix and in extensive form, both strategies shown to be optimal |
//! | [`simplex`] | exact linear programming |
//! | [`guessing`] | the least worst-case cost of finding a secret |
//! | [`pursuit`] | cops and robbers, seen and unseen |
//! | [`solitaire`] | shortest solutions, invariants and pagoda functions found from the moves, orbits |
//! | [`votes`] | proposals put to the vote, by backward induction |
//! | [`rational`], [`interval`], [`algebraic`] | exact numbers, and bounds that prove every digit |
//!
//! Answers are exact rationals, or intervals with proved bounds that say so. Floating point is used for guesses only; what is
//! answered has been checked exactly.

pub mod algebraic;
pub mod extensive;
pub mod guessing;
pub mod interval;
pub mod linear;
pub mod matrix;
pub mod process;
pub mod pursuit;
pub mod rational;
pub mod simplex;
pub mod solitaire;
pub mod votes;

pub use interval::Interval;
pub use rational::Rational;
