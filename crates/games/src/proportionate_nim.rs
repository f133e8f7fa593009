//! Proportionate Nim: from one heap, alike from both, or twice as much from one as from the other.

use crate::Visitor;
use crate::common::sum::listable;
use crate::common::tuple::{HeapTuple, TupleRule};
use crate::common::{info, with_source};
use bouton_rules::{Info, Nat, Result};

/// Two heaps: remove t from one, t from both, or t from one and 2t from the other.
#[derive(Clone, Debug)]
pub struct ProportionateNim;

impl ProportionateNim {
    /// The game on two heaps.
    pub fn game() -> HeapTuple<ProportionateNim> {
        HeapTuple(ProportionateNim)
    }
}

impl TupleRule for ProportionateNim {
    fn info(&self) -> Info {
        let rules = "Two heaps. Remove t from one heap, or t from both, or t from one and 2t from the other.";
        let info = info(
            "proportionate-nim",
            rules,
            "two heaps like 2,6",
            &["9,12", "7,4"],
        );
        with_source(info, "Project Euler 665")
    }

    fn arity(&self) -> Option<usize> {
        Some(2)
    }

    fn moves(&self, pos: &[Nat]) -> Result<Vec<Vec<Nat>>> {
        let (a, b) = (
            listable("proportionate-nim", &pos[0])?,
            listable("proportionate-nim", &pos[1])?,
        );
        let mut moves = Vec::new();
        for (x, y) in [(1, 0), (0, 1), (1, 1), (1, 2), (2, 1)] {
            let times = (1..).take_while(|t| t * x <= a && t * y <= b);
            moves.extend(times.map(|t| vec![(a - t * x).into(), (b - t * y).into()]));
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
    v.impartial(ProportionateNim::game());
}
