//! Games for one on cells and graphs: a file with `goal` lines, such as peg solitaire.
//!
//! ```text
//! game   pegs
//! cells  . o
//! move   o o . -> . . o   any
//! goal   o = 1
//! ```
//!
//! Every `goal` line is one way to reach the goal: a board, or how often a letter occurs.

use super::board::Board;
use super::rules::{CellRules, Level, Put, VOID};
use super::topology::Topology;
use super::walk::Contents;
use super::{LoopyCellGame, load};
use crate::process::{Linear, LinearGoal, Solo};
use bouton_rules::{Error, Impartial, Result, Ruleset};
use std::sync::Arc;

/// Placements of patterns above which no linear form is made.
const MOST_VECTORS: usize = 20_000;
/// Boards that a count of letters stands for, above which no linear form is made.
const MOST_GOALS: usize = 1_024;

/// One way to reach the goal.
#[derive(Clone, Debug)]
enum Goal {
    Board(Board),
    /// Between `least` and `most` places hold the letter.
    Count {
        letter: u8,
        least: usize,
        most: usize,
    },
}

/// A game for one on cells or graphs. Made by [`crate::read`].
#[derive(Clone, Debug)]
pub struct CellSolo {
    game: LoopyCellGame,
    goals: Vec<Goal>,
    text: String,
}

/// The lines that start with `goal`, with their numbers.
fn goal_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let starts = |line: &str| line.split_whitespace().next() == Some("goal");
    (1..)
        .zip(text.lines())
        .filter(move |(_, line)| starts(line))
}

pub(crate) fn has_goal(text: &str) -> bool {
    goal_lines(text).next().is_some()
}

/// Reads a file on cells or graphs that has a goal.
pub(crate) fn load_solo(text: &str, file: &str) -> Result<CellSolo> {
    let is_goal = |line: &&str| line.split_whitespace().next() == Some("goal");
    let lines = text.lines().map(|l| if is_goal(&l) { "" } else { l });
    let rest: Vec<&str> = lines.collect();
    let mut rules = load(&rest.join("\n"), file)?;
    rules.text = text.to_string();
    if let Some(own) = rules.moves.iter().find(|m| m.who.is_some()) {
        return Err(Error::input(format!(
            "{file}:{}:1: a game with a goal is for one player; write `move` instead of `left` and `right`",
            own.line
        )));
    }
    let mut goals = Vec::new();
    for (number, line) in goal_lines(text) {
        let goal = read_goal(&rules, line);
        goals.push(goal.map_err(|e| e.at(format!("{file}:{number}")))?);
    }
    Ok(CellSolo {
        game: LoopyCellGame::new(Arc::new(rules))?,
        goals,
        text: text.to_string(),
    })
}

fn read_goal(rules: &CellRules, line: &str) -> Result<Goal> {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let words = match words.iter().position(|w| w.starts_with("##")) {
        Some(comment) => &words[..comment],
        None => &words[..],
    };
    let wrong = |why: String| {
        let letter = rules.letter((rules.letters.len() as u8).min(2) - 1);
        Error::input(format!(
            "{why}; write for example `goal {letter} = 1`, or a board"
        ))
    };
    match words {
        [letter, sign @ ("=" | "<=" | ">="), number] => {
            let mut chars = letter.chars();
            let found = chars.next().filter(|_| chars.next().is_none());
            let found = found.and_then(|c| rules.number(c));
            let found =
                found.ok_or_else(|| wrong(format!("`{letter}` is not a letter of the game")))?;
            let n: usize = number
                .parse()
                .map_err(|_| wrong(format!("`{number}` is not a number of places")))?;
            let (least, most) = match *sign {
                "=" => (n, n),
                "<=" => (0, n),
                _ => (n, usize::MAX),
            };
            Ok(Goal::Count {
                letter: found,
                least,
                most,
            })
        }
        [board] => Board::parse(rules, board).map(Goal::Board),
        _ => Err(wrong(
            "`goal` is followed by a board or by a count of a letter".into(),
        )),
    }
}

impl CellSolo {
    /// The game of which it is a goal.
    pub fn game(&self) -> &LoopyCellGame {
        &self.game
    }

    /// The file as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Every place may hold every letter.
struct Anything<'a>(&'a [u8]);

impl Contents for Anything<'_> {
    fn fits(&self, place: u32, _: u64) -> bool {
        self.0[place as usize] != VOID
    }
}

impl Solo for CellSolo {
    type Position = Board;

    fn parse(&self, text: &str) -> Result<Board> {
        self.game.parse(text)
    }

    fn show(&self, at: &Board) -> String {
        self.game.show(at)
    }

    fn moves(&self, at: &Board, out: &mut Vec<Board>) -> Result<()> {
        out.extend(self.game.options(at)?);
        Ok(())
    }

