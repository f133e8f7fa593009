//! Moves with a power whose exponent is a loop variable, as `n -> n / 2^k for k in 0..20`: one move for each value of the variable.
//!
//! The language has powers of constants only, so that its expressions stay simple; here the line is written out, with a number in the
//! place of the variable, and each line is linear where it was.

use crate::lexer::{Fault, Token};
use num_bigint::BigInt;

/// Lines that one line may stand for.
const MOST_LINES: u64 = 1 << 10;

/// A line's tokens with their columns.
type Line = Vec<(Token, usize)>;

/// The lines that a line stands for; itself alone where no exponent is a loop variable.
pub(crate) fn written_out(line: Line) -> Result<Vec<Line>, Fault> {
    let mut lines = vec![line];
    // Each round writes out one variable of every line.
    loop {
        let mut next = Vec::new();
        let mut changed = false;
        for line in lines {
            match loop_in_exponent(&line)? {
                None => next.push(line),
                Some((name, low, high)) => {
                    changed = true;
                    for value in low..=high {
                        next.push(with(&line, &name, value));
                        if next.len() as u64 > MOST_LINES {
                            return Err(too_many(&line, &name));
                        }
                    }
                }
            }
        }
        lines = next;
        if !changed {
            return Ok(lines);
        }
    }
}

/// A loop variable that stands in an exponent, and its bounds.
fn loop_in_exponent(line: &[(Token, usize)]) -> Result<Option<(String, u64, u64)>, Fault> {
    for (i, (token, _)) in line.iter().enumerate() {
        if !is_sign(token, "^") && !is_sign(token, "**") {
            continue;
        }
        for (token, column) in exponent(&line[i + 1..]) {
            let Token::Word(name) = token else {
                continue;
            };
            let Some(at) = loop_of(line, name) else {
                continue;
            };
            let bound = |place: usize| match line.get(place) {
                Some((Token::Int(n), _)) => u64::try_from(n).ok(),
                _ => None,
            };
            let dots = matches!(line.get(at + 3), Some((t, _)) if is_sign(t, ".."));
            let whole = match line.get(at + 5) {
                None => true,
                Some((Token::Word(w), _)) => w == "where",
                Some((t, _)) => is_sign(t, ","),
            };
            let bounds = bound(at + 2).zip(bound(at + 4));
            let Some((low, high)) = bounds.filter(|_| dots && whole) else {
                return Err(Fault::new(
                    *column,
                    format!(
                        "`{name}` stands in an exponent, so its bounds are numbers; write for example `for {name} in 0..20`"
                    ),
                ));
            };
            return Ok(Some((name.clone(), low, high)));
        }
    }
    Ok(None)
}

/// The tokens of an exponent: one, or what parentheses hold.
fn exponent(after: &[(Token, usize)]) -> &[(Token, usize)] {
    let mut depth = 0usize;
    for (i, (token, _)) in after.iter().enumerate() {
        if is_sign(token, "(") {
            depth += 1;
        } else if is_sign(token, ")") {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 {
            return &after[..=i];
        }
    }
    after
}

/// Where `name in` stands.
fn loop_of(line: &[(Token, usize)], name: &str) -> Option<usize> {
    let word = |token: &Token, w: &str| matches!(token, Token::Word(t) if t == w);
    line.windows(2)
        .position(|pair| word(&pair[0].0, name) && word(&pair[1].0, "in"))
}

/// The line with a number in the place of the variable; its loop keeps its name and has this one value.
fn with(line: &[(Token, usize)], name: &str, value: u64) -> Line {
    let at = loop_of(line, name);
    let number = || Token::Int(BigInt::from(value));
    let each = line.iter().enumerate().map(|(i, (token, column))| {
        let token = match token {
            _ if at.is_some_and(|at| i == at + 2 || i == at + 4) => number(),
            Token::Word(w) if w == name && Some(i) != at => number(),
            other => other.clone(),
        };
        (token, *column)
    });
    each.collect()
}

fn too_many(line: &[(Token, usize)], name: &str) -> Fault {
    let at = loop_of(line, name).unwrap_or(0);
    Fault::new(
        line.get(at).map_or(0, |t| t.1),
        format!(
            "`{name}` stands in an exponent and has more than {MOST_LINES} values; give it smaller bounds"
        ),
    )
}

fn is_sign(token: &Token, sign: &str) -> bool {
    matches!(token, Token::Sign(s) if *s == sign)
}

#[cfg(test)]
mod tests {
    use crate::{RuleFile, read};
    use bouton_rules::HeapRules;

    fn rules(moves: &str) -> HeapRules {
        match read(&format!("game g\nheap n\n{moves}\n"), "g.game") {
            Ok(RuleFile::Heaps(rules)) => rules,
            other => panic!("{:?}", other.err()),
        }
    }

    #[test]
    fn a_power_of_a_loop_variable_is_written_out() {
        let one =
            rules("move n -> n / 2^(k+1) * 2^k + n mod 2^k for k in 0..3 where n / 2^k mod 2 = 1");
        let all: Vec<String> = (0..4u32)
            .map(|k| {
                let (p, q) = (1 << k, 2 << k);
                format!(
                    "move n -> n / {q} * {p} + n mod {p} for k in {k}..{k} where n / {p} mod 2 = 1"
                )
            })
            .collect();
        let many = rules(&all.join("\n"));
        assert_eq!(one.moves.len(), 4);
        let bare = |r: &HeapRules| -> Vec<_> {
            r.moves
                .iter()
                .map(|m| (m.bounds.clone(), m.guard.clone(), m.to.clone()))
                .collect()
        };
        assert_eq!(bare(&one), bare(&many));
    }

    #[test]
    fn bounds_that_are_no_numbers_and_too_many_values_get_a_sentence() {
        for (line, says) in [
            ("move n -> n - 2^k for k in 0..n", "its bounds are numbers"),
            (
                "move n -> n - 2^k for k in 0..2000",
                "more than 1024 values",
            ),
            (
                "move n -> n - 2^k for k in 0..2*n",
                "its bounds are numbers",
            ),
            ("move n -> n - 2^j for k in 0..3", "g.game:3"),
        ] {
            let e = read(&format!("game g\nheap n\n{line}\n"), "g.game")
                .unwrap_err()
                .to_string();
            assert!(e.contains(says), "{e}");
        }
    }
}
