//! Periods of Grundy sequences: the values are computed again from the definition, and a theorem says how far.

use crate::certificate::{Certificate, Method, Play, field};
use crate::limits::Budget;
use crate::rules::{Cond, Expr, Rules};
use crate::values::{Moves, UNEQUAL, values};
use crate::{Error, Obligation, Report, Result, carries, parse};
use num_traits::ToPrimitive;

const LONGEST: u64 = 1 << 23;

pub(crate) fn check(c: &Certificate, budget: &Budget) -> Result<Report> {
    if c.play == Play::Misere {
        return Err(Error::malformed(
            "Grundy values decide normal play; a `period` certificate has play `normal`",
        ));
    }
    let method = field(c.method, "method")?;
    if method == Method::Carries {
        return carries::check(c, budget);
    }
    let (length, preperiod) = (field(c.length, "length")?, field(c.preperiod, "preperiod")?);
    if field(c.saltus, "saltus")? != 0 {
        return Err(Error::malformed(
            "only the method `carries` proves a period with a saltus: `saltus` must be 0",
        ));
    }
    if length == 0 || length.max(preperiod) > LONGEST {
        return Err(Error::malformed(format!(
            "`length` must be from 1 to {LONGEST} and `preperiod` at most that"
        )));
    }
    let (p, n0) = (length as usize, preperiod as usize);
    let moves = match method {
        Method::Window => {
            let rules = parse::parse(&c.rules)?;
            if rules.name != c.game {
                return Err(Error::malformed(format!(
                    "the rules are those of `{}`, not of `{}`",
                    rules.name, c.game
                )));
            }
            Moves::Subtract(subtraction_set(&rules, budget)?)
        }
        Method::GuySmith | Method::Carries => Moves::Octal(octal_digits(&c.rules)?),
    };
    // A window as long as the longest move: from then on equal values have equal options. For octal codes see guysmith1956.
    let (window, theorem) = match &moves {
        Moves::Subtract(set) => (
            set.last().copied().unwrap_or(1),
            "as many values as the longest move takes",
        ),
        Moves::Octal(code) if code.iter().any(|d| d & UNEQUAL != 0) => (
            // As below. Made smaller, the larger heap may become equal to the other one: the option was (a, a + p) of value 0, and
            // a >= m + p, so (a - p, a + p) serves instead.
            2 * n0.max(1) - n0 + 2 * p + code.len() - 1,
            "n0 <= n < 2*n0 + 2*p + k, k the index of the last digit not 0 (and 1 for n0 = 0), as heaps must be unequal",
        ),
        Moves::Octal(code) => (
            // Of two heaps none may become empty, so n0 counts as at least 1: from n = 2 m + p + k on, m that number, one of the two
            // heaps that an option of n + p leaves has m + p counters or more, and can be made smaller by p.
            2 * n0.max(1) - n0 + p + code.len() - 1,
            "n0 <= n < 2*n0 + p + k, k the index of the last digit not 0 (and 1 for n0 = 0)",
        ),
    };
    let computed = values(&moves, n0 + p + window, budget)?;
    let given = field(c.values.as_ref(), "values")?;
    if given.len() < n0 + p || given.len() > computed.len() {
        return Err(Error::malformed(format!(
            "`values` has {} entries; it needs at least preperiod + length = {} and at most the {} that the theorem uses",
            given.len(),
            n0 + p,
            computed.len()
        )));
    }
    let at = |n: usize| {
        format!(
            "G({n}) = {}, G({}) = {}",
            computed[n],
            n + p,
            computed[n + p]
        )
    };
    let wrong = (0..given.len()).find(|&n| given[n] != u64::from(computed[n]));
    let irregular = (n0..n0 + window).find(|&n| computed[n] != computed[n + p]);
    // One period tells: what lies beyond its end stands at its beginning too.
    let one = &computed[n0..n0 + p];
    let shorter = (1..p)
        .filter(|d| p % d == 0)
        .find(|d| (0..p).all(|i| one[i] == one[(i + d) % p]));
    let earlier = n0
        .checked_sub(1)
        .filter(|&n| computed[n] == computed[n + p]);
    let claim = |what: String, counter: Option<String>| Obligation {
        what,
        ok: counter.is_none(),
        detail: counter.map_or("it is so".to_string(), |c| format!("fails: {c}")),
    };
    let obligations = vec![
        claim(
            format!("the {} values are those of the rules", given.len()),
            wrong.map(|n| format!("G({n}) is {}, not {}", computed[n], given[n])),
        ),
        claim(
            format!(
                "G(n + {p}) = G(n) for {n0} <= n < {}: {theorem}",
                n0 + window
            ),
            irregular.map(at),
        ),
        claim(
            "no shorter period fits".into(),
            shorter.map(|d| format!("{d} is a period too")),
        ),
        claim("the period does not begin earlier".into(), earlier.map(at)),
    ];
    let statement = format!(
        "under the rules of `{}` that the certificate quotes, in normal play, the Grundy values of heaps satisfy G(n + {p}) = G(n) for all n >= {n0}, with {p} and {n0} least possible",
        c.game
    );
    Ok(Report {
        kind: "period".into(),
        statement,
        obligations,
    })
}

