//! Tables of boxes against loops written by hand for the same game, and graph searches; every answer is asserted.
//!
//! `cargo bench -p bouton-solve` prints the least of several times, in seconds of processor time.

use bouton_rules::{
    Batch, Boxed, Heaps, Impartial, Info, Play, Player, Rank, Result, Ruleset, Run, Short,
};
use bouton_solve::{Budget, Values, boxed, grundy, loopy_impartial_outcome};
use std::hint::black_box;
use std::ops::ControlFlow;

/// Processor time of this process so far, in seconds; the clock on the wall where the system does not tell.
fn processor_seconds() -> f64 {
    // Fields 14 and 15 of the process's line, counted from the end of its name, in hundredths of a second.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or("")
        .split_whitespace()
        .collect();
    let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<f64>().ok());
    match (ticks(11), ticks(12)) {
        (Some(user), Some(system)) => (user + system) / 100.0,
        _ => std::time::SystemTime::UNIX_EPOCH
            .elapsed()
            .map_or(0.0, |d| d.as_secs_f64()),
    }
}

/// The least time of one call, over `rounds` rounds of `calls` calls.
fn seconds(rounds: usize, calls: usize, mut f: impl FnMut()) -> f64 {
    let mut least = f64::MAX;
    for _ in 0..rounds {
        let start = processor_seconds();
        (0..calls).for_each(|_| f());
        least = least.min((processor_seconds() - start) / calls as f64);
    }
    least
}

fn compare(name: &str, calls: usize, table: impl FnMut(), hand: impl FnMut()) {
    let (table, hand) = (seconds(5, calls, table), seconds(5, calls, hand));
    println!(
        "{name:44} table {table:9.5} s   by hand {hand:9.5} s   ratio {:5.2}",
        table / hand
    );
}

struct Nim;

