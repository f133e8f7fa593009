//! What everyone can expect: components one by one, backward induction where play cannot come back, policies where it can.

use super::components::components;
use super::policy::{Component, choose};
use super::{Action, Owner, Process, State};
use crate::Rational;
use crate::linear::chain::{Link, value_at};
use bouton_core::{Budget, Error, Result};
use num_traits::{One, Zero};

/// Chains at least this long are solved for the states that are asked about only: their values may have as many digits.
const LONG_CHAIN: usize = 2_000;
/// How many states of a long chain may be asked about.
const ASKED: usize = 8;

/// What everyone can expect from every state, and a policy that attains it.
#[derive(Clone, Debug)]
pub struct Solution {
    values: Vec<Vec<Rational>>,
    policy: Vec<u32>,
}

impl Solution {
    /// What player 0 can expect from a state: payoff at the end and all gains on the way.
    pub fn value(&self, state: State) -> &Rational {
        &self.values[state as usize][0]
    }

    /// What each player can expect from a state.
    pub fn all(&self, state: State) -> &[Rational] {
        &self.values[state as usize]
    }

    /// The action that the policy takes; `None` at an end.
    pub fn action(&self, state: State) -> Option<usize> {
        match self.policy[state as usize] {
            u32::MAX => None,
            a => Some(a as usize),
        }
    }

    /// All actions that are as good as the policy's for whoever chooses; none at an end.
    pub fn best(&self, process: &Process, state: State) -> Vec<usize> {
        let (player, _) = process.owner(state).aim();
        let value = &self.values[state as usize][player];
        let actions = process.actions(state).iter().enumerate();
        let good = actions.filter(|(_, a)| &backup_one(a, player, &self.values) == value);
        good.map(|(i, _)| i).collect()
    }

    /// The policy: for each state the number of an action, `u32::MAX` at ends.
    pub fn policy(&self) -> &[u32] {
        &self.policy
    }
}

/// What player `player` can expect from an action.
pub(crate) fn backup_one(action: &Action, player: usize, values: &[Vec<Rational>]) -> Rational {
    let mut sum = Rational::zero();
    for b in &action.branches {
        let after = &values[b.to as usize][player];
        match b.gain.get(player) {
            Some(g) if !g.is_zero() => sum += &b.weight * (g + after),
            _ if after.is_zero() => {}
            _ if b.weight.is_one() => sum += after,
            _ => sum += &b.weight * after,
        }
    }
    sum
}

/// What each player can expect from an action.
pub(crate) fn backup(action: &Action, players: usize, values: &[Vec<Rational>]) -> Vec<Rational> {
    (0..players)
        .map(|i| backup_one(action, i, values))
        .collect()
}

impl Process {
    /// What everyone can expect from every state, exactly, and a policy that attains it.
    ///
    /// Whoever chooses makes the own expectation as large as possible (as small, for [`Owner::Min`]) among the policies that end the play
    /// with probability 1; ties go by the rule of [`Process::with_ties`] (inside cycles only as far as play still ends).
    ///
    /// # Errors
    /// The process is malformed; play may never end, and the error names a class of states that cannot be left; a gain is unbounded;
    /// several players who choose in one cycle have no stable policy that iteration finds; or a limit of `budget` is reached.
    ///
    /// Costs one sparse exact linear solve per policy and component. Sources: howard1960, hoffmankarp1966, bertsekastsitsiklis1991.
    pub fn solve(&self, budget: &Budget) -> Result<Solution> {
        self.validate()?;
        let (order, component) = components(self);
        let mut values = vec![Vec::new(); self.len()];
        let mut policy = vec![u32::MAX; self.len()];
        for (number, members) in (0u32..).zip(&order) {
            self.solve_component(
                members,
                number,
                &component,
                &mut values,
                &mut policy,
                budget,
            )?;
        }
        Ok(Solution { values, policy })
    }

    /// What each player can expect from one state, and the best actions there. As [`Process::solve`], but long chains without choices are
    /// solved only where play enters them, so that a walk on 10^5 states takes seconds though its values have 10^5 digits.
    ///
    /// ```
    /// use bouton_chance::process::{Node, Process, Step};
    /// use bouton_chance::rational::{int, ratio};
    /// use bouton_core::Budget;
    /// let e = Process::explore(1, 1000, |&n: &i64| Ok(match n {
    ///     0 | 5000 => Node::End(vec![int(n / 5000)]),
    ///     _ => Node::Chance(vec![Step::new(n - 1, ratio(1, 2)), Step::new(n + 1, ratio(1, 2))]),
    /// }), &Budget::unlimited()).unwrap();
    /// let (value, _) = e.process.expect(0, &Budget::unlimited()).unwrap();
    /// assert_eq!(value, [ratio(1, 5)]);
    /// ```
    pub fn expect(&self, start: State, budget: &Budget) -> Result<(Vec<Rational>, Vec<usize>)> {
        self.validate()?;
        if start as usize >= self.len() {
            return Err(Error::input(format!("state {start} does not exist")));
        }
        let (order, component) = components(self);
        let reached = self.reached(start);
        let mut asked = vec![false; self.len()];
        asked[start as usize] = true;
        for (i, s) in self.states.iter().enumerate().filter(|(i, _)| reached[*i]) {
            for b in s.actions.iter().flat_map(|a| &a.branches) {
                if component[b.to as usize] != component[i]
                    || i == start as usize && !self.is_fixed(start)
                {
                    asked[b.to as usize] = true;
                }
            }
        }
        let mut values = vec![Vec::new(); self.len()];
        let mut policy = vec![u32::MAX; self.len()];
        for (number, members) in (0u32..).zip(&order) {
            if !reached[members[0] as usize] {
                continue;
            }
            let here: Vec<State> = members
                .iter()
                .copied()
                .filter(|&s| asked[s as usize])
                .collect();
            if members.len() >= LONG_CHAIN
                && here.len() <= ASKED
                && let Some((path, links)) = self.chain(members, number, &component, &values)
            {
                for s in here {
                    let at = path.iter().position(|&t| t == s).unwrap_or(0);
                    values[s as usize] = value_at(&links, at, budget)?;
                    policy[s as usize] = 0;
                }
                continue;
            }
            self.solve_component(
                members,
                number,
                &component,
                &mut values,
                &mut policy,
                budget,
            )?;
        }
        let best = match self.is_fixed(start) {
            true => (0..self.actions(start).len()).collect(),
            false => {
                let player = self.owner(start).aim().0;
                let value = &values[start as usize][player];
                let actions = self.actions(start).iter().enumerate();
                let good = actions.filter(|(_, a)| &backup_one(a, player, &values) == value);
                good.map(|(i, _)| i).collect()
            }
        };
        Ok((std::mem::take(&mut values[start as usize]), best))
    }

