//! Cops and robbers who see each other: who wins, how fast, by retrograde analysis.
//!
//! The cops choose vertices, then the robber; then all cops move, each along an edge or not at all, and the robber does, in
//! turns. The cops win when one of them is where the robber is (nowakowskiwinkler1983, aignerfromme1984).

use super::{Graph, each_move, multisets};
use bouton_core::{Budget, Error, Result};
use rustc_hash::FxHashMap;

const UNKNOWN: u32 = u32::MAX;

/// How some number of cops fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chase {
    /// The number of cops.
    pub cops: usize,
    /// The rounds until the robber is caught if both sides play well, `None` if never. A round is a move of the cops.
    pub time: Option<u32>,
    /// Where the cops begin.
    pub start: Vec<u32>,
    /// A line of best play: where the cops and the robber are at the start and after each round.
    pub line: Vec<(Vec<u32>, u32)>,
}

/// Who wins with `cops` cops; with `must_move`, the robber may not stay where he is unless he has no neighbour.
///
/// # Errors
/// The graph is not connected, there are no cops, or a limit of `budget` is reached.
///
/// Costs, for k cops on n vertices, about n^(k+1) states times the moves of all cops.
///
/// ```
/// use bouton_chance::pursuit::{cops_and_robber, Graph};
/// use bouton_core::Budget;
/// let path = Graph::parse("path:5").unwrap();
/// assert_eq!(cops_and_robber(&path, 1, false, &Budget::unlimited()).unwrap().time, Some(2));
/// let cycle = Graph::parse("cycle:7").unwrap();
/// assert_eq!(cops_and_robber(&cycle, 1, false, &Budget::unlimited()).unwrap().time, None);
/// ```
pub fn cops_and_robber(
    graph: &Graph,
    cops: usize,
    must_move: bool,
    budget: &Budget,
) -> Result<Chase> {
    graph.connected()?;
    if cops == 0 {
        return Err(Error::input("a pursuit needs at least one cop"));
    }
    let n = graph.len() as u32;
    let size = (0..cops as u64).try_fold(u64::from(n), |p, i| {
        Some(p.checked_mul(u64::from(n) + i)? / (i + 1))
    });
    let size = size.filter(|&s| s <= 1 << 32).ok_or_else(|| {
        Error::limit(format!(
            "{cops} cops on {n} vertices have too many positions; use fewer cops"
        ))
    })?;
    let mut held = budget.hold();
    held.set_table(size, size.saturating_mul(12))?;
    budget.phase("retrograde analysis", None);
    let table = Table::fill(graph, cops, must_move, budget)?;
    let mut best: Option<(u32, usize)> = None;
    for c in 0..table.sets.len() {
        let worst = (0..n)
            .map(|r| table.cops_move[table.at(c, r)])
            .max()
            .unwrap_or(0);
        if worst != UNKNOWN && best.is_none_or(|(t, _)| worst < t) {
            best = Some((worst, c));
        }
    }
    let Some((time, c)) = best else {
        return Ok(Chase {
            cops,
            time: None,
            start: Vec::new(),
            line: Vec::new(),
        });
    };
    Ok(Chase {
        cops,
        time: Some(time),
        start: table.sets[c].clone(),
        line: table.line(graph, c, must_move),
    })
}

/// The least number of cops that always catch the robber, with their chase.
///
/// # Errors
/// As [`cops_and_robber`].
///
/// ```
/// use bouton_chance::pursuit::{cop_number, Graph};
/// let g = Graph::parse("petersen").unwrap();
/// assert_eq!(cop_number(&g, false, &bouton_core::Budget::unlimited()).unwrap().cops, 3);
/// ```
pub fn cop_number(graph: &Graph, must_move: bool, budget: &Budget) -> Result<Chase> {
    let mut cops = 1;
    loop {
        let chase = cops_and_robber(graph, cops, must_move, budget)?;
        if chase.time.is_some() {
            return Ok(chase);
        }
        cops += 1;
    }
}

