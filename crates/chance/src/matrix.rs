//! Zero-sum games in matrix form: the value, and an optimal strategy of each side that proves it.

use crate::Rational;
use crate::rational;
use crate::simplex::{Answer, Program, Relation};
use bouton_core::{Budget, Error, Place, Result};
use num_traits::{One, Signed, Zero};

/// What the row player gains: `pay[row][column]`. Rows maximise, columns minimise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixGame {
    pay: Vec<Vec<Rational>>,
}

/// The value of a game and optimal strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixSolution {
    /// What the row player gains on average if both play well.
    pub value: Rational,
    /// The probability of each row in an optimal strategy.
    pub row_strategy: Vec<Rational>,
    /// The probability of each column in an optimal strategy.
    pub column_strategy: Vec<Rational>,
}

impl MatrixGame {
    /// A game from its payments to the row player.
    ///
    /// # Errors
    /// There are no payments, or the rows differ in length.
    pub fn new(pay: Vec<Vec<Rational>>) -> Result<MatrixGame> {
        let columns = pay.first().map_or(0, Vec::len);
        if columns == 0 {
            return Err(Error::input(
                "a matrix game needs at least one row and one column of numbers",
            ));
        }
        if let Some(i) = pay.iter().position(|row| row.len() != columns) {
            return Err(Error::input(format!(
                "row {} has {} numbers, row 1 has {columns}; all rows must have the same length",
                i + 1,
                pay[i].len()
            )));
        }
        Ok(MatrixGame { pay })
    }

    /// Reads rows of integers, fractions and decimals, separated by spaces, tabs, commas or semicolons; `#` starts a comment.
    ///
    /// # Errors
    /// One sentence with line and column.
    ///
    /// ```
    /// use bouton_chance::matrix::MatrixGame;
    /// let game = MatrixGame::parse("1 -1  # heads\n-1 1/2\n").unwrap();
    /// assert_eq!(game.rows().len(), 2);
    /// let e = MatrixGame::parse("1 2\n3 x\n").unwrap_err();
    /// assert_eq!(e.to_string(), "line 2, column 3: `x` is not a number: it is not made of digits; write for example `3`, `-7/3` or `0.25`");
    /// ```
    pub fn parse(text: &str) -> Result<MatrixGame> {
        let mut pay: Vec<Vec<Rational>> = Vec::new();
        let mut first = 0;
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("");
            let mut row = Vec::new();
            let mut column = 1;
            let is_space = |c: char| c.is_whitespace() || c == ',' || c == ';';
            for word in line.split(is_space) {
                if !word.is_empty() {
                    let place = Place {
                        line: number + 1,
                        column,
                    };
                    let at = format!("line {}, column {column}", number + 1);
                    row.push(rational::parse(word).map_err(|e| e.at(at).with_place(place))?);
                }
                column += word.chars().count() + 1;
            }
            if row.is_empty() {
                continue;
            }
            if let Some(before) = pay.first() {
                if before.len() != row.len() {
                    return Err(Error::input(format!(
                        "line {}: {} numbers, but line {first} has {}; all rows must have the same length",
                        number + 1,
                        row.len(),
                        before.len()
                    )));
                }
            } else {
                first = number + 1;
            }
            pay.push(row);
        }
        MatrixGame::new(pay)
    }

    /// The payments.
    pub fn rows(&self) -> &[Vec<Rational>] {
        &self.pay
    }

    /// The value and optimal strategies, checked by [`MatrixSolution::proves`] before they are returned.
    ///
    /// # Errors
    /// A limit of `budget` is reached.
    ///
    /// Source: vonneumann1928, through linear programming.
    ///
    /// ```
    /// use bouton_chance::{matrix::MatrixGame, rational::ratio};
    /// let game = MatrixGame::parse("2 -3\n-3 4").unwrap();
    /// let s = game.solve(&bouton_core::Budget::unlimited()).unwrap();
    /// assert_eq!(s.value, ratio(-1, 12));
    /// assert_eq!(s.row_strategy, [ratio(7, 12), ratio(5, 12)]);
    /// assert_eq!(s.column_strategy, [ratio(7, 12), ratio(5, 12)]);
    /// ```
    pub fn solve(&self, budget: &Budget) -> Result<MatrixSolution> {
        // Payments above 0 do not change strategies: maximise sum y where A y <= 1; the value is 1 / sum.
        let least = self
            .pay
            .iter()
            .flatten()
            .min()
            .cloned()
            .unwrap_or_else(Rational::zero);
        let shift = Rational::one() - least;
        let columns = self.pay[0].len();
        let mut program = Program::new(vec![Rational::one(); columns]);
        for row in &self.pay {
            let row = row.iter().map(|a| a + &shift).collect();
            program.add(row, Relation::AtMost, Rational::one());
        }
        let failed = || Error::undefined("no optimal strategies were found for the matrix");
        let Answer::Optimum(best) = program.maximise(budget)? else {
            return Err(failed());
        };
        if best.value.is_zero() {
            return Err(failed());
        }
        let scale = best.value.recip();
        let solution = MatrixSolution {
            value: &scale - &shift,
            row_strategy: best.dual.iter().map(|y| y * &scale).collect(),
            column_strategy: best.x.iter().map(|x| x * &scale).collect(),
        };
        if !solution.proves(self) {
            return Err(failed());
        }
        Ok(solution)
    }
}

impl MatrixSolution {
    /// Checks from the definition: both strategies are probabilities, no column pays less than the value against the row strategy,
    /// and no row gains more against the column strategy.
    pub fn proves(&self, game: &MatrixGame) -> bool {
        let is_strategy = |p: &[Rational]| {
            p.iter().all(|x| !x.is_negative())
                && p.iter().fold(Rational::zero(), |s, x| s + x).is_one()
        };
        let dot = |sum: Rational, (a, b): (&Rational, &Rational)| sum + a * b;
        let row_gain = |row: &Vec<Rational>| {
            row.iter()
                .zip(&self.column_strategy)
                .fold(Rational::zero(), dot)
        };
        let column_pay = |j: usize| {
            let column = game.pay.iter().map(|row| &row[j]);
            column.zip(&self.row_strategy).fold(Rational::zero(), dot)
        };
        self.row_strategy.len() == game.pay.len()
            && self.column_strategy.len() == game.pay[0].len()
            && is_strategy(&self.row_strategy)
            && is_strategy(&self.column_strategy)
            && game.pay.iter().all(|row| row_gain(row) <= self.value)
            && (0..game.pay[0].len()).all(|j| column_pay(j) >= self.value)
    }
}
