//! Statements inside an expression: `begin … end`, `for x in L do … end`, `while … do … end`, `if … then … else … end`.
//!
//! A body is a run of nodes that ends with its [`Node::Block`]; the evaluation skips bodies, and runs them when it is their turn.

use super::{Entry, Parser, Waiting, is_taken, loop_head};
use crate::error::{Error, Result};
use crate::tree::*;

/// What has been read of a script.
pub(super) struct Script {
    kind: Kind,
    /// The statements of the body that is being read, and its first node.
    items: Vec<Id>,
    start: Id,
    /// Are statements being read, and not a source or a condition?
    in_body: bool,
}

enum Kind {
    Begin,
    For {
        variable: String,
        is_in: bool,
        yields: bool,
        from: Option<Id>,
        source: Option<Source>,
    },
    While(Option<Body>),
    If {
        branches: Vec<Branch>,
        condition: Option<Body>,
        otherwise: bool,
    },
}

/// Words that begin, part or end scripts.
pub(super) fn is_word(word: &str) -> bool {
    matches!(
        word,
        "begin" | "end" | "do" | "yield" | "then" | "else" | "elseif" | "while" | "if" | "var"
    )
}

const FOR: &str = "a loop looks like for n from 1 to 9 do … end, or for x in [1,2,3] yield 2*x end";
const IF: &str = "a choice looks like if x > 0 then 1 else 2 end";

impl Parser {
    /// `begin`, `for`, `while` or `if` where a value is expected. True if the operand is complete.
    pub(super) fn script(&mut self, word: &str, column: usize) -> Result<bool> {
        let start = self.tree.nodes.len();
        let kind = match word {
            "begin" => Kind::Begin,
            "while" => Kind::While(None),
            "if" => Kind::If {
                branches: vec![],
                condition: None,
                otherwise: false,
            },
            "for" => {
                let wrong = || Error::at(column, FOR);
                let (variable, is_in) = loop_head(&mut self.cursor).ok_or_else(wrong)?;
                Kind::For {
                    variable,
                    is_in,
                    yields: false,
                    from: None,
                    source: None,
                }
            }
            _ => {
                return Err(Error::at(
                    column,
                    format!("`{word}` stands inside a script; {FOR}; {IF}"),
                ));
            }
        };
        let in_body = matches!(kind, Kind::Begin);
        let script = Script {
            kind,
            items: vec![],
            start,
            in_body,
        };
        self.push(Entry::Script(script), column);
        if in_body {
            return self.next_statement();
        }
        Ok(false)
    }

    /// The start of a statement of the innermost script. True if the script ends here.
    pub(super) fn next_statement(&mut self) -> Result<bool> {
        loop {
            self.cursor.blanks();
            if !self.cursor.eat(";") {
                break;
            }
        }
        let mark = self.cursor.at;
        let column = self.cursor.column();
        let Some(mut word) = self.cursor.look_word() else {
            return Ok(false);
        };
        if matches!(word.as_str(), "end" | "else" | "elseif") {
            self.cursor.word();
            return Ok(!self.script_word(&word, column)?);
        }
        if word == "var" {
            self.cursor.word();
            self.cursor.blanks();
            word = self.cursor.look_word().unwrap_or_default();
        }
        let begin = self.cursor.at;
        self.cursor.word();
        self.cursor.blanks();
        if self.cursor.eat(":=") {
            if is_taken(&word) {
                return Err(Error::at(
                    begin + 1,
                    format!("`{word}` has a meaning already; choose another name"),
                ));
            }
            self.push(Entry::Assign(word), column);
        } else {
            self.cursor.at = mark;
        }
        Ok(false)
    }

    /// Is a script with statements the innermost bracket?
    pub(super) fn is_in_body(&self) -> bool {
        let open = self
            .stack
            .iter()
            .rev()
            .find(|w| w.entry.strength() == 0 && !matches!(w.entry, Entry::Assign(_)));
        matches!(open, Some(Waiting { entry: Entry::Script(s), .. }) if s.in_body)
    }

