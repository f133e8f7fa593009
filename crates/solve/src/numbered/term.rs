//! Games with their types hidden: the rules, how positions are numbered, and how nimbers are found.
//!
//! What a search of a [`Term`] asks goes to the parts of the game as its own type numbers them, so nothing of what the game knows is
//! lost, and searches are compiled once for all games.

use super::{Numbered, Numbering, Options, PartId, Parts, Place, Summand};
use crate::packed::WholeSearch;
use crate::sum::{Nimbers, TermNimbers};
use bouton_rules::board::Scene;
use bouton_rules::{
    AnyGame, AnyPosition, Error, Impartial, Info, Known, PackedParts, Partizan, Play, Player, Rank,
    Result, Ruleset, Short,
};
use bouton_value::{Store, Value};
use std::ops::Range;
use std::sync::Arc;

/// How positions are taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Into parts up to what keeps values and their sign.
    Parts,
    /// Into parts up to what keeps nimbers; for impartial games.
    Nimbers,
    /// Not at all.
    Whole,
}

/// The parts of one game, whichever type its positions have.
pub trait TermParts: Send {
    /// The parts.
    fn parts(&self) -> &dyn Parts;

    /// The parts, to be asked about.
    fn parts_mut(&mut self) -> &mut dyn Parts;

    /// As [`Numbering::take_apart`].
    fn take_apart(&mut self, pos: &AnyPosition, most: usize, out: &mut Options) -> Result<()>;

    /// As [`Numbering::exact_size`].
    fn exact_size(&self, pos: &AnyPosition) -> usize;

    /// As [`Numbering::is_representative`].
    fn is_representative(&self, pos: &AnyPosition) -> bool;

    /// As [`Numbering::on_board`].
    fn on_board(&self, pos: &AnyPosition) -> Option<Box<dyn WholeSearch<AnyPosition>>>;
}

/// A game that ends, with its type hidden: alone or as a term of a sum.
#[derive(Clone)]
pub struct Term {
    game: AnyGame,
    parts: Arc<dyn Fn(Cut) -> Box<dyn TermParts> + Send + Sync>,
    nimbers: Option<Arc<dyn Fn() -> Box<dyn TermNimbers> + Send + Sync>>,
    theorems: Option<Arc<dyn Theorems>>,
}

impl Term {
    /// A game in which the players may have different moves.
    pub fn partizan<G: Partizan + Short>(game: G) -> Term {
        Term {
            game: AnyGame::partizan(game.clone()),
            parts: Arc::new(move |cut| {
                Box::new(Hidden(match cut {
                    Cut::Whole => Numbered::whole(game.clone()),
                    _ => Numbered::new(game.clone()),
                }))
            }),
            nimbers: None,
            theorems: None,
        }
    }

    /// A game in which both players have the same moves.
    pub fn impartial<G: Impartial + Short>(game: G) -> Term {
        let other = game.clone();
        Term {
            game: AnyGame::impartial(game.clone()),
            theorems: Some(Arc::new(Stated(game.clone()))),
            parts: Arc::new(move |cut| {
                Box::new(Hidden(match cut {
                    Cut::Parts => Numbered::with_theorem(game.clone()),
                    Cut::Nimbers => Numbered::impartial(game.clone()),
                    Cut::Whole => Numbered::whole(game.clone()),
                }))
            }),
            nimbers: Some(Arc::new(move || Box::new(Nimbers::new(other.clone())))),
        }
    }

    /// The same game with a search for nimbers of its own.
    pub fn with_nimbers(
        self,
        search: impl Fn() -> Box<dyn TermNimbers> + Send + Sync + 'static,
    ) -> Term {
        Term {
            nimbers: Some(Arc::new(search)),
            ..self
        }
    }

    /// The rules.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The rules as those of an impartial game, if it is one.
    pub fn impartial_rules(&self) -> Option<TermRules> {
        Some(TermRules {
            game: self.game.clone(),
            theorems: self.theorems.clone()?,
        })
    }

    /// The positions by number; no number yet.
    pub fn positions(&self, cut: Cut) -> TermPositions {
        TermPositions {
            game: self.game.clone(),
            parts: self.parts(cut),
        }
    }

    pub(super) fn parts(&self, cut: Cut) -> Box<dyn TermParts> {
        (self.parts)(cut)
    }

