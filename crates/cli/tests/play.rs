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

/// What the program says when it plays to the end of these lines.
fn session(args: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("bouton starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("lines");
    drop(input);
    String::from_utf8(child.wait_with_output().expect("an end").stdout).expect("text")
}

#[test]
fn hints_say_draw_where_a_move_draws() {
    let text = session(&["play", "tic-tac-toe", "3x3"], "hint\nquit\n");
    assert!(
        text.contains("no move wins; ") && text.contains(" draws"),
        "{text}"
    );
    let text = session(&["play", "dots-and-boxes", "3x3"], "quit\n");
    assert!(!text.contains("(you can win)"), "{text}");
}

#[test]
fn a_win_in_one_is_taken_and_northcott_ends() {
    let right = [
        "play",
        "tic-tac-toe",
        "o..|xx.|o..",
        "--second",
        "--side",
        "right",
    ];
    let text = session(&right, "quit\n");
    assert!(text.contains("I move c2 to o..|xxx|o.."), "{text}");
    let text = session(
        &["play", "northcott", "L.R|.LR.", "--second"],
        &"1\n".repeat(60),
    );
    assert!(text.contains("The game is over. I win."), "{text}");
}