    fn is_fixed(&self, state: State) -> bool {
        self.actions(state).len() <= 1
    }

    /// The states that can be reached from one.
    pub(crate) fn reached(&self, start: State) -> Vec<bool> {
        let mut seen = vec![false; self.len()];
        seen[start as usize] = true;
        let mut open = vec![start];
        while let Some(s) = open.pop() {
            for b in self.actions(s).iter().flat_map(|a| &a.branches) {
                if !std::mem::replace(&mut seen[b.to as usize], true) {
                    open.push(b.to);
                }
            }
        }
        seen
    }

    fn solve_component(
        &self,
        members: &[State],
        number: u32,
        component: &[u32],
        values: &mut [Vec<Rational>],
        policy: &mut [u32],
        budget: &Budget,
    ) -> Result<()> {
        budget.visit(members.len() as u64)?;
        if let [s] = members {
            let i = *s as usize;
            if let Some(payoff) = &self.states[i].payoff {
                values[i].clone_from(payoff);
                return Ok(());
            }
            let branches = self.states[i].actions.iter().flat_map(|a| &a.branches);
            if branches.clone().all(|b| b.to != *s) {
                let options: Vec<Vec<Rational>> = self.states[i]
                    .actions
                    .iter()
                    .map(|a| backup(a, self.players(), values))
                    .collect();
                let best = choose(&options, self.states[i].owner, self.ties());
                policy[i] = best as u32;
                values[i].clone_from(&options[best]);
                return Ok(());
            }
        }
        Component::new(self, members, number, component).solve(values, policy, budget)
    }

    /// The members of a component as a chain, from one end to the other, if they are one and nobody chooses.
    fn chain(
        &self,
        members: &[State],
        number: u32,
        component: &[u32],
        values: &[Vec<Rational>],
    ) -> Option<(Vec<State>, Vec<Link>)> {
        let mut neighbours: Vec<Vec<State>> = vec![Vec::new(); members.len()];
        let mut place = rustc_hash::FxHashMap::default();
        for (i, &s) in members.iter().enumerate() {
            place.insert(s, i);
        }
        let mut leaves = false;
        for &s in members {
            let [action] = self.actions(s) else {
                return None;
            };
            for b in &action.branches {
                if component[b.to as usize] != number {
                    leaves = true;
                    continue;
                }
                if b.to != s {
                    for (x, y) in [(s, b.to), (b.to, s)] {
                        let list = &mut neighbours[place[&x]];
                        if !list.contains(&y) {
                            list.push(y);
                            if list.len() > 2 {
                                return None;
                            }
                        }
                    }
                }
            }
        }
        let first = neighbours.iter().position(|n| n.len() == 1)?;
        if !leaves {
            return None;
        }
        let mut path = vec![members[first]];
        let mut before = members[first];
        loop {
            let here = path[path.len() - 1];
            let next = neighbours[place[&here]].iter().find(|&&t| t != before);
            let Some(&next) = next else { break };
            before = here;
            path.push(next);
        }
        let link = |(i, &s): (usize, &State)| -> Link {
            let mut link = Link {
                own: Rational::one(),
                left: Rational::zero(),
                right: Rational::zero(),
                free: vec![Rational::zero(); self.players()],
            };
            for b in self.actions(s).iter().flat_map(|a| &a.branches) {
                for (player, free) in link.free.iter_mut().enumerate() {
                    if let Some(g) = b.gain.get(player) {
                        *free += g * &b.weight;
                    }
                    if component[b.to as usize] != number {
                        *free += &b.weight * &values[b.to as usize][player];
                    }
                }
                if component[b.to as usize] != number {
                    continue;
                }
                if b.to == s {
                    link.own -= &b.weight;
                } else if i > 0 && path[i - 1] == b.to {
                    link.left += &b.weight;
                } else {
                    link.right += &b.weight;
                }
            }
            link
        };
        let links = path.iter().enumerate().map(link).collect();
        Some((path, links))
    }

    /// True if somebody has a choice in the state.
    pub(crate) fn is_choice(&self, state: State) -> bool {
        self.owner(state) != Owner::Nature && self.actions(state).len() > 1
    }
}
