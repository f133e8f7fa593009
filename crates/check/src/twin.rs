//! The slow twin of the machines: conditions evaluated number by number, on random conditions and small boxes.

use crate::frame::Frame;
use crate::limits::{Budget, Limits};
use crate::linear::Linear;
use crate::numeration::Numeration;
use crate::product::Product;
use crate::rules::{Cond, Expr, Op};
use crate::search::{World, search};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

/// The value; `None` where it is undefined.
fn value(e: &Expr, env: &[BigInt]) -> Option<BigInt> {
    let all = |es: &[Expr]| es.iter().map(|e| value(e, env)).collect::<Option<Vec<_>>>();
    Some(match e {
        Expr::Int(n) => n.clone(),
        Expr::Var(v) => env[*v].clone(),
        Expr::Sum(es) => all(es)?.iter().sum(),
        Expr::Neg(e) => -value(e, env)?,
        Expr::Product(es) => all(es)?.iter().product(),
        Expr::Mod(a, b) | Expr::Div(a, b) => {
            let (a, b) = (value(a, env)?, value(b, env)?);
            if b.is_zero() {
                return None;
            }
            match e {
                Expr::Mod(..) => a.mod_floor(&b.abs()),
                _ => a.div_floor(&b),
            }
        }
        Expr::Min(es) => all(es)?.into_iter().min()?,
        Expr::Max(es) => all(es)?.into_iter().max()?,
        Expr::Xor(a, b) => {
            let (a, b) = (value(a, env)?, value(b, env)?);
            if a.is_negative() || b.is_negative() {
                return None;
            }
            a ^ b
        }
        Expr::Beyond(what) => panic!("{what} is not generated"),
    })
}

/// Does the condition hold? What is undefined does not.
fn holds(c: &Cond, env: &[BigInt]) -> bool {
    truth(c, env) == Some(true)
}

/// The truth value, `None` where it is undefined, in the logic of three values.
fn truth(c: &Cond, env: &[BigInt]) -> Option<bool> {
    let decided = |cs: &[Cond], decisive: bool| {
        let all: Vec<_> = cs.iter().map(|c| truth(c, env)).collect();
        if all.contains(&Some(decisive)) {
            Some(decisive)
        } else if all.contains(&None) {
            None
        } else {
            Some(!decisive)
        }
    };
    match c {
        Cond::Cmp(a, op, b) => {
            let (a, b) = (value(a, env)?, value(b, env)?);
            Some(match op {
                Op::Eq => a == b,
                Op::Ne => a != b,
                Op::Lt => a < b,
                Op::Le => a <= b,
                Op::Gt => a > b,
                Op::Ge => a >= b,
            })
        }
        Cond::Divides(a, b) => {
            let (a, b) = (value(a, env)?, value(b, env)?);
            Some(if a.is_zero() {
                b.is_zero()
            } else {
                (b % a).is_zero()
            })
        }
        Cond::And(cs) => decided(cs, false),
        Cond::Or(cs) => decided(cs, true),
        Cond::Not(c) => truth(c, env).map(|b| !b),
        Cond::Beyond(what) => panic!("{what} is not generated"),
    }
}

struct Maker {
    rng: fastrand::Rng,
    variables: usize,
    xor: bool,
}

impl Maker {
    fn int(&mut self) -> Expr {
        Expr::Int(match self.rng.u32(0..8) {
            0 => BigInt::from(self.rng.i64(-40..40)),
            1 => BigInt::from(7).pow(self.rng.u32(0..30)) * self.rng.i32(-1..=1),
            _ => BigInt::from(self.rng.i64(-3..6)),
        })
    }

    fn natural(&mut self) -> Expr {
        let v = Expr::Var(self.rng.usize(0..self.variables));
        if self.rng.bool() {
            v
        } else {
            Expr::Sum(vec![v, Expr::Int(self.rng.u32(0..4).into())])
        }
    }

