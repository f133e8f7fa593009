//! Misère play of impartial games.

use super::super::object::Object;
use super::{Arguments, Operation};
use crate::calc::error::Fault;
use bouton_value::misere::MisereGame;

pub(super) const LIST: &[Operation] = &[
    Operation {
        name: "Genus",
        parameters: &["G"],
        help: "the genus g^abc… of a misère form: the nim value, and the misère nim values with 0, 1, 2, … heaps of 2 beside it",
        example: ("Genus(*[[2],0])", "1^2"),
        run: |a| {
            let g = form(a)?;
            let genus = a.store.misere.genus(g)?;
            // The genus of a nim heap goes by the heap's name.
            let text = match a.store.misere.as_heap(g) {
                Some(n) => n.to_string(),
                None => genus.to_string(),
            };
            Ok(Object::text(text))
        },
    },
    Operation {
        name: "Mate",
        parameters: &["G"],
        help: "Conway's mate of a misère form: G and its mate add up to a win of the previous player",
        example: ("Mate(*[0])", "*[1]"),
        run: |a| {
            let g = form(a)?;
            Ok(Object::Misere(a.store.misere.mate(g)?))
        },
    },
    Operation {
        name: "MisereNimValue",
        parameters: &["G"],
        help: "the misère nim value of a misère form",
        example: ("MisereNimValue(*[0])", "1"),
        run: |a| {
            let g = form(a)?;
            let n = a.store.misere.misere_nim_value(g)?;
            Object::integer(a.store, n)
        },
    },
    Operation {
        name: "MisereOptions",
        parameters: &["G"],
        help: "the options of a misère canonical form",
        example: ("MisereOptions(*[2])", "[*[0],*[1]]"),
        run: |a| {
            let g = form(a)?;
            Object::list(
                a.store
                    .misere
                    .options(g)
                    .iter()
                    .map(|&o| Object::Misere(o))
                    .collect(),
            )
        },
    },
    Operation {
        name: "IsTame",
        parameters: &["G"],
        help: "has a misère form, with all its followers, the genus of a nim position?",
        example: ("IsTame(*[[2],0])", "false"),
        run: |a| {
            let g = form(a)?;
            Ok(Object::Truth(a.store.misere.is_tame(g)?))
        },
    },
    Operation {
        name: "IsNimHeap",
        parameters: &["G"],
        help: "is the misère form a nim heap?",
        example: ("IsNimHeap(*[[2]])", "false"),
        run: |a| {
            let g = form(a)?;
            Ok(Object::Truth(a.store.misere.as_heap(g).is_some()))
        },
    },
];

/// The argument, which must be a misère form.
pub(super) fn form(a: &Arguments) -> Result<MisereGame, Fault> {
    match a.any(0) {
        Object::Misere(g) => Ok(g),
        _ => Err(a.wrong(0, "a misère form, such as *[2] or *[[2],0],")),
    }
}
