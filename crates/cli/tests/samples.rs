//! Command lines with what they must print, as data: `testdata/cases/faults.txt` says how.

mod common;

use std::collections::HashSet;
use std::process::{Command, Stdio};

/// One command line of the data.
#[derive(Default)]
struct Case {
    line: usize,
    args: Vec<String>,
    input: String,
    status: i32,
    holds: Vec<String>,
    lacks: Vec<String>,
}

/// Words of a command line; single quotes keep blanks.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut begun) = (Vec::new(), String::new(), false, false);
    for c in text.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                begun = true;
            }
            ' ' if !quoted => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            c => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

/// Writes the files of the data into a folder; the cases.
fn read(data: &str, folder: &std::path::Path) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut file: Option<(String, String)> = None;
    for (i, line) in (1..).zip(data.lines()) {
        if let Some((name, mut text)) = file.take() {
            if let Some(more) = line.strip_prefix("  ") {
                text.push_str(more);
                text.push('\n');
                file = Some((name, text));
                continue;
            }
            std::fs::write(folder.join(name), text).expect("a file of the data");
        }
        let (mark, rest) = line.split_at(line.len().min(2));
        let last = cases.last_mut();
        match (mark, last) {
            ("$ ", _) => cases.push(Case {
                line: i,
                args: words(rest),
                ..Case::default()
            }),
            ("= ", Some(case)) => case.status = rest.parse().expect("an exit status"),
            ("> ", Some(case)) => case.holds.push(rest.to_string()),
            ("! ", Some(case)) => case.lacks.push(rest.to_string()),
            ("< ", Some(case)) => case.input.push_str(&format!("{rest}\n")),
            ("@ ", _) => file = Some((rest.to_string(), String::new())),
            ("# " | "#" | "", _) => {}
            _ => panic!("line {i} of the data: `{line}`"),
        }
    }
    assert!(file.is_none(), "the data end with a command line");
    cases
}

/// What is wrong with a case.
fn fault(case: &Case, folder: &std::path::Path) -> Option<String> {
    use std::io::Write;
    let mut args = case.args.clone();
    if !args.iter().any(|word| word == "--seconds") {
        args.splice(1..1, ["--seconds", "120"].map(String::from));
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(&args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bouton starts");
    let mut input = child.stdin.take().expect("a pipe");
    // A program that reads nothing may have ended already.
    let _ = input.write_all(case.input.as_bytes());
    drop(input);
    let done = child.wait_with_output().expect("bouton ends");
    let text =
        String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    let squeezed = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let at = format!("line {}: bouton {}", case.line, case.args.join(" "));
    let squeeze = |w: &str| w.split_whitespace().collect::<Vec<_>>().join(" ");
    if done.status.code() != Some(case.status) {
        return Some(format!("{at}: status {:?}\n{text}", done.status.code()));
    }
    let missing = case.holds.iter().find(|w| !squeezed.contains(&squeeze(w)));
    if let Some(word) = missing {
        return Some(format!("{at}: `{word}` is missing\n{text}"));
    }
    let wrong = case.lacks.iter().find(|w| squeezed.contains(&squeeze(w)));
    wrong.map(|word| format!("{at}: `{word}` is there\n{text}"))
}

#[test]
fn every_command_line_says_what_is_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = include_str!("../../../testdata/cases/faults.txt");
    let cases = read(data, folder.path());
    let commands: HashSet<&str> = cases.iter().map(|case| case.args[0].as_str()).collect();
    assert!(cases.len() > 40 && commands.len() > 6, "{commands:?}");
    let faults: Vec<String> = cases
        .iter()
        .filter_map(|case| fault(case, folder.path()))
        .collect();
    assert!(
        faults.is_empty(),
        "{} of {}:\n{}",
        faults.len(),
        cases.len(),
        faults.join("\n")
    );
}
