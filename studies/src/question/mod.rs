//! Studies without a program: a rule file and a few command lines.
//!
//! ```text
//! text
//!     What brute force shows, what proves it, how the count works.
//!
//! rules squares
//!     game squares
//!     heap n
//!     move n -> n - k  for k in 1..n where square(k)
//!
//! ask count_P
//!     bouton count squares --heaps 3 --unordered --each "n <= {M}" [--mod {mod}]
//!     result count
//!
//! ask g
//!     for k in 2..{n}
//!     all:  bouton count split{k} --total {n}
//!     lost: bouton count split{k} --total {n} --win second
//!     result all.count - lost.count
//! ```
//!
//! `{M}` is a parameter of the input (a list is written with commas), `{2*M-1}` an expression of such; words in brackets are left out where the input has no
//! such parameter. A line may have a name; `result` is an expression over the fields of the lines' JSON answers, a field without a
//! name being the last line's ([`expression`]). With `for`, the results are added up; with `steps positions` the lines are asked for
//! each two consecutive items of that list, `{from}` and `{to}`, and the answer is whether each result is true. Rules may hold parameters too. A result that
//! is an integer is reduced if the input has `mod`. `given CONDITION` says which inputs are answered, so that one function may have several forms. `rounded scientific 9`
//! (or `plain`, `decimals`) writes fractions with so many digits. `known KIND: TEXT` (`theorem: …`, `computed: …`) says how the answer is known where the tool's answers have no status.

mod expression;

use crate::interval::Interval;
use crate::{Input, Known, number};
use bouton_core::{Error, Result};
use expression::Expression;
use num_bigint::BigInt;
use serde_json::Value;

/// A rule file that a question brings: the word that stands for it on a command line, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The word.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

/// Whoever answers a command line of `bouton`: the program itself.
pub trait Ask {
    /// The JSON answer to a command line, given by its words without `bouton` and `--json`. A word that is the name of one of the
    /// rules stands for a file with their text.
    ///
    /// # Errors
    /// What the command says.
    fn ask(&self, words: &[String], rules: &[Rules]) -> Result<Value>;
}

/// Nobody to ask: programs still run, questions fail.
pub struct NoAsk;

impl Ask for NoAsk {
    fn ask(&self, words: &[String], _: &[Rules]) -> Result<Value> {
        Err(Error::input(format!(
            "`bouton {}` needs the program to answer it",
            words.join(" ")
        )))
    }
}

/// A study that is a rule file and command lines.
#[derive(Clone, Debug)]
pub struct Question {
    /// The problem's number.
    pub id: u32,
    /// What brute force shows, what proves it, how the count works: one paragraph.
    pub text: String,
    rules: Vec<Rules>,
    asks: Vec<Function>,
}

/// How one function of the problem is answered.
#[derive(Clone, Debug)]
struct Function {
    name: String,
    range: Option<(String, String, String)>,
    steps: Option<String>,
    lines: Vec<Line>,
    result: Expression,
    known: Option<String>,
    /// What the parameters have to satisfy, with its text.
    given: Option<(Expression, String)>,
    rounded: Option<Rounded>,
}

impl Function {
    /// Do the parameters satisfy what is given?
    fn answers(&self, input: &Input) -> bool {
        let Some((condition, _)) = &self.given else {
            return true;
        };
        let truth = condition.evaluate(&[], input);
        truth.is_ok_and(|truth| truth.as_bool() == Some(true))
    }
}

/// How a fraction is written, every digit proved.
#[derive(Clone, Debug)]
enum Rounded {
    Scientific(u32),
    Plain(u32),
    Decimals(u32),
}

impl Rounded {
    fn read(text: &str) -> Option<Rounded> {
        let (how, digits) = text.split_once(' ')?;
        let digits = digits.trim().parse().ok()?;
        match how {
            "scientific" => Some(Rounded::Scientific(digits)),
            "plain" => Some(Rounded::Plain(digits)),
            "decimals" => Some(Rounded::Decimals(digits)),
            _ => None,
        }
    }

    fn text(&self, value: &Interval) -> Result<Value> {
        Ok(Value::from(match *self {
            Rounded::Scientific(digits) => value.scientific(digits)?,
            Rounded::Plain(digits) => value.plain(digits)?,
            Rounded::Decimals(digits) => value.decimals(digits)?,
        }))
    }
}

