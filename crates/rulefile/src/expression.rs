//! Expressions and conditions, read from tokens by precedence: `or`, `and`, `not`, comparisons and `|`, `xor`, sums,
//! products, powers.
//!
//! Both kinds are read by one parser, because `(` may open either; what was read is checked for its kind where it is used.

use crate::lexer::{Fault, Token};
use crate::names::is_reserved;
use crate::parser::{MAX_DEPTH, Parsed, Parser};
use bouton_rules::heaps::shorten;
use bouton_rules::{Cond, Expr, Op};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

/// Bits above which a constant power is refused.
const MAX_BITS: u64 = 1 << 24;
/// The greatest exponent of a base that is not a constant.
const MAX_EXPONENT: u32 = 16;

/// Something read, with the height of its tree.
#[derive(Clone, Debug)]
struct Item {
    kind: Kind,
    height: usize,
    column: usize,
}

#[derive(Clone, Debug)]
enum Kind {
    Number(Expr),
    Truth(Cond),
}

impl Parser<'_> {
    pub fn expression(&mut self) -> Parsed<Expr> {
        let item = self.xor()?;
        number(item).map(|(e, _)| e)
    }

    /// Conditions separated by commas, all of which must hold.
    pub fn conditions(&mut self) -> Parsed<Cond> {
        let mut all = Vec::new();
        loop {
            let item = self.or()?;
            all.push(truth(item)?.0);
            if !self.take_sign(",") {
                return Ok(Cond::all(all));
            }
        }
    }

    fn or(&mut self) -> Parsed<Item> {
        let first = self.and()?;
        if !self.at_word("or") {
            return Ok(first);
        }
        let column = first.column;
        let (cond, mut height) = truth(first)?;
        let mut parts = vec![cond];
        while self.take_word("or") {
            let (cond, h) = truth(self.and()?)?;
            parts.push(cond);
            height = height.max(h);
        }
        item(Kind::Truth(Cond::any(parts)), height, column)
    }

    fn and(&mut self) -> Parsed<Item> {
        let first = self.not()?;
        if !self.at_word("and") {
            return Ok(first);
        }
        let column = first.column;
        let (cond, mut height) = truth(first)?;
        let mut parts = vec![cond];
        while self.take_word("and") {
            let (cond, h) = truth(self.not()?)?;
            parts.push(cond);
            height = height.max(h);
        }
        item(Kind::Truth(Cond::all(parts)), height, column)
    }

    fn not(&mut self) -> Parsed<Item> {
        let column = self.column();
        if !self.take_word("not") {
            return self.comparison();
        }
        let (cond, height) = truth(self.deeper(Self::not)?)?;
        item(Kind::Truth(Cond::Not(Box::new(cond))), height, column)
    }

    fn comparison(&mut self) -> Parsed<Item> {
        let mut left = self.xor()?;
        let column = left.column;
        if self.take_sign("|") {
            let (d, h1) = number(left)?;
            let (n, h2) = number(self.xor()?)?;
            return item(Kind::Truth(Cond::Divides(d, n)), h1.max(h2), column);
        }
        let mut links = Vec::new();
        let mut height = 0;
        while let Some(op) = self.comparison_sign() {
            let (l, h1) = number(left)?;
            self.advance();
            let right = self.xor()?;
            let (r, h2) = number(right.clone())?;
            height = height.max(h1).max(h2);
            links.push(Cond::Cmp(l, op, r));
            left = right;
        }
        if links.is_empty() {
            Ok(left)
        } else {
            item(Kind::Truth(Cond::all(links)), height, column)
        }
    }

    fn comparison_sign(&self) -> Option<Op> {
        match self.peek() {
            Some(Token::Sign("=" | "==")) => Some(Op::Eq),
            Some(Token::Sign("!=")) => Some(Op::Ne),
            Some(Token::Sign("<")) => Some(Op::Lt),
            Some(Token::Sign("<=")) => Some(Op::Le),
            Some(Token::Sign(">")) => Some(Op::Gt),
            Some(Token::Sign(">=")) => Some(Op::Ge),
            _ => None,
        }
    }

    fn xor(&mut self) -> Parsed<Item> {
        let mut left = self.sum()?;
        while self.take_word("xor") {
            let right = self.sum()?;
            left = binary(left, right, Expr::Xor)?;
        }
        Ok(left)
    }

    fn sum(&mut self) -> Parsed<Item> {
        let first = self.product()?;
        if !self.at_sign("+") && !self.at_sign("-") {
            return Ok(first);
        }
        let column = first.column;
        let (expr, mut height) = number(first)?;
        let mut parts = vec![expr];
        loop {
            let minus = self.at_sign("-");
            if !minus && !self.at_sign("+") {
                break;
            }
            self.advance();
            let (expr, h) = number(self.product()?)?;
            height = height.max(h + 1);
            parts.push(if minus { expr.negated() } else { expr });
        }
        item(Kind::Number(Expr::sum(parts)), height, column)
    }

    fn product(&mut self) -> Parsed<Item> {
        let mut left = self.unary()?;
        loop {
            let make: fn(Box<Expr>, Box<Expr>) -> Expr = match self.peek() {
                Some(Token::Sign("*")) => |a, b| a.times(*b),
                Some(Token::Sign("/")) => Expr::Div,
                Some(Token::Sign("%")) => Expr::Mod,
                Some(Token::Word(w)) if w == "div" => Expr::Div,
                Some(Token::Word(w)) if w == "mod" => Expr::Mod,
                _ => return Ok(left),
            };
            self.advance();
            let right = self.unary()?;
            left = binary(left, right, make)?;
        }
    }

    fn unary(&mut self) -> Parsed<Item> {
        let column = self.column();
        if !self.take_sign("-") {
            return self.power();
        }
        let (expr, height) = number(self.deeper(Self::unary)?)?;
        item(Kind::Number(expr.negated()), height, column)
    }

    fn power(&mut self) -> Parsed<Item> {
        let base = self.primary()?;
        if !self.at_sign("^") && !self.at_sign("**") {
            return Ok(base);
        }
        self.advance();
        let column = self.column();
        let (exponent, _) = number(self.deeper(Self::unary)?)?;
        let start = base.column;
        let (base, height) = number(base)?;
        let Expr::Int(exponent) = exponent else {
            return Err(Fault::new(
                column,
                "an exponent is a constant, as in `2^10`",
            ));
        };
        let exponent = exponent.to_u32().ok_or_else(|| {
            let fault = if exponent.is_negative() {
                "is negative"
            } else {
                "is too large"
            };
            Fault::new(
                column,
                format!("the exponent {fault}; write for example `2^10`"),
            )
        })?;
        if let Expr::Int(base) = &base {
            // base >= 2^(bits - 1), so the power has more bits than this.
            if base.bits().saturating_sub(1) * u64::from(exponent) > MAX_BITS {
                return Err(Fault::new(
                    start,
                    format!("the power has more than {MAX_BITS} bits; write a smaller number"),
                ));
            }
            return item(Kind::Number(Expr::Int(base.pow(exponent))), 0, start);
        }
        if exponent > MAX_EXPONENT {
            let message =
                format!("the exponent of a variable is at most {MAX_EXPONENT}, as in `n^2`");
            return Err(Fault::new(column, message));
        }
        let mut product = Expr::Int(BigInt::from(1));
        for i in 0..exponent {
            product = if i == 0 {
                base.clone()
            } else {
                product.times(base.clone())
            };
        }
        item(Kind::Number(product), height + exponent as usize, start)
    }

    fn primary(&mut self) -> Parsed<Item> {
        let column = self.column();
        match self.peek() {
            Some(Token::Int(n)) => {
                self.advance();
                item(Kind::Number(Expr::Int(n.clone())), 0, column)
            }
            Some(Token::Sign("(")) => {
                self.advance();
                let inside = self.deeper(Self::or)?;
                self.close(column)?;
                Ok(Item { column, ..inside })
            }
            Some(Token::Word(w)) if matches!(self.peek_second(), Some(Token::Sign("("))) => {
                self.call(w)
            }
            Some(Token::Word(w)) if !is_reserved(w) => {
                let var = self
                    .find(w)
                    .map_err(|message| Fault::new(column, message))?;
                self.advance();
                item(Kind::Number(Expr::Var(var)), 0, column)
            }
            _ => Err(self.unexpected("a number, a variable or `(`")),
        }
    }

    fn close(&mut self, opened: usize) -> Parsed<()> {
        if self.take_sign(")") {
            return Ok(());
        }
        let fault = self.unexpected("an operator or `)`");
        Err(Fault::new(
            fault.column,
            format!(
                "{} (the `(` in column {opened} is still open)",
                fault.message
            ),
        ))
    }

    fn call(&mut self, name: &str) -> Parsed<Item> {
        let column = self.column();
        if !FUNCTIONS.contains(&name) {
            let message = if is_reserved(name) {
                self.unexpected("a number, a variable or `(`").message
            } else if self.find(name).is_ok() {
                let shown = shorten(name);
                format!("`{shown}` is a variable, not a function; write a product as `{shown}*(…)`")
            } else {
                let near = crate::names::nearest(name, FUNCTIONS.iter().copied());
                let right = near
                    .map_or(format!("the functions are {}", FUNCTIONS.join(", ")), |n| {
                        format!("did you mean `{n}`?")
                    });
                format!("there is no function `{}`; {right}", shorten(name))
            };
            return Err(Fault::new(column, message));
        }
        self.advance();
        let open = self.column();
        self.advance();
        let mut args = Vec::new();
        let mut height = 0;
        loop {
            let (expr, h) = number(self.deeper(Self::xor)?)?;
            args.push(expr);
            height = height.max(h);
            if !self.take_sign(",") {
                break;
            }
        }
        self.close(open)?;
        let count = args.len();
        let mut rest = args.into_iter();
        let first = rest.next().unwrap_or(Expr::int(0));
        let kind = match name {
            "square" | "prime" if count == 1 => Kind::Truth(if name == "square" {
                Cond::Square(first)
            } else {
                Cond::Prime(first)
            }),
            "min" | "max" if count == 1 => Kind::Number(first),
            "min" => Kind::Number(Expr::Min(std::iter::once(first).chain(rest).collect())),
            "max" => Kind::Number(Expr::Max(std::iter::once(first).chain(rest).collect())),
            "gcd" if count >= 2 => {
                Kind::Number(rest.fold(first, |a, b| Expr::Gcd(Box::new(a), Box::new(b))))
            }
            "xor" if count >= 2 => {
                Kind::Number(rest.fold(first, |a, b| Expr::Xor(Box::new(a), Box::new(b))))
            }
            "square" | "prime" => {
                let message = format!("`{name}` takes one number, not {count}; write `{name}(n)`");
                return Err(Fault::new(column, message));
            }
            _ => {
                let message = format!("`{name}` takes at least two numbers; write `{name}(a, b)`");
                return Err(Fault::new(column, message));
            }
        };
        item(
            kind,
            height
                + if matches!(name, "gcd" | "xor") {
                    count
                } else {
                    0
                },
            column,
        )
    }
}

