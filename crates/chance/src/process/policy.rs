//! One strongly connected component: policies, their exact values, and better ones until none is better.

use super::solve::{backup, backup_one};
use super::{Owner, Process, State, Ties};
use crate::Rational;
use crate::linear::System;
use bouton_core::{Budget, Error, Result};
use num_traits::{One, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

/// Components with fewer states start from any policy that ends; larger ones from a guess.
const SMALL: usize = 4;
/// Policies tried when several players choose in one cycle.
const MOST_POLICIES: usize = 10_000;
/// States named in an error.
const NAMED: usize = 8;

/// The option that `owner` takes.
pub(crate) fn choose(options: &[Vec<Rational>], owner: Owner, ties: &Ties) -> usize {
    let (player, large) = owner.aim();
    let better = |a: &Rational, b: &Rational, large: bool| if large { a > b } else { a < b };
    let mut best = 0;
    for i in 1..options.len() {
        let (a, b) = (&options[i], &options[best]);
        if better(&a[player], &b[player], large) {
            best = i;
        } else if a[player] == b[player] {
            let (others, kind) = match ties {
                Ties::First => continue,
                Ties::Last => {
                    best = i;
                    continue;
                }
                Ties::Favour(others) => (others, true),
                Ties::Spite(others) => (others, false),
            };
            let differs = others.iter().find(|&&p| a.get(p) != b.get(p));
            if let Some(&p) = differs
                && let (Some(x), Some(y)) = (a.get(p), b.get(p))
                && better(x, y, kind)
            {
                best = i;
            }
        }
    }
    best
}

pub(crate) struct Component<'a> {
    process: &'a Process,
    members: &'a [State],
    number: u32,
    component: &'a [u32],
    place: FxHashMap<State, u32>,
}

impl<'a> Component<'a> {
    pub fn new(
        process: &'a Process,
        members: &'a [State],
        number: u32,
        component: &'a [u32],
    ) -> Self {
        let place = (0u32..).zip(members).map(|(i, &s)| (s, i)).collect();
        Component {
            process,
            members,
            number,
            component,
            place,
        }
    }

    fn is_inside(&self, s: State) -> bool {
        self.component[s as usize] == self.number
    }

    pub fn solve(
        &self,
        values: &mut [Vec<Rational>],
        policy: &mut [u32],
        budget: &Budget,
    ) -> Result<()> {
        let mut current = self.ending_policy()?;
        let mut aims: Vec<(usize, bool)> = Vec::new();
        for &s in self.members.iter().filter(|&&s| self.process.is_choice(s)) {
            let aim = self.process.owner(s).aim();
            if !aims.contains(&aim) {
                aims.push(aim);
            }
        }
        match aims[..] {
            [] => self.evaluate(&current, values, budget)?,
            [aim] => {
                if self.members.len() >= SMALL {
                    self.guess(&mut current, values, aim);
                }
                let all = |_: State| true;
                self.improve(&mut current, values, aim, &all, budget)?;
            }
            [(0, _), (0, _)] => self.zero_sum(&mut current, values, budget)?,
            _ => self.stable(&mut current, values, budget)?,
        }
        for (&s, &a) in self.members.iter().zip(&current) {
            policy[s as usize] = a;
        }
        Ok(())
    }

    /// A policy under which every state can leave the component: towards an exit, step by step backwards.
    fn ending_policy(&self) -> Result<Vec<u32>> {
        let n = self.members.len();
        let mut before: Vec<Vec<(u32, u32)>> = vec![Vec::new(); n];
        let mut policy = vec![u32::MAX; n];
        let mut queue = std::collections::VecDeque::new();
        for (i, &s) in (0u32..).zip(self.members) {
            for (a, action) in (0u32..).zip(self.process.actions(s)) {
                for b in &action.branches {
                    if let Some(&j) = self.place.get(&b.to) {
                        before[j as usize].push((i, a));
                    } else if policy[i as usize] == u32::MAX {
                        policy[i as usize] = a;
                        queue.push_back(i);
                    }
                }
            }
        }
        while let Some(j) = queue.pop_front() {
            for &(i, a) in &before[j as usize] {
                if policy[i as usize] == u32::MAX {
                    policy[i as usize] = a;
                    queue.push_back(i);
                }
            }
        }
        if policy.contains(&u32::MAX) {
            return Err(self.never_ends(self.members));
        }
        Ok(policy)
    }

    fn names(&self, class: &[State]) -> String {
        let mut class = class.to_vec();
        class.sort_unstable();
        let names: Vec<String> = class
            .iter()
            .take(NAMED)
            .map(|&s| self.process.name(s))
            .collect();
        let more = class.len().saturating_sub(NAMED);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        format!("{}{more}", names.join(", "))
    }

    fn never_ends(&self, class: &[State]) -> Error {
        Error::undefined(format!(
            "play never ends with positive probability: no end can be reached from the recurrent class {{{}}}; add an end there",
            self.names(class)
        ))
    }

