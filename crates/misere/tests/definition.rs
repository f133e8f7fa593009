//! Outcomes, winning moves, orders and genera against the definitions.

use bouton_core::Budget;
use bouton_heap::HeapGame;
use bouton_misere::{Breaking, Brute, Genera, Limits, Run, kayles_is_p_position, quotient};
use bouton_rules::{Heaps, Result};
use std::collections::BTreeSet;

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

/// Games with quotients of all kinds, and the most beans in a position. The last four have orders above a thousand.
const GAMES: [(&str, u32); 14] = [
    ("0.77", 28),
    ("0.07", 33),
    ("0.123", 30),
    ("0.4107", 28),
    ("0.15", 30),
    ("0.71", 26),
    ("0.644", 26),
    ("0.53", 28),
    ("0.8", 18),
    ("4.3", 22),
    ("0.35", 18),
    ("0.376", 19),
    ("0.207", 14),
    ("0.371", 13),
];

#[test]
fn outcomes_are_those_of_brute_force() {
    let mut random = fastrand::Rng::with_seed(2026);
    for (game, beans) in GAMES {
        let limits = Limits {
            heaps: beans,
            ..Limits::default()
        };
        let solution = quotient(
            game.parse::<HeapGame>().unwrap(),
            &limits,
            &Budget::unlimited(),
            None,
        )
        .unwrap();
        assert!(solution.reason().is_none(), "{game}");
        let mut brute = Brute::new(game.parse::<HeapGame>().unwrap());
        let mut losses = 0;
        for _ in 0..10_000 {
            let position = draw(&mut random, beans);
            let expected = brute.is_p_position(&position);
            assert_eq!(
                solution.is_p_position(&heaps(&position)).unwrap(),
                expected,
                "{game} {position:?}"
            );
            losses += usize::from(expected);
        }
        assert!(losses > 0, "{game}");
    }
}

#[test]
fn winning_moves_are_those_of_brute_force() {
    let mut random = fastrand::Rng::with_seed(5);
    for (game, beans) in [
        ("0.77", 24),
        ("0.123", 28),
        ("0.07", 28),
        ("0.8", 14),
        ("0.75", 24),
    ] {
        let solution = quotient(
            game.parse::<HeapGame>().unwrap(),
            &Limits {
                heaps: beans,
                ..Limits::default()
            },
            &Budget::unlimited(),
            None,
        )
        .unwrap();
        let mut brute = Brute::new(game.parse::<HeapGame>().unwrap());
        let mut wins = 0;
        for _ in 0..100 {
            let position = draw(&mut random, beans);
            let moves = solution.winning_moves(&heaps(&position)).unwrap();
            assert!(moves.all);
            let got: BTreeSet<String> = moves.moves.into_iter().map(|m| m.position).collect();
            let expected: BTreeSet<String> = brute
                .winning_moves(&position)
                .iter()
                .map(|p| heaps(p).to_string())
                .collect();
            assert_eq!(got, expected, "{game} {position:?}");
            wins += got.len();
        }
        assert!(wins > 20, "{game}");
    }
}

/// A move that is found through a stand-in leads from a huge position to a P-position, and is a move of the rules.
#[test]
fn moves_in_huge_heaps_win() {
    for game in ["0.77", "0.F", "0.23", "4.3", "0.15", "0.72"] {
        let digits: Vec<u32> = game.chars().filter_map(|c| c.to_digit(16)).collect();
        let solution = quotient(
            game.parse::<HeapGame>().unwrap(),
            &Limits::default(),
            &Budget::unlimited(),
            None,
        )
        .unwrap();
        let mut found = 0;
        for tail in 0..24u32 {
            let huge = Heaps::parse(&format!("3,1{}{tail}", "0".repeat(60))).unwrap();
            let moves = solution.winning_moves(&huge).unwrap();
            assert_eq!(
                moves.moves.is_empty(),
                solution.is_p_position(&huge).unwrap(),
                "{game} {huge}"
            );
            for m in &moves.moves {
                let after = Heaps::parse(&m.position).unwrap();
                assert!(solution.is_p_position(&after).unwrap(), "{game} {m:?}");
                let number = |text: &String| Heaps::parse(text).unwrap().0[0].clone();
                let left: bouton_rules::Nat = m.leaves.iter().map(number).sum();
                let taken = usize::try_from(number(&m.heap) - left).unwrap();
                assert!(digits[taken] >> m.leaves.len() & 1 == 1, "{game} {m:?}");
            }
            found += usize::from(!moves.all && !moves.moves.is_empty());
        }
        assert!(found > 0, "{game}");
    }
}

