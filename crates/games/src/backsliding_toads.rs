//! Backsliding Toads and Frogs: Toads and Frogs in which an animal may also step back, so that play can go on for ever.

use crate::Visitor;
use crate::toads_and_frogs::ToadsAndFrogs;
use bouton_rules::board::{Cell, Grid, Scene};
use bouton_rules::{Info, Partizan, Player, Result, Ruleset};

/// The ruleset.
///
/// ```
/// use bouton_games::backsliding_toads::BackslidingToads;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let strip = BackslidingToads.parse(".tf.").unwrap();
/// let moves = BackslidingToads.moves(Player::Left, &strip).unwrap();
/// assert_eq!(moves.iter().map(|m| BackslidingToads.show(m)).collect::<Vec<_>>(), ["..ft", "t.f."]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BackslidingToads;

const FORWARD: ToadsAndFrogs = ToadsAndFrogs { most_jumped: 1 };

impl Ruleset for BackslidingToads {
    type Position = Grid;

    fn info(&self) -> Info {
        Info {
            name: "backsliding-toads-and-frogs".into(),
            rules: "Toads (Left) step right or jump right over one frog, frogs (Right) left over one toad; both may also step back into a \
                    free place."
                .into(),
            notation: "a strip of `.`, `t` (Left) and `f` (Right)".into(),
            theorem: None,
            source: Some("winningways".into()),
            examples: ["t.f", "tt.ff", "ft.t"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        FORWARD.parse(text)
    }

    fn show(&self, pos: &Grid) -> String {
        FORWARD.show(pos)
    }

    fn draw(&self, pos: &Grid) -> Scene {
        FORWARD.draw(pos)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }

    fn word(&self, pos: &Grid) -> Option<u64> {
        pos.word()
    }
}

impl Partizan for BackslidingToads {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let mut moves = FORWARD.moves(who, pos)?;
        let mine = Cell::stone(who);
        for from in pos.cells(mine) {
            let back = match who {
                Player::Left => from.checked_sub(1),
                Player::Right => Some(from + 1).filter(|&to| to < pos.cols()),
            };
            if let Some(to) = back.filter(|&to| pos.at(to) == Cell::Free) {
                moves.push(pos.with(&[(from, Cell::Free), (to, mine)]));
            }
        }
        Ok(moves)
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.loopy_partizan(BackslidingToads);
}
