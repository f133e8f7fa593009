//! `bouton info GAME`: rules, notation, theorem, source, examples that run.

use crate::args::{GameArg, OutputArgs};
use crate::output;
use crate::session::Session;
use bouton_engine::Result;
use clap::Args;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(after_help = "Example:\n  bouton info wythoff")]
pub struct Info {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    output: OutputArgs,
}

impl Info {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let info = session.open(&self.game.game)?.info();
        output::report(self.output.json, &info, |info| {
            let mut text = format!("{}\n", info.name);
            if !info.rules.is_empty() {
                text.push_str(&format!("{}\n", output::wrap(&info.rules, "  ")));
            }
            let mut line =
                |name: &str, value: &str| text.push_str(&format!("{name:<10} {value}\n"));
            line("kind", &info.kind);
            line("positions", &info.notation);
            if let Some(theorem) = &info.theorem {
                line("theorem", theorem);
            }
            if let Some(source) = &info.source {
                line("source", source);
            }
            // A shell reads blanks, braces and stars in its own way.
            let plain = |c: char| c.is_alphanumeric() || "-_.:,/+".contains(c);
            let game = match self.game.game.chars().all(plain) {
                true => self.game.game.clone(),
                false => format!("'{}'", self.game.game),
            };
            for example in &info.examples {
                line("example", &format!("bouton solve {game} '{example}'"));
            }
            if let Some(rules) = &info.rule_file {
                text.push_str("rule file\n");
                for l in rules.trim_end().lines() {
                    text.push_str(&format!("    {l}\n"));
                }
            }
            text
        })
    }
}
