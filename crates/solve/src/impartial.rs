//! Outcome, Grundy value and every winning move of an impartial game that ends.
//!
//! In normal play a position is taken apart into its independent parts, every part is explored alone, and the values add
//! by exclusive or. In misère play nothing adds, and whole positions are searched.

use crate::numbered::{
    Below, Cut, Nodes, Numbered, Numbering, Options, Seen, Term, TermPositions, seed,
};
use bouton_core::Budget;
use bouton_rules::{
    AnyPosition, Error, Impartial, Known, Nat, Outcome, Play, Player, Result, Short,
};
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
    let numbered = |cut| numbered(game, cut);
    outcome_by(game, &numbered, pos, play, theorems, budget)
}

/// As [`outcome`], for a game whose type is hidden: the searches see the positions as the game's own type numbers them. Errors: as
/// there; a partizan game.
pub fn outcome_of_term(
    term: &Term,
    pos: &AnyPosition,
    play: Play,
    theorems: bool,
    budget: &Budget,
) -> Result<Answer<AnyPosition>> {
    let rules = impartial_rules(term)?;
    let numbered = |cut| term.positions(cut);
    outcome_by(&rules, &numbered, pos, play, theorems, budget)
}

fn impartial_rules(term: &Term) -> Result<crate::numbered::TermRules> {
    let rules = term.impartial_rules();
    rules.ok_or_else(|| {
        Error::input("the players have different moves, so nimbers do not tell who wins")
    })
}

fn numbered<G: Impartial>(game: &G, cut: Cut) -> Numbered<G> {
    match cut {
        Cut::Whole => Numbered::whole(game.clone()),
        _ => Numbered::impartial(game.clone()),
    }
}

fn outcome_by<G: Impartial, N: Numbering<Position = G::Position>>(
    game: &G,
    numbered: &dyn Fn(Cut) -> N,
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
            None => by_values(numbered(Cut::Nimbers), pos, budget),
        },
        Play::Misere => by_outcomes(numbered(Cut::Whole), pos, play, budget),
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
    let mut values = Values::explore(game, [pos.clone()], budget)?;
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
    by_values(numbered(game, Cut::Nimbers), pos, budget)
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
/// let mut values = Values::explore(&Takeaway, [Heaps::of(&[7])], &Budget::unlimited()).unwrap();
/// assert_eq!(values.of(&Heaps::of(&[5, 6, 7])), 3);
/// ```
pub struct Values<N> {
    parts: N,
    below: Below,
    values: Vec<u32>,
}

impl<G: Impartial> Values<Numbered<G>> {
    /// Searches everything below the given positions. Errors as for [`outcome`].
    pub fn explore(
        game: &G,
        positions: impl IntoIterator<Item = G::Position>,
        budget: &Budget,
    ) -> Result<Self> {
        let positions: Vec<_> = positions.into_iter().collect();
        Values::over(numbered(game, Cut::Nimbers), &positions, budget)
    }
}

impl Values<TermPositions> {
    /// As [`Values::explore`], for a game whose type is hidden.
    pub fn of_term(term: &Term, positions: &[AnyPosition], budget: &Budget) -> Result<Self> {
        impartial_rules(term)?;
        Values::over(term.positions(Cut::Nimbers), positions, budget)
    }
}

impl<N: Numbering> Values<N> {
    fn over(mut parts: N, positions: &[N::Position], budget: &Budget) -> Result<Values<N>> {
        let mut seeds = Vec::new();
        for pos in positions {
            seed(&mut parts, pos, Player::Left, &mut seeds)?;
        }
        let below = Below::explore(&mut parts, &seeds, Nodes::Parts, budget)?;
        let order = below.order(&parts, budget)?;
        let values = below.graph().grundy(&order);
        Ok(Values {
            parts,
            below,
            values,
        })
    }

    /// The value of a position; its parts must be among those explored, or this panics.
    pub fn of(&mut self, pos: &N::Position) -> u32 {
        self.get(pos).expect("a position that was explored")
    }

