//! `bouton eval EXPR…`: the calculator, a line out for each line in.

use crate::output;
use crate::session::{Session, read_all, read_text};
use bouton_engine::{Calculator, Disagreement, Error, Result, Style};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton eval '{3||2|-1}.Mean' '^ + ^*'\n  bouton eval 'G := {1|-1}; [G + G, temperature(G), *2 NortonProduct ^]'\n  \
    bouton eval --file lines.txt\n  bouton eval '{5|2}|{0|-4}' --thermograph hot.svg\n  bouton eval --check table.tsv\n\nWithout EXPR, --file or --check it reads lines from standard input. \
    A table has two columns with a tab between them; `!!` in column 2 expects an error. Exit status 1: the table has rows that differ."
)]
pub struct Eval {
    /// Lines such as 'mean({3|1}) + *2'; variables keep their values from line to line
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    lines: Vec<String>,
    /// Evaluate the lines of this file
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Compare column 1 of this table with column 2 and list the rows that differ
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["lines", "file"])]
    check: Option<PathBuf>,
    /// Draw the thermograph of the last result into a file that ends in .svg or .png, or on the terminal for `-`
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    thermograph: Option<String>,
    #[command(flatten)]
    style: StyleArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// How results are written.
#[derive(Args, Debug)]
pub struct StyleArgs {
    /// Print ↑, ↓, ±, ⧾
    #[arg(long, conflicts_with = "latex")]
    unicode: bool,
    /// Print LaTeX
    #[arg(long)]
    latex: bool,
}

impl StyleArgs {
    pub fn style(&self) -> Style {
        match (self.unicode, self.latex) {
            (true, _) => Style::Unicode,
            (_, true) => Style::Latex,
            _ => Style::Ascii,
        }
    }
}

/// One line and what became of it.
#[derive(Serialize)]
struct Line {
    line: usize,
    input: String,
    /// The result as text; null for an empty line or an error.
    value: Option<String>,
    error: Option<String>,
}

#[derive(Serialize)]
struct Answers {
    results: Vec<Line>,
}

#[derive(Serialize)]
struct Checked {
    rows: usize,
    differences: Vec<Disagreement>,
}

impl Eval {
    /// Expressions may begin with a minus, so that options behind them arrive as expressions.
    fn take_flags(&mut self) -> Result<()> {
        let is_option = |l: &String| {
            l.strip_prefix("--")
                .is_some_and(|r| r.starts_with(|c: char| c.is_ascii_alphabetic()))
        };
        if let Some(i) = self.lines.iter().position(|l| l == "--thermograph") {
            let mut taken = self.lines.drain(i..(i + 2).min(self.lines.len())).skip(1);
            self.thermograph = Some(taken.next().ok_or_else(|| {
                Error::input("the option `--thermograph` needs a file, as in --thermograph hot.svg")
            })?);
        }
        for option in self.lines.extract_if(.., |l| is_option(l)) {
            match option.as_str() {
                "--json" => self.json = true,
                "--unicode" => self.style.unicode = true,
                "--latex" => self.style.latex = true,
                _ => {
                    return Err(Error::input(format!(
                        "the option `{option}` stands before the expressions, as in bouton eval {option} …"
                    )));
                }
            }
        }
        Ok(())
    }

    pub fn run(mut self, session: &Session) -> Result<ExitCode> {
        self.take_flags()?;
        let mut calculator = Calculator::new(session.limits(), self.style.style());
        if let Some(path) = &self.check {
            return check(&mut calculator, &read(path)?, self.json);
        }
        let mut lines: Vec<String> = match &self.file {
            Some(path) => read(path)?.lines().map(String::from).collect(),
            None if self.lines.is_empty() => {
                let text = read_all(std::io::stdin())
                    .map_err(|e| Error::input(format!("standard input cannot be read: {e}")))?;
                text.lines().map(String::from).collect()
            }
            None => vec![],
        };
        lines.extend(self.lines.iter().flat_map(|l| l.lines()).map(String::from));
        let single = lines.len() == 1;
        let mut results = vec![];
        let mut code = ExitCode::SUCCESS;
        for (i, input) in lines.into_iter().enumerate() {
            session.guard();
            let done = calculator.line(&input);
            session.unguarded();
            if let Err(e) = &done {
                code = ExitCode::from(if e.is_limit() { 3 } else { 2 });
            }
            if self.json {
                let (value, error) = match done {
                    Ok(v) => (v, None),
                    Err(e) => (None, Some(e.to_string())),
                };
                results.push(Line {
                    line: i + 1,
                    input,
                    value,
                    error,
                });
                continue;
            }
            match done {
                Ok(v) => output::print(&v.unwrap_or_default()),
                Err(e) if single => return Err(e),
                // The place of the line is kept, so that output and input can be put side by side.
                Err(e) => output::print(&format!("!!{e}")),
            }
        }
        if let Some(file) = self.thermograph {
            let bytes = calculator.thermograph(&file)?;
            if file == "-" {
                output::print(&String::from_utf8_lossy(&bytes));
            } else {
                std::fs::write(&file, bytes)
                    .map_err(|e| Error::input(format!("`{file}` cannot be written: {e}")))?;
            }
        }
        if self.json {
            output::report(true, &Answers { results }, |_| String::new())?;
        }
        Ok(code)
    }
}

fn read(path: &Path) -> Result<String> {
    read_text(path).map_err(|e| Error::input(format!("`{}` cannot be read: {e}", path.display())))
}

fn check(calculator: &mut Calculator, text: &str, json: bool) -> Result<ExitCode> {
    let mut rows = 0;
    let mut differences = vec![];
    for row in text.lines() {
        match calculator.check_row(row) {
            Ok(false) => {}
            Ok(true) => rows += 1,
            Err(d) => {
                rows += 1;
                differences.push(d);
            }
        }
    }
    let code = if differences.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    };
    output::report(json, &Checked { rows, differences }, |c| {
        let mut out = String::new();
        for d in &c.differences {
            out.push_str(&format!(
                "{}\n  expected  {}\n  got       {}\n",
                d.expression, d.expected, d.got
            ));
        }
        match c.differences.len() {
            0 => out.push_str(&format!("{} rows, all right", c.rows)),
            n => out.push_str(&format!("{} rows, {n} of them different", c.rows)),
        }
        out
    })?;
    Ok(code)
}
