//! A condition taken apart: cases of which at least one must hold, each a list of conditions that all hold.

use bouton_rules::{Cond, Expr, Op};

/// Cases above which a disjunction is left as one condition.
const MAX_CASES: usize = 16;

/// Lists of conditions; `all` holds iff every condition of some list holds. Negations stand only in front of conditions
/// other than comparisons; a disjunction stays whole where taking it apart would give too many cases.
pub(crate) fn cases(all: &[Cond]) -> Vec<Vec<Cond>> {
    let mut done: Vec<Vec<Cond>> = vec![Vec::new()];
    let mut open: Vec<Cond> = Vec::new();
    let mut pending: Vec<(Cond, bool)> = all.iter().rev().map(|c| (c.clone(), true)).collect();
    while let Some((cond, truth)) = pending.pop() {
        match cond {
            Cond::True if truth => {}
            Cond::Not(c) => pending.push((*c, !truth)),
            Cond::Cmp(l, op, r) => {
                let op = if truth { op } else { op.opposite() };
                done.iter_mut()
                    .for_each(|case| case.push(Cond::Cmp(l.clone(), op, r.clone())));
            }
            Cond::And(parts) if truth => pending.extend(parts.into_iter().rev().map(|p| (p, true))),
            Cond::Or(parts) if !truth => {
                pending.extend(parts.into_iter().rev().map(|p| (p, false)))
            }
            Cond::And(parts) | Cond::Or(parts) => {
                let parts: Vec<Cond> = parts
                    .into_iter()
                    .map(|p| if truth { p } else { Cond::Not(Box::new(p)) })
                    .collect();
                open.push(Cond::Or(parts));
            }
            other => {
                let literal = if truth {
                    other
                } else {
                    Cond::Not(Box::new(other))
                };
                done.iter_mut().for_each(|case| case.push(literal.clone()));
            }
        }
    }
    for cond in open {
        let Cond::Or(parts) = &cond else { continue };
        if parts.len() > MAX_CASES {
            done.iter_mut().for_each(|case| case.push(cond.clone()));
            continue;
        }
        let branches = disjoint(parts);
        let count: usize = branches.iter().map(Vec::len).sum();
        if done.len() * count > MAX_CASES {
            done.iter_mut().for_each(|case| case.push(cond.clone()));
            continue;
        }
        done = done
            .iter()
            .flat_map(|case| {
                branches
                    .iter()
                    .flatten()
                    .map(|more| [case.clone(), more.clone()].concat())
            })
            .collect();
    }
    done
}

/// The cases of each part of a disjunction, without what an earlier part covers where that is one plain comparison.
fn disjoint(parts: &[Cond]) -> Vec<Vec<Vec<Cond>>> {
    let mut covered: Vec<Cond> = Vec::new();
    let mut branches = Vec::new();
    for part in parts {
        let own = cases(std::slice::from_ref(part));
        branches.push(
            own.iter()
                .map(|case| [covered.clone(), case.clone()].concat())
                .collect(),
        );
        if let [case] = &own[..]
            && let [Cond::Cmp(l, op, r)] = &case[..]
            && *op != Op::Eq
            && always_defined(l)
            && always_defined(r)
        {
            covered.push(Cond::Cmp(l.clone(), op.opposite(), r.clone()));
        }
    }
    branches
}

/// No division and no exclusive or: nothing that can be undefined.
fn always_defined(e: &Expr) -> bool {
    match e {
        Expr::Int(_) | Expr::Var(_) => true,
        Expr::Add(parts) | Expr::Min(parts) | Expr::Max(parts) => parts.iter().all(always_defined),
        Expr::Neg(e) => always_defined(e),
        Expr::Mul(a, b) | Expr::Gcd(a, b) => always_defined(a) && always_defined(b),
        Expr::Mod(..) | Expr::Div(..) | Expr::Xor(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_condition;

    #[test]
    fn some_case_holds_exactly_where_the_condition_does() {
        let names = ["a".to_string(), "b".to_string()];
        let texts = [
            "a >= 1 or b >= 1",
            "not (a = b or a < 3 and b > 2)",
            "a != 1, a | b or b mod a = 1",
            "(a < 1 or b < 1 or a = 3) and (a > 2 or not square(b))",
            "not (a mod b = 0 and b < 4) or prime(a)",
            "(a=1 or b=1) and (a=2 or b=2) and (a=3 or b=3) and (a=4 or b=4) and (a=5 or b=5) and (a=0 or b=0)",
        ];
        for text in texts {
            let cond = parse_condition(text, &names).unwrap();
            let cases = cases(std::slice::from_ref(&cond));
            let mut held = 0;
            for a in 0..7_i64 {
                for b in 0..7_i64 {
                    let some = cases
                        .iter()
                        .any(|c| c.iter().all(|c| c.holds(&[a, b]) == Ok(true)));
                    assert_eq!(some, cond.holds(&[a, b]) == Ok(true), "{text} at {a}, {b}");
                    held += usize::from(some);
                }
            }
            assert!(held > 0 || text.contains("a=0"), "{text} never holds");
        }
    }
}