    fn expr(&mut self, depth: u32) -> Expr {
        let less = depth.saturating_sub(1);
        let pick = if depth == 0 {
            self.rng.u32(0..3)
        } else {
            self.rng.u32(0..10)
        };
        let divisor = |rng: &mut fastrand::Rng| {
            Box::new(Expr::Int([-3, -2, 0, 1, 2, 3, 5][rng.usize(0..7)].into()))
        };
        match pick {
            0 => self.int(),
            1 | 2 => Expr::Var(self.rng.usize(0..self.variables)),
            3 | 4 => Expr::Sum((0..self.rng.usize(1..4)).map(|_| self.expr(less)).collect()),
            5 => Expr::Neg(Box::new(self.expr(less))),
            6 => Expr::Product(vec![Expr::Int(self.rng.i32(-3..4).into()), self.expr(less)]),
            7 => Expr::Mod(Box::new(self.expr(less)), divisor(&mut self.rng)),
            8 => Expr::Div(Box::new(self.expr(less)), divisor(&mut self.rng)),
            _ if self.xor && self.rng.bool() => {
                let part = |maker: &mut Maker| match maker.rng.u32(0..3) {
                    0 => maker.expr(1),
                    _ => maker.natural(),
                };
                Expr::Xor(Box::new(part(self)), Box::new(part(self)))
            }
            _ if self.rng.bool() => {
                Expr::Min((0..self.rng.usize(1..3)).map(|_| self.expr(less)).collect())
            }
            _ => Expr::Max((0..self.rng.usize(1..3)).map(|_| self.expr(less)).collect()),
        }
    }

    fn cond(&mut self, depth: u32) -> Cond {
        let less = depth.saturating_sub(1);
        match if depth == 0 {
            self.rng.u32(0..5)
        } else {
            self.rng.u32(0..9)
        } {
            0 => Cond::Divides(Expr::Int(self.rng.i32(-4..5).into()), self.expr(2)),
            1..5 => {
                let op = [Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge][self.rng.usize(0..6)];
                Cond::Cmp(self.expr(2), op, self.expr(1))
            }
            5 | 6 => Cond::And(vec![self.cond(less), self.cond(less)]),
            7 => Cond::Or(vec![self.cond(less), self.cond(less)]),
            _ => Cond::Not(Box::new(self.cond(less))),
        }
    }
}

/// Whether the automaton accepts the values of its two tracks, with `zeros` leading zeros.
fn accepts(dfa: &crate::dfa::Dfa, num: &Numeration, values: &[u32; 2], zeros: usize) -> bool {
    let words = values.map(|v| num.digits(&v.into()));
    let len = words[0].len().max(words[1].len()) + zeros;
    let digit = |t: usize, j: usize| words[t].get(j).copied().unwrap_or(0);
    let letter = |j| (digit(0, j) * num.radix() + digit(1, j)) as usize;
    let end = (0..len).fold(0, |state, j| dfa.next[state as usize][letter(j)]);
    dfa.accepts[end as usize]
}

