//! Staircase Nim: coins go down one step at a time.

use crate::Visitor;
use crate::common::sum::listable;
use crate::common::tuple::{HeapTuple, TupleRule};
use crate::common::{info, with_theorem};
use bouton_rules::{Info, Known, Nat, Play, Rank, Result};
use num_bigint::BigInt;
use num_traits::Zero;

/// Coins on the steps 1, 2, …; a move takes any positive number of them from one step to the next lower one.
#[derive(Clone, Debug)]
pub struct Staircase;

impl Staircase {
    /// The game on any number of steps.
    pub fn game() -> HeapTuple<Staircase> {
        HeapTuple(Staircase)
    }
}

/// `pos` after moving `count` coins down from the step in place `i`.
fn down(pos: &[Nat], i: usize, count: &Nat) -> Vec<Nat> {
    let mut next = pos.to_vec();
    next[i] -= count;
    if i > 0 {
        next[i - 1] += count;
    }
    next
}

impl TupleRule for Staircase {
    fn info(&self) -> Info {
        let rules = "Move any positive number of coins from one step to the next lower one; coins on the ground are dead.";
        with_theorem(
            info(
                "staircase",
                rules,
                "coins on steps 1, 2, …, like 3,0,2",
                &["3,2,1", "1,3,2", "0,0,2"],
            ),
            "the Grundy value is the exclusive or of the coins on odd steps",
            "winningways",
        )
    }

    fn arity(&self) -> Option<usize> {
        None
    }

    /// Empty steps at the top are not written.
    fn tidy(&self, mut pos: Vec<Nat>) -> Vec<Nat> {
        while pos.last().is_some_and(Zero::is_zero) {
            pos.pop();
        }
        pos
    }

    fn moves(&self, pos: &[Nat]) -> Result<Vec<Vec<Nat>>> {
        listable("staircase", &pos.iter().sum())?;
        let mut moves = Vec::new();
        for (i, coins) in pos.iter().enumerate() {
            let coins = listable("staircase", coins)?;
            moves.extend((1..=coins).map(|k| down(pos, i, &k.into())));
        }
        Ok(moves)
    }

    /// Each coin counts as often as the step is high.
    fn rank(&self, pos: &[Nat]) -> Rank {
        vec![BigInt::from(
            pos.iter()
                .zip(1u64..)
                .map(|(coins, step)| coins * step)
                .sum::<Nat>(),
        )]
    }

    fn known(&self, pos: &[Nat], play: Play) -> Option<Known<Vec<Nat>>> {
        if play == Play::Misere {
            return None;
        }
        let sum = pos
            .iter()
            .step_by(2)
            .fold(Nat::zero(), |sum, coins| sum ^ coins);
        let mut winning = Vec::new();
        // Places 0, 2, … are the odd steps. Such a step gives coins away or gets some from above.
        for i in (0..pos.len()).step_by(2).filter(|_| !sum.is_zero()) {
            let target = &pos[i] ^ &sum;
            if target < pos[i] {
                winning.push(down(pos, i, &(&pos[i] - target)));
            } else if pos
                .get(i + 1)
                .is_some_and(|above| *above >= &target - &pos[i])
            {
                winning.push(down(pos, i + 1, &(target - &pos[i])));
            }
        }
        Some(Known::of_grundy(sum, winning, true))
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Staircase::game());
}
