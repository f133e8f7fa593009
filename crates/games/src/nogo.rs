//! NoGo: players place stones so that every group of either colour keeps a free neighbour.

use crate::Visitor;
use bouton_rules::board::{
    Cell, D4, Frame, Grid, Letters, Reach, Scene, joined_cells, least_coloured, members,
    regions_by_cell,
};
use bouton_rules::heaps::shorten;
use bouton_rules::{Error, Info, Partizan, Player, Rank, Result, Ruleset, Short};

/// The ruleset.
///
/// ```
/// use bouton_games::nogo::NoGo;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let row = NoGo.parse("x..").unwrap();
/// let moves = NoGo.moves(Player::Right, &row).unwrap();
/// assert_eq!(moves.iter().map(|m| NoGo.show(m)).collect::<Vec<_>>(), ["x.o"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGo;

impl Ruleset for NoGo {
    type Position = Grid;

    fn info(&self) -> Info {
        Info {
            name: "nogo".into(),
            rules: "Put a stone of yours on a free cell, so that afterwards every connected group of either colour has a free \
                    neighbour."
                .into(),
            notation: "rows of `.`, `x` (Left), `o` (Right) and `#` (no cell), separated by `|`".into(),
            theorem: None,
            source: Some("chouetal2011".into()),
            examples: ["....", "x..|...", "..#|.o.", "1x6"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        let pos = Grid::parse(text, Letters::ALL)?;
        match dead_group(&pos) {
            None => Ok(pos),
            Some(cell) => Err(Error::input(format!(
                "board `{}`: the group of row {}, column {} has no free neighbour; every group needs one",
                shorten(text),
                cell / pos.cols() + 1,
                cell % pos.cols() + 1
            ))),
        }
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(Letters::ALL)
    }

    fn size(&self, pos: &Grid) -> usize {
        pos.count(Cell::Free)
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        let mut parts = Vec::new();
        self.split_into(pos, &mut parts);
        parts
    }

    fn split_into(&self, pos: &Grid, parts: &mut Vec<Grid>) {
        let Some((frame, [a, b])) = pos.frame() else {
            return parts.extend(parts_by_cell(pos));
        };
        let free = frame.all() & !(a | b);
        let (left, right) = (free | a & !b, free | b & !a);
        let mut open = free;
        while open != 0 {
            let mut part = open & open.wrapping_neg();
            loop {
                let next =
                    part | frame.beside(part & left) & left | frame.beside(part & right) & right;
                if next == part {
                    break;
                }
                part = next;
            }
            open &= !part;
            if part & (part - 1) != 0 {
                parts.push(squeezed(pos.cut_word(part, Cell::Block)));
            }
        }
    }

    fn join(&self, parts: &[Grid]) -> Option<Grid> {
        Grid::row_of(parts, Cell::Block).ok()
    }

    fn canon(&self, pos: Grid) -> Grid {
        Grid::sum_of(self.split(&pos), &D4, Cell::Block)
    }

    fn draw(&self, pos: &Grid) -> Scene {
        Scene::of_grid(pos, Letters::ALL)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }

    fn word(&self, pos: &Grid) -> Option<u64> {
        pos.word()
    }
}

impl Partizan for NoGo {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        Ok(match pos.frame() {
            Some((frame, planes)) => moves_by_word(who, pos, frame, planes),
            None => moves_by_cell(who, pos),
        })
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        least_coloured(&pos)
    }

    /// Strips have few parts, boards many; on long strips it takes more of them to win the time back.
    fn exact_size(&self, pos: &Grid) -> usize {
        match (pos.rows(), pos.count(Cell::Free)) {
            (1, 24..) => 10,
            (1, _) => 8,
            _ => 0,
        }
    }
}

/// Cells that hang together through free cells and stones of one colour. Stones of different colours side by side only take
/// a neighbour from each other, as the edge of the board does.
fn parts_by_cell(pos: &Grid) -> Vec<Grid> {
    let joined = |one: Cell, other: Cell| {
        one != Cell::Block
            && other != Cell::Block
            && (one == other || one == Cell::Free || other == Cell::Free)
    };
    let parts = joined_cells(
        pos.area(),
        |cell| pos.neighbours(cell, Reach::Orthogonal),
        |cell| pos.at(cell) == Cell::Free,
        |cell, other| joined(pos.at(cell), pos.at(other)),
    );
    let parts = parts.iter().filter(|part| part.len() > 1);
    parts
        .map(|part| squeezed(pos.cut(part, Cell::Block)))
        .collect()
}

/// On a strip a run of stones of one colour is as good as one stone.
fn squeezed(part: Grid) -> Grid {
    if part.rows() != 1 {
        return part;
    }
    let keep = |i: &usize| *i == 0 || part.at(*i) == Cell::Free || part.at(*i) != part.at(*i - 1);
    let cells: Vec<Cell> = (0..part.cols()).filter(keep).map(|i| part.at(i)).collect();
    let Ok(mut out) = Grid::new(1, cells.len()) else {
        return part;
    };
    for (i, &cell) in cells.iter().enumerate() {
        out.set(i, cell);
    }
    out
}

/// A move is legal iff the group it makes keeps a free neighbour and no enemy group beside it had this cell as its last.
fn moves_by_word(who: Player, pos: &Grid, frame: Frame, [a, b]: [u64; 2]) -> Vec<Grid> {
    let free = frame.all() & !(a | b);
    let (mine, theirs) = if who == Player::Left {
        (a & !b, b & !a)
    } else {
        (b & !a, a & !b)
    };
    let mut moves = Vec::new();
    for at in members(free) {
        let stone = 1u64 << at;
        let left = free & !stone;
        let beside = frame.beside(stone);
        if beside & left == 0 {
            let group = frame.flood(stone, mine | stone);
            if frame.beside(group) & left == 0 {
                continue;
            }
        }
        let mut enemies = beside & theirs;
        let mut legal = true;
        while enemies != 0 {
            let group = frame.flood(enemies & enemies.wrapping_neg(), theirs);
            if frame.beside(group) & left == 0 {
                legal = false;
                break;
            }
            enemies &= !group;
        }
        if legal {
            moves.push(pos.replaced(if who == Player::Left {
                [a | stone, b]
            } else {
                [a, b | stone]
            }));
        }
    }
    moves
}

/// The first cell of a group without a free neighbour.
fn dead_group(pos: &Grid) -> Option<usize> {
    let free = |cell: usize| pos.at(cell) == Cell::Free;
    let lives = |group: &Vec<usize>| {
        let mut beside = group
            .iter()
            .flat_map(|&cell| pos.neighbours(cell, Reach::Orthogonal));
        beside.any(free)
    };
    [Cell::Left, Cell::Right].into_iter().find_map(|colour| {
        let groups = regions_by_cell(pos, Reach::Orthogonal, |i| pos.at(i) == colour);
        groups
            .iter()
            .find(|group| !lives(group))
            .map(|group| group[0])
    })
}

/// From the definition: every group of the board after the move is looked at.
fn moves_by_cell(who: Player, pos: &Grid) -> Vec<Grid> {
    let moves = pos
        .cells(Cell::Free)
        .into_iter()
        .map(|cell| pos.with(&[(cell, Cell::stone(who))]));
    moves.filter(|next| dead_group(next).is_none()).collect()
}

impl Short for NoGo {
    fn rank(&self, pos: &Grid) -> Rank {
        vec![pos.count(Cell::Free).into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(NoGo);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_by_words_and_by_cells_agree() {
        // Everything reachable from two boards: the fast rule relies on the groups before the move being alive.
        for start in ["...|..#|...", "2x4", "1x9"] {
            let mut open = vec![NoGo.parse(start).unwrap()];
            let mut seen = std::collections::HashSet::new();
            while let Some(pos) = open.pop() {
                if !seen.insert(pos.clone()) {
                    continue;
                }
                for who in Player::BOTH {
                    let fast = NoGo.moves(who, &pos).unwrap();
                    assert_eq!(fast, moves_by_cell(who, &pos), "{pos:?}");
                    let parts = NoGo.split(&pos);
                    assert_eq!(parts, parts_by_cell(&pos));
                    // No move is lost or added by taking apart.
                    let split: usize = parts.iter().map(|p| moves_by_cell(who, p).len()).sum();
                    assert_eq!(fast.len(), split, "{pos:?}");
                    open.extend(fast);
                }
            }
            assert!(seen.len() > 500);
        }
    }
}
