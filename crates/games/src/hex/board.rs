//! A board of Hex in words: neighbours, distances, symmetries, and what is seen of a position by the connections of both players.

use super::connections::Connections;
use crate::common::set::Set;
use bouton_rules::board::{Cell, Grid, Letters, Scene, Shape};
use bouton_rules::{CarrierBoard, Player, Sight, Stones};

/// A board of at most as many cells as the word has bits, row by row.
pub(super) struct Board<W> {
    rows: u32,
    cols: u32,
    all: W,
    /// All cells but those of the first column, and of the last one.
    not_first: W,
    not_last: W,
    /// The cells at the two edges of Left and of Right.
    edges: [[W; 2]; 2],
}

impl<W: Set> Board<W> {
    pub fn new(rows: u32, cols: u32) -> Board<W> {
        let all = W::first(rows * cols);
        let column = (0..rows).fold(W::ZERO, |set, row| set | W::ONE << (row * cols));
        let row = W::first(cols);
        let last = column << (cols - 1);
        Board {
            rows,
            cols,
            all,
            not_first: all & !column,
            not_last: all & !last,
            edges: [[row, row << ((rows - 1) * cols)], [column, last]],
        }
    }

    /// The neighbours of a set of cells, and cells of the set that are neighbours of others.
    pub fn beside(&self, cells: W) -> W {
        // With one column a step to the side is a step up or down, but no cell has a neighbour at its side then.
        let (west, east) = (cells & self.not_first, cells & self.not_last);
        let rows = cells << self.cols | cells >> self.cols;
        let slanted = east >> (self.cols - 1) | west << (self.cols - 1);
        (west >> 1 | east << 1 | rows | slanted) & self.all
    }

