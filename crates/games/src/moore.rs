//! Moore's Nim_k: up to k heaps in a move.

use crate::Visitor;
use crate::common::tuple::{HeapTuple, TupleRule};
use crate::common::{MOST_OPTIONS, info, parameter, too_many_options, with_theorem};
use bouton_rules::{Info, Known, Nat, Play, Result};
use num_traits::{One, ToPrimitive, Zero};

/// Remove any positive number of stones from each of one to `most` heaps.
#[derive(Clone, Debug)]
pub struct Moore {
    most: usize,
}

impl Moore {
    /// The game in which a move touches up to `most` heaps, from 1 to 64.
    ///
    /// ```
    /// use bouton_games::moore::Moore;
    /// use bouton_rules::{Heaps, Impartial, Outcome, Play};
    /// // With k = 2 the heaps 2, 2, 2 have three digits 1 in one column: a multiple of 3.
    /// let known = Moore::game("2").unwrap().known(&Heaps::of(&[2, 2, 2]), Play::Normal).unwrap();
    /// assert_eq!(known.outcome, Outcome::P);
    /// ```
    pub fn game(most: &str) -> Result<HeapTuple<Moore>> {
        Ok(HeapTuple(Moore {
            most: parameter::number(most, 1, 64)? as usize,
        }))
    }

    /// The heaps that a move should leave so that every binary column adds to 0 modulo k + 1; the same if they do now.
    fn balanced(&self, pos: &[Nat]) -> Vec<Nat> {
        let modulus = self.most + 1;
        let mut next = pos.to_vec();
        // Free heaps are already lower than they were, so their further digits can be chosen.
        let mut free: Vec<usize> = Vec::new();
        for column in (0..pos.iter().map(Nat::bits).max().unwrap_or(0)).rev() {
            let ones: Vec<usize> = (0..pos.len())
                .filter(|i| !free.contains(i) && pos[*i].bit(column))
                .collect();
            let missing = (modulus - ones.len() % modulus) % modulus;
            if missing <= free.len() {
                for (i, &heap) in free.iter().enumerate() {
                    next[heap].set_bit(column, i < missing);
                }
            } else {
                // Fewer than k + 1 with those already free, since missing + surplus = k + 1.
                for &heap in free.iter().chain(&ones[..ones.len() % modulus]) {
                    next[heap].set_bit(column, false);
                }
                free.extend(&ones[..ones.len() % modulus]);
            }
        }
        next
    }

    /// A move to heaps of at most 1 of which 1 modulo k + 1 are there, from up to k larger heaps or from none.
    fn last_ones(&self, pos: &[Nat]) -> Option<Vec<Nat>> {
        let large: Vec<usize> = (0..pos.len()).filter(|&i| !pos[i].is_one()).collect();
        let ones: Vec<usize> = (0..pos.len()).filter(|&i| pos[i].is_one()).collect();
        let modulus = self.most + 1;
        // Leaving `count` ones changes every large heap and, if need be, some of the others.
        let fits = |&count: &usize| {
            count % modulus == 1 % modulus
                && count <= ones.len() + large.len()
                && large.len() + ones.len().saturating_sub(count) <= self.most
        };
        let count = (0..=ones.len() + large.len()).rev().find(fits)?;
        let mut next = pos.to_vec();
        for (i, &heap) in large.iter().enumerate() {
            next[heap] = Nat::from(u32::from(i < count.saturating_sub(ones.len())));
        }
        for &heap in ones.iter().take(ones.len().saturating_sub(count)) {
            next[heap] = Nat::zero();
        }
        (next != pos).then_some(next)
    }
}

impl TupleRule for Moore {
    fn info(&self) -> Info {
        let rules = format!(
            "Remove any positive number of stones from each of one to {} heaps.",
            self.most
        );
        with_theorem(
            info(
                &format!("moore:{}", self.most),
                &rules,
                "heaps like 3,4,5",
                &["3,4,2", "1,2,2,3", "1,1,1,1"],
            ),
            "P iff every binary column adds to 0 modulo k+1; misère: the same unless every heap is at most 1, then P iff \
             their number is 1 modulo k+1",
            "moore1910",
        )
    }

    fn arity(&self) -> Option<usize> {
        None
    }

    fn tidy(&self, mut pos: Vec<Nat>) -> Vec<Nat> {
        pos.retain(|n| !n.is_zero());
        pos
    }

    fn moves(&self, pos: &[Nat]) -> Result<Vec<Vec<Nat>>> {
        let name = self.info().name;
        // Positions so far, with the heaps touched: each heap in turn is left alone or lowered.
        let mut moves: Vec<(Vec<Nat>, usize)> = vec![(pos.to_vec(), 0)];
        for i in 0..pos.len() {
            let size = pos[i]
                .to_u64()
                .filter(|&n| n <= MOST_OPTIONS)
                .ok_or_else(|| too_many_options(&name))?;
            let open = moves
                .iter()
                .filter(|(_, touched)| *touched < self.most)
                .count() as u64;
            let count = (moves.len() as u64).saturating_add(open.saturating_mul(size));
            // Many heaps make many moves and long ones.
            if count.saturating_mul(2 * pos.len() as u64) > MOST_OPTIONS {
                return Err(too_many_options(&name));
            }
            let mut more = Vec::new();
            for (next, touched) in moves.iter().filter(|(_, touched)| *touched < self.most) {
                for left in (0..size).rev() {
                    let mut next = next.clone();
                    next[i] = left.into();
                    more.push((next, touched + 1));
                }
            }
            moves.extend(more);
        }
        Ok(moves.into_iter().skip(1).map(|(next, _)| next).collect())
    }

    fn canon(&self, mut pos: Vec<Nat>) -> Vec<Nat> {
        pos.sort();
        pos
    }

    fn known(&self, pos: &[Nat], play: Play) -> Option<Known<Vec<Nat>>> {
        let small = pos.iter().all(Nat::is_one);
        if play == Play::Misere && small {
            let lost = pos.len() % (self.most + 1) == 1 % (self.most + 1);
            return Some(if lost {
                answer(None, true)
            } else {
                answer(self.last_ones(pos), false)
            });
        }
        let next = self.balanced(pos);
        if next == pos {
            return Some(answer(None, true));
        }
        let next = if play == Play::Misere && next.iter().all(|n| n.bits() <= 1) {
            self.last_ones(pos)?
        } else {
            next
        };
        Some(answer(Some(next), false))
    }
}

/// One winning move is named; there may be more.
fn answer(reply: Option<Vec<Nat>>, lost: bool) -> Known<Vec<Nat>> {
    Known::of_outcome(lost, reply.into_iter().collect(), lost)
}

/// Shows the family.
pub fn visit(v: &mut impl Visitor) {
    v.family("moore", "2", Moore::game);
}
