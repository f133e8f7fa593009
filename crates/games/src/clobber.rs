//! Clobber and its relatives: a stone moves onto an enemy stone and removes it.

use crate::Visitor;
use bouton_rules::board::{Cell, D4, Frame, Grid, Letters, Reach, Scene, least_d4, members};
use bouton_rules::{Info, Partizan, Player, Rank, Result, Ruleset, Short, lesser};

/// How far a stone reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// One step orthogonally: Clobber itself.
    Stone,
    /// One step in any of eight directions.
    King,
    /// A knight's move of chess.
    Knight,
    /// Any number of free cells orthogonally.
    Rook,
    /// Any number of free cells in any of eight directions.
    Queen,
}

const ORTHOGONAL: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const KING: [(i32, i32); 8] = [
    (-1, 0),
    (0, -1),
    (0, 1),
    (1, 0),
    (-1, -1),
    (-1, 1),
    (1, -1),
    (1, 1),
];
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

impl Piece {
    fn steps(self) -> &'static [(i32, i32)] {
        match self {
            Piece::Stone | Piece::Rook => &ORTHOGONAL,
            Piece::King | Piece::Queen => &KING,
            Piece::Knight => &KNIGHT,
        }
    }

    fn slides(self) -> bool {
        matches!(self, Piece::Rook | Piece::Queen)
    }

    fn name(self) -> &'static str {
        match self {
            Piece::Stone => "stone",
            Piece::King => "king",
            Piece::Knight => "knight",
            Piece::Rook => "rook",
            Piece::Queen => "queen",
        }
    }
}

/// The ruleset.
///
/// ```
/// use bouton_games::clobber::{Clobber, Piece};
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let game = Clobber { piece: Piece::Stone };
/// let row = game.parse("xxo").unwrap();
/// let moves = game.moves(Player::Left, &row).unwrap();
/// assert_eq!(moves.iter().map(|m| game.show(m)).collect::<Vec<_>>(), ["x.x"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Clobber {
    /// How the stones move.
    pub piece: Piece,
}

impl Ruleset for Clobber {
    type Position = Grid;

    fn info(&self) -> Info {
        let name = match self.piece {
            Piece::Stone => "clobber".into(),
            piece => format!("clobber-{}s", piece.name()),
        };
        Info {
            name,
            rules: format!(
                "Left moves an x like a {} onto an o and removes it, Right an o onto an x.",
                self.piece.name()
            ),
            notation: "rows of `.`, `x` (Left) and `o` (Right), separated by `|`".into(),
            theorem: None,
            source: Some("albertetal2005".into()),
            examples: ["xoxo", "xo|ox", "xxo|.xo", "xo.ox|ooxx."]
                .map(String::from)
                .into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        Grid::parse(text, Letters::STONES)
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(Letters::STONES)
    }

    fn size(&self, pos: &Grid) -> usize {
        pos.count(Cell::Left) + pos.count(Cell::Right)
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        let mut parts = Vec::new();
        self.split_into(pos, &mut parts);
        parts
    }

    fn split_into(&self, pos: &Grid, parts: &mut Vec<Grid>) {
        let both = |part: &Grid| part.count(Cell::Left) > 0 && part.count(Cell::Right) > 0;
        let reach = match self.piece {
            Piece::Stone => Reach::Orthogonal,
            Piece::King => Reach::King,
            _ => return parts.extend(Some(pos.clone()).filter(both)),
        };
        let before = parts.len();
        pos.parts_into(reach, |c| c != Cell::Free, Cell::Free, 2, parts);
        let mut kept = before;
        for i in before..parts.len() {
            if both(&parts[i]) {
                parts.swap(i, kept);
                kept += 1;
            }
        }
        parts.truncate(kept);
    }

    fn join(&self, parts: &[Grid]) -> Option<Grid> {
        match self.piece {
            Piece::Stone | Piece::King => Grid::row_of(parts, Cell::Free).ok(),
            _ => parts.first().filter(|_| parts.len() == 1).cloned(),
        }
    }

    fn canon(&self, pos: Grid) -> Grid {
        match self.piece {
            Piece::Stone | Piece::King => Grid::sum_of(self.split(&pos), &D4, Cell::Free),
            _ => least_d4(&pos),
        }
    }

    fn draw(&self, pos: &Grid) -> Scene {
        Scene::of_grid(pos, Letters::STONES)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }
}

impl Partizan for Clobber {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        match pos.frame() {
            Some((frame, [a, b])) if !self.piece.slides() && self.piece != Piece::Knight => {
                Ok(self.moves_by_word(who, pos, frame, a, b))
            }
            _ => Ok(self.moves_by_cell(who, pos)),
        }
    }

