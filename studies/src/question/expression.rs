//! The `result` line of a question: integers, fields of answers, parameters, `+ - * / ^`, `=`, parentheses and a few functions of lists.
//!
//! `count` is a field of the last answer, `lost.count` of the answer named `lost`, `{n}` a parameter. `length(winning_moves)` is
//! the length of a list; `heaps(winning_moves)` reads texts like `3,4` as lists of numbers; `outcome = P` is true or false (a word
//! that is no field is a text), and so is `{to} in heaps(moves_left)`. `zeros(table)` lists the places where the table that the line
//! named `table` answered has the value 0; `ascending` keeps the lists whose numbers increase, `sorted` puts a list in order, `sets`
//! the numbers of each list, `flat` makes one list of many, `places(texts, "#")` is the place of the first such letter in each text, from 1.
//! `joined(a, b)` puts lists together, `reversed(list)` turns one around, `first(k, list)` is its beginning, `distinct` leaves out what
//! equals the item before, `sums` adds up each list, `text(a, b)` writes one text behind the other, `moment(table)` is the sum of each place times its value. `min(a, b)`, `max(a, b)`, `sum(list)`, `bits(n)` (binary digits), `ceil(a/b)`; a number and a list are added or subtracted item
//! by item. An expression that is one field gives it as it is.

use crate::{Input, number};
use bouton_core::{Error, Result};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde_json::Value;
use std::collections::BTreeMap;

/// A parsed expression, in postfix order.
#[derive(Clone, Debug, Default)]
pub struct Expression(Vec<Step>);

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Integer(BigInt),
    Field(String),
    Parameter(String),
    Text(String),
    Apply(String, usize),
    Operator(char),
}

impl Expression {
    /// Reads an expression; the error is what is wrong.
    pub fn parse(text: &str) -> Result<Expression, String> {
        let tokens = tokens(text)?;
        let mut out = Vec::new();
        // Operators that wait, by the usual precedence; `(` may carry the name of a function.
        let mut waiting: Vec<Token> = Vec::new();
        // How many arguments each open parenthesis has so far.
        let mut counts: Vec<usize> = Vec::new();
        let mut operand = true;
        for token in tokens {
            match token {
                Token::Operand(step) if operand => {
                    out.push(step);
                    operand = false;
                }
                Token::Open(name) if operand => {
                    waiting.push(Token::Open(name));
                    counts.push(1);
                }
                Token::Comma if !operand => {
                    while let Some(Token::Operator(c)) =
                        waiting.pop_if(|t| matches!(t, Token::Operator(_)))
                    {
                        out.push(Step::Operator(c));
                    }
                    match (waiting.last(), counts.last_mut()) {
                        (Some(Token::Open(Some(_))), Some(count)) => *count += 1,
                        _ => return Err(format!("`{text}` has a comma outside a function")),
                    }
                    operand = true;
                }
                Token::Close if !operand => loop {
                    match waiting.pop() {
                        Some(Token::Operator(c)) => out.push(Step::Operator(c)),
                        Some(Token::Open(name)) => {
                            let count = counts.pop().unwrap_or(1);
                            out.extend(name.map(|n| Step::Apply(n, count)));
                            break;
                        }
                        _ => return Err(format!("`{text}` has a `)` too many")),
                    }
                },
                Token::Operator(c) if !operand => {
                    while let Some(Token::Operator(before)) = waiting.last() {
                        if strength(*before) < strength(c) || (c == '^' && *before == '^') {
                            break;
                        }
                        out.push(Step::Operator(*before));
                        waiting.pop();
                    }
                    waiting.push(Token::Operator(c));
                    operand = true;
                }
                _ => return Err(format!("`{text}` is not an expression")),
            }
        }
        if operand {
            return Err(format!("`{text}` ends too early"));
        }
        while let Some(token) = waiting.pop() {
            match token {
                Token::Operator(c) => out.push(Step::Operator(c)),
                _ => return Err(format!("`{text}` has a `(` too many")),
            }
        }
        Ok(Expression(out))
    }

    /// Evaluates it over the answers, in order, and the input's parameters.
    pub fn evaluate(&self, answers: &[(Option<String>, Value)], input: &Input) -> Result<Value> {
        let mut stack: Vec<Value> = Vec::new();
        let short = || Error::input("the expression lacks an operand");
        for step in &self.0 {
            let value = match step {
                Step::Integer(n) => number::integer(n.clone(), None),
                Step::Field(path) => field(path, answers),
                Step::Parameter(name) => input.need(name)?.clone(),
                Step::Text(text) => Value::from(text.clone()),
                Step::Apply(name, count) => {
                    let from = stack.len().checked_sub(*count).ok_or_else(short)?;
                    apply(name, stack.split_off(from))?
                }
                Step::Operator(c) => {
                    let b = stack.pop().ok_or_else(short)?;
                    let a = stack.pop().ok_or_else(short)?;
                    operate(*c, &a, &b)?
                }
            };
            stack.push(value);
        }
        stack.pop().ok_or_else(short)
    }
}

