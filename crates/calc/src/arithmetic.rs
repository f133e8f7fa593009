//! The signs + - * / % ** : & and the comparisons, on every kind of object.

use crate::cycles;
use crate::error::Fault;
use crate::explicit::Explicit;
use crate::misere;
use crate::numbers;
use crate::object::Object;
use crate::order::compare;
use crate::stores::Stores;
use crate::tree::{Binary, Unary};
use bouton_value::Value;
use bouton_value::loopy::LoopyValue;
use bouton_value::ordinal::nim_sum;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};
use std::rc::Rc;

/// Multiples of games with cycles may be so large.
const MAX_LOOPY_MULTIPLE: u32 = 10_000;

pub(crate) fn unary(store: &mut Stores, sign: Unary, o: &Object) -> Result<Object, Fault> {
    match sign {
        Unary::Minus => negative(store, o),
        Unary::Switch => switch(store, o),
        Unary::Star => star(store, o),
        Unary::Not => Ok(Object::Truth(!truth("not", o)?)),
    }
}

pub(crate) fn binary(
    store: &mut Stores,
    sign: Binary,
    a: &Object,
    b: &Object,
) -> Result<Object, Fault> {
    match sign {
        Binary::Add => add(store, a, b),
        Binary::Subtract => {
            let b = negative(store, b)?;
            add(store, a, &b)
        }
        Binary::Times => times(store, a, b),
        Binary::Divide | Binary::Remainder => numbers::divide(store, sign, a, b),
        Binary::Power => numbers::power(store, a, b),
        Binary::And => Ok(Object::Truth(truth("and", a)? & truth("and", b)?)),
        Binary::Or => Ok(Object::Truth(truth("or", a)? | truth("or", b)?)),
        Binary::Ordinal => ordinal(store, a, b),
        Binary::Sides => {
            let (a, b) = (loopy(store, a, "&")?, loopy(store, b, "&")?);
            let (on, off) = (a.onside(), b.offside());
            let g = if on == off {
                on
            } else {
                LoopyValue::from_sides(&on, &off)?
            };
            Object::loopy(store, g)
        }
        Binary::Compare(relation) => Ok(Object::Truth(compare(store, relation, a, b)?)),
    }
}

fn truth(word: &str, o: &Object) -> Result<bool, Fault> {
    match o {
        Object::Truth(t) => Ok(*t),
        _ => {
            let form = match word {
                "not" => "not x > 0".to_string(),
                _ => format!("x > 0 {word} y > 0"),
            };
            Err(format!(
                "`{word}` takes what is true or false, as in {form}, and no other things, such as {} here",
                o.kind()
            )
            .into())
        }
    }
}

pub(crate) fn cannot(sign: &str, o: &Object) -> Fault {
    format!(
        "`{sign}` is not defined for {}; it takes games, as in {{1|0}} {sign} *2",
        o.kind()
    )
    .into()
}

pub(crate) fn loopy(store: &mut Stores, o: &Object, sign: &str) -> Result<Rc<LoopyValue>, Fault> {
    Ok(match o {
        Object::Loopy(g) => g.clone(),
        Object::Game(v) => Rc::new(LoopyValue::short(store, *v)?),
        Object::Explicit(e) => {
            let v = e.value(store)?;
            Rc::new(LoopyValue::short(store, v)?)
        }
        _ => return Err(cannot(sign, o)),
    })
}

pub(crate) fn form(store: &Stores, o: &Object, sign: &str) -> Result<Rc<Explicit>, Fault> {
    match o {
        Object::Misere(g) => Explicit::impartial(&store.misere, *g),
        Object::Explicit(e) => Ok(e.clone()),
        Object::Game(v) => Explicit::value_of(*v),
        _ => Err(cannot(sign, o)),
    }
}

