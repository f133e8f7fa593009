//! Counting over many components, usable without any game: how many components have each value, how values add, and how many
//! combinations of components have each sum.
//!
//! - [`Distribution`]: value -> number of components, from a table, a period with any bounds, or a sieve ([`numbers`]).
//! - [`group`]: nimbers, integers, integer + nimber, dyadic numbers, number + ups + nimber, switches; one trait.
//! - [`combine`]: k components in order (k up to 10^18 and more), as multisets, or as sets; exact, or modulo any number.
//! - [`totals`]: components whose sizes have a given total, with or without a given number of them.
//! - [`positions`]: the question as a whole: tuples, multisets, sets or arrangements, with a total or not, and sums over them.
//! - [`weighted`]: sums of a weight over the components of all combinations.
//! - [`floor`], [`partitions`], [`rational`], [`holonomic`]: floor sums, partitions, recurrences and their jumps.
//! - [`lines`]: P-positions no two of which share a line.
//!
//! ```
//! use bouton_count::{Distribution, Selection, count_where, group::Nimber};
//! use bouton_core::Budget;
//! // 10^12 heaps of a game with values n mod 3, each below 10^9, modulo 10^9.
//! let heaps = Distribution::periodic(&[0, 1, 2].map(Nimber), 3, &0.into(), &(10u64.pow(9) - 1).into()).unwrap();
//! let (k, m) = (10u64.pow(12).into(), 10u64.pow(9).into());
//! let zero = count_where(&heaps, &k, Selection::Ordered, |v| v.0 == 0, Some(&m), &Budget::unlimited()).unwrap();
//! assert!(zero < 1_000_000_000.into());
//! ```

pub mod binomial;
pub mod combine;
pub mod distribution;
pub mod floor;
pub mod full;
pub mod general;
pub mod group;
pub mod holonomic;
pub mod lines;
mod mixed;
pub mod numbers;
pub mod partitions;
pub mod poly;
pub mod positions;
pub mod rational;
pub mod ring;
mod text;
pub mod totals;
pub mod walsh;
pub mod weighted;
pub mod xor;

pub use combine::{Selection, combine, count_where};
pub use distribution::Distribution;
pub use ring::Nat;