enum Token {
    Operand(Step),
    Open(Option<String>),
    Comma,
    Close,
    Operator(char),
}

fn strength(c: char) -> u8 {
    match c {
        '=' | '∈' => 0,
        '+' | '-' => 1,
        '*' | '/' => 2,
        _ => 3,
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let run: String = rest
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_' || *c == '.')
            .collect();
        let (token, used) = match c {
            '(' => (Token::Open(None), 1),
            ')' => (Token::Close, 1),
            ',' => (Token::Comma, 1),
            '"' => {
                let inside = rest[1..].split_once('"').map(|(text, _)| text);
                let inside =
                    inside.ok_or_else(|| format!("`{rest}` has a quote that does not end"))?;
                let used = inside.len() + 2;
                (Token::Operand(Step::Text(inside.to_string())), used)
            }
            '+' | '-' | '*' | '/' | '^' | '=' => (Token::Operator(c), 1),
            '{' => {
                let name = rest[1..].split_once('}').map(|(name, _)| name);
                let name = name.ok_or_else(|| format!("`{rest}` has a `{{` that does not end"))?;
                let token = Token::Operand(Step::Parameter(name.to_string()));
                (token, name.len() + 2)
            }
            c if c.is_ascii_digit() => {
                let n = run
                    .parse()
                    .map_err(|_| format!("`{run}` is not an integer"))?;
                (Token::Operand(Step::Integer(n)), run.len())
            }
            _ if run == "in" => (Token::Operator('∈'), 2),
            c if c.is_alphabetic() => match rest[run.len()..].starts_with('(') {
                true => (Token::Open(Some(run.clone())), run.len() + 1),
                false => (Token::Operand(Step::Field(run.clone())), run.len()),
            },
            other => return Err(format!("`{other}` is not read in `{text}`")),
        };
        out.push(token);
        rest = rest[used..].trim_start();
    }
    Ok(out)
}

/// A field by its path: the first part may be the name of an answer. A word that is no field is a text.
fn field(path: &str, answers: &[(Option<String>, Value)]) -> Value {
    let mut parts = path.split('.').peekable();
    let named = parts.peek().and_then(|first| {
        let found = answers
            .iter()
            .rev()
            .find(|(n, _)| n.as_deref() == Some(first));
        found.map(|(_, answer)| answer)
    });
    let mut at = match named {
        Some(answer) => {
            parts.next();
            Some(answer)
        }
        None => answers.last().map(|(_, answer)| answer),
    };
    for part in parts {
        at = at.and_then(|v| match part.parse::<usize>() {
            Ok(index) => v.get(index),
            Err(_) => v.get(part),
        });
    }
    at.cloned().unwrap_or_else(|| Value::from(path))
}

