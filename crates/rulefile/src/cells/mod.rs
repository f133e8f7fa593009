//! Rule files on cells, words and graphs.
//!
//! ```text
//! game   clobber
//! cells  . x o
//! left   x o -> . x   any
//! right  o x -> . o   any
//! ```
//!
//! `cells`, `string` or `graph` names the letters, the empty one first. A rule rewrites a pattern, which lies along a direction
//! (cells), in a row (words) or along edges (graphs). `parse` reads a file into [`CellRules`]; `walk` finds matches and moves on the
//! tables of `topology`; `rank` proves that play ends; `live` takes positions apart; `symmetry` finds the symmetries; and
//! [`CellGame`] is the ruleset made of all that.

mod bits;
mod board;
mod cache;
mod chunks;
mod direction;
mod effect;
mod examples;
mod fixed;
mod game;
mod goal;
mod guard;
mod letters;
mod live;
mod net;
mod parse;
mod pattern;
#[cfg(test)]
mod random;
mod rank;
mod row;
mod rules;
mod shift;
mod simplex;
mod symmetry;
mod topology;
#[cfg(test)]
mod twin;
mod walk;
mod wins;

pub use board::Board;
pub use game::{
    CellGame, LoopyCellGame, LoopyPartizanCellGame, ShortCellGame, ShortPartizanCellGame,
};
pub use goal::CellSolo;
pub(crate) use goal::{has_goal, load_solo};
pub(crate) use parse::is_about_cells;
pub use rules::{CellRules, Level};

use bouton_rules::Result;

/// Reads a rule file on cells, words or a graph, looks for weights that every move lowers, and reads its examples.
pub(crate) fn load(text: &str, file: &str) -> Result<CellRules> {
    let mut rules = parse::parse_cells(text, file)?;
    rules.weights = rank::find_weights(&rules);
    for example in &rules.examples {
        Board::parse(&rules, example).map_err(|e| e.at(format!("{file}: the line `examples`")))?;
    }
    Ok(rules)
}
