//! Konane: a stone jumps over neighbouring enemy stones in a straight line and removes them.

use crate::Visitor;
use bouton_rules::board::{Cell, D4, Grid, Letters, Scene, Symmetry, V4, least_image};
use bouton_rules::{Info, Partizan, Player, Rank, Result, Ruleset, Short};

const STEPS: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The ruleset, from the point where both have removed their first stone.
///
/// ```
/// use bouton_games::konane::Konane;
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let row = Konane.parse("xo.o.").unwrap();
/// let moves = Konane.moves(Player::Left, &row).unwrap();
/// assert_eq!(moves.iter().map(|m| Konane.show(m)).collect::<Vec<_>>(), ["..xo.", "....x"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Konane;

impl Ruleset for Konane {
    type Position = Grid;

    fn info(&self) -> Info {
        Info {
            name: "konane".into(),
            rules: "Jump with a stone of yours over a neighbouring enemy stone into the free cell behind it and remove it; the \
                    same stone may jump on in the same direction."
                .into(),
            notation: "rows of `.`, `x` (Left) and `o` (Right), separated by `|`".into(),
            theorem: None,
            source: Some("ernst1995".into()),
            examples: ["xo.", "xo.o.x", "xoxo|o..x|xoxo"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        Grid::parse(text, Letters::STONES)
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(Letters::STONES)
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        independent(pos)
    }

    fn canon(&self, pos: Grid) -> Grid {
        least_image(&pos, symmetries(&pos))
    }

    fn draw(&self, pos: &Grid) -> Scene {
        Scene::of_grid(pos, Letters::STONES)
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }
}

fn symmetries(pos: &Grid) -> &'static [Symmetry] {
    if pos.rows() == 1 { &V4[..] } else { &D4 }
}

/// Parts that share no cell with a jump of another part, now or later.
///
/// What may ever be on each cell is over-estimated: a jump whose three cells may hold a stone, an enemy and nothing adds the
/// stone to the third and nothing to all three. The cells of the jumps found so are joined; cells that no jump touches and
/// groups without two colours play no part.
fn independent(pos: &Grid) -> Vec<Grid> {
    const STONE: [u8; 2] = [1, 2];
    const EMPTY: u8 = 4;
    let mut may: Vec<u8> = (0..pos.area())
        .map(|i| match pos.at(i) {
            Cell::Left => STONE[0],
            Cell::Right => STONE[1],
            _ => EMPTY,
        })
        .collect();
    let mut jumps = Vec::new();
    for i in 0..pos.area() {
        for (r, c) in STEPS {
            if let (Some(over), Some(to)) = (pos.beside(i, r, c), pos.beside(i, 2 * r, 2 * c)) {
                jumps.push((i, over, to));
            }
        }
    }
    let mut group: Vec<usize> = (0..pos.area()).collect();
    let mut waiting: Vec<[bool; 2]> = vec![[true; 2]; jumps.len()];
    loop {
        let mut changed = false;
        for (jump, &(from, over, to)) in jumps.iter().enumerate() {
            for who in 0..2 {
                let open = may[from] & STONE[who] != 0
                    && may[over] & STONE[1 - who] != 0
                    && may[to] & EMPTY != 0;
                if waiting[jump][who] && open {
                    waiting[jump][who] = false;
                    changed = true;
                    may[from] |= EMPTY;
                    may[over] |= EMPTY;
                    may[to] |= STONE[who];
                    let root = find(&mut group, from);
                    for cell in [over, to] {
                        let other = find(&mut group, cell);
                        group[other] = root;
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    let mut parts: Vec<(usize, Vec<usize>)> = Vec::new();
    for cell in 0..pos.area() {
        let root = find(&mut group, cell);
        match parts.iter_mut().find(|(r, _)| *r == root) {
            Some((_, cells)) => cells.push(cell),
            None => parts.push((root, vec![cell])),
        }
    }
    parts.retain(|(_, cells)| cells.len() > 2);
    parts
        .iter()
        .map(|(_, cells)| pos.cut(cells, Cell::Free))
        .collect()
}

/// The representative of a cell's group.
fn find(group: &mut [usize], mut cell: usize) -> usize {
    while group[cell] != cell {
        group[cell] = group[group[cell]];
        cell = group[cell];
    }
    cell
}

impl Partizan for Konane {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let (mine, theirs) = (Cell::stone(who), Cell::stone(who.other()));
        let mut moves = Vec::new();
        for from in pos.cells(mine) {
            for (r, c) in STEPS {
                let mut board = pos.clone();
                let mut at = from;
                while let (Some(over), Some(to)) =
                    (pos.beside(at, r, c), pos.beside(at, 2 * r, 2 * c))
                    && pos.at(over) == theirs
                    && pos.at(to) == Cell::Free
                {
                    for (cell, what) in [(at, Cell::Free), (over, Cell::Free), (to, mine)] {
                        board.set(cell, what);
                    }
                    moves.push(board.clone());
                    at = to;
                }
            }
        }
        Ok(moves)
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        let same = least_image(&pos, symmetries(&pos));
        let other = least_image(&pos.colours_swapped(), symmetries(&pos));
        if other < same {
            (other, true)
        } else {
            (same, false)
        }
    }
}

impl Short for Konane {
    fn rank(&self, pos: &Grid) -> Rank {
        vec![(pos.count(Cell::Left) + pos.count(Cell::Right)).into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    v.partizan(Konane);
}
