//! A game that is asked more than once: it keeps what it finds out, under one set of limits.

use crate::count::CountQuestion;
use crate::game::SolveQuestion;
use crate::lines::Verdict;
use crate::moves::Move;
use crate::report::{AnalyzeReport, CountReport, SolveReport, TableReport, ValueReport};
use crate::workbench::Workbench;
use bouton_core::{Budget, Limits, OnProgress};
use bouton_rules::{Error, Nat, Outcome, Play, Player, Result};
use std::cmp::Reverse;

/// Positions that may be visited for the value of a move that is judged.
const VALUE_NODES: u64 = 20_000;

/// One game, its tables and what its questions may use.
///
/// ```
/// use bouton_engine::{Limits, Play, Player, Session, Verdict};
/// let mut nim = Session::named("nim", Limits::default()).unwrap();
/// assert_eq!(nim.grundy("3,4,6").unwrap(), 1u8.into());
/// let best = nim.judge("3,4,6", Player::Left, Play::Normal).unwrap().remove(0);
/// assert_eq!((best.action.to.as_str(), best.verdict), ("2,4,6", Verdict::Win));
/// ```
pub struct Session {
    bench: Workbench,
    limits: Limits,
    progress: Option<OnProgress>,
}

/// Who wins: for each player what moving first leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Starters {
    /// What Left reaches by moving first; in an impartial game, what the player to move reaches.
    pub left: Verdict,
    /// What Right reaches by moving first.
    pub right: Verdict,
}

impl Starters {
    /// The outcome, where neither player can only draw.
    pub fn outcome(self) -> Option<Outcome> {
        let wins = |verdict| match verdict {
            Verdict::Win => Some(true),
            Verdict::Lose => Some(false),
            Verdict::Draw => None,
        };
        Some(Outcome::from_starters(wins(self.left)?, wins(self.right)?))
    }
}

/// A move with what it leads to, for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// The move.
    pub action: Move,
    /// What it leads to.
    pub verdict: Verdict,
    /// Moves to the end after it, where that is known.
    pub remoteness: Option<u64>,
    /// What its player wins less what the other wins, in a game of points.
    pub score: Option<i64>,
    /// The value of the position after it, where that is cheap to have.
    pub value: Option<String>,
}

impl Session {
    /// A session of a game.
    pub fn new(bench: Workbench, limits: Limits) -> Session {
        Session {
            bench,
            limits,
            progress: None,
        }
    }

    /// A session of a game by its name or code, a variant, or a sum of games.
    pub fn named(name: &str, limits: Limits) -> Result<Session> {
        let bench = Workbench::composed(name, &Workbench::named)?;
        Ok(Session::new(bench, limits))
    }

    /// The same session, which tells how far its long questions have come.
    pub fn with_progress(mut self, progress: OnProgress) -> Session {
        self.progress = Some(progress);
        self
    }

    /// The game.
    pub fn game(&self) -> &Workbench {
        &self.bench
    }

    /// What each question may use.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Changes what the questions from now on may use.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The account of the next question.
    fn budget(&self) -> Budget {
        let budget = Budget::new(&self.limits);
        match &self.progress {
            Some(progress) => budget.with_progress(progress.clone()),
            None => budget,
        }
    }

    /// A position in its normal form. Errors: a text that is no position.
    pub fn position(&self, text: &str) -> Result<String> {
        self.bench.show(text)
    }

    /// All moves of a player.
    pub fn moves(&self, who: Player, position: &str) -> Result<Vec<Move>> {
        self.bench.labelled_moves(who, position)
    }

    /// Who wins, for each player as the one who moves first.
    pub fn outcome(&mut self, position: &str, play: Play) -> Result<Starters> {
        let budget = self.budget();
        Ok(Starters {
            left: self.verdict_within(position, Player::Left, play, &budget)?,
            right: self.verdict_within(position, Player::Right, play, &budget)?,
        })
    }

    /// What a player reaches by moving first.
    pub fn verdict(&mut self, position: &str, who: Player, play: Play) -> Result<Verdict> {
        let budget = self.budget();
        self.verdict_within(position, who, play, &budget)
    }

    fn verdict_within(
        &mut self,
        position: &str,
        who: Player,
        play: Play,
        budget: &Budget,
    ) -> Result<Verdict> {
        Ok(self.judged(position, who, play, budget)?.0)
    }

