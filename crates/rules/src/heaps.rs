//! Positions made of heaps, written `3,4,5`.

use crate::{Error, Nat, Result};
use std::fmt;

/// A list of heap sizes of any size. The empty list is written `0` or as nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Heaps(pub Vec<Nat>);

impl Heaps {
    /// From machine integers.
    ///
    /// ```
    /// use bouton_rules::Heaps;
    /// assert_eq!(Heaps::of(&[3, 4, 5]).to_string(), "3,4,5");
    /// ```
    pub fn of(sizes: &[u64]) -> Heaps {
        Heaps(sizes.iter().map(|&s| Nat::from(s)).collect())
    }

    /// Reads `3,4,5`; blanks around numbers and outer parentheses are allowed; empty text is no heap.
    ///
    /// ```
    /// use bouton_rules::Heaps;
    /// assert_eq!(Heaps::parse("(3, 4)").unwrap(), Heaps::of(&[3, 4]));
    /// assert_eq!(Heaps::parse("").unwrap(), Heaps::of(&[]));
    /// let e = Heaps::parse("3,x").unwrap_err();
    /// assert_eq!(e.to_string(), "position `3,x`: heap 2, `x`, is not a number; write heaps like 3,4,5");
    /// ```
    pub fn parse(text: &str) -> Result<Heaps> {
        let inner = text.trim();
        let inner = inner
            .strip_prefix('(')
            .and_then(|t| t.strip_suffix(')'))
            .unwrap_or(inner)
            .trim();
        if inner.is_empty() {
            return Ok(Heaps::default());
        }
        let mut sizes = Vec::new();
        for (i, part) in inner.split(',').enumerate() {
            let part = part.trim();
            if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
                let shown = shorten(part);
                return Err(Error::input(format!(
                    "position `{}`: heap {}, `{shown}`, is not a number; write heaps like 3,4,5",
                    shorten(text),
                    i + 1
                )));
            }
            sizes.push(Nat::parse_bytes(part.as_bytes(), 10).unwrap_or_default());
        }
        Ok(Heaps(sizes))
    }

    /// The sizes as machine integers; `None` if one does not fit.
    pub fn small(&self) -> Option<Vec<u64>> {
        self.0.iter().map(|n| u64::try_from(n).ok()).collect()
    }

    /// Bytes allocated outside the struct, with an allowance of 16 bytes for each allocation.
    pub fn owned_bytes(&self) -> usize {
        let digits = |n: &Nat| {
            if n.bits() == 0 {
                0
            } else {
                16 + 8 * n.bits().div_ceil(64) as usize
            }
        };
        16 + self.0.capacity() * size_of::<Nat>() + self.0.iter().map(digits).sum::<usize>()
    }

    /// The same multiset in one form: sorted, without empty heaps.
    pub fn as_multiset(mut self) -> Heaps {
        self.0.retain(|n| n.bits() > 0);
        self.0.sort();
        self
    }
}

/// The text, cut in the middle when it is too long to show.
pub fn shorten(text: &str) -> String {
    if text.chars().count() <= 60 {
        return text.to_string();
    }
    let head: String = text.chars().take(28).collect();
    let tail: String = text
        .chars()
        .rev()
        .take(28)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    format!("{head}…{tail}")
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("0");
        }
        for (i, n) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            write!(f, "{n}")?;
        }
        Ok(())
    }
}
