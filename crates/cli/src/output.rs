//! Printing: one JSON object, or text for people.

use bouton_engine::{Error, Result};
use serde::Serialize;
use std::path::Path;
use std::process::ExitCode;

/// Prints text, quietly ending if the reader has gone away.
pub fn print(text: &str) {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{}", text.trim_end_matches('\n'))
        .and_then(|()| out.flush())
        .is_err()
    {
        std::process::exit(0);
    }
}

/// Prints the report as JSON or as the text that `text` makes of it.
pub fn report<R: Serialize>(
    json: bool,
    report: &R,
    text: impl FnOnce(&R) -> String,
) -> Result<ExitCode> {
    if json {
        let object = serde_json::to_string(report)
            .map_err(|e| Error::input(format!("the answer has no JSON form: {e}")))?;
        print(&object);
    } else {
        print(&text(report));
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a file as a whole: a reader sees the old one or the new one.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let fail =
        |e: std::io::Error| Error::input(format!("`{}` cannot be written: {e}", path.display()));
    let mut draft = path.as_os_str().to_owned();
    draft.push(".part");
    std::fs::write(&draft, bytes).map_err(fail)?;
    std::fs::rename(&draft, path).map_err(fail)
}

/// Lines cut to a width that a terminal shows.
pub fn wrap(text: &str, indent: &str) -> String {
    let width = 100;
    let mut out = String::new();
    let mut line = 0;
    for word in text.split_whitespace() {
        if line > 0 && line + 1 + word.chars().count() > width {
            out.push('\n');
            line = 0;
        }
        out.push_str(if line == 0 { indent } else { " " });
        line += word.chars().count() + if line == 0 { indent.chars().count() } else { 1 };
        out.push_str(word);
    }
    out
}
