//! One machine for each atom: it reads letters LEAST significant first, and is explored only as far as it is used.
//!
//! A state is a short list of integers; what they mean depends on the atom:
//! * a linear form: the position in the constant's digits, then what is still missing from the form ("residuals");
//! * a multiple: the sum so far, and the next two weights, modulo the modulus;
//! * exclusive or: 1;
//! * a set: the states of its table from which the digits read so far lead to acceptance (so reading backwards is
//!   deterministic);
//! * a valid word: whether the last digit was 0.
//!
//! The empty list means: no continuation is accepted.

use crate::error::Budget;
use crate::formula::{Atom, Linear};
use crate::numeration::Numeration;
use crate::table::{Table, letter_digits};
use crate::{Error, Result};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::ToPrimitive;
use std::collections::{HashMap, HashSet};

const MOST_WEIGHT: i64 = 1 << 20;
const MOST_MODULUS: i64 = 1 << 30;
const UNKNOWN: u32 = u32::MAX;

enum Kind<'a> {
    /// Σ coefficient · digit, read as `symbol`, minus the constant's digits, is 0 (`exact`) or at most 0 in total.
    Linear {
        exact: bool,
        constant: Vec<i64>,
        alive: Option<Alive>,
    },
    Multiple {
        modulus: i64,
        rest: i64,
    },
    Xor,
    Member(&'a Table),
    Valid,
}

/// Which residuals `p + q·x`, x the conjugate of the numeration's ratio, can still come back to 0: the digits to come
/// sum to between `least` and `greatest`. Both have a margin of 0.01, far above the rounding of the small p and q that pass.
struct Alive {
    conjugate: f64,
    least: f64,
    greatest: f64,
}

impl Alive {
    fn new(m: i64, least: i64, greatest: i64) -> Self {
        let (m, lo, hi) = (m as f64, least as f64, greatest as f64);
        let conjugate = (m - (m * m + 4.0).sqrt()) / 2.0;
        // Even powers of the negative conjugate are positive, odd ones negative.
        let even = 1.0 / (1.0 - conjugate * conjugate);
        let odd = even * conjugate;
        Alive {
            conjugate,
            least: lo * even + hi * odd - 0.01,
            greatest: hi * even + lo * odd + 0.01,
        }
    }

    fn holds(&self, p: i64, q: i64) -> bool {
        let x = p as f64 + q as f64 * self.conjugate;
        (self.least..=self.greatest).contains(&x)
    }
}

pub(crate) struct Machine<'a> {
    num: Numeration,
    kind: Kind<'a>,
    /// The symbol of each letter of the whole product, as an index into `symbols`.
    of_letter: Vec<u32>,
    symbols: Vec<i64>,
    states: Vec<Vec<i64>>,
    ids: HashMap<Vec<i64>, u32>,
    rows: Vec<Vec<u32>>,
    accepts: Vec<bool>,
}

