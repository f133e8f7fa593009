//! Which letter stands for which kind of cell.

use super::Cell;

/// The letters of a game's cells: the first of each entry is written, every one is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters(pub &'static [(Cell, &'static str)]);

impl Letters {
    /// Free and blocked cells: `.` and `#`.
    pub const BLOCKS: Letters = Letters(&[(Cell::Free, "."), (Cell::Block, "#")]);
    /// Free cells and the stones of both: `.`, `x` (Left), `o` (Right).
    pub const STONES: Letters =
        Letters(&[(Cell::Free, "."), (Cell::Left, "xX"), (Cell::Right, "oO")]);
    /// Free and blocked cells and the stones of both.
    pub const ALL: Letters = Letters(&[
        (Cell::Free, "."),
        (Cell::Left, "xX"),
        (Cell::Right, "oO"),
        (Cell::Block, "#"),
    ]);

    /// The cell that a letter stands for.
    pub fn read(self, letter: char) -> Option<Cell> {
        self.0
            .iter()
            .find(|(_, letters)| letters.contains(letter))
            .map(|&(cell, _)| cell)
    }

    /// The letter for a cell; `?` for a kind that the game does not have.
    pub fn write(self, cell: Cell) -> char {
        let entry = self.0.iter().find(|(c, _)| *c == cell);
        entry
            .and_then(|(_, letters)| letters.chars().next())
            .unwrap_or('?')
    }

    /// The letters that are written, for error sentences: `` `.`, `x`, `o` ``.
    pub fn list(self) -> String {
        let each = self.0.iter().map(|(c, _)| format!("`{}`", self.write(*c)));
        each.collect::<Vec<_>>().join(", ")
    }
}
