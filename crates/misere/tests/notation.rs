//! Games that need the whole notation of bouton-heap, against brute force.

use bouton_core::Budget;
use bouton_heap::HeapGame;
use bouton_misere::{Brute, Limits, quotient};
use bouton_rules::Heaps;

fn heaps(position: &[u32]) -> Heaps {
    Heaps::of(&position.iter().map(|&h| u64::from(h)).collect::<Vec<_>>())
}

/// Random heaps of no more than `beans` beans together: brute force looks at every smaller position.
fn draw(random: &mut fastrand::Rng, beans: u32) -> Vec<u32> {
    let mut left = random.u32(0..=beans);
    let mut position = Vec::new();
    while left > 0 {
        let heap = if random.bool() {
            random.u32(1..=left)
        } else {
            random.u32(1..=left.min(6))
        };
        position.push(heap);
        left -= heap;
    }
    position
}

/// Games that only the notation of bouton-heap writes: repeating tails, unequal parts, four heaps, sets.
#[test]
fn every_notation_answers_rightly() {
    let mut random = fastrand::Rng::with_seed(17);
    let mut checked = 0;
    for (game, beans) in [
        ("0.7!", 16),
        ("0.37?", 16),
        ("4=.3", 15),
        ("0.G3", 16),
        ("0.{0,1,3!}", 16),
        ("lasker", 14),
        ("0.[7]", 12),
        ("80.3", 14),
        ("S{1,3,4}", 20),
        ("all-but{2}", 14),
        ("subtract-a-square", 18),
        ("dawsons-chess", 20),
    ] {
        let rules: HeapGame = game.parse().unwrap();
        let limits = Limits {
            heaps: beans,
            ..Limits::default()
        };
        let solution = quotient(&rules, &limits, &Budget::unlimited(), None).unwrap();
        let mut brute = Brute::new(&rules);
        for _ in 0..120 {
            let position = draw(&mut random, beans);
            if position.iter().any(|&h| h > solution.heaps()) && !solution.is_complete() {
                continue;
            }
            let expected = brute.is_p_position(&position);
            let found = solution.is_p_position(&heaps(&position)).unwrap();
            assert_eq!(found, expected, "{game} {position:?}");
            checked += 1;
        }
    }
    assert!(checked > 1_000, "{checked}");
}

/// A period is claimed for subtraction sets and for codes that leave four heaps, and holds beyond the heaps it was proved from.
#[test]
fn periods_of_wider_notation_hold() {
    for (game, largest) in [("S{1,3,4}", 60), ("S{2,5}", 60), ("0.J03", 24)] {
        let rules: HeapGame = game.parse().unwrap();
        let solution = quotient(&rules, &Limits::default(), &Budget::unlimited(), None).unwrap();
        assert!(solution.is_complete(), "{game}");
        assert!(solution.heaps() < largest, "{game} {}", solution.heaps());
        let mut brute = Brute::new(&rules);
        let mut losses = 0;
        for a in 0..=largest {
            for b in [0, 1, 2, 3] {
                let expected = brute.is_p_position(&[a, b]);
                let found = solution.is_p_position(&heaps(&[a, b])).unwrap();
                assert_eq!(found, expected, "{game} {a},{b}");
                losses += usize::from(expected);
            }
        }
        assert!(losses > 0, "{game}");
    }
}
