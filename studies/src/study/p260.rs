//! 260: three heaps, the same number from every heap of a set.

use crate::number::{natural, outcome};
use crate::search::Search;
use crate::{Input, Known, Result, Study, Value};

pub const STUDY: Study = Study {
    id: 260,
    text: "A move may touch several heaps, so a position is the whole triple. Seven lines lead down from a position x <= y <= z: one heap \
        changes (a pair of heaps stays), two change (the third and the difference of the two stay), or all three (both differences stay). \
        Triples are visited in lexicographic order; a triple is lost exactly if no lost triple was met on any of its seven lines, \
        and then it marks its lines, each by what stays. At most one z is lost for each x and y.",
    known: || {
        Ok(Known::Computed(
            "every triple up to M, each by its options".into(),
        ))
    },
    run,
    brute,
    twins: || {
        let mut all: Vec<String> = (0..=24)
            .map(|m| format!(r#"{{"fn": "sum_P", "M": {m}}}"#))
            .collect();
        for p in ["2,3,4", "0,5,5", "1,9,4", "3,3,9", "6,0,0"] {
            all.push(format!(r#"{{"fn": "outcome", "position": [{p}]}}"#));
        }
        all
    },
};

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "outcome" => {
            let mut position: [u64; 3] = input.tuple("position")?;
            position.sort_unstable();
            let most = position[2] as usize;
            let lost = lost_triples(most)?
                .into_iter()
                .any(|t| t.map(|x| x as u64) == position);
            Ok(outcome(lost))
        }
        "sum_P" => {
            let lost = lost_triples(input.usize("M")?)?;
            let sum: u128 = lost.iter().flatten().map(|x| *x as u128).sum();
            Ok(natural(sum, input.modulus()?))
        }
        _ => Err(input.unknown()),
    }
}

/// A set of pairs of numbers up to a bound.
struct Pairs {
    width: usize,
    marked: Vec<bool>,
}

impl Pairs {
    fn at(&self, a: usize, b: usize) -> bool {
        self.marked[a * self.width + b]
    }

    fn mark(&mut self, a: usize, b: usize) {
        self.marked[a * self.width + b] = true;
    }
}

/// The lost triples x <= y <= z <= m, in lexicographic order: O(m³) steps, O(m²) bytes.
fn lost_triples(m: usize) -> Result<Vec<[usize; 3]>> {
    if m > 5000 {
        return Err(crate::Error::limit(format!(
            "heaps up to {m} take too long; the sieve visits all triples up to 5000"
        )));
    }
    let new = || Pairs {
        width: m + 1,
        marked: vec![false; (m + 1) * (m + 1)],
    };
    let (mut pair, mut heap, mut both) = (new(), new(), new());
    let mut lost = Vec::new();
    for x in 0..=m {
        for y in x..=m {
            if pair.at(x, y) {
                continue;
            }
            for z in y..=m {
                let hit = pair.at(x, z)
                    || pair.at(y, z)
                    || heap.at(x, z - y)
                    || heap.at(y, z - x)
                    || heap.at(z, y - x)
                    || both.at(y - x, z - y);
                if hit {
                    continue;
                }
                lost.push([x, y, z]);
                pair.mark(x, y);
                pair.mark(x, z);
                pair.mark(y, z);
                heap.mark(x, z - y);
                heap.mark(y, z - x);
                heap.mark(z, y - x);
                both.mark(y - x, z - y);
                break;
            }
        }
    }
    Ok(lost)
}

fn options(p: &[u64; 3]) -> Vec<[u64; 3]> {
    let mut out = Vec::new();
    for set in 1..8 {
        let chosen = |i: usize| set >> i & 1 == 1;
        let most = (0..3)
            .filter(|i| chosen(*i))
            .map(|i| p[i])
            .min()
            .unwrap_or(0);
        for t in 1..=most {
            out.push(std::array::from_fn(
                |i| if chosen(i) { p[i] - t } else { p[i] },
            ));
        }
    }
    out
}

fn brute(input: &Input) -> Result<Value> {
    let mut search = Search::new();
    if input.function() == "outcome" {
        return Ok(outcome(search.lost(&input.tuple("position")?, options)));
    }
    let m = input.u64("M")?;
    let mut sum = 0;
    for x in 0..=m {
        for y in x..=m {
            for z in y..=m {
                if search.lost(&[x, y, z], options) {
                    sum += x + y + z;
                }
            }
        }
    }
    Ok(natural(sum, None))
}
