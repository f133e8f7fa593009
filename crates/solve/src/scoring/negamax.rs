//! Negamax with bounds and a table, over positions with a score for the player to move.
//!
//! A play that keeps the turn keeps the sign. No score is above the points at stake, which cuts many plays before they are
//! searched. Frames are kept on a stack of our own, so the length of a game does not matter.

use bouton_core::Budget;
use bouton_rules::{Gain, Result};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// What there is at a position.
pub(crate) enum Expanded<P> {
    /// The score is known.
    Leaf(i32),
    /// Plays with a best one among them, the most promising first.
    Plays(Vec<Gain<P>>),
}

/// What is searched.
pub(crate) trait Tree {
    /// A position; it says who is to move where that matters.
    type Position: Clone + Eq + Hash;

    /// The score of a position if it lies between the limits, otherwise a number on the same side of them that bounds it: by
    /// another search, for positions that have one. The default has none.
    fn bound(
        &mut self,
        _pos: &Self::Position,
        _alpha: i32,
        _beta: i32,
        _budget: &Budget,
    ) -> Result<Option<i32>> {
        Ok(None)
    }

    /// The plays, or the score.
    fn expand(&self, pos: &Self::Position) -> Result<Expanded<Self::Position>>;

    /// No score here is above this, and none below its negative.
    fn stake(&self, pos: &Self::Position) -> i32;

    /// A representative with the same score.
    fn canon(&self, pos: Self::Position) -> Self::Position;

    /// Bytes on the heap.
    fn owned_bytes(&self, pos: &Self::Position) -> usize;
}

/// What is known of a score: it is at least the first and at most the second number.
type Bounds = (i32, i32);

/// A search, with what it has learnt so far.
pub(crate) struct Negamax<T: Tree> {
    pub(crate) tree: T,
    table: FxHashMap<T::Position, Bounds>,
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

impl<T: Tree> Negamax<T> {
    pub(crate) fn new(tree: T) -> Self {
        Negamax {
            tree,
            table: FxHashMap::default(),
            owned: 0,
            nodes: 0,
        }
    }

    /// Positions expanded so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score of a position.
    pub(crate) fn score(&mut self, pos: T::Position, budget: &Budget) -> Result<i32> {
        let stake = self.tree.stake(&pos);
        self.search(pos, -stake, stake, budget)
    }

    /// The score, and the plays of a list that reach it.
    pub(crate) fn best(
        &mut self,
        pos: T::Position,
        plays: Vec<Gain<T::Position>>,
        budget: &Budget,
    ) -> Result<(i32, Vec<Gain<T::Position>>)> {
        let score = self.score(pos, budget)?;
        let mut best = Vec::new();
        for gain in plays {
            // Is it worth the score? A window of one number asks just that.
            let rest = score - points(&gain);
            let found = if gain.again {
                self.search(gain.to.clone(), rest - 1, rest, budget)? >= rest
            } else {
                self.search(gain.to.clone(), -rest, 1 - rest, budget)? <= -rest
            };
            if found {
                best.push(gain);
            }
        }
        Ok((score, best))
    }

    /// The score of a position if it lies between the limits; otherwise a number on the same side of them that bounds it.
    fn search(&mut self, pos: T::Position, alpha: i32, beta: i32, budget: &Budget) -> Result<i32> {
        let mut held = budget.hold();
        let mut stack: Vec<Frame<T::Position>> = Vec::new();
        let pos = self.tree.canon(pos);
        let mut found = self.enter(pos, alpha, beta, &mut stack, budget)?;
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
                found = Some(done.best);
                self.keep(done);
                let entry = size_of::<(T::Position, Bounds)>() as u64 + 1;
                held.set(self.table.capacity() as u64 * entry + self.owned)?;
                continue;
            };
            let gained = points(&play);
            let most = gained.saturating_add(self.tree.stake(&play.to));
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
            let to = self.tree.canon(play.to);
            found = self.enter(to, low, high, &mut stack, budget)?;
        }
    }

    /// The score, if the table or the position itself says enough for the window; otherwise a frame is begun.
    fn enter(
        &mut self,
        pos: T::Position,
        alpha: i32,
        beta: i32,
        stack: &mut Vec<Frame<T::Position>>,
        budget: &Budget,
    ) -> Result<Option<i32>> {
        if let Some(&(low, high)) = self.table.get(&pos) {
            if low == high || low >= beta {
                return Ok(Some(low));
            }
            if high <= alpha {
                return Ok(Some(high));
            }
        }
        if let Some(score) = self.tree.bound(&pos, alpha, beta, budget)? {
            return Ok(Some(score));
        }
        self.nodes += 1;
        budget.visit(1)?;
        let plays = match self.tree.expand(&pos)? {
            Expanded::Leaf(score) => return Ok(Some(score)),
            Expanded::Plays(plays) => plays,
        };
        stack.push(Frame {
            alpha,
            beta,
            best: -self.tree.stake(&pos),
            plays: plays.into_iter(),
            play: (0, false),
            pos,
        });
        Ok(None)
    }

    /// Writes a finished frame into the table.
    fn keep(&mut self, done: Frame<T::Position>) {
        let stake = self.tree.stake(&done.pos);
        let owned = self.tree.owned_bytes(&done.pos) as u64;
        let entry = self.table.entry(done.pos).or_insert_with(|| {
            self.owned += owned;
            (-stake, stake)
        });
        if done.best < done.beta {
            entry.1 = entry.1.min(done.best);
        }
        if done.best > done.alpha {
            entry.0 = entry.0.max(done.best);
        }
    }
}

fn points<P>(gain: &Gain<P>) -> i32 {
    i32::try_from(gain.points).unwrap_or(i32::MAX)
}
