//! Moves on boards: which cells change, from where to where.

use super::{Change, Place};
use bouton_rules::board::{Scene, Shape};
use std::collections::BTreeMap;

/// What stands on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    Free,
    Block,
    Piece(String),
}

type Cells = BTreeMap<(usize, usize), Content>;

/// Row and column of a cell; `top` is the upper edge of the board.
fn place(x: f64, y: f64, top: f64) -> (usize, usize) {
    // Boards of squares leave one column for the numbers; on others each row is moved by half a cell more.
    let row = (y - top).floor();
    let left = match top.fract() == 0.0 {
        true => 1.0,
        false => 0.5 + 0.5 * row,
    };
    (row as usize, (x - left).floor() as usize)
}

/// For each shape of a drawing the place of a move that it stands for, if it is one.
pub(super) fn places(scene: &Scene) -> Vec<Option<Place>> {
    let cell_tops = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Cell { y, .. } => Some(*y),
        _ => None,
    });
    let top = cell_tops.fold(f64::INFINITY, f64::min);
    let (mut vertices, mut edges) = (0, 0);
    let shapes = scene.shapes.iter();
    let each = shapes.map(|shape| match shape {
        Shape::Cell { x, y, .. } => {
            let (row, col) = place(*x, *y, top);
            Some(Place::Cell(row, col))
        }
        Shape::Stone { .. } if top.is_infinite() => {
            vertices += 1;
            Some(Place::Vertex(vertices - 1))
        }
        Shape::Line { .. } if top.is_infinite() => {
            edges += 1;
            Some(Place::Edge(edges - 1))
        }
        _ => None,
    });
    each.collect()
}

/// The cells of a drawing by row and column.
fn cells(scene: &Scene) -> Cells {
    let squares = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Cell { x, y, blocked } => Some((*x, *y, *blocked)),
        _ => None,
    });
    let squares: Vec<(f64, f64, bool)> = squares.collect();
    let top = squares.iter().map(|s| s.1).fold(f64::INFINITY, f64::min);
    let place = |x: f64, y: f64| place(x, y, top);
    let mut cells = Cells::new();
    for (x, y, blocked) in squares {
        let content = if blocked {
            Content::Block
        } else {
            Content::Free
        };
        cells.insert(place(x, y), content);
    }
    for shape in &scene.shapes {
        let (x, y, piece) = match shape {
            Shape::Stone { x, y, cell } => (*x, *y, format!("{cell:?}")),
            Shape::Label { x, y, text } if *x >= 1.0 && *y >= top => (*x, *y, text.clone()),
            _ => continue,
        };
        if let Some(cell) = cells.get_mut(&place(x, y)) {
            *cell = Content::Piece(piece);
        }
    }
    cells
}

/// `a`, `b`, …, `z`, `aa`, `ab`, …: the names of columns in drawings.
fn column_name(col: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    match col {
        0..26 => letter(col).to_string(),
        _ => format!("{}{}", column_name(col / 26 - 1), letter(col)),
    }
}

/// `b3` of row 2, column 1.
pub(super) fn name(row: usize, col: usize) -> String {
    format!("{}{}", column_name(col), row + 1)
}

fn names(cells: &[(usize, usize)]) -> String {
    let names: Vec<String> = cells.iter().map(|&(r, c)| name(r, c)).collect();
    names.join("-")
}

/// The change between two drawn boards with the same cells.
pub(super) fn of_scenes(before: &Scene, after: &Scene) -> Option<Change> {
    let (old, new) = (cells(before), cells(after));
    of_contents(&old, &new)
}

fn of_contents(old: &Cells, new: &Cells) -> Option<Change> {
    if !old.keys().eq(new.keys()) {
        return None;
    }
    let changed = old.iter().zip(new.values());
    let changed = changed.filter(|((_, was), is)| was != is);
    let changed: Vec<((usize, usize), &Content, &Content)> =
        changed.map(|((&at, was), is)| (at, was, is)).collect();
    if changed.is_empty() {
        return None;
    }
    let of = |which: &dyn Fn(&Content, &Content) -> bool| -> Vec<(usize, usize)> {
        let found = changed.iter().filter(|(_, was, is)| which(was, is));
        found.map(|(at, ..)| *at).collect()
    };
    let placed = of(&|_, is| matches!(is, Content::Piece(_)));
    let covered = of(&|was, is| *was == Content::Free && *is == Content::Block);
    // A piece that has left its cell and stands on another.
    let moved = |piece: &Content| of(&|was, is| was == piece && !matches!(is, Content::Piece(_)));
    let sources: Vec<_> = placed.iter().flat_map(|at| moved(&new[at])).collect();
    let all: Vec<(usize, usize)> = changed.iter().map(|c| c.0).collect();
    let mut order: Vec<(usize, usize)> = Vec::new();
    let mut labels = Vec::new();
    match (sources.as_slice(), placed.as_slice()) {
        ([from, ..], [to]) if sources.len() == 1 => {
            order.extend([*from, *to]);
            order.extend(&covered);
            labels.push(names(&order));
        }
        ([], _) if covered.len() == 1 && !placed.is_empty() => {
            order.push(covered[0]);
            labels.push(names(&order));
        }
        ([], [to]) => {
            order.push(*to);
            labels.push(names(&order));
        }
        _ => {}
    }
    let rest: Vec<_> = all
        .iter()
        .filter(|at| !order.contains(at))
        .copied()
        .collect();
    order.extend(rest);
    labels.push(names(&order));
    let cells = order.into_iter().map(|(r, c)| Place::Cell(r, c)).collect();
    Some(Change { labels, cells })
}

/// The change between two texts of rows of letters with the same shape: places in the text, row by row.
pub(super) fn of_rows(old: &[Vec<char>], new: &[Vec<char>]) -> Option<Change> {
    let shape = |rows: &[Vec<char>]| -> Vec<usize> { rows.iter().map(Vec::len).collect() };
    if shape(old) != shape(new) {
        return None;
    }
    let read = |rows: &[Vec<char>]| -> Cells {
        let each = rows.iter().enumerate().flat_map(|(r, row)| {
            row.iter().enumerate().map(move |(c, &letter)| {
                let content = match letter {
                    '.' => Content::Free,
                    '#' => Content::Block,
                    _ => Content::Piece(letter.to_string()),
                };
                ((r, c), content)
            })
        });
        each.collect()
    };
    of_contents(&read(old), &read(new))
}
