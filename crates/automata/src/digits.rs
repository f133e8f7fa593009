//! Sets and relations that are read off the digits: least and greatest part, digit sums, columns, trailing zeros, shifts,
//! and with them the graph of floor(k α).
//!
//! Let α = [0; a, a, …] and N = Σ b(i+1) q(i) in Ostrowski's system. Then Nα - Σ b(i+1) p(i) has the sign (-1)^m, with m the
//! number of trailing zeros of N, and is less than 1 in size (ostrowski1922): so floor(Nα) is that sum, less 1 where m is odd.
//! The sum is linear in N and in N with a digit 0 appended.

use std::sync::Arc;

use crate::automaton::{Automaton, Var};
use crate::error::{Error, Limits};
use crate::formula::{Formula, Op};
use crate::minimize::Raw;
use crate::numeration::Numeration;
use crate::table::letter_diagram;

/// The automaton on `tracks` tracks whose states are 0, 1, …; `step` gives the next one, `None` where the word is refused.
fn machine(
    num: &Numeration,
    tracks: usize,
    accept: &[bool],
    step: impl Fn(u32, &[u16]) -> Option<u32>,
) -> Result<Automaton, Error> {
    if num.block() > 1 {
        return Err(Error::input(format!(
            "{} is read in blocks of digits: relations of single digits have no automaton here",
            num.name()
        )));
    }
    let sys = Arc::new(num.system()?);
    let letters = u32::try_from(tracks)
        .ok()
        .and_then(|t| sys.radix.checked_pow(t))
        .filter(|&n| n <= 1 << 16)
        .ok_or_else(|| {
            Error::input(format!(
                "a relation of {tracks} tracks in {} has too many letters",
                num.name()
            ))
        })?;
    let dead = accept.len() as u32;
    let mut next = Vec::with_capacity(letters * (accept.len() + 1));
    let mut letter = vec![0u16; tracks];
    for state in 0..=dead {
        for column in 0..letters {
            let mut rest = column;
            for digit in letter.iter_mut().rev() {
                *digit = (rest % sys.radix) as u16;
                rest /= sys.radix;
            }
            let to = (state < dead).then(|| step(state, &letter)).flatten();
            next.push(to.unwrap_or(dead));
        }
    }
    let vars: Vec<Var> = (0..tracks as Var).collect();
    let mut accept = accept.to_vec();
    accept.push(false);
    let set = Raw {
        diagram: letter_diagram(sys.radix, tracks),
        classes: letters,
        start: 0,
        accept,
        next,
        vars: vars.clone(),
        sys: sys.clone(),
    }
    .minimize();
    let limits = Limits::default();
    set.and(&Automaton::all_in(&sys, &vars, &limits)?, &limits)
}

impl Automaton {
    /// {(p, n): p is the least part of n}: the last digit other than 0 with the zeros after it. In base 2 the greatest power of 2
    /// that divides n, in Zeckendorf's system the least Fibonacci number of the sum. No pair has n = 0.
    ///
    /// # Errors
    /// The numeration is out of range or has a period longer than 1.
    pub fn least_part(num: &Numeration) -> Result<Automaton, Error> {
        machine(num, 2, &[false, true], |s, d| match (s, d[0], d[1]) {
            (0, 0, _) => Some(0),
            (0, p, n) if p == n => Some(1),
            (1, 0, 0) => Some(1),
            _ => None,
        })
    }

    /// {(p, n): p is the greatest part of n}: its first digit with zeros after it. No pair has n = 0.
    ///
    /// # Errors
    /// As for [`Automaton::least_part`].
    pub fn greatest_part(num: &Numeration) -> Result<Automaton, Error> {
        machine(num, 2, &[false, true], |s, d| match (s, d[0], d[1]) {
            (0, 0, 0) => Some(0),
            (0, p, n) if p == n => Some(1),
            (1, 0, _) => Some(1),
            _ => None,
        })
    }

    /// The tuples whose digits add up, in every place, to a multiple of `modulus`.
    ///
    /// # Errors
    /// As for [`Automaton::least_part`]; the modulus is 0, or there are too many letters.
    pub fn columns(num: &Numeration, tracks: usize, modulus: u32) -> Result<Automaton, Error> {
        if modulus == 0 {
            return Err(Error::input(
                "columns modulo 0: give a modulus of at least 1",
            ));
        }
        machine(num, tracks, &[true], |_, d| {
            let sum: u32 = d.iter().map(|&d| u32::from(d)).sum();
            sum.is_multiple_of(modulus).then_some(0)
        })
    }

