//! Boolean operations: the product of two automata, built from the pairs of states that are reached.

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Var, check_tracks};
use crate::diagram::{Builder, Diagram};
use crate::error::{Error, Limits};
use crate::minimize::Raw;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    And,
    Or,
    Minus,
}

impl Join {
    fn eval(self, a: bool, b: bool) -> bool {
        match self {
            Join::And => a && b,
            Join::Or => a || b,
            Join::Minus => a && !b,
        }
    }
}

/// The tracks of two automata side by side, and the pairs of their classes that occur.
pub(crate) struct Joint {
    pub vars: Vec<Var>,
    pub diagram: Diagram,
    pub pairs: Vec<(u32, u32)>,
}

pub(crate) fn joint(a: &Automaton, b: &Automaton) -> Result<Joint, Error> {
    a.same_numeration(b)?;
    let mut vars = [a.vars.as_slice(), b.vars.as_slice()].concat();
    vars.sort_unstable();
    vars.dedup();
    check_tracks(vars.len())?;
    let map = |x: &Automaton| -> Vec<u32> {
        x.vars
            .iter()
            .map(|v| vars.binary_search(v).unwrap_or(0) as u32)
            .collect()
    };
    let (ma, mb) = (map(a), map(b));
    let mut builder = Builder::new(a.sys.radix);
    let mut ids = FxHashMap::default();
    let mut pairs = Vec::new();
    let root = builder.zip((&a.diagram, &ma), (&b.diagram, &mb), &mut |x, y| {
        *ids.entry((x, y)).or_insert_with(|| {
            pairs.push((x, y));
            pairs.len() as u32 - 1
        })
    });
    Ok(Joint {
        vars,
        diagram: builder.finish(root),
        pairs,
    })
}

/// Numbers for pairs of states, in the order in which they are met.
struct Pairs {
    dense: Vec<u32>,
    sparse: FxHashMap<u64, u32>,
    width: usize,
    list: Vec<(u32, u32)>,
}

impl Pairs {
    fn new(a: usize, b: usize) -> Pairs {
        let dense = a.checked_mul(b).filter(|&n| n <= 1 << 16);
        Pairs {
            dense: vec![u32::MAX; dense.unwrap_or(0)],
            sparse: FxHashMap::default(),
            width: b,
            list: Vec::new(),
        }
    }

    fn id(&mut self, a: u32, b: u32) -> u32 {
        let next = self.list.len() as u32;
        let id = if self.dense.is_empty() {
            *self
                .sparse
                .entry(u64::from(a) << 32 | u64::from(b))
                .or_insert(next)
        } else {
            let slot = &mut self.dense[a as usize * self.width + b as usize];
            if *slot == u32::MAX {
                *slot = next;
            }
            *slot
        };
        if id == next {
            self.list.push((a, b));
        }
        id
    }
}

pub(crate) fn product(
    a: &Automaton,
    b: &Automaton,
    join: Join,
    limits: &Limits,
) -> Result<Raw, Error> {
    let Joint {
        vars,
        diagram,
        pairs: letters,
    } = joint(a, b)?;
    let k = letters.len();
    let mut pairs = Pairs::new(a.states(), b.states());
    // Pairs whose fate is known from one part are one state.
    let (dead_a, dead_b) = (a.dead(), b.dead());
    let (full_a, full_b) = (a.full(), b.full());
    let (lost, won) = (a.states() as u32, a.states() as u32 + 1);
    let settle = |x: u32, y: u32| -> Option<bool> {
        let (xd, yd) = (Some(x) == dead_a, Some(y) == dead_b);
        let (xf, yf) = (Some(x) == full_a, Some(y) == full_b);
        match join {
            Join::And if xd || yd => Some(false),
            Join::And if xf && yf => Some(true),
            Join::Or if xd && yd => Some(false),
            Join::Or if xf || yf => Some(true),
            Join::Minus if xd || yf => Some(false),
            Join::Minus if xf && yd => Some(true),
            _ => None,
        }
    };
    if !pairs.dense.is_empty() {
        pairs.dense.resize((a.states() + 2) * b.states(), u32::MAX);
    }
    let id = |pairs: &mut Pairs, x: u32, y: u32| match settle(x, y) {
        Some(false) => pairs.id(lost, 0),
        Some(true) => pairs.id(won, 0),
        None => pairs.id(x, y),
    };
    let start = id(&mut pairs, 0, 0);
    let mut next = Vec::new();
    let mut accept = Vec::new();
    let mut at = 0;
    while at < pairs.list.len() {
        let (x, y) = pairs.list[at];
        if x >= lost {
            accept.push(x == won);
            next.extend(std::iter::repeat_n(at as u32, k));
            at += 1;
            continue;
        }
        at += 1;
        accept.push(join.eval(a.accept[x as usize], b.accept[y as usize]));
        for &(c, d) in &letters {
            let to = id(&mut pairs, a.step(x, c), b.step(y, d));
            next.push(to);
        }
        limits.check(pairs.list.len(), k)?;
    }
    Ok(Raw {
        sys: a.sys.clone(),
        vars,
        diagram,
        classes: k,
        start,
        accept,
        next,
    })
}

