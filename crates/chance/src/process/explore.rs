//! A process from a rule: states are found from the start, one by one; equal states are one state, so a rule that
//! gives states in a canonical form lumps them by symmetry.

use super::{Branch, Owner, Process, State};
use crate::Rational;
use bouton_core::{Budget, Result};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// One way in which an action can turn out, before states are numbered.
#[derive(Clone, Debug)]
pub struct Step<S> {
    /// The next state.
    pub to: S,
    /// Its probability.
    pub weight: Rational,
    /// What each player gains; empty if nobody gains.
    pub gain: Vec<Rational>,
}

impl<S> Step<S> {
    /// A step without gains.
    pub fn new(to: S, weight: Rational) -> Step<S> {
        Step {
            to,
            weight,
            gain: Vec::new(),
        }
    }

    /// The same step with a gain for player 0.
    pub fn with_gain(mut self, gain: Rational) -> Step<S> {
        self.gain = vec![gain];
        self
    }
}

/// What a state is.
#[derive(Clone, Debug)]
pub enum Node<S> {
    /// An end, with what it pays each player.
    End(Vec<Rational>),
    /// Chance alone.
    Chance(Vec<Step<S>>),
    /// A choice among actions.
    Choice(Owner, Vec<Vec<Step<S>>>),
}

/// A process and the names of its states.
#[derive(Clone, Debug)]
pub struct Explored<S> {
    /// The process; the start is state 0.
    pub process: Process,
    /// The state behind each number.
    pub states: Vec<S>,
    /// The number of each state.
    pub numbers: FxHashMap<S, State>,
}

impl Process {
    /// All states that can be reached from `start`, which gets number 0.
    ///
    /// # Errors
    /// Those of `rule`, a wrong weight (see [`Process::act`]), or a limit of `budget`: each state counts as one position.
    ///
    /// ```
    /// use bouton_chance::process::{Node, Process, Step};
    /// use bouton_chance::rational::{int, ratio};
    /// use bouton_core::Budget;
    /// // A fair gambler with 3 coins plays for 10.
    /// let e = Process::explore(1, 3, |&n: &i64| Ok(match n {
    ///     0 | 10 => Node::End(vec![int(n / 10)]),
    ///     _ => Node::Chance(vec![Step::new(n - 1, ratio(1, 2)), Step::new(n + 1, ratio(1, 2))]),
    /// }), &Budget::unlimited()).unwrap();
    /// let s = e.process.solve(&Budget::unlimited()).unwrap();
    /// assert_eq!(s.value(0), &ratio(3, 10));
    /// ```
    pub fn explore<S: Clone + Eq + Hash>(
        players: usize,
        start: S,
        mut rule: impl FnMut(&S) -> Result<Node<S>>,
        budget: &Budget,
    ) -> Result<Explored<S>> {
        let mut process = Process::new(players);
        let mut states = vec![start.clone()];
        let mut numbers = FxHashMap::default();
        numbers.insert(start, process.state(Owner::Nature));
        let mut next = 0;
        while next < states.len() {
            budget.visit(1)?;
            let here = next as State;
            let node = rule(&states[next])?;
            let (owner, actions) = match node {
                Node::End(payoff) => {
                    process.close(here, payoff);
                    next += 1;
                    continue;
                }
                Node::Chance(steps) => (Owner::Nature, vec![steps]),
                Node::Choice(owner, actions) => (owner, actions),
            };
            process.states[next].owner = owner;
            for steps in actions {
                let mut branches = Vec::with_capacity(steps.len());
                for step in steps {
                    let to = match numbers.get(&step.to) {
                        Some(&to) => to,
                        None => {
                            let to = process.state(Owner::Nature);
                            states.push(step.to.clone());
                            numbers.insert(step.to, to);
                            to
                        }
                    };
                    branches.push(Branch {
                        to,
                        weight: step.weight,
                        gain: step.gain,
                    });
                }
                process.act(here, branches)?;
            }
            next += 1;
        }
        Ok(Explored {
            process,
            states,
            numbers,
        })
    }
}