#[derive(Clone, Debug)]
struct Line {
    name: Option<String>,
    words: Vec<String>,
}

impl Question {
    /// Reads a question; `name` is its number.
    ///
    /// # Errors
    /// One sentence with the line at fault.
    pub fn parse(name: &str, text: &str) -> Result<Question> {
        let id = name
            .parse()
            .map_err(|_| Error::input(format!("`{name}.study`: the name is not a number")))?;
        let mut question = Question {
            id,
            text: String::new(),
            rules: Vec::new(),
            asks: Vec::new(),
        };
        let mut lines = text.lines().enumerate().peekable();
        while let Some((at, line)) = lines.next() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let mut block = Vec::new();
            while let Some((_, next)) = lines.peek() {
                if !next.trim().is_empty() && !next.starts_with(' ') {
                    break;
                }
                block.push(next.trim());
                lines.next();
            }
            block.retain(|l| !l.is_empty());
            let fault = |what: &str| Error::input(format!("{name}.study, line {}: {what}", at + 1));
            match line.split_once(' ').unwrap_or((line, "")) {
                ("text", "") => question.text = block.join(" "),
                ("rules", word) if !word.is_empty() => question.rules.push(Rules {
                    name: word.trim().to_string(),
                    text: block.join("\n") + "\n",
                }),
                ("ask", word) if !word.is_empty() => {
                    let f = function(word.trim(), &block).map_err(|e| fault(&e))?;
                    question.asks.push(f);
                }
                _ => return Err(fault("expected `text`, `rules NAME` or `ask FUNCTION`")),
            }
        }
        Ok(question)
    }

    /// The command lines, as they stand in the file, with the function that each is for.
    pub fn lines(&self) -> Vec<(String, String)> {
        let line = |f: &Function, l: &Line| {
            let words: Vec<String> = l.words.iter().map(|w| shown(w)).collect();
            (f.name.clone(), format!("bouton {}", words.join(" ")))
        };
        self.asks
            .iter()
            .flat_map(|f| f.lines.iter().map(move |l| line(f, l)))
            .collect()
    }

    /// Answers a function of the problem, and says how the answer is known.
    ///
    /// # Errors
    /// The function is not there, a parameter is missing, or a command fails.
    pub fn run(&self, input: &Input, tool: &dyn Ask) -> Result<(Value, Known)> {
        let mut named = self.asks.iter().filter(|f| f.name == input.function());
        let first = named.clone().next().ok_or_else(|| input.unknown())?;
        let function = named.find(|f| f.answers(input)).ok_or_else(|| {
            let given = first.given.as_ref().map_or("", |(_, text)| text);
            Error::input(format!("{input} is answered where {given}"))
        })?;
        let mut known = Known::Machine(String::new());
        if let Some(list) = &function.steps {
            let items = input.need(list)?.as_array().cloned().unwrap_or_default();
            let mut all = true;
            for pair in items.windows(2) {
                let inner = input
                    .with("from", pair[0].clone())
                    .with("to", pair[1].clone());
                let value = self.once(function, &inner, tool, &mut known)?;
                all &= value.as_bool() == Some(true);
            }
            return Ok((Value::from(all), known));
        }
        let Some((variable, low, high)) = &function.range else {
            let value = self.once(function, input, tool, &mut known)?;
            let value = match &function.rounded {
                Some(how) => how.text(&Interval::ratio(&expression::to_rational(&value)?))?,
                None => reduce(value, input)?,
            };
            return Ok((value, known));
        };
        let bound = |text: &str| -> Result<u64> {
            let text = fill(text, input).unwrap_or_default();
            text.parse()
                .map_err(|_| Error::input(format!("`{text}` is not a bound of `for`")))
        };
        let mut total = BigInt::ZERO;
        let mut about = Interval::int(0);
        for k in bound(low)?..=bound(high)? {
            let inner = input.with(variable, Value::from(k));
            let value = self.once(function, &inner, tool, &mut known)?;
            match function.rounded {
                Some(_) => about = about + Interval::ratio(&expression::to_rational(&value)?),
                None => total += expression::to_integer(&value)?,
            }
        }
        if let Some(how) = &function.rounded {
            return Ok((how.text(&about)?, known));
        }
        Ok((reduce(number::integer(total, None), input)?, known))
    }

    fn once(
        &self,
        function: &Function,
        input: &Input,
        tool: &dyn Ask,
        known: &mut Known,
    ) -> Result<Value> {
        let rules: Vec<Rules> = self
            .rules
            .iter()
            .filter_map(|r| {
                Some(Rules {
                    name: fill(&r.name, input)?,
                    text: fill(&r.text, input)?,
                })
            })
            .collect();
        let mut answers = Vec::new();
        for line in &function.lines {
            let words = words(&line.words, input)?;
            let answer = tool.ask(&words, &rules)?;
            if let Some(status) = answer.get("status").and_then(Value::as_str) {
                let statement = answer.get("statement").and_then(Value::as_str);
                let link = match Known::from_status(status) {
                    Known::Machine(s) if s == "proved" => {
                        Known::Machine(statement.unwrap_or_default().to_string())
                    }
                    other => other,
                };
                *known = match std::mem::replace(known, Known::Machine(String::new())) {
                    Known::Machine(s) if s.is_empty() => link,
                    before => before.and(link),
                };
            }
            answers.push((line.name.clone(), answer));
        }
        if let Some(text) = &function.known {
            let (kind, why) = text.split_once(": ").unwrap_or((text, text));
            *known = match Known::from_status(kind) {
                Known::Machine(_) => Known::Machine(why.to_string()),
                Known::Theorem(_) => Known::Theorem(why.to_string()),
                Known::Computed(_) => Known::Computed(why.to_string()),
                Known::Verified(_) => Known::Verified(why.to_string()),
            };
        }
        function.result.evaluate(&answers, input)
    }
}

