//! Codes as games: Grundy values by the sequence engine against a search that knows only the moves.

use bouton_engine::{Budget, SolveQuestion, Workbench};

#[test]
fn codes_by_sequence_and_by_plain_search_agree() {
    let mut rows = 0;
    for code in [
        "0.77",
        "0.07",
        "4!.0",
        "0.137",
        "T{1,2}",
        "0.F",
        "all-but{2,3}",
    ] {
        let by_sequence = Workbench::named(code).expect("a code");
        // The twin knows only the moves.
        let twin = Workbench::composed(&format!("impartial {code}"), &Workbench::named);
        let twin = twin.expect("its twin");
        for position in ["1", "2", "7", "9", "2,3", "4,4", "1,5,6", "8,8,3"] {
            let solve = |game: &Workbench| {
                let answer = game.solve(position, SolveQuestion::default(), &Budget::unlimited());
                let answer = answer.expect("an answer");
                let mut winning = answer.winning_moves;
                winning.sort();
                (answer.outcome, answer.grundy, winning)
            };
            assert_eq!(solve(&by_sequence), solve(&twin), "{code} {position}");
            rows += 1;
        }
    }
    assert_eq!(rows, 56);
}
