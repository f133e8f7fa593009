//! A game that ends with its types hidden: what sums of different games are made of, and variants of a game named at run time.
//!
//! A hidden position carries its rules, so it answers every question by itself and no type is ever guessed. The price is one
//! allocation a position; solvers that know the game by its type are faster.

use crate::board::Scene;
use crate::{Info, PackedParts, Partizan, Player, Rank, Result, Ruleset, Short};
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// Any game that ends.
///
/// ```
/// use bouton_rules::{AnyGame, Partizan, Player, Ruleset};
/// # use bouton_rules::{Error, Impartial, Info, Rank, Result, Short};
/// # #[derive(Clone)] struct Pile;
/// # impl Ruleset for Pile {
/// #     type Position = u32;
/// #     fn info(&self) -> Info { Info { name: "pile".into(), rules: "Take one.".into(), notation: "a number".into(), theorem: None, source: None, examples: vec!["2".into()] } }
/// #     fn parse(&self, text: &str) -> Result<u32> { text.parse().map_err(|_| Error::input("a number, as in 2")) }
/// #     fn show(&self, pos: &u32) -> String { pos.to_string() }
/// # }
/// # impl Impartial for Pile { fn options(&self, pos: &u32) -> Result<Vec<u32>> { Ok(pos.checked_sub(1).into_iter().collect()) } }
/// # impl Short for Pile { fn rank(&self, pos: &u32) -> Rank { vec![(*pos).into()] } }
/// let game = AnyGame::impartial(Pile);
/// let pos = game.parse("2").unwrap();
/// assert_eq!(game.show(&game.moves(Player::Left, &pos).unwrap()[0]), "1");
/// ```
#[derive(Clone)]
pub struct AnyGame {
    rules: Arc<dyn Rules>,
    impartial: bool,
}

/// A position of any game.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn Placed>);

impl AnyGame {
    /// Hides the type of a game.
    pub fn partizan<G: Partizan + Short>(game: G) -> AnyGame {
        AnyGame {
            rules: Arc::new(Hidden(game)),
            impartial: false,
        }
    }

    /// Hides the type of a game in which both players have the same moves.
    pub fn impartial<G: Partizan + Short>(game: G) -> AnyGame {
        AnyGame {
            impartial: true,
            ..AnyGame::partizan(game)
        }
    }

    /// True if both players are known to have the same moves.
    pub fn is_impartial(&self) -> bool {
        self.impartial
    }
}

impl AnyPosition {
    /// Hides the type of a position.
    pub fn hide<G: Partizan + Short>(game: &G, pos: G::Position) -> AnyPosition {
        At::hide(game, pos)
    }

    /// Hides the type of packed parts.
    pub fn hide_parts<G: Partizan + Short>(
        parts: Box<dyn PackedParts<G::Position>>,
    ) -> Box<dyn PackedParts<AnyPosition>> {
        Box::new(HiddenParts::<G>(parts))
    }

    /// The position as one of a game of this type; `None` if it is one of another.
    pub fn of_game<G: Partizan + Short>(&self) -> Option<&G::Position> {
        let at = self.0.as_any().downcast_ref::<At<G>>();
        at.map(|at| &at.pos)
    }
}

/// The questions that need no position.
trait Rules: Send + Sync {
    fn info(&self) -> Info;
    fn parse(&self, text: &str) -> Result<AnyPosition>;
}

/// The questions that a position answers.
trait Placed: Send + Sync + fmt::Debug {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Placed) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
    fn show(&self) -> String;
    fn split(&self) -> Vec<AnyPosition>;
    fn join(&self, parts: &[AnyPosition]) -> Option<AnyPosition>;
    fn size(&self) -> usize;
    fn owned_bytes(&self) -> usize;
    fn canon(&self) -> AnyPosition;
    fn canon_part(&self) -> AnyPosition;
    fn canon_signed(&self) -> (AnyPosition, bool);
    fn draw(&self) -> Scene;
    fn moves(&self, who: Player) -> Result<Vec<AnyPosition>>;
    fn mobility(&self) -> i64;
    fn layers(&self, from: Player) -> usize;
    fn slice(&self, from: Player, layers: Range<usize>) -> AnyPosition;
    fn integer(&self) -> Option<i64>;
    fn rank(&self) -> Rank;
    fn effort(&self) -> i64;
    fn exact_size(&self) -> usize;
    fn twin_canon(&self) -> AnyPosition;
    fn twin_parts(&self) -> Option<Box<dyn PackedParts<AnyPosition>>>;
}

