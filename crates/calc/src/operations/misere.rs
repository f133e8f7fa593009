//! Misère play of impartial games.

use super::{Arguments, Operation};
use crate::error::Fault;
use crate::heaps;
use crate::object::Object;
use bouton_value::misere::{MisereGame, MisereStore};
use num_traits::ToPrimitive;
use std::rc::Rc;

/// A yes-or-no question about misère forms.
macro_rules! kind {
    ($name:literal, $help:literal, $example:expr, $test:expr) => {
        Operation {
            name: $name,
            parameters: &["G"],
            help: $help,
            example: $example,
            run: |a| {
                let g = form(a, 0)?;
                Ok(Object::Truth($test(&mut a.store.misere, g)?))
            },
        }
    };
}

pub(super) const LIST: &[Operation] = &[
    Operation {
        name: "Genus",
        parameters: &["G"],
        help: "the genus g^abc… of a misère form: the nim value, and the misère nim values with 0, 1, 2, … heaps of 2 beside it",
        example: ("Genus(*[[2],0])", "1^20"),
        run: |a| {
            let g = form(a, 0)?;
            let genus = a.store.misere.genus(g)?;
            let short = a.store.misere.show_genus(g)?;
            Ok(Object::Genus(Rc::new((genus, short))))
        },
    },
    Operation {
        name: "MisereHeap",
        parameters: &["code", "n"],
        help: "the misère form of a heap of n counters in the taking-and-breaking game of that code",
        example: ("MisereHeap(\"0.77\", 5)", "*[2[2]321]"),
        run: |a| {
            let Object::Text(code) = a.any(0) else {
                return Err(a.wrong(0, "a code in double quotes"));
            };
            let n = a
                .integer(1)?
                .to_usize()
                .ok_or_else(|| a.wrong(1, "a size from 0 on"))?;
            Ok(Object::Misere(heaps::misere(
                &mut a.store.misere,
                &code,
                n,
            )?))
        },
    },
    Operation {
        name: "MisereCanonicalForm",
        parameters: &["G"],
        help: "the misère canonical form of G, which is kept in it from the start",
        example: ("MisereHeap(\"0.77\", 4).MisereCanonicalForm", "*[1]"),
        run: |a| form(a, 0).map(Object::Misere),
    },
    Operation {
        name: "Mate",
        parameters: &["G"],
        help: "Conway's mate of a misère form: G and its mate add up to a win of the previous player",
        example: ("Mate(*[0])", "*[1]"),
        run: |a| {
            let g = form(a, 0)?;
            Ok(Object::Misere(a.store.misere.mate(g)?))
        },
    },
    Operation {
        name: "MisereNimValue",
        parameters: &["G"],
        help: "the misère nim value of a misère form",
        example: ("MisereNimValue(*[0])", "1"),
        run: |a| {
            let g = form(a, 0)?;
            let n = a.store.misere.misere_nim_value(g)?;
            Object::integer(a.store, n)
        },
    },
    Operation {
        name: "Options",
        parameters: &["G"],
        help: "the options of a misère canonical form",
        example: ("(*[2]).Options", "[*[0],*[1]]"),
        run: |a| {
            let g = form(a, 0)?;
            let mut options = a.store.misere.options(g).to_vec();
            options.sort_by_key(|&o| (a.store.misere.birthday(o), o));
            list(options)
        },
    },
    kind!(
        "IsTame",
        "has it, with all its followers, the nim values of a nim position in normal and misère play?",
        ("(*[[2],0]).IsTame", "false"),
        MisereStore::is_tame
    ),
    kind!(
        "IsGenerallyTame",
        "is it tame up to options that revert to tame games of the same nim values?",
        ("(*[[[2]],[[2],1]]).IsGenerallyTame", "true"),
        MisereStore::is_generally_tame
    ),
    kind!(
        "IsTameable",
        "does it determine the genus of its sums with tame games, as a nim position does?",
        ("(*[[2],0]).IsTameable", "false"),
        MisereStore::is_tameable
    ),
    kind!(
        "IsHalfTame",
        "is it not generally tame, but its sum with itself is, with nim value 0 in normal and misère play?",
        ("(*[[2],0]).IsHalfTame", "true"),
        MisereStore::is_half_tame
    ),
    kind!(
        "IsRestive",
        "is it not tame, with nim value 0 or 1 and tame options?",
        ("(*[[2],0]).IsRestive", "true"),
        MisereStore::is_restive
    ),
    kind!(
        "IsGenerallyRestive",
        "is it restive up to options that revert?",
        ("(*[[2],0]).IsGenerallyRestive", "true"),
        MisereStore::is_generally_restive
    ),
    kind!(
        "IsRestless",
        "is the nim value at least 2, the misère nim value 0 or 1, and every option generally tame?",
        ("(*[[2],1]).IsRestless", "true"),
        MisereStore::is_restless
    ),
    kind!(
        "IsPrime",
        "is it no sum of games other than 0, *[1], and itself (with *[1])?",
        ("(*[2]).IsPrime", "true"),
        MisereStore::is_prime
    ),
    kind!(
        "IsExtraverted",
        "is each option a part of it?",
        ("(*[[2]]).IsExtraverted", "true"),
        MisereStore::is_extraverted
    ),
    kind!(
        "IsIntroverted",
        "is it a part of each of its options? Only 0 and *[1] are",
        ("(*[2]).IsIntroverted", "false"),
        MisereStore::is_introverted
    ),
    Operation {
        name: "Parts",
        parameters: &["G"],
        help: "the even parts of a misère form other than 0 and itself: the X with X + Y = G for some Y",
        example: ("(*[2] + *[2]).Parts", "[*[2]]"),
        run: |a| {
            let g = form(a, 0)?;
            let parts = a.store.misere.parts(g)?;
            list(parts)
        },
    },
    Operation {
        name: "Partitions",
        parameters: &["G"],
        help: "the ways to write a misère form as a sum of primes",
        example: ("(*[[2]]).Partitions", "[[*[2],*[2[#-2]]]]"),
        run: |a| {
            let g = form(a, 0)?;
            let mut all = vec![];
            for p in a.store.misere.partitions(g)? {
                all.push(list(p)?);
            }
            Object::list(all)
        },
    },
    Operation {
        name: "MisereMinus",
        parameters: &["G", "H"],
        help: "the misère form X with X + H = G; an error if there is none",
        example: ("*[[2]] MisereMinus *[2]", "*[2[#-2]]"),
        run: |a| {
            let (g, h) = (form(a, 0)?, form(a, 1)?);
            match a.store.misere.minus(g, h)? {
                Some(x) => Ok(Object::Misere(x)),
                None => Err("no misère form added to H gives G".into()),
            }
        },
    },
    Operation {
        name: "IsLinkedTo",
        parameters: &["G", "H"],
        help: "is there a misère form that is won by the previous player together with G and with H?",
        example: ("*[[[2]]] IsLinkedTo *[[2]]", "false"),
        run: |a| {
            let (g, h) = (form(a, 0)?, form(a, 1)?);
            Ok(Object::Truth(a.store.misere.is_linked(g, h)))
        },
    },
    Operation {
        name: "Link",
        parameters: &["G", "H"],
        help: "a misère form that is won by the previous player together with G and with H; an error if there is none",
        example: ("*[2] Link *[2]", "*[2]"),
        run: |a| {
            let (g, h) = (form(a, 0)?, form(a, 1)?);
            match a.store.misere.link(g, h)? {
                Some(x) => Ok(Object::Misere(x)),
                None => {
                    Err("these misère forms are not linked: one is an option of the other".into())
                }
            }
        },
    },
    Operation {
        name: "Distinguisher",
        parameters: &["G", "H"],
        help: "a misère form whose sums with G and with H have different outcomes",
        example: ("*[[2]] Distinguisher *[2]+*[2]", "*[(2#1)21]"),
        run: |a| {
            let (g, h) = (form(a, 0)?, form(a, 1)?);
            match a.store.misere.distinguisher(g, h)? {
                Some(x) => Ok(Object::Misere(x)),
                None => Err("nothing distinguishes a game from itself".into()),
            }
        },
    },
    Operation {
        name: "IsNimHeap",
        parameters: &["G"],
        help: "is the misère form a nim heap?",
        example: ("IsNimHeap(*[[2]])", "false"),
        run: |a| {
            let g = form(a, 0)?;
            Ok(Object::Truth(a.store.misere.as_heap(g).is_some()))
        },
    },
];

/// An argument, which must be a misère form.
fn form(a: &Arguments, i: usize) -> Result<MisereGame, Fault> {
    match a.any(i) {
        Object::Misere(g) => Ok(g),
        _ => Err(a.wrong(i, "a misère form, such as *[2] or *[[2],0],")),
    }
}

fn list(games: Vec<MisereGame>) -> Result<Object, Fault> {
    Object::list(games.into_iter().map(Object::Misere).collect())
}
