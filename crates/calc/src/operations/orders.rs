//! Who wins, and what is greater.

use super::{Arguments, Operation};
use crate::error::Fault;
use crate::numbers;
use crate::object::Object;
use crate::order;
use crate::tree::Relation;
use bouton_value::ordinal::Surreal;

pub(super) const LIST: &[Operation] = &[
    Operation {
        name: "OutcomeClass",
        parameters: &["G"],
        help: "L, R, N or P; with cycles, by what Left and Right get moving first: NHat win, draw; NCheck draw, win; PHat draw, lose; PCheck lose, draw; D draw, draw",
        example: ("^.OutcomeClass", "L"),
        run: |a| {
            if let Some(x) = numbers::extended(a.store, &a.any(0))
                && !matches!(a.any(0), Object::Game(_))
            {
                let zero = numbers::Extended::Number(Surreal::from(0));
                let positive = x.compare(&zero)?.is_gt();
                return Ok(Object::text(if positive { "L" } else { "R" }));
            }
            if !a.is_loopy(0) {
                let g = a.game(0)?;
                return Ok(Object::text(a.store.outcome(g)?.letter().to_string()));
            }
            let outcome = match a.loopy(0)?.outcomes()? {
                (Some(true), Some(true)) => "L",
                (Some(false), Some(false)) => "R",
                (Some(true), Some(false)) => "N",
                (Some(false), Some(true)) => "P",
                (None, Some(true)) => "PHat",
                (Some(false), None) => "PCheck",
                (Some(true), None) => "NHat",
                (None, Some(false)) => "NCheck",
                (None, None) => "D",
            };
            Ok(Object::text(outcome))
        },
    },
    Operation {
        name: "MisereOutcomeClass",
        parameters: &["G"],
        help: "the outcome if the player who cannot move wins",
        example: ("*.MisereOutcomeClass", "P"),
        run: |a| {
            if let Object::Misere(g) = a.any(0) {
                return Ok(Object::text(if a.store.misere.next_player_wins(g) {
                    "N"
                } else {
                    "P"
                }));
            }
            let g = a.game(0)?;
            Ok(Object::text(
                a.store.misere_outcome(g)?.letter().to_string(),
            ))
        },
    },
    Operation {
        name: "Compare",
        parameters: &["G", "H"],
        help: "the sign that belongs between G and H: =, <, > or || (confused)",
        example: ("Compare(*, 0)", "||"),
        run: |a| {
            let (g, h) = (a.any(0), a.any(1));
            for (relation, sign) in [
                (Relation::Equal, "="),
                (Relation::Less, "<"),
                (Relation::Greater, ">"),
                (Relation::Confused, "||"),
            ] {
                if order::compare(a.store, relation, &g, &h)? {
                    return Ok(Object::text(sign));
                }
            }
            Err("these values cannot be compared".into())
        },
    },
    Operation {
        name: "Max",
        parameters: &["x", "y"],
        help: "the greater of two numbers",
        example: ("Max(1/2, 1/3)", "1/2"),
        run: |a| extreme(a, true),
    },
    Operation {
        name: "Min",
        parameters: &["x", "y"],
        help: "the smaller of two numbers",
        example: ("Min(1/2, 1/3)", "1/3"),
        run: |a| extreme(a, false),
    },
];

fn extreme(a: &mut Arguments, greatest: bool) -> Result<Object, Fault> {
    let number = |a: &Arguments, i: usize| {
        numbers::extended(a.store, &a.any(i)).ok_or_else(|| a.wrong(i, "a number"))
    };
    let (x, y) = (number(a, 0)?, number(a, 1)?);
    let first = x.compare(&y)?.is_gt() == greatest;
    Ok(a.any(usize::from(!first)))
}
