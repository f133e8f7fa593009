//! Tokens on places: weights that no move raises, found by linear programming, and weights that no move changes, found by elimination.
//!
//! A move adds a fixed vector to the numbers of tokens. If `w` is a weight for each place with `w · d <= 0` for every move `d` (a
//! pagoda function, winningways), no position of greater weight can be reached. If `w · d = 0`, modulo `m` or not, the weight never
//! changes. Both are found from the moves alone, and whoever doubts them can check one product for each move.

use crate::Rational;
use crate::rational::int;
use crate::simplex::{Answer, Program, Relation};
use bouton_core::{Budget, Error, Result};
use num_traits::{One, Signed, Zero};

/// A one-player game in which every move adds a fixed vector.
#[derive(Clone, Debug)]
pub struct TokenGame {
    places: usize,
    moves: Vec<Vec<i64>>,
}

/// What is to be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Exactly these numbers of tokens.
    Exactly(Vec<i64>),
    /// At least these numbers of tokens, whatever else there is.
    AtLeast(Vec<i64>),
}

/// Why a goal cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No move raises the weight, and the goal has more of it.
    Pagoda {
        /// The weight of each place.
        weights: Vec<Rational>,
        /// The weight of the start.
        start: Rational,
        /// The least weight of a position that satisfies the goal.
        goal: Rational,
    },
    /// No move changes the weight (modulo something, if `modulus` is not 0), and the goal has another one.
    Invariant {
        /// The weight of each place.
        weights: Vec<Rational>,
        /// 0, or the number modulo which the weight stays.
        modulus: u64,
        /// The weight of the start.
        start: Rational,
        /// The weight of the goal.
        goal: Rational,
    },
}

impl TokenGame {
    /// A game on `places` places.
    ///
    /// # Errors
    /// A move does not have as many entries as there are places.
    pub fn new(places: usize, moves: Vec<Vec<i64>>) -> Result<TokenGame> {
        if let Some(i) = moves.iter().position(|m| m.len() != places) {
            return Err(Error::input(format!(
                "move {i} changes {} places, there are {places}",
                moves[i].len()
            )));
        }
        Ok(TokenGame { places, moves })
    }

    /// The vectors of the moves.
    pub fn moves(&self) -> &[Vec<i64>] {
        &self.moves
    }

    /// A basis of the weights that no move changes.
    ///
    /// ```
    /// use bouton_chance::solitaire::TokenGame;
    /// use bouton_chance::rational::int;
    /// // Two tokens of a place move apart: their number and their centre stay.
    /// let game = TokenGame::new(4, vec![vec![1, -2, 1, 0], vec![0, 1, -2, 1]]).unwrap();
    /// assert_eq!(game.invariants().len(), 2);
    /// ```
    pub fn invariants(&self) -> Vec<Vec<Rational>> {
        let rows = self
            .moves
            .iter()
            .map(|m| m.iter().map(|&d| int(d)).collect());
        kernel(rows.collect(), self.places)
    }

    /// A basis of the weights that no move changes modulo the prime `p`, which is below 2^31.
    pub fn invariants_modulo(&self, p: u64) -> Vec<Vec<u64>> {
        let residue = |d: i64| d.rem_euclid(p as i64) as u64;
        let rows = self
            .moves
            .iter()
            .map(|m| m.iter().map(|&d| residue(d)).collect());
        kernel_modulo(rows.collect(), self.places, p)
    }

