//! Impartial games on a list of small numbers that belong together.
//!
//! A ruleset says what the moves are ([`ListRule`]); [`Lists`] makes a game of it, one type for all of them, so that a new game
//! costs little to compile. Where a theorem needs numbers of any size, [`super::tuple`] is the place.

use super::check_count;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Impartial, Info, Known, Play, Rank, Result, Ruleset, Short};
use num_bigint::BigInt;
use std::sync::Arc;

/// The rules on a list of numbers.
pub trait ListRule: Send + Sync + 'static {
    /// Name, rules, source, examples.
    fn info(&self) -> Info;

    /// How many numbers a position has; `None` if any.
    fn arity(&self) -> Option<usize>;

    /// The error, a phrase, if the numbers are no position.
    fn check(&self, _pos: &[u64]) -> Result<(), String> {
        Ok(())
    }

    /// Every position that a move leads to.
    fn moves(&self, pos: &[u64]) -> Result<Vec<Vec<u64>>>;

    /// A number that every move lowers. The default is the sum.
    fn rank(&self, pos: &[u64]) -> BigInt {
        pos.iter().map(|&n| BigInt::from(n)).sum()
    }

    /// A representative under symmetries.
    fn canon(&self, pos: Vec<u64>) -> Vec<u64> {
        pos
    }

    /// What a theorem says.
    fn known(&self, _pos: &[u64], _play: Play) -> Option<Known<Vec<u64>>> {
        None
    }
}

/// The game of a [`ListRule`].
#[derive(Clone)]
pub struct Lists(pub Arc<dyn ListRule>);

impl Ruleset for Lists {
    type Position = Vec<u64>;

    fn info(&self) -> Info {
        self.0.info()
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>> {
        let info = self.0.info();
        let wrong = |what: String| {
            Error::input(format!(
                "position `{}`: {what}; write {} as {}",
                shorten(text),
                shorten(&info.name),
                info.examples[0]
            ))
        };
        let inner = text.trim();
        let inner = inner
            .strip_prefix('(')
            .and_then(|t| t.strip_suffix(')'))
            .unwrap_or(inner);
        let mut pos = Vec::new();
        for (i, part) in inner.split(',').map(str::trim).enumerate() {
            if inner.is_empty() {
                break;
            }
            let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            let number = part.parse::<u64>().ok().filter(|&n| digits && n <= 1 << 40);
            pos.push(number.ok_or_else(|| {
                wrong(format!(
                    "number {}, `{}`, is not a number up to 2^40",
                    i + 1,
                    shorten(part)
                ))
            })?);
        }
        if let Some(arity) = self.0.arity().filter(|&a| a != pos.len()) {
            return Err(wrong(format!(
                "{arity} numbers are wanted, not {}",
                pos.len()
            )));
        }
        self.0.check(&pos).map_err(wrong)?;
        Ok(pos)
    }

    fn show(&self, pos: &Vec<u64>) -> String {
        pos.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
    }

    fn owned_bytes(&self, pos: &Vec<u64>) -> usize {
        8 * pos.capacity()
    }

    fn canon(&self, pos: Vec<u64>) -> Vec<u64> {
        self.0.canon(pos)
    }
}

impl Impartial for Lists {
    fn options(&self, pos: &Vec<u64>) -> Result<Vec<Vec<u64>>> {
        let moves = self.0.moves(pos)?;
        check_count(&self.0.info().name, moves.len())?;
        Ok(moves)
    }

    fn known(&self, pos: &Vec<u64>, play: Play) -> Option<Known<Vec<u64>>> {
        self.0.known(pos, play)
    }
}

impl Short for Lists {
    fn rank(&self, pos: &Vec<u64>) -> Rank {
        vec![self.0.rank(pos)]
    }
}

/// A number small enough that so many moves can be listed.
pub fn listable(game: &str, n: u64) -> Result<u64> {
    check_count(game, usize::try_from(n).unwrap_or(usize::MAX)).map(|()| n)
}
