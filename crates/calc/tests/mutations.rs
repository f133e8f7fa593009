//! Mutated expressions: an answer or one sentence, never a panic. BOUTON_MUTATIONS sets how many.

use bouton_calc::{Calculator, operations};
use bouton_value::Watch;
use std::time::Duration;

fn count(usual: usize) -> usize {
    let wanted = std::env::var("BOUTON_MUTATIONS").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

const WORDS: [&str; 44] = [
    "omega",
    "on",
    "off",
    "over",
    "under",
    "dud",
    "pass",
    "{",
    "}",
    "|",
    "||",
    "(",
    ")",
    "[",
    "]",
    ",",
    "+",
    "-",
    "*",
    "/",
    "**",
    ":",
    "&",
    "^",
    "v",
    "+-",
    "<",
    "==",
    ".",
    "0",
    "1",
    "-1",
    "1/3",
    "18446744073709551615",
    "18446744073709551616",
    "2**64",
    "2**-70",
    "a",
    "for x in ",
    " end",
    "\"",
    "Tiny(",
    "Left",
    ":=",
];

#[test]
fn mutated_expressions_are_answered_or_refused() {
    let mut rng = fastrand::Rng::with_seed(3);
    let seeds: Vec<&str> = operations::all()
        .map(|o| o.example.0)
        .chain(bouton_calc::topic_examples().map(|t| t.0))
        .collect();
    assert!(seeds.len() > 100);
    let (mut answers, mut refusals) = (0, 0);
    for round in 0..count(8_000) {
        let mut text: Vec<char> = seeds[rng.usize(..seeds.len())].chars().collect();
        for _ in 0..rng.usize(1..3) {
            let at = rng.usize(..=text.len());
            match rng.u8(..8) {
                // One digit, letter or sign for another.
                5..8 => {
                    let alike: Vec<usize> = (0..text.len())
                        .filter(|&i| text[i].is_ascii_digit() || "+-*/^|<>=".contains(text[i]))
                        .collect();
                    if let Some(&i) = alike.get(rng.usize(..alike.len().max(1))) {
                        let others: Vec<char> = match text[i].is_ascii_digit() {
                            true => "0123456789".chars().collect(),
                            false => "+-*/^|<>=".chars().collect(),
                        };
                        text[i] = others[rng.usize(..others.len())];
                    }
                }
                0 if at < text.len() => drop(text.remove(at)),
                1 if at < text.len() => {
                    let to = rng.usize(at..=text.len());
                    let piece: Vec<char> = text[at..to].to_vec();
                    let into = rng.usize(..=text.len());
                    text.splice(into..into, piece);
                }
                2 => {
                    let other = seeds[rng.usize(..seeds.len())];
                    text.splice(at..at, other.chars());
                }
                _ => {
                    let word = WORDS[rng.usize(..WORDS.len())];
                    text.splice(at..at, word.chars());
                }
            }
        }
        let text: String = text.into_iter().take(400).collect();
        let mut calculator = Calculator::with_limit(50_000_000);
        let watch = Watch::new(None);
        watch.set_deadline(Some(Duration::from_millis(20)));
        calculator.watch(&watch);
        match calculator.line(&text) {
            Ok(_) => answers += 1,
            Err(e) => {
                let message = e.to_string();
                assert!(
                    !message.contains('\n') && message.chars().count() < 400,
                    "{round}: {text}: {message}"
                );
                refusals += 1;
            }
        }
    }
    assert!(answers > 100 && refusals > 100, "{answers} {refusals}");
}
