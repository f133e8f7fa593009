//! Finite processes with chance, choices and gains.
//!
//! A process has states. An end pays each player and stops; every other state belongs to nature or to somebody who chooses among
//! its actions; an action is a list of branches, each with a probability, a next state and gains. A Markov chain is a process in which
//! every state has one action.
//!
//! [`Process::solve`] finds what everyone can expect: one strongly connected component at a time, acyclic parts by backward induction,
//! cycles by policy iteration with exact linear solves ([`crate::linear`]). Everyone ends the play with probability one: a choice that
//! goes on for ever is never taken, so the best is the best among the policies that come to an end.

mod absorb;
mod bounds;
mod components;
mod explore;
mod moments;
mod policy;
mod solve;

pub use absorb::Absorption;
pub use bounds::Bounds;
pub use explore::{Explored, Node, Step};
pub use moments::Moments;
pub use solve::Solution;

use crate::Rational;
use bouton_core::{Error, Result};
use num_traits::{One, Signed, Zero};

/// The number of a state.
pub type State = u32;

/// Who chooses in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Nobody: the state has one action.
    Nature,
    /// Somebody who makes the expectation of player 0 as large as possible.
    Max,
    /// Somebody who makes the expectation of player 0 as small as possible.
    Min,
    /// Player `i`, who makes the own expectation as large as possible.
    Player(usize),
}

impl Owner {
    /// Whose expectation counts here, and whether it is to be large.
    pub(crate) fn aim(self) -> (usize, bool) {
        match self {
            Owner::Nature | Owner::Max => (0, true),
            Owner::Min => (0, false),
            Owner::Player(i) => (i, true),
        }
    }
}

/// What somebody does among actions that are equally good for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The action that was added first.
    #[default]
    First,
    /// The action that was added last.
    Last,
    /// The action best for the first of these players, then for the second, and so on; then the first.
    Favour(Vec<usize>),
    /// The action worst for the first of these players, then for the second, and so on; then the first.
    Spite(Vec<usize>),
}

/// One way in which an action can turn out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The next state.
    pub to: State,
    /// Its probability.
    pub weight: Rational,
    /// What each player gains on the way; empty if nobody gains.
    pub gain: Vec<Rational>,
}

impl Branch {
    /// A branch without gains.
    pub fn new(to: State, weight: Rational) -> Branch {
        Branch {
            to,
            weight,
            gain: Vec::new(),
        }
    }

    /// The same branch with a gain for player 0.
    pub fn with_gain(mut self, gain: Rational) -> Branch {
        self.gain = vec![gain];
        self
    }
}

/// One thing that can be done in a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Action {
    /// How it can turn out; the probabilities sum to 1.
    pub branches: Vec<Branch>,
}

#[derive(Clone, Debug)]
pub(crate) struct StateData {
    pub owner: Owner,
    pub actions: Vec<Action>,
    /// What an end pays.
    pub payoff: Option<Vec<Rational>>,
}

/// A finite process.
///
/// ```
/// use bouton_chance::process::{Branch, Owner, Process};
/// use bouton_chance::rational::{int, ratio, text};
/// // Throw a die until a six: how many throws?
/// let mut p = Process::new(1);
/// let end = p.end(vec![int(0)]);
/// let throw = p.state(Owner::Nature);
/// p.act(throw, vec![
///     Branch::new(end, ratio(1, 6)).with_gain(int(1)),
///     Branch::new(throw, ratio(5, 6)).with_gain(int(1)),
/// ]).unwrap();
/// let s = p.solve(&bouton_core::Budget::unlimited()).unwrap();
/// assert_eq!(text(s.value(throw)), "6");
/// ```
#[derive(Clone, Debug)]
pub struct Process {
    players: usize,
    pub(crate) states: Vec<StateData>,
    ties: Ties,
    names: Vec<String>,
}

impl Process {
    /// A process without states, with gains for `players` players (at least one).
    pub fn new(players: usize) -> Process {
        Process {
            players: players.max(1),
            states: Vec::new(),
            ties: Ties::First,
            names: Vec::new(),
        }
    }

    /// The same process with another rule for ties.
    pub fn with_ties(mut self, ties: Ties) -> Process {
        self.ties = ties;
        self
    }

    /// The same process with names for its states, which errors quote; a state without name is called by its number.
    pub fn with_names(mut self, names: Vec<String>) -> Process {
        self.names = names;
        self
    }

