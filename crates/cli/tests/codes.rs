//! Codes as games: Grundy values by the sequence engine against a search that knows only the moves.

mod common;

use bouton_engine::{Budget, SolveQuestion, Workbench};
use common::{json, out};

#[test]
fn codes_by_sequence_and_by_plain_search_agree() {
    let mut rows = 0;
    for code in [
        "0.77",
        "0.07",
        "4!.0",
        "0.137",
        "T{1,2}",
        "0.F",
        "all-but{2,3}",
    ] {
        let by_sequence = Workbench::named(code).expect("a code");
        // The twin knows only the moves.
        let twin = Workbench::composed(&format!("impartial {code}"), &Workbench::named);
        let twin = twin.expect("its twin");
        for position in ["1", "2", "7", "9", "2,3", "4,4", "1,5,6", "8,8,3"] {
            let solve = |game: &Workbench| {
                let answer = game.solve(position, SolveQuestion::default(), &Budget::unlimited());
                let answer = answer.expect("an answer");
                let mut winning = answer.winning_moves;
                winning.sort();
                (answer.outcome, answer.grundy, winning)
            };
            assert_eq!(solve(&by_sequence), solve(&twin), "{code} {position}");
            rows += 1;
        }
    }
    assert_eq!(rows, 56);
}

/// The period of a code is a theorem with a certificate, and says which single heaps are P-positions.
#[test]
fn codes_are_analysed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.json").display().to_string();
    for (code, period) in [
        ("kayles", "G(n + 12) = G(n) for all n >= 71"),
        ("0.77", "G(n + 12) = G(n) for all n >= 71"),
        ("0.07", "G(n + 34) = G(n) for all n >= 53"),
        ("dawsons-kayles", "G(n + 34) = G(n) for all n >= 53"),
        ("dawsons-chess", "G(n + 34) = G(n) for all n >= 52"),
        ("S{1,3,4}", "G(n + 7) = G(n) for all n >= 0"),
        ("0.3F", "G(n + 6) = G(n) + 3 for all n >= 0"),
    ] {
        let report = json(&["analyze", code, "--certificate", &path]);
        let claim = &report["claims"][0];
        assert_eq!(claim["status"], "proved", "{code}");
        let statement = claim["statement"].as_str().unwrap();
        assert!(statement.starts_with(period), "{code}: {statement}");
        assert!(out(&["check", &path]).contains("holds"), "{code}");
        // The single heaps that are said to be P-positions are those whose value is 0.
        let zeros = report["claims"][1]["statement"].as_str().unwrap();
        assert!(zeros.contains("single heap"), "{code}: {zeros}");
    }
    let open = json(&["analyze", "4!.0"]);
    assert_eq!(open["claims"].as_array().unwrap().len(), 0);
    let misere = json(&["analyze", "0.77", "--misere"]);
    let statement = misere["claims"][0]["statement"].as_str().unwrap();
    assert!(statement.contains("40 elements, of which 9"), "{statement}");
    assert_eq!(misere["claims"][0]["status"], "proved");
}
