//! Numbers beyond the dyadic ones: ω, its powers, their sums and quotients; and nimbers of ordinals.
//!
//! An [`Expansion`] is a finite sum ω^a·m + ω^b·n + … with integers m, n and exponents that are such sums again. With
//! non-negative integers it is an ordinal in Cantor normal form, added and multiplied as surreal numbers are (the natural
//! sum and product). A [`Surreal`] is a quotient of two. [`nim_product`] multiplies ordinals as nimbers.
//!
//! Source: conway1976 (surreal numbers, nimbers of ordinals), lenstra1977 (the field below ω^ω^ω).

mod divisor;
mod expansion;
mod nim;
mod surreal;

pub use expansion::Expansion;
pub use nim::{nim_power, nim_product, nim_sum};
pub use surreal::Surreal;
