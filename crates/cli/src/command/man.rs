//! `bouton man`: manual pages, made from the command definitions.

use crate::args::Cli;
use crate::output;
use crate::session::Session;
use bouton_engine::{Error, Result};
use clap::{Args, CommandFactory};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton man | man -l -\n  bouton man --out ~/.local/share/man/man1"
)]
pub struct Man {
    /// Write the pages of the program and of every command into this folder, as bouton.1, bouton-solve.1, …
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Man {
    pub fn run(self, _: &Session) -> Result<ExitCode> {
        let program = Cli::command();
        let Some(folder) = self.out else {
            let mut page = Vec::new();
            let written = clap_mangen::Man::new(program).render(&mut page);
            written.map_err(|e| Error::input(format!("the manual page cannot be made: {e}")))?;
            output::print(&String::from_utf8_lossy(&page));
            return Ok(ExitCode::SUCCESS);
        };
        std::fs::create_dir_all(&folder)
            .and_then(|()| clap_mangen::generate_to(program, &folder))
            .map_err(|e| {
                let folder = folder.display();
                Error::input(format!("the pages cannot be written to `{folder}`: {e}"))
            })?;
        Ok(ExitCode::SUCCESS)
    }
}
