//! NoGo: players place stones so that every group of either colour keeps a free neighbour.

use crate::Visitor;
use bouton_rules::board::{
    Cell, D4, Frame, Grid, Letters, Reach, Scene, least_d4, members, regions_by_cell,
};
use bouton_rules::{Info, Partizan, Player, Rank, Result, Ruleset, Short};

const STEPS: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

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
        Grid::parse(text, Letters::ALL)
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(Letters::ALL)
    }

    fn size(&self, pos: &Grid) -> usize {
        pos.count(Cell::Free)
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        let mut parts = pos.parts(Reach::Orthogonal, |c| c != Cell::Block, Cell::Block, 2);
        parts.retain(|p| p.count(Cell::Free) > 0);
        parts
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
}

impl Partizan for NoGo {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        Ok(match pos.frame() {
            Some((frame, planes)) => moves_by_word(who, pos, frame, planes),
            None => moves_by_cell(who, pos),
        })
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        let same = least_d4(&pos);
        let other = least_d4(&pos.colours_swapped());
        if other < same {
            (other, true)
        } else {
            (same, false)
        }
    }
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

/// From the definition: every group of the board after the move is looked at.
fn moves_by_cell(who: Player, pos: &Grid) -> Vec<Grid> {
    let alive = |pos: &Grid, colour: Cell| {
        regions_by_cell(pos, Reach::Orthogonal, |i| pos.at(i) == colour)
            .iter()
            .all(|group| {
                group.iter().any(|&i| {
                    STEPS
                        .iter()
                        .any(|&(r, c)| pos.beside(i, r, c).is_some_and(|j| pos.at(j) == Cell::Free))
                })
            })
    };
    let moves = pos
        .cells(Cell::Free)
        .into_iter()
        .map(|cell| pos.with(&[(cell, Cell::stone(who))]));
    moves
        .filter(|next| alive(next, Cell::Left) && alive(next, Cell::Right))
        .collect()
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
        for start in ["...|..#|...", "2x4"] {
            let mut open = vec![NoGo.parse(start).unwrap()];
            let mut seen = std::collections::HashSet::new();
            while let Some(pos) = open.pop() {
                if !seen.insert(pos.clone()) {
                    continue;
                }
                for who in Player::BOTH {
                    let fast = NoGo.moves(who, &pos).unwrap();
                    assert_eq!(fast, moves_by_cell(who, &pos), "{pos:?}");
                    open.extend(fast);
                }
            }
            assert!(seen.len() > 500);
        }
    }
}