/// The digits of a code such as `0.77` or `4!.3`, from the integer part (index 0) to the last that is not 0; `!` behind a digit
/// asks two heaps to differ.
pub(crate) fn octal_digits(code: &str) -> Result<Vec<u8>> {
    let wrong = || {
        Error::malformed(format!(
            "`{code}` is not an octal code such as `0.77` or `4!.3`: the integer part is 0 or 4, the digits are 0 to 7, and `!` \
             may follow a digit"
        ))
    };
    let (whole, rest) = code.trim().split_once('.').ok_or_else(wrong)?;
    if !["0", "4", "4!"].contains(&whole) {
        return Err(wrong());
    }
    let mut digits: Vec<u8> = Vec::new();
    for (text, first) in [(whole, true), (rest, false)] {
        for (i, c) in text.bytes().enumerate() {
            match (c, digits.last_mut()) {
                (b'0'..=b'7', _) => digits.push(c - b'0'),
                (b'!', Some(digit)) if (i > 0 || first) && *digit < UNEQUAL => *digit |= UNEQUAL,
                _ => return Err(wrong()),
            }
        }
    }
    // Where no two heaps are left, none differ.
    for digit in &mut digits {
        if *digit & 4 == 0 {
            *digit &= !UNEQUAL;
        }
    }
    digits.truncate(digits.iter().rposition(|&d| d > 0).ok_or_else(wrong)? + 1);
    Ok(digits)
}

/// The numbers that may be taken, if every move takes a constant from a single heap.
pub(crate) fn subtraction_set(rules: &Rules, budget: &Budget) -> Result<Vec<usize>> {
    let wrong = |line: usize| {
        Error::malformed(format!(
            "the rules, line {line}: the method `window` needs moves `n -> n - s` where s is a positive constant or a loop variable with constant bounds, no conditions, and no move of one player only"
        ))
    };
    if !rules.sums || rules.domain != Cond::And(Vec::new()) {
        return Err(Error::malformed(
            "the method `window` needs rules with `heap n` and without `where`",
        ));
    }
    let small = |e: &Expr| match e {
        Expr::Int(n) => n.to_u64().filter(|&n| n <= LONGEST),
        _ => None,
    };
    let mut set = Vec::new();
    for m in &rules.moves {
        let [Expr::Sum(parts)] = m.results.as_slice() else {
            return Err(wrong(m.line));
        };
        let [Expr::Var(0), Expr::Neg(taken)] = parts.as_slice() else {
            return Err(wrong(m.line));
        };
        let (lo, hi) = match (taken.as_ref(), m.bounds.as_slice()) {
            (Expr::Int(s), []) => (small(&Expr::Int(s.clone())), small(&Expr::Int(s.clone()))),
            (Expr::Var(1), [bound]) => (small(&bound.lo), small(&bound.hi)),
            _ => return Err(wrong(m.line)),
        };
        match (lo, hi) {
            (Some(lo @ 1..), Some(hi)) if m.guard == Cond::And(Vec::new()) && m.who.is_none() => {
                budget.held(8 * (hi + 1).saturating_sub(lo))?;
                set.extend(lo as usize..=hi as usize);
            }
            _ => return Err(wrong(m.line)),
        }
        if set.len() as u64 > LONGEST {
            return Err(Error::limit(format!(
                "more than {LONGEST} numbers may be taken"
            )));
        }
    }
    set.sort_unstable();
    set.dedup();
    Ok(set)
}