impl<'a> Machine<'a> {
    /// The machine of `atom`, for letters of `tracks` parallel digits. `place` maps the atom's tracks to these.
    pub fn new(
        num: Numeration,
        atom: &Atom,
        tables: &'a [Table],
        tracks: usize,
        place: &dyn Fn(usize) -> usize,
        budget: &mut Budget,
    ) -> Result<Self> {
        let (kind, weights, start) = match atom {
            Atom::AtMostZero(form) | Atom::Zero(form) => {
                let exact = matches!(atom, Atom::Zero(_));
                let weights = small_weights(form, tracks, place)?;
                // form = Σ - constant
                let sign = if form.constant.sign() == Sign::Minus {
                    1
                } else {
                    -1
                };
                let constant: Vec<i64> = num
                    .digits(form.constant.magnitude())
                    .into_iter()
                    .map(|d| sign * d)
                    .collect();
                let top = num.radix() - 1;
                let extreme = |s: i64| -> i64 {
                    let digits = weights.iter().filter(|&&w| w * s > 0).sum::<i64>() * top;
                    digits - constant.iter().map(|d| d * s).min().unwrap_or(0).min(0) * s
                };
                let (alive, start) = match num {
                    Numeration::Base(_) => (None, vec![0, 0]),
                    Numeration::Quadratic { m, u1, .. } => {
                        let slack = if exact { 0 } else { m };
                        let alive = Alive::new(m, extreme(-1), extreme(1) + slack);
                        // 0 is written as t·(U1·U0 - U0·U1), for every t that stays alive.
                        let reach = (alive.greatest.max(-alive.least)
                            / (u1 as f64 - alive.conjugate))
                            as i64
                            + 1;
                        let mut start = vec![0];
                        for t in (-reach..=reach).filter(|&t| alive.holds(t * u1, -t)) {
                            start.extend([t * u1, -t]);
                        }
                        (Some(alive), start)
                    }
                };
                (
                    Kind::Linear {
                        exact,
                        constant,
                        alive,
                    },
                    Some(weights),
                    start,
                )
            }
            Atom::Multiple(form, modulus) => {
                let modulus = modulus.to_i64().filter(|&m| m <= MOST_MODULUS);
                let modulus = modulus
                    .ok_or_else(|| Error::limit(format!("a modulus is above {MOST_MODULUS}")))?;
                let residue = |n: &BigInt| n.mod_floor(&modulus.into()).to_i64().unwrap_or(0);
                let mut weights = vec![0; tracks];
                for (&track, c) in &form.terms {
                    weights[place(track)] = residue(c);
                }
                let second = match num {
                    Numeration::Base(b) => b,
                    Numeration::Quadratic { u1, .. } => u1,
                };
                let start = vec![0, 1 % modulus, second % modulus];
                (
                    Kind::Multiple {
                        modulus,
                        rest: residue(&-&form.constant),
                    },
                    Some(weights),
                    start,
                )
            }
            Atom::Xor(_) => match num {
                Numeration::Base(b) if b & (b - 1) == 0 => (Kind::Xor, None, vec![1]),
                _ => {
                    return Err(Error::malformed(
                        "xor needs a numeration whose base is a power of 2, such as `base 2`",
                    ));
                }
            },
            Atom::Member(table, _) => {
                let table = &tables[*table];
                let accepting = (0..table.accept.len())
                    .filter(|&s| table.accept[s])
                    .map(|s| s as i64)
                    .collect();
                (Kind::Member(table), None, accepting)
            }
        };
        let symbol = |letter: usize| -> i64 {
            let digits = letter_digits(&num, tracks, letter);
            match atom {
                Atom::Xor([z, x, y]) => {
                    i64::from(digits[place(*z)] != digits[place(*x)] ^ digits[place(*y)])
                }
                Atom::Member(_, read) => read
                    .iter()
                    .fold(0, |l, &t| l * num.radix() + digits[place(t)]),
                _ => weights
                    .iter()
                    .flatten()
                    .zip(&digits)
                    .map(|(w, d)| w * d)
                    .sum(),
            }
        };
        Machine::build(num, kind, tracks, symbol, start, budget)
    }

    /// The machine that accepts valid words on one track; `None` where every word is valid.
    pub fn valid(
        num: Numeration,
        tracks: usize,
        track: usize,
        budget: &mut Budget,
    ) -> Result<Option<Self>> {
        let Numeration::Quadratic { .. } = num else {
            return Ok(None);
        };
        let symbol = |letter| letter_digits(&num, tracks, letter)[track];
        Machine::build(num, Kind::Valid, tracks, symbol, vec![2], budget).map(Some)
    }

    fn build(
        num: Numeration,
        kind: Kind<'a>,
        tracks: usize,
        symbol: impl Fn(usize) -> i64,
        start: Vec<i64>,
        budget: &mut Budget,
    ) -> Result<Self> {
        let letters = crate::table::letters(&num, tracks)?;
        let of: Vec<i64> = (0..letters).map(symbol).collect();
        let mut symbols = of.clone();
        symbols.sort_unstable();
        symbols.dedup();
        let of_letter = of
            .iter()
            .map(|s| symbols.partition_point(|t| t < s) as u32)
            .collect();
        let (states, ids, rows, accepts) = Default::default();
        let mut machine = Machine {
            num,
            kind,
            of_letter,
            symbols,
            states,
            ids,
            rows,
            accepts,
        };
        machine.intern(start, budget)?;
        Ok(machine)
    }

    fn intern(&mut self, state: Vec<i64>, budget: &mut Budget) -> Result<u32> {
        if let Some(&id) = self.ids.get(&state) {
            return Ok(id);
        }
        budget.state(state.len() + self.symbols.len())?;
        let id = self.states.len() as u32;
        self.accepts.push(self.accepting(&state, budget)?);
        self.rows.push(vec![UNKNOWN; self.symbols.len()]);
        self.ids.insert(state.clone(), id);
        self.states.push(state);
        Ok(id)
    }

    /// The state after one more letter of the product. State 0 is the start.
    pub fn step(&mut self, state: u32, letter: usize, budget: &mut Budget) -> Result<u32> {
        let symbol = self.of_letter[letter] as usize;
        let known = self.rows[state as usize][symbol];
        if known != UNKNOWN {
            return Ok(known);
        }
        let next = self.advance(&self.states[state as usize], self.symbols[symbol]);
        let next = self.intern(next, budget)?;
        self.rows[state as usize][symbol] = next;
        Ok(next)
    }

    /// True if the letters read so far are the digits of an accepted tuple.
    pub fn accepts(&self, state: u32) -> bool {
        self.accepts[state as usize]
    }

