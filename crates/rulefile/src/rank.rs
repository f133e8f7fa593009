//! A rank that every move lowers, found and proved when a file is loaded.
//!
//! The rank is a list of linear forms with natural coefficients, compared lexicographically. Forms are chosen one after
//! another: each must be proved never to grow along the moves that are left, and the moves that it lowers are done with.

use crate::facts::{Assumptions, Clock};
use crate::linear::Form;
use crate::listing::{each_result_of, in_domain, metered};
use crate::weights::{candidates, signed_candidates};
use bouton_core::Budget;
use bouton_rules::{BoundedForm, Cond, Expr, HeapRules, MoveRule, Nat, Op};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// Sampled moves per line that rule out forms before a proof is tried.
const MAX_SAMPLES: usize = 300;
/// Loop steps for the samples of one line.
const SAMPLE_STEPS: u64 = 100_000;

/// The moves of a line that no form chosen so far lowers.
struct Remaining {
    assumptions: Assumptions,
    /// The forms of the coordinates after the move.
    to: Vec<Form>,
    /// Concrete moves: coordinates before, coordinates after.
    samples: Vec<(Vec<BigInt>, Vec<BigInt>)>,
}

/// What is known where the move of `rule` is made: it is there, and its results exist.
pub(crate) fn assumptions(rules: &HeapRules, rule: &MoveRule) -> (Assumptions, Vec<Form>) {
    assumptions_of(rules, rule, Changing::Maybe)
}

/// What is assumed of a move: a move that changes nothing is none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Changing {
    /// Nothing: proofs are shorter.
    Maybe,
    /// It changes something.
    Yes,
    /// It changes nothing.
    No,
}

/// The condition that the results are what was there; `None` if they never are.
fn unchanged(rules: &HeapRules, rule: &MoveRule) -> Option<Cond> {
    if rules.sums && rule.to.len() != 1 {
        return None;
    }
    let same = rule.to.iter().enumerate();
    let same = same.map(|(v, e)| Cond::Cmp(e.clone(), Op::Eq, Expr::Var(v)));
    Some(Cond::all(same))
}

/// Can some move leave everything as it was, for all that is proved?
pub(crate) fn may_idle(rules: &HeapRules) -> bool {
    let budget = Budget::unlimited();
    let clock = Clock::new(&budget);
    rules.moves.iter().any(|rule| {
        unchanged(rules, rule).is_some()
            && !assumptions_of(rules, rule, Changing::No)
                .0
                .contradict(&clock)
    })
}

fn assumptions_of(
    rules: &HeapRules,
    rule: &MoveRule,
    changing: Changing,
) -> (Assumptions, Vec<Form>) {
    let heaps = rules.heaps.len();
    let mut known = Assumptions::new(heaps + rule.bounds.len());
    for v in 0..heaps {
        known.assume_row(Form::var(v).negated());
    }
    known.assume(&rules.domain, true);
    for (i, bound) in rule.bounds.iter().enumerate() {
        let (lo, hi) = (known.form(&bound.lo), known.form(&bound.hi));
        let v = Form::var(heaps + i);
        known.assume_row(lo.minus(&v));
        known.assume_row(v.minus(&hi));
    }
    known.assume(&rule.guard, true);
    if changing != Changing::Maybe
        && let Some(same) = unchanged(rules, rule)
    {
        known.assume(&same, changing == Changing::No);
    }
    let to: Vec<Form> = rule.to.iter().map(|e| known.form(e)).collect();
    for form in &to {
        known.assume_row(form.negated());
    }
    if rules.sums {
        for e in &rule.to {
            known.assume(&rules.domain.replace(&|_| e.clone()), true);
        }
    } else {
        known.assume(&rules.domain.replace(&|v| rule.to[v].clone()), true);
    }
    known.saturate();
    (known, to)
}

