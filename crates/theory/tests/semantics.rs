//! One meaning of conditions: random conditions, loops and `where` lines at the edges of every operator, in the definition (written
//! here once more), the listing of moves, the compiled tables, the prover, and the independent checker.
//!
//! `BOUTON_SEMANTICS=100000 cargo test -p bouton-theory --test semantics` runs that many cases.

use bouton_automata::{Automaton, Formula, Limits, Numeration, compile};
use bouton_rulefile::{HeapGame, load};
use bouton_rules::{Boxed, Heaps, Impartial, Nat, Play, Player};
use bouton_theory::{Claim, Kind, Relations, Status, certificate};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::fmt;
use std::sync::Arc;

#[derive(Clone)]
enum Term {
    Int(BigInt),
    Name(usize),
    Pair(&'static str, Box<Term>, Box<Term>),
    Minus(Box<Term>),
}

#[derive(Clone)]
enum Test {
    Compare(Term, &'static str, Term),
    Divides(Term, Term),
    Is(&'static str, Term),
    Both(Box<Test>, Box<Test>),
    Either(Box<Test>, Box<Test>),
    Not(Box<Test>),
}

const NAMES: [&str; 4] = ["a", "b", "c", "k"];

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Int(n) if n.is_negative() => write!(f, "({n})"),
            Term::Int(n) => write!(f, "{n}"),
            Term::Name(v) => f.write_str(NAMES[*v]),
            Term::Pair(op @ ("min" | "max" | "xor" | "gcd"), a, b) => write!(f, "{op}({a}, {b})"),
            Term::Pair(op, a, b) => write!(f, "({a} {op} {b})"),
            Term::Minus(a) => write!(f, "(-{a})"),
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Compare(a, op, b) => write!(f, "{a} {op} {b}"),
            Test::Divides(a, b) => write!(f, "{a} | {b}"),
            Test::Is(what, a) => write!(f, "{what}({a})"),
            Test::Both(a, b) => write!(f, "({a} and {b})"),
            Test::Either(a, b) => write!(f, "({a} or {b})"),
            Test::Not(a) => write!(f, "not ({a})"),
        }
    }
}

impl Term {
    /// The definition: a number, or nothing.
    fn value(&self, at: &[BigInt]) -> Option<BigInt> {
        Some(match self {
            Term::Int(n) => n.clone(),
            Term::Name(v) => at[*v].clone(),
            Term::Minus(a) => -a.value(at)?,
            Term::Pair(op, a, b) => {
                let (a, b) = (a.value(at)?, b.value(at)?);
                match *op {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "/" if b.is_zero() => return None,
                    "/" => a.div_floor(&b),
                    "mod" if b.is_zero() => return None,
                    "mod" => a.mod_floor(&b.abs()),
                    "min" => a.min(b),
                    "max" => a.max(b),
                    "gcd" => a.gcd(&b),
                    _ if a.is_negative() || b.is_negative() => return None,
                    _ => a ^ b,
                }
            }
        })
    }
}