fn shown(word: &str) -> String {
    match word.contains(' ') {
        true => format!("\"{word}\""),
        false => word.to_string(),
    }
}

fn reduce(value: Value, input: &Input) -> Result<Value> {
    let modulus = input.modulus()?;
    match (modulus, &value) {
        (Some(_), Value::Number(_) | Value::String(_)) => {
            Ok(number::integer(expression::to_integer(&value)?, modulus))
        }
        _ => Ok(value),
    }
}

/// Reads the lines below `ask`; the error is what is wrong.
fn function(name: &str, block: &[&str]) -> Result<Function, String> {
    let mut f = Function {
        name: name.to_string(),
        range: None,
        steps: None,
        lines: Vec::new(),
        result: Expression::default(),
        known: None,
        given: None,
        rounded: None,
    };
    let mut done = false;
    for line in block {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match first {
            "for" => f.range = Some(range(rest).ok_or("write for example `for k in 2..{n}`")?),
            "steps" => f.steps = Some(rest.trim().to_string()),
            "given" => f.given = Some((Expression::parse(rest)?, rest.trim().to_string())),
            "rounded" => {
                let how = Rounded::read(rest.trim());
                f.rounded = Some(how.ok_or("write for example `rounded scientific 9`")?);
            }
            "known" => f.known = Some(rest.trim().to_string()),
            "result" => {
                f.result = Expression::parse(rest)?;
                done = true;
            }
            "bouton" => f.lines.push(Line {
                name: None,
                words: split(rest)?,
            }),
            _ => {
                let named = first.strip_suffix(':');
                let command = rest.trim_start().strip_prefix("bouton ");
                match (named, command) {
                    (Some(n), Some(c)) => f.lines.push(Line {
                        name: Some(n.to_string()),
                        words: split(c)?,
                    }),
                    _ => {
                        return Err(format!(
                            "`{line}` is not read; write `bouton …`, `NAME: bouton …`, `for …`, `given …`, `known …` or `result …`"
                        ));
                    }
                }
            }
        }
    }
    match done {
        true => Ok(f),
        false => Err(format!("`ask {name}` has no `result`")),
    }
}

fn range(text: &str) -> Option<(String, String, String)> {
    let (variable, bounds) = text.split_once(" in ")?;
    let (low, high) = bounds.split_once("..")?;
    Some((
        variable.trim().to_string(),
        low.trim().to_string(),
        high.trim().to_string(),
    ))
}

/// The words of a command line; quotes, double or single, keep blanks together.
fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(format!("`{line}` has a quote that does not end"));
    }
    words.extend(word);
    Ok(words)
}

