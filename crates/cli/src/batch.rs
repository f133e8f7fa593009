//! Many positions in one run: a line out for each line in, in constant memory, an error in its own line.

use crate::output;
use crate::session::{Session, position};
use bouton_engine::{Error, Result};
use clap::Args;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Longest line of a list of positions.
const LONGEST_LINE: u64 = 1 << 26;

/// One position, or many.
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// The position, as `bouton info GAME` says; heaps are written 3,4,5; @FILE reads it from a file. With several, with `-` for standard input, or with
    /// --file there is a line of tab-separated columns for each, or a JSON object a line; limits hold for each position
    #[arg(allow_hyphen_values = true, required_unless_present = "file")]
    position: Option<String>,
    /// More positions
    #[arg(value_name = "POSITION")]
    more: Vec<String>,
    /// Take positions from this file, one a line; a tab ends the position
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// What a batch prints for a position that has no answer.
#[derive(Serialize)]
struct Failed<'a> {
    position: &'a str,
    error: String,
    limit: bool,
}

impl PositionArgs {
    /// The position, if there is just one, which is answered in full.
    pub fn single(&self) -> Result<Option<String>> {
        let alone = self.more.is_empty() && self.file.is_none();
        let single = self.position.as_deref().filter(|p| alone && *p != "-");
        single.map(|p| position(p.to_string())).transpose()
    }

    /// Answers for every position in turn. `columns` makes the tab-separated columns behind the position.
    pub fn each<R: Serialize>(
        &self,
        json: bool,
        session: &Session,
        mut answer: impl FnMut(&str) -> Result<R>,
        columns: impl Fn(&R) -> Vec<String>,
    ) -> Result<ExitCode> {
        let mut lines = Lines::default();
        let mut one = |position: &str| -> Result<()> {
            let done = answer(position);
            session.finish();
            let line = match &done {
                Ok(report) if json => as_json(report)?,
                Ok(report) => format!("{position}\t{}", columns(report).join("\t")),
                Err(e) => lines.failed(position, e, json)?,
            };
            lines.print(&line)
        };
        for position in self.position.iter().chain(&self.more) {
            match position.as_str() {
                "-" => read_lines(Path::new("-"), &mut one)?,
                position => one(position)?,
            }
        }
        if let Some(path) = &self.file {
            read_lines(path, &mut one)?;
        }
        lines.end()
    }
}

/// Lines that are printed as they come.
pub struct Lines {
    out: BufWriter<io::Stdout>,
    bad: bool,
    stopped: bool,
}

impl Default for Lines {
    fn default() -> Lines {
        Lines {
            out: BufWriter::new(io::stdout()),
            bad: false,
            stopped: false,
        }
    }
}

impl Lines {
    /// Adds a line. Whoever reads them sees each at once.
    pub fn print(&mut self, line: &str) -> Result<()> {
        let written = writeln!(self.out, "{line}").and_then(|()| self.out.flush());
        match written {
            Ok(()) => Ok(()),
            Err(e) if e.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
            Err(e) => Err(Error::input(format!(
                "standard output cannot be written: {e}"
            ))),
        }
    }

    /// The line of a position without an answer. Ctrl-C ends the run.
    fn failed(&mut self, position: &str, e: &Error, json: bool) -> Result<String> {
        if e.code() == bouton_engine::Code::Stopped {
            return Err(e.clone());
        }
        self.bad |= !e.is_limit();
        self.stopped |= e.is_limit();
        let error = output::sentence(e);
        match json {
            true => as_json(&Failed {
                position,
                error,
                limit: e.is_limit(),
            }),
            false => Ok(format!("{position}\t!!{error}")),
        }
    }

    /// Exit status 2 if a line was no position, else 3 if a limit stopped an answer.
    pub fn end(self) -> Result<ExitCode> {
        Ok(match (self.bad, self.stopped) {
            (true, _) => ExitCode::from(2),
            (_, true) => ExitCode::from(3),
            _ => ExitCode::SUCCESS,
        })
    }
}

/// One line of JSON.
pub fn as_json<R: Serialize>(report: &R) -> Result<String> {
    serde_json::to_string(report)
        .map_err(|e| Error::input(format!("the answer has no JSON form: {e}")))
}

/// Calls `one` with what stands before the first tab of every line that is not empty.
fn read_lines(path: &Path, one: &mut impl FnMut(&str) -> Result<()>) -> Result<()> {
    let fail = |e: io::Error| Error::input(format!("`{}` cannot be read: {e}", path.display()));
    let mut input: Box<dyn BufRead> = match path.as_os_str() == "-" {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(File::open(path).map_err(fail)?)),
    };
    let mut line = Vec::new();
    for number in 1u64.. {
        line.clear();
        let mut part = (&mut input).take(LONGEST_LINE);
        if part.read_until(b'\n', &mut line).map_err(fail)? == 0 {
            break;
        }
        if line.len() as u64 == LONGEST_LINE {
            return Err(Error::input(format!(
                "line {number} of `{}` has more than {LONGEST_LINE} bytes; write one position a line",
                path.display()
            )));
        }
        let text = std::str::from_utf8(&line).map_err(|_| {
            Error::input(format!(
                "line {number} of `{}` is not text in UTF-8",
                path.display()
            ))
        })?;
        let position = text.split(['\t', '\n', '\r']).next().unwrap_or("").trim();
        if !position.is_empty() {
            one(position)?;
        }
    }
    Ok(())
}
