//! Values of positions: canonical forms by way of independent parts, each part valued once.
//!
//! A position is split, each part is brought to its representative under symmetry and negation, and the canonical value of a
//! representative is kept. The value of a position is then the sum of its parts' values. Nothing recurses: parts that wait
//! for their options stand on a stack of their own.

mod known;
mod twin;

pub use twin::value_from_definition;

use crate::limits::{Budget, Held};
use bouton_rules::{Error, Partizan, Player, Result, Short};
use bouton_value::{Store, Value};
use known::{Known, Recent};

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
    known: Known<G::Position>,
    recent: Recent<G::Position>,
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

/// The parts that wait for each other: each frame for a part of the one above.
struct Path<P> {
    frames: Vec<Frame<P>>,
    /// For each option what its known parts sum to.
    sums: Vec<Value>,
    missing: Vec<Missing<P>>,
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
        budget: &Budget<'_>,
    ) -> Result<Value> {
        let mut held = budget.hold();
        held.set(self.bytes(store))?;
        let mut sum = Value::ZERO;
        for part in self.game.split(pos) {
            let value = match self.find(&part, store)? {
                Ok(value) => value,
                Err((key, negative)) => {
                    let value = self.solve(key, store, budget, &mut held)?;
                    signed(value, negative, store)?
                }
            };
            sum = store.add(sum, value).map_err(wrap)?;
        }
        Ok(sum)
    }

    /// The value of a position that is one part, as [`bouton_rules::Ruleset::split`] gives it.
    pub(crate) fn part(
        &mut self,
        part: &G::Position,
        store: &mut Store,
        budget: &Budget<'_>,
    ) -> Result<Value> {
        match self.find(part, store)? {
            Ok(value) => Ok(value),
            Err((key, negative)) => {
                let value = self.solve(key, store, budget, &mut budget.hold())?;
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
    #[inline]
    fn find(
        &mut self,
        part: &G::Position,
        store: &mut Store,
    ) -> Result<std::result::Result<Value, Signed<G::Position>>> {
        if let Some(n) = self.game.integer(part) {
            return Ok(Ok(store.integer(n)));
        }
        let word = self.game.word(part);
        self.recent.prepare(word);
        let place = self.recent.place(word, part);
        if let Some(value) = self.recent.get(place, word, part) {
            return Ok(Ok(value));
        }
        let (key, negative) = self.game.canon_signed(part.clone());
        match self.known.get(self.game.word(&key), &key) {
            Some(value) => {
                let value = signed(value, negative, store)?;
                self.recent.put(place, word, part, value);
                Ok(Ok(value))
            }
            None => Ok(Err((key, negative))),
        }
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
        for who in Player::BOTH {
            right = path.sums.len();
            path.moves.clear();
            self.game.moves_into(who, &key, &mut path.moves)?;
            for option in &path.moves {
                path.parts.clear();
                self.game.split_into(option, &mut path.parts);
                let mut sum = Value::ZERO;
                for part in &path.parts {
                    match self.find(part, store)? {
                        Ok(value) => sum = plus(sum, value, store)?,
                        Err(part) => path.missing.push(Missing {
                            option: path.sums.len(),
                            part,
                        }),
                    }
                }
                path.sums.push(sum);
            }
        }
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
        budget: &Budget<'_>,
        held: &mut Held<'_, '_>,
    ) -> Result<Value> {
        let mut path = Path {
            frames: Vec::new(),
            sums: Vec::new(),
            missing: Vec::new(),
            moves: Vec::new(),
            parts: Vec::new(),
        };
        self.expand(key, &mut path, store)?;
        let mut since = 0u32;
        let mut value = Value::ZERO;
        'frames: while let Some(frame) = path.frames.last() {
            // Settle what has become known; stop at the first part that has not.
            while path.missing.len() > frame.missing
                && let Some(Missing { option, part }) = path.missing.last()
            {
                let (part, negative) = part;
                match self.known.get(self.game.word(part), part) {
                    Some(value) => {
                        let value = signed(value, *negative, store)?;
                        let sum = &mut path.sums[*option];
                        *sum = plus(*sum, value, store)?;
                        path.missing.pop();
                    }
                    None => {
                        budget.visit(1)?;
                        self.expand(part.clone(), &mut path, store)?;
                        continue 'frames;
                    }
                }
            }
            let (left, right) =
                path.sums[frame.options..].split_at_mut(frame.right - frame.options);
            value = store.game(distinct(left), distinct(right)).map_err(wrap)?;
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

/// The sum; of one value, which most options have, without a look into the store.
#[inline]
fn plus(sum: Value, value: Value, store: &mut Store) -> Result<Value> {
    if sum == Value::ZERO {
        return Ok(value);
    }
    store.add(sum, value).map_err(wrap)
}

/// The different ones, in the front of the slice.
fn distinct(values: &mut [Value]) -> &[Value] {
    values.sort_unstable();
    let mut kept = 0;
    for i in 0..values.len() {
        if i == 0 || values[i] != values[kept - 1] {
            values[kept] = values[i];
            kept += 1;
        }
    }
    &values[..kept]
}

fn signed(value: Value, negative: bool, store: &mut Store) -> Result<Value> {
    if negative {
        store.neg(value).map_err(wrap)
    } else {
        Ok(value)
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