    /// The answer, where no further letter can change it.
    pub fn settled(&self, state: u32) -> Option<bool> {
        let state = &self.states[state as usize];
        match &self.kind {
            Kind::Linear { .. } if state.len() == 1 => Some(false),
            Kind::Member(table) if state.len() == table.next.len() => Some(true),
            _ if state.is_empty() => Some(false),
            _ => None,
        }
    }

    fn advance(&self, state: &[i64], symbol: i64) -> Vec<i64> {
        match (&self.kind, self.num) {
            (
                Kind::Linear {
                    exact, constant, ..
                },
                Numeration::Base(b),
            ) => {
                let read = state[0] as usize;
                let mut next = vec![constant.len().min(read + 1) as i64];
                next.extend(state[1..].iter().filter_map(|r| {
                    let rest = r - (symbol - constant.get(read).unwrap_or(&0));
                    (!exact || rest % b == 0).then(|| rest.div_euclid(b))
                }));
                next
            }
            (
                Kind::Linear {
                    exact,
                    constant,
                    alive,
                },
                Numeration::Quadratic { m, .. },
            ) => {
                let read = state[0] as usize;
                let sum = symbol - constant.get(read).unwrap_or(&0);
                let mut pairs = Vec::new();
                for pair in state[1..].chunks_exact(2) {
                    // An inequality is an equation with one more natural, the slack, whose digits are guessed.
                    for slack in 0..=if *exact { 0 } else { m } {
                        let p = pair[0] - sum - slack;
                        // p·U(j) + q·U(j+1), with U(j) = U(j+2) - m·U(j+1)
                        let next = (pair[1] - m * p, p);
                        if alive.as_ref().is_none_or(|a| a.holds(next.0, next.1)) {
                            pairs.push(next);
                        }
                    }
                }
                pairs.sort_unstable();
                pairs.dedup();
                let mut next = vec![constant.len().min(read + 1) as i64];
                next.extend(pairs.into_iter().flat_map(|(p, q)| [p, q]));
                next
            }
            (Kind::Multiple { modulus, .. }, num) => {
                let after = match num {
                    Numeration::Base(b) => state[2] * b % modulus,
                    Numeration::Quadratic { m, .. } => (state[1] + m * state[2]) % modulus,
                };
                vec![
                    (state[0] + symbol % modulus * state[1]) % modulus,
                    state[2],
                    after,
                ]
            }
            (Kind::Xor, _) => {
                if symbol == 0 {
                    state.to_vec()
                } else {
                    Vec::new()
                }
            }
            (Kind::Member(table), _) => {
                let inside = |s: usize| {
                    state
                        .binary_search(&(table.next[s][symbol as usize] as i64))
                        .is_ok()
                };
                (0..table.next.len())
                    .filter(|&s| inside(s))
                    .map(|s| s as i64)
                    .collect()
            }
            (Kind::Valid, Numeration::Quadratic { m, low, .. }) => {
                let fits = match state {
                    [2] => symbol <= low,
                    [1] => symbol < m,
                    [_] => true,
                    _ => false,
                };
                if fits {
                    vec![i64::from(symbol > 0)]
                } else {
                    Vec::new()
                }
            }
            (Kind::Valid, Numeration::Base(_)) => state.to_vec(),
        }
    }

    fn accepting(&self, state: &[i64], budget: &mut Budget) -> Result<bool> {
        Ok(match &self.kind {
            Kind::Multiple { rest, .. } => state[0] == *rest,
            Kind::Member(table) => state.binary_search(&(table.start as i64)).is_ok(),
            Kind::Xor | Kind::Valid => !state.is_empty(),
            Kind::Linear {
                exact, constant, ..
            } => {
                // Leading zeros change nothing: read them until the constant is used up and the answer shows.
                let mut state = state.to_vec();
                let mut seen = HashSet::new();
                loop {
                    budget.steps(state.len() as u64)?;
                    if state.len() == 1 {
                        return Ok(false);
                    }
                    if state[0] as usize == constant.len() {
                        match self.num {
                            Numeration::Base(_) => {
                                return Ok(if *exact { state[1] == 0 } else { state[1] >= 0 });
                            }
                            _ if state[1..].chunks_exact(2).any(|pair| pair == [0, 0]) => {
                                return Ok(true);
                            }
                            _ if *exact || !seen.insert(state.clone()) => return Ok(false),
                            _ => {}
                        }
                    }
                    state = self.advance(&state, 0);
                }
            }
        })
    }
}

fn small_weights(form: &Linear, tracks: usize, place: &dyn Fn(usize) -> usize) -> Result<Vec<i64>> {
    let mut weights = vec![0i64; tracks];
    for (&track, c) in &form.terms {
        let c = c.to_i64().filter(|c| c.abs() <= MOST_WEIGHT);
        weights[place(track)] =
            c.ok_or_else(|| Error::limit(format!("a coefficient is above {MOST_WEIGHT}")))?;
    }
    Ok(weights)
}
