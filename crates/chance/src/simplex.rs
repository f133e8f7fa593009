//! Exact linear programming: the simplex method over the integers with Bland's rule, so it ends, and what it ends with is exact.
//!
//! The tableau holds integers over one common denominator, the last pivot (bareiss1968): no fraction is ever reduced. An
//! optimum comes with the dual solution, which proves it; [`Optimum::proves`] checks the proof from the definition.

use crate::Rational;
use crate::rational::common_denominator;
use bouton_core::{Budget, Result};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// How the left side of a row is related to its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// At most the bound.
    AtMost,
    /// Equal to the bound.
    Equal,
    /// At least the bound.
    AtLeast,
}

/// Maximise `objective · x` subject to rows and `x >= 0`.
///
/// ```
/// use bouton_chance::{rational::{int, ratio}, simplex::{Answer, Program, Relation}};
/// // Maximise 3x + 2y where x + y <= 4, x + 3y <= 6, x <= 3.
/// let mut p = Program::new(vec![int(3), int(2)]);
/// p.add(vec![int(1), int(1)], Relation::AtMost, int(4));
/// p.add(vec![int(1), int(3)], Relation::AtMost, int(6));
/// p.add(vec![int(1), int(0)], Relation::AtMost, int(3));
/// let Answer::Optimum(best) = p.maximise(&bouton_core::Budget::unlimited()).unwrap() else { panic!() };
/// assert_eq!(best.value, int(11));
/// assert_eq!(best.x, [int(3), int(1)]);
/// assert!(best.proves(&p));
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    objective: Vec<Rational>,
    rows: Vec<(Vec<Rational>, Relation, Rational)>,
}

/// What a linear program has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A largest value.
    Optimum(Optimum),
    /// No point satisfies all rows.
    Infeasible,
    /// The objective grows without bound.
    Unbounded,
}

/// A largest value, where it is taken, and the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The largest value of the objective.
    pub value: Rational,
    /// A point at which it is taken.
    pub x: Vec<Rational>,
    /// A multiplier for each row: the dual solution.
    pub dual: Vec<Rational>,
}

impl Optimum {
    /// Checks from the definition that `x` satisfies the rows, that the rows times `dual` bound the objective, and that both
    /// give `value`: then nothing larger is possible.
    pub fn proves(&self, program: &Program) -> bool {
        let dot = |a: &[Rational], b: &[Rational]| -> Rational {
            a.iter()
                .zip(b)
                .fold(Rational::zero(), |s, (a, b)| s + a * b)
        };
        let feasible = self.x.len() == program.objective.len()
            && self.x.iter().all(|x| !x.is_negative())
            && program.rows.iter().all(|(row, relation, bound)| {
                let left = dot(row, &self.x);
                match relation {
                    Relation::AtMost => &left <= bound,
                    Relation::Equal => &left == bound,
                    Relation::AtLeast => &left >= bound,
                }
            });
        let signs =
            self.dual.len() == program.rows.len()
                && program.rows.iter().zip(&self.dual).all(
                    |((_, relation, _), y)| match relation {
                        Relation::AtMost => !y.is_negative(),
                        Relation::Equal => true,
                        Relation::AtLeast => !y.is_positive(),
                    },
                );
        let bounds = program.objective.iter().enumerate().all(|(j, c)| {
            let column = program.rows.iter().zip(&self.dual);
            let sum = column.fold(Rational::zero(), |s, ((row, _, _), y)| s + &row[j] * y);
            &sum >= c
        });
        let bound = program.rows.iter().zip(&self.dual);
        let bound = bound.fold(Rational::zero(), |s, ((_, _, b), y)| s + b * y);
        feasible
            && signs
            && bounds
            && bound == self.value
            && dot(&program.objective, &self.x) == self.value
    }
}

impl Program {
    /// A program with this objective and no rows.
    pub fn new(objective: Vec<Rational>) -> Program {
        Program {
            objective,
            rows: Vec::new(),
        }
    }

    /// Adds a row; missing coefficients are 0, coefficients without variable are ignored.
    pub fn add(&mut self, mut row: Vec<Rational>, relation: Relation, bound: Rational) {
        row.resize(self.objective.len(), Rational::zero());
        self.rows.push((row, relation, bound));
    }

    /// The largest value of the objective.
    ///
    /// # Errors
    /// A limit of `budget` is reached. Each pivot costs rows times columns products; their number is exponential at worst.
    pub fn maximise(&self, budget: &Budget) -> Result<Answer> {
        let mut t = Tableau::new(self);
        if t.has_artificial() {
            t.run(true, budget)?;
            if !t.phase_one_is_zero() {
                return Ok(Answer::Infeasible);
            }
            t.drop_artificial();
        }
        if !t.run(false, budget)? {
            return Ok(Answer::Unbounded);
        }
        Ok(Answer::Optimum(t.optimum(self)))
    }
}

struct Tableau {
    /// Rows of integers over `denominator`; the last column is the bound.
    rows: Vec<Vec<BigInt>>,
    /// Reduced costs of both phases, `first` for the sum of artificial variables.
    first: Vec<BigInt>,
    second: Vec<BigInt>,
    denominator: BigInt,
    basis: Vec<usize>,
    variables: usize,
    /// Columns from here on are artificial.
    artificial: usize,
    columns: usize,
    /// Column and factor from which each row's dual value is read.
    marks: Vec<(usize, Rational)>,
    objective_scale: BigInt,
}

