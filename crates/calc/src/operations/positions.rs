//! Positions of games by name, and sequences of heaps.

use super::{Arguments, Operation, misere};
use crate::error::Fault;
use crate::library::{self, Position, Rules};
use crate::object::Object;
use crate::stores::Stores;
use bouton_rules::Player;
use num_bigint::Sign;
use num_traits::ToPrimitive;
use std::rc::Rc;

pub(super) const LIST: &[Operation] = &[
    Operation {
        name: "Position",
        parameters: &["game", "position"],
        help: "a position of a game by name: a text, a heap or a list of heaps; operations take it for its value",
        example: ("Position(\"domineering\", \"..|..\").CanonicalForm", "+-1"),
        run: |a| {
            let rules = rules(a)?;
            let text = match a.any(1) {
                Object::Text(text) => text.to_string(),
                Object::List(list) => {
                    let heaps = list.items().iter().map(|o| heap(a.store, o));
                    let heaps: Option<Vec<String>> = heaps.collect();
                    heaps
                        .ok_or_else(|| a.wrong(1, "heaps from 0 on"))?
                        .join(",")
                }
                o => heap(a.store, &o).ok_or_else(|| a.wrong(1, "a text, a heap or heaps"))?,
            };
            let text = rules.position(&text)?;
            Ok(Object::Position(Rc::new(Position { rules, text })))
        },
    },
    Operation {
        name: "NimValueSequence",
        parameters: &["game", "n"],
        help: "the Grundy values of the heaps 1, 2, …, n",
        example: ("NimValueSequence(\"kayles\", 10)", "[1,2,3,1,4,3,2,1,4,2]"),
        run: |a| {
            let mut out = vec![];
            for o in sequence(a)? {
                let nimber = match o {
                    Object::Game(g) => a.store.as_nimber(g),
                    _ => None,
                };
                let nimber = nimber.ok_or_else(|| a.wrong(0, "an impartial game"))?;
                out.push(Object::integer(a.store, nimber)?);
            }
            Object::list(out)
        },
    },
    Operation {
        name: "GameValueSequence",
        parameters: &["game", "n"],
        help: "the values of the heaps 1, 2, …, n",
        example: (
            "GameValueSequence(\"partizan-subtraction:1,2:1,3\", 4)",
            "[*,^,^*,^[2]]",
        ),
        run: |a| Object::list(sequence(a)?),
    },
    Operation {
        name: "CheckPeriodicity",
        parameters: &["game", "n"],
        help: "the period of the Grundy values, if the heaps up to n prove one",
        example: (
            "CheckPeriodicity(\"0.77\", 200)",
            "Periodicity(Period => 12, Preperiod => 71, Saltus => 0)",
        ),
        run: |a| {
            let n = heaps(a)?;
            Ok(match rules(a)?.period(n)? {
                Some([period, preperiod, saltus]) => Object::text(format!(
                    "Periodicity(Period => {period}, Preperiod => {preperiod}, Saltus => {saltus})"
                )),
                None => Object::Nothing,
            })
        },
    },
    Operation {
        name: "EmptyGrid",
        parameters: &["rows", "columns"],
        help: "the text of an empty grid",
        example: ("Position(\"cram\", EmptyGrid(3,3)).NimValue", "0"),
        run: |a| {
            let sides = [side(a, 0)?, side(a, 1)?];
            let row = ".".repeat(sides[1]);
            Ok(Object::text(vec![row; sides[0]].join("|")))
        },
    },
    Operation {
        name: "PathGraph",
        parameters: &["n"],
        help: "the text of a path of n vertices",
        example: ("Position(\"snort\", PathGraph(3)).CanonicalForm", "+-2"),
        run: |a| {
            let n = side(a, 0)?;
            Ok(graph(n, (1..n).map(|v| (v - 1, v))))
        },
    },
    Operation {
        name: "CycleGraph",
        parameters: &["n"],
        help: "the text of a cycle of n vertices",
        example: ("Position(\"col\", CycleGraph(5)).CanonicalForm", "0"),
        run: |a| {
            let n = side(a, 0)?;
            Ok(graph(n, (0..n).map(|v| (v, (v + 1) % n))))
        },
    },
];

/// What an operation makes of a position, where it does not take it for its value.
pub(crate) fn direct(
    store: &mut Stores,
    operation: &'static Operation,
    list: &[Object],
) -> Option<Result<Object, Fault>> {
    let position: &Rc<Position> = match list.first()? {
        Object::Position(position) => position,
        _ => return None,
    };
    let player = |left: bool| Some(if left { Player::Left } else { Player::Right });
    match (operation.name, list) {
        ("OutcomeClass", _) => match position.rules.outcome(&position.text) {
            Ok(None) => None,
            Ok(Some(letter)) => Some(Ok(Object::text(letter))),
            Err(e) => Some(Err(e.into())),
        },
        ("LeftOptions", _) => Some(position.options(player(true))),
        ("RightOptions", _) => Some(position.options(player(false))),
        ("Options", [_, Object::Player(left)]) => Some(position.options(player(*left))),
        ("Options", [_]) => Some(position.options(None)),
        _ if misere::LIST
            .iter()
            .any(|o| (o.name, o.arity()) == (operation.name, operation.arity())) =>
        {
            let form = match position.misere(store) {
                Ok(form) => Object::Misere(form),
                Err(fault) => return Some(Err(fault)),
            };
            let mut list = list.to_vec();
            list[0] = form;
            let mut arguments = Arguments {
                store,
                operation,
                list: &list,
            };
            Some((operation.run)(&mut arguments))
        }
        _ => None,
    }
}

/// The ruleset that the first argument names.
fn rules(a: &Arguments) -> Result<Rc<dyn Rules>, Fault> {
    match a.any(0) {
        Object::Text(name) => library::open(a.store, &name),
        _ => Err(a.wrong(0, "the name of a game in double quotes")),
    }
}

/// A heap as a text.
fn heap(store: &Stores, o: &Object) -> Option<String> {
    let n = o.as_rational(store)?;
    let heap = n.is_integer() && n.numer().sign() != Sign::Minus;
    heap.then(|| n.to_string())
}

/// A count of heaps.
fn heaps(a: &mut Arguments) -> Result<usize, Fault> {
    let n = a.integer(1)?.to_usize();
    n.filter(|&n| n <= 1_000_000)
        .ok_or_else(|| a.wrong(1, "a number from 0 to 1000000"))
}

fn side(a: &mut Arguments, i: usize) -> Result<usize, Fault> {
    let n = a.integer(i)?.to_usize();
    n.filter(|n| (1..=1000).contains(n))
        .ok_or_else(|| a.wrong(i, "a number from 1 to 1000"))
}

fn sequence(a: &mut Arguments) -> Result<Vec<Object>, Fault> {
    let n = heaps(a)?;
    let values = rules(a)?.sequence(n)?;
    values
        .iter()
        .map(|text| library::read(a.store, text))
        .collect()
}

/// A graph in the notation of the rulesets.
fn graph(n: usize, edges: impl Iterator<Item = (usize, usize)>) -> Object {
    let vertices = (0..n).map(|v| v.to_string());
    let edges = edges.map(|(v, w)| format!("{v}-{w}"));
    Object::text(vertices.chain(edges).collect::<Vec<_>>().join(","))
}
