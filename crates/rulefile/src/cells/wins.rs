//! What ends play in games that are won by reaching something, and what being stuck means.
//!
//! `left wins PATTERN DIRECTIONS where GUARDS`, `right wins …` and `draw …` are asked after each move; `stuck loses`, `wins`, `draws` or
//! `passes` says what having no move means; `both mover` or `both other` who wins where both players' goals are there at once: the
//! player who has just moved (if nothing is said), or the other one.

use super::board::Board;
use super::chunks::Cursor;
use super::game::CellGame;
use super::guard::guards;
use super::letters::Letters;
use super::pattern::forbidden;
use super::rules::{Guard, Level, Piece, Rewrite, Zone};
use super::walk::{Walk, board_guard_holds, guard_holds};
use crate::kind::{Ending, Own};
use crate::lexer::Fault;
use bouton_rules::{Decided, Decision, Player};

/// The goals of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals {
    each: Vec<Goal>,
    stuck: Option<Stuck>,
    both_other: Option<bool>,
}

/// One goal: whose it is (a draw for `None`), a pattern if it has one (with its guards), else guards over the whole board.
#[derive(Clone, Debug)]
struct Goal {
    who: Option<Player>,
    pattern: Option<Rewrite>,
    guards: Vec<Guard>,
}

/// What having no move means, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stuck {
    Loses,
    Wins,
    Draws,
    Passes,
}

/// Pieces that no move has tell goals from moves where symmetries are looked for.
const MARKS: [usize; 2] = [usize::MAX - 1, usize::MAX - 2];

impl Goals {
    /// True if nothing but having no move ends play.
    pub fn are_none(&self) -> bool {
        self.each.is_empty() && self.stuck.is_none_or(|s| s == Stuck::Loses)
    }

    /// A player without a move passes.
    pub fn passes(&self) -> bool {
        self.stuck == Some(Stuck::Passes)
    }

    pub fn patterns(&self) -> impl Iterator<Item = &Rewrite> {
        self.each.iter().filter_map(|g| g.pattern.as_ref())
    }

    /// The goals, one for each step, as symmetries compare them.
    pub fn keys(&self) -> Vec<(Option<Player>, Vec<Rewrite>)> {
        let mut keys = Vec::new();
        for goal in &self.each {
            let mark = MARKS[usize::from(goal.who.is_none())];
            let bare = Rewrite {
                groups: Vec::new(),
                edges: (false, false),
                pieces: Vec::new(),
                steps: Vec::new(),
                guards: goal.guards.clone(),
            };
            let pattern = goal.pattern.as_ref().unwrap_or(&bare);
            let steps = match pattern.steps.is_empty() {
                true => vec![Vec::new()],
                false => pattern.steps.iter().map(|&s| vec![s]).collect(),
            };
            for steps in steps {
                let one = Rewrite {
                    steps,
                    pieces: vec![Piece::Copy(mark)],
                    ..pattern.clone()
                };
                let back = super::symmetry::backwards(&one);
                let one = if back < one && !one.groups.is_empty() {
                    back
                } else {
                    one
                };
                keys.push((goal.who, vec![one]));
            }
        }
        keys
    }
}

/// Reads a line `left wins …`, `draw …`, `stuck …` or `both …`, without its first words.
pub(crate) fn line(
    word: &str,
    who: Option<Player>,
    cursor: &mut Cursor<'_>,
    letters: &Letters<'_>,
    goals: &mut Goals,
) -> Result<(), Fault> {
    let column = cursor.column();
    match word {
        "stuck" => {
            let said = match cursor.peek() {
                Some("loses") => Stuck::Loses,
                Some("wins") => Stuck::Wins,
                Some("draws") => Stuck::Draws,
                Some("passes") => Stuck::Passes,
                _ => {
                    let message = format!(
                        "expected `loses`, `wins`, `draws` or `passes`, found {}",
                        cursor.found()
                    );
                    return Err(Fault::new(column, message));
                }
            };
            if goals.stuck.replace(said).is_some() {
                return Err(Fault::new(column, "a second `stuck` line; a file has one"));
            }
            cursor.at += 1;
        }
        "both" => {
            let other = match cursor.peek() {
                Some("mover") => false,
                Some("other") => true,
                _ => {
                    let message = format!(
                        "expected `mover` or `other`, found {}: who wins if both players have reached their goals",
                        cursor.found()
                    );
                    return Err(Fault::new(column, message));
                }
            };
            if goals.both_other.replace(other).is_some() {
                return Err(Fault::new(column, "a second `both` line; a file has one"));
            }
            cursor.at += 1;
        }
        _ => {
            if letters.level == Level::Words {
                return Err(Fault::new(column, "goals are for cells and graphs"));
            }
            let pattern = match cursor.peek() {
                Some("where") => None,
                _ => Some(forbidden(cursor, letters)?),
            };
            let guards = match cursor.take("where") {
                true => guards(cursor, letters)?,
                false => Vec::new(),
            };
            if pattern.is_none() && guards.iter().any(|g| g.zone != Zone::Board) {
                return Err(Fault::new(
                    column,
                    "a goal without a pattern counts cells of the whole board, as in `left wins where no cell is o`",
                ));
            }
            let pattern = pattern.map(|p| Rewrite {
                guards: guards.clone(),
                ..p
            });
            goals.each.push(Goal {
                who,
                pattern,
                guards,
            });
        }
    }
    match cursor.peek() {
        None => Ok(()),
        Some(_) => Err(Fault::new(
            cursor.column(),
            format!("expected the end of the line, found {}", cursor.found()),
        )),
    }
}

impl<E: Ending> CellGame<Own, E> {
    fn reached(&self, board: &Board, who: Option<Player>) -> bool {
        let rules = self.rules();
        let topology = self.topology(board);
        let contents: &[u8] = &board.cells;
        rules
            .goals
            .each
            .iter()
            .filter(|g| g.who == who)
            .any(|goal| match &goal.pattern {
                None => goal.guards.iter().all(|g| board_guard_holds(g, contents)),
                Some(rewrite) => rewrite.steps.iter().any(|&step| {
                    let walk = Walk {
                        contents,
                        topology: &topology,
                        rewrite,
                        step,
                    };
                    let holds = |path: &[super::walk::Hit]| {
                        rewrite
                            .guards
                            .iter()
                            .all(|g| guard_holds(&topology, g, path, contents))
                    };
                    (0..contents.len() as u32)
                        .any(|start| !walk.each(start, &mut |path| !holds(path)))
                }),
            })
    }
}

impl<E: Ending> Decided for CellGame<Own, E> {
    fn decided(&self, who: Player, pos: &Board) -> Option<Decision> {
        let goals = &self.rules().goals;
        let reached = [Player::Left, Player::Right].map(|p| self.reached(pos, Some(p)));
        let winner = match reached {
            [true, true] => Some(if goals.both_other == Some(true) {
                who
            } else {
                who.other()
            }),
            [true, false] => Some(Player::Left),
            [false, true] => Some(Player::Right),
            [false, false] => None,
        };
        if let Some(winner) = winner {
            return Some(if winner == who {
                Decision::Win
            } else {
                Decision::Lose
            });
        }
        if self.reached(pos, None) {
            return Some(Decision::Tie);
        }
        let stuck = match goals.stuck {
            Some(Stuck::Wins) => Decision::Win,
            Some(Stuck::Draws) => Decision::Tie,
            _ => return None,
        };
        // A position whose moves cannot be listed is not stuck: listing them again says why.
        self.list(Some(who), pos)
            .is_ok_and(|moves| moves.is_empty())
            .then_some(stuck)
    }
}