/// `Σ weights·coordinates`, before and after: the change `after - before` as a form.
fn change(weights: &[BigInt], to: &[Form]) -> Form {
    weights
        .iter()
        .enumerate()
        .filter(|(_, w)| !w.is_zero())
        .fold(Form::default(), |sum, (v, w)| {
            sum.plus(w, &to[v].minus(&Form::var(v)))
        })
}

impl Remaining {
    fn growth_of_sample(
        weights: &[BigInt],
        (before, after): &(Vec<BigInt>, Vec<BigInt>),
    ) -> BigInt {
        weights
            .iter()
            .zip(before.iter().zip(after))
            .map(|(w, (b, a))| w * (a - b))
            .sum()
    }

    /// No sample makes the form grow.
    fn samples_allow(&self, weights: &[BigInt]) -> bool {
        self.samples
            .iter()
            .all(|s| !Self::growth_of_sample(weights, s).is_positive())
    }

    fn never_grows(&self, weights: &[BigInt], clock: &Clock<'_>) -> bool {
        // Growing means before - after + 1 <= 0.
        let mut grows = self.assumptions.clone();
        grows.assume_row(change(weights, &self.to).negated().shifted(1));
        self.samples_allow(weights) && grows.contradict(clock)
    }

    fn always_falls(&self, weights: &[BigInt], clock: &Clock<'_>) -> bool {
        let mut stays = self.assumptions.clone();
        stays.assume_row(change(weights, &self.to).negated());
        self.samples
            .iter()
            .all(|s| Self::growth_of_sample(weights, s).is_negative())
            && stays.contradict(clock)
    }

    /// Only the moves along which the form keeps its value.
    fn keep_equal(&mut self, weights: &[BigInt]) {
        self.assumptions.assume_equal(change(weights, &self.to));
        self.assumptions.saturate();
        self.samples
            .retain(|s| Self::growth_of_sample(weights, s).is_zero());
    }
}

/// The rank that every move provably lowers, or `None`; see [`HeapRules::rank`].
///
/// Cost: some hundred proofs by Fourier–Motzkin elimination; milliseconds for files of ordinary size.
///
/// ```
/// use bouton_rulefile::{builtin, load};
/// let rules = load(builtin("euclid").unwrap(), "euclid.game").unwrap();
/// assert_eq!(rules.rank, Some(vec![vec![1.into(), 1.into()]]));
/// ```
pub fn find_rank(rules: &HeapRules) -> Option<Vec<Vec<BigInt>>> {
    rank(rules, &Clock::new(&Budget::unlimited()))
}

/// As [`find_rank`]; once the clock has stopped, `None` says nothing.
pub(crate) fn rank(rules: &HeapRules, clock: &Clock<'_>) -> Option<Vec<Vec<BigInt>>> {
    let found = rank_if(rules, Changing::Maybe, clock);
    found.or_else(|| rank_if(rules, Changing::Yes, clock))
}

fn rank_if(rules: &HeapRules, changing: Changing, clock: &Clock<'_>) -> Option<Vec<Vec<BigInt>>> {
    if rules.sums {
        let each_smaller = rules.moves.iter().all(|rule| {
            if !clock.goes_on() {
                return false;
            }
            let (known, to) = assumptions_of(rules, rule, changing);
            to.iter().all(|form| {
                let mut wrong = known.clone();
                wrong.assume_row(Form::var(0).minus(form));
                wrong.contradict(clock)
            })
        });
        return each_smaller.then(|| vec![vec![BigInt::one()]]);
    }
    let mut rank = search(
        rules,
        &candidates(rules.heaps.len()),
        (changing, false),
        clock,
    )?;
    if rank.is_empty() {
        // No move is ever there: any form will do.
        rank.push(without_constant(vec![BigInt::one(); rules.heaps.len()]));
    }
    Some(rank.into_iter().map(|form| form.weights).collect())
}

