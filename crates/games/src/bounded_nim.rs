//! Bounded Nim, with one heap Bachet's game: at most m stones in a move.

use crate::Visitor;
use crate::common::sum::{HeapRule, HeapSum, Replies, take};
use crate::common::{MOST_OPTIONS, info, parameter, with_theorem};
use bouton_rules::{Info, Nat, Result};
use num_traits::Zero;

/// Remove from one to `most` stones from one heap.
#[derive(Clone, Debug)]
pub struct BoundedNim {
    most: u64,
}

impl BoundedNim {
    /// The game in which a move takes at most `most` stones, from 1 to 1,048,576.
    ///
    /// ```
    /// use bouton_games::bounded_nim::BoundedNim;
    /// use bouton_rules::{Heaps, Impartial, Play};
    /// let known = BoundedNim::game("3").unwrap().known(&Heaps::of(&[7]), Play::Normal).unwrap();
    /// assert_eq!(known.winning, [Heaps::of(&[4])]);
    /// ```
    pub fn game(most: &str) -> Result<HeapSum<BoundedNim>> {
        Ok(HeapSum(BoundedNim {
            most: parameter::number(most, 1, MOST_OPTIONS)?,
        }))
    }
}

impl HeapRule for BoundedNim {
    fn info(&self) -> Info {
        let rules = format!("Remove from 1 to {} stones from one heap.", self.most);
        let theorem = "g(n) = n mod (m+1), with m the most that a move takes; misère: as in Nim on these values";
        with_theorem(
            info(
                &format!("bounded-nim:{}", self.most),
                &rules,
                "heaps like 3,4,5",
                &["10,3", "2,5,3", "12"],
            ),
            theorem,
            "winningways",
        )
    }

    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>> {
        Ok(take(
            n,
            1..=self.most.min(u64::try_from(n).unwrap_or(u64::MAX)),
        ))
    }

    fn grundy(&self, n: &Nat) -> Option<Nat> {
        Some(n % (self.most + 1))
    }

    fn replies(&self, n: &Nat, target: &Nat) -> Replies {
        let (value, period) = (n % (self.most + 1), Nat::from(self.most + 1));
        if *target >= period {
            return Replies::unique(None);
        }
        let taken = (value + &period - target) % &period;
        Replies::unique((!taken.is_zero() && taken <= *n).then(|| n - taken))
    }

    fn tame(&self) -> bool {
        true
    }
}

/// Shows the family.
pub fn visit(v: &mut impl Visitor) {
    v.family("bounded-nim", "3", BoundedNim::game);
}
