//! Scores: what the player to move wins less what the other wins, with best play of both; and games that are won, lost or tied
//! by reaching a position, which are scores of one point.

mod bounds;
mod carriers;
mod decided;
mod negamax;
mod quiet;

pub use decided::{DecidedAnswer, DecidedSearch};

use bouton_core::Budget;
use bouton_rules::{Gain, Result, Scoring};
use negamax::{Expanded, Negamax, Tree};
use quiet::QuietSearch;

/// A search for scores, with what it has learnt so far: over the plays that the game says are enough.
///
/// ```
/// use bouton_solve::{Budget, doc::TakeEnds, scoring::ScoreSearch};
/// // Take a number from either end of a row.
/// let mut search = ScoreSearch::new(TakeEnds);
/// assert_eq!(search.score(&vec![1, 5, 2], &Budget::unlimited()).unwrap(), -2);
/// let (score, best) = search.best(&vec![1, 5, 2, 4], &Budget::unlimited()).unwrap();
/// assert_eq!((score, best.len(), &best[0].to), (6, 1, &vec![1, 5, 2]));
/// ```
pub struct ScoreSearch<G: Scoring>(Negamax<Points<G>>);

struct Points<G: Scoring> {
    game: G,
    /// The quiet positions of the board at hand, if the game has them.
    quiet: Option<QuietSearch<G::Position>>,
}

impl<G: Scoring> Tree for Points<G> {
    type Position = G::Position;

    fn expand(&self, pos: &G::Position) -> Result<Expanded<G::Position>> {
        let plays = self.game.worthwhile(pos)?;
        Ok(match plays.is_empty() {
            true => Expanded::Leaf(0),
            false => Expanded::Plays(plays),
        })
    }

    fn bound(
        &mut self,
        pos: &G::Position,
        alpha: i32,
        beta: i32,
        budget: &Budget,
    ) -> Result<Option<i32>> {
        match &mut self.quiet {
            Some(search) if search.board.has(pos) => search.score(pos, alpha, beta, budget),
            _ => Ok(None),
        }
    }

    fn stake(&self, pos: &G::Position) -> i32 {
        // Sums of scores stay within the machine word.
        i32::try_from(self.game.at_stake(pos)).map_or(1 << 29, |n| n.min(1 << 29))
    }

    fn canon(&self, pos: G::Position) -> G::Position {
        self.game.canon(pos)
    }

    fn owned_bytes(&self, pos: &G::Position) -> usize {
        self.game.owned_bytes(pos)
    }
}

impl<G: Scoring> ScoreSearch<G> {
    /// A search that knows nothing yet.
    pub fn new(game: G) -> Self {
        ScoreSearch(Negamax::new(Points { game, quiet: None }))
    }

    /// Positions expanded so far.
    pub fn nodes(&self) -> u64 {
        self.0.nodes() + self.0.tree.quiet.as_ref().map_or(0, QuietSearch::nodes)
    }

    /// The score of a position for the player to move. Errors: a limit; more than 2^29 points at stake.
    pub fn score(&mut self, pos: &G::Position, budget: &Budget) -> Result<i64> {
        self.begin(pos)?;
        Ok(self.0.score(pos.clone(), budget)?.into())
    }

    /// The score and every best play.
    pub fn best(
        &mut self,
        pos: &G::Position,
        budget: &Budget,
    ) -> Result<(i64, Vec<Gain<G::Position>>)> {
        self.begin(pos)?;
        let plays = self.0.tree.game.gains(pos)?;
        let (score, best) = self.0.best(pos.clone(), plays, budget)?;
        Ok((score.into(), best))
    }

    /// Takes the board of a position for the search over quiet positions.
    fn begin(&mut self, pos: &G::Position) -> Result<()> {
        let tree = &mut self.0.tree;
        if !tree
            .quiet
            .as_ref()
            .is_some_and(|search| search.board.has(pos))
        {
            tree.quiet = tree.game.quiet_board(pos).map(QuietSearch::new);
        }
        match tree.game.at_stake(pos) {
            stake if stake < 1 << 29 => Ok(()),
            stake => Err(bouton_rules::Error::limit(format!(
                "{stake} points are at stake; scores are searched below 2^29"
            ))),
        }
    }
}
