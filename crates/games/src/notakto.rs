//! Notakto: tic-tac-toe boards on which both players place the same stones; a board with a line is dead, and in misère play who
//! kills the last board loses (Plambeck and Whitehead 2013).

use crate::Visitor;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Impartial, Info, Rank, Result, Ruleset, Short};

/// The ruleset: boards of 3x3 that are still alive.
///
/// ```
/// use bouton_games::notakto::Notakto;
/// use bouton_rules::{Impartial, Ruleset};
/// let boards = Notakto.parse("xx.|...|...").unwrap();
/// let options = Notakto.options(&boards).unwrap();
/// assert_eq!((options.len(), Notakto.show(&options[0])), (7, "none".to_string()));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Notakto;

/// The lines of a board, cells numbered row by row.
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn is_dead(board: u16) -> bool {
    LINES.iter().any(|line| board & line == *line)
}

/// The least image of a board under the symmetries of the square.
fn least(board: u16) -> u16 {
    let moved = |board: u16, to: fn(usize, usize) -> usize| -> u16 {
        (0..9)
            .filter(|i| board >> i & 1 == 1)
            .map(|i| 1 << to(i / 3, i % 3))
            .sum()
    };
    let (mut image, mut least) = (board, board);
    for _ in 0..4 {
        image = moved(image, |r, c| 3 * c + 2 - r);
        least = least.min(image).min(moved(image, |r, c| 3 * r + 2 - c));
    }
    least
}

impl Ruleset for Notakto {
    type Position = Vec<u16>;

    fn info(&self) -> Info {
        Info {
            name: "notakto".into(),
            rules: "Place a stone on a free cell of a board that is alive; three stones in a line kill the board. It is played with \
                    --misere: who kills the last board loses."
                .into(),
            notation: "boards like x..|.x.|... separated by `;`, or the number of empty boards; `none` if all are dead".into(),
            theorem: None,
            source: Some("plambeckwhitehead2013".into()),
            examples: ["1", "x..|.x.|...;xx.|...|..x"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<u16>> {
        let trimmed = text.trim();
        if trimmed == "none" {
            return Ok(Vec::new());
        }
        if let Ok(count @ 1..=1000) = trimmed.parse::<usize>() {
            return Ok(vec![0; count]);
        }
        let mut boards = Vec::new();
        for (i, part) in trimmed.split(';').enumerate() {
            let rows: Vec<&str> = part.split('|').map(str::trim).collect();
            let cells: Vec<char> = rows.concat().chars().collect();
            let shaped = rows.len() == 3 && rows.iter().all(|row| row.chars().count() == 3);
            if !shaped || !cells.iter().all(|c| ['.', 'x', 'X'].contains(c)) {
                return Err(Error::input(format!(
                    "boards `{}`: board {}, `{}`, is not three rows of three cells; write boards like x..|.x.|...",
                    shorten(text),
                    i + 1,
                    shorten(part)
                )));
            }
            boards.push((0..9).filter(|&i| cells[i] != '.').map(|i| 1 << i).sum());
        }
        boards.retain(|&board| !is_dead(board));
        Ok(boards)
    }

    fn show(&self, pos: &Vec<u16>) -> String {
        let board = |&board: &u16| {
            let row = |r: usize| {
                (0..3)
                    .map(|c| {
                        if board >> (3 * r + c) & 1 == 1 {
                            'x'
                        } else {
                            '.'
                        }
                    })
                    .collect()
            };
            (0..3).map(row).collect::<Vec<String>>().join("|")
        };
        match pos.is_empty() {
            true => "none".into(),
            false => pos.iter().map(board).collect::<Vec<_>>().join(";"),
        }
    }

    fn split(&self, pos: &Vec<u16>) -> Vec<Vec<u16>> {
        pos.iter().map(|&board| vec![board]).collect()
    }

    fn join(&self, parts: &[Vec<u16>]) -> Option<Vec<u16>> {
        Some(parts.concat())
    }

    fn canon(&self, pos: Vec<u16>) -> Vec<u16> {
        let mut boards: Vec<u16> = pos.into_iter().map(least).collect();
        boards.sort_unstable();
        boards
    }

    fn owned_bytes(&self, pos: &Vec<u16>) -> usize {
        2 * pos.capacity()
    }
}

impl Impartial for Notakto {
    fn options(&self, pos: &Vec<u16>) -> Result<Vec<Vec<u16>>> {
        let mut options = Vec::new();
        for (i, &board) in pos.iter().enumerate() {
            for cell in (0..9).filter(|cell| board >> cell & 1 == 0) {
                let mut next = pos.clone();
                match board | 1 << cell {
                    dead if is_dead(dead) => drop(next.remove(i)),
                    alive => next[i] = alive,
                }
                options.push(next);
            }
        }
        Ok(options)
    }
}

impl Short for Notakto {
    /// The free cells of the boards that are alive.
    fn rank(&self, pos: &Vec<u16>) -> Rank {
        vec![
            pos.iter()
                .map(|board| 9 - board.count_ones())
                .sum::<u32>()
                .into(),
        ]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Notakto);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_rules::laws::Brute;

    /// Plambeck and Whitehead: the first player wins on one board, by the middle; the second on two.
    #[test]
    fn misere_outcomes() {
        let one = Notakto.parse("1").unwrap();
        let brute = Brute::below(&Notakto, vec![one.clone()], 10_000).unwrap();
        assert!(brute.wins_misere(&one));
        let winning = brute.winning(&one, bouton_rules::Play::Misere);
        assert_eq!(winning.into_iter().collect::<Vec<_>>(), [vec![1 << 4]]);
    }
}
