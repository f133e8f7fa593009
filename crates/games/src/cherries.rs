//! Cherries: rows of red and blue cherries; a player picks one of their own from an end of a row.

use crate::Visitor;
use bouton_rules::board::Cell;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short};

/// The ruleset.
///
/// ```
/// use bouton_games::cherries::Cherries;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let moves = Cherries.moves(Player::Left, &Cherries.parse("lrl,r").unwrap()).unwrap();
/// assert_eq!(moves.iter().map(|m| Cherries.show(m)).collect::<Vec<_>>(), ["rl,r", "lr,r"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Cherries;

/// A row: `true` for Left's cherries.
pub type Row = Vec<bool>;

impl Ruleset for Cherries {
    type Position = Vec<Row>;

    fn info(&self) -> Info {
        Info {
            name: "cherries".into(),
            rules: "Pick a cherry from an end of a row: Left a blue one, Right a red one.".into(),
            notation: "rows of `l` or `b` (blue) and `r` (red), separated by commas, like lrl,rr"
                .into(),
            theorem: Some("Every row is an integer.".into()),
            source: Some("albertetal2019".into()),
            examples: ["lrl,r", "llrrl", "rlrlr,ll"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<Row>> {
        let trimmed = text.trim();
        let mut rows = Vec::new();
        if trimmed.is_empty() || trimmed == "0" {
            return Ok(rows);
        }
        for (i, row) in trimmed.split(',').map(str::trim).enumerate() {
            let wrong = |what: String| {
                Error::input(format!(
                    "rows `{}`: row {}{what}; write rows of l and r, like lrl,rr",
                    shorten(text),
                    i + 1
                ))
            };
            if row.is_empty() {
                return Err(wrong(" has no cherry".into()));
            }
            let cherry = |(j, letter)| match letter {
                'l' | 'L' | 'b' | 'B' => Ok(true),
                'r' | 'R' => Ok(false),
                _ => Err(wrong(format!(", place {}: `{letter}` is no cherry", j + 1))),
            };
            rows.push(
                row.chars()
                    .enumerate()
                    .map(cherry)
                    .collect::<Result<Row>>()?,
            );
        }
        Ok(rows)
    }

    fn show(&self, pos: &Vec<Row>) -> String {
        let row = |row: &Row| {
            row.iter()
                .map(|&left| if left { 'l' } else { 'r' })
                .collect::<String>()
        };
        match pos.is_empty() {
            true => "0".into(),
            false => pos.iter().map(row).collect::<Vec<_>>().join(","),
        }
    }

    fn split(&self, pos: &Vec<Row>) -> Vec<Vec<Row>> {
        pos.iter().map(|row| vec![row.clone()]).collect()
    }

    fn join(&self, parts: &[Vec<Row>]) -> Option<Vec<Row>> {
        Some(parts.concat())
    }

    fn canon(&self, mut pos: Vec<Row>) -> Vec<Row> {
        for row in &mut pos {
            if row.iter().rev().lt(row.iter()) {
                row.reverse();
            }
        }
        pos.sort_unstable();
        pos
    }

    fn owned_bytes(&self, pos: &Vec<Row>) -> usize {
        pos.iter()
            .map(|row| size_of::<Row>() + row.capacity())
            .sum()
    }
}

impl Partizan for Cherries {
    fn moves(&self, who: Player, pos: &Vec<Row>) -> Result<Vec<Vec<Row>>> {
        let mine = Cell::stone(who) == Cell::Left;
        let mut moves = Vec::new();
        for (i, row) in pos.iter().enumerate() {
            let mut pick = |rest: &[bool]| {
                let mut next = pos.clone();
                next[i] = rest.to_vec();
                next.retain(|row| !row.is_empty());
                moves.push(next);
            };
            if row[0] == mine {
                pick(&row[1..]);
            }
            if row.len() > 1 && row[row.len() - 1] == mine {
                pick(&row[..row.len() - 1]);
            }
        }
        Ok(moves)
    }
}

impl Short for Cherries {
    fn rank(&self, pos: &Vec<Row>) -> Rank {
        vec![pos.iter().map(Vec::len).sum::<usize>().into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(Cherries);
}
