//! Every study against its check values, and its fast way against its brute force.

use bouton_studies::{Entry, Input, NoAsk, PROGRAMS, problems, same, studies, study};

/// Programs answer their check values; questions are run by the command line's tests.
#[test]
fn every_check_value_is_found() {
    let mut count = 0;
    for entry in studies() {
        let Entry::Program(s) = entry else { continue };
        for check in &entry.problem().checks {
            let got = (s.run)(&check.input).unwrap_or_else(|e| panic!("{}: {e}", s.id));
            assert!(
                same(&check.expected, &got),
                "{}: {} is {}, not {got}",
                s.id,
                check.input,
                check.expected
            );
            count += 1;
        }
    }
    assert!(count >= PROGRAMS.len());
}

#[test]
fn fast_ways_equal_brute_force() {
    for s in PROGRAMS {
        let twins = (s.twins)();
        assert!(!twins.is_empty(), "{} compares nothing", s.id);
        for text in twins {
            let input = Input::read(&text).unwrap();
            let fast = (s.run)(&input).unwrap_or_else(|e| panic!("{}: {text}: {e}", s.id));
            let slow = (s.brute)(&input).unwrap_or_else(|e| panic!("{}: {text}: {e}", s.id));
            assert!(
                same(&slow, &fast),
                "{}: {text}: {slow} by brute force, {fast}",
                s.id
            );
        }
    }
}

#[test]
fn every_study_has_its_problem_and_a_text() {
    assert!(!studies().is_empty());
    let mut before = 0;
    for entry in studies() {
        assert!(entry.id() > before, "two studies of {before}");
        before = entry.id();
        assert!(problems().iter().any(|p| p.id == before), "{before}");
        assert!(entry.text().len() > 100, "{before} explains too little");
        assert!(entry.text().ends_with('.'), "{before}");
    }
}

#[test]
fn what_is_not_there_gets_one_sentence() {
    assert!(study(2).is_err());
    let entry = study(310).unwrap();
    for text in [
        r#"{"fn": "nothing"}"#,
        r#"{"fn": "count_P"}"#,
        r#"{"fn": "count_P", "M": -1}"#,
    ] {
        assert!(
            entry.run(&Input::read(text).unwrap(), &NoAsk).is_err(),
            "{text}"
        );
    }
}

#[test]
fn the_page_is_the_one_that_the_studies_make() {
    let page = include_str!("../../docs/studies.md");
    assert!(
        page == bouton_studies::page(),
        "docs/studies.md is not what the studies say; `cargo xtask studies --page` writes it"
    );
}