    /// What can be reached from a seed within a set that holds it.
    pub fn flood(&self, seed: W, within: W) -> W {
        let mut reached = seed;
        loop {
            let grown = reached | self.beside(reached) & within;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// How many free cells a way from edge to edge through each of them needs at least, and more than any way where there is none.
    fn ways(&self, stones: W, free: W, edges: [W; 2]) -> Vec<u32> {
        let mut total = vec![0; (self.rows * self.cols) as usize];
        for edge in edges {
            let (mut distance, mut reached) = (1, W::ZERO);
            let mut front = edge;
            while front != W::ZERO {
                // Stones cost nothing: what they reach belongs to this distance.
                let touched = front & stones;
                let chain = match touched == W::ZERO {
                    true => W::ZERO,
                    false => self.flood(touched, stones),
                };
                let cells = (front | self.beside(chain)) & free & !reached;
                cells.members().for_each(|c| total[c as usize] += distance);
                reached = reached | chain | cells;
                front = self.beside(cells) & (stones | free) & !reached;
                distance += 1;
            }
            let never = free & !reached;
            never
                .members()
                .for_each(|c| total[c as usize] += self.rows * self.cols);
        }
        total
    }

    fn transposed(&self, cells: W) -> W {
        cells.members().fold(W::ZERO, |image, cell| {
            image | W::ONE << (cell % self.cols * self.rows + cell / self.cols)
        })
    }
}

/// What the players' connections say of the positions of a board.
pub(super) struct SightedBoard<W> {
    board: Board<W>,
    connections: [Connections<W>; 2],
}

impl<W: Set> SightedBoard<W> {
    pub fn new(rows: u32, cols: u32) -> SightedBoard<W> {
        SightedBoard {
            board: Board::new(rows, cols),
            connections: [Connections::new(), Connections::new()],
        }
    }

    /// Are the edges of a player tied by stones?
    fn tied(&self, stones: W, [first, last]: [W; 2]) -> bool {
        let seed = stones & first;
        seed != W::ZERO && self.board.flood(seed, stones) & last != W::ZERO
    }
}

impl<W: Set> CarrierBoard<Grid> for SightedBoard<W> {
    fn pack(&self, who: Player, pos: &Grid) -> Option<Stones> {
        if (pos.rows(), pos.cols()) != (self.board.rows as usize, self.board.cols as usize) {
            return None;
        }
        let of = |who| {
            let cells = pos.cells(Cell::stone(who)).into_iter();
            cells.fold(0, |set, cell| set | 1 << cell)
        };
        Some(Stones {
            left: of(Player::Left),
            right: of(Player::Right),
            mover: who,
        })
    }

    fn see(&mut self, pos: Stones) -> Sight {
        let stones = [W::of(pos.left), W::of(pos.right)];
        let free = self.board.all & !(stones[0] | stones[1]);
        let edges = self.board.edges;
        let (mine, theirs) = (pos.mover as usize, pos.mover.other() as usize);
        if self.tied(stones[theirs], edges[theirs]) {
            return Sight::Loses(0);
        }
        if self.tied(stones[mine], edges[mine]) {
            return Sight::Wins(0);
        }
        let [left, right] = &mut self.connections;
        let (own, others) = match pos.mover {
            Player::Left => (left, right),
            Player::Right => (right, left),
        };
        let least = |carriers: &[W]| carriers.iter().min_by_key(|c| c.count_ones()).copied();
        own.find(&self.board, stones[mine], free, edges[mine]);
        if let Some(carrier) = least(own.sure()).or(least(own.threats())) {
            return Sight::Wins(carrier.wide());
        }
        others.find(&self.board, stones[theirs], free, edges[theirs]);
        if let Some(carrier) = least(others.sure()) {
            return Sight::Loses(carrier.wide());
        }
        let (mut must, mut threats) = (free, W::ZERO);
        for &carrier in others.threats() {
            if must & !carrier != W::ZERO {
                must = must & carrier;
                threats = threats | carrier;
            }
        }
        Sight::Open {
            must: must.wide(),
            threats: threats.wide(),
        }
    }

    fn ordered(&self, pos: Stones, cells: u128) -> Vec<(u32, u32)> {
        let board = &self.board;
        let stones = [W::of(pos.left), W::of(pos.right)];
        let free = board.all & !(stones[0] | stones[1]);
        let [left, right] = [0, 1].map(|i| board.ways(stones[i], free, board.edges[i]));
        let middle = |cell: u32| {
            let (row, col) = (cell / board.cols, cell % board.cols);
            (2 * row + 1).abs_diff(board.rows) + (2 * col + 1).abs_diff(board.cols)
        };
        let mut cells: Vec<(u32, u32)> = W::of(cells)
            .members()
            .map(|cell| (left[cell as usize] + right[cell as usize], cell))
            .collect();
        cells.sort_by_key(|&(ways, cell)| (ways, middle(cell)));
        cells
    }

    fn canon(&self, pos: Stones) -> (Stones, usize) {
        let image = |symmetry: usize| {
            let [left, right] = [pos.left, pos.right].map(|cells| self.image(cells, symmetry));
            match symmetry < 2 {
                true => Stones { left, right, ..pos },
                false => Stones {
                    left: right,
                    right: left,
                    mover: pos.mover.other(),
                },
            }
        };
        // On a square board the players can be exchanged, and Left is to move in every representative.
        let symmetries = match (self.board.rows == self.board.cols, pos.mover) {
            (true, Player::Right) => 2..4,
            _ => 0..2,
        };
        let images = symmetries.map(|symmetry| (image(symmetry), symmetry));
        images.min().unwrap_or((pos, 0))
    }

    /// 0 changes nothing, 1 is half a turn, 2 and 3 exchange rows and columns without it and with it.
    fn image(&self, cells: u128, symmetry: usize) -> u128 {
        let cells = W::of(cells);
        let turned = match symmetry & 1 {
            0 => cells,
            _ => cells.reverse_bits() >> (W::BITS - self.board.rows * self.board.cols),
        };
        match symmetry & 2 {
            0 => turned.wide(),
            _ => self.board.transposed(turned).wide(),
        }
    }
}

/// The board with its rows shifted, as hexagons lie.
pub(super) fn draw(pos: &Grid) -> Scene {
    let mut shapes = Vec::new();
    let mut text = String::new();
    for r in 0..pos.rows() {
        text.push_str(&" ".repeat(r));
        for c in 0..pos.cols() {
            let cell = pos.get(r, c);
            let (x, y) = (c as f64 + 0.5 * r as f64 + 0.5, r as f64 + 0.5);
            shapes.push(Shape::Cell {
                x,
                y,
                blocked: false,
            });
            if cell != Cell::Free {
                shapes.push(Shape::Stone {
                    x: x + 0.5,
                    y: y + 0.5,
                    cell,
                });
            }
            text.push(Letters::STONES.write(cell));
            text.push(if c + 1 < pos.cols() { ' ' } else { '\n' });
        }
    }
    let width = pos.cols() as f64 + 0.5 * pos.rows() as f64 + 1.0;
    Scene::of_shapes(width, pos.rows() as f64 + 1.0, shapes, text)
}
