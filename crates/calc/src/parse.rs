//! Reads a statement into a tree, by operator precedence with one explicit stack: no depth of brackets can overflow anything.

mod brackets;
mod operands;
mod operators;
mod scripts;

use crate::error::{Error, Result};
use crate::operations::{self, Operation};
use crate::scan::Cursor;
use crate::tree::*;

/// What waits on the stack for its operands or for its closing bracket.
enum Entry {
    Unary(Unary),
    Binary(Binary),
    /// An operation without parentheses before its operand: `tiny 1`.
    Prefix(&'static Operation),
    /// An operation between its operands: `A NortonProduct B`.
    Infix(&'static Operation),
    /// `2over`, `2Tiny(1)`: the sum of what is written without a sign.
    Beside,
    Paren,
    /// The arguments of a call; a method's first argument is there already.
    Call(&'static Operation, Vec<Id>),
    List(ListFrame),
    Brace(Brace),
    /// `begin … end` and its like
    Script(scripts::Script),
    /// `x :=` in a script
    Assign(String),
}

#[derive(Default)]
struct ListFrame {
    items: Vec<Id>,
    /// Is it `*[…]`?
    misere: bool,
    /// The number of nodes before it.
    start: Id,
    by_rule: Option<Rule>,
}

/// `for x in LIST`, `for x from A to B`
struct Rule {
    body: Id,
    variable: String,
    is_in: bool,
    from: Option<Id>,
}

const LIST_BY_RULE: &str =
    "a list by rule looks like [n*G for n in [1,2,3]] or [*(n) for n from 0 to 3]";

struct Brace {
    /// The options between bars.
    groups: Vec<Vec<Id>>,
    /// The length and the column of each run of bars.
    bars: Vec<(usize, usize)>,
    label: Option<(String, u32)>,
    quoted: bool,
}

struct Waiting {
    entry: Entry,
    column: usize,
}

impl Entry {
    /// How tightly it binds; brackets bind nothing.
    fn strength(&self) -> u8 {
        match self {
            Entry::Binary(b) => binary_strength(*b),
            Entry::Infix(_) => 6,
            Entry::Unary(Unary::Not) => 3,
            Entry::Unary(_) | Entry::Prefix(_) => 10,
            Entry::Beside => 12,
            Entry::Paren
            | Entry::Call(..)
            | Entry::List(_)
            | Entry::Brace(_)
            | Entry::Script(_)
            | Entry::Assign(_) => 0,
        }
    }
}

fn binary_strength(b: Binary) -> u8 {
    match b {
        Binary::Or => 1,
        Binary::And => 2,
        Binary::Compare(_) => 4,
        Binary::Sides => 5,
        Binary::Add | Binary::Subtract => 7,
        Binary::Ordinal => 8,
        Binary::Times | Binary::Divide | Binary::Remainder => 9,
        Binary::Power => 11,
    }
}

pub(crate) struct Parser {
    cursor: Cursor,
    tree: Tree,
    stack: Vec<Waiting>,
    operands: Vec<Id>,
    labels: u32,
}

/// Reads the statements of a line, which semicolons separate.
///
/// Cost: linear in the line, but for the references to labels of nested braces.
pub(crate) fn parse(line: &str) -> Result<Vec<Tree>> {
    let mut cursor = Cursor::new(line);
    let mut trees = vec![];
    loop {
        cursor.blanks();
        while cursor.eat(";") {
            cursor.blanks();
        }
        if cursor.is_at_end() {
            return Ok(trees);
        }
        let mut parser = Parser {
            cursor,
            tree: Tree::default(),
            stack: vec![],
            operands: vec![],
            labels: 0,
        };
        parser.statement()?;
        cursor = parser.cursor;
        trees.push(parser.tree);
    }
}

impl Parser {
    fn statement(&mut self) -> Result<()> {
        let mark = self.cursor.at;
        if let Some(name) = self.cursor.word() {
            self.cursor.blanks();
            if self.cursor.eat(":=") {
                if is_taken(&name) {
                    return Err(Error::at(
                        mark + 1,
                        format!(
                            "`{name}` has a meaning already; choose another name, as in G := {{1|-1}}"
                        ),
                    ));
                }
                self.tree.variable = Some(name);
            } else {
                self.cursor.at = mark;
            }
        }
        loop {
            self.operand()?;
            if !self.operator()? {
                return Ok(());
            }
        }
    }

    fn add(&mut self, node: Node, column: usize) -> Result<Id> {
        let free = match &node {
            Node::Pass => vec![PASS],
            Node::Label(n) => vec![*n],
            Node::Pair(p) => {
                let mut free: Vec<u32> = vec![];
                for &o in p.left.iter().chain(&p.right) {
                    let own = matches!(self.tree.nodes[o], Node::Pass);
                    for &n in &self.tree.free[o] {
                        if !own && Some(n) != p.label && !free.contains(&n) {
                            free.push(n);
                        }
                    }
                }
                free
            }
            Node::Unary(_, a) => self.closed(&[*a])?,
            Node::Binary(_, a, b) => self.closed(&[*a, *b])?,
            Node::Call(_, list) | Node::List(list) | Node::Set(list) => self.closed(list)?,
            Node::For(f) => self.closed(&[f.body.root])?,
            Node::Block(list) => self.closed(list)?,
            Node::Assign(_, a) => self.closed(&[*a])?,
            _ => vec![],
        };
        self.tree.nodes.push(node);
        self.tree.columns.push(column);
        self.tree.free.push(free);
        Ok(self.tree.nodes.len() - 1)
    }

    /// Operands of an operation must not lead back to braces around them.
    fn closed(&self, operands: &[Id]) -> Result<Vec<u32>> {
        for &o in operands {
            if !self.tree.free[o].is_empty() {
                return Err(Error::at(
                    self.tree.columns[o],
                    "`pass` and labels stand alone as options, as in {0|pass} or a{0||a|*}",
                ));
            }
        }
        Ok(vec![])
    }

    fn push(&mut self, entry: Entry, column: usize) {
        self.stack.push(Waiting { entry, column });
    }

    fn put(&mut self, node: Node, column: usize) -> Result<()> {
        let id = self.add(node, column)?;
        self.operands.push(id);
        Ok(())
    }

    fn call(
        &mut self,
        operation: &'static Operation,
        arguments: Vec<Id>,
        column: usize,
    ) -> Result<()> {
        let Some(operation) = operations::overload(operation, arguments.len()) else {
            return Err(Error::at(
                column,
                format!(
                    "{} takes {} argument{}, not {}: {}, as in {}",
                    operation.name,
                    operation.arity(),
                    if operation.arity() == 1 { "" } else { "s" },
                    arguments.len(),
                    operation.form(),
                    operation.example.0
                ),
            ));
        };
        self.put(Node::Call(operation, arguments), column)
    }
}

/// The bracket that closes an entry.
fn closing(entry: &Entry) -> &'static str {
    match entry {
        Entry::Brace(_) => "}",
        Entry::List(_) => "]",
        Entry::Script(_) | Entry::Assign(_) => "end",
        _ => ")",
    }
}

fn loopy_name(word: &str) -> Option<&'static str> {
    ["on", "off", "over", "under", "dud", "upon"]
        .into_iter()
        .find(|n| *n == word)
}

/// The head of a loop, behind `for`: its variable, and whether it runs through a list (`in`) or from a number on (`from`).
fn loop_head(cursor: &mut Cursor) -> Option<(String, bool)> {
    cursor.blanks();
    let variable = cursor.word().filter(|w| !is_taken(w))?;
    cursor.blanks();
    match cursor.word()?.as_str() {
        "in" => Some((variable, true)),
        "from" => Some((variable, false)),
        _ => None,
    }
}

/// Words that cannot be variables.
pub(crate) fn is_taken(word: &str) -> bool {
    let arrows = word.trim_start_matches('v');
    loopy_name(word).is_some()
        || matches!(
            word,
            "pass"
                | "Left"
                | "Right"
                | "left"
                | "right"
                | "Player"
                | "true"
                | "false"
                | "for"
                | "in"
                | "from"
                | "to"
                | "and"
                | "or"
                | "not"
                | "omega"
                | "ω"
                | "inf"
        )
        || (arrows.len() < word.len() && arrows.chars().all(|c| c.is_ascii_digit()))
        || scripts::is_word(word)
        || operations::find(word).is_some()
}
