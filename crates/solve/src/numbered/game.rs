//! The parts of the positions of one ruleset: the only piece of a search that is compiled for each.

use super::table::{Recent, Words};
use super::{Numbering, Options, PartId, Parts, Place, Summand};
use crate::packed::{WholeSearch, whole_search};
use bouton_rules::{Error, Impartial, Partizan, Play, Player, Result};
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::mem::take;
use std::ops::Range;

/// In the list of places, and in the table of words: what follows is a fact.
const SETTLED: u32 = 1 << 31;
/// No part has this number, and no fact is this.
const NONE: u32 = SETTLED - 1;

/// A position that is kept.
struct Kept<P> {
    /// None in a place that is free.
    pos: Option<P>,
    fact: u32,
    /// Kept when it is settled.
    pinned: bool,
}

/// A part with a word that is to be looked up. The parts of all options of a position are looked up together, so that the
/// processor need not wait for one before it asks memory for the next.
struct Wanted<P> {
    key: P,
    negative: bool,
    /// Which summand it is.
    at: usize,
    recent: usize,
    /// The part's word as it was cut out.
    raw: u64,
    found: Option<u32>,
}

/// The representative of a part, and whether the part is its negative.
type Represent<G, P> = fn(&G, P) -> (P, bool);

/// The nimber of a part, where a theorem has it.
type Theorem<G, P> = fn(&G, &P) -> Option<u32>;

/// The parts of one ruleset by number.
///
/// ```
/// # use bouton_solve::doc::Stalk;
/// use bouton_rules::Player;
/// use bouton_solve::numbered::{Numbered, Numbering, Options, Parts, Seen};
/// let mut parts = Numbered::new(Stalk);
/// let mut out = Options::default();
/// parts.take_apart(&vec![true, false], usize::MAX, &mut out).unwrap();
/// let Seen::Part(part, false) = out.option(0)[0].seen() else { panic!("one part") };
/// out.clear();
/// parts.expand(part, Player::Right, usize::MAX, &mut out).unwrap();
/// assert_eq!(out.len(), 1);
/// ```
pub struct Numbered<G: Partizan> {
    game: G,
    represent: Represent<G, G::Position>,
    theorem: Option<Theorem<G, G::Position>>,
    /// Positions are not taken apart.
    whole: bool,
    /// Parts with words: their numbers, or facts.
    words: Words,
    /// Numbers of the parts without words; their positions stay in their places.
    index: HashTable<PartId>,
    /// By part: the place of its position, or a fact.
    places: Vec<u32>,
    kept: Vec<Kept<G::Position>>,
    free: Vec<Place>,
    recent: Recent<G::Position, Summand>,
    slices: FxHashMap<G::Position, u32>,
    cuts: Vec<G::Position>,
    /// Bytes that the positions own.
    owned: u64,
    settled: usize,
    wanted: Vec<Wanted<G::Position>>,
    moves: Vec<G::Position>,
    pieces: Vec<G::Position>,
    keys: Vec<(G::Position, Option<u64>)>,
}

impl<G: Partizan> Numbered<G> {
    /// No part yet; representatives keep values up to the sign.
    pub fn new(game: G) -> Self {
        Numbered::with(game, G::canon_signed)
    }

    /// No position yet; positions are not taken apart, and representatives keep all that a search can ask: in misère play nothing
    /// adds.
    pub fn whole(game: G) -> Self {
        Numbered {
            whole: true,
            ..Numbered::with(game, |game, pos| (game.canon(pos), false))
        }
    }

