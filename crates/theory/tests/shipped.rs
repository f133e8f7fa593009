//! The shipped rule files: what the pipeline must say of each.

mod common;

use bouton_automata::{Automaton, Limits, Numeration};
use bouton_rules::Play;
use bouton_theory::{Analysis, Claim, Kernel, Kind, Relations, Status, Verdict};
use common::Subject;

fn claim(analysis: &Analysis, kind: Kind) -> &Claim {
    analysis
        .claims
        .iter()
        .find(|c| c.kind == kind)
        .unwrap_or_else(|| panic!("no {kind:?} among {:#?}", analysis.claims))
}

fn proved(name: &str, kind: Kind, numeration: Numeration) -> Claim {
    let analysis = Subject::builtin(name).analyze(Play::Normal);
    let claim = claim(&analysis, kind);
    assert_eq!(claim.status, Status::Proved, "{name}: {}", claim.method);
    assert_eq!(claim.numeration, Some(numeration), "{name}");
    claim.clone()
}

#[test]
fn nim_is_n() {
    let claim = proved("nim", Kind::Formula, Numeration::Base(2));
    assert_eq!(claim.statement, "g(n) = n for all n >= 0");
}

#[test]
fn three_heap_nim() {
    let claim = proved("nim3", Kind::PSet, Numeration::Base(2));
    assert!(
        claim.statement.ends_with("a xor b xor c = 0"),
        "{}",
        claim.statement
    );
    let analysis = Subject::builtin("nim3").analyze(Play::Normal);
    assert_eq!(self::claim(&analysis, Kind::Sum).status, Status::Proved);
}

#[test]
fn wythoff_in_zeckendorf() {
    proved("wythoff", Kind::PSet, Numeration::Zeckendorf);
    let analysis = Subject::builtin("wythoff").analyze(Play::Normal);
    assert!(
        claim(&analysis, Kind::Beatty)
            .statement
            .contains("(1 + sqrt 5)/2")
    );
}

#[test]
fn lasker_has_arithmetic_period_four() {
    let claim = proved("lasker", Kind::ArithmeticPeriod, Numeration::Base(2));
    assert!(
        claim.statement.starts_with("g(n + 4) = g(n) + 4"),
        "{}",
        claim.statement
    );
}

#[test]
fn distribunim_has_seven_states() {
    let claim = proved("distribunim", Kind::PSet, Numeration::Base(2));
    assert_eq!(claim.automata[0].states(), 7);
}

#[test]
fn moore_two_of_four() {
    proved("moore2of4", Kind::PSet, Numeration::Base(2));
}

#[test]
fn fibonacci_nim() {
    proved("fibonacci-nim", Kind::PSet, Numeration::Zeckendorf);
}

#[test]
fn subtract_a_square_has_no_pattern() {
    let analysis = Subject::builtin("subtract-a-square").analyze(Play::Normal);
    assert!(analysis.claims.is_empty(), "{:#?}", analysis.claims);
}

#[test]
fn divisor_nim_is_verified_with_the_reason() {
    let analysis = Subject::builtin("divisor-nim").analyze(Play::Normal);
    let claim = claim(&analysis, Kind::Formula);
    assert_eq!(claim.status, Status::Verified);
    assert!(
        claim.statement.contains("the exponent of 2 in n"),
        "{}",
        claim.statement
    );
    assert!(claim.method.contains("divides"), "{}", claim.method);
    assert_eq!(claim.bound, "n < 10000");
}

#[test]
fn euclid_is_verified_with_the_golden_ratio() {
    let analysis = Subject::builtin("euclid").analyze(Play::Normal);
    let claim = claim(&analysis, Kind::Cone);
    assert_eq!(claim.status, Status::Verified);
    assert!(
        claim.statement.contains("golden ratio"),
        "{}",
        claim.statement
    );
    assert_eq!(claim.bound, "a, b < 512");
}

#[test]
fn misere_three_heap_nim() {
    let analysis = Subject::builtin("nim3").analyze(Play::Misere);
    let claim = claim(&analysis, Kind::PSet);
    assert_eq!(claim.status, Status::Proved, "{}", claim.method);
    let contains =
        |a: u64, b: u64, c: u64| claim.automata[0].contains(&[a.into(), b.into(), c.into()]);
    assert!(
        !contains(0, 0, 0)
            && contains(0, 0, 1)
            && contains(1, 1, 1)
            && contains(2, 3, 1)
            && !contains(1, 1, 0)
    );
}

#[test]
fn partizan_rules_are_proved() {
    // Left takes from the first heap, or one from each; Right from the second.
    let text = "game mine-and-yours\nheaps a b\nleft move a -= k for k in 1..a\nleft move a -= 1, b -= 1\nright move b -= k for k in 1..b\n";
    let analysis = Subject::new(text).unwrap().analyze(Play::Normal);
    let claim = claim(&analysis, Kind::PartizanSets);
    assert_eq!(claim.status, Status::Proved, "{}", claim.method);
}

/// Every change of one transition or one accepting state of a right set is refuted, with a position at fault, or is no change.
#[test]
fn wrong_sets_are_refuted() {
    for (name, numeration) in [
        ("nim3", Numeration::Base(2)),
        ("distribunim", Numeration::Base(2)),
        ("wythoff", Numeration::Zeckendorf),
    ] {
        let right = proved(name, Kind::PSet, numeration.clone()).automata[0].clone();
        let subject = Subject::builtin(name);
        let relations = Relations::new(&subject.rules).unwrap();
        let limits = Limits::default();
        let kernel = Kernel::new(&relations, &numeration, &limits).unwrap();
        let table = right.to_table().unwrap();
        let mut refuted = 0;
        for state in 0..table.accept.len() {
            let mut wrong = table.clone();
            wrong.accept[state] ^= true;
            let Ok(set) = Automaton::from_table(&wrong, right.vars()) else {
                continue;
            };
            if set.same_set(&right, &limits).unwrap() {
                continue;
            }
            match kernel.check_p_set(&set, Play::Normal).unwrap() {
                Verdict::Holds => panic!("{name}: a wrong set passes"),
                Verdict::Fails { at, .. } => assert_eq!(at.len(), subject.rules.heaps.len()),
            }
            refuted += 1;
        }
        assert!(refuted > 0, "{name}");
    }
}
