//! `bouton matrix FILE`: the value of a zero-sum game in matrix form, and both strategies.

use crate::args::OutputArgs;
use crate::output;
use crate::session::{Session, read_all, read_text};
use bouton_engine::{Error, MatrixReport, Result, matrix};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Places of a decimal above which it is refused.
pub const MOST_DIGITS: i64 = 100_000;

#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  printf '2 -3\\n-3 4\\n' | bouton matrix -\n\nThe numbers are what the row player gains; rows maximise, columns minimise."
)]
pub struct Matrix {
    /// Numbers such as 3, -7/3 or 0.25, one row a line; - is standard input
    file: PathBuf,
    /// Give the value as a decimal too, with this many places
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=MOST_DIGITS))]
    digits: Option<u32>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Matrix {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let name = self.file.display().to_string();
        let (name, text) = if name == "-" {
            ("standard input".to_string(), read_all(std::io::stdin()))
        } else {
            (name, read_text(&self.file))
        };
        let text =
            text.map_err(|e| Error::input(format!("the matrix `{name}` cannot be read: {e}")))?;
        let answer = matrix(&text, self.digits, &session.budget());
        session.finish();
        output::report(self.output.json, &answer.map_err(|e| e.at(name))?, show)
    }
}

fn show(r: &MatrixReport) -> String {
    let mut out = format!("value     {}\n", r.value);
    if let Some(decimal) = &r.decimal {
        out.push_str(&format!("decimal   {decimal}\n"));
    }
    out.push_str(&format!("rows      {}\n", r.row_strategy.join("  ")));
    out.push_str(&format!("columns   {}\n", r.column_strategy.join("  ")));
    out
}
