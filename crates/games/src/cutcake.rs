//! Cutcake: a cake of unit squares is cut along its lines, by Left from top to bottom, by Right from left to right.

use crate::Visitor;
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short};

/// Longest side of a cake in a text: a cut may make as many pieces.
const MOST_SIDE: u32 = 65_536;

/// Rows and columns of a cake.
pub type Cake = (u32, u32);

/// The ruleset.
///
/// ```
/// use bouton_games::cutcake::{Cutcake, value};
/// use bouton_rules::Ruleset;
/// let cake = Cutcake.parse("1x4").unwrap();
/// assert_eq!(value(cake[0]), 3);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Cutcake;

/// The integer that a cake is worth: round the shorter side down to a power of two; the longer side then is worth its
/// quotient by it, less 1; negative if the rows are more. 0 without a cut.
pub fn value((rows, cols): Cake) -> i64 {
    if rows == 0 || cols == 0 {
        return 0;
    }
    let (short, long) = (rows.min(cols), rows.max(cols));
    let many = i64::from(long >> short.ilog2()) - 1;
    if cols >= rows { many } else { -many }
}

pub(crate) fn parse_cake(text: &str) -> Result<Cake> {
    let fault = || {
        Error::input(format!(
            "cake `{}`: write rows and columns like 3x4, each from 1 to {MOST_SIDE}",
            shorten(text)
        ))
    };
    let (rows, cols) = text.trim().split_once('x').ok_or_else(fault)?;
    let side = |t: &str| {
        t.parse()
            .ok()
            .filter(|n| (1..=MOST_SIDE).contains(n))
            .ok_or_else(fault)
    };
    Ok((side(rows)?, side(cols)?))
}

impl Ruleset for Cutcake {
    /// Pieces that still can be cut.
    type Position = Vec<Cake>;

    fn info(&self) -> Info {
        Info {
            name: "cutcake".into(),
            rules: "Cut a piece along a line into two: Left between two columns, Right between two rows.".into(),
            notation: "pieces rows x columns, like 3x4,1x2".into(),
            theorem: Some("A piece is an integer: see the rounding of the shorter side to a power of two.".into()),
            source: Some("winningways".into()),
            examples: ["2x3", "1x5", "2x2,1x3"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<Cake>> {
        parse_cakes(text)
    }

    fn show(&self, pos: &Vec<Cake>) -> String {
        show_cakes(pos)
    }

    fn split(&self, pos: &Vec<Cake>) -> Vec<Vec<Cake>> {
        pos.iter()
            .filter(|&&piece| piece != (1, 1))
            .map(|&piece| vec![piece])
            .collect()
    }

    fn join(&self, parts: &[Vec<Cake>]) -> Option<Vec<Cake>> {
        Some(parts.concat())
    }

    fn canon(&self, mut pos: Vec<Cake>) -> Vec<Cake> {
        pos.sort_unstable();
        pos
    }
}

impl Partizan for Cutcake {
    fn moves(&self, who: Player, pos: &Vec<Cake>) -> Result<Vec<Vec<Cake>>> {
        let mut moves = Vec::new();
        for (i, &(rows, cols)) in pos.iter().enumerate() {
            let side = if who == Player::Left { cols } else { rows };
            for cut in 1..=side / 2 {
                let mut next = pos.clone();
                let pieces = match who {
                    Player::Left => [(rows, cut), (rows, cols - cut)],
                    Player::Right => [(cut, cols), (rows - cut, cols)],
                };
                next.splice(i..=i, pieces);
                moves.push(next);
            }
        }
        Ok(moves)
    }

    fn canon_signed(&self, mut pos: Vec<Cake>) -> (Vec<Cake>, bool) {
        pos.sort_unstable();
        let mut other: Vec<Cake> = pos.iter().map(|&(rows, cols)| (cols, rows)).collect();
        other.sort_unstable();
        if other < pos {
            (other, true)
        } else {
            (pos, false)
        }
    }
}

impl Short for Cutcake {
    fn rank(&self, pos: &Vec<Cake>) -> Rank {
        cuts_left(pos)
    }
}

pub(crate) fn parse_cakes(text: &str) -> Result<Vec<Cake>> {
    text.split(',').map(parse_cake).collect()
}

pub(crate) fn show_cakes(pos: &[Cake]) -> String {
    pos.iter()
        .map(|(r, c)| format!("{r}x{c}"))
        .collect::<Vec<_>>()
        .join(",")
}

/// Squares less pieces: a cut into two lowers it by one.
pub(crate) fn cuts_left(pos: &[Cake]) -> Rank {
    vec![
        pos.iter()
            .map(|&(r, c)| num_bigint::BigInt::from(r) * c - 1)
            .sum(),
    ]
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(Cutcake);
}
