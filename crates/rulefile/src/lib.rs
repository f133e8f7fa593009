//! Rule files at heap level: the text of a `.game` file, the game it describes, and why its play must end.
//!
//! ```text
//! game  wythoff
//! rules Remove any positive number from one heap, or the same number from both.
//! cite  Wythoff 1907
//! heaps a b
//! move  a -= k              for k in 1..a
//! move  b -= k              for k in 1..b
//! move  a -= k, b -= k      for k in 1..min(a, b)
//! ```
//!
//! A `#` starts a comment, on every line. `heap n` is a game on any number of heaps, in which `n -> x, y` replaces one heap by two; `heaps a b …` is a game on one
//! tuple, in which `a -= e`, `a += e` and `a = e` change coordinates at once, the right sides taken before the move.
//! `where` on a line of its own says which positions exist; at the end of a move, when the move is there. A move whose
//! result is negative or does not exist, or needs a division by zero, is not there. `left move` and `right move` belong to
//! one player. [`load`] reads a file and proves that play ends, if it can.

mod affine;
mod bounds;
mod boxed;
mod builtin;
mod cases;
mod cells;
mod draft;
mod endless;
mod expression;
mod facts;
mod game;
mod kind;
mod lexer;
mod linear;
mod listing;
mod moves;
mod names;
mod parse;
mod parser;
mod plan;
mod powers;
mod print;
mod process;
mod rank;
mod run;
mod sieve;
mod slots;
mod values;
mod weights;

pub use boxed::{each_option, growing};
pub use builtin::{builtin, builtins, heap_builtins};
pub use cells::{
    Board, CellGame, CellRules, CellSolo, Level, LoopyCellGame, LoopyPartizanCellGame,
    ShortCellGame, ShortPartizanCellGame,
};
pub use endless::{Endless, endless};
pub use game::{
    HeapGame, HeapwiseGame, LoopyHeapGame, LoopyPartizanHeapGame, PartizanHeapGame, on_heaps,
};
pub use kind::{Ending, Ends, Loops, Own, Players, Same};
pub use listing::MAX_STEPS;
pub use parse::{parse_condition, parse_expression};
pub use print::{print, show_condition, show_expression};
pub use process::{
    Act, Actor, CounterSolo, Counters, Linear, LinearGoal, Outcome, ProcessRules, Solo, Turn,
};
pub use rank::{find_bounded_rank, find_rank};

use bouton_core::Budget;
use bouton_rules::{HeapRules, Result};
use facts::Clock;

/// A rule file that was read.
#[derive(Clone, Debug)]
pub enum RuleFile {
    /// Heaps (`heap n`, `heaps a b`).
    Heaps(HeapRules),
    /// Cells, words or graphs (`cells . x o`, `string 0 1`, `graph . L R`).
    Cells(CellRules),
    /// Counters with chance and choices, or a game for one (`counters a b`).
    Process(ProcessRules),
    /// A game for one on cells or graphs (`cells . o` with a `goal`).
    Solo(CellSolo),
}

/// Reads a rule file of any level; `filename` is its name in errors. Also looks for the reason why play ends.
///
/// # Errors
/// One sentence with file, line and column, what is wrong there and the right form.
///
/// ```
/// use bouton_rulefile::{RuleFile, read};
/// let text = "game clobber\ncells . x o\nleft x o -> . x any\nright o x -> . o sideways\n";
/// assert_eq!(
///     read(text, "clobber.game").unwrap_err().to_string(),
///     "clobber.game:4:18: `sideways` is not a direction; the directions are right, left, up, down, horizontal, vertical, any, \
///      diagonal, king, queen, knight, up-left and the like"
/// );
/// ```
pub fn read(text: &str, filename: &str) -> Result<RuleFile> {
    read_within(text, filename, &Budget::unlimited())
}

/// As [`read`], within the limits of a budget.
///
/// # Errors
/// A limit, too.
pub fn read_within(text: &str, filename: &str, budget: &Budget) -> Result<RuleFile> {
    budget.phase("reading the rules", None);
    budget.check()?;
    if process::is_about_counters(text) {
        return process::parse_process(text, filename).map(RuleFile::Process);
    }
    if cells::is_about_cells(text) {
        if cells::has_goal(text) {
            return cells::load_solo(text, filename).map(RuleFile::Solo);
        }
        return cells::load(text, filename).map(RuleFile::Cells);
    }
    load_within(text, filename, budget).map(RuleFile::Heaps)
}

/// Reads a rule file and looks for a rank; `filename` is its name in errors.
///
/// # Errors
/// One sentence with file, line and column, what is wrong there and the right form.
///
/// ```
/// use bouton_rulefile::load;
/// let text = "game nim\nheap n\nmove n -> n - q for k in 1..n\n";
/// assert_eq!(
///     load(text, "nim.game").unwrap_err().to_string(),
///     "nim.game:3:15: the variable `q` is not a heap or a loop variable of this move; declare it as in `for q in 1..n`"
/// );
/// ```
pub fn load(text: &str, filename: &str) -> Result<HeapRules> {
    load_within(text, filename, &Budget::unlimited())
}

/// As [`load`], within the limits of a budget.
///
/// # Errors
/// A limit, too.
pub fn load_within(text: &str, filename: &str, budget: &Budget) -> Result<HeapRules> {
    let mut rules = parse::parse_file(text, filename)?;
    let clock = Clock::new(budget);
    rules.rank = rank::rank(&rules, &clock);
    if rules.rank.is_none() {
        rules.bounded_rank = rank::bounded_rank(&rules, &clock);
    }
    clock.answer(rules)
}
