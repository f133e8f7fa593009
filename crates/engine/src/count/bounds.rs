//! The greatest values that conditions leave to naturals, as `a + b <= 20` leaves 20 to both.

use bouton_rules::{Cond, Expr, Op};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

/// The greatest values known; `None` where there is no bound.
pub(super) type Greatest = Vec<Option<BigInt>>;

/// An upper bound of each of `count` naturals that satisfy the condition, where one is plain to see.
pub(super) fn greatest(cond: &Cond, count: usize) -> Greatest {
    let mut most = vec![None; count];
    for _ in 0..=count {
        let before = most.clone();
        narrow(cond, true, &mut most);
        if most == before {
            break;
        }
    }
    most
}

/// Uses that the truth of `cond` is `truth`.
fn narrow(cond: &Cond, truth: bool, most: &mut Greatest) {
    match cond {
        Cond::Not(c) => narrow(c, !truth, most),
        Cond::And(parts) | Cond::Or(parts) => {
            if matches!(cond, Cond::And(_)) == truth {
                parts.iter().for_each(|c| narrow(c, truth, most));
                return;
            }
            // One of them: the greatest of what each of them leaves.
            let mut each = parts.iter().map(|c| {
                let mut own = most.clone();
                narrow(c, truth, &mut own);
                own
            });
            let Some(first) = each.next() else { return };
            let any = each.fold(first, |all, own| {
                let pairs = all.into_iter().zip(own);
                pairs.map(|(a, b)| Some(a?.max(b?))).collect()
            });
            *most = any;
        }
        Cond::Cmp(l, op, r) => {
            let op = if truth { *op } else { op.opposite() };
            let difference = Expr::Add(vec![l.clone(), Expr::Neg(Box::new(r.clone()))]);
            match op {
                Op::Le => at_most(&difference, &BigInt::ZERO, most),
                Op::Lt => at_most(&difference, &BigInt::from(-1), most),
                Op::Ge => at_least(&difference, &BigInt::ZERO, most),
                Op::Gt => at_least(&difference, &BigInt::from(1), most),
                Op::Eq => {
                    at_most(&difference, &BigInt::ZERO, most);
                    at_least(&difference, &BigInt::ZERO, most);
                }
                Op::Ne => {}
            }
        }
        Cond::True | Cond::Divides(..) | Cond::Square(_) | Cond::Prime(_) => {}
    }
}

/// Uses that the expression is at most `bound`.
fn at_most(e: &Expr, bound: &BigInt, most: &mut Greatest) {
    match e {
        Expr::Var(v) => {
            if most[*v].as_ref().is_none_or(|m| m > bound) {
                most[*v] = Some(bound.clone());
            }
        }
        Expr::Add(parts) => {
            for (i, part) in parts.iter().enumerate() {
                if let Some(rest) = others(parts, i, |p| least(p, most)) {
                    at_most(part, &(bound - rest), most);
                }
            }
        }
        Expr::Neg(e) => at_least(e, &-bound, most),
        Expr::Mul(a, b) => {
            for (c, e) in [(a, b), (b, a)] {
                if let Expr::Int(c) = &**c
                    && c.is_positive()
                {
                    at_most(e, &bound.div_floor(c), most);
                }
            }
        }
        Expr::Div(e, c) => {
            if let Expr::Int(c) = &**c
                && c.is_positive()
            {
                at_most(e, &(bound * c + c - 1), most);
            }
        }
        Expr::Max(parts) => parts.iter().for_each(|p| at_most(p, bound, most)),
        Expr::Int(_) | Expr::Mod(..) | Expr::Min(_) | Expr::Xor(..) | Expr::Gcd(..) => {}
    }
}

/// Uses that the expression is at least `bound`.
fn at_least(e: &Expr, bound: &BigInt, most: &mut Greatest) {
    match e {
        Expr::Add(parts) => {
            for (i, part) in parts.iter().enumerate() {
                if let Some(rest) = others(parts, i, |p| upper(p, most)) {
                    at_least(part, &(bound - rest), most);
                }
            }
        }
        Expr::Neg(e) => at_most(e, &-bound, most),
        Expr::Mul(a, b) => {
            for (c, e) in [(a, b), (b, a)] {
                if let Expr::Int(c) = &**c
                    && c.is_positive()
                {
                    at_least(e, &-(-bound).div_floor(c), most);
                }
            }
        }
        Expr::Min(parts) => parts.iter().for_each(|p| at_least(p, bound, most)),
        Expr::Div(e, c) => {
            if let Expr::Int(c) = &**c
                && c.is_positive()
            {
                at_least(e, &(bound * c), most);
            }
        }
        _ => {}
    }
}

