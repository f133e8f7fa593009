//! Tables filled through compiled rule files against loops written by hand for each game, answers asserted.
//!
//! `cargo bench -p bouton-lang --bench heap_tables` (with parts of names to run only some) prints, for each game, the processor seconds of both and their quotient.

use bouton_rulefile::{HeapGame, builtin, heap_builtins, load};
use bouton_rules::{Batch, Boxed, Player, Run};
use std::ops::ControlFlow;
use std::time::Instant;

/// Processor seconds of this thread; wall seconds where the system does not tell.
fn seconds(start: Instant) -> f64 {
    let on_cpu = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = on_cpu.and_then(|t| t.split(' ').next().and_then(|n| n.parse::<u64>().ok()));
    nanos.map_or(start.elapsed().as_secs_f64(), |n| n as f64 / 1e9)
}

fn timed<T>(work: impl Fn() -> T) -> (T, f64) {
    let start = Instant::now();
    let mut best = f64::INFINITY;
    let mut result = None;
    for _ in 0..3 {
        let before = seconds(start);
        result = Some(work());
        best = best.min(seconds(start) - before);
    }
    (result.expect("three rounds"), best)
}

fn game(name: &str) -> HeapGame {
    let text = builtin(name).expect("a shipped file");
    HeapGame::new(load(text, name).expect("it loads").into()).expect("it ends")
}

/// Marks of the values seen, by the number of the cell that saw them.
struct Stamps {
    seen: Vec<u32>,
    now: u32,
}

impl Stamps {
    fn new(values: usize) -> Stamps {
        Stamps {
            seen: vec![0; values],
            now: 0,
        }
    }
    fn next(&mut self) {
        self.now += 1;
    }
    #[inline]
    fn see(&mut self, value: u32) {
        self.seen[value as usize] = self.now;
    }
    fn mex(&self) -> u32 {
        (0..)
            .find(|&v| self.seen[v as usize] != self.now)
            .unwrap_or(0)
    }
}

/// Every cell of a box in row-major order.
fn each_cell(sizes: &[u64], mut visit: impl FnMut(usize, &[u64])) {
    let mut pos = vec![0; sizes.len()];
    for cell in 0..sizes.iter().product::<u64>() as usize {
        visit(cell, &pos);
        for (n, size) in pos.iter_mut().zip(sizes).rev() {
            *n += 1;
            if *n < *size {
                break;
            }
            *n = 0;
        }
    }
}

fn grundy(game: &HeapGame, sizes: &[u64], values: usize) -> Vec<u32> {
    assert_eq!(game.closed_box(sizes, 1 << 30).as_deref(), Some(sizes));
    let mut table = vec![0_u32; sizes.iter().product::<u64>() as usize];
    let mut stamps = Stamps::new(values);
    each_cell(sizes, |cell, pos| {
        if !game.exists(pos) {
            return;
        }
        stamps.next();
        // Copies, so that the loops need not read them again after every store.
        let (values, seen, now) = (&table[..], &mut stamps.seen[..], stamps.now);
        game.batches(Player::Left, pos, sizes, &mut |batch| {
            let (values, seen, now) = (values, &mut *seen, now);
            match batch {
                Batch::Run(Run::Cells { first, step, count }) => {
                    let mut at = first;
                    for _ in 0..count {
                        seen[values[at] as usize] = now;
                        at = at.wrapping_add_signed(step);
                    }
                }
                Batch::Run(Run::Pairs {
                    first,
                    step,
                    second,
                    second_step,
                    count,
                }) => {
                    let (mut a, mut b) = (first, second);
                    for _ in 0..count {
                        seen[(values[a] ^ values[b]) as usize] = now;
                        a = a.wrapping_add_signed(step);
                        b = b.wrapping_add_signed(second_step);
                    }
                }
                Batch::Run(Run::Sum(heaps)) => {
                    seen[heaps.iter().fold(0, |x, &h| x ^ values[h]) as usize] = now;
                }
                Batch::Cells(cells) => cells.iter().for_each(|&at| seen[values[at] as usize] = now),
            }
            ControlFlow::Continue(())
        });
        table[cell] = stamps.mex();
    });
    table
}