    /// Looks for a proof that the goal cannot be reached: an invariant, an invariant modulo 2 or 3, a pagoda function. `None` says nothing:
    /// the goal may be out of reach for another reason.
    ///
    /// # Errors
    /// A position of the wrong length, or a limit of `budget` (linear programming).
    ///
    /// ```
    /// use bouton_chance::solitaire::{Goal, Proof, TokenGame};
    /// // Pegs in a row of four: jump to the right over a neighbour, which goes.
    /// let game = TokenGame::new(4, vec![vec![-1, -1, 1, 0], vec![0, -1, -1, 1]]).unwrap();
    /// let budget = bouton_core::Budget::unlimited();
    /// let proof = game.impossible(&[1, 1, 0, 0], &Goal::AtLeast(vec![0, 0, 0, 1]), &budget).unwrap().unwrap();
    /// assert!(matches!(proof, Proof::Pagoda { .. }));
    /// assert!(proof.holds(&game, &[1, 1, 0, 0], &Goal::AtLeast(vec![0, 0, 0, 1])));
    /// ```
    pub fn impossible(&self, start: &[i64], goal: &Goal, budget: &Budget) -> Result<Option<Proof>> {
        let (Goal::Exactly(target) | Goal::AtLeast(target)) = goal;
        if start.len() != self.places || target.len() != self.places {
            return Err(Error::input(format!(
                "the start has {} places, the goal {}, the game {}",
                start.len(),
                target.len(),
                self.places
            )));
        }
        if matches!(goal, Goal::Exactly(_)) {
            for weights in self.invariants() {
                let (a, b) = (weigh(&weights, start), weigh(&weights, target));
                if a != b {
                    return Ok(Some(Proof::Invariant {
                        weights,
                        modulus: 0,
                        start: a,
                        goal: b,
                    }));
                }
            }
            for p in [2, 3] {
                for weights in self.invariants_modulo(p) {
                    let weights: Vec<Rational> = weights.into_iter().map(int).collect();
                    let reduce = |x: Rational| x.to_integer() % p;
                    let (a, b) = (
                        reduce(weigh(&weights, start)),
                        reduce(weigh(&weights, target)),
                    );
                    if ((&a - &b) % p) != Zero::zero() {
                        return Ok(Some(Proof::Invariant {
                            weights,
                            modulus: p,
                            start: int(a),
                            goal: int(b),
                        }));
                    }
                }
            }
        }
        self.pagoda(start, goal, budget)
    }

    /// The pagoda function that shows the goal to be farthest out of reach, weights between -1 and 1, if one does.
    ///
    /// # Errors
    /// A limit of `budget`.
    pub fn pagoda(&self, start: &[i64], goal: &Goal, budget: &Budget) -> Result<Option<Proof>> {
        let (target, signed) = match goal {
            Goal::Exactly(t) => (t, true),
            Goal::AtLeast(t) => (t, false),
        };
        // Signed weights are w = x - 1 with 0 <= x <= 2; else x itself between 0 and 1.
        let shift = int(i64::from(signed));
        let objective = (0..self.places)
            .map(|i| int(target[i]) - int(start[i]))
            .collect();
        let mut program = Program::new(objective);
        let mut rows = self.moves.clone();
        rows.sort();
        rows.dedup();
        for m in &rows {
            let total: Rational = m.iter().fold(Rational::zero(), |s, &d| s + int(d));
            let row = m.iter().map(|&d| int(d)).collect();
            program.add(row, Relation::AtMost, total * &shift);
        }
        for i in 0..self.places {
            let mut row = vec![Rational::zero(); self.places];
            row[i] = Rational::one();
            program.add(row, Relation::AtMost, int(1) + &shift);
        }
        let Answer::Optimum(best) = program.maximise(budget)? else {
            return Ok(None);
        };
        let weights: Vec<Rational> = best.x.iter().map(|x| x - &shift).collect();
        let (a, b) = (weigh(&weights, start), weigh(&weights, target));
        let proof = Proof::Pagoda {
            weights,
            start: a,
            goal: b,
        };
        Ok(proof.holds(self, start, goal).then_some(proof))
    }
}

fn weigh(weights: &[Rational], tokens: &[i64]) -> Rational {
    weights
        .iter()
        .zip(tokens)
        .fold(Rational::zero(), |s, (w, &t)| s + w * int(t))
}

impl Proof {
    /// Checks the proof from its definition.
    pub fn holds(&self, game: &TokenGame, start: &[i64], goal: &Goal) -> bool {
        let (Goal::Exactly(target) | Goal::AtLeast(target)) = goal;
        let any = matches!(goal, Goal::AtLeast(_));
        match self {
            Proof::Pagoda {
                weights,
                start: a,
                goal: b,
            } => {
                game.moves.iter().all(|m| !weigh(weights, m).is_positive())
                    && (!any || weights.iter().all(|w| !w.is_negative()))
                    && a == &weigh(weights, start)
                    && b == &weigh(weights, target)
                    && b > a
            }
            Proof::Invariant {
                weights,
                modulus,
                start: a,
                goal: b,
            } => {
                let zero = |x: Rational| {
                    x.is_integer() && *modulus > 0 && (x.to_integer() % *modulus).is_zero()
                        || x.is_zero()
                };
                !any && game.moves.iter().all(|m| zero(weigh(weights, m)))
                    && zero(a - weigh(weights, start))
                    && zero(b - weigh(weights, target))
                    && !zero(a - b)
            }
        }
    }

