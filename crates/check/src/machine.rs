//! One machine for each atom: it reads letters LEAST significant first, and is explored only as far as it is used.
//!
//! A state is a short list of integers; what they mean depends on the atom:
//! * a linear form in base b: the position in the constant's digits, then what is still missing from the form;
//! * a linear form in a quadratic numeration: a state of the comparison (see `quadratic`);
//! * a multiple: the sum so far, and the next two weights, modulo the modulus;
//! * exclusive or: 1;
//! * a set: the states of its table from which the digits read so far lead to acceptance (so reading backwards is
//!   deterministic);
//! * a valid word: whether the last digit was 0.
//!
//! The empty list means: nothing that follows is accepted.

use crate::dfa::Dfa;
use crate::formula::Atom;
use crate::limits::Budget;
use crate::linear::Linear;
use crate::numeration::Numeration;
use crate::quadratic::{Shape, comparison};
use crate::search::World;
use crate::table::{Table, letter_digits};
use crate::{Error, Result};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::ToPrimitive;
use std::collections::HashMap;
use std::rc::Rc;

const MOST_WEIGHT: i64 = 1 << 20;
const MOST_MODULUS: i64 = 1 << 30;
const UNKNOWN: u32 = u32::MAX;

enum Kind<'a> {
    /// Σ coefficient · digit, read as `symbol`, minus the constant's digits, is 0 (`exact`) or at most 0 in total.
    Linear {
        exact: bool,
        constant: Vec<i64>,
    },
    /// The same in a quadratic numeration; symbols start at `least`.
    Quadratic {
        least: i64,
        comparison: Rc<Dfa>,
    },
    Multiple {
        modulus: i64,
        rest: i64,
    },
    Xor,
    Member(&'a Table),
    Valid,
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
        atom: &Atom,
        tracks: usize,
        place: &dyn Fn(usize) -> usize,
        world: &mut World<'a>,
    ) -> Result<Self> {
        let World {
            num,
            tables,
            budget,
            shapes,
        } = world;
        let num = *num;
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
                let extreme = |s: i64| weights.iter().filter(|&&w| w * s > 0).sum::<i64>() * top;
                let (least, greatest) = (extreme(-1), extreme(1));
                let (kind, start) = match num {
                    Numeration::Base(_) => (Kind::Linear { exact, constant }, vec![0, 0]),
                    Numeration::Quadratic { m, u1, .. } => {
                        let shape = Shape {
                            m,
                            u1,
                            exact,
                            constant,
                            least,
                            greatest,
                        };
                        let comparison = match shapes.get(&shape) {
                            Some(known) => known.clone(),
                            None => Rc::new(comparison(&shape, budget)?),
                        };
                        shapes.insert(shape, comparison.clone());
                        (Kind::Quadratic { least, comparison }, vec![0])
                    }
                };
                (kind, Some(weights), start)
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
        budget: &Budget,
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
        budget: &Budget,
    ) -> Result<Self> {
        let letters = crate::table::letters(&num, tracks)?;
        budget.steps((letters * tracks.max(1)) as u64)?;
        budget.held(4 * letters as u64)?;
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

    fn intern(&mut self, state: Vec<i64>, budget: &Budget) -> Result<u32> {
        if let Some(&id) = self.ids.get(&state) {
            return Ok(id);
        }
        budget.state(state.len() + self.symbols.len())?;
        let id = self.states.len() as u32;
        self.accepts.push(self.accepting(&state));
        self.rows.push(vec![UNKNOWN; self.symbols.len()]);
        self.ids.insert(state.clone(), id);
        self.states.push(state);
        Ok(id)
    }

    /// The state after one more letter of the product. State 0 is the start.
    pub fn step(&mut self, state: u32, letter: usize, budget: &Budget) -> Result<u32> {
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
            Kind::Member(table) if state.len() == table.next.len() => Some(true),
            _ if state.is_empty() => Some(false),
            _ => None,
        }
    }

    fn advance(&self, state: &[i64], symbol: i64) -> Vec<i64> {
        if state.is_empty() {
            return Vec::new();
        }
        match (&self.kind, self.num) {
            (Kind::Linear { exact, constant }, num) => {
                let base = num.radix();
                let read = state[0] as usize;
                let rest = state[1] - (symbol - constant.get(read).unwrap_or(&0));
                match *exact && rest % base != 0 {
                    true => Vec::new(),
                    false => vec![constant.len().min(read + 1) as i64, rest.div_euclid(base)],
                }
            }
            (Kind::Quadratic { least, comparison }, _) => {
                let next = comparison.next[state[0] as usize][(symbol - least) as usize];
                if comparison.is_dead(next) {
                    Vec::new()
                } else {
                    vec![i64::from(next)]
                }
            }
            (Kind::Multiple { modulus, .. }, num) => {
                let after = match num {
                    Numeration::Base(b) => state[2] * b % modulus,
                    Numeration::Quadratic { m, .. } => (state[1] + m * state[2]) % modulus,
                };
                let sum = (state[0] + symbol % modulus * state[1]) % modulus;
                vec![sum, state[2], after]
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
                let fits = match state[0] {
                    2 => symbol <= low,
                    1 => symbol < m,
                    _ => true,
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

    fn accepting(&self, state: &[i64]) -> bool {
        match &self.kind {
            _ if state.is_empty() => false,
            Kind::Multiple { rest, .. } => state[0] == *rest,
            Kind::Member(table) => state.binary_search(&(table.start as i64)).is_ok(),
            Kind::Xor | Kind::Valid => true,
            Kind::Quadratic { comparison, .. } => comparison.accepts[state[0] as usize],
            // Leading zeros change nothing: read them until the constant is used up.
            Kind::Linear { exact, constant } => {
                let mut state = state.to_vec();
                while state
                    .first()
                    .is_some_and(|&read| (read as usize) < constant.len())
                {
                    state = self.advance(&state, 0);
                }
                state
                    .get(1)
                    .is_some_and(|&rest| rest == 0 || (!exact && rest > 0))
            }
        }
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
