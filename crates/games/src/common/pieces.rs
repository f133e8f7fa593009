//! Partizan games on pieces with two sides, such as cakes: a move replaces one piece by any number of pieces.
//!
//! A ruleset says what can be done to one piece ([`PieceRule`]). [`Pieces`] makes a game of it, one type for all of them, so
//! that a new game costs little to compile.

use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short, lesser};
use num_bigint::BigInt;

/// Rows and columns of a piece.
pub type Piece = (u32, u32);

/// The longest side of a piece.
pub const LONGEST: u32 = 1 << 16;

/// What can be done to one piece.
pub trait PieceRule: Send + Sync + 'static {
    /// Name, rules, source, examples.
    fn info(&self) -> Info;

    /// The pieces that may replace a piece in a move of a player. Pieces with a side of 0 in it are dropped.
    fn moves(&self, who: Player, piece: Piece) -> Vec<Vec<Piece>>;

    /// A number that every move lowers, summed over the pieces that it leads to.
    fn rank(&self, piece: Piece) -> BigInt;

    /// True if exchanging the sides of a piece exchanges the players.
    fn turned_is_negative(&self) -> bool {
        true
    }
}

/// The game of a [`PieceRule`] on any number of pieces.
#[derive(Clone, Copy)]
pub struct Pieces(pub &'static dyn PieceRule);

impl Pieces {
    fn number(&self, text: &str, part: &str, at: usize) -> Result<u32> {
        let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let side = part
            .parse()
            .ok()
            .filter(|n| digits && (1..=LONGEST).contains(n));
        side.ok_or_else(|| {
            Error::input(format!(
                "pieces `{}`: piece {at}: `{}` is not a number from 1 to {LONGEST}; write pieces as rows x columns, like 3x4,1x2",
                shorten(text),
                shorten(part)
            ))
        })
    }
}

impl Ruleset for Pieces {
    type Position = Vec<Piece>;

    fn info(&self) -> Info {
        self.0.info()
    }

    fn parse(&self, text: &str) -> Result<Vec<Piece>> {
        let inner = text.trim();
        if inner.is_empty() || inner == "0" {
            return Ok(Vec::new());
        }
        let mut pieces = Vec::new();
        for (i, part) in inner.split(',').map(str::trim).enumerate() {
            let Some((rows, cols)) = part.split_once('x') else {
                return Err(Error::input(format!(
                    "pieces `{}`: piece {}, `{}`, has no `x`; write pieces as rows x columns, like 3x4,1x2",
                    shorten(text),
                    i + 1,
                    shorten(part)
                )));
            };
            let (rows, cols) = (rows.trim(), cols.trim());
            pieces.push((
                self.number(text, rows, i + 1)?,
                self.number(text, cols, i + 1)?,
            ));
        }
        Ok(pieces)
    }

    fn show(&self, pos: &Vec<Piece>) -> String {
        match pos[..] {
            [] => "0".into(),
            _ => {
                let pieces: Vec<String> = pos.iter().map(|(r, c)| format!("{r}x{c}")).collect();
                pieces.join(",")
            }
        }
    }

    fn split(&self, pos: &Vec<Piece>) -> Vec<Vec<Piece>> {
        let idle = |&piece: &Piece| {
            Player::BOTH
                .iter()
                .all(|&who| self.0.moves(who, piece).is_empty())
        };
        pos.iter()
            .filter(|piece| !idle(piece))
            .map(|&piece| vec![piece])
            .collect()
    }

    fn join(&self, parts: &[Vec<Piece>]) -> Option<Vec<Piece>> {
        Some(parts.concat())
    }

    fn canon(&self, mut pos: Vec<Piece>) -> Vec<Piece> {
        pos.sort_unstable();
        pos
    }

    fn owned_bytes(&self, pos: &Vec<Piece>) -> usize {
        pos.capacity() * size_of::<Piece>()
    }
}

impl Partizan for Pieces {
    fn moves(&self, who: Player, pos: &Vec<Piece>) -> Result<Vec<Vec<Piece>>> {
        let mut moves = Vec::new();
        for (i, &piece) in pos.iter().enumerate() {
            for mut pieces in self.0.moves(who, piece) {
                pieces.retain(|&(rows, cols)| rows > 0 && cols > 0);
                let mut next = pos.clone();
                next.splice(i..=i, pieces);
                moves.push(next);
            }
        }
        Ok(moves)
    }

    fn canon_signed(&self, pos: Vec<Piece>) -> (Vec<Piece>, bool) {
        let same = self.canon(pos);
        if !self.0.turned_is_negative() {
            return (same, false);
        }
        let other = self.canon(same.iter().map(|&(rows, cols)| (cols, rows)).collect());
        lesser(same, other)
    }
}

impl Short for Pieces {
    fn rank(&self, pos: &Vec<Piece>) -> Rank {
        vec![pos.iter().map(|&piece| self.0.rank(piece)).sum()]
    }
}

/// The squares of a piece.
pub fn area((rows, cols): Piece) -> BigInt {
    BigInt::from(rows) * cols
}

/// A piece with its sides exchanged.
pub fn turned((rows, cols): Piece) -> Piece {
    (cols, rows)
}
