//! Tic-tac-toe and its kin: who first has so many stones in a line wins, and a full board is a tie.

use crate::Visitor;
use bouton_rules::board::{Cell, D4, Frame, Grid, Letters, Scene, V4, least_image};
use bouton_rules::{Decided, Decision, Info, Partizan, Player, Rank, Result, Ruleset, Short};

/// The ruleset.
///
/// ```
/// use bouton_games::in_a_row::InARow;
/// use bouton_rules::{Decided, Decision, Player, Ruleset};
/// let game = InARow { length: 3, drop: false };
/// let board = game.parse("xo.|ox.|..x").unwrap();
/// assert_eq!(game.decided(Player::Right, &board), Some(Decision::Lose));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InARow {
    /// How many stones in a line win.
    pub length: usize,
    /// Do stones drop to the lowest free cell of a column?
    pub drop: bool,
}

const LINES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl InARow {
    /// Has a player a line?
    fn has_line(&self, pos: &Grid, who: Player) -> bool {
        match pos.frame() {
            Some((frame, planes)) => self.line_by_word(frame, planes[who as usize]),
            None => self.line_by_cell(pos, who),
        }
    }

    fn line_by_word(&self, frame: Frame, stones: u64) -> bool {
        LINES.iter().any(|&(rows, cols)| {
            let mut ends = stones;
            for _ in 1..self.length {
                ends = frame.step(ends, rows, cols) & stones;
            }
            ends != 0
        })
    }

    fn line_by_cell(&self, pos: &Grid, who: Player) -> bool {
        let mine = Cell::stone(who);
        pos.cells(mine).into_iter().any(|start| {
            LINES.iter().any(|&(rows, cols)| {
                (1..self.length as isize).all(|far| {
                    let cell = pos.beside(start, far * rows as isize, far * cols as isize);
                    cell.is_some_and(|cell| pos.at(cell) == mine)
                })
            })
        })
    }
}

impl Ruleset for InARow {
    type Position = Grid;

    fn info(&self) -> Info {
        let (name, place, examples): (_, _, &[&str]) = match (self.length, self.drop) {
            (3, _) => (
                "tic-tac-toe",
                "Place a stone on a free cell.",
                &["3x3", "x..|.o.|..x", "2x3"],
            ),
            (_, true) => (
                "connect-four",
                "Drop a stone into a column; it comes to lie on the lowest free cell.",
                &["...|...|xo.", "....|x..o", "2x2"],
            ),
            (4, _) => (
                "four-in-a-row",
                "Place a stone on a free cell.",
                &["2x3", "xx..|oo..", "xxx.|ooo."],
            ),
            _ => (
                "five-in-a-row",
                "Place a stone on a free cell.",
                &["2x3", "xxxx.|oooo."],
            ),
        };
        Info {
            name: name.into(),
            rules: format!(
                "{place} Who first has {} in a line, across, down or diagonally, wins; a full board is a tie.",
                self.length
            ),
            notation:
                "rows of `.`, `x` (Left) and `o` (Right), separated by `|`, or a size like 3x3"
                    .into(),
            theorem: None,
            source: Some("winningways".into()),
            examples: examples.iter().map(|e| e.to_string()).collect(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        Grid::parse(text, Letters::STONES)
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(Letters::STONES)
    }

    fn size(&self, pos: &Grid) -> usize {
        pos.count(Cell::Free)
    }

    fn canon(&self, pos: Grid) -> Grid {
        match (self.drop, pos.rows() == pos.cols()) {
            (true, _) => least_image(&pos, &[V4[0], V4[2]]),
            (false, true) => least_image(&pos, &D4),
            (false, false) => least_image(&pos, &V4),
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

impl Partizan for InARow {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let mut cells = pos.cells(Cell::Free);
        if self.drop {
            let below = |cell: usize| pos.beside(cell, 1, 0);
            cells.retain(|&cell| below(cell).is_none_or(|next| pos.at(next) != Cell::Free));
        }
        Ok(cells
            .into_iter()
            .map(|cell| pos.with(&[(cell, Cell::stone(who))]))
            .collect())
    }
}

impl Decided for InARow {
    fn decided(&self, who: Player, pos: &Grid) -> Option<Decision> {
        if self.has_line(pos, who.other()) {
            return Some(Decision::Lose);
        }
        if self.has_line(pos, who) {
            return Some(Decision::Win);
        }
        (pos.count(Cell::Free) == 0).then_some(Decision::Tie)
    }

    /// A line that one stone completes, or two that the opponent threatens to complete; a board on which no line is left to either is
    /// tied.
    fn foreseen(&self, who: Player, pos: &Grid) -> Option<Decision> {
        self.decided(who, pos).or_else(|| {
            let completes = |who| {
                let moves = self.moves(who, pos).unwrap_or_default();
                moves.iter().filter(|to| self.has_line(to, who)).count()
            };
            if completes(who) > 0 {
                return Some(Decision::Win);
            }
            // Two different cells to stop at once.
            if completes(who.other()) > 1 {
                return Some(Decision::Lose);
            }
            let (frame, [left, right]) = pos.frame()?;
            let open = |theirs: u64| self.line_by_word(frame, frame.all() & !theirs);
            (!open(left) && !open(right)).then_some(Decision::Tie)
        })
    }

    /// A threat must be stopped.
    fn candidates(&self, who: Player, pos: &Grid) -> Option<Vec<Grid>> {
        let theirs = self.moves(who.other(), pos).ok()?;
        let threat = theirs.iter().find(|to| self.has_line(to, who.other()))?;
        let cell = (0..pos.area()).find(|&cell| pos.at(cell) != threat.at(cell))?;
        Some(vec![pos.with(&[(cell, Cell::stone(who))])])
    }
}

impl Short for InARow {
    fn rank(&self, pos: &Grid) -> Rank {
        vec![pos.count(Cell::Free).into()]
    }
}

/// Shows the games to a visitor.
pub fn visit(v: &mut impl Visitor) {
    for (length, drop) in [(3, false), (4, false), (5, false), (4, true)] {
        v.decided(InARow { length, drop });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_by_words_and_by_cells_agree() {
        let mut rng = fastrand::Rng::with_seed(9);
        let mut seen = [0, 0];
        for _ in 0..2000 {
            let mut pos = Grid::new(rng.usize(1..6), rng.usize(1..7)).unwrap();
            for cell in 0..pos.area() {
                pos.set(
                    cell,
                    [Cell::Free, Cell::Left, Cell::Right, Cell::Left][rng.usize(0..4)],
                );
            }
            for length in 3..6 {
                let game = InARow {
                    length,
                    drop: false,
                };
                for who in Player::BOTH {
                    let line = game.has_line(&pos, who);
                    assert_eq!(line, game.line_by_cell(&pos, who), "{pos:?}");
                    seen[usize::from(line)] += 1;
                }
            }
        }
        assert!(seen[0] > 1000 && seen[1] > 1000, "{seen:?}");
    }
}