/// The rank of a game of which no [`find_rank`] is found, with forms whose coefficients may be negative: for moves that lead
/// upwards to a bound, which the domain and the conditions of the moves give.
///
/// Cost: as [`find_rank`].
///
/// ```
/// use bouton_rulefile::load;
/// let rules = load("game coins\nheap n\nwhere n <= 10\nmove n -> 2*n where n >= 1", "coins.game").unwrap();
/// let form = &rules.bounded_rank.unwrap()[0];
/// assert_eq!((form.value(&[5.into()]), form.value(&[10.into()])), (1.into(), 0.into()));
/// ```
pub fn find_bounded_rank(rules: &HeapRules) -> Option<Vec<BoundedForm>> {
    bounded_rank(rules, &Clock::new(&Budget::unlimited()))
}

/// As [`find_bounded_rank`]; once the clock has stopped, `None` says nothing.
pub(crate) fn bounded_rank(rules: &HeapRules, clock: &Clock<'_>) -> Option<Vec<BoundedForm>> {
    if !rules.sums {
        let candidates = signed_candidates(rules.heaps.len());
        return search(rules, &candidates, (Changing::Yes, true), clock);
    }
    let mut top = BigInt::zero();
    for rule in &rules.moves {
        if !clock.goes_on() {
            return None;
        }
        let (known, to) = assumptions_of(rules, rule, Changing::Yes);
        let rises = |form: &Form| {
            let mut wrong = known.clone();
            wrong.assume_row(form.minus(&Form::var(0)));
            wrong.contradict(clock)
        };
        if known.contradict(clock) {
            continue;
        }
        if !to.iter().all(rises) {
            return None;
        }
        top = top.max(known.upper_bound(&Form::var(0))?);
    }
    Some(vec![BoundedForm {
        constant: top + 1,
        weights: vec![-BigInt::one()],
    }])
}

fn without_constant(weights: Vec<BigInt>) -> BoundedForm {
    BoundedForm {
        constant: BigInt::zero(),
        weights,
    }
}

/// Chooses forms among the candidates until every move falls; `bounded` if their coefficients may be negative.
fn search(
    rules: &HeapRules,
    candidates: &[Vec<BigInt>],
    (changing, bounded): (Changing, bool),
    clock: &Clock<'_>,
) -> Option<Vec<BoundedForm>> {
    let mut remaining = remaining(rules, changing, clock)?;
    let mut rank: Vec<BoundedForm> = Vec::new();
    remaining.retain(|r| !r.assumptions.contradict(clock));
    while !remaining.is_empty() {
        if rank.len() > 2 * rules.heaps.len() {
            return None;
        }
        let mut best: Option<(usize, &Vec<BigInt>, Vec<bool>)> = None;
        for form in candidates {
            if rank.iter().any(|r| r.weights == *form)
                || !remaining.iter().all(|r| r.samples_allow(form))
            {
                continue;
            }
            // The lines that the samples say fall; equal along every sample of every line is no progress.
            let moves_something = remaining.iter().any(|r| {
                r.samples.is_empty()
                    || r.samples
                        .iter()
                        .any(|s| Remaining::growth_of_sample(form, s).is_negative())
            });
            if !moves_something || !remaining.iter().all(|r| r.never_grows(form, clock)) {
                continue;
            }
            if bounded && constant(form, &remaining).is_none() {
                continue;
            }
            let falls: Vec<bool> = remaining
                .iter()
                .map(|r| r.always_falls(form, clock))
                .collect();
            let count = falls.iter().filter(|f| **f).count();
            if best.as_ref().is_none_or(|(most, ..)| count > *most) {
                best = Some((count, form, falls));
            }
            if count == remaining.len() {
                break;
            }
        }
        let (_, form, falls) = best?;
        rank.push(BoundedForm {
            constant: if bounded {
                constant(form, &remaining)?
            } else {
                BigInt::zero()
            },
            weights: form.clone(),
        });
        let mut fallen = falls.into_iter();
        remaining.retain(|_| !fallen.next().unwrap_or(false));
        if !clock.goes_on() {
            return None;
        }
        remaining.iter_mut().for_each(|r| r.keep_equal(form));
        remaining.retain(|r| !r.assumptions.contradict(clock));
    }
    Some(rank)
}

