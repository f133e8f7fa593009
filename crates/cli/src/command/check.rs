//! `bouton check CERTIFICATE`: the independent checker.

use crate::args::OutputArgs;
use crate::output;
use crate::session::{Session, read_text};
use bouton_engine::{CheckReport, Error, Result, check};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  bouton analyze lasker --certificate lasker.json && bouton check lasker.json\n\nExit status 1: the certificate is refuted."
)]
pub struct Check {
    /// A file written by --certificate
    certificate: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
}

impl Check {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let name = self.certificate.display().to_string();
        let text = read_text(&self.certificate)
            .map_err(|e| Error::input(format!("the certificate `{name}` cannot be read: {e}")))?;
        let answer = check(&text, &session.budget()).map_err(|e| e.at(&name))?;
        output::report(self.output.json, &answer, show)?;
        Ok(if answer.holds {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

fn show(r: &CheckReport) -> String {
    let mut out = format!(
        "{}\n{}\n",
        if r.holds {
            "the certificate holds"
        } else {
            "REFUTED"
        },
        output::wrap(&r.statement, "  ")
    );
    for (what, ok, detail) in &r.obligations {
        let mark = if *ok { "ok  " } else { "FAIL" };
        let detail = if detail.is_empty() {
            String::new()
        } else {
            format!(" ({detail})")
        };
        out.push_str(&format!("  {mark} {what}{detail}\n"));
    }
    out
}
