//! What kind of value it is.

use super::super::object::Object;
use super::{Arguments, Operation};
use crate::calc::error::Fault;
use bouton_value::loopy::LoopyValue;
use bouton_value::{Store, Value};

/// A yes-or-no question about short games; games with cycles are none of these kinds.
macro_rules! kind {
    ($name:literal, $help:literal, $example:expr, $test:expr) => {
        Operation {
            name: $name,
            parameters: &["G"],
            help: $help,
            example: $example,
            run: |a| short_kind(a, $test),
        }
    };
}

pub(super) const LIST: &[Operation] = &[
    kind!("IsZero", "is it 0?", ("(^-^).IsZero", "true"), |_, g| Ok(g == Value::ZERO)),
    kind!("IsNumber", "is it a number?", ("(3/2).IsNumber", "true"), |s, g| Ok(s.is_number(g))),
    kind!("IsInteger", "is it an integer?", ("(3/2).IsInteger", "false"), |s, g| Ok(s.is_integer(g))),
    kind!(
        "IsEven",
        "is it an even integer?",
        ("IsEven(4)", "true"),
        |s, g| Ok(s.is_even(g))
    ),
    kind!(
        "IsOdd",
        "is it an odd integer?",
        ("IsOdd(4)", "false"),
        |s, g| Ok(s.is_odd(g))
    ),
    kind!(
        "IsOrdinal",
        "is it a non-negative integer?",
        ("IsOrdinal(5)", "true"),
        |s, g| Ok(s.as_integer(g).is_some_and(|n| n.sign() != num_bigint::Sign::Minus))
    ),
    kind!("IsNimber", "is it 0, *, *2, …?", ("(*3).IsNimber", "true"), |s, g| Ok(s.as_nimber(g).is_some())),
    kind!(
        "IsInfinitesimal",
        "does it lie between all negative and all positive numbers?",
        ("Tiny(2).IsInfinitesimal", "true"),
        |s, g| Ok(s.is_infinitesimal(g))
    ),
    kind!(
        "IsNumberish",
        "is it a number plus an infinitesimal?",
        ("2^*.IsNumberish", "true"),
        |s, g| Ok(s.is_numberish(g))
    ),
    kind!(
        "IsAllSmall",
        "can both players move from every follower but 0?",
        ("^.IsAllSmall", "true"),
        |s, g| Ok(s.is_all_small(g)?)
    ),
    kind!(
        "IsAtomic",
        "does it have an atomic weight?",
        ("^.IsAtomic", "true"),
        |s, g| Ok(s.is_atomic(g)?)
    ),
    kind!(
        "IsUptimal",
        "is it x + *m + a·^ + b·^<2> + …?",
        ("^[3].IsUptimal", "true"),
        |s, g| Ok(s.uptimal_expansion(g)?.is_some())
    ),
    kind!(
        "IsEvenTempered",
        "does every play from it to a number take an even number of moves?",
        ("{2|0||0|-2}.IsEvenTempered", "true"),
        |s, g| Ok(s.is_even_tempered(g)?)
    ),
    kind!(
        "IsOddTempered",
        "does every play from it to a number take an odd number of moves?",
        ("+-1.IsOddTempered", "true"),
        |s, g| Ok(s.is_odd_tempered(g)?)
    ),
    kind!(
        "IsNumberTiny",
        "is it a number, a tiny, or a miny?",
        ("Tiny(3).IsNumberTiny", "true"),
        |s, g| Ok(s.is_number(g) || s.as_tiny(g)?.is_some_and(|t| t.0.is_zero()))
    ),
    Operation {
        name: "IsLoopfree",
        parameters: &["G"],
        help: "is it a value without cycles?",
        example: ("IsLoopfree(over)", "false"),
        run: |a| {
            a.loopy(0)?;
            Ok(Object::Truth(!a.is_loopy(0)))
        },
    },
    Operation {
        name: "IsStopper",
        parameters: &["G"],
        help: "is it a stopper: can alternating play not go on for ever?",
        example: ("IsStopper(over)", "true"),
        run: |a| question(a, |_, g| Ok(g.is_stopper())),
    },
    Operation {
        name: "IsStopperSided",
        parameters: &["G"],
        help: "are both its sides stoppers?",
        example: ("IsStopperSided(dud)", "true"),
        run: |a| question(a, |_, g| Ok(g.is_stopper_sided())),
    },
    Operation {
        name: "IsPlumtree",
        parameters: &["G"],
        help: "is it a stopper whose only cycles are passes?",
        example: ("IsPlumtree(over)", "true"),
        run: |a| question(a, |_, g| Ok(g.is_plumtree())),
    },
    Operation {
        name: "IsPseudonumber",
        parameters: &["G"],
        help: "is it a number, on, off, x over or x under?",
        example: ("IsPseudonumber(2over)", "true"),
        run: |a| question(a, is_pseudonumber),
    },
    Operation {
        name: "IsIdempotent",
        parameters: &["G"],
        help: "is G + G = G?",
        example: ("IsIdempotent(over)", "true"),
        run: |a| question(a, |_, g| Ok(g.add(g)? == *g)),
    },
    Operation {
        name: "Kind",
        parameters: &["G"],
        help: "what kind of value it is, in a word",
        example: ("Kind(^*)", "a short game"),
        run: |a| Ok(Object::text(a.any(0).kind())),
    },
];

fn short_kind(
    a: &mut Arguments,
    test: fn(&mut Store, Value) -> Result<bool, Fault>,
) -> Result<Object, Fault> {
    if matches!(a.any(0), Object::Loopy(_) | Object::Rational(_)) {
        return Ok(Object::Truth(false));
    }
    let g = a.game(0)?;
    Ok(Object::Truth(test(a.store, g)?))
}

fn question(
    a: &mut Arguments,
    test: fn(&mut Store, &LoopyValue) -> Result<bool, Fault>,
) -> Result<Object, Fault> {
    let g = a.loopy(0)?;
    Ok(Object::Truth(test(a.store, &g)?))
}

fn is_pseudonumber(store: &mut Store, g: &LoopyValue) -> Result<bool, Fault> {
    if !g.is_stopper() {
        return Ok(false);
    }
    let stop = g.stop(store, true);
    Ok(stop.is_ok_and(|s| s == *g))
}
