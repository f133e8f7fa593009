//! The conditions that are tried: one list, made anew for each number of coordinates and each numeration.

use super::term::{Cond, Term};
use bouton_automata::{Numeration, Op};

/// Coordinates at once in a list of all subsets; with more, only all of them are taken.
const SUBSETS: usize = 5;

fn compare(a: Term, op: Op, b: Term) -> Cond {
    Cond::Compare(a, op, b)
}

/// Subsets of at least `least` coordinates, small ones first.
fn subsets(arity: usize, least: usize) -> Vec<Vec<usize>> {
    if arity > SUBSETS {
        return vec![(0..arity).collect()];
    }
    let mut all: Vec<Vec<usize>> = (1u32..1 << arity)
        .map(|mask| (0..arity).filter(|i| mask >> i & 1 == 1).collect())
        .filter(|s: &Vec<usize>| s.len() >= least)
        .collect();
    all.sort_by_key(Vec::len);
    all
}

fn sum(set: &[usize], constant: i64) -> Term {
    Term::Sum(set.iter().map(|&i| (1, i)).collect(), constant)
}

/// Xors of coordinates, shifted, divided or reduced in the same way.
fn xors(arity: usize) -> Vec<Term> {
    let mut list = Vec::new();
    for set in subsets(arity, 2) {
        let all = |f: &dyn Fn(usize) -> Term| Term::Xor(set.iter().map(|&i| f(i)).collect());
        for shift in [0, 1, -1, 2, -2, 3, -3] {
            list.push(all(&|i| sum(&[i], shift)));
        }
        for d in 2..=8 {
            for shift in [0, 1, -1, 2] {
                list.push(all(&|i| Term::Floor(sum(&[i], shift).into(), d)));
                list.push(all(&|i| Term::Mod(sum(&[i], shift).into(), d)));
            }
        }
    }
    // Gaps between neighbours, as of coins on a strip: the first of each pair from the right end.
    if arity >= 2 {
        for less in [0, 1] {
            for all in [false, true] {
                let mut gaps = Vec::new();
                let mut hi = arity;
                while hi > 0 {
                    gaps.push(match hi >= 2 {
                        true => Term::Sum(vec![(1, hi - 1), (-1, hi - 2)], -less),
                        false => sum(&[0], 0),
                    });
                    hi = hi.saturating_sub(if all { 1 } else { 2 });
                }
                if gaps.len() >= 2 {
                    gaps.reverse();
                    list.push(Term::Xor(gaps));
                }
            }
        }
    }
    list
}

/// Terms for the value of a function of the coordinates.
pub(super) fn values(arity: usize, num: &Numeration) -> Vec<Term> {
    let mut list = Vec::new();
    for set in subsets(arity, 1) {
        for c in -3..=3 {
            list.push(sum(&set, c));
            for d in 2..=12 {
                list.push(Term::Floor(sum(&set, c).into(), d));
                if c == 0 {
                    list.push(Term::Mod(sum(&set, 0).into(), d));
                }
                list.push(Term::Floor(
                    Term::Mod(sum(&set, 0).into(), d).into(),
                    c.abs().max(2),
                ));
            }
        }
    }
    list.push(Term::Least);
    list.push(Term::Greatest);
    if *num == Numeration::Base(2) {
        list.extend(xors(arity));
    }
    list.sort_by_key(Term::cost);
    list
}

