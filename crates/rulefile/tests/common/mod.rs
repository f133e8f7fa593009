//! The compiled runs of cells against the listing from the definition.

use bouton_rulefile::{PartizanHeapGame, each_option};
use bouton_rules::{Batch, Boxed, Heaps, Partizan, Player};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Compares runs, batches and listed options at every position of the closed box around `side`; the number of options, or
/// `None` if there is no box of a million cells.
pub fn options_of_box(game: &PartizanHeapGame, side: u64) -> Option<usize> {
    let rules = game.rules();
    let sizes = game.closed_box(&vec![side; rules.heaps.len()], 1_000_000)?;
    let total: u64 = sizes.iter().product();
    let order = game.order(&sizes);
    let place: Option<Vec<usize>> = order.map(|order| {
        let mut place = vec![usize::MAX; order.len()];
        order
            .iter()
            .enumerate()
            .for_each(|(i, &cell)| place[cell] = i);
        assert!(!place.contains(&usize::MAX));
        place
    });
    let at = |mut cell: u64| -> Vec<u64> {
        let mut pos = vec![0; sizes.len()];
        for (n, size) in pos.iter_mut().zip(&sizes).rev() {
            *n = cell % size;
            cell /= size;
        }
        pos
    };
    let mut options = 0;
    for cell in 0..total {
        let pos = at(cell);
        let exists = game.exists(&pos);
        let written = Heaps::of(&pos);
        if !rules.sums {
            assert_eq!(exists, game.moves(Player::Left, &written).is_ok());
        }
        if !exists {
            continue;
        }
        for who in Player::BOTH {
            let mut fast = BTreeSet::new();
            game.runs(who, &pos, &sizes, &mut |run| {
                each_option(run, &mut |cells| {
                    for &cell in cells {
                        assert!(
                            (cell as u64) < total,
                            "{} at {pos:?} leaves the box {sizes:?}",
                            rules.text
                        );
                    }
                    if rules.sums {
                        let mut heaps: Vec<u64> =
                            cells.iter().map(|&c| c as u64).filter(|&n| n > 0).collect();
                        heaps.sort_unstable();
                        fast.insert(heaps);
                    } else {
                        let to = at(cells[0] as u64);
                        assert!(cells.len() == 1 && game.exists(&to));
                        let earlier = place
                            .as_ref()
                            .map_or(cells[0] < cell as usize, |p| p[cells[0]] < p[cell as usize]);
                        assert!(
                            earlier,
                            "{}: {to:?} does not come before {pos:?}",
                            rules.text
                        );
                        fast.insert(to);
                    }
                })
            });
            let mut cells: BTreeSet<Vec<usize>> = BTreeSet::new();
            game.runs(who, &pos, &sizes, &mut |run| {
                each_option(run, &mut |c| cells.extend([c.to_vec()]))
            });
            let mut batched = BTreeSet::new();
            let mut calls = 0;
            game.batches(who, &pos, &sizes, &mut |batch| {
                match batch {
                    Batch::Run(run) => each_option(run, &mut |c| batched.extend([c.to_vec()])),
                    Batch::Cells(list) => batched.extend(list.iter().map(|&c| vec![c])),
                }
                calls += 1;
                ControlFlow::Continue(())
            });
            let mut first = 0;
            game.batches(who, &pos, &sizes, &mut |_| {
                first += 1;
                ControlFlow::Break(())
            });
            assert_eq!(
                first,
                calls.min(1),
                "{} at {pos:?} goes on after a break",
                rules.text
            );
            assert_eq!(batched, cells, "{} at {pos:?}", rules.text);
            let slow: BTreeSet<Vec<u64>> = game
                .moves(who, &written)
                .unwrap()
                .iter()
                .map(|p| p.small().unwrap())
                .collect();
            assert_eq!(fast, slow, "{} at {pos:?} for {}", rules.text, who.name());
            options += slow.len();
        }
    }
    Some(options)
}
