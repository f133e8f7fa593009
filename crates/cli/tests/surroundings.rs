//! What stands around the answers: completions, manual pages, a first rule file, the list of games.

mod common;

use common::{fails, json, out};

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = out(&["completions", shell]);
        for command in ["solve", "tablebase", "count", "completions"] {
            let known = out(&["--help"]).contains(&format!("  {command} "));
            assert!(!known || script.contains(command), "{shell}: {command}");
        }
    }
}

#[test]
fn manual_pages_are_made_for_every_command() {
    assert!(out(&["man"]).contains(".TH bouton 1"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("man1").display().to_string();
    out(&["man", "--out", &path]);
    let pages = std::fs::read_dir(&path).unwrap().count();
    assert!(pages >= 15, "{pages}");
    let solve = std::fs::read_to_string(format!("{path}/bouton-solve.1")).unwrap();
    assert!(solve.contains("bouton solve nim 3,4,5"), "{solve}");
}

#[test]
fn a_first_rule_file_of_every_kind_works() {
    let folder = tempfile::tempdir().unwrap();
    for kind in ["heaps", "pair", "board", "word", "graph"] {
        let path = folder.path().join(format!("My {kind}.game"));
        let path = path.display().to_string();
        let said = out(&["new", &path, "--kind", kind]);
        let line = said.lines().find(|l| l.contains("bouton solve")).unwrap();
        let position = line.rsplit('\'').nth(1).unwrap();
        assert!(
            json(&["solve", &path, position])["outcome"].is_string(),
            "{kind}"
        );
        fails(&["new", &path], 2, &["exists"]);
    }
}

#[test]
fn games_are_found_by_word_and_kind() {
    let hack = out(&["games", "hackenbush"]);
    assert!(
        hack.lines().count() >= 3 && hack.contains("green-hackenbush"),
        "{hack}"
    );
    let impartial = out(&["games", "--impartial", "hackenbush"]);
    assert!(!impartial.contains("\nhackenbush "), "{impartial}");
    let partizan = out(&["games", "--partizan"]);
    assert!(
        partizan.contains("domineering") && !partizan.contains("\nnim "),
        "{partizan}"
    );
    fails(&["games", "no such game"], 2, &["bouton games"]);
}