/// Have two sets a common tuple? Stops at the first one found, and minimises nothing.
pub(crate) fn meets(a: &Automaton, b: &Automaton, limits: &Limits) -> Result<bool, Error> {
    let letters = joint(a, b)?.pairs;
    let (dead_a, dead_b) = (a.dead(), b.dead());
    let mut pairs = Pairs::new(a.states(), b.states());
    pairs.id(0, 0);
    let mut at = 0;
    while at < pairs.list.len() {
        let (x, y) = pairs.list[at];
        at += 1;
        if a.accept[x as usize] && b.accept[y as usize] {
            return Ok(true);
        }
        for &(c, d) in &letters {
            let (x, y) = (a.step(x, c), b.step(y, d));
            if Some(x) != dead_a && Some(y) != dead_b {
                pairs.id(x, y);
            }
        }
        limits.check(pairs.list.len(), 1)?;
    }
    Ok(false)
}

impl Automaton {
    /// The tuples of both sets. Cost: at most the product of the numbers of states.
    ///
    /// # Errors
    /// The numerations differ, there are more than 64 variables, or a limit is reached.
    pub fn and(&self, other: &Automaton, limits: &Limits) -> Result<Automaton, Error> {
        Ok(product(self, other, Join::And, limits)?.minimize())
    }

    /// The tuples of either set, over the variables of both. Cost and errors: as for [`Automaton::and`].
    pub fn or(&self, other: &Automaton, limits: &Limits) -> Result<Automaton, Error> {
        if self.sys.free() || self.vars == other.vars {
            return Ok(product(self, other, Join::Or, limits)?.minimize());
        }
        self.same_numeration(other)?;
        let a = self.extend(&other.vars, limits)?;
        let b = other.extend(&self.vars, limits)?;
        Ok(product(&a, &b, Join::Or, limits)?.minimize())
    }

    /// The tuples of this set that are not in the other, over the variables of both. Cost and errors: as for
    /// [`Automaton::and`].
    pub fn difference(&self, other: &Automaton, limits: &Limits) -> Result<Automaton, Error> {
        if self.sys.free() || other.vars.iter().all(|v| self.vars.contains(v)) {
            return Ok(product(self, other, Join::Minus, limits)?.minimize());
        }
        self.same_numeration(other)?;
        let a = self.extend(&other.vars, limits)?;
        Ok(product(&a, other, Join::Minus, limits)?.minimize())
    }

    /// The tuples over the same variables that are not in the set.
    ///
    /// # Errors
    /// A limit is reached (only where not every word is valid).
    pub fn complement(&self, limits: &Limits) -> Result<Automaton, Error> {
        if self.sys.free() {
            let mut not = self.clone();
            not.accept.iter_mut().for_each(|a| *a = !*a);
            return Ok(not);
        }
        Automaton::all_in(&self.sys, &self.vars, limits)?.difference(self, limits)
    }
}
