//! Reads expressions and conditions: a recursive descent over the words of a line.

use crate::rules::{Cond, Expr, Op};
use crate::words::{Token, tokens};
use crate::{Error, Result};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

const DEEPEST: usize = 50;
const MOST_BITS: u64 = 4096;
pub(crate) const KEYWORDS: &[&str] = &[
    "for", "in", "where", "and", "or", "not", "mod", "div", "xor", "min", "max", "gcd", "square",
    "prime",
];

/// An expression or a condition: parentheses may hold either, so that one descent reads both.
enum Term {
    E(Expr),
    C(Cond),
}

impl Term {
    fn expr(self) -> Result<Expr> {
        match self {
            Term::E(e) => Ok(e),
            Term::C(_) => Err(Error::malformed(
                "a condition stands where a number is needed",
            )),
        }
    }

    fn cond(self) -> Result<Cond> {
        match self {
            Term::C(c) => Ok(c),
            Term::E(_) => Err(Error::malformed(
                "a number stands where a condition such as `a >= 1` is needed",
            )),
        }
    }
}

pub(crate) struct Reader {
    pub tokens: Vec<Token>,
    pub at: usize,
    depth: usize,
    /// Heaps, then loop variables.
    pub names: Vec<String>,
}

impl Reader {
    pub fn new(line: &str, heaps: &[String]) -> Result<Self> {
        Ok(Reader {
            tokens: tokens(line)?,
            at: 0,
            depth: 0,
            names: heaps.to_vec(),
        })
    }

    pub fn finish<T>(&self, value: T) -> Result<T> {
        match self.tokens.get(self.at) {
            None => Ok(value),
            Some(_) => Err(self.unexpected("the end of the line")),
        }
    }

    pub fn unexpected(&self, wanted: &str) -> Error {
        let found = match self.tokens.get(self.at) {
            None => "the line ends".to_string(),
            Some(Token::Name(s)) => format!("`{s}` stands"),
            Some(Token::Int(n)) => format!("`{n}` stands"),
            Some(Token::Sign(s)) => format!("`{s}` stands"),
        };
        Error::malformed(format!(
            "{found} where {wanted} is needed (word {})",
            self.at + 1
        ))
    }

    pub fn sign(&mut self, sign: &str) -> bool {
        let hit = matches!(self.tokens.get(self.at), Some(Token::Sign(s)) if *s == sign);
        self.at += usize::from(hit);
        hit
    }

    pub fn word(&mut self, word: &str) -> bool {
        let hit = matches!(self.tokens.get(self.at), Some(Token::Name(s)) if s == word);
        self.at += usize::from(hit);
        hit
    }

    pub fn need(&mut self, sign: &str) -> Result<()> {
        if self.sign(sign) {
            Ok(())
        } else {
            Err(self.unexpected(&format!("`{sign}`")))
        }
    }

    pub fn name(&mut self) -> Result<String> {
        match self.tokens.get(self.at) {
            Some(Token::Name(s)) if !KEYWORDS.contains(&s.as_str()) => {
                self.at += 1;
                Ok(s.clone())
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    /// Conditions separated by commas: all of them.
    pub fn conditions(&mut self) -> Result<Cond> {
        let mut all = vec![self.disjunction()?.cond()?];
        while self.sign(",") {
            all.push(self.disjunction()?.cond()?);
        }
        Ok(Cond::And(all))
    }

    fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Error::malformed(format!(
                "parentheses, signs or operations nest deeper than {DEEPEST}"
            )));
        }
        Ok(())
    }

    fn disjunction(&mut self) -> Result<Term> {
        let first = self.conjunction()?;
        if !self.word("or") {
            return Ok(first);
        }
        let mut any = vec![first.cond()?, self.conjunction()?.cond()?];
        while self.word("or") {
            any.push(self.conjunction()?.cond()?);
        }
        Ok(Term::C(Cond::Or(any)))
    }

    fn conjunction(&mut self) -> Result<Term> {
        let first = self.negation()?;
        if !self.word("and") {
            return Ok(first);
        }
        let mut all = vec![first.cond()?, self.negation()?.cond()?];
        while self.word("and") {
            all.push(self.negation()?.cond()?);
        }
        Ok(Term::C(Cond::And(all)))
    }

    fn negation(&mut self) -> Result<Term> {
        if self.word("not") {
            self.deeper()?;
            let inner = self.negation()?.cond()?;
            self.depth -= 1;
            return Ok(Term::C(Cond::Not(Box::new(inner))));
        }
        self.comparison()
    }

    /// `e`, or a chain `e < e <= e`, or `e | e`.
    fn comparison(&mut self) -> Result<Term> {
        let first = self.any_sum()?;
        if self.sign("|") {
            return Ok(Term::C(Cond::Divides(first.expr()?, self.sum()?)));
        }
        let mut op = self.comparator();
        if op.is_none() {
            return Ok(first);
        }
        let mut left = first.expr()?;
        let mut chain = Vec::new();
        while let Some(o) = op {
            let right = self.sum()?;
            chain.push(Cond::Cmp(left, o, right.clone()));
            left = right;
            op = self.comparator();
        }
        Ok(Term::C(Cond::And(chain)))
    }

