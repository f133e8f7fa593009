//! Chess endings of king and one piece against king: rook (`krk`) or queen (`kqk`).
//!
//! White, who is Left, has the piece. A position without it is a tie, and so is stalemate; the remoteness counts the moves of both
//! players. By symmetry White's king stands in the triangle a1, d1, d4. Tier 0 has the positions of the kings alone, tier 1 the others.

use crate::{End, Indexed, Named, Title};
use bouton_core::{Error, Player, Result};

/// The piece that White has beside the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Moves along rows and columns.
    Rook,
    /// Moves along rows, columns and diagonals.
    Queen,
}

/// Where the pieces stand, by squares from a1 along the rows, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    /// White's king.
    pub king: u8,
    /// White's piece; none if it was taken.
    pub piece: Option<u8>,
    /// Black's king.
    pub black: u8,
    /// White moves.
    pub white_moves: bool,
}

/// The ending with one kind of piece.
pub struct Ending {
    piece: Piece,
    /// By square: the number in the triangle of each of its 64 squares; `NONE` outside.
    corner: [u8; 64],
    /// The squares of the triangle.
    squares: Vec<u8>,
}

const NONE: u8 = u8::MAX;
/// The number of a position that does not exist: kings side by side, or a king that could be taken.
const NOWHERE: u64 = u64::MAX;
const KING: [(i8, i8); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

fn step(square: u8, (r, c): (i8, i8)) -> Option<u8> {
    let (row, column) = ((square / 8) as i8 + r, (square % 8) as i8 + c);
    ((0..8).contains(&row) && (0..8).contains(&column)).then_some((row * 8 + column) as u8)
}

fn beside(a: u8, b: u8) -> bool {
    (a / 8).abs_diff(b / 8).max((a % 8).abs_diff(b % 8)) <= 1
}

fn image(square: u8, symmetry: u8) -> u8 {
    let (mut r, mut c) = (square / 8, square % 8);
    if symmetry & 1 != 0 {
        r = 7 - r;
    }
    if symmetry & 2 != 0 {
        c = 7 - c;
    }
    if symmetry & 4 != 0 {
        (r, c) = (c, r);
    }
    r * 8 + c
}

impl Ending {
    /// The ending with this piece.
    pub fn new(piece: Piece) -> Ending {
        let squares: Vec<u8> = (0..64).filter(|s| s / 8 <= s % 8 && s % 8 < 4).collect();
        let mut corner = [NONE; 64];
        (0u8..)
            .zip(&squares)
            .for_each(|(i, &s)| corner[s as usize] = i);
        Ending {
            piece,
            corner,
            squares,
        }
    }

    fn rays(&self) -> &'static [(i8, i8)] {
        match self.piece {
            Piece::Rook => &KING[..4],
            Piece::Queen => &KING,
        }
    }

    /// The squares that the piece reaches from a square, up to the first one that is taken; that one too with `onto`.
    fn reach(&self, from: u8, taken: [u8; 2], onto: bool, mut visit: impl FnMut(u8)) {
        for &ray in self.rays() {
            let mut at = from;
            while let Some(next) = step(at, ray) {
                at = next;
                let stops = taken.contains(&at);
                if !stops || onto {
                    visit(at);
                }
                if stops {
                    break;
                }
            }
        }
    }

    /// Does White attack a square? Black's king is seen through.
    fn attacked(&self, pos: &Pieces, square: u8) -> bool {
        let mut hit = beside(pos.king, square);
        if let Some(piece) = pos.piece
            && piece != square
        {
            self.reach(piece, [pos.king, NONE], false, |s| hit |= s == square);
        }
        hit
    }

    /// Can the position be one of play: every square has one piece, and whoever does not move is not in check.
    fn exists(&self, pos: &Pieces) -> bool {
        let apart =
            pos.king != pos.black && pos.piece != Some(pos.king) && pos.piece != Some(pos.black);
        apart && !beside(pos.king, pos.black) && !(pos.white_moves && self.attacked(pos, pos.black))
    }
}

impl Indexed for Ending {
    type Position = Pieces;

    fn tiers(&self) -> u32 {
        2
    }

    fn count(&self, tier: u32) -> u64 {
        let kings = self.squares.len() as u64 * 64 * 2;
        if tier == 0 { kings } else { kings * 64 }
    }

    fn below(&self, tier: u32) -> Vec<u32> {
        (0..tier).collect()
    }

    fn position(&self, tier: u32, index: u64) -> Pieces {
        let (rest, piece) = match tier {
            0 => (index, None),
            _ => (index / 64, Some((index % 64) as u8)),
        };
        Pieces {
            king: self.squares[(rest / 128) as usize],
            piece,
            black: (rest / 2 % 64) as u8,
            white_moves: rest.is_multiple_of(2),
        }
    }

    fn index(&self, pos: &Pieces) -> (u32, u64) {
        let tier = u32::from(pos.piece.is_some());
        if !self.exists(pos) {
            return (tier, NOWHERE);
        }
        let number = |symmetry| {
            let king = self.corner[image(pos.king, symmetry) as usize];
            let rest = (u64::from(king) * 64 + u64::from(image(pos.black, symmetry))) * 2
                + u64::from(!pos.white_moves);
            let number = match pos.piece {
                None => rest,
                Some(piece) => rest * 64 + u64::from(image(piece, symmetry)),
            };
            (king != NONE).then_some(number)
        };
        (tier, (0..8).filter_map(number).min().unwrap_or(NOWHERE))
    }

    fn weight(&self, tier: u32, index: u64) -> u64 {
        let pos = self.position(tier, index);
        if self.index(&pos) != (tier, index) {
            return 0;
        }
        let all: std::collections::HashSet<[u8; 3]> = (0..8)
            .map(|s| {
                [
                    image(pos.king, s),
                    image(pos.black, s),
                    pos.piece.map_or(NONE, |p| image(p, s)),
                ]
            })
            .collect();
        all.len() as u64
    }

