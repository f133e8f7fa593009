//! The table of operations: one entry a name, from which the reader, the help, the completion and the documentation come.

mod games;
mod kinds;
mod loops;
mod misere;
mod numbers;
mod orders;
pub(crate) mod positions;
mod sums;
mod temperature;

use super::error::Fault;
use super::object::{Object, to_rational};
use super::stores::Stores;
use bouton_value::loopy::LoopyValue;
use bouton_value::{Dyadic, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;
use std::sync::OnceLock;

/// An operation of the calculator.
pub struct Operation {
    /// Its name; upper and lower case and underscores do not matter when it is read.
    pub name: &'static str,
    /// The names of its arguments; the first stands before the dot in the form of a method.
    pub parameters: &'static [&'static str],
    /// What it computes, in a sentence.
    pub help: &'static str,
    /// An expression and what it gives.
    pub example: (&'static str, &'static str),
    pub(crate) run: fn(&mut Arguments) -> Result<Object, Fault>,
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Operation {
    /// The number of arguments.
    pub fn arity(&self) -> usize {
        self.parameters.len()
    }

    /// How it is written: `Cool(G, t)`.
    pub fn form(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
    }
}

/// A chapter of the table.
pub struct Chapter {
    /// Its heading.
    pub title: &'static str,
    /// Its operations.
    pub operations: &'static [Operation],
}

/// Every operation, by chapters.
pub const CHAPTERS: &[Chapter] = &[
    Chapter {
        title: "Options and size",
        operations: games::LIST,
    },
    Chapter {
        title: "Outcome and order",
        operations: orders::LIST,
    },
    Chapter {
        title: "Temperature theory",
        operations: temperature::LIST,
    },
    Chapter {
        title: "Kinds of values",
        operations: kinds::LIST,
    },
    Chapter {
        title: "Sums, products, powers",
        operations: sums::LIST,
    },
    Chapter {
        title: "Games with cycles",
        operations: loops::LIST,
    },
    Chapter {
        title: "Misère play",
        operations: misere::LIST,
    },
    Chapter {
        title: "Positions of games",
        operations: positions::LIST,
    },
    Chapter {
        title: "Numbers and nimbers",
        operations: numbers::LIST,
    },
];

/// Every operation.
pub fn all() -> impl Iterator<Item = &'static Operation> {
    CHAPTERS.iter().flat_map(|c| c.operations)
}

/// Other words for operations.
const SYNONYMS: [(&str, &str); 13] = [
    ("nimexp", "NimPower"),
    ("outcome", "OutcomeClass"),
    ("misereoutcome", "MisereOutcomeClass"),
    ("canonical", "CanonicalForm"),
    ("gamevalue", "CanonicalForm"),
    ("rcf", "ReducedCanonicalForm"),
    ("reduced", "ReducedCanonicalForm"),
    ("temp", "Temperature"),
    ("aw", "AtomicWeight"),
    ("grundy", "NimValue"),
    ("lsp", "LeftStop"),
    ("rsp", "RightStop"),
    ("size", "Count"),
];

fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| *c != '_')
        .flat_map(char::to_lowercase)
        .collect()
}

/// The operation of that name.
pub fn find(name: &str) -> Option<&'static Operation> {
    static INDEX: OnceLock<HashMap<String, &'static Operation>> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let mut index: HashMap<String, &'static Operation> = HashMap::new();
        for o in all() {
            index.entry(plain(o.name)).or_insert(o);
        }
        for (word, name) in SYNONYMS {
            if let Some(o) = index.get(&plain(name)).copied() {
                index.insert(word.into(), o);
            }
        }
        index
    });
    index.get(&plain(name)).copied()
}

