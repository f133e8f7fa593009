//! Values of positions: canonical forms by way of independent parts, each part valued once.
//!
//! A position is split, each part is brought to its representative under symmetry and negation, and the canonical value of a
//! representative is kept. The value of a position is then the sum of its parts' values. Nothing recurses: parts that wait
//! for their options stand on a stack of their own.

mod twin;

pub use twin::value_from_definition;

use crate::limits::{Budget, Held};
use bouton_rules::{Error, Partizan, Player, Result, Short};
use bouton_value::{Store, Value};
use rustc_hash::FxHashMap;
use std::hash::BuildHasher;

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
    known: FxHashMap<G::Position, Value>,
    /// Parts met lately, as they were cut out: spares finding the representative again.
    recent: Vec<Option<(G::Position, Value)>>,
    owned: u64,
}

/// Entries of the cache of parts as they were cut out.
const RECENT: usize = 1 << 14;

/// How many parts are valued between looks at the memory.
const CHECK_EVERY: u32 = 16;

/// One option: what its known parts sum to, and the parts still to be valued.
struct Choice<P> {
    sum: Value,
    missing: Vec<(P, bool)>,
}

/// A representative whose options are being valued.
struct Frame<P> {
    key: P,
    choices: Vec<Choice<P>>,
    left: usize,
    next: usize,
}

impl<G: Partizan + Short> GameValues<G> {
    /// Nothing valued yet.
    pub fn new(game: G) -> Self {
        GameValues {
            game,
            known: FxHashMap::default(),
            recent: Vec::new(),
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
        self.known.is_empty()
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
        let entry = size_of::<(G::Position, Value)>() as u64;
        self.known.capacity() as u64 * (entry + 1) + self.recent.len() as u64 * entry + self.owned
    }

    pub(crate) fn bytes(&self, store: &Store) -> u64 {
        self.table_bytes() + store.size().bytes as u64
    }

    /// Makes the cache of parts, if it is not there yet.
    pub(crate) fn prepare(&mut self) {
        if self.recent.is_empty() {
            self.recent.resize(RECENT, None);
        }
    }

    /// The value of a part, or its representative if that has none yet.
    fn find(
        &mut self,
        part: &G::Position,
        store: &mut Store,
    ) -> Result<std::result::Result<Value, (G::Position, bool)>> {
        if let Some(n) = self.game.integer(part) {
            return Ok(Ok(store.integer(n)));
        }
        self.prepare();
        let place = self.known.hasher().hash_one(part) as usize >> 20 & (RECENT - 1);
        if let Some((other, value)) = &self.recent[place]
            && other == part
        {
            return Ok(Ok(*value));
        }
        let (key, negative) = self.game.canon_signed(part.clone());
        match self.known.get(&key) {
            Some(&value) => {
                let value = signed(value, negative, store)?;
                self.recent[place] = Some((part.clone(), value));
                Ok(Ok(value))
            }
            None => Ok(Err((key, negative))),
        }
    }

    fn expand(&mut self, key: G::Position, store: &mut Store) -> Result<Frame<G::Position>> {
        let mut choices = Vec::new();
        let mut parts = Vec::new();
        let mut left = 0;
        for who in Player::BOTH {
            for option in self.game.moves(who, &key)? {
                let mut choice = Choice {
                    sum: Value::ZERO,
                    missing: Vec::new(),
                };
                parts.clear();
                self.game.split_into(&option, &mut parts);
                for part in &parts {
                    match self.find(part, store)? {
                        Ok(value) => choice.sum = store.add(choice.sum, value).map_err(wrap)?,
                        Err(part) => choice.missing.push(part),
                    }
                }
                choices.push(choice);
            }
            if who == Player::Left {
                left = choices.len();
            }
        }
        Ok(Frame {
            key,
            choices,
            left,
            next: 0,
        })
    }

    /// The value of a representative that has none yet.
    fn solve(
        &mut self,
        key: G::Position,
        store: &mut Store,
        budget: &Budget<'_>,
        held: &mut Held<'_, '_>,
    ) -> Result<Value> {
        let mut path = vec![self.expand(key, store)?];
        let mut options = Vec::new();
        let mut since = 0u32;
        loop {
            let Some(frame) = path.last_mut() else {
                return Err(Error::limit("unknown: the search lost its path")); // the root returns below
            };
            // Settle what has become known; stop at the first part that has not.
            let mut waiting = None;
            'choices: while frame.next < frame.choices.len() {
                let choice = &mut frame.choices[frame.next];
                while let Some((part, negative)) = choice.missing.last() {
                    match self.known.get(part) {
                        Some(&value) => {
                            let value = signed(value, *negative, store)?;
                            choice.sum = store.add(choice.sum, value).map_err(wrap)?;
                            choice.missing.pop();
                        }
                        None => {
                            waiting = Some(part.clone());
                            break 'choices;
                        }
                    }
                }
                frame.next += 1;
            }
            if let Some(part) = waiting {
                budget.visit(1)?;
                let frame = self.expand(part, store)?;
                path.push(frame);
                continue;
            }
            options.clear();
            options.extend(frame.choices.iter().map(|c| c.sum));
            let left = frame.left;
            let (l, r) = options.split_at_mut(left);
            let value = store.game(distinct(l), distinct(r)).map_err(wrap)?;
            let Some(frame) = path.pop() else { continue };
            self.owned += self.game.owned_bytes(&frame.key) as u64;
            self.known.insert(frame.key, value);
            since += 1;
            if since >= CHECK_EVERY {
                since = 0;
                held.set(self.bytes(store))?;
            }
            if path.is_empty() {
                return Ok(value);
            }
        }
    }
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
