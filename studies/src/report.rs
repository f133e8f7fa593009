//! Running a study: its checks, its answer, how that is known, and the time it took.

use crate::{Ask, Entry, Input, Known};
use bouton_core::Result;
use serde::Serialize;
use serde_json::Value;
use std::time::Instant;

/// One check value beside what the study says.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The question.
    pub input: Value,
    /// The published answer.
    pub expected: Value,
    /// The study's answer, or the error as a text.
    pub got: Value,
    /// True if they are the same.
    pub ok: bool,
}

/// What a study says.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The problem's number.
    pub id: u32,
    /// The problem's title.
    pub title: String,
    /// Each check value.
    pub checks: Vec<CheckReport>,
    /// The answer, as the problem asks it.
    pub answer: String,
    /// How the answer is known.
    pub known_by: String,
    /// Seconds that the answer took, without the checks.
    pub seconds: f64,
}

/// Answers the target and says how that is known.
///
/// # Errors
/// The study fails, or a limit stops it.
pub fn answer(entry: &Entry, tool: &dyn Ask) -> Result<(String, Known)> {
    let (value, known) = entry.run(&entry.problem().target, tool)?;
    let known = match (known, entry) {
        (Some(known), _) => known,
        (None, Entry::Program(s)) => (s.known)()?,
        (None, Entry::Question(_)) => Known::Verified(String::new()),
    };
    Ok((text(&value), known))
}

/// Runs the check values.
pub fn checks(entry: &Entry, tool: &dyn Ask) -> Vec<CheckReport> {
    let one = |input: &Input, expected: &Value| {
        let got = match entry.run(input, tool) {
            Ok((value, _)) => value,
            Err(e) => Value::from(format!("error: {e}")),
        };
        CheckReport {
            input: Value::Object(input.parameters().clone()),
            expected: expected.clone(),
            ok: same(expected, &got),
            got,
        }
    };
    let all = &entry.problem().checks;
    all.iter().map(|c| one(&c.input, &c.expected)).collect()
}

/// Runs a study: every check value, then the target.
///
/// # Errors
/// The target fails; a check that fails is reported as not ok.
pub fn report(entry: &Entry, tool: &dyn Ask) -> Result<Report> {
    let checks = checks(entry, tool);
    let start = Instant::now();
    let (answer, known) = answer(entry, tool)?;
    Ok(Report {
        id: entry.id(),
        title: entry.problem().title.clone(),
        checks,
        answer,
        known_by: known.to_string(),
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Are the values the same, numbers being the same as their texts?
///
/// ```
/// use bouton_studies::same;
/// use serde_json::json;
/// assert!(same(&json!([7, 8]), &json!([7, "8"])));
/// assert!(!same(&json!([7, 8]), &json!([7])));
/// ```
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Number(_) | Value::String(_), Value::Number(_) | Value::String(_)) => {
            text(a) == text(b)
        }
        _ => a == b,
    }
}

/// A text as it is, another value as JSON.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        other => other.to_string(),
    }
}