/// The operation of the same name with so many arguments, if there is one: `G.Options(Left)`, and `G.Options` of a misère form.
pub(crate) fn overload(operation: &'static Operation, arity: usize) -> Option<&'static Operation> {
    if operation.arity() == arity {
        return Some(operation);
    }
    all().find(|o| o.name == operation.name && o.arity() == arity)
}

/// Says that there is no such operation, and which one may be meant.
pub(crate) fn unknown(name: &str) -> String {
    let wanted = plain(name);
    let nearest = all()
        .map(|o| (distance(&wanted, &plain(o.name)), o.name))
        .min()
        .filter(|(d, _)| *d <= wanted.chars().count().div_ceil(5).min(3) && wanted.len() > 2);
    match nearest {
        Some((_, n)) => format!("`{name}` is not known; did you mean {n}?"),
        None => format!(
            "`{name}` is not known; give it a value first, as in {name} := {{1|-1}}, or see `help`"
        ),
    }
}

/// The number of letters to change, add or leave out.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(40).enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let next = (corner + usize::from(x != *y))
                .min(row[j] + 1)
                .min(row[j + 1] + 1);
            corner = row[j + 1];
            row[j + 1] = next;
        }
    }
    row[b.len()]
}

/// What an operation is given.
pub(crate) struct Arguments<'a> {
    pub store: &'a mut Stores,
    pub operation: &'static Operation,
    pub list: &'a [Object],
}

impl Arguments<'_> {
    pub(crate) fn wrong(&self, i: usize, needed: &str) -> Fault {
        let o = self.operation;
        let is = self.list.get(i).map_or("nothing", Object::kind);
        format!(
            "{} needs {needed} for {}, which is {is} here; write for example {}",
            o.name,
            o.parameters.get(i).copied().unwrap_or("its argument"),
            o.example.0
        )
        .into()
    }

    /// Any argument.
    pub fn any(&self, i: usize) -> Object {
        self.list.get(i).cloned().unwrap_or(Object::Truth(false))
    }

    /// A short game; explicit forms give their values.
    pub fn game(&mut self, i: usize) -> Result<Value, Fault> {
        match self.list.get(i) {
            Some(Object::Game(g)) => Ok(*g),
            Some(Object::Explicit(e)) => e.clone().value(self.store),
            _ => Err(self.wrong(i, "a short game")),
        }
    }

    /// A short game or one with cycles.
    pub fn loopy(&mut self, i: usize) -> Result<Rc<LoopyValue>, Fault> {
        match self.list.get(i) {
            Some(Object::Loopy(g)) => Ok(g.clone()),
            Some(Object::Game(_) | Object::Explicit(_)) => {
                let g = self.game(i)?;
                Ok(Rc::new(LoopyValue::short(self.store, g)?))
            }
            _ => Err(self.wrong(i, "a game")),
        }
    }

    /// Is the argument a game with cycles?
    pub fn is_loopy(&self, i: usize) -> bool {
        matches!(self.list.get(i), Some(Object::Loopy(_)))
    }

    /// A number whose denominator is a power of two.
    pub fn number(&mut self, i: usize) -> Result<Dyadic, Fault> {
        match self.list.get(i) {
            Some(Object::Game(_) | Object::Explicit(_)) => {
                let g = self.game(i)?;
                self.store
                    .as_number(g)
                    .ok_or_else(|| self.wrong(i, "a number"))
            }
            _ => Err(self.wrong(i, "a number")),
        }
    }

    /// A rational number.
    pub fn rational(&mut self, i: usize) -> Result<BigRational, Fault> {
        match self.list.get(i) {
            Some(Object::Rational(x)) => Ok((**x).clone()),
            _ => Ok(to_rational(&self.number(i)?)),
        }
    }

    /// An integer.
    pub fn integer(&mut self, i: usize) -> Result<BigInt, Fault> {
        let x = self.rational(i)?;
        if x.is_integer() {
            Ok(x.to_integer())
        } else {
            Err(self.wrong(i, "an integer"))
        }
    }

    /// A player.
    pub fn player(&self, i: usize) -> Result<bool, Fault> {
        match self.list.get(i) {
            Some(Object::Player(left)) => Ok(*left),
            _ => Err(self.wrong(i, "Left or Right")),
        }
    }
}