    fn is_goal(&self, at: &Board) -> Result<bool> {
        Ok(self.goals.iter().any(|goal| match goal {
            Goal::Board(board) => board == at,
            Goal::Count {
                letter,
                least,
                most,
            } => {
                let count = at.cells.iter().filter(|l| *l == letter).count();
                (*least..=*most).contains(&count)
            }
        }))
    }

    fn linear(&self, start: &Board) -> Option<Linear> {
        let rules = self.game.rules();
        let cells = &start.cells;
        // A place of the linear form is a cell together with a letter other than the first.
        let kinds = rules.letters.len() - 1;
        let used: Vec<usize> = (0..cells.len()).filter(|&i| cells[i] != VOID).collect();
        let mut number = vec![usize::MAX; cells.len()];
        for (k, &i) in used.iter().enumerate() {
            number[i] = k * kinds;
        }
        let size = used.len() * kinds;
        let vector = |cells: &[u8]| {
            let mut v = vec![0i64; size];
            for &i in used.iter().filter(|&&i| cells[i] > 0) {
                v[number[i] + usize::from(cells[i]) - 1] = 1;
            }
            v
        };
        let mut moves = self.vectors(start, &number, size)?;
        moves.sort();
        moves.dedup();
        let mut goals = Vec::new();
        for goal in &self.goals {
            match goal {
                Goal::Board(board) if board.shape == start.shape => {
                    let same = |i: usize| (board.cells[i] == VOID) == (cells[i] == VOID);
                    if (0..cells.len()).all(same) {
                        goals.push(LinearGoal::Exactly(vector(&board.cells)));
                    }
                }
                // A board of another shape is never reached.
                Goal::Board(_) => {}
                Goal::Count {
                    letter,
                    least,
                    most,
                } => goals.extend(counted(*letter, *least, *most, kinds, used.len())?),
            }
        }
        let places = used.iter().flat_map(|&i| {
            (1..=kinds).map(move |l| match kinds {
                1 => self.place(start, i),
                _ => format!("{}:{}", self.place(start, i), rules.letter(l as u8)),
            })
        });
        Some(Linear {
            places: places.collect(),
            start: vector(cells),
            moves,
            goals,
        })
    }
}

/// The boards on which a letter occurs exactly once, or never; `None` for other counts.
fn counted(
    letter: u8,
    least: usize,
    most: usize,
    kinds: usize,
    cells: usize,
) -> Option<Vec<LinearGoal>> {
    // With two letters a count says everything about a board up to the choice of the places.
    if kinds != 1 || letter != 1 || least != most || least > 1 || cells > MOST_GOALS {
        return None;
    }
    let mut goals = Vec::new();
    for i in 0..if least == 0 { 1 } else { cells } {
        let mut v = vec![0; cells];
        v[i] = least as i64;
        goals.push(LinearGoal::Exactly(v));
    }
    Some(goals)
}

impl CellSolo {
    /// A cell as `row,column` from 1, a vertex by its number.
    fn place(&self, start: &Board, i: usize) -> String {
        match self.game.rules().level {
            Level::Cells => {
                let columns = start.sides().1.max(1);
                format!("{},{}", i / columns + 1, i % columns + 1)
            }
            _ => i.to_string(),
        }
    }

    /// What each placement of each pattern adds.
    fn vectors(&self, start: &Board, number: &[usize], size: usize) -> Option<Vec<Vec<i64>>> {
        let rules = self.game.rules();
        let plain = |l: Level| matches!(l, Level::Cells | Level::Vertices);
        let simple = rules
            .moves
            .iter()
            .all(|m| m.parts.len() == 1 && m.parts[0].is_fixed());
        if !plain(rules.level) || !simple {
            return None;
        }
        let steps: Vec<_> = rules
            .moves
            .iter()
            .map(|m| m.parts[0].steps.clone())
            .collect();
        let topology = Topology::of(rules, &steps, start);
        let anything = Anything(&start.cells);
        let mut found: Vec<Vec<i64>> = Vec::new();
        for (i, rule) in rules.moves.iter().enumerate() {
            let items: Vec<_> = rule.parts[0].items().collect();
            let complete = topology.each_match(rules, i, &anything, &mut |path| {
                // One vector for every choice of letters that the changed places may have held.
                let mut made = vec![vec![0i64; size]];
                for (hit, item) in path.iter().zip(&items) {
                    let Put::Letter(to) = hit.put else { continue };
                    let from = rules.members(item.matches);
                    let mut longer = Vec::new();
                    for v in &made {
                        for &letter in &from {
                            let mut v = v.clone();
                            let at = number[hit.place as usize];
                            if letter > 0 {
                                v[at + usize::from(letter) - 1] -= 1;
                            }
                            if to > 0 {
                                v[at + usize::from(to) - 1] += 1;
                            }
                            longer.push(v);
                        }
                    }
                    made = longer;
                    if made.len() > MOST_VECTORS {
                        return false;
                    }
                }
                found.extend(made);
                found.len() <= MOST_VECTORS
            });
            if !complete {
                return None;
            }
        }
        Some(found)
    }
}
