//! Col and Snort: the players colour the vertices of a graph, or the cells of a grid; in Col neighbours must not get the same
//! colour, in Snort not different ones.
//!
//! A vertex that one player may no longer use is the other's alone. An edge matters only while a move at one end can take
//! something away at the other; where it cannot, the ends are independent.

use crate::Visitor;
use bouton_rules::board::{
    Cell, D4, Graph, Grid, Letters, Reach, Scene, joined_cells, least_coloured, members,
};
use bouton_rules::heaps::shorten;
use bouton_rules::{Info, Partizan, Player, Rank, Result, Ruleset, Short, lesser};

/// Which neighbours are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Neighbours must differ in colour.
    Col,
    /// Neighbours must not differ in colour.
    Snort,
}

/// In Col a vertex marked L has a neighbour of Left's colour, so only Right may use it; in Snort it is Left's to use.
const COL: Letters = Letters(&[
    (Cell::Free, "."),
    (Cell::Right, "Ll"),
    (Cell::Left, "Rr"),
    (Cell::Block, "#"),
]);
const SNORT: Letters = Letters(&[
    (Cell::Free, "."),
    (Cell::Left, "Ll"),
    (Cell::Right, "Rr"),
    (Cell::Block, "#"),
]);

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Col => "col",
            Kind::Snort => "snort",
        }
    }

    fn letters(self) -> Letters {
        match self {
            Kind::Col => COL,
            Kind::Snort => SNORT,
        }
    }

    fn rules(self) -> String {
        match self {
            Kind::Col => {
                "Colour a vertex with your colour; neighbours must not have the same colour.".into()
            }
            Kind::Snort => {
                "Colour a vertex with your colour; neighbours must not have different colours."
                    .into()
            }
        }
    }

    /// Who loses the neighbours of a vertex that `who` colours.
    fn loser(self, who: Player) -> Player {
        match self {
            Kind::Col => who,
            Kind::Snort => who.other(),
        }
    }

    /// What a cell is after `player` may no longer use it.
    fn without(player: Player, cell: Cell) -> Cell {
        match cell {
            Cell::Free => Cell::stone(player.other()),
            c if c == Cell::stone(player) => Cell::Block,
            c => c,
        }
    }

    /// Can a move at a cell of one kind take something from a neighbour of another kind, or the other way round?
    fn interact(self, one: Cell, other: Cell) -> bool {
        let may = |cell: Cell, who: Player| cell == Cell::Free || cell == Cell::stone(who);
        let takes = |a: Cell, b: Cell| {
            Player::BOTH
                .iter()
                .any(|&who| may(a, who) && may(b, self.loser(who)))
        };
        takes(one, other) || takes(other, one)
    }
}

fn may_use(cell: Cell, who: Player) -> bool {
    cell == Cell::Free || cell == Cell::stone(who)
}

/// Col or Snort on any graph.
///
/// ```
/// use bouton_games::map_colouring::{Kind, MapColouring};
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let snort = MapColouring { kind: Kind::Snort };
/// let path = snort.parse("0-1,1-2").unwrap();
/// assert_eq!(snort.parse(".-.-.").unwrap(), path);
/// let moves = snort.moves(Player::Left, &path).unwrap();
/// assert_eq!(snort.show(&moves[0]), "0#,1L,0-1,1-2");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MapColouring {
    /// Col or Snort.
    pub kind: Kind,
}

impl Ruleset for MapColouring {
    type Position = Graph;

