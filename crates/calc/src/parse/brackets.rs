//! Opens and closes braces, lists and parentheses.

use super::{Brace, Entry, LIST_BY_RULE, ListFrame, Parser, Waiting, closing};
use crate::error::{Error, Result};
use crate::tree::*;

impl Parser {
    pub(super) fn brace(&mut self, label: Option<(String, u32)>, quoted: bool, column: usize) {
        let brace = Brace {
            groups: vec![vec![]],
            bars: vec![],
            label,
            quoted,
        };
        self.push(Entry::Brace(brace), column);
    }

    /// Behind an opening brace or a bar: does the group end at once, and with it the brace?
    pub(super) fn empty_group(&mut self) -> Result<bool> {
        loop {
            self.cursor.blanks();
            match self.cursor.peek() {
                '|' => self.bar()?,
                '}' => {
                    self.close_brace()?;
                    return Ok(true);
                }
                _ => return Ok(false),
            }
        }
    }

    /// Reads a run of bars inside braces.
    pub(super) fn bar(&mut self) -> Result<()> {
        let column = self.cursor.column();
        let mut n = 0;
        while self.cursor.eat("|") {
            n += 1;
        }
        match self.stack.last_mut() {
            Some(Waiting {
                entry: Entry::Brace(b),
                ..
            }) => {
                b.bars.push((n, column));
                b.groups.push(vec![]);
                Ok(())
            }
            _ => Err(Error::at(
                column,
                "a bar stands between the options in braces, as in {1|-1}",
            )),
        }
    }

    pub(super) fn list(&mut self, misere: bool, column: usize) -> Result<bool> {
        let frame = ListFrame {
            misere,
            start: self.tree.nodes.len(),
            ..ListFrame::default()
        };
        self.push(Entry::List(frame), column);
        self.cursor.blanks();
        if self.cursor.peek() == ']' {
            self.close_list()?;
            return Ok(true);
        }
        Ok(false)
    }

    /// The bracket that waits must be the one that closes here.
    pub(super) fn check_close(&self, close: char) -> Result<()> {
        let column = self.cursor.column();
        let Some(open) = self.stack.last() else {
            let open = match close {
                ')' => '(',
                ']' => '[',
                _ => '{',
            };
            return Err(Error::at(
                column,
                format!("there is no `{open}` for this `{close}`"),
            ));
        };
        let right = closing(&open.entry);
        if right.starts_with(close) && right.len() == 1 {
            return Ok(());
        }
        Err(Error::at(
            column,
            format!(
                "`{right}` should close the bracket of column {}, not `{close}`",
                open.column
            ),
        ))
    }

    /// Takes the finished operand into the open bracket, before a comma, a bar or the end.
    pub(super) fn item(&mut self) -> Result<()> {
        let column = self.cursor.column();
        let Some(id) = self.operands.pop() else {
            return Err(self.no_operand());
        };
        match self.stack.last_mut().map(|w| &mut w.entry) {
            Some(Entry::Call(_, arguments)) => arguments.push(id),
            Some(Entry::List(l)) => match l.by_rule {
                None => l.items.push(id),
                Some(_) => self.operands.push(id),
            },
            Some(Entry::Brace(b)) => {
                if let Some(group) = b.groups.last_mut() {
                    group.push(id);
                }
            }
            _ => {
                return Err(Error::at(
                    column,
                    "a comma stands in brackets: a list is written [1,2], a set of options {1,2}",
                ));
            }
        }
        Ok(())
    }

    /// Closes parentheses; for a call without arguments no operand waits.
    pub(super) fn close_paren(&mut self) -> Result<()> {
        let Some(Waiting { entry, column }) = self.stack.pop() else {
            return Ok(());
        };
        if let Entry::Call(o, mut arguments) = entry {
            let before = self.cursor.text[..self.cursor.at]
                .iter()
                .rev()
                .find(|c| !c.is_whitespace());
            if before != Some(&'(') {
                match self.operands.pop() {
                    Some(id) => arguments.push(id),
                    None => return Err(self.no_operand()),
                }
            }
            self.cursor.at += 1;
            return self.call(o, arguments, column);
        }
        self.cursor.at += 1;
        Ok(())
    }

    pub(super) fn close_list(&mut self) -> Result<()> {
        let Some(Waiting {
            entry: Entry::List(l),
            column,
        }) = self.stack.pop()
        else {
            return Ok(());
        };
        self.cursor.at += 1;
        let node = match l.by_rule {
            None if l.misere => {
                let id = self.add(Node::List(l.items), column)?;
                Node::Unary(Unary::Star, id)
            }
            None => Node::List(l.items),
            Some(rule) => {
                let last = self.operands.pop();
                let source = match (rule.from, last, rule.is_in) {
                    (None, Some(list), true) => Source::In(list),
                    (Some(a), Some(b), false) => Source::Range(a, b),
                    _ => return Err(Error::at(column, LIST_BY_RULE)),
                };
                Node::For(For {
                    variable: rule.variable,
                    source,
                    body: Body {
                        start: l.start,
                        root: rule.body,
                    },
                    yields: true,
                })
            }
        };
        self.put(node, column)
    }

    pub(super) fn close_brace(&mut self) -> Result<()> {
        let Some(Waiting {
            entry: Entry::Brace(b),
            column,
        }) = self.stack.pop()
        else {
            return Ok(());
        };
        self.cursor.at += 1;
        if b.quoted && !self.cursor.eat("'") {
            return Err(Error::at(
                self.cursor.column(),
                "an explicit form ends with }', as in '{1|0}'",
            ));
        }
        let id = self.pairs(b, column)?;
        self.operands.push(id);
        Ok(())
    }

    /// Braces with runs of bars are nested pairs: the longest run binds loosest.
    pub(super) fn pairs(&mut self, brace: Brace, column: usize) -> Result<Id> {
        let mut groups = brace.groups.into_iter();
        let mut right = groups.next().unwrap_or_default();
        if brace.bars.is_empty() {
            if brace.quoted || brace.label.is_some() {
                return Err(Error::at(
                    column,
                    "the bar between Left's and Right's options is missing, as in {1|0}",
                ));
            }
            return self.add(Node::Set(right), column);
        }
        let quoted = brace.quoted;
        // Pairs whose right side is still open, outermost first.
        let mut open: Vec<(Vec<Id>, usize, usize)> = vec![];
        for ((n, at), next) in brace.bars.into_iter().zip(groups) {
            while let Some(last) = open.last() {
                if last.1 > n {
                    break;
                }
                if last.1 == n {
                    return Err(Error::at(
                        at,
                        format!(
                            "two runs of {n} bar(s) leave open which pair is inside; write {{2||1|0}} for {{2|{{1|0}}}}"
                        ),
                    ));
                }
                if let Some((left, _, at)) = open.pop() {
                    right = vec![self.pair(left, right, None, quoted, at)?];
                }
            }
            open.push((right, n, at));
            right = next;
        }
        while let Some((left, _, at)) = open.pop() {
            let label = if open.is_empty() {
                brace.label.as_ref().map(|l| l.1)
            } else {
                None
            };
            let at = if open.is_empty() { column } else { at };
            right = vec![self.pair(left, right, label, quoted, at)?];
        }
        Ok(right[0])
    }

    pub(super) fn pair(
        &mut self,
        left: Vec<Id>,
        right: Vec<Id>,
        label: Option<u32>,
        quoted: bool,
        column: usize,
    ) -> Result<Id> {
        let node = Node::Pair(Pair {
            left,
            right,
            label,
            quoted,
        });
        self.add(node, column)
    }
}
