//! Taking-and-breaking codes: `0.77`, `4.3`, `0.3F`, `4!.0`, `0.[3]`, `0.{0,2+}`, and their normal form.
//!
//! Digit d(k) behind the point says what may be left when k counters are taken from a heap: bit r (the value 2^r) allows to
//! leave exactly r non-empty heaps, for r = 0 that the heap is taken whole. Digits before the point are d(0) (split without
//! taking) and, to the left of it, d(-1) (put one counter on, then split), …. A tail in brackets repeats for ever.

use crate::{Digit, Parts};
use bouton_rules::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// The rules of a taking-and-breaking game. Equal codes have equal moves.
///
/// ```
/// use bouton_heap::Code;
/// let kayles: Code = "0.77".parse().unwrap();
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!("04.00[00]".parse::<Code>().unwrap().to_string(), "4.0");
/// assert_eq!("0.{0!,2!,3!+}".parse::<Code>().unwrap().to_string(), "0.{0,2+}!");
/// assert_eq!("0.33[3]".parse::<Code>().unwrap(), "0.[3]".parse().unwrap());
/// let e = "0.7x$".parse::<Code>().unwrap_err();
/// assert_eq!(e.to_string(),
///     "code `0.7x$`: `$` (character 5) is not a digit; digits are 0-9, A-Z, * and lists like {0,2+}");
/// ```
#[derive(Clone, Debug)]
pub struct Code {
    /// d(0), d(-1), d(-2), …; the last one is not zero.
    before: Vec<Digit>,
    /// d(1), d(2), ….
    after: Vec<Digit>,
    /// Repeats behind `after`; empty, or not all zero.
    tail: Vec<Digit>,
}

/// The longest code that is read, in characters.
const LONGEST: usize = 1_000_000;

impl Code {
    /// A code with finitely many digits: `before` = d(0), d(-1), …, `after` = d(1), d(2), ….
    ///
    /// # Errors
    /// If a move could leave a heap at least as large as the one it was made in.
    pub fn new(before: Vec<Digit>, after: Vec<Digit>) -> Result<Code> {
        Code::with_tail(before, after, Vec::new())
    }

    fn with_tail(
        mut before: Vec<Digit>,
        mut after: Vec<Digit>,
        mut tail: Vec<Digit>,
    ) -> Result<Code> {
        while before.last().is_some_and(Digit::is_zero) {
            before.pop();
        }
        if tail.iter().all(Digit::is_zero) {
            tail.clear();
            while after.last().is_some_and(Digit::is_zero) {
                after.pop();
            }
        }
        if let Some(len) = (1..tail.len())
            .filter(|l| tail.len().is_multiple_of(*l))
            .find(|&l| tail[l..] == tail[..tail.len() - l])
        {
            tail.truncate(len);
        }
        let code = Code {
            before,
            after,
            tail,
        };
        for (j, digit) in code.before.iter().enumerate() {
            if let Some((r, _)) = numbers(digit, 3).find(|&(r, p)| !shrinks(j as u64, r, p)) {
                let put = match j {
                    0 => "taking nothing".to_string(),
                    j => format!("putting on {j}"),
                };
                return Err(Error::input(format!(
                    "code `{code}`: {put} and leaving {r} heaps may leave a heap as large as before; \
                     use digits that leave at least {} heaps there",
                    j + 2
                )));
            }
        }
        Ok(code)
    }

    /// The subtraction game with this set: digit 3 at each amount.
    pub fn subtraction(set: &[u64]) -> Code {
        let mut after = vec![Digit::default(); set.iter().max().map_or(0, |&m| m as usize)];
        for &amount in set {
            after[amount as usize - 1] = Digit::bits(3);
        }
        Code {
            before: Vec::new(),
            after,
            tail: Vec::new(),
        }
    }

    /// The game of taking any amount outside this set: digit 3 everywhere else.
    pub fn all_but(set: &[u64]) -> Code {
        let mut after = vec![Digit::bits(3); set.iter().max().map_or(0, |&m| m as usize)];
        for &amount in set {
            after[amount as usize - 1] = Digit::default();
        }
        Code {
            before: Vec::new(),
            after,
            tail: vec![Digit::bits(3)],
        }
    }

    /// d(k): what may be left when k counters are taken (put on, for negative k).
    pub fn digit(&self, k: i64) -> &Digit {
        static ZERO: Digit = Digit::ZERO;
        let place = k.unsigned_abs() as usize;
        if k <= 0 {
            return self.before.get(place).unwrap_or(&ZERO);
        }
        match self.after.get(place - 1) {
            Some(digit) => digit,
            None if self.tail.is_empty() => &ZERO,
            None => &self.tail[(place - 1 - self.after.len()) % self.tail.len()],
        }
    }

    /// The most counters that a move puts on: 0, except with digits to the left of d(0).
    pub fn most_put(&self) -> u64 {
        self.before.len().saturating_sub(1) as u64
    }

    /// True if finitely many digits are not zero.
    pub fn is_finite(&self) -> bool {
        self.tail.is_empty()
    }