struct Table {
    n: u32,
    sets: Vec<Vec<u32>>,
    number: FxHashMap<Vec<u32>, u32>,
    /// Rounds to the end with the cops to move.
    cops_move: Vec<u32>,
    /// ... with the robber to move.
    robber_moves: Vec<u32>,
}

/// Where a robber at `r` can go.
fn steps(graph: &Graph, r: u32, must_move: bool) -> impl Iterator<Item = u32> {
    let near = graph.neighbours(r);
    let stay = !must_move || near.is_empty();
    near.iter().copied().chain(stay.then_some(r))
}

impl Table {
    fn at(&self, c: usize, r: u32) -> usize {
        c * self.n as usize + r as usize
    }

    fn fill(graph: &Graph, cops: usize, must_move: bool, budget: &Budget) -> Result<Table> {
        let n = graph.len() as u32;
        let sets = multisets(n, cops);
        let number = (0u32..).zip(&sets).map(|(i, s)| (s.clone(), i)).collect();
        let cells = sets.len() * n as usize;
        let mut t = Table {
            n,
            sets,
            number,
            cops_move: vec![UNKNOWN; cells],
            robber_moves: vec![UNKNOWN; cells],
        };
        // How many moves of the robber are not yet known to lose.
        let mut open: Vec<u32> = Vec::with_capacity(cells);
        for _ in 0..t.sets.len() {
            open.extend((0..n).map(|r| steps(graph, r, must_move).count() as u32));
        }
        let mut lost_after_cops: Vec<(u32, u32)> = Vec::new();
        let mut lost_after_robber: Vec<(u32, u32)> = Vec::new();
        for (c, set) in (0u32..).zip(&t.sets) {
            let mut at = set.clone();
            at.dedup();
            for r in at {
                let cell = c as usize * n as usize + r as usize;
                t.cops_move[cell] = 0;
                t.robber_moves[cell] = 0;
                lost_after_cops.push((c, r));
                lost_after_robber.push((c, r));
            }
        }
        let mut time = 0;
        while !(lost_after_cops.is_empty() && lost_after_robber.is_empty()) {
            // The robber moves into what is lost with the cops to move: when all moves do, he loses in the same time.
            for (c, r) in std::mem::take(&mut lost_after_robber) {
                budget.visit(1)?;
                // Moves of the robber can be taken back, so those who can come are where he can go.
                for from in steps(graph, r, must_move) {
                    let cell = t.at(c as usize, from);
                    open[cell] -= 1;
                    if open[cell] == 0 && t.robber_moves[cell] == UNKNOWN {
                        t.robber_moves[cell] = time;
                        lost_after_cops.push((c, from));
                    }
                }
            }
            time += 1;
            for (c, r) in std::mem::take(&mut lost_after_cops) {
                budget.visit(1)?;
                let set = &t.sets[c as usize];
                let (number, times) = (&t.number, &mut t.cops_move);
                each_move(graph, set, |from| {
                    let cell = number[from] as usize * n as usize + r as usize;
                    if times[cell] == UNKNOWN {
                        times[cell] = time;
                        lost_after_robber.push((number[from], r));
                    }
                });
            }
        }
        Ok(t)
    }

    /// A line of best play from a start of the cops.
    fn line(&self, graph: &Graph, start: usize, must_move: bool) -> Vec<(Vec<u32>, u32)> {
        let slowest = |c: usize, from: &mut dyn Iterator<Item = u32>| {
            from.max_by_key(|&r| (self.cops_move[self.at(c, r)], std::cmp::Reverse(r)))
                .unwrap_or(0)
        };
        let mut c = start;
        let mut r = slowest(c, &mut (0..self.n));
        let mut line = vec![(self.sets[c].clone(), r)];
        while self.cops_move[self.at(c, r)] > 0 {
            let mut best = (UNKNOWN, c);
            each_move(graph, &self.sets[c], |to| {
                let to = self.number[to] as usize;
                best = best.min((self.robber_moves[self.at(to, r)], to));
            });
            c = best.1;
            if !self.sets[c].contains(&r) {
                r = slowest(c, &mut steps(graph, r, must_move));
            }
            line.push((self.sets[c].clone(), r));
        }
        line
    }
}
