//! Tables of boxes against graphs of the same games, position by position.

use bouton_rules::{Batch, Boxed, Play, Player, Run};
use bouton_solve::{Budget, Graph, Limits, boxed};
use std::ops::ControlFlow;

/// Two heaps, as in Wythoff's game; with `ordered`, cells are handed out by their sum instead of row by row.
struct TwoHeaps {
    ordered: bool,
}

impl Boxed for TwoHeaps {
    fn arity(&self) -> usize {
        2
    }

    fn sums(&self) -> bool {
        false
    }

    fn exists(&self, pos: &[u64]) -> bool {
        pos != [3, 3]
    }

    fn order(&self, sizes: &[u64]) -> Option<Vec<usize>> {
        let (h, w) = (sizes[0] as usize, sizes[1] as usize);
        let mut cells: Vec<usize> = (0..h * w).collect();
        cells.sort_by_key(|c| c / w + c % w);
        self.ordered.then_some(cells)
    }

    fn runs(&self, _who: Player, pos: &[u64], sizes: &[u64], visit: &mut dyn FnMut(Run<'_>)) {
        let (a, b, w) = (pos[0] as usize, pos[1] as usize, sizes[1] as usize);
        let cell = a * w + b;
        // The position (3,3) does not exist: runs leave it out.
        let mut run = |step: isize, count: usize, hole: Option<usize>| {
            let first = cell.wrapping_add_signed(-step);
            let Some(hole) = hole else {
                return visit(Run::Cells {
                    first,
                    step: -step,
                    count,
                });
            };
            visit(Run::Cells {
                first,
                step: -step,
                count: hole,
            });
            let after = first.wrapping_add_signed(-step * (hole as isize + 1));
            visit(Run::Cells {
                first: after,
                step: -step,
                count: count - hole - 1,
            });
        };
        run(w as isize, a, (b == 3 && a > 3).then(|| a - 4));
        run(1, b, (a == 3 && b > 3).then(|| b - 4));
        run(w as isize + 1, a.min(b), (a == b && a > 3).then(|| a - 4));
    }
}

fn two_heaps(a: u64, b: u64) -> Vec<(u64, u64)> {
    let one = (0..a).map(|x| (x, b));
    let other = (0..b).map(|y| (a, y));
    let both = (1..=a.min(b)).map(|k| (a - k, b - k));
    one.chain(other)
        .chain(both)
        .filter(|&p| p != (3, 3))
        .collect()
}

#[test]
fn two_heaps_by_table_and_by_graph() {
    let (h, w) = (23u64, 70u64);
    let cell = |(a, b): (u64, u64)| (a * w + b) as u32;
    let rows: Vec<Vec<u32>> = (0..h * w)
        .map(|c| two_heaps(c / w, c % w).into_iter().map(cell).collect())
        .collect();
    let graph = Graph::of(&rows);
    let order = graph.order().unwrap();
    let values = graph.grundy(&order);
    for ordered in [false, true] {
        let game = TwoHeaps { ordered };
        let table = boxed::grundy(&game, &[h, w], &Budget::unlimited()).unwrap();
        for c in 0..h * w {
            let expected = (c != 3 * w + 3).then_some(values[c as usize]);
            assert_eq!(table.value(&[c / w, c % w]), expected, "{c}");
        }
        for play in [Play::Normal, Play::Misere] {
            let wins = graph.wins(&order, play == Play::Misere);
            let table = boxed::wins(&game, &[h, w], play, &Budget::unlimited()).unwrap();
            let both = boxed::partizan_wins(&game, &[h, w], play, &Budget::unlimited()).unwrap();
            for c in 0..h * w {
                let expected = (c != 3 * w + 3).then_some(wins[c as usize]);
                assert_eq!(table.wins(&[c / w, c % w]), expected, "{c}");
                assert_eq!(both.wins(Player::Left, &[c / w, c % w]), expected, "{c}");
                assert_eq!(both.wins(Player::Right, &[c / w, c % w]), expected, "{c}");
            }
            assert_eq!(table.layout().position(75), [1, 5]);
            assert_eq!(table.wins(&[h, 0]), None);
        }
    }
}

/// Two heaps again, all options in one list.
struct Listed;

impl Boxed for Listed {
    fn arity(&self) -> usize {
        2
    }

    fn sums(&self) -> bool {
        false
    }

    fn exists(&self, pos: &[u64]) -> bool {
        pos != [3, 3]
    }

