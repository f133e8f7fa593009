//! Boards that are always the same graph, with lines of places that have a name.
//!
//! `board 0-1,1-2` names the edges, `lines row 0-1-2 3-4-5` lines that a pattern may follow both ways, `lines on 0>1>2` lines that it
//! follows forwards only. A position is one letter for each vertex, in order.

use super::board::{Board, MOST_PLACES, Net, Places, Shape, list};
use super::chunks::{Chunk, Cursor};
use super::rules::{CellRules, Step};
use crate::lexer::Fault;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Result};
use std::sync::Arc;

/// Steps along named lines begin here: no direction of cells is so long.
pub(crate) const FIRST: i8 = 64;
/// Names of lines, and lines of one name.
const MOST_NAMES: usize = 32;
const MOST_LINES: usize = 120;

/// The board of a file.
#[derive(Clone, Debug)]
pub(crate) struct Fixed {
    net: Arc<Net>,
    pub lines: Vec<Lines>,
}

/// Lines with one name.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    pub name: String,
    number: i8,
    /// Each line, and whether it goes forwards only.
    each: Vec<(Vec<u32>, bool)>,
}

impl Lines {
    /// The steps of a pattern that lies along these lines: one for each line and way.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for (i, (_, forwards)) in (1i8..).zip(&self.each) {
            steps.push((self.number, i));
            if !forwards {
                steps.push((-self.number, -i));
            }
        }
        steps
    }
}

impl Fixed {
    /// For each step along a line, the place after each place.
    pub fn steps(&self, places: usize) -> impl Iterator<Item = (Step, Vec<Vec<u32>>)> {
        let mut all = Vec::new();
        for lines in &self.lines {
            for (i, (line, _)) in (1i8..).zip(&lines.each) {
                let (mut on, mut back) = (vec![Vec::new(); places], vec![Vec::new(); places]);
                for pair in line.windows(2) {
                    on[pair[0] as usize].push(pair[1]);
                    back[pair[1] as usize].push(pair[0]);
                }
                all.push(((lines.number, i), on));
                all.push(((-lines.number, -i), back));
            }
        }
        all.into_iter()
    }

    /// Reads a position: a letter for each vertex; `|` and blanks may stand between.
    pub fn parse(&self, rules: &CellRules, text: &str) -> Result<Board> {
        let order = self.net.order as usize;
        let fault = |why: String| {
            Error::input(format!(
                "board `{}` of {}: {why}; write {order} letters, one for each place ({})",
                shorten(text),
                rules.name,
                list(rules)
            ))
        };
        let mut cells = Places::new();
        for letter in text.chars().filter(|c| !c.is_whitespace() && *c != '|') {
            let number = rules.number(letter);
            cells.push(
                number.ok_or_else(|| fault(format!("`{letter}` is not a letter of the game")))?,
            );
            if cells.len() > order {
                break;
            }
        }
        if cells.len() != order {
            let many = if cells.len() > order {
                "it has more letters".to_string()
            } else {
                format!("it has {} letters", cells.len())
            };
            return Err(fault(many));
        }
        Ok(Board {
            shape: Shape::Graph(self.net.clone()),
            cells,
        })
    }
}

/// Reads a line `board` or `lines`.
pub(crate) fn line(
    word: &str,
    first: &Chunk,
    cursor: &mut Cursor<'_>,
    board: &mut Option<Fixed>,
) -> Result<(), Fault> {
    if word == "board" {
        if board.is_some() {
            return Err(Fault::new(
                first.column,
                "a second `board` line; a file has one",
            ));
        }
        let mut edges = Vec::new();
        while let Some(chunk) = cursor.next() {
            let items = chunk.text.split(',').filter(|t| !t.is_empty());
            for item in items {
                let (path, _) = path(item, chunk.column)?;
                edges.extend(path.windows(2).map(|p| (p[0].min(p[1]), p[0].max(p[1]))));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let Some(last) = edges.iter().map(|e| e.1).max() else {
            return Err(Fault::new(
                cursor.end,
                "`board` is followed by edges, as in `board 0-1,1-2,2-0`",
            ));
        };
        let net = Net {
            order: last + 1,
            edges,
            names: Default::default(),
        };
        *board = Some(Fixed {
            net: Arc::new(net),
            lines: Vec::new(),
        });
        return Ok(());
    }
    let Some(board) = board else {
        return Err(Fault::new(
            first.column,
            "`lines` comes before the board; write a line like `board 0-1,1-2` above it",
        ));
    };
    let name = cursor.next().map(|c| c.text.clone()).unwrap_or_default();
    // A word of three letters is told from the letters of a pattern.
    let named = name.len() > 2
        && name.chars().all(|c| c.is_ascii_lowercase())
        && !matches!(name.as_str(), "where" | "then")
        && super::direction::direction(&name).is_none();
    if !named || board.lines.iter().any(|l| l.name == name) || board.lines.len() >= MOST_NAMES {
        return Err(Fault::new(
            first.column,
            "`lines` is followed by a new name of at least three small letters and its lines, as in `lines row 0-1-2 3-4-5`",
        ));
    }
    let mut each = Vec::new();
    while let Some(chunk) = cursor.next() {
        for item in chunk.text.split(',').filter(|t| !t.is_empty()) {
            let (path, forwards) = path(item, chunk.column)?;
            if path.iter().any(|&v| v >= board.net.order)
                || path.iter().enumerate().any(|(i, v)| path[..i].contains(v))
            {
                let message = format!(
                    "`{item}` is not a line of different places from 0 to {}",
                    board.net.order - 1
                );
                return Err(Fault::new(chunk.column, message));
            }
            each.push((path, forwards));
        }
    }
    if each.is_empty() || each.len() > MOST_LINES {
        return Err(Fault::new(
            cursor.end,
            format!(
                "`lines` is followed by a name and 1 to {MOST_LINES} lines, as in `lines row 0-1-2 3-4-5`"
            ),
        ));
    }
    let number = FIRST + board.lines.len() as i8;
    board.lines.push(Lines { name, number, each });
    Ok(())
}

/// `0-1-2`, or `0>1>2` for one way.
fn path(text: &str, column: usize) -> Result<(Vec<u32>, bool), Fault> {
    let forwards = text.contains('>');
    let mark = if forwards { '>' } else { '-' };
    let number = |part: &str| {
        part.parse()
            .ok()
            .filter(|&n: &u32| (n as usize) < MOST_PLACES)
    };
    let path: Option<Vec<u32>> = text.split(mark).map(number).collect();
    match path {
        Some(path) if path.len() > 1 => Ok((path, forwards)),
        _ => Err(Fault::new(
            column,
            format!(
                "`{}` does not join places; write numbers below {MOST_PLACES} as in `0-1-2`, or `0>1>2` for one way",
                shorten(text)
            ),
        )),
    }
}
