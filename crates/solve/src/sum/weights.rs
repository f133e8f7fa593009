//! Who wins a sum of infinitesimal values, by their atomic weights.
//!
//! Weights add. A game of weight at least 1 is at least a remote star, so that Left wins it moving first; one of weight at least 2 is
//! positive: the two-ahead rule (winningways). Weights are found for sums of values alone, as nothing is known of large parts.

use super::Sums;
use super::bound::{Bound, LOWEST, weights};
use crate::value::wrap;
use bouton_rules::{Player, Result};
use bouton_value::Value;

/// What a mean of 1 and a weight of 1 count against a move of mobility, when moves are put in order.
const MEAN: i64 = 256;
const WEIGHT: i64 = 1024;
/// No mean counts for more than this, in units of 2^-16.
const MOST: i64 = 1 << 40;

impl Sums {
    /// What the weight of a value and that of its negative are not below.
    fn value_weight(&mut self, value: Value) -> Result<[i64; 2]> {
        if let Some(&known) = self.value_weights.get(&value) {
            return Ok(known);
        }
        let both = weights(value, &mut self.store).map_err(wrap)?;
        self.value_weights.insert(value, both);
        Ok(both)
    }

    /// How good values look for a player, in units of mobility: means, and weights of what is infinitesimal.
    pub(super) fn promise(&mut self, values: &[Value], mover: Player) -> Result<i64> {
        let mut promise = 0;
        for &value in values {
            let mean = self.value_bound(value)?[0].mean;
            promise += (mean.clamp(-MOST, MOST) * MEAN) >> Bound::UNIT;
            let [own, negative] = self.value_weight(value)?;
            if own != LOWEST {
                promise += ((own - negative) * WEIGHT) >> (Bound::UNIT + 1);
            }
        }
        Ok(match mover {
            Player::Left => promise,
            Player::Right => -promise,
        })
    }

    /// Does the player to move win the sum of the values, if that is seen by atomic weights?
    pub(super) fn by_weights(&mut self, values: &[Value], mover: Player) -> Result<Option<bool>> {
        let mut sums = [0; 2];
        for &value in values {
            let next = self.value_weight(value)?;
            if next[0] == LOWEST {
                return Ok(None);
            }
            sums = [sums[0] + next[0], sums[1] + next[1]];
        }
        let [own, other] = match mover {
            Player::Left => sums,
            Player::Right => [sums[1], sums[0]],
        };
        Ok(if own >= 1 << Bound::UNIT {
            Some(true)
        } else if other >= 2 << Bound::UNIT {
            Some(false)
        } else {
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, GameValues};
    use bouton_games::clobber::{Clobber, Piece};
    use bouton_rules::Ruleset;

    /// What weights say of a sum against its value, for both players; counts losses, wins and what is left open.
    fn compare(search: &mut Sums, values: &[Value], seen: &mut [usize; 3]) {
        let mut sum = Value::ZERO;
        for &value in values {
            sum = search.store.add(sum, value).unwrap();
        }
        for mover in Player::BOTH {
            let lost = match mover {
                Player::Left => search.store.ge(Value::ZERO, sum),
                Player::Right => search.store.ge(sum, Value::ZERO),
            };
            let decided = search.by_weights(values, mover).unwrap();
            assert!(decided.is_none_or(|won| won != lost.unwrap()), "{values:?}");
            seen[decided.map_or(2, usize::from)] += 1;
        }
    }

    #[test]
    fn what_weights_decide_is_so() {
        let mut rng = fastrand::Rng::with_seed(3);
        let piece = Piece::Stone;
        let mut search = Sums::new(9);
        let mut boards = GameValues::new(Clobber { piece });
        let mut seen = [0; 3];
        for _ in 0..1500 {
            let mut values = Vec::new();
            for _ in 0..rng.usize(1..4) {
                let row: String = (0..9)
                    .map(|_| ['x', 'o', 'x', 'o', '.'][rng.usize(0..5)])
                    .collect();
                let text = format!("{}|{}", &row[..5], "xoxox".replace('x', &row[5..6]));
                let pos = Clobber { piece }.parse(&text).unwrap();
                let budget = Budget::unlimited();
                let value = boards.value(&pos, &mut search.store, &budget).unwrap();
                values.push(value);
            }
            compare(&mut search, &values, &mut seen);
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    }

    #[test]
    fn what_weights_decide_of_values_that_are_not_all_small_is_so() {
        let mut rng = fastrand::Rng::with_seed(4);
        let mut search = Sums::new(9);
        let store = &mut search.store;
        let up = store.ups(1).unwrap();
        let star = store.nimber(1).unwrap();
        let two = store.integer(2);
        let mut known = vec![up, star, store.neg(up).unwrap()];
        for n in 1..4 {
            let n = store.integer(n);
            let tiny = store.tiny(n).unwrap();
            known.extend([tiny, store.neg(tiny).unwrap()]);
            let half_tiny = store.game(&[tiny], &[Value::ZERO, star]).unwrap();
            known.push(half_tiny);
        }
        known.push(store.game(&[up, Value::ZERO], &[star]).unwrap());
        known.push(store.nimber(4).unwrap());
        let mut seen = [0; 3];
        for _ in 0..3000 {
            let values: Vec<Value> = (0..rng.usize(1..6))
                .map(|_| known[rng.usize(0..known.len())])
                .collect();
            compare(&mut search, &values, &mut seen);
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
        // A number has no weight.
        let values = [two, search.store.nimber(2).unwrap()];
        assert_eq!(search.by_weights(&values, Player::Left), Ok(None));
    }
}
