//! Quotients and powers of numbers: rational numbers, quotients of powers of omega, and the two infinite results of a division
//! by zero.

use crate::arithmetic::{cannot, form};
use crate::error::Fault;
use crate::object::{Object, to_rational};
use crate::stores::Stores;
use crate::tree::Binary;
use bouton_value::loopy::LoopyValue;
use bouton_value::ordinal::{Expansion, Surreal};
use bouton_value::{Comparison, Dyadic, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::rc::Rc;

/// Powers may have so many binary digits.
const MAX_POWER_BITS: u64 = 1_000_000;

pub(crate) fn divide(
    store: &mut Stores,
    sign: Binary,
    a: &Object,
    b: &Object,
) -> Result<Object, Fault> {
    let sign_text = if sign == Binary::Divide { "/" } else { "%" };
    if let (Object::Surreal(_), _) | (_, Object::Surreal(_)) = (a, b) {
        let (x, y) = surreals(store, sign_text, a, b)?;
        if sign == Binary::Remainder {
            return Err(cannot(sign_text, a));
        }
        return Object::surreal(store, x.div(&y)?);
    }
    if let (Some(_), Object::Infinite(_)) = (a.as_rational(store), b) {
        return Ok(Object::Game(Value::ZERO));
    }
    let (Some(x), Some(y)) = (a.as_rational(store), b.as_rational(store)) else {
        return Err(format!("`{sign_text}` takes numbers, as in 17 {sign_text} 4").into());
    };
    if y.is_zero() {
        return match (sign, x.is_zero()) {
            (Binary::Divide, false) => Ok(Object::Infinite(x.is_positive())),
            (Binary::Divide, true) => Err("division of zero by zero".into()),
            _ => Err("division by zero".into()),
        };
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

pub(crate) fn power(store: &mut Stores, a: &Object, b: &Object) -> Result<Object, Fault> {
    if let (Object::Surreal(_), _) | (_, Object::Surreal(_)) = (a, b) {
        let (x, n) = surreals(store, "**", a, b)?;
        return Object::surreal(store, x.pow(&n)?);
    }
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

/// Two numbers of which one at least is infinite or infinitesimal.
pub(crate) fn surreals(
    store: &Stores,
    sign: &str,
    a: &Object,
    b: &Object,
) -> Result<(Surreal, Surreal), Fault> {
    let number = |o: &Object| {
        o.as_surreal(store).ok_or_else(|| {
            Fault::from(format!(
                "`{sign}` joins a number with omega to numbers only, not to {}",
                o.kind()
            ))
        })
    };
    Ok((number(a)?, number(b)?))
}

/// Two nimbers as ordinals.
pub(crate) fn nimbers(
    store: &Stores,
    sign: &str,
    a: &Object,
    b: &Object,
) -> Result<(Expansion, Expansion), Fault> {
    let nimber = |o: &Object| match o {
        Object::Nimber(x) => Ok((**x).clone()),
        Object::Game(g) => match store.as_nimber(*g) {
            Some(n) => Ok(Expansion::from(BigInt::from(n))),
            None => Err(cannot(sign, o)),
        },
        _ => Err(cannot(sign, o)),
    };
    Ok((nimber(a)?, nimber(b)?))
}

/// *x for an ordinal.
pub(crate) fn nimber(store: &mut Stores, x: Expansion) -> Result<Object, Fault> {
    match x.as_integer().map(|n| n.to_u64()) {
        Some(Some(n)) => Ok(Object::Game(store.nimber(n)?)),
        _ => Ok(Object::Nimber(Rc::new(x))),
    }
}

/// A number, or one of the two results of a division by zero: greater or smaller than every other number.
pub(crate) enum Extended {
    Number(Surreal),
    Infinite(bool),
}

impl Extended {
    pub(crate) fn compare(&self, other: &Extended) -> Result<std::cmp::Ordering, Fault> {
        Ok(match (self, other) {
            (Extended::Number(x), Extended::Number(y)) => x.compare(y)?,
            (Extended::Infinite(x), Extended::Infinite(y)) => x.cmp(y),
            (Extended::Infinite(x), _) => x.cmp(&!x),
            (_, Extended::Infinite(y)) => (!y).cmp(y),
        })
    }
}

/// How a number that is no short game, infinite ones too, compares with a game; `None` if a and b are not such a pair.
///
/// A short game is compared by its stops, which are never such a number. A game with cycles has finitely many positions, so an
/// infinite number is for it what a large integer is: each further move of the number that changes an outcome settles a new position.
pub(crate) fn beside(
    store: &mut Stores,
    a: &Object,
    b: &Object,
) -> Result<Option<Comparison>, Fault> {
    let is_game =
        |o: &Object| matches!(o, Object::Game(_) | Object::Loopy(_) | Object::Explicit(_));
    let is_other = |o: &Object| {
        matches!(
            o,
            Object::Surreal(_) | Object::Rational(_) | Object::Infinite(_)
        )
    };
    let (number, game, turned) = match () {
        () if is_other(a) && is_game(b) => (a, b, true),
        () if is_game(a) && is_other(b) => (b, a, false),
        () => return Ok(None),
    };
    let Some(x) = extended(store, number) else {
        return Ok(None);
    };
    let found = match game {
        Object::Loopy(g) => against_cycles(store, g, &x)?,
        _ => {
            let g = form(store, game, "=")?.value(store)?;
            let stops = [store.left_stop(g), store.right_stop(g)];
            let [left, right] = stops.map(|n| Extended::Number(Surreal::from(&to_rational(&n))));
            match (left.compare(&x)?, right.compare(&x)?) {
                (Ordering::Less, _) => Comparison::Less,
                (_, Ordering::Greater) => Comparison::Greater,
                _ => Comparison::Fuzzy,
            }
        }
    };
    Ok(Some(match (turned, found) {
        (true, Comparison::Less) => Comparison::Greater,
        (true, Comparison::Greater) => Comparison::Less,
        (_, found) => found,
    }))
}

/// How a game with cycles compares with a number that is no short game.
fn against_cycles(store: &mut Stores, g: &LoopyValue, x: &Extended) -> Result<Comparison, Fault> {
    let nodes = [g.sides().0, g.sides().1].map(|side| side.graph().0.nodes().len());
    let bound = BigInt::from(2 * (nodes[0] + nodes[1]) + 2);
    let whole = |n: &BigInt| Extended::Number(Surreal::from(&BigRational::from(n.clone())));
    let mut near = |n: BigInt| -> Result<Comparison, Fault> {
        let n = store.number(&Dyadic::from(n))?;
        Ok(g.compare(&LoopyValue::short(store, n)?)?)
    };
    if x.compare(&whole(&bound))?.is_gt() {
        return near(bound);
    }
    if x.compare(&whole(&-bound.clone()))?.is_lt() {
        return near(-bound);
    }
    // Between two numbers that stand alike to the game.
    for bits in [0u32, 4, 16, 64] {
        let scale = BigRational::from(BigInt::one() << bits);
        let Some(floor) = floor(x, &scale)? else {
            break;
        };
        let at = |n: BigInt| Dyadic::from_ratio(&n, scale.numer());
        let (below, above) = (at(floor.clone())?, at(floor + 1)?);
        let mut compare = |n: &Dyadic| -> Result<Comparison, Fault> {
            let n = store.number(n)?;
            Ok(g.compare(&LoopyValue::short(store, n)?)?)
        };
        let (low, high) = (compare(&below)?, compare(&above)?);
        if low == high && low != Comparison::Equal {
            return Ok(low);
        }
    }
    Err("this number and this game with cycles are too near to each other to be compared".into())
}

/// The integer below `scale` times a number of no great size, found by halving.
fn floor(x: &Extended, scale: &BigRational) -> Result<Option<BigInt>, Fault> {
    let is_above = |n: &BigInt| {
        let n = BigRational::from(n.clone()) / scale;
        Ok::<bool, Fault>(x.compare(&Extended::Number(Surreal::from(&n)))?.is_ge())
    };
    let far: BigInt = BigInt::one() << 200u32;
    let (mut low, mut high) = (-far.clone(), far);
    if !is_above(&low)? || is_above(&high)? {
        return Ok(None);
    }
    while &high - &low > BigInt::one() {
        let middle: BigInt = (&low + &high) >> 1;
        match is_above(&middle)? {
            true => low = middle,
            false => high = middle,
        }
    }
    Ok(Some(low))
}

pub(crate) fn extended(store: &Stores, o: &Object) -> Option<Extended> {
    match o {
        Object::Infinite(positive) => Some(Extended::Infinite(*positive)),
        _ => o.as_surreal(store).map(Extended::Number),
    }
}
