//! A one-heap game by any of its names: a code, a subtraction set, a turning code, an arithmetic rule, a usual name.

use crate::{Amounts, Code, Turning, visit_partitions};
use bouton_rules::{Error, Result, heaps::shorten};
use std::fmt;
use std::str::FromStr;

/// The moves of a game in which a position is a multiset of heaps and a move replaces one heap by smaller ones.
///
/// ```
/// use bouton_heap::HeapGame;
/// let game: HeapGame = "S{1,3,4}".parse().unwrap();
/// assert_eq!(game.to_string(), "S{1,3,4}");
/// assert_eq!(game.options(5).unwrap(), [vec![4], vec![2], vec![1]]);
/// let kayles: HeapGame = "kayles".parse().unwrap();
/// assert_eq!(kayles.to_string(), "0.77");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapGame {
    moves: Moves,
}

/// What the moves are made from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Moves {
    /// A taking-and-breaking code.
    Code(Code),
    /// Take an amount from the set (ascending, not empty), or, if the flag is set, any amount outside of it.
    Subtraction {
        /// The amounts.
        set: Vec<u64>,
        /// Take any other amount instead.
        all_but: bool,
    },
    /// Turn coins.
    Turning(Turning),
    /// Take an amount from an infinite set, or one that depends on the heap.
    Amounts(Amounts),
}

/// Usual names, with what they stand for.
pub const NAMES: [(&str, &str); 23] = [
    ("nim", "0.[3]"),
    ("kayles", "0.77"),
    ("dawsons-kayles", "0.07"),
    ("dawsons-chess", "0.137"),
    ("guiles", "0.15"),
    ("treblecross", "0.007"),
    ("officers", "0.6"),
    ("grundys-game", "4!.0"),
    ("grundy", "4!.0"),
    ("lasker", "4.[3]"),
    ("rims", "0.[7]"),
    ("rails", "0.77"),
    ("kenyon", "0.3F"),
    ("double-kayles", "0.7777"),
    ("turning-turtles", "T{1,2}"),
    ("mock-turtles", "T{1-3}"),
    ("moebius", "T{1-5}"),
    ("mogul", "T{1-7}"),
    ("moidores", "T{1-9}"),
    ("twins", "T{2}"),
    ("triplets", "T{3}"),
    ("ruler", "ruler"),
    ("she-loves-me", "S{1}"),
];

/// The largest amount in a subtraction set.
const LARGEST_AMOUNT: u64 = 1_000_000;

/// The most options that are listed.
const MOST_OPTIONS: usize = 5_000_000;

impl HeapGame {
    /// The game of a code.
    pub fn code(code: Code) -> HeapGame {
        HeapGame {
            moves: Moves::Code(code),
        }
    }

    /// What the moves are made from.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The same moves as a code, where there is one.
    ///
    /// ```
    /// use bouton_heap::HeapGame;
    /// let game: HeapGame = "all-but{2}".parse().unwrap();
    /// assert_eq!(game.as_code().unwrap().to_string(), "0.30[3]");
    /// ```
    pub fn as_code(&self) -> Option<Code> {
        match &self.moves {
            Moves::Code(code) => Some(code.clone()),
            Moves::Subtraction { set, all_but: true } => Some(Code::all_but(set)),
            Moves::Subtraction {
                set,
                all_but: false,
            } => Some(Code::subtraction(set)),
            _ => None,
        }
    }

    /// The finite subtraction set and whether it is the complement that may be taken, if the game is such a one (also when
    /// it was written as a code).
    pub fn subtraction(&self) -> Option<(Vec<u64>, bool)> {
        match &self.moves {
            Moves::Subtraction { set, all_but } => Some((set.clone(), *all_but)),
            Moves::Code(code) => {
                let all_but = !code.is_finite();
                if !code.before().is_empty() || code.tail().iter().any(|d| d.plain() != Some(3)) {
                    return None;
                }
                let mut set = Vec::new();
                for (amount, digit) in (1..).zip(code.after()) {
                    match digit.plain()? {
                        0 if all_but => set.push(amount),
                        3 if !all_but => set.push(amount),
                        0 | 3 => {}
                        _ => return None,
                    }
                }
                Some((set, all_but))
            }
            _ => None,
        }
    }