    /// The verdict, the moves to the end and the score of a position.
    fn judged(
        &mut self,
        position: &str,
        who: Player,
        play: Play,
        budget: &Budget,
    ) -> Result<(Verdict, Option<u64>, Option<i64>)> {
        let question = SolveQuestion {
            play,
            to_move: (self.bench.is_partizan() && self.bench.other_kind().is_none()).then_some(who),
            outcome_only: true,
            ..SolveQuestion::default()
        };
        let answer = self.bench.solve(position, question, budget)?;
        let verdict = match answer.outcome.as_str() {
            "win" | "N" => Verdict::Win,
            "lose" | "P" => Verdict::Lose,
            "draw" => Verdict::Draw,
            _ => {
                return Err(Error::input(format!(
                    "{} is not a game of two players who move in turn, so nobody wins; ask for its solution",
                    self.bench.info().name
                )));
            }
        };
        Ok((verdict, answer.remoteness, answer.score))
    }

    /// Who wins and every winning move, as a report for reading.
    pub fn solve(&mut self, position: &str, question: SolveQuestion) -> Result<SolveReport> {
        let budget = self.budget();
        self.bench.solve(position, question, &budget)
    }

    /// The canonical value.
    pub fn value(&mut self, position: &str) -> Result<ValueReport> {
        let budget = self.budget();
        self.bench.value(position, false, &budget)
    }

    /// The Grundy value. Errors: a partizan game; play that need not end; a limit.
    pub fn grundy(&mut self, position: &str) -> Result<Nat> {
        let none = |why: &str| {
            let name = self.bench.info().name;
            Error::input(format!("{name} has no Grundy values: {why}"))
        };
        if self.bench.is_partizan() {
            return Err(none("the players have different moves"));
        }
        let budget = self.budget();
        let answer = self
            .bench
            .solve(position, SolveQuestion::default(), &budget)?;
        let grundy = answer.grundy.as_deref().and_then(|g| g.parse().ok());
        grundy.ok_or_else(|| none("its play may go on for ever, or is won by points"))
    }

    /// The first values: Grundy values, values or outcomes, as the game has them.
    pub fn table(
        &mut self,
        ranges: &[(u64, u64)],
        outcomes: bool,
        play: Play,
    ) -> Result<TableReport> {
        let budget = self.budget();
        self.bench.table(ranges, outcomes, play, &budget)
    }

    /// What can be proved of all positions.
    pub fn analyze(&mut self, play: Play) -> Result<AnalyzeReport> {
        let budget = self.budget();
        self.bench.analyze(play, &budget)
    }

    /// An exact count of P-positions.
    pub fn count(&mut self, question: &CountQuestion) -> Result<CountReport> {
        let budget = self.budget();
        self.bench.count(question, &budget)
    }

    /// Every move of a player with what it leads to, the best first: wins before draws before losses, the higher score, the
    /// shorter win and the longer resistance.
    pub fn judge(&mut self, position: &str, who: Player, play: Play) -> Result<Vec<JudgedMove>> {
        let budget = self.budget();
        let moves = self.moves(who, position)?;
        let lines = self.bench.lines(who, position, play, &budget)?;
        let mut judged = Vec::with_capacity(moves.len());
        for action in moves {
            let known = lines.iter().flatten().find(|line| line.to == action.to);
            let (verdict, remoteness, score) = match known {
                Some(line) => (line.verdict, line.remoteness, None),
                None => self.after(position, &action.to, who, play, &budget)?,
            };
            let value = match play {
                Play::Normal => self.cheap_value(&action.to, &budget),
                Play::Misere => None,
            };
            judged.push(JudgedMove {
                action,
                verdict,
                remoteness,
                score,
                value,
            });
        }
        judged.sort_by_key(|m| {
            let length = m.remoteness.map_or(0, |n| n as i64);
            let last = if m.verdict == Verdict::Lose {
                -length
            } else {
                length
            };
            (Reverse(m.verdict), Reverse(m.score), last)
        });
        Ok(judged)
    }

    /// What a move leads to, for the player who makes it.
    fn after(
        &mut self,
        from: &str,
        to: &str,
        who: Player,
        play: Play,
        budget: &Budget,
    ) -> Result<(Verdict, Option<u64>, Option<i64>)> {
        if let Some((points, again)) = self.bench.gain(from, to)? {
            let (_, _, score) = self.judged(to, who, play, budget)?;
            let score = score.map(|s| i64::from(points) + if again { s } else { -s });
            let verdict = match score.map_or(0, i64::signum) {
                1 => Verdict::Win,
                0 => Verdict::Draw,
                _ => Verdict::Lose,
            };
            return Ok((verdict, None, score));
        }
        let (theirs, remoteness, _) = self.judged(to, who.other(), play, budget)?;
        let verdict = match theirs {
            Verdict::Win => Verdict::Lose,
            Verdict::Lose => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
        };
        Ok((verdict, remoteness, None))
    }

    fn cheap_value(&mut self, position: &str, budget: &Budget) -> Option<String> {
        let (attempt, _) = budget.attempt(VALUE_NODES);
        let report = self.bench.value(position, false, &attempt).ok()?;
        Some(report.value)
    }
}
