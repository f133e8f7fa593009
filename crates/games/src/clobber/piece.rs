//! The pieces of Clobber and its relatives: how a stone moves and what it takes.

use bouton_rules::Player;
use bouton_rules::board::{Cell, Reach};

/// How a stone moves, and what it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// One step orthogonally onto an enemy: Clobber itself.
    Stone,
    /// One step in any of eight directions onto an enemy.
    King,
    /// A knight's move of chess onto an enemy.
    Knight,
    /// Over any number of free cells orthogonally onto an enemy.
    Rook,
    /// Over any number of free cells in any of eight directions onto an enemy.
    Queen,
    /// One step diagonally onto an enemy.
    Diagonal,
    /// One step orthogonally onto any stone, of its own colour as well.
    Cannibal,
    /// One step orthogonally onto a free cell; an enemy stone stays behind.
    Anti,
}

impl Piece {
    pub(super) const ALL: [Piece; 8] = [
        Piece::Stone,
        Piece::King,
        Piece::Knight,
        Piece::Rook,
        Piece::Queen,
        Piece::Diagonal,
        Piece::Cannibal,
        Piece::Anti,
    ];

    pub(super) fn steps(self) -> &'static [(i32, i32)] {
        const KNIGHT: [(i32, i32); 8] = [
            (-2, -1),
            (-2, 1),
            (-1, -2),
            (-1, 2),
            (1, -2),
            (1, 2),
            (2, -1),
            (2, 1),
        ];
        match self {
            Piece::Stone | Piece::Rook | Piece::Cannibal | Piece::Anti => Reach::Orthogonal.steps(),
            Piece::King | Piece::Queen => Reach::King.steps(),
            Piece::Diagonal => &Reach::King.steps()[4..],
            Piece::Knight => &KNIGHT,
        }
    }

    pub(super) fn slides(self) -> bool {
        matches!(self, Piece::Rook | Piece::Queen)
    }

    /// Which cells stones meet on, where a part is what hangs together.
    pub(super) fn reach(self) -> Option<Reach> {
        match self {
            Piece::Stone | Piece::Cannibal => Some(Reach::Orthogonal),
            Piece::King | Piece::Diagonal => Some(Reach::King),
            Piece::Knight | Piece::Rook | Piece::Queen | Piece::Anti => None,
        }
    }

    /// May a stone of `who` move onto a cell?
    pub(super) fn takes(self, who: Player, cell: Cell) -> bool {
        match self {
            Piece::Cannibal => cell == Cell::Left || cell == Cell::Right,
            Piece::Anti => cell == Cell::Free,
            _ => cell == Cell::stone(who.other()),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Piece::Stone => "clobber",
            Piece::King => "clobber-kings",
            Piece::Knight => "clobber-knights",
            Piece::Rook => "clobber-rooks",
            Piece::Queen => "clobber-queens",
            Piece::Diagonal => "diagonal-clobber",
            Piece::Cannibal => "cannibal-clobber",
            Piece::Anti => "anti-clobber",
        }
    }

    pub(super) fn rules(self) -> String {
        let like = match self {
            Piece::Anti => {
                return "Left moves an x onto a free neighbouring cell and leaves an o behind; Right moves an o and leaves an x."
                    .into();
            }
            Piece::Cannibal => {
                return "Left moves an x onto a neighbouring stone, of either colour, and removes it; Right does the same with an o."
                    .into();
            }
            Piece::Stone => "onto a neighbouring o",
            Piece::Diagonal => "diagonally onto an o",
            Piece::King => "like a king of chess onto an o",
            Piece::Knight => "like a knight of chess onto an o",
            Piece::Rook => "like a rook of chess onto an o",
            Piece::Queen => "like a queen of chess onto an o",
        };
        format!("Left moves an x {like} and removes it, Right an o onto an x.")
    }
}
