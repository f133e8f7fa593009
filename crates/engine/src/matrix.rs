//! Zero-sum games in matrix form: the value and both strategies, as exact rationals in text.

use bouton_chance::Rational;
use bouton_chance::matrix::MatrixGame;
use bouton_chance::rational::{decimal, text};
use bouton_core::{Budget, Result};
use serde::Serialize;

/// The value of a matrix game and a pair of strategies that proves it.
#[derive(Clone, Debug, Serialize)]
pub struct MatrixReport {
    /// What the row player gains on average if both play well, as `7/3`.
    pub value: String,
    /// The value as a decimal, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal: Option<String>,
    /// The probability of each row in an optimal strategy.
    pub row_strategy: Vec<String>,
    /// The probability of each column in an optimal strategy.
    pub column_strategy: Vec<String>,
}

/// Solves the game whose payments to the row player are `rows`: numbers or fractions, one row a line. With `digits`, the value is
/// given as a decimal too, with that many places.
///
/// # Errors
/// A number that does not read, rows of different lengths, or a limit of `budget`.
///
/// ```
/// use bouton_engine::{Budget, matrix};
/// let answer = matrix("2 -3\n-3 4\n", None, &Budget::unlimited()).unwrap();
/// assert_eq!(answer.value, "-1/12");
/// assert_eq!(answer.row_strategy, ["7/12", "5/12"]);
/// ```
pub fn matrix(rows: &str, digits: Option<u32>, budget: &Budget) -> Result<MatrixReport> {
    let solution = MatrixGame::parse(rows)?.solve(budget)?;
    let texts = |numbers: &[Rational]| numbers.iter().map(text).collect();
    Ok(MatrixReport {
        value: text(&solution.value),
        decimal: digits.map(|d| decimal(&solution.value, d)),
        row_strategy: texts(&solution.row_strategy),
        column_strategy: texts(&solution.column_strategy),
    })
}