    fn with(game: G, represent: Represent<G, G::Position>) -> Self {
        Numbered {
            game,
            represent,
            theorem: None,
            whole: false,
            words: Words::default(),
            index: HashTable::new(),
            places: Vec::new(),
            kept: Vec::new(),
            free: Vec::new(),
            recent: Recent::default(),
            slices: FxHashMap::default(),
            cuts: Vec::new(),
            owned: 0,
            settled: 0,
            wanted: Vec::new(),
            moves: Vec::new(),
            pieces: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    fn at(&self, place: Place) -> &G::Position {
        let kept = self.kept[place as usize].pos.as_ref();
        kept.expect("a place that is in use")
    }

    /// The position of a part that is not settled, or is pinned.
    pub(crate) fn position(&self, part: PartId) -> &G::Position {
        self.at(self.places[part as usize])
    }

    /// Puts a position in a place.
    fn keep(&mut self, pos: G::Position, pinned: bool) -> Place {
        self.owned += self.game.owned_bytes(&pos) as u64;
        let kept = Kept {
            pos: Some(pos),
            fact: NONE,
            pinned,
        };
        match self.free.pop() {
            Some(place) => {
                self.kept[place as usize] = kept;
                place
            }
            None => {
                self.kept.push(kept);
                (self.kept.len() - 1) as Place
            }
        }
    }

    fn give_up(&mut self, place: Place) -> Option<G::Position> {
        let pos = self.kept[place as usize].pos.take()?;
        self.owned -= (self.game.owned_bytes(&pos) as u64).min(self.owned);
        self.free.push(place);
        Some(pos)
    }

    /// The representative of a part, numbered.
    #[inline]
    fn number_position(&mut self, part: G::Position) -> Result<Summand> {
        let (key, negative) = (self.represent)(&self.game, part);
        self.number_key(key, negative)
    }

    fn number_key(&mut self, key: G::Position, negative: bool) -> Result<Summand> {
        match self.game.word(&key) {
            Some(word) => {
                if let Some(found) = self.words.get(word) {
                    return Ok(summand(found, negative));
                }
                let part = self.next_number()?;
                let place = self.keep(key, false);
                self.places.push(place);
                self.words.insert(word, part);
                Ok(Summand::part(part, negative))
            }
            None => {
                let hash = FxBuildHasher.hash_one(&key);
                let place = |&part: &PartId| &self.kept[self.places[part as usize] as usize];
                let same = |part: &PartId| place(part).pos.as_ref() == Some(&key);
                if let Some(&part) = self.index.find(hash, same) {
                    let fact = place(&part).fact;
                    return Ok(match fact {
                        NONE => Summand::part(part, negative),
                        fact => Summand::settled(fact, negative),
                    });
                }
                let part = self.next_number()?;
                let place = self.keep(key, true);
                self.places.push(place);
                let (kept, places) = (&self.kept, &self.places);
                self.index.insert_unique(hash, part, |&part| {
                    let pos = kept[places[part as usize] as usize].pos.as_ref();
                    pos.map_or(0, |pos| FxBuildHasher.hash_one(pos))
                });
                Ok(Summand::part(part, negative))
            }
        }
    }

    fn next_number(&self) -> Result<PartId> {
        let next = self.places.len() as u32;
        match self.places.len() < NONE as usize && self.kept.len() < NONE as usize {
            true => Ok(next),
            false => Err(Error::limit("unknown: more than 2^31 parts were met")),
        }
    }

    /// Adds a part to the option that is being written.
    #[inline]
    fn take(&mut self, part: &G::Position, most: usize, out: &mut Options) -> Result<()> {
        if !self.whole
            && let Some(n) = self.game.integer(part).and_then(Summand::integer)
        {
            out.push(n);
            return Ok(());
        }
        if let Some(theorem) = self.theorem
            && let Some(n) = theorem(&self.game, part)
        {
            out.push(Summand::nimber(n));
            return Ok(());
        }
        if most != usize::MAX && self.game.size(part) > most {
            let place = self.keep(part.clone(), false);
            out.push(Summand::fresh(place));
            return Ok(());
        }
        let word = self.game.word(part);
        self.recent.prepare(word);
        let place = self.recent.place(word, part);
        if let Some(summand) = self.recent.get(place, word, part) {
            out.push(summand);
            return Ok(());
        }
        match word {
            Some(raw) => {
                let (key, negative) = (self.represent)(&self.game, part.clone());
                self.wanted.push(Wanted {
                    key,
                    negative,
                    at: out.summands.len(),
                    recent: place,
                    raw,
                    found: None,
                });
                out.push(Summand::default());
            }
            None => {
                let summand = self.number_position(part.clone())?;
                if matches!(summand.seen(), super::Seen::Settled(..)) {
                    self.recent.put(place, None, part, summand);
                }
                out.push(summand);
            }
        }
        Ok(())
    }

    /// Looks up what is wanted, all together.
    fn look_up(&mut self, out: &mut Options) -> Result<()> {
        let mut wanted = take(&mut self.wanted);
        for w in &mut wanted {
            if let Some(word) = self.game.word(&w.key) {
                w.found = self.words.get(word);
            }
        }
        let mut result = Ok(());
        for w in wanted.drain(..) {
            let summand = match w.found {
                Some(found) => summand(found, w.negative),
                None => match self.number_key(w.key, w.negative) {
                    Ok(summand) => summand,
                    Err(e) => {
                        result = Err(e);
                        break;
                    }
                },
            };
            if matches!(summand.seen(), super::Seen::Settled(..)) {
                self.recent.put_word(w.recent, w.raw, summand);
            }
            out.summands[w.at] = summand;
        }
        self.wanted = wanted;
        result
    }

    /// Adds the parts of a position, as one option.
    fn take_position(
        &mut self,
        pos: &G::Position,
        pieces: &mut Vec<G::Position>,
        most: usize,
        out: &mut Options,
    ) -> Result<()> {
        if self.whole {
            self.take(pos, most, out)?;
        } else {
            pieces.clear();
            self.game.split_into(pos, pieces);
            for piece in &*pieces {
                self.take(piece, most, out)?;
            }
        }
        out.end();
        Ok(())
    }

    fn take_one(&mut self, pos: &G::Position, most: usize, out: &mut Options) -> Result<()> {
        let mut pieces = take(&mut self.pieces);
        let taken = self.take_position(pos, &mut pieces, most, out);
        self.pieces = pieces;
        taken?;
        self.look_up(out)
    }

    fn expand_with(
        &mut self,
        part: PartId,
        who: Player,
        most: usize,
        moves: &mut Vec<G::Position>,
        out: &mut Options,
    ) -> Result<()> {
        moves.clear();
        self.game.moves_into(who, self.position(part), moves)?;
        let mut pieces = take(&mut self.pieces);
        for next in &*moves {
            self.take_position(next, &mut pieces, most, out)?;
        }
        self.pieces = pieces;
        self.look_up(out)
    }
}

impl<G: Impartial> Numbered<G> {
    /// No part yet; parts with a theorem are nimbers.
    pub fn with_theorem(game: G) -> Self {
        Numbered {
            theorem: Some(|game, part| {
                let known = game.known(part, Play::Normal);
                u32::try_from(&known?.grundy?).ok()
            }),
            ..Numbered::new(game)
        }
    }

    /// No part yet; representatives keep nimbers.
    pub fn impartial(game: G) -> Self {
        Numbered::with(game, |game, part| (game.canon_part(part), false))
    }

    /// Adds the numbers of the parts of some positions, and where those of each end. All are looked up together.
    pub(crate) fn parts_of(
        &mut self,
        positions: &[G::Position],
        parts: &mut Vec<u64>,
        ends: &mut Vec<usize>,
    ) -> Result<()> {
        let mut pieces = take(&mut self.pieces);
        let mut keys = take(&mut self.keys);
        keys.clear();
        for pos in positions {
            pieces.clear();
            self.game.split_into(pos, &mut pieces);
            for piece in pieces.drain(..) {
                let key = self.game.canon_part(piece);
                let word = self.game.word(&key);
                keys.push((key, word));
            }
            ends.push(parts.len() + keys.len());
        }
        self.pieces = pieces;
        let from = parts.len();
        let found = |(_, word): &(G::Position, Option<u64>)| {
            let part = word.and_then(|word| self.words.get(word));
            part.map_or(u64::MAX, u64::from)
        };
        parts.extend(keys.iter().map(found));
        for (part, (key, _)) in parts[from..].iter_mut().zip(keys.drain(..)) {
            if *part == u64::MAX
                && let super::Seen::Part(number, _) = self.number_key(key, false)?.seen()
            {
                *part = number.into();
            }
        }
        self.keys = keys;
        Ok(())
    }
}

/// What the table of words says.
#[inline]
fn summand(found: u32, negative: bool) -> Summand {
    match found & SETTLED {
        0 => Summand::part(found, negative),
        _ => Summand::settled(found & !SETTLED, negative),
    }
}

impl<G: Partizan> Parts for Numbered<G> {
    fn expand(&mut self, part: PartId, who: Player, most: usize, out: &mut Options) -> Result<()> {
        let mut moves = take(&mut self.moves);
        let expanded = self.expand_with(part, who, most, &mut moves, out);
        self.moves = moves;
        expanded
    }

    fn number(&mut self, place: Place) -> Result<Summand> {
        match self.give_up(place) {
            Some(pos) => self.number_position(pos),
            None => Err(Error::limit("unknown: a part was given up")),
        }
    }

    fn release(&mut self, place: Place) {
        self.give_up(place);
    }

    fn settle(&mut self, part: PartId, fact: u32) -> Result<()> {
        if fact >= NONE {
            return Err(Error::limit("unknown: more than 2^31 values were met"));
        }
        let place = self.places[part as usize];
        if place & SETTLED != 0 {
            return Ok(());
        }
        self.settled += usize::from(self.kept[place as usize].fact == NONE);
        self.kept[place as usize].fact = fact;
        let word = self.game.word(self.at(place));
        if let Some(word) = word {
            self.words.set(word, fact | SETTLED);
            if !self.kept[place as usize].pinned {
                self.places[part as usize] = fact | SETTLED;
                self.give_up(place);
            }
        }
        Ok(())
    }

    fn fact(&self, part: PartId) -> Option<u32> {
        let place = self.places[part as usize];
        if place & SETTLED != 0 {
            return Some(place & !SETTLED);
        }
        let fact = self.kept[place as usize].fact;
        (fact != NONE).then_some(fact)
    }

    fn pin(&mut self, part: PartId) {
        let place = self.places[part as usize];
        if place & SETTLED == 0 {
            self.kept[place as usize].pinned = true;
        }
    }

    fn place(&self, part: PartId) -> Place {
        self.places[part as usize]
    }

    fn size(&self, place: Place) -> usize {
        self.game.size(self.at(place))
    }

    fn mobility(&self, place: Place) -> i64 {
        self.game.mobility(self.at(place))
    }

    fn effort(&self, place: Place) -> i64 {
        self.game.effort(self.at(place))
    }

    fn layers(&self, place: Place, from: Player) -> usize {
        self.game.layers(self.at(place), from)
    }

    fn slice(&mut self, place: Place, from: Player, layers: Range<usize>) -> u32 {
        let slice = self.game.slice(self.at(place), from, layers);
        if let Some(&known) = self.slices.get(&slice) {
            return known;
        }
        let number = self.cuts.len() as u32;
        self.owned += 2 * self.game.owned_bytes(&slice) as u64;
        self.cuts.push(slice.clone());
        self.slices.insert(slice, number);
        number
    }

    fn slice_size(&self, slice: u32) -> usize {
        self.game.size(&self.cuts[slice as usize])
    }

    fn slice_parts(&mut self, slice: u32, most: usize, out: &mut Options) -> Result<()> {
        let cut = self.cuts[slice as usize].clone();
        self.take_one(&cut, most, out)
    }

    fn describe(&self, part: PartId) -> (String, String) {
        (self.game.info().name, self.game.show(self.position(part)))
    }

    fn settled(&self) -> usize {
        self.settled
    }

    fn bytes(&self) -> u64 {
        let position = size_of::<G::Position>();
        let tables = self.words.bytes()
            + self.index.capacity() * 5
            + (self.places.capacity() + self.free.capacity()) * 4
            + self.kept.capacity() * size_of::<Kept<G::Position>>()
            + self.recent.bytes()
            + self.slices.capacity() * (position + 5)
            + self.cuts.capacity() * position;
        tables as u64 + self.owned
    }
}

impl<G: Partizan> Numbering for Numbered<G> {
    type Position = G::Position;

    fn take_apart(&mut self, pos: &G::Position, most: usize, out: &mut Options) -> Result<()> {
        self.take_one(pos, most, out)
    }

    fn moves(&self, who: Player, pos: &G::Position) -> Result<Vec<G::Position>> {
        self.game.moves(who, pos)
    }

    fn board_size(&self, pos: &G::Position) -> usize {
        self.game.size(pos)
    }

    fn beside(&mut self, _: &G::Position, out: &mut Options) -> Result<()> {
        out.end();
        Ok(())
    }

    fn exact_size(&self, pos: &G::Position) -> usize {
        self.game.exact_size(pos)
    }

    fn is_representative(&self, pos: &G::Position) -> bool {
        (self.represent)(&self.game, pos.clone()).0 == *pos
    }

    fn on_board(&self, pos: &G::Position) -> Option<Box<dyn WholeSearch<G::Position>>> {
        whole_search(&self.game, pos)
    }
}
