//! Values of positions: canonical forms by way of independent parts, each part valued once.
//!
//! A position is split, each part is brought to its representative under symmetry and negation, and the canonical value of a
//! representative is kept. The value of a position is then the sum of its parts' values. Nothing recurses: parts that wait
//! for their options stand on a stack of their own.

mod known;
mod threads;
mod twin;

pub use threads::value_by_two_threads;
pub use twin::value_from_definition;

use bouton_core::{Budget, Held};
use bouton_rules::{Error, Partizan, Player, Result, Short};
use bouton_value::{Store, Term, Value};
use known::{Known, Recent};
use std::mem::take;

/// The values of the positions of one game that ends, with every part that has been valued so far.
///
/// ```
/// # use bouton_solve::doc::Stalk;
/// use bouton_solve::{Budget, GameValues};
/// use bouton_value::Store;
/// let mut store = Store::new();
/// let mut values = GameValues::new(Stalk);
/// // Blue, then red: half a move for Left.
/// let half = values.value(&vec![true, false], &mut store, &Budget::unlimited()).unwrap();
/// assert_eq!(store.as_number(half).unwrap().to_string(), "1/2");
/// ```
///
/// One store belongs to one `GameValues`: values are numbers into the store.
pub struct GameValues<G: Partizan + Short> {
    game: G,
    known: Known<G::Position, Value>,
    recent: Recent<G::Position, Term>,
    owned: u64,
}

/// How many parts are valued between looks at the memory.
const CHECK_EVERY: u32 = 16;

/// A representative, and whether the part is its negative.
type Signed<P> = (P, bool);

/// A representative whose options are being valued. What it waits for lies on the stacks of the [`Path`], above what those
/// below it wait for.
struct Frame<P> {
    key: P,
    /// Where its options start, Left's first, and where Right's start.
    options: usize,
    right: usize,
    /// Where its missing parts start.
    missing: usize,
}

/// A part that is still to be valued, and the option to whose sum it belongs.
struct Missing<P> {
    option: usize,
    part: Signed<P>,
}

/// A part with a word that is to be looked up. The parts of all options of a position are looked up together, so that the
/// processor need not wait for one before it asks memory for the next.
struct Asked<P> {
    part: Signed<P>,
    option: u32,
    place: u32,
    /// The part's word as it was cut out.
    raw: u64,
    found: Option<Value>,
}

/// The parts that wait for each other: each frame for a part of the one above.
struct Path<P> {
    frames: Vec<Frame<P>>,
    /// For each option what its known parts sum to.
    sums: Vec<Term>,
    missing: Vec<Missing<P>>,
    /// The parts of one position's options that are still to be looked up.
    asked: Vec<Asked<P>>,
    /// Space for the moves of one position and the parts of one move.
    moves: Vec<P>,
    parts: Vec<P>,
}