    /// The states of a class that the policy never leaves, if there is one.
    fn trapped(&self, policy: &[u32]) -> Option<Vec<State>> {
        let n = self.members.len();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); n];
        let mut after: Vec<Vec<State>> = vec![Vec::new(); n];
        let mut leaves = vec![false; n];
        let mut open = Vec::new();
        for (i, &s) in (0u32..).zip(self.members) {
            for b in &self.process.actions(s)[policy[i as usize] as usize].branches {
                match self.place.get(&b.to) {
                    Some(&j) => {
                        before[j as usize].push(i);
                        after[i as usize].push(j);
                    }
                    None if !leaves[i as usize] => {
                        leaves[i as usize] = true;
                        open.push(i);
                    }
                    None => {}
                }
            }
        }
        while let Some(j) = open.pop() {
            for &i in &before[j as usize] {
                if !std::mem::replace(&mut leaves[i as usize], true) {
                    open.push(i);
                }
            }
        }
        if leaves.iter().all(|&l| l) {
            return None;
        }
        // A class that nothing leaves is the first component among the states that are trapped.
        let (classes, _) = super::components::of_graph(&after);
        let class = classes.into_iter().find(|c| !leaves[c[0] as usize])?;
        Some(
            class
                .into_iter()
                .map(|i| self.members[i as usize])
                .collect(),
        )
    }

    /// The exact values of a policy.
    fn evaluate(
        &self,
        policy: &[u32],
        values: &mut [Vec<Rational>],
        budget: &Budget,
    ) -> Result<()> {
        if let Some(class) = self.trapped(policy) {
            return Err(self.never_ends(&class));
        }
        let players = self.process.players();
        let mut system = System::default();
        for (i, &s) in (0u32..).zip(self.members) {
            let action = &self.process.actions(s)[policy[i as usize] as usize];
            let mut row: Vec<(u32, Rational)> = vec![(i, Rational::one())];
            let mut rhs = vec![Rational::zero(); players];
            for b in &action.branches {
                for (player, r) in rhs.iter_mut().enumerate() {
                    if let Some(g) = b.gain.get(player)
                        && !g.is_zero()
                    {
                        *r += g * &b.weight;
                    }
                    if !self.is_inside(b.to) && !values[b.to as usize][player].is_zero() {
                        *r += &b.weight * &values[b.to as usize][player];
                    }
                }
                if let Some(&j) = self.place.get(&b.to) {
                    match row.iter_mut().find(|t| t.0 == j) {
                        Some(t) => t.1 -= &b.weight,
                        None => row.push((j, -b.weight.clone())),
                    }
                }
            }
            row.retain(|t| !t.1.is_zero());
            system.push(row, rhs);
        }
        for (&s, x) in self.members.iter().zip(system.solve(budget)?) {
            values[s as usize] = x;
        }
        Ok(())
    }

    /// Policy iteration for one aim at the states that `chooses` names: starts from a policy that ends, and changes only what is
    /// strictly better. Such a change can close a class of states only if going round in it gains without bound.
    fn improve(
        &self,
        policy: &mut [u32],
        values: &mut [Vec<Rational>],
        (player, large): (usize, bool),
        chooses: &dyn Fn(State) -> bool,
        budget: &Budget,
    ) -> Result<()> {
        loop {
            if let Some(class) = self.trapped(policy) {
                let (kind, way) = if large {
                    ("gain", "grows")
                } else {
                    ("cost", "falls")
                };
                return Err(Error::undefined(format!(
                    "the {kind} is unbounded: on average it {way} with every round of play among {{{}}}; let play end there, or make a round cost something",
                    self.names(&class)
                )));
            }
            self.evaluate(policy, values, budget)?;
            let mut changed = false;
            for (i, &s) in self.members.iter().enumerate() {
                let actions = self.process.actions(s);
                if actions.len() < 2 || !chooses(s) {
                    continue;
                }
                budget.check()?;
                let mut best = values[s as usize][player].clone();
                for (a, action) in (0u32..).zip(actions) {
                    if a == policy[i] {
                        continue;
                    }
                    let value = backup_one(action, player, values);
                    if if large { value > best } else { value < best } {
                        best = value;
                        policy[i] = a;
                        changed = true;
                    }
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// Replaces the policy by the best for rounded values, if that one ends too. Only a start: what follows is exact.
    fn guess(
        &self,
        policy: &mut Vec<u32>,
        values: &[Vec<Rational>],
        (player, large): (usize, bool),
    ) {
        let n = self.members.len();
        type Rounded = (f64, Vec<(u32, f64)>);
        let round = |s: State| -> Vec<Rounded> {
            let actions = self.process.actions(s).iter();
            let one = |action: &super::Action| {
                let mut free = 0.0;
                let mut inside = Vec::new();
                for b in &action.branches {
                    let w = crate::rational::guess(&b.weight);
                    if let Some(g) = b.gain.get(player) {
                        free += w * crate::rational::guess(g);
                    }
                    match self.place.get(&b.to) {
                        Some(&j) => inside.push((j, w)),
                        None => free += w * crate::rational::guess(&values[b.to as usize][player]),
                    }
                }
                (free, inside)
            };
            actions.map(one).collect()
        };
        let table: Vec<Vec<Rounded>> = self.members.iter().map(|&s| round(s)).collect();
        let mut v = vec![0.0f64; n];
        let mut new = policy.clone();
        // Values of the policy in hand by sweeps, then a better policy, and so on.
        for _ in 0..30 {
            for sweep in 0..400 {
                let mut change = 0.0f64;
                for k in 0..n {
                    let i = if sweep % 2 == 0 { k } else { n - 1 - k };
                    let (free, inside) = &table[i][new[i] as usize];
                    let value = free + inside.iter().map(|&(j, w)| w * v[j as usize]).sum::<f64>();
                    change = change.max((value - v[i]).abs() / (1.0 + value.abs()));
                    v[i] = value;
                }
                if change < 1e-13 {
                    break;
                }
            }
            let mut changed = false;
            for i in 0..n {
                let worth = |a: usize| {
                    let (free, inside) = &table[i][a];
                    let sum = free + inside.iter().map(|&(j, w)| w * v[j as usize]).sum::<f64>();
                    if large { sum } else { -sum }
                };
                let mut best = worth(new[i] as usize);
                let margin = 1e-9 * (1.0 + best.abs());
                for a in 0..table[i].len() {
                    let value = worth(a);
                    if value > best + margin {
                        best = value;
                        new[i] = a as u32;
                        changed = true;
                    }
                }
            }
            if !changed || v.iter().any(|x| !x.is_finite()) {
                break;
            }
        }
        if self.trapped(&new).is_none() {
            *policy = new;
        }
    }

    /// One who wants much and one who wants little: the first improves against the best reply of the second.
    fn zero_sum(
        &self,
        policy: &mut [u32],
        values: &mut [Vec<Rational>],
        budget: &Budget,
    ) -> Result<()> {
        let class = self.closed_under_some_policy();
        if !class.is_empty() {
            return Err(Error::undefined(format!(
                "the two players can go on for ever among {{{}}}; such a process has a value here only if play ends whatever they do",
                self.names(&class)
            )));
        }
        let small = |s: State| !self.process.owner(s).aim().1;
        loop {
            self.improve(policy, values, (0, false), &small, budget)?;
            let mut changed = false;
            for (i, &s) in self.members.iter().enumerate().filter(|(_, s)| !small(**s)) {
                let mut best = values[s as usize][0].clone();
                for (a, action) in (0u32..).zip(self.process.actions(s)) {
                    let value = backup_one(action, 0, values);
                    if value > best {
                        best = value;
                        policy[i] = a;
                        changed = true;
                    }
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// The states among which play can stay for ever if all choose so.
    fn closed_under_some_policy(&self) -> Vec<State> {
        let mut inside: FxHashSet<State> = self.members.iter().copied().collect();
        loop {
            let stays = |s: &State| {
                let mut actions = self.process.actions(*s).iter();
                actions.any(|a| a.branches.iter().all(|b| inside.contains(&b.to)))
            };
            let kept: FxHashSet<State> = inside.iter().copied().filter(stays).collect();
            if kept.len() == inside.len() {
                return kept.into_iter().collect();
            }
            inside = kept;
        }
    }

    /// Several players, each for the own expectation: everyone takes the best action against the values in hand until nobody changes.
    fn stable(
        &self,
        policy: &mut Vec<u32>,
        values: &mut [Vec<Rational>],
        budget: &Budget,
    ) -> Result<()> {
        let players = self.process.players();
        for _ in 0..MOST_POLICIES {
            self.evaluate(policy, values, budget)?;
            let mut next = policy.clone();
            for (i, &s) in self.members.iter().enumerate() {
                if self.process.is_choice(s) {
                    let actions = self.process.actions(s).iter();
                    let options: Vec<Vec<Rational>> =
                        actions.map(|a| backup(a, players, values)).collect();
                    next[i] = choose(&options, self.process.owner(s), self.process.ties()) as u32;
                }
            }
            if &next == policy {
                return Ok(());
            }
            if self.trapped(&next).is_some() {
                // Ties may close a class; then only what is strictly better changes.
                for (i, &s) in self.members.iter().enumerate() {
                    let (player, large) = self.process.owner(s).aim();
                    let value =
                        |a: u32| backup_one(&self.process.actions(s)[a as usize], player, values);
                    let (new, old) = (value(next[i]), &values[s as usize][player]);
                    if if large { &new <= old } else { &new >= old } {
                        next[i] = policy[i];
                    }
                }
                if &next == policy {
                    return Ok(());
                }
            }
            *policy = next;
        }
        Err(Error::undefined(format!(
            "no stable policy was found where several players choose in one cycle, {{{}}}",
            self.names(self.members)
        )))
    }
}
