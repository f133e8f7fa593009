//! Values of games with cycles.

use super::{Arguments, Operation};
use crate::error::Fault;
use crate::object::Object;
use bouton_value::Value;
use bouton_value::loopy::LoopyValue;

pub(super) const LIST: &[Operation] = &[
    Operation {
        name: "Onside",
        parameters: &["G"],
        help: "the value if endless play counts as a win for Left",
        example: ("Onside(dud)", "on"),
        run: |a| side(a, LoopyValue::onside),
    },
    Operation {
        name: "Offside",
        parameters: &["G"],
        help: "the value if endless play counts as a win for Right",
        example: ("Offside(dud)", "off"),
        run: |a| side(a, LoopyValue::offside),
    },
    Operation {
        name: "Degree",
        parameters: &["G"],
        help: "the degree of loopiness of a stopper: the onside of G - G",
        example: ("Degree(over)", "over"),
        run: |a| zero_if_short(a, LoopyValue::degree),
    },
    Operation {
        name: "Upsum",
        parameters: &["G", "H"],
        help: "the onside of G + H",
        example: ("over Upsum under", "over"),
        run: |a| two(a, LoopyValue::upsum),
    },
    Operation {
        name: "Downsum",
        parameters: &["G", "H"],
        help: "the offside of G + H",
        example: ("over Downsum under", "under"),
        run: |a| two(a, LoopyValue::downsum),
    },
    Operation {
        name: "Variety",
        parameters: &["G"],
        help: "what a stopper keeps when short games are added: the upsum of G and the downsum of -G and its negative degree",
        example: ("Variety({5|pass})", "over"),
        run: |a| zero_if_short(a, LoopyValue::variety),
    },
    Operation {
        name: "UpsumVariety",
        parameters: &["G", "D"],
        help: "the upsum of G and the downsum of -G and -D, for an idempotent D",
        example: ("upon UpsumVariety ^.Pow(on)", "v<on>"),
        run: |a| two(a, LoopyValue::upsum_variety),
    },
    Operation {
        name: "DownsumVariety",
        parameters: &["G", "D"],
        help: "the downsum of G and the upsum of -G and D, for an idempotent D",
        example: ("upon DownsumVariety ^.Pow(on)", "v<on>"),
        run: |a| two(a, LoopyValue::downsum_variety),
    },
    Operation {
        name: "IsStable",
        parameters: &["G"],
        help: "are the upsum variety and the downsum variety of a stopper the same?",
        example: ("IsStable(over)", "true"),
        run: |a| {
            if !a.is_loopy(0) {
                a.game(0)?;
                return Ok(Object::Truth(true));
            }
            Ok(Object::Truth(a.loopy(0)?.is_stable()?))
        },
    },
];

/// A side; that of a short game is the game.
fn side(a: &mut Arguments, run: fn(&LoopyValue) -> LoopyValue) -> Result<Object, Fault> {
    if !a.is_loopy(0) {
        return Ok(Object::Game(a.game(0)?));
    }
    let g = run(&*a.loopy(0)?);
    Object::loopy(a.store, g)
}

/// What is 0 for short games.
fn zero_if_short(
    a: &mut Arguments,
    run: fn(&LoopyValue) -> bouton_value::Result<LoopyValue>,
) -> Result<Object, Fault> {
    if !a.is_loopy(0) {
        a.game(0)?;
        return Ok(Object::Game(Value::ZERO));
    }
    let g = run(&*a.loopy(0)?)?;
    Object::loopy(a.store, g)
}

fn two(
    a: &mut Arguments,
    run: fn(&LoopyValue, &LoopyValue) -> bouton_value::Result<LoopyValue>,
) -> Result<Object, Fault> {
    let (g, h) = (a.loopy(0)?, a.loopy(1)?);
    Object::loopy(a.store, run(&g, &h)?)
}
