//! Wythoff's game: one heap, or both alike.

use crate::Visitor;
use crate::common::numbers::times_phi;
use crate::common::sum::listable;
use crate::common::tuple::{HeapTuple, TupleRule, every, replaced};
use crate::common::{info, with_theorem};
use bouton_rules::{Info, Known, Nat, Play, Result};

/// Remove any positive number from one of two heaps, or the same number from both.
#[derive(Clone, Debug)]
pub struct Wythoff;

impl Wythoff {
    /// The game on two heaps.
    pub fn game() -> HeapTuple<Wythoff> {
        HeapTuple(Wythoff)
    }
}

/// The heap that makes a P-position with `n`. Every number is in one of the pairs (⌊kφ⌋, ⌊kφ²⌋).
fn partner(n: &Nat, play: Play) -> Nat {
    if play == Play::Misere && *n <= 2u32.into() {
        return [1u32, 0, 2][usize::try_from(n).unwrap_or(0)].into();
    }
    // How many k >= 1 have ⌊kφ⌋ <= n: those with kφ < n + 1, and 1/φ = φ - 1.
    let next = n + 1u32;
    let lower = times_phi(&next) - &next;
    if times_phi(&lower) == *n {
        n + lower
    } else {
        lower
    }
}

/// The P-position whose heaps differ by `k`, the smaller first.
fn pair(k: &Nat, play: Play) -> (Nat, Nat) {
    if play == Play::Misere && *k <= 1u32.into() {
        return if k.bits() == 0 {
            (2u32.into(), 2u32.into())
        } else {
            (0u32.into(), 1u32.into())
        };
    }
    let low = times_phi(k);
    let high = &low + k;
    (low, high)
}

impl TupleRule for Wythoff {
    fn info(&self) -> Info {
        let rules = "Remove any positive number from one heap, or the same number from both.";
        with_theorem(
            info("wythoff", rules, "two heaps like 3,5", &["8,9", "13,3"]),
            "P iff the heaps are ⌊kφ⌋ and ⌊kφ²⌋ for some k; in misère play (0,1) and (2,2) stand for (0,0) and (1,2)",
            "wythoff1907",
        )
    }

    fn arity(&self) -> Option<usize> {
        Some(2)
    }

    fn moves(&self, pos: &[Nat]) -> Result<Vec<Vec<Nat>>> {
        let (a, b) = (listable("wythoff", &pos[0])?, listable("wythoff", &pos[1])?);
        let one = (1..=a).map(|k| (a - k, b));
        let other = (1..=b).map(|k| (a, b - k));
        let both = (1..=a.min(b)).map(|k| (a - k, b - k));
        Ok(one
            .chain(other)
            .chain(both)
            .map(|(a, b)| vec![a.into(), b.into()])
            .collect())
    }

    fn canon(&self, mut pos: Vec<Nat>) -> Vec<Nat> {
        pos.sort();
        pos
    }

    fn known(&self, pos: &[Nat], play: Play) -> Option<Known<Vec<Nat>>> {
        let (a, b) = (&pos[0], &pos[1]);
        if partner(a, play) == *b {
            return every(true, Vec::new());
        }
        let mut winning = Vec::new();
        for (kept, moved) in [(a, 1), (b, 0)] {
            let target = partner(kept, play);
            if target < pos[moved] {
                winning.push(replaced(pos, &[(moved, target)]));
            }
        }
        let (small, large) = if a <= b { (0, 1) } else { (1, 0) };
        let (low, high) = pair(&(&pos[large] - &pos[small]), play);
        if low < pos[small] {
            winning.push(replaced(pos, &[(small, low), (large, high)]));
        }
        every(false, winning)
    }
}

/// Shows the game.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Wythoff::game());
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_rules::{Heaps, Impartial, Outcome};

    /// Near-misses of floating point; the pairs are from field reports and were recomputed.
    #[test]
    fn exact_where_floating_point_fails() {
        let outcome = |a: u64, b: u64| {
            Wythoff::game()
                .known(&Heaps::of(&[a, b]), Play::Normal)
                .unwrap()
                .outcome
        };
        assert_eq!(outcome(165580140, 267914295), Outcome::P);
        assert_eq!(outcome(165580141, 267914296), Outcome::N);
        assert_eq!(
            times_phi(&1_000_000_000_000_000u64.into()),
            1_618_033_988_749_894u64.into()
        );
        assert_eq!(
            times_phi(&1_000_000_000_000_000_000u64.into()),
            1_618_033_988_749_894_848u64.into()
        );
    }
}