    /// The weight of each place.
    pub fn weights(&self) -> &[Rational] {
        match self {
            Proof::Pagoda { weights, .. } | Proof::Invariant { weights, .. } => weights,
        }
    }

    /// The proof in one sentence, without the weights.
    pub fn sentence(&self) -> String {
        match self {
            Proof::Pagoda { start, goal, .. } => {
                format!("no move raises the weight; the start weighs {start}, the goal {goal}")
            }
            Proof::Invariant {
                modulus: 0,
                start,
                goal,
                ..
            } => {
                format!("no move changes the weight; the start weighs {start}, the goal {goal}")
            }
            Proof::Invariant {
                modulus,
                start,
                goal,
                ..
            } => {
                format!(
                    "no move changes the weight modulo {modulus}; the start weighs {start}, the goal {goal}"
                )
            }
        }
    }
}

/// A basis of the vectors that are orthogonal to all rows, over the rationals.
pub fn kernel(mut rows: Vec<Vec<Rational>>, columns: usize) -> Vec<Vec<Rational>> {
    let mut pivots = Vec::new();
    let mut done = 0;
    for c in 0..columns {
        let Some(i) = (done..rows.len()).find(|&i| !rows[i][c].is_zero()) else {
            continue;
        };
        rows.swap(done, i);
        let inverse = rows[done][c].recip();
        rows[done].iter_mut().for_each(|x| *x *= &inverse);
        let pivot = rows[done].clone();
        for (i, row) in rows.iter_mut().enumerate() {
            if i != done && !row[c].is_zero() {
                let factor = row[c].clone();
                for (x, a) in row.iter_mut().zip(&pivot).filter(|(_, a)| !a.is_zero()) {
                    *x -= &factor * a;
                }
            }
        }
        pivots.push(c);
        done += 1;
    }
    let free = (0..columns).filter(|c| !pivots.contains(c));
    free.map(|f| {
        let mut v = vec![Rational::zero(); columns];
        v[f] = Rational::one();
        for (row, &p) in rows.iter().zip(&pivots) {
            v[p] = -row[f].clone();
        }
        v
    })
    .collect()
}

/// A basis of the vectors that are orthogonal to all rows modulo the prime `p` below 2^31; entries are residues.
pub fn kernel_modulo(mut rows: Vec<Vec<u64>>, columns: usize, p: u64) -> Vec<Vec<u64>> {
    let inverse = |a: u64| {
        let (mut base, mut e, mut out) = (a, p - 2, 1);
        while e > 0 {
            if e & 1 == 1 {
                out = out * base % p;
            }
            base = base * base % p;
            e >>= 1;
        }
        out
    };
    let mut pivots = Vec::new();
    let mut done = 0;
    for c in 0..columns {
        let Some(i) = (done..rows.len()).find(|&i| rows[i][c] != 0) else {
            continue;
        };
        rows.swap(done, i);
        let scale = inverse(rows[done][c]);
        rows[done].iter_mut().for_each(|x| *x = *x * scale % p);
        let pivot = rows[done].clone();
        for (i, row) in rows.iter_mut().enumerate() {
            if i != done && row[c] != 0 {
                let factor = p - row[c];
                row.iter_mut()
                    .zip(&pivot)
                    .for_each(|(x, a)| *x = (*x + factor * a) % p);
            }
        }
        pivots.push(c);
        done += 1;
    }
    let free = (0..columns).filter(|c| !pivots.contains(c));
    free.map(|f| {
        let mut v = vec![0; columns];
        v[f] = 1;
        for (row, &q) in rows.iter().zip(&pivots) {
            v[q] = (p - row[f]) % p;
        }
        v
    })
    .collect()
}
