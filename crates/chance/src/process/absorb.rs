//! Where play ends: the probability of every end, and how often every state is visited.

use super::{Process, Solution, State};
use crate::Rational;
use crate::linear::System;
use bouton_core::{Budget, Error, Result};
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

/// Where play from one state ends, and what it visits.
#[derive(Clone, Debug)]
pub struct Absorption {
    /// The probability of each end that can be reached, in the order of the states.
    pub ends: Vec<(State, Rational)>,
    /// How often each other state that can be reached is visited on average, the start at the beginning included.
    pub visits: Vec<(State, Rational)>,
}

impl Process {
    /// The probability of every end, and the expected visits to every state, from `start` under the policy of `solution`.
    ///
    /// # Errors
    /// The start does not exist, or a limit of `budget` is reached.
    ///
    /// ```
    /// use bouton_chance::process::{Branch, Owner, Process};
    /// use bouton_chance::rational::{int, ratio};
    /// use bouton_core::Budget;
    /// let mut p = Process::new(1);
    /// let (a, b) = (p.end(vec![]), p.end(vec![]));
    /// let s = p.state(Owner::Nature);
    /// p.act(s, vec![Branch::new(a, ratio(1, 2)), Branch::new(b, ratio(1, 6)), Branch::new(s, ratio(1, 3))]).unwrap();
    /// let unlimited = Budget::unlimited();
    /// let absorption = p.absorption(s, &p.solve(&unlimited).unwrap(), &unlimited).unwrap();
    /// assert_eq!(absorption.ends, [(a, ratio(3, 4)), (b, ratio(1, 4))]);
    /// assert_eq!(absorption.visits, [(s, ratio(3, 2))]);
    /// ```
    pub fn absorption(
        &self,
        start: State,
        solution: &Solution,
        budget: &Budget,
    ) -> Result<Absorption> {
        if start as usize >= self.len() {
            return Err(Error::input(format!("state {start} does not exist")));
        }
        let mut order = vec![start];
        let mut place: FxHashMap<State, u32> = FxHashMap::from_iter([(start, 0)]);
        let mut next = 0;
        while next < order.len() {
            budget.visit(1)?;
            for b in self.followed(order[next], solution) {
                place.entry(b.to).or_insert_with(|| {
                    order.push(b.to);
                    (order.len() - 1) as u32
                });
            }
            next += 1;
        }
        // visits(t) = [t is the start] + sum over s of visits(s) P(s, t).
        let mut system = System::default();
        for i in 0..order.len() {
            let first = if i == 0 {
                Rational::one()
            } else {
                Rational::zero()
            };
            system.push(vec![(i as u32, Rational::one())], vec![first]);
        }
        for (i, &s) in (0u32..).zip(&order) {
            for b in self.followed(s, solution) {
                let row = &mut system.rows[place[&b.to] as usize];
                match row.iter_mut().find(|t| t.0 == i) {
                    Some(t) => t.1 -= &b.weight,
                    None => row.push((i, -b.weight.clone())),
                }
            }
        }
        let x = system.solve(budget)?;
        let mut all: Vec<(State, Rational)> = order
            .into_iter()
            .zip(x)
            .map(|(s, mut v)| (s, v.swap_remove(0)))
            .collect();
        all.sort_by_key(|(s, _)| *s);
        let (ends, visits) = all
            .into_iter()
            .partition(|(s, _)| self.payoff(*s).is_some());
        Ok(Absorption { ends, visits })
    }

    fn followed<'a>(&'a self, s: State, solution: &Solution) -> &'a [super::Branch] {
        match solution.action(s) {
            Some(a) => &self.actions(s)[a].branches,
            None => &[],
        }
    }
}
