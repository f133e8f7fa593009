//! The value of a literal such as `3/2^^*2`.

use crate::error::Fault;
use crate::object::Object;
use crate::stores::Stores;
use crate::tree::{Packed, UpKind};
use bouton_value::Value;
use bouton_value::loopy::LoopyValue;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

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
