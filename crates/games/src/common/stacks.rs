//! Partizan games on heaps that may belong to a player: a move replaces one heap by any number of smaller heaps.
//!
//! A ruleset says what can be done to one heap ([`StackRule`]); [`Stacks`] makes a game of it, one type for all of them, so that
//! a new game costs little to compile. Empty heaps do not count, and heaps are kept in order.

use super::{MOST_OPTIONS, check_count};
use bouton_rules::board::Cell;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short};
use num_bigint::BigInt;
use std::sync::Arc;

/// A heap: whose it is (`Free` for nobody's), and how many stones it has.
pub type Stack = (Cell, u64);

/// What can be done to one heap.
pub trait StackRule: Send + Sync + 'static {
    /// Name, rules, source, examples.
    fn info(&self) -> Info;

    /// Do heaps belong to players? If so, every heap does, and exchanging the owners exchanges the players.
    fn owned(&self) -> bool;

    /// The heaps that may replace a heap in a move of a player, all smaller than it; empty ones in it are dropped.
    fn moves(&self, who: Player, stack: Stack) -> Vec<Vec<Stack>>;

    /// How many [`StackRule::moves`] there are at most; too many are refused.
    fn count(&self, stack: Stack) -> u64;
}

/// The game of a [`StackRule`] on any number of heaps.
#[derive(Clone)]
pub struct Stacks(pub Arc<dyn StackRule>);

impl Stacks {
    fn letter(owner: Cell) -> &'static str {
        match owner {
            Cell::Left => "L",
            Cell::Right => "R",
            _ => "",
        }
    }

    fn tidy(mut heaps: Vec<Stack>) -> Vec<Stack> {
        heaps.retain(|heap| heap.1 > 0);
        heaps.sort_unstable();
        heaps
    }
}

impl Ruleset for Stacks {
    type Position = Vec<Stack>;

    fn info(&self) -> Info {
        self.0.info()
    }

    fn parse(&self, text: &str) -> Result<Vec<Stack>> {
        let trimmed = text.trim();
        let mut heaps = Vec::new();
        if trimmed.is_empty() || trimmed == "0" {
            return Ok(heaps);
        }
        for (i, part) in trimmed.split(',').map(str::trim).enumerate() {
            let (digits, owner) = match part.strip_suffix(['L', 'l']) {
                Some(digits) => (digits, Cell::Left),
                None => match part.strip_suffix(['R', 'r']) {
                    Some(digits) => (digits, Cell::Right),
                    None => (part, Cell::Free),
                },
            };
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            let size = digits
                .parse::<u64>()
                .ok()
                .filter(|n| plain && *n <= 1 << 40);
            let Some(size) = size.filter(|_| self.0.owned() == (owner != Cell::Free)) else {
                return Err(Error::input(format!(
                    "heaps `{}`: heap {}, `{}`, is not a number up to 2^40{}; write for example {}",
                    shorten(text),
                    i + 1,
                    shorten(part),
                    if self.0.owned() {
                        " with its owner, L or R"
                    } else {
                        ""
                    },
                    self.info().examples[0]
                )));
            };
            heaps.push((owner, size));
        }
        Ok(Stacks::tidy(heaps))
    }

    fn show(&self, pos: &Vec<Stack>) -> String {
        let heaps: Vec<String> = pos
            .iter()
            .map(|&(owner, n)| format!("{n}{}", Self::letter(owner)))
            .collect();
        match heaps.is_empty() {
            true => "0".into(),
            false => heaps.join(","),
        }
    }

    fn split(&self, pos: &Vec<Stack>) -> Vec<Vec<Stack>> {
        pos.iter().map(|&heap| vec![heap]).collect()
    }

    fn join(&self, parts: &[Vec<Stack>]) -> Option<Vec<Stack>> {
        Some(Stacks::tidy(parts.concat()))
    }

    fn owned_bytes(&self, pos: &Vec<Stack>) -> usize {
        pos.capacity() * size_of::<Stack>()
    }
}

impl Partizan for Stacks {
    fn moves(&self, who: Player, pos: &Vec<Stack>) -> Result<Vec<Vec<Stack>>> {
        let mut moves = Vec::new();
        for (i, &heap) in pos.iter().enumerate() {
            if i > 0 && pos[i - 1] == heap {
                continue;
            }
            let more = self.0.count(heap).saturating_add(moves.len() as u64);
            check_count(
                &self.info().name,
                usize::try_from(more.min(MOST_OPTIONS + 1)).unwrap_or(usize::MAX),
            )?;
            for heaps in self.0.moves(who, heap) {
                let mut next = pos.clone();
                next.splice(i..=i, heaps);
                moves.push(Stacks::tidy(next));
            }
        }
        Ok(moves)
    }

    fn canon_signed(&self, pos: Vec<Stack>) -> (Vec<Stack>, bool) {
        if !self.0.owned() {
            return (pos, false);
        }
        let exchanged = |&(owner, n): &Stack| match owner {
            Cell::Left => (Cell::Right, n),
            _ => (Cell::Left, n),
        };
        let other = Stacks::tidy(pos.iter().map(exchanged).collect());
        if other < pos {
            (other, true)
        } else {
            (pos, false)
        }
    }
}

impl Short for Stacks {
    /// The sizes, the largest first: every move puts smaller heaps in place of one.
    fn rank(&self, pos: &Vec<Stack>) -> Rank {
        let mut sizes: Vec<u64> = pos.iter().map(|heap| heap.1).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.into_iter().map(BigInt::from).collect()
    }
}