    fn comparator(&mut self) -> Option<Op> {
        let ops = [
            ("=", Op::Eq),
            ("==", Op::Eq),
            ("!=", Op::Ne),
            ("<", Op::Lt),
            ("<=", Op::Le),
            (">", Op::Gt),
            (">=", Op::Ge),
        ];
        ops.into_iter()
            .find(|(sign, _)| self.sign(sign))
            .map(|(_, op)| op)
    }

    pub fn sum(&mut self) -> Result<Expr> {
        self.any_sum()?.expr()
    }

    /// Sums bind tighter than the word `xor`, products tighter than sums.
    fn any_sum(&mut self) -> Result<Term> {
        let outside = self.depth;
        let mut left = self.plain_sum()?;
        while self.word("xor") {
            self.deeper()?;
            left = Term::E(Expr::Xor(
                Box::new(left.expr()?),
                Box::new(self.plain_sum()?.expr()?),
            ));
        }
        self.depth = outside;
        Ok(left)
    }

    fn plain_sum(&mut self) -> Result<Term> {
        let first = self.product()?;
        let mut terms = Vec::new();
        loop {
            if self.sign("+") {
                terms.push(self.product()?.expr()?);
            } else if self.sign("-") {
                terms.push(Expr::Neg(Box::new(self.product()?.expr()?)));
            } else if terms.is_empty() {
                return Ok(first);
            } else {
                terms.insert(0, first.expr()?);
                return Ok(Term::E(Expr::Sum(terms)));
            }
        }
    }

    fn product(&mut self) -> Result<Term> {
        let outside = self.depth;
        let mut left = self.signed()?;
        loop {
            let make: fn(Box<Expr>, Box<Expr>) -> Expr = if self.sign("*") {
                |a, b| Expr::Product(vec![*a, *b])
            } else if self.sign("/") || self.word("div") {
                Expr::Div
            } else if self.sign("%") || self.word("mod") {
                Expr::Mod
            } else {
                self.depth = outside;
                return Ok(left);
            };
            self.deeper()?;
            left = Term::E(make(
                Box::new(left.expr()?),
                Box::new(self.signed()?.expr()?),
            ));
        }
    }

    fn signed(&mut self) -> Result<Term> {
        if self.sign("-") {
            self.deeper()?;
            let inner = self.signed()?.expr()?;
            self.depth -= 1;
            return Ok(Term::E(Expr::Neg(Box::new(inner))));
        }
        let base = self.primary()?;
        if !self.sign("^") && !self.sign("**") {
            return Ok(base);
        }
        let exponent = self.primary()?;
        match (base, exponent) {
            (Term::E(Expr::Int(b)), Term::E(Expr::Int(e))) => {
                let e = e
                    .to_u32()
                    .filter(|e| b.bits().max(1) * u64::from(*e) <= MOST_BITS);
                let e = e.ok_or_else(|| {
                    Error::malformed(format!("a power has more than {MOST_BITS} binary digits"))
                })?;
                Ok(Term::E(Expr::Int(if e == 0 {
                    BigInt::one()
                } else {
                    b.pow(e)
                })))
            }
            _ => Err(Error::malformed(
                "a power needs two constants, as in `7^17`",
            )),
        }
    }

    fn primary(&mut self) -> Result<Term> {
        if self.sign("(") {
            self.deeper()?;
            let inner = self.disjunction()?;
            self.need(")")?;
            self.depth -= 1;
            return Ok(inner);
        }
        if let Some(Token::Int(n)) = self.tokens.get(self.at) {
            let n = n.clone();
            self.at += 1;
            return Ok(Term::E(Expr::Int(n)));
        }
        for function in ["min", "max", "xor", "gcd", "square", "prime"] {
            if self.word(function) {
                self.deeper()?;
                self.need("(")?;
                let mut args = vec![self.sum()?];
                while self.sign(",") {
                    args.push(self.sum()?);
                }
                self.need(")")?;
                self.depth -= 1;
                return self.function(function, args);
            }
        }
        let at = self.at;
        let name = self
            .name()
            .map_err(|_| self.unexpected("a number, a name or `(`"))?;
        match self.names.iter().position(|n| *n == name) {
            Some(variable) => Ok(Term::E(Expr::Var(variable))),
            None => Err(Error::malformed(format!(
                "`{name}` (word {}) is neither a heap nor a loop variable declared before it",
                at + 1
            ))),
        }
    }

    fn function(&self, name: &str, mut args: Vec<Expr>) -> Result<Term> {
        let count = args.len();
        let right = match name {
            "square" | "prime" => count == 1,
            "gcd" => count == 2,
            "xor" => count >= 2,
            _ => count >= 1,
        };
        if !right {
            return Err(Error::malformed(format!(
                "`{name}` has {count} arguments, which is not its number"
            )));
        }
        Ok(match name {
            "min" => Term::E(Expr::Min(args)),
            "max" => Term::E(Expr::Max(args)),
            "gcd" => Term::E(Expr::Beyond("gcd")),
            "square" => Term::C(Cond::Beyond("square")),
            "prime" => Term::C(Cond::Beyond("prime")),
            _ => {
                if count > DEEPEST {
                    return Err(Error::malformed(format!(
                        "`xor` has more than {DEEPEST} arguments"
                    )));
                }
                let first = args.remove(0);
                Term::E(
                    args.into_iter()
                        .fold(first, |a, b| Expr::Xor(Box::new(a), Box::new(b))),
                )
            }
        })
    }
}