#[test]
fn kayles_is_as_sibert_and_conway_say() {
    let kayles = quotient(
        "0.77".parse::<HeapGame>().unwrap(),
        &Limits::default(),
        &Budget::unlimited(),
        None,
    )
    .unwrap();
    let mut checked = 0;
    for a in 0..=90u64 {
        for b in a..=90 {
            for c in b..=30 {
                let position = [a, b, c];
                let expected = kayles_is_p_position(&position);
                assert_eq!(
                    kayles.is_p_position(&Heaps::of(&position)).unwrap(),
                    expected,
                    "{position:?}"
                );
                checked += 1;
            }
            let expected = kayles_is_p_position(&[a, b]);
            assert_eq!(
                kayles.is_p_position(&Heaps::of(&[a, b])).unwrap(),
                expected,
                "{a},{b}"
            );
        }
    }
    let mut random = fastrand::Rng::with_seed(8);
    let special = [1u64, 4, 5, 9, 12, 17, 20, 25];
    for _ in 0..20_000 {
        let position: Vec<u64> = (0..random.usize(0..9))
            .map(|_| {
                if random.bool() {
                    special[random.usize(0..8)]
                } else {
                    let most = [200, 1_000_000][random.usize(0..2)];
                    random.u64(0..most)
                }
            })
            .collect();
        let expected = kayles_is_p_position(&position);
        assert_eq!(
            kayles.is_p_position(&Heaps::of(&position)).unwrap(),
            expected,
            "{position:?}"
        );
    }
    assert!(checked > 4_000);
}

/// Sibert and Conway's sets against the rules of Kayles themselves.
#[test]
fn sibert_and_conway_are_right_about_kayles() {
    let mut brute = Brute::new("0.77".parse::<HeapGame>().unwrap());
    for a in 0..=26u32 {
        for b in a..=26 {
            for c in b..=26.min(34u32.saturating_sub(a + b)) {
                let expected = brute.is_p_position(&[a, b, c]);
                assert_eq!(
                    kayles_is_p_position(&[a.into(), b.into(), c.into()]),
                    expected,
                    "{a},{b},{c}"
                );
            }
        }
    }
}

/// All words of at most `size` heaps up to `largest`.
fn words(largest: u32, size: usize) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    let mut layer = all.clone();
    for _ in 0..size {
        layer = layer
            .iter()
            .flat_map(|w: &Vec<u32>| {
                (w.last().copied().unwrap_or(1)..=largest)
                    .map(|h| w.iter().copied().chain([h]).collect::<Vec<_>>())
            })
            .collect();
        all.extend(layer.iter().cloned());
    }
    all
}

/// The definition of the quotient: positions are equal if they have equal outcomes in every company. With all positions
/// and companies of a few heaps the number of classes is that of the quotient.
#[test]
fn orders_are_those_of_the_definition() {
    for (game, largest, size, order) in [
        ("0.75", 6, 4, 8),
        ("0.123", 9, 4, 20),
        ("0.77", 5, 4, 12),
        ("0.71", 5, 6, 14),
        ("0.3101", 4, 6, 14),
    ] {
        let rules = game.parse::<HeapGame>().unwrap();
        let solution = quotient(
            rules.clone(),
            &Limits {
                heaps: largest,
                ..Limits::default()
            },
            &Budget::unlimited(),
            None,
        )
        .unwrap();
        let mut brute = Brute::new(rules);
        let words = words(largest, size);
        let classes: BTreeSet<Vec<bool>> = words
            .iter()
            .map(|w| {
                words
                    .iter()
                    .map(|z| brute.is_p_position(&[w.as_slice(), z].concat()))
                    .collect()
            })
            .collect();
        assert_eq!(classes.len(), order, "{game}");
        assert_eq!(solution.order(), order, "{game}");
    }
}

#[test]
fn genera_are_those_of_the_definition() {
    let mut checked = 0;
    for game in ["0.77", "0.07", "0.123", "0.6", "0.8", "4.3", "0.26"] {
        let rules = game.parse::<HeapGame>().unwrap();
        let mut genera = Genera::new(rules.clone(), 1_000_000);
        let mut brute = Brute::new(rules);
        for a in 0..=11 {
            for b in 0..=a.min(4) {
                let fast = genera.genus(&[a, b]).unwrap();
                assert_eq!(fast, brute.genus(&[a, b], 12), "{game} {a},{b}");
                checked += usize::from(!fast.is_tame());
            }
        }
    }
    assert!(checked > 20, "{checked}");
}

/// Grundy's game: order 48 from heap 20 (independent program), and no period is claimed where heaps must differ.
#[test]
fn grundys_game_stays_open() {
    let grundy: HeapGame = "grundys-game".parse().unwrap();
    let solution = quotient(
        &grundy,
        &Limits {
            heaps: 28,
            ..Limits::default()
        },
        &Budget::unlimited(),
        None,
    )
    .unwrap();
    assert_eq!(
        (solution.order(), solution.period(), solution.is_complete()),
        (48, None, false)
    );
    let mut brute = Brute::new(&grundy);
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..300 {
        let position = draw(&mut random, 28);
        assert_eq!(
            solution.is_p_position(&heaps(&position)).unwrap(),
            brute.is_p_position(&position),
            "{position:?}"
        );
    }
}

