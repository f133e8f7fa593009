//! The values of expressions and the answers of conditions, in machine or big integers; nothing wraps.

use crate::{Cond, Expr};
use num_bigint::BigInt;
use num_integer::{Integer, Roots};
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Signed};

/// Why an expression has no value, or a condition no answer, at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoValue {
    /// A division or remainder by zero, or an exclusive or of a negative number: a move that needs it is not there.
    Undefined,
    /// Out of range for the machine integers used; the same question over `BigInt` has an answer.
    Overflow,
    /// A number above 3·10^24, too large for the proven primality test.
    Primality,
}

/// The integers that expressions are evaluated in: `i64`, `i128` and `BigInt`.
pub trait Whole: Clone + Integer + Signed + Roots + CheckedAdd + CheckedSub + CheckedMul {
    /// The same number, if it fits.
    fn from_int(n: &BigInt) -> Option<Self>;
    /// As a big integer.
    fn to_int(&self) -> BigInt;
    /// Bitwise exclusive or of two naturals.
    fn xor(&self, other: &Self) -> Self;
}

macro_rules! machine_whole {
    ($t:ty) => {
        impl Whole for $t {
            fn from_int(n: &BigInt) -> Option<Self> {
                <$t>::try_from(n).ok()
            }
            fn to_int(&self) -> BigInt {
                BigInt::from(*self)
            }
            fn xor(&self, other: &Self) -> Self {
                self ^ other
            }
        }
    };
}
machine_whole!(i64);
machine_whole!(i128);

impl Whole for BigInt {
    fn from_int(n: &BigInt) -> Option<Self> {
        Some(n.clone())
    }
    fn to_int(&self) -> BigInt {
        self.clone()
    }
    fn xor(&self, other: &Self) -> Self {
        self ^ other
    }
}

