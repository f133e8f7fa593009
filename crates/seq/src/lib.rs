//! Sequences of integers: what fits a prefix, and exactly what was checked.
//!
//! Nothing here claims more than "fits the first N values". A period becomes a theorem only where the rules that made the
//! values allow it, and that is decided elsewhere; this crate gives the least period and the least start, bit patterns,
//! dependence on the factorisation of n, linear recurrences, Beatty pairs, and a look-up in a file of the OEIS.
//!
//! ```
//! let values: Vec<u64> = (0..40).map(|n| n % 3).collect();
//! let found = bouton_seq::patterns(&values);
//! assert_eq!(found[0].formula(), "n mod 3");
//! assert_eq!(found[0].checked, 40);
//! ```

pub mod beatty;
pub mod factor;
pub mod form;
pub mod oeis;
pub mod pattern;
pub mod period;
pub mod recurrence;

pub use beatty::{BeattyPair, Quadratic, beatty_pair};
pub use factor::{Dependence, Invariant, dependences};
pub use form::Form;
pub use pattern::{Pattern, patterns, patterns_from};
pub use period::{Period, arithmetic_period, least_start, period, period_where, z_function};
pub use recurrence::{Recurrence, recurrence};