    /// A search for the nimbers, if the game is impartial.
    pub fn nimbers(&self) -> Option<Box<dyn TermNimbers>> {
        self.nimbers.as_ref().map(|new| new())
    }
}

/// What the theorems of an impartial game say, and its boards in words.
trait Theorems: Send + Sync {
    fn known(&self, pos: &AnyPosition, play: Play) -> Option<Known<AnyPosition>>;
    fn packed_parts(&self, pos: &AnyPosition) -> Option<Box<dyn PackedParts<AnyPosition>>>;
}

struct Stated<G>(G);

impl<G: Impartial + Short> Theorems for Stated<G> {
    fn known(&self, pos: &AnyPosition, play: Play) -> Option<Known<AnyPosition>> {
        let known = self.0.known(pos.of_game::<G>()?, play)?;
        Some(known.map(|pos| AnyPosition::hide(&self.0, pos)))
    }

    fn packed_parts(&self, pos: &AnyPosition) -> Option<Box<dyn PackedParts<AnyPosition>>> {
        let parts = self.0.packed_parts(pos.of_game::<G>()?)?;
        Some(AnyPosition::hide_parts::<G>(parts))
    }
}

/// The rules of an impartial game that ends, with its type hidden.
#[derive(Clone)]
pub struct TermRules {
    game: AnyGame,
    theorems: Arc<dyn Theorems>,
}

impl TermRules {
    /// Hides the type of a game.
    pub fn new<G: Impartial + Short>(game: G) -> TermRules {
        TermRules {
            game: AnyGame::impartial(game.clone()),
            theorems: Arc::new(Stated(game)),
        }
    }
}

impl Ruleset for TermRules {
    type Position = AnyPosition;

    fn info(&self) -> Info {
        self.game.info()
    }

    fn parse(&self, text: &str) -> Result<AnyPosition> {
        self.game.parse(text)
    }

    fn show(&self, pos: &AnyPosition) -> String {
        self.game.show(pos)
    }

    fn split(&self, pos: &AnyPosition) -> Vec<AnyPosition> {
        self.game.split(pos)
    }

    fn join(&self, parts: &[AnyPosition]) -> Option<AnyPosition> {
        self.game.join(parts)
    }

    fn size(&self, pos: &AnyPosition) -> usize {
        self.game.size(pos)
    }

    fn owned_bytes(&self, pos: &AnyPosition) -> usize {
        self.game.owned_bytes(pos)
    }

    fn canon(&self, pos: AnyPosition) -> AnyPosition {
        self.game.canon(pos)
    }

    fn canon_part(&self, part: AnyPosition) -> AnyPosition {
        self.game.canon_part(part)
    }

    fn draw(&self, pos: &AnyPosition) -> Scene {
        self.game.draw(pos)
    }
}

impl Impartial for TermRules {
    fn options(&self, pos: &AnyPosition) -> Result<Vec<AnyPosition>> {
        self.game.moves(Player::Left, pos)
    }

    fn known(&self, pos: &AnyPosition, play: Play) -> Option<Known<AnyPosition>> {
        self.theorems.known(pos, play)
    }

    fn packed_parts(&self, pos: &AnyPosition) -> Option<Box<dyn PackedParts<AnyPosition>>> {
        self.theorems.packed_parts(pos)
    }
}

impl Short for TermRules {
    fn rank(&self, pos: &AnyPosition) -> Rank {
        self.game.rank(pos)
    }
}

/// The parts of a game whose positions have their type hidden.
struct Hidden<G: Partizan>(Numbered<G>);

impl<G: Partizan + Short> TermParts for Hidden<G> {
    fn parts(&self) -> &dyn Parts {
        &self.0
    }

    fn parts_mut(&mut self) -> &mut dyn Parts {
        &mut self.0
    }

    fn take_apart(&mut self, pos: &AnyPosition, most: usize, out: &mut Options) -> Result<()> {
        match pos.of_game::<G>() {
            Some(pos) => self.0.take_apart(pos, most, out),
            None => Err(foreign()),
        }
    }

    fn exact_size(&self, pos: &AnyPosition) -> usize {
        pos.of_game::<G>().map_or(0, |pos| self.0.exact_size(pos))
    }

    fn is_representative(&self, pos: &AnyPosition) -> bool {
        let own = pos.of_game::<G>();
        own.is_some_and(|pos| self.0.is_representative(pos))
    }

