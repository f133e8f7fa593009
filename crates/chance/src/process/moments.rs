//! Second moments: how far the total that is gained strays from what is expected.

use super::{Process, Solution, State};
use crate::Rational;
use bouton_core::{Budget, Result};
use num_traits::{One, Zero};

/// Mean, mean square and variance of what player 0 gains in total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moments {
    /// The expected total.
    pub mean: Rational,
    /// The expected square of the total.
    pub square: Rational,
    /// The mean square less the square of the mean.
    pub variance: Rational,
}

impl Process {
    /// The moments of the total that player 0 gains from each state, payoff included, if the policy of `solution` is played.
    ///
    /// From `T = g + T'` over a branch: `E[T²] = E[g² + 2 g E[T'] + E[T'²]]`, a process of the same shape.
    ///
    /// # Errors
    /// A limit of `budget` is reached.
    ///
    /// ```
    /// use bouton_chance::process::{Branch, Owner, Process};
    /// use bouton_chance::rational::{int, ratio};
    /// use bouton_core::Budget;
    /// let mut p = Process::new(1);
    /// let end = p.end(vec![int(0)]);
    /// let toss = p.state(Owner::Nature);
    /// p.act(toss, vec![
    ///     Branch::new(end, ratio(1, 2)).with_gain(int(1)),
    ///     Branch::new(toss, ratio(1, 2)).with_gain(int(1)),
    /// ]).unwrap();
    /// let s = p.solve(&Budget::unlimited()).unwrap();
    /// let m = p.moments(&s, &Budget::unlimited()).unwrap();
    /// assert_eq!((&m[1].mean, &m[1].variance), (&int(2), &int(2)));
    /// ```
    pub fn moments(&self, solution: &Solution, budget: &Budget) -> Result<Vec<Moments>> {
        let mut squares = Process::new(1);
        let two = Rational::one() + Rational::one();
        for (s, data) in (0..).zip(&self.states) {
            if let Some(payoff) = &data.payoff {
                squares.end(vec![&payoff[0] * &payoff[0]]);
                continue;
            }
            let here: State = squares.state(super::Owner::Nature);
            let Some(action) = solution.action(s) else {
                continue;
            };
            let branches = data.actions[action].branches.iter().map(|b| {
                let zero = Rational::zero();
                let g = b.gain.first().unwrap_or(&zero);
                let gain = if g.is_zero() {
                    zero
                } else {
                    g * g + &two * g * solution.value(b.to)
                };
                super::Branch::new(b.to, b.weight.clone()).with_gain(gain)
            });
            squares.act(here, branches.collect())?;
        }
        let squares = squares.solve(budget)?;
        let one = |s: State| {
            let (mean, square) = (solution.value(s).clone(), squares.value(s).clone());
            Moments {
                variance: &square - &mean * &mean,
                mean,
                square,
            }
        };
        Ok((0..).take(self.len()).map(one).collect())
    }
}