fn apply(name: &str, mut arguments: Vec<Value>) -> Result<Value> {
    let wrong = |v: &Value| Error::input(format!("`{name}` has no meaning for `{v}`"));
    if let "min" | "max" = name {
        let all: Vec<BigInt> = arguments.iter().map(to_integer).collect::<Result<_>>()?;
        let best = match name {
            "min" => all.into_iter().min(),
            _ => all.into_iter().max(),
        };
        return Ok(number::integer(best.unwrap_or_default(), None));
    }
    if name == "first" {
        return match arguments.as_slice() {
            [count, Value::Array(items)] => {
                let count = to_integer(count)?.to_usize().unwrap_or(usize::MAX);
                let items = items.iter().take(count).cloned();
                Ok(Value::from(items.collect::<Vec<Value>>()))
            }
            _ => Err(Error::input("`first` takes a number and a list")),
        };
    }
    if name == "joined" {
        let lists = arguments.iter().map(|a| a.as_array().cloned());
        let lists: Option<Vec<Vec<Value>>> = lists.collect();
        let lists = lists.ok_or_else(|| Error::input("`joined` takes lists"))?;
        return Ok(Value::from(lists.concat()));
    }
    if name == "text" {
        let parts: Vec<String> = arguments.iter().map(crate::report::text).collect();
        return Ok(Value::from(parts.concat()));
    }
    let letter = match name {
        "places" => arguments.pop(),
        _ => None,
    };
    let [value] = arguments.as_slice() else {
        return Err(Error::input(format!("`{name}` takes one argument")));
    };
    let wrong = || wrong(value);
    match name {
        "zeros" => return zeros(value).ok_or_else(wrong).map(Value::from),
        "bits" => return Ok(Value::from(to_integer(value)?.bits())),
        "ceil" => {
            return Ok(number::integer(
                to_rational(value)?.ceil().to_integer(),
                None,
            ));
        }
        "length" if value.is_string() || value.is_number() => {
            return Ok(Value::from(crate::report::text(value).chars().count()));
        }
        "moment" => {
            return moment(value)
                .ok_or_else(wrong)
                .map(|m| m.to_string().into());
        }
        _ => {}
    }
    let items = value.as_array().ok_or_else(wrong)?;
    match name {
        "length" => return Ok(Value::from(items.len())),
        "reversed" => {
            let items: Vec<Value> = items.iter().rev().cloned().collect();
            return Ok(Value::from(items));
        }
        "distinct" => {
            let mut items = items.clone();
            items.dedup();
            return Ok(Value::from(items));
        }
        "sums" => {
            let all = items.iter().map(|i| apply("sum", vec![i.clone()]));
            return Ok(Value::from(all.collect::<Result<Vec<Value>>>()?));
        }
        "sum" => {
            let all = items.iter().map(to_integer).collect::<Result<Vec<_>>>()?;
            return Ok(number::integer(all.into_iter().sum::<BigInt>(), None));
        }
        "flat" => {
            let parts = items.iter().map(|i| i.as_array().cloned());
            let parts: Vec<Vec<Value>> = parts.collect::<Option<_>>().ok_or_else(wrong)?;
            return Ok(Value::from(parts.concat()));
        }
        "heaps" => {
            let lists = items.iter().map(|i| heaps(i.as_str()?));
            let lists: Vec<_> = lists.collect::<Option<_>>().ok_or_else(wrong)?;
            return Ok(Value::from(lists));
        }
        "places" => {
            let letter = letter.as_ref().and_then(Value::as_str).unwrap_or_default();
            let place = |text: &Value| {
                let before = text.as_str()?.split_once(letter)?.0;
                Some(before.chars().count() as u64 + 1)
            };
            let places: Vec<u64> = items
                .iter()
                .map(place)
                .collect::<Option<_>>()
                .ok_or_else(wrong)?;
            return Ok(Value::from(places));
        }
        _ => {}
    }
    if name == "sorted"
        && let Some(mut numbers) = items
            .iter()
            .map(Value::as_i64)
            .collect::<Option<Vec<i64>>>()
    {
        numbers.sort_unstable();
        return Ok(Value::from(numbers));
    }
    let lists = items
        .iter()
        .map(|i| i.as_array()?.iter().map(Value::as_u64).collect());
    let mut lists: Vec<Vec<u64>> = lists.collect::<Option<_>>().ok_or_else(wrong)?;
    match name {
        "ascending" => lists.retain(|l| l.is_sorted_by(|a, b| a < b)),
        "sorted" => lists.sort(),
        "sets" => lists.iter_mut().for_each(|l| l.sort_unstable()),
        _ => return Err(wrong()),
    }
    Ok(Value::from(lists))
}

/// `3,4` as a list of numbers.
fn heaps(text: &str) -> Option<Vec<u64>> {
    let numbers = text.split(',').filter(|t| !t.is_empty());
    numbers.map(|t| t.parse().ok()).collect()
}

/// Where a table has the value 0, the last coordinate fastest.
fn zeros(table: &Value) -> Option<Vec<Vec<u64>>> {
    let mut ranges = Vec::new();
    for range in table.get("ranges")?.as_array()? {
        ranges.push((range.get(0)?.as_u64()?, range.get(1)?.as_u64()?));
    }
    let mut at: Vec<u64> = ranges.iter().map(|r| r.0).collect();
    let mut out = Vec::new();
    for value in table.get("values")?.as_array()? {
        if crate::same(value, &Value::from(0)) {
            out.push(at.clone());
        }
        for (x, (low, high)) in at.iter_mut().zip(&ranges).rev() {
            if *x < *high {
                *x += 1;
                break;
            }
            *x = *low;
        }
    }
    Some(out)
}

/// Σ n·(value at n) over a table of one coordinate whose values are numbers.
fn moment(table: &Value) -> Option<BigRational> {
    let [range] = table.get("ranges")?.as_array()?.as_slice() else {
        return None;
    };
    let first = BigInt::from(range.get(0)?.as_u64()?);
    // By denominator, so that fractions are added rarely.
    let mut sums: BTreeMap<BigInt, BigInt> = BTreeMap::new();
    for (i, value) in table.get("values")?.as_array()?.iter().enumerate() {
        let text = crate::report::text(value);
        let (a, b) = text.split_once('/').unwrap_or((&text, "1"));
        let (a, b): (BigInt, BigInt) = (a.parse().ok()?, b.parse().ok()?);
        *sums.entry(b).or_default() += a * (&first + i);
    }
    let parts = sums.into_iter().filter(|(b, _)| *b != BigInt::ZERO);
    Some(parts.map(|(b, a)| BigRational::new(a, b)).sum())
}

