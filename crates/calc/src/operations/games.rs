//! Options, followers, and how large a game is.

use super::{Arguments, Operation};
use crate::cycles;
use crate::error::Fault;
use crate::object::Object;
use crate::order;
use crate::tree::Relation;
use bouton_value::ordinal::Surreal;
use std::rc::Rc;

/// Sets of followers longer than this are not listed.
const MAX_FOLLOWERS: usize = 100_000;

pub(super) const LIST: &[Operation] = &[
    Operation {
        name: "CanonicalForm",
        parameters: &["G"],
        help: "the simplest game that equals G",
        example: ("'{*|*}'.CanonicalForm", "0"),
        run: |a| match a.any(0) {
            o @ (Object::Loopy(_) | Object::Misere(_)) => Ok(o),
            _ => Ok(Object::Game(a.game(0)?)),
        },
    },
    Operation {
        name: "LeftOptions",
        parameters: &["G"],
        help: "Left's options of the canonical form",
        example: ("{2||1|0}.LeftOptions", "{2}"),
        run: |a| options(a, true),
    },
    Operation {
        name: "RightOptions",
        parameters: &["G"],
        help: "Right's options of the canonical form",
        example: ("{2||1|0}.RightOptions", "{{1|0}}"),
        run: |a| options(a, false),
    },
    Operation {
        name: "Options",
        parameters: &["G", "player"],
        help: "the options of Left or of Right in the canonical form",
        example: ("^.Options(Right)", "{*}"),
        run: |a| {
            let left = a.player(1)?;
            options(a, left)
        },
    },
    Operation {
        name: "SensibleOptions",
        parameters: &["G", "player"],
        help: "the options that a player should consider at some temperature",
        example: ("{1,{2|0}|-1}.SensibleOptions(Left)", "{1}"),
        run: |a| {
            let left = a.player(1)?;
            let g = a.game(0)?;
            Object::games(a.store.sensible_options(g, left)?)
        },
    },
    Operation {
        name: "Followers",
        parameters: &["G"],
        help: "every position that play from G can reach, G among them",
        example: ("^.Followers", "{0,*,^}"),
        run: |a| {
            if a.is_loopy(0) {
                let g = a.loopy(0)?;
                let list = g.followers(a.store)?;
                return cycles::set(a.store, list);
            }
            let g = a.game(0)?;
            let mut list = a.store.followers(g, MAX_FOLLOWERS)?;
            a.store.order(&mut list)?;
            Object::games(list)
        },
    },
    Operation {
        name: "FollowerCount",
        parameters: &["G"],
        help: "the number of positions that play from G can reach, G among them",
        example: ("{2||1|0}.FollowerCount", "5"),
        run: |a| {
            if a.is_loopy(0) {
                let g = a.loopy(0)?;
                let n = g.follower_count()?;
                return Object::integer(a.store, n);
            }
            let g = a.game(0)?;
            let n = a.store.follower_count(g)?;
            Object::integer(a.store, n)
        },
    },
    Operation {
        name: "Birthday",
        parameters: &["G"],
        help: "the depth of the canonical form: the day on which G is born",
        example: ("*60.Birthday", "60"),
        run: |a| {
            if let Object::Misere(g) = a.any(0) {
                let n = a.store.misere.birthday(g);
                return Object::integer(a.store, n);
            }
            match a.any(0) {
                // A number whose denominator is no power of two is born with omega.
                Object::Rational(_) => {
                    return Ok(Object::Surreal(Rc::new(Surreal::omega())));
                }
                Object::Surreal(x) => {
                    let Some(x) = x.as_expansion() else {
                        return Err(a.wrong(0, "a game or a sum of powers of omega"));
                    };
                    return Object::surreal(a.store, x.birthday().into());
                }
                _ => {}
            }
            let g = a.game(0)?;
            let n = a.store.birthday(g)?;
            Object::integer(a.store, n)
        },
    },
    Operation {
        name: "StopCount",
        parameters: &["G"],
        help: "the number of ways to reach a number by play, not counting play in numbers",
        example: ("{2||1|0}.StopCount", "3"),
        run: |a| {
            let g = a.game(0)?;
            let n = a.store.stop_count(g)?;
            Object::integer(a.store, n)
        },
    },
    Operation {
        name: "LeftIncentives",
        parameters: &["G"],
        help: "G^L - G for Left's options, the greatest of them",
        example: ("{3|1}.LeftIncentives", "{{2|0}}"),
        run: |a| incentives(a, true),
    },
    Operation {
        name: "RightIncentives",
        parameters: &["G"],
        help: "G - G^R for Right's options, the greatest of them",
        example: ("{3|1}.RightIncentives", "{{2|0}}"),
        run: |a| incentives(a, false),
    },
    Operation {
        name: "Incentives",
        parameters: &["G"],
        help: "the greatest of the gains that a move of either player makes",
        example: ("{3|1}.Incentives", "{{2|0}}"),
        run: |a| {
            let g = a.game(0)?;
            Object::games(a.store.incentives(g)?)
        },
    },
    Operation {
        name: "Contains",
        parameters: &["list", "x"],
        help: "is x a member of the list or the set?",
        example: ("(*).LeftOptions.Contains(0)", "true"),
        run: |a| match a.any(0) {
            Object::List(l) | Object::Set(l) => {
                let x = a.any(1);
                for o in l.items() {
                    if order::compare(a.store, Relation::Equal, o, &x)? {
                        return Ok(Object::Truth(true));
                    }
                }
                Ok(Object::Truth(false))
            }
            _ => Err(a.wrong(0, "a list")),
        },
    },
    Operation {
        name: "Count",
        parameters: &["list"],
        help: "the number of members of a list or a set",
        example: ("Count([1,2,3])", "3"),
        run: |a| match a.any(0) {
            Object::List(l) | Object::Set(l) => Object::integer(a.store, l.items().len()),
            _ => Err(a.wrong(0, "a list")),
        },
    },
];

fn options(a: &mut Arguments, left: bool) -> Result<Object, Fault> {
    if a.is_loopy(0) {
        let g = a.loopy(0)?;
        let list = g.options(a.store, left)?;
        return cycles::set(a.store, list);
    }
    let g = a.game(0)?;
    Object::games(a.store.options(g, left)?)
}

fn incentives(a: &mut Arguments, left: bool) -> Result<Object, Fault> {
    let g = a.game(0)?;
    Object::games(a.store.incentives_of(g, left)?)
}
