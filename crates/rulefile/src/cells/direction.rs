//! The names of directions.

use super::rules::Step;

const KNIGHT: [Step; 8] = [
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
];

const NAMES: [(&str, &[Step]); 16] = [
    ("right", &[(0, 1)]),
    ("left", &[(0, -1)]),
    ("down", &[(1, 0)]),
    ("up", &[(-1, 0)]),
    ("horizontal", &[(0, 1), (0, -1)]),
    ("vertical", &[(1, 0), (-1, 0)]),
    ("any", &[(0, 1), (0, -1), (1, 0), (-1, 0)]),
    ("diagonal", &[(1, 1), (1, -1), (-1, 1), (-1, -1)]),
    ("down-right", &[(1, 1)]),
    ("down-left", &[(1, -1)]),
    ("up-right", &[(-1, 1)]),
    ("up-left", &[(-1, -1)]),
    ("king", &ALL),
    ("queen", &ALL),
    ("all", &ALL),
    ("knight", &KNIGHT),
];

const ALL: [Step; 8] = [
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

/// The steps of a direction.
pub(crate) fn direction(name: &str) -> Option<&'static [Step]> {
    let found = NAMES.iter().find(|(n, _)| *n == name);
    found.map(|(_, steps)| *steps)
}

pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(name, _)| *name)
}

/// The directions in a phrase.
pub(crate) const LIST: &str = "right, left, up, down, horizontal, vertical, any, diagonal, king, queen, knight, up-left and the like";
