//! Games that end: theorems, plain search, search by nimbers and over sums, values.

use super::{Kind, SolveQuestion, Solved, Valued, for_moves, no_moves, searched, shown, unique};
use crate::report::Entry;
use bouton_rules::{
    AnyGame, AnyPosition, Error, Impartial, Nat, Outcome, Partizan, Play, Player, Result, Ruleset,
    Short,
};
use bouton_solve::numbered::{Cut, Numbering, Term, TermPositions, TermRules};
use bouton_solve::{
    Answer, Budget, GameValues, Limits, Method, Outcomes, PartizanAnswer, SumSearch, TermNimbers,
    Values, outcome_of_term, partizan_outcome_of_term, value_of_parts_by_two_threads,
};
use bouton_value::{Notation, Store, Value};

/// An impartial game that ends.
pub struct ShortImpartial {
    term: Term,
    rules: TermRules,
}

/// A partizan game that ends, or a sum of games.
pub struct ShortPartizan<S>(pub S);

/// Rules, and how their parts are numbered.
pub trait Parted: Send + Sync {
    type Rules: Partizan + Short;
    type Parts: Numbering<Position = <Self::Rules as Ruleset>::Position>;

    fn rules(&self) -> &Self::Rules;

    fn parts(&self) -> Self::Parts;

    /// Who wins, by a search of whole positions.
    fn outcome(&self, pos: &Position<Self>, play: Play, budget: &Budget) -> Result<Whole<Self>>;

    /// The game as a term of sums.
    fn term(&self) -> Term;
}

/// The answer of a search of whole positions.
type Whole<S> = PartizanAnswer<Position<S>>;

/// One game.
pub struct Alone(Term);

impl Alone {
    pub fn new<G: Partizan + Short>(game: G) -> ShortPartizan<Alone> {
        ShortPartizan(Alone(Term::partizan(game)))
    }
}

impl Parted for Alone {
    type Rules = AnyGame;
    type Parts = TermPositions;

    fn rules(&self) -> &AnyGame {
        self.0.game()
    }

    fn parts(&self) -> TermPositions {
        self.0.positions(Cut::Parts)
    }

    fn outcome(&self, pos: &AnyPosition, play: Play, budget: &Budget) -> Result<Whole<Self>> {
        partizan_outcome_of_term(&self.0, pos, play, budget)
    }

    fn term(&self) -> Term {
        self.0.clone()
    }
}

/// Parts of at most this size are valued exactly by the search over sums.
const SMALL_PART: usize = 5;

/// Positions that the plain search of an impartial game may visit before the search by nimbers takes over.
const PLAIN_NODES: u64 = 100_000;

/// Positions that may be visited for a value that was not asked for.
const VALUE_NODES: u64 = 20_000;

fn wrap(e: bouton_value::Error) -> Error {
    match e.is_memory() {
        true => Error::limit(e.to_string()),
        false => Error::input(e.to_string()),
    }
}

fn valued<N: Numbering>(
    mut parts: N,
    pos: &N::Position,
    notation: Notation,
    budget: &Budget,
) -> Result<Valued> {
    let mut store = Store::new();
    let value = match budget.threads() {
        0 | 1 => GameValues::over(parts).value(pos, &mut store, budget),
        _ => value_of_parts_by_two_threads(&mut parts, pos, &mut store, budget),
    }?;
    described(&mut store, value, notation)
}

/// What researchers read off a value.
fn described(store: &mut Store, value: Value, notation: Notation) -> Result<Valued> {
    Ok(Valued {
        value: store.write(value, notation).map_err(wrap)?,
        outcome: store.outcome(value).map_err(wrap)?.letter().to_string(),
        mean: store.mean(value).map_err(wrap)?.to_string(),
        temperature: store.temperature(value).map_err(wrap)?.to_string(),
        stops: [
            store.left_stop(value).to_string(),
            store.right_stop(value).to_string(),
        ],
    })
}

/// What researchers read off a nimber.
pub(super) fn nimber(n: u64, notation: Notation) -> Result<Valued> {
    let mut store = Store::new();
    let value = store.nimber(n).map_err(wrap)?;
    described(&mut store, value, notation)
}

