//! The lines of a rule file on counters.

use super::{Actor, Change, EndLine, Line, ProcessRules};
use crate::lexer::{Fault, Token, each_line, tokens};
use crate::moves::{at_bound, bounds};
use crate::names::{Scope, What, is_reserved, nearest};
use crate::parser::Parser;
use crate::powers::written_out;
use bouton_rules::heaps::shorten;
use bouton_rules::{Cond, Error, Expr, Result};

/// Lines above which a file is refused.
const MAX_LINES: usize = 10_000;

/// Words that start a line.
const STARTS: [&str; 12] = [
    "game", "rules", "cite", "counters", "hidden", "where", "random", "choose", "end", "goal",
    "move", "examples",
];

/// Words that cannot name a counter or a loop variable, beside those of every rule file.
const WORDS: [&str; 10] = [
    "counters", "hidden", "random", "choose", "end", "goal", "weight", "gain", "pays", "stay",
];

const LINE: &str = "random a += 1 weight 1, a -= 1 weight 1";

/// Is this file played on counters? The first line that says what the game is played on decides.
pub(crate) fn is_about_counters(text: &str) -> bool {
    let words = text.lines().filter_map(|l| l.split_whitespace().next());
    let known = ["counters", "cells", "string", "graph", "heap", "heaps"];
    words.into_iter().find(|w| known.contains(w)) == Some("counters")
}

/// Reads a rule file on counters; `file` is its name in errors.
pub(crate) fn parse_process(text: &str, file: &str) -> Result<ProcessRules> {
    let mut reader = Reader::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let read = |line: &str, number| reader.line(line, number);
    let last = each_line(text, (file, "a rule file"), MAX_LINES, read)?;
    let whole = |message: &str| Err(Error::input(format!("{file}:{last}:1: {message}")));
    let only = reader.lines.iter().any(|l| l.actor == Actor::Only);
    let Some(name) = reader.name else {
        return whole("the file has no name; begin with a line like `game ruin`");
    };
    if reader.counters.is_empty() {
        return whole("the file names no counters; write for example `counters a b`");
    }
    match (reader.goal.is_some(), reader.lines.is_empty()) {
        (true, true) => {
            return whole("the file has no moves; write for example `move a -= 1, b += 1`");
        }
        (true, false) if !only => {
            return whole(
                "a game with a `goal` is for one player, who has `move` lines; leave out `goal`, or write `move`",
            );
        }
        (true, false) if !reader.ends.is_empty() => {
            return whole("a game with a `goal` has no `end` lines; leave out one of the two");
        }
        (false, _) if only => {
            return whole(
                "a game with `move` lines on counters is for one player and needs a goal, as in `goal a = 0`; write `heaps` for two players",
            );
        }
        (false, _) if reader.ends.is_empty() => {
            return whole("the file has no `end` line; write for example `end where a = 0 pays 1`");
        }
        _ => {}
    }
    let rules = ProcessRules {
        name,
        rules: reader.rules.unwrap_or_default(),
        cite: reader.cite,
        counters: reader.counters,
        domain: Cond::all(reader.domain),
        hidden: reader.hidden,
        lines: reader.lines,
        ends: reader.ends,
        goal: reader.goal,
        examples: reader.examples,
        text: text.to_string(),
        file: file.to_string(),
    };
    for example in &rules.examples {
        let read = rules.parse(example);
        read.map_err(|e| e.at(format!("{file}: the line `examples`")))?;
    }
    Ok(rules)
}

#[derive(Default)]
struct Reader {
    name: Option<String>,
    rules: Option<String>,
    cite: Option<String>,
    counters: Vec<String>,
    domain: Vec<Cond>,
    hidden: [Vec<usize>; 2],
    lines: Vec<Line>,
    ends: Vec<EndLine>,
    goal: Option<Cond>,
    examples: Vec<String>,
}

