//! Dynamic Nim: at most so many times what was just taken; Fibonacci Nim is the case of twice.

use crate::Visitor;
use crate::common::lists::{ListRule, Lists, listable};
use crate::common::{info, parameter, with_theorem};
use bouton_rules::{Info, Known, Play, Result};
use num_bigint::BigInt;
use std::sync::Arc;

/// The ruleset: a heap and a limit.
///
/// ```
/// use bouton_games::dynamic_nim::DynamicNim;
/// use bouton_rules::Impartial;
/// let game = DynamicNim::game("3").unwrap();
/// assert_eq!(game.options(&vec![5, 2]).unwrap(), [[4, 3], [3, 6]]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DynamicNim {
    times: u64,
}

impl DynamicNim {
    /// The game in which a move takes at most `times` as much as the last one.
    pub fn game(times: &str) -> Result<Lists> {
        let times = parameter::number(times, 1, 1 << 20)?;
        Ok(Lists(Arc::new(DynamicNim { times })))
    }

    /// The parts of a number in the base of the game, the least first. The base begins with 1; the next member is the last one and
    /// the least earlier one that, taken `times` over, reaches it.
    fn parts(&self, n: u64) -> Vec<u64> {
        let mut base: Vec<u64> = vec![1];
        let mut from = 0;
        while let Some(&last) = base.last()
            && last < n
        {
            while base[from].saturating_mul(self.times) < last {
                from += 1;
            }
            base.push(last.saturating_add(base[from]));
        }
        let (mut rest, mut parts) = (n, Vec::new());
        for &member in base.iter().rev() {
            if member <= rest {
                rest -= member;
                parts.push(member);
            }
        }
        parts.reverse();
        parts
    }
}

impl ListRule for DynamicNim {
    fn info(&self) -> Info {
        let times = self.times;
        with_theorem(
            info(
                &format!("dynamic-nim:{times}"),
                &format!(
                    "One heap n; a move takes from one to m stones, and the next move may take at most {times} times what was taken."
                ),
                "heap and limit n,m like 13,12",
                &["13,12", "16,15", "20,3"],
            ),
            "P iff m is less than the least part of n in the base 1, b, c, … whose next member is the last one and the least earlier one \
             that, taken as often as the rule allows, reaches the last",
            "schwenk1970",
        )
    }

    fn arity(&self) -> Option<usize> {
        Some(2)
    }

    fn moves(&self, pos: &[u64]) -> Result<Vec<Vec<u64>>> {
        let most = listable("dynamic-nim", pos[0].min(pos[1]))?;
        Ok((1..=most)
            .map(|k| vec![pos[0] - k, k * self.times])
            .collect())
    }

    fn rank(&self, pos: &[u64]) -> BigInt {
        pos[0].into()
    }

    /// A limit above the heap allows no more than the heap.
    fn canon(&self, mut pos: Vec<u64>) -> Vec<u64> {
        pos[1] = pos[1].min(pos[0]);
        pos
    }

    fn known(&self, pos: &[u64], play: Play) -> Option<Known<Vec<u64>>> {
        if play == Play::Misere {
            return None;
        }
        let least = self.parts(pos[0]).first().copied();
        let reply = least.filter(|&least| least <= pos[1]);
        let lost = reply.is_none();
        let winning = reply.map(|k| vec![pos[0] - k, k * self.times]);
        Some(Known::of_outcome(lost, winning.into_iter().collect(), lost))
    }
}

/// Shows the family.
pub fn visit(v: &mut impl Visitor) {
    v.family("dynamic-nim", "3", DynamicNim::game);
}
