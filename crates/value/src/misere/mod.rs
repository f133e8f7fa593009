//! Impartial games in misère play: canonical forms, sums, genus.
//!
//! In misère play (who cannot move wins) only those options may be dropped that are reversible outright: G = {H's options and
//! others, each of which has H as an option} equals H, except that where H = 0 the next player must also win G. Few games
//! simplify, so canonical forms are kept as sets of options, each once.
//!
//! Source: conway1976 (reversible options, mates), winningways (genus).

mod genus;
mod nature;
mod parts;
mod print;
mod store;

pub use genus::Genus;
pub use store::{MisereGame, MisereStore};
