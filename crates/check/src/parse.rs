//! Reads a rule file: `game`, `heap`/`heaps`, `where`, `move` lines; a recursive descent over the words of each line.

use crate::expression::{KEYWORDS, Reader};
use crate::rules::{Bound, Cond, Expr, Move, Player, Rules};
use crate::words::Token;
use crate::{Error, Result};

/// Loop variables of a move line, and heaps that it leaves, at most.
const MOST_LOOPS: usize = 64;

/// Reads the text of a `.game` file at heap level.
pub(crate) fn parse(text: &str) -> Result<Rules> {
    let (mut name, mut heaps, mut sums) = (None, None::<Vec<String>>, false);
    let mut domain = Vec::new();
    let mut moves = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = |e: Error| e.at(format_args!("the rules, line {}", number + 1));
        let line = line.split('#').next().unwrap_or("").trim();
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let names = heaps.as_deref().unwrap_or(&[]);
        match head {
            "" | "rules" | "cite" => {}
            "game" if name.is_none() && !rest.trim().is_empty() => {
                name = Some(rest.trim().to_string())
            }
            "heap" | "heaps" if heaps.is_none() => {
                heaps = Some(read_heaps(rest, head).map_err(place)?);
                sums = head == "heap";
            }
            "where" if heaps.is_some() => {
                let mut reader = Reader::new(rest, names).map_err(place)?;
                let cond = reader
                    .conditions()
                    .and_then(|c| reader.finish(c))
                    .map_err(place)?;
                domain.push(cond);
            }
            "move" | "left" | "right" if heaps.is_some() => {
                let (who, rest) = match (head, rest.trim_start().split_once(char::is_whitespace)) {
                    ("move", _) => (None, rest),
                    ("left", Some(("move", r))) => (Some(Player::Left), r),
                    ("right", Some(("move", r))) => (Some(Player::Right), r),
                    _ => {
                        return Err(place(Error::malformed(
                            "write `left move …` or `right move …`",
                        )));
                    }
                };
                let mut reader = Reader::new(rest, names).map_err(place)?;
                let m = reader
                    .move_line(number + 1, who, sums)
                    .and_then(|m| reader.finish(m))
                    .map_err(place)?;
                moves.push(m);
            }
            _ => {
                return Err(place(Error::malformed(format!(
                    "`{head}` is out of place; a rule file has one `game NAME`, one `heap n` or `heaps a b …`, then `where` and `move` lines"
                ))));
            }
        }
    }
    let missing = |what| Error::malformed(format!("the rules have no line `{what}`"));
    Ok(Rules {
        name: name.ok_or_else(|| missing("game NAME"))?,
        heaps: heaps.ok_or_else(|| missing("heap n` or `heaps a b …"))?,
        sums,
        domain: Cond::And(domain),
        moves,
    })
}

fn read_heaps(rest: &str, head: &str) -> Result<Vec<String>> {
    let names: Vec<String> = rest.split_whitespace().map(str::to_string).collect();
    let word = |s: &String| {
        s.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && s.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !KEYWORDS.contains(&s.as_str())
    };
    let distinct = (1..names.len()).all(|i| !names[..i].contains(&names[i]));
    let count = if head == "heap" {
        names.len() == 1
    } else {
        (1..=8).contains(&names.len())
    };
    if !names.iter().all(word) || !distinct || !count {
        return Err(Error::malformed(
            "write `heap n`, or `heaps` and one to eight different names as in `heaps a b`",
        ));
    }
    Ok(names)
}

impl Reader {
    /// `TARGETS [for] x in lo..hi, … [where COND]`. The targets use the loop variables, so the loops are read first.
    fn move_line(&mut self, line: usize, who: Option<Player>, sums: bool) -> Result<Move> {
        let heaps = self.names.len();
        let is = |t: Option<&Token>, word: &str| matches!(t, Some(Token::Name(s)) if s == word);
        let loops = (0..self.tokens.len())
            .find(|&i| {
                ["for", "where"].iter().any(|w| is(self.tokens.get(i), w))
                    || is(self.tokens.get(i + 1), "in")
            })
            .unwrap_or(self.tokens.len());
        self.at = loops;
        let mut bounds = Vec::new();
        let written_for = self.word("for");
        if written_for || is(self.tokens.get(self.at + 1), "in") {
            loop {
                let name = self.name()?;
                if self.names.contains(&name) {
                    return Err(Error::malformed(format!("the name `{name}` is used twice")));
                }
                if !self.word("in") {
                    return Err(Error::malformed(format!(
                        "the loop variable `{name}` has no bounds; write `for {name} in 1..n`"
                    )));
                }
                let lo = self.sum()?;
                self.need("..")?;
                let hi = self.sum()?;
                if bounds.len() == MOST_LOOPS {
                    return Err(Error::malformed(format!(
                        "a move has more than {MOST_LOOPS} loop variables"
                    )));
                }
                self.names.push(name.clone());
                bounds.push(Bound { name, lo, hi });
                if !self.sign(",") && !self.word("for") {
                    break;
                }
            }
        }
        let guard = if self.word("where") {
            self.conditions()?
        } else {
            Cond::And(Vec::new())
        };
        self.finish(())?;
        self.at = 0;
        let tail = self.tokens.split_off(loops);
        let results = self.targets(heaps, sums)?;
        self.finish(())?;
        self.tokens.extend(tail);
        self.at = self.tokens.len();
        Ok(Move {
            line,
            who,
            bounds,
            guard,
            results,
        })
    }

    fn targets(&mut self, heaps: usize, sums: bool) -> Result<Vec<Expr>> {
        let mut results: Vec<Option<Expr>> = vec![None; heaps];
        loop {
            let name = self.name()?;
            let Some(heap) = self.names[..heaps].iter().position(|h| *h == name) else {
                return Err(Error::malformed(format!(
                    "`{name}` is not a heap of this game"
                )));
            };
            if sums && results[heap].is_none() && self.sign("->") {
                let mut out = Vec::new();
                while self.at < self.tokens.len() {
                    if !out.is_empty() {
                        self.need(",")?;
                    }
                    out.push(self.sum()?);
                    if out.len() > MOST_LOOPS {
                        return Err(Error::malformed(format!(
                            "a move leaves more than {MOST_LOOPS} heaps"
                        )));
                    }
                }
                return Ok(out);
            }
            let old = Expr::Var(heap);
            let new = if self.sign("-=") {
                Expr::Sum(vec![old, Expr::Neg(Box::new(self.sum()?))])
            } else if self.sign("+=") {
                Expr::Sum(vec![old, self.sum()?])
            } else if self.sign("=") {
                self.sum()?
            } else {
                let wanted = if sums {
                    "`->`, `-=`, `+=` or `=`"
                } else {
                    "`-=`, `+=` or `=`"
                };
                return Err(self.unexpected(wanted));
            };
            if results[heap].replace(new).is_some() {
                return Err(Error::malformed(format!(
                    "the heap `{name}` is given two new values"
                )));
            }
            if !self.sign(",") {
                break;
            }
        }
        Ok(results
            .into_iter()
            .enumerate()
            .map(|(i, r)| r.unwrap_or(Expr::Var(i)))
            .collect())
    }
}
