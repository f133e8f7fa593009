//! Rectangles of boxes: their lines as strings, how they are written and drawn, their symmetries.
//!
//! Lines are numbered row by row, first those that run across (`rows + 1` rows of `cols`), then those that run down (`rows`
//! rows of `cols + 1`). The box in row r and column c is the coin `1 + r * cols + c`.

use super::Strings;
use bouton_rules::board::{Cell, D4, Scene, Shape, Symmetry};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Result};

/// The ends of every line of a rectangle.
pub(super) fn ends(rows: usize, cols: usize) -> Vec<(u16, u16)> {
    // At most 128 lines, so at most 63 boxes.
    let coin = |r: usize, c: usize| 1 + (r * cols + c) as u16;
    let tie = |one: Option<u16>, other: Option<u16>| {
        let (a, b) = (one.unwrap_or(0), other.unwrap_or(0));
        (a.min(b), a.max(b))
    };
    let mut ends = Vec::new();
    for r in 0..=rows {
        for c in 0..cols {
            let above = r.checked_sub(1).map(|r| coin(r, c));
            ends.push(tie(above, (r < rows).then(|| coin(r, c))));
        }
    }
    for r in 0..rows {
        for c in 0..=cols {
            let before = c.checked_sub(1).map(|c| coin(r, c));
            ends.push(tie(before, (c < cols).then(|| coin(r, c))));
        }
    }
    ends
}

/// Row, column and direction of a line; true if it runs across.
fn place(line: usize, rows: usize, cols: usize) -> (usize, usize, bool) {
    let across = (rows + 1) * cols;
    match line < across {
        true => (line / cols, line % cols, true),
        false => (
            (line - across) / (cols + 1),
            (line - across) % (cols + 1),
            false,
        ),
    }
}

/// The line in a place, in a rectangle of these sides.
fn line(row: usize, col: usize, across: bool, rows: usize, cols: usize) -> usize {
    match across {
        true => row * cols + col,
        false => (rows + 1) * cols + row * (cols + 1) + col,
    }
}

/// The symmetries of a rectangle but the identity, as tables of images.
pub(super) fn symmetries(rows: usize, cols: usize) -> Vec<Vec<[u128; 256]>> {
    let lines = ends(rows, cols).len();
    let image = |s: &Symmetry, i: usize| {
        let (r, c, across) = place(i, rows, cols);
        let r = match (s.rows, across) {
            (false, _) => r,
            (true, true) => rows - r,
            (true, false) => rows - 1 - r,
        };
        let c = match (s.cols, across) {
            (false, _) => c,
            (true, true) => cols - 1 - c,
            (true, false) => cols - c,
        };
        match s.transpose {
            true => line(c, r, !across, cols, rows),
            false => line(r, c, across, rows, cols),
        }
    };
    let those = D4[1..].iter().filter(|s| rows == cols || !s.transpose);
    those
        .map(|s| {
            let images: Vec<u128> = (0..lines).map(|i| 1 << image(s, i)).collect();
            images
                .chunks(8)
                .map(|byte| {
                    std::array::from_fn(|set| {
                        (0..byte.len())
                            .filter(|i| set >> i & 1 == 1)
                            .map(|i| byte[i])
                            .sum()
                    })
                })
                .collect()
        })
        .collect()
}

/// Reads a drawing: rows of lines from the top, those that run across and those that run down in turn.
pub(super) fn parse(text: &str) -> Result<Strings> {
    let rows_of_lines: Vec<&str> = text.split('|').map(str::trim).collect();
    let wrong = |what: String| {
        Error::input(format!(
            "boxes `{}`: {what}; write a size like 2x3 or rows of lines like -.|!..|.- from the top, `-` or `!` drawn and `.` \
             not",
            shorten(text)
        ))
    };
    let (rows, cols) = (rows_of_lines.len() / 2, rows_of_lines[0].chars().count());
    if rows_of_lines.len().is_multiple_of(2) || rows == 0 || cols == 0 {
        return Err(wrong(format!(
            "{} rows of lines, but a drawing has three or five or more, an odd number",
            rows_of_lines.len()
        )));
    }
    let board = Strings::boxes(rows, cols)?;
    let mut left = board.set();
    let mut number = 0;
    for (i, row) in rows_of_lines.iter().enumerate() {
        let (long, expected) = (row.chars().count(), cols + i % 2);
        if long != expected {
            return Err(wrong(format!(
                "row {} has {long} lines instead of {expected}",
                i + 1
            )));
        }
        for (j, letter) in row.chars().enumerate() {
            match letter {
                '.' => {}
                '-' | '!' => {
                    let across = i % 2 == 0;
                    left &= !(1 << line(i / 2, j, across, rows, cols));
                }
                _ => {
                    let (row, place) = (i + 1, j + 1);
                    return Err(wrong(format!(
                        "row {row}, place {place}: `{letter}` is no line"
                    )));
                }
            }
            number += 1;
        }
    }
    debug_assert_eq!(number, ends(rows, cols).len());
    Ok(board.with(left))
}

/// Writes a drawing.
pub(super) fn show(rows: usize, cols: usize, drawn: impl Fn(usize) -> bool) -> String {
    let row = |i: usize| -> String {
        let across = i.is_multiple_of(2);
        let mark = if across { '-' } else { '!' };
        (0..cols + i % 2)
            .map(|j| match drawn(line(i / 2, j, across, rows, cols)) {
                true => mark,
                false => '.',
            })
            .collect()
    };
    (0..2 * rows + 1).map(row).collect::<Vec<_>>().join("|")
}

/// A picture of boxes: dots and the lines that are drawn.
pub fn draw(pos: &Strings, rows: usize, cols: usize) -> Scene {
    let drawn = |r: usize, c: usize, across: bool| !pos.has(line(r, c, across, rows, cols));
    let mut shapes = Vec::new();
    let mut text = String::new();
    let at = |r: usize, c: usize| (c as f64 + 0.5, r as f64 + 0.5);
    let mut stroke = |from, to| {
        shapes.push(Shape::Line {
            from,
            to,
            bend: 0.0,
            cell: Cell::Block,
        });
    };
    for r in 0..=rows {
        for c in 0..=cols {
            text.push('+');
            if c < cols {
                text.push_str(if drawn(r, c, true) { "---" } else { "   " });
            }
        }
        text.push('\n');
        for c in (0..=cols).filter(|_| r < rows) {
            text.push_str(if drawn(r, c, false) { "|" } else { " " });
            text.push_str(if c < cols { "   " } else { "\n" });
        }
        (0..cols)
            .filter(|&c| drawn(r, c, true))
            .for_each(|c| stroke(at(r, c), at(r, c + 1)));
        (0..=cols)
            .filter(|&c| r < rows && drawn(r, c, false))
            .for_each(|c| stroke(at(r, c), at(r + 1, c)));
    }
    for r in 0..=rows {
        for c in 0..=cols {
            let (x, y) = at(r, c);
            shapes.push(Shape::Label {
                x,
                y,
                text: "●".into(),
            });
        }
    }
    Scene::of_shapes(cols as f64 + 1.0, rows as f64 + 1.0, shapes, text)
}