    fn end(&self, pos: &Pieces) -> Option<End> {
        pos.piece.is_none().then_some(End::Tie)
    }

    fn stuck(&self, pos: &Pieces) -> End {
        match !pos.white_moves && self.attacked(pos, pos.black) {
            true => End::Lose,
            false => End::Tie,
        }
    }

    fn moves(&self, pos: &Pieces, out: &mut Vec<Pieces>) {
        let mut add = |next: Pieces| {
            if self.exists(&next) {
                out.push(Pieces {
                    white_moves: !pos.white_moves,
                    ..next
                });
            }
        };
        if !pos.white_moves {
            for black in KING.iter().filter_map(|&s| step(pos.black, s)) {
                let next = Pieces {
                    black,
                    piece: pos.piece.filter(|&p| p != black),
                    ..*pos
                };
                // The square must not be attacked by what is left.
                if !self.attacked(&next, black) {
                    add(next);
                }
            }
            return;
        }
        for king in KING.iter().filter_map(|&s| step(pos.king, s)) {
            add(Pieces {
                king,
                white_moves: false,
                ..*pos
            });
        }
        if let Some(piece) = pos.piece {
            self.reach(piece, [pos.king, pos.black], false, |square| {
                add(Pieces {
                    piece: Some(square),
                    white_moves: false,
                    ..*pos
                });
            });
        }
    }

    fn sources(&self, pos: &Pieces, out: &mut Vec<Pieces>) {
        let Some(piece) = pos.piece else {
            return;
        };
        let mut add = |before: Pieces| {
            if self.exists(&before) {
                out.push(before);
            }
        };
        if pos.white_moves {
            for black in KING.iter().filter_map(|&s| step(pos.black, s)) {
                add(Pieces {
                    black,
                    white_moves: false,
                    ..*pos
                });
            }
            return;
        }
        for king in KING.iter().filter_map(|&s| step(pos.king, s)) {
            add(Pieces {
                king,
                white_moves: true,
                ..*pos
            });
        }
        self.reach(piece, [pos.king, pos.black], false, |square| {
            add(Pieces {
                piece: Some(square),
                white_moves: true,
                ..*pos
            });
        });
    }
}

impl Named for Ending {
    fn title(&self) -> Title {
        Title {
            game: match self.piece {
                Piece::Rook => "krk".into(),
                Piece::Queen => "kqk".into(),
            },
            position: String::new(),
            play: "normal".into(),
            relative: false,
            rules: String::new(),
        }
    }

    /// The first field of a position in FEN, with ` w` or ` b` behind it where `to_move` does not say who moves.
    fn parse(&self, text: &str, to_move: Player) -> Result<Pieces> {
        let letter = match self.piece {
            Piece::Rook => 'R',
            Piece::Queen => 'Q',
        };
        let wrong = |why: String| {
            Error::input(format!(
                "`{text}`: {why}; write the board as in FEN with one K, one {letter} (or none) and one k, such as `8/8/8/4k3/8/8/8/K6{letter} w`"
            ))
        };
        let mut fields = text.split_whitespace();
        let board = fields.next().unwrap_or_default();
        let white_moves = match fields.next() {
            None => to_move == Player::Left,
            Some("w") => true,
            Some("b") => false,
            Some(other) => return Err(wrong(format!("`{other}` does not say who moves"))),
        };
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != 8 {
            return Err(wrong(format!("a board has 8 rows, not {}", rows.len())));
        }
        let mut found: [Option<u8>; 3] = [None; 3];
        for (r, row) in rows.iter().enumerate() {
            let mut column = 0;
            for c in row.chars() {
                if let Some(free) = c.to_digit(10) {
                    column += free;
                    continue;
                }
                let Some(which) = ['K', letter, 'k'].iter().position(|&l| l == c) else {
                    return Err(wrong(format!("`{c}` in row {}", r + 1)));
                };
                if column > 7
                    || found[which]
                        .replace(((7 - r) as u32 * 8 + column) as u8)
                        .is_some()
                {
                    return Err(wrong(format!(
                        "row {} is too long, or has a second {c}",
                        r + 1
                    )));
                }
                column += 1;
            }
            if column != 8 {
                return Err(wrong(format!("row {} has {column} squares", r + 1)));
            }
        }
        let [Some(king), piece, Some(black)] = found else {
            return Err(wrong("a king is missing".into()));
        };
        let pos = Pieces {
            king,
            piece,
            black,
            white_moves,
        };
        if !self.exists(&pos) {
            return Err(wrong(
                "the kings are side by side, or the player who does not move is in check".into(),
            ));
        }
        Ok(pos)
    }

    fn show(&self, pos: &Pieces, _to_move: Player) -> String {
        let mut out = String::new();
        for r in (0..8).rev() {
            let mut free = 0;
            for c in 0..8 {
                let square = r * 8 + c;
                let letter = if square == pos.king {
                    'K'
                } else if square == pos.black {
                    'k'
                } else if Some(square) == pos.piece {
                    if self.piece == Piece::Rook { 'R' } else { 'Q' }
                } else {
                    free += 1;
                    continue;
                };
                if free > 0 {
                    out.push_str(&free.to_string());
                    free = 0;
                }
                out.push(letter);
            }
            if free > 0 {
                out.push_str(&free.to_string());
            }
            if r > 0 {
                out.push('/');
            }
        }
        out.push_str(if pos.white_moves { " w" } else { " b" });
        out
    }

    fn mover(&self, pos: &Pieces) -> Option<Player> {
        Some(if pos.white_moves {
            Player::Left
        } else {
            Player::Right
        })
    }
}
