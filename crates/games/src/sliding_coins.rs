//! Sliding coins on a strip: the silver dollar game without the dollar.

use crate::Visitor;
use crate::common::sum::listable;
use crate::common::tuple::{HeapTuple, TupleRule, replaced};
use crate::common::{info, with_theorem};
use bouton_rules::{Info, Known, Nat, Play, Result};
use num_traits::Zero;

/// Coins on different squares 1, 2, …; a move slides one to the left, not onto or past another.
#[derive(Clone, Debug)]
pub struct SlidingCoins;

impl SlidingCoins {
    /// The game on any number of coins.
    pub fn game() -> HeapTuple<SlidingCoins> {
        HeapTuple(SlidingCoins)
    }
}

/// Free squares to the left of each coin, up to the next coin or the end.
pub(crate) fn gaps(coins: &[Nat]) -> Vec<Nat> {
    let before = |i: usize| {
        if i == 0 {
            Nat::zero()
        } else {
            coins[i - 1].clone()
        }
    };
    (0..coins.len())
        .map(|i| &coins[i] - before(i) - 1u32)
        .collect()
}

/// Slides that make the exclusive or of every second gap, counted from the right, 0: the coin and its new square. `first`
/// is what counts as the gap of the leftmost coin, and at least the squares by which it can slide.
pub(crate) fn slides(coins: &[Nat], first: &Nat) -> (Nat, Vec<(usize, Nat)>) {
    let room = gaps(coins);
    let mut gaps = room.clone();
    if let Some(gap) = gaps.first_mut() {
        *gap = first.clone();
    }
    let counted = |i: usize| (coins.len() - 1 - i).is_multiple_of(2);
    let sum = (0..coins.len())
        .filter(|&i| counted(i))
        .fold(Nat::zero(), |sum, i| sum ^ &gaps[i]);
    let mut moves = Vec::new();
    for i in (0..coins.len()).filter(|&i| counted(i) && !sum.is_zero()) {
        let target = &gaps[i] ^ &sum;
        if target < gaps[i] {
            let by = &gaps[i] - &target;
            if by <= room[i] {
                moves.push((i, &coins[i] - by));
            }
        } else if i > 0 && room[i - 1] >= &target - &gaps[i] {
            moves.push((i - 1, &coins[i - 1] - (target - &gaps[i])));
        }
    }
    (sum, moves)
}

impl TupleRule for SlidingCoins {
    fn info(&self) -> Info {
        let rules = "Coins on different squares of a strip, numbered from 1. Slide one coin to the left by one or more \
                     squares, not onto or past another.";
        with_theorem(
            info(
                "sliding-coins",
                rules,
                "squares of the coins like 2,5,6",
                &["2,5,8", "1,4,6,9", "7"],
            ),
            "the Grundy value is the exclusive or of every second gap, counted from the right",
            "winningways",
        )
    }

    fn arity(&self) -> Option<usize> {
        None
    }

    fn tidy(&self, mut pos: Vec<Nat>) -> Vec<Nat> {
        if pos.len() == 1 && pos[0].is_zero() {
            pos.clear();
        }
        pos.sort();
        pos
    }

    fn check(&self, pos: &[Nat]) -> Result<(), String> {
        if pos.first().is_some_and(Zero::is_zero) {
            return Err("there is no square 0".into());
        }
        match pos.windows(2).find(|w| w[0] == w[1]) {
            Some(w) => Err(format!(
                "two coins are on square {}",
                bouton_rules::heaps::shorten(&w[0].to_string())
            )),
            None => Ok(()),
        }
    }

    fn moves(&self, pos: &[Nat]) -> Result<Vec<Vec<Nat>>> {
        let gaps = gaps(pos);
        listable("sliding-coins", &gaps.iter().sum())?;
        let mut moves = Vec::new();
        for (i, gap) in gaps.iter().enumerate() {
            let most = listable("sliding-coins", gap)?;
            moves.extend((1..=most).map(|k| replaced(pos, &[(i, &pos[i] - k)])));
        }
        Ok(moves)
    }

    fn known(&self, pos: &[Nat], play: Play) -> Option<Known<Vec<Nat>>> {
        if play == Play::Misere {
            return None;
        }
        let first = pos.first().map_or(Nat::zero(), |coin| coin - 1u32);
        let (sum, moves) = slides(pos, &first);
        let winning = moves
            .into_iter()
            .map(|change| replaced(pos, &[change]))
            .collect();
        Some(Known::of_grundy(sum, winning, true))
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(SlidingCoins::game());
}
