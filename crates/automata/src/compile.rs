//! From formulas to automata.
//!
//! Negations move to the atoms, where a linear constraint takes them at no cost. A quantifier over a conjunction is a
//! variable elimination: the variable whose constraints are smallest goes first, with all others that occur nowhere else;
//! over a disjunction it is distributed. A universal quantifier is a negated existential one (shallit2022).

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Var};
use crate::bitwise::{bitwise, power};
use crate::congruent::congruent;
use crate::error::{Error, Limits};
use crate::formula::Formula;
use crate::linear::linear;
use crate::numeration::Numeration;
use crate::product::meets;
use crate::shape::{Shape, Signed, base, branches, flatten, negations, shape};
use crate::system::System;

/// The automaton of a formula: the tuples over its free variables for which it holds.
///
/// Cost: in theory a tower of exponentials in the alternations of quantifiers; in practice the sizes of the automata on the
/// way, which `limits` bounds.
///
/// # Errors
/// The numeration is out of range, a relation gets the wrong number of variables or has another numeration, a bit
/// operation stands in a numeration without bits, a modulus is not positive, the formula is nested too deeply, or a limit is
/// reached.
///
/// ```
/// use bouton_automata::{Formula, Limits, Numeration, Op, compile};
/// // x is even: there is a y with x = 2 y
/// let even = Formula::exists(&[1], Formula::linear(&[(1, 0), (-2, 1)], Op::Eq, 0));
/// let set = compile(&even, &Numeration::Zeckendorf, &Limits::default())?;
/// let first: Vec<String> = set.tuples().take(4).map(|t| t[0].to_string()).collect();
/// assert_eq!(first, ["0", "2", "4", "6"]);
/// # Ok::<(), bouton_automata::Error>(())
/// ```
pub fn compile(formula: &Formula, num: &Numeration, limits: &Limits) -> Result<Automaton, Error> {
    compile_in(&Arc::new(num.system()?), formula, limits)
}

pub(crate) fn compile_in(
    sys: &Arc<System>,
    formula: &Formula,
    limits: &Limits,
) -> Result<Automaton, Error> {
    let free = formula.free_vars()?;
    let compiler = Compiler::new(sys, limits);
    compiler.build(formula, true)?.extend(&free, limits)
}

/// Is a sentence true? It has no free variables.
///
/// # Errors
/// A variable is free, or as for [`compile`].
///
/// ```
/// use bouton_automata::{Formula, Limits, Numeration, Op, decide};
/// // Every number is even or odd.
/// let half = |c| Formula::exists(&[1], Formula::linear(&[(1, 0), (-2, 1)], Op::Eq, c));
/// let sentence = Formula::for_all(&[0], Formula::Or(vec![half(0), half(1)]));
/// assert!(decide(&sentence, &Numeration::Base(3), &Limits::default())?);
/// # Ok::<(), bouton_automata::Error>(())
/// ```
pub fn decide(formula: &Formula, num: &Numeration, limits: &Limits) -> Result<bool, Error> {
    if let Some(var) = formula.free_vars()?.first() {
        return Err(Error::input(format!(
            "variable {var} is free: a sentence binds every variable by a quantifier"
        )));
    }
    let sys = Arc::new(num.system()?);
    let compiler = Compiler::new(&sys, limits);
    compiler.truth(formula, true)
}

struct Compiler<'a> {
    sys: &'a Arc<System>,
    limits: &'a Limits,
    /// The automata of parts of conjunctions, which distribution repeats; by the part's address and sign.
    known: RefCell<FxHashMap<(usize, bool), Automaton>>,
}

