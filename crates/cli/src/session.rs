//! What every command shares: limits, the progress bar, Ctrl-C, and reading game files.

use crate::args::LimitArgs;
use crate::backstop::Backstop;
use bouton_engine::{Budget, Error, Limits, Progress, Result, Workbench};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// One run of the program.
pub struct Session {
    limits: Limits,
    bar: Option<ProgressBar>,
    at_once: Arc<AtomicBool>,
    backstop: Backstop,
}

impl Session {
    /// Takes the limits and listens to Ctrl-C: the first stops the work cleanly, the second ends the program.
    pub fn start(limits: &LimitArgs, json: bool) -> Session {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let at_once = Arc::new(AtomicBool::new(false));
        let ends = at_once.clone();
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) || ends.load(Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        let limits = Limits {
            nodes: limits.nodes,
            seconds: limits.seconds,
            bytes: Some(limits.memory),
            stop: Some(stop),
            threads: None,
        };
        let bar = std::io::stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template("{spinner} {msg} {wide_bar} {percent}% {elapsed}");
            let bar = ProgressBar::no_length();
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Session {
            limits,
            bar,
            at_once,
            backstop: Backstop::start(json),
        }
    }

    /// From now on Ctrl-C ends the program at once: nothing is being written.
    pub fn end_at_once(&self) {
        self.at_once.store(true, Ordering::Relaxed);
    }

    /// The limits for the engine.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The limits as words of a command line.
    pub fn limit_words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut word = |name: &str, value: Option<String>| {
            words.extend(value.map(|v| format!("--{name}={v}")));
        };
        word("nodes", self.limits.nodes.map(|n| n.to_string()));
        word("seconds", self.limits.seconds.map(|s| s.to_string()));
        word("memory", self.limits.bytes.map(|b| b.to_string()));
        words
    }

    /// An account for one question: its clock starts, and the terminal shows how far it is.
    pub fn budget(&self) -> Budget {
        self.budget_with(&self.limits)
    }

    /// As [`Session::budget`], for work that so many threads may share.
    pub fn budget_of_threads(&self, threads: u16) -> Budget {
        self.budget_with(&Limits {
            threads: Some(threads),
            ..self.limits.clone()
        })
    }

    /// As [`Session::budget`], with other limits.
    pub fn budget_with(&self, limits: &Limits) -> Budget {
        let budget = Budget::new(limits);
        let budget = match &self.bar {
            None => budget,
            Some(bar) => {
                let bar = bar.clone();
                budget.with_progress(Arc::new(move |p| show(&bar, p)))
            }
        };
        self.backstop.arm(&budget);
        budget
    }

    /// Shows progress on the terminal, for work that is not counted by one budget.
    pub fn tell(&self, progress: Progress) {
        if let Some(bar) = &self.bar {
            show(bar, progress);
        }
    }

    /// The work is done, or looks at its limits often enough to save what it has: takes the progress bar and the backstop away.
    pub fn finish(&self) {
        self.unguarded();
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// From now on only the work itself looks at its limits: it saves what it has, or waits for the user.
    pub fn unguarded(&self) {
        self.backstop.disarm();
    }

    /// Watches work that has an account of its own.
    pub fn guard(&self) {
        self.backstop.arm(&Budget::new(&self.limits));
    }

    /// Opens a game: a name, a code, or the path of a rule file; or a variant or sum of those.
    pub fn open(&self, game: &str) -> Result<Workbench> {
        let budget = self.budget();
        Workbench::composed(game, &|game| open_one(game, &budget))
    }
}

/// A position as it is given, or after `@` the file that holds it, where there is one: an argument of a command has a greatest length.
pub fn position(text: String) -> Result<String> {
    match text.strip_prefix('@').map(std::path::Path::new) {
        Some(path) if path.is_file() => std::fs::read_to_string(path)
            .map(|text| text.trim().to_string())
            .map_err(|e| Error::input(format!("`{}` cannot be read: {e}", path.display()))),
        _ => Ok(text),
    }
}

/// Shows progress, but not of what is done at once.
fn show(bar: &ProgressBar, p: Progress) {
    if p.seconds < 0.5 {
        return;
    }
    match p.of {
        Some(of) => bar.set_length(of),
        None => bar.unset_length(),
    }
    bar.set_position(p.nodes);
    bar.set_message(format!("{}, {} positions", p.phase, p.nodes));
}

/// Bytes of a text file, at most.
const LONGEST_FILE: u64 = 64 << 20;

/// The text of a file, which is not read beyond a bound: a device may have no end.
pub fn read_text(path: &Path) -> std::io::Result<String> {
    read_all(std::fs::File::open(path)?)
}

/// The text that is left to be read, within the same bound.
pub fn read_all(source: impl Read) -> std::io::Result<String> {
    let mut text = String::new();
    let read = source.take(LONGEST_FILE + 1).read_to_string(&mut text)?;
    match read as u64 > LONGEST_FILE {
        false => Ok(text),
        true => Err(std::io::Error::other(
            "it is longer than 64 MB, which no such file is",
        )),
    }
}

fn open_one(game: &str, budget: &Budget) -> Result<Workbench> {
    let path = std::path::Path::new(game);
    if game.ends_with(".game") || game.contains(std::path::MAIN_SEPARATOR) {
        let text = read_text(path).map_err(|e| {
            Error::input(format!("the rule file `{game}` cannot be read: {e}; give the path of a text file such as my.game"))
        })?;
        return Workbench::from_rules_within(&text, game, budget);
    }
    Workbench::named(game)
}
