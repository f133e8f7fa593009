//! Endings of chess: published longest wins, and the plain solver.

mod support;

use bouton_core::{Budget, Player};
use bouton_tablebase::boards::chess::{Ending, Piece};
use bouton_tablebase::{Indexed, Named, Options, Table, Verdict, build, line, probe, verify};
use support::plain;

fn check(piece: Piece, moves: u16) -> tempfile::TempDir {
    let game = Ending::new(piece);
    let folder = tempfile::tempdir().unwrap();
    let header = build(
        &game,
        folder.path(),
        Options::default(),
        &Budget::unlimited(),
    )
    .unwrap();
    let table = Table::open(folder.path()).unwrap();
    let farthest = header
        .summary
        .rows()
        .rev()
        .find(|r| r.0.verdict() == Verdict::Win)
        .unwrap();
    // The last move is White's.
    assert_eq!(farthest.0.remoteness(), Some(2 * moves - 1));
    let (tier, index) = farthest.2;
    let line = line(&table, &game, &game.position(tier, index)).unwrap();
    assert_eq!(line.len(), 2 * usize::from(moves));
    assert_eq!(game.stuck(line.last().unwrap()).verdict(), Verdict::Lose);
    let verified = verify(&table, &game, None, 0, &Budget::unlimited()).unwrap();
    assert_eq!(verified.positions, header.summary.representatives);
    // From the definition, and all positions of play before symmetry: kings apart, no check on who does not move.
    let mut compared = 0;
    for (tier, values) in (0..).zip(plain(&game)) {
        for (index, expected) in (0..).zip(values) {
            if game.index(&game.position(tier, index)) == (tier, index) {
                let value = table.value(tier, index).unwrap();
                assert_eq!((value.verdict(), value.remoteness()), expected);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, header.summary.representatives);
    folder
}

#[test]
fn king_and_rook_win_in_at_most_16_moves() {
    let folder = check(Piece::Rook, 16);
    let game = Ending::new(Piece::Rook);
    let table = Table::open(folder.path()).unwrap();
    let ask = |text: &str| {
        let pos = game.parse(text, Player::Left).unwrap();
        assert_eq!(game.show(&pos, Player::Left), text);
        probe(&table, &game, &pos).unwrap()
    };
    let mate = ask("7k/8/6K1/8/8/8/8/R7 w");
    assert_eq!(
        (mate.value.verdict(), mate.value.remoteness()),
        (Verdict::Win, Some(1))
    );
    assert_eq!(
        game.show(&mate.moves[0].to, Player::Right),
        "R6k/8/6K1/8/8/8/8/8 b"
    );
    // Black takes the rook, or has no move.
    assert_eq!(ask("8/8/8/8/8/8/1R6/k1K5 b").value.verdict(), Verdict::Tie);
    assert_eq!(ask("8/8/8/8/8/1K6/7R/k7 b").value.verdict(), Verdict::Lose);
    assert!(game.parse("8/8/8/8/8/8/1K6/k6R w", Player::Left).is_err());
}

#[test]
fn king_and_queen_win_in_at_most_10_moves() {
    check(Piece::Queen, 10);
}