impl Boxed for Nim {
    fn arity(&self) -> usize {
        1
    }
    fn sums(&self) -> bool {
        true
    }
    fn runs(&self, _who: Player, pos: &[u64], _sizes: &[u64], visit: &mut dyn FnMut(Run<'_>)) {
        visit(Run::Cells {
            first: 0,
            step: 1,
            count: pos[0] as usize,
        });
    }
}

struct Wythoff;

impl Boxed for Wythoff {
    fn arity(&self) -> usize {
        2
    }
    fn sums(&self) -> bool {
        false
    }
    fn runs(&self, _who: Player, pos: &[u64], sizes: &[u64], visit: &mut dyn FnMut(Run<'_>)) {
        let (a, b, w) = (pos[0] as usize, pos[1] as usize, sizes[1] as usize);
        let cell = a * w + b;
        visit(Run::Cells {
            first: cell.wrapping_sub(w),
            step: -(w as isize),
            count: a,
        });
        visit(Run::Cells {
            first: cell.wrapping_sub(1),
            step: -1,
            count: b,
        });
        visit(Run::Cells {
            first: cell.wrapping_sub(w + 1),
            step: -(w as isize) - 1,
            count: a.min(b),
        });
    }
}

/// One heap, {1, 3, 4} may be taken: hardly any work a cell.
struct Subtraction;

impl Boxed for Subtraction {
    fn arity(&self) -> usize {
        1
    }
    fn sums(&self) -> bool {
        true
    }
    fn runs(&self, _who: Player, pos: &[u64], _sizes: &[u64], visit: &mut dyn FnMut(Run<'_>)) {
        let n = pos[0] as usize;
        for k in [1, 3, 4] {
            if k <= n {
                visit(Run::Cells {
                    first: n - k,
                    step: 1,
                    count: 1,
                });
            }
        }
    }
    fn batches(
        &self,
        _who: Player,
        pos: &[u64],
        _sizes: &[u64],
        visit: &mut dyn FnMut(Batch<'_>) -> ControlFlow<()>,
    ) {
        let n = pos[0] as usize;
        let cells = [1, 3, 4].map(|k| n.wrapping_sub(k));
        let count = [1, 3, 4].iter().filter(|&&k| k <= n).count();
        let _ = visit(Batch::Cells(&cells[..count]));
    }
}

/// Kayles: runs of pairs.
struct Kayles;

impl Boxed for Kayles {
    fn arity(&self) -> usize {
        1
    }
    fn sums(&self) -> bool {
        true
    }
    fn runs(&self, _who: Player, pos: &[u64], _sizes: &[u64], visit: &mut dyn FnMut(Run<'_>)) {
        let n = pos[0] as usize;
        for rest in (1..=2).filter_map(|k| n.checked_sub(k)) {
            visit(Run::Pairs {
                first: 0,
                step: 1,
                second: rest,
                second_step: -1,
                count: rest / 2 + 1,
            });
        }
    }
}

/// The loops that a programmer would write: 16-bit values, a stamp for each value seen.
mod by_hand {
    pub fn nim(n: usize) -> Vec<u16> {
        let mut g = vec![0u16; n];
        let mut seen = vec![u32::MAX; n + 1];
        for i in 0..n {
            for &v in &g[..i] {
                seen[v as usize] = i as u32;
            }
            g[i] = (0..).find(|&m| seen[m as usize] != i as u32).unwrap();
        }
        g
    }

    pub fn wythoff_wins(n: usize) -> Vec<bool> {
        let mut win = vec![false; n * n];
        for a in 0..n {
            for b in 0..n {
                win[a * n + b] = (1..=a).any(|k| !win[(a - k) * n + b])
                    || (1..=b).any(|k| !win[a * n + b - k])
                    || (1..=a.min(b)).any(|k| !win[(a - k) * n + b - k]);
            }
        }
        win
    }

    pub fn wythoff_grundy(n: usize) -> Vec<u16> {
        let mut g = vec![0u16; n * n];
        let mut seen = vec![u32::MAX; 4 * n];
        for a in 0..n {
            for b in 0..n {
                let stamp = (a * n + b) as u32;
                (1..=a).for_each(|k| seen[g[(a - k) * n + b] as usize] = stamp);
                (1..=b).for_each(|k| seen[g[a * n + b - k] as usize] = stamp);
                (1..=a.min(b)).for_each(|k| seen[g[(a - k) * n + b - k] as usize] = stamp);
                g[a * n + b] = (0..).find(|&m| seen[m as usize] != stamp).unwrap();
            }
        }
        g
    }

    pub fn subtraction(n: usize) -> Vec<u16> {
        let mut g = vec![0u16; n];
        let mut seen = [u32::MAX; 8];
        for i in 0..n {
            for k in [1, 3, 4] {
                if k <= i {
                    seen[g[i - k] as usize] = i as u32;
                }
            }
            g[i] = (0..).find(|&m| seen[m as usize] != i as u32).unwrap();
        }
        g
    }

    pub fn kayles(n: usize) -> Vec<u16> {
        let mut g = vec![0u16; n];
        let mut seen = vec![u32::MAX; 64];
        for i in 0..n {
            for rest in [i.wrapping_sub(1), i.wrapping_sub(2)]
                .into_iter()
                .filter(|&r| r < i)
            {
                for x in 0..=rest / 2 {
                    seen[(g[x] ^ g[rest - x]) as usize] = i as u32;
                }
            }
            g[i] = (0..).find(|&m| seen[m as usize] != i as u32).unwrap();
        }
        g
    }
}

/// A chain of positions, each with one move to the next lower one.
#[derive(Clone)]
struct Chain;

impl Ruleset for Chain {
    type Position = u32;
    fn info(&self) -> Info {
        bouton_solve::doc::Takeaway.info()
    }
    fn parse(&self, text: &str) -> Result<u32> {
        text.parse()
            .map_err(|_| bouton_rules::Error::input("not a number"))
    }
    fn show(&self, pos: &u32) -> String {
        pos.to_string()
    }
}

impl Impartial for Chain {
    fn options(&self, pos: &u32) -> Result<Vec<u32>> {
        Ok(pos.checked_sub(1).into_iter().collect())
    }
}

impl Short for Chain {
    fn rank(&self, pos: &u32) -> Rank {
        vec![(*pos).into()]
    }
}

fn main() {
    let free = Budget::unlimited;
    compare(
        "nim, one heap below 20,000, Grundy",
        3,
        || {
            let table = boxed::grundy(&Nim, &[20_000], &free()).unwrap();
            assert_eq!(table.value(&[19_999]), Some(19_999));
        },
        || assert_eq!(black_box(by_hand::nim(20_000))[19_999], 19_999),
    );
    compare(
        "wythoff 1500 x 1500, win or lose",
        1,
        || {
            let table = boxed::wins(&Wythoff, &[1500, 1500], Play::Normal, &free()).unwrap();
            assert_eq!(table.lost(), 1145);
        },
        || {
            assert_eq!(
                black_box(by_hand::wythoff_wins(1500))
                    .iter()
                    .filter(|w| !**w)
                    .count(),
                1145
            )
        },
    );
    compare(
        "wythoff 400 x 400, Grundy",
        5,
        || {
            let table = boxed::grundy(&Wythoff, &[400, 400], &free()).unwrap();
            assert_eq!((table.zeros(), table.value(&[399, 398])), (305, Some(305)));
        },
        || {
            assert_eq!(
                black_box(by_hand::wythoff_grundy(400))[399 * 400 + 398],
                305
            )
        },
    );
    compare(
        "subtraction {1,3,4} below 10^7, Grundy",
        5,
        || {
            let table = boxed::grundy(&Subtraction, &[10_000_000], &free()).unwrap();
            assert_eq!(table.value(&[9_999_999]), Some(0));
        },
        || assert_eq!(black_box(by_hand::subtraction(10_000_000))[9_999_999], 0),
    );
    compare(
        "kayles below 20,000, Grundy",
        3,
        || {
            let table = boxed::grundy(&Kayles, &[20_000], &free()).unwrap();
            assert_eq!(table.value(&[19_999]), Some(2));
        },
        || assert_eq!(black_box(by_hand::kayles(20_000))[19_999], 2),
    );
    let time = seconds(1, 1, || {
        assert_eq!(
            grundy(&Chain, &10_000_000, false, &free()).unwrap(),
            0u32.into()
        );
    });
    println!("graph: Grundy value on a chain of 10^7          {time:9.5} s");
    let time = seconds(1, 1, || {
        let answer = loopy_impartial_outcome(&Chain, &10_000_000, Play::Normal, &free()).unwrap();
        assert_eq!(answer.remoteness, Some(10_000_000));
    });
    println!("graph: remoteness on a chain of 10^7            {time:9.5} s");
    let time = seconds(1, 1, || {
        let game = bouton_solve::doc::Takeaway;
        let mut values = Values::explore(&game, [Heaps::of(&[1_000_000])], &free()).unwrap();
        assert_eq!(values.of(&Heaps::of(&[1_000_000])), 1);
    });
    println!("graph: one heap of 10^6, one or two at a time   {time:9.5} s");
}
