//! Best lines of play: every move judged by what it leads to and how far the end is.
//!
//! This works on positions as they are written, with the moves that a user can make, so that the lengths are those of real play; it is
//! for positions with few others below them.

use crate::game::SolveQuestion;
use crate::workbench::Workbench;
use bouton_core::{Budget, Verdict};
use bouton_rules::{Play, Player, Result};
use std::collections::{HashMap, VecDeque};

/// Positions that are looked at for the lengths of lines.
const MOST_POSITIONS: usize = 20_000;

/// The better the verdict, the less.
pub(crate) fn order(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Win => 0,
        Verdict::Tie | Verdict::Draw => 1,
        Verdict::Lose => 2,
    }
}

/// A move, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The position after it.
    pub to: String,
    /// What it leads to.
    pub verdict: Verdict,
    /// Moves to the end after it, where that is known and play ends.
    pub remoteness: Option<u64>,
}

/// Positions below one, with the moves between them.
#[derive(Default)]
struct Below {
    number: HashMap<(String, Player), usize>,
    nodes: Vec<(String, Player)>,
    before: Vec<Vec<usize>>,
    moves: Vec<usize>,
    verdicts: Vec<Option<(Verdict, u64)>>,
}

impl Below {
    fn number(&mut self, node: (String, Player)) -> usize {
        if let Some(&id) = self.number.get(&node) {
            return id;
        }
        let id = self.nodes.len();
        self.number.insert(node.clone(), id);
        self.nodes.push(node);
        self.before.push(Vec::new());
        self.moves.push(0);
        self.verdicts.push(None);
        id
    }

    /// Wins and losses from the ends upwards; what is left is drawn.
    fn judge(&mut self, ends: Vec<usize>) {
        let mut open = VecDeque::from(ends);
        let mut left = self.moves.clone();
        while let Some(id) = open.pop_front() {
            let Some((verdict, length)) = self.verdicts[id] else {
                continue;
            };
            for before in std::mem::take(&mut self.before[id]) {
                if self.verdicts[before].is_some() {
                    continue;
                }
                left[before] -= 1;
                let found = match verdict {
                    Verdict::Lose => Some(Verdict::Win),
                    Verdict::Win if left[before] == 0 => Some(Verdict::Lose),
                    _ => None,
                };
                if let Some(found) = found {
                    self.verdicts[before] = Some((found, length + 1));
                    open.push_back(before);
                }
            }
        }
    }
}

impl Workbench {
    /// Every move of a player, the best first: the shortest win, else a draw, else the longest resistance. `None` where too many positions
    /// are below this one, or where points decide.
    ///
    /// ```
    /// use bouton_engine::{Budget, Play, Player, Verdict, Workbench};
    /// let board = Workbench::named("tic-tac-toe").unwrap();
    /// let moves = board.lines(Player::Left, "o..|xx.|o..", Play::Normal, &Budget::unlimited()).unwrap().unwrap();
    /// assert_eq!((moves[0].to.as_str(), moves[0].verdict, moves[0].remoteness), ("o..|xxx|o..", Verdict::Win, Some(0)));
    /// ```
    pub fn lines(
        &self,
        who: Player,
        position: &str,
        play: Play,
        budget: &Budget,
    ) -> Result<Option<Vec<Judged>>> {
        if self.by_points() {
            return Ok(None);
        }
        let partizan = self.is_partizan();
        let turn = |who: Player| if partizan { who } else { Player::Left };
        let mut below = Below::default();
        let root = below.number((self.show(position)?, turn(who)));
        let (mut ends, mut options) = (Vec::new(), Vec::new());
        let mut next = 0;
        while next < below.nodes.len() {
            budget.check()?;
            if below.nodes.len() > MOST_POSITIONS {
                return Ok(None);
            }
            let (pos, mover) = below.nodes[next].clone();
            match self.ended(mover, &pos)? {
                Some(verdict) => {
                    let end = match verdict {
                        "win" => Some(Verdict::Win),
                        "lose" => Some(Verdict::Lose),
                        _ => None,
                    };
                    below.verdicts[next] = end.map(|verdict| (verdict, 0));
                    ends.extend(end.map(|_| next));
                }
                None => {
                    let moves = self.moves(mover, &pos)?;
                    if moves.is_empty() {
                        let end = match play {
                            Play::Normal => Verdict::Lose,
                            Play::Misere => Verdict::Win,
                        };
                        below.verdicts[next] = Some((end, 0));
                        ends.push(next);
                    }
                    for to in moves {
                        let id = below.number((to.clone(), turn(mover.other())));
                        below.before[id].push(next);
                        below.moves[next] += 1;
                        if next == root {
                            options.push((to, id));
                        }
                    }
                }
            }
            next += 1;
        }
        below.judge(ends);
        let judged = options.into_iter().map(|(to, id)| {
            let (verdict, remoteness) = match below.verdicts[id] {
                Some((Verdict::Lose, n)) => (Verdict::Win, Some(n)),
                Some((Verdict::Win, n)) => (Verdict::Lose, Some(n)),
                _ => (Verdict::Draw, None),
            };
            Judged {
                to,
                verdict,
                remoteness,
            }
        });
        let mut judged: Vec<Judged> = judged.collect();
        judged.sort_by_key(|m| {
            let length = m.remoteness.map_or(0, |n| n as i64);
            let last = if m.verdict == Verdict::Lose {
                -length
            } else {
                length
            };
            (order(m.verdict), last)
        });
        Ok(Some(judged))
    }

