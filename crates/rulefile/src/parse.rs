//! The lines of a rule file.

use crate::lexer::{Fault, Token, each_line, tokens};
use crate::moves::parse_move;
use crate::names::{Scope, What, is_reserved, nearest};
use crate::parser::Parser;
use crate::powers::written_out;
use bouton_rules::heaps::shorten;
use bouton_rules::{Cond, Error, Expr, HeapRules, MoveRule, Player, Result};

/// Lines above which a file is refused.
const MAX_LINES: usize = 10_000;

/// Words that start a line.
const STARTS: [&str; 9] = [
    "game", "rules", "cite", "heap", "heaps", "where", "move", "left", "right",
];

/// Reads a rule file as it is written; `file` is its name in errors. The rank is left open.
pub(crate) fn parse_file(text: &str, file: &str) -> Result<HeapRules> {
    let mut reader = Reader::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let read = |line: &str, number| reader.line(line, number);
    let last = each_line(text, (file, "a rule file"), MAX_LINES, read)?;
    let (message, right) = if reader.name.is_none() {
        ("the file has no name", "begin with a line like `game nim`")
    } else if reader.heaps.is_empty() {
        (
            "the file names no heaps",
            "write `heap n` for any number of heaps, or `heaps a b` for a fixed number",
        )
    } else if reader.moves.is_empty() {
        let example = example(reader.sums);
        return Err(Error::input(format!(
            "{file}:{last}:1: the file has no moves; write for example `{example}`"
        )));
    } else {
        return Ok(HeapRules {
            name: reader.name.unwrap_or_default(),
            rules: reader.rules.unwrap_or_default(),
            cite: reader.cite,
            heaps: reader.heaps,
            sums: reader.sums,
            domain: Cond::all(reader.domain),
            moves: reader.moves,
            rank: None,
            bounded_rank: None,
            text: text.to_string(),
            derived: None,
        });
    };
    Err(Error::input(format!(
        "{file}:{}:1: {message}; {right}",
        last.max(1)
    )))
}

#[derive(Default)]
struct Reader {
    name: Option<String>,
    rules: Option<String>,
    cite: Option<String>,
    heaps: Vec<String>,
    sums: bool,
    domain: Vec<Cond>,
    moves: Vec<MoveRule>,
}

impl Reader {
    fn line(&mut self, line: &str, number: usize) -> Result<(), Fault> {
        let code = line.split('#').next().unwrap_or("");
        let before = code.chars().take_while(|c| c.is_whitespace()).count();
        let code = code.trim();
        if code.is_empty() {
            return Ok(());
        }
        let length = code
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(code.len());
        let (word, rest) = code.split_at(length);
        let start = before + 1;
        let gap = rest.chars().take_while(|c| c.is_whitespace()).count();
        let argument = rest.trim();
        let argument_column = start + word.chars().count() + gap;
        if self.name.is_none() && word != "game" && STARTS.contains(&word) {
            return Err(Fault::new(
                start,
                format!(
                    "`{word}` comes before the game's name; begin the file with a line like `game nim`"
                ),
            ));
        }
        let text = |what: &str, example: &str| {
            if argument.is_empty() {
                Err(Fault::new(
                    argument_column,
                    format!("`{word}` is followed by {what}, as in `{example}`"),
                ))
            } else {
                Ok(argument.to_string())
            }
        };
        match word {
            "game" => {
                once(self.name.is_some(), start, "game")?;
                let name = text("the game's name", "game nim")?;
                if !name
                    .chars()
                    .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
                {
                    let message = format!(
                        "`{}` is not a game's name; use letters, digits and `-`, as in `game divisor-nim`",
                        shorten(&name)
                    );
                    return Err(Fault::new(argument_column, message));
                }
                self.name = Some(name);
            }
            "rules" => {
                once(self.rules.is_some(), start, "rules")?;
                self.rules = Some(text(
                    "the rules in a sentence",
                    "rules Remove one or two stones.",
                )?);
            }
            "cite" => {
                once(self.cite.is_some(), start, "cite")?;
                self.cite = Some(text("the source", "cite Bouton 1901")?);
            }
            "heap" | "heaps" => self.heap_line(word, start, line)?,
            "string" | "cells" | "graph" => {
                let message = format!(
                    "`{word}` names the letters of a board, and a game on heaps is needed here; write `heap n` or `heaps a b`"
                );
                return Err(Fault::new(start, message));
            }
            "where" => self.where_line(start, line)?,
            "move" | "left" | "right" => self.move_line(word, start, line, number)?,
            _ => return Err(unknown_start(word, code, start)),
        }
        Ok(())
    }

    fn heap_line(&mut self, word: &str, start: usize, line: &str) -> Result<(), Fault> {
        once(!self.heaps.is_empty(), start, "heap` or `heaps")?;
        let (found, end) = tokens(line)?;
        let mut names: Vec<String> = Vec::new();
        for (token, column) in &found[1..] {
            let fault = |message: String| Err(Fault::new(*column, message));
            match token {
                Token::Word(w) if is_reserved(w) => {
                    return fault(format!(
                        "`{w}` is a word of the language and cannot name a heap; write for example `heaps a b`"
                    ));
                }
                Token::Word(w) if names.contains(w) => {
                    return fault(format!(
                        "the heap `{}` is named twice; write for example `heaps a b`",
                        shorten(w)
                    ));
                }
                Token::Word(w) => names.push(w.clone()),
                Token::Sign(",") => {
                    return fault(
                        "names of heaps are separated by blanks; write for example `heaps a b`"
                            .to_string(),
                    );
                }
                other => {
                    return fault(format!(
                        "{other} is not a name; write for example `heaps a b`"
                    ));
                }
            }
        }
        if names.is_empty() {
            let message = format!("`{word}` is followed by names; write `heap n` or `heaps a b`");
            return Err(Fault::new(end, message));
        }
        if word == "heap" && names.len() > 1 {
            let message = format!(
                "`heap` takes one name; for a fixed number of heaps write `heaps {}`",
                names.join(" ")
            );
            return Err(Fault::new(found[2].1, message));
        }
        self.sums = word == "heap";
        self.heaps = names;
        Ok(())
    }

