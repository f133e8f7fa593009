//! Values as games: a number, a nimber, a multiple of up, or a switch, to be put beside positions of other games.
//!
//! Moves are those of the canonical form; a switch has the two that are written, whichever of its numbers is larger.

use crate::Visitor;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short};
use bouton_value::Dyadic;

/// The ruleset.
///
/// ```
/// use bouton_games::plain_value::PlainValue;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let moves = |text, who| {
///     let moves = PlainValue.moves(who, &PlainValue.parse(text).unwrap()).unwrap();
///     moves.iter().map(|m| PlainValue.show(m)).collect::<Vec<_>>()
/// };
/// assert_eq!(moves("3/4", Player::Left), ["1/2"]);
/// assert_eq!(moves("^3", Player::Right), ["^2*"]);
/// assert_eq!(moves("{5|-1/2}", Player::Right), ["-1/2"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainValue;

/// A value with few options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Plain {
    /// A dyadic rational.
    Number(Dyadic),
    /// A nimber of at least 1.
    Nimber(u32),
    /// A multiple of up, of down if negative, never 0; with a star or without.
    Ups(i64, bool),
    /// Left moves to the first number, Right to the second.
    Switch(Dyadic, Dyadic),
}

/// Multiples and nimbers are below this, numerators and denominators too.
const MOST: u32 = 1 << 20;

impl Plain {
    fn ups(count: i64, star: bool) -> Plain {
        match (count, star) {
            (0, false) => Plain::Number(Dyadic::ZERO),
            (0, true) => Plain::Nimber(1),
            _ => Plain::Ups(count, star),
        }
    }

    fn nimber(n: u32) -> Plain {
        match n {
            0 => Plain::Number(Dyadic::ZERO),
            _ => Plain::Nimber(n),
        }
    }

    fn negative(&self) -> Plain {
        match self {
            Plain::Number(x) => Plain::Number(-x),
            Plain::Nimber(n) => Plain::Nimber(*n),
            Plain::Ups(count, star) => Plain::Ups(-count, *star),
            Plain::Switch(l, r) => Plain::Switch(-r, -l),
        }
    }

    /// Is it kept rather than its negative?
    fn is_first(&self) -> bool {
        match self {
            Plain::Number(x) => x.signum() >= 0,
            Plain::Nimber(_) => true,
            Plain::Ups(count, _) => *count > 0,
            Plain::Switch(l, r) => *l >= -r,
        }
    }

    /// Left's options.
    fn left(&self) -> Vec<Plain> {
        match self {
            Plain::Number(x) if x.is_integer() && x.signum() <= 0 => Vec::new(),
            Plain::Number(x) => vec![Plain::Number(x - &Dyadic::small(1, x.exponent()))],
            Plain::Nimber(n) => (0..*n).map(Plain::nimber).collect(),
            // n ups are {0 | n-1 ups and a star}, up and a star is {0, * | 0}: winningways.
            Plain::Ups(1, true) => vec![Plain::nimber(0), Plain::nimber(1)],
            Plain::Ups(count, _) if *count > 0 => vec![Plain::nimber(0)],
            Plain::Ups(count, star) => vec![Plain::ups(count + 1, !star)],
            Plain::Switch(l, _) => vec![Plain::Number(l.clone())],
        }
    }
}

impl Ruleset for PlainValue {
    type Position = Plain;