    /// The best move that is found within the budget, judged: as [`Workbench::lines`] where that answers, else one that
    /// [`Workbench::solve`] gives. `None` if there is no move.
    pub fn best_move(
        &self,
        who: Player,
        position: &str,
        play: Play,
        budget: &Budget,
    ) -> Result<Option<Judged>> {
        if let Some(judged) = self.lines(who, position, play, budget)? {
            return Ok(judged.into_iter().next());
        }
        let question = SolveQuestion {
            play,
            to_move: self.is_partizan().then_some(who),
            ..SolveQuestion::default()
        };
        let answer = self.solve(position, question, budget)?;
        let verdict = match answer.outcome.as_str() {
            "win" | "N" => Verdict::Win,
            "draw" | "D" => Verdict::Draw,
            _ => Verdict::Lose,
        };
        let first = match answer.best_moves.first() {
            Some(best) => Some((best.position.clone(), best.remoteness)),
            None => {
                // Fewer moves for the opponent is nearer to the end, for all that is known.
                let mut listed = answer.winning_moves;
                if listed.is_empty() {
                    listed = self.moves(who, position)?;
                }
                let mut least: Option<(usize, String)> = None;
                for to in listed.into_iter().take(200) {
                    let count = self.moves(who.other(), &to)?.len();
                    let count = if verdict == Verdict::Lose {
                        usize::MAX - count
                    } else {
                        count
                    };
                    if least.as_ref().is_none_or(|(n, _)| count < *n) {
                        least = Some((count, to));
                    }
                }
                least.map(|(_, to)| (to, None))
            }
        };
        Ok(first.map(|(to, remoteness)| Judged {
            to,
            verdict,
            remoteness,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The length of best play from the definition: `Win` as short as can be, `Lose` as long as can be.
    fn brute(bench: &Workbench, who: Player, pos: &str, play: Play) -> (Verdict, u64) {
        let moves = bench.moves(who, pos).unwrap();
        let after = moves.iter().map(|to| brute(bench, who.other(), to, play));
        let after: Vec<(Verdict, u64)> = after.collect();
        if after.is_empty() {
            return match play {
                Play::Normal => (Verdict::Lose, 0),
                Play::Misere => (Verdict::Win, 0),
            };
        }
        let lost = after.iter().filter(|a| a.0 == Verdict::Lose);
        match lost.map(|a| a.1).min() {
            Some(n) => (Verdict::Win, n + 1),
            None => (
                Verdict::Lose,
                after.iter().map(|a| a.1).max().unwrap_or(0) + 1,
            ),
        }
    }

    #[test]
    fn lines_are_shortest_wins_and_longest_defences() {
        let mut rng = fastrand::Rng::with_seed(6);
        let mut cases = 0;
        for (game, letters, cells) in [
            ("domineering", ".#", 8),
            ("clobber", ".xo", 8),
            ("konane", ".xo", 8),
            ("toads-and-frogs", ".tf", 6),
        ] {
            let bench = Workbench::named(game).unwrap();
            let letters: Vec<char> = letters.chars().collect();
            for _ in 0..130 {
                let mut text: String = (0..cells)
                    .map(|_| letters[rng.usize(..letters.len())])
                    .collect();
                if game != "toads-and-frogs" {
                    text.insert(cells / 2, '|');
                }
                for (who, play) in [(Player::Left, Play::Normal), (Player::Right, Play::Misere)] {
                    let budget = Budget::unlimited();
                    let judged = bench.lines(who, &text, play, &budget).unwrap().unwrap();
                    for (i, m) in judged.iter().enumerate() {
                        let (verdict, length) = brute(&bench, who.other(), &m.to, play);
                        let here = match verdict {
                            Verdict::Win => Verdict::Lose,
                            _ => Verdict::Win,
                        };
                        assert_eq!(
                            (m.verdict, m.remoteness),
                            (here, Some(length)),
                            "{game} {text} {}",
                            m.to
                        );
                        assert!(i == 0 || order(judged[i - 1].verdict) <= order(m.verdict));
                    }
                    cases += 1;
                }
            }
        }
        assert!(cases > 1_000, "{cases}");
    }
}
