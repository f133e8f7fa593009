//! What kind of value it is.

use super::{Arguments, Operation};
use crate::error::Fault;
use crate::object::Object;
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
    kind!("IsZero", "is it 0?", ("(^-^).IsZero", "true"), |_, g| Ok(
        g == Value::ZERO
    )),
    kind!(
        "IsNumber",
        "is it a number?",
        ("(3/2).IsNumber", "true"),
        |s, g| Ok(s.is_number(g))
    ),
    kind!(
        "IsInteger",
        "is it an integer?",
        ("(3/2).IsInteger", "false"),
        |s, g| Ok(s.is_integer(g))
    ),
    Operation {
        name: "IsEven",
        parameters: &["G"],
        help: "is it an even integer? Is a misère form born before its sum with *[1]?",
        example: ("IsEven(4)", "true"),
        run: |a| parity(a, true),
    },
    Operation {
        name: "IsOdd",
        parameters: &["G"],
        help: "is it an odd integer? Is a misère form born after its sum with *[1]?",
        example: ("IsOdd(4)", "false"),
        run: |a| parity(a, false),
    },
    Operation {
        name: "IsOrdinal",
        parameters: &["G"],
        help: "is it an ordinal, such as 5 or omega^2 + 3?",
        example: ("IsOrdinal(5)", "true"),
        run: |a| {
            if let Object::Surreal(x) = a.any(0) {
                let is = x.as_expansion().is_some_and(|x| x.is_ordinal());
                return Ok(Object::Truth(is));
            }
            short_kind(a, |s, g| {
                Ok(s.as_integer(g)
                    .is_some_and(|n| n.sign() != num_bigint::Sign::Minus))
            })
        },
    },
    Operation {
        name: "IsNimber",
        parameters: &["G"],
        help: "is it 0, *, *2, …, or *x for an ordinal x?",
        example: ("(*3).IsNimber", "true"),
        run: |a| match a.any(0) {
            Object::Nimber(_) => Ok(Object::Truth(true)),
            _ => short_kind(a, |s, g| Ok(s.as_nimber(g).is_some())),
        },
    },
    Operation {
        name: "IsInfinitesimal",
        parameters: &["G"],
        help: "does it lie between all negative and all positive numbers?",
        example: ("Tiny(2).IsInfinitesimal", "true"),
        run: |a| both(a, Store::is_infinitesimal, LoopyValue::is_infinitesimal),
    },
    Operation {
        name: "IsNumberish",
        parameters: &["G"],
        help: "is it a number plus an infinitesimal?",
        example: ("2^*.IsNumberish", "true"),
        run: |a| both(a, Store::is_numberish, LoopyValue::is_numberish),
    },
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
        ("(+-1).IsOddTempered", "true"),
        |s, g| Ok(s.is_odd_tempered(g)?)
    ),
    Operation {
        name: "IsNumberTiny",
        parameters: &["G"],
        help: "is it a number, a tiny, or a miny?",
        example: ("Tiny(3).IsNumberTiny", "true"),
        run: |a| {
            if a.is_loopy(0) {
                let g = a.loopy(0)?;
                return Ok(Object::Truth(g.is_number_tiny(a.store)?));
            }
            short_kind(a, |s, g| {
                let tiny = s
                    .as_tiny(g)?
                    .is_some_and(|t| t.0.is_zero() && s.left_stop(t.1).signum() > 0);
                Ok(s.is_number(g) || tiny)
            })
        },
    },
    Operation {
        name: "IsLoopfree",
        parameters: &["G"],
        help: "is it a value without cycles?",
        example: ("IsLoopfree(over)", "false"),
        run: |a| question(a, |_, _| true, |_| false),
    },
    Operation {
        name: "IsStopper",
        parameters: &["G"],
        help: "is it a stopper: can alternating play not go on for ever?",
        example: ("IsStopper(over)", "true"),
        run: |a| question(a, |_, _| true, LoopyValue::is_stopper),
    },
    Operation {
        name: "IsStopperSided",
        parameters: &["G"],
        help: "are both its sides stoppers?",
        example: ("IsStopperSided(dud)", "true"),
        run: |a| question(a, |_, _| true, LoopyValue::is_stopper_sided),
    },
    Operation {
        name: "IsPlumtree",
        parameters: &["G"],
        help: "is it a stopper whose only cycles are passes?",
        example: ("IsPlumtree(over)", "true"),
        run: |a| question(a, |_, _| true, LoopyValue::is_plumtree),
    },
    Operation {
        name: "IsPseudonumber",
        parameters: &["G"],
        help: "is it a number, on, off, x over or x under?",
        example: ("IsPseudonumber(2over)", "true"),
        run: |a| both(a, Store::is_number, LoopyValue::is_pseudonumber),
    },
    Operation {
        name: "IsIdempotent",
        parameters: &["G"],
        help: "is G + G = G?",
        example: ("IsIdempotent(over)", "true"),
        run: |a| both(a, |_, g| g == Value::ZERO, |g, _| g.is_idempotent()),
    },
    Operation {
        name: "Kind",
        parameters: &["G"],
        help: "what kind of value it is, in a word",
        example: ("Kind(^*)", "a short game"),
        run: |a| Ok(Object::text(a.any(0).kind())),
    },
    Operation {
        name: "ToString",
        parameters: &["x"],
        help: "the text of a result",
        example: ("\"x is \" + ToString(1/2)", "x is 1/2"),
        run: |a| {
            let o = a.any(0);
            let text = o.show(a.store, bouton_value::Notation::Ascii)?;
            Ok(Object::text(text))
        },
    },
    Operation {
        name: "Error",
        parameters: &["text"],
        help: "stops with this message",
        example: ("if 1 > 2 then Error(\"never\") else 5 end", "5"),
        run: |a| match a.any(0) {
            Object::Text(t) => Err(t.to_string().into()),
            _ => Err(a.wrong(0, "a text in double quotes")),
        },
    },
    Operation {
        name: "Opponent",
        parameters: &["player"],
        help: "the other player",
        example: ("Left.Opponent", "Right"),
        run: |a| Ok(Object::Player(!a.player(0)?)),
    },
    Operation {
        name: "Ordinal",
        parameters: &["player"],
        help: "1 for Left, 2 for Right",
        example: ("Right.Ordinal", "2"),
        run: |a| {
            let left = a.player(0)?;
            Object::integer(a.store, if left { 1 } else { 2 })
        },
    },
    Operation {
        name: "Class",
        parameters: &["G"],
        help: "the class of a value, by the names that scripts of the field's standard tool know",
        example: ("Class(^*)", "⟪game.Uptimal⟫"),
        run: |a| {
            let name = class(a)?;
            Ok(Object::text(format!("⟪{name}⟫")))
        },
    },
];