    /// The index of the last digit that is not zero, at least 0; `None` for a repeating tail.
    pub fn last(&self) -> Option<u64> {
        self.is_finite().then_some(self.after.len() as u64)
    }

    /// The digits behind the point that do not repeat, d(1) first.
    pub fn after(&self) -> &[Digit] {
        &self.after
    }

    /// The digits that repeat behind [`Code::after`].
    pub fn tail(&self) -> &[Digit] {
        &self.tail
    }

    /// The digits d(0), d(-1), ….
    pub fn before(&self) -> &[Digit] {
        &self.before
    }

    /// All digits are plain numbers below 8 and nothing is put on: an octal game.
    pub fn is_octal(&self) -> bool {
        let octal = |d: &Digit| d.plain().is_some_and(|v| v < 8);
        self.before.len() <= 1
            && [&self.before, &self.after, &self.tail]
                .into_iter()
                .flatten()
                .all(octal)
    }

    /// The same moves with as few digits before the tail as possible.
    fn rolled(&self) -> Code {
        let mut code = self.clone();
        while !code.tail.is_empty() && code.after.last() == code.tail.last() {
            code.after.pop();
            code.tail.rotate_right(1);
        }
        code
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        let (a, b) = (self.rolled(), other.rolled());
        a.before == b.before && a.after == b.after && a.tail == b.tail
    }
}

impl Eq for Code {}

impl std::hash::Hash for Code {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let code = self.rolled();
        (code.before, code.after, code.tail).hash(state);
    }
}

/// The numbers of heaps that a digit allows, the first `limit` of those under `+`.
fn numbers(digit: &Digit, limit: u32) -> impl Iterator<Item = (u32, Parts)> {
    let more = digit
        .from()
        .into_iter()
        .flat_map(move |(from, p)| (0..limit).map(move |i| (from + i, p)));
    digit.listed().chain(more)
}

/// True if putting on j and leaving r heaps always leaves smaller heaps.
fn shrinks(j: u64, r: u32, parts: Parts) -> bool {
    let r = u64::from(r);
    match parts {
        // The other r-1 heaps hold at least 1 + 2 + … + (r-1).
        Parts::Unequal => r >= 1 && r * (r - 1) / 2 > j,
        _ => r >= j + 2,
    }
}

impl FromStr for Code {
    type Err = Error;

    fn from_str(text: &str) -> Result<Code> {
        let shown = bouton_rules::heaps::shorten(text);
        let chars: Vec<char> = text.trim().chars().collect();
        let error = |at: usize, problem: String| {
            let place = match chars.get(at) {
                Some(c) if problem.starts_with(&format!("`{c}` ")) => {
                    let rest = &problem[c.len_utf8() + 2..];
                    format!("`{c}` (character {}){rest}", at + 1)
                }
                _ => format!("{problem} (character {})", at + 1),
            };
            Error::input(format!("code `{shown}`: {place}"))
        };
        if chars.len() > LONGEST {
            return Err(Error::input(format!(
                "code `{shown}`: it has more than {LONGEST} characters"
            )));
        }
        let (mut before, mut after, mut tail) = (Vec::new(), Vec::new(), Vec::new());
        let mut at = 0;
        while at < chars.len() && chars[at] != '.' {
            if chars[at] == '[' {
                return Err(error(
                    at,
                    "`[` must stand behind the point, as in 0.[3]".into(),
                ));
            }
            before.push(Digit::read(&chars, &mut at, &error)?);
        }
        if at == chars.len() {
            return Err(Error::input(format!(
                "code `{shown}`: it has no point; write codes like 0.77 or 4.0"
            )));
        }
        before.reverse();
        at += 1;
        let mut open = None;
        while at < chars.len() {
            match (chars[at], open) {
                ('[', None) => open = Some(at),
                (']', Some(_)) if tail.is_empty() => {
                    return Err(error(
                        at,
                        "`]` closes an empty tail; write a tail like [3]".into(),
                    ));
                }
                (']', Some(_)) if at + 1 == chars.len() => {
                    return Code::with_tail(before, after, tail);
                }
                (']', Some(_)) => return Err(error(at, "`]` must be the end of the code".into())),
                _ => {
                    let digit = Digit::read(&chars, &mut at, &error)?;
                    if open.is_some() {
                        tail.push(digit)
                    } else {
                        after.push(digit)
                    }
                    continue;
                }
            }
            at += 1;
        }
        match open {
            Some(at) => Err(error(at, "this `[` is not closed".into())),
            None if after.is_empty() => Err(Error::input(format!(
                "code `{shown}`: nothing follows the point; write codes like 0.77 or 4.0"
            ))),
            None => Code::with_tail(before, after, tail),
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |digits: &[Digit]| digits.iter().map(Digit::text).collect::<String>();
        let before: String = self.before.iter().rev().map(Digit::text).collect();
        let before = if before.is_empty() {
            "0".to_string()
        } else {
            before
        };
        let after = text(&self.after);
        match (after.is_empty(), self.tail.is_empty()) {
            (true, true) => write!(f, "{before}.0"),
            (_, true) => write!(f, "{before}.{after}"),
            _ => write!(f, "{before}.{after}[{}]", text(&self.tail)),
        }
    }
}
