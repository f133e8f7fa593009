//! Outcome, Grundy value and every winning move of an impartial game that ends.
//!
//! In normal play a position is taken apart into its independent parts, every part is explored alone, and the values add
//! by exclusive or. In misère play nothing adds, and whole positions are searched.

use crate::expand::ImpartialNodes;
use crate::graph::Explored;
use bouton_core::Budget;
use bouton_rules::{Error, Impartial, Known, Nat, Outcome, Play, Result, Short};
use std::collections::HashSet;
use std::hash::Hash;

/// How a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The theorem that the ruleset states.
    Theorem,
    /// Everything below the position was searched.
    Search,
}

/// Who wins an impartial position, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<P> {
    /// P or N.
    pub outcome: Outcome,
    /// The Grundy value, where it was found on the way (normal play only).
    pub grundy: Option<Nat>,
    /// Winning options in the ruleset's order, without repeats.
    pub winning: Vec<P>,
    /// True if `winning` is every winning option.
    pub all: bool,
    /// How this is known.
    pub method: Method,
    /// Positions searched.
    pub nodes: u64,
}

/// Who wins `pos` under `play`, with every winning move.
///
/// With `theorems`, the theorem of the ruleset answers where it has one; otherwise everything below the position is
/// searched, which takes time and memory in proportion to the positions and moves there: to the packed parts, in normal play of
/// a game that packs them. Errors: a limit of the budget; an
/// input error if the rules let play repeat after all.
///
/// ```
/// # use bouton_solve::doc::Takeaway;
/// use bouton_rules::{Heaps, Outcome, Play};
/// use bouton_solve::{Budget, outcome};
/// let game = Takeaway; // take one or two from one heap
/// let answer = outcome(&game, &Heaps::of(&[4, 5]), Play::Normal, false, &Budget::unlimited()).unwrap();
/// assert_eq!(answer.outcome, Outcome::N);
/// assert_eq!(answer.winning, [Heaps::of(&[2, 5]), Heaps::of(&[4, 4])]);
/// ```
pub fn outcome<G: Impartial + Short>(
    game: &G,
    pos: &G::Position,
    play: Play,
    theorems: bool,
    budget: &Budget,
) -> Result<Answer<G::Position>> {
    if theorems && let Some(known) = game.known(pos, play) {
        return from_theorem(game, pos, play, known, budget);
    }
    match play {
        Play::Normal => match crate::words::outcome(game, pos, budget) {
            Some(answer) => answer,
            None => by_values(game, pos, budget),
        },
        Play::Misere => by_outcomes(game, pos, play, budget),
    }
}

/// The Grundy value of `pos` in normal play, with theorems if asked; cost and errors as for [`outcome`].
///
/// ```
/// # use bouton_solve::doc::Takeaway;
/// use bouton_rules::Heaps;
/// use bouton_solve::{Budget, grundy};
/// assert_eq!(grundy(&Takeaway, &Heaps::of(&[4, 5]), false, &Budget::unlimited()).unwrap(), 3u32.into());
/// ```
pub fn grundy<G: Impartial + Short>(
    game: &G,
    pos: &G::Position,
    theorems: bool,
    budget: &Budget,
) -> Result<Nat> {
    if theorems && let Some(value) = game.known(pos, Play::Normal).and_then(|known| known.grundy) {
        return Ok(value);
    }
    let sums = ImpartialNodes { game, sums: true };
    let values = Values::explore(game, sums.parts(pos), budget)?;
    Ok(Nat::from(values.of(pos)))
}

/// As [`outcome`] in normal play, always with the Grundy value: by theorem where it gives the value, else by searching the
/// parts.
pub fn outcome_and_grundy<G: Impartial + Short>(
    game: &G,
    pos: &G::Position,
    theorems: bool,
    budget: &Budget,
) -> Result<Answer<G::Position>> {
    if theorems
        && let Some(known) = game.known(pos, Play::Normal)
        && known.grundy.is_some()
    {
        return from_theorem(game, pos, Play::Normal, known, budget);
    }
    by_values(game, pos, budget)
}

