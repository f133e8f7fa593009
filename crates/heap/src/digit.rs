//! One digit of a taking-and-breaking code: into how many heaps what is left may be split, and how equal they may be.

use bouton_rules::{Error, Result};
use std::collections::BTreeMap;

/// What is asked of the heaps that a move leaves, when it leaves two or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Parts {
    /// Nothing.
    #[default]
    Any,
    /// `!`: pairwise unequal.
    Unequal,
    /// `?`: not all equal.
    NotAllEqual,
    /// `=`: all equal.
    Equal,
}

impl Parts {
    fn from_char(c: char) -> Option<Parts> {
        match c {
            '!' => Some(Parts::Unequal),
            '?' => Some(Parts::NotAllEqual),
            '=' => Some(Parts::Equal),
            _ => None,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Parts::Any => "",
            Parts::Unequal => "!",
            Parts::NotAllEqual => "?",
            Parts::Equal => "=",
        }
    }

    /// True if heaps of these sizes, in ascending order, may be left together.
    pub fn allows(self, ascending: &[u64]) -> bool {
        let equal_ends = ascending.first() == ascending.last();
        match self {
            _ if ascending.len() < 2 => true,
            Parts::Any => true,
            Parts::Unequal => ascending.windows(2).all(|w| w[0] < w[1]),
            Parts::NotAllEqual => !equal_ends,
            Parts::Equal => equal_ends,
        }
    }
}

/// The numbers of heaps that may be left, each with its condition.
///
/// Written as one letter or figure (the sum of 2^r over the allowed numbers r of heaps, up to `Z` = 35), `*` for any number,
/// or a list such as `{0,2!,4?+}`, where `+` means that number or more; a modifier `!`, `?` or `=` behind it holds for all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    counts: BTreeMap<u32, Parts>,
    more: Option<(u32, Parts)>,
}

/// The greatest number of heaps that a list may name.
const MOST_PARTS: u32 = 1_000_000;

impl Digit {
    /// The digit that allows nothing.
    pub const ZERO: Digit = Digit {
        counts: BTreeMap::new(),
        more: None,
    };

    /// The digit with the given bits, no modifier: bit r allows r heaps.
    ///
    /// ```
    /// use bouton_heap::{Digit, Parts};
    /// let seven = Digit::bits(7);
    /// assert_eq!(seven.allows(2), Some(Parts::Any));
    /// assert_eq!(seven.allows(3), None);
    /// ```
    pub fn bits(value: u64) -> Digit {
        let counts = (0..64)
            .filter(|r| value >> r & 1 == 1)
            .map(|r| (r, Parts::Any));
        Digit {
            counts: counts.collect(),
            more: None,
        }
    }

    /// Whether `r` heaps may be left, and under which condition.
    pub fn allows(&self, r: u32) -> Option<Parts> {
        match self.more {
            Some((from, parts)) if r >= from => Some(parts),
            _ => self.counts.get(&r).copied(),
        }
    }

    /// True if the digit allows nothing.
    pub fn is_zero(&self) -> bool {
        self.counts.is_empty() && self.more.is_none()
    }

    /// The greatest number of heaps; `None` if there is no greatest.
    pub fn most(&self) -> Option<u32> {
        match self.more {
            Some(_) => None,
            None => Some(self.counts.keys().next_back().copied().unwrap_or(0)),
        }
    }

    /// The least number of heaps; `None` for a zero digit.
    pub fn least(&self) -> Option<u32> {
        let listed = self.counts.keys().next().copied();
        let more = self.more.map(|m| m.0);
        listed.into_iter().chain(more).min()
    }

    /// The numbers of heaps from which on all are allowed, with the condition.
    pub fn from(&self) -> Option<(u32, Parts)> {
        self.more
    }

    /// The numbers of heaps that are listed singly, ascending.
    pub fn listed(&self) -> impl Iterator<Item = (u32, Parts)> {
        self.counts.iter().map(|(&r, &p)| (r, p))
    }

    /// The value as a plain digit, if it has no modifier that matters and no `+`.
    pub fn plain(&self) -> Option<u64> {
        let plain = self.more.is_none()
            && self
                .counts
                .iter()
                .all(|(&r, &p)| r < 64 && (r < 2 || p == Parts::Any));
        plain.then(|| self.counts.keys().fold(0, |sum, r| sum | 1 << r))
    }

    pub(crate) fn insert(&mut self, r: u32, parts: Parts) {
        self.counts
            .insert(r, if r < 2 { Parts::Any } else { parts });
        self.normalize();
    }

    pub(crate) fn remove(&mut self, r: u32) {
        self.counts.remove(&r);
    }