    fn runs(&self, who: Player, pos: &[u64], sizes: &[u64], visit: &mut dyn FnMut(Run<'_>)) {
        TwoHeaps { ordered: false }.runs(who, pos, sizes, visit);
    }

    fn batches(
        &self,
        _who: Player,
        pos: &[u64],
        sizes: &[u64],
        visit: &mut dyn FnMut(Batch<'_>) -> ControlFlow<()>,
    ) {
        let cell = |(a, b): (u64, u64)| (a * sizes[1] + b) as usize;
        let cells: Vec<usize> = two_heaps(pos[0], pos[1]).into_iter().map(cell).collect();
        let _ = visit(Batch::Cells(&cells));
    }
}

#[test]
fn lists_of_cells_do_as_runs_do() {
    let runs = TwoHeaps { ordered: false };
    let (a, b) = (
        boxed::grundy(&runs, &[30, 40], &Budget::unlimited()).unwrap(),
        boxed::grundy(&Listed, &[30, 40], &Budget::unlimited()).unwrap(),
    );
    for play in [Play::Normal, Play::Misere] {
        let c = boxed::wins(&runs, &[30, 40], play, &Budget::unlimited()).unwrap();
        let d = boxed::wins(&Listed, &[30, 40], play, &Budget::unlimited()).unwrap();
        for cell in 0..1200 {
            assert_eq!(
                (a.cell(cell), c.is_lost(cell)),
                (b.cell(cell), d.is_lost(cell)),
                "{cell}"
            );
        }
    }
}

/// A heap of which Left takes an odd number, Right an even number.
struct OddEven;

impl Boxed for OddEven {
    fn arity(&self) -> usize {
        1
    }

    fn sums(&self) -> bool {
        false
    }

    fn runs(&self, who: Player, pos: &[u64], _sizes: &[u64], visit: &mut dyn FnMut(Run<'_>)) {
        let n = pos[0] as usize;
        let least = if who == Player::Left { 1 } else { 2 };
        if n >= least {
            visit(Run::Cells {
                first: n - least,
                step: -2,
                count: (n - least) / 2 + 1,
            });
        }
    }
}

#[test]
fn players_with_different_moves() {
    fn wins(n: u64, left: bool, misere: bool) -> bool {
        let least = if left { 1 } else { 2 };
        let mut takes = (least..=n).step_by(2).peekable();
        if takes.peek().is_none() {
            return misere;
        }
        takes.any(|k| !wins(n - k, !left, misere))
    }
    for play in [Play::Normal, Play::Misere] {
        let table = boxed::partizan_wins(&OddEven, &[18], play, &Budget::unlimited()).unwrap();
        for n in 0..18 {
            assert_eq!(
                table.wins(Player::Left, &[n]),
                Some(wins(n, true, play == Play::Misere)),
                "{n}"
            );
            assert_eq!(
                table.wins(Player::Right, &[n]),
                Some(wins(n, false, play == Play::Misere)),
                "{n}"
            );
        }
        assert!(table.outcome(&[1]).is_some() && table.outcome(&[18]).is_none());
    }
}

/// One heap, any number taken, or split: sums of heaps.
struct Heap {
    split: bool,
}

impl Boxed for Heap {
    fn arity(&self) -> usize {
        1
    }

    fn sums(&self) -> bool {
        true
    }

    fn runs(&self, _who: Player, pos: &[u64], _sizes: &[u64], visit: &mut dyn FnMut(Run<'_>)) {
        let n = pos[0] as usize;
        if n > 0 {
            visit(Run::Cells {
                first: 0,
                step: 1,
                count: n,
            });
        }
        if self.split && n > 1 {
            visit(Run::Pairs {
                first: 1,
                step: 1,
                second: n - 1,
                second_step: -1,
                count: n - 1,
            });
        }
        if self.split && n > 6 {
            visit(Run::Sum(&[1, 2, n - 3]));
            visit(Run::Sum(&[]));
        }
    }
}

#[test]
fn sums_of_heaps() {
    let table = boxed::grundy(&Heap { split: true }, &[200], &Budget::unlimited()).unwrap();
    let mut slow: Vec<u32> = Vec::new();
    for n in 0..200usize {
        let mut options: Vec<u32> = slow.clone();
        options.extend((1..n).map(|x| slow[x] ^ slow[n - x]));
        if n > 6 {
            options.push(slow[1] ^ slow[2] ^ slow[n - 3]);
        }
        slow.push((0..).find(|g| !options.contains(g)).unwrap());
        assert_eq!(table.value(&[n as u64]), Some(slow[n]), "{n}");
    }
    let e = boxed::wins(
        &Heap { split: true },
        &[200],
        Play::Misere,
        &Budget::unlimited(),
    )
    .unwrap_err();
    assert!(e.is_input());
}

/// Values pass 16 bits on the way: g(n) = n.
#[test]
fn values_outgrow_sixteen_bits() {
    let table = boxed::grundy(&Heap { split: false }, &[65_540], &Budget::unlimited()).unwrap();
    for n in [0, 1, 65_534, 65_535, 65_536, 65_539] {
        assert_eq!(table.value(&[n]), Some(n as u32));
    }
    assert_eq!(table.zeros(), 1);
}

#[test]
fn a_table_too_large_is_refused_before_it_is_made() {
    let limits = Limits {
        bytes: Some(1_000_000),
        ..Limits::default()
    };
    let game = TwoHeaps { ordered: false };
    let e = boxed::grundy(&game, &[100_000, 20_000], &Budget::new(&limits)).unwrap_err();
    assert_eq!(
        e.to_string(),
        "a table of 2,000,000,000 positions needs 4 GB, the limit is 1 MB"
    );
    let e = boxed::wins(&game, &[u64::MAX, 3], Play::Normal, &Budget::new(&limits)).unwrap_err();
    assert!(e.is_limit(), "{e}");
    let e = boxed::wins(&game, &[5], Play::Normal, &Budget::unlimited()).unwrap_err();
    assert!(
        e.to_string()
            .contains("has 1 sizes; the game has 2 coordinates"),
        "{e}"
    );
    let few = Limits {
        nodes: Some(1000),
        ..Limits::default()
    };
    assert!(
        boxed::grundy(&game, &[100, 100], &Budget::new(&few))
            .unwrap_err()
            .is_limit()
    );
}
