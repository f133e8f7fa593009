//! Codes: normal forms, options in order, errors.

use bouton_heap::{Code, HeapGame};

fn normal(text: &str) -> String {
    text.parse::<HeapGame>()
        .map_or_else(|e| e.to_string(), |g| g.to_string())
}

#[test]
fn normal_forms() {
    let cases = [
        ("0.77", "0.77"),
        (".77", "0.77"),
        ("0.7700", "0.77"),
        ("004.3", "4.3"),
        (
            "4.",
            "code `4.`: nothing follows the point; write codes like 0.77 or 4.0",
        ),
        ("0.3f", "0.3F"),
        ("0.z", "0.Z"),
        ("0.12[00]", "0.12"),
        ("0.5[0707]", "0.5[07]"),
        ("0.{3,1}", "0.A"),
        ("0.{5}", "0.W"),
        ("0.{2,5}", "0.{2,5}"),
        ("0.{0,1,2,3+}", "0.*"),
        ("0.{1,2,3+}", "0.{1+}"),
        ("0.{0,1=,2!,3!+}", "0.*!"),
        ("0.{0,2!,3+}", "0.{0,2!,3+}"),
        ("0.{2?,3?+}", "0.{2+}?"),
        ("0.{0,1!,2!}", "0.7!"),
        ("0.{0!,1=}", "0.3"),
        ("0.{2,3=}", "0.{2,3=}"),
        ("4!.0", "4!.0"),
        ("{2+}=.0", "{2+}=.0"),
        ("80.0", "80.0"),
        ("Grundy's game", "4!.0"),
        ("Dawsons Kayles", "0.07"),
        ("S{4,1,3,1}", "S{1,3,4}"),
        ("S{1-4}", "S{1,2,3,4}"),
        ("allbut{4}", "all-but{4}"),
        ("T{1-3}", "T{1-3}"),
        ("mock turtles", "T{1-3}"),
        ("subtract a square", "subtract-a-square"),
    ];
    for (text, expected) in cases {
        assert_eq!(normal(text), expected, "{text}");
        if let Ok(game) = text.parse::<HeapGame>() {
            assert_eq!(
                game.to_string().parse::<HeapGame>().unwrap(),
                game,
                "{text} reads back"
            );
        }
    }
}

#[test]
fn equal_codes() {
    let same = |a: &str, b: &str| a.parse::<Code>().unwrap() == b.parse::<Code>().unwrap();
    assert!(same("0.3[3]", "0.[3]"));
    assert!(same("4.00[30]", "4.0[03]"));
    assert!(same("0.[37]", "0.3[73]"));
    assert!(!same("0.[37]", "0.[73]"));
    assert!(!same("4.3", "0.3"));
}

#[test]
fn errors_are_sentences_with_the_place() {
    let cases = [
        (
            "0,77",
            "`0,77` is not a heap game; write a code such as 0.77, a set such as S{1,3,4} or all-but{4}, a turning code such as T{1,2}, or a name such as kayles or subtract-a-square",
        ),
        (
            "0.7-",
            "code `0.7-`: `-` (character 4) is not a digit; digits are 0-9, A-Z, * and lists like {0,2+}",
        ),
        ("0.{2", "code `0.{2`: this `{` is not closed (character 3)"),
        (
            "0.{2,}",
            "code `0.{2,}`: a number of heaps is missing; a list looks like {0,2,4+} (character 6)",
        ),
        (
            "0.{2,2}",
            "code `0.{2,2}`: the number 2 is listed twice (character 6)",
        ),
        (
            "0.{2+,3}",
            "code `0.{2+,3}`: `,` (character 6) should be `,` or `}`; a list looks like {0,2,4+}",
        ),
        ("0.[3", "code `0.[3`: this `[` is not closed (character 3)"),
        (
            "0.[]",
            "code `0.[]`: `]` (character 4) closes an empty tail; write a tail like [3]",
        ),
        (
            "0.[3]7",
            "code `0.[3]7`: `]` (character 5) must be the end of the code",
        ),
        (
            "3.7",
            "code `3.7`: taking nothing and leaving 0 heaps may leave a heap as large as before; use digits that leave at least 2 heaps there",
        ),
        (
            "40.0",
            "code `40.0`: putting on 1 and leaving 2 heaps may leave a heap as large as before; use digits that leave at least 3 heaps there",
        ),
        (
            "S{0}",
            "set `S{0}`: `0` is not a number from 1 to 1000000; write amounts as in S{1,3,4} or S{1-5}",
        ),
        (
            "S{3-1}",
            "set `S{3-1}`: a range is empty; write amounts as in S{1,3,4} or S{1-5}",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(normal(text), expected);
    }
}

#[test]
fn options_in_order() {
    let options = |text: &str, n: u64| -> Vec<String> {
        let game: HeapGame = text.parse().unwrap();
        let text = |heaps: &Vec<u64>| {
            heaps
                .iter()
                .map(u64::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        game.options(n).unwrap().iter().map(text).collect()
    };
    assert_eq!(options("0.77", 4), ["3", "1 2", "2", "1 1"]);
    assert_eq!(options("0.7", 1), [""]);
    assert_eq!(options("0.F!", 7), ["6", "1 5", "2 4", "1 2 3"]);
    assert_eq!(options("80.0", 4), ["1 1 3", "1 2 2"]);
    assert_eq!(options("0.{1,4+}", 6), ["5", "1 1 1 2", "1 1 1 1 1"]);
    let many: HeapGame = "0.*".parse().unwrap();
    assert!(many.options(120).unwrap_err().is_limit());
}

#[test]
fn random_text_never_panics() {
    let mut rng = fastrand::Rng::with_seed(9);
    let letters: Vec<char> = "0123456789ABZf.[]{},+!?=*S-Tall butnäß 9".chars().collect();
    let mut good = 0;
    for _ in 0..200_000 {
        let text: String = (0..rng.usize(0..12))
            .map(|_| letters[rng.usize(0..letters.len())])
            .collect();
        if let Ok(game) = text.parse::<HeapGame>() {
            good += 1;
            assert_eq!(game.to_string().parse::<HeapGame>(), Ok(game), "{text}");
        }
    }
    assert!(good > 1000, "{good}");
}