impl Reader {
    fn line(&mut self, line: &str, number: usize) -> Result<(), Fault> {
        let code = line.split('#').next().unwrap_or("");
        let start = code.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let code = code.trim();
        if code.is_empty() {
            return Ok(());
        }
        let length = code
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(code.len());
        let (word, rest) = code.split_at(length);
        let fault = |message: String| Err(Fault::new(start, message));
        if self.name.is_none() && word != "game" && STARTS.contains(&word) {
            return fault(format!(
                "`{word}` comes before the game's name; begin the file with a line like `game ruin`"
            ));
        }
        let needs = !matches!(word, "game" | "rules" | "cite" | "counters");
        if needs && self.counters.is_empty() && STARTS.contains(&word) {
            return fault(format!(
                "`{word}` comes before the counters are named; write `counters a b` above it"
            ));
        }
        let argument = rest.trim();
        let text = |seen: bool, what: &str| {
            if seen {
                return Err(Fault::new(
                    start,
                    format!("a second `{word}` line; a file has one"),
                ));
            }
            if argument.is_empty() {
                return Err(Fault::new(
                    start + length,
                    format!("`{word}` is followed by {what}"),
                ));
            }
            Ok(argument.to_string())
        };
        match word {
            "game" => {
                let name = text(self.name.is_some(), "the game's name, as in `game ruin`")?;
                let good = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
                if !name.chars().all(good) {
                    let shown = shorten(&name);
                    return fault(format!(
                        "`{shown}` is not a game's name; use letters, digits and `-`, as in `game fair-coin`"
                    ));
                }
                self.name = Some(name);
            }
            "rules" => self.rules = Some(text(self.rules.is_some(), "the rules in a sentence")?),
            "cite" => {
                self.cite = Some(text(
                    self.cite.is_some(),
                    "the source, as in `cite Feller 1968`",
                )?)
            }
            "examples" => self
                .examples
                .extend(argument.split_whitespace().map(str::to_string)),
            "counters" => {
                if !self.counters.is_empty() {
                    return fault("a second `counters` line; a file has one".into());
                }
                self.counters = counters(line)?;
            }
            "hidden" => self.hidden(line)?,
            "where" => {
                let cond = self.with(line, |parser| {
                    let cond = parser.conditions()?;
                    parser.finish("`,`, `and`, `or` or the end of the line")?;
                    Ok(cond)
                })?;
                self.domain.push(cond);
            }
            "goal" => {
                if self.goal.is_some() {
                    return fault("a second `goal` line; join conditions by `or` or `,`".into());
                }
                let goal = self.with(line, |parser| {
                    let cond = parser.conditions()?;
                    parser.finish("`,`, `and`, `or` or the end of the line")?;
                    Ok(cond)
                })?;
                self.goal = Some(goal);
            }
            "end" => {
                let (when, pays) = self.with(line, end)?;
                self.ends.push(EndLine { number, when, pays });
            }
            "random" | "choose" | "move" => {
                let (found, end) = tokens(line)?;
                for found in written_out(found)? {
                    let made = self.act(word, &found, end, number)?;
                    let clash = |l: &&Line| (l.actor == Actor::Only) != (made.actor == Actor::Only);
                    if let Some(other) = self.lines.iter().find(clash) {
                        return fault(format!(
                            "`move` is for the one player of a game with a goal, `random` and `choose` are for chance and two players (line {}); use one kind",
                            other.number
                        ));
                    }
                    self.lines.push(made);
                }
            }
            _ => {
                let shown = match word.is_empty() {
                    true => code.chars().take(1).collect(),
                    false => shorten(word),
                };
                let near = match nearest(word, STARTS.into_iter()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("a line starts with {}", STARTS.join(", ")),
                };
                return fault(format!("`{shown}` does not start a line; {near}"));
            }
        }
        Ok(())
    }

