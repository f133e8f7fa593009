//! Outcome and every winning move of a partizan game that ends, in whole positions.

use crate::impartial::{distinct, node};
use crate::numbered::{Below, Cut, Nodes, Numbered, Numbering, Term, seed};
use bouton_core::Budget;
use bouton_rules::{AnyPosition, Outcome, Partizan, Play, Player, Result, Short};

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
    outcome_by(Numbered::whole(game.clone()), pos, play, budget)
}

/// As [`partizan_outcome`], for a game whose type is hidden: the search sees the positions as the game's own type numbers them.
pub fn partizan_outcome_of_term(
    term: &Term,
    pos: &AnyPosition,
    play: Play,
    budget: &Budget,
) -> Result<PartizanAnswer<AnyPosition>> {
    outcome_by(term.positions(Cut::Whole), pos, play, budget)
}

fn outcome_by<N: Numbering>(
    mut parts: N,
    pos: &N::Position,
    play: Play,
    budget: &Budget,
) -> Result<PartizanAnswer<N::Position>> {
    let mut seeds = Vec::new();
    let mut options: [Vec<N::Position>; 2] = Default::default();
    for who in Player::BOTH {
        seed(&mut parts, pos, who, &mut seeds)?;
        let moves = parts.moves(who, pos)?;
        for option in &moves {
            seed(&mut parts, option, who.other(), &mut seeds)?;
        }
        options[who as usize] = moves;
    }
    let below = Below::explore(&mut parts, &seeds, Nodes::Turns, budget)?;
    let order = below.order(&parts, budget)?;
    let wins = below.graph().wins(&order, play == Play::Misere);
    let mut win = |pos: &N::Position, who: Player| {
        let node = node(&mut parts, &below, pos, who);
        node.is_some_and(|node| wins[node as usize])
    };
    let [left, right] = options;
    let mut winning = |moves: Vec<N::Position>, who: Player| {
        distinct(moves.into_iter().filter(|o| !win(o, who.other())).collect())
    };
    let (left_winning, right_winning) =
        (winning(left, Player::Left), winning(right, Player::Right));
    let (left_starts, right_starts) = (win(pos, Player::Left), win(pos, Player::Right));
    Ok(PartizanAnswer {
        outcome: Outcome::from_starters(left_starts, right_starts),
        left_winning,
        right_winning,
        left_starts,
        right_starts,
        nodes: below.len() as u64,
    })
}
