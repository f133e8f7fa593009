//! Rules, conditions and expressions as text that reads back.

use bouton_rules::{Cond, Expr, HeapRules, MoveRule, Op};
use num_traits::Signed;
use std::fmt::Write;

/// How tightly an operation binds; a weaker one inside a stronger one is put in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Or,
    And,
    Not,
    Xor,
    Sum,
    Product,
    Unary,
    Atom,
}

/// The expression in the notation of rule files; variable `i` is `names[i]`.
///
/// ```
/// use bouton_rulefile::{parse_expression, show_expression};
/// let names = ["a".to_string(), "b".to_string()];
/// let e = parse_expression("a-(b -3)* 2 mod 5", &names).unwrap();
/// assert_eq!(show_expression(&e, &names), "a - (b - 3)*2 mod 5");
/// ```
pub fn show_expression(e: &Expr, names: &[String]) -> String {
    expression(e, names).0
}

/// The condition in the notation of rule files; variable `i` is `names[i]`.
pub fn show_condition(c: &Cond, names: &[String]) -> String {
    match c {
        Cond::And(parts) => {
            let shown: Vec<String> = parts.iter().map(|p| condition(p, names).0).collect();
            shown.join(", ")
        }
        _ => condition(c, names).0,
    }
}

fn within((text, strength): (String, Strength), least: Strength) -> String {
    if strength < least {
        format!("({text})")
    } else {
        text
    }
}

fn list(parts: &[Expr], names: &[String]) -> String {
    parts
        .iter()
        .map(|p| show_expression(p, names))
        .collect::<Vec<_>>()
        .join(", ")
}

fn expression(e: &Expr, names: &[String]) -> (String, Strength) {
    let tight = |e: &Expr, least: Strength| within(expression(e, names), least);
    // The left operand of a chain may be of the same strength, the right one must bind more.
    let chain = |a: &Expr, sign: &str, b: &Expr| {
        let (left, right) = (tight(a, Strength::Product), tight(b, Strength::Unary));
        (format!("{left}{sign}{right}"), Strength::Product)
    };
    match e {
        Expr::Int(n) => (
            n.to_string(),
            if n.is_negative() {
                Strength::Unary
            } else {
                Strength::Atom
            },
        ),
        Expr::Var(i) => (
            names.get(*i).cloned().unwrap_or_else(|| format!("x{i}")),
            Strength::Atom,
        ),
        Expr::Neg(e) => (format!("-{}", tight(e, Strength::Unary)), Strength::Unary),
        Expr::Mul(a, b) => chain(a, "*", b),
        Expr::Div(a, b) => chain(a, "/", b),
        Expr::Mod(a, b) => chain(a, " mod ", b),
        Expr::Xor(a, b) => (
            format!(
                "{} xor {}",
                tight(a, Strength::Xor),
                tight(b, Strength::Sum)
            ),
            Strength::Xor,
        ),
        Expr::Gcd(a, b) => (
            format!(
                "gcd({}, {})",
                show_expression(a, names),
                show_expression(b, names)
            ),
            Strength::Atom,
        ),
        Expr::Min(parts) => (format!("min({})", list(parts, names)), Strength::Atom),
        Expr::Max(parts) => (format!("max({})", list(parts, names)), Strength::Atom),
        Expr::Add(parts) => {
            let mut text = String::new();
            for (i, part) in parts.iter().enumerate() {
                let (sign, size) = match part {
                    Expr::Neg(inner) if i > 0 => (" - ", tight(inner, Strength::Product)),
                    Expr::Int(n) if i > 0 && n.is_negative() => (" - ", (-n).to_string()),
                    _ => (
                        if i > 0 { " + " } else { "" },
                        tight(part, Strength::Product),
                    ),
                };
                text.push_str(sign);
                text.push_str(&size);
            }
            (text, Strength::Sum)
        }
    }
}

fn sign(op: Op) -> &'static str {
    match op {
        Op::Eq => "=",
        Op::Ne => "!=",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Gt => ">",
        Op::Ge => ">=",
    }
}