/// The same of a Grundy value of any size.
pub(super) fn nimber_of(grundy: &Nat, name: &str, notation: Notation) -> Result<Valued> {
    let small = u64::try_from(grundy).map_err(|_| {
        Error::limit(format!(
            "unknown: the Grundy value {grundy} of {name} is too large for a value; ask who wins"
        ))
    })?;
    nimber(small, notation)
}

/// The value where it is cheap to have, for an answer that is not about it.
fn cheap_value<N: Numbering>(parts: N, pos: &N::Position) -> Option<String> {
    let budget = Budget::new(&Limits {
        nodes: Some(VALUE_NODES),
        ..Limits::default()
    });
    valued(parts, pos, Notation::Ascii, &budget)
        .ok()
        .map(|v| v.value)
}

impl ShortImpartial {
    pub fn new<G: Impartial + Short>(game: G) -> ShortImpartial {
        let rules = TermRules::new(game.clone());
        ShortImpartial {
            rules,
            term: Term::impartial(game),
        }
    }

    /// A search for nimbers that has learned nothing yet.
    fn nimbers(&self) -> Result<Box<dyn TermNimbers>> {
        let search = self.term.nimbers();
        search.ok_or_else(|| Error::input("nimbers are for impartial games"))
    }

    fn solved(&self, answer: Answer<AnyPosition>) -> Solved {
        let method = match answer.method {
            Method::Theorem => {
                let theorem = self.rules.info().theorem.unwrap_or_default();
                format!("theorem: {theorem}")
            }
            Method::Search => searched(answer.nodes),
        };
        Solved {
            outcome: answer.outcome.letter().to_string(),
            grundy: answer.grundy.map(|g| g.to_string()),
            winning: unique(shown(&self.rules, &answer.winning)),
            complete: answer.all,
            method,
            ..Solved::default()
        }
    }

    /// What a theorem leaves open, where a search finds it: the Grundy value if that is cheap, winning moves within the limits.
    fn completed(&self, known: Solved, pos: &AnyPosition, play: Play, budget: &Budget) -> Solved {
        let with = |found: Solved| Solved {
            method: format!("{}; {}", known.method, found.method),
            ..found
        };
        if play == Play::Normal {
            let (attempt, _) = budget.attempt(VALUE_NODES);
            if let Ok(found) = self.by_nimbers(pos, false, &attempt) {
                return with(found);
            }
        }
        if known.complete || !known.winning.is_empty() {
            return known;
        }
        match outcome_of_term(&self.term, pos, play, false, &for_moves(budget)) {
            Ok(answer) => with(self.solved(answer)),
            Err(e) => Solved {
                unlisted: Some(no_moves(&e)),
                ..known
            },
        }
    }

    /// What a table says of a position for which a theorem has it.
    fn known_entry(&self, pos: &AnyPosition, outcomes: bool, play: Play) -> Option<Entry> {
        let known = self.rules.known(pos, play)?;
        match outcomes {
            true => Some(Entry::Outcome(known.outcome.letter())),
            false => u32::try_from(known.grundy?).ok().map(Entry::Grundy),
        }
    }

    fn by_nimbers(&self, pos: &AnyPosition, outcome_only: bool, budget: &Budget) -> Result<Solved> {
        let mut search = self.nimbers()?;
        let (wins, grundy, winning) = if outcome_only {
            (!search.is(pos, &Nat::ZERO, budget)?, None, Vec::new())
        } else {
            let nimber = search.nimber(pos, budget)?;
            let wins = nimber != Nat::ZERO;
            let winning = match wins {
                true => search.replies(pos, &Nat::ZERO, budget)?,
                false => Vec::new(),
            };
            (wins, Some(nimber.to_string()), winning)
        };
        Ok(Solved {
            outcome: if wins { "N" } else { "P" }.to_string(),
            grundy,
            winning: unique(shown(&self.rules, &winning)),
            complete: !outcome_only,
            method: format!(
                "search by the nimbers of the parts, {} of them expanded",
                search.nodes()
            ),
            ..Solved::default()
        })
    }
}

