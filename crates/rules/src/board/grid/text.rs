//! Boards as text: rows separated by `|`, or a size.

use super::Grid;
use crate::board::{Cell, Letters, MOST_CELLS};
use crate::heaps::shorten;
use crate::{Error, Result};
use std::fmt;

impl Grid {
    /// Reads rows separated by `|`, or a size such as `3x4` for a free board of 3 rows and 4 columns: for games that begin on an
    /// empty board.
    pub fn parse(text: &str, letters: Letters) -> Result<Grid> {
        Grid::parse_with_start(text, letters, |_| None, "")
    }

    /// As [`Grid::parse`], for games that begin with stones: of a size `start` gives the usual start, by filling the empty board.
    /// Where it gives `None` the size is refused, and `form` is the right form.
    ///
    /// ```
    /// use bouton_rules::board::{Grid, Letters};
    /// let clobber = |text| Grid::parse_with_start(text, Letters::STONES, |board| Some(board.chequered()), "xo|ox");
    /// assert_eq!(clobber("2x3").unwrap().show(Letters::STONES), "xox|oxo");
    /// let e = Grid::parse_with_start("2x3", Letters::STONES, |_| None, "x.|.o").unwrap_err();
    /// assert_eq!(e.to_string(), "board `2x3`: a size is no position of this game; write rows, for example x.|.o");
    /// ```
    pub fn parse_with_start(
        text: &str,
        letters: Letters,
        start: impl FnOnce(Grid) -> Option<Grid>,
        form: &str,
    ) -> Result<Grid> {
        let trimmed = text.trim();
        if let Some((rows, cols)) = read_size(trimmed)? {
            let empty = Grid::new(rows, cols)?;
            if form.is_empty() || empty.area() == 0 {
                return Ok(empty);
            }
            return start(empty).ok_or_else(|| {
                Error::input(format!(
                    "board `{}`: a size is no position of this game; write rows, for example {form}",
                    shorten(text)
                ))
            });
        }
        let lines: Vec<&str> = trimmed.split('|').map(str::trim).collect();
        let wide = lines[0].chars().count();
        let mut grid =
            Grid::new(lines.len(), wide).map_err(|e| e.at(format!("board `{}`", shorten(text))))?;
        for (r, line) in lines.iter().enumerate() {
            let long = line.chars().count();
            if long != wide {
                let s = if long == 1 { "" } else { "s" };
                return Err(Error::input(format!(
                    "board `{}`: row {} has {long} cell{s}, row 1 has {wide}; rows are separated by `|` and equally long",
                    shorten(text),
                    r + 1
                )));
            }
            for (c, letter) in line.chars().enumerate() {
                let Some(cell) = letters.read(letter) else {
                    return Err(Error::input(format!(
                        "board `{}`: row {}, column {}: `{letter}` is no cell; write {}",
                        shorten(text),
                        r + 1,
                        c + 1,
                        letters.list()
                    )));
                };
                grid.set(r * wide + c, cell);
            }
        }
        Ok(grid)
    }

    /// The board of this size with stones of Left and Right like the squares of a chessboard, Left's in the top left corner.
    pub fn chequered(mut self) -> Grid {
        for cell in 0..self.area() {
            let (r, c) = (cell / self.cols(), cell % self.cols());
            self.set(cell, [Cell::Left, Cell::Right][(r + c) % 2]);
        }
        self
    }

    /// A strip of one row that is written out; a size is refused, because an empty strip is none that play begins on.
    pub fn parse_strip(text: &str, letters: Letters) -> Result<Grid> {
        if let Some(at) = text.find('|') {
            let at = text[..at].chars().count() + 1;
            return Err(Error::input(format!(
                "strip `{}`: a `|` in place {at}; a strip has one row, write for example {}",
                shorten(text),
                letters.list()
            )));
        }
        let each = letters.0.iter().map(|(cell, _)| letters.write(*cell));
        let form: String = each.collect();
        let grid = Grid::parse_with_start(text, letters, |_| None, &form)?;
        if grid.rows() != 1 {
            return Err(Error::input(format!(
                "strip `{}`: it has {} rows; a strip has one row, write for example {}",
                shorten(text),
                grid.rows(),
                letters.list()
            )));
        }
        Ok(grid)
    }

    /// The rows, separated by `|`.
    pub fn show(&self, letters: Letters) -> String {
        if self.area() == 0 {
            return format!("{}x{}", self.rows, self.cols);
        }
        let mut text = String::with_capacity(self.area() + self.rows as usize);
        for r in 0..self.rows() {
            if r > 0 {
                text.push('|');
            }
            text.extend((0..self.cols()).map(|c| letters.write(self.get(r, c))));
        }
        text
    }
}

/// `3x4` as a size; `None` if the text is no size (`x` alone is a stone).
fn read_size(text: &str) -> Result<Option<(usize, usize)>> {
    let Some((rows, cols)) = text.split_once('x') else {
        return Ok(None);
    };
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    if !digits(rows) || !digits(cols) {
        return Ok(None);
    }
    match (rows.parse(), cols.parse()) {
        (Ok(r), Ok(c)) => Ok(Some((r, c))),
        _ => Err(Error::input(format!(
            "board `{}` is too large; at most {MOST_CELLS} cells",
            shorten(text)
        ))),
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({})", self.show(Letters::ALL))
    }
}