    fn where_line(&mut self, start: usize, line: &str) -> Result<(), Fault> {
        self.need_heaps("where", start)?;
        let (found, end) = tokens(line)?;
        let scope = Scope {
            names: &self.heaps,
            known: self.heaps.len(),
            what: What::Domain,
        };
        let mut parser = Parser::new(&found, end, scope);
        parser.advance();
        if parser.peek().is_none() {
            return Err(parser.unexpected("a condition, as in `where a >= 1, b >= 1`"));
        }
        self.domain.push(parser.conditions()?);
        parser.finish("`,`, `and`, `or` or the end of the line")
    }

    fn move_line(
        &mut self,
        word: &str,
        start: usize,
        line: &str,
        number: usize,
    ) -> Result<(), Fault> {
        self.need_heaps(word, start)?;
        let (found, end) = tokens(line)?;
        let who = match word {
            "left" => Some(Player::Left),
            "right" => Some(Player::Right),
            _ => None,
        };
        let skip = if who.is_some() { 2 } else { 1 };
        if who.is_some() && !matches!(found.get(1), Some((Token::Word(w), _)) if w == "move") {
            let column = found.get(1).map_or(end, |t| t.1);
            return Err(Fault::new(
                column,
                format!(
                    "`{word}` is followed by `move`; write for example `{word} {}`",
                    example(self.sums)
                ),
            ));
        }
        for line in written_out(found[skip..].to_vec())? {
            let rule = parse_move(&line, end, &self.heaps, self.sums, (number, who))?;
            self.moves.push(rule);
        }
        Ok(())
    }

    fn need_heaps(&self, word: &str, start: usize) -> Result<(), Fault> {
        if self.heaps.is_empty() {
            let message = format!(
                "`{word}` comes before the heaps are named; write `heap n` or `heaps a b` above it"
            );
            return Err(Fault::new(start, message));
        }
        Ok(())
    }
}

fn example(sums: bool) -> &'static str {
    if sums {
        "move n -> n - k for k in 1..n"
    } else {
        "move a -= k for k in 1..a"
    }
}

fn once(seen: bool, start: usize, what: &str) -> Result<(), Fault> {
    if seen {
        return Err(Fault::new(
            start,
            format!("a second `{what}` line; a file has one"),
        ));
    }
    Ok(())
}

fn unknown_start(word: &str, code: &str, start: usize) -> Fault {
    let shown = if word.is_empty() {
        code.chars().take(1).collect()
    } else {
        shorten(word)
    };
    let near = match nearest(word, STARTS.into_iter()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "a line starts with game, rules, cite, heap, heaps, where, move, left move or right move".to_string(),
    };
    Fault::new(start, format!("`{shown}` does not start a line; {near}"))
}

/// Reads a condition about the variables `names`, such as the bounds of a counting question; commas mean `and`.
///
/// # Errors
/// A sentence that names the column.
///
/// ```
/// use bouton_rulefile::parse_condition;
/// let names = ["a".to_string(), "b".to_string()];
/// assert!(parse_condition("a < 7^17, 1 <= b <= a", &names).is_ok());
/// let e = parse_condition("a < c", &names).unwrap_err();
/// assert_eq!(e.to_string(), "`a < c`, column 5: `c` is not a variable; the variables are a, b");
/// ```
pub fn parse_condition(text: &str, names: &[String]) -> Result<Cond> {
    question(text, names, |parser| {
        let cond = parser.conditions()?;
        parser.finish("`,`, `and`, `or` or the end").map(|()| cond)
    })
}

/// Reads an expression in the variables `names`.
///
/// # Errors
/// A sentence that names the column.
///
/// ```
/// use bouton_rulefile::parse_expression;
/// let e = parse_expression("2*a + 3", &["a".to_string()]).unwrap();
/// assert_eq!(e.value(&[10_i64]), Ok(23));
/// ```
pub fn parse_expression(text: &str, names: &[String]) -> Result<Expr> {
    question(text, names, |parser| {
        let expr = parser.expression()?;
        parser.finish("an operator or the end").map(|()| expr)
    })
}

fn question<T>(
    text: &str,
    names: &[String],
    read: impl FnOnce(&mut Parser<'_>) -> Result<T, Fault>,
) -> Result<T> {
    let scope = Scope {
        names,
        known: names.len(),
        what: What::Question,
    };
    let flat = text.replace(['\n', '\r'], " ");
    tokens(&flat)
        .and_then(|(found, end)| read(&mut Parser::new(&found, end, scope)))
        .map_err(|fault| {
            Error::input(format!(
                "`{}`, column {}: {}",
                shorten(&flat),
                fault.column,
                fault.message
            ))
        })
}
