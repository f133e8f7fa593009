//! Partizan octal games: each player takes and breaks heaps by a code of their own.

use crate::Visitor;
use crate::common::stacks::{Stack, StackRule, Stacks};
use crate::common::{MOST_OPTIONS, info, with_source};
use bouton_heap::HeapGame;
use bouton_rules::board::Cell;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Player, Result};
use std::sync::Arc;

/// Left's and Right's code, each anything that names an impartial game on heaps: `0.77`, `4!.0`, `S{1,3}`, `all-but{2}`.
///
/// ```
/// use bouton_games::partizan_octal::PartizanOctal;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = PartizanOctal::game("0.07:0.3").unwrap();
/// let heap = game.parse("5").unwrap();
/// let shown = |who| game.moves(who, &heap).unwrap().iter().map(|m| game.show(m)).collect::<Vec<_>>();
/// assert_eq!(shown(Player::Left), ["3", "1,2"]);
/// assert_eq!(shown(Player::Right), ["4"]);
/// ```
#[derive(Clone, Debug)]
pub struct PartizanOctal {
    codes: [HeapGame; 2],
}

impl PartizanOctal {
    /// The game of two codes written `0.07:0.3`, Left's first.
    pub fn game(text: &str) -> Result<Stacks> {
        let (left, right) = text.split_once(':').ok_or_else(|| {
            Error::input(format!(
                "the parameter `{}` has no `:` between Left's code and Right's; write codes like 0.07:0.3",
                shorten(text)
            ))
        })?;
        Ok(Stacks(Arc::new(PartizanOctal {
            codes: [left.parse()?, right.parse()?],
        })))
    }
}

impl StackRule for PartizanOctal {
    fn info(&self) -> Info {
        let [left, right] = &self.codes;
        let rules = format!(
            "Replace one heap by others, Left by the first code and Right by the second. Left: {} Right: {}",
            left.rules(),
            right.rules()
        );
        with_source(
            info(
                &format!("partizan-octal:{left}:{right}"),
                &rules,
                "heaps like 3,4,5",
                &["5", "3,4", "7"],
            ),
            "fraenkelkotzig1987",
        )
    }

    fn owned(&self) -> bool {
        false
    }

    fn moves(&self, who: Player, (_, size): Stack) -> Vec<Vec<Stack>> {
        let mut moves = Vec::new();
        self.codes[who as usize].visit_options(size, &mut |heaps| {
            moves.push(heaps.iter().map(|&n| (Cell::Free, n)).collect());
            true
        });
        moves
    }

    /// Counts them, as far as they may be listed.
    fn count(&self, (_, size): Stack) -> u64 {
        let count = |code: &HeapGame| {
            let mut count = 0;
            code.visit_options(size, &mut |_| {
                count += 1;
                count <= MOST_OPTIONS
            });
            count
        };
        count(&self.codes[0]).max(count(&self.codes[1]))
    }
}

/// Shows the games to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan_family("partizan-octal", "0.07:0.3", PartizanOctal::game);
}
