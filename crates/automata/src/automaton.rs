//! Automata: sets of tuples of naturals as minimal complete deterministic automata.

use std::sync::Arc;

use crate::diagram::Diagram;
use crate::error::{Error, Limits};
use crate::minimize::Raw;
use crate::numeration::{Nat, Numeration};
use crate::system::{MAX_TRACKS, System};

/// A variable: the name of a track.
pub type Var = u32;

/// A set of tuples of naturals, one track for each variable, read most significant digit first.
///
/// The automaton is deterministic, complete and minimal, its states are numbered in the order of their least words: so
/// equal sets over equal variables are equal structures, and `==` compares sets. It accepts valid representations only, and
/// a word with leading zeros exactly when it accepts the word without them.
///
/// ```
/// use bouton_automata::{Formula, Limits, Numeration, Op, compile};
/// // b = 2 a
/// let double = Formula::linear(&[(2, 0), (-1, 1)], Op::Eq, 0);
/// let set = compile(&double, &Numeration::Base(2), &Limits::default())?;
/// assert!(set.contains(&[21u32.into(), 42u32.into()]));
/// assert!(!set.contains(&[21u32.into(), 43u32.into()]));
/// assert_eq!(set.states(), 3);
/// # Ok::<(), bouton_automata::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    pub(crate) sys: Arc<System>,
    pub(crate) vars: Vec<Var>,
    pub(crate) diagram: Diagram,
    pub(crate) classes: usize,
    pub(crate) accept: Vec<bool>,
    /// The transitions, `classes` a state; the start is state 0.
    pub(crate) next: Vec<u32>,
}

pub(crate) fn sorted_vars(vars: &[Var]) -> Result<Vec<Var>, Error> {
    let mut sorted = vars.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    check_tracks(sorted.len())?;
    Ok(sorted)
}

pub(crate) fn check_tracks(tracks: usize) -> Result<(), Error> {
    if tracks > MAX_TRACKS {
        return Err(Error::input(format!(
            "a relation of {tracks} variables is too wide: an automaton has at most {MAX_TRACKS} tracks"
        )));
    }
    Ok(())
}

impl Numeration {
    /// The valid representations of all numbers, on one track (variable 0).
    ///
    /// # Errors
    /// The numeration is out of range.
    pub fn valid(&self) -> Result<Automaton, Error> {
        Automaton::all(self, &[0])
    }
}

impl Automaton {
    /// All tuples over these variables. Cost: in a Fibonacci-like system, 2^variables states.
    ///
    /// # Errors
    /// The numeration is out of range, or there are more than 64 variables, or a million states do not suffice.
    pub fn all(num: &Numeration, vars: &[Var]) -> Result<Automaton, Error> {
        Automaton::all_in(&Arc::new(num.system()?), vars, &Limits::default())
    }

    /// No tuple over these variables.
    ///
    /// # Errors
    /// The numeration is out of range, or there are more than 64 variables.
    pub fn none(num: &Numeration, vars: &[Var]) -> Result<Automaton, Error> {
        Automaton::constant(&Arc::new(num.system()?), vars, false)
    }

    /// The same answer for every word, valid or not: right for `false`, and for `true` where every word is valid.
    pub(crate) fn constant(
        sys: &Arc<System>,
        vars: &[Var],
        accept: bool,
    ) -> Result<Automaton, Error> {
        Ok(Automaton {
            sys: sys.clone(),
            vars: sorted_vars(vars)?,
            diagram: Diagram::constant(sys.radix),
            classes: 1,
            accept: vec![accept],
            next: vec![0],
        })
    }

    pub(crate) fn all_in(
        sys: &Arc<System>,
        vars: &[Var],
        limits: &Limits,
    ) -> Result<Automaton, Error> {
        if sys.free() {
            return Automaton::constant(sys, vars, true);
        }
        let vars = sorted_vars(vars)?;
        let Some((&first, rest)) = vars.split_first() else {
            return Automaton::constant(sys, &[], true);
        };
        let one = |var| {
            // States: after a letter that is not full, after a full one, dead.
            let mut next = Vec::new();
            for state in 0..3 {
                for letter in 0..sys.radix {
                    next.push(match state {
                        2 => 2,
                        s if !sys.follows(s == 1, letter) => 2,
                        _ => u32::from(sys.full[letter]),
                    });
                }
            }
            let accept = vec![true, sys.end_full, false];
            Raw::by_letter(sys.clone(), vec![var], accept, next).minimize()
        };
        let mut all = one(first);
        for &var in rest {
            all = all.and(&one(var), limits)?;
        }
        Ok(all)
    }

