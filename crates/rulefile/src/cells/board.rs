//! Positions: letters on a rectangle, in a word, or on a graph.

use super::rules::{CellRules, Level, VOID};
use bouton_rules::board::{Cell, Names, Scene};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Result};
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;

/// Most places of a board.
pub(crate) const MOST_PLACES: usize = 1 << 10;

/// The letters of the places, in order.
pub(crate) type Places = SmallVec<[u8; 36]>;

/// A position of a game on cells, words or graphs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    pub(crate) shape: Shape,
    pub(crate) cells: Places,
}

/// What the places of a board are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Shape {
    /// Rows of cells, from the top left; a word is one row.
    Grid { rows: u32, cols: u32 },
    /// The vertices in order, then the edges if they have letters.
    Graph(Arc<Net>),
}

/// A graph without its letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Net {
    pub order: u32,
    /// Sorted, the lower end first.
    pub edges: Vec<(u32, u32)>,
    /// What a user calls the vertices; canonical forms have none.
    pub names: Names,
}

impl Board {
    pub(crate) fn grid(rows: usize, cols: usize, cells: Places) -> Board {
        let shape = Shape::Grid {
            rows: rows as u32,
            cols: cols as u32,
        };
        Board { shape, cells }
    }

    /// Rows and columns; a graph is one row.
    pub(crate) fn sides(&self) -> (usize, usize) {
        match &self.shape {
            Shape::Grid { rows, cols } => (*rows as usize, *cols as usize),
            Shape::Graph(_) => (1, self.cells.len()),
        }
    }

    pub(crate) fn is_graph(&self) -> bool {
        matches!(self.shape, Shape::Graph(_))
    }

    /// Bytes on the heap that no other position shares.
    pub(crate) fn owned_bytes(&self) -> usize {
        if self.cells.spilled() {
            self.cells.capacity()
        } else {
            0
        }
    }

    /// Reads a position: rows separated by `|`, a size such as `3x4`, a word, or a graph.
    pub(crate) fn parse(rules: &CellRules, text: &str) -> Result<Board> {
        if let Some(fixed) = &rules.board {
            return fixed.parse(rules, text);
        }
        if rules.level.is_graph() {
            return super::net::parse(rules, text);
        }
        let trimmed = text.trim();
        let kind = if rules.level == Level::Words {
            "word"
        } else {
            "board"
        };
        let fault = |why: String| {
            Err(Error::input(format!(
                "{kind} `{}` of {}: {why}",
                shorten(text),
                rules.name
            )))
        };
        let too_large = || {
            fault(format!(
                "it is too large; a {kind} has at most {MOST_PLACES} places"
            ))
        };
        let known = trimmed.chars().all(|c| rules.number(c).is_some());
        if rules.level == Level::Words && (trimmed.is_empty() || trimmed == "()") {
            return Ok(Board::grid(1, 0, Places::new()));
        }
        if !known && let Some((rows, cols)) = size(trimmed) {
            let area = rows.checked_mul(cols).filter(|&n| n <= MOST_PLACES as u64);
            let (Some(area), true) = (area, rows.max(cols) <= MOST_PLACES as u64) else {
                return too_large();
            };
            if rules.level == Level::Words {
                return fault(format!("write its letters, for example {}", sample(rules)));
            }
            let fresh = match rules.fresh() {
                Some(fresh) => fresh,
                None if area == 0 => 0,
                None => {
                    return fault(format!(
                        "a size is no position of this game, which does not begin on an empty board; write rows, for example {}",
                        sample(rules)
                    ));
                }
            };
            let cells = SmallVec::from_elem(fresh, area as usize);
            return Ok(Board::grid(rows as usize, cols as usize, cells));
        }
        let lines: Vec<&str> = match rules.level {
            Level::Words => vec![trimmed],
            _ => trimmed.split('|').map(str::trim).collect(),
        };
        let wide = lines[0].chars().count();
        let mut cells = Places::new();
        for (r, line) in lines.iter().enumerate() {
            for (c, letter) in line.chars().enumerate() {
                let number = match rules.number(letter) {
                    None if letter == '_' && rules.level == Level::Cells => Some(VOID),
                    number => number,
                };
                let Some(number) = number else {
                    let row = if lines.len() > 1 {
                        format!("row {}, ", r + 1)
                    } else {
                        String::new()
                    };
                    return fault(format!(
                        "{row}place {}: `{letter}` is not a letter of the game; write {}",
                        c + 1,
                        list(rules)
                    ));
                };
                if cells.len() == MOST_PLACES {
                    return too_large();
                }
                cells.push(number);
            }
            let long = line.chars().count();
            if long != wide {
                return fault(format!(
                    "row {} has {long} cells, row 1 has {wide}; rows are separated by `|` and equally long",
                    r + 1
                ));
            }
        }
        if wide == 0 {
            return fault(format!(
                "it has no cells; write for example {}",
                sample(rules)
            ));
        }
        Ok(Board::grid(lines.len(), wide, cells))
    }

