//! End-Nim: a row of heaps, only the ends can be touched.

use crate::Visitor;
use crate::common::sum::listable;
use crate::common::tuple::{HeapTuple, TupleRule, all_positive, replaced};
use crate::common::{info, with_source};
use bouton_rules::{Info, Nat, Result};
use num_traits::Zero;

/// Remove any positive number of stones from the first or the last heap of a row.
#[derive(Clone, Debug)]
pub struct EndNim;

impl EndNim {
    /// The game on a row of any length.
    pub fn game() -> HeapTuple<EndNim> {
        HeapTuple(EndNim)
    }
}

impl TupleRule for EndNim {
    fn info(&self) -> Info {
        let rules = "A row of heaps. Remove any positive number of stones from the first or the last heap; an empty heap \
                     at an end is gone.";
        with_source(
            info(
                "end-nim",
                rules,
                "a row of heaps like 3,1,2",
                &["3,1,2", "2,2,1,3"],
            ),
            "albertnowakowski2001",
        )
    }

    fn arity(&self) -> Option<usize> {
        None
    }

    fn tidy(&self, mut pos: Vec<Nat>) -> Vec<Nat> {
        while pos.last().is_some_and(Zero::is_zero) {
            pos.pop();
        }
        let start = pos.iter().take_while(|n| n.is_zero()).count();
        pos.drain(..start);
        pos
    }

    fn check(&self, pos: &[Nat]) -> Result<(), String> {
        all_positive(pos)
    }

    fn moves(&self, pos: &[Nat]) -> Result<Vec<Vec<Nat>>> {
        let ends = match pos.len() {
            0 => 0..0,
            1 => 0..1,
            _ => 0..2,
        };
        let mut moves = Vec::new();
        for end in ends {
            let i = if end == 0 { 0 } else { pos.len() - 1 };
            let most = listable("end-nim", &pos[i])?;
            moves.extend((1..=most).map(|k| replaced(pos, &[(i, &pos[i] - k)])));
        }
        Ok(moves)
    }

    fn canon(&self, pos: Vec<Nat>) -> Vec<Nat> {
        let mut reversed = pos.clone();
        reversed.reverse();
        pos.min(reversed)
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(EndNim::game());
}
