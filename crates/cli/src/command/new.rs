//! `bouton new FILE`: a first rule file to change.

use crate::output;
use crate::session::Session;
use bouton_engine::{Error, Result, Workbench};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

/// What the game is played on.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// Any number of heaps
    Heaps,
    /// Two heaps that belong together
    Pair,
    /// A board of cells, with a side for each player
    Board,
    /// A word
    Word,
    /// A graph
    Graph,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  bouton new my.game\n  bouton new board.game --kind board")]
pub struct New {
    /// The file to write; it must not exist
    file: PathBuf,
    /// What the game is played on
    #[arg(long, value_enum, default_value = "heaps")]
    kind: Kind,
}

impl New {
    pub fn run(self, _: &Session) -> Result<ExitCode> {
        let shown = self.file.display();
        if self.file.symlink_metadata().is_ok() {
            return Err(Error::input(format!(
                "`{shown}` exists; give the name of a file that does not"
            )));
        }
        let stem = self
            .file
            .file_stem()
            .map(|s| s.to_string_lossy().into_owned());
        let name: String = stem
            .unwrap_or_default()
            .to_lowercase()
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
        let name = if begins { name } else { format!("my-{name}") };
        let (rules, position) = self.kind.example();
        let text = format!("game  {name}\n{rules}");
        // Whoever changes a file wants to begin with one that works.
        Workbench::from_rules(&text, &shown.to_string())?;
        output::write_file(&self.file, text.as_bytes())?;
        output::print(&format!(
            "wrote {shown}; try\n  bouton solve {shown} '{position}'\n  bouton info {shown}"
        ));
        Ok(ExitCode::SUCCESS)
    }
}

impl Kind {
    /// Rules that work, and a position of theirs.
    fn example(self) -> (&'static str, &'static str) {
        match self {
            Kind::Heaps => (
                "rules Take one, two or three counters from a heap.\nheap  n\nmove  n -> n - k    for k in 1..min(n, 3)\n",
                "3,4,5",
            ),
            Kind::Pair => (
                "rules Take any number from one heap, or the same number from both.\nheaps a b\nmove  a -= k            for k in 1..a\n\
                 move  b -= k            for k in 1..b\nmove  a -= k, b -= k    for k in 1..min(a, b)\n",
                "6,10",
            ),
            Kind::Board => (
                "rules Left moves an x onto an o beside it and removes it; Right moves an o onto an x.\ncells . x o\n\
                 left  x o -> . x    any\nright o x -> . o    any\n",
                "xo|ox",
            ),
            Kind::Word => (
                "rules Left removes a 1, Right removes a 0.\nstring 0 1\nleft  1 ->\nright 0 ->\n",
                "101",
            ),
            Kind::Graph => (
                "rules Left colours an empty vertex that has no neighbour in L, Right one that has no neighbour in R.\n\
                 graph . L R\nleft  . -> L    where no neighbour is L\nright . -> R    where no neighbour is R\n",
                "0-1,1-2",
            ),
        }
    }
}