    fn mobility(&self, _: &Grid) -> i64 {
        0 // Whom a stone attacks, attacks it: both players always have equally many moves.
    }

    fn effort(&self, pos: &Grid) -> i64 {
        // Twice the attacks, and the stones.
        let attacks = match pos.frame() {
            Some((frame, [a, b])) if !self.piece.slides() && self.piece != Piece::Knight => {
                let steps = self.piece.steps().iter();
                let met = steps.map(|&(r, c)| (frame.step(a, r, c) & b).count_ones());
                met.sum::<u32>() as i64
            }
            _ => self.moves_by_cell(Player::Left, pos).len() as i64,
        };
        2 * attacks + self.size(pos) as i64
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        lesser(least_d4(&pos), least_d4(&pos.colours_swapped()))
    }
}

impl Clobber {
    fn moves_by_word(&self, who: Player, pos: &Grid, frame: Frame, a: u64, b: u64) -> Vec<Grid> {
        let (mine, theirs) = if who == Player::Left { (a, b) } else { (b, a) };
        let mut moves = Vec::new();
        for &(rows, cols) in self.piece.steps() {
            let shift = rows * pos.cols() as i32 + cols;
            for to in members(frame.step(mine, rows, cols) & theirs) {
                let landed = 1u64 << to;
                let from = 1u64 << (to as i32 - shift);
                let (mine, theirs) = (mine & !from | landed, theirs & !landed);
                moves.push(pos.replaced(if who == Player::Left {
                    [mine, theirs]
                } else {
                    [theirs, mine]
                }));
            }
        }
        moves
    }

    /// Cell by cell, for boards of any size and every piece.
    fn moves_by_cell(&self, who: Player, pos: &Grid) -> Vec<Grid> {
        let (mine, theirs) = (Cell::stone(who), Cell::stone(who.other()));
        let mut moves = Vec::new();
        for &(rows, cols) in self.piece.steps() {
            for from in pos.cells(mine) {
                let mut to = pos.beside(from, rows as isize, cols as isize);
                while self.piece.slides()
                    && let Some(cell) = to
                    && pos.at(cell) == Cell::Free
                {
                    to = pos.beside(cell, rows as isize, cols as isize);
                }
                if let Some(to) = to.filter(|&to| pos.at(to) == theirs) {
                    moves.push(pos.with(&[(from, Cell::Free), (to, mine)]));
                }
            }
        }
        moves
    }
}

impl Short for Clobber {
    fn rank(&self, pos: &Grid) -> Rank {
        vec![(pos.count(Cell::Left) + pos.count(Cell::Right)).into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    for piece in [
        Piece::Stone,
        Piece::King,
        Piece::Knight,
        Piece::Rook,
        Piece::Queen,
    ] {
        v.partizan(Clobber { piece });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_by_words_and_by_cells_agree() {
        let mut seen = 0;
        for code in 0..729u32 {
            let mut pos = Grid::new(2, 3).unwrap();
            for i in 0..6 {
                pos.set(
                    i,
                    [Cell::Free, Cell::Left, Cell::Right][(code / 3u32.pow(i as u32) % 3) as usize],
                );
            }
            for piece in [Piece::Stone, Piece::King] {
                let game = Clobber { piece };
                for who in Player::BOTH {
                    let mut fast = game.moves(who, &pos).unwrap();
                    let mut slow = game.moves_by_cell(who, &pos);
                    fast.sort();
                    slow.sort();
                    assert_eq!(fast, slow);
                    seen += fast.len();
                }
            }
        }
        assert!(seen > 1000);
    }
}
