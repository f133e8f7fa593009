//! What is said of tables, as plain data.

use bouton_tablebase::file::Summary;
use bouton_tablebase::{AnswerMove, Value, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a build has made.
#[derive(Clone, Debug, Serialize)]
pub struct TableBuildReport {
    /// The game.
    pub game: String,
    /// The position that it starts from.
    pub position: Option<String>,
    /// `normal` or `misere`.
    pub play: String,
    /// Where the table is.
    pub directory: String,
    /// Positions, before symmetry.
    pub positions: u64,
    /// Positions, up to symmetry.
    pub representatives: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// `win`, `lose` or `draw` for the player to move at the start.
    pub value: Option<&'static str>,
    /// Plies to the end from the start.
    pub remoteness: Option<u16>,
    /// Seconds on the clock.
    pub seconds: f64,
}

/// A position with all its moves.
#[derive(Clone, Debug, Serialize)]
pub struct TableProbeReport {
    /// The game.
    pub game: String,
    /// The position in its normal form.
    pub position: String,
    /// `left` or `right`, where it matters.
    pub to_move: Option<&'static str>,
    /// `win`, `lose` or `draw`, for the player to move.
    pub value: &'static str,
    /// Plies to the end; none where neither player can force one.
    pub remoteness: Option<u16>,
    /// Every move, best first.
    pub moves: Vec<TableMove>,
}

/// A move.
#[derive(Clone, Debug, Serialize)]
pub struct TableMove {
    /// The move, as the position that it leads to.
    #[serde(rename = "move")]
    pub name: String,
    /// The position after it.
    pub position: String,
    /// `win`, `lose` or `draw`, for the player who makes it.
    pub value: &'static str,
    /// Plies to the end after it.
    pub remoteness: Option<u16>,
}

impl TableMove {
    pub(super) fn of(m: AnswerMove) -> TableMove {
        TableMove {
            name: m.position.clone(),
            position: m.position,
            value: word(m.verdict),
            remoteness: m.remoteness,
        }
    }
}

/// What a table holds.
#[derive(Clone, Debug, Serialize)]
pub struct TableInfoReport {
    /// The game.
    pub game: String,
    /// The position that all others were reached from; none where the game numbers its own.
    pub position: Option<String>,
    /// `normal` or `misere`.
    pub play: String,
    /// Positions, before symmetry.
    pub positions: u64,
    /// The same, told apart by who moves where the table does not.
    pub positions_with_player: u64,
    /// Positions, up to symmetry.
    pub representatives: u64,
    /// Tiers that were solved one after the other.
    pub tiers: usize,
    /// Bytes of the file.
    pub bytes: u64,
    /// Positions that the player to move wins.
    pub wins: u64,
    /// Positions that the player to move loses.
    pub losses: u64,
    /// Positions in which neither wins.
    pub draws: u64,
    /// The longest win, with best play of both.
    pub longest_win: Option<TableLine>,
    /// Positions by value and remoteness.
    pub histogram: Vec<TableRow>,
}

/// A line of play.
#[derive(Clone, Debug, Serialize)]
pub struct TableLine {
    /// Its length in plies.
    pub remoteness: u16,
    /// The positions, in order.
    pub line: Vec<String>,
}

/// How many positions have a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableRow {
    /// `win`, `lose` or `draw`.
    pub value: &'static str,
    /// Plies to the end.
    pub remoteness: Option<u16>,
    /// Positions, before symmetry.
    pub positions: u64,
}

/// What was verified. A fault is an error.
#[derive(Clone, Debug, Serialize)]
pub struct TableVerifyReport {
    /// The game.
    pub game: String,
    /// Positions whose value follows from those of their moves.
    pub positions: u64,
    /// Blocks whose checksum holds.
    pub blocks: u64,
    /// A sample was checked, not every position.
    pub sample: bool,
    /// True.
    pub holds: bool,
}

/// A tie is a draw to those who ask; it has a remoteness.
pub(super) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Tie => "draw",
        other => other.name(),
    }
}

pub(super) fn remoteness(value: Value) -> Option<u16> {
    value.remoteness()
}

pub(super) fn histogram(summary: &Summary) -> Vec<TableRow> {
    let mut rows: BTreeMap<(u8, Option<u16>), TableRow> = BTreeMap::new();
    for (value, positions, _) in summary.rows() {
        let name = word(value.verdict());
        let order = match value.verdict() {
            Verdict::Win => 0,
            Verdict::Lose => 1,
            Verdict::Tie | Verdict::Draw => 2,
        };
        let row = TableRow {
            value: name,
            remoteness: value.remoteness(),
            positions: 0,
        };
        rows.entry((order, value.remoteness()))
            .or_insert(row)
            .positions += positions;
    }
    rows.into_values().collect()
}
