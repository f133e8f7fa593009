//! Exact solutions of sparse systems of linear equations.
//!
//! Three methods, one answer: elimination over the integers with the content of each row removed (small systems), p-adic lifting
//! (Dixon 1982) with one sparse elimination modulo a prime (large ones), and, for chains in which a state has two neighbours at
//! most, a tree of products ([`chain`]).

pub mod chain;
mod direct;
mod lifting;
mod modular;

use crate::Rational;
use bouton_core::{Budget, Error, Result};
use num_traits::Zero;

/// Systems of at least this many unknowns are solved by lifting.
const LARGE: usize = 48;

/// The equations `sum of a x = b`, with one or more right sides.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// The coefficients of each equation: (unknown, coefficient).
    pub rows: Vec<Vec<(u32, Rational)>>,
    /// The right sides of each equation; all have the same length.
    pub rhs: Vec<Vec<Rational>>,
}

impl System {
    /// Adds an equation.
    pub fn push(&mut self, row: Vec<(u32, Rational)>, rhs: Vec<Rational>) {
        self.rows.push(row);
        self.rhs.push(rhs);
    }

    /// The number of unknowns, which is the number of equations.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True without equations.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The values of all unknowns, for each right side: `x[unknown][side]`.
    ///
    /// # Errors
    /// The system is singular or not square, or a limit of `budget` is reached.
    ///
    /// Source: dixon1982.
    ///
    /// ```
    /// use bouton_chance::{linear::System, rational::{int, ratio}};
    /// let mut s = System::default();
    /// s.push(vec![(0, int(1)), (1, ratio(-1, 2))], vec![int(1)]);
    /// s.push(vec![(1, int(1)), (0, ratio(-1, 2))], vec![int(0)]);
    /// let x = s.solve(&bouton_core::Budget::unlimited()).unwrap();
    /// assert_eq!(x, [[ratio(4, 3)], [ratio(2, 3)]]);
    /// ```
    pub fn solve(&self, budget: &Budget) -> Result<Vec<Vec<Rational>>> {
        self.validate()?;
        if self.len() >= LARGE
            && let Some(x) = lifting::solve(self, budget)?
        {
            return Ok(x);
        }
        direct::solve(self, budget)
    }

    /// As [`System::solve`], by elimination over the integers whatever the size: the slow twin.
    pub fn solve_directly(&self, budget: &Budget) -> Result<Vec<Vec<Rational>>> {
        self.validate()?;
        direct::solve(self, budget)
    }

    /// As [`System::solve`], by lifting whatever the size; `None` where the method does not apply: coefficients beyond 31 bits.
    pub fn solve_by_lifting(&self, budget: &Budget) -> Result<Option<Vec<Vec<Rational>>>> {
        self.validate()?;
        lifting::solve(self, budget)
    }

    fn validate(&self) -> Result<()> {
        let n = self.len();
        let sides = self.rhs.first().map_or(0, Vec::len);
        let columns = self.rows.iter().flatten().all(|(c, _)| (*c as usize) < n);
        if !columns || self.rhs.len() != n || self.rhs.iter().any(|b| b.len() != sides) {
            return Err(Error::input(format!(
                "a system of {n} equations needs unknowns below {n} and right sides of one length"
            )));
        }
        Ok(())
    }

    /// True if `x` satisfies every equation.
    pub fn is_solution(&self, x: &[Vec<Rational>]) -> bool {
        x.len() == self.len()
            && self.rows.iter().zip(&self.rhs).all(|(row, rhs)| {
                rhs.iter().enumerate().all(|(side, b)| {
                    let sum = row
                        .iter()
                        .fold(Rational::zero(), |s, (c, a)| s + a * &x[*c as usize][side]);
                    &sum == b
                })
            })
    }
}

fn singular() -> Error {
    Error::undefined("the linear system has no solution or more than one")
}
