//! Integers, rational numbers, and the field of nimbers.

use super::{Arguments, Operation};
use crate::error::Fault;
use crate::object::Object;
use bouton_value::nimber;
use bouton_value::ordinal::{Expansion, Surreal, nim_power, nim_product, nim_sum};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

pub(super) const LIST: &[Operation] = &[
    Operation {
        name: "NimSum",
        parameters: &["a", "b"],
        help: "the sum of non-negative integers, or ordinals, as nimbers: exclusive or",
        example: ("5 NimSum 3", "6"),
        run: |a| {
            if is_infinite(a) {
                let (x, y) = (ordinal(a, 0)?, ordinal(a, 1)?);
                return expansion(a, nim_sum(&x, &y)?);
            }
            let (x, y) = (natural(a, 0)?, natural(a, 1)?);
            Object::integer(a.store, x ^ y)
        },
    },
    Operation {
        name: "NimProduct",
        parameters: &["a", "b"],
        help: "the product of non-negative integers, or ordinals below omega^omega^omega, as nimbers",
        example: ("4 NimProduct 4", "6"),
        run: |a| {
            if is_infinite(a) {
                let (x, y) = (ordinal(a, 0)?, ordinal(a, 1)?);
                return expansion(a, nim_product(&x, &y)?);
            }
            let (x, y) = (natural(a, 0)?, natural(a, 1)?);
            Object::integer(a.store, nimber::big_product(&x, &y))
        },
    },
    Operation {
        name: "NimInverse",
        parameters: &["a"],
        help: "the b whose product with a is 1, as nimbers",
        example: ("NimInverse(2)", "3"),
        run: |a| {
            let x = natural(a, 0)?;
            match nimber::big_inverse(&x) {
                Some(y) => Object::integer(a.store, y),
                None => {
                    Err("0 has no inverse as a nimber; NimInverse needs a positive integer".into())
                }
            }
        },
    },
    Operation {
        name: "NimDiv",
        parameters: &["a", "b"],
        help: "the quotient of non-negative integers as nimbers",
        example: ("6 NimDiv 4", "4"),
        run: |a| {
            let (x, y) = (natural(a, 0)?, natural(a, 1)?);
            match nimber::big_inverse(&y) {
                Some(z) => Object::integer(a.store, nimber::big_product(&x, &z)),
                None => Err("division by zero".into()),
            }
        },
    },
    Operation {
        name: "NimPower",
        parameters: &["a", "n"],
        help: "the n-th power of a non-negative integer, or an ordinal, as a nimber",
        example: ("2 NimPower 3", "1"),
        run: |a| {
            if is_infinite(a) {
                let (x, n) = (ordinal(a, 0)?, natural(a, 1)?);
                return expansion(a, nim_power(&x, &n)?);
            }
            let x = natural(a, 0)?;
            let n = a.integer(1)?;
            Object::integer(a.store, nimber::big_power(&x, &n)?)
        },
    },
    Operation {
        name: "NimSquareRoot",
        parameters: &["a"],
        help: "the b whose square is a, as nimbers",
        example: ("NimSquareRoot(3)", "2"),
        run: |a| {
            let x = natural(a, 0)?;
            Object::integer(a.store, nimber::big_square_root(&x))
        },
    },
    Operation {
        name: "UglyProduct",
        parameters: &["a", "b"],
        help: "the ugly product, bilinear over xor: 2^i·2^i = 2^(i-1), and 2^i·2^j = 2^i xor 2^(j-1) for i > j",
        example: ("3 UglyProduct 3", "0"),
        run: ugly_product,
    },
    Operation {
        name: "NimValue",
        parameters: &["G"],
        help: "the n of a nimber *n",
        example: ("NimValue(*5)", "5"),
        run: |a| {
            if let Object::Misere(g) = a.any(0) {
                let n = a.store.misere.nim_value(g)?;
                return Object::integer(a.store, n);
            }
            let g = a.game(0)?;
            match a.store.as_nimber(g) {
                Some(n) => Object::integer(a.store, n),
                None => {
                    let text = a.store.show(g);
                    Err(format!("{text} is not a nimber").into())
                }
            }
        },
    },
    Operation {
        name: "Abs",
        parameters: &["x"],
        help: "the absolute value of a number",
        example: ("Abs(-3/2)", "3/2"),
        run: |a| match a.any(0) {
            Object::Surreal(x) => Object::surreal(a.store, x.abs()),
            Object::Infinite(_) => Ok(Object::Infinite(true)),
            _ => {
                let x = a.rational(0)?;
                Object::rational(a.store, x.abs())
            }
        },
    },
    Operation {
        name: "Sign",
        parameters: &["x"],
        help: "-1, 0 or 1: the sign of a number; 1 for Left and -1 for Right",
        example: ("Sign(-3/2)", "-1"),
        run: |a| {
            let sign = match a.any(0) {
                Object::Surreal(x) => x.signum(),
                Object::Infinite(positive) | Object::Player(positive) => {
                    if positive {
                        1
                    } else {
                        -1
                    }
                }
                _ => {
                    let x = a.rational(0)?;
                    i32::from(x.is_positive()) - i32::from(x.is_negative())
                }
            };
            Object::integer(a.store, sign)
        },
    },
    Operation {
        name: "Floor",
        parameters: &["x"],
        help: "the greatest integer up to x",
        example: ("Floor(-3/2)", "-2"),
        run: |a| {
            let x = a.rational(0)?;
            Object::rational(a.store, x.floor())
        },
    },
    Operation {
        name: "Ceiling",
        parameters: &["x"],
        help: "the least integer from x on",
        example: ("Ceiling(-3/2)", "-1"),
        run: |a| {
            let x = a.rational(0)?;
            Object::rational(a.store, x.ceil())
        },
    },
    Operation {
        name: "Numerator",
        parameters: &["x"],
        help: "the numerator in lowest terms",
        example: ("Numerator(4/6)", "2"),
        run: |a| {
            if let Object::Infinite(positive) = a.any(0) {
                return Object::integer(a.store, if positive { 1 } else { -1 });
            }
            let x = a.rational(0)?;
            Object::integer(a.store, x.numer().clone())
        },
    },
    Operation {
        name: "Denominator",
        parameters: &["x"],
        help: "the denominator in lowest terms",
        example: ("Denominator(4/6)", "3"),
        run: |a| {
            if let Object::Infinite(_) = a.any(0) {
                return Object::integer(a.store, 0);
            }
            let x = a.rational(0)?;
            Object::integer(a.store, x.denom().clone())
        },
    },
    Operation {
        name: "Reciprocal",
        parameters: &["x"],
        help: "1/x; inf for 0",
        example: ("Reciprocal(1/4)", "4"),
        run: |a| {
            match a.any(0) {
                Object::Infinite(_) => return Object::integer(a.store, 0),
                Object::Surreal(x) => {
                    return Object::surreal(a.store, Surreal::from(1).div(&x)?);
                }
                _ => {}
            }
            let x = a.rational(0)?;
            if x.is_zero() {
                return Ok(Object::Infinite(true));
            }
            Object::rational(a.store, x.recip())
        },
    },
    Operation {
        name: "IsDyadic",
        parameters: &["x"],
        help: "is the denominator a power of two?",
        example: ("IsDyadic(1/3)", "false"),
        run: |a| {
            Ok(Object::Truth(
                !matches!(a.any(0), Object::Rational(_)) && a.rational(0).is_ok(),
            ))
        },
    },
    Operation {
        name: "Div",
        parameters: &["a", "b"],
        help: "the integer quotient, rounded down",
        example: ("17 Div 4", "4"),
        run: |a| {
            let (x, y) = (a.integer(0)?, a.integer(1)?);
            if y.is_zero() {
                return Err("division by zero".into());
            }
            Object::integer(a.store, x.div_floor(&y))
        },
    },
    Operation {
        name: "Gcd",
        parameters: &["a", "b"],
        help: "the greatest common divisor",
        example: ("12 Gcd 18", "6"),
        run: |a| {
            let (x, y) = (a.integer(0)?, a.integer(1)?);
            Object::integer(a.store, x.gcd(&y))
        },
    },
    Operation {
        name: "Isqrt",
        parameters: &["a"],
        help: "the integer square root, rounded down",
        example: ("Isqrt(17)", "4"),
        run: |a| {
            let x = natural(a, 0)?;
            Object::integer(a.store, x.sqrt())
        },
    },
    Operation {
        name: "Lb",
        parameters: &["a"],
        help: "the logarithm to base 2, rounded down",
        example: ("Lb(17)", "4"),
        run: |a| {
            let x = natural(a, 0)?;
            if x.is_zero() {
                return Err("Lb needs a positive integer, as in Lb(17)".into());
            }
            Object::integer(a.store, x.bits() - 1)
        },
    },
    Operation {
        name: "IsTwoPower",
        parameters: &["a"],
        help: "is the integer a power of two?",
        example: ("IsTwoPower(8)", "true"),
        run: |a| {
            Ok(Object::Truth(
                a.integer(0)?
                    .to_biguint()
                    .is_some_and(|x| x.count_ones() == 1),
            ))
        },
    },
    Operation {
        name: "IsEvil",
        parameters: &["a"],
        help: "has the integer an even number of ones in base 2?",
        example: ("IsEvil(3)", "true"),
        run: |a| Ok(Object::Truth(natural(a, 0)?.count_ones().is_multiple_of(2))),
    },
    Operation {
        name: "IsOdious",
        parameters: &["a"],
        help: "has the integer an odd number of ones in base 2?",
        example: ("IsOdious(7)", "true"),
        run: |a| {
            Ok(Object::Truth(
                !natural(a, 0)?.count_ones().is_multiple_of(2),
            ))
        },
    },
];

