//! `bouton analyze GAME`: from the rules to theorems.

use crate::args::{GameArg, LearnerArgs, OutputArgs, PlayArg};
use crate::output;
use crate::session::Session;
use bouton_engine::{AnalyzeReport, Error, Result};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton analyze distribunim\n  bouton analyze nim3 --misere\n  bouton analyze lasker --certificate lasker.json\n  bouton analyze nim3 --export mona nim3.mona"
)]
pub struct Analyze {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    play: PlayArg,
    #[command(flatten)]
    learner: LearnerArgs,
    /// Write the certificate of the first proved claim that has one
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Write the first proved P-set for another prover: `mona FILE` (sets in base 2)
    #[arg(long, num_args = 2, value_names = ["PROVER", "FILE"])]
    export: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Analyze {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let bench = session.open(&self.game.game)?;
        let play = self.play.play();
        let report = bench.analyze_within(play, self.learner.learner(), &session.budget())?;
        session.finish();
        let code = output::report(self.output.json, &report, text)?;
        if let Some(path) = &self.certificate {
            let certificate = report
                .claims
                .iter()
                .find_map(|c| c.certificate.as_ref())
                .ok_or_else(|| {
                    Error::input(format!(
                        "no certificate for {}: no claim about it is proved by automata",
                        report.game
                    ))
                })?;
            output::write_file(path, certificate.as_bytes())?;
            if !self.output.json {
                output::print(&format!("certificate   {}", path.display()));
            }
        }
        if let [prover, file] = self.export.as_slice() {
            let text = exported(prover, &report)?;
            output::write_file(std::path::Path::new(file), text.as_bytes())?;
            if !self.output.json {
                output::print(&format!("{prover}   {file}"));
            }
        }
        Ok(code)
    }
}

fn exported<'a>(prover: &str, report: &'a AnalyzeReport) -> Result<&'a str> {
    if prover != "mona" {
        return Err(Error::input(format!(
            "--export {prover}: the prover is mona, as in --export mona nim3.mona"
        )));
    }
    let mut why = "no claim is proved";
    for claim in &report.claims {
        match &claim.mona {
            Ok(text) => return Ok(text),
            Err(e) if claim.kind == "p-set" => why = e,
            Err(_) => {}
        }
    }
    Err(Error::input(format!(
        "no MONA file for {}: {why}",
        report.game
    )))
}

fn text(r: &AnalyzeReport) -> String {
    let play = if r.play == "misere" {
        " (misère play)"
    } else {
        ""
    };
    let mut out = format!(
        "{}{play}\n{}\n{}\n",
        r.game,
        output::wrap(&r.termination, "  "),
        output::wrap(&r.first_values, "  ")
    );
    for c in &r.claims {
        let status = if c.status == "verified" {
            format!("verified to {}", c.bound)
        } else {
            c.status.clone()
        };
        out.push_str(&format!("\n[{status}] {}\n", c.kind));
        out.push_str(&output::wrap(&c.statement, "  "));
        out.push('\n');
        out.push_str(&output::wrap(&c.method, "    "));
        out.push('\n');
    }
    if let Some(count) = &r.count {
        out.push_str(&format!("\n{}\n", output::wrap(count, "")));
    }
    if r.claims.is_empty() {
        out.push_str("\nno pattern is claimed\n");
    }
    for remark in &r.remarks {
        out.push_str(&format!(
            "\n{}\n",
            output::wrap(&format!("note: {remark}"), "")
        ));
    }
    out
}
