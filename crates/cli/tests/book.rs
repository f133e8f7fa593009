//! The book in `docs/`: every command of its pages prints what the page shows, and every link leads somewhere.
//!
//! A page is Markdown. An indented block that begins with `$ bouton …` is a command with its output; one that begins with `game NAME` is
//! a rule file, which the commands after it find. `BOUTON_WRITE_BOOK=1` writes the outputs into the pages in place of comparing them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The commands of the tutorials and the cookbook, at least.
const COMMANDS: usize = 50;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// What a command prints, as a page shows it: with its error, indented, without spaces at the ends of lines.
fn output(command: &str, folder: &Path) -> String {
    let done = Command::new("bash")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path())
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let mut text = String::from_utf8_lossy(&done.stdout).into_owned();
    text += &String::from_utf8_lossy(&done.stderr);
    let mut shown = String::new();
    for line in text.trim_end().lines() {
        match without_clock(line.trim_end()).as_str() {
            "" => shown.push('\n'),
            line => writeln!(shown, "    {line}").expect("a string"),
        }
    }
    shown
}

/// The line with every `1.5 s` as `0.1 s`: the clock is not the same twice.
fn without_clock(line: &str) -> String {
    let mut parts: Vec<&str> = line.split(' ').collect();
    for i in 1..parts.len() {
        let is_time = parts[i].trim_end_matches([',', ')', ';']) == "s";
        if is_time && parts[i - 1].parse::<f64>().is_ok() {
            parts[i - 1] = "0.1";
        }
    }
    parts.join(" ")
}

/// The search path with the program that is tested in front.
fn path() -> std::ffi::OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_bouton"));
    let mut folders = vec![program.parent().expect("a folder").to_path_buf()];
    folders.extend(std::env::split_paths(
        &std::env::var_os("PATH").unwrap_or_default(),
    ));
    std::env::join_paths(folders).expect("a path")
}

/// The page with the outputs that its commands have now, and how many commands it has.
fn played(page: &str) -> (String, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let lines: Vec<&str> = page.lines().collect();
    let is_block = |i: usize| lines.get(i).is_some_and(|l| l.starts_with("    "));
    let (mut out, mut commands, mut i) = (String::new(), 0, 0);
    while i < lines.len() {
        let line = lines[i];
        let (begins, text) = (i == 0 || !is_block(i - 1), line.trim());
        if begins && is_block(i) && text.starts_with("game ") {
            let from = i;
            while is_block(i) {
                writeln!(out, "{}", lines[i]).expect("a string");
                i += 1;
            }
            let name = text.split_whitespace().nth(1).expect("a name");
            let rules: Vec<&str> = lines[from..i].iter().map(|l| &l[4..]).collect();
            std::fs::write(folder.path().join(format!("{name}.game")), rules.join("\n"))
                .expect("a rule file");
            continue;
        }
        writeln!(out, "{line}").expect("a string");
        i += 1;
        if let Some(command) = line.strip_prefix("    $ ") {
            commands += 1;
            // The old output: indented lines, and blank ones that stand between such.
            while is_block(i) && !lines[i].starts_with("    $ ")
                || lines.get(i).is_some_and(|l| l.is_empty())
                    && is_block(i + 1)
                    && !lines[i + 1].starts_with("    $ ")
            {
                i += 1;
            }
            out.push_str(&output(command, folder.path()));
        }
    }
    (out, commands)
}

#[test]
fn every_command_prints_what_the_page_shows() {
    let write = std::env::var_os("BOUTON_WRITE_BOOK").is_some();
    let mut commands = 0;
    let mut wrong = String::new();
    for entry in std::fs::read_dir(docs().join("book")).expect("the book") {
        let path = entry.expect("a page").path();
        let page = std::fs::read_to_string(&path).expect("a page");
        let (now, count) = played(&page);
        commands += count;
        if write {
            std::fs::write(&path, now).expect("a page");
            continue;
        }
        for (old, new) in page.lines().zip(now.lines()) {
            if old != new {
                writeln!(wrong, "{}:\n  page {old}\n  now  {new}", path.display())
                    .expect("a string");
                break;
            }
        }
        assert!(
            !wrong.is_empty() || page.lines().count() == now.lines().count(),
            "{}: the page ends too soon",
            path.display()
        );
    }
    assert!(
        wrong.is_empty(),
        "BOUTON_WRITE_BOOK=1 writes the outputs of today\n{wrong}"
    );
    assert!(commands >= COMMANDS, "{commands}");
}

#[test]
fn every_page_is_in_the_contents_and_every_link_leads_somewhere() {
    let summary = std::fs::read_to_string(docs().join("SUMMARY.md")).expect("the contents");
    let mut links = 0;
    let mut pages = vec![docs().join("SUMMARY.md")];
    for folder in [docs(), docs().join("book")] {
        for entry in std::fs::read_dir(folder).expect("the book") {
            let path = entry.expect("a page").path();
            if path.extension().is_some_and(|e| e == "md") && !path.ends_with("SUMMARY.md") {
                let name = path.strip_prefix(docs()).expect("a page of the book");
                assert!(
                    summary.contains(&format!("({})", name.display())),
                    "{} is not in SUMMARY.md",
                    name.display()
                );
                pages.push(path);
            }
        }
    }
    for page in &pages {
        let text = std::fs::read_to_string(page).expect("a page");
        for part in text.split("](").skip(1) {
            let target = part.split([')', '#']).next().unwrap_or("");
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let to = page.parent().expect("a folder").join(target);
            assert!(
                to.exists(),
                "{}: the link to {target} leads nowhere",
                page.display()
            );
            links += 1;
        }
    }
    assert!(links > 20, "{links}");
}