    /// Reads what follows the first word of a line about the counters.
    fn with<T>(
        &self,
        line: &str,
        read: impl FnOnce(&mut Parser<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let (found, end) = tokens(line)?;
        let scope = Scope {
            names: &self.counters,
            known: self.counters.len(),
            what: What::Question,
        };
        read(&mut Parser::new(&found[1..], end, scope))
    }

    /// `hidden left a b`: counters that a player does not see.
    fn hidden(&mut self, line: &str) -> Result<(), Fault> {
        const FORM: &str = "`hidden` is followed by `left` or `right` and counters that this player does not see, as in `hidden right a b`";
        let (found, end) = tokens(line)?;
        let side = match found.get(1).map(|t| &t.0) {
            Some(Token::Word(w)) if w == "left" => 0,
            Some(Token::Word(w)) if w == "right" => 1,
            _ => return Err(Fault::new(found.get(1).map_or(end, |t| t.1), FORM)),
        };
        if found.len() == 2 {
            return Err(Fault::new(end, FORM));
        }
        for (token, column) in &found[2..] {
            let place = match token {
                Token::Word(w) => self.counters.iter().position(|c| c == w),
                _ => None,
            };
            let Some(place) = place else {
                let counters = self.counters.join(", ");
                let message = format!("{token} is not a counter; the counters are {counters}");
                return Err(Fault::new(*column, message));
            };
            self.hidden[side].push(place);
        }
        Ok(())
    }

    /// `random …`, `choose left …`, `move …`.
    fn act(
        &self,
        word: &str,
        found: &[(Token, usize)],
        end: usize,
        number: usize,
    ) -> Result<Line, Fault> {
        let (actor, skip) = match (word, found.get(1).map(|t| &t.0)) {
            ("random", _) => (Actor::Nature, 1),
            ("move", _) => (Actor::Only, 1),
            (_, Some(Token::Word(w))) if w == "left" => (Actor::Left, 2),
            (_, Some(Token::Word(w))) if w == "right" => (Actor::Right, 2),
            (_, Some(Token::Word(w))) if w == "nature" => (Actor::Nature, 2),
            _ => {
                let column = found.get(1).map_or(end, |t| t.1);
                return Err(Fault::new(
                    column,
                    "`choose` is followed by `left`, `right` or `nature`, as in `choose left a += 1`",
                ));
            }
        };
        let names = with_loops(found, &self.counters)?;
        let scope = Scope {
            names: &names,
            known: names.len(),
            what: What::Question,
        };
        let mut parser = Parser::new(&found[skip..], end, scope);
        let mut changes = Vec::new();
        loop {
            let column = parser.column();
            let change = self.change(&mut parser, actor)?;
            let more = parser.take_sign(",");
            if (more || !changes.is_empty()) && change.weight.is_none() {
                return Err(Fault::new(
                    column,
                    "each of several things that may happen has a weight, as in `a += 1 weight 1, a -= 1 weight 1`",
                ));
            }
            changes.push(change);
            if !more {
                break;
            }
        }
        let bounds = bounds(&mut parser, scope, self.counters.len())?;
        let guard = match parser.take_word("where") {
            true => parser.conditions()?,
            false => Cond::True,
        };
        let mut label = None;
        if parser.take_word("as") {
            let Some(Token::Word(name)) = parser.peek() else {
                return Err(parser.unexpected("a name for the action, as in `as roll`"));
            };
            label = Some(name.clone());
            parser.advance();
        }
        parser.finish(
            "`weight`, `gain`, `,`, `for k in 1..a`, `where`, `as` or the end of the line",
        )?;
        Ok(Line {
            number,
            actor,
            changes,
            bounds,
            guard,
            label,
        })
    }

    /// `a += 1, b -> 0 weight 1 gain 2`, or `stay` with the same.
    fn change(&self, parser: &mut Parser<'_>, actor: Actor) -> Result<Change, Fault> {
        let mut to: Vec<Option<Expr>> = vec![None; self.counters.len()];
        if !parser.take_word("stay") {
            self.assign(parser, &mut to)?;
            while parser.at_sign(",") {
                parser.advance();
                self.assign(parser, &mut to)?;
            }
        }
        let (mut weight, mut gain) = (None, None);
        for _ in 0..2 {
            for (word, value) in [("weight", &mut weight), ("gain", &mut gain)] {
                let column = parser.column();
                if value.is_none() && parser.take_word(word) {
                    if actor == Actor::Only {
                        return Err(Fault::new(
                            column,
                            format!("a game with a goal has no `{word}`; leave it out"),
                        ));
                    }
                    *value = Some(parser.expression()?);
                }
            }
        }
        let to = to.into_iter().enumerate();
        Ok(Change {
            to: to.map(|(i, e)| e.unwrap_or(Expr::Var(i))).collect(),
            weight,
            gain,
        })
    }

    /// `a += e`, `a -= e`, `a = e` or `a -> e`.
    fn assign(&self, parser: &mut Parser<'_>, to: &mut [Option<Expr>]) -> Result<(), Fault> {
        let column = parser.column();
        let Some(Token::Word(name)) = parser.peek() else {
            return Err(
                parser.unexpected(&format!("a counter to change or `stay`, as in `{LINE}`"))
            );
        };
        let Some(i) = self.counters.iter().position(|c| c == name) else {
            if is_reserved(name) || WORDS.contains(&name.as_str()) {
                return Err(
                    parser.unexpected(&format!("a counter to change or `stay`, as in `{LINE}`"))
                );
            }
            let near = nearest(name, self.counters.iter().map(String::as_str));
            let right = near.map_or(
                format!("the counters are {}", self.counters.join(", ")),
                |n| format!("did you mean `{n}`?"),
            );
            let shown = shorten(name);
            return Err(Fault::new(
                column,
                format!("`{shown}` is not a counter; {right}"),
            ));
        };
        if to[i].is_some() {
            return Err(Fault::new(
                column,
                format!(
                    "the counter `{}` is changed twice; write one change for each counter, and a `weight` before the next thing that may happen",
                    shorten(name)
                ),
            ));
        }
        parser.advance();
        for sign in ["-=", "+=", "=", "->"] {
            if parser.take_sign(sign) {
                let e = parser.expression()?;
                to[i] = Some(match sign {
                    "-=" => Expr::sum([Expr::Var(i), e.negated()]),
                    "+=" => Expr::sum([Expr::Var(i), e]),
                    _ => e,
                });
                return Ok(());
            }
        }
        Err(parser.unexpected(&format!("`+=`, `-=`, `=` or `->`, as in `{LINE}`")))
    }
}

/// `where CONDITIONS pays NUMBER`, either first; without `pays`, 0.
fn end(parser: &mut Parser<'_>) -> Result<(Cond, Expr), Fault> {
    let (mut when, mut pays) = (None, None);
    for _ in 0..2 {
        if when.is_none() && parser.take_word("where") {
            when = Some(parser.conditions()?);
        }
        if pays.is_none() && parser.take_word("pays") {
            pays = Some(parser.expression()?);
        }
    }
    if when.is_none() && pays.is_none() {
        return Err(parser.unexpected("`where` or `pays`, as in `end where a = 0 pays 1`"));
    }
    parser.finish("an operator, `,`, `where`, `pays` or the end of the line")?;
    Ok((when.unwrap_or(Cond::True), pays.unwrap_or(Expr::int(0))))
}

/// The names after `counters`.
fn counters(line: &str) -> Result<Vec<String>, Fault> {
    let (found, end) = tokens(line)?;
    let mut names: Vec<String> = Vec::new();
    for (token, column) in &found[1..] {
        let fault = |message: String| Err(Fault::new(*column, message));
        match token {
            Token::Word(w) if is_reserved(w) || WORDS.contains(&w.as_str()) => {
                return fault(format!(
                    "`{w}` is a word of the language and cannot name a counter; write for example `counters a b`"
                ));
            }
            Token::Word(w) if names.contains(w) => {
                return fault(format!(
                    "the counter `{}` is named twice; write for example `counters a b`",
                    shorten(w)
                ));
            }
            Token::Word(w) => names.push(w.clone()),
            Token::Sign(",") => {
                return fault(
                    "names of counters are separated by spaces; write for example `counters a b`"
                        .into(),
                );
            }
            other => {
                return fault(format!(
                    "{other} is not a name; write for example `counters a b`"
                ));
            }
        }
    }
    if names.is_empty() {
        let message = "`counters` is followed by names; write for example `counters a b`";
        return Err(Fault::new(end, message));
    }
    Ok(names)
}

/// The counters, then every name that is followed by `in`.
fn with_loops(found: &[(Token, usize)], counters: &[String]) -> Result<Vec<String>, Fault> {
    let mut names = counters.to_vec();
    for (i, (token, column)) in found.iter().enumerate() {
        let Token::Word(name) = token else { continue };
        let parser = Parser::new(
            &found[i..],
            *column,
            Scope {
                names: counters,
                known: 0,
                what: What::Question,
            },
        );
        if !at_bound(&parser) {
            continue;
        }
        let shown = shorten(name);
        let fault = |message: String| Err(Fault::new(*column, message));
        if is_reserved(name) || WORDS.contains(&name.as_str()) {
            return fault(format!(
                "`{shown}` is a word of the language and cannot name a variable; write `for k in 1..6`"
            ));
        }
        if counters.contains(name) {
            return fault(format!(
                "`{shown}` is a counter and cannot be a loop variable too; choose another name, as in `for k in 1..6`"
            ));
        }
        if names.contains(name) {
            return fault(format!(
                "the loop variable `{shown}` is declared twice; give each variable its own name"
            ));
        }
        names.push(name.clone());
    }
    Ok(names)
}
