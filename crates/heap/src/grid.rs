//! Grundy values of games on two heaps that move like chess pieces: Nim as a rook, Wythoff's game as a queen.
//!
//! A move lowers the pair (a, b) by a step, or by any multiple of it for a step that rides. No closed forms are used.

use bouton_rules::{Error, Result};
use bouton_seq::{Period, arithmetic_period};

/// One step of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What the first heap loses.
    pub a: usize,
    /// What the second heap loses.
    pub b: usize,
    /// The step may be repeated in one move.
    pub rides: bool,
}

/// A game on two heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridGame {
    steps: Vec<Step>,
}

/// A table of Grundy values: `value(a, b)` for a below `rows`, b below `columns`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridTable {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Row after row.
    pub values: Vec<u32>,
}

/// The most cells of a table.
const MOST: usize = 1 << 28;

impl GridGame {
    /// A game with these steps.
    ///
    /// # Errors
    /// If a step lowers nothing.
    pub fn new(steps: Vec<Step>) -> Result<GridGame> {
        match steps.iter().find(|s| s.a == 0 && s.b == 0) {
            Some(_) => Err(Error::input(
                "a step (0, 0) lowers nothing; every step must lower a heap",
            )),
            None => Ok(GridGame { steps }),
        }
    }

    /// A game by name: `rook` (Nim), `queen` (Wythoff), `king`, `knight`, `bishop`.
    ///
    /// # Errors
    /// If there is no such name.
    pub fn named(name: &str) -> Result<GridGame> {
        let step = |a, b, rides| Step { a, b, rides };
        let steps = match name {
            "rook" | "nim" => vec![step(1, 0, true), step(0, 1, true)],
            "queen" | "wythoff" => vec![step(1, 0, true), step(0, 1, true), step(1, 1, true)],
            "king" => vec![step(1, 0, false), step(0, 1, false), step(1, 1, false)],
            "knight" => vec![step(1, 2, false), step(2, 1, false)],
            "bishop" => vec![step(1, 1, true)],
            _ => {
                return Err(Error::input(format!(
                    "`{name}` is no game on two heaps here; the names are rook, queen, king, knight and bishop"
                )));
            }
        };
        Ok(GridGame { steps })
    }

    /// The table from the definition: cost O(cells * (rows + columns)) for steps that ride.
    ///
    /// ```
    /// use bouton_heap::GridGame;
    /// let table = GridGame::named("wythoff").unwrap().table(4, 6).unwrap();
    /// assert_eq!(table.row(1), [1, 2, 0, 4, 5, 3]);
    /// ```
    ///
    /// # Errors
    /// A limit, above 2^28 cells.
    pub fn table(&self, rows: usize, columns: usize) -> Result<GridTable> {
        let cells = rows.checked_mul(columns).filter(|&c| c <= MOST);
        let Some(cells) = cells else {
            return Err(Error::limit(format!(
                "a table of {rows} by {columns} has more than {MOST} cells"
            )));
        };
        let mut table = GridTable {
            rows,
            columns,
            values: vec![0; cells],
        };
        let mut seen: Vec<usize> = vec![usize::MAX; 64];
        for cell in 0..cells {
            let (a, b) = (cell / columns, cell % columns);
            for step in &self.steps {
                let (mut x, mut y) = (a, b);
                while x >= step.a && y >= step.b {
                    (x, y) = (x - step.a, y - step.b);
                    let value = table.values[x * columns + y] as usize;
                    if value >= seen.len() {
                        seen.resize(2 * value, usize::MAX);
                    }
                    seen[value] = cell;
                    if !step.rides {
                        break;
                    }
                }
            }
            let mex = seen.iter().position(|&s| s != cell).unwrap_or(seen.len());
            table.values[cell] = mex as u32;
        }
        Ok(table)
    }
}

impl GridTable {
    /// Row a.
    pub fn row(&self, a: usize) -> &[u32] {
        &self.values[a * self.columns..(a + 1) * self.columns]
    }

    /// For each row the arithmetic period that its values fit, if any: G(a, b + length) = G(a, b) + saltus for b >= preperiod in
    /// the table. It fits the table; it is no proof.
    ///
    /// ```
    /// use bouton_heap::GridGame;
    /// let table = GridGame::named("wythoff").unwrap().table(2, 60).unwrap();
    /// let row = table.row_periods()[1].unwrap();
    /// assert_eq!((row.length, row.saltus), (3, 3));
    /// ```
    pub fn row_periods(&self) -> Vec<Option<Period>> {
        (0..self.rows)
            .map(|a| {
                let row: Vec<u64> = self.row(a).iter().map(|&v| v.into()).collect();
                arithmetic_period(&row)
            })
            .collect()
    }

    /// The pairs a <= b of value 0, by a: the P-positions.
    pub fn zeros(&self) -> Vec<(u64, u64)> {
        let cells = self.values.iter().enumerate().filter(|(_, v)| **v == 0);
        let pairs = cells.map(|(i, _)| (i / self.columns, i % self.columns));
        pairs
            .filter(|(a, b)| a <= b)
            .map(|(a, b)| (a as u64, b as u64))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_seq::beatty_pair;

    #[test]
    fn nim_and_wythoff() {
        let nim = GridGame::named("rook").unwrap().table(40, 40).unwrap();
        for (i, &v) in nim.values.iter().enumerate() {
            assert_eq!(v as usize, (i / 40) ^ (i % 40));
        }
        let wythoff = GridGame::named("queen").unwrap().table(60, 100).unwrap();
        let zeros: Vec<(u64, u64)> = wythoff.zeros().into_iter().take(30).collect();
        assert_eq!(
            beatty_pair(&zeros).unwrap().alpha,
            bouton_seq::Quadratic::PHI
        );
        let king = GridGame::named("king").unwrap().table(20, 20).unwrap();
        for (i, &v) in king.values.iter().enumerate() {
            let (a, b) = (i / 20, i % 20);
            let mut options = vec![];
            options.extend((a > 0).then(|| king.row(a - 1)[b]));
            options.extend((b > 0).then(|| king.row(a)[b - 1]));
            options.extend((a > 0 && b > 0).then(|| king.row(a - 1)[b - 1]));
            assert_eq!(Some(v), (0..4).find(|x| !options.contains(x)), "{a},{b}");
        }
    }

    #[test]
    fn errors() {
        assert!(GridGame::named("pawn").unwrap_err().is_input());
        assert!(
            GridGame::named("rook")
                .unwrap()
                .table(1 << 20, 1 << 20)
                .unwrap_err()
                .is_limit()
        );
        assert!(
            GridGame::new(vec![Step {
                a: 0,
                b: 0,
                rides: false
            }])
            .is_err()
        );
    }
}
