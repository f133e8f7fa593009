//! Presentations: monomials in letters, normal forms, and the rewriting rules that lead to them.
//!
//! The rules are the reduced Gröbner basis of the quotient for the order that compares degrees first and then the words
//! with sorted letters alphabetically: a finite quotient's table gives it without completion (plambecksiegel2008).

use crate::quotient::Quotient;
use crate::solver::Step;
use rustc_hash::FxHashSet;

/// Normal forms of all elements and rules for all monomials that are not normal.
pub(crate) struct Presentation {
    /// The heaps whose values are the letters, ascending.
    pub heaps: Vec<u32>,
    /// For each element its normal form, as generator numbers in ascending order.
    pub normal: Vec<Vec<u32>>,
    /// The elements in the order of their normal forms.
    pub order: Vec<u32>,
    /// Left side and the element that it equals.
    pub rules: Vec<(Vec<u32>, u32)>,
}

/// The letters: the heaps at which the quotient grew, and where they do not generate it, the least heaps that are missing.
fn letters(q: &Quotient, steps: &[Step]) -> Vec<u32> {
    let mut heaps: Vec<u32> = steps.iter().map(|s| s.heap).collect();
    let mut reached = vec![false; q.order];
    let reach = |reached: &mut Vec<bool>, heaps: &[u32]| {
        let rows: Vec<Vec<u32>> = heaps.iter().map(|&h| q.row(q.phi[h as usize])).collect();
        let mut pending = vec![0u32];
        reached[0] = true;
        while let Some(x) = pending.pop() {
            for y in rows.iter().map(|row| row[x as usize]) {
                if !std::mem::replace(&mut reached[y as usize], true) {
                    pending.push(y);
                }
            }
        }
    };
    reach(&mut reached, &heaps);
    for g in &q.gens {
        if !reached[q.phi[g.heap as usize] as usize] {
            heaps.push(g.heap);
            reached.fill(false);
            reach(&mut reached, &heaps);
        }
    }
    heaps.sort_unstable();
    heaps
}

/// Walks the monomials in order: the first that reaches an element is its normal form. Elements times letters steps.
pub(crate) fn present(q: &Quotient, steps: &[Step]) -> Presentation {
    let heaps = letters(q, steps);
    let acts: Vec<Vec<u32>> = heaps.iter().map(|&h| q.row(q.phi[h as usize])).collect();
    let letters = heaps.len() as u32;
    let mut normal: Vec<Option<Vec<u32>>> = vec![None; q.order];
    normal[0] = Some(Vec::new());
    let mut order = vec![0u32];
    let mut rules = Vec::new();
    let mut layer: Vec<(Vec<u32>, u32)> = vec![(Vec::new(), 0)];
    while !layer.is_empty() {
        let reduced: FxHashSet<&[u32]> = layer.iter().map(|(m, _)| m.as_slice()).collect();
        let mut next = Vec::new();
        for (monomial, x) in &layer {
            for letter in monomial.last().copied().unwrap_or(0)..letters {
                let mut longer = monomial.clone();
                longer.push(letter);
                // A monomial is a left side only if every part of it is normal.
                let parts_are_normal = (0..longer.len()).all(|i| {
                    let mut part = longer.clone();
                    part.remove(i);
                    reduced.contains(part.as_slice())
                });
                if !parts_are_normal {
                    continue;
                }
                let y = acts[letter as usize][*x as usize];
                if normal[y as usize].is_some() {
                    rules.push((longer, y));
                } else {
                    normal[y as usize] = Some(longer.clone());
                    order.push(y);
                    next.push((longer, y));
                }
            }
        }
        layer = next;
    }
    Presentation {
        heaps,
        normal: normal.into_iter().flatten().collect(),
        order,
        rules,
    }
}

/// The letter of a generator: a, …, z, A, …, Z, and `[53]` for the 53rd.
pub(crate) fn letter(index: u32) -> String {
    match index {
        0..26 => char::from(b'a' + index as u8).to_string(),
        26..52 => char::from(b'A' + (index - 26) as u8).to_string(),
        _ => format!("[{}]", index + 1),
    }
}

/// `ab2` for [0, 1, 1]; `1` for the empty monomial.
pub(crate) fn write(monomial: &[u32]) -> String {
    if monomial.is_empty() {
        return "1".into();
    }
    let mut text = String::new();
    for run in monomial.chunk_by(|a, b| a == b) {
        text.push_str(&letter(run[0]));
        if run.len() > 1 {
            text.push_str(&run.len().to_string());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, quotient};
    use bouton_core::Budget;
    use bouton_heap::HeapGame;

    /// Rewrites a monomial to its normal form by the rules alone: the slow twin of the table.
    fn rewrite(presentation: &Presentation, mut monomial: Vec<u32>) -> Vec<u32> {
        fn without(monomial: &[u32], part: &[u32]) -> Option<Vec<u32>> {
            let mut left = monomial.to_vec();
            for letter in part {
                left.remove(left.iter().position(|l| l == letter)?);
            }
            Some(left)
        }
        while let Some((rest, y)) = presentation
            .rules
            .iter()
            .find_map(|(l, y)| Some((without(&monomial, l)?, *y)))
        {
            monomial = rest;
            monomial.extend(&presentation.normal[y as usize]);
            monomial.sort_unstable();
        }
        monomial
    }

    #[test]
    fn rules_rewrite_to_the_table() {
        let mut random = fastrand::Rng::with_seed(1);
        for code in ["0.77", "0.123", "0.72", "0.15", "0.3101"] {
            let limits = Limits {
                heaps: 40,
                ..Limits::default()
            };
            let solution = quotient(
                code.parse::<HeapGame>().unwrap(),
                &limits,
                &Budget::unlimited(),
                None,
            )
            .unwrap();
            let q = &solution.q;
            let names = present(q, &solution.steps);
            for _ in 0..300 {
                let mut monomial: Vec<u32> = (0..random.usize(0..9))
                    .map(|_| random.u32(0..names.heaps.len() as u32))
                    .collect();
                monomial.sort_unstable();
                let values = monomial
                    .iter()
                    .map(|&l| q.phi[names.heaps[l as usize] as usize]);
                let x = values.fold(0, |x, y| q.multiply(x, y));
                assert_eq!(
                    rewrite(&names, monomial),
                    names.normal[x as usize],
                    "{code}"
                );
            }
        }
    }

    #[test]
    fn letters_do_not_run_out() {
        assert_eq!(write(&[0, 0, 25, 26, 51, 52, 52]), "a2zAZ[53]2");
        assert_eq!(write(&[]), "1");
    }
}