/// Is `n` a prime number? Decided by trial division and the Miller–Rabin test with the first 13 primes as bases, which is
/// proven below 3317044064679887385961981; above, `None`.
///
/// ```
/// use bouton_rules::formula::is_prime;
/// assert_eq!(is_prime(&2_147_483_647.into()), Some(true));
/// assert_eq!(is_prime(&3_215_031_751_i64.into()), Some(false)); // passes for bases 2, 3, 5 and 7
/// ```
pub fn is_prime(n: &BigInt) -> Option<bool> {
    const BASES: [u64; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
    const PROVEN: u128 = 3_317_044_064_679_887_385_961_981;
    let one = BigInt::from(1);
    if *n <= one {
        return Some(false);
    }
    for p in BASES {
        if (n % p) == BigInt::ZERO {
            return Some(*n == BigInt::from(p));
        }
    }
    if *n < BigInt::from(43 * 43) {
        return Some(true);
    }
    if *n >= BigInt::from(PROVEN) {
        return None;
    }
    let last = n - &one;
    let twos = last.trailing_zeros().unwrap_or(0);
    let odd = &last >> twos;
    Some(BASES.iter().all(|&b| {
        let mut x = BigInt::from(b).modpow(&odd, n);
        if x == one || x == last {
            return true;
        }
        for _ in 1..twos {
            x = &x * &x % n;
            if x == last {
                return true;
            }
        }
        false
    }))
}

impl Expr {
    /// The value when variable `i` is `vars[i]`.
    ///
    /// ```
    /// use bouton_rules::Expr;
    /// let e = Expr::sum([Expr::Var(0), Expr::Var(1).negated()]);
    /// assert_eq!(e.value(&[7_i64, 9]), Ok(-2));
    /// ```
    pub fn value<N: Whole>(&self, vars: &[N]) -> Result<N, NoValue> {
        let over = NoValue::Overflow;
        Ok(match self {
            Expr::Int(n) => N::from_int(n).ok_or(over)?,
            Expr::Var(i) => vars.get(*i).cloned().ok_or(NoValue::Undefined)?,
            Expr::Add(parts) => {
                let mut total = N::zero();
                for part in parts {
                    total = total.checked_add(&part.value(vars)?).ok_or(over)?;
                }
                total
            }
            Expr::Neg(e) => negative(&e.value(vars)?)?,
            Expr::Mul(a, b) => a.value(vars)?.checked_mul(&b.value(vars)?).ok_or(over)?,
            Expr::Mod(a, b) => {
                let (a, b) = (a.value(vars)?, b.value(vars)?);
                if b.is_zero() {
                    return Err(NoValue::Undefined);
                }
                a.mod_floor(&magnitude(b)?)
            }
            Expr::Div(a, b) => {
                let (a, b) = (a.value(vars)?, b.value(vars)?);
                if b.is_zero() {
                    return Err(NoValue::Undefined);
                }
                if b == negative(&N::one())? {
                    negative(&a)?
                } else {
                    a.div_floor(&b)
                }
            }
            Expr::Min(parts) => extreme(parts, vars, |new, old| new < old)?,
            Expr::Max(parts) => extreme(parts, vars, |new, old| new > old)?,
            Expr::Xor(a, b) => {
                let (a, b) = (a.value(vars)?, b.value(vars)?);
                if a.is_negative() || b.is_negative() {
                    return Err(NoValue::Undefined);
                }
                a.xor(&b)
            }
            Expr::Gcd(a, b) => magnitude(a.value(vars)?)?.gcd(&magnitude(b.value(vars)?)?),
        })
    }
}

fn negative<N: Whole>(n: &N) -> Result<N, NoValue> {
    N::zero().checked_sub(n).ok_or(NoValue::Overflow)
}

fn magnitude<N: Whole>(n: N) -> Result<N, NoValue> {
    if n.is_negative() { negative(&n) } else { Ok(n) }
}

fn extreme<N: Whole>(parts: &[Expr], vars: &[N], better: fn(&N, &N) -> bool) -> Result<N, NoValue> {
    let mut best: Option<N> = None;
    for part in parts {
        let new = part.value(vars)?;
        if best.as_ref().is_none_or(|old| better(&new, old)) {
            best = Some(new);
        }
    }
    best.ok_or(NoValue::Undefined)
}

impl Cond {
    /// Does the condition hold when variable `i` is `vars[i]`? A comparison or test of an undefined term is undefined, and so is
    /// its negation. An undefined part leaves a conjunction or disjunction undefined only if the rest does not decide it:
    /// `false and x` is false, `true or x` is true, in either order. Whoever asks takes undefined for "does not hold".
    ///
    /// ```
    /// use bouton_rules::{Cond, Expr};
    /// assert_eq!(Cond::Divides(Expr::Var(0), Expr::Var(1)).holds(&[3_i64, 12]), Ok(true));
    /// ```
    pub fn holds<N: Whole>(&self, vars: &[N]) -> Result<bool, NoValue> {
        match self {
            Cond::True => Ok(true),
            Cond::Cmp(l, op, r) => Ok(op.holds(&l.value(vars)?, &r.value(vars)?)),
            Cond::Divides(d, n) => {
                let (d, n) = (magnitude(d.value(vars)?)?, n.value(vars)?);
                Ok(if d.is_zero() {
                    n.is_zero()
                } else {
                    n.mod_floor(&d).is_zero()
                })
            }
            Cond::Square(e) => {
                let n = e.value(vars)?;
                if n.is_negative() {
                    return Ok(false);
                }
                let root = n.sqrt();
                Ok(root.clone() * root == n)
            }
            Cond::Prime(e) => is_prime(&e.value(vars)?.to_int()).ok_or(NoValue::Primality),
            Cond::And(parts) => decide(parts, vars, false),
            Cond::Or(parts) => decide(parts, vars, true),
            Cond::Not(c) => c.holds(vars).map(|b| !b),
        }
    }
}

/// The answer of a conjunction (`decisive` = false) or disjunction (`decisive` = true).
fn decide<N: Whole>(parts: &[Cond], vars: &[N], decisive: bool) -> Result<bool, NoValue> {
    let mut open = None;
    for part in parts {
        match part.holds(vars) {
            Ok(b) if b == decisive => return Ok(decisive),
            Ok(_) => {}
            // A part that was too large may be defined in larger integers, and then decide.
            Err(NoValue::Undefined) => open = open.or(Some(NoValue::Undefined)),
            Err(limit) => open = Some(limit),
        }
    }
    open.map_or(Ok(!decisive), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Op;

    #[test]
    fn primes_agree_with_trial_division() {
        let trial = |n: u64| {
            n >= 2
                && (2..)
                    .take_while(|d| d * d <= n)
                    .all(|d| !n.is_multiple_of(d))
        };
        for n in (0..5000).chain(1_000_000..1_000_200) {
            assert_eq!(is_prime(&BigInt::from(n)), Some(trial(n)), "{n}");
        }
    }

    #[test]
    fn machine_and_big_integers_agree_and_nothing_wraps() {
        let max = Expr::Int(BigInt::from(i64::MAX));
        let too_big = Expr::sum([max, Expr::Var(0)]);
        assert_eq!(too_big.value(&[1_i64]), Err(NoValue::Overflow));
        assert_eq!(
            too_big.value(&[BigInt::from(1)]),
            Ok(BigInt::from(1_u64 << 63))
        );
        let least = i64::MIN;
        let vars = [Expr::Var(0), Expr::Var(1)];
        let pair = || (Box::new(vars[0].clone()), Box::new(vars[1].clone()));
        type Make = fn(Box<Expr>, Box<Expr>) -> Expr;
        let all: [Make; 5] = [Expr::Mul, Expr::Mod, Expr::Div, Expr::Xor, Expr::Gcd];
        for make in all {
            let (a, b) = pair();
            let e = make(a, b);
            for a in [least, -7, -1, 0, 1, 6, i64::MAX] {
                for b in [least, -4, -1, 0, 1, 9, i64::MAX] {
                    let big = e.value(&[BigInt::from(a), BigInt::from(b)]);
                    match e.value(&[a, b]) {
                        Err(NoValue::Overflow) => {
                            assert!(a == least || b == least || big.unwrap().bits() > 63)
                        }
                        small => assert_eq!(small.map(BigInt::from), big, "{a} {b}"),
                    }
                }
            }
        }
    }

    #[test]
    fn an_open_part_does_not_hide_a_decided_one() {
        let open = Cond::Cmp(
            Expr::Mod(Box::new(Expr::Var(0)), Box::new(Expr::int(0))),
            Op::Eq,
            Expr::int(0),
        );
        let no = Cond::Cmp(Expr::int(0), Op::Eq, Expr::int(1));
        let vars = [5_i64];
        assert_eq!(
            Cond::And(vec![open.clone(), no.clone()]).holds(&vars),
            Ok(false)
        );
        assert_eq!(
            Cond::Or(vec![open.clone(), no]).holds(&vars),
            Err(NoValue::Undefined)
        );
        assert_eq!(Cond::Or(vec![open, Cond::True]).holds(&vars), Ok(true));
    }
}
