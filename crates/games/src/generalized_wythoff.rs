//! Generalized Wythoff: from both heaps, amounts that differ by less than a number; Wythoff's game is the case of 1.

use crate::Visitor;
use crate::common::lists::{ListRule, Lists, listable};
use crate::common::{info, parameter, with_theorem};
use bouton_rules::{Info, Known, Play, Result};
use std::sync::Arc;

/// The ruleset on two heaps.
///
/// ```
/// use bouton_games::generalized_wythoff::GeneralizedWythoff;
/// use bouton_rules::{Impartial, Outcome, Play};
/// let game = GeneralizedWythoff::game("2").unwrap();
/// assert_eq!(game.known(&vec![2, 6], Play::Normal).unwrap().outcome, Outcome::P);
/// assert_eq!(game.known(&vec![15, 15], Play::Normal).unwrap().outcome, Outcome::N);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GeneralizedWythoff {
    /// The amounts taken from both heaps differ by less than this.
    below: u64,
}

impl GeneralizedWythoff {
    /// The game in which amounts taken from both heaps differ by less than `below`.
    pub fn game(below: &str) -> Result<Lists> {
        let below = parameter::number(below, 1, 1 << 20)?;
        Ok(Lists(Arc::new(GeneralizedWythoff { below })))
    }

    /// Is the pair a P-position: heaps `a <= b` with b - a = k * below, where a is the part before the point of k times
    /// (2 - t + √(t² + 4)) / 2, t being `below`? Exact: in whole numbers.
    fn is_lost(&self, a: u64, b: u64) -> bool {
        let (a, b, t) = (
            i128::from(a.min(b)),
            i128::from(a.max(b)),
            i128::from(self.below),
        );
        if (b - a) % t != 0 {
            return false;
        }
        let k = (b - a) / t;
        // a <= k(2 - t + √(t² + 4))/2 < a + 1, where k√(t² + 4) is compared by squares, all below 2^124.
        let least = |a: i128| {
            let rest = 2 * a - k * (2 - t);
            rest <= 0 || rest * rest <= k * k * (t * t + 4)
        };
        least(a) && !least(a + 1)
    }
}

impl ListRule for GeneralizedWythoff {
    fn info(&self) -> Info {
        let below = self.below;
        with_theorem(
            info(
                &format!("generalized-wythoff:{below}"),
                &format!(
                    "Remove any positive number from one heap, or positive numbers that differ by less than {below} from both."
                ),
                "two heaps like 3,5",
                &["6,10", "9,4"],
            ),
            "with t the parameter, P iff the heaps are ⌊kα⌋ and ⌊kα⌋ + kt for some k, where α = (2 - t + √(t² + 4)) / 2",
            "fraenkel1982",
        )
    }

    fn arity(&self) -> Option<usize> {
        Some(2)
    }

    fn moves(&self, pos: &[u64]) -> Result<Vec<Vec<u64>>> {
        let (a, b) = (
            listable("generalized-wythoff", pos[0])?,
            listable("generalized-wythoff", pos[1])?,
        );
        let mut moves: Vec<Vec<u64>> = (1..=a).map(|k| vec![a - k, b]).collect();
        moves.extend((1..=b).map(|k| vec![a, b - k]));
        for k in 1..=a {
            let least = k.saturating_sub(self.below - 1).max(1);
            moves.extend((least..=(k + self.below - 1).min(b)).map(|l| vec![a - k, b - l]));
            super::common::check_count("generalized-wythoff", moves.len())?;
        }
        Ok(moves)
    }

    fn canon(&self, mut pos: Vec<u64>) -> Vec<u64> {
        pos.sort_unstable();
        pos
    }

    fn known(&self, pos: &[u64], play: Play) -> Option<Known<Vec<u64>>> {
        if play == Play::Misere {
            return None;
        }
        let lost = self.is_lost(pos[0], pos[1]);
        let small = pos[0].saturating_mul(self.below) <= 1 << 12 && pos[1] <= 1 << 12;
        let mut winning = if small {
            self.moves(pos).ok()?
        } else {
            Vec::new()
        };
        winning.retain(|to| !lost && self.is_lost(to[0], to[1]));
        Some(Known::of_outcome(lost, winning, small || lost))
    }
}

/// Shows the family.
pub fn visit(v: &mut impl Visitor) {
    v.family("generalized-wythoff", "2", GeneralizedWythoff::game);
}