    fn info(&self) -> Info {
        Info {
            name: "plain-value".into(),
            rules: "A value as a game, to be added to positions of other games: moves are those of its canonical form, and in a switch \
                    {a|b} Left moves to a, Right to b."
                .into(),
            notation: "a number such as -3/4, a nimber such as *2, ups or downs such as ^, ^3*, v2, or a switch of numbers such as {5|-1/2}"
                .into(),
            theorem: None,
            source: Some("winningways".into()),
            examples: ["-11/8", "*4", "^3*", "{5/2|-2}"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Plain> {
        let text = text.trim();
        let wrong = || {
            Error::input(format!(
                "value `{}`: write a number such as -3/4, a nimber such as *2, ups or downs such as ^3* or v2, or a switch such as \
                 {{5|-1/2}}, with numbers below {MOST}",
                shorten(text)
            ))
        };
        let number = |text: &str| {
            let number: Dyadic = text.trim().parse().ok()?;
            let small = |(n, e): (i64, u32)| n.unsigned_abs() < MOST.into() && e < MOST.ilog2();
            number.as_small().is_some_and(small).then_some(number)
        };
        let count = |text: &str, none: u32| match text {
            "" => Some(none),
            _ => text.parse::<u32>().ok().filter(|&n| n < MOST),
        };
        let read = || {
            if let Some(switch) = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')) {
                let (left, right) = switch.split_once('|')?;
                return Some(Plain::Switch(number(left)?, number(right)?));
            }
            if let Some(nimber) = text.strip_prefix('*') {
                return Some(Plain::nimber(count(nimber, 1)?));
            }
            let (ups, star) = match text.strip_suffix('*') {
                Some(ups) => (ups, true),
                None => (text, false),
            };
            match (ups.strip_prefix('^'), ups.strip_prefix('v')) {
                (Some(n), _) => Some(Plain::ups(count(n, 1)?.into(), star)),
                (_, Some(n)) => Some(Plain::ups(-i64::from(count(n, 1)?), star)),
                _ => Some(Plain::Number(number(text)?)),
            }
        };
        read().ok_or_else(wrong)
    }

    fn show(&self, pos: &Plain) -> String {
        match pos {
            Plain::Number(x) => x.to_string(),
            Plain::Nimber(1) => "*".into(),
            Plain::Nimber(n) => format!("*{n}"),
            Plain::Ups(count, star) => {
                let arrow = if *count > 0 { "^" } else { "v" };
                let times = match count.unsigned_abs() {
                    1 => String::new(),
                    n => n.to_string(),
                };
                format!("{arrow}{times}{}", if *star { "*" } else { "" })
            }
            Plain::Switch(l, r) => format!("{{{l}|{r}}}"),
        }
    }

    /// Every value is small, unless there is very much of it.
    fn size(&self, pos: &Plain) -> usize {
        match pos {
            Plain::Nimber(n) => *n as usize / 256,
            Plain::Ups(count, _) => count.unsigned_abs() as usize / 256,
            Plain::Number(_) | Plain::Switch(..) => 1,
        }
    }

    fn split(&self, pos: &Plain) -> Vec<Plain> {
        match pos {
            Plain::Number(x) if x.is_zero() => Vec::new(),
            _ => vec![pos.clone()],
        }
    }
}

impl Partizan for PlainValue {
    fn moves(&self, who: Player, pos: &Plain) -> Result<Vec<Plain>> {
        Ok(match who {
            Player::Left => pos.left(),
            Player::Right => pos.negative().left().iter().map(Plain::negative).collect(),
        })
    }

    fn canon_signed(&self, pos: Plain) -> (Plain, bool) {
        match pos.is_first() {
            true => (pos, false),
            false => (pos.negative(), true),
        }
    }

    fn integer(&self, pos: &Plain) -> Option<i64> {
        match pos {
            Plain::Number(x) => x.to_i64(),
            _ => None,
        }
    }
}

impl Short for PlainValue {
    /// Switches become numbers; numbers lose denominators before they lose whole moves; ups and nimbers get fewer.
    fn rank(&self, pos: &Plain) -> Rank {
        let (switch, exponent, steps) = match pos {
            Plain::Number(x) => (0u32, x.exponent(), x.numerator()),
            Plain::Nimber(n) => (0, 0, (*n).into()),
            Plain::Ups(count, star) => {
                let steps = 2 * count.unsigned_abs() + u64::from(*star);
                (0, 0, steps.into())
            }
            Plain::Switch(..) => (1, 0, 0.into()),
        };
        vec![
            switch.into(),
            exponent.into(),
            steps.magnitude().clone().into(),
        ]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(PlainValue);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_value::{Store, Value};
    use std::collections::HashMap;

    /// The canonical value of the game tree.
    fn value(pos: &Plain, store: &mut Store, known: &mut HashMap<Plain, Value>) -> Value {
        if let Some(&value) = known.get(pos) {
            return value;
        }
        let [left, right] = Player::BOTH.map(|who| {
            let moves = PlainValue.moves(who, pos).unwrap();
            let values = moves.iter().map(|m| value(m, store, known));
            values.collect::<Vec<_>>()
        });
        let value = store.game(&left, &right).unwrap();
        known.insert(pos.clone(), value);
        value
    }

    #[test]
    fn game_trees_have_the_values_that_they_are_called() {
        let (mut store, mut known) = (Store::new(), HashMap::new());
        for (text, expected) in [
            ("-11/8", "-11/8"),
            ("7", "7"),
            ("*5", "*5"),
            ("^", "^"),
            ("^*", "^*"),
            ("^3*", "^3*"),
            ("v2*", "vv*"),
            ("v6", "v6"),
            ("{5/2|-2}", "{5/2|-2}"),
            ("{-7|3}", "0"),
        ] {
            let pos = PlainValue.parse(text).unwrap();
            assert_eq!(PlainValue.show(&pos), text);
            let found = value(&pos, &mut store, &mut known);
            let found = store.write(found, bouton_value::Notation::Ascii).unwrap();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_plain_value_is_an_error() {
        for text in [
            "", "x", "1/3", "*-1", "^v", "{1|2", "{1|*}", "9999999", "**",
        ] {
            assert!(PlainValue.parse(text).is_err(), "{text}");
        }
    }
}
