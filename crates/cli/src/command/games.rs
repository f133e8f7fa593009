//! `bouton games`: what is known by name.

use crate::args::OutputArgs;
use crate::output;
use crate::session::Session;
use bouton_engine::{Error, GameLine, Result, Workbench};
use clap::Args;
use serde::Serialize;
use std::process::ExitCode;

/// Example: bouton games
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton games\n  bouton games hack\n  bouton games --impartial --rule-files"
)]
pub struct Games {
    /// Only games whose name or rules contain this
    word: Option<String>,
    /// Only games in which both players have the same moves
    #[arg(long, conflicts_with = "partizan")]
    impartial: bool,
    /// Only games in which the players have different moves
    #[arg(long)]
    partizan: bool,
    /// Only games that have a rule file
    #[arg(long)]
    rule_files: bool,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Serialize)]
struct List {
    games: Vec<bouton_engine::GameLine>,
}

impl Games {
    pub fn run(self, _: &Session) -> Result<ExitCode> {
        let word = self.word.as_deref().unwrap_or_default().to_lowercase();
        let asked = |g: &GameLine| {
            let named = [&g.name, &g.rules]
                .iter()
                .any(|t| t.to_lowercase().contains(&word));
            let kind = match (self.impartial, self.partizan) {
                (false, false) => true,
                (impartial, _) => {
                    let two = |b: &Workbench| b.other_kind().is_none();
                    Workbench::named(&g.name)
                        .is_ok_and(|bench| two(&bench) && bench.is_partizan() != impartial)
                }
            };
            named && kind && (!self.rule_files || g.form.contains("rule file"))
        };
        let mut games = Workbench::list();
        games.retain(asked);
        if games.is_empty() {
            return Err(Error::input(
                "no game fits; `bouton games` lists all that are known by name",
            ));
        }
        let list = List { games };
        output::report(self.output.json, &list, |list| {
            let width = list.games.iter().map(|g| g.name.len()).max().unwrap_or(0);
            list.games
                .iter()
                .map(|g| format!("{:width$}  {}\n", g.name, g.rules))
                .collect()
        })
    }
}