impl<'a> Compiler<'a> {
    fn new(sys: &'a Arc<System>, limits: &'a Limits) -> Compiler<'a> {
        Compiler {
            sys,
            limits,
            known: RefCell::default(),
        }
    }

    fn build(&self, f: &Formula, sign: bool) -> Result<Automaton, Error> {
        match shape(f, sign) {
            Shape::And(parts) => {
                let mut list = Vec::new();
                for (g, s) in flatten(parts, true) {
                    let part = self.build(g, s)?;
                    if part.is_empty() {
                        return self.constant(false);
                    }
                    list.push(part);
                }
                self.conjunction(list)
            }
            Shape::Or(parts) => {
                let mut list = Vec::new();
                for (g, s) in flatten(parts, false) {
                    list.push(self.build(g, s)?);
                }
                self.disjunction(list)
            }
            Shape::Exists(vars, (g, s)) => self.project(vars.to_vec(), g, s),
            Shape::ForAll(vars, (g, s)) => {
                self.project(vars.to_vec(), g, !s)?.complement(self.limits)
            }
            Shape::Atom => self.atom(base(f), sign ^ negations(f)),
        }
    }

    fn constant(&self, value: bool) -> Result<Automaton, Error> {
        Automaton::constant(self.sys, &[], value)
    }

    fn atom(&self, f: &Formula, sign: bool) -> Result<Automaton, Error> {
        let set = match f {
            Formula::Linear {
                terms,
                op,
                constant,
            } => {
                let op = if sign { *op } else { op.negated() };
                return linear(self.sys, terms, op, constant, self.limits);
            }
            Formula::Congruent {
                terms,
                constant,
                modulus,
            } => congruent(self.sys, terms, constant, modulus, self.limits)?,
            Formula::Xor(a, b, c) => bitwise(self.sys, "xor", |x, y| x ^ y, [*a, *b, *c])?,
            Formula::BitAnd(a, b, c) => bitwise(self.sys, "and", |x, y| x & y, [*a, *b, *c])?,
            Formula::BitOr(a, b, c) => bitwise(self.sys, "or", |x, y| x | y, [*a, *b, *c])?,
            Formula::Power(a) => power(self.sys, *a)?,
            Formula::Is(set, vars) => {
                if set.vars.len() != vars.len() {
                    return Err(Error::input(format!(
                        "a relation of {} variables is applied to {}: give one variable for each of its tracks",
                        set.vars.len(),
                        vars.len()
                    )));
                }
                if set.sys.num != self.sys.num {
                    return Err(Error::input(format!(
                        "a relation in {} stands in a formula in {}: use one numeration",
                        set.sys.num.name(),
                        self.sys.num.name()
                    )));
                }
                set.apply(vars)?
            }
            Formula::False => self.constant(false)?,
            _ => self.constant(true)?,
        };
        if sign {
            Ok(set)
        } else {
            set.complement(self.limits)
        }
    }

    /// The existential projection of a signed formula.
    fn project(&self, mut vars: Vec<Var>, f: &Formula, sign: bool) -> Result<Automaton, Error> {
        match shape(f, sign) {
            Shape::Exists(more, (g, s)) => {
                vars.extend(more);
                self.project(vars, g, s)
            }
            Shape::Or(parts) => {
                let mut list = Vec::new();
                for (g, s) in flatten(parts, false) {
                    list.push(self.project(vars.clone(), g, s)?);
                }
                self.disjunction(list)
            }
            Shape::And(parts) => self.project_all(vars, flatten(parts, true)),
            _ => self.build(f, sign)?.exists(&vars, self.limits),
        }
    }

    /// The existential projection of a conjunction; a small disjunction in it is distributed.
    fn project_all(&self, vars: Vec<Var>, parts: Vec<Signed<'_>>) -> Result<Automaton, Error> {
        if let Some(branches) = branches(&parts) {
            let mut list = Vec::new();
            for branch in branches {
                list.push(self.project_all(vars.clone(), branch)?);
            }
            return self.disjunction(list);
        }
        match self.conjuncts(parts)? {
            None => self.constant(false),
            Some(list) => self.eliminate(list, vars),
        }
    }

    /// The automata of the parts of a flat conjunction; none if one is empty.
    fn conjuncts(&self, parts: Vec<Signed<'_>>) -> Result<Option<Vec<Automaton>>, Error> {
        let mut list = Vec::new();
        for (g, s) in parts {
            let key = (std::ptr::from_ref(g).addr(), s);
            let known = self.known.borrow().get(&key).cloned();
            let part = match known {
                Some(part) => part,
                None => {
                    let part = self.build(g, s)?;
                    self.known.borrow_mut().insert(key, part.clone());
                    part
                }
            };
            if part.is_empty() {
                return Ok(None);
            }
            list.push(part);
        }
        Ok(Some(list))
    }

    /// Projects a conjunction, variable by variable.
    fn eliminate(&self, mut list: Vec<Automaton>, mut vars: Vec<Var>) -> Result<Automaton, Error> {
        while let Some((group, gone)) = next_group(&mut list, &mut vars) {
            let part = self.conjunction(group)?.exists(&gone, self.limits)?;
            if part.is_empty() {
                return self.constant(false);
            }
            list.push(part);
        }
        self.conjunction(list)
    }

    fn conjunction(&self, mut list: Vec<Automaton>) -> Result<Automaton, Error> {
        while list.len() > 1 {
            let (a, b) = cheapest_pair(&mut list);
            let both = a.and(&b, self.limits)?;
            if both.is_empty() {
                return self.constant(false);
            }
            list.push(both);
        }
        match list.pop() {
            Some(one) => Ok(one),
            None => self.constant(true),
        }
    }

    fn disjunction(&self, mut list: Vec<Automaton>) -> Result<Automaton, Error> {
        list.retain(|a| !a.is_empty());
        while list.len() > 1 {
            let (a, b) = cheapest_pair(&mut list);
            list.push(a.or(&b, self.limits)?);
        }
        match list.pop() {
            Some(one) => Ok(one),
            None => self.constant(false),
        }
    }

    /// The truth of a signed sentence, with as little work as shows it.
    fn truth(&self, f: &Formula, sign: bool) -> Result<bool, Error> {
        match shape(f, sign) {
            Shape::And(parts) => {
                for (g, s) in parts {
                    if !self.truth(g, s)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Shape::Or(parts) => {
                for (g, s) in parts {
                    if self.truth(g, s)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Shape::Exists(vars, (g, s)) => self.satisfiable(vars.to_vec(), g, s),
            Shape::ForAll(vars, (g, s)) => Ok(!self.satisfiable(vars.to_vec(), g, !s)?),
            Shape::Atom => Ok(!self.build(f, sign)?.is_empty()),
        }
    }

    /// Has a formula, all of whose free variables are in `vars`, a solution?
    fn satisfiable(&self, mut vars: Vec<Var>, f: &Formula, sign: bool) -> Result<bool, Error> {
        match shape(f, sign) {
            Shape::Exists(more, (g, s)) => {
                vars.extend(more);
                self.satisfiable(vars, g, s)
            }
            Shape::Or(parts) => {
                for (g, s) in flatten(parts, false) {
                    if self.satisfiable(vars.clone(), g, s)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Shape::And(parts) => self.satisfiable_all(vars, flatten(parts, true)),
            _ => Ok(!self.build(f, sign)?.is_empty()),
        }
    }

    /// Has a conjunction, all of whose free variables are in `vars`, a solution?
    fn satisfiable_all(&self, mut vars: Vec<Var>, parts: Vec<Signed<'_>>) -> Result<bool, Error> {
        if let Some(branches) = branches(&parts) {
            for branch in branches {
                if self.satisfiable_all(vars.clone(), branch)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let Some(mut list) = self.conjuncts(parts)? else {
            return Ok(false);
        };
        while list.len() > 2 {
            let Some((group, gone)) = next_group(&mut list, &mut vars) else {
                break;
            };
            if list.is_empty() {
                list = group;
                break;
            }
            list.push(self.conjunction(group)?.exists(&gone, self.limits)?);
        }
        while list.len() > 2 {
            let (a, b) = cheapest_pair(&mut list);
            list.push(a.and(&b, self.limits)?);
        }
        match (list.pop(), list.pop()) {
            (Some(a), Some(b)) => meets(&a, &b, self.limits),
            (Some(a), None) => Ok(!a.is_empty()),
            _ => Ok(true),
        }
    }
}

/// Takes from a conjunction the automata of the variable that is cheapest to eliminate, and all variables that occur in
/// no other one. Variables that occur nowhere are dropped.
fn next_group(
    list: &mut Vec<Automaton>,
    vars: &mut Vec<Var>,
) -> Option<(Vec<Automaton>, Vec<Var>)> {
    vars.sort_unstable();
    vars.dedup();
    vars.retain(|v| list.iter().any(|a| a.vars.contains(v)));
    let cost = |v: &Var| -> (u64, usize) {
        let mut all: Vec<Var> = Vec::new();
        let mut size = 1u64;
        for a in list.iter().filter(|a| a.vars.contains(v)) {
            size = size.saturating_mul(a.states() as u64);
            all.extend(&a.vars);
        }
        all.sort_unstable();
        all.dedup();
        (size, all.len())
    };
    let &best = vars.iter().min_by_key(|v| cost(v))?;
    let (group, rest): (Vec<Automaton>, Vec<Automaton>) =
        list.drain(..).partition(|a| a.vars.contains(&best));
    *list = rest;
    let (gone, stay): (Vec<Var>, Vec<Var>) = vars
        .drain(..)
        .partition(|v| !list.iter().any(|a| a.vars.contains(v)));
    *vars = stay;
    Some((group, gone))
}

/// Takes two automata whose product promises to be small. The list has at least two.
fn cheapest_pair(list: &mut Vec<Automaton>) -> (Automaton, Automaton) {
    let mut best = (usize::MAX, 0, 1);
    for (i, a) in list.iter().enumerate() {
        for (j, b) in list.iter().enumerate().skip(i + 1) {
            let shared = a.vars.iter().any(|v| b.vars.contains(v));
            let cost = a
                .states()
                .saturating_mul(b.states())
                .saturating_mul(if shared { 1 } else { 4 });
            if cost < best.0 {
                best = (cost, i, j);
            }
        }
    }
    let b = list.swap_remove(best.2);
    let a = list.swap_remove(best.1);
    (a, b)
}