    fn on_board(&self, pos: &AnyPosition) -> Option<Box<dyn WholeSearch<AnyPosition>>> {
        let whole = self.0.on_board(pos.of_game::<G>()?)?;
        Some(Box::new(HiddenWhole::<G>(whole)))
    }
}

/// The error for a position of another game.
pub(crate) fn foreign() -> Error {
    Error::input("a term of a sum is a position of another game")
}

/// A search on the board of a game whose type is hidden.
struct HiddenWhole<G: Ruleset>(Box<dyn WholeSearch<G::Position>>);

impl<G: Partizan + Short> WholeSearch<AnyPosition> for HiddenWhole<G> {
    fn wins(
        &mut self,
        pos: &AnyPosition,
        beside: Option<(&mut Store, Value)>,
        mover: Player,
        budget: &bouton_core::Budget,
    ) -> Option<Result<bool>> {
        self.0.wins(pos.of_game::<G>()?, beside, mover, budget)
    }

    fn nodes(&self) -> u64 {
        self.0.nodes()
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// The positions of one game by number, with their type hidden.
pub struct TermPositions {
    game: AnyGame,
    parts: Box<dyn TermParts>,
}

impl Parts for TermPositions {
    fn expand(&mut self, part: PartId, who: Player, most: usize, out: &mut Options) -> Result<()> {
        self.parts.parts_mut().expand(part, who, most, out)
    }

    fn number(&mut self, place: Place) -> Result<Summand> {
        self.parts.parts_mut().number(place)
    }

    fn release(&mut self, place: Place) {
        self.parts.parts_mut().release(place);
    }

    fn settle(&mut self, part: PartId, fact: u32) -> Result<()> {
        self.parts.parts_mut().settle(part, fact)
    }

    fn fact(&self, part: PartId) -> Option<u32> {
        self.parts.parts().fact(part)
    }

    fn pin(&mut self, part: PartId) {
        self.parts.parts_mut().pin(part);
    }

    fn place(&self, part: PartId) -> Place {
        self.parts.parts().place(part)
    }

    fn size(&self, place: Place) -> usize {
        self.parts.parts().size(place)
    }

    fn mobility(&self, place: Place) -> i64 {
        self.parts.parts().mobility(place)
    }

    fn effort(&self, place: Place) -> i64 {
        self.parts.parts().effort(place)
    }

    fn layers(&self, place: Place, from: Player) -> usize {
        self.parts.parts().layers(place, from)
    }

    fn slice(&mut self, place: Place, from: Player, layers: Range<usize>) -> u32 {
        self.parts.parts_mut().slice(place, from, layers)
    }

    fn slice_size(&self, slice: u32) -> usize {
        self.parts.parts().slice_size(slice)
    }

    fn slice_parts(&mut self, slice: u32, most: usize, out: &mut Options) -> Result<()> {
        self.parts.parts_mut().slice_parts(slice, most, out)
    }

    fn describe(&self, part: PartId) -> (String, String) {
        self.parts.parts().describe(part)
    }

    fn settled(&self) -> usize {
        self.parts.parts().settled()
    }

    fn bytes(&self) -> u64 {
        self.parts.parts().bytes()
    }
}

impl Numbering for TermPositions {
    type Position = AnyPosition;

    fn take_apart(&mut self, pos: &AnyPosition, most: usize, out: &mut Options) -> Result<()> {
        self.parts.take_apart(pos, most, out)
    }

    fn moves(&self, who: Player, pos: &AnyPosition) -> Result<Vec<AnyPosition>> {
        self.game.moves(who, pos)
    }

    fn board_size(&self, pos: &AnyPosition) -> usize {
        self.game.size(pos)
    }

    fn exact_size(&self, pos: &AnyPosition) -> usize {
        self.parts.exact_size(pos)
    }

    fn beside(&mut self, _: &AnyPosition, out: &mut Options) -> Result<()> {
        out.end();
        Ok(())
    }

    fn is_representative(&self, pos: &AnyPosition) -> bool {
        self.parts.is_representative(pos)
    }

    fn on_board(&self, pos: &AnyPosition) -> Option<Box<dyn WholeSearch<AnyPosition>>> {
        self.parts.on_board(pos)
    }
}
