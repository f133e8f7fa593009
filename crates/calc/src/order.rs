//! Comparison and equality of every kind of object.

use crate::arithmetic::{form, loopy};
use crate::error::Fault;
use crate::numbers;
use crate::object::Object;
use crate::stores::Stores;
use crate::tree::Relation;
use bouton_value::Comparison;

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
    if let (Some(x), Some(y)) = (numbers::extended(store, a), numbers::extended(store, b)) {
        return Ok(holds(match x.compare(&y)? {
            std::cmp::Ordering::Less => Comparison::Less,
            std::cmp::Ordering::Equal => Comparison::Equal,
            std::cmp::Ordering::Greater => Comparison::Greater,
        }));
    }
    if let Some(found) = numbers::beside(store, a, b)? {
        return Ok(holds(found));
    }
    let is_game =
        |o: &Object| matches!(o, Object::Game(_) | Object::Loopy(_) | Object::Explicit(_));
    if is_game(a) && is_game(b) {
        if !matches!(a, Object::Loopy(_)) && !matches!(b, Object::Loopy(_)) {
            let (x, y) = (
                form(store, a, "=")?.value(store)?,
                form(store, b, "=")?.value(store)?,
            );
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
        (Object::Genus(x), Object::Genus(y)) => x.0 == y.0,
        (Object::Nimber(x), Object::Nimber(y)) => x == y,
        (Object::Nothing, Object::Nothing) => true,
        _ => false,
    })
}
