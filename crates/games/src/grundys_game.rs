//! Grundy's game: split a heap into two unequal heaps.

use crate::Visitor;
use crate::common::sum::{HeapRule, HeapSum, listable};
use crate::common::{info, with_source};
use bouton_rules::{Info, Nat, Result};
use num_traits::Zero;

/// Split a heap into two non-empty heaps of different sizes. Whether the values are periodic is not known.
#[derive(Clone, Debug)]
pub struct GrundysGame;

impl GrundysGame {
    /// The game on any number of heaps.
    pub fn game() -> HeapSum<GrundysGame> {
        HeapSum(GrundysGame)
    }
}

impl HeapRule for GrundysGame {
    fn info(&self) -> Info {
        let rules = "Split a heap into two non-empty heaps of different sizes.";
        with_source(
            info("grundys-game", rules, "heaps like 3,4,5", &["12", "5,6,7"]),
            "grundy1939",
        )
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        let size = listable("grundys-game", n)?;
        Ok((1..size.div_ceil(2))
            .map(|x| vec![x.into(), (size - x).into()])
            .collect())
    }

    fn rank(&self, n: &Nat) -> Nat {
        if n.is_zero() {
            Nat::zero()
        } else {
            n * 2u32 - 1u32
        }
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(GrundysGame::game());
}
