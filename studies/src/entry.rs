//! What a study is, and the list of them.

use crate::{Ask, Input, Known, PROGRAMS, Problem, QUESTIONS, Question, problems};
use bouton_core::{Error, Result};
use serde_json::Value;
use std::sync::LazyLock;

/// A study that is a program.
///
/// `run` answers every function that the problem's checks and target name. `brute` answers from the definition, as far as it can in
/// reasonable time, and shares no idea with `run`; the tests compare the two on `twins`.
pub struct Study {
    /// The problem's number.
    pub id: u32,
    /// What brute force shows, what proves it, how the count works: one paragraph.
    pub text: &'static str,
    /// How the answer is known. Where that is a proof by machine, this runs it.
    pub known: fn() -> Result<Known>,
    /// The fast way.
    pub run: fn(&Input) -> Result<Value>,
    /// The slow way, from the definition.
    pub brute: fn(&Input) -> Result<Value>,
    /// Inputs in JSON on which both ways are compared, beyond the check values.
    pub twins: fn() -> Vec<String>,
}

/// A study of either form.
#[derive(Clone, Copy)]
pub enum Entry {
    /// A program.
    Program(&'static Study),
    /// A rule file and command lines.
    Question(&'static Question),
}

impl Entry {
    /// The problem's number.
    pub fn id(&self) -> u32 {
        match self {
            Entry::Program(s) => s.id,
            Entry::Question(q) => q.id,
        }
    }

    /// The problem that is studied.
    pub fn problem(&self) -> &'static Problem {
        let id = self.id();
        let found = problems().iter().find(|p| p.id == id);
        found.expect("the tests show that every study has its problem")
    }

    /// The explanation.
    pub fn text(&self) -> &str {
        match self {
            Entry::Program(s) => s.text,
            Entry::Question(q) => &q.text,
        }
    }

    /// Answers one question; with a question, also how the answer is known.
    ///
    /// # Errors
    /// The study does not know the function, or a parameter is wrong, or `tool` fails.
    pub fn run(&self, input: &Input, tool: &dyn Ask) -> Result<(Value, Option<Known>)> {
        match self {
            Entry::Program(s) => Ok(((s.run)(input)?, None)),
            Entry::Question(q) => q.run(input, tool).map(|(v, k)| (v, Some(k))),
        }
    }
}

/// Every study, by number.
pub fn studies() -> &'static [Entry] {
    static STUDIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        let mut all: Vec<Entry> = PROGRAMS.iter().map(|s| Entry::Program(s)).collect();
        all.extend(QUESTIONS.iter().map(|(name, text)| {
            let question = Question::parse(name, text);
            let question = question.expect("the tests read every question of the program itself");
            Entry::Question(Box::leak(Box::new(question)))
        }));
        all.sort_by_key(Entry::id);
        all
    });
    &STUDIES
}

/// The study of a problem.
///
/// # Errors
/// There is none with this number.
pub fn study(id: u32) -> Result<Entry> {
    let found = studies().iter().find(|e| e.id() == id);
    found.copied().ok_or_else(|| {
        Error::input(format!(
            "there is no study `{id}`; `bouton study` lists them"
        ))
    })
}
