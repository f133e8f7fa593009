//! `bouton completions SHELL`: a completion script, made from the command definitions.

use crate::args::Cli;
use crate::output;
use crate::session::Session;
use bouton_engine::Result;
use clap::{Args, CommandFactory};
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton completions bash > ~/.local/share/bash-completion/completions/bouton\n  \
    bouton completions zsh > ~/.zfunc/_bouton\n  bouton completions fish > ~/.config/fish/completions/bouton.fish"
)]
pub struct Completions {
    /// bash, zsh, fish, powershell or elvish
    shell: clap_complete::Shell,
}

impl Completions {
    pub fn run(self, _: &Session) -> Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "bouton", &mut script);
        output::print(&String::from_utf8_lossy(&script));
        Ok(ExitCode::SUCCESS)
    }
}
