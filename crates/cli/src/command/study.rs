//! `bouton study`: published counting problems: check values, answers, and how they are known.

use crate::args::OutputArgs;
use crate::output;
use crate::session::Session;
use bouton_engine::{Error, Result};
use bouton_studies::{Ask, Entry, Report, Rules, Value, report, studies, study};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  bouton study\n  bouton study 310 --json\n  bouton study --all"
)]
pub struct Study {
    /// The number of a problem; without it, the list
    number: Option<u32>,
    /// Run every study
    #[arg(long, conflicts_with = "number")]
    all: bool,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Serialize)]
struct Row {
    id: u32,
    title: &'static str,
    family: &'static str,
    form: &'static str,
}

#[derive(Serialize)]
struct List {
    studies: Vec<Row>,
}

#[derive(Serialize)]
struct Reports {
    studies: Vec<Report>,
}

impl Study {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let tool = Program { session };
        match (self.number, self.all) {
            (Some(number), _) => {
                let entry = study(number)?;
                let done = report(&entry, &tool)?;
                let ok = done.checks.iter().all(|c| c.ok);
                output::report(self.output.json, &done, |r| text(&entry, r))?;
                Ok(exit(ok))
            }
            (None, true) => {
                let mut reports = Vec::new();
                for entry in studies() {
                    let done = report(entry, &tool)?;
                    if !self.output.json {
                        output::print(&line(&done));
                    }
                    reports.push(done);
                }
                let ok = reports.iter().all(|r| r.checks.iter().all(|c| c.ok));
                if self.output.json {
                    output::report(true, &Reports { studies: reports }, |_| String::new())?;
                }
                Ok(exit(ok))
            }
            (None, false) => {
                let rows = studies().iter().map(|entry| Row {
                    id: entry.id(),
                    title: &entry.problem().title,
                    family: &entry.problem().family,
                    form: match entry {
                        Entry::Program(_) => "program",
                        Entry::Question(_) => "question",
                    },
                });
                let list = List {
                    studies: rows.collect(),
                };
                output::report(self.output.json, &list, listed)
            }
        }
    }
}

fn exit(ok: bool) -> ExitCode {
    if ok {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn listed(list: &List) -> String {
    let row = |r: &Row| format!("{:>4}  {:8}  {:32}  {}", r.id, r.form, r.title, r.family);
    let rows: Vec<String> = list.studies.iter().map(row).collect();
    rows.join("\n")
}

fn line(r: &Report) -> String {
    let ok = r.checks.iter().filter(|c| c.ok).count();
    let all = r.checks.len();
    format!(
        "{:>4}  {ok}/{all} checks  {:8.3} s  {}  [{}]",
        r.id, r.seconds, r.answer, r.known_by
    )
}

fn text(entry: &Entry, r: &Report) -> String {
    let problem = entry.problem();
    let mut out = format!("{} {}\n", r.id, r.title);
    out.push_str(&format!("{}\n", output::wrap(&problem.rules, "  ")));
    out.push_str(&format!("{}\n", output::wrap(&problem.asked, "  ")));
    if let Entry::Question(q) = entry {
        for (function, line) in q.lines() {
            out.push_str(&format!("  {function}: {line}\n"));
        }
    }
    for c in &r.checks {
        let verdict = if c.ok { "ok   " } else { "WRONG" };
        out.push_str(&format!("{verdict}    {} -> {}\n", c.input, c.got));
    }
    out.push_str(&format!("answer     {}\n", r.answer));
    out.push_str(&format!("known by   {}\n", r.known_by));
    out.push_str(&format!("seconds    {:.3}\n", r.seconds));
    out
}

/// This program, run once for each command line of a question, with the same limits.
struct Program<'a> {
    session: &'a Session,
}

impl Ask for Program<'_> {
    fn ask(&self, words: &[String], rules: &[Rules]) -> Result<Value> {
        let failed = |e: std::io::Error| Error::input(format!("bouton could not be run: {e}"));
        let folder = Folder::new().map_err(failed)?;
        let mut command = Command::new(std::env::current_exe().map_err(failed)?);
        for word in words {
            match rules.iter().find(|r| r.name == *word) {
                Some(rules) => {
                    let path = folder.0.join(format!("{}.game", rules.name));
                    std::fs::write(&path, &rules.text).map_err(failed)?;
                    command.arg(path);
                }
                None => {
                    command.arg(word);
                }
            }
        }
        command.arg("--json").args(self.session.limit_words());
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let done = command.output().map_err(failed)?;
        let line = format!("bouton {}", words.join(" "));
        if !done.status.success() {
            let sentence = String::from_utf8_lossy(&done.stderr);
            let sentence = sentence.trim().trim_start_matches("error: ");
            let sentence = format!("`{line}`: {sentence}");
            return Err(match done.status.code() {
                Some(3) => Error::limit(sentence),
                _ => Error::input(sentence),
            });
        }
        serde_json::from_slice(&done.stdout)
            .map_err(|e| Error::input(format!("`{line}` did not answer in JSON: {e}")))
    }
}

/// A folder of its own for rule files, taken away at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> std::io::Result<Folder> {
        let name = format!("bouton-study-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nobody misses it if it is gone already.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
