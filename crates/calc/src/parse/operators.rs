//! Reads what follows an operand: signs, operations by name, methods; and applies what waits on the stack.

use super::scripts::is_word;
use super::{Entry, LIST_BY_RULE, ListFrame, Parser, Rule, Waiting, closing, loop_head};
use crate::error::{Error, Result};
use crate::operations;
use crate::tree::*;

impl Parser {
    /// Reads what follows an operand. False at the end of the statement.
    pub(super) fn operator(&mut self) -> Result<bool> {
        loop {
            let at = self.cursor.at;
            let spaced = self.cursor.blanks();
            let column = self.cursor.column();
            if self.cursor.peek() == ';' && self.is_in_body() {
                self.reduce(1)?;
                self.finish_statement()?;
                if !self.next_statement()? {
                    return Ok(true);
                }
                continue;
            }
            if self.cursor.is_at_end() || self.cursor.peek() == ';' {
                self.reduce(1)?;
                let mut open = self.stack.iter().rev();
                if let Some(open) = open.find(|w| !matches!(w.entry, Entry::Assign(_))) {
                    let close = closing(&open.entry);
                    return Err(Error::at(
                        open.column,
                        format!("the bracket that opens here is not closed; `{close}` is missing"),
                    ));
                }
                return Ok(false);
            }
            match self.cursor.peek() {
                ')' => {
                    self.reduce(1)?;
                    self.check_close(')')?;
                    self.close_paren()?;
                }
                ']' => {
                    self.reduce(1)?;
                    self.check_close(']')?;
                    self.item()?;
                    self.close_list()?;
                }
                '}' => {
                    self.reduce(1)?;
                    self.check_close('}')?;
                    self.item()?;
                    self.close_brace()?;
                }
                ',' => {
                    self.reduce(1)?;
                    self.item()?;
                    if let Some(Waiting {
                        entry:
                            Entry::List(ListFrame {
                                by_rule: Some(_), ..
                            }),
                        ..
                    }) = self.stack.last()
                    {
                        return Err(Error::at(column, LIST_BY_RULE));
                    }
                    self.cursor.at += 1;
                    return Ok(true);
                }
                '|' if self.cursor.ahead(1) != '>' && self.is_directly_in_braces() => {
                    self.reduce(1)?;
                    self.item()?;
                    self.bar()?;
                    if !self.empty_group()? {
                        return Ok(true);
                    }
                }
                '.' => {
                    if self.dot(column)? {
                        return Ok(true);
                    }
                }
                _ => {
                    if let Some(word) = self.cursor.look_word() {
                        let closed = at > 0 && matches!(self.cursor.text[at - 1], ')' | ']' | '}');
                        if !spaced && !closed {
                            let before: String =
                                self.cursor.text[..at].iter().rev().take(1).collect();
                            return Err(Error::at(
                                column,
                                format!(
                                    "`{word}` is written against `{before}`; write an operation as G.Mean, A NortonProduct B or 2*{word}"
                                ),
                            ));
                        }
                        if is_word(&word) {
                            self.cursor.word();
                            self.reduce(1)?;
                            if self.is_in_body() {
                                self.finish_statement()?;
                            }
                            if self.script_word(&word, column)? {
                                return Ok(true);
                            }
                            continue;
                        }
                        return self.infix(word, column);
                    }
                    self.sign(spaced, column)?;
                    return Ok(true);
                }
            }
        }
    }

    /// Does a brace wait, with no other bracket inside it?
    pub(super) fn is_directly_in_braces(&self) -> bool {
        let open = self.stack.iter().rev().find(|w| w.entry.strength() == 0);
        matches!(
            open,
            Some(Waiting {
                entry: Entry::Brace(_),
                ..
            })
        )
    }

