//! Win, lose, tie or draw with the exact distance to the end, where play may repeat.
//!
//! Values spread backwards from the ends of play. A position with a losing option is a win, as soon as the nearest one is
//! known; a position all of whose options are wins is a loss, as soon as the last one is known. What no value ever reaches
//! is drawn: neither player can force an end. Whose turn it is belongs to a node, so the graph serves impartial and
//! partizan games alike.

use crate::graph::Graph;
use bouton_core::Budget;
use bouton_rules::{Decision, Play, Result};

pub use bouton_core::Verdict;

/// The verdicts of all nodes of a graph.
#[derive(Clone, Debug)]
pub struct Verdicts {
    verdicts: Vec<Verdict>,
    remoteness: Vec<u32>,
}

const FAR: u32 = u32::MAX;

impl Verdicts {
    /// The verdict of a node.
    pub fn verdict(&self, node: u32) -> Verdict {
        self.verdicts[node as usize]
    }

    /// Moves to the end: a winner hurries, a loser delays, and both head for a tie where there is no more. `None` for a
    /// draw. In single moves (plies).
    pub fn remoteness(&self, node: u32) -> Option<u32> {
        Some(self.remoteness[node as usize]).filter(|&r| r != FAR)
    }

    /// How many nodes have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.verdicts.iter().filter(|&&v| v == verdict).count()
    }
}

/// Solves every node. `decided(v)` is the decision of a node that ends the game by a rule (its options are not looked at);
/// a node without decision and without options is judged by `play`. Time and memory O(nodes + options): 4 bytes an option
/// and 29 a node, beside the graph.
///
/// ```
/// use bouton_rules::Play;
/// use bouton_solve::{Budget, Graph, Verdict, retrograde};
/// // 0 is an end; 1 moves to 0; 2 and 3 move to each other; 3 may also give up and go to 1.
/// let graph = Graph::of(&[vec![], vec![0], vec![3], vec![1, 2]]);
/// let v = retrograde(&graph, |_| None, Play::Normal, &Budget::unlimited()).unwrap();
/// assert_eq!((v.verdict(1), v.remoteness(1)), (Verdict::Win, Some(1)));
/// assert_eq!((v.verdict(2), v.remoteness(2)), (Verdict::Draw, None));
/// ```
pub fn retrograde(
    graph: &Graph,
    decided: impl Fn(u32) -> Option<Decision>,
    play: Play,
    budget: &Budget,
) -> Result<Verdicts> {
    assert!(
        !graph.is_of_sums(),
        "repetition is a matter of whole positions: sums are not taken apart"
    );
    let n = graph.len();
    budget.phase("solving backwards", Some(n as u64));
    let mut held = budget.hold();
    held.set(29 * n as u64 + 4 * graph.edges() as u64)?;
    let (starts, sources) = reversed(graph);
    let mut verdicts = vec![Verdict::Draw; n];
    let mut remoteness = vec![FAR; n];
    let mut open = vec![0u32; n];
    let mut queue: Vec<u32> = Vec::new();
    let mut ties: Vec<u32> = Vec::new();
    for v in 0..n as u32 {
        let options = graph.options(v).len() as u32;
        open[v as usize] = options;
        let end = match (decided(v), options, play) {
            (Some(Decision::Win), ..) | (None, 0, Play::Misere) => Verdict::Win,
            (Some(Decision::Lose), ..) | (None, 0, Play::Normal) => Verdict::Lose,
            (Some(Decision::Tie), ..) => Verdict::Tie,
            (None, ..) => continue,
        };
        verdicts[v as usize] = end;
        remoteness[v as usize] = 0;
        if end == Verdict::Tie {
            &mut ties
        } else {
            &mut queue
        }
        .push(v);
    }
    // The queue is in order of remoteness, so the first losing option is the nearest and the last winning one the farthest.
    spread(&mut queue, budget, |v, queue| {
        let next = remoteness[v as usize] + 1;
        let lost = verdicts[v as usize] == Verdict::Lose;
        for &w in &sources[starts[v as usize] as usize..starts[v as usize + 1] as usize] {
            if remoteness[w as usize] != FAR {
                continue;
            }
            open[w as usize] -= 1;
            if lost || open[w as usize] == 0 {
                verdicts[w as usize] = if lost { Verdict::Win } else { Verdict::Lose };
                remoteness[w as usize] = next;
                queue.push(w);
            }
        }
    })?;
    spread(&mut ties, budget, |v, ties| {
        for &w in &sources[starts[v as usize] as usize..starts[v as usize + 1] as usize] {
            if remoteness[w as usize] == FAR {
                verdicts[w as usize] = Verdict::Tie;
                remoteness[w as usize] = remoteness[v as usize] + 1;
                ties.push(w);
            }
        }
    })?;
    Ok(Verdicts {
        verdicts,
        remoteness,
    })
}

/// Runs a breadth-first queue to its end, with an eye on the budget.
fn spread(
    queue: &mut Vec<u32>,
    budget: &Budget,
    mut step: impl FnMut(u32, &mut Vec<u32>),
) -> Result<()> {
    let mut next = 0;
    while next < queue.len() {
        if next.is_multiple_of(1 << 14) {
            budget.check()?;
        }
        let v = queue[next];
        step(v, queue);
        next += 1;
    }
    Ok(())
}

/// The reversed graph: where each node can be reached from.
fn reversed(graph: &Graph) -> (Vec<u64>, Vec<u32>) {
    let n = graph.len();
    let mut starts = vec![0u64; n + 1];
    for v in 0..n as u32 {
        for &t in graph.options(v) {
            starts[t as usize + 1] += 1;
        }
    }
    for v in 0..n {
        starts[v + 1] += starts[v];
    }
    let mut sources = vec![0u32; graph.edges()];
    for v in (0..n as u32).rev() {
        for &t in graph.options(v) {
            starts[t as usize + 1] -= 1;
            sources[starts[t as usize + 1] as usize] = v;
        }
    }
    // Each entry has moved from the end of its row to the start; shift the starts back into place.
    starts.rotate_left(1);
    starts[n] = graph.edges() as u64;
    (starts, sources)
}
