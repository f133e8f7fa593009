//! Outcome and every winning move of a partizan game that ends, in whole positions.

use crate::expand::PartizanNodes;
use crate::graph::Explored;
use crate::impartial::{distinct, order};
use bouton_core::Budget;
use bouton_rules::{Decision, Outcome, Partizan, Play, Player, Result, Short};

/// Who wins a partizan position, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanAnswer<P> {
    /// L, R, N or P.
    pub outcome: Outcome,
    /// Moves with which Left, starting, wins; empty iff Left loses when starting (or wins because there is no move).
    pub left_winning: Vec<P>,
    /// The same for Right.
    pub right_winning: Vec<P>,
    /// Does Left win when starting.
    pub left_starts: bool,
    /// Does Right win when starting.
    pub right_starts: bool,
    /// Nodes searched: positions with a player to move.
    pub nodes: u64,
}

/// Who wins `pos` for both starters, with every winning move, by searching everything below the position. Time and memory
/// in proportion to the nodes and moves there. Errors: a limit of the budget; an input error if play can repeat.
///
/// ```
/// # use bouton_solve::doc::Stalk;
/// use bouton_rules::{Outcome, Play};
/// use bouton_solve::{Budget, partizan_outcome};
/// // A stalk of blue and red edges: Left cuts a blue one, Right a red one, what is above falls.
/// let answer = partizan_outcome(&Stalk, &vec![true, false], Play::Normal, &Budget::unlimited()).unwrap();
/// assert_eq!(answer.outcome, Outcome::L);
/// assert_eq!(answer.left_winning, [vec![]]);
/// ```
pub fn partizan_outcome<G: Partizan + Short>(
    game: &G,
    pos: &G::Position,
    play: Play,
    budget: &Budget,
) -> Result<PartizanAnswer<G::Position>> {
    let mut seeds = Vec::new();
    let mut options: [Vec<G::Position>; 2] = Default::default();
    for who in Player::BOTH {
        seeds.push((game.canon(pos.clone()), who));
        let moves = game.moves(who, pos)?;
        seeds.extend(moves.iter().map(|o| (game.canon(o.clone()), who.other())));
        options[who as usize] = moves;
    }
    let mut nodes = PartizanNodes {
        game,
        decided: |_, _: &G::Position| None::<Decision>,
    };
    let all = Explored::explore(seeds, false, &mut nodes, budget)?;
    let order = order(game, &all, |(pos, _)| pos.clone(), budget)?;
    let wins = all.graph().wins(&order, play == Play::Misere);
    let win = |pos: &G::Position, who: Player| {
        let id = all.find(&(game.canon(pos.clone()), who));
        id.is_some_and(|id| wins[id as usize])
    };
    let [left, right] = options;
    let winning = |moves: Vec<G::Position>, who: Player| {
        distinct(moves.into_iter().filter(|o| !win(o, who.other())).collect())
    };
    let (left_starts, right_starts) = (win(pos, Player::Left), win(pos, Player::Right));
    Ok(PartizanAnswer {
        outcome: Outcome::from_starters(left_starts, right_starts),
        left_winning: winning(left, Player::Left),
        right_winning: winning(right, Player::Right),
        left_starts,
        right_starts,
        nodes: all.nodes().len() as u64,
    })
}
