//! Exact values of combinatorial games: numbers and nimbers of any size, canonical short games, thermographs, loopy and misère
//! values. No ruleset is named here.
//!
//! # Overview
//!
//! A [`Store`] owns canonical short games; a [`Value`] is a small `Copy` id in it, and ids are equal exactly if the games are.
//! Everything that can run into a limit returns [`Result`]; nothing panics or wraps.
//!
//! ```
//! use bouton_value::{Dyadic, Store, Value};
//! let mut s = Store::new();
//! let half = s.number(&"1/2".parse::<Dyadic>()?)?;
//! let up = s.ups(1)?;                          // ↑
//! let star = s.nimber(1)?;                     // *
//! let g = s.sum(&[half, up, star])?;
//! assert_eq!(s.show(g), "1/2^*");
//! let hot = s.game(&[half], &[Value::ZERO])?;  // {1/2|0}
//! assert_eq!(s.mean(hot)?.to_string(), "1/4");
//! # Ok::<(), bouton_value::Error>(())
//! ```
//!
//! | to make or to take apart | |
//! |---|---|
//! | [`Store::number`], [`Store::integer`], [`Store::nimber`], [`Store::ups`], [`Store::number_up_star`] | numbers, *m, n·↑, x + n·↑ + *m |
//! | [`Store::game`] | {L\|R} from any options |
//! | [`Store::switch`], [`Store::tiny`], [`Store::miny`], [`Store::up_power`], [`Store::up_sum`], [`Store::from_uptimal`] | ±g, tiny, miny, ↑^n, ↑\[n\], uptimals |
//! | [`Store::power`], [`Store::power_total`] | G^x and G→x |
//! | [`Store::as_number`], [`Store::as_integer`], [`Store::as_nimber`], [`Store::as_number_up_star`], [`Store::as_tiny`], [`Store::uptimal_expansion`] | the reverse |
//! | [`Store::options`], [`Store::left_options`], [`Store::right_options`], [`Store::sensible_options`], [`Store::followers`] | options and followers, in printed order |
//! | [`Store::show`], [`Store::write`] with [`Notation`] | text in ASCII, Unicode, LaTeX |
//!
//! | to compute | |
//! |---|---|
//! | [`Store::add`], [`Store::sub`], [`Store::neg`], [`Store::sum`], [`Store::multiple`] | the group |
//! | [`Store::term`], [`Store::integer_term`], [`Store::add_terms`], [`Store::negative`], [`Store::game_of`] | the same for values on their way |
//! | [`Store::ge`], [`Store::le`], [`Store::compare`], [`Store::outcome`], [`Store::misere_outcome`] | order and outcome |
//! | [`Store::left_stop`], [`Store::right_stop`], [`Store::mean`], [`Store::temperature`], [`Store::thermograph`] | stops and temperature theory |
//! | [`Thermograph::svg`], [`Thermograph::raster`], [`Thermograph::text`], [`Trajectory::corners`] | pictures |
//! | [`Store::cool`], [`Store::freeze`], [`Store::heat`], [`Store::overheat`] | |
//! | [`Store::incentives_of`], [`Store::incentives`], [`Store::companion`], [`Store::reduced`], [`Store::atomic_weight`], [`Store::far_star`] | |
//! | [`Store::size`], [`Store::set_limit`], [`Store::set_cache_limit`], [`Store::watch`], [`Store::import`] | the store itself |
//! | [`Store::birthday`], [`Store::follower_count`], [`Store::stop_count`] | sizes |
//! | [`Store::ordinal_sum`], [`Store::subordinate`], [`Store::ordinal_product`], [`Store::norton_product`], [`Store::conway_product`], [`Store::conjunctive_sum`], [`Store::selective_sum`] | other sums and products |
//! | `is_number`, `is_integer`, `is_even`, `is_odd`, `is_infinitesimal`, `is_numberish`, `is_all_small`, `is_atomic`, `is_even_tempered`, `is_odd_tempered` | kinds |
//!
//! [`loopy`] holds values with cycles: build a [`loopy::Graph`] (with [`loopy::Graph::short`] for loop-free parts), then
//! [`loopy::LoopyValue::of`]; sums, order, sides, degree, stops, options and printing are methods of [`loopy::LoopyValue`],
//! and so are the names: [`loopy::LoopyValue::on`], `off`, `over`, `under`, `dud`, `upon`, `up_to_the_on`, `power`, `power_total`.
//!
//! [`misere`] holds misère canonical forms and genera of impartial games: [`misere::MisereStore::game`],
//! [`misere::MisereStore::add`], [`misere::MisereStore::genus`]; differences, parts and primes: [`misere::MisereStore::minus`],
//! [`misere::MisereStore::parts`], [`misere::MisereStore::partitions`].
//!
//! [`nimber`] holds the field of nimbers at any size, and [`twin`] the definitions written out as slow code that tests run
//! beside everything else. [`ordinal`] holds sums and quotients of powers of ω, and nimbers of ordinals.

mod dyadic;
mod error;
pub mod loopy;
pub mod misere;
pub mod nimber;
pub mod ordinal;
pub mod short;
pub mod twin;
mod watch;

pub use dyadic::{Dyadic, MAX_EXPONENT};
pub use error::{Error, Result};
pub use watch::Watch;

pub use short::{
    Comparison, Notation, NumberUpStar, Outcome, Raster, Size, Store, Term, Thermograph,
    Trajectory, Uptimal, Value,
};
