//! What is tied together in Hex: chains of stones, and chains that two free cells tie so that one of them will do.

use bouton_rules::Player;
use bouton_rules::board::{Cell, Frame, Grid, Letters, Scene, Shape, members};

/// The stones of one player on a board of at most 64 cells.
pub(super) struct Links {
    frame: Frame,
    stones: u64,
    free: u64,
    /// The cells at the player's two edges.
    edges: [u64; 2],
}

/// Chains that are tied together: their stones, the free cells beside them, and the edges that they reach.
#[derive(Clone, Copy)]
struct Group {
    stones: u64,
    beside: u64,
    edges: [bool; 2],
}

impl Links {
    pub(super) fn of(pos: &Grid, who: Player) -> Option<Links> {
        let (frame, [left, right]) = pos.frame()?;
        let all = frame.all();
        let (mut first, mut last) = (all, all);
        match who {
            Player::Left => {
                first &= !frame.south(all);
                last &= !frame.north(all);
            }
            Player::Right => {
                first &= !frame.east(all);
                last &= !frame.west(all);
            }
        }
        Some(Links {
            frame,
            stones: if who == Player::Left { left } else { right },
            free: all & !(left | right),
            edges: [first, last],
        })
    }

    pub(super) fn free(&self) -> u64 {
        self.free
    }

    /// The neighbours of a set of cells.
    fn beside(&self, cells: u64) -> u64 {
        let f = self.frame;
        f.beside(cells) | f.step(cells, -1, 1) | f.step(cells, 1, -1)
    }

    /// How many free cells a way from edge to edge through each cell needs at least, and 64 where there is none.
    pub(super) fn potentials(&self) -> [u32; 64] {
        let mut total = [0; 64];
        for edge in self.edges {
            let mut reached = 0u64;
            let mut front = edge & (self.stones | self.free);
            let mut distance = 0;
            while front != 0 {
                // Stones cost nothing: what they reach belongs to this distance.
                let mut layer = front & self.stones;
                loop {
                    let grown = layer | self.beside(layer) & self.stones & !reached;
                    if grown == layer {
                        break;
                    }
                    layer = grown;
                }
                front = (front | self.beside(layer) & self.free) & self.free & !reached;
                distance += 1;
                members(front).for_each(|cell| total[cell as usize] += distance);
                reached |= layer | front;
                front = self.beside(front) & (self.stones | self.free) & !reached;
            }
            members(self.free & !reached).for_each(|cell| total[cell as usize] += 64);
        }
        total
    }

    /// If the player, with a stone more on `extra`, has a chain that cannot be cut: the free cells that it needs. Each pair of
    /// chains that share two free neighbours is tied by these two, and no cell is used twice.
    pub(super) fn carrier(&self, extra: Option<u32>) -> Option<u64> {
        let added = extra.map_or(0, |cell| 1u64 << cell);
        let (mut rest, free) = (self.stones | added, self.free & !added);
        // The edges are groups of their own; what touches one is tied to it.
        let mut groups: Vec<Group> = (0..2)
            .map(|i| Group {
                stones: 0,
                beside: self.edges[i] & free,
                edges: [i == 0, i == 1],
            })
            .collect();
        while rest != 0 {
            let mut chain = rest & rest.wrapping_neg();
            loop {
                let grown = chain | self.beside(chain) & rest;
                if grown == chain {
                    break;
                }
                chain = grown;
            }
            rest &= !chain;
            groups.push(Group {
                stones: chain,
                beside: self.beside(chain) & free,
                edges: [0, 1].map(|i| chain & self.edges[i] != 0),
            });
        }
        let mut used = 0u64;
        while let Some((i, j, needs)) = tie(&groups, used) {
            used |= needs;
            let other = groups.swap_remove(j);
            let one = &mut groups[i];
            one.stones |= other.stones;
            one.beside |= other.beside;
            one.edges = [0, 1].map(|e| one.edges[e] || other.edges[e]);
        }
        groups
            .iter()
            .any(|group| group.edges == [true, true])
            .then_some(used)
    }
}

/// Two groups, the first before the second, that are tied already or by two free cells that are not used yet.
fn tie(groups: &[Group], used: u64) -> Option<(usize, usize, u64)> {
    for j in 1..groups.len() {
        for i in 0..j {
            let (one, other) = (&groups[i], &groups[j]);
            if (0..2).any(|e| one.edges[e] && other.edges[e]) {
                return Some((i, j, 0));
            }
        }
    }
    for j in 1..groups.len() {
        for i in 0..j {
            let both = groups[i].beside & groups[j].beside & !used;
            let first = both & both.wrapping_neg();
            let second = (both & !first) & (both & !first).wrapping_neg();
            if second != 0 {
                return Some((i, j, first | second));
            }
        }
    }
    None
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