/// The sum of a bound of all parts but one.
fn others(parts: &[Expr], but: usize, bound: impl Fn(&Expr) -> Option<BigInt>) -> Option<BigInt> {
    let rest = parts.iter().enumerate().filter(|(i, _)| *i != but);
    rest.map(|(_, p)| bound(p)).sum()
}

/// A lower bound.
fn least(e: &Expr, most: &[Option<BigInt>]) -> Option<BigInt> {
    let all = |parts: &[Expr]| {
        parts
            .iter()
            .map(|p| least(p, most))
            .collect::<Option<Vec<_>>>()
    };
    match e {
        Expr::Int(n) => Some(n.clone()),
        Expr::Var(_) | Expr::Mod(..) | Expr::Xor(..) | Expr::Gcd(..) => Some(BigInt::ZERO),
        Expr::Add(parts) => Some(all(parts)?.into_iter().sum()),
        Expr::Neg(e) => Some(-upper(e, most)?),
        Expr::Mul(a, b) => {
            let (a, b) = (least(a, most)?, least(b, most)?);
            (!a.is_negative() && !b.is_negative()).then(|| a * b)
        }
        Expr::Div(e, c) => match &**c {
            Expr::Int(c) if c.is_positive() => Some(least(e, most)?.div_floor(c)),
            _ => None,
        },
        Expr::Min(parts) => all(parts)?.into_iter().min(),
        Expr::Max(parts) => parts.iter().filter_map(|p| least(p, most)).max(),
    }
}

/// An upper bound.
fn upper(e: &Expr, most: &[Option<BigInt>]) -> Option<BigInt> {
    let all = |parts: &[Expr]| {
        parts
            .iter()
            .map(|p| upper(p, most))
            .collect::<Option<Vec<_>>>()
    };
    match e {
        Expr::Int(n) => Some(n.clone()),
        Expr::Var(v) => most[*v].clone(),
        Expr::Add(parts) => Some(all(parts)?.into_iter().sum()),
        Expr::Neg(e) => Some(-least(e, most)?),
        Expr::Mul(a, b) => {
            let natural = |e: &Expr| least(e, most).is_some_and(|n| !n.is_negative());
            let product = upper(a, most)? * upper(b, most)?;
            (natural(a) && natural(b)).then_some(product)
        }
        Expr::Div(e, c) => match &**c {
            Expr::Int(c) if c.is_positive() => Some(upper(e, most)?.div_floor(c)),
            _ => None,
        },
        Expr::Mod(_, c) => match &**c {
            Expr::Int(c) if !c.is_zero() => Some(c.abs() - 1),
            _ => None,
        },
        Expr::Min(parts) => parts.iter().filter_map(|p| upper(p, most)).min(),
        Expr::Max(parts) => all(parts)?.into_iter().max(),
        // No more than the sum, which has the carries too.
        Expr::Xor(a, b) => Some(upper(a, most)? + upper(b, most)?),
        Expr::Gcd(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_rulefile::parse_condition;

    #[test]
    fn bounds_hold_for_every_pair_that_satisfies_the_condition() {
        let names = ["a".to_string(), "b".to_string()];
        let cases = [
            ("a + b <= 20", Some((20, 20))),
            ("b <= 20 - a", Some((20, 20))),
            ("2*a + 3*b < 20", Some((9, 6))),
            ("a <= b, b < 9", Some((8, 8))),
            ("max(a, b) <= 7", Some((7, 7))),
            ("a/3 <= 2, b = a + 1", Some((8, 9))),
            ("a <= 3, b <= 4 or a + b <= 2", Some((3, 4))),
            ("(a <= 3 and b <= 4) or a + b <= 2", Some((3, 4))),
            ("not (a > 5 or b >= 5)", Some((5, 4))),
            ("a <= 5, b <= xor(a, 3)", Some((5, 8))),
            ("a <= b mod 5, b <= 6*a", Some((4, 24))),
            ("a - b <= 3", None),
            ("a * b <= 10", None),
        ];
        let mut bounded = 0;
        for (text, expected) in cases {
            let cond = parse_condition(text, &names).unwrap();
            let most = greatest(&cond, 2);
            if let Some((a, b)) = expected {
                assert_eq!(most, [Some(a.into()), Some(b.into())], "{text}");
                bounded += 1;
            } else {
                assert!(most.contains(&None), "{text}: {most:?}");
            }
            for (a, b) in (0..40_i64).flat_map(|a| (0..40_i64).map(move |b| (a, b))) {
                if cond.holds(&[a, b]) == Ok(true) {
                    let within =
                        |m: &Option<BigInt>, n: i64| m.as_ref().is_none_or(|m| *m >= n.into());
                    assert!(
                        within(&most[0], a) && within(&most[1], b),
                        "{text} at {a}, {b}"
                    );
                }
            }
        }
        assert!(bounded > 8);
    }
}
