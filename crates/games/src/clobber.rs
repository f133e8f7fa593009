//! Clobber and its relatives: a stone moves onto a stone and removes it; they differ in how stones move and in what they take.

mod piece;

pub use piece::Piece;

use crate::Visitor;
use crate::common::clobber_strip::ClobberStrip;
use bouton_rules::board::{
    Cell, D4, Frame, Grid, Letters, Scene, least_coloured, least_d4, members,
};
use bouton_rules::{Info, PackedParts, Partizan, Player, Rank, Result, Ruleset, Short};

/// The ruleset.
///
/// ```
/// use bouton_games::clobber::{Clobber, Piece};
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let shown = |piece, text| {
///     let game = Clobber { piece };
///     let moves = game.moves(Player::Left, &game.parse(text).unwrap()).unwrap();
///     moves.iter().map(|m| game.show(m)).collect::<Vec<_>>()
/// };
/// assert_eq!(shown(Piece::Stone, "xxo"), ["x.x"]);
/// assert_eq!(shown(Piece::Cannibal, "xx"), ["x.", ".x"]);
/// assert_eq!(shown(Piece::Anti, "x."), ["ox"]);
/// assert_eq!(shown(Piece::Diagonal, "xo|.o"), [".o|.x"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Clobber {
    /// How the stones move.
    pub piece: Piece,
}

impl Ruleset for Clobber {
    type Position = Grid;

    fn info(&self) -> Info {
        let examples = match self.piece {
            Piece::Anti => ["x.o", "xo|ox", "xx.|.xo", "xo|.o|xx"],
            Piece::Diagonal => ["xo|ox", "xx|.o", "xx.|.xo", "xo|.o|xx"],
            _ => ["xoxo", "xo|ox", "xxo|.xo", "xo.ox|ooxx."],
        };
        Info {
            name: self.piece.name().into(),
            rules: self.piece.rules(),
            notation: format!(
                "rows of `.`, `x` (Left) and `o` (Right), separated by `|`{}",
                match self.piece {
                    Piece::Anti | Piece::Diagonal => "",
                    _ => "; a size like 2x3 is the chequered board xox|oxo",
                }
            ),
            theorem: None,
            source: Some("albertetal2005".into()),
            examples: examples.map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        // Nobody can move on a chequered board along diagonals or to free cells: no start for moves of these kinds.
        let start = |board: Grid| match self.piece {
            Piece::Anti | Piece::Diagonal => None,
            _ => Some(board.chequered()),
        };
        Grid::parse_with_start(text, Letters::STONES, start, "xo|ox")
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(Letters::STONES)
    }

    fn size(&self, pos: &Grid) -> usize {
        match self.piece {
            Piece::Anti => pos.area(),
            _ => pos.count(Cell::Left) + pos.count(Cell::Right),
        }
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        let mut parts = Vec::new();
        self.split_into(pos, &mut parts);
        parts
    }

    fn split_into(&self, pos: &Grid, parts: &mut Vec<Grid>) {
        let piece = self.piece;
        let alive = |part: &Grid| match piece {
            Piece::Cannibal => true,
            Piece::Anti => (1..part.area()).contains(&part.count(Cell::Free)),
            _ => part.count(Cell::Left) > 0 && part.count(Cell::Right) > 0,
        };
        let Some(reach) = piece.reach() else {
            return parts.extend(Some(pos.clone()).filter(alive));
        };
        let before = parts.len();
        pos.parts_into(reach, |c| c != Cell::Free, Cell::Free, 2, parts);
        let mut kept = before;
        for i in before..parts.len() {
            if alive(&parts[i]) {
                parts.swap(i, kept);
                kept += 1;
            }
        }
        parts.truncate(kept);
    }

    fn join(&self, parts: &[Grid]) -> Option<Grid> {
        match self.piece.reach() {
            Some(_) => Grid::row_of(parts, Cell::Free).ok(),
            None => parts.first().filter(|_| parts.len() == 1).cloned(),
        }
    }

    fn canon(&self, pos: Grid) -> Grid {
        match self.piece.reach() {
            Some(_) => Grid::sum_of(self.split(&pos), &D4, Cell::Free),
            None => least_d4(&pos),
        }
    }

    fn draw(&self, pos: &Grid) -> Scene {
        Scene::of_grid(pos, Letters::STONES)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }

    fn word(&self, pos: &Grid) -> Option<u64> {
        pos.word()
    }
}

impl Partizan for Clobber {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let mut moves = Vec::new();
        self.moves_into(who, pos, &mut moves)?;
        Ok(moves)
    }

    fn moves_into(&self, who: Player, pos: &Grid, moves: &mut Vec<Grid>) -> Result<()> {
        match pos.frame() {
            Some((frame, planes)) if self.by_steps() => {
                self.moves_by_word(who, pos, frame, planes, moves);
            }
            _ => moves.extend(self.moves_by_cell(who, pos)),
        }
        Ok(())
    }

