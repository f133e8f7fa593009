//! 933: rectangles cut into four.

use crate::number::{mex, natural};
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};
use std::borrow::Cow;
use std::sync::LazyLock;

pub const STUDY: Study = Study {
    id: 933,
    text: "The Grundy values of rectangles of one width become constant in the height. For each width the program proves it: a cut at x has the value A(y) xor A(h - y), A(y) being the nim-sum of the two parts of height y, and \
        from twice the height at which all narrower widths are constant on, the options are the same for every height, so the value is too. So each width needs values up to a \
        height only, and beyond the head of A only one value. A first move wins if A(y) = A(h - y), so the moves for all heights are pairs y, y' with equal values and a bounded sum: \
        those in the head by their values, the others in closed form.",
    known: || {
        let table = &*TARGET;
        let last = table.widths.iter().map(Vec::len).max().unwrap_or(0);
        Ok(Known::Machine(format!(
            "the value of each width up to 123 is constant in the height, by equal sets of options; the last change is at height {last}"
        )))
    },
    run,
    brute,
    twins: || {
        let mut all = Vec::new();
        for w in 2..=7 {
            all.extend((2..=6).map(|h| format!(r#"{{"fn": "C", "w": {w}, "h": {h}}}"#)));
        }
        for (w, h) in [(2, 9), (3, 8), (5, 7), (6, 6), (7, 3), (4, 11)] {
            all.push(format!(r#"{{"fn": "D", "W": {w}, "H": {h}}}"#));
        }
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    let width = |name: &str| {
        let w = input.usize(name)?;
        if !(1..=512).contains(&w) {
            return Err(Error::limit(format!("`{name}` is {w}; between 1 and 512")));
        }
        Ok(w)
    };
    match input.function() {
        "C" => {
            let (w, h) = (width("w")?, input.u64("h")?);
            if h > 1 << 24 {
                return Err(Error::limit(format!(
                    "the height {h} is too large: at most 2^24"
                )));
            }
            let table = Table::up_to(w);
            let cuts = (1..w).map(|x| {
                let a = table.column(w, x);
                (1..h).filter(|y| a.at(*y) == a.at(h - y)).count() as u64
            });
            Ok(natural(cuts.sum::<u64>(), None))
        }
        "D" => {
            let (w, h) = (width("W")?, input.u64("H")?);
            let table = Table::up_to(w);
            let mut sum = 0u128;
            for w in 2..=w {
                sum += (1..w).map(|x| table.column(w, x).pairs(h)).sum::<u128>();
            }
            Ok(natural(sum, input.modulus()?))
        }
        _ => Err(input.unknown()),
    }
}

/// Values by width and height: those up to the height from which on they are constant, which comes last.
#[derive(Clone)]
struct Table {
    widths: Vec<Vec<u16>>,
}

/// The widths of the target, which the proof is about as well.
static TARGET: LazyLock<Table> = LazyLock::new(|| Table::new(123));

/// The values of the two parts of height y, xored.
struct Column {
    head: Vec<u16>,
}

impl Column {
    /// The value at height y >= 1.
    fn at(&self, y: u64) -> u16 {
        let last = self.head.len() - 1;
        self.head[last.min(y as usize - 1)]
    }

    /// Pairs y, y' >= 1 with equal values and a sum up to h.
    fn pairs(&self, h: u64) -> u128 {
        // From `from` on all values are the last one.
        let from = self.head.len() as u64;
        if h < 2 * from {
            let all =
                (1..h).map(|y| (1..=h - y).filter(|z| self.at(y) == self.at(*z)).count() as u128);
            return all.sum();
        }
        let last = self.at(from);
        let mut counts = vec![0u128; 1 << 16];
        let mut mixed = 0u128;
        for y in 1..from {
            counts[self.at(y) as usize] += 1;
            if self.at(y) == last {
                mixed += 2 * u128::from(h - y - from + 1);
            }
        }
        let free = u128::from(h - 2 * from);
        counts.iter().map(|c| c * c).sum::<u128>() + mixed + (free + 1) * (free + 2) / 2
    }
}

impl Table {
    /// A table that holds the widths 1, …, most.
    fn up_to(most: usize) -> Cow<'static, Table> {
        match most {
            60..=123 => Cow::Borrowed(&*TARGET),
            _ => Cow::Owned(Table::new(most)),
        }
    }

    /// Values for the widths 1, …, most.
    fn new(most: usize) -> Table {
        let mut table = Table {
            widths: vec![vec![0], vec![0]],
        };
        for w in 2..=most {
            let columns: Vec<Column> = (1..=w / 2).map(|x| table.column(w, x)).collect();
            // From this height on every column gives the same options: all its head with its last value, and that with itself.
            let stable = columns.iter().map(|c| 2 * c.head.len()).max().unwrap_or(2);
            let mut seen = vec![0u32; 1 << 16];
            let mut settled: Vec<Option<Vec<u16>>> = vec![None; columns.len()];
            let mut values = vec![0u16];
            for h in 2..=stable as u64 {
                for (column, settled) in columns.iter().zip(&mut settled) {
                    let from = column.head.len() as u64;
                    if h < 2 * from {
                        for y in 1..=h / 2 {
                            seen[usize::from(column.at(y) ^ column.at(h - y))] = h as u32;
                        }
                    } else {
                        let options = settled.get_or_insert_with(|| {
                            let last = column.at(from);
                            let mut all: Vec<u16> = column.head.iter().map(|v| v ^ last).collect();
                            all.sort_unstable();
                            all.dedup();
                            all
                        });
                        for o in options.iter() {
                            seen[usize::from(*o)] = h as u32;
                        }
                    }
                }
                let value = seen.iter().position(|s| *s != h as u32);
                values.push(value.unwrap_or(0) as u16);
            }
            let last = values[values.len() - 1];
            while values.len() > 1 && values[values.len() - 2] == last {
                values.pop();
            }
            table.widths.push(values);
        }
        table
    }

    /// The column of a cut of width w at x.
    fn column(&self, w: usize, x: usize) -> Column {
        let (a, b) = (&self.widths[x], &self.widths[w - x]);
        let at = |v: &[u16], y: usize| v[y.min(v.len() - 1)];
        let head = (0..a.len().max(b.len())).map(|y| at(a, y) ^ at(b, y));
        Column {
            head: head.collect(),
        }
    }
}

/// Pieces with both sides at least 2; others cannot be cut.
fn options(pieces: &Vec<(u64, u64)>) -> Vec<Vec<(u64, u64)>> {
    let mut out = Vec::new();
    for i in 0..pieces.len() {
        let (w, h) = pieces[i];
        for x in 1..w {
            for y in 1..h {
                let mut next = pieces.clone();
                next.remove(i);
                next.extend([(x, y), (w - x, y), (x, h - y), (w - x, h - y)]);
                next.retain(|p| p.0 > 1 && p.1 > 1);
                next.sort_unstable();
                out.push(next);
            }
        }
    }
    out
}

/// Values of whole rectangles by the mex rule; for small ones positions are searched as a whole.
fn brute(input: &Input) -> Result<Value> {
    if input.function() == "C" {
        let start = vec![(input.u64("w")?, input.u64("h")?)];
        if start[0].0 * start[0].1 <= 20 {
            let mut search = Search::new();
            let winning = options(&start)
                .into_iter()
                .filter(|next| search.lost(next, options));
            return Ok(natural(winning.count() as u64, None));
        }
    }
    let (most_w, most_h) = match input.function() {
        "C" => (input.usize("w")?, input.usize("h")?),
        _ => (input.usize("W")?, input.usize("H")?),
    };
    let mut values = vec![vec![0u64; most_h + 1]; most_w + 1];
    let mut sum = 0u64;
    for w in 2..=most_w {
        for h in 2..=most_h {
            let mut options = Vec::new();
            for x in 1..w {
                for y in 1..h {
                    options.push(
                        values[x][y] ^ values[w - x][y] ^ values[x][h - y] ^ values[w - x][h - y],
                    );
                }
            }
            let winning = options.iter().filter(|o| **o == 0).count() as u64;
            if input.function() == "D" || (w, h) == (most_w, most_h) {
                sum += winning;
            }
            values[w][h] = mex(options);
        }
    }
    Ok(natural(sum, None))
}
