//! Pursuit on graphs: cops and robbers who see each other, an evader who is never seen and may stay (zero-visibility cops and
//! robbers), and one who must move (hunters and rabbit).

mod graph;
mod seen;
mod unseen;

pub use graph::Graph;
pub use seen::{Chase, cop_number, cops_and_robber};
pub use unseen::{Search, Searchers, search, search_number};

/// All sets of `k` numbers below `n` with repetition, in order.
fn multisets(n: u32, k: usize) -> Vec<Vec<u32>> {
    let mut out = vec![Vec::new()];
    for _ in 0..k {
        let mut longer = Vec::new();
        for set in &out {
            let from = set.last().copied().unwrap_or(0);
            for v in from..n {
                let mut next = set.clone();
                next.push(v);
                longer.push(next);
            }
        }
        out = longer;
    }
    out
}

/// Calls `each` with every way to move the searchers of `from`, each along an edge or not at all; repeats are possible.
fn each_move(graph: &Graph, from: &[u32], mut each: impl FnMut(&[u32])) {
    let mut choice = vec![0usize; from.len()];
    let mut to = vec![0u32; from.len()];
    loop {
        for (i, &v) in from.iter().enumerate() {
            to[i] = match choice[i] {
                0 => v,
                c => graph.neighbours(v)[c - 1],
            };
        }
        let mut sorted = to.clone();
        sorted.sort_unstable();
        each(&sorted);
        let mut i = 0;
        loop {
            if i == from.len() {
                return;
            }
            choice[i] += 1;
            if choice[i] <= graph.neighbours(from[i]).len() {
                break;
            }
            choice[i] = 0;
            i += 1;
        }
    }
}