struct Hidden<G>(G);

impl<G: Partizan + Short> Rules for Hidden<G> {
    fn info(&self) -> Info {
        self.0.info()
    }

    fn parse(&self, text: &str) -> Result<AnyPosition> {
        Ok(At::hide(&self.0, self.0.parse(text)?))
    }
}

/// A position with its rules.
struct At<G: Ruleset> {
    game: G,
    pos: G::Position,
}

impl<G: Partizan + Short> At<G> {
    fn hide(game: &G, pos: G::Position) -> AnyPosition {
        AnyPosition(Arc::new(At {
            game: game.clone(),
            pos,
        }))
    }

    fn hide_all(&self, positions: Vec<G::Position>) -> Vec<AnyPosition> {
        positions
            .into_iter()
            .map(|pos| At::hide(&self.game, pos))
            .collect()
    }
}

impl<G: Ruleset> fmt::Debug for At<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pos.fmt(f)
    }
}

/// A hasher behind a reference, for `Hash`, which asks for a sized one.
struct Through<'a>(&'a mut dyn Hasher);

impl Hasher for Through<'_> {
    fn finish(&self) -> u64 {
        self.0.finish()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }
}

impl<G: Partizan + Short> Placed for At<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Placed) -> bool {
        other
            .as_any()
            .downcast_ref::<At<G>>()
            .is_some_and(|other| other.pos == self.pos)
    }

    fn hash_into(&self, state: &mut dyn Hasher) {
        self.pos.hash(&mut Through(state));
    }

    fn show(&self) -> String {
        self.game.show(&self.pos)
    }

    fn split(&self) -> Vec<AnyPosition> {
        self.hide_all(self.game.split(&self.pos))
    }

    fn join(&self, parts: &[AnyPosition]) -> Option<AnyPosition> {
        let own = |part: &AnyPosition| {
            let at = part.0.as_any().downcast_ref::<At<G>>()?;
            Some(at.pos.clone())
        };
        let parts: Option<Vec<G::Position>> = parts.iter().map(own).collect();
        Some(At::hide(&self.game, self.game.join(&parts?)?))
    }

    fn size(&self) -> usize {
        self.game.size(&self.pos)
    }

    fn owned_bytes(&self) -> usize {
        size_of::<Self>() + self.game.owned_bytes(&self.pos)
    }

    fn canon(&self) -> AnyPosition {
        At::hide(&self.game, self.game.canon(self.pos.clone()))
    }

    fn canon_part(&self) -> AnyPosition {
        At::hide(&self.game, self.game.canon_part(self.pos.clone()))
    }

    fn canon_signed(&self) -> (AnyPosition, bool) {
        let (pos, negative) = self.game.canon_signed(self.pos.clone());
        (At::hide(&self.game, pos), negative)
    }

    fn draw(&self) -> Scene {
        self.game.draw(&self.pos)
    }

    fn moves(&self, who: Player) -> Result<Vec<AnyPosition>> {
        Ok(self.hide_all(self.game.moves(who, &self.pos)?))
    }

    fn mobility(&self) -> i64 {
        self.game.mobility(&self.pos)
    }

    fn layers(&self, from: Player) -> usize {
        self.game.layers(&self.pos, from)
    }

    fn slice(&self, from: Player, layers: Range<usize>) -> AnyPosition {
        At::hide(&self.game, self.game.slice(&self.pos, from, layers))
    }

    fn integer(&self) -> Option<i64> {
        self.game.integer(&self.pos)
    }

    fn rank(&self) -> Rank {
        self.game.rank(&self.pos)
    }

    fn effort(&self) -> i64 {
        self.game.effort(&self.pos)
    }

    fn exact_size(&self) -> usize {
        self.game.exact_size(&self.pos)
    }

    fn twin_canon(&self) -> AnyPosition {
        At::hide(&self.game, self.game.twin_canon(self.pos.clone()))
    }

    fn twin_parts(&self) -> Option<Box<dyn PackedParts<AnyPosition>>> {
        let parts = self.game.twin_parts(&self.pos)?;
        Some(AnyPosition::hide_parts::<G>(parts))
    }
}