impl Tableau {
    fn new(program: &Program) -> Tableau {
        let n = program.objective.len();
        let m = program.rows.len();
        let slack = program
            .rows
            .iter()
            .filter(|r| r.1 != Relation::Equal)
            .count();
        // Every row gets an artificial variable, for its dual value; those with a slack of the right sign start with that.
        let artificial = n + slack;
        let columns = artificial + m;
        let mut rows = Vec::with_capacity(m);
        let mut basis = Vec::with_capacity(m);
        let mut marks = Vec::with_capacity(m);
        let mut next = n;
        for (i, (row, relation, bound)) in program.rows.iter().enumerate() {
            let d = common_denominator(row.iter().chain([bound]));
            let flip = bound.is_negative() || bound.is_zero() && *relation == Relation::AtLeast;
            let sign = if flip { -BigInt::one() } else { BigInt::one() };
            let whole = |r: &Rational| r.numer() * (&d / r.denom()) * &sign;
            let mut line: Vec<BigInt> = row.iter().map(whole).collect();
            line.resize(columns, BigInt::zero());
            line.push(whole(bound));
            let at_most = (*relation == Relation::AtMost) != flip;
            let mut start = artificial + i;
            if *relation != Relation::Equal {
                line[next] = if at_most {
                    BigInt::one()
                } else {
                    -BigInt::one()
                };
                if at_most {
                    start = next;
                }
                next += 1;
            }
            line[artificial + i] = BigInt::one();
            basis.push(start);
            marks.push((artificial + i, Rational::from_integer(&d * &sign)));
            rows.push(line);
        }
        let scale = common_denominator(program.objective.iter());
        let mut second: Vec<BigInt> = program
            .objective
            .iter()
            .map(|c| -(c.numer() * (&scale / c.denom())))
            .collect();
        second.resize(columns + 1, BigInt::zero());
        // Phase one: make the artificial variables in the basis small.
        let mut first = vec![BigInt::zero(); columns + 1];
        for (line, &b) in rows.iter().zip(&basis) {
            if b >= artificial {
                for (f, a) in first.iter_mut().zip(line) {
                    *f -= a;
                }
                first[b] += 1;
            }
        }
        Tableau {
            rows,
            first,
            second,
            denominator: BigInt::one(),
            basis,
            variables: n,
            artificial,
            columns,
            marks,
            objective_scale: scale,
        }
    }

    fn has_artificial(&self) -> bool {
        self.basis.iter().any(|&b| b >= self.artificial)
    }

    fn phase_one_is_zero(&self) -> bool {
        self.first[self.columns].is_zero()
    }

    /// Pivots until no cost is negative; false if the objective is unbounded.
    fn run(&mut self, one: bool, budget: &Budget) -> Result<bool> {
        loop {
            budget.visit(1)?;
            let costs = if one { &self.first } else { &self.second };
            let Some(enter) = (0..self.artificial).find(|&j| costs[j].is_negative()) else {
                return Ok(true);
            };
            let mut leave: Option<usize> = None;
            for (i, row) in self.rows.iter().enumerate() {
                if !row[enter].is_positive() {
                    continue;
                }
                let less = leave.is_none_or(|k| {
                    let other = &self.rows[k];
                    let left = &row[self.columns] * &other[enter];
                    let right = &other[self.columns] * &row[enter];
                    left < right || left == right && self.basis[i] < self.basis[k]
                });
                if less {
                    leave = Some(i);
                }
            }
            let Some(leave) = leave else {
                return Ok(false);
            };
            self.pivot(leave, enter);
        }
    }

    fn pivot(&mut self, leave: usize, enter: usize) {
        let row = self.rows[leave].clone();
        let pivot = row[enter].clone();
        let d = self.denominator.clone();
        let lines = self.rows.iter_mut().enumerate();
        let lines = lines.filter(|(i, _)| *i != leave).map(|(_, r)| r);
        for line in lines.chain([&mut self.first, &mut self.second]) {
            let factor = line[enter].clone();
            for (x, a) in line.iter_mut().zip(&row) {
                if factor.is_zero() || a.is_zero() {
                    if !x.is_zero() {
                        *x = &*x * &pivot / &d;
                    }
                } else {
                    *x = (&*x * &pivot - &factor * a) / &d;
                }
            }
        }
        self.denominator = pivot;
        if self.denominator.is_negative() {
            self.denominator = -&self.denominator;
            for line in self
                .rows
                .iter_mut()
                .chain([&mut self.first, &mut self.second])
            {
                line.iter_mut().for_each(|x| *x = -&*x);
            }
        }
        self.basis[leave] = enter;
    }

    /// Puts artificial variables that are 0 out of the basis where another variable can take their place.
    fn drop_artificial(&mut self) {
        for i in 0..self.rows.len() {
            if self.basis[i] >= self.artificial
                && let Some(j) = (0..self.artificial).find(|&j| !self.rows[i][j].is_zero())
            {
                self.pivot(i, j);
            }
        }
    }

    fn optimum(&self, program: &Program) -> Optimum {
        let over = |n: &BigInt| Rational::new(n.clone(), self.denominator.clone());
        let mut x = vec![Rational::zero(); self.variables];
        for (row, &b) in self.rows.iter().zip(&self.basis) {
            if b < self.variables {
                x[b] = over(&row[self.columns]);
            }
        }
        let scale = Rational::from_integer(self.objective_scale.clone());
        let dual = self
            .marks
            .iter()
            .map(|(column, factor)| over(&self.second[*column]) * factor / &scale);
        let products = program.objective.iter().zip(&x);
        Optimum {
            value: products.fold(Rational::zero(), |s, (c, x)| s + c * x),
            dual: dual.collect(),
            x,
        }
    }
}
