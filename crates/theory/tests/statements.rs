//! Statements in words: what the pipeline says of games from papers, and random games against brute force.

mod common;

use bouton_automata::{Automaton, Limits, Numeration, compile};
use bouton_rules::Play;
use bouton_theory::{Kind, statement};
use common::Subject;

/// Name, misère, and how the statement ends or what it contains.
const SHIPPED: &[(&str, bool, &str)] = &[
    ("nim3", false, ": a xor b xor c = 0"),
    (
        "nim3",
        true,
        "a xor b xor c = 0 where max(a, b, c) >= 2, and a xor b xor c = 1 elsewhere",
    ),
    (
        "moore2of4",
        false,
        "the digits of a, b, c, d add up to a multiple of 3",
    ),
    ("wythoff", false, "{floor(k phi), floor(k phi^2)}"),
    ("wythoff", false, "max(a, b) is min(a, b) with a 0 appended"),
    (
        "fibonacci-nim",
        false,
        "m < the least Fibonacci number in the Zeckendorf sum of n",
    ),
];

const PAPERS: &[(&str, &str)] = &[
    (
        "generalized-wythoff-2",
        "{floor(k alpha), floor(k (alpha + 2))} for some k >= 0, where alpha = sqrt 2",
    ),
    ("generalized-wythoff-3", "floor(k (alpha + 3))"),
    ("three-must-differ", "(a + 1) xor (b + 1) xor (c + 1) = 0"),
    ("moore2of3", ": a = b = c"),
    (
        "take-at-most-half",
        "n + 1 = the greatest power of 2 that divides n + 1",
    ),
    (
        "repeat-at-most",
        "m < the greatest power of 2 that divides n",
    ),
    ("bachet", "n is a multiple of 5"),
    ("silver-dollar", "a xor (c - b - 1) = 0"),
    ("bounded-nim-3", "(a mod 4) xor (b mod 4) xor (c mod 4) = 0"),
    ("delete-nim", "a is odd and b is odd"),
    (
        "cyclic-nimhoff-3",
        "a + b is a multiple of 3 and floor(a/3) = floor(b/3)",
    ),
    ("rook-short", "a mod 5 = b mod 5"),
    ("bishop-pair", "{floor(k phi), floor(k phi^2)}"),
    ("king", "a is even and b is even"),
    ("odd-nim", "a + b is even"),
];

#[test]
fn statements_are_those_of_the_papers() {
    let mut missing = Vec::new();
    let mut found = 0;
    let mut seen = Vec::new();
    for entry in std::fs::read_dir("../../testdata/papers").expect("the folder of rule files") {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().to_string();
        let text = std::fs::read_to_string(&path).unwrap();
        let start = std::time::Instant::now();
        let subject = Subject::new(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        // Where a coordinate grows while another falls there is no table to learn from.
        let Some(analysis) = subject.try_analyze(Play::Normal) else {
            println!("{name}: no box");
            continue;
        };
        let set = analysis.claims.iter().find(|c| c.kind == Kind::PSet);
        println!(
            "{name} {:.2?}: {:?}",
            start.elapsed(),
            set.map(|c| (&c.status, &c.statement))
        );
        seen.push(name.clone());
        found += usize::from(set.is_some_and(|c| c.is_proved() && c.statement.contains(": ")));
        for (_, wanted) in PAPERS.iter().filter(|p| p.0 == name) {
            if !set.is_some_and(|c| c.is_proved() && c.statement.contains(wanted)) {
                missing.push(format!("{name}: {wanted}"));
            }
        }
    }
    assert!(
        PAPERS.iter().all(|p| seen.iter().any(|s| s == p.0)),
        "{seen:?}"
    );
    assert!(found >= 12, "{found} statements");
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn statements_of_shipped_files() {
    let mut missing = Vec::new();
    for &(name, misere, wanted) in SHIPPED {
        let play = if misere { Play::Misere } else { Play::Normal };
        let analysis = Subject::builtin(name).analyze(play);
        let set = analysis
            .claims
            .iter()
            .find(|c| c.kind == Kind::PSet)
            .unwrap();
        println!("{name}: {}", set.statement);
        if !set.statement.contains(wanted) {
            missing.push(format!("{name}: {wanted}"));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn laskers_nim_by_residues() {
    let analysis = Subject::builtin("lasker").analyze(Play::Normal);
    let claim = &analysis.claims[0];
    assert!(claim.is_proved());
    let wanted =
        "g(n) = n where n mod 4 is 1 or 2, n + 1 where n mod 4 is 3, n - 1 where n mod 4 is 0";
    assert!(claim.statement.contains(wanted), "{}", claim.statement);
}

/// A statement's formula, on a box four times the side of the one that it was filtered on, is the set that it was made for.
#[test]
fn statements_of_random_sets_are_those_sets() {
    use bouton_automata::{Formula, Op};
    fastrand::seed(71);
    let limits = Limits::states(20_000);
    let mut found = 0;
    for round in 0..24 {
        let num = [
            Numeration::Base(2),
            Numeration::Zeckendorf,
            Numeration::Base(3),
        ][round % 3]
            .clone();
        let atom = || {
            let (p, q, c) = (
                fastrand::i64(-2..3),
                fastrand::i64(-2..3),
                fastrand::i64(0..4),
            );
            let terms = [(p, 0), (q, 1)];
            match fastrand::bool() {
                true => Formula::linear(&terms, [Op::Eq, Op::Le, Op::Gt][fastrand::usize(..3)], c),
                false => Formula::congruent(&terms, c, fastrand::i64(2..6)),
            }
        };
        let formula = match fastrand::u8(..3) {
            0 => atom(),
            1 => Formula::And(vec![atom(), atom()]),
            _ => Formula::Or(vec![atom(), atom()]),
        };
        let all = Automaton::all(&num, &[0, 1]).unwrap();
        let set = compile(&formula, &num, &limits)
            .unwrap()
            .and(&all, &limits)
            .unwrap();
        let names = ["a".to_string(), "b".to_string()];
        let Some(said) = statement(&set, &all, &names, None, &limits) else {
            continue;
        };
        found += 1;
        let again = compile(&said.formula, &num, &limits)
            .unwrap()
            .extend(&[0, 1], &limits)
            .unwrap();
        for a in 0..256u64 {
            for b in (0..256u64).step_by(3) {
                let x = [a.into(), b.into()];
                assert_eq!(again.contains(&x), set.contains(&x), "{}", said.text);
            }
        }
    }
    println!("{found} statements");
    assert!(found >= 12);
}
