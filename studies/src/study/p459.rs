//! 459: rectangles with square widths and triangular heights that turn discs over.

use crate::number::natural;
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};
use bouton_value::nimber;

pub const STUDY: Study = Study {
    id: 459,
    text: "A move turns over a rectangle whose upper right disc is white, so the game is a product of two coin-turning games on a row: runs \
        of square length, and runs of triangular length. By the Tartan theorem the value of a white disc is the nim-product of its values \
        in the two rows, and boards are sums of their white discs. Nim-multiplication is distributive, so a rectangle changes the nim-sum \
        of the board by the nim-product of its two runs' nim-sums. The winning moves are the pairs of runs whose product is the whole board's \
        nim-sum; each row is computed once with prefix sums, and its runs are counted by their nim-sum.",
    known: || {
        Ok(Known::Theorem(
            "the Tartan theorem (winningways); the values of each row by the mex rule".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (1..=4)
            .map(|n| format!(r#"{{"fn": "W", "N": {n}}}"#))
            .collect();
        all.extend((1..=4).map(|n| format!(r#"{{"fn": "winning_moves", "N": {n}}}"#)));
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    let n = input.usize("N")?;
    if n > 1 << 26 {
        return Err(Error::limit(format!("N = {n} is too large: at most 2^26")));
    }
    match input.function() {
        "W" => {
            let (wide, high) = std::thread::scope(|scope| {
                let wide = scope.spawn(|| Row::new(n, &squares(n)));
                let high = Row::new(n, &triangles(n));
                (wide.join(), high)
            });
            let wide = wide.map_err(|_| Error::limit("the thread of the squares stopped"))?;
            let total = nimber::product(wide.total, high.total);
            let mut count = 0u128;
            for (a, x) in wide.runs.iter().enumerate().filter(|(_, x)| **x > 0) {
                for (b, y) in high.runs.iter().enumerate().filter(|(_, y)| **y > 0) {
                    if nimber::product(a as u64, b as u64) == total {
                        count += u128::from(*x) * u128::from(*y);
                    }
                }
            }
            Ok(natural(count, None))
        }
        "winning_moves" => {
            let (wide, high) = (values(n, &squares(n)), values(n, &triangles(n)));
            let sum = |v: &[u64]| v.iter().fold(0, |a, b| a ^ b);
            let total = nimber::product(sum(&wide), sum(&high));
            let mut moves = Vec::new();
            for w in squares(n) {
                for h in triangles(n) {
                    for column in w..=n {
                        for row in 1..=n + 1 - h {
                            // Rows count from the top, values from the bottom.
                            let top = n + 1 - row;
                            let (a, b) = (sum(&wide[column - w..column]), sum(&high[top - h..top]));
                            if nimber::product(a, b) == total {
                                moves.push(vec![row, column, w, h]);
                            }
                        }
                    }
                }
            }
            Ok(Value::from(moves))
        }
        _ => Err(input.unknown()),
    }
}

fn squares(n: usize) -> Vec<usize> {
    (1..).map(|k| k * k).take_while(|s| *s <= n).collect()
}

fn triangles(n: usize) -> Vec<usize> {
    (1..)
        .map(|k| k * (k + 1) / 2)
        .take_while(|t| *t <= n)
        .collect()
}

/// A row of n white discs under runs of some lengths.
struct Row {
    /// Nim-sum of all discs.
    total: u64,
    /// How many runs have each nim-sum.
    runs: Vec<u64>,
}

impl Row {
    /// The values by the mex rule: disc x has as option the discs of each run that ends at x, without x. O(n·number of lengths).
    fn new(n: usize, lengths: &[usize]) -> Row {
        // Values are at most the number of options, nim-sums below the next power of two.
        let size = (lengths.len() + 1).next_power_of_two();
        let mut prefix = vec![0u16; n + 1];
        let mut wide_prefix = Vec::new();
        if size > 1 << 16 {
            wide_prefix = vec![0u32; n + 1];
            prefix = Vec::new();
        }
        let mut seen = vec![0u32; size + 1];
        let mut runs = vec![0u64; size];
        let mut options = Vec::with_capacity(lengths.len());
        let mut total = 0u64;
        for x in 1..=n {
            options.clear();
            let before = total as usize;
            let usable = lengths.iter().take_while(|l| **l <= x);
            if wide_prefix.is_empty() {
                options.extend(usable.map(|l| before ^ usize::from(prefix[x - l])));
            } else {
                options.extend(usable.map(|l| before ^ wide_prefix[x - l] as usize));
            }
            for o in &options {
                seen[*o] = x as u32;
            }
            let value = seen.iter().position(|s| *s != x as u32).unwrap_or(size);
            for o in &options {
                runs[o ^ value] += 1;
            }
            total ^= value as u64;
            if wide_prefix.is_empty() {
                prefix[x] = total as u16;
            } else {
                wide_prefix[x] = total as u32;
            }
        }
        Row { total, runs }
    }
}

/// The values of the discs of a row.
fn values(n: usize, lengths: &[usize]) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for x in 1..=n {
        let runs = lengths.iter().take_while(|l| **l <= x);
        let options = runs.map(|l| values[x - l..].iter().fold(0, |a, b| a ^ b));
        values.push(crate::number::mex(options));
    }
    values
}

/// Whole boards: bit N·(row from the bottom) + column is a white disc.
fn brute(input: &Input) -> Result<Value> {
    let n = input.usize("N")?;
    let mut moves = Vec::new();
    for w in squares(n) {
        for h in triangles(n) {
            for column in w..=n {
                for row in 1..=n + 1 - h {
                    let top = n - row;
                    let corner = 1u64 << (top * n + column - 1);
                    let mut cells = 0u64;
                    for r in top + 1 - h..=top {
                        for c in column - w..column {
                            cells |= 1 << (r * n + c);
                        }
                    }
                    moves.push((corner, cells, vec![row, column, w, h]));
                }
            }
        }
    }
    let options = |board: &u64| -> Vec<u64> {
        let legal = moves.iter().filter(|m| board & m.0 != 0);
        legal.map(|m| board ^ m.1).collect()
    };
    let mut search = Search::new();
    let all = (1u64 << (n * n)) - 1;
    let winning = moves.iter().filter(|m| search.lost(&(all ^ m.1), options));
    let winning: Vec<Vec<usize>> = winning.map(|m| m.2.clone()).collect();
    match input.function() {
        "W" => Ok(natural(winning.len() as u64, None)),
        _ => Ok(Value::from(winning)),
    }
}