    /// The numbers whose digit sum is `residue` modulo `modulus`.
    ///
    /// # Errors
    /// As for [`Automaton::columns`].
    pub fn digit_sum(num: &Numeration, modulus: u32, residue: u32) -> Result<Automaton, Error> {
        let accept: Vec<bool> = (0..modulus).map(|s| s == residue).collect();
        machine(num, 1, &accept, |s, d| {
            Some((s + u32::from(d[0])) % modulus)
        })
    }

    /// The positive numbers whose digits end in a number of zeros that is `residue` modulo `modulus`.
    ///
    /// # Errors
    /// As for [`Automaton::columns`].
    pub fn trailing_zeros(
        num: &Numeration,
        modulus: u32,
        residue: u32,
    ) -> Result<Automaton, Error> {
        // State 0: no digit other than 0 yet; 1 + z: z zeros since the last one.
        let mut accept = vec![false];
        accept.extend((0..modulus).map(|z| z == residue));
        machine(num, 1, &accept, |s, d| {
            Some(match (s, d[0]) {
                (0, 0) => 0,
                (s, 0) => 1 + s % modulus,
                _ => 1,
            })
        })
    }

    /// The numbers with a number of digits that is `residue` modulo `modulus`; 0 has none.
    ///
    /// # Errors
    /// As for [`Automaton::columns`].
    pub fn digit_count(num: &Numeration, modulus: u32, residue: u32) -> Result<Automaton, Error> {
        let mut accept = vec![residue == 0];
        accept.extend((0..modulus).map(|z| z == residue));
        machine(num, 1, &accept, |s, d| {
            Some(match (s, d[0]) {
                (0, 0) => 0,
                (0, _) => 1 + 1 % modulus,
                (s, _) => 1 + s % modulus,
            })
        })
    }

    /// {(m, n): m is n with a digit 0 appended}.
    ///
    /// # Errors
    /// As for [`Automaton::least_part`].
    pub fn appended(num: &Numeration) -> Result<Automaton, Error> {
        let radix = num.system()?.radix;
        let mut accept = vec![false; radix];
        accept[0] = true;
        // The state is the digit of m just read, which n must show next; the last digit of m is 0.
        machine(num, 2, &accept, |owed, d| {
            (u32::from(d[1]) == owed).then_some(u32::from(d[0]))
        })
    }
}

/// The formula n = floor(k α), where α is [0; a, a, …] in Ostrowski's system with the quotients a, and the golden ratio less
/// 1 in Zeckendorf's; `hidden` is a variable that is free to use.
///
/// # Errors
/// A base, or a period longer than 1.
///
/// ```
/// use bouton_automata::{Limits, Numeration, compile, floor_multiple};
/// let graph = floor_multiple(&Numeration::Zeckendorf, 0, 1, 2)?;
/// let graph = compile(&graph, &Numeration::Zeckendorf, &Limits::default())?;
/// // floor(10 (phi - 1)) = floor(6.18…)
/// assert!(graph.contains(&[10u32.into(), 6u32.into()]));
/// # Ok::<(), bouton_automata::Error>(())
/// ```
pub fn floor_multiple(num: &Numeration, k: Var, n: Var, hidden: Var) -> Result<Formula, Error> {
    let quotient = match num.quotients() {
        Some((q, _)) if q.len() == 1 => i64::from(q[0]),
        _ => {
            return Err(Error::input(format!(
                "{} is no numeration of a quadratic irrational with one quotient",
                num.name()
            )));
        }
    };
    // Zeckendorf's places begin one later than Ostrowski's for the golden ratio, so there even counts are taken from.
    let residue = u32::from(!matches!(num, Numeration::Zeckendorf));
    let taken = Arc::new(Automaton::trailing_zeros(num, 2, residue)?);
    let kept = Arc::new(Automaton::trailing_zeros(num, 2, 1 - residue)?);
    let shift = Arc::new(Automaton::appended(num)?);
    // The sum is N with a 0 appended, less a N.
    let sum = |less: i64| Formula::linear(&[(1, hidden), (-quotient, k), (-1, n)], Op::Eq, less);
    let zero = Formula::linear(&[(1, k), (1, n)], Op::Eq, 0);
    Ok(Formula::Or(vec![
        zero,
        Formula::exists(
            &[hidden],
            Formula::And(vec![
                Formula::Is(shift, vec![hidden, k]),
                Formula::Or(vec![
                    Formula::And(vec![Formula::Is(taken, vec![k]), sum(1)]),
                    Formula::And(vec![Formula::Is(kept, vec![k]), sum(0)]),
                ]),
            ]),
        ),
    ]))
}
