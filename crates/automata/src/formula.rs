//! First-order formulas about naturals: linear arithmetic, congruences, bit operations, automata as relations.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};

use crate::automaton::{Automaton, Var};
use crate::error::Error;

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// =
    Eq,
    /// ≠
    Ne,
    /// <
    Lt,
    /// ≤
    Le,
    /// >
    Gt,
    /// ≥
    Ge,
}

impl Op {
    /// Does the comparison hold for two numbers in this order?
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Op::Eq => order == Ordering::Equal,
            Op::Ne => order != Ordering::Equal,
            Op::Lt => order == Ordering::Less,
            Op::Le => order != Ordering::Greater,
            Op::Gt => order == Ordering::Greater,
            Op::Ge => order != Ordering::Less,
        }
    }

    /// The comparison that holds exactly when this one does not.
    pub fn negated(self) -> Op {
        match self {
            Op::Eq => Op::Ne,
            Op::Ne => Op::Eq,
            Op::Lt => Op::Ge,
            Op::Le => Op::Gt,
            Op::Gt => Op::Le,
            Op::Ge => Op::Lt,
        }
    }
}

/// A formula whose variables range over the naturals. Coefficients and constants may be negative.
#[derive(Clone, Debug)]
pub enum Formula {
    /// Always true.
    True,
    /// Always false.
    False,
    /// `Σ coefficient · variable op constant`. A variable may occur in several terms.
    Linear {
        /// The coefficients and their variables.
        terms: Vec<(BigInt, Var)>,
        /// The comparison.
        op: Op,
        /// The right side.
        constant: BigInt,
    },
    /// `Σ coefficient · variable ≡ constant (mod modulus)`; the automaton has up to modulus states (squared, in a
    /// Fibonacci-like system).
    Congruent {
        /// The coefficients and their variables.
        terms: Vec<(BigInt, Var)>,
        /// The right side.
        constant: BigInt,
        /// At least 1.
        modulus: BigInt,
    },
    /// first = second xor third, bit by bit; only in base 2, 4, 8, ….
    Xor(Var, Var, Var),
    /// first = second and third, bit by bit; only in base 2, 4, 8, ….
    BitAnd(Var, Var, Var),
    /// first = second or third, bit by bit; only in base 2, 4, 8, ….
    BitOr(Var, Var, Var),
    /// The variable is a weight of the numeration: a power of the base, a Fibonacci number. Not for Ostrowski systems whose
    /// period is longer than 1.
    Power(Var),
    /// The variables, in the order of the automaton's variables, form a tuple of the set. Repetitions are allowed.
    Is(Arc<Automaton>, Vec<Var>),
    /// All of them hold.
    And(Vec<Formula>),
    /// One of them holds.
    Or(Vec<Formula>),
    /// It does not hold.
    Not(Box<Formula>),
    /// Some naturals make it hold.
    Exists(Vec<Var>, Box<Formula>),
    /// All naturals make it hold.
    ForAll(Vec<Var>, Box<Formula>),
}

/// How deep a formula may be nested.
pub(crate) const MAX_DEPTH: usize = 256;

impl Formula {
    /// A linear constraint with small coefficients.
    pub fn linear(terms: &[(i64, Var)], op: Op, constant: i64) -> Formula {
        Formula::Linear {
            terms: terms.iter().map(|&(c, v)| (c.into(), v)).collect(),
            op,
            constant: constant.into(),
        }
    }

    /// A congruence with small coefficients.
    pub fn congruent(terms: &[(i64, Var)], constant: i64, modulus: i64) -> Formula {
        Formula::Congruent {
            terms: terms.iter().map(|&(c, v)| (c.into(), v)).collect(),
            constant: constant.into(),
            modulus: modulus.into(),
        }
    }

    /// a = b.
    pub fn equal(a: Var, b: Var) -> Formula {
        Formula::linear(&[(1, a), (-1, b)], Op::Eq, 0)
    }

    /// a < b.
    pub fn less(a: Var, b: Var) -> Formula {
        Formula::linear(&[(1, a), (-1, b)], Op::Lt, 0)
    }

    /// It does not hold.
    pub fn negate(self) -> Formula {
        match self {
            Formula::Not(f) => *f,
            f => Formula::Not(Box::new(f)),
        }
    }

    /// If this holds, the other does.
    pub fn implies(self, other: Formula) -> Formula {
        Formula::Or(vec![self.negate(), other])
    }

