//! Battle Sheep: part of a stack of your sheep walks in a straight line over free cells as far as it can, and at least one sheep
//! stays behind.
//!
//! The pastures are hexagons; written as a grid, a cell has the neighbours left and right, above and below, above to the right
//! and below to the left.

use crate::Visitor;
use bouton_rules::board::MOST_CELLS;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short, lesser};

/// The ruleset.
///
/// ```
/// use bouton_games::sheep::Sheep;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let field = Sheep.parse("0 0 3|0 0 0").unwrap();
/// let moves = Sheep.moves(Player::Left, &field).unwrap();
/// assert_eq!(moves.len(), 6);
/// assert_eq!(Sheep.show(&moves[0]), "1 0 2|0 0 0");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Sheep;

/// A field: how many sheep stand on each cell, Right's as negative numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field {
    cols: usize,
    cells: Vec<i32>,
}

const STEPS: [(isize, isize); 6] = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)];

impl Field {
    fn rows(&self) -> usize {
        self.cells.len().checked_div(self.cols).unwrap_or(0)
    }

    fn at(&self, row: isize, col: isize) -> Option<usize> {
        let inside =
            (0..self.rows() as isize).contains(&row) && (0..self.cols as isize).contains(&col);
        inside.then(|| row as usize * self.cols + col as usize)
    }

    /// The neighbours of a cell.
    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, col) = ((cell / self.cols) as isize, (cell % self.cols) as isize);
        STEPS
            .iter()
            .filter_map(move |(r, c)| self.at(row + r, col + c))
    }

    /// The last free cell in a direction; `None` if the first is not free.
    fn end(&self, cell: usize, (rows, cols): (isize, isize)) -> Option<usize> {
        let (mut row, mut col) = ((cell / self.cols) as isize, (cell % self.cols) as isize);
        let mut end = None;
        loop {
            (row, col) = (row + rows, col + cols);
            match self.at(row, col).filter(|&to| self.cells[to] == 0) {
                Some(to) => end = Some(to),
                None => return end,
            }
        }
    }

    /// The images under the four symmetries of this drawing of the hexagons: none, half a turn, and both exchanged with rows
    /// and columns.
    fn least(&self) -> Field {
        let turned = Field {
            cells: self.cells.iter().rev().copied().collect(),
            ..*self
        };
        let exchange = |f: &Field| Field {
            cols: f.rows(),
            cells: (0..f.cols)
                .flat_map(|c| (0..f.rows()).map(move |r| f.cells[r * f.cols + c]))
                .collect(),
        };
        let images = [exchange(self), exchange(&turned), turned];
        images.into_iter().fold(self.clone(), Field::min)
    }

    fn negative(&self) -> Field {
        Field {
            cells: self.cells.iter().map(|n| -n).collect(),
            ..*self
        }
    }
}

impl Ruleset for Sheep {
    type Position = Field;

