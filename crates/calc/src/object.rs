//! What an expression can be: a short game, a game with cycles, a form kept as written, a number that is no game, a list, …

use crate::error::Fault;
use crate::explicit::Explicit;
use crate::library::Position;
use crate::restyle::restyle;
use crate::stores::Stores;
use bouton_value::loopy::LoopyValue;
use bouton_value::misere::{Genus, MisereGame};
use bouton_value::ordinal::{Expansion, Surreal};
use bouton_value::{Dyadic, Notation, Thermograph, Uptimal, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use std::rc::Rc;

/// Lists of lists may nest so deep.
const MAX_DEPTH: u32 = 100;

/// Lists may hold so many members, inner lists counted with theirs.
const MAX_SIZE: u64 = 1_000_000;

/// The result of an expression.
#[derive(Clone, Debug)]
pub enum Object {
    /// A short game, in canonical form.
    Game(Value),
    /// The value of a game with cycles.
    Loopy(Rc<LoopyValue>),
    /// A form kept as it was written.
    Explicit(Rc<Explicit>),
    /// A rational number whose denominator is no power of two.
    Rational(Rc<BigRational>),
    /// A number that is infinite or infinitesimal: omega, 1/omega, ….
    Surreal(Rc<Surreal>),
    /// A nimber of an ordinal that is no 64-bit integer.
    Nimber(Rc<Expansion>),
    /// inf (true) or -inf: a number divided by zero.
    Infinite(bool),
    /// What a loop gives.
    Nothing,
    /// true or false
    Truth(bool),
    /// Left (true) or Right.
    Player(bool),
    /// A text; an outcome class.
    Text(Rc<str>),
    /// A thermograph.
    Thermograph(Rc<Thermograph>),
    /// An uptimal expansion.
    Uptimal(Rc<Uptimal>),
    /// A misère canonical form.
    Misere(MisereGame),
    /// The genus of a misère form, and its short text.
    Genus(Rc<(Genus, String)>),
    /// A position of a ruleset.
    Position(Rc<Position>),
    /// A list `[a,b]`.
    List(Rc<Items>),
    /// A set `{a,b}`, such as the options of a player.
    Set(Rc<Items>),
}

/// The members of a list or a set.
#[derive(Clone, Debug, Default)]
pub struct Items {
    items: Vec<Object>,
    depth: u32,
    size: u64,
}

impl Items {
    /// Refuses lists that nest too deep.
    pub(crate) fn new(items: Vec<Object>) -> Result<Items, Fault> {
        let depth = items
            .iter()
            .map(|o| match o {
                Object::List(i) | Object::Set(i) => i.depth + 1,
                _ => 0,
            })
            .max()
            .unwrap_or(0);
        let size = items.iter().fold(1, |n: u64, o| {
            n.saturating_add(match o {
                Object::List(i) | Object::Set(i) => i.size,
                _ => 1,
            })
        });
        if depth > MAX_DEPTH || size > MAX_SIZE {
            return Err(format!(
                "lists may nest at most {MAX_DEPTH} deep and hold at most {MAX_SIZE} members"
            )
            .into());
        }
        Ok(Items { items, depth, size })
    }

    /// The members, in order.
    pub fn items(&self) -> &[Object] {
        &self.items
    }
}

impl Object {
    pub(crate) fn text(text: impl Into<Rc<str>>) -> Object {
        Object::Text(text.into())
    }

    pub(crate) fn list(items: Vec<Object>) -> Result<Object, Fault> {
        Ok(Object::List(Rc::new(Items::new(items)?)))
    }

    pub(crate) fn set(items: Vec<Object>) -> Result<Object, Fault> {
        Ok(Object::Set(Rc::new(Items::new(items)?)))
    }

    /// A set of short games.
    pub(crate) fn games(values: Vec<Value>) -> Result<Object, Fault> {
        Object::set(values.into_iter().map(Object::Game).collect())
    }

    pub(crate) fn number(store: &mut Stores, x: &Dyadic) -> Result<Object, Fault> {
        Ok(Object::Game(store.number(x)?))
    }

    pub(crate) fn integer(store: &mut Stores, n: impl Into<BigInt>) -> Result<Object, Fault> {
        Object::number(store, &Dyadic::from(n.into()))
    }

    /// A rational number, as a game if its denominator is a power of two.
    pub(crate) fn rational(store: &mut Stores, x: BigRational) -> Result<Object, Fault> {
        if is_power_of_two(x.denom()) {
            let x = Dyadic::from_ratio(x.numer(), x.denom())?;
            return Object::number(store, &x);
        }
        Ok(Object::Rational(Rc::new(x)))
    }

    /// A value with cycles, as a short game if it has none.
    pub(crate) fn loopy(store: &mut Stores, g: LoopyValue) -> Result<Object, Fault> {
        Ok(match g.to_short(store)? {
            Some(v) => Object::Game(v),
            None => Object::Loopy(Rc::new(g.watched(&store.watch))),
        })
    }

    /// What kind of thing it is, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Object::Game(_) => "a short game",
            Object::Loopy(_) => "a game with cycles",
            Object::Explicit(_) => "an explicit form",
            Object::Rational(_) => "a rational number that is no game",
            Object::Surreal(_) => "a number with omega",
            Object::Nimber(_) => "an infinite nimber",
            Object::Infinite(_) => "the infinite result of a division by zero",
            Object::Nothing => "nothing",
            Object::Truth(_) => "true or false",
            Object::Player(_) => "a player",
            Object::Text(_) => "a text",
            Object::Thermograph(_) => "a thermograph",
            Object::Uptimal(_) => "an uptimal expansion",
            Object::Misere(_) => "a misère form",
            Object::Genus(_) => "a genus",
            Object::Position(_) => "a position",
            Object::List(_) => "a list",
            Object::Set(_) => "a set",
        }
    }

    /// The number, if it is one.
    pub(crate) fn as_rational(&self, store: &Stores) -> Option<BigRational> {
        match self {
            Object::Game(g) => store.as_number(*g).map(|x| to_rational(&x)),
            Object::Rational(x) => Some((**x).clone()),
            _ => None,
        }
    }

    /// The number, if it is one, infinite and infinitesimal ones included.
    pub(crate) fn as_surreal(&self, store: &Stores) -> Option<Surreal> {
        match self {
            Object::Surreal(x) => Some((**x).clone()),
            _ => self.as_rational(store).map(|x| Surreal::from(&x)),
        }
    }

    /// A number with omega, as a rational number or a game if it is one.
    pub(crate) fn surreal(store: &mut Stores, x: Surreal) -> Result<Object, Fault> {
        match x.as_rational() {
            Some(x) => Object::rational(store, x),
            None => Ok(Object::Surreal(Rc::new(x))),
        }
    }

    /// The text of the result. A game in ASCII reads back to the same value.
    pub fn show(
        &self,
        store: &mut Stores,
        notation: Notation,
    ) -> Result<String, bouton_value::Error> {
        Ok(match self {
            Object::Game(g) => store.write(*g, notation)?,
            Object::Misere(g) => store.misere.show(*g)?,
            Object::Loopy(g) => restyle(&g.show(store)?, notation),
            Object::Explicit(e) => restyle(&e.show(store)?, notation),
            Object::Rational(x) => match notation {
                Notation::Latex => {
                    let sign = if x.numer().sign() == num_bigint::Sign::Minus {
                        "-"
                    } else {
                        ""
                    };
                    format!("{sign}\\frac{{{}}}{{{}}}", x.numer().magnitude(), x.denom())
                }
                _ => x.to_string(),
            },
            Object::Surreal(x) => symbols(x.to_string(), notation),
            Object::Nimber(x) => {
                let text = match x.terms() {
                    [(_, n)] if n.is_one() => format!("*{x}"),
                    _ => format!("*({x})"),
                };
                symbols(text, notation)
            }
            Object::Infinite(positive) => if *positive { "inf" } else { "-inf" }.into(),
            Object::Nothing => "Nothing".into(),
            Object::Truth(t) => t.to_string(),
            Object::Player(left) => if *left { "Left" } else { "Right" }.into(),
            Object::Text(t) => t.to_string(),
            Object::Thermograph(t) => t.to_string(),
            Object::Uptimal(u) => u.to_string(),
            Object::Genus(g) => g.0.to_string(),
            Object::Position(p) => p.show(),
            Object::List(i) | Object::Set(i) => {
                let parts: Result<Vec<String>, _> =
                    i.items.iter().map(|o| o.show(store, notation)).collect();
                let (open, close) = match (self, notation) {
                    (Object::List(_), _) => ("[", "]"),
                    (_, Notation::Latex) => ("\\{", "\\}"),
                    _ => ("{", "}"),
                };
                format!("{open}{}{close}", parts?.join(","))
            }
        })
    }
}

