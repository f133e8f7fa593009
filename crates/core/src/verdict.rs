//! What best play leads to where a game can be drawn.

/// What best play leads to, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Lose,
    /// Neither can win, and play ends with a tie if both head for an end.
    Tie,
    /// Neither can win, and neither can force an end.
    Draw,
}

impl Verdict {
    /// `win`, `lose`, `tie` or `draw`.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Win => "win",
            Verdict::Lose => "lose",
            Verdict::Tie => "tie",
            Verdict::Draw => "draw",
        }
    }

    /// The same for the other player.
    pub fn reversed(self) -> Verdict {
        match self {
            Verdict::Win => Verdict::Lose,
            Verdict::Lose => Verdict::Win,
            same => same,
        }
    }
}
