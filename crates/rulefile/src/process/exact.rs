//! Weights, gains and payments: the same expressions, but `/` divides exactly.

use bouton_rules::Expr;
use bouton_rules::formula::NoValue;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

/// The value of an expression in which `/` and `div` divide exactly; remainders, `gcd` and `xor` need whole numbers.
pub(crate) fn exact(e: &Expr, vars: &[i64]) -> Result<BigRational, NoValue> {
    let whole = |e: &Expr| -> Result<BigInt, NoValue> {
        let n = exact(e, vars)?;
        match n.is_integer() {
            true => Ok(n.to_integer()),
            false => Err(NoValue::Undefined),
        }
    };
    let on_whole = |a: &Expr, b: &Expr, make: fn(Box<Expr>, Box<Expr>) -> Expr| {
        let parts = [whole(a)?, whole(b)?];
        let e = make(Box::new(Expr::Var(0)), Box::new(Expr::Var(1)));
        e.value(&parts).map(BigRational::from_integer)
    };
    Ok(match e {
        Expr::Int(n) => BigRational::from_integer(n.clone()),
        Expr::Var(i) => {
            BigRational::from_integer((*vars.get(*i).ok_or(NoValue::Undefined)?).into())
        }
        Expr::Add(parts) => {
            let mut total = BigRational::zero();
            for part in parts {
                total += exact(part, vars)?;
            }
            total
        }
        Expr::Neg(e) => -exact(e, vars)?,
        Expr::Mul(a, b) => exact(a, vars)? * exact(b, vars)?,
        Expr::Div(a, b) => {
            let by = exact(b, vars)?;
            if by.is_zero() {
                return Err(NoValue::Undefined);
            }
            exact(a, vars)? / by
        }
        Expr::Mod(a, b) => on_whole(a, b, Expr::Mod)?,
        Expr::Xor(a, b) => on_whole(a, b, Expr::Xor)?,
        Expr::Gcd(a, b) => on_whole(a, b, Expr::Gcd)?,
        Expr::Min(parts) => extreme(parts, vars, false)?,
        Expr::Max(parts) => extreme(parts, vars, true)?,
    })
}

fn extreme(parts: &[Expr], vars: &[i64], largest: bool) -> Result<BigRational, NoValue> {
    let mut best: Option<BigRational> = None;
    for part in parts {
        let new = exact(part, vars)?;
        let better = |old: &BigRational| (&new - old).is_positive() == largest && new != *old;
        if best.as_ref().is_none_or(better) {
            best = Some(new);
        }
    }
    best.ok_or(NoValue::Undefined)
}

/// Is there a division anywhere? Then a weight is a probability.
pub(crate) fn divides(e: &Expr) -> bool {
    match e {
        Expr::Div(..) => true,
        Expr::Int(_) | Expr::Var(_) => false,
        Expr::Neg(e) => divides(e),
        Expr::Add(parts) | Expr::Min(parts) | Expr::Max(parts) => parts.iter().any(divides),
        Expr::Mul(a, b) | Expr::Mod(a, b) | Expr::Xor(a, b) | Expr::Gcd(a, b) => {
            divides(a) || divides(b)
        }
    }
}
