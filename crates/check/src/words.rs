//! The words of a line of a rule file.

use crate::{Error, Result};
use num_bigint::BigInt;

/// A word of a line: a name, a number or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Name(String),
    Int(BigInt),
    Sign(&'static str),
}

const SIGNS: &[&str] = &[
    "->", "-=", "+=", "..", "**", "==", "!=", "<=", ">=", "+", "-", "*", "/", "%", "^", "=", "<",
    ">", "(", ")", ",", "|",
];

pub(crate) fn tokens(line: &str) -> Result<Vec<Token>> {
    let mut out = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let run = |keep: fn(char) -> bool| rest.find(|c| !keep(c)).unwrap_or(rest.len());
        let length = if first.is_ascii_digit() {
            let length = run(|c| c.is_ascii_digit());
            if length > 1000 {
                return Err(Error::malformed("a number has more than 1000 digits"));
            }
            out.push(Token::Int(
                rest[..length]
                    .parse()
                    .map_err(|_| Error::malformed("a number cannot be read"))?,
            ));
            length
        } else if first.is_alphabetic() || first == '_' {
            let length = run(|c| c.is_alphanumeric() || c == '_');
            out.push(Token::Name(rest[..length].to_string()));
            length
        } else if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            out.push(Token::Sign(sign));
            sign.len()
        } else {
            return Err(Error::malformed(format!(
                "the character `{first}` has no meaning here"
            )));
        };
        rest = rest[length..].trim_start();
    }
    Ok(out)
}
