//! The calculator as plain text: lines in, results out.

use crate::library::{LineLimits, Shelf};
use crate::picture;
use bouton_calc as calc;
use bouton_core::Limits;
use bouton_rules::{Error, Result};
use bouton_value::{Notation, Watch};
use serde::Serialize;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How results are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// `^`, `+-`, `Tiny(2)`: reads back.
    #[default]
    Ascii,
    /// `↑`, `±`, `⧾(2)`: reads back.
    Unicode,
    /// LaTeX in math mode.
    Latex,
}

/// A session of the calculator: a store of values and variables.
///
/// ```
/// use bouton_engine::{Calculator, Limits, Style};
/// let mut c = Calculator::new(&Limits::default(), Style::Unicode);
/// assert_eq!(c.line("G := {3||2|-1}")?.as_deref(), Some("{3||2|-1}"));
/// assert_eq!(c.line("G.Mean + ^ + ^*")?.as_deref(), Some("2↑↑*"));
/// assert!(c.line("1 +").is_err_and(|e| e.is_input()));
/// assert_eq!(c.line("Position(\"domineering\", \"..|..\") + 1")?.as_deref(), Some("{2|0}"));
/// # Ok::<(), bouton_engine::Error>(())
/// ```
pub struct Calculator {
    inner: calc::Calculator,
    watch: Watch,
    limits: Rc<LineLimits>,
    /// Of each line.
    time: Option<Duration>,
}

/// A row of a table whose columns disagree.
#[derive(Clone, Debug, Serialize)]
pub struct Disagreement {
    /// Column 1.
    pub expression: String,
    /// Column 2.
    pub expected: String,
    /// What column 1 gives.
    pub got: String,
}

impl Calculator {
    /// A new session, which may use the memory asked for, and for each line the time; it stops at the flag.
    pub fn new(session: &Limits, style: Style) -> Calculator {
        let bytes = session.bytes.and_then(|b| usize::try_from(b).ok());
        let mut inner = bytes.map_or_else(calc::Calculator::new, calc::Calculator::with_limit);
        inner.set_notation(match style {
            Style::Ascii => Notation::Ascii,
            Style::Unicode => Notation::Unicode,
            Style::Latex => Notation::Latex,
        });
        let watch = Watch::new(session.stop.clone());
        inner.watch(&watch);
        let time = session
            .seconds
            .map(|s| Duration::try_from_secs_f64(s).unwrap_or(Duration::MAX));
        let limits = Rc::new(LineLimits::new(session));
        inner.set_library(Rc::new(Shelf::new(limits.clone())));
        Calculator {
            inner,
            watch,
            limits,
            time,
        }
    }

    /// Starts the clock of a line.
    fn start(&mut self) {
        self.watch.set_deadline(self.time);
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        self.limits.set_deadline(end);
    }

    /// The result of a line; none for an empty line or a comment. Errors begin with the column.
    pub fn line(&mut self, line: &str) -> Result<Option<String>> {
        self.start();
        self.inner.line(line).map_err(error)
    }

    /// The same, with the column, counted from 1, apart from what is wrong there.
    pub fn answer(&mut self, line: &str) -> std::result::Result<Option<String>, (usize, String)> {
        self.start();
        self.inner.line(line).map_err(|e| (e.column, e.message))
    }

    /// The thermograph of the last result as a picture in the format of a file's name (`.svg` or `.png`), or as text of 72 columns
    /// for `-`.
    pub fn thermograph(&mut self, file: &str) -> Result<Vec<u8>> {
        let t = self.inner.last_thermograph().map_err(error)?;
        match file.rsplit_once('.').map(|f| f.1) {
            _ if file == "-" => Ok(t.text(72, 20).into_bytes()),
            Some("svg") => Ok(t.svg().into_bytes()),
            Some("png") => {
                let r = t.raster();
                picture::encode(r.width, r.height, &r.pixels)
            }
            _ => Err(Error::input(format!(
                "`{file}` should end in .svg or .png, or be - for the terminal"
            ))),
        }
    }

    /// Compares column 1 of a row with column 2; `Ok(true)` if they agree, `Ok(false)` for a comment or an empty line.
    pub fn check_row(&mut self, row: &str) -> std::result::Result<bool, Disagreement> {
        self.start();
        match self.inner.check_row(row) {
            calc::Verdict::Same => Ok(true),
            calc::Verdict::Skipped => Ok(false),
            calc::Verdict::Different(d) => Err(Disagreement {
                expression: d.expression,
                expected: d.expected,
                got: d.got,
            }),
        }
    }

    /// The names of the variables.
    pub fn variables(&self) -> Vec<String> {
        self.inner
            .variables()
            .into_iter()
            .map(String::from)
            .collect()
    }

    /// Help on an operation, or the list of all for an empty name.
    pub fn help(name: &str) -> String {
        calc::help(name)
    }

    /// The words that may complete the start of a word, variables first.
    pub fn completions(&self, start: &str) -> Vec<String> {
        let variables = self
            .variables()
            .into_iter()
            .filter(|v| v.starts_with(start));
        variables
            .chain(calc::completions(start).into_iter().map(String::from))
            .collect()
    }
}

fn error(e: calc::Error) -> Error {
    match e.limit {
        true => Error::limit(e.to_string()),
        false => Error::input(e.to_string()),
    }
}
