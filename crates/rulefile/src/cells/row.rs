//! A row of letters with repetitions, one side of a rule: `x (o .)* o .`, `| x+ o`.

use super::chunks::Cursor;
use super::direction::{direction, names};
use super::letters::{Letters, letter_set};
use super::rules::LetterSet;
use crate::lexer::Fault;
use crate::names::nearest;

/// Most places that a pattern may write down.
const MOST_ITEMS: usize = 32;

/// A row of groups as it is written, before patterns and replacements are put together.
pub(crate) struct Row {
    pub groups: Vec<Written>,
    pub edges: (bool, bool),
    pub column: usize,
}

/// One letter or set of letters, where it stands, and whether it leaves a choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sign {
    pub set: LetterSet,
    pub column: usize,
    pub wild: bool,
}

/// Letters that stand once, or are repeated at least so often.
#[derive(Debug)]
pub(crate) struct Written {
    pub signs: Vec<Sign>,
    pub repeats: Option<usize>,
}

impl Row {
    pub fn places(&self) -> usize {
        self.groups.iter().map(|g| g.signs.len()).sum()
    }
}

/// Reads a row, which ends before `->`, `where`, `then`, a direction or the end.
pub(crate) fn row(cursor: &mut Cursor<'_>, letters: &Letters<'_>) -> Result<Row, Fault> {
    let mut row = Row {
        groups: Vec::new(),
        edges: (false, false),
        column: cursor.column(),
    };
    let mut open: Option<(Vec<Sign>, usize)> = None;
    while let Some(chunk) = cursor.chunks.get(cursor.at) {
        let (mut text, mut column) = (chunk.text.as_str(), chunk.column);
        if matches!(text, "->" | "where" | "then" | ",") || is_word(text) {
            break;
        }
        cursor.at += 1;
        if row.edges.1 {
            return Err(Fault::new(
                column,
                "nothing can follow the `|` at the end of a pattern; `|` is where the board ends",
            ));
        }
        if text == "|" {
            if row.groups.is_empty() && open.is_none() && !row.edges.0 {
                row.edges.0 = true;
            } else {
                row.edges.1 = true;
            }
            continue;
        }
        while let Some(rest) = text.strip_prefix('(') {
            if open.is_some() {
                return Err(Fault::new(
                    column,
                    "a `(` inside brackets; write one pair of brackets, as in `(o .)*`",
                ));
            }
            open = Some((Vec::new(), column));
            text = rest;
            column += 1;
        }
        if text.is_empty() {
            continue;
        }
        let (body, close) = match text.find(')') {
            Some(at) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        };
        let (body, repeats) = match (open.is_some(), body.chars().count()) {
            (false, 2..) if close.is_none() => strip_repeat(body),
            _ => (body, None),
        };
        if !body.is_empty() {
            let set = letter_set(body, column, letters)?;
            let sign = Sign {
                set,
                column,
                wild: set.count_ones() > 1 || body == "?",
            };
            match &mut open {
                Some((signs, _)) => signs.push(sign),
                None => row.groups.push(Written {
                    signs: vec![sign],
                    repeats,
                }),
            }
        }
        if let Some(tail) = close {
            let Some((signs, start)) = open.take() else {
                return Err(Fault::new(
                    column,
                    "a `)` that nothing opened; write for example `(o .)*`",
                ));
            };
            let repeats = match tail {
                "*" => Some(0),
                "+" => Some(1),
                _ => {
                    return Err(Fault::new(
                        start,
                        "brackets are followed by `*` (any number of times) or `+` (at least once), as in `(o .)*`",
                    ));
                }
            };
            if signs.is_empty() {
                return Err(Fault::new(
                    start,
                    "brackets without letters; write for example `(o .)*`",
                ));
            }
            row.groups.push(Written { signs, repeats });
        }
        if row.places() > MOST_ITEMS {
            return Err(Fault::new(
                column,
                format!("a pattern has at most {MOST_ITEMS} letters"),
            ));
        }
    }
    if let Some((_, start)) = open {
        return Err(Fault::new(
            start,
            "a `(` that is not closed; write for example `(o .)*`",
        ));
    }
    Ok(row)
}

fn strip_repeat(text: &str) -> (&str, Option<usize>) {
    if let Some(body) = text.strip_suffix('*') {
        return (body, Some(0));
    }
    match text.strip_suffix('+') {
        Some(body) => (body, Some(1)),
        None => (text, None),
    }
}

/// Two letters or more: a word of the language, known or not.
fn is_word(text: &str) -> bool {
    let mut chars = text.chars();
    text.chars().count() >= 2
        && chars.all(|c| c.is_alphabetic() || c == '-')
        && text.chars().next().is_some_and(char::is_alphabetic)
        && (direction(text).is_some() || nearest(text, names()).is_some() || text.len() > 2)
}