/// Numbers with ω: the signs of LaTeX for it.
fn symbols(text: String, notation: Notation) -> String {
    if notation != Notation::Latex {
        return text;
    }
    let mut out = String::new();
    let mut open = vec![];
    let mut depth = 0_usize;
    let chars: Vec<char> = text.chars().collect();
    for (i, &c) in chars.iter().enumerate() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        // Exponents end with their parentheses or before the next sign.
        if matches!(c, '+' | '-' | '×' | '/') || c == ')' {
            while open
                .last()
                .is_some_and(|&d| d > depth || (d == depth && c != ')'))
            {
                open.pop();
                out.push('}');
            }
        }
        match c {
            'ω' => out.push_str("\\omega"),
            '×' => out.push_str("\\cdot "),
            '*' if i == 0 => out.push_str("{\\ast}"),
            '^' => {
                out.push_str("^{");
                open.push(depth);
            }
            _ => out.push(c),
        }
    }
    out.push_str(&"}".repeat(open.len()));
    out
}

pub(crate) fn to_rational(x: &Dyadic) -> BigRational {
    BigRational::new(x.numerator(), BigInt::from(1) << x.exponent())
}

fn is_power_of_two(n: &BigInt) -> bool {
    n.trailing_zeros().is_some_and(|z| n.bits() == z + 1)
}
