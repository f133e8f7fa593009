//! Reads operands: literals, words, opening brackets, and the signs before them.

use super::scripts::is_word as is_script_word;
use super::{Brace, Entry, Parser, Waiting, closing, is_taken, loopy_name};
use crate::error::{Error, Result};
use crate::misere;
use crate::operations;
use crate::tree::*;
use num_rational::BigRational;

impl Parser {
    /// Reads prefixes and one operand, or the end of an empty bracket.
    pub(super) fn operand(&mut self) -> Result<()> {
        loop {
            self.cursor.blanks();
            let column = self.cursor.column();
            let c = self.cursor.peek();
            if c.is_ascii_digit() {
                let number = self.number()?;
                if self.packed(number, column)? {
                    return Ok(());
                }
                continue;
            }
            match c {
                '-' | '−' => {
                    self.cursor.at += 1;
                    if self.cursor.peek().is_ascii_digit() {
                        let mark = self.cursor.at;
                        if let Some(number) = self.number()? {
                            // `-2**3` is the negative of a power.
                            let rest = self.cursor.at;
                            let power = self.is_power()
                                || (self.cursor.blanks() && self.cursor.starts_with("^ "))
                                || self.cursor.starts_with("**")
                                || self.cursor.starts_with("/");
                            self.cursor.at = rest;
                            if !power {
                                if self.packed(Some(-number), column)? {
                                    return Ok(());
                                }
                                continue;
                            }
                        }
                        self.cursor.at = mark;
                    }
                    self.push(Entry::Unary(Unary::Minus), column);
                }
                '±' => {
                    self.cursor.at += 1;
                    self.push(Entry::Unary(Unary::Switch), column);
                }
                '+' => {
                    self.cursor.at += 1;
                    if self.cursor.eat("-") {
                        self.push(Entry::Unary(Unary::Switch), column);
                    }
                }
                '(' => {
                    self.cursor.at += 1;
                    self.push(Entry::Paren, column);
                }
                '[' => {
                    self.cursor.at += 1;
                    if self.list(false, column)? {
                        return Ok(());
                    }
                }
                '{' => {
                    self.cursor.at += 1;
                    self.brace(None, false, column);
                    if self.empty_group()? {
                        return Ok(());
                    }
                }
                '\'' if self.cursor.ahead(1) == '{' => {
                    self.cursor.at += 2;
                    self.brace(None, true, column);
                    if self.empty_group()? {
                        return Ok(());
                    }
                }
                '"' => {
                    let text = self.cursor.quoted()?;
                    return self.put(Node::Text(text), column);
                }
                '⧾' | '⧿' => {
                    self.cursor.at += 1;
                    let name = if c == '⧾' { "tiny" } else { "miny" };
                    self.word_operation(name, column)?;
                }
                '∗' | '⋆' | '★' | '*' | '^' | '↑' | '⇑' | '↓' | '⇓' => {
                    let packed = self.cursor.packed(None)?;
                    if packed.ups.is_some() || packed.star.is_some() {
                        if self.literal(packed, column)? {
                            return Ok(());
                        }
                        continue;
                    }
                    // `*(n)`, `*[…]`, `*n` of a variable.
                    self.cursor.at += 1;
                    if let Some(text) = self.short_misere() {
                        return self.put(Node::Misere(text), column);
                    }
                    if self.cursor.peek() == '[' {
                        self.cursor.at += 1;
                        if self.list(true, column)? {
                            return Ok(());
                        }
                    } else {
                        self.push(Entry::Unary(Unary::Star), column);
                    }
                }
                _ => {
                    if c == 'v' && self.is_down() {
                        if self.packed(None, column)? {
                            return Ok(());
                        }
                        continue;
                    }
                    let Some(word) = self.cursor.word() else {
                        return Err(self.no_operand());
                    };
                    if self.word(word, column)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// The inside of `[…]` if it is the short form of a misère game.
    pub(super) fn short_misere(&mut self) -> Option<String> {
        if self.cursor.peek() != '[' {
            return None;
        }
        let rest = &self.cursor.text[self.cursor.at..];
        let mut depth = 0_usize;
        let end = rest.iter().position(|c| {
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        let text: String = rest[1..end].iter().collect();
        if !misere::is_short_form(&text) {
            return None;
        }
        self.cursor.at += end + 1;
        Some(text)
    }

    pub(super) fn is_down(&self) -> bool {
        let word = self.cursor.look_word().unwrap_or_default();
        let rest = word.trim_start_matches('v');
        rest.is_empty() || rest.chars().all(|c| c.is_ascii_digit())
    }

    pub(super) fn no_operand(&self) -> Error {
        let column = self.cursor.column();
        if self.cursor.is_at_end() {
            if let Some(open) = self.stack.iter().rev().find(|w| w.entry.strength() == 0) {
                let close = closing(&open.entry);
                return Error::at(
                    open.column,
                    format!("the bracket that opens here is not closed; `{close}` is missing"),
                );
            }
            return Error::at(column, "a value is missing at the end, as in 1 + *2");
        }
        let here = self.cursor.here();
        match self.stack.last() {
            Some(Waiting {
                entry: Entry::Brace(_),
                ..
            }) if matches!(self.cursor.peek(), '|' | '}') => Error::at(
                column,
                "an option is missing behind the comma; write {1,2|0}, or {1|0} for one option",
            ),
            _ => Error::at(
                column,
                format!(
                    "a value should stand here, not {here}; values look like 3/2, *2, ^, {{1|-1}}"
                ),
            ),
        }
    }

    /// Does what is read now stand behind the sign of a power?
    fn is_exponent(&self) -> bool {
        let mut waiting = self.stack.iter().rev();
        let last = waiting.find(|w| !matches!(w.entry, Entry::Unary(Unary::Minus)));
        matches!(last.map(|w| &w.entry), Some(Entry::Binary(Binary::Power)))
    }

    /// Is the `^` behind the number just read the sign of a power?
    fn is_power(&self) -> bool {
        let beside_division = matches!(
            self.stack.last().map(|w| &w.entry),
            Some(Entry::Binary(Binary::Divide | Binary::Remainder))
        );
        self.cursor.is_power(beside_division)
    }

    /// A number; exponents are integers, so that `2**3/4` divides the power.
    fn number(&mut self) -> Result<Option<BigRational>> {
        if self.is_exponent() {
            return Ok(self.cursor.integer()?.map(BigRational::from));
        }
        self.cursor.number()
    }

    pub(super) fn packed(&mut self, number: Option<BigRational>, column: usize) -> Result<bool> {
        if number.is_some() && (self.is_exponent() || self.is_power()) {
            let packed = Packed {
                number,
                ups: None,
                star: None,
            };
            self.put(Node::Packed(packed), column)?;
            return Ok(true);
        }
        let packed = self.cursor.packed(number)?;
        self.literal(packed, column)
    }

    /// Puts a literal; false if what is written beside it follows.
    pub(super) fn literal(&mut self, packed: Packed, column: usize) -> Result<bool> {
        let bare = packed.ups.is_none() && packed.star.is_none();
        if let Some(ups) = &packed.ups
            && let Some(Waiting {
                entry: Entry::Unary(Unary::Switch),
                ..
            }) = self.stack.last()
            && packed.number.is_some()
        {
            let arrow = if ups.down { "v" } else { "^" };
            return Err(Error::at(
                column,
                format!("is the arrow inside the switch? write +-(1{arrow}) or (+-1) + {arrow}"),
            ));
        }
        self.put(Node::Packed(packed), column)?;
        let c = self.cursor.peek();
        if matches!(c, '^' | '↑') && !self.cursor.ahead(1).is_whitespace() {
            return Err(self.power_form());
        }
        if !bare && c.is_ascii_digit() {
            return Err(Error::at(
                self.cursor.column(),
                "this number has no sign before it; write a sum as 1 + 2",
            ));
        }
        let word = self.cursor.look_word().unwrap_or_default();
        let beside = matches!(
            word.to_lowercase().as_str(),
            "over" | "under" | "tiny" | "miny" | "upon" | "on" | "off"
        ) || matches!(c, '⧾' | '⧿');
        if beside {
            self.push(Entry::Beside, self.cursor.column());
        }
        Ok(!beside)
    }

    pub(super) fn power_form(&self) -> Error {
        Error::at(
            self.cursor.column(),
            "a power is written with two stars, as in 2**40; 2^3 is 2 + 3·up",
        )
    }

    /// A word where a value is expected. True if the operand is complete.
    pub(super) fn word(&mut self, word: String, column: usize) -> Result<bool> {
        if word == "Player" && self.cursor.peek() == '.' {
            self.cursor.at += 1;
            let side = self.cursor.word().unwrap_or_default();
            return match side.as_str() {
                "Left" | "Right" => self
                    .put(Node::Player(side == "Left"), column)
                    .map(|()| true),
                _ => Err(Error::at(
                    column,
                    "a player is Left or Right, as in G.Stop(Left)",
                )),
            };
        }
        if word == "game" && self.cursor.eat(".heap.TakeAndBreak(") {
            return self.heap_of_code(column);
        }
        let label = self.stack.iter().rev().find_map(|w| match &w.entry {
            Entry::Brace(Brace {
                label: Some((name, serial)),
                ..
            }) if *name == word => Some(*serial),
            _ => None,
        });
        if self.cursor.peek() == '{' && !is_taken(&word) {
            self.cursor.at += 1;
            self.labels += 1;
            let serial = self.labels;
            self.brace(Some((word, serial)), false, column);
            return self.empty_group();
        }
        if let Some(serial) = label {
            self.put(Node::Label(serial), column)?;
            return Ok(true);
        }
        let node = match word.as_str() {
            "pass" => {
                let inside = self
                    .stack
                    .iter()
                    .any(|w| matches!(w.entry, Entry::Brace(_)));
                if !inside {
                    return Err(Error::at(
                        column,
                        "`pass` stands in braces and leads back to them, as in {0|pass}",
                    ));
                }
                Node::Pass
            }
            "Left" | "left" | "Right" | "right" => Node::Player(word.starts_with(['L', 'l'])),
            "true" => Node::Truth(true),
            "false" => Node::Truth(false),
            "not" => {
                self.push(Entry::Unary(Unary::Not), column);
                return Ok(false);
            }
            "for" => return self.script(&word, column),
            _ if is_script_word(&word) => return self.script(&word, column),
            "omega" | "ω" => Node::Omega,
            "inf" => Node::Infinite,
            _ => match loopy_name(&word) {
                Some(name) => Node::Loopy(name),
                None if operations::find(&word).is_some() => {
                    return self.word_operation(&word, column);
                }
                None => Node::Name(word),
            },
        };
        self.put(node, column)?;
        Ok(true)
    }

    /// A heap as the standard tool writes it, `game.heap.TakeAndBreak("0.77")(5)`: the misère form of a heap of 5.
    fn heap_of_code(&mut self, column: usize) -> Result<bool> {
        let code = match self.cursor.peek() {
            '"' => self.cursor.quoted()?,
            _ => String::new(),
        };
        match operations::find("MisereHeap") {
            Some(heap) if !code.is_empty() && self.cursor.eat(")(") => {
                let code = self.add(Node::Text(code), column)?;
                self.push(Entry::Call(heap, vec![code]), column);
                Ok(false)
            }
            _ => Err(Error::at(
                column,
                "a heap is written with its code and size, as in game.heap.TakeAndBreak(\"0.77\")(5)",
            )),
        }
    }

    /// An operation where a value is expected: `mean(G)`, or `tiny 1` without parentheses. True if the operand is complete.
    pub(super) fn word_operation(&mut self, word: &str, column: usize) -> Result<bool> {
        let Some(operation) = operations::find(word) else {
            return Err(Error::at(column, operations::unknown(word)));
        };
        let blanks = self.cursor.blanks();
        if self.cursor.peek() == '(' {
            self.cursor.at += 1;
            self.push(Entry::Call(operation, vec![]), column);
            self.cursor.blanks();
            if self.cursor.peek() == ')' {
                self.close_paren()?;
                return Ok(true);
            }
            return Ok(false);
        }
        let c = self.cursor.peek();
        let follows = !self.cursor.is_at_end()
            && (blanks || c == '{' || !word.is_ascii() || c.is_ascii_digit());
        let starts = c.is_alphanumeric()
            || matches!(c, '{' | '\'' | '*' | '^' | '↑' | '↓' | '+' | '-' | '±');
        if operation.arity() == 1 && follows && starts {
            self.push(Entry::Prefix(operation), column);
            return Ok(false);
        }
        Err(Error::at(
            column,
            format!(
                "{} is an operation; write {}",
                operation.name, operation.example.0
            ),
        ))
    }
}