    /// Folds what is listed into `more` where it continues downwards.
    fn normalize(&mut self) {
        for (r, parts) in &mut self.counts {
            if *r < 2 {
                *parts = Parts::Any;
            }
        }
        let Some((mut from, parts)) = self.more else {
            return;
        };
        self.counts.retain(|&r, _| r < from);
        while let Some(below) = from.checked_sub(1) {
            // Below two heaps a condition says nothing, so any is the same there.
            if self
                .counts
                .get(&below)
                .is_none_or(|p| below >= 2 && *p != parts)
            {
                break;
            }
            self.counts.remove(&below);
            from = below;
        }
        self.more = Some((from, parts));
    }

    /// Reads one digit from the front of `chars`; `at` gives the place for errors.
    pub(crate) fn read(
        chars: &[char],
        at: &mut usize,
        error: &dyn Fn(usize, String) -> Error,
    ) -> Result<Digit> {
        let start = *at;
        let c = chars[start];
        *at += 1;
        let mut digit = match c {
            '*' => Digit {
                counts: BTreeMap::new(),
                more: Some((0, Parts::Any)),
            },
            '{' => read_list(chars, at, error)?,
            c => match c.to_digit(36) {
                Some(value) => Digit::bits(u64::from(value)),
                None => {
                    return Err(error(
                        start,
                        format!(
                            "`{c}` is not a digit; digits are 0-9, A-Z, * and lists like {{0,2+}}"
                        ),
                    ));
                }
            },
        };
        if let Some(parts) = chars.get(*at).and_then(|&c| Parts::from_char(c)) {
            *at += 1;
            for p in digit.counts.values_mut().filter(|p| **p == Parts::Any) {
                *p = parts;
            }
            if let Some((_, p @ Parts::Any)) = &mut digit.more {
                *p = parts;
            }
        }
        digit.normalize();
        Ok(digit)
    }

    /// The digit as text, in its shortest usual form.
    pub fn text(&self) -> String {
        let listed = self
            .counts
            .iter()
            .filter(|(r, _)| **r >= 2)
            .map(|(_, &p)| p);
        let mut all: Vec<Parts> = listed.chain(self.more.map(|m| m.1)).collect();
        all.dedup();
        // One modifier for all stands behind the digit, several stand inside.
        let (outer, inside) = match all[..] {
            [] => ("", false),
            [one] => (one.text(), false),
            _ => ("", true),
        };
        if self.more.is_some_and(|m| m.0 == 0) && self.counts.is_empty() {
            return format!("*{outer}");
        }
        let value = self
            .counts
            .keys()
            .try_fold(0u64, |v, &r| (r < 6).then(|| v | 1 << r));
        if let (Some(v @ 0..36), None, false) = (value, self.more, inside) {
            let letter = char::from_digit(v as u32, 36).unwrap_or('0');
            return format!("{}{outer}", letter.to_ascii_uppercase());
        }
        let item = |r: u32, parts: Parts, end: &str| {
            let own = if inside && r >= 2 { parts.text() } else { "" };
            format!("{r}{own}{end}")
        };
        let listed = self.counts.iter().map(|(&r, &p)| item(r, p, ""));
        let items: Vec<String> = listed
            .chain(self.more.map(|(r, p)| item(r, p, "+")))
            .collect();
        format!("{{{}}}{outer}", items.join(","))
    }
}

fn read_list(
    chars: &[char],
    at: &mut usize,
    error: &dyn Fn(usize, String) -> Error,
) -> Result<Digit> {
    let mut digit = Digit::default();
    let open = *at - 1;
    loop {
        let start = *at;
        while chars.get(*at).is_some_and(char::is_ascii_digit) {
            *at += 1;
        }
        let text: String = chars[start..*at].iter().collect();
        let count = text.parse::<u32>().ok().filter(|&r| r <= MOST_PARTS);
        let Some(count) = count else {
            let problem = if text.is_empty() {
                "a number of heaps is missing"
            } else {
                "too many heaps"
            };
            return Err(error(
                start,
                format!("{problem}; a list looks like {{0,2,4+}}"),
            ));
        };
        let mut parts = Parts::Any;
        if let Some(p) = chars.get(*at).and_then(|&c| Parts::from_char(c)) {
            parts = p;
            *at += 1;
        }
        let more = chars.get(*at) == Some(&'+');
        if more {
            *at += 1;
            digit.more = Some((count, parts));
        } else if digit.counts.insert(count, parts).is_some() {
            return Err(error(start, format!("the number {count} is listed twice")));
        }
        match chars.get(*at) {
            Some(',') if !more => *at += 1,
            Some('}') => {
                *at += 1;
                return Ok(digit);
            }
            Some(c) => {
                return Err(error(
                    *at,
                    format!("`{c}` should be `,` or `}}`; a list looks like {{0,2,4+}}"),
                ));
            }
            None => return Err(error(open, "this `{` is not closed".into())),
        }
    }
}
