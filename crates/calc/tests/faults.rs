//! Faults that users found, with their right answers.

use bouton_calc::{Calculator, help};

fn line(text: &str) -> String {
    match Calculator::new().line(text) {
        Ok(Some(answer)) => answer,
        other => panic!("{text}: {other:?}"),
    }
}

fn fails(text: &str) -> String {
    Calculator::new().line(text).unwrap_err().to_string()
}

#[test]
fn equal_genera_are_one() {
    assert_eq!(line("Genus(*[[0,[[2],[[2]]]]]) == Genus(*[1])"), "true");
    assert_eq!(line("Genus(*[[0,[[2],[[2]]]]])"), "1^031");
    assert_eq!(line("Genus(*[1])"), "1^031");
    assert_eq!(line("Genus(*[2]) == Genus(*[3])"), "false");
    assert_eq!(line("[Genus(*[0]),Genus(*[2])]"), "[0^120,2^20]");
    // Equal exactly if they print alike, on all pairs of some forms.
    let forms = [
        "*[0]",
        "*[1]",
        "*[2]",
        "*[3]",
        "*[[2]]",
        "*[[2],0]",
        "*[[2],1]",
        "*[[[2]]]",
        "*[[2,3],0]",
        "*[4,2]",
        "*[[2]] + *[2]",
    ];
    let mut equal = 0;
    for a in forms {
        for b in forms {
            let (x, y) = (line(&format!("Genus({a})")), line(&format!("Genus({b})")));
            let same = line(&format!("Genus({a}) == Genus({b})")) == "true";
            assert_eq!(same, x == y, "{a} {b}");
            equal += usize::from(same && a != b);
        }
    }
    assert!(equal > 0);
}

#[test]
fn nine_outcomes_have_names() {
    let cases = [
        ("1", "L"),
        ("-1", "R"),
        ("*", "N"),
        ("0", "P"),
        ("dud", "D"),
        ("{1|dud}", "NHat"),
        ("{dud|-1}", "NCheck"),
        ("{dud|1}", "PHat"),
        ("{-1|dud}", "PCheck"),
        ("{0|dud}", "NHat"),
        ("{dud|0}", "NCheck"),
        ("a{{|a}|}", "PHat"),
        ("a{|{a|}}", "PCheck"),
    ];
    for (game, outcome) in cases {
        assert_eq!(line(&format!("({game}).OutcomeClass")), outcome, "{game}");
        assert!(outcome.len() == 1 || help("OutcomeClass").contains(outcome));
    }
}

/// The pair of what Left and Right get is turned round by the negative.
#[test]
fn negatives_have_the_other_outcome() {
    let parts = ["dud", "0", "1", "-1", "*", "on", "off", "over", "under"];
    let mirror = |o: &str| match o {
        "L" => "R",
        "R" => "L",
        "NHat" => "NCheck",
        "NCheck" => "NHat",
        "PHat" => "PCheck",
        "PCheck" => "PHat",
        o => ["N", "P", "D"].into_iter().find(|x| *x == o).unwrap(),
    };
    let mut seen = std::collections::BTreeSet::new();
    for a in parts {
        for b in parts {
            let game = format!("{{{a}|{b}}}");
            let outcome = line(&format!("({game}).OutcomeClass"));
            assert_eq!(
                line(&format!("(-({game})).OutcomeClass")),
                mirror(&outcome),
                "{game}"
            );
            seen.insert(outcome);
        }
    }
    assert!(seen.len() >= 8, "{seen:?}");
}

#[test]
fn omega_adds_and_compares() {
    assert_eq!(line("omega + 1/3 == (omega*3+1)/3"), "true");
    assert_eq!(line("1/3 + omega == (omega*3+1)/3"), "true");
    assert_eq!(line("omega - 1/3 + 1/3"), "ω");
    assert_eq!(line("3*(omega*2+4)"), "ω×6+12");
    assert_eq!(line("(omega*2+4)*3"), "ω×6+12");
    for (text, sign) in [
        ("omega, ^", ">"),
        ("^, omega", "<"),
        ("-omega, {100|-100}", "<"),
        ("omega, {1000|*}", ">"),
        ("omega, on", "<"),
        ("on, omega", ">"),
        ("omega, off", ">"),
        ("-omega, off", ">"),
        ("omega, over", ">"),
        ("omega, dud", "||"),
        ("omega, {on|1}", "||"),
        ("omega, 1/3", ">"),
        ("1/omega, ^", ">"),
        ("1/omega, {1|-1}", "||"),
        ("1/omega, 0", ">"),
        ("1/3, {1|0}", "||"),
        ("1/3, ^", ">"),
        ("1/3, over", ">"),
        ("1/0, *", ">"),
        ("2 + over, omega", "<"),
    ] {
        assert_eq!(line(&format!("Compare({text})")), sign, "{text}");
    }
    assert_eq!(line("omega > {2|1}"), "true");
    assert_eq!(line("omega == ^"), "false");
    assert_eq!(line("omega <> on"), "false");
}

#[test]
fn members_and_messages() {
    assert_eq!(line("(*).LeftOptions.Contains(0)"), "true");
    assert_eq!(line("(*).LeftOptions.Contains(1)"), "false");
    assert_eq!(line("Contains([1,{1|0},*2], {1|0})"), "true");
    // A refusal says what is missing, and nothing against itself.
    let refusal = fails("IsStable({on|1})");
    assert!(
        refusal.contains("the degree of this one is not"),
        "{refusal}"
    );
    assert!(
        fails("^.Meen").contains("did you mean Mean?"),
        "{}",
        fails("^.Meen")
    );
    assert!(fails("^.Temperatur").contains("did you mean Temperature?"));
    for far in [
        "1.xyz", "qq", "foo", "^.banana", "1.solve", "ab", "1.zzzzzz",
    ] {
        assert!(
            !fails(far).contains("did you mean"),
            "{far}: {}",
            fails(far)
        );
    }
    let long = "abcdefghij".repeat(500);
    for text in [
        long.clone(),
        format!("1 + \"{long}"),
        format!("{}?", "(".repeat(90)),
    ] {
        let message = fails(&text);
        assert!(message.chars().count() < 400, "{message}");
    }
}
