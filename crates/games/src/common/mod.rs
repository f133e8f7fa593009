//! What many rulesets share: sums of heaps, tuples of heaps, turned coins, parameters, and whole-number arithmetic.

pub(crate) mod clobber_strip;
pub mod coins;
pub(crate) mod cram_board;
pub(crate) mod domino_board;
mod domino_count;
pub mod graph_game;
pub mod lists;
pub mod numbers;
pub mod packed_kayles;
pub mod parameter;
pub mod periodic;
pub mod pieces;
pub(crate) mod set;
pub mod stacks;
pub mod strings;
pub mod sum;
pub mod tuple;

pub use sum::{HeapRule, HeapSum};
pub use tuple::{HeapTuple, TupleRule};

use bouton_rules::{Error, Info, Result};

/// Most options that a position may have before listing them is refused.
pub const MOST_OPTIONS: u64 = 1 << 20;

/// Heaps of more binary digits have only one reply listed where there may be one for each digit.
pub const LISTED_BITS: u64 = 1 << 14;

/// The error for a position with too many options to list.
pub fn too_many_options(game: &str) -> Error {
    Error::limit(format!(
        "{game}: the position has more than {MOST_OPTIONS} moves, too many to list"
    ))
}

/// `Ok` if so many options can be listed.
pub fn check_count(game: &str, count: usize) -> Result<()> {
    if count as u64 > MOST_OPTIONS {
        Err(too_many_options(game))
    } else {
        Ok(())
    }
}

/// Name, rules, notation and examples, without theorem and source.
pub fn info(name: &str, rules: &str, notation: &str, examples: &[&str]) -> Info {
    Info {
        name: name.into(),
        rules: rules.into(),
        notation: notation.into(),
        theorem: None,
        source: None,
        examples: examples.iter().map(|e| e.to_string()).collect(),
    }
}

/// Adds theorem and source to an [`Info`].
pub fn with_theorem(info: Info, theorem: &str, source: &str) -> Info {
    Info {
        theorem: Some(theorem.into()),
        source: Some(source.into()),
        ..info
    }
}

/// Adds the source of the rules to an [`Info`].
pub fn with_source(info: Info, source: &str) -> Info {
    Info {
        source: Some(source.into()),
        ..info
    }
}
