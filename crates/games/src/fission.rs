//! Fission: a stone splits into two that move apart, Left's way up and down, Right's way to the left and right.

use crate::Visitor;
use bouton_rules::board::{Cell, Frame, Grid, Letters, Reach, Scene, V4, least_turned};
use bouton_rules::{Info, Partizan, Player, Rank, Result, Ruleset, Short};

/// Cells: `Left` stands for a stone, which belongs to both.
const LETTERS: Letters = Letters(&[(Cell::Free, "."), (Cell::Left, "xX"), (Cell::Block, "#")]);

/// The ruleset.
///
/// ```
/// use bouton_games::fission::Fission;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let board = Fission.parse(".|x|.").unwrap();
/// let moves = Fission.moves(Player::Left, &board).unwrap();
/// assert_eq!(moves.iter().map(|m| Fission.show(m)).collect::<Vec<_>>(), ["x|.|x"]);
/// assert!(Fission.moves(Player::Right, &board).unwrap().is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Fission;

impl Ruleset for Fission {
    type Position = Grid;

    fn info(&self) -> Info {
        Info {
            name: "fission".into(),
            rules: "Split a stone into two, which go to the two free cells beside it: above and below for Left, left and right \
                    for Right."
                .into(),
            notation: "rows of `.`, `x` (a stone) and `#` (blocked), separated by `|`".into(),
            theorem: None,
            source: Some("siegel2013".into()),
            examples: [".|x|.", "...|.x.|...", ".x.|..x|.#."].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        Grid::parse_with_start(text, LETTERS, |_| None, "...|.x.|...")
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(LETTERS)
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
        match pos.frame() {
            Some((frame, planes)) => {
                independent(frame, planes, |part| {
                    parts.push(pos.cut_word(part, Cell::Block));
                });
            }
            None => {
                parts.extend(pos.parts(Reach::Orthogonal, |c| c != Cell::Block, Cell::Block, 3));
                parts.retain(|p| p.count(Cell::Left) > 0 && p.count(Cell::Free) > 1);
            }
        }
    }

    fn join(&self, parts: &[Grid]) -> Option<Grid> {
        Grid::row_of(parts, Cell::Block).ok()
    }

    fn canon(&self, pos: Grid) -> Grid {
        Grid::sum_of(self.split(&pos), &V4, Cell::Block)
    }

    fn draw(&self, pos: &Grid) -> Scene {
        Scene::of_grid(pos, LETTERS)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }

    fn word(&self, pos: &Grid) -> Option<u64> {
        pos.word()
    }
}

/// Visits the sets of cells that share no split with another part, now or later.
///
/// What may ever be on each cell is over-estimated: where a stone may be and on both sides of it nothing, there may be stones on both sides
/// and nothing in between. The cells of the splits found so are joined; a cell that none of them touches plays no part: it is a stone
/// that stays, or a cell that stays free and is of no use.
fn independent(frame: Frame, planes: [u64; 2], mut visit: impl FnMut(u64)) {
    let [left, right] = planes;
    let (mut stones, mut free) = (left & !right, frame.all() & !left & !right);
    let (mut upright, mut level) = (0, 0);
    loop {
        let before = (upright, level);
        upright = stones & frame.north(free) & frame.south(free);
        level = stones & frame.west(free) & frame.east(free);
        if (upright, level) == before {
            break;
        }
        stones |=
            frame.north(upright) | frame.south(upright) | frame.west(level) | frame.east(level);
        free |= upright | level;
    }
    let mut centres = upright | level;
    while centres != 0 {
        let mut part = centres & centres.wrapping_neg();
        loop {
            let up = upright & (part | frame.north(part) | frame.south(part));
            let across = level & (part | frame.west(part) | frame.east(part));
            let next = part
                | (up | frame.north(up) | frame.south(up))
                | (across | frame.west(across) | frame.east(across));
            if next == part {
                break;
            }
            part = next;
        }
        centres &= !part;
        visit(part);
    }
}

impl Partizan for Fission {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let (rows, cols) = if who == Player::Left { (1, 0) } else { (0, 1) };
        let free = |cell: Option<usize>| cell.filter(|&c| pos.at(c) == Cell::Free);
        let mut moves = Vec::new();
        for stone in pos.cells(Cell::Left) {
            let sides = (
                free(pos.beside(stone, -rows, -cols)),
                free(pos.beside(stone, rows, cols)),
            );
            if let (Some(one), Some(other)) = sides {
                moves.push(pos.with(&[
                    (stone, Cell::Free),
                    (one, Cell::Left),
                    (other, Cell::Left),
                ]));
            }
        }
        Ok(moves)
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        least_turned(&pos)
    }
}

impl Short for Fission {
    fn rank(&self, pos: &Grid) -> Rank {
        vec![pos.count(Cell::Free).into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(Fission);
}