    /// The numeration.
    pub fn numeration(&self) -> &Numeration {
        &self.sys.num
    }

    /// The variables, sorted; tuples list their values in this order.
    pub fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// The number of states; it counts the dead state, from which nothing is accepted, where there is one.
    pub fn states(&self) -> usize {
        self.accept.len()
    }

    /// The number of classes of letters that behave alike.
    pub fn classes(&self) -> usize {
        self.classes
    }

    #[inline]
    pub(crate) fn step(&self, state: u32, class: u32) -> u32 {
        self.next[state as usize * self.classes + class as usize]
    }

    /// The state from which nothing is accepted, if there is one.
    pub(crate) fn dead(&self) -> Option<u32> {
        self.sink(false)
    }

    /// The state from which every word is accepted, if there is one.
    pub(crate) fn full(&self) -> Option<u32> {
        self.sink(true)
    }

    fn sink(&self, accept: bool) -> Option<u32> {
        (0..self.states() as u32).find(|&s| {
            self.accept[s as usize] == accept
                && (0..self.classes as u32).all(|c| self.step(s, c) == s)
        })
    }

    /// Is the tuple in the set? Values in the order of [`Automaton::vars`]; a tuple of another length is not.
    ///
    /// Cost: linear in the digits, once they are known.
    pub fn contains(&self, values: &[Nat]) -> bool {
        if values.len() != self.vars.len() {
            return false;
        }
        let mut state = 0;
        for letter in self.sys.word(values) {
            state = self.step(state, self.diagram.class(&letter));
        }
        self.accept[state as usize]
    }

    /// Is the set empty?
    pub fn is_empty(&self) -> bool {
        !self.accept.contains(&true)
    }

    /// Does the set hold every tuple?
    pub fn is_all(&self) -> bool {
        if self.sys.free() {
            return !self.accept.contains(&false);
        }
        Automaton::all(&self.sys.num, &self.vars).is_ok_and(|all| all == *self)
    }

    /// Are these the same set? A variable that only one of the two has is free in the other.
    ///
    /// # Errors
    /// The numerations differ, or a limit is reached.
    pub fn same_set(&self, other: &Automaton, limits: &Limits) -> Result<bool, Error> {
        if self.vars == other.vars {
            self.same_numeration(other)?;
            return Ok(self == other);
        }
        let a = self.extend(&other.vars, limits)?;
        let b = other.extend(&self.vars, limits)?;
        a.same_numeration(&b)?;
        Ok(a == b)
    }

    pub(crate) fn same_numeration(&self, other: &Automaton) -> Result<(), Error> {
        if self.sys == other.sys || self.sys.num == other.sys.num {
            return Ok(());
        }
        Err(Error::input(format!(
            "automata in {} and in {} do not combine: use one numeration",
            self.sys.num.name(),
            other.sys.num.name()
        )))
    }

    /// The set of all tuples over more variables whose old part is in the set.
    ///
    /// # Errors
    /// More than 64 variables, or a limit is reached.
    pub fn extend(&self, vars: &[Var], limits: &Limits) -> Result<Automaton, Error> {
        let new: Vec<Var> = vars
            .iter()
            .copied()
            .filter(|v| !self.vars.contains(v))
            .collect();
        if new.is_empty() {
            return Ok(self.clone());
        }
        self.and(&Automaton::all_in(&self.sys, &new, limits)?, limits)
    }

    /// The set over its variables without those that do not matter, as few tracks as possible.
    pub fn trim(&self) -> Automaton {
        let used: Vec<Var> = (0..self.vars.len())
            .filter(|&t| self.diagram.tests(t as u32))
            .map(|t| self.vars[t])
            .collect();
        let map: Vec<u32> = self
            .vars
            .iter()
            .map(|v| used.iter().position(|u| u == v).unwrap_or(0) as u32)
            .collect();
        let mut builder = crate::diagram::Builder::new(self.sys.radix);
        let root = builder.copy(&self.diagram, &map, &mut |c| c);
        Automaton {
            vars: used,
            diagram: builder.finish(root),
            ..self.clone()
        }
    }
}