fn add(store: &mut Stores, a: &Object, b: &Object) -> Result<Object, Fault> {
    match (a, b) {
        (Object::Game(x), Object::Game(y)) => Ok(Object::Game(store.add(*x, *y)?)),
        (Object::Loopy(_), _) | (_, Object::Loopy(_)) => {
            let (x, y) = (loopy(store, a, "+")?, loopy(store, b, "+")?);
            Object::loopy(store, x.add(&y)?)
        }
        (Object::Explicit(_), _)
        | (_, Object::Explicit(_))
        | (Object::Misere(_), Object::Game(_))
        | (Object::Game(_), Object::Misere(_)) => Ok(Object::Explicit(Explicit::sum(
            &form(store, a, "+")?,
            &form(store, b, "+")?,
        )?)),
        (Object::Surreal(_), _) | (_, Object::Surreal(_)) => {
            let (x, y) = numbers::surreals(store, "+", a, b)?;
            Object::surreal(store, x.add(&y)?)
        }
        (Object::Rational(_), _) | (_, Object::Rational(_)) => {
            match (a.as_rational(store), b.as_rational(store)) {
                (Some(x), Some(y)) => Object::rational(store, x + y),
                (x, _) => {
                    let other = if x.is_none() { a } else { b };
                    Err(format!(
                        "a rational number that is no game adds to numbers only, not to {}",
                        other.kind()
                    )
                    .into())
                }
            }
        }
        (Object::Nimber(_), _) | (_, Object::Nimber(_)) => {
            let (x, y) = numbers::nimbers(store, "+", a, b)?;
            numbers::nimber(store, nim_sum(&x, &y)?)
        }
        (Object::Text(x), y) => Ok(Object::text(format!(
            "{x}{}",
            y.show(store, bouton_value::Notation::Ascii)?
        ))),
        (Object::Misere(x), Object::Misere(y)) => Ok(Object::Misere(store.misere.add(*x, *y)?)),
        (Object::Game(_), _) => Err(cannot("+", b)),
        _ => Err(cannot("+", a)),
    }
}

fn negative(store: &mut Stores, o: &Object) -> Result<Object, Fault> {
    Ok(match o {
        Object::Game(v) => Object::Game(store.neg(*v)?),
        Object::Loopy(g) => Object::Loopy(Rc::new(g.neg())),
        Object::Explicit(e) => Object::Explicit(e.negative(store)?),
        Object::Rational(x) => Object::Rational(Rc::new(-(**x).clone())),
        Object::Surreal(x) => Object::Surreal(Rc::new(x.neg())),
        Object::Nimber(x) => Object::Nimber(x.clone()),
        Object::Infinite(positive) => Object::Infinite(!positive),
        _ => return Err(cannot("-", o)),
    })
}

/// {G|-G}, or {a,b|-a,-b} for a set.
pub(crate) fn switch(store: &mut Stores, o: &Object) -> Result<Object, Fault> {
    let list = match o {
        Object::Game(v) => return Ok(Object::Game(store.switch(*v)?)),
        Object::Set(s) => s.items().to_vec(),
        _ => vec![o.clone()],
    };
    let mut right = vec![];
    for o in &list {
        right.push(negative(store, o)?);
    }
    braces(store, &list, &right, false)
}

/// {left|right}: a form if it is quoted or has a form among its options.
pub(crate) fn braces(
    store: &mut Stores,
    left: &[Object],
    right: &[Object],
    quoted: bool,
) -> Result<Object, Fault> {
    let all = || left.iter().chain(right);
    if let Some(o) =
        all().find(|o| !matches!(o, Object::Game(_) | Object::Loopy(_) | Object::Explicit(_)))
    {
        return Err(cycles::not_an_option(o));
    }
    if all().any(|o| matches!(o, Object::Loopy(_))) {
        let g = cycles::pair(store, left, right)?;
        return Object::loopy(store, g);
    }
    if quoted || all().any(|o| matches!(o, Object::Explicit(_))) {
        let side = |list: &[Object]| {
            list.iter()
                .map(|o| form(store, o, "{|}"))
                .collect::<Result<Vec<_>, _>>()
        };
        return Ok(Object::Explicit(Explicit::pair(side(left)?, side(right)?)?));
    }
    let side = |list: &[Object]| -> Vec<Value> {
        list.iter()
            .filter_map(|o| match o {
                Object::Game(v) => Some(*v),
                _ => None,
            })
            .collect()
    };
    Ok(Object::Game(store.game(&side(left), &side(right))?))
}