/// Most options that are looked through where a theorem says who wins but not every reply.
const FEW_OPTIONS: usize = 1 << 14;

fn from_theorem<G: Impartial>(
    game: &G,
    pos: &G::Position,
    play: Play,
    known: Known<G::Position>,
    budget: &Budget,
) -> Result<Answer<G::Position>> {
    let Known {
        outcome,
        grundy,
        mut winning,
        mut all,
    } = known;
    if outcome == Outcome::N
        && !all
        && let Ok(options) = game.options(pos)
        && options.len() <= FEW_OPTIONS
    {
        // The theorem also judges the options.
        let mut replies = Some(Vec::new());
        for option in options {
            budget.check()?;
            match (game.known(&option, play), &mut replies) {
                (Some(known), Some(replies)) if known.outcome == Outcome::P => replies.push(option),
                (Some(_), _) => {}
                (None, _) => {
                    replies = None;
                    break;
                }
            }
        }
        if let Some(replies) = replies {
            (winning, all) = (distinct(replies), true);
        }
    }
    Ok(Answer {
        outcome,
        grundy,
        winning,
        all,
        method: Method::Theorem,
        nodes: 0,
    })
}

/// Grundy values of everything below some positions, taken apart into independent parts.
///
/// ```
/// # use bouton_solve::doc::Takeaway;
/// use bouton_rules::Heaps;
/// use bouton_solve::{Budget, Values};
/// let values = Values::explore(&Takeaway, [Heaps::of(&[7])], &Budget::unlimited()).unwrap();
/// assert_eq!(values.of(&Heaps::of(&[5, 6, 7])), 3);
/// ```
pub struct Values<'g, G: Impartial> {
    nodes: ImpartialNodes<'g, G>,
    all: Explored<G::Position>,
    values: Vec<u32>,
}

impl<'g, G: Impartial> Values<'g, G> {
    /// Searches everything below the given positions. Errors as for [`outcome`].
    pub fn explore(
        game: &'g G,
        positions: impl IntoIterator<Item = G::Position>,
        budget: &Budget,
    ) -> Result<Values<'g, G>> {
        let mut nodes = ImpartialNodes { game, sums: true };
        let seeds: Vec<_> = positions
            .into_iter()
            .flat_map(|pos| nodes.parts(&pos))
            .collect();
        let all = Explored::explore(seeds, true, &mut nodes, budget)?;
        let order = order(game, &all, |pos| pos.clone(), budget)?;
        let values = all.graph().grundy(&order);
        Ok(Values { nodes, all, values })
    }

    /// The value of a position; its parts must be among those explored, or this panics.
    pub fn of(&self, pos: &G::Position) -> u32 {
        self.get(pos).expect("a position that was explored")
    }

    /// The value of a position, if its parts were explored.
    pub fn get(&self, pos: &G::Position) -> Option<u32> {
        let mut sum = 0;
        for part in self.nodes.parts(pos) {
            sum ^= self.values[self.all.find(&part)? as usize];
        }
        Some(sum)
    }

    /// How many parts were explored.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// True if nothing was explored: there are only ended games.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

/// Normal play by Grundy values of the parts.
fn by_values<G: Impartial>(
    game: &G,
    pos: &G::Position,
    budget: &Budget,
) -> Result<Answer<G::Position>> {
    let options = game.options(pos)?;
    let seeds = std::iter::once(pos).chain(&options).cloned();
    let values = Values::explore(game, seeds, budget)?;
    let value = values.of(pos);
    let outcome = if value == 0 { Outcome::P } else { Outcome::N };
    let nodes = values.len() as u64;
    let winning = distinct(options.into_iter().filter(|o| values.of(o) == 0).collect());
    Ok(Answer {
        outcome,
        grundy: Some(value.into()),
        winning,
        all: true,
        method: Method::Search,
        nodes,
    })
}