fn short_kind(
    a: &mut Arguments,
    test: fn(&mut Store, Value) -> Result<bool, Fault>,
) -> Result<Object, Fault> {
    if matches!(
        a.any(0),
        Object::Loopy(_)
            | Object::Rational(_)
            | Object::Surreal(_)
            | Object::Nimber(_)
            | Object::Infinite(_)
    ) {
        return Ok(Object::Truth(false));
    }
    let g = a.game(0)?;
    Ok(Object::Truth(test(a.store, g)?))
}

/// The least of these classes that an object belongs to.
fn class(a: &mut Arguments) -> Result<&'static str, Fault> {
    Ok(match a.any(0) {
        Object::Game(g) => {
            let s = &mut a.store;
            if g == Value::ZERO {
                "game.Zero"
            } else if s.is_integer(g) {
                "game.Integer"
            } else if s.is_number(g) {
                "game.DyadicRational"
            } else if s.as_nimber(g).is_some() {
                "game.Nimber"
            } else if s.uptimal_expansion(g)?.is_some() {
                "game.Uptimal"
            } else {
                "game.CanonicalShortGame"
            }
        }
        Object::Loopy(g) => {
            if g.is_pseudonumber(a.store)? {
                "game.Pseudonumber"
            } else if g.is_stopper() {
                "game.CanonicalStopper"
            } else if g.is_stopper_sided() {
                "game.StopperSidedValue"
            } else {
                "game.SidedValue"
            }
        }
        Object::Rational(_) | Object::Infinite(_) => "game.Rational",
        Object::Surreal(x) if x.as_expansion().is_some() => "game.GeneralizedOrdinal",
        Object::Surreal(_) => "game.SurrealNumber",
        Object::Nimber(_) => "game.TransfiniteNimber",
        Object::Misere(_) => "game.misere.MisereCanonicalGame",
        Object::Genus(_) => "game.misere.Genus",
        Object::Explicit(_) => "game.ExplicitGame",
        Object::Truth(_) => "cgsuite.lang.Boolean",
        Object::Player(_) => "game.Player",
        Object::Text(_) => "cgsuite.lang.String",
        Object::List(_) => "cgsuite.lang.List",
        Object::Set(_) => "cgsuite.lang.Set",
        Object::Nothing => "cgsuite.lang.Nothing",
        Object::Position(_) => "game.Position",
        Object::Thermograph(_) => "game.Thermograph",
        Object::Uptimal(_) => "game.UptimalExpansion",
    })
}

fn parity(a: &mut Arguments, even: bool) -> Result<Object, Fault> {
    if let Object::Misere(g) = a.any(0) {
        return Ok(Object::Truth(a.store.misere.is_even(g)? == even));
    }
    short_kind(
        a,
        if even {
            |s, g| Ok(s.is_even(g))
        } else {
            |s, g| Ok(s.is_odd(g))
        },
    )
}

/// A yes-or-no question with one answer for short games and another for games with cycles.
fn question(
    a: &mut Arguments,
    short: fn(&Store, Value) -> bool,
    cyclic: fn(&LoopyValue) -> bool,
) -> Result<Object, Fault> {
    if a.is_loopy(0) {
        return Ok(Object::Truth(cyclic(&*a.loopy(0)?)));
    }
    let g = a.game(0)?;
    Ok(Object::Truth(short(a.store, g)))
}

/// A question that both kinds of games have their own tests for.
fn both(
    a: &mut Arguments,
    short: fn(&Store, Value) -> bool,
    cyclic: fn(&LoopyValue, &mut Store) -> bouton_value::Result<bool>,
) -> Result<Object, Fault> {
    Ok(Object::Truth(match a.any(0) {
        Object::Loopy(g) => cyclic(&g, a.store)?,
        Object::Rational(_) => false,
        _ => {
            let g = a.game(0)?;
            short(a.store, g)
        }
    }))
}