    /// Both hold or neither.
    pub fn iff(self, other: Formula) -> Formula {
        Formula::Or(vec![
            Formula::And(vec![self.clone(), other.clone()]),
            Formula::And(vec![self.negate(), other.negate()]),
        ])
    }

    /// Some naturals make it hold.
    pub fn exists(vars: &[Var], f: Formula) -> Formula {
        Formula::Exists(vars.to_vec(), Box::new(f))
    }

    /// All naturals make it hold.
    pub fn for_all(vars: &[Var], f: Formula) -> Formula {
        Formula::ForAll(vars.to_vec(), Box::new(f))
    }

    /// The parts right below.
    fn parts(&self) -> &[Formula] {
        match self {
            Formula::And(list) | Formula::Or(list) => list,
            Formula::Not(f) | Formula::Exists(_, f) | Formula::ForAll(_, f) => {
                std::slice::from_ref(f)
            }
            _ => &[],
        }
    }

    /// Fails on a formula that is nested too deeply to be compiled.
    pub(crate) fn check_depth(&self) -> Result<(), Error> {
        let mut stack = vec![(self, 1)];
        while let Some((f, depth)) = stack.pop() {
            if depth > MAX_DEPTH {
                return Err(Error::input(format!(
                    "a formula is nested more than {MAX_DEPTH} deep: write long conjunctions as one list"
                )));
            }
            stack.extend(f.parts().iter().map(|p| (p, depth + 1)));
        }
        Ok(())
    }

    /// The variables that no quantifier binds, sorted.
    ///
    /// # Errors
    /// The formula is nested more than 256 deep.
    pub fn free_vars(&self) -> Result<Vec<Var>, Error> {
        self.check_depth()?;
        let mut free = BTreeSet::new();
        self.add_free(&mut Vec::new(), &mut free);
        Ok(free.into_iter().collect())
    }

    fn add_free(&self, bound: &mut Vec<Var>, free: &mut BTreeSet<Var>) {
        let here: Vec<Var> = match self {
            Formula::Linear { terms, .. } | Formula::Congruent { terms, .. } => {
                terms.iter().map(|t| t.1).collect()
            }
            Formula::Xor(a, b, c) | Formula::BitAnd(a, b, c) | Formula::BitOr(a, b, c) => {
                vec![*a, *b, *c]
            }
            Formula::Power(a) => vec![*a],
            Formula::Is(_, vars) => vars.clone(),
            _ => Vec::new(),
        };
        free.extend(here.into_iter().filter(|v| !bound.contains(v)));
        let depth = bound.len();
        if let Formula::Exists(vars, _) | Formula::ForAll(vars, _) = self {
            bound.extend(vars);
        }
        for part in self.parts() {
            part.add_free(bound, free);
        }
        bound.truncate(depth);
    }

    /// All variables that occur, free or bound.
    pub(crate) fn add_all_vars(&self, vars: &mut Vec<Var>) {
        let mut stack = vec![self];
        while let Some(f) = stack.pop() {
            if let Formula::Exists(bound, _) | Formula::ForAll(bound, _) = f {
                vars.extend(bound);
            }
            stack.extend(f.parts());
        }
        let mut free = BTreeSet::new();
        self.add_free(&mut Vec::new(), &mut free);
        vars.extend(free);
    }

    /// The formula with a variable, which `name` gives, in place of each large constant of a linear constraint.
    pub(crate) fn with_constants(&self, name: &mut dyn FnMut(&BigUint) -> Var) -> Formula {
        let mut all = |list: &[Formula]| list.iter().map(|f| f.with_constants(name)).collect();
        match self {
            Formula::Linear {
                terms,
                op,
                constant,
            } if constant.bits() > 4 => {
                let sign = if constant.is_negative() { 1 } else { -1 };
                let mut terms = terms.clone();
                terms.push((sign.into(), name(constant.magnitude())));
                Formula::Linear {
                    terms,
                    op: *op,
                    constant: BigInt::zero(),
                }
            }
            Formula::And(list) => Formula::And(all(list)),
            Formula::Or(list) => Formula::Or(all(list)),
            Formula::Not(f) => Formula::Not(Box::new(f.with_constants(name))),
            Formula::Exists(vars, f) => {
                Formula::Exists(vars.clone(), Box::new(f.with_constants(name)))
            }
            Formula::ForAll(vars, f) => {
                Formula::ForAll(vars.clone(), Box::new(f.with_constants(name)))
            }
            f => f.clone(),
        }
    }
}