/// *n
fn star(store: &mut Stores, o: &Object) -> Result<Object, Fault> {
    if let Object::List(l) = o {
        return Ok(Object::Misere(misere::of_list(store, l.items())?));
    }
    if let Object::Surreal(x) = o
        && let Some(x) = x.as_expansion().filter(|x| x.is_ordinal())
    {
        return numbers::nimber(store, x.clone());
    }
    let n = o
        .as_rational(store)
        .filter(BigRational::is_integer)
        .map(|x| x.to_integer())
        .ok_or_else(|| {
            Fault::from(format!(
                "a nimber needs an integer, as in *2 or *(n), not {}",
                o.kind()
            ))
        })?;
    let n = n.to_u64().ok_or_else(|| {
        Fault::from(format!(
            "*({n}) is no nimber here: n runs from 0 to 2**64 - 1"
        ))
    })?;
    Ok(Object::Game(store.nimber(n)?))
}

fn times(store: &mut Stores, a: &Object, b: &Object) -> Result<Object, Fault> {
    if let (Object::Surreal(_), _) | (_, Object::Surreal(_)) = (a, b) {
        let (x, y) = numbers::surreals(store, "*", a, b)?;
        return Object::surreal(store, x.mul(&y)?);
    }
    let (x, y) = (a.as_rational(store), b.as_rational(store));
    let (n, o) = match (x, y) {
        (Some(x), Some(y)) => return Object::rational(store, x * y),
        (Some(x), None) if x.is_integer() => (x.to_integer(), b),
        (None, Some(y)) if y.is_integer() => (y.to_integer(), a),
        _ => {
            return Err(
                "a product needs an integer, as in 3 * {1|0}; other products have names: NortonProduct, ConwayProduct, OrdinalProduct".into(),
            );
        }
    };
    match o {
        Object::Game(v) => Ok(Object::Game(store.multiple(&n, *v)?)),
        Object::Explicit(e) => Ok(Object::Explicit(Explicit::multiple(n, e)?)),
        Object::Loopy(g) => {
            let mut left = n
                .magnitude()
                .to_u32()
                .filter(|n| *n <= MAX_LOOPY_MULTIPLE)
                .ok_or_else(|| {
                    Fault::from(format!(
                        "multiples of games with cycles go up to {MAX_LOOPY_MULTIPLE}"
                    ))
                })?;
            let mut sum = LoopyValue::short(store, Value::ZERO)?;
            let mut part = if n.is_negative() {
                g.neg()
            } else {
                (**g).clone()
            };
            while left > 0 {
                if left % 2 == 1 {
                    sum = sum.add(&part)?;
                }
                left /= 2;
                if left > 0 {
                    part = part.add(&part)?;
                }
            }
            Object::loopy(store, sum)
        }
        _ => Err(cannot("*", o)),
    }
}

/// a:b
pub(crate) fn ordinal(store: &mut Stores, a: &Object, b: &Object) -> Result<Object, Fault> {
    match (a, b) {
        (Object::Game(x), Object::Game(y)) => Ok(Object::Game(store.ordinal_sum(*x, *y)?)),
        (Object::Explicit(e), Object::Loopy(top)) => {
            let (l, r) = e.sides(store)?;
            let games = |list: Vec<Value>| list.into_iter().map(Object::Game).collect::<Vec<_>>();
            let g = cycles::ordinal_over(store, &games(l), &games(r), top)?;
            Object::loopy(store, g)
        }
        (Object::Loopy(_), _) | (_, Object::Loopy(_)) => {
            let (x, y) = (loopy(store, a, ":")?, loopy(store, b, ":")?);
            let g = cycles::ordinal(&x, &y)?;
            Object::loopy(store, g)
        }
        _ => Ok(Object::Explicit(Explicit::ordinal(
            &form(store, a, ":")?,
            &form(store, b, ":")?,
        )?)),
    }
}
