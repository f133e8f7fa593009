//! `bouton repl`: the calculator line by line, with history, completion and help.

use crate::command::eval::StyleArgs;
use crate::output::print;
use crate::session::Session;
use bouton_engine::{Calculator, Error, Result};
use clap::Args;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::cell::RefCell;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::atomic::Ordering;

#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  $ bouton repl\n  > G := {3||2|-1}\n  {3||2|-1}\n  > G.Mean\n  2\n\n\
    Words: help, help NAME, draw EXPR (a thermograph), variables, quit. The tab key completes names; history is kept between sessions."
)]
pub struct Repl {
    #[command(flatten)]
    style: StyleArgs,
}

/// Completes the word before the cursor.
struct Words {
    calculator: Rc<RefCell<Calculator>>,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..pos]
            .char_indices()
            .rev()
            .take_while(|(_, c)| c.is_alphanumeric() || *c == '_')
            .last()
            .map_or(pos, |(i, _)| i);
        let word = &line[start..pos];
        Ok((
            start,
            if word.is_empty() {
                vec![]
            } else {
                self.calculator.borrow().completions(word)
            },
        ))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

impl Repl {
    pub fn run(self, session: &Session) -> Result<ExitCode> {
        let fail = |e: ReadlineError| Error::input(format!("the terminal cannot be read: {e}"));
        let calculator = Rc::new(RefCell::new(Calculator::new(
            session.limits(),
            self.style.style(),
        )));
        let terminal = std::io::stdin().is_terminal();
        let file = terminal.then(history_file).flatten();
        let mut history = Lines::default();
        if terminal {
            print("Bouton's calculator of game values. `help` lists what it knows, `quit` ends.");
        }
        loop {
            // While it lives, an editor takes Ctrl-C for itself, so it does not live while a line is calculated.
            let mut editor: Editor<Words, DefaultHistory> = Editor::new().map_err(fail)?;
            editor.set_helper(Some(Words {
                calculator: calculator.clone(),
            }));
            history.fill(&mut editor, file.as_ref());
            let line = match editor.readline("> ") {
                Ok(line) => line,
                Err(ReadlineError::Interrupted) => continue,
                Err(ReadlineError::Eof) => break,
                Err(e) => return Err(fail(e)),
            };
            if !line.trim().is_empty() {
                // A history that cannot hold the line is no reason to stop.
                let _ = editor.add_history_entry(line.as_str());
                history.lines.push(line.clone());
                if let Some(path) = &file {
                    if let Some(folder) = path.parent() {
                        let _ = std::fs::create_dir_all(folder);
                    }
                    let _ = editor.save_history(path);
                }
            }
            drop(editor);
            // Ctrl-C stops a calculation, not those that follow.
            if let Some(stop) = &session.limits().stop {
                stop.store(false, Ordering::Relaxed);
            }
            if !answer(&mut calculator.borrow_mut(), &line) {
                break;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The lines of this session, for the history where no file keeps it.
#[derive(Default)]
struct Lines {
    lines: Vec<String>,
}

impl Lines {
    fn fill(&self, editor: &mut Editor<Words, DefaultHistory>, file: Option<&PathBuf>) {
        // No history yet is no error.
        let loaded = file.is_some_and(|path| editor.load_history(path).is_ok());
        if !loaded {
            for line in &self.lines {
                let _ = editor.add_history_entry(line.as_str());
            }
        }
    }
}

/// Prints the answer to a line; false if the session ends.
fn answer(calculator: &mut Calculator, line: &str) -> bool {
    let line = line.trim_end();
    let word = line.trim();
    if matches!(word, "quit" | "exit") {
        return false;
    }
    if word == "variables" {
        print(&calculator.variables().join(" "));
        return true;
    }
    if let Some(name) = word.strip_prefix("help")
        && (name.is_empty() || name.starts_with(' '))
    {
        print(&Calculator::help(name));
        return true;
    }
    let drawn = word.strip_prefix("draw ");
    // The place of a mistake stays where it was typed.
    let line = match drawn {
        Some(_) => line.replacen("draw ", "     ", 1),
        None => line.to_string(),
    };
    match calculator.answer(&line) {
        Ok(Some(_)) if drawn.is_some() => match calculator.thermograph("-") {
            Ok(picture) => print(&String::from_utf8_lossy(&picture)),
            Err(e) => print(&e.to_string()),
        },
        Ok(Some(v)) => print(&v),
        Ok(None) => {}
        Err((column, message)) => {
            // The prompt is two columns wide.
            print(&format!("{}^\n{message}", " ".repeat(column + 1)));
        }
    }
    true
}

/// Where the history is kept, by the convention for a user's state.
fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|h| PathBuf::from(h).join(".local/state"));
    Some(state.or_else(home)?.join("bouton/calculator-history"))
}
