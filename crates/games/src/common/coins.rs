//! Coin-turning games: coins in a row numbered from 1, a move turns some of them, the last of which goes from heads to tails.
//!
//! A position is the set of heads. In normal play its Grundy value is the exclusive or of the values of its heads, each
//! alone (Winning Ways, ch. 14), though a move may touch several heads, so positions are not taken apart.

use super::{MOST_OPTIONS, check_count, too_many_options};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Heaps, Impartial, Info, Known, Nat, Play, Rank, Result, Ruleset, Short};
use num_bigint::BigInt;
use num_traits::Zero;

/// Which coins may be turned together.
pub trait TurningRule: Clone + Send + Sync + 'static {
    /// Name, rules, source, examples.
    fn info(&self) -> Info;

    /// The sets of coins below `n` that may be turned together with the head `n`.
    fn companions(&self, n: u64) -> Vec<Vec<u64>>;

    /// How many sets [`TurningRule::companions`] gives; saturating.
    fn count(&self, n: u64) -> u64;

    /// The value of a head alone, by a theorem.
    fn grundy(&self, n: &Nat) -> Option<Nat>;

    /// Sets of companions of `n` whose values add to `value`, and whether these are all.
    fn adding_to(&self, n: &Nat, value: &Nat) -> (Vec<Vec<Nat>>, bool);
}

/// The game of a [`TurningRule`].
#[derive(Clone, Debug)]
pub struct Turning<R>(pub R);

/// Turns the coin `n` and its companions.
fn turned(pos: &Heaps, n: &Nat, companions: &[Nat]) -> Heaps {
    let mut heads: std::collections::BTreeSet<Nat> = pos.0.iter().cloned().collect();
    for coin in companions.iter().chain(std::iter::once(n)) {
        if !heads.remove(coin) {
            heads.insert(coin.clone());
        }
    }
    Heaps(heads.into_iter().collect())
}

impl<R: TurningRule> Ruleset for Turning<R> {
    type Position = Heaps;

    fn info(&self) -> Info {
        self.0.info()
    }

    fn parse(&self, text: &str) -> Result<Heaps> {
        let mut pos = Heaps::parse(text)?;
        pos.0.retain(|n| !n.is_zero());
        pos.0.sort();
        match pos.0.windows(2).find(|w| w[0] == w[1]) {
            Some(w) => Err(Error::input(format!(
                "position `{}`: coin {} is there twice; list each coin that shows heads once, like 2,5,6",
                shorten(text),
                shorten(&w[0].to_string())
            ))),
            None => Ok(pos),
        }
    }

    fn show(&self, pos: &Heaps) -> String {
        pos.to_string()
    }

    fn owned_bytes(&self, pos: &Heaps) -> usize {
        pos.owned_bytes()
    }
}

impl<R: TurningRule> Impartial for Turning<R> {
    fn options(&self, pos: &Heaps) -> Result<Vec<Heaps>> {
        let name = self.0.info().name;
        let mut options = Vec::new();
        for n in &pos.0 {
            let small = u64::try_from(n)
                .ok()
                .filter(|&n| self.0.count(n) <= MOST_OPTIONS);
            let small = small.ok_or_else(|| too_many_options(&name))?;
            let sets = self.0.companions(small);
            check_count(&name, options.len() + sets.len())?;
            for set in sets {
                let set: Vec<Nat> = set.into_iter().map(Nat::from).collect();
                options.push(turned(pos, n, &set));
            }
        }
        Ok(options)
    }

    fn known(&self, pos: &Heaps, play: Play) -> Option<Known<Heaps>> {
        if play == Play::Misere {
            return None;
        }
        let values: Vec<Nat> = pos
            .0
            .iter()
            .map(|n| self.0.grundy(n))
            .collect::<Option<_>>()?;
        let sum = values.iter().fold(Nat::zero(), |sum, g| sum ^ g);
        let (mut winning, mut all) = (Vec::new(), true);
        if !sum.is_zero() {
            for (n, value) in pos.0.iter().zip(&values) {
                let (sets, complete) = self.0.adding_to(n, &(&sum ^ value));
                all &= complete;
                winning.extend(sets.iter().map(|set| turned(pos, n, set)));
            }
        }
        Some(Known::of_grundy(sum, winning, all))
    }
}

impl<R: TurningRule> Short for Turning<R> {
    /// The heads from the last to the first: a move takes one off and puts in only smaller ones.
    fn rank(&self, pos: &Heaps) -> Rank {
        pos.0
            .iter()
            .rev()
            .map(|n| BigInt::from(n.clone()))
            .collect()
    }
}