    fn info(&self) -> Info {
        Info {
            name: self.kind.name().into(),
            rules: self.kind.rules(),
            notation: "edges like 0-1,1-2 or a-b,b-2, a letter behind a vertex (2L, a:R: marked L or R; 4#: coloured), or a tree of vertices \
                       like .-L-.(-R;-.)"
                .into(),
            theorem: None,
            source: Some("winningways".into()),
            examples: ["0-1,1-2", "0-1,1-2,2-0,2-3", ".-.-L", "0-1,1-2,2-3,3-0"].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Graph> {
        Graph::parse_vertices_or_list(text, self.kind.letters())
    }

    fn show(&self, pos: &Graph) -> String {
        pos.show_beside_vertices(self.kind.letters())
    }

    fn split(&self, pos: &Graph) -> Vec<Graph> {
        let open = |v: usize| pos.colour(v) != Cell::Block;
        let live = |e: usize| {
            let edge = pos.edges()[e];
            self.kind
                .interact(pos.colour(edge.a as usize), pos.colour(edge.b as usize))
        };
        pos.restrict(open, live).components()
    }

    fn join(&self, parts: &[Graph]) -> Option<Graph> {
        Some(Graph::union(parts))
    }

    fn canon(&self, pos: Graph) -> Graph {
        let mut parts: Vec<Graph> = self.split(&pos).iter().map(Graph::canonical).collect();
        parts.sort_unstable();
        Graph::union(&parts)
    }

    fn draw(&self, pos: &Graph) -> Scene {
        Scene::of_graph(pos, self.show(pos))
    }

    fn owned_bytes(&self, pos: &Graph) -> usize {
        pos.owned_bytes()
    }
}

impl Partizan for MapColouring {
    fn moves(&self, who: Player, pos: &Graph) -> Result<Vec<Graph>> {
        let neighbours = pos.neighbours();
        let mut moves = Vec::new();
        for (v, beside) in neighbours.iter().enumerate() {
            // A loop makes a vertex its own neighbour: in Col nobody may use it.
            let own = beside.contains(&v) && self.kind == Kind::Col;
            if !may_use(pos.colour(v), who) || own {
                continue;
            }
            let loser = self.kind.loser(who);
            moves.push(pos.recoloured(|w| match pos.colour(w) {
                _ if w == v => Cell::Block,
                c if beside.binary_search(&w).is_ok() => Kind::without(loser, c),
                c => c,
            }));
        }
        Ok(moves)
    }

    fn canon_signed(&self, pos: Graph) -> (Graph, bool) {
        lesser(pos.canonical(), pos.colours_swapped().canonical())
    }
}

impl Short for MapColouring {
    fn rank(&self, pos: &Graph) -> Rank {
        vec![
            pos.colours()
                .iter()
                .filter(|&&c| c != Cell::Block)
                .count()
                .into(),
        ]
    }
}

/// Col or Snort on the cells of a grid, neighbours up, down, left and right.
///
/// ```
/// use bouton_games::map_colouring::{GridColouring, Kind};
/// use bouton_rules::{Partizan, Player, Ruleset};
/// let col = GridColouring { kind: Kind::Col };
/// let moves = col.moves(Player::Left, &col.parse("..|..").unwrap()).unwrap();
/// assert_eq!(col.show(&moves[0]), "#L|L.");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GridColouring {
    /// Col or Snort.
    pub kind: Kind,
}

impl GridColouring {
    /// The cells that hang together with `seed`, for boards of at most 64 cells.
    fn flood(&self, pos: &Grid, seed: u64, left: u64, right: u64) -> Option<u64> {
        let (frame, _) = pos.frame()?;
        let mut filled = seed;
        loop {
            let (by_left, by_right) = (frame.beside(filled & left), frame.beside(filled & right));
            let next = filled
                | match self.kind {
                    Kind::Col => by_left & left | by_right & right,
                    Kind::Snort => by_left & right | by_right & left,
                };
            if next == filled {
                return Some(filled);
            }
            filled = next;
        }
    }

    /// The same parts as [`Ruleset::split`], by way of the graph of the cells.
    fn split_by_cell(&self, pos: &Grid) -> Vec<Grid> {
        let parts = joined_cells(
            pos.area(),
            |cell| pos.neighbours(cell, Reach::Orthogonal),
            |cell| pos.at(cell) != Cell::Block,
            |cell, other| self.kind.interact(pos.at(cell), pos.at(other)),
        );
        let parts = parts.iter().map(|part| pos.cut(part, Cell::Block));
        parts.collect()
    }

    fn moves_by_cell(&self, who: Player, pos: &Grid) -> Vec<Grid> {
        let usable = (0..pos.area()).filter(|&cell| may_use(pos.at(cell), who));
        let moves = usable.map(|cell| {
            let mut next = pos.with(&[(cell, Cell::Block)]);
            for other in pos.neighbours(cell, Reach::Orthogonal) {
                next.set(other, Kind::without(self.kind.loser(who), pos.at(other)));
            }
            next
        });
        moves.collect()
    }
}

impl Ruleset for GridColouring {
    type Position = Grid;

