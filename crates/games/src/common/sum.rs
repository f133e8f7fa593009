//! Games that are sums of heaps: a position is a multiset of heaps, a move replaces one heap by any number of heaps.
//!
//! A ruleset says what can be done to one heap ([`HeapRule`]); [`HeapSum`] makes a game of it. Empty heaps do not count:
//! they are dropped when a position is read and after every move. Heaps are kept in ascending order, so that equal positions are one.

use super::{MOST_OPTIONS, check_count, too_many_options};
use bouton_rules::{Heaps, Impartial, Info, Known, Nat, Play, Rank, Result, Ruleset, Short};
use num_bigint::BigInt;
use num_traits::Zero;

/// What can be done to one heap.
pub trait HeapRule: Clone + Send + Sync + 'static {
    /// Name, rules, source, examples.
    fn info(&self) -> Info;

    /// Every result of a move in a heap of `n`: the heaps that replace it. Heaps of 0 in it are dropped.
    fn moves(&self, n: &Nat) -> Result<Vec<Vec<Nat>>>;

    /// The Grundy value of a heap, by a theorem.
    fn grundy(&self, _n: &Nat) -> Option<Nat> {
        None
    }

    /// Moves in a heap of `n` to heaps with the Grundy value `target`, which is not the heap's own. The default looks
    /// through the moves of small heaps.
    fn replies(&self, n: &Nat, target: &Nat) -> Replies {
        match *n <= Nat::from(1u32 << 12) {
            true => Replies::by_trying(self, n, target),
            false => Replies {
                moves: Vec::new(),
                all: false,
            },
        }
    }

    /// True if a theorem says that misère play goes as in Nim: P iff every heap has value 0 or 1 and the values add to 1,
    /// or some value is larger and the values add to 0.
    fn tame(&self) -> bool {
        false
    }

    /// A number that every move lowers, summed over the heaps it leads to: for one heap. The default, `n`, serves games in
    /// which stones are taken; where heaps only split, `2n - 1` does.
    fn rank(&self, n: &Nat) -> Nat {
        n.clone()
    }
}

/// Moves in one heap that reach a value.
pub struct Replies {
    /// The heaps that each leaves.
    pub moves: Vec<Vec<Nat>>,
    /// True if these are all.
    pub all: bool,
}

impl Replies {
    /// The one move that there is, or none.
    pub fn unique(heap: Option<Nat>) -> Replies {
        Replies {
            moves: heap.into_iter().map(|h| vec![h]).collect(),
            all: true,
        }
    }

    /// Those of all moves that reach the value; none where the moves are too many to list.
    pub fn by_trying(rule: &impl HeapRule, n: &Nat, target: &Nat) -> Replies {
        let value = |heaps: &Vec<Nat>| xor(heaps.iter().map(|h| rule.grundy(h)));
        let (mut moves, all) = match rule.moves(n) {
            Ok(moves) => (moves, true),
            Err(_) => (Vec::new(), false),
        };
        moves.retain(|m| value(m).as_ref() == Some(target));
        Replies { moves, all }
    }
}

/// The game on any number of heaps.
#[derive(Clone, Debug)]
pub struct HeapSum<R>(pub R);

impl<R: HeapRule> HeapSum<R> {
    fn with(&self, pos: &Heaps, i: usize, heaps: Vec<Nat>) -> Heaps {
        let mut sizes = Vec::with_capacity(pos.0.len() + heaps.len());
        sizes.extend_from_slice(&pos.0[..i]);
        sizes.extend(heaps);
        sizes.extend_from_slice(&pos.0[i + 1..]);
        Heaps(sizes).as_multiset()
    }

    /// The places of the heaps, one of each size: heaps are in order.
    fn places(pos: &Heaps) -> impl Iterator<Item = usize> + '_ {
        (0..pos.0.len()).filter(|&i| i == 0 || pos.0[i] != pos.0[i - 1])
    }

    /// Replies where heap i is to get the value that `target` says.
    fn winning(
        &self,
        pos: &Heaps,
        values: &[Nat],
        target: impl Fn(usize) -> Nat,
    ) -> (Vec<Heaps>, bool) {
        let mut winning = Vec::new();
        let mut all = true;
        for i in Self::places(pos) {
            let (n, target) = (&pos.0[i], target(i));
            if target == values[i] {
                continue;
            }
            let replies = self.0.replies(n, &target);
            all &= replies.all;
            winning.extend(
                replies
                    .moves
                    .into_iter()
                    .map(|heaps| self.with(pos, i, heaps)),
            );
        }
        (winning, all)
    }
}