    /// Calls `visit` with the heaps that each move leaves in place of a heap of `n`, ascending and without empty heaps,
    /// until it returns false. Moves that take less come first, then those that leave fewer heaps. Returns false if stopped.
    pub fn visit_options(&self, n: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        let mut taken = |amount: u64| match n.checked_sub(amount) {
            Some(0) => visit(&[]),
            Some(rest) => visit(&[rest]),
            None => true,
        };
        match &self.moves {
            Moves::Code(code) => visit_code(code, n, visit),
            Moves::Subtraction {
                set,
                all_but: false,
            } => set.iter().all(|&a| taken(a)),
            Moves::Subtraction { set, all_but: true } => {
                (1..=n).filter(|a| set.binary_search(a).is_err()).all(taken)
            }
            Moves::Amounts(amounts) => amounts.listed(n) && amounts.of(n).into_iter().all(taken),
            Moves::Turning(turning) => {
                let mut on = true;
                turning.visit_options(n, &mut |heaps| {
                    on = visit(heaps);
                    on
                });
                on
            }
        }
    }

    /// The heaps that each move leaves in place of a heap of `n`.
    ///
    /// # Errors
    /// A limit, if there are more than five million.
    pub fn options(&self, n: u64) -> Result<Vec<Vec<u64>>> {
        let mut out = Vec::new();
        let mut heaps_left = 0;
        let finished = self.visit_options(n, &mut |heaps| {
            heaps_left += heaps.len();
            out.push(heaps.to_vec());
            out.len() <= MOST_OPTIONS && heaps_left <= 4 * MOST_OPTIONS
        });
        if finished {
            Ok(out)
        } else {
            Err(Error::limit(format!(
                "heap {n} of {self} has more than {MOST_OPTIONS} moves to list"
            )))
        }
    }

    /// The rules in a sentence.
    pub fn rules(&self) -> String {
        match &self.moves {
            Moves::Code(code) => format!(
                "Taking and breaking by the code {code}: digit k allows to take k counters from a heap and to leave r heaps \
                 of what is left if it contains 2^r."
            ),
            Moves::Subtraction { set, all_but } => {
                let list: Vec<String> = set.iter().map(u64::to_string).collect();
                let other = if *all_but { "any number of counters except" } else { "a number of counters from" };
                format!("Take {other} {{{}}} from a heap.", list.join(", "))
            }
            Moves::Turning(Turning::Run) => {
                "A row of coins; turn a run of neighbouring coins, the rightmost from heads to tails. A heap of n is a head \
                 at place n."
                    .to_string()
            }
            Moves::Turning(_) => format!(
                "A row of coins; {self} says how many coins a move may turn, the rightmost from heads to tails. A heap of n \
                 is a head at place n."
            ),
            Moves::Amounts(_) => format!("Take from a heap an amount as the name says: {self}."),
        }
    }
}

/// Heaps that one move may leave where moves are listed.
const MOST_LEFT: u32 = 1 << 20;

fn visit_code(code: &Code, n: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
    let last = code.last().unwrap_or(n).min(n);
    let put = code.most_put() as i64;
    // Where more may be taken than that, nobody waits for the end of the list.
    for k in -put..=i64::try_from(last).unwrap_or(i64::MAX) {
        let Some(rest) = n.checked_add_signed(-k) else {
            return false;
        };
        let digit = code.digit(k);
        if digit.is_zero() {
            continue;
        }
        let most = digit.most().map_or(rest, |m| u64::from(m).min(rest));
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        let listed = digit.listed().take_while(|&(r, _)| r <= most);
        let more = digit.from().into_iter();
        let more = more.flat_map(|(from, parts)| (from..=most).map(move |r| (r, parts)));
        for (r, parts) in listed.chain(more) {
            if r > MOST_LEFT || !visit_partitions(rest, r, parts, visit) {
                return false;
            }
        }
    }
    true
}

