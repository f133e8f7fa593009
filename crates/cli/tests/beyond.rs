//! Beyond win or lose, as a user runs it: matrix games, pursuit, chance and games for one.

mod common;

use common::{fails, file, json, out};
use serde_json::json;

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