    /// The value of a position, if its parts were explored.
    pub fn get(&mut self, pos: &N::Position) -> Option<u32> {
        let mut out = Options::default();
        self.parts.take_apart(pos, usize::MAX, &mut out).ok()?;
        let parts = out.summands.iter();
        parts.into_iter().try_fold(0, |sum, part| {
            let Seen::Part(part, _) = part.seen() else {
                return None;
            };
            let node = self.below.node(part, Player::Left)?;
            Some(sum ^ self.values[node as usize])
        })
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
fn by_values<N: Numbering>(
    parts: N,
    pos: &N::Position,
    budget: &Budget,
) -> Result<Answer<N::Position>> {
    let options = parts.moves(Player::Left, pos)?;
    let seeds: Vec<_> = std::iter::once(pos).chain(&options).cloned().collect();
    let mut values = Values::over(parts, &seeds, budget)?;
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
fn by_outcomes<N: Numbering>(
    parts: N,
    pos: &N::Position,
    play: Play,
    budget: &Budget,
) -> Result<Answer<N::Position>> {
    let mut outcomes = Outcomes::over(parts, std::slice::from_ref(pos), play, budget)?;
    let wins = outcomes.wins(pos).unwrap_or(false);
    let outcome = if wins { Outcome::N } else { Outcome::P };
    let nodes = outcomes.len() as u64;
    let options = match wins {
        true => outcomes.parts.moves(Player::Left, pos)?,
        false => Vec::new(),
    };
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
/// let mut outcomes = Outcomes::explore(&Takeaway, [pos.clone()], Play::Misere, &Budget::unlimited()).unwrap();
/// assert_eq!(outcomes.wins(&pos), Some(true));
/// ```
pub struct Outcomes<N> {
    parts: N,
    below: Below,
    wins: Vec<bool>,
}

impl<G: Impartial> Outcomes<Numbered<G>> {
    /// Searches everything below the given positions. Errors as for [`outcome`].
    pub fn explore(
        game: &G,
        positions: impl IntoIterator<Item = G::Position>,
        play: Play,
        budget: &Budget,
    ) -> Result<Self> {
        let positions: Vec<_> = positions.into_iter().collect();
        Outcomes::over(numbered(game, Cut::Whole), &positions, play, budget)
    }
}

impl Outcomes<TermPositions> {
    /// As [`Outcomes::explore`], for a game whose type is hidden.
    pub fn of_term(
        term: &Term,
        positions: &[AnyPosition],
        play: Play,
        budget: &Budget,
    ) -> Result<Self> {
        impartial_rules(term)?;
        Outcomes::over(term.positions(Cut::Whole), positions, play, budget)
    }
}

impl<N: Numbering> Outcomes<N> {
    fn over(
        mut parts: N,
        positions: &[N::Position],
        play: Play,
        budget: &Budget,
    ) -> Result<Outcomes<N>> {
        // The options of the position as given, not of its canonical form, are asked for afterwards: explore them too.
        let mut seeds = Vec::new();
        for pos in positions {
            if !parts.is_representative(pos) {
                for option in parts.moves(Player::Left, pos)? {
                    seed(&mut parts, &option, Player::Left, &mut seeds)?;
                }
            }
            seed(&mut parts, pos, Player::Left, &mut seeds)?;
        }
        let below = Below::explore(&mut parts, &seeds, Nodes::Positions, budget)?;
        let order = below.order(&parts, budget)?;
        let wins = below.graph().wins(&order, play == Play::Misere);
        Ok(Outcomes { parts, below, wins })
    }

    /// Does the player to move win; `None` if the position was not explored.
    pub fn wins(&mut self, pos: &N::Position) -> Option<bool> {
        let node = node(&mut self.parts, &self.below, pos, Player::Left)?;
        Some(self.wins[node as usize])
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

/// The node of a whole position, if it was explored.
pub(crate) fn node<N: Numbering>(
    parts: &mut N,
    below: &Below,
    pos: &N::Position,
    who: Player,
) -> Option<u32> {
    let mut out = Options::default();
    parts.take_apart(pos, usize::MAX, &mut out).ok()?;
    match out.summands.first()?.seen() {
        Seen::Part(part, _) => below.node(part, who),
        _ => None,
    }
}

/// The list without repeats, first occurrences kept.
pub(crate) fn distinct<P: Hash + Eq + Clone>(list: Vec<P>) -> Vec<P> {
    let mut seen = HashSet::new();
    list.into_iter()
        .filter(|p| seen.insert(p.clone()))
        .collect()
}
