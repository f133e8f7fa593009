//! Values of positions: canonical forms by way of independent parts, each part valued once.
//!
//! A position is split, each part is brought to its representative under symmetry and negation, and the canonical value of a
//! representative is kept. The value of a position is then the sum of its parts' values.

mod threads;
mod twin;
mod walk;

pub use threads::{value_by_two_threads, value_of_parts_by_two_threads};
pub use twin::value_from_definition;

use crate::numbered::{Numbered, Numbering, Options, PartId, Parts, Seen, Summand};
use bouton_core::{Budget, Held};
use bouton_rules::{Error, Partizan, Result, Short};
use bouton_value::{Store, Term, Value};
use walk::{Sides, Sink, Walk};

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
pub struct GameValues<N> {
    parts: N,
    walk: Walk,
}

impl<G: Partizan + Short> GameValues<Numbered<G>> {
    /// Nothing valued yet.
    pub fn new(game: G) -> Self {
        GameValues::over(Numbered::new(game))
    }
}

impl<N: Numbering> GameValues<N> {
    /// Nothing valued yet, over the parts of a game or of a sum of games.
    pub fn over(parts: N) -> Self {
        GameValues {
            parts,
            walk: Walk::default(),
        }
    }

    /// How many parts have a value.
    pub fn len(&self) -> usize {
        self.parts.settled()
    }

    /// True if no part has a value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The canonical value of a position.
    ///
    /// Cost: the parts reachable from the position, up to symmetry and negation, each valued once for all questions. Errors:
    /// a limit of the budget or of the store; an input error of the rules.
    pub fn value(
        &mut self,
        pos: &N::Position,
        store: &mut Store,
        budget: &Budget,
    ) -> Result<Value> {
        let mut held = budget.hold();
        held.set(self.parts.bytes() + store.size().bytes as u64)?;
        let mut out = Options::default();
        self.parts.take_apart(pos, usize::MAX, &mut out)?;
        let mut sum = Term::ZERO;
        for &summand in &out.summands {
            let term = term_of(
                &mut self.parts,
                &mut self.walk,
                summand,
                store,
                budget,
                &mut held,
            )?;
            add(&mut sum, term, store)?;
        }
        store.value_of(sum).map_err(wrap)
    }
}

/// The value of a summand as a term, found if nobody has yet.
fn term_of(
    parts: &mut dyn Parts,
    walk: &mut Walk,
    summand: Summand,
    store: &mut Store,
    budget: &Budget,
    held: &mut Held,
) -> Result<Term> {
    let summand = match summand.seen() {
        Seen::Fresh(place) => parts.number(place)?,
        _ => summand,
    };
    let Seen::Part(part, negative) = summand.seen() else {
        return term(summand, store);
    };
    let fact = match parts.fact(part) {
        Some(fact) => fact,
        None => settle(parts, walk, part, store, budget, held)?,
    };
    signed(Value::of_number(fact), negative, store)
}

/// Values a part that has no value yet.
fn settle(
    parts: &mut dyn Parts,
    walk: &mut Walk,
    part: PartId,
    store: &mut Store,
    budget: &Budget,
    held: &mut Held,
) -> Result<u32> {
    let mut sink = Computing {
        store,
        budget,
        held,
        left: Vec::new(),
        right: Vec::new(),
    };
    walk.run(parts, part, &mut sink)?;
    let fact = parts.fact(part);
    fact.ok_or_else(|| Error::limit("unknown: a part was not reached"))
}

/// The value of a part by number.
pub(crate) struct Valuer(Walk);

impl Valuer {
    pub(crate) fn new() -> Valuer {
        Valuer(Walk::default())
    }

    /// The value of a part, which is settled by it.
    pub(crate) fn value(
        &mut self,
        parts: &mut dyn Parts,
        part: PartId,
        store: &mut Store,
        budget: &Budget,
    ) -> Result<Value> {
        let fact = match parts.fact(part) {
            Some(fact) => fact,
            None => settle(parts, &mut self.0, part, store, budget, &mut budget.hold())?,
        };
        Ok(Value::of_number(fact))
    }
}

/// Computes the value of each part at once.
struct Computing<'a> {
    store: &'a mut Store,
    budget: &'a Budget,
    held: &'a mut Held,
    left: Vec<Term>,
    right: Vec<Term>,
}

impl Sink for Computing<'_> {
    fn visit(&mut self) -> Result<()> {
        self.budget.visit(1)
    }

    fn part(&mut self, sides: Sides<'_>) -> Result<Option<u32>> {
        let mut from = sides.start;
        self.left.clear();
        self.right.clear();
        for (i, &end) in sides.options.iter().enumerate() {
            let mut sum = Term::ZERO;
            for &summand in &sides.summands[from..end] {
                let term = term(summand, self.store)?;
                add(&mut sum, term, self.store)?;
            }
            from = end;
            match i < sides.left {
                true => self.left.push(sum),
                false => self.right.push(sum),
            }
        }
        let value = self.store.game_of(&self.left, &self.right).map_err(wrap)?;
        Ok(Some(value.number()))
    }

    fn look(&mut self, bytes: u64) -> Result<()> {
        self.held.set(bytes + self.store.size().bytes as u64)
    }
}

/// The value of a settled summand or of an integer.
#[inline]
fn term(summand: Summand, store: &mut Store) -> Result<Term> {
    match summand.seen() {
        Seen::Settled(fact, negative) => signed(Value::of_number(fact), negative, store),
        Seen::Integer(n) => Ok(store.integer_term(n)),
        Seen::Nimber(n) => {
            let value = store.nimber(n.into()).map_err(wrap)?;
            Ok(store.term(value))
        }
        _ => Err(Error::limit("unknown: a part was not valued")),
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
