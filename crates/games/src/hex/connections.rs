//! Which stones, cells and edges of one player are tied together in Hex: virtual connections, found from the small to the large.
//!
//! Two points are *connected* with a carrier if the player can tie them though the opponent moves first, and all that is needed
//! are the free cells of the carrier. They are *half connected* if that holds when the player moves first. Anshelevich's two rules
//! (anshelevich2002) find more from what is known: connections from x to y and from y to z that need no common cell connect x and z,
//! fully if y is a chain of stones, and by half if y is a free cell, which then belongs to the carrier; half connections whose
//! carriers have no cell in common are a full one. Lists are kept short, so not all connections are found, but all that are found
//! hold.

use super::board::Board;
use crate::common::set::Set;

/// Most full and half connections that are kept for two points.
const MOST_FULL: usize = 6;
const MOST_HALF: usize = 24;
/// Most half connections that are put together, after the first.
const MOST_TOGETHER: u32 = 4;
/// Most connections that are carried on, so that large boards take no for ever.
const MOST_STEPS: usize = 50_000;

/// A short list of carriers, none within another.
#[derive(Clone, Copy)]
struct List<W, const MOST: usize> {
    carriers: [W; MOST],
    count: u8,
}

impl<W: Set, const MOST: usize> List<W, MOST> {
    const EMPTY: Self = List {
        carriers: [W::ZERO; MOST],
        count: 0,
    };

    fn all(&self) -> &[W] {
        &self.carriers[..self.count as usize]
    }

    /// Is one of them within this carrier?
    fn covers(&self, carrier: W) -> bool {
        self.all().iter().any(|&one| one & !carrier == W::ZERO)
    }

    /// Keeps a carrier instead of those that it lies within; where there is no room, instead of the largest. False if it
    /// is not kept.
    fn keep(&mut self, carrier: W) -> bool {
        if self.covers(carrier) {
            return false;
        }
        let mut kept = 0;
        for i in 0..self.count as usize {
            if carrier & !self.carriers[i] != W::ZERO {
                self.carriers[kept] = self.carriers[i];
                kept += 1;
            }
        }
        self.count = kept as u8;
        if kept < MOST {
            self.carriers[kept] = carrier;
            self.count += 1;
            return true;
        }
        let largest = (0..MOST).max_by_key(|&i| self.carriers[i].count_ones());
        let largest = largest.unwrap_or(0);
        let better = carrier.count_ones() < self.carriers[largest].count_ones();
        if better {
            self.carriers[largest] = carrier;
        }
        better
    }
}

/// The connections of one player in a position. Points are the two edges, with all stones that touch them, then the other chains,
/// then the free cells.
pub(super) struct Connections<W> {
    full: Vec<List<W, MOST_FULL>>,
    half: Vec<List<W, MOST_HALF>>,
    points: usize,
    chains: usize,
    /// The cell of each point that is one.
    cells: Vec<u32>,
    steps: Vec<(u16, u16, W)>,
}

/// Between the two edges.
const EDGES: (usize, usize) = (0, 1);

impl<W: Set> Connections<W> {
    pub fn new() -> Connections<W> {
        Connections {
            full: Vec::new(),
            half: Vec::new(),
            points: 0,
            chains: 0,
            cells: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Carriers of full connections between the edges.
    pub fn sure(&self) -> &[W] {
        self.full[self.pair(EDGES.0, EDGES.1)].all()
    }

    /// Carriers of half connections between the edges.
    pub fn threats(&self) -> &[W] {
        self.half[self.pair(EDGES.0, EDGES.1)].all()
    }

    fn pair(&self, x: usize, y: usize) -> usize {
        x.min(y) * self.points + x.max(y)
    }

    /// The cell of a point as a set; empty for an edge or a chain.
    fn cell(&self, point: usize) -> W {
        match point.checked_sub(self.chains) {
            Some(i) => W::ONE << self.cells[i],
            None => W::ZERO,
        }
    }

    /// Finds the connections of a player from scratch. The player's edges are not tied by stones alone.
    pub fn find(&mut self, board: &Board<W>, stones: W, free: W, edges: [W; 2]) {
        // What each chain touches.
        let mut beside: Vec<W> = edges.iter().map(|&edge| edge & free).collect();
        let mut rest = stones;
        while rest != W::ZERO {
            let chain = board.flood(rest.lowest(), rest);
            rest = rest & !chain;
            let around = board.beside(chain) & free;
            match edges.iter().position(|&edge| edge & chain != W::ZERO) {
                Some(edge) => beside[edge] = beside[edge] | around,
                None => beside.push(around),
            }
        }
        self.chains = beside.len();
        self.cells = free.members().collect();
        self.points = self.chains + self.cells.len();
        let pairs = self.points * self.points;
        self.full.clear();
        self.full.resize(pairs, List::EMPTY);
        self.half.clear();
        self.half.resize(pairs, List::EMPTY);
        self.steps.clear();
        for y in self.chains..self.points {
            for (x, around) in beside.iter().enumerate() {
                if *around & self.cell(y) != W::ZERO {
                    self.connect(x, y, W::ZERO);
                }
            }
            let around = board.beside(self.cell(y));
            for x in self.chains..y {
                if around & self.cell(x) != W::ZERO {
                    self.connect(x, y, W::ZERO);
                }
            }
        }
        let mut done = 0;
        while done < self.steps.len().min(MOST_STEPS) {
            let (x, y, carrier) = self.steps[done];
            done += 1;
            let (x, y) = (x.into(), y.into());
            // A smaller carrier may have taken its place.
            if self.full[self.pair(x, y)].all().contains(&carrier) {
                self.carry_on(x, y, carrier);
                self.carry_on(y, x, carrier);
            }
        }
    }

    /// Carries a connection from x to y on to every z.
    fn carry_on(&mut self, x: usize, y: usize, carrier: W) {
        if y < 2 {
            return; // on past an edge leads nowhere
        }
        let (from, by) = (self.cell(x), self.cell(y));
        for z in 0..self.points {
            if z == x || z == y || carrier & self.cell(z) != W::ZERO {
                continue;
            }
            let onward = self.full[self.pair(y, z)];
            for &other in onward.all() {
                if other & (carrier | from) != W::ZERO {
                    continue;
                }
                match by == W::ZERO {
                    true => self.connect(x, z, carrier | other),
                    false => self.connect_half(x, z, carrier | other | by),
                }
            }
        }
    }

    fn connect(&mut self, x: usize, y: usize, carrier: W) {
        let pair = self.pair(x, y);
        if self.full[pair].keep(carrier) {
            self.steps.push((x as u16, y as u16, carrier));
        }
    }

    fn connect_half(&mut self, x: usize, y: usize, carrier: W) {
        let pair = self.pair(x, y);
        if !self.full[pair].covers(carrier) && self.half[pair].keep(carrier) {
            let others = self.half[pair];
            self.together((x, y), others.all(), carrier, carrier, MOST_TOGETHER);
        }
    }

    /// Half connections that have nothing in common, among those with `common` cells in `all` and some of a list.
    fn together(&mut self, ends: (usize, usize), list: &[W], common: W, all: W, more: u32) {
        for (i, &one) in list.iter().enumerate() {
            let left = common & one;
            if left == W::ZERO {
                self.connect(ends.0, ends.1, all | one);
            } else if left != common && more > 1 {
                self.together(ends, &list[i + 1..], left, all | one, more - 1);
            }
        }
    }
}