/// True where the player to move wins.
fn wins(game: &HeapGame, sizes: &[u64]) -> Vec<bool> {
    let mut table = vec![false; sizes.iter().product::<u64>() as usize];
    each_cell(sizes, |cell, pos| {
        if !game.exists(pos) {
            return;
        }
        let (values, mut win) = (&table[..], false);
        game.batches(Player::Left, pos, sizes, &mut |batch| {
            win = match batch {
                Batch::Run(Run::Cells { first, step, count }) => {
                    let mut at = first;
                    let mut lost = false;
                    for _ in 0..count {
                        if !values[at] {
                            lost = true;
                            break;
                        }
                        at = at.wrapping_add_signed(step);
                    }
                    lost
                }
                Batch::Cells(cells) => cells.iter().any(|&at| !values[at]),
                Batch::Run(Run::Pairs { .. } | Run::Sum(_)) => false,
            };
            if win {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        table[cell] = win;
    });
    table
}

fn report<T: PartialEq>(
    what: &str,
    by_hand: impl Fn() -> T,
    by_rules: impl Fn() -> T,
    right: impl Fn(&T) -> bool,
) {
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    if !asked.is_empty() && !asked.iter().any(|a| what.contains(a.as_str())) {
        return;
    }
    let (slow, hand) = timed(by_hand);
    let (fast, rules) = timed(by_rules);
    assert!(slow == fast, "{what}: the tables differ");
    assert!(right(&fast), "{what}: the answer is wrong");
    println!(
        "{what:<34} by hand {hand:8.3} s   by rule file {rules:8.3} s   quotient {:5.2}",
        rules / hand
    );
}

fn one_heap(to: usize, moves: impl Fn(usize, &[u32], &mut Stamps)) -> Vec<u32> {
    let mut table = vec![0_u32; to];
    let mut stamps = Stamps::new(2 * to + 2);
    for n in 0..to {
        stamps.next();
        moves(n, &table, &mut stamps);
        table[n] = stamps.mex();
    }
    table
}

fn wythoff_wins(side: usize) -> Vec<bool> {
    let mut table = vec![false; side * side];
    for a in 0..side {
        for b in 0..side {
            let win = (1..=a).any(|k| !table[(a - k) * side + b])
                || (1..=b).any(|k| !table[a * side + b - k])
                || (1..=a.min(b)).any(|k| !table[(a - k) * side + b - k]);
            table[a * side + b] = win;
        }
    }
    table
}

fn wythoff_grundy(side: usize) -> Vec<u32> {
    let mut table = vec![0_u32; side * side];
    let mut stamps = Stamps::new(4 * side);
    for a in 0..side {
        for b in 0..side {
            stamps.next();
            (1..=a).for_each(|k| stamps.see(table[(a - k) * side + b]));
            (1..=b).for_each(|k| stamps.see(table[a * side + b - k]));
            (1..=a.min(b)).for_each(|k| stamps.see(table[(a - k) * side + b - k]));
            table[a * side + b] = stamps.mex();
        }
    }
    table
}

fn nim3_grundy(side: usize) -> Vec<u32> {
    let mut table = vec![0_u32; side * side * side];
    let mut stamps = Stamps::new(4 * side);
    for a in 0..side {
        for b in 0..side {
            for c in 0..side {
                let cell = (a * side + b) * side + c;
                stamps.next();
                (1..=a).for_each(|k| stamps.see(table[cell - k * side * side]));
                (1..=b).for_each(|k| stamps.see(table[cell - k * side]));
                (1..=c).for_each(|k| stamps.see(table[cell - k]));
                table[cell] = stamps.mex();
            }
        }
    }
    table
}

fn distribunim_grundy(side: usize) -> Vec<u32> {
    let mut table = vec![0_u32; side * side];
    let mut stamps = Stamps::new(4 * side);
    for a in 1..side {
        for b in 1..side {
            stamps.next();
            let total = a.min(b);
            // At most a - 1 from the first heap and b - 1 from the second.
            for s in (total + 1).saturating_sub(b)..=total.min(a - 1) {
                stamps.see(table[(a - s) * side + b - (total - s)]);
            }
            table[a * side + b] = stamps.mex();
        }
    }
    table
}

fn moore_wins(side: usize) -> Vec<bool> {
    let strides = [side * side * side, side * side, side, 1];
    let mut table = vec![false; side * side * side * side];
    for cell in 0..table.len() {
        let pos = strides.map(|s| cell / s % side);
        let mut win = false;
        'search: for i in 0..4 {
            for j in i + 1..4 {
                for s in 0..=pos[i] {
                    for t in usize::from(s == 0)..=pos[j] {
                        if !table[cell - s * strides[i] - t * strides[j]] {
                            win = true;
                            break 'search;
                        }
                    }
                }
            }
        }
        table[cell] = win;
    }
    table
}

/// The cold positions of Wythoff's game, without floating point: each takes the least number not used yet.
fn wythoff_is_right(table: &[bool], side: usize) -> bool {
    let mut partner = vec![None; side];
    let mut difference = 0;
    for n in 0..side {
        if partner[n].is_none() {
            partner[n] = Some(n + difference);
            if n + difference < side {
                partner[n + difference] = Some(n);
            }
            difference += 1;
        }
    }
    (0..side * side).all(|cell| table[cell] == (partner[cell / side] != Some(cell % side)))
}

/// Reading every shipped file and proving that play ends.
fn report_loading() {
    let (files, seconds) = timed(|| {
        heap_builtins()
            .iter()
            .filter(|(name, text)| load(text, name).is_ok_and(|rules| rules.rank.is_some()))
            .count()
    });
    assert_eq!(files, heap_builtins().len());
    println!(
        "{files} shipped files read and ranked in {:.1} ms",
        seconds * 1e3
    );
}

fn main() {
    report_loading();
    let to = 20_000;
    report(
        "nim, 1 heap below 20,000, Grundy",
        || {
            one_heap(to, |n, table, stamps| {
                (1..=n).for_each(|k| stamps.see(table[n - k]))
            })
        },
        || grundy(&game("nim"), &[to as u64], 2 * to + 2),
        |table| table.iter().enumerate().all(|(n, &g)| n == g as usize),
    );
    report(
        "wythoff, 1500 x 1500, win/lose",
        || wythoff_wins(1500),
        || wins(&game("wythoff"), &[1500, 1500]),
        |table| wythoff_is_right(table, 1500),
    );
    report(
        "wythoff, 400 x 400, Grundy",
        || wythoff_grundy(400),
        || grundy(&game("wythoff"), &[400, 400], 1600),
        |table| wythoff_is_right(&table.iter().map(|&g| g > 0).collect::<Vec<_>>(), 400),
    );
    report(
        "nim3, 128 x 128 x 128, Grundy",
        || nim3_grundy(128),
        || grundy(&game("nim3"), &[128, 128, 128], 512),
        |table| {
            table
                .iter()
                .enumerate()
                .all(|(cell, &g)| g as usize == cell >> 14 ^ cell >> 7 & 127 ^ cell & 127)
        },
    );
    let to = 5_000;
    report(
        "lasker, 1 heap below 5,000, Grundy",
        || {
            one_heap(to, |n, table, stamps| {
                (1..=n).for_each(|k| stamps.see(table[n - k]));
                (1..=n / 2).for_each(|x| stamps.see(table[x] ^ table[n - x]));
            })
        },
        || grundy(&game("lasker"), &[to as u64], 2 * to + 2),
        |table| {
            table.iter().enumerate().skip(1).all(|(n, &g)| match n % 4 {
                3 => g as usize == n + 1,
                0 => g as usize == n - 1,
                _ => g as usize == n,
            })
        },
    );
    report(
        "distribunim, 512 x 512, Grundy",
        || distribunim_grundy(512),
        || grundy(&game("distribunim"), &[512, 512], 2048),
        |table| {
            let lost = |n: usize| {
                (1..=n)
                    .flat_map(|a| (1..=n).map(move |b| a * 512 + b))
                    .filter(|&c| table[c] == 0)
                    .count()
            };
            (lost(7), lost(49)) == (21, 221)
        },
    );
    let to = 1_000_000;
    report(
        "subtract-a-square below 1,000,000",
        || {
            one_heap(to, |n, table, stamps| {
                (1..)
                    .take_while(|r| r * r <= n)
                    .for_each(|r| stamps.see(table[n - r * r]));
            })
        },
        || grundy(&game("subtract-a-square"), &[to as u64], 2 * to + 2),
        |table| {
            let zeros: Vec<usize> = (0..60).filter(|&n| table[n] == 0).collect();
            zeros == [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57]
        },
    );
    report(
        "moore2of4, 24^4, win/lose",
        || moore_wins(24),
        || wins(&game("moore2of4"), &[24; 4]),
        |table| {
            // Moore: lost iff every binary digit occurs in a multiple of 3 heaps.
            table.iter().enumerate().all(|(cell, &win)| {
                let pos = [cell / 13824, cell / 576 % 24, cell / 24 % 24, cell % 24];
                win != (0..5).all(|bit| pos.iter().filter(|&n| n >> bit & 1 == 1).count() % 3 == 0)
            })
        },
    );
}