    fn info(&self) -> Info {
        Info {
            name: "sheep".into(),
            rules: "Move some sheep of a stack of yours, but not all, in a straight line over free cells, as far as it goes. Cells have \
                    six neighbours: left, right, above, below, above to the right, below to the left."
                .into(),
            notation: "rows of numbers separated by `|`: 0 free, a positive number Left's sheep, a negative one Right's, as in 0 3|-2 0"
                .into(),
            theorem: None,
            source: Some("Battle Sheep (Francesco Rotta 2010)".into()),
            examples: ["2 0|0 -2", "0 3 0|0 0 0", "2 -2 0 0"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Field> {
        let wrong = |what: String| {
            Error::input(format!(
                "field `{}`: {what}; write rows of numbers like 0 3|-2 0",
                shorten(text)
            ))
        };
        let mut field = Field {
            cols: 0,
            cells: Vec::new(),
        };
        for (r, row) in text.trim().split('|').enumerate() {
            let before = field.cells.len();
            let numbers = row
                .split(|c: char| c == ',' || c.is_whitespace())
                .filter(|part| !part.is_empty());
            for part in numbers {
                let number = part
                    .parse::<i32>()
                    .ok()
                    .filter(|n| n.unsigned_abs() < 1 << 20);
                field.cells.push(number.ok_or_else(|| {
                    wrong(format!(
                        "row {}: `{}` is not a number below 2^20",
                        r + 1,
                        shorten(part)
                    ))
                })?);
            }
            let long = field.cells.len() - before;
            if r == 0 {
                field.cols = long;
            }
            if long != field.cols || long == 0 {
                return Err(wrong(format!(
                    "row {} has {long} cells, row 1 has {}",
                    r + 1,
                    field.cols
                )));
            }
            if field.cells.len() > MOST_CELLS {
                return Err(wrong(format!("more than {MOST_CELLS} cells")));
            }
        }
        Ok(field)
    }

    fn show(&self, pos: &Field) -> String {
        let rows = pos.cells.chunks(pos.cols.max(1)).map(|row| {
            let numbers: Vec<String> = row.iter().map(i32::to_string).collect();
            numbers.join(" ")
        });
        rows.collect::<Vec<_>>().join("|")
    }

    /// Regions that hang together by free cells, with the stacks beside them; stacks of one are as dead as the edge of the field.
    fn split(&self, pos: &Field) -> Vec<Field> {
        let live = |cell: usize| pos.cells[cell] == 0 || pos.cells[cell].unsigned_abs() > 1;
        let mut seen = vec![false; pos.cells.len()];
        let mut parts = Vec::new();
        for start in 0..pos.cells.len() {
            if seen[start] || pos.cells[start] != 0 {
                continue;
            }
            seen[start] = true;
            let mut part = vec![start];
            let mut next = 0;
            while next < part.len() {
                let cell = part[next];
                next += 1;
                for other in pos.beside(cell) {
                    // Two stacks side by side do nothing to each other.
                    let tied = pos.cells[cell] == 0 || pos.cells[other] == 0;
                    if !seen[other] && live(other) && tied {
                        seen[other] = true;
                        part.push(other);
                    }
                }
            }
            if part.iter().any(|&cell| pos.cells[cell] != 0) {
                // What is not in the part becomes a lone sheep, which blocks and never moves.
                let mut field = Field {
                    cells: vec![1; pos.cells.len()],
                    ..*pos
                };
                part.iter()
                    .for_each(|&cell| field.cells[cell] = pos.cells[cell]);
                parts.push(field);
            }
        }
        parts
    }

    fn canon(&self, pos: Field) -> Field {
        let blocked = pos.cells.iter().map(|&n| if n == -1 { 1 } else { n });
        Field {
            cells: blocked.collect(),
            ..pos
        }
        .least()
    }

    fn owned_bytes(&self, pos: &Field) -> usize {
        4 * pos.cells.capacity()
    }
}

impl Partizan for Sheep {
    fn moves(&self, who: Player, pos: &Field) -> Result<Vec<Field>> {
        let sign = if who == Player::Left { 1 } else { -1 };
        let mut moves = Vec::new();
        for from in 0..pos.cells.len() {
            for step in STEPS.into_iter().filter(|_| pos.cells[from] * sign > 1) {
                let Some(to) = pos.end(from, step) else {
                    continue;
                };
                for count in 1..pos.cells[from] * sign {
                    let mut next = pos.clone();
                    next.cells[from] -= count * sign;
                    next.cells[to] = count * sign;
                    moves.push(next);
                }
            }
        }
        Ok(moves)
    }

    fn canon_signed(&self, pos: Field) -> (Field, bool) {
        let other = self.canon(pos.negative());
        let same = self.canon(pos);
        lesser(same, other)
    }
}

impl Short for Sheep {
    /// Every move takes a free cell.
    fn rank(&self, pos: &Field) -> Rank {
        vec![pos.cells.iter().filter(|&&n| n == 0).count().into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(Sheep);
}
