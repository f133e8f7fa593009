//! Rulesets made from rulesets: the impartial twin, the dicotic variant, and sums of different games.

mod any;
mod dicotic;
mod sum;
mod twin;

pub use any::{AnyGame, AnyPosition};
pub use dicotic::Dicotic;
pub use sum::Sum;
pub use twin::ImpartialTwin;