impl<G: Partizan + Short> GameValues<G> {
    /// Nothing valued yet.
    pub fn new(game: G) -> Self {
        GameValues {
            game,
            known: Known::default(),
            recent: Recent::default(),
            owned: 0,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How many parts have a value.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// True if no part has a value.
    pub fn is_empty(&self) -> bool {
        self.known.len() == 0
    }

    /// The canonical value of a position.
    ///
    /// Cost: the parts reachable from the position, up to symmetry and negation, each valued once for all questions. Errors:
    /// a limit of the budget or of the store; an input error of the rules.
    pub fn value(
        &mut self,
        pos: &G::Position,
        store: &mut Store,
        budget: &Budget,
    ) -> Result<Value> {
        let mut held = budget.hold();
        held.set(self.bytes(store))?;
        let mut sum = Term::ZERO;
        for part in self.game.split(pos) {
            let term = self.term(&part, store, budget, &mut held)?;
            sum = store.add_terms(sum, term).map_err(wrap)?;
        }
        store.value_of(sum).map_err(wrap)
    }

    /// The value of a position that is one part, as [`bouton_rules::Ruleset::split`] gives it.
    pub(crate) fn part(
        &mut self,
        part: &G::Position,
        store: &mut Store,
        budget: &Budget,
    ) -> Result<Value> {
        let term = self.term(part, store, budget, &mut budget.hold())?;
        store.value_of(term).map_err(wrap)
    }

    fn term(
        &mut self,
        part: &G::Position,
        store: &mut Store,
        budget: &Budget,
        held: &mut Held,
    ) -> Result<Term> {
        match self.find(part, store)? {
            Ok(term) => Ok(term),
            Err((key, negative)) => {
                let value = self.solve(key, store, budget, held)?;
                signed(value, negative, store)
            }
        }
    }

    /// Bytes of the tables, without the store.
    pub(crate) fn table_bytes(&self) -> u64 {
        (self.known.bytes() + self.recent.bytes()) as u64 + self.owned
    }

    pub(crate) fn bytes(&self, store: &Store) -> u64 {
        self.table_bytes() + store.size().bytes as u64
    }

    /// Makes the cache of parts like this one, if it is not there yet.
    pub(crate) fn prepare(&mut self, part: &G::Position) {
        self.recent.prepare(self.game.word(part));
    }

    /// The value of a part, or its representative if that has none yet.
    fn find(
        &mut self,
        part: &G::Position,
        store: &mut Store,
    ) -> Result<std::result::Result<Term, Signed<G::Position>>> {
        if let Some(n) = self.game.integer(part) {
            return Ok(Ok(store.integer_term(n)));
        }
        let word = self.game.word(part);
        self.recent.prepare(word);
        let place = self.recent.place(word, part);
        if let Some(term) = self.recent.get(place, word, part) {
            return Ok(Ok(term));
        }
        let (key, negative) = self.game.canon_signed(part.clone());
        match self.known.get(self.game.word(&key), &key) {
            Some(value) => {
                let term = signed(value, negative, store)?;
                self.recent.put(place, word, part, term);
                Ok(Ok(term))
            }
            None => Ok(Err((key, negative))),
        }
    }

    /// Adds the value of a part to an option's sum, or puts the part where it waits.
    #[inline]
    fn take(
        &mut self,
        part: &G::Position,
        option: usize,
        path: &mut Path<G::Position>,
        store: &mut Store,
    ) -> Result<()> {
        let Some(raw) = self.game.word(part) else {
            match self.find(part, store)? {
                Ok(term) => add(&mut path.sums[option], term, store)?,
                Err(part) => path.missing.push(Missing { option, part }),
            }
            return Ok(());
        };
        if let Some(n) = self.game.integer(part) {
            return add(&mut path.sums[option], store.integer_term(n), store);
        }
        self.recent.prepare(Some(raw));
        let place = self.recent.place(Some(raw), part);
        if let Some(term) = self.recent.get(place, Some(raw), part) {
            return add(&mut path.sums[option], term, store);
        }
        path.asked.push(Asked {
            part: self.game.canon_signed(part.clone()),
            option: option as u32,
            place: place as u32,
            raw,
            found: None,
        });
        Ok(())
    }

    /// Puts a representative on the path, with the parts of its options that have no value yet.
    fn expand(
        &mut self,
        key: G::Position,
        path: &mut Path<G::Position>,
        store: &mut Store,
    ) -> Result<()> {
        let (options, missing) = (path.sums.len(), path.missing.len());
        let mut right = options;
        let (mut moves, mut parts) = (take(&mut path.moves), take(&mut path.parts));
        for who in Player::BOTH {
            right = path.sums.len();
            moves.clear();
            self.game.moves_into(who, &key, &mut moves)?;
            for option in &moves {
                parts.clear();
                self.game.split_into(option, &mut parts);
                let number = path.sums.len();
                path.sums.push(Term::ZERO);
                for part in &parts {
                    self.take(part, number, path, store)?;
                }
            }
        }
        (path.moves, path.parts) = (moves, parts);
        for asked in &mut path.asked {
            let key = &asked.part.0;
            asked.found = self.known.get(self.game.word(key), key);
        }
        let mut asked = take(&mut path.asked);
        for Asked {
            part,
            option,
            place,
            raw,
            found,
        } in asked.drain(..)
        {
            let option = option as usize;
            match found {
                Some(value) => {
                    let term = signed(value, part.1, store)?;
                    self.recent.put_word(place as usize, raw, term);
                    add(&mut path.sums[option], term, store)?;
                }
                None => path.missing.push(Missing { option, part }),
            }
        }
        path.asked = asked;
        path.frames.push(Frame {
            key,
            options,
            right,
            missing,
        });
        Ok(())
    }

    /// The value of a representative that has none yet.
    fn solve(
        &mut self,
        key: G::Position,
        store: &mut Store,
        budget: &Budget,
        held: &mut Held,
    ) -> Result<Value> {
        let mut path = Path {
            frames: Vec::new(),
            sums: Vec::new(),
            missing: Vec::new(),
            asked: Vec::new(),
            moves: Vec::new(),
            parts: Vec::new(),
        };
        self.expand(key, &mut path, store)?;
        let mut since = 0u32;
        let mut value = Value::ZERO;
        // The last missing part of the top frame is what was solved last, or was looked up just now.
        let (mut solved, mut fresh) = (None, true);
        'frames: while let Some(frame) = path.frames.last() {
            // Settle what has become known; stop at the first part that has not.
            while path.missing.len() > frame.missing
                && let Some(Missing { option, part }) = path.missing.last()
            {
                let (part, negative) = part;
                let found = match solved.take() {
                    None if !fresh => self.known.get(self.game.word(part), part),
                    found => found,
                };
                fresh = false;
                match found {
                    Some(value) => {
                        let (option, term) = (*option, signed(value, *negative, store)?);
                        add(&mut path.sums[option], term, store)?;
                        path.missing.pop();
                    }
                    None => {
                        budget.visit(1)?;
                        self.expand(part.clone(), &mut path, store)?;
                        fresh = true;
                        continue 'frames;
                    }
                }
            }
            let (left, right) = path.sums[frame.options..].split_at(frame.right - frame.options);
            value = store.game_of(left, right).map_err(wrap)?;
            (solved, fresh) = (Some(value), false);
            path.sums.truncate(frame.options);
            let Some(frame) = path.frames.pop() else {
                continue;
            };
            let owned = self.game.owned_bytes(&frame.key) as u64;
            if self
                .known
                .insert(self.game.word(&frame.key), frame.key, value)
            {
                self.owned += owned;
            }
            since += 1;
            if since >= CHECK_EVERY {
                since = 0;
                held.set(self.bytes(store))?;
            }
        }
        Ok(value)
    }
}

/// Adds a part's value to the sum of an option; most options are one part, and need no look into the store.
#[inline]
fn add(sum: &mut Term, term: Term, store: &mut Store) -> Result<()> {
    *sum = match *sum {
        Term::ZERO => term,
        sum => store.add_terms(sum, term).map_err(wrap)?,
    };
    Ok(())
}

#[inline]
fn signed(value: Value, negative: bool, store: &mut Store) -> Result<Term> {
    let term = store.term(value);
    if negative {
        store.negative(term).map_err(wrap)
    } else {
        Ok(term)
    }
}

/// An error of the store as an error of a search.
pub(crate) fn wrap(error: bouton_value::Error) -> Error {
    if error.is_memory() {
        Error::limit(format!("unknown: {error}"))
    } else {
        Error::input(error.to_string())
    }
}