/// Conditions without connectives, the simplest first.
pub(super) fn atoms(arity: usize, num: &Numeration) -> Vec<Cond> {
    let mut list = vec![Cond::Always];
    let x = Term::coordinate;
    let sets = subsets(arity, 1);
    let orders = [Op::Eq, Op::Le, Op::Ge];
    for set in &sets {
        for c in 0..=6 {
            for op in orders {
                list.push(compare(sum(set, 0), op, Term::constant(c)));
            }
        }
        for m in 2..=16i64 {
            for r in 0..m {
                list.push(compare(
                    Term::Mod(sum(set, 0).into(), m),
                    Op::Eq,
                    Term::constant(r),
                ));
                if r >= 2 {
                    list.push(compare(
                        Term::Mod(sum(set, 0).into(), m),
                        Op::Lt,
                        Term::constant(r),
                    ));
                }
            }
        }
    }
    for i in 0..arity {
        for j in (0..arity).filter(|&j| j != i) {
            for (p, q) in [(1, 1), (1, 2), (1, 3), (2, 3), (1, 4), (3, 4)] {
                for c in -4..=4 {
                    for op in orders {
                        let right = Term::Sum(vec![(q, j)], c);
                        list.push(compare(Term::Sum(vec![(p, i)], 0), op, right));
                    }
                }
            }
            for m in 2..=8 {
                let mixed = |p, q, r| {
                    let t = Term::Mod(Term::Sum(vec![(p, i), (q, j)], 0).into(), m);
                    compare(t, Op::Eq, Term::constant(r))
                };
                for r in 0..m {
                    list.extend((2..m.min(5)).map(|q| mixed(1, q, r)));
                }
                if i < j {
                    let same = |f: fn(Box<Term>, i64) -> Term| {
                        compare(f(x(i).into(), m), Op::Eq, f(x(j).into(), m))
                    };
                    list.push(same(Term::Mod));
                    list.push(same(Term::Floor));
                }
            }
        }
    }
    if arity >= 2 {
        for c in 0..=4 {
            for op in orders {
                list.push(compare(Term::Greatest, op, Term::constant(c)));
                list.push(compare(Term::Least, op, Term::constant(c)));
            }
        }
        for op in orders {
            list.push(compare(Term::Greatest, op, Term::Least));
            list.push(compare(
                Term::Floor(Term::Greatest.into(), 2),
                op,
                Term::Least,
            ));
        }
        for m in 2..=8 {
            for r in 0..m {
                for t in [Term::Least, Term::Greatest] {
                    list.push(compare(Term::Mod(t.into(), m), Op::Eq, Term::constant(r)));
                }
            }
        }
    }
    if *num == Numeration::Base(2) {
        for t in xors(arity) {
            for c in 0..=3 {
                list.push(compare(t.clone(), Op::Eq, Term::constant(c)));
            }
        }
    }
    if num.block() == 1 {
        digits(arity, num, &mut list);
    }
    list.sort_by_key(Cond::cost);
    list
}

/// Conditions on digits.
fn digits(arity: usize, num: &Numeration, list: &mut Vec<Cond>) {
    let x = Term::coordinate;
    for set in subsets(arity, 2) {
        for m in 2..=5 {
            for shift in [0, 1, -1] {
                let terms = set.iter().map(|&i| sum(&[i], shift)).collect();
                // Modulo 2 in base 2 it is an xor.
                if m > 2 || *num != Numeration::Base(2) {
                    list.push(Cond::Columns(terms, m));
                }
            }
        }
    }
    let mut single: Vec<Term> = Vec::new();
    for i in 0..arity {
        single.extend([0, 1, 2, -1].map(|c| sum(&[i], c)));
    }
    if arity >= 2 {
        single.push(sum(&(0..arity).collect::<Vec<_>>(), 0));
        single.push(Term::Least);
        single.push(Term::Greatest);
    }
    for t in single {
        for m in 2..=3 {
            for r in 0..m {
                list.push(Cond::Zeros(t.clone(), m, r));
                list.push(Cond::Count(t.clone(), m, r));
                list.push(Cond::DigitSum(t.clone(), m, r));
            }
        }
        let least = Term::LeastPart(t.clone().into());
        let greatest = Term::GreatestPart(t.clone().into());
        list.push(compare(t.clone(), Op::Eq, least.clone()));
        for i in 0..arity {
            for (k, op) in [
                (1, Op::Lt),
                (1, Op::Eq),
                (1, Op::Ge),
                (2, Op::Lt),
                (2, Op::Eq),
            ] {
                for part in [&least, &greatest] {
                    list.push(compare(Term::Sum(vec![(k, i)], 0), op, part.clone()));
                }
            }
        }
    }
    for i in 0..arity {
        for j in (0..arity).filter(|&j| j != i) {
            list.push(Cond::Appended(x(i), x(j)));
            if i < j {
                for part in [Term::LeastPart, Term::GreatestPart] {
                    let (a, b) = (part(x(i).into()), part(x(j).into()));
                    list.push(compare(a, Op::Eq, b));
                }
            }
        }
    }
    if arity == 2 {
        list.push(Cond::Appended(Term::Greatest, Term::Least));
    }
}
