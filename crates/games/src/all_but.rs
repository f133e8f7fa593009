//! All-but games: a move removes any number of stones that is not in a fixed finite set.

use crate::Visitor;
use crate::common::sum::{HeapRule, HeapSum, listable, take};
use crate::common::{info, parameter, with_source};
use bouton_rules::{Info, Nat, Result};
use std::sync::Arc;

/// Remove any positive number of stones but those in the set.
#[derive(Clone, Debug)]
pub struct AllBut {
    set: Arc<[u64]>,
}

impl AllBut {
    /// The game on a set like `4` or `1,3`.
    pub fn game(set: &str) -> Result<HeapSum<AllBut>> {
        Ok(HeapSum(AllBut {
            set: parameter::set(set)?.into(),
        }))
    }
}

impl HeapRule for AllBut {
    fn info(&self) -> Info {
        let set = parameter::show_set(&self.set);
        let rules =
            format!("Remove any positive number of stones from one heap, but none of {{{set}}}.");
        with_source(
            info(
                &format!("all-but:{set}"),
                &rules,
                "heaps like 3,4,5",
                &["12", "5,6", "3,4,2"],
            ),
            "siegel2013",
        )
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        let most = listable("all-but", n)?;
        Ok(take(
            n,
            (1..=most).filter(|k| self.set.binary_search(k).is_err()),
        ))
    }
}

/// Shows the family.
pub fn visit(v: &mut impl Visitor) {
    v.family("all-but", "4", AllBut::game);
}
