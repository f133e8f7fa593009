//! Strings-and-coins, and Dots and Boxes, which is the same game seen from the other side: cut a string; who frees a coin
//! keeps it and moves again.
//!
//! The search tries few plays because of what is known of chains: see [`crate::common::strings`].

use crate::Visitor;
use crate::common::strings::{Strings, Taking, bits, lines};
use bouton_rules::board::Scene;
use bouton_rules::{Error, Gain, Info, QuietBoard, Rank, Result, Ruleset, Scoring, Short};

/// The ruleset.
///
/// ```
/// use bouton_games::strings_and_coins::StringsAndCoins;
/// use bouton_rules::{Ruleset, Scoring};
/// let game = StringsAndCoins { boxes: true };
/// let board = game.parse("-|!!|.").unwrap();
/// let gains = game.gains(&board).unwrap();
/// assert_eq!((gains.len(), gains[0].points, gains[0].again), (1, 1, true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StringsAndCoins {
    /// Dots and Boxes: boards are rectangles of boxes.
    pub boxes: bool,
}

impl StringsAndCoins {
    fn gain(pos: &Strings, string: usize) -> Gain<Strings> {
        let (left, points) = pos.cut(pos.set(), string);
        Gain {
            to: pos.with(left),
            points,
            again: points > 0,
        }
    }
}

impl Ruleset for StringsAndCoins {
    type Position = Strings;

    fn info(&self) -> Info {
        let text = |boxes: &str, strings: &str| match self.boxes {
            true => boxes.to_string(),
            false => strings.to_string(),
        };
        let examples: &[&str] = match self.boxes {
            true => &["2x2", "1x3", "--|.!.|..|...|.."],
            false => &[
                "0-1,1-2,2-3,3-0,1-3",
                "1-2,2-3,3-1,1-4,4-0,4-0",
                "0-1,0-1,1-1,1-2,2-3,3-0",
            ],
        };
        Info {
            name: text("dots-and-boxes", "strings-and-coins"),
            rules: text(
                "Draw a line between two neighbouring dots; who draws the last line of a box owns it and must draw again. Who \
                 owns more boxes wins.",
                "Cut a string; who cuts the last string of a coin keeps the coin and must cut again. Who has more coins wins.",
            ),
            notation: text(
                "a size like 2x3, in boxes, or rows of lines like -.|!..|.. from the top, `-` or `!` drawn and `.` not",
                "strings like 0-1,1-a,a-0, where vertex 0 is the ground and all others are coins",
            ),
            theorem: None,
            source: Some(text("berlekampdots", "winningways")),
            examples: examples.iter().map(|e| e.to_string()).collect(),
        }
    }

    fn parse(&self, text: &str) -> Result<Strings> {
        let pos = Strings::parse(text)?;
        match pos.size().is_some() == self.boxes {
            true => Ok(pos),
            false => Err(Error::input(format!(
                "position `{}` is a board of another game; write {} as {}",
                bouton_rules::heaps::shorten(text),
                self.info().name,
                self.info().examples[0]
            ))),
        }
    }

    fn show(&self, pos: &Strings) -> String {
        pos.show()
    }

    fn canon(&self, pos: Strings) -> Strings {
        pos.canon()
    }

    fn owned_bytes(&self, pos: &Strings) -> usize {
        pos.owned_bytes()
    }

    fn draw(&self, pos: &Strings) -> Scene {
        match pos.size() {
            Some((rows, cols)) => lines::draw(pos, rows, cols),
            None => Scene::of_text(pos.show()),
        }
    }
}

impl Scoring for StringsAndCoins {
    fn gains(&self, pos: &Strings) -> Result<Vec<Gain<Strings>>> {
        Ok(bits(pos.set())
            .map(|string| Self::gain(pos, string))
            .collect())
    }

    fn at_stake(&self, pos: &Strings) -> u32 {
        pos.coins() as u32
    }

    fn worthwhile(&self, pos: &Strings) -> Result<Vec<Gain<Strings>>> {
        let strings = match pos.taking(pos.set()) {
            Taking::Free(string) => vec![string],
            Taking::Choices(choices) => choices
                .into_iter()
                .flat_map(|(take, decline)| [take, decline])
                .collect(),
            Taking::Nothing => pos.openings(pos.set()),
        };
        Ok(strings
            .into_iter()
            .map(|string| Self::gain(pos, string))
            .collect())
    }

    fn quiet_board(&self, pos: &Strings) -> Option<Box<dyn QuietBoard<Strings>>> {
        pos.quiet_board()
    }
}

impl Short for StringsAndCoins {
    fn rank(&self, pos: &Strings) -> Rank {
        vec![pos.strings().into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    for boxes in [true, false] {
        v.scoring(StringsAndCoins { boxes });
    }
}
