//! Stops, means, temperatures, and games cooled and heated.

use super::{Arguments, Operation};
use crate::error::Fault;
use crate::object::Object;
use std::rc::Rc;

pub(super) const LIST: &[Operation] = &[
    Operation {
        name: "LeftStop",
        parameters: &["G"],
        help: "the number that alternating play reaches if Left starts",
        example: ("{3||2|-1}.LeftStop", "3"),
        run: |a| stop(a, true),
    },
    Operation {
        name: "RightStop",
        parameters: &["G"],
        help: "the number that alternating play reaches if Right starts",
        example: ("{3||2|-1}.RightStop", "2"),
        run: |a| stop(a, false),
    },
    Operation {
        name: "Stop",
        parameters: &["G", "player"],
        help: "the number that alternating play reaches if that player starts",
        example: ("{3|1}.Stop(Left)", "3"),
        run: |a| {
            let left = a.player(1)?;
            stop(a, left)
        },
    },
    Operation {
        name: "Mean",
        parameters: &["G"],
        help: "the number m with n*G close to n*m for every n",
        example: ("{3||2|-1}.Mean", "2"),
        run: |a| {
            let g = a.game(0)?;
            let m = a.store.mean(g)?;
            Object::number(a.store, &m)
        },
    },
    Operation {
        name: "Temperature",
        parameters: &["G"],
        help: "the least t at which G cooled by t is a number up to an infinitesimal; below zero for numbers",
        example: ("{3||2|-1}.Temperature", "1"),
        run: |a| {
            let g = a.game(0)?;
            let t = a.store.temperature(g)?;
            Object::number(a.store, &t)
        },
    },
    Operation {
        name: "Thermograph",
        parameters: &["G"],
        help: "both walls: mast value, critical temperatures from the top, slopes dv/dt from the top; Left's wall, then Right's",
        example: ("(+-1).Thermograph", "Thermograph(0,[1],[0,-1],0,[1],[0,1])"),
        run: |a| {
            let g = a.game(0)?;
            Ok(Object::Thermograph(Rc::new(a.store.thermograph(g)?)))
        },
    },
    Operation {
        name: "Cool",
        parameters: &["G", "t"],
        help: "G with a tax of t on every move, until it becomes a number; t > -1",
        example: ("{3|1}.Cool(1/2)", "{5/2|3/2}"),
        run: |a| {
            let g = a.game(0)?;
            let t = a.number(1)?;
            Ok(Object::Game(a.store.cool(g, &t)?))
        },
    },
    Operation {
        name: "Freeze",
        parameters: &["G"],
        help: "G cooled by its temperature: the mean, up to an infinitesimal",
        example: ("{3|1}.Freeze", "2*"),
        run: |a| {
            let g = a.game(0)?;
            Ok(Object::Game(a.store.freeze(g)?))
        },
    },
    Operation {
        name: "Heat",
        parameters: &["G", "t"],
        help: "G with a bonus of t for every move; t may be a game",
        example: ("*.Heat(1)", "+-1"),
        run: |a| {
            let (g, t) = (a.game(0)?, a.game(1)?);
            Ok(Object::Game(a.store.heat(g, t)?))
        },
    },
    Operation {
        name: "Overheat",
        parameters: &["G", "s", "t"],
        help: "G overheated from s to t: integers n become n*s, every other move gains t",
        example: ("(1/2).Overheat(1, 1)", "{1|0}"),
        run: |a| {
            let (g, s, t) = (a.game(0)?, a.game(1)?, a.game(2)?);
            Ok(Object::Game(a.store.overheat(g, s, t)?))
        },
    },
    Operation {
        name: "ReducedCanonicalForm",
        parameters: &["G"],
        help: "the simplest game that differs from G by an infinitesimal",
        example: ("{2*|1^}.ReducedCanonicalForm", "{2|1}"),
        run: |a| {
            let g = a.game(0)?;
            Ok(Object::Game(a.store.reduced(g)?))
        },
    },
    Operation {
        name: "AtomicWeight",
        parameters: &["G"],
        help: "the atomic weight of an all-small game, such as n for n*^; an error where it is not defined",
        example: ("^3*2.AtomicWeight", "3"),
        run: |a| {
            let g = a.game(0)?;
            Ok(Object::Game(a.store.atomic_weight(g)?))
        },
    },
    Operation {
        name: "FarStar",
        parameters: &["G"],
        help: "the number n of a nimber *n that is remote from G: larger than every nimber among its followers",
        example: ("^*2.FarStar", "8"),
        run: |a| {
            let g = a.game(0)?;
            let n = a.store.far_star(g)?;
            Object::integer(a.store, n)
        },
    },
    Operation {
        name: "Companion",
        parameters: &["G"],
        help: "{companions of G^L | companions of G^R}, with 0 added for Left if G >= 0 and for Right if G <= 0",
        example: ("^.Companion", "^*"),
        run: |a| {
            let g = a.game(0)?;
            Ok(Object::Game(a.store.companion(g)?))
        },
    },
];

fn stop(a: &mut Arguments, left: bool) -> Result<Object, Fault> {
    if a.is_loopy(0) {
        let g = a.loopy(0)?;
        let s = g.stop(a.store, left)?;
        return Object::loopy(a.store, s);
    }
    let g = a.game(0)?;
    let s = if left {
        a.store.left_stop(g)
    } else {
        a.store.right_stop(g)
    };
    Object::number(a.store, &s)
}
