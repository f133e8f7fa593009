//! Outcomes, winning moves, orders and genera against the definitions.

use bouton_misere::{
    Breaking, Brute, Code, Genera, Grundy, Limits, Run, kayles_is_p_position, quotient,
};
use bouton_rules::Heaps;
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

/// Ten games with quotients of all kinds, and the most beans in a position.
const GAMES: [(&str, u32); 10] = [
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
];

#[test]
fn outcomes_are_those_of_brute_force() {
    let mut random = fastrand::Rng::with_seed(2026);
    for (game, beans) in GAMES {
        let limits = Limits {
            heaps: beans,
            ..Limits::default()
        };
        let solution = quotient(Code::parse(game).unwrap(), &limits, None).unwrap();
        assert!(solution.reason().is_none(), "{game}");
        let mut brute = Brute::new(Code::parse(game).unwrap());
        let mut losses = 0;
        for _ in 0..1000 {
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
            Code::parse(game).unwrap(),
            &Limits {
                heaps: beans,
                ..Limits::default()
            },
            None,
        )
        .unwrap();
        let mut brute = Brute::new(Code::parse(game).unwrap());
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
    let kayles = quotient(Code::parse("0.77").unwrap(), &Limits::default(), None).unwrap();
    for tail in 0..12u32 {
        let huge = Heaps::parse(&format!("3,1{}{tail}", "0".repeat(60))).unwrap();
        let moves = kayles.winning_moves(&huge).unwrap();
        assert!(!moves.moves.is_empty() || kayles.is_p_position(&huge).unwrap());
        for m in &moves.moves {
            assert!(
                kayles
                    .is_p_position(&Heaps::parse(&m.position).unwrap())
                    .unwrap(),
                "{m:?}"
            );
            let before = Heaps::parse(&m.heap).unwrap().0[0].clone();
            let after: bouton_rules::Nat = m
                .leaves
                .iter()
                .map(|l| Heaps::parse(l).unwrap().0[0].clone())
                .sum();
            let taken = before - after;
            assert!(taken == 1u32.into() || taken == 2u32.into(), "{m:?}");
        }
    }
}

#[test]
fn kayles_is_as_sibert_and_conway_say() {
    let kayles = quotient(Code::parse("0.77").unwrap(), &Limits::default(), None).unwrap();
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
                    random.u64(0..200)
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
    let mut brute = Brute::new(Code::parse("0.77").unwrap());
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
        let rules = Code::parse(game).unwrap();
        let solution = quotient(
            rules.clone(),
            &Limits {
                heaps: largest,
                ..Limits::default()
            },
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
        let rules = Code::parse(game).unwrap();
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

/// Grundy's game: order 48 from heap 20 (independent program), and no period is claimed without a code.
#[test]
fn grundys_game_stays_open() {
    let solution = quotient(
        Grundy,
        &Limits {
            heaps: 28,
            ..Limits::default()
        },
        None,
    )
    .unwrap();
    assert_eq!(
        (solution.order(), solution.period(), solution.is_complete()),
        (48, None, false)
    );
    let mut brute = Brute::new(Grundy);
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
        let code = Code::parse(&format!(
            "{}.{digits}",
            ["0", "4", "8", "C"][random.usize(0..4)]
        ))
        .unwrap();
        let limits = Limits {
            heaps: 10,
            order: 300,
            trial: 3_000,
            ..Limits::default()
        };
        let solution = quotient(code.clone(), &limits, None).unwrap();
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
    struct OneByOne(Code);
    impl Breaking for OneByOne {
        fn name(&self) -> String {
            self.0.name()
        }
        fn options(&self, heap: u32) -> Vec<bouton_misere::Parts> {
            self.0.options(heap)
        }
        fn runs(&self, heap: u32) -> Vec<Run> {
            self.options(heap).into_iter().map(Run::Parts).collect()
        }
    }
    for game in ["0.77", "0.8", "0.4107"] {
        let code = Code::parse(game).unwrap();
        let limits = Limits {
            heaps: 20,
            ..Limits::default()
        };
        let (fast, slow) = (
            quotient(code.clone(), &limits, None).unwrap(),
            quotient(OneByOne(code), &limits, None).unwrap(),
        );
        assert_eq!(fast.report().presentation, slow.report().presentation);
    }
}
