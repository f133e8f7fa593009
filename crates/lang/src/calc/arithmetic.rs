//! The signs + - * / % ** : & and the comparisons, on every kind of object.

use super::cycles;
use super::error::Fault;
use super::explicit::Explicit;
use super::misere;
use super::object::Object;
use super::stores::Stores;
use super::tree::{Binary, Packed, Relation, Unary, UpKind};
use bouton_value::loopy::LoopyValue;
use bouton_value::{Comparison, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::rc::Rc;

/// Powers may have so many binary digits.
const MAX_POWER_BITS: u64 = 1_000_000;

/// Multiples of games with cycles may be so large.
const MAX_LOOPY_MULTIPLE: u32 = 10_000;

pub(crate) fn unary(store: &mut Stores, sign: Unary, o: &Object) -> Result<Object, Fault> {
    match sign {
        Unary::Minus => negative(store, o),
        Unary::Switch => switch(store, o),
        Unary::Star => star(store, o),
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
        Binary::Divide | Binary::Remainder => divide(store, sign, a, b),
        Binary::Power => power(store, a, b),
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

/// The value of a literal.
pub(crate) fn literal(store: &mut Stores, p: &Packed) -> Result<Object, Fault> {
    let mut parts: Vec<Value> = vec![];
    let mut cyclic = None;
    if let Some(x) = &p.number {
        match Object::rational(store, x.clone())? {
            Object::Game(v) => parts.push(v),
            o if p.ups.is_none() && p.star.is_none() => return Ok(o),
            _ => return Err(format!("{x} is no game: its denominator is no power of two").into()),
        }
    }
    let small = |n: &BigInt, what: &str| {
        n.to_u64().ok_or_else(|| {
            Fault::from(format!(
                "{n} is too large for {what}; it may have 64 binary digits"
            ))
        })
    };
    if let Some(u) = &p.ups {
        let v = match &u.kind {
            UpKind::Count(n) => {
                let n = n.to_i64().ok_or_else(|| {
                    Fault::from(format!(
                        "{n} ups are too many; a count of ups may have 63 binary digits"
                    ))
                })?;
                Some(store.ups(n)?)
            }
            UpKind::Power(n) => Some(store.up_power(small(n, "a power of ^")?)?),
            UpKind::Sum(n) => Some(store.up_sum(small(n, "a sum of powers of ^")?)?),
            UpKind::PowerOn => {
                cyclic = Some(LoopyValue::up_to_the_on());
                None
            }
            UpKind::SumOn => {
                cyclic = Some(LoopyValue::upon());
                None
            }
        };
        if let Some(v) = v {
            parts.push(if u.down { store.neg(v)? } else { v });
        }
        if u.down {
            cyclic = cyclic.map(|c| c.neg());
        }
    }
    if let Some(m) = &p.star {
        parts.push(store.nimber(small(m, "a nimber")?)?);
    }
    let sum = store.sum(&parts)?;
    match cyclic {
        None => Ok(Object::Game(sum)),
        Some(c) => {
            let sum = LoopyValue::short(store, sum)?;
            Object::loopy(store, c.add(&sum)?)
        }
    }
}

fn cannot(sign: &str, o: &Object) -> Fault {
    format!(
        "`{sign}` is not defined for {}; it takes games, as in {{1|0}} {sign} *2",
        o.kind()
    )
    .into()
}

fn loopy(store: &mut Stores, o: &Object, sign: &str) -> Result<Rc<LoopyValue>, Fault> {
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

fn form(o: &Object, sign: &str) -> Result<Rc<Explicit>, Fault> {
    match o {
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
        (Object::Explicit(_), _) | (_, Object::Explicit(_)) => Ok(Object::Explicit(Explicit::sum(
            &form(a, "+")?,
            &form(b, "+")?,
        )?)),
        (Object::Rational(_), _) | (_, Object::Rational(_)) => {
            match (a.as_rational(store), b.as_rational(store)) {
                (Some(x), Some(y)) => Object::rational(store, x + y),
                (None, _) => Err(cannot("+", a)),
                _ => Err(cannot("+", b)),
            }
        }
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
                .map(|o| form(o, "{|}"))
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

fn divide(store: &mut Stores, sign: Binary, a: &Object, b: &Object) -> Result<Object, Fault> {
    let sign_text = if sign == Binary::Divide { "/" } else { "%" };
    let (Some(x), Some(y)) = (a.as_rational(store), b.as_rational(store)) else {
        return Err(format!("`{sign_text}` takes numbers, as in 17 {sign_text} 4").into());
    };
    if y.is_zero() {
        return Err("division by zero".into());
    }
    let q = &x / &y;
    Object::rational(
        store,
        if sign == Binary::Divide {
            q
        } else {
            x - y * q.floor()
        },
    )
}

fn power(store: &mut Stores, a: &Object, b: &Object) -> Result<Object, Fault> {
    let (Some(x), Some(n)) = (a.as_rational(store), b.as_rational(store)) else {
        return Err("`**` takes numbers, as in 2**40; powers of ^ are written ^<2> or ^.Pow(2), a product 2**10 * 3".into());
    };
    if !n.is_integer() {
        return Err("an exponent is an integer, as in 2**40".into());
    }
    let n = n.to_integer();
    if x.is_zero() && n.is_negative() {
        return Err("division by zero".into());
    }
    let bits = x.numer().bits().max(x.denom().bits());
    if x.is_zero() || x.is_one() {
        return Object::rational(store, if n.is_zero() { BigRational::one() } else { x });
    }
    if x == -BigRational::one() {
        let even = !n.bit(0);
        return Object::rational(store, if even { -x } else { x });
    }
    let too_large = || Fault {
        message: format!("the power is too large: it may have {MAX_POWER_BITS} binary digits"),
        limit: true,
    };
    let size = n.magnitude().to_u32().ok_or_else(too_large)?;
    if (bits.max(2) - 1).saturating_mul(size.into()) > MAX_POWER_BITS {
        return Err(too_large());
    }
    let raised = BigRational::new(x.numer().pow(size), x.denom().pow(size));
    Object::rational(
        store,
        if n.is_negative() {
            raised.recip()
        } else {
            raised
        },
    )
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
            &form(a, ":")?,
            &form(b, ":")?,
        )?)),
    }
}

/// Does the relation hold between a and b?
pub(crate) fn compare(
    store: &mut Stores,
    relation: Relation,
    a: &Object,
    b: &Object,
) -> Result<bool, Fault> {
    let holds = |c: Comparison| match relation {
        Relation::Equal => c == Comparison::Equal,
        Relation::Unequal => c != Comparison::Equal,
        Relation::Less => c == Comparison::Less,
        Relation::LessOrEqual => matches!(c, Comparison::Less | Comparison::Equal),
        Relation::Greater => c == Comparison::Greater,
        Relation::GreaterOrEqual => matches!(c, Comparison::Greater | Comparison::Equal),
        Relation::Confused => c == Comparison::Fuzzy,
        Relation::LessOrConfused => matches!(c, Comparison::Less | Comparison::Fuzzy),
        Relation::GreaterOrConfused => matches!(c, Comparison::Greater | Comparison::Fuzzy),
    };
    if let (Some(x), Some(y)) = (a.as_rational(store), b.as_rational(store)) {
        return Ok(holds(match x.cmp(&y) {
            std::cmp::Ordering::Less => Comparison::Less,
            std::cmp::Ordering::Equal => Comparison::Equal,
            std::cmp::Ordering::Greater => Comparison::Greater,
        }));
    }
    let is_game =
        |o: &Object| matches!(o, Object::Game(_) | Object::Loopy(_) | Object::Explicit(_));
    if is_game(a) && is_game(b) {
        if !matches!(a, Object::Loopy(_)) && !matches!(b, Object::Loopy(_)) {
            let (x, y) = (form(a, "=")?.value(store)?, form(b, "=")?.value(store)?);
            return Ok(holds(store.compare(x, y)?));
        }
        let (x, y) = (loopy(store, a, "=")?, loopy(store, b, "=")?);
        return Ok(holds(x.compare(&y)?));
    }
    match relation {
        Relation::Equal => equal(store, a, b),
        Relation::Unequal => Ok(!equal(store, a, b)?),
        _ => Err(format!(
            "{} and {} have no order; only games and numbers are compared so",
            a.kind(),
            b.kind()
        )
        .into()),
    }
}

/// Equality of objects of any kind. Sets are equal if each has the members of the other.
pub(crate) fn equal(store: &mut Stores, a: &Object, b: &Object) -> Result<bool, Fault> {
    Ok(match (a, b) {
        (Object::List(x), Object::List(y)) => {
            if x.items().len() != y.items().len() {
                return Ok(false);
            }
            for (p, q) in x.items().iter().zip(y.items()) {
                if !compare(store, Relation::Equal, p, q)? {
                    return Ok(false);
                }
            }
            true
        }
        (Object::Set(x), Object::Set(y)) => {
            for (from, to) in [(x, y), (y, x)] {
                for p in from.items() {
                    let mut found = false;
                    for q in to.items() {
                        found = found || compare(store, Relation::Equal, p, q)?;
                    }
                    if !found {
                        return Ok(false);
                    }
                }
            }
            true
        }
        (Object::Truth(x), Object::Truth(y)) => x == y,
        (Object::Player(x), Object::Player(y)) => x == y,
        (Object::Text(x), Object::Text(y)) => x == y,
        (Object::Thermograph(x), Object::Thermograph(y)) => x.to_string() == y.to_string(),
        (Object::Uptimal(x), Object::Uptimal(y)) => x == y,
        (Object::Misere(x), Object::Misere(y)) => x == y,
        _ => false,
    })
}
