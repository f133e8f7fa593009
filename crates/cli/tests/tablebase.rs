//! Tablebases at the command line: built, asked, verified, damaged.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn bouton(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("bouton starts")
}

fn json(folder: &Path, args: &[&str]) -> serde_json::Value {
    let done = bouton(folder, &[args, &["--json"]].concat());
    assert!(
        done.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    serde_json::from_slice(&done.stdout).expect("JSON")
}

#[test]
fn a_game_with_numbers_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let built = json(at, &["tablebase", "build", "quixo:3", "--out", "q"]);
    assert_eq!(
        (&built["value"], &built["remoteness"]),
        (&"win".into(), &7.into())
    );
    let probed = json(at, &["tablebase", "probe", "q", "3x3"]);
    assert_eq!(
        (&probed["value"], &probed["remoteness"], &probed["to_move"]),
        (&"win".into(), &7.into(), &"left".into())
    );
    assert_eq!(
        (
            &probed["moves"][0]["value"],
            &probed["moves"][0]["remoteness"]
        ),
        (&"win".into(), &6.into())
    );
    // Each move leads to a position that is a loss for the other player exactly if it wins.
    for m in probed["moves"].as_array().unwrap() {
        let next = json(
            at,
            &[
                "tablebase",
                "probe",
                "q",
                m["position"].as_str().unwrap(),
                "--to-move",
                "right",
            ],
        );
        assert_eq!(next["remoteness"], m["remoteness"]);
        assert_eq!(m["value"] == "win", next["value"] == "lose");
    }
    let info = json(at, &["tablebase", "info", "q"]);
    assert_eq!(
        (&info["positions"], &info["positions_with_player"]),
        (&19_683.into(), &39_366.into())
    );
    assert_eq!(info["longest_win"]["line"].as_array().unwrap().len(), 8);
    assert_eq!(json(at, &["tablebase", "verify", "q"])["holds"], true);
    assert_eq!(
        json(at, &["tablebase", "verify", "q", "--sample", "100"])["positions"],
        100
    );
    let file = at.join("q/table.btb");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() - 100;
    bytes[middle] ^= 4;
    std::fs::write(&file, bytes).unwrap();
    let bad = bouton(at, &["tablebase", "verify", "q"]);
    assert_eq!(bad.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&bad.stderr).lines().count(), 1);
}

#[test]
fn a_game_by_its_reachable_positions() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    // Impartial: remoteness of nim; partizan and misère; a rule file that repeats; one won by reaching something.
    let nim = json(at, &["tablebase", "build", "nim", "1,2,3", "--out", "nim"]);
    assert_eq!(
        (&nim["value"], &nim["remoteness"]),
        (&"lose".into(), &6.into())
    );
    let misere = json(
        at,
        &[
            "tablebase",
            "build",
            "nim",
            "1,1",
            "--misere",
            "--out",
            "misere",
        ],
    );
    assert_eq!(misere["value"], "win");
    let hau = json(
        at,
        &["tablebase", "build", "pong-hau-ki", "xx.oo", "--out", "hau"],
    );
    assert_eq!(
        (&hau["value"], &hau["remoteness"]),
        (&"draw".into(), &serde_json::Value::Null)
    );
    let dodgem = json(
        at,
        &[
            "tablebase",
            "build",
            "dodgem",
            "x..|x..|.oo",
            "--out",
            "dodgem",
        ],
    );
    assert_eq!(dodgem["value"], "win");
    let right = json(
        at,
        &[
            "tablebase",
            "probe",
            "dodgem",
            "x..|x..|.oo",
            "--to-move",
            "right",
        ],
    );
    assert_eq!(
        (&right["value"], &right["to_move"]),
        (&"win".into(), &"right".into())
    );
    let board = json(
        at,
        &[
            "tablebase",
            "build",
            "noughts-and-crosses",
            "3x3",
            "--out",
            "three",
        ],
    );
    assert_eq!(
        (&board["value"], &board["remoteness"]),
        (&"draw".into(), &9.into())
    );
    for name in ["nim", "misere", "hau", "dodgem", "three"] {
        assert_eq!(
            json(at, &["tablebase", "verify", name])["holds"],
            true,
            "{name}"
        );
        json(at, &["tablebase", "info", name]);
    }
    let elsewhere = bouton(at, &["tablebase", "probe", "nim", "9,9"]);
    assert!(
        String::from_utf8_lossy(&elsewhere.stderr).contains("it cannot be reached from nim 1,2,3")
    );
    let nothing = bouton(at, &["tablebase", "info", "nowhere"]);
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("holds no table"));
}