    pub(super) fn sign(&mut self, spaced: bool, column: usize) -> Result<()> {
        const SIGNS: [(&str, Binary); 27] = [
            ("**", Binary::Power),
            ("*", Binary::Times),
            ("×", Binary::Times),
            ("·", Binary::Times),
            ("⋆", Binary::Times),
            ("∗", Binary::Times),
            ("/", Binary::Divide),
            ("%", Binary::Remainder),
            ("+", Binary::Add),
            ("-", Binary::Subtract),
            ("−", Binary::Subtract),
            (":", Binary::Ordinal),
            ("&", Binary::Sides),
            ("==", Binary::Compare(Relation::Equal)),
            ("=", Binary::Compare(Relation::Equal)),
            ("!=", Binary::Compare(Relation::Unequal)),
            ("≠", Binary::Compare(Relation::Unequal)),
            ("<>", Binary::Compare(Relation::Confused)),
            ("||", Binary::Compare(Relation::Confused)),
            ("<=", Binary::Compare(Relation::LessOrEqual)),
            ("≤", Binary::Compare(Relation::LessOrEqual)),
            (">=", Binary::Compare(Relation::GreaterOrEqual)),
            ("≥", Binary::Compare(Relation::GreaterOrEqual)),
            ("<|", Binary::Compare(Relation::LessOrConfused)),
            ("|>", Binary::Compare(Relation::GreaterOrConfused)),
            ("<", Binary::Compare(Relation::Less)),
            (">", Binary::Compare(Relation::Greater)),
        ];
        if self.cursor.starts_with(":=") {
            return Err(Error::at(
                column,
                "only a name can be given a value, at the start of a statement: G := {1|-1}",
            ));
        }
        if self.cursor.starts_with("+-") || self.cursor.peek() == '±' {
            let n = if self.cursor.peek() == '±' { 1 } else { 2 };
            self.cursor.at += n;
            self.binary(Entry::Binary(Binary::Add), column)?;
            self.push(Entry::Unary(Unary::Switch), column);
            return Ok(());
        }
        if self.cursor.peek() == '|'
            && !self.cursor.starts_with("||")
            && !self.cursor.starts_with("|>")
        {
            return Err(Error::at(
                column,
                "a bar stands between the options in braces, as in {1|-1}",
            ));
        }
        if matches!(self.cursor.peek(), '^' | '↑') {
            let next = self.cursor.ahead(1);
            let is_power = if spaced {
                next.is_whitespace()
            } else {
                next.is_alphanumeric()
                    || next == '('
                    || (next == '-' && self.cursor.ahead(2).is_ascii_digit())
            };
            if self.cursor.peek() == '↑' || !is_power {
                return Err(self.power_form());
            }
            self.cursor.at += 1;
            return self.binary(Entry::Binary(Binary::Power), column);
        }
        let Some((sign, binary)) = SIGNS.iter().find(|s| self.cursor.starts_with(s.0)) else {
            return Err(Error::at(
                column,
                format!(
                    "an operator should stand here, not {}; write a sum as G + H, a product as 2 * G",
                    self.cursor.here()
                ),
            ));
        };
        self.cursor.eat(sign);
        let after_star = self
            .operands
            .last()
            .is_some_and(|&i| matches!(&self.tree.nodes[i], Node::Packed(p) if p.star.is_some()));
        if *sign == "*" && (spaced || after_star) && self.cursor.peek().is_ascii_digit() {
            return Err(Error::at(
                column,
                "is this a product or a nimber? write 2 * 3 for the product, 2*3 or 2 + *3 for the sum",
            ));
        }
        self.binary(Entry::Binary(*binary), column)
    }

    pub(super) fn binary(&mut self, entry: Entry, column: usize) -> Result<()> {
        let strength = entry.strength();
        let right = matches!(entry, Entry::Binary(Binary::Power));
        self.reduce(if right { strength + 1 } else { strength })?;
        self.push(entry, column);
        Ok(())
    }

    pub(super) fn infix(&mut self, word: String, column: usize) -> Result<bool> {
        if let Some(b) = match word.as_str() {
            "and" => Some(Binary::And),
            "or" => Some(Binary::Or),
            _ => None,
        } {
            self.cursor.word();
            self.binary(Entry::Binary(b), column)?;
            return Ok(true);
        }
        if matches!(word.as_str(), "for" | "in" | "from" | "to") {
            self.reduce(1)?;
            self.cursor.word();
            if word == "to" && self.range_to() {
                return Ok(true);
            }
            self.keyword(&word, column)?;
            return Ok(true);
        }
        match operations::find(&word) {
            Some(o) if o.arity() == 2 => {
                self.cursor.word();
                self.binary(Entry::Infix(o), column)?;
                Ok(true)
            }
            Some(o) => Err(Error::at(
                column,
                format!(
                    "{} does not stand between two values; write {}",
                    o.name, o.example.0
                ),
            )),
            None => Err(Error::at(
                column,
                format!(
                    "an operator should stand here, not `{word}`; {}",
                    operations::unknown(&word)
                ),
            )),
        }
    }