/// The words with their parameters; words in brackets only if all of their parameters are given.
fn words(template: &[String], input: &Input) -> Result<Vec<String>> {
    let missing = |word: &str| Error::input(format!("`{input}` has no value for `{word}`"));
    let mut out = Vec::new();
    let mut optional: Option<Vec<Option<String>>> = None;
    for word in template {
        let inside = match word.strip_prefix('[') {
            Some(rest) if optional.is_none() => {
                optional = Some(Vec::new());
                rest
            }
            _ => word,
        };
        match (&mut optional, inside.strip_suffix(']')) {
            (Some(group), Some(last)) => {
                group.push(fill(last, input));
                if let Some(all) = group.drain(..).collect::<Option<Vec<String>>>() {
                    out.extend(all);
                }
                optional = None;
            }
            (Some(group), None) => group.push(fill(inside, input)),
            (None, _) => out.push(fill(word, input).ok_or_else(|| missing(word))?),
        }
    }
    Ok(out)
}

/// The text with each `{name}` replaced; nothing if a parameter is missing. Braces around anything else stay: `S{1,2}`.
fn fill(text: &str, input: &Input) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let inside = after
            .split_once('}')
            .filter(|(i, _)| i.contains(char::is_alphabetic));
        match inside {
            Some((inside, behind)) => {
                out.push_str(&parameter(inside, input)?);
                rest = behind;
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    Some(out)
}

/// The value of `name`, or of an expression such as `2*c` or `min(k, 4)`.
fn parameter(text: &str, input: &Input) -> Option<String> {
    if let Some(value) = input.get(text) {
        return Some(written(value));
    }
    let parameters = [(None, Value::Object(input.parameters().clone()))];
    let value = Expression::parse(text).ok()?.evaluate(&parameters, input);
    let value = value.ok()?;
    expression::to_integer(&value).ok().map(|n| n.to_string())
}

fn written(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(written).collect();
            items.join(",")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    struct Echo;

    impl Ask for Echo {
        fn ask(&self, words: &[String], rules: &[Rules]) -> Result<Value> {
            Ok(json!({
                "count": words.last().map(|w| w.parse::<u64>().unwrap_or(0)),
                "words": words,
                "rules": rules.iter().map(|r| r.text.clone()).collect::<Vec<_>>(),
                "status": "proved",
                "statement": "an echo",
            }))
        }
    }

    const TEXT: &str = "# a comment\ntext\n    One\n    paragraph.\n\nrules g{k}\n    game g\n    heap n\n\nask f\n    \
        bouton count 'S{1,2}' --where \"n <= {M}\" [--mod {mod}] {M}\n    result count\n\nask s\n    for k in 2..{n}\n    \
        a: bouton count x {k}\n    bouton count y 1\n    result a.count * 10 - count\n";

    #[test]
    fn a_question_is_read_and_asked() {
        let q = Question::parse("7", TEXT).unwrap();
        assert_eq!(q.text, "One paragraph.");
        let input = Input::read(r#"{"fn": "f", "M": 12}"#).unwrap();
        let (value, known) = q.run(&input, &Echo).unwrap();
        assert_eq!(value, json!(12));
        assert_eq!(known, Known::Machine("an echo".into()));
        let input = Input::read(r#"{"fn": "f", "M": 12, "mod": 5}"#).unwrap();
        assert_eq!(q.run(&input, &Echo).unwrap().0, json!(2));
        let input = Input::read(r#"{"fn": "s", "n": 4}"#).unwrap();
        assert_eq!(q.run(&input, &Echo).unwrap().0, json!(20 + 30 + 40 - 3));
    }

    #[test]
    fn what_is_wrong_gets_one_sentence() {
        for (text, says) in [
            ("tex\n", "line 1: expected"),
            ("ask f\n    bouton count x\n", "no `result`"),
            ("ask f\n    bouton count 'x\n    result 1\n", "quote"),
            ("ask f\n    count x\n    result 1\n", "is not read"),
            ("ask f\n    result 1 +\n", "ends"),
        ] {
            let e = Question::parse("7", text).unwrap_err().to_string();
            assert!(e.contains(says), "{e}");
        }
        let q = Question::parse("7", TEXT).unwrap();
        let input = Input::read(r#"{"fn": "f"}"#).unwrap();
        assert!(q.run(&input, &Echo).is_err());
    }
}
