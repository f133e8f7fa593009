//! Three heaps, the same number from any of them: Wythoff's game on three heaps with every subset.

use crate::Visitor;
use crate::common::sum::listable;
use crate::common::tuple::{HeapTuple, TupleRule, replaced};
use crate::common::{info, with_source};
use bouton_rules::{Info, Nat, Result};

/// Remove the same positive number of stones from one, two or all three heaps.
#[derive(Clone, Debug)]
pub struct StoneGame;

impl StoneGame {
    /// The game on three heaps.
    pub fn game() -> HeapTuple<StoneGame> {
        HeapTuple(StoneGame)
    }
}

impl TupleRule for StoneGame {
    fn info(&self) -> Info {
        let rules = "Three heaps. Remove the same positive number of stones from one, two or all three of them.";
        with_source(
            info(
                "stone-game",
                rules,
                "three heaps like 1,3,3",
                &["5,6,7", "0,3,8"],
            ),
            "Project Euler 260",
        )
    }

    fn arity(&self) -> Option<usize> {
        Some(3)
    }

    fn moves(&self, pos: &[Nat]) -> Result<Vec<Vec<Nat>>> {
        let mut moves = Vec::new();
        for chosen in 1u32..8 {
            let heaps: Vec<usize> = (0..3).filter(|i| chosen >> i & 1 == 1).collect();
            let most = heaps
                .iter()
                .map(|&i| &pos[i])
                .min()
                .map_or(Ok(0), |m| listable("stone-game", m))?;
            moves.extend((1..=most).map(|t| {
                let changes: Vec<(usize, Nat)> = heaps.iter().map(|&i| (i, &pos[i] - t)).collect();
                replaced(pos, &changes)
            }));
        }
        Ok(moves)
    }

    fn canon(&self, mut pos: Vec<Nat>) -> Vec<Nat> {
        pos.sort();
        pos
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(StoneGame::game());
}
