//! Reads a rule file: `game`, `heap`/`heaps`, `where`, `move` lines; a recursive descent over the words of each line.

use crate::rules::{Bound, Cond, Expr, Move, Op, Player, Rules};
use crate::{Error, Result};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

const DEEPEST: usize = 50;
const MOST_BITS: u64 = 4096;
const KEYWORDS: &[&str] = &[
    "for", "in", "where", "and", "or", "not", "mod", "xor", "min", "max", "gcd", "square", "prime",
];

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
        s.starts_with(|c: char| c.is_ascii_alphabetic())
            && s.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
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

/// A word of a line: a name, a number or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Name(String),
    Int(BigInt),
    Sign(&'static str),
}

const SIGNS: &[&str] = &[
    "->", "-=", "+=", "..", "**", "!=", "<=", ">=", "+", "-", "*", "/", "^", "=", "<", ">", "(",
    ")", ",", "|",
];

fn tokens(line: &str) -> Result<Vec<Token>> {
    let mut out = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let run = |keep: fn(char) -> bool| rest.find(|c| !keep(c)).unwrap_or(rest.len());
        let length = if first.is_ascii_digit() {
            let length = run(|c| c.is_ascii_digit());
            if length > 1000 {
                return Err(Error::malformed("a number has more than 1000 digits"));
            }
            out.push(Token::Int(
                rest[..length]
                    .parse()
                    .map_err(|_| Error::malformed("a number cannot be read"))?,
            ));
            length
        } else if first.is_ascii_alphabetic() {
            let length = run(|c| c.is_ascii_alphanumeric() || c == '_');
            out.push(Token::Name(rest[..length].to_string()));
            length
        } else if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            out.push(Token::Sign(sign));
            sign.len()
        } else {
            return Err(Error::malformed(format!(
                "the character `{first}` has no meaning here"
            )));
        };
        rest = rest[length..].trim_start();
    }
    Ok(out)
}

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

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// Heaps, then loop variables.
    names: Vec<String>,
}

impl Reader {
    fn new(line: &str, heaps: &[String]) -> Result<Self> {
        Ok(Reader {
            tokens: tokens(line)?,
            at: 0,
            depth: 0,
            names: heaps.to_vec(),
        })
    }

    fn finish<T>(&self, value: T) -> Result<T> {
        match self.tokens.get(self.at) {
            None => Ok(value),
            Some(_) => Err(self.unexpected("the end of the line")),
        }
    }

    fn unexpected(&self, wanted: &str) -> Error {
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

    fn sign(&mut self, sign: &str) -> bool {
        let hit = matches!(self.tokens.get(self.at), Some(Token::Sign(s)) if *s == sign);
        self.at += usize::from(hit);
        hit
    }

    fn word(&mut self, word: &str) -> bool {
        let hit = matches!(self.tokens.get(self.at), Some(Token::Name(s)) if s == word);
        self.at += usize::from(hit);
        hit
    }

    fn need(&mut self, sign: &str) -> Result<()> {
        if self.sign(sign) {
            Ok(())
        } else {
            Err(self.unexpected(&format!("`{sign}`")))
        }
    }

    fn name(&mut self) -> Result<String> {
        match self.tokens.get(self.at) {
            Some(Token::Name(s)) if !KEYWORDS.contains(&s.as_str()) => {
                self.at += 1;
                Ok(s.clone())
            }
            _ => Err(self.unexpected("a name")),
        }
    }

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
                self.names.push(name.clone());
                bounds.push(Bound { name, lo, hi });
                if !self.sign(",") {
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
            if sums && self.sign("->") {
                let mut out = Vec::new();
                while self.at < self.tokens.len() {
                    if !out.is_empty() {
                        self.need(",")?;
                    }
                    out.push(self.sum()?);
                }
                return Ok(out);
            }
            let old = Expr::Var(heap);
            let new = if self.sign("-=") {
                Expr::Sum(vec![old, Expr::Neg(Box::new(self.sum()?))])
            } else if self.sign("+=") {
                Expr::Sum(vec![old, self.sum()?])
            } else if !sums && self.sign("=") {
                self.sum()?
            } else {
                let wanted = if sums {
                    "`->` or `-=`"
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

    /// Conditions separated by commas: all of them.
    fn conditions(&mut self) -> Result<Cond> {
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

    fn sum(&mut self) -> Result<Expr> {
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
            let (star, slash) = (self.sign("*"), self.sign("/"));
            if !star && !slash && !self.word("mod") {
                self.depth = outside;
                return Ok(left);
            }
            self.deeper()?;
            let (a, b) = (left.expr()?, self.signed()?.expr()?);
            left = Term::E(match (star, slash) {
                (true, _) => Expr::Product(vec![a, b]),
                (_, true) => Expr::Div(Box::new(a), Box::new(b)),
                _ => Expr::Mod(Box::new(a), Box::new(b)),
            });
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