impl Kind for ShortImpartial {
    type Rules = TermRules;
    const PARTIZAN: bool = false;
    const ENDS: bool = true;

    /// The nimber of the Grundy value: a theorem's, or a search's.
    fn value(&self, pos: &AnyPosition, notation: Notation, budget: &Budget) -> Result<Valued> {
        // As for `solve`, but no moves are looked for.
        let (attempt, more) = budget.attempt(PLAIN_NODES);
        let plain = outcome_of_term(&self.term, pos, Play::Normal, true, &attempt);
        let grundy = match plain.map(|answer| answer.grundy) {
            Ok(Some(grundy)) => grundy,
            Err(e) if !(e.is_limit() && more && budget.check().is_ok()) => return Err(e),
            _ => self.nimbers()?.nimber(pos, budget)?,
        };
        nimber_of(&grundy, &self.rules.info().name, notation)
    }

    fn rules(&self) -> &TermRules {
        &self.rules
    }

    fn term(&self) -> Result<Term> {
        Ok(self.term.clone())
    }

    fn knows(&self, pos: &AnyPosition, play: Play) -> bool {
        self.rules.known(pos, play).is_some()
    }

    fn solve(&self, pos: &AnyPosition, asked: SolveQuestion, budget: &Budget) -> Result<Solved> {
        let play = asked.play;
        if play == Play::Misere {
            let answer = outcome_of_term(&self.term, pos, play, true, budget)?;
            let solved = self.solved(answer);
            return Ok(match asked.outcome_only || solved.complete {
                true => solved,
                false => self.completed(solved, pos, play, budget),
            });
        }
        // A game without a theorem here is searched plainly if it is small, and by the nimbers of its parts otherwise.
        let (attempt, more) = budget.attempt(PLAIN_NODES);
        match outcome_of_term(&self.term, pos, play, true, &attempt) {
            Err(e) if e.is_limit() && more && budget.check().is_ok() => {
                self.by_nimbers(pos, asked.outcome_only, budget)
            }
            answer => {
                let solved = self.solved(answer?);
                match asked.outcome_only || solved.grundy.is_some() && solved.complete {
                    true => Ok(solved),
                    false => Ok(self.completed(solved, pos, play, budget)),
                }
            }
        }
    }

    fn entries(
        &self,
        positions: &[Option<AnyPosition>],
        outcomes: bool,
        play: Play,
        budget: &Budget,
    ) -> Result<Vec<Option<Entry>>> {
        let outcomes = outcomes || play == Play::Misere;
        let mut entries = Vec::with_capacity(positions.len());
        for pos in positions {
            budget.check()?;
            let known = |pos| self.known_entry(pos, outcomes, play);
            entries.push(pos.as_ref().and_then(known));
        }
        // One search for all that the theorems leave open.
        let unknown = positions.iter().zip(&entries).filter(|(_, e)| e.is_none());
        let open: Vec<AnyPosition> = unknown.filter_map(|(pos, _)| pos.clone()).collect();
        let filled = |found: &mut dyn FnMut(&AnyPosition) -> Entry| {
            let all = entries.into_iter().zip(positions);
            all.map(|(entry, pos)| entry.or_else(|| pos.as_ref().map(&mut *found)))
                .collect()
        };
        match play {
            Play::Misere => {
                let mut all = Outcomes::of_term(&self.term, &open, play, budget)?;
                Ok(filled(&mut |pos| match all.wins(pos) {
                    Some(true) => Entry::Outcome("N"),
                    _ => Entry::Outcome("P"),
                }))
            }
            Play::Normal => {
                let mut all = Values::of_term(&self.term, &open, budget)?;
                Ok(filled(&mut |pos| match (outcomes, all.of(pos)) {
                    (false, g) => Entry::Grundy(g),
                    (true, 0) => Entry::Outcome("P"),
                    (true, _) => Entry::Outcome("N"),
                }))
            }
        }
    }
}

/// A position of a game that is searched by parts.
pub(super) type Position<S> = <<S as Parted>::Rules as Ruleset>::Position;

