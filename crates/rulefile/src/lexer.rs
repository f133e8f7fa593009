//! One line of text as tokens with their columns.

use bouton_rules::Error;
use num_bigint::BigInt;
use std::fmt;

/// What is wrong in a line, and in which column (counted in characters, from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub column: usize,
    pub message: String,
}

impl Fault {
    pub fn new(column: usize, message: impl Into<String>) -> Fault {
        Fault {
            column,
            message: message.into(),
        }
    }
}

/// Gives the lines of a file to `read`, each with its number from 1, and gives the number of the last one. A file of more than `most` lines is refused:
/// `what` has so many at most. `file` is its name in errors.
pub(crate) fn each_line(
    text: &str,
    (file, what): (&str, &str),
    most: usize,
    mut read: impl FnMut(&str, usize) -> Result<(), Fault>,
) -> bouton_rules::Result<usize> {
    let mut last = 0;
    for line in text.lines() {
        last += 1;
        let done = match last > most {
            true => Err(Fault::new(1, format!("{what} has at most {most} lines"))),
            false => read(line, last),
        };
        done.map_err(|fault| {
            Error::input(format!("{file}:{last}:{}: {}", fault.column, fault.message))
        })?;
    }
    Ok(last.max(1))
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Int(BigInt),
    Word(String),
    Sign(&'static str),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Int(n) => {
                let digits = n.to_string();
                if digits.len() > 30 {
                    write!(f, "`{}…`", &digits[..30])
                } else {
                    write!(f, "`{digits}`")
                }
            }
            Token::Word(w) => write!(f, "`{}`", bouton_rules::heaps::shorten(w)),
            Token::Sign(s) => write!(f, "`{s}`"),
        }
    }
}

/// Longer signs first, so that `<=` is not read as `<` and `=`.
const SIGNS: [&str; 24] = [
    "=>", "=<", "->", "-=", "+=", "..", "==", "!=", "<=", ">=", "**", "+", "-", "*", "/", "%", "^",
    "|", "(", ")", ",", "=", "<", ">",
];

/// Digits above which a written number is refused.
const MAX_DIGITS: usize = 100_000;

/// The tokens of a line and the column of each, up to a `#`. The column after the last character is given too.
pub(crate) fn tokens(line: &str) -> Result<(Vec<(Token, usize)>, usize), Fault> {
    let chars: Vec<char> = line.chars().collect();
    let mut found = Vec::new();
    let mut i = 0;
    while i < chars.len() && chars[i] != '#' {
        let c = chars[i];
        let start = i;
        if c.is_whitespace() {
            i += 1;
        } else if c.is_ascii_digit() {
            while i < chars.len() && chars[i].is_ascii_digit() {
                i += 1;
            }
            found.push((Token::Int(number(&chars[start..i], start + 1)?), start + 1));
            if let Some(next) = chars.get(i).filter(|c| c.is_alphabetic() || **c == '_') {
                let digits: String = chars[start..i].iter().take(20).collect();
                return Err(Fault::new(
                    i + 1,
                    format!(
                        "`{next}` follows a number directly; write a product as `{digits}*{next}`"
                    ),
                ));
            }
        } else if c.is_alphabetic() || c == '_' {
            while i < chars.len() && (chars[i].is_alphanumeric() || chars[i] == '_') {
                i += 1;
            }
            found.push((Token::Word(chars[start..i].iter().collect()), start + 1));
        } else {
            let sign = SIGNS.into_iter().find(|s| {
                s.chars()
                    .enumerate()
                    .all(|(k, c)| chars.get(i + k) == Some(&c))
            });
            match sign {
                Some(sign @ ("=>" | "=<")) => {
                    let right = if sign == "=>" {
                        "`->` for a move or `>=`"
                    } else {
                        "`<=`"
                    };
                    let message = format!("the sign `{sign}` has no meaning here; write {right}");
                    return Err(Fault::new(start + 1, message));
                }
                Some(sign) => {
                    i += sign.chars().count();
                    found.push((Token::Sign(sign), start + 1));
                }
                None => return Err(Fault::new(start + 1, stray(c))),
            }
        }
    }
    let written = chars[..i]
        .iter()
        .rposition(|c| !c.is_whitespace())
        .map_or(0, |last| last + 1);
    Ok((found, written + 1))
}

fn number(digits: &[char], column: usize) -> Result<BigInt, Fault> {
    if digits.len() > MAX_DIGITS {
        return Err(Fault::new(
            column,
            format!(
                "a number of {} digits; numbers have at most {MAX_DIGITS} digits",
                digits.len()
            ),
        ));
    }
    let text: String = digits.iter().collect();
    BigInt::parse_bytes(text.as_bytes(), 10)
        .ok_or_else(|| Fault::new(column, "a number is written in digits, like 12"))
}

fn stray(c: char) -> String {
    let right = match c {
        '.' => "numbers are whole, and a range is written `1..n`",
        '≤' => "write `<=`",
        '≥' => "write `>=`",
        '≠' | '!' => "write `!=` for unequal and `not` for negation",
        '→' => "write `->`",
        '&' => "write `and`",
        '−' | '–' => "write `-`",
        '·' | '×' => "write `*`",
        '⊕' => "write `xor`",
        ';' => "write `,`",
        _ => {
            "lines are made of names, numbers and the signs + - * / ^ | ( ) , = != < <= > >= .. -> -= +="
        }
    };
    format!("the sign `{c}` has no meaning here; {right}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_listed_longest_first_and_columns_count_characters() {
        for (i, s) in SIGNS.iter().enumerate() {
            assert!(
                SIGNS[..i].iter().all(|earlier| !s.starts_with(earlier)),
                "{s} is hidden by an earlier sign"
            );
        }
        let (found, end) = tokens("é <= 12..n  # x").unwrap();
        let columns: Vec<usize> = found.iter().map(|(_, c)| *c).collect();
        assert_eq!((columns, end), (vec![1, 3, 6, 8, 10], 11));
    }
}
