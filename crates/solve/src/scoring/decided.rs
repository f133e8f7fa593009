//! Games that are won, lost or tied by reaching a position, such as Hex: win, lose or tie by search, with every best move.

use super::carriers::CarrierSearch;
use super::negamax::{Expanded, Negamax, Tree};
use crate::impartial::distinct;
use crate::retrograde::Verdict;
use bouton_core::Budget;
use bouton_rules::{Decided, Decision, Gain, Partizan, Play, Player, Result};

/// What best play leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecidedAnswer<P> {
    /// For the player to move; never a draw.
    pub verdict: Verdict,
    /// Every move that keeps the verdict.
    pub best: Vec<P>,
}

/// A search for verdicts, with what it has learnt so far. It takes the game's word for what is foreseen and for the moves that
/// are enough ([`Decided::foreseen`], [`Decided::candidates`]). Play must end.
pub struct DecidedSearch<G: Partizan + Decided>(Negamax<Verdicts<G>>);

struct Verdicts<G: Partizan + Decided> {
    game: G,
    play: Play,
    /// The search on the board at hand, if the game has carriers.
    carriers: Option<CarrierSearch<G::Position>>,
}

fn worth(decision: Decision) -> i32 {
    match decision {
        Decision::Win => 1,
        Decision::Tie => 0,
        Decision::Lose => -1,
    }
}

fn verdict(score: i32) -> Verdict {
    match score {
        1 => Verdict::Win,
        0 => Verdict::Tie,
        _ => Verdict::Lose,
    }
}

fn plain<P>(moves: Vec<P>, who: Player) -> Vec<Gain<(P, Player)>> {
    let gain = |to| Gain {
        to: (to, who.other()),
        points: 0,
        again: false,
    };
    moves.into_iter().map(gain).collect()
}

impl<G: Partizan + Decided> Tree for Verdicts<G> {
    type Position = (G::Position, Player);

    fn expand(&self, (pos, who): &Self::Position) -> Result<Expanded<Self::Position>> {
        if let Some(decision) = self.game.foreseen(*who, pos) {
            return Ok(Expanded::Leaf(worth(decision)));
        }
        let (moves, stuck) = match self.game.candidates(*who, pos) {
            Some(moves) => (moves, -1),
            None => {
                let stuck = if self.play == Play::Misere { 1 } else { -1 };
                (self.game.moves(*who, pos)?, stuck)
            }
        };
        Ok(match moves.is_empty() {
            true => Expanded::Leaf(stuck),
            false => Expanded::Plays(plain(moves, *who)),
        })
    }

    fn bound(
        &mut self,
        (pos, who): &Self::Position,
        _: i32,
        _: i32,
        budget: &Budget,
    ) -> Result<Option<i32>> {
        let Some(search) = &mut self.carriers else {
            return Ok(None);
        };
        let stones = search.board.pack(*who, pos);
        let wins = stones.map(|stones| search.wins(stones, budget));
        Ok(wins.transpose()?.map(|wins| if wins { 1 } else { -1 }))
    }

    fn stake(&self, _: &Self::Position) -> i32 {
        1
    }

    fn canon(&self, (pos, who): Self::Position) -> Self::Position {
        (self.game.canon(pos), who)
    }

    fn owned_bytes(&self, (pos, _): &Self::Position) -> usize {
        self.game.owned_bytes(pos)
    }
}

impl<G: Partizan + Decided> DecidedSearch<G> {
    /// A search that knows nothing yet; `play` judges positions without a decision and without a move.
    pub fn new(game: G, play: Play) -> Self {
        DecidedSearch(Negamax::new(Verdicts {
            game,
            play,
            carriers: None,
        }))
    }

    /// Positions expanded so far.
    pub fn nodes(&self) -> u64 {
        let carriers = self.0.tree.carriers.as_ref();
        self.0.nodes() + carriers.map_or(0, CarrierSearch::nodes)
    }

    /// Takes the board of a position for the search with carriers.
    fn begin(&mut self, pos: &G::Position, who: Player) {
        let tree = &mut self.0.tree;
        let fits = |search: &CarrierSearch<_>| search.board.pack(who, pos).is_some();
        if !tree.carriers.as_ref().is_some_and(fits) {
            tree.carriers = tree.game.carrier_board(pos).map(CarrierSearch::new);
        }
    }

    /// The verdict with `who` to move.
    pub fn verdict(&mut self, pos: &G::Position, who: Player, budget: &Budget) -> Result<Verdict> {
        self.begin(pos, who);
        Ok(verdict(self.0.score((pos.clone(), who), budget)?))
    }

    /// The verdict with `who` to move, and every move that keeps it.
    pub fn answer(
        &mut self,
        pos: &G::Position,
        who: Player,
        budget: &Budget,
    ) -> Result<DecidedAnswer<G::Position>> {
        self.begin(pos, who);
        let game = &self.0.tree.game;
        let moves = match game.decided(who, pos) {
            Some(_) => Vec::new(),
            None => distinct(game.moves(who, pos)?),
        };
        let (score, best) = self.0.best((pos.clone(), who), plain(moves, who), budget)?;
        Ok(DecidedAnswer {
            verdict: verdict(score),
            best: best.into_iter().map(|gain| gain.to.0).collect(),
        })
    }
}
