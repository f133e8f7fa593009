//! Where the lines of a game come from: a terminal with editing, history and completion, or a pipe.

use bouton_engine::{Error, Result};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::io::{BufRead, IsTerminal, Write};

/// Completes a line with the words and moves that may stand there.
pub struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let start = &line[..pos];
        let fits = self.0.iter().filter(|word| word.starts_with(start));
        Ok((0, fits.cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// Lines that a person or a script gives.
pub enum Input {
    Terminal(Box<Editor<Words, DefaultHistory>>),
    Pipe,
}

impl Input {
    pub fn new() -> Result<Input> {
        if !std::io::stdin().is_terminal() {
            return Ok(Input::Pipe);
        }
        let fail = |e| Error::input(format!("the terminal cannot be read: {e}"));
        Ok(Input::Terminal(Box::new(Editor::new().map_err(fail)?)))
    }

    /// The next line, completed with `words`; `None` at the end of input and after Ctrl-C or Ctrl-D.
    pub fn line(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
    ) -> Result<Option<String>> {
        match self {
            Input::Terminal(editor) => {
                editor.set_helper(Some(Words(words())));
                match editor.readline(prompt) {
                    Ok(line) => {
                        // A history that cannot hold the line is no reason to stop.
                        let _ = editor.add_history_entry(line.as_str());
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Interrupted | ReadlineError::Eof) => Ok(None),
                    Err(e) => Err(Error::input(format!("the terminal cannot be read: {e}"))),
                }
            }
            Input::Pipe => {
                print!("{prompt}");
                let _ = std::io::stdout().flush();
                let mut line = String::new();
                let read = std::io::stdin().lock().read_line(&mut line);
                match read {
                    Ok(0) | Err(_) => {
                        println!();
                        Ok(None)
                    }
                    Ok(_) => Ok(Some(line)),
                }
            }
        }
    }
}
