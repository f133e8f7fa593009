//! Conjectures as formulas: Grundy functions that grow by a fixed amount in each period, and P-sets with a name.

use bouton_automata::{Formula, Op, Var};
use bouton_seq::Period;
use num_bigint::BigInt;

/// The graph {(n, g)} of s(n + length) = s(n) + saltus from the preperiod on; `values` are the first `preperiod + length` values.
pub fn periodic_graph(period: &Period, values: &[u64], n: Var, g: Var) -> Formula {
    let (p, s, n0) = (period.length as u64, period.saltus, period.preperiod);
    let line = |terms: Vec<(BigInt, Var)>, op, constant: BigInt| Formula::Linear {
        terms,
        op,
        constant,
    };
    let is = |v: Var, c: u64| line(vec![(1.into(), v)], Op::Eq, c.into());
    let mut any = Vec::new();
    for (i, &value) in values.iter().enumerate().take(n0) {
        any.push(Formula::And(vec![is(n, i as u64), is(g, value)]));
    }
    for (i, &value) in values.iter().enumerate().skip(n0).take(period.length) {
        // n = i + p·q and g = value + s·q, that is p·g - s·n = p·value - s·i.
        let slope = line(
            vec![(p.into(), g), ((-BigInt::from(s)), n)],
            Op::Eq,
            BigInt::from(p) * value - BigInt::from(s) * (i as u64),
        );
        let class = Formula::Congruent {
            terms: vec![(1.into(), n)],
            constant: (i as u64).into(),
            modulus: p.into(),
        };
        let from = line(vec![(1.into(), n)], Op::Ge, (n0 as u64).into());
        any.push(Formula::And(vec![slope, class, from]));
    }
    Formula::Or(any)
}

/// The same as a statement about g(n).
pub fn periodic_statement(period: &Period, values: &[u64]) -> String {
    let (p, s, n0) = (period.length, period.saltus, period.preperiod);
    let cycle = &values[n0..n0 + p];
    let from = if n0 == 0 {
        "for all n >= 0".to_string()
    } else {
        format!("for all n >= {n0}")
    };
    if p == 1 {
        let c = BigInt::from(cycle[0]) - BigInt::from(s) * (n0 as u64);
        let slope = match s {
            0 => String::new(),
            1 => "n".to_string(),
            s => format!("{s}n"),
        };
        let formula = match (slope.is_empty(), c.sign()) {
            (true, _) => c.to_string(),
            (false, num_bigint::Sign::NoSign) => slope,
            (false, num_bigint::Sign::Plus) => format!("{slope} + {c}"),
            (false, num_bigint::Sign::Minus) => format!("{slope} - {}", c.magnitude()),
        };
        return format!("g(n) = {formula} {from}");
    }
    if n0 == 0 && s == 0 && cycle.iter().enumerate().all(|(i, &v)| v == i as u64) {
        return format!("g(n) = n mod {p} {from}");
    }
    let list = |v: &[u64]| v.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let first = if p <= 40 {
        let before = if n0 == 0 || n0 > 40 {
            String::new()
        } else {
            format!("; before that {}", list(&values[..n0]))
        };
        format!("; g({n0}), … = {}{before}", list(cycle))
    } else {
        String::new()
    };
    let add = if s == 0 {
        String::new()
    } else {
        format!(" + {s}")
    };
    let closed = match (s as usize == p && p <= 12).then(|| by_residue(n0, cycle)) {
        Some(text) => format!("; that is, {text}"),
        None => String::new(),
    };
    format!("g(n + {p}) = g(n){add} {from}{first}{closed}")
}

/// Values that grow by the period in each period: n plus an amount for each residue.
fn by_residue(n0: usize, cycle: &[u64]) -> String {
    let p = cycle.len();
    let mut classes: Vec<(BigInt, Vec<usize>)> = Vec::new();
    for (i, &g) in cycle.iter().enumerate() {
        let more = BigInt::from(g) - BigInt::from(n0 + i);
        let residue = (n0 + i) % p;
        match classes.iter_mut().find(|c| c.0 == more) {
            Some(class) => class.1.push(residue),
            None => classes.push((more, vec![residue])),
        }
    }
    // Most residues first.
    classes.sort_by_key(|c| std::cmp::Reverse(c.1.len()));
    let parts: Vec<String> = classes
        .into_iter()
        .map(|(more, mut residues)| {
            residues.sort_unstable();
            let value = match more.sign() {
                num_bigint::Sign::NoSign => "n".to_string(),
                num_bigint::Sign::Plus => format!("n + {more}"),
                num_bigint::Sign::Minus => format!("n - {}", more.magnitude()),
            };
            let residues: Vec<String> = residues.iter().map(usize::to_string).collect();
            format!("{value} where n mod {p} is {}", residues.join(" or "))
        })
        .collect();
    format!("g(n) = {}", parts.join(", "))
}
