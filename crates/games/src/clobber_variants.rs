//! Relatives of Clobber: other directions, other prey, stones left behind.

use crate::Visitor;
use bouton_rules::board::{Cell, D4, Grid, Letters, Reach, Scene, least_d4, members};
use bouton_rules::{Info, Partizan, Player, Rank, Result, Ruleset, Short, lesser};

/// How the rules differ from Clobber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Own stones may be taken as well.
    Cannibal,
    /// A stone moves onto a free neighbour and leaves an enemy stone behind.
    Anti,
    /// Stones move diagonally.
    Diagonal,
}

/// The ruleset.
///
/// ```
/// use bouton_games::clobber_variants::{ClobberVariant, Variant};
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let shown = |variant, text| {
///     let game = ClobberVariant { variant };
///     let moves = game.moves(Player::Left, &game.parse(text).unwrap()).unwrap();
///     moves.iter().map(|m| game.show(m)).collect::<Vec<_>>()
/// };
/// assert_eq!(shown(Variant::Cannibal, "xx"), ["x.", ".x"]);
/// assert_eq!(shown(Variant::Anti, "x."), ["ox"]);
/// assert_eq!(shown(Variant::Diagonal, "xo|.o"), [".o|.x"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ClobberVariant {
    /// What differs.
    pub variant: Variant,
}

const ORTHOGONAL: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl ClobberVariant {
    fn steps(&self) -> [(i32, i32); 4] {
        match self.variant {
            Variant::Diagonal => DIAGONAL,
            _ => ORTHOGONAL,
        }
    }

    /// May a stone of `who` move onto a cell?
    fn takes(&self, who: Player, cell: Cell) -> bool {
        match self.variant {
            Variant::Cannibal => cell == Cell::Left || cell == Cell::Right,
            Variant::Anti => cell == Cell::Free,
            Variant::Diagonal => cell == Cell::stone(who.other()),
        }
    }

    fn moves_by_cell(&self, who: Player, pos: &Grid) -> Vec<Grid> {
        let mine = Cell::stone(who);
        let behind = match self.variant {
            Variant::Anti => Cell::stone(who.other()),
            _ => Cell::Free,
        };
        let mut moves = Vec::new();
        for (rows, cols) in self.steps() {
            for from in pos.cells(mine) {
                let to = pos.beside(from, rows as isize, cols as isize);
                if let Some(to) = to.filter(|&to| self.takes(who, pos.at(to))) {
                    moves.push(pos.with(&[(from, behind), (to, mine)]));
                }
            }
        }
        moves
    }
}

impl Ruleset for ClobberVariant {
    type Position = Grid;

    fn info(&self) -> Info {
        let (name, rules) = match self.variant {
            Variant::Cannibal => (
                "cannibal-clobber",
                "Left moves an x onto a neighbouring stone, of either colour, and removes it; Right does the same with an o.",
            ),
            Variant::Anti => (
                "anti-clobber",
                "Left moves an x onto a free neighbouring cell and leaves an o behind; Right moves an o and leaves an x.",
            ),
            Variant::Diagonal => (
                "diagonal-clobber",
                "Left moves an x diagonally onto an o and removes it, Right an o onto an x.",
            ),
        };
        Info {
            name: name.into(),
            rules: rules.into(),
            notation: "rows of `.`, `x` (Left) and `o` (Right), separated by `|`".into(),
            theorem: None,
            source: Some("albertetal2005".into()),
            examples: ["xoxo", "xo|ox", "xx.|.xo", "xo|.o|xx"]
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
        match self.variant {
            Variant::Anti => pos.area(),
            _ => pos.area() - pos.count(Cell::Free),
        }
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        let mut parts = match self.variant {
            Variant::Cannibal => pos.parts(Reach::Orthogonal, |c| c != Cell::Free, Cell::Free, 2),
            Variant::Diagonal => pos.parts(Reach::King, |c| c != Cell::Free, Cell::Free, 2),
            Variant::Anti => vec![pos.clone()],
        };
        let stuck = |part: &Grid| match self.variant {
            Variant::Cannibal => false,
            Variant::Diagonal => part.count(Cell::Left) == 0 || part.count(Cell::Right) == 0,
            Variant::Anti => part.count(Cell::Free) == 0 || part.count(Cell::Free) == part.area(),
        };
        parts.retain(|part| !stuck(part));
        parts
    }

    fn join(&self, parts: &[Grid]) -> Option<Grid> {
        match self.variant {
            Variant::Anti => parts.first().filter(|_| parts.len() == 1).cloned(),
            _ => Grid::row_of(parts, Cell::Free).ok(),
        }
    }

    fn canon(&self, pos: Grid) -> Grid {
        match self.variant {
            Variant::Anti => least_d4(&pos),
            _ => Grid::sum_of(self.split(&pos), &D4, Cell::Free),
        }
    }

    fn draw(&self, pos: &Grid) -> Scene {
        Scene::of_grid(pos, Letters::STONES)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }
}

impl Partizan for ClobberVariant {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let Some((frame, [a, b])) = pos.frame() else {
            return Ok(self.moves_by_cell(who, pos));
        };
        let (mine, theirs) = if who == Player::Left { (a, b) } else { (b, a) };
        let prey = match self.variant {
            Variant::Cannibal => a | b,
            Variant::Anti => frame.all() & !(a | b),
            Variant::Diagonal => theirs,
        };
        let mut moves = Vec::new();
        for (rows, cols) in self.steps() {
            let shift = rows * pos.cols() as i32 + cols;
            for to in members(frame.step(mine, rows, cols) & prey) {
                let landed = 1u64 << to;
                let from = 1u64 << (to as i32 - shift);
                let behind = if self.variant == Variant::Anti {
                    from
                } else {
                    0
                };
                let (mine, theirs) = (mine & !from | landed, theirs & !landed | behind);
                moves.push(pos.replaced(match who {
                    Player::Left => [mine, theirs],
                    Player::Right => [theirs, mine],
                }));
            }
        }
        Ok(moves)
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        lesser(least_d4(&pos), least_d4(&pos.colours_swapped()))
    }
}

impl Short for ClobberVariant {
    /// Stones, or free cells in the game that fills them.
    fn rank(&self, pos: &Grid) -> Rank {
        let free = pos.count(Cell::Free);
        vec![match self.variant {
            Variant::Anti => free.into(),
            _ => (pos.area() - free).into(),
        }]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    for variant in [Variant::Cannibal, Variant::Anti, Variant::Diagonal] {
        v.partizan(ClobberVariant { variant });
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
                let cells = [Cell::Free, Cell::Left, Cell::Right];
                pos.set(i, cells[(code / 3u32.pow(i as u32) % 3) as usize]);
            }
            for variant in [Variant::Cannibal, Variant::Anti, Variant::Diagonal] {
                let game = ClobberVariant { variant };
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