/// Any code with up to three digits: the quotient of its first heaps answers as brute force does.
#[test]
fn random_codes_answer_rightly() {
    let mut random = fastrand::Rng::with_seed(11);
    let (mut partial, mut checked) = (0, 0);
    for _ in 0..60 {
        let digits: String = (0..random.usize(1..4))
            .map(|_| format!("{:X}", random.u32(0..16)))
            .collect();
        let before = ["0", "4", "8", "C"][random.usize(0..4)];
        let code: HeapGame = format!("{before}.{digits}").parse().unwrap();
        let limits = Limits {
            heaps: 10,
            order: 300,
            trial: 3_000,
        };
        let solution = quotient(code.clone(), &limits, &Budget::unlimited(), None).unwrap();
        partial += usize::from(solution.reason().is_some());
        let mut brute = Brute::new(code.clone());
        for _ in 0..60 {
            let position = draw(&mut random, 16);
            if position.iter().any(|&h| h > solution.heaps()) {
                continue;
            }
            checked += 1;
            let expected = brute.is_p_position(&position);
            assert_eq!(
                solution.is_p_position(&heaps(&position)).unwrap(),
                expected,
                "{} {position:?}",
                code.name()
            );
        }
    }
    assert!(partial < 40 && checked > 1500, "{partial} {checked}");
}

/// Rules that only tell their options one by one give the same quotient.
#[test]
fn bulk_moves_do_not_matter() {
    struct OneByOne(HeapGame);
    impl Breaking for OneByOne {
        fn name(&self) -> String {
            self.0.name()
        }
        fn options(&self, heap: u32) -> Vec<bouton_misere::Parts> {
            Breaking::options(&self.0, heap)
        }
        fn runs(&self, heap: u32) -> Result<Vec<Run>> {
            Ok(self.options(heap).into_iter().map(Run::Parts).collect())
        }
    }
    for game in ["0.77", "0.8", "0.4107"] {
        let code = game.parse::<HeapGame>().unwrap();
        let limits = Limits {
            heaps: 20,
            ..Limits::default()
        };
        let (fast, slow) = (
            quotient(&code, &limits, &Budget::unlimited(), None).unwrap(),
            quotient(
                Box::new(OneByOne(code.clone())) as Box<dyn Breaking>,
                &limits,
                &Budget::unlimited(),
                None,
            )
            .unwrap(),
        );
        assert_eq!(fast.report().presentation, slow.report().presentation);
    }
}

/// The first superscript of a genus is 0 exactly for P-positions, and the base 0 exactly where normal play says P: the
/// quotient and the canonical forms know nothing of each other.
#[test]
fn genera_and_quotients_agree() {
    for (game, largest) in [
        ("0.77", 30),
        ("0.07", 33),
        ("0.644", 30),
        ("0.8", 14),
        ("0.3102", 11),
    ] {
        let code = game.parse::<HeapGame>().unwrap();
        let limits = Limits {
            heaps: largest,
            ..Limits::default()
        };
        let solution = quotient(code.clone(), &limits, &Budget::unlimited(), None).unwrap();
        assert!(solution.reason().is_none());
        let mut genera = Genera::new(code, 1_000_000);
        let mut losses = 0;
        for a in 0..=largest {
            for b in 0..=a.min(9) {
                let genus = genera.genus(&[a, b]).unwrap();
                let expected = solution.is_p_position(&heaps(&[a, b])).unwrap();
                assert_eq!(genus.misere[0] == 0, expected, "{game} {a},{b}");
                losses += usize::from(expected);
            }
        }
        assert!(losses > 5, "{game}");
    }
}

/// Misère Nim is tame, and won by Bouton's rule: as in normal play, unless no heap is larger than 1 (bouton1901). In
/// particular a single heap of 100 is won by whoever moves.
#[test]
fn misere_nim_is_tame() {
    struct Nim;
    impl Breaking for Nim {
        fn name(&self) -> String {
            "nim".into()
        }
        fn options(&self, heap: u32) -> Vec<bouton_misere::Parts> {
            (0..heap)
                .map(|left| (left > 0).then_some(left).into_iter().collect())
                .collect()
        }
    }
    let limits = Limits {
        heaps: 100,
        ..Limits::default()
    };
    let nim = quotient(Nim, &limits, &Budget::unlimited(), None).unwrap();
    assert!(nim.is_tame());
    assert_eq!((nim.order(), nim.p_size()), (130, 2));
    assert!(!nim.is_p_position(&heaps(&[100])).unwrap());
    let mut random = fastrand::Rng::with_seed(1901);
    for _ in 0..5_000 {
        let largest = [1, 3, 100][random.usize(0..3)];
        let position: Vec<u32> = (0..random.usize(0..6))
            .map(|_| random.u32(0..=largest))
            .collect();
        let xor = position.iter().fold(0, |x, h| x ^ h);
        let expected = if position.iter().any(|&h| h > 1) {
            xor == 0
        } else {
            xor == 1
        };
        assert_eq!(
            nim.is_p_position(&heaps(&position)).unwrap(),
            expected,
            "{position:?}"
        );
    }
}
