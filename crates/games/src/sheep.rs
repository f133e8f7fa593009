//! Battle Sheep: part of a stack of your sheep walks in a straight line over free cells as far as it can, and at least one sheep
//! stays behind.
//!
//! The pastures are hexagons; written as a grid, a cell has the neighbours left and right, above and below, above to the right
//! and below to the left.

mod field;

pub use field::Field;

use crate::Visitor;
use bouton_rules::board::MOST_CELLS;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short, lesser};
use field::{CellSets, STEPS, split_by_cell};

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
        let Some(cells) = CellSets::of(pos) else {
            return split_by_cell(pos);
        };
        let mut open = cells.free;
        let mut parts = Vec::new();
        while open != 0 {
            let mut part = open & open.wrapping_neg();
            loop {
                // Two stacks side by side do nothing to each other.
                let next = part
                    | cells.beside(part & cells.free) & (cells.free | cells.stacks)
                    | cells.beside(part & cells.stacks) & cells.free;
                if next == part {
                    break;
                }
                part = next;
            }
            open &= !part;
            if part & cells.stacks != 0 {
                parts.push(cells.cut(pos, part));
            }
        }
        parts
    }

    /// Free cells: every move takes one.
    fn size(&self, pos: &Field) -> usize {
        pos.cells.iter().filter(|&&n| n == 0).count()
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

    /// Moves counted by stack, direction and how many walk.
    fn mobility(&self, pos: &Field) -> i64 {
        let stacks = (0..pos.cells.len()).filter(|&cell| pos.cells[cell].unsigned_abs() > 1);
        let moves = |cell: usize| {
            let ways = pos.beside(cell).filter(|&to| pos.cells[to] == 0).count() as i64;
            let sheep = i64::from(pos.cells[cell]);
            ways * (sheep - sheep.signum())
        };
        stacks.map(moves).sum()
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn parts_by_sets_and_by_cells_agree() {
        let mut random = fastrand::Rng::with_seed(4);
        let (mut seen, mut several) = (HashSet::new(), 0);
        for round in 0..2000 {
            let (rows, cols) = (1 + round % 4, 1 + round / 4 % 7);
            let cell = |_| match random.u32(..6) {
                0 => random.i32(-4..5),
                1 => [1, -1][random.usize(..2)],
                _ => 0,
            };
            let field = Field {
                cols,
                cells: (0..rows * cols).map(cell).collect(),
            };
            let parts = Sheep.split(&field);
            assert_eq!(parts, split_by_cell(&field), "{}", Sheep.show(&field));
            for who in Player::BOTH {
                let whole = Sheep.moves(who, &field).unwrap().len();
                let split = parts.iter().map(|p| Sheep.moves(who, p).unwrap().len());
                assert_eq!(whole, split.sum::<usize>(), "{}", Sheep.show(&field));
            }
            let moves = |who| Sheep.moves(who, &field).unwrap().len() as i64;
            let expected = moves(Player::Left) - moves(Player::Right);
            assert_eq!(Sheep.mobility(&field), expected);
            several += usize::from(parts.len() > 1);
            seen.insert(field);
        }
        assert!(seen.len() > 1000 && several > 40, "{several}");
    }
}
