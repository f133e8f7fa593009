//! Linear forms in quadratic numerations: a small complete machine over the sums of weighted digits, lowest first.
//!
//! What is still missing from the form is written `p·U(j) + q·U(j+1)`; reading a digit sum s at weight U(j) takes s from p,
//! and `U(j) = U(j+2) - m·U(j+1)` moves on. A number 0 can be written so in many ways, `t·(U(1)·U(0) - U(0)·U(1))`, and
//! every t that can still come back to (0, 0) is followed; an inequality is an equation with one more natural, the
//! slack, whose digits are guessed. So a state is a set of pairs. States that accept the same are merged.

use crate::Result;
use crate::dfa::Dfa;
use crate::limits::Budget;
use std::collections::{HashMap, HashSet};

/// What a comparison depends on. The form is `Σ digit sum · weight - constant`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    pub m: i64,
    pub u1: i64,
    /// Equal to 0, or at most 0.
    pub exact: bool,
    /// The digits of the constant, lowest first, with its sign.
    pub constant: Vec<i64>,
    /// Digit sums lie between these.
    pub least: i64,
    pub greatest: i64,
}

/// Which residuals `p + q·x`, x the conjugate of the numeration's ratio, can still come back to 0: the digits to come
/// sum to between `least` and `greatest`. Both have a margin of 0.01, far above the rounding of the p and q that pass.
struct Alive {
    conjugate: f64,
    least: f64,
    greatest: f64,
}

impl Alive {
    fn new(shape: &Shape) -> Self {
        let slack = if shape.exact { 0 } else { shape.m };
        let taken = |extreme: i64| {
            shape
                .constant
                .iter()
                .map(|d| d * extreme)
                .min()
                .unwrap_or(0)
                .min(0)
                * extreme
        };
        let (lo, hi) = (
            (shape.least - taken(-1)) as f64,
            (shape.greatest + slack - taken(1)) as f64,
        );
        let m = shape.m as f64;
        let conjugate = (m - (m * m + 4.0).sqrt()) / 2.0;
        // Even powers of the negative conjugate are positive, odd ones negative.
        let even = 1.0 / (1.0 - conjugate * conjugate);
        let odd = even * conjugate;
        Alive {
            conjugate,
            least: lo * even + hi * odd - 0.01,
            greatest: hi * even + lo * odd + 0.01,
        }
    }

    fn holds(&self, p: i64, q: i64) -> bool {
        let x = p as f64 + q as f64 * self.conjugate;
        (self.least..=self.greatest).contains(&x)
    }
}

/// The position in the constant's digits, and the pairs (p, q), sorted.
type State = (usize, Vec<(i64, i64)>);

fn advance(shape: &Shape, alive: &Alive, (read, pairs): &State, symbol: i64) -> State {
    let sum = symbol - shape.constant.get(*read).unwrap_or(&0);
    let mut next = Vec::new();
    for &(p, q) in pairs {
        for slack in 0..=if shape.exact { 0 } else { shape.m } {
            let p = p - sum - slack;
            next.push((q - shape.m * p, p));
        }
    }
    next.retain(|&(p, q)| alive.holds(p, q));
    next.sort_unstable();
    next.dedup();
    (shape.constant.len().min(read + 1), next)
}

/// The machine that decides from digit sums whether a form of this shape is 0, or at most 0; letter i is the sum
/// `least + i`.
pub(crate) fn comparison(shape: &Shape, budget: &Budget) -> Result<Dfa> {
    let alive = Alive::new(shape);
    let reach = alive.greatest.max(-alive.least) / (shape.u1 as f64 - alive.conjugate);
    budget.state(if reach < 1e9 {
        reach as usize
    } else {
        usize::MAX
    })?;
    let ways = (-(reach as i64) - 1..=reach as i64 + 1).map(|t| (t * shape.u1, -t));
    let mut start: Vec<_> = ways.filter(|&(p, q)| alive.holds(p, q)).collect();
    start.sort_unstable();
    let mut states: Vec<State> = vec![(0, start)];
    let mut ids = HashMap::from([(states[0].clone(), 0)]);
    let mut next: Vec<Vec<u32>> = Vec::new();
    while let Some(state) = states.get(next.len()).cloned() {
        let mut row = Vec::new();
        budget.state((shape.greatest - shape.least) as usize / 2)?;
        for symbol in shape.least..=shape.greatest {
            let to = advance(shape, &alive, &state, symbol);
            budget.steps(to.1.len() as u64 + 1)?;
            let id = *ids.entry(to.clone()).or_insert(states.len() as u32);
            if id as usize == states.len() {
                budget.state(4 * to.1.len())?;
                states.push(to);
            }
            row.push(id);
        }
        next.push(row);
    }
    let accepts = (0..states.len())
        .map(|s| accepting(shape, &states, &next, s))
        .collect();
    Dfa { next, accepts }.merged(budget)
}

/// Leading zeros change nothing: read them until the constant is used up and nothing is missing, or states repeat.
fn accepting(shape: &Shape, states: &[State], next: &[Vec<u32>], mut state: usize) -> bool {
    let mut seen = HashSet::new();
    while seen.insert(state) {
        let (read, pairs) = &states[state];
        if *read == shape.constant.len() && pairs.contains(&(0, 0)) {
            return true;
        }
        match usize::try_from(-shape.least) {
            Ok(zero) => state = next[state][zero] as usize,
            Err(_) => return false,
        }
    }
    false
}
