//! Answers as plain data: strings, numbers, lists. Field names are those of the JSON output that scripts rely on; numbers that
//! can exceed 2^53 are strings.

use crate::process::Beyond;
use serde::Serialize;

/// A line of the list of games.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine {
    /// The name to give to other commands.
    pub name: String,
    /// The rules in a sentence.
    pub rules: String,
    /// `rule file`, `compiled`, or both.
    pub form: String,
}

/// What there is to know about a game.
#[derive(Clone, Debug, Serialize)]
pub struct InfoReport {
    /// The name.
    pub name: String,
    /// The rules in a sentence.
    pub rules: String,
    /// How positions are written.
    pub notation: String,
    /// `impartial` or `partizan`; whether play must end, and why.
    pub kind: String,
    /// The theorem used for positions of any size.
    pub theorem: Option<String>,
    /// Where the rules or the theorem come from.
    pub source: Option<String>,
    /// Positions to try.
    pub examples: Vec<String>,
    /// The rule file, if there is one.
    pub rule_file: Option<String>,
}

/// A position to look at.
#[derive(Clone, Debug, Serialize)]
pub struct ShowReport {
    /// The game.
    pub game: String,
    /// The position in its normal form.
    pub position: String,
    /// The position drawn in lines of text.
    pub drawing: String,
    /// The positions that Left's moves lead to; all moves of an impartial game.
    pub moves_left: Vec<String>,
    /// The positions that Right's moves lead to; those of Left in an impartial game.
    pub moves_right: Vec<String>,
    /// The picture as SVG.
    #[serde(skip)]
    pub svg: String,
}

/// Who wins, and how.
#[derive(Clone, Debug, Serialize)]
pub struct SolveReport {
    /// The game.
    pub game: String,
    /// The position, as it was read.
    pub position: String,
    /// `normal` or `misere`.
    pub play: &'static str,
    /// `P`, `N`, `L`, `R`, and where neither may win `D`, `NHat`, `NCheck`, `PHat`, `PCheck` ([`crate::outcome_text`] says what they mean);
    /// with a player to move `win`, `lose`, `draw`. Empty, and left out of JSON, for processes with chance and games for one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub outcome: String,
    /// The Grundy value (impartial, normal play, play must end).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<String>,
    /// The game value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Moves to the end under best play, in games that can repeat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u64>,
    /// What the player to move wins less what the other wins, in a game of points; the moves listed are those that reach it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// Winning moves as the positions that they lead to (impartial games, or the player to move).
    pub winning_moves: Vec<String>,
    /// Moves that hold a draw, where no move wins.
    pub drawing_moves: Vec<String>,
    /// The moves to choose from, the best first, where more is known of them than that they win: the score that they reach, or the moves
    /// to the end. Where all is lost these are the moves that last longest. Empty where both players are asked about. In a
    /// process with chance, the moves of the best expectation.
    pub best_moves: Vec<BestMove>,
    /// False if there may be more winning moves than those listed, and if none were asked for.
    pub complete: bool,
    /// Why no moves are listed, where some were asked for and there may be some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlisted: Option<String>,
    /// Winning moves of each player (partizan games, both starters).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves_left: Option<Vec<String>>,
    /// See `winning_moves_left`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves_right: Option<Vec<String>>,
    /// Moves of each player that hold a draw, where no move wins (partizan games, both starters).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing_moves_left: Option<Vec<String>>,
    /// See `drawing_moves_left`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing_moves_right: Option<Vec<String>>,
    /// How the answer is known.
    pub method: String,
    /// Expectations, solutions and proofs, for processes with chance and games for one.
    #[serde(flatten)]
    pub beyond: Option<Beyond>,
}

/// One of the best moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BestMove {
    /// The position that it leads to; in a process with chance, the name of the action, if it has one.
    pub position: String,
    /// Moves to the end after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u64>,
    /// What its player wins less what the other wins, this move included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
}

/// The canonical value of a position.
#[derive(Clone, Debug, Serialize)]
pub struct ValueReport {
    /// The game.
    pub game: String,
    /// The position, as it was read.
    pub position: String,
    /// The value.
    pub value: String,
    /// `P`, `N`, `L` or `R`.
    pub outcome: String,
    /// The mean.
    pub mean: String,
    /// The temperature.
    pub temperature: String,
    /// The Left stop.
    pub left_stop: String,
    /// The Right stop.
    pub right_stop: String,
}

/// The first values of a game.
#[derive(Clone, Debug, Serialize)]
pub struct TableReport {
    /// The game.
    pub game: String,
    /// `normal` or `misere`.
    pub play: &'static str,
    /// What the entries are: `grundy`, `outcome` or `value`.
    pub entries: &'static str,
    /// Names of the axes.
    pub axes: Vec<String>,
    /// The least and greatest value on each axis.
    pub ranges: Vec<(u64, u64)>,
    /// Row-major entries, the last axis running fastest: Grundy values, values, or `P`, `N`, `L`, `R`; `null` where no position is.
    pub values: Vec<Option<Entry>>,
}

/// One entry of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Entry {
    /// A Grundy value.
    Grundy(u32),
    /// An outcome.
    Outcome(&'static str),
    /// The canonical value of a partizan game.
    Value(Box<str>),
}

/// One claim of an analysis.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimReport {
    /// `p-set`, `grundy`, `formula`, `period`, ….
    pub kind: &'static str,
    /// The statement.
    pub statement: String,
    /// `proved`, `verified`, `conjectured`, `refuted at x`.
    pub status: String,
    /// What brute force covered.
    pub bound: String,
    /// How it was found and proved, or why it could not be proved.
    pub method: String,
    /// The claim's certificate, where it is proved by automata.
    #[serde(skip)]
    pub certificate: Option<String>,
    /// The claim as a sentence for MONA, or why there is none.
    #[serde(skip)]
    pub mona: Result<String, String>,
}

/// What the pipeline found.
#[derive(Clone, Debug, Serialize)]
pub struct AnalyzeReport {
    /// The game.
    pub game: String,
    /// `normal` or `misere`.
    pub play: &'static str,
    /// Who can lose the race for ever: the proof that play ends, or what is missing.
    pub termination: String,
    /// The first values by brute force, for reading.
    pub first_values: String,
    /// The claims, the strongest first.
    pub claims: Vec<ClaimReport>,
    /// Exact numbers that follow from the first proved claim.
    pub count: Option<String>,
    /// Why there is no (further) claim.
    pub remarks: Vec<String>,
}

/// An exact count.
#[derive(Clone, Debug, Serialize)]
pub struct CountReport {
    /// The game.
    pub game: String,
    /// The conditions, as read.
    #[serde(rename = "where")]
    pub conditions: String,
    /// Number of P-positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// Sum over the P-positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<String>,
    /// The modulus, if one was asked for.
    #[serde(rename = "mod", skip_serializing_if = "Option::is_none")]
    pub modulus: Option<String>,
    /// How the set is known: `proved`, `exact by search`, `verified`.
    pub status: String,
    /// The claim counted with.
    pub statement: String,
}

/// What the checker says.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// True if the certificate proves its statement.
    pub holds: bool,
    /// What has been proved.
    pub statement: String,
    /// Each obligation and how it went.
    pub obligations: Vec<(String, bool, String)>,
}
