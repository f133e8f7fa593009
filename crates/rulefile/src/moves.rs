//! One `move` line.

use crate::lexer::{Fault, Token};
use crate::names::{Scope, What, is_reserved, nearest};
use crate::parser::Parser;
use bouton_rules::heaps::shorten;
use bouton_rules::{Bound, Cond, Expr, MoveRule, Player};

/// Reads what follows `move`.
pub(crate) fn parse_move(
    tokens: &[(Token, usize)],
    end: usize,
    heaps: &[String],
    sums: bool,
    (line, who): (usize, Option<Player>),
) -> Result<MoveRule, Fault> {
    let names = with_loop_names(tokens, heaps)?;
    let scope = Scope {
        names: &names,
        known: names.len(),
        what: What::Move,
    };
    let mut parser = Parser::new(tokens, end, scope);
    let to = if sums {
        one_heap(&mut parser, &heaps[0])?
    } else {
        assignments(&mut parser, heaps)?
    };
    let bounds = bounds(&mut parser, scope, heaps.len())?;
    let guard = if parser.take_word("where") {
        if parser.peek().is_none() {
            return Err(parser.unexpected("a condition, as in `where k >= 1`"));
        }
        parser.conditions()?
    } else {
        Cond::True
    };
    parser.finish("an operator, `,`, `for k in 1..n`, `where` or the end of the line")?;
    Ok(MoveRule {
        line,
        who,
        bounds,
        guard,
        to,
    })
}

/// The heaps, then every name that is followed by `in`.
fn with_loop_names(tokens: &[(Token, usize)], heaps: &[String]) -> Result<Vec<String>, Fault> {
    let mut names = heaps.to_vec();
    for pair in tokens.windows(2) {
        let [(Token::Word(name), column), (Token::Word(keyword), _)] = pair else {
            continue;
        };
        if keyword != "in" || name == "for" {
            continue;
        }
        let fault = |message: String| Err(Fault::new(*column, message));
        let shown = shorten(name);
        if is_reserved(name) {
            return fault(format!(
                "`{name}` is a word of the language and cannot name a variable; write `for k in 1..{}`",
                heaps[0]
            ));
        }
        if heaps.contains(name) {
            return fault(format!(
                "`{shown}` is a heap and cannot be a loop variable too; choose another name, as in `for k in 1..{shown}`"
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

/// `n -> e, e, …` or `n -= e`.
fn one_heap(parser: &mut Parser<'_>, heap: &str) -> Result<Vec<Expr>, Fault> {
    let example = format!("{heap} -> {heap} - k for k in 1..{heap}");
    if !parser.at_word(heap) {
        return Err(parser.unexpected(&format!("the heap `{heap}`, as in `move {example}`")));
    }
    parser.advance();
    if !parser.take_sign("->") {
        let Some(to) = assigned(parser, 0)? else {
            return Err(parser.unexpected(&format!("`->`, as in `move {example}`")));
        };
        return Ok(vec![to]);
    }
    let mut to = Vec::new();
    if at_clause(parser) {
        return Ok(to);
    }
    loop {
        to.push(parser.expression()?);
        if !parser.take_sign(",") {
            return Ok(to);
        }
    }
}

/// `a -= e, b += e, c = e`.
fn assignments(parser: &mut Parser<'_>, heaps: &[String]) -> Result<Vec<Expr>, Fault> {
    let mut to: Vec<Option<Expr>> = vec![None; heaps.len()];
    let example = format!("move {} -= k for k in 1..{}", heaps[0], heaps[0]);
    loop {
        let column = parser.column();
        let Some(Token::Word(name)) = parser.peek() else {
            return Err(parser.unexpected(&format!("a heap to change, as in `{example}`")));
        };
        let Some(i) = heaps.iter().position(|h| h == name) else {
            if is_reserved(name) {
                return Err(parser.unexpected(&format!("a heap to change, as in `{example}`")));
            }
            let near = nearest(name, heaps.iter().map(String::as_str));
            let right = near.map_or(format!("the heaps are {}", heaps.join(", ")), |n| {
                format!("did you mean `{n}`?")
            });
            return Err(Fault::new(
                column,
                format!("`{}` is not a heap; {right}", shorten(name)),
            ));
        };
        if to[i].is_some() {
            return Err(Fault::new(
                column,
                format!(
                    "the heap `{}` is changed twice; write one change for each heap",
                    shorten(name)
                ),
            ));
        }
        parser.advance();
        if parser.at_sign("->") {
            let message =
                format!("`->` replaces a heap of a `heap n` game; with `heaps` write `{example}`");
            return Err(Fault::new(parser.column(), message));
        }
        let Some(value) = assigned(parser, i)? else {
            return Err(parser.unexpected(&format!("`-=`, `+=` or `=`, as in `{example}`")));
        };
        to[i] = Some(value);
        if !parser.take_sign(",") {
            return Ok(to
                .into_iter()
                .enumerate()
                .map(|(i, e)| e.unwrap_or(Expr::Var(i)))
                .collect());
        }
    }
}

/// `-= e`, `+= e` or `= e` for heap `i`.
fn assigned(parser: &mut Parser<'_>, i: usize) -> Result<Option<Expr>, Fault> {
    for sign in ["-=", "+=", "="] {
        if parser.take_sign(sign) {
            let e = parser.expression()?;
            return Ok(Some(match sign {
                "-=" => Expr::sum([Expr::Var(i), e.negated()]),
                "+=" => Expr::sum([Expr::Var(i), e]),
                _ => e,
            }));
        }
    }
    Ok(None)
}

/// Is this the end of the results: nothing more, `for`, `where`, or `k in`?
fn at_clause(parser: &Parser<'_>) -> bool {
    parser.peek().is_none() || parser.at_word("for") || parser.at_word("where") || at_bound(parser)
}

pub(crate) fn at_bound(parser: &Parser<'_>) -> bool {
    matches!(parser.peek_second(), Some(Token::Word(w)) if w == "in")
}

/// `for x in lo..hi, y in lo..hi`; `for` may be left out.
pub(crate) fn bounds<'a>(
    parser: &mut Parser<'a>,
    scope: Scope<'a>,
    heaps: usize,
) -> Result<Vec<Bound>, Fault> {
    let mut bounds = Vec::new();
    while parser.take_word("for") || at_bound(parser) {
        loop {
            let Some(Token::Word(name)) = parser.peek() else {
                return Err(parser.unexpected("a loop variable, as in `for k in 1..n`"));
            };
            let name = name.clone();
            if is_reserved(&name) {
                return Err(parser.unexpected("a loop variable, as in `for k in 1..n`"));
            }
            parser.advance();
            let shown = shorten(&name);
            if !parser.take_word("in") {
                let fault = parser.unexpected("`in`");
                let message = format!(
                    "the loop variable `{shown}` has no bounds ({}); write `for {shown} in 1..{}`",
                    fault.message, scope.names[0]
                );
                return Err(Fault::new(fault.column, message));
            }
            parser.set_scope(Scope {
                known: heaps + bounds.len(),
                ..scope
            });
            let lo = parser.expression()?;
            if !parser.take_sign("..") {
                return Err(parser.unexpected(&format!(
                    "`..` and the greatest value, as in `for {shown} in 1..{}`",
                    scope.names[0]
                )));
            }
            let hi = parser.expression()?;
            parser.set_scope(Scope {
                known: heaps + bounds.len() + 1,
                ..scope
            });
            bounds.push(Bound { name, lo, hi });
            if !parser.take_sign(",") {
                break;
            }
        }
    }
    Ok(bounds)
}
