//! `bouton games`: what is known by name.

use crate::args::OutputArgs;
use crate::output;
use crate::session::Session;
use bouton_engine::{Result, Workbench};
use clap::Args;
use serde::Serialize;
use std::process::ExitCode;

/// Example: bouton games
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  bouton games")]
pub struct Games {
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Serialize)]
struct List {
    games: Vec<bouton_engine::GameLine>,
}

impl Games {
    pub fn run(self, _: &Session) -> Result<ExitCode> {
        let list = List {
            games: Workbench::list(),
        };
        output::report(self.output.json, &list, |list| {
            let width = list.games.iter().map(|g| g.name.len()).max().unwrap_or(0);
            list.games
                .iter()
                .map(|g| format!("{:width$}  {}\n", g.name, g.rules))
                .collect()
        })
    }
}
