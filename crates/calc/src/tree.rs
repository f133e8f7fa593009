//! A line of the calculator as a tree, kept flat: every node comes after the nodes that it is made of, so that evaluation is a
//! loop and the depth of the input does not matter.

use crate::operations::Operation;
use num_bigint::BigInt;
use num_rational::BigRational;

/// The place of a node in [`Tree::nodes`].
pub(crate) type Id = usize;

/// A literal `x ^n *m`, parts left out being absent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Packed {
    pub number: Option<BigRational>,
    pub ups: Option<Ups>,
    pub star: Option<BigInt>,
}

/// The part of a literal with arrows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ups {
    pub down: bool,
    pub kind: UpKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum UpKind {
    /// `^n`
    Count(BigInt),
    /// `^<n>`
    Power(BigInt),
    /// `^[n]`
    Sum(BigInt),
    /// `^<on>`
    PowerOn,
    /// `^[on]`
    SumOn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Minus,
    /// `+-`
    Switch,
    /// `*` before an operand that is not a number
    Star,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Times,
    Divide,
    Remainder,
    Power,
    And,
    Or,
    Ordinal,
    Sides,
    Compare(Relation),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Confused,
    LessOrConfused,
    GreaterOrConfused,
}

#[derive(Clone, Debug)]
pub(crate) enum Node {
    Packed(Packed),
    /// A variable.
    Name(String),
    Text(String),
    Player(bool),
    Truth(bool),
    /// omega
    Omega,
    /// inf
    Infinite,
    /// on, off, over, under, dud, upon
    Loopy(&'static str),
    Unary(Unary, Id),
    Binary(Binary, Id, Id),
    Call(&'static Operation, Vec<Id>),
    List(Vec<Id>),
    Set(Vec<Id>),
    Pair(Pair),
    /// The short form of a misère game, as it is printed.
    Misere(String),
    /// The pair in which it stands.
    Pass,
    /// The labelled braces of that serial number.
    Label(u32),
    /// `x := …` in a script
    Assign(String, Id),
    /// Statements; the value is that of the last.
    Block(Vec<Id>),
    For(For),
    While(Branch),
    /// Branches, and what stands behind `else`.
    If(Vec<Branch>, Option<Body>),
}

/// A run of nodes that is evaluated when it is its turn: its first node, and its root, which is the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub start: Id,
    pub root: Id,
}

/// A body under a condition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    pub condition: Body,
    pub body: Body,
}

/// `for variable in source do body end`; with `yield`, and in `[body for variable in source]`, the list of the body's values.
#[derive(Clone, Debug)]
pub(crate) struct For {
    pub variable: String,
    pub source: Source,
    pub body: Body,
    pub yields: bool,
}

/// {left|right}
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub left: Vec<Id>,
    pub right: Vec<Id>,
    /// The serial number of the label, for labelled braces.
    pub label: Option<u32>,
    /// `'{..|..}'`: kept as written.
    pub quoted: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Source {
    In(Id),
    Range(Id, Id),
}

/// One statement: perhaps a variable to assign to, and an expression, whose root is the last node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub variable: Option<String>,
    pub nodes: Vec<Node>,
    /// The column of each node.
    pub columns: Vec<usize>,
    /// The labels (and `pass`, as [`PASS`]) that each node still refers to.
    pub free: Vec<Vec<u32>>,
}

/// Stands for `pass` in [`Tree::free`].
pub(crate) const PASS: u32 = u32::MAX;
