//! Reads a statement into a tree, by operator precedence with one explicit stack: no depth of brackets can overflow anything.

use super::error::{Error, Result};
use super::operations::{self, Operation};
use super::scan::Cursor;
use super::tree::*;
use num_rational::BigRational;

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
            Entry::Infix(_) => 3,
            Entry::Unary(_) | Entry::Prefix(_) => 7,
            Entry::Beside => 9,
            Entry::Paren | Entry::Call(..) | Entry::List(_) | Entry::Brace(_) => 0,
        }
    }
}

fn binary_strength(b: Binary) -> u8 {
    match b {
        Binary::Compare(_) => 1,
        Binary::Sides => 2,
        Binary::Add | Binary::Subtract => 4,
        Binary::Ordinal => 5,
        Binary::Times | Binary::Divide | Binary::Remainder => 6,
        Binary::Power => 8,
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
        if cursor.is_at_end() || cursor.starts_with("//") {
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
                        format!("`{name}` has a meaning already; choose another name, as in G := {{1|-1}}"),
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
            Node::Comprehension(c) => self.closed(&[c.body])?,
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

    /// Reads prefixes and one operand, or the end of an empty bracket.
    fn operand(&mut self) -> Result<()> {
        loop {
            self.cursor.blanks();
            let column = self.cursor.column();
            let c = self.cursor.peek();
            if c.is_ascii_digit() {
                let number = self.cursor.number()?;
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
                        if let Some(number) = self.cursor.number()? {
                            // `-2**3` is the negative of a power.
                            let rest = self.cursor.at;
                            self.cursor.blanks();
                            let power = self.cursor.starts_with("**") || self.cursor.starts_with("/");
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

    fn is_down(&self) -> bool {
        let word = self.cursor.look_word().unwrap_or_default();
        let rest = word.trim_start_matches('v');
        rest.is_empty() || rest.chars().all(|c| c.is_ascii_digit())
    }

    fn no_operand(&self) -> Error {
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
                format!("a value should stand here, not {here}; values look like 3/2, *2, ^, {{1|-1}}"),
            ),
        }
    }

    fn packed(&mut self, number: Option<BigRational>, column: usize) -> Result<bool> {
        let packed = self.cursor.packed(number)?;
        self.literal(packed, column)
    }

    /// Puts a literal; false if what is written beside it follows.
    fn literal(&mut self, packed: Packed, column: usize) -> Result<bool> {
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
        if bare && matches!(c, '^' | '↑') && !self.cursor.ahead(1).is_whitespace() {
            return Err(self.power_form());
        }
        if !bare && c.is_ascii_digit() {
            return Err(Error::at(
                self.cursor.column(),
                "this number has no sign before it; write a sum as 1 + 2",
            ));
        }
        let word = self.cursor.look_word().unwrap_or_default();
        let beside = matches!(word.to_lowercase().as_str(), "over" | "under" | "tiny" | "miny" | "upon" | "on" | "off")
            || matches!(c, '⧾' | '⧿');
        if beside {
            self.push(Entry::Beside, self.cursor.column());
        }
        Ok(!beside)
    }

    fn power_form(&self) -> Error {
        Error::at(
            self.cursor.column(),
            "a power is written with two stars, as in 2**40; 2^3 is 2 + 3·up",
        )
    }

    fn brace(&mut self, label: Option<(String, u32)>, quoted: bool, column: usize) {
        let brace = Brace {
            groups: vec![vec![]],
            bars: vec![],
            label,
            quoted,
        };
        self.push(Entry::Brace(brace), column);
    }

    /// Behind an opening brace or a bar: does the group end at once, and with it the brace?
    fn empty_group(&mut self) -> Result<bool> {
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
    fn bar(&mut self) -> Result<()> {
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

    fn list(&mut self, misere: bool, column: usize) -> Result<bool> {
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

    /// A word where a value is expected. True if the operand is complete.
    fn word(&mut self, word: String, column: usize) -> Result<bool> {
        if word == "Player" && self.cursor.peek() == '.' {
            self.cursor.at += 1;
            let side = self.cursor.word().unwrap_or_default();
            return match side.as_str() {
                "Left" | "Right" => self.put(Node::Player(side == "Left"), column).map(|()| true),
                _ => Err(Error::at(column, "a player is Left or Right, as in G.Stop(Left)")),
            };
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
                let inside = self.stack.iter().any(|w| matches!(w.entry, Entry::Brace(_)));
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
            "omega" | "ω" => {
                return Err(Error::at(
                    column,
                    "infinite ordinals such as omega are not values that this calculator computes with; use on, or a large integer",
                ));
            }
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

    /// An operation where a value is expected: `mean(G)`, or `tiny 1` without parentheses. True if the operand is complete.
    fn word_operation(&mut self, word: &str, column: usize) -> Result<bool> {
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
        let follows = !self.cursor.is_at_end() && (blanks || c == '{' || !word.is_ascii() || c.is_ascii_digit());
        let starts = c.is_alphanumeric() || matches!(c, '{' | '\'' | '*' | '^' | '↑' | '↓' | '+' | '-' | '±');
        if operation.arity() == 1 && follows && starts {
            self.push(Entry::Prefix(operation), column);
            return Ok(false);
        }
        Err(Error::at(
            column,
            format!("{} is an operation; write {}", operation.name, operation.example.0),
        ))
    }

    /// Reads what follows an operand. False at the end of the statement.
    fn operator(&mut self) -> Result<bool> {
        loop {
            let at = self.cursor.at;
            let spaced = self.cursor.blanks();
            let column = self.cursor.column();
            if self.cursor.is_at_end() || self.cursor.peek() == ';' || self.cursor.starts_with("//") {
                self.reduce(1)?;
                if let Some(open) = self.stack.last() {
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
                    if let Some(Waiting { entry: Entry::List(ListFrame { by_rule: Some(_), .. }), .. }) = self.stack.last() {
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
                        if !spaced && !(at > 0 && matches!(self.cursor.text[at - 1], ')' | ']' | '}')) {
                            let before: String = self.cursor.text[..at].iter().rev().take(1).collect();
                            return Err(Error::at(
                                column,
                                format!("`{word}` is written against `{before}`; write an operation as G.Mean, A NortonProduct B or 2*{word}"),
                            ));
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
    fn is_directly_in_braces(&self) -> bool {
        let open = self.stack.iter().rev().find(|w| w.entry.strength() == 0);
        matches!(
            open,
            Some(Waiting {
                entry: Entry::Brace(_),
                ..
            })
        )
    }

    fn sign(&mut self, spaced: bool, column: usize) -> Result<()> {
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
        if matches!(self.cursor.peek(), '^' | '↑') {
            return Err(self.power_form());
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
        if *sign == "*" && spaced && self.cursor.peek().is_ascii_digit() {
            return Err(Error::at(
                column,
                "is this a product or a nimber? write 2 * 3 for the product, 2*3 or 2 + *3 for the sum",
            ));
        }
        self.binary(Entry::Binary(*binary), column)
    }

    fn binary(&mut self, entry: Entry, column: usize) -> Result<()> {
        let strength = entry.strength();
        let right = matches!(entry, Entry::Binary(Binary::Power));
        self.reduce(if right { strength + 1 } else { strength })?;
        self.push(entry, column);
        Ok(())
    }

    fn infix(&mut self, word: String, column: usize) -> Result<bool> {
        if matches!(word.as_str(), "for" | "in" | "from" | "to") {
            self.reduce(1)?;
            self.cursor.word();
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
                format!("{} does not stand between two values; write {}", o.name, o.example.0),
            )),
            None => Err(Error::at(
                column,
                format!("an operator should stand here, not `{word}`; {}", operations::unknown(&word)),
            )),
        }
    }

    /// `for x in LIST`, `for x from A to B` at the end of a list.
    fn keyword(&mut self, word: &str, column: usize) -> Result<()> {
        let wrong = || Error::at(column, LIST_BY_RULE);
        let operand = self.operands.pop().ok_or_else(wrong)?;
        let Some(Waiting { entry: Entry::List(l), .. }) = self.stack.last_mut() else {
            return Err(wrong());
        };
        match (word, &mut l.by_rule) {
            ("for", None) if l.items.is_empty() && !l.misere => {
                self.cursor.blanks();
                let variable = self.cursor.word().filter(|w| !is_taken(w)).ok_or_else(wrong)?;
                self.cursor.blanks();
                let how = self.cursor.word().unwrap_or_default();
                if !matches!(how.as_str(), "in" | "from") {
                    return Err(wrong());
                }
                l.by_rule = Some(Rule {
                    body: operand,
                    variable,
                    is_in: how == "in",
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
    fn dot(&mut self, column: usize) -> Result<bool> {
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

    fn call(&mut self, operation: &'static Operation, arguments: Vec<Id>, column: usize) -> Result<()> {
        if arguments.len() != operation.arity() {
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
        }
        self.put(Node::Call(operation, arguments), column)
    }

    /// The bracket that waits must be the one that closes here.
    fn check_close(&self, close: char) -> Result<()> {
        let column = self.cursor.column();
        let Some(open) = self.stack.last() else {
            let open = match close {
                ')' => '(',
                ']' => '[',
                _ => '{',
            };
            return Err(Error::at(column, format!("there is no `{open}` for this `{close}`")));
        };
        let right = closing(&open.entry);
        if right == close {
            return Ok(());
        }
        Err(Error::at(
            column,
            format!("`{right}` should close the bracket of column {}, not `{close}`", open.column),
        ))
    }

    /// Takes the finished operand into the open bracket, before a comma, a bar or the end.
    fn item(&mut self) -> Result<()> {
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
    fn close_paren(&mut self) -> Result<()> {
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

    fn close_list(&mut self) -> Result<()> {
        let Some(Waiting { entry: Entry::List(l), column }) = self.stack.pop() else {
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
                Node::Comprehension(Comprehension {
                    body: rule.body,
                    start: l.start,
                    variable: rule.variable,
                    source,
                })
            }
        };
        self.put(node, column)
    }

    fn close_brace(&mut self) -> Result<()> {
        let Some(Waiting { entry: Entry::Brace(b), column }) = self.stack.pop() else {
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
    fn pairs(&mut self, brace: Brace, column: usize) -> Result<Id> {
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
                        format!("two runs of {n} bar(s) leave open which pair is inside; write {{2||1|0}} for {{2|{{1|0}}}}"),
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
            let label = if open.is_empty() { brace.label.as_ref().map(|l| l.1) } else { None };
            let at = if open.is_empty() { column } else { at };
            right = vec![self.pair(left, right, label, quoted, at)?];
        }
        Ok(right[0])
    }

    fn pair(
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

    /// Applies what waits on the stack and binds at least so tightly.
    fn reduce(&mut self, strength: u8) -> Result<()> {
        while self.stack.last().is_some_and(|w| w.entry.strength() >= strength) {
            self.reduce_one()?;
        }
        Ok(())
    }

    fn reduce_one(&mut self) -> Result<()> {
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
            Entry::Paren | Entry::Call(..) | Entry::List(_) | Entry::Brace(_) => Ok(()),
        }
    }
}

/// The bracket that closes an entry.
fn closing(entry: &Entry) -> char {
    match entry {
        Entry::Brace(_) => '}',
        Entry::List(_) => ']',
        _ => ')',
    }
}

fn loopy_name(word: &str) -> Option<&'static str> {
    ["on", "off", "over", "under", "dud", "upon"]
        .into_iter()
        .find(|n| *n == word)
}

/// Words that cannot be variables.
pub(crate) fn is_taken(word: &str) -> bool {
    let arrows = word.trim_start_matches('v');
    loopy_name(word).is_some()
        || matches!(
            word,
            "pass" | "Left" | "Right" | "left" | "right" | "Player" | "true" | "false" | "for" | "in" | "from" | "to" | "omega"
        )
        || (arrows.len() < word.len() && arrows.chars().all(|c| c.is_ascii_digit()))
        || operations::find(word).is_some()
}