fn condition(c: &Cond, names: &[String]) -> (String, Strength) {
    let join = |parts: &[Cond], word: &str, least: Strength| {
        parts
            .iter()
            .map(|p| within(condition(p, names), least))
            .collect::<Vec<_>>()
            .join(word)
    };
    match c {
        Cond::True => ("0 = 0".to_string(), Strength::Not),
        Cond::Cmp(l, op, r) => (
            format!(
                "{} {} {}",
                show_expression(l, names),
                sign(*op),
                show_expression(r, names)
            ),
            Strength::Not,
        ),
        Cond::Divides(d, n) => (
            format!(
                "{} | {}",
                show_expression(d, names),
                show_expression(n, names)
            ),
            Strength::Not,
        ),
        Cond::Square(e) => (
            format!("square({})", show_expression(e, names)),
            Strength::Atom,
        ),
        Cond::Prime(e) => (
            format!("prime({})", show_expression(e, names)),
            Strength::Atom,
        ),
        Cond::Not(c) => (
            format!("not {}", within(condition(c, names), Strength::Not)),
            Strength::Not,
        ),
        Cond::And(parts) => (join(parts, " and ", Strength::Not), Strength::And),
        Cond::Or(parts) => (join(parts, " or ", Strength::And), Strength::Or),
    }
}

/// The text of a rule file with these rules, in normal form: reading it gives the same rules, but for line numbers.
///
/// ```
/// use bouton_rulefile::{load, print};
/// let rules = load("game  nim  # as ever\nheap n\nmove n->n-k k in 1..n", "nim.game").unwrap();
/// assert_eq!(print(&rules), "game nim\nheap n\nmove n -> n - k for k in 1..n\n");
/// ```
pub fn print(rules: &HeapRules) -> String {
    let mut text = format!("game {}\n", rules.name);
    if !rules.rules.is_empty() {
        let _ = writeln!(text, "rules {}", rules.rules);
    }
    if let Some(cite) = &rules.cite {
        let _ = writeln!(text, "cite {cite}");
    }
    let _ = writeln!(
        text,
        "{} {}",
        if rules.sums { "heap" } else { "heaps" },
        rules.heaps.join(" ")
    );
    if rules.domain != Cond::True {
        let _ = writeln!(
            text,
            "where {}",
            show_condition(&rules.domain, &rules.heaps)
        );
    }
    for rule in &rules.moves {
        let _ = writeln!(text, "{}", print_move(rules, rule));
    }
    text
}

fn print_move(rules: &HeapRules, rule: &MoveRule) -> String {
    let names: Vec<String> = rules
        .heaps
        .iter()
        .cloned()
        .chain(rule.bounds.iter().map(|b| b.name.clone()))
        .collect();
    let mut text = match rule.who {
        Some(who) => format!("{} move ", who.name()),
        None => "move ".to_string(),
    };
    if rules.sums {
        let _ = write!(text, "{} -> {}", rules.heaps[0], list(&rule.to, &names));
        text.truncate(text.trim_end().len());
    } else {
        let changes: Vec<String> = rule
            .to
            .iter()
            .enumerate()
            .filter(|(i, e)| **e != Expr::Var(*i))
            .map(|(i, e)| assignment(i, e, &names))
            .collect();
        if changes.is_empty() {
            // A move that changes nothing still has to name a heap.
            let _ = write!(text, "{} = {}", names[0], names[0]);
        }
        text.push_str(&changes.join(", "));
    }
    for (i, bound) in rule.bounds.iter().enumerate() {
        let start = if i == 0 { " for" } else { "," };
        let (lo, hi) = (
            show_expression(&bound.lo, &names),
            show_expression(&bound.hi, &names),
        );
        let _ = write!(text, "{start} {} in {lo}..{hi}", bound.name);
    }
    if rule.guard != Cond::True {
        let _ = write!(text, " where {}", show_condition(&rule.guard, &names));
    }
    text
}

/// `a -= e`, `a += e` or `a = e`.
fn assignment(i: usize, e: &Expr, names: &[String]) -> String {
    let name = &names[i];
    if let Expr::Add(parts) = e
        && parts[0] == Expr::Var(i)
    {
        match &parts[1..] {
            [Expr::Neg(less)] => return format!("{name} -= {}", show_expression(less, names)),
            [Expr::Int(n)] if n.is_negative() => return format!("{name} -= {}", -n),
            [one] => return format!("{name} += {}", show_expression(one, names)),
            // A sum of constants would be read back as one constant.
            more if !matches!(more[0], Expr::Neg(_))
                && !more.iter().all(|e| matches!(e, Expr::Int(_))) =>
            {
                return format!(
                    "{name} += {}",
                    show_expression(&Expr::Add(more.to_vec()), names)
                );
            }
            _ => {}
        }
    }
    format!("{name} = {}", show_expression(e, names))
}