/// Packed parts of a game whose type is hidden.
struct HiddenParts<G: Ruleset>(Box<dyn PackedParts<G::Position>>);

impl<G: Partizan + Short> PackedParts<AnyPosition> for HiddenParts<G> {
    fn pack(&self, pos: &AnyPosition) -> Option<u64> {
        let at = pos.0.as_any().downcast_ref::<At<G>>()?;
        self.0.pack(&at.pos)
    }

    fn parts(&self, pos: u64, parts: &mut Vec<u64>) {
        self.0.parts(pos, parts);
    }

    fn options(&self, part: u64, options: &mut Vec<u64>) {
        self.0.options(part, options);
    }

    fn size(&self, part: u64) -> u32 {
        self.0.size(part)
    }

    fn nimber(&self, part: u64) -> Option<u64> {
        self.0.nimber(part)
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.equals(other.0.as_ref())
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Ruleset for AnyGame {
    type Position = AnyPosition;

    fn info(&self) -> Info {
        self.rules.info()
    }

    fn parse(&self, text: &str) -> Result<AnyPosition> {
        self.rules.parse(text)
    }

    fn show(&self, pos: &AnyPosition) -> String {
        pos.0.show()
    }

    fn split(&self, pos: &AnyPosition) -> Vec<AnyPosition> {
        pos.0.split()
    }

    fn join(&self, parts: &[AnyPosition]) -> Option<AnyPosition> {
        parts.first()?.0.join(parts)
    }

    fn size(&self, pos: &AnyPosition) -> usize {
        pos.0.size()
    }

    fn owned_bytes(&self, pos: &AnyPosition) -> usize {
        pos.0.owned_bytes()
    }

    fn canon(&self, pos: AnyPosition) -> AnyPosition {
        pos.0.canon()
    }

    fn canon_part(&self, part: AnyPosition) -> AnyPosition {
        part.0.canon_part()
    }

    fn draw(&self, pos: &AnyPosition) -> Scene {
        pos.0.draw()
    }
}

impl Partizan for AnyGame {
    fn moves(&self, who: Player, pos: &AnyPosition) -> Result<Vec<AnyPosition>> {
        pos.0.moves(who)
    }

    fn canon_signed(&self, pos: AnyPosition) -> (AnyPosition, bool) {
        pos.0.canon_signed()
    }

    fn mobility(&self, pos: &AnyPosition) -> i64 {
        pos.0.mobility()
    }

    fn layers(&self, pos: &AnyPosition, from: Player) -> usize {
        pos.0.layers(from)
    }

    fn slice(&self, pos: &AnyPosition, from: Player, layers: Range<usize>) -> AnyPosition {
        pos.0.slice(from, layers)
    }

    fn integer(&self, pos: &AnyPosition) -> Option<i64> {
        pos.0.integer()
    }

    fn effort(&self, pos: &AnyPosition) -> i64 {
        pos.0.effort()
    }

    fn exact_size(&self, pos: &AnyPosition) -> usize {
        pos.0.exact_size()
    }

    fn twin_canon(&self, part: AnyPosition) -> AnyPosition {
        part.0.twin_canon()
    }

    fn twin_parts(&self, pos: &AnyPosition) -> Option<Box<dyn PackedParts<AnyPosition>>> {
        pos.0.twin_parts()
    }
}

impl Short for AnyGame {
    fn rank(&self, pos: &AnyPosition) -> Rank {
        pos.0.rank()
    }
}
