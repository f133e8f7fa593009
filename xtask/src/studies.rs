//! `cargo xtask studies`: every study's target with its time and memory, each in a process of its own; `--page` writes the page.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a study may take.
const SECONDS: f64 = 60.0;
const MEGABYTES: u64 = 4096;

/// Writes `docs/studies.md`.
pub fn page(root: &Path) -> Result<(), String> {
    let done = Command::new("cargo")
        .args([
            "run",
            "--quiet",
            "--locked",
            "--package",
            "bouton-studies",
            "--example",
            "page",
        ])
        .current_dir(root)
        .output()
        .map_err(|e| format!("cargo could not be started: {e}"))?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into_owned());
    }
    fs::write(root.join("docs/studies.md"), done.stdout)
        .map_err(|e| format!("docs/studies.md: {e}"))
}

/// Runs every study with the program built for release; a failed check or a limit is an error.
pub fn run(root: &Path) -> Result<(), String> {
    crate::cargo(&["build", "--release", "--locked", "--package", "bouton-cli"])?;
    let target = std::env::var("CARGO_TARGET_DIR").map_or_else(|_| root.join("target"), Into::into);
    let program = target.join("release/bouton");
    let list = Command::new(&program)
        .arg("study")
        .output()
        .map_err(|e| format!("{}: {e}", program.display()))?;
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    let mut faults = Vec::new();
    let mut count = 0;
    for row in list.lines() {
        let Some(number) = row.split_whitespace().next() else {
            continue;
        };
        let (ok, seconds, megabytes) = one(&program, number)?;
        let verdict = if ok { "ok" } else { "FAILED" };
        println!("{number:>5}  {verdict:6}  {seconds:8.2} s  {megabytes:6} MB");
        count += 1;
        if !ok || seconds > SECONDS || megabytes > MEGABYTES {
            faults.push(number.to_string());
        }
    }
    match (count, faults.is_empty()) {
        (0, _) => Err("no studies were found".to_string()),
        (_, false) => Err(format!(
            "studies that failed or took too much: {}",
            faults.join(", ")
        )),
        _ => Ok(()),
    }
}

/// Whether the checks and the target succeeded, the time, and the most memory that the process itself held.
fn one(program: &Path, number: &str) -> Result<(bool, f64, u64), String> {
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(["study", number])
        .stdout(Stdio::null())
        .spawn()
        .map_err(|e| format!("{}: {e}", program.display()))?;
    let status = format!("/proc/{}/status", child.id());
    let mut kilobytes = 0;
    loop {
        let peak = fs::read_to_string(&status).unwrap_or_default();
        let peak = peak.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok());
        kilobytes = kilobytes.max(peak.unwrap_or(0));
        let ended = child
            .try_wait()
            .map_err(|e| format!("study {number}: {e}"))?;
        if let Some(ended) = ended {
            return Ok((
                ended.success(),
                start.elapsed().as_secs_f64(),
                kilobytes / 1024,
            ));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
