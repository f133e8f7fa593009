//! Processes without choices: when they repeat, how long their cycles are, and what they conserve.

use super::kernel;
use crate::Rational;
use bouton_core::{Budget, Error, Result};

/// When a sequence `x, f(x), f(f(x)), …` comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// Steps before the first state that comes back.
    pub preperiod: u64,
    /// Steps until it comes back.
    pub period: u64,
}

/// The orbit of `start` under `step`, by Brent's algorithm: a few states in memory, at most about three times as many steps as the orbit is long.
///
/// # Errors
/// Those of `step`, or a limit of `budget`: each step counts.
///
/// ```
/// use bouton_chance::solitaire::{orbit, Orbit};
/// let o = orbit(2u64, |x| Ok(x * x % 28), &bouton_core::Budget::unlimited()).unwrap();
/// // 2, 4, 16, 4, 16, …
/// assert_eq!(o, Orbit { preperiod: 1, period: 2 });
/// ```
pub fn orbit<S: Clone + Eq>(
    start: S,
    mut step: impl FnMut(&S) -> Result<S>,
    budget: &Budget,
) -> Result<Orbit> {
    let (mut power, mut period) = (1u64, 1u64);
    let mut slow = start.clone();
    let mut fast = step(&start)?;
    while slow != fast {
        budget.visit(1)?;
        if power == period {
            slow = fast.clone();
            power *= 2;
            period = 0;
        }
        fast = step(&fast)?;
        period += 1;
    }
    let (mut slow, mut fast) = (start.clone(), start);
    for _ in 0..period {
        budget.visit(1)?;
        fast = step(&fast)?;
    }
    let mut preperiod = 0;
    while slow != fast {
        budget.visit(1)?;
        (slow, fast) = (step(&slow)?, step(&fast)?);
        preperiod += 1;
    }
    Ok(Orbit { preperiod, period })
}

/// The lengths of the cycles of the map `i -> next[i]`, each with the number of cycles of that length, in order of length. States that lead
/// into a cycle without lying on it are left out.
///
/// # Errors
/// A state leads outside.
///
/// ```
/// use bouton_chance::solitaire::cycle_lengths;
/// assert_eq!(cycle_lengths(&[1, 2, 0, 3, 0]).unwrap(), [(1, 1), (3, 1)]);
/// ```
pub fn cycle_lengths(next: &[usize]) -> Result<Vec<(u64, u64)>> {
    if let Some(i) = next.iter().position(|&j| j >= next.len()) {
        return Err(Error::input(format!(
            "state {i} leads to {}, but there are {} states",
            next[i],
            next.len()
        )));
    }
    // Which walk saw a state first, and when.
    let mut seen = vec![(usize::MAX, 0u64); next.len()];
    let mut lengths = std::collections::BTreeMap::new();
    for root in 0..next.len() {
        let (mut at, mut time) = (root, 0);
        while seen[at].0 == usize::MAX {
            seen[at] = (root, time);
            at = next[at];
            time += 1;
        }
        if seen[at].0 == root {
            *lengths.entry(time - seen[at].1).or_insert(0) += 1;
        }
    }
    Ok(lengths.into_iter().collect())
}

/// Linear combinations of features that do not change along any of the given steps: each step is the features before and after it.
/// Found from samples, so a conjecture unless the steps are all that there are.
///
/// ```
/// use bouton_chance::{rational::int, solitaire::conserved};
/// // (a, b) -> (a - 1, b + 2): 2a + b stays.
/// let steps = [(vec![int(3), int(0)], vec![int(2), int(2)]), (vec![int(2), int(2)], vec![int(1), int(4)])];
/// assert_eq!(conserved(&steps).len(), 1);
/// ```
pub fn conserved(steps: &[(Vec<Rational>, Vec<Rational>)]) -> Vec<Vec<Rational>> {
    let columns = steps.first().map_or(0, |(a, _)| a.len());
    let change =
        |(a, b): &(Vec<Rational>, Vec<Rational>)| a.iter().zip(b).map(|(a, b)| b - a).collect();
    kernel(steps.iter().map(change).collect(), columns)
}