    /// `for x in LIST`, `for x from A to B` at the end of a list.
    pub(super) fn keyword(&mut self, word: &str, column: usize) -> Result<()> {
        let wrong = || Error::at(column, LIST_BY_RULE);
        let operand = self.operands.pop().ok_or_else(wrong)?;
        let Some(Waiting {
            entry: Entry::List(l),
            ..
        }) = self.stack.last_mut()
        else {
            return Err(wrong());
        };
        match (word, &mut l.by_rule) {
            ("for", None) if l.items.is_empty() && !l.misere => {
                let (variable, is_in) = loop_head(&mut self.cursor).ok_or_else(wrong)?;
                l.by_rule = Some(Rule {
                    body: operand,
                    variable,
                    is_in,
                    from: None,
                });
                Ok(())
            }
            ("to", Some(rule)) if rule.from.is_none() && !rule.is_in => {
                rule.from = Some(operand);
                Ok(())
            }
            _ => Err(wrong()),
        }
    }

    /// `.Name`, `.Name(…)`, or `n.G` for a multiple. True if an operand must follow.
    pub(super) fn dot(&mut self, column: usize) -> Result<bool> {
        while matches!(
            self.stack.last(),
            Some(Waiting {
                entry: Entry::Beside | Entry::Unary(Unary::Star),
                ..
            })
        ) {
            self.reduce_one()?;
        }
        self.cursor.at += 1;
        if matches!(self.cursor.peek(), '{' | '(' | '^' | '*') {
            self.binary(Entry::Binary(Binary::Times), column)?;
            return Ok(true);
        }
        let name_column = self.cursor.column();
        let Some(word) = self.cursor.word() else {
            return Err(Error::at(
                column,
                "the name of an operation follows the dot, as in G.Mean or G.Cool(1)",
            ));
        };
        let Some(operation) = operations::find(&word) else {
            return Err(Error::at(name_column, operations::unknown(&word)));
        };
        let Some(receiver) = self.operands.pop() else {
            return Err(self.no_operand());
        };
        if self.cursor.peek() == '(' {
            self.cursor.at += 1;
            self.push(Entry::Call(operation, vec![receiver]), name_column);
            self.cursor.blanks();
            if self.cursor.peek() != ')' {
                return Ok(true);
            }
            self.close_paren()?;
            return Ok(false);
        }
        self.call(operation, vec![receiver], name_column)?;
        Ok(false)
    }

    /// Applies what waits on the stack and binds at least so tightly.
    pub(super) fn reduce(&mut self, strength: u8) -> Result<()> {
        while self
            .stack
            .last()
            .is_some_and(|w| w.entry.strength() >= strength)
        {
            self.reduce_one()?;
        }
        Ok(())
    }

    pub(super) fn reduce_one(&mut self) -> Result<()> {
        let Some(Waiting { entry, column }) = self.stack.pop() else {
            return Ok(());
        };
        let Some(b) = self.operands.pop() else {
            return Err(self.no_operand());
        };
        match entry {
            Entry::Unary(u) => self.put(Node::Unary(u, b), column),
            Entry::Prefix(o) => self.call(o, vec![b], column),
            Entry::Binary(_) | Entry::Infix(_) | Entry::Beside => {
                let Some(a) = self.operands.pop() else {
                    return Err(self.no_operand());
                };
                match entry {
                    Entry::Binary(op) => self.put(Node::Binary(op, a, b), column),
                    Entry::Infix(o) => self.call(o, vec![a, b], column),
                    _ => self.put(Node::Binary(Binary::Add, a, b), column),
                }
            }
            Entry::Paren
            | Entry::Call(..)
            | Entry::List(_)
            | Entry::Brace(_)
            | Entry::Script(_)
            | Entry::Assign(_) => Ok(()),
        }
    }
}
