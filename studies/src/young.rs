//! Tokens on staircases, for the two problems about them: staircases by weight, and search of token positions.

use crate::search::Search;

/// An (a, b, k)-staircase: a·k rows, row i of b·(k - i/a) squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Staircase {
    pub a: i64,
    pub b: i64,
    pub k: i64,
}

impl Staircase {
    /// The length of row i, 0 beyond the last.
    pub fn row(self, i: i64) -> i64 {
        match i < self.a * self.k {
            true => self.b * (self.k - i / self.a),
            false => 0,
        }
    }

    /// Those of weight a + b + k up to w.
    pub fn up_to(w: i64) -> Vec<Staircase> {
        let mut all = Vec::new();
        for a in 1..w {
            for b in 1..w - a {
                all.extend((1..=w - a - b).map(|k| Staircase { a, b, k }));
            }
        }
        all
    }
}

/// For each staircase the token's row and column; whether Right is to move.
pub type Tokens = (Vec<(i64, i64)>, bool);

/// The number of m-tuples of staircases from which Right wins moving first, by search; moves go up to `most` squares.
pub fn won_by_right(m: usize, w: i64, most: i64) -> u64 {
    let all = Staircase::up_to(w);
    let mut count = 0;
    if all.is_empty() {
        return 0;
    }
    for choice in crate::search::tuples(m, 0, all.len() as u64 - 1) {
        if !choice.is_sorted() {
            continue;
        }
        let stairs: Vec<Staircase> = choice.iter().map(|i| all[*i as usize]).collect();
        let options = |(tokens, right): &Tokens| -> Vec<Tokens> {
            let mut out = Vec::new();
            for (i, s) in stairs.iter().enumerate() {
                for t in 1..=most {
                    let (row, column) = tokens[i];
                    let to = if *right {
                        (row, column + t)
                    } else {
                        (row + t, column)
                    };
                    if to.1 >= s.row(to.0) {
                        break;
                    }
                    let mut next = tokens.clone();
                    next[i] = to;
                    out.push((next, !right));
                }
            }
            out
        };
        let start = (vec![(0, 0); m], true);
        if !Search::new().lost(&start, options) {
            count += orders(&choice);
        }
    }
    count
}

/// In how many orders a sorted list can be written.
fn orders(sorted: &[u64]) -> u64 {
    let mut orders = 1;
    let mut run = 0;
    for (i, x) in sorted.iter().enumerate() {
        run = if i > 0 && sorted[i - 1] == *x {
            run + 1
        } else {
            1
        };
        orders = orders * (i as u64 + 1) / run;
    }
    orders
}