impl FromStr for HeapGame {
    type Err = Error;

    fn from_str(text: &str) -> Result<HeapGame> {
        let text = text.trim();
        let lower = text.to_lowercase();
        let name = lower.replace([' ', '_'], "-").replace('\'', "");
        if let Some((_, stands_for)) = NAMES.iter().find(|(n, _)| *n == name) {
            return from_notation(stands_for);
        }
        if let Some((_, amounts)) = Amounts::NAMED.iter().find(|(n, _)| *n == name) {
            return Ok(HeapGame {
                moves: Moves::Amounts(*amounts),
            });
        }
        from_notation(text)
    }
}

fn from_notation(text: &str) -> Result<HeapGame> {
    let set = |inner: &str, all_but| {
        Ok(HeapGame {
            moves: Moves::Subtraction {
                set: parse_set(text, inner)?,
                all_but,
            },
        })
    };
    let between = |open: &str| text.strip_prefix(open).and_then(|t| t.strip_suffix('}'));
    if text == "ruler" {
        return Ok(HeapGame {
            moves: Moves::Turning(Turning::Run),
        });
    }
    if let Some(inner) = between("S{") {
        return set(inner, false);
    }
    if let Some(inner) = between("all-but{").or_else(|| between("allbut{")) {
        return set(inner, true);
    }
    if text.starts_with("T{") {
        return Ok(HeapGame {
            moves: Moves::Turning(Turning::parse(text)?),
        });
    }
    if text.contains('.') {
        return Ok(HeapGame::code(text.parse()?));
    }
    Err(Error::input(format!(
        "`{}` is not a heap game; write a code such as 0.77, a set such as S{{1,3,4}} or all-but{{4}}, a turning code such as \
         T{{1,2}}, or a name such as kayles or subtract-a-square",
        shorten(text)
    )))
}

/// Reads `1,3-5`: amounts and ranges of amounts.
fn parse_set(text: &str, inner: &str) -> Result<Vec<u64>> {
    let wrong = |problem: String| {
        Error::input(format!(
            "set `{}`: {problem}; write amounts as in S{{1,3,4}} or S{{1-5}}",
            shorten(text)
        ))
    };
    let number = |part: &str| match part.trim().parse::<u64>() {
        Ok(n) if (1..=LARGEST_AMOUNT).contains(&n) => Ok(n),
        _ => Err(wrong(format!(
            "`{}` is not a number from 1 to {LARGEST_AMOUNT}",
            shorten(part.trim())
        ))),
    };
    let mut set = Vec::new();
    for part in inner.split(',') {
        match part.split_once('-') {
            Some((lo, hi)) => set.extend(number(lo)?..=number(hi)?),
            None => set.push(number(part)?),
        }
        if set.len() as u64 > 2 * LARGEST_AMOUNT {
            return Err(wrong("the ranges overlap too often".into()));
        }
    }
    set.sort_unstable();
    set.dedup();
    if set.is_empty() {
        Err(wrong("a range is empty".into()))
    } else {
        Ok(set)
    }
}

impl fmt::Display for HeapGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.moves {
            Moves::Code(code) => code.fmt(f),
            Moves::Turning(turning) => turning.fmt(f),
            Moves::Amounts(amounts) => {
                let named = Amounts::NAMED.iter().find(|(_, a)| a == amounts);
                f.write_str(named.map_or("amounts", |(name, _)| name))
            }
            Moves::Subtraction { set, all_but } => {
                let list: Vec<String> = set.iter().map(u64::to_string).collect();
                let open = if *all_but { "all-but" } else { "S" };
                write!(f, "{open}{{{}}}", list.join(","))
            }
        }
    }
}