/// The exclusive or of values; `None` if one is unknown.
pub fn xor(values: impl IntoIterator<Item = Option<Nat>>) -> Option<Nat> {
    values
        .into_iter()
        .try_fold(Nat::zero(), |sum, value| Some(sum ^ value?))
}

impl<R: HeapRule> Ruleset for HeapSum<R> {
    type Position = Heaps;

    fn info(&self) -> Info {
        self.0.info()
    }

    fn parse(&self, text: &str) -> Result<Heaps> {
        Ok(Heaps::parse(text)?.as_multiset())
    }

    fn show(&self, pos: &Heaps) -> String {
        pos.to_string()
    }

    fn split(&self, pos: &Heaps) -> Vec<Heaps> {
        pos.0.iter().map(|n| Heaps(vec![n.clone()])).collect()
    }

    fn join(&self, parts: &[Heaps]) -> Option<Heaps> {
        Some(
            Heaps(
                parts
                    .iter()
                    .flat_map(|part| part.0.iter().cloned())
                    .collect(),
            )
            .as_multiset(),
        )
    }

    fn owned_bytes(&self, pos: &Heaps) -> usize {
        pos.owned_bytes()
    }

    fn canon(&self, pos: Heaps) -> Heaps {
        pos.as_multiset()
    }
}

impl<R: HeapRule> Impartial for HeapSum<R> {
    fn options(&self, pos: &Heaps) -> Result<Vec<Heaps>> {
        let mut options = Vec::new();
        for i in Self::places(pos) {
            let moves = self.0.moves(&pos.0[i])?;
            check_count(&self.0.info().name, options.len() + moves.len())?;
            options.extend(moves.into_iter().map(|heaps| self.with(pos, i, heaps)));
        }
        Ok(options)
    }

    fn known(&self, pos: &Heaps, play: Play) -> Option<Known<Heaps>> {
        if play == Play::Misere && !self.0.tame() {
            return None;
        }
        let values: Vec<Nat> = pos
            .0
            .iter()
            .map(|n| self.0.grundy(n))
            .collect::<Option<_>>()?;
        let sum = values.iter().fold(Nat::zero(), |sum, g| sum ^ g);
        let one = Nat::from(1u32);
        let large = values.iter().filter(|g| **g > one).count();
        let lost = match play {
            Play::Normal => sum.is_zero(),
            Play::Misere if large == 0 => sum == one,
            Play::Misere => sum.is_zero(),
        };
        let grundy = (play == Play::Normal).then(|| sum.clone());
        let known = |winning, all| {
            let known = Known::of_outcome(lost, winning, all);
            Some(Known { grundy, ..known })
        };
        if lost {
            return known(Vec::new(), true);
        }
        let (winning, all) = self.winning(pos, &values, |i| {
            let others = &sum ^ &values[i];
            let alone = large == usize::from(values[i] > one);
            // In misère play, where no other value is above 1, what is left must add to 1.
            if play == Play::Misere && alone {
                others ^ &one
            } else {
                others
            }
        });
        known(winning, all)
    }
}

impl<R: HeapRule> Short for HeapSum<R> {
    fn rank(&self, pos: &Heaps) -> Rank {
        vec![BigInt::from(
            pos.0.iter().map(|n| self.0.rank(n)).sum::<Nat>(),
        )]
    }
}

/// Taking each of the amounts, in their order; those above `n` are left out.
pub fn take(n: &Nat, amounts: impl IntoIterator<Item = u64>) -> Vec<Vec<Nat>> {
    amounts
        .into_iter()
        .map(Nat::from)
        .filter(|k| k <= n)
        .map(|k| vec![n - k])
        .collect()
}

/// The heap as a machine number if it has at most so many moves that they can be listed.
pub fn listable(name: &str, n: &Nat) -> Result<u64> {
    u64::try_from(n)
        .ok()
        .filter(|&n| n <= MOST_OPTIONS)
        .ok_or_else(|| too_many_options(name))
}
