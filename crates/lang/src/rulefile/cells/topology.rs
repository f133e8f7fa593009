//! Which place lies beside which, as tables that are made once for each shape of board.

use super::board::Net;
use super::rules::{Step, Zone};

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

/// The places of a board of one shape.
#[derive(Debug)]
pub(crate) struct Topology {
    /// For each step the place that it leads to, if it is on the board.
    steps: Vec<(Step, Lists)>,
    /// Beside, diagonal, around.
    zones: [Lists; 3],
}

const BESIDE: [Step; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Topology {
    /// A rectangle, with tables for these steps and their opposites.
    pub fn grid(rows: usize, cols: usize, steps: &[Step]) -> Topology {
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
            steps: all.iter().map(|&s| (s, table(&[s]))).collect(),
            zones: [
                table(&BESIDE),
                table(&DIAGONAL),
                table(&[BESIDE, DIAGONAL].concat()),
            ],
        }
    }

    /// A graph: every step goes along an edge.
    pub fn graph(net: &Net, places: usize, edges_too: bool) -> Topology {
        let mut lists = vec![Vec::new(); places];
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
        for list in &mut lists {
            list.sort_unstable();
            list.dedup();
        }
        let all = Lists::collect(lists.into_iter());
        Topology {
            steps: vec![((0, 1), all.clone())],
            zones: [all, Lists::default(), Lists::default()],
        }
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
            Zone::Diagonal => Some(&self.zones[1]),
            Zone::Around => Some(&self.zones[2]),
            Zone::Board => None,
        }
    }
}