    fn info(&self) -> Info {
        Info {
            name: format!("{}-grid", self.kind.name()),
            rules: self.kind.rules(),
            notation: "rows of `.`, `L` and `R` (marked) and `#` (coloured), separated by `|`, or a size like 3x4".into(),
            theorem: None,
            source: Some("winningways".into()),
            examples: ["2x3", "1x5", "L.|.R", "..#|.L.|..."].map(String::from).into(),
        }
    }

    fn parse(&self, text: &str) -> Result<Grid> {
        Grid::parse(text, self.kind.letters()).map_err(|e| e.at(shorten(self.kind.name())))
    }

    fn show(&self, pos: &Grid) -> String {
        pos.show(self.kind.letters())
    }

    fn size(&self, pos: &Grid) -> usize {
        pos.area() - pos.count(Cell::Block)
    }

    fn split(&self, pos: &Grid) -> Vec<Grid> {
        let Some((frame, [a, b])) = pos.frame() else {
            return self.split_by_cell(pos);
        };
        // A cell in the first plane is not Right's to use, one in the second not Left's.
        let (left, right) = (frame.all() & !b, frame.all() & !a);
        let mut open = left | right;
        let mut parts = Vec::new();
        while open != 0 {
            let seed = open & open.wrapping_neg();
            let Some(part) = self.flood(pos, seed, left, right) else {
                break;
            };
            open &= !part;
            parts.push(pos.cut_word(part, Cell::Block));
        }
        parts
    }

    fn join(&self, parts: &[Grid]) -> Option<Grid> {
        Grid::row_of(parts, Cell::Block).ok()
    }

    fn canon(&self, pos: Grid) -> Grid {
        Grid::sum_of(self.split(&pos), &D4, Cell::Block)
    }

    fn draw(&self, pos: &Grid) -> Scene {
        Scene::of_grid(pos, self.kind.letters())
    }

    fn owned_bytes(&self, pos: &Grid) -> usize {
        pos.owned_bytes()
    }

    fn word(&self, pos: &Grid) -> Option<u64> {
        pos.word()
    }
}

impl Partizan for GridColouring {
    fn moves(&self, who: Player, pos: &Grid) -> Result<Vec<Grid>> {
        let Some((frame, [a, b])) = pos.frame() else {
            return Ok(self.moves_by_cell(who, pos));
        };
        let usable = frame.all() & !(if who == Player::Left { b } else { a });
        let moves = members(usable).map(|cell| {
            let cell = 1u64 << cell;
            let beside = frame.beside(cell);
            // Losing Left's right to a cell sets its bit in the second plane.
            pos.replaced(match self.kind.loser(who) {
                Player::Left => [a | cell, b | cell | beside],
                Player::Right => [a | cell | beside, b | cell],
            })
        });
        Ok(moves.collect())
    }

    fn canon_signed(&self, pos: Grid) -> (Grid, bool) {
        least_coloured(&pos)
    }
}

impl Short for GridColouring {
    fn rank(&self, pos: &Grid) -> Rank {
        vec![(pos.area() - pos.count(Cell::Block)).into()]
    }
}

/// Shows the game to a visitor.
pub fn visit(v: &mut impl Visitor) {
    for kind in [Kind::Col, Kind::Snort] {
        v.partizan(MapColouring { kind });
        v.partizan(GridColouring { kind });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_cells_agree() {
        let mut seen = 0;
        for code in 0..4096u32 {
            let mut pos = Grid::new(2, 3).unwrap();
            for i in 0..6 {
                let kinds = [Cell::Free, Cell::Left, Cell::Right, Cell::Block];
                pos.set(i, kinds[(code >> (2 * i) & 3) as usize]);
            }
            for kind in [Kind::Col, Kind::Snort] {
                let game = GridColouring { kind };
                assert_eq!(game.split(&pos), game.split_by_cell(&pos));
                for who in Player::BOTH {
                    let fast = game.moves(who, &pos).unwrap();
                    assert_eq!(fast, game.moves_by_cell(who, &pos));
                    seen += fast.len();
                }
            }
        }
        assert!(seen > 10_000);
    }
}
