//! Scores: what the player to move wins less what the other wins, with best play of both.
//!
//! Negamax with bounds and a table, over the plays that the game says are enough. A play that keeps the turn keeps the sign.
//! No position is worth more than the points at stake in it, which cuts many plays before they are searched. Frames are kept on
//! a stack of our own, so the length of a game does not matter.

use crate::limits::Budget;
use bouton_rules::{Gain, Result, Scoring};
use rustc_hash::FxHashMap;

/// What is known of a score: it is at least the first and at most the second number.
type Bounds = (i32, i32);

/// A search for scores, with what it has learnt so far.
///
/// ```
/// use bouton_solve::{Budget, doc::TakeEnds, scoring::ScoreSearch};
/// // Take a number from either end of a row.
/// let mut search = ScoreSearch::new(TakeEnds);
/// assert_eq!(search.score(&vec![1, 5, 2], &Budget::unlimited()).unwrap(), -2);
/// let (score, best) = search.best(&vec![4, 5, 2, 1], &Budget::unlimited()).unwrap();
/// assert_eq!((score, best.len(), &best[0].to), (2, 1, &vec![5, 2, 1]));
/// ```
pub struct ScoreSearch<G: Scoring> {
    game: G,
    table: FxHashMap<G::Position, Bounds>,
    owned: u64,
    nodes: u64,
}

/// A position whose plays are being searched.
struct Frame<P> {
    pos: P,
    /// The window: scores up to `alpha` and from `beta` on are not told apart.
    alpha: i32,
    beta: i32,
    best: i32,
    plays: std::vec::IntoIter<Gain<P>>,
    /// Points and turn of the play being searched.
    play: (i32, bool),
}

impl<G: Scoring> ScoreSearch<G> {
    /// A search that knows nothing yet.
    pub fn new(game: G) -> Self {
        ScoreSearch {
            game,
            table: FxHashMap::default(),
            owned: 0,
            nodes: 0,
        }
    }

    /// Positions expanded so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score of a position for the player to move.
    pub fn score(&mut self, pos: &G::Position, budget: &Budget<'_>) -> Result<i64> {
        let stake = self.stake(pos);
        let score = self.search(self.game.canon(pos.clone()), -stake, stake, budget)?;
        Ok(score.into())
    }

    /// The score and every best play.
    pub fn best(
        &mut self,
        pos: &G::Position,
        budget: &Budget<'_>,
    ) -> Result<(i64, Vec<Gain<G::Position>>)> {
        let score = self.score(pos, budget)?;
        let mut best = Vec::new();
        for gain in self.game.gains(pos)? {
            // Is it worth the score? A window of one number asks just that.
            let rest = i32::try_from(score).unwrap_or(i32::MAX) - points(&gain);
            let to = self.game.canon(gain.to.clone());
            let found = if gain.again {
                self.search(to, rest - 1, rest, budget)? >= rest
            } else {
                self.search(to, -rest, 1 - rest, budget)? <= -rest
            };
            if found {
                best.push(gain);
            }
        }
        Ok((score, best))
    }

    fn stake(&self, pos: &G::Position) -> i32 {
        i32::try_from(self.game.at_stake(pos)).unwrap_or(i32::MAX)
    }

    /// The score of a canonical position if it lies between the limits; otherwise a number on the same side of them that bounds it.
    fn search(
        &mut self,
        pos: G::Position,
        alpha: i32,
        beta: i32,
        budget: &Budget<'_>,
    ) -> Result<i32> {
        let mut held = budget.hold();
        let mut stack: Vec<Frame<G::Position>> = Vec::new();
        let mut found = match self.look(&pos, alpha, beta) {
            Some(score) => return Ok(score),
            None => {
                stack.push(self.frame(pos, alpha, beta, budget)?);
                None
            }
        };
        loop {
            let Some(top) = stack.last_mut() else {
                return Ok(found.unwrap_or(0));
            };
            if let Some(score) = found.take() {
                let (points, again) = top.play;
                top.best = top.best.max(points + if again { score } else { -score });
            }
            let floor = top.best.max(top.alpha);
            let next = if floor >= top.beta {
                None
            } else {
                top.plays.next()
            };
            let Some(play) = next else {
                let done = stack.pop().expect("the top of the stack");
                found = Some(self.keep(done));
                let bytes =
                    self.table.capacity() as u64 * (size_of::<(G::Position, Bounds)>() as u64 + 1);
                held.set(bytes + self.owned)?;
                continue;
            };
            let gained = points(&play);
            let most = gained.saturating_add(self.stake(&play.to));
            if most <= floor {
                top.best = top.best.max(most);
                continue;
            }
            let (low, high) = (floor - gained, top.beta - gained);
            let (low, high) = if play.again {
                (low, high)
            } else {
                (-high, -low)
            };
            top.play = (gained, play.again);
            let to = self.game.canon(play.to);
            found = self.look(&to, low, high);
            if found.is_none() {
                let frame = self.frame(to, low, high, budget)?;
                stack.push(frame);
            }
        }
    }

    /// What the table knows, if that is enough for the window.
    fn look(&self, pos: &G::Position, alpha: i32, beta: i32) -> Option<i32> {
        let &(low, high) = self.table.get(pos)?;
        if low == high || low >= beta {
            Some(low)
        } else {
            (high <= alpha).then_some(high)
        }
    }

    fn frame(
        &mut self,
        pos: G::Position,
        alpha: i32,
        beta: i32,
        budget: &Budget<'_>,
    ) -> Result<Frame<G::Position>> {
        self.nodes += 1;
        budget.visit(1)?;
        let plays = self.game.worthwhile(&pos)?;
        Ok(Frame {
            alpha,
            beta,
            best: if plays.is_empty() {
                0
            } else {
                -self.stake(&pos)
            },
            plays: plays.into_iter(),
            play: (0, false),
            pos,
        })
    }

    /// Writes a finished frame into the table.
    fn keep(&mut self, done: Frame<G::Position>) -> i32 {
        let stake = self.stake(&done.pos);
        let score = done.best;
        let owned = self.game.owned_bytes(&done.pos) as u64;
        let entry = self.table.entry(done.pos).or_insert_with(|| {
            self.owned += owned;
            (-stake, stake)
        });
        if score < done.beta {
            entry.1 = entry.1.min(score);
        }
        if score > done.alpha {
            entry.0 = entry.0.max(score);
        }
        score
    }
}

fn points<P>(gain: &Gain<P>) -> i32 {
    i32::try_from(gain.points).unwrap_or(i32::MAX)
}