#[test]
fn conditions_agree_with_direct_evaluation() {
    let (mut compared, mut true_ones, mut with_xor) = (0, 0, 0);
    for (name, rounds) in [
        ("base 2", 150),
        ("base 3", 60),
        ("base 10", 20),
        ("Zeckendorf", 150),
        ("Ostrowski [1; (2)]", 60),
        ("Ostrowski [0; (3)]", 30),
    ] {
        let num = Numeration::parse(name).unwrap();
        let mut maker = Maker {
            rng: fastrand::Rng::with_seed(1),
            variables: 2,
            xor: name == "base 2",
        };
        for _ in 0..rounds {
            let cond = maker.cond(2);
            let budget = Budget::new(&Limits {
                states: 300_000,
                steps: 300_000_000,
                ..Limits::default()
            });
            let mut world = World {
                num,
                tables: &[],
                budget: &budget,
                shapes: Default::default(),
            };
            let mut frame = Frame::new(["a".to_string(), "b".to_string()], &budget);
            let env = [Linear::track(0), Linear::track(1)];
            let built = frame
                .condition(&cond, &env)
                .and_then(|f| Product::new(&frame.clone().with(f), 2, &mut world));
            let product = match built {
                Ok(product) => product,
                Err(e) => {
                    assert!(e.is_limit(), "{e}: {cond:?}");
                    continue;
                }
            };
            let tracks = product.tracks;
            if tracks > 2 {
                // The exclusive or is a track of its own: ask whether it can be filled in.
                for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
                    let mut case = frame.clone();
                    let formula = case.condition(&cond, &env).unwrap();
                    let fixed = |t: usize, v: u32| {
                        crate::formula::Formula::compare(&env[t], Op::Eq, &Linear::constant(v))
                    };
                    let case = case.with(formula).with(fixed(0, a)).with(fixed(1, b));
                    let Ok(found) = search(&[case], &[], 2, &mut world) else {
                        continue;
                    };
                    assert_eq!(
                        found.is_some(),
                        holds(&cond, &[a.into(), b.into()]),
                        "a = {a}, b = {b}, {cond:?}"
                    );
                    with_xor += 1;
                }
                continue;
            }
            let dfa = match product.finish(&mut world) {
                Ok(dfa) => dfa,
                Err(e) => {
                    assert!(e.is_limit(), "{e}: {cond:?}");
                    continue;
                }
            };
            for (a, b) in (0..24).flat_map(|a| (0..24).map(move |b| (a, b))) {
                let direct = holds(&cond, &[a.into(), b.into()]);
                for zeros in [0, 1, 3] {
                    let found = accepts(&dfa, &num, &[a, b], zeros);
                    assert_eq!(found, direct, "{name}: a = {a}, b = {b}, {cond:?}");
                    compared += 1;
                    true_ones += usize::from(direct);
                }
            }
        }
    }
    assert!(
        compared > 500_000 && true_ones > 100_000 && with_xor > 500,
        "{compared} {true_ones} {with_xor}"
    );
}

/// "For all a there is b with …" against the same by trying b.
#[test]
fn quantifiers_agree_with_trying() {
    let (mut found, mut none) = (0, 0);
    for name in ["base 2", "base 3", "Zeckendorf", "Ostrowski [1; (2)]"] {
        let num = Numeration::parse(name).unwrap();
        let mut maker = Maker {
            rng: fastrand::Rng::with_seed(2),
            variables: 2,
            xor: name == "base 2",
        };
        for _ in 0..100 {
            let cond = maker.cond(2);
            let budget = Budget::new(&Limits {
                states: 300_000,
                steps: 300_000_000,
                ..Limits::default()
            });
            let mut world = World {
                num,
                tables: &[],
                budget: &budget,
                shapes: Default::default(),
            };
            let frame = |names: &[&str]| Frame::new(names.iter().map(|s| s.to_string()), &budget);
            let mut inner = frame(&["a", "b"]);
            let env = [Linear::track(0), Linear::track(1)];
            let Ok(formula) = inner.condition(&cond, &env) else {
                continue;
            };
            let Ok(answer) = search(&[frame(&["a"])], &[inner.with(formula)], 1, &mut world) else {
                continue;
            };
            // b is tried up to a bound: constants above it make the comparison one-sided.
            let exists = |a: &BigInt| (0..400).any(|b| holds(&cond, &[a.clone(), b.into()]));
            match answer {
                Some((0, example)) => {
                    let a: BigInt = example[0].1.clone().into();
                    assert!(!exists(&a), "{name}: a = {a} has a b: {cond:?}");
                    // No smaller example has fewer digits.
                    let digits = num.digits(&example[0].1).len();
                    for smaller in 0..a.to_u32().unwrap_or(0).min(50) {
                        if num.digits(&smaller.into()).len() < digits && !exists(&smaller.into()) {
                            assert!(
                                large_constants(&cond),
                                "{name}: {smaller} before {a}: {cond:?}"
                            );
                        }
                    }
                    found += 1;
                }
                Some(_) => panic!("only one case was given"),
                None => {
                    for a in 0..40 {
                        assert!(
                            exists(&a.into()) || large_constants(&cond),
                            "{name}: a = {a} has no b: {cond:?}"
                        );
                    }
                    none += 1;
                }
            }
        }
    }
    assert!(found > 50 && none > 50, "{found} {none}");
}

fn large_constants(cond: &Cond) -> bool {
    // A constant of three or more digits in the text.
    format!("{cond:?}")
        .split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() > 2)
}
