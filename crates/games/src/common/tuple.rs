//! Games whose heaps belong together: a position is one list of numbers, a move changes the list.

use super::check_count;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Heaps, Impartial, Info, Known, Nat, Play, Rank, Result, Ruleset, Short};
use num_bigint::BigInt;

/// The rules on a list of numbers.
pub trait TupleRule: Clone + Send + Sync + 'static {
    /// Name, rules, source, examples.
    fn info(&self) -> Info;

    /// How many numbers a position has; `None` if any.
    fn arity(&self) -> Option<usize>;

    /// The error, a phrase, if the numbers are no position: ``heap 1 is empty``.
    fn check(&self, _pos: &[Nat]) -> Result<(), String> {
        Ok(())
    }

    /// The one way in which equal positions are written. Applied to what is read and to every option.
    fn tidy(&self, pos: Vec<Nat>) -> Vec<Nat> {
        pos
    }

    /// Every position that a move leads to.
    fn moves(&self, pos: &[Nat]) -> Result<Vec<Vec<Nat>>>;

    /// A number that every move lowers. The default is the sum.
    fn rank(&self, pos: &[Nat]) -> Rank {
        vec![BigInt::from(pos.iter().sum::<Nat>())]
    }

    /// A representative under symmetries.
    fn canon(&self, pos: Vec<Nat>) -> Vec<Nat> {
        pos
    }

    /// What a theorem says.
    fn known(&self, _pos: &[Nat], _play: Play) -> Option<Known<Vec<Nat>>> {
        None
    }
}

/// The game of a [`TupleRule`].
#[derive(Clone, Debug)]
pub struct HeapTuple<R>(pub R);

impl<R: TupleRule> Ruleset for HeapTuple<R> {
    type Position = Heaps;

    fn info(&self) -> Info {
        self.0.info()
    }

    fn parse(&self, text: &str) -> Result<Heaps> {
        let pos = Heaps::parse(text)?.0;
        let info = self.0.info();
        let wrong = |what: String| {
            Error::input(format!(
                "position `{}`: {what}; write {} as {}",
                shorten(text),
                info.name,
                info.examples[0]
            ))
        };
        if let Some(arity) = self.0.arity().filter(|&a| a != pos.len()) {
            return Err(wrong(format!(
                "{arity} numbers are wanted, not {}",
                pos.len()
            )));
        }
        let pos = self.0.tidy(pos);
        self.0.check(&pos).map_err(wrong)?;
        Ok(Heaps(pos))
    }

    fn show(&self, pos: &Heaps) -> String {
        pos.to_string()
    }

    fn owned_bytes(&self, pos: &Heaps) -> usize {
        pos.owned_bytes()
    }

    fn canon(&self, pos: Heaps) -> Heaps {
        Heaps(self.0.canon(pos.0))
    }
}

impl<R: TupleRule> Impartial for HeapTuple<R> {
    fn options(&self, pos: &Heaps) -> Result<Vec<Heaps>> {
        let moves = self.0.moves(&pos.0)?;
        check_count(&self.0.info().name, moves.len())?;
        Ok(moves.into_iter().map(|m| Heaps(self.0.tidy(m))).collect())
    }

    fn known(&self, pos: &Heaps, play: Play) -> Option<Known<Heaps>> {
        let known = self.0.known(&pos.0, play)?;
        Some(known.map(|w| Heaps(self.0.tidy(w))))
    }
}

impl<R: TupleRule> Short for HeapTuple<R> {
    fn rank(&self, pos: &Heaps) -> Rank {
        self.0.rank(&pos.0)
    }
}

/// The answer of a theorem that gives every winning move.
pub fn every(lost: bool, winning: Vec<Vec<Nat>>) -> Option<Known<Vec<Nat>>> {
    let winning = if lost { Vec::new() } else { winning };
    Some(Known::of_outcome(lost, winning, true))
}

/// `pos` with other numbers at some places.
pub fn replaced(pos: &[Nat], changes: &[(usize, Nat)]) -> Vec<Nat> {
    let mut next = pos.to_vec();
    for (i, n) in changes {
        next[*i] = n.clone();
    }
    next
}

/// `check` for numbers that must not be 0.
pub fn all_positive(pos: &[Nat]) -> Result<(), String> {
    match pos.iter().position(|n| n.bits() == 0) {
        Some(i) => Err(format!("heap {} is empty", i + 1)),
        None => Ok(()),
    }
}
