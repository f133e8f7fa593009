//! The invariants of ARCHITECTURE.md, most of them absences, checked on the files as they are.

use std::fs;
use std::path::{Path, PathBuf};

/// What each crate may depend on among ours, beside `core`, which all but the checker may use. Data flows one way.
const MAY_USE: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("value", &[]),
    ("rules", &[]),
    ("automata", &[]),
    ("seq", &[]),
    ("chance", &[]),
    ("check", &[]),
    ("tablebase", &[]),
    ("count", &["value", "seq"]),
    ("games", &["rules", "value", "heap"]),
    ("heap", &["rules", "seq"]),
    ("misere", &["heap", "rules"]),
    ("rulefile", &["rules", "value"]),
    ("calc", &["rules", "value"]),
    ("solve", &["rules", "value"]),
    ("theory", &["rules", "solve", "automata", "seq"]),
    (
        "engine",
        &[
            "value",
            "rules",
            "games",
            "heap",
            "misere",
            "rulefile",
            "calc",
            "solve",
            "automata",
            "seq",
            "chance",
            "count",
            "theory",
            "tablebase",
            "check",
        ],
    ),
    ("cli", &["engine", "studies", "web"]),
    ("web", &["engine"]),
];

/// The only files that may hold `unsafe`.
const UNSAFE: &[&str] = &[
    "crates/heap/src/dispatch.rs",
    "crates/heap/src/dispatch/bytes.rs",
    "crates/heap/src/dispatch/narrow.rs",
    "crates/heap/src/dispatch/wide.rs",
];

/// Words that say that something is unfinished.
const UNFINISHED: &[&str] = &["TODO", "FIXME", "XXX", "todo!(", "unimplemented!("];

/// Files longer than this are split by noun.
const LONGEST: usize = 600;

/// Checks every invariant; the error lists each violation.
pub fn check(root: &Path) -> Result<(), String> {
    let mut faults = Vec::new();
    directions(root, &mut faults)?;
    unused(root, &mut faults)?;
    let mut files = Vec::new();
    for folder in ["crates", "studies", "xtask", "docs"] {
        walk(&root.join(folder), &mut files).map_err(|e| format!("{folder}: {e}"))?;
    }
    for file in &files {
        let text = fs::read_to_string(file).unwrap_or_default();
        let name = file
            .strip_prefix(root)
            .unwrap_or(file)
            .display()
            .to_string();
        if name == "xtask/src/tidy.rs" {
            continue;
        }
        for word in UNFINISHED {
            if text.contains(word) {
                faults.push(format!("{name}: says {word}"));
            }
        }
        if !name.ends_with(".rs") {
            continue;
        }
        let lines = text.lines().count();
        if lines > LONGEST {
            faults.push(format!("{name}: {lines} lines; at most {LONGEST}"));
        }
        if text.contains("#[ignore") {
            faults.push(format!("{name}: an ignored test"));
        }
        let unsafe_used = text
            .lines()
            .any(|l| l.contains("unsafe {") || l.contains("unsafe fn"));
        if unsafe_used && !UNSAFE.contains(&name.as_str()) {
            faults.push(format!("{name}: unsafe outside the listed modules"));
        }
        if name.contains("/src/") && !text.trim_start().starts_with("//!") {
            faults.push(format!(
                "{name}: does not begin with its main idea (`//! …`)"
            ));
        }
    }
    if files.len() < 20 {
        faults.push(format!(
            "only {} files were found: the check looks in the wrong place",
            files.len()
        ));
    }
    if faults.is_empty() {
        println!("tidy: {} files, every invariant holds", files.len());
        Ok(())
    } else {
        Err(format!(
            "the invariants of ARCHITECTURE.md do not hold:\n  {}",
            faults.join("\n  ")
        ))
    }
}

/// Dependencies point the way that ARCHITECTURE.md draws them.
fn directions(root: &Path, faults: &mut Vec<String>) -> Result<(), String> {
    let crates = fs::read_dir(root.join("crates")).map_err(|e| format!("crates: {e}"))?;
    for entry in crates.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some((_, allowed)) = MAY_USE.iter().find(|(n, _)| *n == name) else {
            faults.push(format!("crates/{name}: not in the map of layers"));
            continue;
        };
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml"))
            .map_err(|e| format!("{name}: {e}"))?;
        let mut tests = false;
        for line in manifest.lines() {
            if line.starts_with('[') {
                tests = line.contains("dev-dependencies");
            }
            let Some(rest) = line.strip_prefix("bouton-") else {
                continue;
            };
            let used: String = rest
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric())
                .collect();
            let core = used == "core" && name != "check";
            if !tests && !core && !allowed.contains(&used.as_str()) {
                faults.push(format!("crates/{name} must not depend on {used}"));
            }
        }
    }
    Ok(())
}

/// Every dependency of a crate is named in its sources; one for tests, in its sources, tests, benches or examples.
fn unused(root: &Path, faults: &mut Vec<String>) -> Result<(), String> {
    let crates = fs::read_dir(root.join("crates")).map_err(|e| format!("crates: {e}"))?;
    for entry in crates.flatten() {
        let folder = entry.path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml"))
            .map_err(|e| format!("{}: {e}", folder.display()))?;
        let mut files = Vec::new();
        walk(&folder, &mut files).map_err(|e| format!("{}: {e}", folder.display()))?;
        let sources: Vec<(bool, String)> = files
            .iter()
            .filter(|file| file.extension().is_some_and(|e| e == "rs"))
            .map(|file| {
                let own = file.starts_with(folder.join("src")) || file.ends_with("build.rs");
                (own, fs::read_to_string(file).unwrap_or_default())
            })
            .collect();
        let mut section = "";
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line.trim_matches(['[', ']']);
            }
            let for_tests = section == "dev-dependencies";
            if !for_tests && section != "dependencies" {
                continue;
            }
            let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
            let word = name.replace('-', "_");
            let named = |(own, text): &(bool, String)| (*own || for_tests) && text.contains(&word);
            if !word.is_empty() && !line.starts_with(['[', '#']) && !sources.iter().any(named) {
                let name = entry.file_name();
                faults.push(format!("crates/{}: uses no {word}", name.display()));
            }
        }
    }
    Ok(())
}

fn walk(folder: &Path, into: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, into)?;
        } else if path
            .extension()
            .is_some_and(|e| e == "rs" || e == "md" || e == "toml")
        {
            into.push(path);
        }
    }
    into.sort();
    Ok(())
}
