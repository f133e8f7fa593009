//! Tables on disk: one file, in sections that can be read alone, each byte under a checksum.
//!
//! ```text
//! table     "BOUTONTB"  u32 version  u32 length  header (JSON)  u32 crc
//!           one section for every tier, in order
//!           the list of positions, where the game has no numbering of its own (see `keys`)
//! section   u32 length  meta (JSON)  u32 crc
//!           for every block: u32 length, u32 crc          u32 crc
//!           the blocks
//! block     raw deflate of one byte a number (the place of its value in `codes`), or of all low bytes and then all high bytes
//!           where there are more than 256 values
//! ```
//!
//! Integers are little-endian; a crc is CRC-32 (IEEE) of the bytes before it in its row. Every block has `block` numbers, the last
//! one fewer. A value is 0 for a draw; else the verdict (1 win, 2 lose, 3 tie, for the player to move) times 16,384 plus the
//! remoteness. A number without a position of its own (a hole) repeats the code before it.

mod keys;
mod reader;
mod section;
mod writer;

pub use keys::Keys;
pub use reader::Table;
pub(crate) use section::Section;
pub use section::{Meta, Summary};
pub(crate) use writer::{Checked, atomically, fault, write_section, write_table};

use serde::{Deserialize, Serialize};

pub(crate) const MAGIC: &[u8; 8] = b"BOUTONTB";
/// The version of the format; a file of another one is refused.
pub const VERSION: u32 = 1;
/// Numbers in a block: small enough that one is read in about 0.1 ms.
pub(crate) const BLOCK: usize = 1 << 14;
/// The name of the table in its directory.
pub const FILE: &str = "table.btb";

/// What stands at the start of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// What was solved.
    pub title: Title,
    /// The sections.
    pub tiers: Vec<Place>,
    /// Where the list of positions is, if there is one.
    pub keys: Option<Place>,
    /// All tiers together.
    pub summary: Summary,
}

/// Which game a table is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    /// The game, as a command takes it.
    pub game: String,
    /// The position whose reachable positions are listed; empty where the game numbers all of its own.
    pub position: String,
    /// `normal` or `misere`: what happens to a player who cannot move.
    pub play: String,
    /// Positions are seen by the player to move, so that each stands for two: one for each player to move.
    pub relative: bool,
    /// The text of the rules, where they are a rule file.
    pub rules: String,
}

/// Where a section is in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// First byte, counted from the end of the header.
    pub at: u64,
    /// Bytes.
    pub bytes: u64,
}
