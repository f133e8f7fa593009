//! Nimstring: strings-and-coins without the score; who frees a coin must move again, and who cannot move loses.
//!
//! A coin that is free to take changes nothing: it is taken at once. A loony position, in which the last coins of a chain can
//! be taken or declined, is won by the player to move whatever else is on the table (Winning Ways, ch. 16); it has no Grundy
//! value, and no good move leads to one. What is left is an ordinary impartial game whose parts add up.

use crate::Visitor;
use crate::common::strings::{Strings, Taking, bits, lines};
use bouton_rules::board::Scene;
use bouton_rules::{Error, Impartial, Info, Rank, Result, Ruleset, Short};

/// The ruleset.
///
/// ```
/// use bouton_games::nimstring::Nimstring;
/// use bouton_rules::{Impartial, Ruleset};
/// // Cutting an end of a chain of two coins is loony; cutting the middle is not.
/// let chain = Nimstring.parse("0-1,1-2,2-0").unwrap();
/// let options = Nimstring.options(&chain).unwrap();
/// assert_eq!(options.iter().map(|o| Nimstring.show(o)).collect::<Vec<_>>(), ["none"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Nimstring;

/// The strings that are left when all free coins are taken; `None` if that is loony.
fn settled(pos: &Strings, mut left: u128) -> Option<u128> {
    loop {
        match pos.taking(left) {
            Taking::Nothing => return Some(left),
            Taking::Free(string) => left = pos.cut(left, string).0,
            Taking::Choices(_) => return None,
        }
    }
}

impl Ruleset for Nimstring {
    type Position = Strings;

    fn info(&self) -> Info {
        Info {
            name: "nimstring".into(),
            rules: "Cut a string; who cuts the last string of a coin must cut again. Who cannot move loses.".into(),
            notation: "strings like 0-1,1-a,a-0, where vertex 0 is the ground, or a board of Dots and Boxes: a size like 2x3 or \
                       rows of lines like -.|!..|..; coins that are free to take are taken"
                .into(),
            theorem: None,
            source: Some("winningways".into()),
            examples: ["2x2", "1x3", "0-1,1-2,2-3,3-0,1-3", "1-2,2-3,3-1,1-4,4-0,4-0"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Strings> {
        let pos = Strings::parse(text)?;
        match settled(&pos, pos.set()) {
            Some(left) => Ok(pos.with(left)),
            None => Err(Error::input(format!(
                "position `{}` is loony: the player to move wins, by taking all of a chain or all but its last coins, and it \
                 has no Grundy value; ask about positions without a chain to take",
                bouton_rules::heaps::shorten(text)
            ))),
        }
    }

    fn show(&self, pos: &Strings) -> String {
        pos.show()
    }

    fn split(&self, pos: &Strings) -> Vec<Strings> {
        pos.components()
            .into_iter()
            .map(|part| pos.with(part))
            .collect()
    }

    fn canon(&self, pos: Strings) -> Strings {
        pos.canon()
    }

    fn size(&self, pos: &Strings) -> usize {
        pos.strings()
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

impl Impartial for Nimstring {
    fn options(&self, pos: &Strings) -> Result<Vec<Strings>> {
        let cuts = bits(pos.set()).map(|string| pos.cut(pos.set(), string).0);
        Ok(cuts
            .filter_map(|left| settled(pos, left))
            .map(|left| pos.with(left))
            .collect())
    }
}

impl Short for Nimstring {
    fn rank(&self, pos: &Strings) -> Rank {
        vec![pos.strings().into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.impartial(Nimstring);
}