/// What makes a form at least 1 wherever one of these moves is made.
fn constant(weights: &[BigInt], remaining: &[Remaining]) -> Option<BigInt> {
    let before = |sum: Form, (v, w): (usize, &BigInt)| sum.plus(&-w, &Form::var(v));
    let terms = weights.iter().enumerate().filter(|(_, w)| !w.is_zero());
    let fallen = terms.fold(Form::default(), before);
    let mut constant = BigInt::zero();
    for r in remaining {
        constant = constant.max(r.assumptions.upper_bound(&fallen)? + 1);
    }
    Some(constant)
}

/// True if every move provably lowers the tuple itself, compared lexicographically: row-major order is then an order in
/// which options come first.
pub(crate) fn row_major_falls(rules: &HeapRules, clock: &Clock<'_>) -> bool {
    if rules.sums {
        return rules.rank.is_some();
    }
    let Some(mut remaining) = remaining(rules, Changing::Yes, clock) else {
        return false;
    };
    for v in 0..rules.heaps.len() {
        let mut form = vec![BigInt::zero(); rules.heaps.len()];
        form[v] = BigInt::one();
        if !remaining.iter().all(|r| r.never_grows(&form, clock)) {
            return false;
        }
        remaining.iter_mut().for_each(|r| r.keep_equal(&form));
        remaining.retain(|r| !r.assumptions.contradict(clock));
    }
    remaining.is_empty()
}

/// The moves of all lines; `None` if the clock has stopped.
fn remaining(rules: &HeapRules, changing: Changing, clock: &Clock<'_>) -> Option<Vec<Remaining>> {
    let mut all = Vec::new();
    for rule in &rules.moves {
        if !clock.goes_on() {
            return None;
        }
        let (assumptions, to) = assumptions_of(rules, rule, changing);
        all.push(Remaining {
            assumptions,
            to,
            samples: Vec::new(),
        });
    }
    for pos in small_positions(rules, 300) {
        if !clock.goes_on() {
            return None;
        }
        let before: Vec<BigInt> = pos.iter().map(|n| BigInt::from(n.clone())).collect();
        for (rule, left) in rules.moves.iter().zip(&mut all) {
            if left.samples.len() < MAX_SAMPLES {
                // A position whose moves cannot be listed gives no samples; the proof does not need them.
                let steps = SAMPLE_STEPS / 100;
                let _ = metered(steps, clock.budget, |meter| {
                    each_result_of(rules, rule, &pos, meter, &mut |to| {
                        if left.samples.len() < MAX_SAMPLES && to != pos {
                            let after = to.into_iter().map(BigInt::from);
                            left.samples.push((before.clone(), after.collect()));
                        }
                    })
                });
            }
        }
    }
    Some(all)
}

/// Positions of the smallest box with at least three sizes a side that holds no more than about `most`, and that exist.
pub(crate) fn small_positions(rules: &HeapRules, most: usize) -> Vec<Vec<Nat>> {
    let arity = rules.heaps.len();
    let mut side = 2_usize;
    while (side + 1)
        .checked_pow(arity as u32)
        .is_some_and(|cells| cells <= most)
    {
        side += 1;
    }
    let mut found = Vec::new();
    let mut at = vec![0_usize; arity];
    for _ in 0..most.saturating_mul(2) {
        let pos: Vec<Nat> = at.iter().map(|&n| Nat::from(n)).collect();
        if in_domain(rules, &pos) {
            found.push(pos);
        }
        let mut carry = true;
        for digit in at.iter_mut().rev() {
            *digit += 1;
            if *digit < side {
                carry = false;
                break;
            }
            *digit = 0;
        }
        if carry {
            break;
        }
    }
    found
}
