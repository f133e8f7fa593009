//! Running the program as a user does.

#![allow(dead_code)]

use std::process::{Command, Output, Stdio};

/// Runs the program without input.
pub fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("bouton starts")
}

/// What it prints; it must succeed.
pub fn out(args: &[&str]) -> String {
    let done = run(args);
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(
        done.status.success(),
        "{args:?}: {text}{}",
        String::from_utf8_lossy(&done.stderr)
    );
    text
}

/// What it prints as one JSON object.
pub fn json(args: &[&str]) -> serde_json::Value {
    let mut all = args.to_vec();
    all.push("--json");
    serde_json::from_str(&out(&all)).expect("one JSON object")
}

/// One sentence on standard error, and this exit status.
pub fn fails(args: &[&str], status: i32, words: &[&str]) {
    let done = run(args);
    let text = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(status), "{args:?}: {text}");
    assert_eq!(text.trim_end().lines().count(), 1, "{args:?}: {text}");
    for word in words {
        assert!(text.contains(word), "{args:?}: `{word}` is not in: {text}");
    }
}

/// Writes a file; its path.
pub fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a temporary file");
    path.display().to_string()
}
