//! Which place lies beside which, as tables that are made once for each shape of board.

use super::bits::ByBits;
use super::board::{Board, Net, Shape};
use super::rules::{CellRules, LetterSet, Level, Rewrite, Step, Zone};
use super::walk::{Contents, Hit, Walk};

/// Places in the lines of one pattern beyond which they are not kept.
const MOST_KEPT: usize = 1 << 16;

/// For each place a list of places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    to: Vec<u32>,
}

impl Lists {
    fn collect(lists: impl Iterator<Item = Vec<u32>>) -> Lists {
        let mut made = Lists {
            starts: vec![0],
            to: Vec::new(),
        };
        for list in lists {
            made.to.extend(list);
            made.starts.push(made.to.len() as u32);
        }
        made
    }

    #[inline]
    pub fn of(&self, place: usize) -> &[u32] {
        &self.to[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

/// Every placement of a pattern without repetitions along one step.
#[derive(Debug)]
pub(crate) struct Lines {
    length: usize,
    hits: Vec<Hit>,
    /// What the places of a line match.
    sets: Vec<LetterSet>,
}

/// A board on which everything fits.
struct Anything;

impl Contents for Anything {
    fn fits(&self, _: u32, _: LetterSet) -> bool {
        true
    }
}

impl Lines {
    fn of(topology: &Topology, places: usize, rewrite: &Rewrite, step: Step) -> Option<Lines> {
        let length = rewrite.items().count();
        let walk = Walk {
            contents: &Anything,
            topology,
            rewrite,
            step,
        };
        let mut hits: Vec<Hit> = Vec::new();
        let all = rewrite.is_fixed()
            && (0..places as u32).all(|start| {
                walk.each(start, &mut |path| {
                    hits.extend_from_slice(path);
                    hits.len() <= MOST_KEPT
                })
            });
        let sets = rewrite.items().map(|i| i.matches).collect();
        all.then_some(Lines { length, hits, sets })
    }

    /// Calls `found` with every placement that fits; false if it said so.
    #[inline]
    pub fn each<C: Contents + ?Sized>(
        &self,
        contents: &C,
        found: &mut dyn FnMut(&[Hit]) -> bool,
    ) -> bool {
        for line in self.hits.chunks_exact(self.length) {
            let mut all = line.iter().zip(&self.sets);
            if all.all(|(hit, &set)| contents.fits(hit.place, set)) && !found(line) {
                return false;
            }
        }
        true
    }
}

/// A pattern with one of its steps, and its lines if they are kept.
pub(crate) type Along = (Step, Option<Lines>);

/// The places of a board of one shape.
#[derive(Debug)]
pub(crate) struct Topology {
    places: u32,
    /// For each rule the steps of its first rewriting that give different moves.
    first: Vec<Vec<Along>>,
    /// For each forbidden pattern its steps.
    forbidden: Vec<Vec<Along>>,
    /// For each step the place that it leads to, if it is on the board.
    steps: Vec<(Step, Lists)>,
    /// Beside, diagonal (on a graph the edges beside), around.
    zones: [Lists; 3],
    /// All patterns by bits, where they have that form.
    rows: ByBits,
}

const BESIDE: [Step; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Topology {
    /// The tables for boards like `board`; `steps` has for each rule the steps that give different moves.
    pub fn of(rules: &CellRules, steps: &[Vec<Step>], board: &Board) -> Topology {
        let all: Vec<Step> = rules.rewrites().flat_map(|r| r.steps.clone()).collect();
        let places = board.cells.len();
        let mut topology = match &board.shape {
            Shape::Grid { rows, cols } => Topology::grid(*rows as usize, *cols as usize, &all),
            Shape::Graph(net) => Topology::graph(net, places, rules.level == Level::Edges),
        };
        if let Some(fixed) = &rules.board {
            let lists = fixed.steps(places);
            topology
                .steps
                .extend(lists.map(|(step, lists)| (step, Lists::collect(lists.into_iter()))));
        }
        let along = |topology: &Topology, rewrite: &Rewrite, steps: &[Step]| -> Vec<Along> {
            let lines = |&step| (step, Lines::of(topology, places, rewrite, step));
            steps.iter().map(lines).collect()
        };
        let rules_and_steps = rules.moves.iter().zip(steps);
        let first = rules_and_steps.map(|(m, steps)| along(&topology, &m.parts[0], steps));
        let forbidden = rules.forbidden.iter();
        let forbidden = forbidden.map(|(r, _)| along(&topology, r, &r.steps));
        (topology.first, topology.forbidden) = (first.collect(), forbidden.collect());
        topology.rows = ByBits::of(rules, steps, board);
        topology
    }

    /// Calls `found` with every match of the first rewriting of rule number `rule`.
    pub fn each_match<C: Contents + ?Sized>(
        &self,
        rules: &CellRules,
        rule: usize,
        contents: &C,
        found: &mut dyn FnMut(&[Hit]) -> bool,
    ) -> bool {
        let rewrite = &rules.moves[rule].parts[0];
        let mut along = self.first[rule].iter();
        along.all(|one| self.along(rewrite, one, contents, found))
    }

    /// Calls `found` with every match of forbidden pattern number `pattern`.
    pub fn each_forbidden<C: Contents + ?Sized>(
        &self,
        rules: &CellRules,
        pattern: usize,
        contents: &C,
        found: &mut dyn FnMut(&[Hit]) -> bool,
    ) -> bool {
        let rewrite = &rules.forbidden[pattern].0;
        let mut along = self.forbidden[pattern].iter();
        along.all(|one| self.along(rewrite, one, contents, found))
    }

    fn along<C: Contents + ?Sized>(
        &self,
        rewrite: &Rewrite,
        (step, lines): &Along,
        contents: &C,
        found: &mut dyn FnMut(&[Hit]) -> bool,
    ) -> bool {
        if let Some(lines) = lines {
            return lines.each(contents, found);
        }
        let walk = Walk {
            contents,
            topology: self,
            rewrite,
            step: *step,
        };
        (0..self.places).all(|start| walk.each(start, found))
    }

    /// A rectangle, with tables for these steps and their opposites.
    fn grid(rows: usize, cols: usize, steps: &[Step]) -> Topology {
        let beside = |cell: usize, (r, c): Step| {
            let row = (cell / cols).checked_add_signed(isize::from(r));
            let col = (cell % cols).checked_add_signed(isize::from(c));
            match (row, col) {
                (Some(row), Some(col)) if row < rows && col < cols => {
                    Some((row * cols + col) as u32)
                }
                _ => None,
            }
        };
        let table = |steps: &[Step]| {
            let lists = (0..rows * cols).map(|cell| {
                let found = steps.iter().filter_map(|&s| beside(cell, s));
                found.collect()
            });
            Lists::collect(lists)
        };
        let mut all: Vec<Step> = steps
            .iter()
            .flat_map(|&(r, c)| [(r, c), (-r, -c)])
            .collect();
        all.sort_unstable();
        all.dedup();
        Topology {
            places: (rows * cols) as u32,
            first: Vec::new(),
            forbidden: Vec::new(),
            steps: all.iter().map(|&s| (s, table(&[s]))).collect(),
            zones: [
                table(&BESIDE),
                table(&DIAGONAL),
                table(&[BESIDE, DIAGONAL].concat()),
            ],
            rows: ByBits::Not,
        }
    }

    /// A graph: every step goes along an edge.
    fn graph(net: &Net, places: usize, edges_too: bool) -> Topology {
        let mut lists = vec![Vec::new(); places];
        let (mut beside, mut edges) = (vec![Vec::new(); places], vec![Vec::new(); places]);
        for (i, &(a, b)) in net.edges.iter().enumerate() {
            let edge = net.order + i as u32;
            if edges_too {
                lists[edge as usize].push(a);
                lists[a as usize].push(edge);
                if a != b {
                    lists[edge as usize].push(b);
                    lists[b as usize].push(edge);
                }
            } else if a != b {
                lists[a as usize].push(b);
                lists[b as usize].push(a);
            }
        }
        if edges_too {
            for place in 0..places {
                // Two steps: from a vertex to a vertex, from an edge to an edge.
                let own = place as u32;
                let mut second: Vec<u32> = Vec::new();
                for &next in &lists[place] {
                    second.extend(lists[next as usize].iter().filter(|&&p| p != own));
                }
                let first = lists[place].clone();
                let is_vertex = own < net.order;
                (beside[place], edges[place]) = match is_vertex {
                    true => (second, first),
                    false => (first, second),
                };
            }
        } else {
            beside.clone_from(&lists);
        }
        let sorted = |mut list: Vec<u32>| {
            list.sort_unstable();
            list.dedup();
            list
        };
        let [all, beside, edges] =
            [lists, beside, edges].map(|lists| Lists::collect(lists.into_iter().map(sorted)));
        Topology {
            places: places as u32,
            first: Vec::new(),
            forbidden: Vec::new(),
            steps: vec![((0, 1), all)],
            zones: [beside, edges, Lists::default()],
            rows: ByBits::Not,
        }
    }

    /// The patterns by bits, where they have that form.
    pub fn rows(&self) -> &ByBits {
        &self.rows
    }

    /// The table of a step.
    #[inline]
    pub fn step(&self, step: Step) -> Option<&Lists> {
        self.steps.iter().find(|(s, _)| *s == step).map(|(_, l)| l)
    }

    /// The table of a zone; the whole board has none.
    #[inline]
    pub fn zone(&self, zone: Zone) -> Option<&Lists> {
        match zone {
            Zone::Beside => Some(&self.zones[0]),
            Zone::Diagonal | Zone::EdgesBeside => Some(&self.zones[1]),
            Zone::Around => Some(&self.zones[2]),
            Zone::Board => None,
        }
    }
}