    /// What errors call a state.
    pub fn name(&self, state: State) -> String {
        match self.names.get(state as usize) {
            Some(name) => name.clone(),
            None => state.to_string(),
        }
    }

    /// The number of players with gains.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// True without states.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Adds an end that pays each player; missing payoffs are 0.
    pub fn end(&mut self, mut payoff: Vec<Rational>) -> State {
        payoff.resize(self.players, Rational::zero());
        self.push(StateData {
            owner: Owner::Nature,
            actions: Vec::new(),
            payoff: Some(payoff),
        })
    }

    /// Adds a state without actions yet.
    pub fn state(&mut self, owner: Owner) -> State {
        self.push(StateData {
            owner,
            actions: Vec::new(),
            payoff: None,
        })
    }

    fn push(&mut self, data: StateData) -> State {
        // Numbers of states beyond 32 bits do not fit into memory.
        let number = State::try_from(self.states.len()).unwrap_or(State::MAX);
        self.states.push(data);
        number
    }

    /// Turns a state that has no actions into an end.
    pub(crate) fn close(&mut self, state: State, mut payoff: Vec<Rational>) {
        payoff.resize(self.players, Rational::zero());
        self.states[state as usize].payoff = Some(payoff);
    }

    /// Adds an action to a state. Branches of weight 0 are left out.
    ///
    /// # Errors
    /// A weight is negative, the weights do not sum to 1, the state does not exist or is an end, or nature would have to choose.
    ///
    /// ```
    /// use bouton_chance::process::{Branch, Owner, Process};
    /// use bouton_chance::rational::{int, ratio};
    /// let mut p = Process::new(1);
    /// let end = p.end(vec![int(0)]);
    /// let s = p.state(Owner::Nature);
    /// let e = p.act(s, vec![Branch::new(end, ratio(5, 6))]).unwrap_err();
    /// assert_eq!(e.to_string(), "state 1: the weights of an action sum to 5/6; they must sum to 1");
    /// ```
    pub fn act(&mut self, state: State, branches: Vec<Branch>) -> Result<()> {
        let players = self.players;
        let wrong = |why: String| Error::input(format!("state {state}: {why}"));
        let Some(data) = self.states.get_mut(state as usize) else {
            return Err(wrong("the state does not exist; add it first".into()));
        };
        if data.payoff.is_some() {
            return Err(wrong("an end has no actions".into()));
        }
        if data.owner == Owner::Nature && !data.actions.is_empty() {
            return Err(wrong(
                "nature does not choose; put all that can happen into one action".into(),
            ));
        }
        if let Owner::Player(i) = data.owner
            && i >= players
        {
            return Err(wrong(format!(
                "player {i} does not play; the players are 0 to {}",
                players - 1
            )));
        }
        let mut sum = Rational::zero();
        for b in &branches {
            if b.weight.is_negative() {
                return Err(wrong(format!("the weight {} is negative", b.weight)));
            }
            if b.gain.len() > players {
                return Err(wrong(format!("a gain for more than {players} players")));
            }
            sum += &b.weight;
        }
        if !sum.is_one() {
            return Err(wrong(format!(
                "the weights of an action sum to {sum}; they must sum to 1"
            )));
        }
        let branches = branches.into_iter().filter(|b| !b.weight.is_zero());
        data.actions.push(Action {
            branches: branches.collect(),
        });
        Ok(())
    }

    /// Who chooses in a state.
    pub fn owner(&self, state: State) -> Owner {
        self.states[state as usize].owner
    }

    /// The actions of a state; none if it is an end.
    pub fn actions(&self, state: State) -> &[Action] {
        &self.states[state as usize].actions
    }

    /// What an end pays each player.
    pub fn payoff(&self, state: State) -> Option<&[Rational]> {
        self.states[state as usize].payoff.as_deref()
    }

    /// Every next state exists and every state without payoff has an action.
    pub(crate) fn validate(&self) -> Result<()> {
        for (i, s) in self.states.iter().enumerate() {
            if s.payoff.is_none() && s.actions.is_empty() {
                return Err(Error::input(format!(
                    "state {i} has no action and is no end; add an action or a payoff"
                )));
            }
            for b in s.actions.iter().flat_map(|a| &a.branches) {
                if b.to as usize >= self.states.len() {
                    return Err(Error::input(format!(
                        "state {i} leads to state {}, which does not exist",
                        b.to
                    )));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn ties(&self) -> &Ties {
        &self.ties
    }
}
