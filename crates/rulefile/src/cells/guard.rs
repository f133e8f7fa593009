//! Guards: `no neighbour is o`, `at least 2 diagonal neighbours are x or o`, `at most 3 cells are x`.

use super::chunks::Cursor;
use super::letters::{Letters, letter_set};
use super::rules::{Guard, LetterSet, Level, Zone};
use crate::lexer::Fault;

const FORM: &str = "write a guard as in `no neighbour is x` or `at least 2 neighbours are x or o`";

/// Does a guard about whole boards stand here, rather than a pattern? `no` has been taken.
pub(crate) fn counts_cells(cursor: &Cursor<'_>) -> bool {
    matches!(
        cursor.peek(),
        Some("cell" | "cells" | "vertex" | "vertices" | "edge" | "edges")
    )
}

/// Guards up to the end of the line or `then`, separated by commas.
pub(crate) fn guards(cursor: &mut Cursor<'_>, letters: &Letters<'_>) -> Result<Vec<Guard>, Fault> {
    let mut found = vec![guard(cursor, letters)?];
    loop {
        match cursor.peek() {
            Some("," | "and") => {
                cursor.at += 1;
                found.push(guard(cursor, letters)?);
            }
            None | Some("then") => return Ok(found),
            Some(_) => {
                let message = format!(
                    "expected `,` and another guard, or the end of the line, found {}; {FORM}",
                    cursor.found()
                );
                return Err(Fault::new(cursor.column(), message));
            }
        }
    }
}

/// One guard.
pub(crate) fn guard(cursor: &mut Cursor<'_>, letters: &Letters<'_>) -> Result<Guard, Fault> {
    let (least, most, every) = quantity(cursor)?;
    let column = cursor.column();
    let (zone, kind) = zone(cursor, letters)?;
    if zone == Zone::EdgesBeside && letters.level != Level::Edges {
        let message = "only a graph with a line `edges` has letters on edges; write `neighbour`";
        return Err(Fault::new(column, message));
    }
    if letters.level != Level::Cells && matches!(zone, Zone::Diagonal | Zone::Around) {
        let message = "only cells have diagonal and surrounding neighbours; write `neighbour`";
        return Err(Fault::new(column, message));
    }
    if !(cursor.take("is") || cursor.take("are")) {
        return Err(expected(cursor, "`is` or `are`"));
    }
    let written = cursor.column();
    let set = set(cursor, letters)?;
    if set & kind == 0 {
        let message = "vertices and edges have different letters; `neighbours` are vertices, and `neighbouring edges` are edges";
        return Err(Fault::new(written, message));
    }
    let letters = kind & if every { !set } else { set };
    Ok(Guard {
        zone,
        letters,
        least,
        most,
    })
}

fn expected(cursor: &Cursor<'_>, what: &str) -> Fault {
    let message = format!("expected {what}, found {}; {FORM}", cursor.found());
    Fault::new(cursor.column(), message)
}

/// `least..=most`, and whether the letters are those that must be absent.
fn quantity(cursor: &mut Cursor<'_>) -> Result<(usize, usize, bool), Fault> {
    let quantifiers = "`no`, `some`, `every`, `at least`, `at most` or `exactly`";
    match cursor.peek() {
        Some("no") => {
            cursor.at += 1;
            Ok((0, 0, false))
        }
        Some("some") => {
            cursor.at += 1;
            Ok((1, usize::MAX, false))
        }
        Some("every") => {
            cursor.at += 1;
            Ok((0, 0, true))
        }
        Some("exactly") => {
            cursor.at += 1;
            let n = number(cursor)?;
            Ok((n, n, false))
        }
        Some("at") => {
            cursor.at += 1;
            if cursor.take("least") {
                Ok((number(cursor)?, usize::MAX, false))
            } else if cursor.take("most") {
                Ok((0, number(cursor)?, false))
            } else {
                Err(expected(cursor, "`least` or `most`"))
            }
        }
        _ => Err(expected(cursor, quantifiers)),
    }
}

fn number(cursor: &mut Cursor<'_>) -> Result<usize, Fault> {
    let n = cursor
        .peek()
        .filter(|t| t.bytes().all(|b| b.is_ascii_digit()))
        .and_then(|t| t.parse().ok())
        .filter(|&n: &usize| n <= 1_000_000);
    let n = n.ok_or_else(|| expected(cursor, "a number up to 1000000"))?;
    cursor.at += 1;
    Ok(n)
}

/// The places, and the letters that they may have.
fn zone(cursor: &mut Cursor<'_>, letters: &Letters<'_>) -> Result<(Zone, LetterSet), Fault> {
    let [vertices, edges] = letters.kinds();
    if counts_cells(cursor) || matches!(cursor.peek(), Some("letter" | "letters")) {
        let kind = match cursor.peek() {
            Some("vertex" | "vertices") => vertices,
            Some("edge" | "edges") => edges,
            _ => letters.all(),
        };
        cursor.at += 1;
        return Ok((Zone::Board, kind));
    }
    if cursor.take("neighbouring") || cursor.take("neighboring") {
        if !(cursor.take("edge") || cursor.take("edges")) {
            return Err(expected(cursor, "`edge` or `edges`"));
        }
        return Ok((Zone::EdgesBeside, edges));
    }
    let zone = if cursor.take("diagonal") {
        Zone::Diagonal
    } else if cursor.take("surrounding") {
        Zone::Around
    } else {
        Zone::Beside
    };
    match cursor.peek() {
        Some("neighbour" | "neighbours" | "neighbor" | "neighbors") => cursor.at += 1,
        _ if zone == Zone::Beside => {
            return Err(expected(
                cursor,
                "`neighbour`, `diagonal neighbour`, `surrounding neighbour` or `cell`",
            ));
        }
        _ => return Err(expected(cursor, "`neighbour`")),
    }
    Ok((zone, vertices))
}

/// `x`, `[xo]`, `x or o`.
fn set(cursor: &mut Cursor<'_>, letters: &Letters<'_>) -> Result<LetterSet, Fault> {
    let mut all = 0;
    loop {
        let column = cursor.column();
        let Some(chunk) = cursor.next() else {
            return Err(expected(cursor, &format!("a letter ({})", letters.list())));
        };
        all |= letter_set(&chunk.text, column, letters)?;
        if !cursor.take("or") {
            return Ok(all);
        }
    }
}