    fn mobility(&self, pos: &Grid) -> i64 {
        match self.piece {
            Piece::Cannibal | Piece::Anti => {
                let count = |who| self.moves_by_cell(who, pos).len() as i64;
                count(Player::Left) - count(Player::Right)
            }
            // Whom a stone attacks, attacks it: both players always have equally many moves.
            _ => 0,
        }
    }

    fn effort(&self, pos: &Grid) -> i64 {
        // Twice the attacks, and the stones.
        let attacks = match pos.frame() {
            Some((frame, [a, b])) if self.by_steps() => {
                let steps = self.piece.steps().iter();
                let prey = self.prey(frame, a, b);
                let met = steps.map(|&(r, c)| (frame.step(a, r, c) & prey).count_ones());
                met.sum::<u32>() as i64
            }
            _ => self.moves_by_cell(Player::Left, pos).len() as i64,
        };
        2 * attacks + self.size(pos) as i64
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        least_coloured(&pos)
    }

    /// Where stones take any stone and both players move all of them, colours do not matter.
    fn twin_canon(&self, part: Grid) -> Grid {
        if self.piece != Piece::Cannibal {
            return self.canon_signed(part).0;
        }
        let changes = part.cells(Cell::Right).into_iter();
        let changes: Vec<_> = changes.map(|cell| (cell, Cell::Left)).collect();
        least_d4(&part.with(&changes))
    }

    fn twin_parts(&self, pos: &Grid) -> Option<Box<dyn PackedParts<Grid>>> {
        let cannibal = match self.piece {
            Piece::Stone => false,
            Piece::Cannibal => true,
            _ => return None,
        };
        ClobberStrip::new(pos, cannibal).map(|strip| Box::new(strip) as Box<_>)
    }
}

impl Clobber {
    /// Are the moves single steps to cells that border on the stone?
    fn by_steps(&self) -> bool {
        !self.piece.slides() && self.piece != Piece::Knight
    }

    /// The cells that the owner of `mine` may move onto.
    fn prey(&self, frame: Frame, mine: u64, theirs: u64) -> u64 {
        match self.piece {
            Piece::Cannibal => mine | theirs,
            Piece::Anti => frame.all() & !(mine | theirs),
            _ => theirs,
        }
    }

    fn moves_by_word(
        &self,
        who: Player,
        pos: &Grid,
        frame: Frame,
        [a, b]: [u64; 2],
        moves: &mut Vec<Grid>,
    ) {
        let (mine, theirs) = if who == Player::Left { (a, b) } else { (b, a) };
        let prey = self.prey(frame, mine, theirs);
        for &(rows, cols) in self.piece.steps() {
            let shift = rows * pos.cols() as i32 + cols;
            for to in members(frame.step(mine, rows, cols) & prey) {
                let landed = 1u64 << to;
                let from = 1u64 << (to as i32 - shift);
                let behind = if self.piece == Piece::Anti { from } else { 0 };
                let (mine, theirs) = (mine & !from | landed, theirs & !landed | behind);
                moves.push(pos.replaced(if who == Player::Left {
                    [mine, theirs]
                } else {
                    [theirs, mine]
                }));
            }
        }
    }

    /// Cell by cell, for boards of any size and every piece.
    fn moves_by_cell(&self, who: Player, pos: &Grid) -> Vec<Grid> {
        let mine = Cell::stone(who);
        let behind = match self.piece {
            Piece::Anti => Cell::stone(who.other()),
            _ => Cell::Free,
        };
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
                if let Some(to) = to.filter(|&to| self.piece.takes(who, pos.at(to))) {
                    moves.push(pos.with(&[(from, behind), (to, mine)]));
                }
            }
        }
        moves
    }
}

impl Short for Clobber {
    /// Stones, or free cells in the game that fills them.
    fn rank(&self, pos: &Grid) -> Rank {
        vec![match self.piece {
            Piece::Anti => pos.count(Cell::Free).into(),
            _ => (pos.count(Cell::Left) + pos.count(Cell::Right)).into(),
        }]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    for piece in Piece::ALL {
        v.partizan(Clobber { piece });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_rules::ImpartialTwin;
    use bouton_rules::laws::Brute;

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
            for piece in Piece::ALL {
                let game = Clobber { piece };
                if !game.by_steps() {
                    continue;
                }
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

    #[test]
    fn colours_do_not_matter_where_both_move_every_stone() {
        let game = ImpartialTwin(Clobber {
            piece: Piece::Cannibal,
        });
        let mut seen = [0; 3];
        for text in ["xox|oo.", "xo|ox|xx", "oxoo", "xxx|.o.", "ox|xo"] {
            let pos = game.parse(text).unwrap();
            let canon = game.canon_part(pos.clone());
            assert_eq!(canon.count(Cell::Right), 0);
            let brute = Brute::below(&game, vec![pos.clone(), canon.clone()], 50_000).unwrap();
            assert_eq!(brute.grundy(&pos), brute.grundy(&canon), "{text}");
            seen[brute.grundy(&pos).min(2) as usize] += 1;
        }
        assert!(seen[1] + seen[2] > 0, "{seen:?}");
    }
}