const FUNCTIONS: [&str; 6] = ["min", "max", "gcd", "xor", "square", "prime"];

fn item(kind: Kind, height_below: usize, column: usize) -> Parsed<Item> {
    let height = height_below + 1;
    if height > 2 * MAX_DEPTH {
        let message = format!(
            "more than {} operations inside one another; write a simpler expression",
            2 * MAX_DEPTH
        );
        return Err(Fault::new(column, message));
    }
    Ok(Item {
        kind,
        height,
        column,
    })
}

fn binary(left: Item, right: Item, make: fn(Box<Expr>, Box<Expr>) -> Expr) -> Parsed<Item> {
    let column = left.column;
    let (a, h1) = number(left)?;
    let (b, h2) = number(right)?;
    item(
        Kind::Number(make(Box::new(a), Box::new(b))),
        h1.max(h2),
        column,
    )
}

fn number(item: Item) -> Parsed<(Expr, usize)> {
    match item.kind {
        Kind::Number(e) => Ok((e, item.height)),
        Kind::Truth(_) => Err(Fault::new(
            item.column,
            "a condition stands where a number is needed; write for example `n - 1`",
        )),
    }
}

fn truth(item: Item) -> Parsed<(Cond, usize)> {
    match item.kind {
        Kind::Truth(c) => Ok((c, item.height)),
        Kind::Number(_) => Err(Fault::new(
            item.column,
            "a number stands where a condition is needed; write a comparison such as `a >= 1`",
        )),
    }
}
