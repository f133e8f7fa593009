//! Euclid: take multiples of the smaller number from the larger.

use crate::Visitor;
use crate::common::numbers::times_phi;
use crate::common::sum::listable;
use crate::common::tuple::{HeapTuple, TupleRule, every, replaced};
use crate::common::{info, with_theorem};
use bouton_rules::{Info, Known, Nat, Play, Result};
use num_traits::Zero;

/// From the larger of two numbers remove a positive multiple of the smaller; play ends when one is 0.
#[derive(Clone, Debug)]
pub struct Euclid;

impl Euclid {
    /// The game on two numbers.
    pub fn game() -> HeapTuple<Euclid> {
        HeapTuple(Euclid)
    }
}

/// P iff the larger is below φ times the smaller, or nothing can be moved.
fn lost(small: &Nat, large: &Nat) -> bool {
    small.is_zero() || *large <= times_phi(small)
}

impl TupleRule for Euclid {
    fn info(&self) -> Info {
        let rules = "Remove from the larger number a positive multiple of the smaller one, keeping it non-negative; \
                     it ends when one is 0.";
        with_theorem(
            info(
                "euclid",
                rules,
                "two numbers like 6,14",
                &["30,14", "21,34", "12,12"],
            ),
            "P iff the larger number is less than φ = (1 + √5)/2 times the smaller, or one number is 0",
            "coledavie1969",
        )
    }

    fn arity(&self) -> Option<usize> {
        Some(2)
    }

    fn moves(&self, pos: &[Nat]) -> Result<Vec<Vec<Nat>>> {
        let mut moves = Vec::new();
        for (small, large) in [(1, 0), (0, 1)] {
            if !pos[small].is_zero() && pos[large] >= pos[small] {
                let most = listable("euclid", &(&pos[large] / &pos[small]))?;
                moves.extend(
                    (1..=most).map(|q| replaced(pos, &[(large, &pos[large] - q * &pos[small])])),
                );
            }
        }
        Ok(moves)
    }

    fn canon(&self, mut pos: Vec<Nat>) -> Vec<Nat> {
        pos.sort();
        pos
    }

    fn known(&self, pos: &[Nat], play: Play) -> Option<Known<Vec<Nat>>> {
        if play == Play::Misere {
            return None;
        }
        let (small, large) = if pos[0] <= pos[1] { (0, 1) } else { (1, 0) };
        if lost(&pos[small], &pos[large]) && pos[small] != pos[large] || pos[small].is_zero() {
            return every(true, Vec::new());
        }
        if pos[0] == pos[1] {
            return every(
                false,
                vec![
                    replaced(pos, &[(0, Nat::zero())]),
                    replaced(pos, &[(1, Nat::zero())]),
                ],
            );
        }
        // Twice the smaller and more is never lost, so the two least remainders are all that can be left.
        let rest = &pos[large] % &pos[small];
        let mut winning = Vec::new();
        if lost(&rest, &pos[small]) {
            winning.push(replaced(pos, &[(large, rest.clone())]));
        }
        let more = rest + &pos[small];
        if more < pos[large] && more != pos[small] && lost(&pos[small], &more) {
            winning.push(replaced(pos, &[(large, more)]));
        }
        every(false, winning)
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Euclid::game());
}
