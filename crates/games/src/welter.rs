//! Welter's game: coins on different squares, each may jump to any free square on its left.

use crate::Visitor;
use crate::common::tuple::{HeapTuple, TupleRule, replaced};
use crate::common::{MOST_OPTIONS, info, too_many_options, with_theorem};
use bouton_rules::{Info, Known, Nat, Play, Result};
use num_traits::{ToPrimitive, Zero};

/// Coins on different squares 0, 1, …; a move puts one on any free square to its left. Also "unbalanced Nim": no move may
/// make two heaps equal.
#[derive(Clone, Debug)]
pub struct Welter;

impl Welter {
    /// The game on any number of coins.
    pub fn game() -> HeapTuple<Welter> {
        HeapTuple(Welter)
    }
}

/// 2^(t+1) - 1 with 2^t the largest power of two that divides the difference (exclusive or) of two squares.
fn mating(a: &Nat, b: &Nat) -> Nat {
    let difference = a ^ b;
    &difference ^ (&difference - 1u32)
}

/// Welter's function of different squares.
fn welter(coins: &[Nat]) -> Nat {
    let mut sum = coins.iter().fold(Nat::zero(), |sum, coin| sum ^ coin);
    for (i, a) in coins.iter().enumerate() {
        for b in &coins[..i] {
            sum ^= mating(a, b);
        }
    }
    sum
}

/// The square that, with the others, has Welter's function 0, if it is below `most`. The digits of the function up to any
/// place depend on the digits of the square up to that place, and one-to-one, so they are found from the last on.
fn zero_square(others: &[Nat], most: &Nat) -> Option<Nat> {
    let bits = others
        .iter()
        .map(Nat::bits)
        .chain([most.bits()])
        .max()
        .unwrap_or(0)
        + 1;
    let fixed = welter(others);
    let mut square = Nat::zero();
    // Those that agree with the square in all digits so far: each adds a 1 to the next digit of the function.
    let mut alike: Vec<&Nat> = others.iter().collect();
    for place in 0..bits {
        let one = fixed.bit(place) ^ !alike.len().is_multiple_of(2);
        square.set_bit(place, one);
        alike.retain(|other| other.bit(place) == one);
    }
    (square < *most && alike.is_empty()).then_some(square)
}

impl TupleRule for Welter {
    fn info(&self) -> Info {
        let rules = "Coins on different squares of a strip, numbered from 0. Move one coin to any free square on its left; \
                     it may jump over others.";
        with_theorem(
            info(
                "welter",
                rules,
                "squares of the coins like 2,4,5",
                &["2,4,7", "1,3,5,6", "9"],
            ),
            "the Grundy value is Welter's function: the exclusive or of the squares and, for each pair with difference \
             (exclusive or) d, of d xor (d - 1)",
            "conway1976",
        )
    }

    fn arity(&self) -> Option<usize> {
        None
    }

    fn tidy(&self, mut pos: Vec<Nat>) -> Vec<Nat> {
        pos.sort();
        pos
    }

    fn check(&self, pos: &[Nat]) -> Result<(), String> {
        match pos.windows(2).find(|w| w[0] == w[1]) {
            Some(w) => Err(format!(
                "two coins are on square {}",
                bouton_rules::heaps::shorten(&w[0].to_string())
            )),
            None if pos.is_empty() => Err("there is no coin".into()),
            None => Ok(()),
        }
    }

    fn moves(&self, pos: &[Nat]) -> Result<Vec<Vec<Nat>>> {
        if pos.iter().sum::<Nat>() > MOST_OPTIONS.into() {
            return Err(too_many_options("welter"));
        }
        let mut moves = Vec::new();
        for (i, coin) in pos.iter().enumerate() {
            let free = (0..coin.to_u64().unwrap_or(0))
                .map(Nat::from)
                .filter(|square| !pos.contains(square));
            moves.extend(free.map(|square| replaced(pos, &[(i, square)])));
        }
        Ok(moves)
    }

    fn known(&self, pos: &[Nat], play: Play) -> Option<Known<Vec<Nat>>> {
        if play == Play::Misere {
            return None;
        }
        let value = welter(pos);
        let mut winning = Vec::new();
        for i in (0..pos.len()).filter(|_| !value.is_zero()) {
            let mut others = pos.to_vec();
            let coin = others.remove(i);
            winning.extend(zero_square(&others, &coin).map(|square| replaced(pos, &[(i, square)])));
        }
        Some(Known::of_grundy(value, winning, true))
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Welter::game());
}
