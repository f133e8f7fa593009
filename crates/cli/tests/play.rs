//! `bouton play` as a user runs it.

use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn a_game_is_played_to_its_end() {
    let mut game = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(["play", "nim", "1,2,2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("bouton starts");
    // 2,2 wins; then copy.
    let moves = "5,5\n?\nhint\n2,2\n1,1\n1\n0\n0\n";
    game.stdin
        .take()
        .expect("a pipe")
        .write_all(moves.as_bytes())
        .expect("moves are read");
    let text =
        String::from_utf8_lossy(&game.wait_with_output().expect("an end").stdout).into_owned();
    assert!(text.contains("`5,5` is not a move"), "{text}");
    assert!(text.contains("2,2 wins"), "{text}");
}

#[test]
fn a_game_of_points_is_played_to_its_end() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(["play", "dots-and-boxes", "-|!!|."])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("bouton starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"1\n").expect("one line");
    drop(input);
    let text = String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text");
    assert!(
        text.contains("points    you 1, I 0") && text.contains("You win."),
        "{text}"
    );
}
