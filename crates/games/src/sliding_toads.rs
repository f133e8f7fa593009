//! Toads and Frogs with longer slides and jumps: a family with four numbers.

use crate::Visitor;
use crate::common::parameter::number;
use crate::toads_and_frogs::ToadsAndFrogs;
use bouton_rules::board::{Cell, Grid, Scene};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short};

/// The ruleset.
///
/// ```
/// use bouton_games::sliding_toads::SlidingToads;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = SlidingToads::build("2,3,1,1").unwrap();
/// let moves = game.moves(Player::Left, &game.parse("tt....").unwrap()).unwrap();
/// assert_eq!(moves.iter().map(|m| game.show(m)).collect::<Vec<_>>(), [".tt...", "t..t..", "t...t."]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlidingToads {
    /// The shortest slide.
    pub least: usize,
    /// The longest slide.
    pub most: usize,
    /// The most animals that one jump passes.
    pub jumped: usize,
    /// May a jump pass friends as well?
    pub friends: bool,
}

impl SlidingToads {
    /// Reads `least,most,jumped,friends`.
    pub fn build(text: &str) -> Result<SlidingToads> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let [least, most, jumped, friends] = parts[..] else {
            return Err(Error::input(format!(
                "the parameter `{}` is not four numbers: the shortest and the longest slide, the most animals that are jumped, and 1 \
                 if friends may be jumped or else 0, like 1,2,1,0",
                shorten(text)
            )));
        };
        let least = number(least, 1, 1000)? as usize;
        Ok(SlidingToads {
            least,
            most: number(most, least as u64, 1000)? as usize,
            jumped: number(jumped, 0, 1000)? as usize,
            friends: number(friends, 0, 1)? == 1,
        })
    }

    /// The simpler game that this is, if it is one.
    fn simple(&self) -> Option<ToadsAndFrogs> {
        (self.least == 1 && self.most == 1 && !self.friends).then_some(ToadsAndFrogs {
            most_jumped: self.jumped,
        })
    }

    /// The board and its letters, as of the simple game.
    fn strip(&self) -> ToadsAndFrogs {
        ToadsAndFrogs { most_jumped: 1 }
    }
}

impl Ruleset for SlidingToads {
    type Position = Grid;

    fn info(&self) -> Info {
        let SlidingToads {
            least,
            most,
            jumped,
            friends,
        } = *self;
        let whom = if friends { "animals" } else { "opponents" };
        Info {
            name: format!(
                "sliding-toads:{least},{most},{jumped},{}",
                u8::from(friends)
            ),
            rules: format!(
                "Toads (Left) slide {least} to {most} places right over free places, frogs (Right) left, or jump over 1 to {jumped} \
                 {whom} next to them onto the first free place."
            ),
            notation: "a strip of `.`, `t` (Left) and `f` (Right)".into(),
            theorem: None,
            source: Some("winningways".into()),
            examples: ["t..f", "tt..ff", ".tf.t.f"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        self.strip().parse(text)
    }

    fn show(&self, pos: &Grid) -> String {
        self.strip().show(pos)
    }

    fn size(&self, pos: &Grid) -> usize {
        pos.cols()
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        match self.simple() {
            Some(game) => game.split(pos),
            None => vec![pos.clone()],
        }
    }

    fn draw(&self, pos: &Grid) -> Scene {
        self.strip().draw(pos)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }

    fn word(&self, pos: &Grid) -> Option<u64> {
        pos.word()
    }
}

impl Partizan for SlidingToads {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let mine = Cell::stone(who);
        let ahead = |from: usize, far: usize| match who {
            Player::Left => Some(from + far).filter(|&to| to < pos.cols()),
            Player::Right => from.checked_sub(far),
        };
        let mut moves = Vec::new();
        for from in pos.cells(mine) {
            let land = |to: usize| pos.with(&[(from, Cell::Free), (to, mine)]);
            let free =
                (1..).map_while(|far| ahead(from, far).filter(|&to| pos.at(to) == Cell::Free));
            let slides: Vec<usize> = free.take(self.most).skip(self.least - 1).collect();
            moves.extend(slides.into_iter().map(land));
            // Over animals side by side from the next place on.
            let mut far = 1;
            while far <= self.jumped
                && let Some(over) = ahead(from, far)
                && pos.at(over) != Cell::Free
                && (self.friends || pos.at(over) != mine)
            {
                far += 1;
            }
            if far > 1 {
                let landing = ahead(from, far).filter(|&to| pos.at(to) == Cell::Free);
                moves.extend(landing.map(land));
            }
        }
        Ok(moves)
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        self.strip().canon_signed(pos)
    }

    fn integer(&self, pos: &Grid) -> Option<i64> {
        self.simple().and_then(|game| game.integer(pos))
    }
}

impl Short for SlidingToads {
    fn rank(&self, pos: &Grid) -> Rank {
        self.strip().rank(pos)
    }
}

/// Shows the games to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan_family("sliding-toads", "1,2,1,0", SlidingToads::build);
}
