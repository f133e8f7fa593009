//! 400: pruning Fibonacci trees.

use crate::number::natural;
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 400,
    text: "Taking the root loses, so play goes on below the root as in normal play. A subtree that hangs from its root's \
        parent has one more than the nim-sum of the subtrees that hang from its root (the colon principle). So the value of T(k) \
        follows from the two before it, and a first move wins if it makes the nim-sum at the root 0. The number of moves that give \
        a tree a wanted value is passed down: the child that changes must get the nim-sum of what is wanted and its sibling's value, \
        less one at its own root. One table over the wanted values is kept for each of the last two trees.",
    known: || Ok(Known::Theorem("the colon principle (winningways)".into())),
    run,
    brute,
    twins: || {
        (1..=6)
            .map(|k| format!(r#"{{"fn": "f", "k": {k}}}"#))
            .collect()
    },
};

/// Counts are kept modulo this where no modulus is given; 2^62 is more than what small trees need.
const PLAIN: u64 = 1 << 62;

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "f" => {
            let k = input.usize("k")?;
            let modulus = input.modulus()?;
            if modulus.is_none() && k > 85 {
                return Err(Error::limit(format!(
                    "T({k}) has more than 2^62 nodes; give a modulus"
                )));
            }
            if k > 1 << 17 {
                return Err(Error::limit(format!("k = {k} is too large: at most 2^17")));
            }
            Ok(natural(
                winning_moves(k, modulus.unwrap_or(PLAIN))?,
                modulus,
            ))
        }
        _ => Err(input.unknown()),
    }
}

/// Moves on T(k), the root left out, after which the subtrees below the root have the nim-sum 0: O(k·v) steps for values up to v.
fn winning_moves(k: usize, m: u64) -> Result<u64> {
    if k == 0 {
        return Err(Error::input("T(0) has no nodes; k is at least 1"));
    }
    if m > 1 << 63 {
        return Err(Error::input(format!(
            "the modulus {m} is too large: at most 2^63"
        )));
    }
    // The value of T(j) as it hangs from a parent; 0 for the empty tree.
    let mut values = vec![0usize, 1];
    for j in 2..=k {
        values.push((values[j - 1] ^ values[j - 2]) + 1);
    }
    let size = (values.iter().max().copied().unwrap_or(1) + 1).next_power_of_two();
    // ways[u]: nodes of the tree, its root too, whose removal gives it the value u.
    let mut before = vec![0u64; size];
    let mut last = vec![0u64; size];
    last[0] = 1 % m;
    let mut answer = 0;
    for j in 2..=k {
        let (a, b) = (values[j - 1], values[j - 2]);
        let below = |w: usize| (last[w ^ b] + before[w ^ a]) % m;
        answer = below(0);
        let mut ways = vec![0u64; size];
        ways[0] = 1 % m;
        for (u, way) in ways.iter_mut().enumerate().skip(1) {
            *way = below(u - 1);
        }
        (before, last) = (last, ways);
    }
    Ok(answer)
}

/// The nodes of T(k) as bits, each with the set of the nodes of its subtree; the root is last.
fn tree(k: usize) -> Vec<u64> {
    let mut trees = vec![Vec::new(), vec![1u64]];
    for j in 2..=k {
        let mut nodes: Vec<u64> = trees[j - 1].clone();
        let shift = nodes.len();
        nodes.extend(trees[j - 2].iter().map(|s: &u64| s << shift));
        nodes.push((2u64 << nodes.len()) - 1);
        trees.push(nodes);
    }
    trees.swap_remove(k)
}

fn brute(input: &Input) -> Result<Value> {
    let nodes = tree(input.usize("k")?);
    let root = 1u64 << (nodes.len() - 1);
    // Removing the root loses: it is no move here, and without a move a player must do it.
    let options = |set: &u64| -> Vec<u64> {
        let present = (0..nodes.len() - 1).filter(|i| set >> i & 1 == 1);
        present.map(|i| set & !nodes[i]).collect()
    };
    let mut search = Search::new();
    let all = root | (root - 1);
    let winning = options(&all)
        .into_iter()
        .filter(|next| search.lost(next, options));
    Ok(natural(winning.count() as u64, None))
}
