//! Printing: one JSON object, or text for people.

use bouton_engine::{Code, Error, Result};
use serde::Serialize;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

/// Prints text. Ends the program quietly if the reader has gone away, and with an error if the text cannot be written.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let written = writeln!(out, "{}", text.trim_end_matches('\n')).and_then(|()| out.flush());
    match written {
        Ok(()) => {}
        Err(e) if e.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(e) => {
            eprintln!("error: standard output cannot be written: {e}");
            std::process::exit(2);
        }
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

/// An error as a sentence, with the flag that helps.
pub fn sentence(e: &Error) -> String {
    let flag = match e.code() {
        Code::Positions => "; raise --nodes",
        Code::Seconds => "; raise --seconds",
        Code::Memory => "; raise --memory",
        _ => "",
    };
    format!("{e}{flag}")
}

/// Tells an error on the error stream, as JSON where the answer would have been JSON.
pub fn error(e: &Error, json: bool) {
    let sentence = sentence(e);
    match json {
        true => {
            let object = serde_json::json!({ "error": sentence, "limit": e.is_limit() });
            eprintln!("{object}");
        }
        false => eprintln!("error: {sentence}"),
    }
}

/// Writes a file as a whole: a reader of a regular file sees the old one or the new one. `-` is standard output. What is not a
/// regular file (a device, a pipe, a symbolic link) or cannot be written to stays what it is and is written in place.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let fail = |e: io::Error| Error::input(format!("`{}` cannot be written: {e}", path.display()));
    if path.as_os_str() == "-" {
        let mut out = io::stdout().lock();
        return out
            .write_all(bytes)
            .and_then(|()| out.flush())
            .map_err(fail);
    }
    let replaced = match std::fs::symlink_metadata(path) {
        Ok(old) => old.is_file() && !old.permissions().readonly(),
        Err(e) => e.kind() == ErrorKind::NotFound,
    };
    if !replaced {
        return std::fs::write(path, bytes).map_err(fail);
    }
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}.part", std::process::id()));
    let whole = std::fs::write(&draft, bytes).and_then(|()| std::fs::rename(&draft, path));
    whole.map_err(|e| {
        // The draft may not be there; the error that matters is the first one.
        let _ = std::fs::remove_file(&draft);
        fail(e)
    })
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
