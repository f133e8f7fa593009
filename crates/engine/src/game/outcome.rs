//! Words for outcomes, the same in all kinds of games.

use bouton_rules::Decision;
use bouton_solve::Verdict;

/// `win`, `lose` or `draw` for the player to move: a tie is a draw to those who ask.
pub(super) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Tie => Verdict::Draw.name(),
        verdict => verdict.name(),
    }
}

/// What a rule that ends the game says to the player to move.
pub(super) fn ended(decision: Decision) -> &'static str {
    word(match decision {
        Decision::Win => Verdict::Win,
        Decision::Lose => Verdict::Lose,
        Decision::Tie => Verdict::Tie,
    })
}

/// The class of a position from what Left and Right reach by starting: `P`, `N`, `L`, `R`, and with draws `D`, `NHat`, `NCheck`, `PHat`,
/// `PCheck`. A hat is better for Left than a check (`siegel2013`).
pub(super) fn class(left: Verdict, right: Verdict) -> &'static str {
    use Verdict::{Lose, Win};
    match (left, right) {
        (Win, Win) => "N",
        (Win, Lose) => "L",
        (Lose, Win) => "R",
        (Lose, Lose) => "P",
        (Win, _) => "NHat",
        (_, Win) => "NCheck",
        (_, Lose) => "PHat",
        (Lose, _) => "PCheck",
        _ => "D",
    }
}

/// A class in a sentence: `P: the previous player wins, the player to move loses`. Other words are left as they are.
///
/// ```
/// assert_eq!(bouton_engine::outcome_text("NHat"), "NHat: Left wins by starting; a draw if Right starts");
/// assert_eq!(bouton_engine::outcome_text("win"), "win");
/// ```
pub fn outcome_text(outcome: &str) -> String {
    let meaning = match outcome {
        "P" => "the previous player wins, the player to move loses",
        "N" => "the next player wins",
        "L" => "Left wins whoever starts",
        "R" => "Right wins whoever starts",
        "D" => "a draw, whoever starts",
        "NHat" => "Left wins by starting; a draw if Right starts",
        "NCheck" => "a draw if Left starts; Right wins by starting",
        "PHat" => "a draw if Left starts; Left wins if Right starts",
        "PCheck" => "Right wins if Left starts; a draw if Right starts",
        other => return other.to_string(),
    };
    format!("{outcome}: {meaning}")
}
