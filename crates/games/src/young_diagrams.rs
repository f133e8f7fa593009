//! A token on a Young diagram: Left moves it down, Right to the right, and it stays on the diagram.
//!
//! Where the token has been no longer matters: the position is the diagram below and to the right of it, so that moving down
//! takes away rows from the top and moving right takes away columns from the left.

use crate::Visitor;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short};

/// The ruleset.
///
/// ```
/// use bouton_games::young_diagrams::YoungDiagrams;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = YoungDiagrams { far: true };
/// let pos = game.parse("4,2,1").unwrap();
/// let shown = |who| game.moves(who, &pos).unwrap().iter().map(|m| game.show(m)).collect::<Vec<_>>();
/// assert_eq!(shown(Player::Left), ["2,1", "1"]);
/// assert_eq!(shown(Player::Right), ["3,1", "2", "1"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct YoungDiagrams {
    /// Any number of squares in a move, or just one.
    pub far: bool,
}

/// Lengths of rows, none longer than the one above.
pub type Diagram = Vec<u32>;

/// The staircase of `steps` steps, each `down` rows high and `across` columns wide; an error beyond a million rows.
pub fn staircase(down: u32, across: u32, steps: u32) -> Result<Diagram> {
    let rows = down.checked_mul(steps).filter(|&n| n <= 1 << 20);
    match (rows, across.checked_mul(steps)) {
        (Some(rows), Some(_)) => Ok((0..rows).map(|row| across * (steps - row / down)).collect()),
        _ => Err(Error::input(
            "a staircase has at most 2^20 rows and columns below 2^32",
        )),
    }
}

/// What a staircase is worth where tokens move any number of squares: an integer and a nimber.
pub fn staircase_value(down: u32, across: u32, steps: u32) -> (i64, u32) {
    (i64::from(down) - i64::from(across), steps - 1)
}

/// What any diagram is worth where tokens move one square: `Ok` of an integer, or `Err` of the ends of a switch. With d the side of
/// the largest square in it, only the column and the row through the far corner of that square count.
pub fn step_value(diagram: &[u32]) -> Result<i64, (i64, i64)> {
    let durfee = diagram
        .iter()
        .zip(1..)
        .take_while(|&(&row, i)| row >= i)
        .count();
    let Some(last) = durfee.checked_sub(1) else {
        return Ok(0);
    };
    let right = i64::from(diagram[last]) - last as i64;
    let down = diagram
        .iter()
        .filter(|&&row| row as usize >= durfee)
        .count() as i64
        - last as i64;
    match (down, right) {
        (_, 1) => Ok(down - 1),
        (1, _) => Ok(1 - right),
        _ => Err((down - 2, 2 - right)),
    }
}

impl Ruleset for YoungDiagrams {
    type Position = Vec<Diagram>;

    fn info(&self) -> Info {
        let (name, far, theorem) = match self.far {
            true => (
                "young-diagrams",
                "any positive number of squares",
                "A staircase of k steps, each a rows high and b columns wide, is worth a - b + *(k-1).",
            ),
            false => (
                "young-diagrams-by-steps",
                "one square",
                "Let d be the side of the largest square in the diagram, and N rows and M columns begin in its far corner: the value is \
                 N - 1 if M = 1, 1 - M if N = 1, and otherwise the switch {N-2|2-M}.",
            ),
        };
        Info {
            name: name.into(),
            rules: format!("Move a token on a Young diagram {far}, Left down, Right to the right; tokens start top left."),
            notation: "the lengths of the rows from the token on, like 4,2,1, and diagrams separated by `;`".into(),
            theorem: Some(theorem.into()),
            source: Some(if self.far { "Project Euler 922" } else { "Project Euler 923" }.into()),
            examples: ["3,2,1", "4,4,2,2", "5,3;2,1,1"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<Diagram>> {
        let wrong = |at: usize, what: String| {
            Error::input(format!(
                "diagrams `{}`: diagram {at}: {what}; write the lengths of the rows, like 4,2,1;3,3",
                shorten(text)
            ))
        };
        let mut diagrams = Vec::new();
        for (i, part) in text.split(';').map(str::trim).enumerate() {
            let mut rows: Diagram = Vec::new();
            let rows_read = match part {
                "" => Vec::new(),
                part => part.split(',').map(str::trim).collect(),
            };
            for row in rows_read {
                let length = row.parse::<u32>().ok().filter(|&n| n <= 1 << 20);
                let length = length.ok_or_else(|| {
                    wrong(
                        i + 1,
                        format!("`{}` is not a number up to 2^20", shorten(row)),
                    )
                })?;
                if rows.last().is_some_and(|&above| above < length) {
                    return Err(wrong(
                        i + 1,
                        format!("row {} is longer than the row above it", rows.len() + 1),
                    ));
                }
                rows.push(length);
            }
            rows.retain(|&row| row > 0);
            diagrams.push(rows);
        }
        diagrams.retain(|rows| !rows.is_empty());
        Ok(diagrams)
    }

    fn show(&self, pos: &Vec<Diagram>) -> String {
        let row = |rows: &Diagram| {
            rows.iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join(",")
        };
        match pos.is_empty() {
            true => "0".into(),
            false => pos.iter().map(row).collect::<Vec<_>>().join(";"),
        }
    }

    fn split(&self, pos: &Vec<Diagram>) -> Vec<Vec<Diagram>> {
        pos.iter().map(|rows| vec![rows.clone()]).collect()
    }

    fn join(&self, parts: &[Vec<Diagram>]) -> Option<Vec<Diagram>> {
        Some(parts.concat())
    }

    fn canon(&self, mut pos: Vec<Diagram>) -> Vec<Diagram> {
        pos.sort_unstable();
        pos
    }

    fn owned_bytes(&self, pos: &Vec<Diagram>) -> usize {
        pos.iter()
            .map(|rows| size_of::<Diagram>() + 4 * rows.capacity())
            .sum()
    }
}

impl Partizan for YoungDiagrams {
    fn moves(&self, who: Player, pos: &Vec<Diagram>) -> Result<Vec<Vec<Diagram>>> {
        let mut moves = Vec::new();
        for (i, rows) in pos.iter().enumerate() {
            let long = match who {
                Player::Left => rows.len(),
                Player::Right => rows[0] as usize,
            };
            let most = if self.far { long } else { long.min(2) };
            super::common::check_count("young-diagrams", moves.len() + most)?;
            for far in 1..most {
                let rest: Diagram = match who {
                    Player::Left => rows[far..].to_vec(),
                    Player::Right => {
                        let cut = rows.iter().map(|&row| row.saturating_sub(far as u32));
                        cut.take_while(|&row| row > 0).collect()
                    }
                };
                let mut next = pos.clone();
                next[i] = rest;
                moves.push(next);
            }
        }
        Ok(moves)
    }
}

impl Short for YoungDiagrams {
    /// The ways that the tokens can still go.
    fn rank(&self, pos: &Vec<Diagram>) -> Rank {
        vec![
            pos.iter()
                .map(|rows| rows.len() + rows[0] as usize)
                .sum::<usize>()
                .into(),
        ]
    }
}

/// Shows the games to a visitor.
pub fn visit(v: &mut impl Visitor) {
    for far in [true, false] {
        v.partizan(YoungDiagrams { far });
    }
}