fn operate(c: char, a: &Value, b: &Value) -> Result<Value> {
    if c == '=' {
        return Ok(Value::from(crate::same(a, b)));
    }
    if c == '∈' {
        let items = b
            .as_array()
            .ok_or_else(|| Error::input("`in` needs a list on its right"))?;
        return Ok(Value::from(items.iter().any(|i| crate::same(i, a))));
    }
    match (a.as_array(), b.as_array()) {
        (Some(items), None) => {
            let all = items.iter().map(|i| operate(c, i, b));
            return all.collect::<Result<Vec<_>>>().map(Value::from);
        }
        (None, Some(items)) => {
            let all = items.iter().map(|i| operate(c, a, i));
            return all.collect::<Result<Vec<_>>>().map(Value::from);
        }
        _ => {}
    }
    let (a, b) = (to_integer(a)?, to_integer(b)?);
    let result = match c {
        '+' => a + b,
        '-' => a - b,
        '*' => a * b,
        '/' if b == BigInt::ZERO => return Err(Error::input("a division by 0")),
        '/' => a.div_floor(&b),
        _ => {
            let exponent = b.to_u32().filter(|e| u64::from(*e) * a.bits() < 1 << 24);
            let exponent = exponent
                .ok_or_else(|| Error::limit(format!("the power with exponent {b} is too large")))?;
            a.pow(exponent)
        }
    };
    Ok(number::integer(result, None))
}

/// An integer or a fraction such as `7/3`.
pub fn to_rational(value: &Value) -> Result<BigRational> {
    let text = crate::report::text(value);
    let (a, b) = text.split_once('/').unwrap_or((&text, "1"));
    let (a, b) = (to_integer(&a.into())?, to_integer(&b.into())?);
    match b == BigInt::ZERO {
        true => Err(Error::input(format!("`{text}` is not a fraction"))),
        false => Ok(BigRational::new(a, b)),
    }
}

/// A number, or a text of digits, as an integer.
pub fn to_integer(value: &Value) -> Result<BigInt> {
    let text = match value {
        Value::Number(n) => n.to_string(),
        Value::String(s) => s.clone(),
        other => other.to_string(),
    };
    text.parse()
        .map_err(|_| Error::input(format!("`{text}` is not an integer")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn expressions_have_the_usual_precedence() {
        let answers = [
            (Some("lost".to_string()), json!({"count": "40"})),
            (
                Some("t".to_string()),
                json!({"ranges": [[1, 2], [2, 3]], "values": [null, "0", 0, 1]}),
            ),
            (
                None,
                json!({"count": "2", "moves": ["1,2", "3"], "outcome": "P", "list": [5]}),
            ),
        ];
        let input = Input::read(r#"{"fn": "f", "n": 3}"#).unwrap();
        for (text, expected) in [
            ("count", json!("2")),
            ("lost.count - count * 3", json!(34)),
            ("(lost.count - count) * {n}", json!(114)),
            ("10 - 2 - 3", json!(5)),
            ("2 ^ 3 ^ 2 + 1", json!(513)),
            ("length(moves)", json!(2)),
            ("heaps(moves)", json!([[1, 2], [3]])),
            ("list.0", json!(5)),
            ("outcome = P", json!(true)),
            ("7 / 2 * 2", json!(6)),
            ("list in heaps(moves)", json!(false)),
            ("ascending(heaps(moves))", json!([[1, 2], [3]])),
            ("zeros(t)", json!([[1, 3], [2, 2]])),
            ("max(2, {n} - 4, min(7, 5))", json!(5)),
            ("flat(4 - heaps(moves))", json!([3, 2, 1])),
            ("sorted(flat(4 - heaps(moves)))", json!([1, 2, 3])),
            (r#"places(moves, "2") "#, json!("error")),
            ("ceil(\"129/4\") + bits(8) + sum(list)", json!(42)),
        ] {
            let e = Expression::parse(text).unwrap();
            let got = e.evaluate(&answers, &input);
            assert_eq!(got.unwrap_or("error".into()), expected, "{text}");
        }
        for text in ["", "1 +", "(1", "1)", "1 2", "€", "(1, 2)", "\"a"] {
            assert!(Expression::parse(text).is_err(), "{text}");
        }
    }
}
