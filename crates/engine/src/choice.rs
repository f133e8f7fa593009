//! A move to make, as good as the time allows: best play where it is found, else the move that wins most random games.

use crate::lines::Judged;
use crate::workbench::Workbench;
use bouton_core::{Budget, Code, Limits, Verdict};
use bouton_rules::{Play, Player, Result};
use std::time::{Duration, Instant};

/// A move, and how it was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The position after it.
    pub to: String,
    /// What it leads to, where that is known.
    pub verdict: Option<Verdict>,
    /// Moves to the end after it, where that is known and play ends.
    pub remoteness: Option<u64>,
    /// How many random games it was chosen by; none where it is best play.
    pub games: Option<u64>,
}

/// Of the time for a move, the part for the search; the rest is for random games where the search does not end.
const SEARCH_SHARE: f64 = 0.6;

/// Moves that random games are played for.
const MOST_MOVES: usize = 1_000;

/// Moves of a random game before it counts as a draw.
const LONGEST_GAME: usize = 400;

impl Workbench {
    /// A move for `who`, in at most the budget's time. `None` if there is no move. Errors: no position, or Ctrl-C; a limit is no
    /// error while there are moves to choose from.
    ///
    /// ```
    /// use bouton_engine::{Budget, Limits, Play, Player, Workbench};
    /// let hex = Workbench::named("hex").unwrap();
    /// let budget = Budget::new(&Limits { seconds: Some(0.2), ..Limits::default() });
    /// let choice = hex.choose(Player::Left, &hex.show("9x9").unwrap(), Play::Normal, &budget).unwrap().unwrap();
    /// assert!(choice.games.is_some() && choice.verdict.is_none());
    /// ```
    pub fn choose(
        &self,
        who: Player,
        position: &str,
        play: Play,
        budget: &Budget,
    ) -> Result<Option<Choice>> {
        let limits = budget.limits();
        let start = Instant::now();
        let search = Budget::new(&Limits {
            seconds: limits.seconds.map(|s| s * SEARCH_SHARE),
            ..limits.clone()
        });
        match self.best_move(who, position, play, &search) {
            Err(e) if e.is_limit() && e.code() != Code::Stopped => {}
            best => {
                return Ok(best?.map(
                    |Judged {
                         to,
                         verdict,
                         remoteness,
                     }| Choice {
                        to,
                        verdict: Some(verdict),
                        remoteness,
                        games: None,
                    },
                ));
            }
        }
        let total = limits.seconds.unwrap_or(10.0).clamp(0.0, 1e6);
        let left = Duration::from_secs_f64(total).saturating_sub(start.elapsed());
        let time = left.max(Duration::from_secs_f64(total * (1.0 - SEARCH_SHARE) / 2.0));
        self.by_random_games(who, position, play, Instant::now() + time, limits)
    }

    /// The move that wins most random games; a move that does well gets more of them (Auer, Cesa-Bianchi, Fischer 2002).
    fn by_random_games(
        &self,
        who: Player,
        position: &str,
        play: Play,
        end: Instant,
        limits: &Limits,
    ) -> Result<Option<Choice>> {
        let mut random = fastrand::Rng::with_seed(position.len() as u64);
        let mut moves = self.moves(who, position)?;
        random.shuffle(&mut moves);
        moves.truncate(MOST_MOVES);
        let mut won = vec![0.0; moves.len()];
        let mut tries = vec![0u64; moves.len()];
        let stopped = Budget::new(&Limits {
            stop: limits.stop.clone(),
            ..Limits::default()
        });
        let mut games = 0;
        while Instant::now() < end && moves.len() > 1 {
            stopped.check()?;
            let hope = |i: &usize| match tries[*i] {
                0 => f64::INFINITY,
                n => won[*i] / n as f64 + (2.0 * (games as f64).ln() / n as f64).sqrt(),
            };
            let best = (0..moves.len()).max_by(|a, b| hope(a).total_cmp(&hope(b)));
            let i = best.unwrap_or(0);
            let result = self.random_game(who, position, &moves[i], play, &mut random, end)?;
            let Some(result) = result else { break };
            won[i] += result;
            tries[i] += 1;
            games += 1;
        }
        let best = (0..moves.len()).max_by_key(|&i| tries[i]);
        Ok(best.map(|i| Choice {
            to: moves.swap_remove(i),
            verdict: None,
            remoteness: None,
            games: Some(games),
        }))
    }

    /// What random moves after one of `who` come to, for `who`: 1 a win, 1/2 a draw, 0 a loss; `None` if the time is up.
    fn random_game(
        &self,
        who: Player,
        from: &str,
        to: &str,
        play: Play,
        random: &mut fastrand::Rng,
        end: Instant,
    ) -> Result<Option<f64>> {
        let by_points = self.by_points();
        // Points of `who` and of the other.
        let mut points = [0i64, 0];
        let (mut here, mut mover) = (from.to_string(), who);
        let mut next = Some(to.to_string());
        for _ in 0..LONGEST_GAME {
            if Instant::now() >= end {
                return Ok(None);
            }
            let Some(to) = next else {
                let mover_wins = play == Play::Misere;
                return Ok(Some(match by_points {
                    true => match points[0].cmp(&points[1]) {
                        std::cmp::Ordering::Greater => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Less => 0.0,
                    },
                    false => f64::from(u8::from((mover == who) == mover_wins)),
                }));
            };
            let gain = if by_points {
                self.gain(&here, &to)?
            } else {
                None
            };
            if let Some((won, _)) = gain {
                points[usize::from(mover != who)] += i64::from(won);
            }
            if !gain.is_some_and(|(_, again)| again) {
                mover = mover.other();
            }
            here = to;
            match self.ended(mover, &here)? {
                Some("draw") => return Ok(Some(0.5)),
                Some(verdict) => {
                    return Ok(Some(f64::from(u8::from(
                        (verdict == "win") == (mover == who),
                    ))));
                }
                None => {}
            }
            let moves = self.moves(mover, &here)?;
            next = random.choice(moves);
        }
        Ok(Some(0.5))
    }
}