    /// Takes the finished operand as a statement.
    pub(super) fn finish_statement(&mut self) -> Result<()> {
        let Some(mut id) = self.operands.pop() else {
            return Err(self.no_operand());
        };
        if let Some(Waiting {
            entry: Entry::Assign(_),
            ..
        }) = self.stack.last()
            && let Some(Waiting {
                entry: Entry::Assign(name),
                column,
            }) = self.stack.pop()
        {
            id = self.add(Node::Assign(name, id), column)?;
        }
        if let Some(Waiting {
            entry: Entry::Script(s),
            ..
        }) = self.stack.last_mut()
        {
            s.items.push(id);
        }
        Ok(())
    }

    /// The word that parts or ends a script, after what stands before it has been taken. True if an operand must follow.
    pub(super) fn script_word(&mut self, word: &str, column: usize) -> Result<bool> {
        let Some(Waiting {
            entry: Entry::Script(mut s),
            column: opened,
        }) = self.stack.pop()
        else {
            return Err(Error::at(
                column,
                format!("`{word}` has no script around it; {FOR}; {IF}"),
            ));
        };
        let wrong = |text: &str| Err(Error::at(column, text));
        if s.in_body && matches!(word, "end" | "else" | "elseif") {
            let root = self.add(Node::Block(std::mem::take(&mut s.items)), column)?;
            let body = Body {
                start: s.start,
                root,
            };
            s.start = self.tree.nodes.len();
            if let Kind::If {
                branches,
                condition,
                otherwise,
            } = &mut s.kind
                && (word != "end" || condition.is_some())
            {
                let Some(condition) = condition.take() else {
                    return wrong(IF);
                };
                branches.push(Branch { condition, body });
                match word {
                    "elseif" => s.in_body = false,
                    "else" => *otherwise = true,
                    _ => return self.end_script(s.kind, None, opened),
                }
                let elseif = word == "elseif";
                self.push(Entry::Script(s), opened);
                return if elseif {
                    Ok(true)
                } else {
                    Ok(!self.next_statement()?)
                };
            }
            if word != "end" {
                return wrong(IF);
            }
            return self.end_script(s.kind, Some(body), opened);
        }
        // A source or a condition ends.
        let operand = self.operands.pop();
        let (Some(root), false) = (operand, s.in_body) else {
            return wrong(match s.kind {
                Kind::If { .. } => IF,
                _ => FOR,
            });
        };
        let condition_read = Body {
            start: s.start,
            root,
        };
        match (&mut s.kind, word) {
            (
                Kind::For {
                    is_in,
                    yields,
                    from,
                    source,
                    ..
                },
                "do" | "yield",
            ) => {
                *yields = word == "yield";
                *source = Some(match (*is_in, from.take()) {
                    (true, _) => Source::In(root),
                    (false, Some(a)) => Source::Range(a, root),
                    _ => return wrong(FOR),
                });
            }
            (Kind::While(condition), "do") => *condition = Some(condition_read),
            (Kind::If { condition, .. }, "then") => *condition = Some(condition_read),
            (Kind::If { .. }, _) => return wrong(IF),
            _ => return wrong(FOR),
        }
        s.start = self.tree.nodes.len();
        s.in_body = true;
        self.push(Entry::Script(s), opened);
        Ok(!self.next_statement()?)
    }

    /// `to` in the head of a loop; false if no loop waits for it.
    pub(super) fn range_to(&mut self) -> bool {
        if let Some(Waiting {
            entry: Entry::Script(s),
            ..
        }) = self.stack.last_mut()
            && let Kind::For {
                is_in: false,
                from: from @ None,
                source: None,
                ..
            } = &mut s.kind
        {
            *from = self.operands.pop();
            return true;
        }
        false
    }

    fn end_script(&mut self, kind: Kind, body: Option<Body>, column: usize) -> Result<bool> {
        let node = match (kind, body) {
            (Kind::Begin, Some(body)) => {
                self.operands.push(body.root);
                return Ok(false);
            }
            (
                Kind::For {
                    variable,
                    yields,
                    source: Some(source),
                    ..
                },
                Some(body),
            ) => Node::For(For {
                variable,
                source,
                body,
                yields,
            }),
            (Kind::While(Some(condition)), Some(body)) => Node::While(Branch { condition, body }),
            (Kind::If { branches, .. }, otherwise) => Node::If(branches, otherwise),
            _ => return Err(Error::at(column, FOR)),
        };
        self.put(node, column)?;
        Ok(false)
    }
}
