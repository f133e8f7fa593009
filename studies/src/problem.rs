//! The problems as data: statements in our words, check values, targets without answers.

use crate::Input;
use bouton_core::{Error, Result};
use serde::Deserialize;
use serde_json::Value;
use std::sync::LazyLock;

/// One published problem.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its number.
    pub id: u32,
    /// Its title.
    pub title: String,
    /// What kind of game it is about.
    pub family: String,
    /// The rules of the game.
    pub rules: String,
    /// What is asked.
    pub asked: String,
    /// Questions with known answers.
    pub checks: Vec<Check>,
    /// The question whose answer is wanted.
    pub target: Input,
}

/// A question with its known answer.
#[derive(Clone, Debug)]
pub struct Check {
    /// The question.
    pub input: Input,
    /// The answer.
    pub expected: Value,
}

#[derive(Deserialize)]
struct Raw {
    id: u32,
    title: String,
    family: String,
    rule: String,
    asked: String,
    checks: Vec<RawCheck>,
    target: Value,
}

#[derive(Deserialize)]
struct RawCheck {
    input: Value,
    output: Value,
}

/// The published problems, by number.
///
/// ```
/// assert_eq!(bouton_studies::problems().len(), 70);
/// ```
pub fn problems() -> &'static [Problem] {
    static PROBLEMS: LazyLock<Vec<Problem>> = LazyLock::new(|| {
        let text = include_str!("../../testdata/problems.json");
        read(text).expect("the data of the program itself")
    });
    &PROBLEMS
}

fn read(text: &str) -> Result<Vec<Problem>> {
    let raw: Vec<Raw> =
        serde_json::from_str(text).map_err(|e| Error::input(format!("problems.json: {e}")))?;
    raw.into_iter()
        .map(|r| {
            let checks = r.checks.into_iter().map(|c| {
                Ok(Check {
                    input: Input::new(c.input)?,
                    expected: c.output,
                })
            });
            Ok(Problem {
                id: r.id,
                title: r.title,
                family: r.family,
                rules: r.rule,
                asked: r.asked,
                checks: checks.collect::<Result<_>>()?,
                target: Input::new(r.target)?,
            })
        })
        .collect()
}
