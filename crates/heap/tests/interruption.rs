//! A run that is killed again and again ends with the same file as one that is not.

use bouton_core::{Budget, Limits};
use bouton_heap::*;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const GAME: &str = "0.106";
const TO: usize = 1_500_000;

fn work(path: &Path) -> RunReport {
    let options = RunOptions {
        to: TO,
        checkpoint: Some(path.to_path_buf()),
        save_every: Some(Duration::from_millis(25)),
        ..Default::default()
    };
    run(&GAME.parse().unwrap(), &options, &mut Watch::default()).unwrap()
}

/// Not a test of its own: what the killed processes do.
#[test]
fn child() {
    if let Some(path) = std::env::var_os("BOUTON_TEST_CHECKPOINT") {
        work(&PathBuf::from(path));
    }
}

#[test]
fn twenty_kills_change_nothing() {
    let dir = std::env::temp_dir().join(format!("bouton-kill-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let (killed, whole) = (dir.join("killed"), dir.join("whole"));
    let mut rng = fastrand::Rng::with_seed(7);
    let mut lengths = Vec::new();
    for _ in 0..20 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["child", "--exact"])
            .env("BOUTON_TEST_CHECKPOINT", &killed)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(rng.u64(20..200)));
        child.kill().unwrap();
        child.wait().unwrap();
        if killed.exists() {
            lengths.push(Checkpoint::open(&killed, GAME).unwrap().1.len());
        }
    }
    assert!(lengths.is_sorted(), "a kill lost saved values: {lengths:?}");
    let last = work(&killed);
    let first = work(&whole);
    assert_eq!(last.values, first.values);
    assert!(last.resumed > 0 && first.resumed == 0, "{lengths:?}");
    assert!(std::fs::read(&killed).unwrap() == std::fs::read(&whole).unwrap());
    std::fs::remove_dir_all(dir).unwrap();
}

/// A limit on the size of files stands for a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error_and_loses_nothing() {
    let dir = std::env::temp_dir().join(format!("bouton-full-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let (full, whole) = (dir.join("full"), dir.join("whole"));
    let mut lengths = Vec::new();
    for blocks in [500, 600, 1200] {
        let child = Command::new("sh")
            .args([
                "-c",
                &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" child --exact --nocapture"),
            ])
            .arg(std::env::current_exe().unwrap())
            .env("BOUTON_TEST_CHECKPOINT", &full)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&child.stderr).to_string();
        assert!(
            !child.status.success() && said.contains("cannot be written"),
            "{said}"
        );
        lengths.push(Checkpoint::open(&full, GAME).unwrap().1.len());
    }
    assert!(lengths.is_sorted() && lengths[2] > 0, "{lengths:?}");
    let (last, first) = (work(&full), work(&whole));
    assert!(last.resumed > 0 && last.values == first.values);
    assert!(std::fs::read(&full).unwrap() == std::fs::read(&whole).unwrap());
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_stopped_run_is_saved_and_goes_on() {
    let path = std::env::temp_dir().join(format!("bouton-stop-{}", std::process::id()));
    let limits = Limits {
        nodes: Some(5_000),
        ..Limits::default()
    };
    let mut watch = Watch::new(&Budget::new(&limits));
    let options = RunOptions {
        to: 60_000,
        checkpoint: Some(path.clone()),
        ..Default::default()
    };
    let game: HeapGame = "4.[3]".parse().unwrap();
    let report = run(&game, &options, &mut watch).unwrap();
    let done = report.values.len();
    assert!(report.stopped && done < 60_000, "{done}");
    let options = RunOptions {
        to: done + 100,
        ..options
    };
    let report = run(&game, &options, &mut Watch::default()).unwrap();
    assert!(!report.stopped && report.resumed == done);
    assert!(watch.stopped().is_some_and(|e| e.is_limit()));
    std::fs::remove_file(path).unwrap();
}
