//! Beyond win or lose, as a user runs it: matrix games, pursuit, chance and games for one.

mod common;

use common::{fails, file, json, out};
use serde_json::json;
use std::process::{Command, Stdio};

#[test]
fn matrix_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let morra = file(&folder, "morra.txt", "2 -3  # odds and evens\n-3 4\n");
    let answer = json(&["matrix", &morra, "--digits", "5"]);
    assert_eq!(answer["value"], "-1/12");
    assert_eq!(answer["decimal"], "-0.08333");
    assert_eq!(answer["row_strategy"], json!(["7/12", "5/12"]));
    assert_eq!(answer["column_strategy"], json!(["7/12", "5/12"]));
    let text = out(&["matrix", &morra]);
    assert!(text.starts_with("value     -1/12\n"), "{text}");
    let fractions = file(&folder, "fractions.txt", "1/2, 1/3\n");
    assert_eq!(json(&["matrix", &fractions])["value"], "1/3");
    let wrong = file(&folder, "wrong.txt", "1 2\n3 x\n");
    fails(&["matrix", &wrong], 2, &["line 2, column 3", "`x`"]);
    let ragged = file(&folder, "ragged.txt", "1 2\n3\n");
    fails(&["matrix", &ragged], 2, &["line 2", "same length"]);
    fails(&["matrix", "no-such-file.txt"], 2, &["cannot be read"]);
    fails(&["matrix", "-"], 2, &["standard input", "at least one row"]);
}

#[test]
fn pursuit() {
    let answer = json(&["pursuit", "petersen"]);
    assert_eq!((&answer["cops"], &answer["won"]), (&json!(3), &json!(true)));
    // One cop never catches a robber on a cycle, two do.
    let answer = json(&["pursuit", "cycle:7", "--cops", "1"]);
    assert_eq!(
        (&answer["time"], &answer["sequence"]),
        (&json!(null), &json!(null))
    );
    assert_eq!(json(&["pursuit", "cycle:7"])["cops"], 2);
    // Hunters and rabbit on a path of n vertices: 2n - 4 looks.
    let answer = json(&["pursuit", "path:5", "--unseen", "--must-move"]);
    assert_eq!((&answer["cops"], &answer["time"]), (&json!(1), &json!(6)));
    assert_eq!(answer["sequence"].as_array().map(Vec::len), Some(6));
    let answer = json(&["pursuit", "cycle:5", "--unseen"]);
    assert_eq!(answer["cops"], 2);
    let text = out(&["pursuit", "0-1,1-2", "--cops", "1"]);
    assert!(text.contains("time      1\n"), "{text}");
    fails(&["pursuit", "0-1,2-3"], 2, &["not connected", "0 and 2"]);
    fails(&["pursuit", "cycle:2"], 2, &["cycle"]);
    fails(
        &["pursuit", "petersen", "--cops", "0"],
        2,
        &["at least one cop"],
    );
}

#[test]
fn chance() {
    let answer = json(&["solve", "craps", "0,0", "--digits", "20"]);
    assert_eq!(answer["expectation"], "244/495");
    assert_eq!(answer["decimal"], "0.49292929292929292929");
    assert_eq!(answer["best_moves"], json!([]));
    let answer = json(&["solve", "piglet", "0,0,1,0,2"]);
    assert_eq!(answer["expectation"], "5/7");
    assert_eq!(answer["best_moves"], json!([{ "position": "toss" }]));
    assert_eq!(
        json(&["solve", "gamblers-ruin", "30000,100000"])["expectation"],
        "3/10"
    );
    let info = json(&["info", "craps"]);
    assert!(
        info["rule_file"]
            .as_str()
            .is_some_and(|t| t.contains("counters"))
    );
    fails(&["value", "craps", "0,0"], 2, &["game values"]);
    fails(&["play", "craps"], 2, &["two players"]);
    fails(&["solve", "craps", "0,0", "--misere"], 2, &["--misere"]);
    fails(&["solve", "nim", "1,2", "--digits", "3"], 2, &["--digits"]);
    fails(&["solve", "craps", "0"], 2, &["2 counters"]);
}

#[test]
fn games_for_one() {
    let latin = "__...__|__.o.__|..ooo..|...o...|...o...|__...__|__...__";
    let answer = json(&["solve", "peg-solitaire", latin]);
    assert_eq!(
        (&answer["solvable"], &answer["moves"]),
        (&json!(true), &json!(5))
    );
    assert_eq!(answer["solution"].as_array().map(Vec::len), Some(6));
    let answer = json(&["solve", "peg-solitaire", "ooo.."]);
    assert_eq!(answer["solvable"], false);
    assert_eq!(answer["proofs"].as_array().map(Vec::len), Some(5));
    assert_eq!(answer["reachable"], 2);
}

/// The words of a command line; quotes keep spaces and bars.
fn words(line: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => all.push(String::new()),
            c => all.last_mut().expect("never empty").push(c),
        }
    }
    all.retain(|w| !w.is_empty());
    all
}

/// Every example of the page prints what the page says.
#[test]
fn the_page_is_right() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/beyond.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    let (mut text, mut printed) = (String::new(), String::new());
    let (mut commands, mut lines) = (0, 0);
    for line in page.lines() {
        let Some(line) = line.strip_prefix("    ") else {
            if !text.is_empty() {
                let name = text.lines().next().and_then(|l| l.strip_prefix("game"));
                let name = name.map_or("rows.txt".into(), |n| format!("{}.game", n.trim()));
                file(&folder, &name, &text);
            }
            text.clear();
            printed.clear();
            continue;
        };
        if let Some(command) = line.strip_prefix("$ bouton ") {
            let done = Command::new(env!("CARGO_BIN_EXE_bouton"))
                .args(words(command))
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .output()
                .expect("bouton starts");
            printed = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
            commands += 1;
        } else if printed.is_empty() {
            text.push_str(line);
            text.push('\n');
        } else {
            let found = printed.lines().any(|l| l.starts_with(line));
            assert!(found, "`{line}` is not in:\n{printed}");
            lines += 1;
        }
    }
    assert!(commands >= 18 && lines >= 25, "{commands} {lines}");
}
