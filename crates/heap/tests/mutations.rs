//! Mutated codes: a game that reads back, or one sentence. BOUTON_MUTATIONS sets how many.

use bouton_heap::{HeapGame, naive_values};

fn count(usual: usize) -> usize {
    let wanted = std::env::var("BOUTON_MUTATIONS").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

const SEEDS: [&str; 22] = [
    "0.77",
    "4.3",
    "0.3F",
    "4!.0",
    "0.[3]",
    "0.{0,2+}",
    "S{1,3,4}",
    "all-but{1,3}",
    "0.07",
    "kayles",
    "dawson",
    "80.0",
    "0.{0!,2!,3!+}",
    "0.33[3]",
    "T{1-9}",
    "subtraction:1,2",
    "0.16",
    "C.8",
    "0.E*",
    "turning:1+",
    "take-and-break:0.1",
    "0.{7}",
];
const WORDS: [&str; 26] = [
    "{",
    "}",
    "[",
    "]",
    "!",
    "+",
    ",",
    ".",
    "0",
    "7",
    "F",
    "G",
    "*",
    "-",
    "18446744073709551615",
    "18446744073709551616",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "S{",
    "T{",
    "all-but",
    ":",
    " ",
    "é",
    "99999999999999999999999",
];

/// Sizes and digits at the ends of their ranges: a limit, at once and without the memory that the moves would take.
#[test]
fn huge_heaps_are_refused() {
    let sizes = [i64::MAX as u64, 1 << 63, u64::MAX];
    let codes = [
        "0.[3]",
        "0.77[7]",
        "0.{0,2+}",
        "4.[3]",
        "0.{1,1000}",
        "0.{1000}",
        "0.{3,500+}",
        "all-but{1,3}",
        "80.0",
    ];
    for code in codes {
        let game: HeapGame = code.parse().unwrap();
        for n in sizes {
            let mut left = 1_000;
            let finished = game.visit_options(n, &mut |_| {
                left -= 1;
                left > 0
            });
            assert!(!finished, "{code} {n}");
        }
    }
    let kayles: HeapGame = "0.7".parse().unwrap();
    assert!(kayles.options(u64::MAX).is_err());
}

#[test]
fn mutated_codes_are_games_or_refused() {
    let mut rng = fastrand::Rng::with_seed(3);
    let (mut games, mut refusals) = (0, 0);
    for _ in 0..count(20_000) {
        let mut text: Vec<char> = SEEDS[rng.usize(..SEEDS.len())].chars().collect();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..=text.len());
            match rng.u8(..4) {
                0 if at < text.len() => drop(text.remove(at)),
                1 if at < text.len() => text.insert(at, text[at]),
                2 => text
                    .splice(at..at, SEEDS[rng.usize(..SEEDS.len())].chars())
                    .for_each(drop),
                _ => text
                    .splice(at..at, WORDS[rng.usize(..WORDS.len())].chars())
                    .for_each(drop),
            }
        }
        let text: String = text.into_iter().collect();
        match text.parse::<HeapGame>() {
            Ok(game) => {
                let shown = game.to_string();
                let again: HeapGame = shown
                    .parse()
                    .unwrap_or_else(|e| panic!("{text}: {shown}: {e}"));
                assert_eq!(again.to_string(), shown, "{text}");
                if rng.u8(..8) == 0 {
                    let _ = naive_values(&game, 10);
                }
                games += 1;
            }
            Err(e) => {
                let message = e.to_string();
                assert!(
                    !message.contains('\n') && message.chars().count() < 500,
                    "{text}: {message}"
                );
                refusals += 1;
            }
        }
    }
    assert!(games > 500 && refusals > 500, "{games} {refusals}");
}