impl<S: Parted> ShortPartizan<S> {
    /// Does each of these players win when starting, with which moves if they are asked for, and how that is known.
    fn starters(
        &self,
        pos: &Position<S>,
        asked: SolveQuestion,
        budget: &Budget,
    ) -> Result<([Option<Starter>; 2], String)> {
        if asked.play == Play::Misere {
            let answer = self.0.outcome(pos, asked.play, budget)?;
            let left = (
                answer.left_starts,
                shown(self.0.rules(), &answer.left_winning),
            );
            let right = (
                answer.right_starts,
                shown(self.0.rules(), &answer.right_winning),
            );
            return Ok(([Some(left), Some(right)], searched(answer.nodes)));
        }
        let mut search = SumSearch::over(self.0.parts(), SMALL_PART);
        let mut answers = [None, None];
        for who in Player::BOTH {
            if asked.to_move.is_some_and(|only| only != who) {
                continue;
            }
            answers[who as usize] = Some(if asked.outcome_only {
                (search.wins(pos, who, budget)?, Vec::new())
            } else {
                let winning = search.winning_moves(pos, who, budget)?;
                (!winning.is_empty(), shown(self.0.rules(), &winning))
            });
        }
        Ok((
            answers,
            format!("search over sums of parts, {} nodes", search.nodes()),
        ))
    }

    fn letter(&self, pos: &Position<S>, play: Play, budget: &Budget) -> Result<&'static str> {
        let asked = SolveQuestion {
            play,
            outcome_only: true,
            ..SolveQuestion::default()
        };
        let ([left, right], _) = self.starters(pos, asked, budget)?;
        let wins = |starter: Option<Starter>| starter.is_some_and(|(wins, _)| wins);
        Ok(Outcome::from_starters(wins(left), wins(right)).letter())
    }
}

/// Does the player who starts win, and with which moves.
type Starter = (bool, Vec<String>);

impl<S: Parted> Kind for ShortPartizan<S> {
    type Rules = S::Rules;
    const PARTIZAN: bool = true;
    const ENDS: bool = true;

    fn value(&self, pos: &Position<S>, notation: Notation, budget: &Budget) -> Result<Valued> {
        valued(self.0.parts(), pos, notation, budget)
    }

    fn rules(&self) -> &S::Rules {
        self.0.rules()
    }

    fn term(&self) -> Result<Term> {
        Ok(self.0.term())
    }

    fn solve(&self, pos: &Position<S>, asked: SolveQuestion, budget: &Budget) -> Result<Solved> {
        let (starters, method) = self.starters(pos, asked, budget)?;
        let [left, right] = starters.map(Option::unwrap_or_default);
        let starts = [left.0, right.0];
        let [left, right] = [unique(left.1), unique(right.1)];
        let value = (asked.play == Play::Normal && !asked.outcome_only)
            .then(|| cheap_value(self.0.parts(), pos))
            .flatten();
        let mut solved = Solved {
            complete: !asked.outcome_only,
            method,
            value,
            ..Solved::default()
        };
        match asked.to_move {
            Some(who) => {
                let wins = starts[who as usize];
                solved.outcome = if wins { "win" } else { "lose" }.to_string();
                solved.winning = if who == Player::Left { left } else { right };
            }
            None => {
                solved.outcome = Outcome::from_starters(starts[0], starts[1])
                    .letter()
                    .to_string();
                solved.winning = unique(left.iter().chain(&right).cloned().collect());
                solved.by_player = Some([left, right]);
            }
        }
        Ok(solved)
    }

    fn entries(
        &self,
        positions: &[Option<Position<S>>],
        outcomes: bool,
        play: Play,
        budget: &Budget,
    ) -> Result<Vec<Option<Entry>>> {
        let mut store = Store::new();
        let mut values = GameValues::over(self.0.parts());
        let mut entry = |pos: &Position<S>| {
            if !outcomes {
                let value = values.value(pos, &mut store, budget)?;
                let text = store.write(value, Notation::Ascii).map_err(wrap)?;
                return Ok(Entry::Value(text.into()));
            }
            Ok(Entry::Outcome(self.letter(pos, play, budget)?))
        };
        positions
            .iter()
            .map(|pos| pos.as_ref().map(&mut entry).transpose())
            .collect()
    }
}