/// Is one of the arguments infinite?
fn is_infinite(a: &Arguments) -> bool {
    a.list.iter().any(|o| matches!(o, Object::Surreal(_)))
}

fn ordinal(a: &mut Arguments, i: usize) -> Result<Expansion, Fault> {
    let x = a.any(i).as_surreal(a.store);
    x.as_ref()
        .and_then(Surreal::as_expansion)
        .filter(|x| x.is_ordinal())
        .cloned()
        .ok_or_else(|| a.wrong(i, "an ordinal"))
}

fn expansion(a: &mut Arguments, x: Expansion) -> Result<Object, Fault> {
    Object::surreal(a.store, Surreal::from(x))
}

fn natural(a: &mut Arguments, i: usize) -> Result<BigUint, Fault> {
    let n: BigInt = a.integer(i)?;
    n.to_biguint()
        .ok_or_else(|| a.wrong(i, "a non-negative integer"))
}

/// Bilinear over ⊕, so that powers of two decide it: 2^i·2^j = 2^i ⊕ ⌊2^j / 2⌋ for i > j, and 2^i·2^i = ⌈2^i / 2⌉.
fn ugly_product(a: &mut Arguments) -> Result<Object, Fault> {
    let (x, y) = (natural(a, 0)?, natural(a, 1)?);
    if x.bits().max(y.bits()) > 1 << 12 {
        return Err("UglyProduct takes integers of at most 4096 binary digits".into());
    }
    let mut sum = BigUint::zero();
    for i in (0..x.bits()).filter(|&i| x.bit(i)) {
        for j in (0..y.bits()).filter(|&j| y.bit(j)) {
            let half = BigUint::one() << i.min(j) >> 1;
            sum ^= match (i == j, i) {
                (true, 0) => BigUint::one(),
                (true, _) => half,
                (false, _) => half ^ (BigUint::one() << i.max(j)),
            };
        }
    }
    Object::integer(a.store, sum)
}