impl Test {
    /// The definition: true, false, or neither.
    fn truth(&self, at: &[BigInt]) -> Option<bool> {
        match self {
            Test::Compare(a, op, b) => {
                let order = a.value(at)?.cmp(&b.value(at)?);
                Some(match *op {
                    "=" => order.is_eq(),
                    "!=" => order.is_ne(),
                    "<" => order.is_lt(),
                    "<=" => order.is_le(),
                    ">" => order.is_gt(),
                    _ => order.is_ge(),
                })
            }
            Test::Divides(a, b) => {
                let (a, b) = (a.value(at)?, b.value(at)?);
                Some(if a.is_zero() {
                    b.is_zero()
                } else {
                    (b % a).is_zero()
                })
            }
            Test::Is("square", a) => {
                let a = a.value(at)?;
                Some(
                    !a.is_negative() && {
                        let r = a.sqrt();
                        &r * &r == a
                    },
                )
            }
            // Its own tests compare it with trial division.
            Test::Is(_, a) => bouton_rules::formula::is_prime(&a.value(at)?),
            Test::Both(a, b) => match (a.truth(at), b.truth(at)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Test::Either(a, b) => match (a.truth(at), b.truth(at)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            Test::Not(a) => a.truth(at).map(|t| !t),
        }
    }
}

struct Maker {
    r: fastrand::Rng,
    /// How many of [`NAMES`] may be used.
    names: usize,
    /// Operations that no automaton knows, too.
    all: bool,
}

impl Maker {
    fn int(&mut self) -> Term {
        Term::Int(match self.r.u32(0..12) {
            0 => BigInt::from(self.r.i64(-60..60)),
            1 => BigInt::from(self.r.u64(1_000..20_000)),
            _ => BigInt::from(self.r.i64(-2..7)),
        })
    }

    fn term(&mut self, depth: u32) -> Term {
        if depth == 0 || self.r.u32(0..4) == 0 {
            return match self.r.u32(0..3) {
                0 => self.int(),
                _ => Term::Name(self.r.usize(0..self.names)),
            };
        }
        let a = self.term(depth - 1);
        let op = match self.r.u32(0..16) {
            0..3 => "+",
            3..6 => "-",
            6 => "*",
            7 => "/",
            8 => "mod",
            9 => "min",
            10 => "max",
            11..14 => "xor",
            14 if self.all => "gcd",
            14 => "-",
            _ => return Term::Minus(Box::new(a)),
        };
        let b = match op {
            "*" | "/" | "mod" if !self.all || self.r.bool() => {
                Term::Int(BigInt::from(self.r.i64(-3..5)))
            }
            // Small, so that products stay in range.
            "*" => self.int(),
            _ => self.term(depth - 1),
        };
        match op {
            "*" if self.r.bool() => Term::Pair(op, Box::new(b), Box::new(a)),
            _ => Term::Pair(op, Box::new(a), Box::new(b)),
        }
    }

    fn test(&mut self, depth: u32) -> Test {
        if depth == 0 || self.r.u32(0..4) == 0 {
            return match self.r.u32(0..8) {
                0 if self.all => {
                    let what = ["square", "prime"][self.r.usize(0..2)];
                    Test::Is(what, self.term(2))
                }
                0 | 1 => {
                    let by = match self.all && self.r.bool() {
                        true => self.term(1),
                        false => Term::Int(BigInt::from(self.r.i64(-3..6))),
                    };
                    Test::Divides(by, self.term(2))
                }
                _ => {
                    let op = ["=", "!=", "<", "<=", ">", ">="][self.r.usize(0..6)];
                    Test::Compare(self.term(2), op, self.term(1))
                }
            };
        }
        let first = Box::new(self.test(depth - 1));
        match self.r.u32(0..4) {
            0 => Test::Both(first, Box::new(self.test(depth - 1))),
            1 => Test::Either(first, Box::new(self.test(depth - 1))),
            _ => Test::Not(first),
        }
    }
}

/// What was compared.
#[derive(Debug, Default)]
struct Seen {
    cases: u64,
    points: u64,
    undefined: u64,
    mobile: u64,
    proved: u64,
    checked: u64,
    far: u64,
}

/// `heaps a b c / where D / move c = 0 for k in L..H where c = 1, C`.
struct Case {
    exists: Option<Test>,
    loops: Option<(Term, Term)>,
    guard: Test,
}

impl Case {
    fn text(&self) -> String {
        let exists = self
            .exists
            .as_ref()
            .map_or(String::new(), |d| format!("where {d}\n"));
        let loops = self
            .loops
            .as_ref()
            .map_or(String::new(), |(lo, hi)| format!(" for k in {lo}..{hi}"));
        format!(
            "game edge\nheaps a b c\n{exists}move c = 0{loops} where c = 1, {}\n",
            self.guard
        )
    }

    fn exists(&self, at: &[BigInt]) -> bool {
        self.exists
            .as_ref()
            .is_none_or(|d| d.truth(at) == Some(true))
    }

    /// Is there a move at (a, b, 1)? `None` where the loop is too long to try.
    fn mobile(&self, a: &BigInt, b: &BigInt) -> Option<bool> {
        let at = |c: u8| [a.clone(), b.clone(), BigInt::from(c)];
        let one = at(1);
        if !self.exists(&one) || !self.exists(&at(0)) {
            return Some(false);
        }
        let Some((lo, hi)) = &self.loops else {
            return Some(self.guard.truth(&one) == Some(true));
        };
        let (Some(lo), Some(hi)) = (lo.value(&one), hi.value(&one)) else {
            return Some(false);
        };
        if &hi - &lo > BigInt::from(200) {
            return None;
        }
        let mut k = lo;
        while k <= hi {
            let [a, b, c] = one.clone();
            if self.guard.truth(&[a, b, c, k.clone()]) == Some(true) {
                return Some(true);
            }
            k += 1;
        }
        Some(false)
    }
}

fn nat(n: &BigInt) -> Nat {
    n.magnitude().clone()
}

fn run(case: &Case, all: bool, r: &mut fastrand::Rng, seen: &mut Seen) {
    let text = case.text();
    let rules = match load(&text, "edge.game") {
        Ok(rules) => Arc::new(rules),
        Err(e) => panic!("{e}\n{text}"),
    };
    // A guard that never holds has every rank.
    let game = HeapGame::new(rules.clone()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut points: Vec<(BigInt, BigInt)> = Vec::new();
    for a in 0..7u32 {
        points.extend((0..7u32).map(|b| (a.into(), b.into())));
    }
    for _ in 0..20 {
        points.push((r.u32(0..70).into(), r.u32(0..70).into()));
    }
    for _ in 0..20 {
        points.push((r.u64(0..40_000).into(), r.u64(0..40_000).into()));
    }
    for _ in 0..5 {
        let big = |r: &mut fastrand::Rng| match all {
            // Primes are decided up to 3·10^24.
            true => BigInt::from(r.u64(0..1 << 19)),
            false => BigInt::from(r.u64(..)) << r.u32(0..40),
        };
        points.push((big(r), r.u32(0..5).into()));
        points.push((r.u32(0..5).into(), big(r)));
        points.push((big(r), big(r)));
    }
    // The prover's set of positions with a move.
    let limits = Limits::states(1_500);
    let prover = Relations::new(&rules).ok().and_then(|relations| {
        let any = relations
            .moves
            .iter()
            .map(|m| Formula::Exists(m.changed.clone(), Box::new(m.formula.clone())));
        let numeration = Numeration::Base(2);
        let domain = compile(&relations.domain, &numeration, &limits).ok()?;
        let every = Automaton::all(&numeration, &[0, 1, 2]).ok()?;
        let domain = domain.and(&every, &limits).ok()?;
        let mobile = compile(&Formula::Or(any.collect()), &numeration, &limits).ok()?;
        Some((domain, mobile.and(&every, &limits).ok()?))
    });
    for (a, b) in &points {
        let at = [a.clone(), b.clone(), BigInt::from(1)];
        let there = case.exists(&at);
        if let Some((domain, _)) = &prover {
            assert_eq!(
                domain.contains(&at.each_ref().map(nat)),
                there,
                "prover: does {a}, {b} exist? {text}"
            );
        }
        if let (Some(x), Some(y)) = (a.to_u64(), b.to_u64()) {
            assert_eq!(
                game.exists(&[x, y, 1]),
                there,
                "tables: does {a}, {b} exist? {text}"
            );
        }
        if !there {
            continue;
        }
        let Some(mobile) = case.mobile(a, b) else {
            continue;
        };
        seen.points += 1;
        seen.undefined += u64::from(
            case.guard
                .truth(&[at.to_vec(), vec![BigInt::from(1)]].concat())
                .is_none(),
        );
        seen.mobile += u64::from(mobile);
        let listed = game.options(&Heaps(at.iter().map(nat).collect()));
        match listed {
            Ok(list) => assert_eq!(!list.is_empty(), mobile, "listing at {a}, {b}: {text}"),
            Err(e) => assert!(e.is_limit(), "{e}"),
        }
        if a.bits() < 18 && b.bits() < 18 {
            let (x, y) = (a.to_u64().unwrap(), b.to_u64().unwrap());
            let mut any = false;
            game.runs(Player::Left, &[x, y, 1], &[x + 1, y + 1, 2], &mut |_| {
                any = true
            });
            assert_eq!(any, mobile, "tables at {a}, {b}: {text}");
        } else {
            seen.far += 1;
        }
        if let Some((_, set)) = &prover {
            assert_eq!(
                set.contains(&at.each_ref().map(nat)),
                mobile,
                "prover at {a}, {b}: {text}"
            );
        }
    }
    seen.cases += 1;
    let Some((domain, mobile)) = prover else {
        return;
    };
    seen.proved += 1;
    let set = domain.difference(&mobile, &limits).unwrap();
    let claim = Claim {
        kind: Kind::PSet,
        statement: String::new(),
        status: Status::Proved,
        bound: String::new(),
        method: String::new(),
        automata: vec![set],
        numeration: Some(Numeration::Base(2)),
    };
    let Some(text_of_claim) = certificate(&rules, Play::Normal, &claim, &Limits::states(2_000))
    else {
        return;
    };
    let limits = bouton_check::Limits {
        states: 20_000,
        steps: 1_000_000,
        ..bouton_check::Limits::default()
    };
    match bouton_check::check(&text_of_claim, &limits) {
        Ok(report) => {
            assert!(report.holds(), "{report}\n{text}");
            seen.checked += 1;
        }
        Err(e) => assert!(
            e.is_limit()
                || e.to_string().contains("tracks")
                || e.to_string().contains("linear arithmetic"),
            "{e}\n{text}"
        ),
    }
}

#[test]
fn every_engine_reads_conditions_alike() {
    let cases = std::env::var("BOUTON_SEMANTICS")
        .ok()
        .and_then(|s| s.parse().ok());
    let seed = std::env::var("BOUTON_SEED")
        .ok()
        .and_then(|s| s.parse().ok());
    let cases: u64 = cases.unwrap_or(600);
    let mut seen = Seen::default();
    let mut maker = Maker {
        r: fastrand::Rng::with_seed(seed.unwrap_or(11)),
        names: 3,
        all: false,
    };
    for i in 0..cases {
        maker.all = i % 4 == 3;
        maker.names = 3;
        let exists = (maker.r.u32(0..3) == 0).then(|| maker.test(1));
        maker.names = 2;
        let loops = (maker.r.u32(0..3) == 0).then(|| (maker.term(1), maker.term(2)));
        maker.names = if loops.is_some() { 4 } else { 3 };
        let guard = maker.test(2);
        let case = Case {
            exists,
            loops,
            guard,
        };
        let mut r = fastrand::Rng::with_seed(maker.r.u64(..));
        run(&case, maker.all, &mut r, &mut seen);
    }
    println!("{seen:?}");
    assert!(
        seen.cases == cases
            && seen.checked > cases / 4
            && seen.undefined > cases
            && seen.far > cases
    );
}