/// Misère play by outcomes of whole positions.
fn by_outcomes<G: Impartial>(
    game: &G,
    pos: &G::Position,
    play: Play,
    budget: &Budget,
) -> Result<Answer<G::Position>> {
    let outcomes = Outcomes::explore(game, [pos.clone()], play, budget)?;
    let wins = outcomes.wins(pos).unwrap_or(false);
    let outcome = if wins { Outcome::N } else { Outcome::P };
    let nodes = outcomes.len() as u64;
    let options = if wins { game.options(pos)? } else { Vec::new() };
    let winning = distinct(
        options
            .into_iter()
            .filter(|o| outcomes.wins(o) == Some(false))
            .collect(),
    );
    Ok(Answer {
        outcome,
        grundy: None,
        winning,
        all: true,
        method: Method::Search,
        nodes,
    })
}

/// Outcomes of everything below some positions, whole, under one kind of play.
///
/// ```
/// # use bouton_solve::doc::Takeaway;
/// use bouton_rules::{Heaps, Play};
/// use bouton_solve::{Budget, Outcomes};
/// let pos = Heaps::of(&[1, 1]);
/// let outcomes = Outcomes::explore(&Takeaway, [pos.clone()], Play::Misere, &Budget::unlimited()).unwrap();
/// assert_eq!(outcomes.wins(&pos), Some(true));
/// ```
pub struct Outcomes<'g, G: Impartial> {
    game: &'g G,
    all: Explored<G::Position>,
    wins: Vec<bool>,
}

impl<'g, G: Impartial> Outcomes<'g, G> {
    /// Searches everything below the given positions. Errors as for [`outcome`].
    pub fn explore(
        game: &'g G,
        positions: impl IntoIterator<Item = G::Position>,
        play: Play,
        budget: &Budget,
    ) -> Result<Outcomes<'g, G>> {
        // The options of the position as given, not of its canonical form, are asked for afterwards: explore them too.
        let mut seeds = Vec::new();
        for pos in positions {
            let canonical = game.canon(pos.clone());
            if canonical != pos {
                seeds.extend(game.options(&pos)?.into_iter().map(|o| game.canon(o)));
            }
            seeds.push(canonical);
        }
        let all = Explored::explore(
            seeds,
            false,
            &mut ImpartialNodes { game, sums: false },
            budget,
        )?;
        let order = order(game, &all, |pos| pos.clone(), budget)?;
        let wins = all.graph().wins(&order, play == Play::Misere);
        Ok(Outcomes { game, all, wins })
    }

    /// Does the player to move win; `None` if the position was not explored.
    pub fn wins(&self, pos: &G::Position) -> Option<bool> {
        let canonical = self.game.canon(pos.clone());
        self.all.find(&canonical).map(|id| self.wins[id as usize])
    }

    /// The canonical positions that were explored.
    pub fn positions(&self) -> &[G::Position] {
        self.all.nodes()
    }

    /// How many canonical positions were explored.
    pub fn len(&self) -> usize {
        self.wins.len()
    }

    /// True if nothing was explored.
    pub fn is_empty(&self) -> bool {
        self.wins.is_empty()
    }
}

/// The order of an explored graph, or the sentence that says that play repeats.
pub(crate) fn order<G: bouton_rules::Ruleset, N: Hash + Eq + Clone>(
    game: &G,
    all: &Explored<N>,
    position: impl Fn(&N) -> G::Position,
    budget: &Budget,
) -> Result<Vec<u32>> {
    budget.phase("ordering", Some(all.nodes().len() as u64));
    budget.check()?;
    let mut held = budget.hold();
    // Beside the graph: state, place in the order and value of each node, and the path, which may hold all of them.
    held.set(all.bytes() + 41 * all.nodes().len() as u64)?;
    all.graph().order().map_err(|id| {
        Error::input(format!(
            "{}: play can come back to {}, so it need not end; ask for win, lose or draw instead",
            game.info().name,
            bouton_rules::heaps::shorten(&game.show(&position(all.node(id))))
        ))
    })
}

/// The list without repeats, first occurrences kept.
pub(crate) fn distinct<P: Hash + Eq + Clone>(list: Vec<P>) -> Vec<P> {
    let mut seen = HashSet::new();
    list.into_iter()
        .filter(|p| seen.insert(p.clone()))
        .collect()
}