    /// The text that [`Board::parse`] reads back.
    pub(crate) fn show(&self, rules: &CellRules) -> String {
        let (rows, cols) = match &self.shape {
            Shape::Graph(_) if rules.board.is_some() => {
                return self.cells.iter().map(|&l| rules.letter(l)).collect();
            }
            Shape::Graph(net) => return super::net::show(rules, net, &self.cells),
            Shape::Grid { rows, cols } => (*rows as usize, *cols as usize),
        };
        if self.cells.is_empty() {
            return if rules.level == Level::Words {
                "()".to_string()
            } else {
                format!("{rows}x{cols}")
            };
        }
        let mut text = String::with_capacity(self.cells.len() + rows);
        for (i, &letter) in self.cells.iter().enumerate() {
            if i > 0 && i % cols == 0 {
                text.push('|');
            }
            text.push(rules.letter(letter));
        }
        text
    }

    /// A picture: stones for letters that one player alone moves, blocks for letters that no rule reads.
    pub(crate) fn draw(&self, rules: &CellRules) -> Scene {
        let (rows, cols) = self.sides();
        if self.is_graph() || rules.level == Level::Words || self.cells.is_empty() {
            return Scene::of_text(self.show(rules));
        }
        let kinds = kinds(rules);
        let cell = |r: usize, c: usize| {
            let letter = self.cells[r * cols + c];
            let kind = kinds.get(letter as usize).copied().unwrap_or(Cell::Block);
            (rules.letter(letter), kind)
        };
        Scene::of_cells(rows, cols, cell)
    }

    /// The smallest box around `keep` (sorted, at least one), every other place taken off the board; `ring` more
    /// rows and columns are left where the box does not reach the side of the board.
    pub(crate) fn cut(&self, rules: &CellRules, keep: &[u32], ring: usize) -> Board {
        if let Shape::Graph(net) = &self.shape {
            return super::net::restrict(rules, net, &self.cells, keep);
        }
        let (rows, cols) = self.sides();
        let span = |places: &mut dyn Iterator<Item = usize>, side: usize| {
            let (mut low, mut high) = (side, 0);
            for p in places {
                (low, high) = (low.min(p), high.max(p));
            }
            (low.saturating_sub(ring), (high + ring).min(side - 1))
        };
        let (top, bottom) = span(&mut keep.iter().map(|&i| i as usize / cols), rows);
        let (left, right) = span(&mut keep.iter().map(|&i| i as usize % cols), cols);
        let (high, wide) = (bottom - top + 1, right - left + 1);
        let mut cells: Places = SmallVec::from_elem(VOID, high * wide);
        for &i in keep {
            let (r, c) = (i as usize / cols, i as usize % cols);
            cells[(r - top) * wide + c - left] = self.cells[i as usize];
        }
        Board::grid(high, wide, cells)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, cols) = self.sides();
        write!(f, "Board({rows}x{cols} {:?})", self.cells)
    }
}

/// `3x4`; numbers that do not fit are as large as can be.
fn size(text: &str) -> Option<(u64, u64)> {
    let (rows, cols) = text.split_once('x')?;
    let number = |t: &str| {
        let digits = !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| t.parse().unwrap_or(u64::MAX))
    };
    Some((number(rows)?, number(cols)?))
}

/// The letters for an error sentence.
pub(crate) fn list(rules: &CellRules) -> String {
    let each: Vec<String> = rules.letters.iter().map(|l| format!("`{l}`")).collect();
    each.join(", ")
}

pub(crate) fn sample(rules: &CellRules) -> String {
    super::examples::examples(rules)
        .into_iter()
        .next()
        .unwrap_or_default()
}

/// How the letters are drawn.
fn kinds(rules: &CellRules) -> Vec<Cell> {
    use bouton_rules::Player;
    let starts = |who: Player, letter: usize| {
        rules.moves.iter().any(|m| {
            m.who == Some(who)
                && m.parts[0]
                    .items()
                    .next()
                    .is_some_and(|i| i.matches >> letter & 1 == 1)
        })
    };
    let read = rules.read_letters();
    let kind = |letter: usize| {
        if letter == 0 {
            return Cell::Free;
        }
        match (starts(Player::Left, letter), starts(Player::Right, letter)) {
            (true, false) => Cell::Left,
            (false, true) => Cell::Right,
            _ if read >> letter & 1 == 0 => Cell::Block,
            _ => Cell::Free,
        }
    };
    (0..rules.letters.len()).map(kind).collect()
}
