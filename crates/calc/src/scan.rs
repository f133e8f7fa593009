//! Reads the smallest parts of a line: numbers, words, arrows, texts.

use crate::error::{Error, Result};
use crate::tree::{Packed, UpKind, Ups};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// Longer numerals are refused.
const MAX_DIGITS: usize = 1_000_000;

/// A place in a line.
pub(crate) struct Cursor {
    pub text: Vec<char>,
    pub at: usize,
}

impl Cursor {
    pub fn new(text: &str) -> Cursor {
        Cursor {
            text: text.chars().collect(),
            at: 0,
        }
    }

    /// The character `n` places ahead; NUL behind the end.
    pub fn ahead(&self, n: usize) -> char {
        self.text.get(self.at + n).copied().unwrap_or('\0')
    }

    pub fn peek(&self) -> char {
        self.ahead(0)
    }

    pub fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    pub fn column(&self) -> usize {
        self.at + 1
    }

    /// Skips blanks and comments; tells whether there were any.
    pub fn blanks(&mut self) -> bool {
        let start = self.at;
        loop {
            if self.peek().is_whitespace() {
                self.at += 1;
            } else if self.starts_with("//") {
                // A comment, up to the end of its line.
                while !self.is_at_end() && self.peek() != '\n' {
                    self.at += 1;
                }
            } else {
                return self.at > start;
            }
        }
    }

    pub fn starts_with(&self, s: &str) -> bool {
        s.chars().enumerate().all(|(i, c)| self.ahead(i) == c)
    }

    pub fn eat(&mut self, s: &str) -> bool {
        let found = self.starts_with(s);
        if found {
            self.at += s.chars().count();
        }
        found
    }

    /// What stands here, for messages.
    pub fn here(&self) -> String {
        if self.is_at_end() {
            return "the end of the line".into();
        }
        let word: String = self.text[self.at..]
            .iter()
            .take_while(|c| c.is_alphanumeric())
            .take(30)
            .collect();
        if word.is_empty() {
            format!("`{}`", self.peek())
        } else {
            format!("`{word}`")
        }
    }

    /// A word of letters, digits and underscores that starts with a letter; nothing is read if none stands here.
    pub fn word(&mut self) -> Option<String> {
        let word = self.look_word()?;
        self.at += word.chars().count();
        Some(word)
    }

    pub fn look_word(&self) -> Option<String> {
        let c = self.peek();
        if !(c.is_alphabetic() || c == '_') {
            return None;
        }
        Some(
            self.text[self.at..]
                .iter()
                .take_while(|c| c.is_alphanumeric() || **c == '_')
                .collect(),
        )
    }

    fn digits(&mut self) -> Option<String> {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        (self.at > start).then(|| self.text[start..self.at].iter().collect())
    }

    pub fn integer(&mut self) -> Result<Option<BigInt>> {
        let column = self.column();
        let Some(digits) = self.digits() else {
            return Ok(None);
        };
        if digits.len() > MAX_DIGITS {
            return Err(Error::at(
                column,
                format!(
                    "a numeral may have at most {MAX_DIGITS} digits; write 2**n for large powers"
                ),
            ));
        }
        Ok(digits.parse().ok())
    }

    /// A number: `3`, `3/2`, `1.5`. A slash before a power is left for the division: `1/2**3`.
    pub fn number(&mut self) -> Result<Option<BigRational>> {
        let Some(whole) = self.integer()? else {
            return Ok(None);
        };
        if self.peek() == '.' && self.ahead(1).is_ascii_digit() {
            self.at += 1;
            let fraction = self.digits().unwrap_or_default();
            if fraction.len() > MAX_DIGITS {
                return Err(Error::at(self.column(), "the decimal fraction is too long"));
            }
            let ten = BigInt::from(10).pow(fraction.len() as u32);
            let part: BigInt = fraction.parse().unwrap_or_default();
            return Ok(Some(BigRational::new(whole * &ten + part, ten)));
        }
        if self.peek() == '/' && self.ahead(1).is_ascii_digit() {
            let mark = self.at;
            self.at += 1;
            let below = self.integer()?.unwrap_or_default();
            let after: String = {
                let mut i = 0;
                while self.ahead(i).is_whitespace() {
                    i += 1;
                }
                [self.ahead(i), self.ahead(i + 1)].iter().collect()
            };
            if after == "**" || below.is_zero() {
                self.at = mark;
            } else {
                return Ok(Some(BigRational::new(whole, below)));
            }
        }
        Ok(Some(BigRational::from(whole)))
    }

