//! `bouton-check FILE`: checks one certificate. Exit 0: it holds; 1: refuted; 2: malformed; 3: a limit was reached.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(file), None) = (arguments.next(), arguments.next()) else {
        eprintln!("bouton-check checks one certificate; write `bouton-check FILE`");
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(e) => {
            eprintln!("{}: {e}", file.to_string_lossy());
            return ExitCode::from(2);
        }
    };
    match bouton_check::check(&text, &bouton_check::Limits::default()) {
        Ok(report) => {
            print!("{report}");
            ExitCode::from(u8::from(!report.holds()))
        }
        Err(e) => {
            eprintln!("{}: {e}", file.to_string_lossy());
            ExitCode::from(if e.is_limit() { 3 } else { 2 })
        }
    }
}
