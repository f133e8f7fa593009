//! Chores of the project: `cargo xtask test`, `cargo xtask tidy`, `cargo xtask studies`.
#![allow(missing_docs)]

mod studies;
mod tidy;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The variable that proptest reads its seed from: the same cases in every run, unless the caller sets another seed.
const SEED: &str = "PROPTEST_RNG_SEED";

const USAGE: &str = "\
usage: cargo xtask CHORE
  test    check the invariants and the format, build, and run every test, documentation examples included;
          `test --slow` runs the random campaigns at full size, an hour or more
  tidy    check the invariants of ARCHITECTURE.md only
  studies run every study of a published problem, with its time and memory; `studies --page` writes docs/studies.md";

fn main() -> ExitCode {
    let chore = std::env::args().nth(1);
    let done = match chore.as_deref() {
        Some("tidy") => tidy::check(&root()),
        Some("test") => test(std::env::args().nth(2).as_deref() == Some("--slow")),
        Some("studies") if std::env::args().nth(2).as_deref() == Some("--page") => {
            studies::page(&root())
        }
        Some("studies") => studies::run(&root()),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("error: {sentence}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's folder.
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The random campaigns: the variable that sets the size of each, and its size in the slow profile.
const CAMPAIGNS: [(&str, &str); 5] = [
    ("BOUTON_GAMES", "5000"),
    ("BOUTON_SOUNDNESS", "500"),
    ("BOUTON_SEMANTICS", "100000"),
    ("BOUTON_SUMS", "5000"),
    ("BOUTON_QUESTIONS", "300"),
];

fn test(slow: bool) -> Result<(), String> {
    let sizes: &[(&str, &str)] = if slow { &CAMPAIGNS } else { &[] };
    tidy::check(&root())?;
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "-D",
            "warnings",
        ],
        &[],
    )?;
    cargo(
        &["test", "--workspace", "--locked", "--no-fail-fast"],
        sizes,
    )
}

fn cargo(args: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let command = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    println!("$ cargo {}", args.join(" "));
    let seed = std::env::var(SEED).unwrap_or_else(|_| "1".to_string());
    let status = Command::new(command)
        .args(args)
        .env(SEED, seed)
        .envs(variables.iter().copied())
        .current_dir(root())
        .status()
        .map_err(|e| format!("cargo could not be started: {e}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`cargo {}` failed", args.join(" ")))
    }
}