    /// The arrows of a literal: `^`, `^^`, `^3`, `v<2>`, `↑`, `⇓`, …
    pub fn ups(&mut self) -> Result<Option<Ups>> {
        let c = self.peek();
        let down = match c {
            '^' | '↑' | '⇑' => false,
            '↓' | '⇓' => true,
            'v' => {
                // A word such as `value` is no arrow.
                let mut i = 0;
                while self.ahead(i) == 'v' {
                    i += 1;
                }
                if self.ahead(i).is_alphabetic() || self.ahead(i) == '_' {
                    return Ok(None);
                }
                true
            }
            _ => return Ok(None),
        };
        let double = matches!(c, '⇑' | '⇓');
        let mut count = 0_u32;
        while self.peek() == c {
            self.at += 1;
            count += 1;
        }
        if double {
            count *= 2;
        }
        let column = self.column();
        let up = if down { "v" } else { "^" };
        if self.peek().is_ascii_digit() {
            if count != 1 {
                return Err(Error::at(
                    column,
                    format!("a number stands behind one arrow only, as in {up}3"),
                ));
            }
            let n = self.integer()?.unwrap_or_default();
            return Ok(Some(Ups {
                down,
                kind: UpKind::Count(n),
            }));
        }
        let open = self.peek();
        let close = match open {
            '<' => '>',
            '[' => ']',
            _ => {
                return Ok(Some(Ups {
                    down,
                    kind: UpKind::Count(count.into()),
                }));
            }
        };
        // `^<2>` is a power of up; `^ < 2` and `^<2` compare.
        let mark = self.at;
        self.at += 1;
        let on = self.eat("on");
        let n = if on { None } else { self.integer()? };
        if (on || n.is_some()) && self.peek() == close && count == 1 {
            self.at += 1;
            let kind = match (open, n) {
                ('<', Some(n)) => UpKind::Power(n),
                ('<', None) => UpKind::PowerOn,
                (_, Some(n)) => UpKind::Sum(n),
                (_, None) => UpKind::SumOn,
            };
            return Ok(Some(Ups { down, kind }));
        }
        if open == '[' {
            return Err(Error::at(
                column,
                format!("brackets behind an arrow hold a number or `on`, as in {up}[3]"),
            ));
        }
        self.at = mark;
        Ok(Some(Ups {
            down,
            kind: UpKind::Count(count.into()),
        }))
    }

    /// Is the `^` behind a number a power? It is one before a bracket or a name, and where a digit string and another `^` or a division
    /// follow: `2^(n)`, `2^3^2`, `2^10/3`. Else it is an arrow.
    pub fn is_power(&self, beside_division: bool) -> bool {
        if self.peek() != '^' {
            return false;
        }
        let mut i = 1;
        while self.ahead(i).is_ascii_digit() {
            i += 1;
        }
        let next = (self.ahead(i), self.ahead(i + 1));
        match next {
            ('(', _) => i == 1,
            (c, _) if c.is_alphabetic() && i == 1 => true,
            ('^', c) => i > 1 && (c.is_ascii_digit() || c == '('),
            ('/', c) => i > 1 && c != '/',
            ('*' | '<' | '[', _) => false,
            _ => i > 1 && beside_division,
        }
    }

    /// The rest of a literal whose number has been read: arrows and a nimber, written without blanks.
    pub fn packed(&mut self, number: Option<BigRational>) -> Result<Packed> {
        let ups = self.ups()?;
        let mut star = None;
        if self.is_star(number.is_none() && ups.is_none()) {
            self.at += 1;
            star = Some(self.integer()?.unwrap_or_else(BigInt::one));
        }
        Ok(Packed { number, ups, star })
    }

    /// Is the `*` that stands here a nimber? Behind a number or an arrow, `2*3` is 2 + *3, but `2*(3)`, `2*G` and `2 * 3` are
    /// products.
    fn is_star(&self, first: bool) -> bool {
        if !is_star(self.peek()) || self.ahead(1) == '*' {
            return false;
        }
        let next = self.ahead(1);
        if next.is_ascii_digit() {
            return true;
        }
        if first {
            return !(next.is_alphabetic() && next != 'v' || matches!(next, '(' | '[' | '"' | '_'));
        }
        if next.is_alphabetic() || next == '_' {
            return false;
        }
        if matches!(
            next,
            '(' | '[' | '{' | '"' | '^' | '↑' | '↓' | '⇑' | '⇓' | '⧾' | '⧿' | '±'
        ) {
            return false;
        }
        // `'{` begins an explicit form, `}'` ends one.
        !(next == '\'' && self.ahead(2) == '{')
    }

    /// A text in double quotes.
    pub fn quoted(&mut self) -> Result<String> {
        let column = self.column();
        self.at += 1;
        let start = self.at;
        while self.peek() != '"' {
            if self.is_at_end() {
                return Err(Error::at(column, "the text is not closed; write \"text\""));
            }
            self.at += 1;
        }
        let text = self.text[start..self.at].iter().collect();
        self.at += 1;
        Ok(text)
    }
}

/// Is it one of the signs for a nimber?
pub(crate) fn is_star(c: char) -> bool {
    matches!(c, '*' | '∗' | '⋆' | '★')
}
