//! The page on rule files: its files load, its commands print what it says; and rule files on boards at the command line.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn bouton(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("bouton starts")
}

/// The words of a command line; quotes keep blanks and bars.
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

#[test]
fn every_example_runs() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rule-files.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let (_, page) = page
        .split_once("# Cells, words and graphs")
        .expect("the second half");
    let folder = tempfile::tempdir().expect("a folder");
    let (mut file, mut name, mut printed) = (String::new(), String::new(), String::new());
    let (mut files, mut checked) = (0, 0);
    for line in page.lines() {
        let Some(line) = line.strip_prefix("    ") else {
            file.clear();
            printed.clear();
            continue;
        };
        if let Some(command) = line.strip_prefix("$ bouton ") {
            let words = words(command);
            let args: Vec<&str> = words.iter().map(String::as_str).collect();
            let done = bouton(folder.path(), &args);
            assert!(
                done.status.success(),
                "{command}: {}",
                String::from_utf8_lossy(&done.stderr)
            );
            printed = String::from_utf8_lossy(&done.stdout).into_owned();
        } else if !printed.is_empty() {
            let found = printed.lines().any(|l| l.starts_with(line));
            assert!(found, "`{line}` is not in:\n{printed}");
            checked += 1;
        } else {
            if let Some(rest) = line.strip_prefix("game ") {
                name = rest.trim().to_string();
                file.clear();
                files += 1;
            }
            file += &format!("{line}\n");
            std::fs::write(folder.path().join(format!("{name}.game")), &file).expect("a file");
        }
    }
    assert!(
        files >= 9 && checked >= 15,
        "{files} files, {checked} lines"
    );
}

#[test]
fn a_board_is_solved_valued_listed_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "game knights\ncells . x o\nleft x o -> . x knight\nright o x -> . o knight\n";
    std::fs::write(folder.path().join("knights.game"), text).expect("a file");
    let out = |args: &[&str]| {
        let done = bouton(folder.path(), args);
        assert!(
            done.status.success(),
            "{args:?}: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        String::from_utf8_lossy(&done.stdout).into_owned()
    };
    let json: serde_json::Value =
        serde_json::from_str(&out(&["solve", "knights.game", "x..|..o", "--json"]))
            .expect("an object");
    assert_eq!(json["outcome"], "N");
    assert_eq!(json["winning_moves_left"], serde_json::json!(["...|..x"]));
    assert!(out(&["value", "knights.game", "x..|..o"]).starts_with("value        *\n"));
    let sizes = bouton(folder.path(), &["table", "knights.game", "1..2,1..3"]);
    // A board of one letter has no moves: a size is no start of this game.
    assert_eq!(sizes.status.code(), Some(2));
    assert!(out(&["info", "knights.game"]).contains("play always ends"));
    let mut play = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(["play", "knights.game", "x..|..o"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("bouton starts");
    play.stdin
        .take()
        .expect("a pipe")
        .write_all(b"hint\n1\n")
        .expect("written");
    let done = play.wait_with_output().expect("an end");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(
        text.contains("...|..x wins") && text.contains("You win"),
        "{text}"
    );
    for (args, sentence) in [
        (
            vec!["value", "knights.game", "x.|q."],
            "row 2, place 1: `q` is not a letter of the game",
        ),
        (
            vec!["table", "knights.game", "0..2000,0..2"],
            "at most 1024 places",
        ),
        (
            vec!["analyze", "knights.game"],
            "is not a game on heaps or words",
        ),
    ] {
        let done = bouton(folder.path(), &args);
        let text = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{text}");
        assert!(text.contains(sentence), "{text}");
    }
}
