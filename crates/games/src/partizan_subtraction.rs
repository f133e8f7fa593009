//! Partizan subtraction games, each player with a set of their own; in Splittles what is left of the heap may be split in two.

use crate::Visitor;
use crate::common::parameter::{set, show_set};
use crate::common::stacks::{Stack, StackRule, Stacks};
use crate::common::{info, with_source};
use bouton_rules::board::Cell;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Player, Result};
use std::sync::Arc;

/// Left takes an amount of the first set from a heap, Right one of the second.
///
/// ```
/// use bouton_games::partizan_subtraction::PartizanSubtraction;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = PartizanSubtraction::game("1,3:2").unwrap();
/// let heap = game.parse("5").unwrap();
/// let shown = |who| game.moves(who, &heap).unwrap().iter().map(|m| game.show(m)).collect::<Vec<_>>();
/// assert_eq!((shown(Player::Left), shown(Player::Right)), (vec!["4".into(), "2".into()], vec!["3".to_string()]));
/// ```
#[derive(Clone, Debug)]
pub struct PartizanSubtraction {
    sets: [Vec<u64>; 2],
    split: bool,
}

impl PartizanSubtraction {
    /// The game of two sets written `1,3:2,3`, Left's first.
    pub fn game(text: &str) -> Result<Stacks> {
        Ok(Stacks(Arc::new(PartizanSubtraction::build(text, false)?)))
    }

    /// The same where the rest may be split in two.
    pub fn splittles(text: &str) -> Result<Stacks> {
        Ok(Stacks(Arc::new(PartizanSubtraction::build(text, true)?)))
    }

    fn build(text: &str, split: bool) -> Result<PartizanSubtraction> {
        let (left, right) = text.split_once(':').ok_or_else(|| {
            Error::input(format!(
                "the parameter `{}` has no `:` between Left's set and Right's; write sets like 1,3:2",
                shorten(text)
            ))
        })?;
        Ok(PartizanSubtraction {
            sets: [set(left)?, set(right)?],
            split,
        })
    }
}

impl StackRule for PartizanSubtraction {
    fn info(&self) -> Info {
        let [left, right] = [0, 1].map(|i| show_set(&self.sets[i]));
        let (name, more) = match self.split {
            true => (
                "partizan-splittles",
                " What is left of the heap may be split in two.",
            ),
            false => ("partizan-subtraction", ""),
        };
        with_source(
            info(
                &format!("{name}:{left}:{right}"),
                &format!("Take stones from a heap: Left {left} of them, Right {right}.{more}"),
                "heaps like 3,4,5",
                &["5", "4,7", "9"],
            ),
            if self.split {
                "mesdal2009"
            } else {
                "fraenkelkotzig1987"
            },
        )
    }

    fn owned(&self) -> bool {
        false
    }

    fn moves(&self, who: Player, (_, size): Stack) -> Vec<Vec<Stack>> {
        let amounts = self.sets[who as usize].iter().filter(|&&k| k <= size);
        let mut moves = Vec::new();
        for rest in amounts.map(|k| size - k) {
            moves.push(vec![(Cell::Free, rest)]);
            if self.split {
                moves.extend(
                    (1..=rest / 2).map(|part| vec![(Cell::Free, part), (Cell::Free, rest - part)]),
                );
            }
        }
        moves
    }

    fn count(&self, (_, size): Stack) -> u64 {
        let amounts = self.sets[0].len().max(self.sets[1].len()) as u64;
        amounts.saturating_mul(if self.split { 1 + size / 2 } else { 1 })
    }
}

/// Shows the games to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan_family("partizan-subtraction", "1,3:2", PartizanSubtraction::game);
    v.partizan_family(
        "partizan-splittles",
        "1,3:2",
        PartizanSubtraction::splittles,
    );
}
