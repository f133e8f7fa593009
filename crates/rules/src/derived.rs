//! A game of single heaps on several of them, as one position with a coordinate for each heap.

use crate::symbolic::Derived;
use crate::{BoundedForm, Cond, Expr, HeapRules, MoveRule, Op, symbolic::Bound};
use num_bigint::BigInt;

/// A heap as the expression of its coordinate.
fn heap(coordinate: usize, shifted: bool) -> Expr {
    let n = Expr::Var(coordinate);
    if shifted {
        Expr::sum([n, Expr::int(-1)])
    } else {
        n
    }
}

impl HeapRules {
    /// The same game on `count` heaps as one position with coordinates `n1`, `n2`, …: every move of `heap n` may be made in any
    /// coordinate. `None` for a game of tuples, or if a move leaves more than one heap. The text stays that of the single heaps.
    ///
    /// A coordinate is its heap, and 0 a heap that is gone: `shifted` must be false only if an empty heap does not exist or has no
    /// move, so that nothing tells it from no heap. With `shifted` a coordinate is one more than its heap.
    pub fn on_heaps(&self, count: usize, shifted: bool) -> Option<HeapRules> {
        if !self.sums || count == 0 || self.moves.iter().any(|m| m.to.len() > 1) {
            return None;
        }
        let name = &self.heaps[0];
        let heaps = match count {
            1 => vec![name.clone()],
            _ => (1..=count).map(|i| format!("{name}{i}")).collect(),
        };
        // Whether 0 is also an empty heap, which then has no move.
        let empty_exists = self.domain.holds(&[BigInt::ZERO]) == Ok(true);
        let plain = !shifted && empty_exists;
        let exists = |e: &Expr| self.domain.replace(&|_| e.clone());
        let mut moves = Vec::new();
        for i in 0..count {
            // The heap becomes coordinate i, loop variables move up behind the coordinates.
            let place = |v: usize| match v {
                0 => heap(i, shifted),
                v => Expr::Var(v + count - 1),
            };
            for m in &self.moves {
                let mut to: Vec<Expr> = (0..count).map(Expr::Var).collect();
                let mut guard = vec![m.guard.replace(&place)];
                if !plain {
                    // The heap moved in is there, and so is the one that is left: 0 would let it be gone.
                    if shifted {
                        guard.insert(0, Cond::Cmp(Expr::Var(i), Op::Ge, Expr::int(1)));
                    }
                    guard.push(exists(&heap(i, shifted)));
                }
                to[i] = match m.to.first() {
                    None => Expr::int(0),
                    Some(e) => {
                        let left = e.replace(&place);
                        if !plain {
                            guard.push(exists(&left));
                        }
                        if shifted {
                            guard.push(Cond::Cmp(left.clone(), Op::Ge, Expr::int(0)));
                            Expr::sum([left, Expr::int(1)])
                        } else {
                            left
                        }
                    }
                };
                let bounds = m.bounds.iter().map(|b| Bound {
                    name: b.name.clone(),
                    lo: b.lo.replace(&place),
                    hi: b.hi.replace(&place),
                });
                moves.push(MoveRule {
                    line: m.line,
                    who: m.who,
                    bounds: bounds.collect(),
                    guard: Cond::all(guard),
                    to,
                });
            }
        }
        let domain = Cond::all((0..count).map(|i| {
            let there = exists(&heap(i, shifted));
            if plain || there == Cond::True {
                return there;
            }
            let gone = Cond::Cmp(Expr::Var(i), Op::Eq, Expr::int(0));
            Cond::any([gone, there])
        }));
        // A heap that is taken away becomes the least, not the greatest: then nothing is known.
        let forms = self.bounded_rank.as_ref();
        let forms = forms.filter(|_| self.moves.iter().all(|m| !m.to.is_empty()));
        let bounded_rank = forms.map(|forms| {
            let weight = &forms[0].weights[0];
            let alone = |i: usize| BoundedForm {
                constant: match shifted {
                    true => &forms[0].constant - weight,
                    false => forms[0].constant.clone(),
                },
                weights: (0..count).map(|j| weight * u8::from(i == j)).collect(),
            };
            (0..count).map(alone).collect()
        });
        let derived = Derived {
            game: self.name.clone(),
            heaps: count,
            shifted,
            zero_is_gone: !shifted && !empty_exists,
        };
        let coding = derived
            .note()
            .map_or(String::new(), |note| format!("; {note}"));
        Some(HeapRules {
            name: format!("{}-{count}", self.name),
            rules: format!("{} (as one position of {count} heaps{coding})", self.rules),
            cite: self.cite.clone(),
            heaps,
            sums: false,
            domain,
            moves,
            rank: self
                .rank
                .as_ref()
                .map(|_| vec![vec![BigInt::from(1); count]]),
            bounded_rank,
            text: self.text.clone(),
            derived: Some(derived),
        })
    }

    /// The condition that coordinate `i` of a game made by [`HeapRules::on_heaps`] is a heap of these rules, and what the heap is.
    pub fn heap_of(&self, i: usize, shifted: bool) -> (Cond, Expr) {
        let e = heap(i, shifted);
        let there = self.domain.replace(&|_| e.clone());
        let natural = Cond::Cmp(e.clone(), Op::Ge, Expr::int(0));
        let natural = if shifted { natural } else { Cond::True };
        (Cond::all([natural, there]), e)
    }
}

impl Derived {
    /// What a coordinate stands for, where that is not simply its heap.
    pub fn note(&self) -> Option<&'static str> {
        match (self.shifted, self.zero_is_gone) {
            (true, _) => {
                Some("a coordinate is one more than its heap, and 0 is a heap that is gone")
            }
            (_, true) => Some("0 is a heap that is gone"),
            _ => None,
        }
    }
}
