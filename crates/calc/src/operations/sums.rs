//! Sums, products and powers beyond + and *.

use super::{Arguments, Operation};
use crate::cycles;
use crate::error::Fault;
use crate::explicit::Explicit;
use crate::numbers;
use crate::object::Object;
use bouton_value::loopy::LoopyValue;
use bouton_value::ordinal::nim_product;
use bouton_value::{Store, Value};
use std::rc::Rc;

type Product = fn(&mut Store, Value, Value) -> bouton_value::Result<Value>;

pub(super) const LIST: &[Operation] = &[
    Operation {
        name: "OrdinalSum",
        parameters: &["G", "H"],
        help: "G:H, play in G or in H, where a move in G ends H; it depends on the form of G",
        example: ("OrdinalSum(*, 1)", "^*"),
        run: |a| {
            let (g, h) = (a.any(0), a.any(1));
            crate::arithmetic::ordinal(a.store, &g, &h)
        },
    },
    Operation {
        name: "Subordinate",
        parameters: &["G", "B"],
        help: "the H with B:H = G",
        example: ("(1/8).Subordinate(1)", "-3"),
        run: |a| {
            if a.is_loopy(0) || matches!(a.any(1), Object::Explicit(_)) {
                let g = a.loopy(0)?;
                let (left, right) = match a.any(1) {
                    Object::Explicit(e) => e.sides(a.store)?,
                    _ => {
                        let b = a.game(1)?;
                        (a.store.left_options(b)?, a.store.right_options(b)?)
                    }
                };
                let h = cycles::subordinate(a.store, &g, &left, &right)?;
                return Object::loopy(a.store, h);
            }
            let (g, b) = (a.game(0)?, a.game(1)?);
            Ok(Object::Game(a.store.subordinate(g, b)?))
        },
    },
    Operation {
        name: "NortonProduct",
        parameters: &["G", "U"],
        help: "G . U for U > 0: n*U for an integer n, else {G^L.U + (U+I) | G^R.U - (U+I)} over the incentives I of U",
        example: ("(1/2) NortonProduct ^", "{^^*|v*}"),
        run: |a| {
            let (g, u) = (a.game(0)?, a.game(1)?);
            Ok(Object::Game(a.store.norton_product(g, u)?))
        },
    },
    Operation {
        name: "ConwayProduct",
        parameters: &["G", "H"],
        help: "Conway's product, which multiplies numbers, and nimbers as nimbers",
        example: ("*2 ConwayProduct *2", "*3"),
        run: |a| match (a.any(0), a.any(1)) {
            (x @ Object::Nimber(_), y) | (x, y @ Object::Nimber(_)) => {
                let (x, y) = numbers::nimbers(a.store, "ConwayProduct", &x, &y)?;
                numbers::nimber(a.store, nim_product(&x, &y)?)
            }
            _ => product(a, "ConwayProduct", Store::conway_product),
        },
    },
    Operation {
        name: "OrdinalProduct",
        parameters: &["G", "H"],
        help: "H with every move replaced by a copy of G that is put above it",
        example: ("1 OrdinalProduct 3", "3"),
        run: |a| product(a, "OrdinalProduct", Store::ordinal_product),
    },
    Operation {
        name: "ConjunctiveSum",
        parameters: &["G", "H"],
        help: "the sum in which a player moves in both parts",
        example: ("2 ConjunctiveSum 1", "1"),
        run: |a| product(a, "ConjunctiveSum", Store::conjunctive_sum),
    },
    Operation {
        name: "SelectiveSum",
        parameters: &["G", "H"],
        help: "the sum in which a player moves in one part or in both",
        example: ("* SelectiveSum *", "*2"),
        run: |a| product(a, "SelectiveSum", Store::selective_sum),
    },
    Operation {
        name: "Tiny",
        parameters: &["G"],
        help: "{0||0|-G}",
        example: ("Tiny(2)", "Tiny(2)"),
        run: |a| tiny(a, false),
    },
    Operation {
        name: "Miny",
        parameters: &["G"],
        help: "{G|0||0}, the negative of Tiny(G)",
        example: ("Miny(2)", "Miny(2)"),
        run: |a| tiny(a, true),
    },
    Operation {
        name: "Switch",
        parameters: &["G"],
        help: "{G|-G}, also written +-G",
        example: ("Switch(3)", "+-3"),
        run: |a| {
            let g = a.any(0);
            crate::arithmetic::switch(a.store, &g)
        },
    },
    Operation {
        name: "Pow",
        parameters: &["G", "x"],
        help: "G^x for G = {0|H}: ^.Pow(2) is up-second, written ^<2>",
        example: ("^.Pow(2)", "^<2>"),
        run: |a| power(a, false),
    },
    Operation {
        name: "PowTo",
        parameters: &["G", "x"],
        help: "G + G^2 + … + G^x: ^.PowTo(3) is written ^[3]",
        example: ("^.PowTo(3)", "^[3]"),
        run: |a| power(a, true),
    },
    Operation {
        name: "UptimalExpansion",
        parameters: &["G"],
        help: "the digits of an uptimal: x*m.ab… stands for x + *m + a·^ + b·^<2> + …; a minus follows a negative digit",
        example: ("(1 + ^ + ^ - ^<2>).UptimalExpansion", "1.21-"),
        run: |a| {
            let g = a.game(0)?;
            match a.store.uptimal_expansion(g)? {
                Some(u) => Ok(Object::Uptimal(Rc::new(u))),
                None => {
                    let text = a.store.show(g);
                    Err(format!("{text} is not an uptimal: it is no sum of a number, a nimber and powers of ^").into())
                }
            }
        },
    },
];

fn tiny(a: &mut Arguments, miny: bool) -> Result<Object, Fault> {
    if a.is_loopy(0) {
        let g = a.loopy(0)?;
        return cycles::tiny(a.store, &g, miny);
    }
    let g = a.game(0)?;
    Ok(Object::Game(if miny {
        a.store.miny(g)?
    } else {
        a.store.tiny(g)?
    }))
}

fn power(a: &mut Arguments, total: bool) -> Result<Object, Fault> {
    let g = a.game(0)?;
    if a.is_loopy(1) {
        let x = a.loopy(1)?;
        let p = if total {
            LoopyValue::power_total(a.store, g, &x)?
        } else {
            LoopyValue::power(a.store, g, &x)?
        };
        return Object::loopy(a.store, p);
    }
    let x = a.number(1)?;
    Ok(Object::Game(if total {
        a.store.power_total(g, &x)?
    } else {
        a.store.power(g, &x)?
    }))
}

/// A product by name: kept as written if a factor is an explicit form.
fn product(a: &mut Arguments, name: &'static str, run: Product) -> Result<Object, Fault> {
    if a.list
        .iter()
        .any(|o| matches!(o, Object::Explicit(_) | Object::Misere(_)))
    {
        let mut form = |i: usize| match a.any(i) {
            Object::Explicit(e) => Ok(e),
            Object::Misere(g) => Explicit::impartial(&a.store.misere, g),
            _ => a.game(i).and_then(Explicit::value_of),
        };
        let (g, h) = (form(0)?, form(1)?);
        return Ok(Object::Explicit(Explicit::named(name, &g, &h)?));
    }
    let (g, h) = (a.game(0)?, a.game(1)?);
    Ok(Object::Game(run(a.store, g, h)?))
}
