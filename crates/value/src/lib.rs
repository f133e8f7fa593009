//! Values of combinatorial games: nimbers, dyadic numbers, canonical short games, thermographs, loopy and misère values.

mod dyadic;
mod error;
pub mod short;

pub use dyadic::{Dyadic, MAX_EXPONENT};
pub use error::{Error, Result};
pub use short::{Comparison, NumberUpStar, Size, Store, Value};
