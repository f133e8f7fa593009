//! Rule files as boxes of cells, for solvers that fill tables.
//!
//! The options are those of [`crate::listing`], found by the compiled moves of [`crate::plan`].

use crate::bounds::greatest_results;
use crate::game::HeapwiseGame;
use crate::kind::{Ends, Players};
use crate::listing::{Meter, each_result_of, in_domain};
use crate::run::{Stop, run_case, run_of};
use bouton_rules::{Batch, Boxed, Cond, Error, HeapRules, MoveRule, Nat, Player, Run};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

/// Rounds after which a box that still grows is taken to grow for ever.
const MAX_ROUNDS: usize = 200;

/// Coordinates of a position that are kept on the stack.
const FEW: usize = 16;

/// Where boxes grow for ever under the moves: the line of a move that still raises a coordinate after many rounds, and the coordinate's
/// name. `None` if a box is closed at last, or if numbers leave the range of 62 bits.
///
/// ```
/// let text = "game g\nheaps a b\nmove a -= 1, b += 1\nmove b -= 1\n";
/// let Ok(bouton_rulefile::RuleFile::Heaps(rules)) = bouton_rulefile::read(text, "g.game") else { panic!() };
/// assert_eq!(bouton_rulefile::growing(&rules), Some((3, "b".to_string())));
/// ```
pub fn growing(rules: &HeapRules) -> Option<(usize, String)> {
    let mut sizes = vec![8_u64; rules.heaps.len()];
    let mut last = None;
    for _ in 0..MAX_ROUNDS {
        let mut grown = sizes.clone();
        for rule in &rules.moves {
            let Some(results) = greatest_results(rules, rule, &sizes) else {
                return last;
            };
            for (i, greatest) in results.into_iter().enumerate() {
                let i = if rules.sums { 0 } else { i };
                let Some(size) = greatest.checked_add(1).and_then(|n| n.max(0).to_u64()) else {
                    return last;
                };
                if size > grown[i] {
                    grown[i] = size;
                    last = Some((rule.line, rules.heaps[i].clone()));
                }
            }
        }
        if grown == sizes {
            return None;
        }
        sizes = grown;
    }
    last
}

impl<P: Players> Boxed for HeapwiseGame<P, Ends> {
    fn arity(&self) -> usize {
        self.rules().heaps.len()
    }

    fn sums(&self) -> bool {
        self.rules().sums
    }

    /// The box is enlarged by the greatest results that interval arithmetic and linear reasoning allow, until nothing
    /// changes. It may be larger than needed, never too small. `None` too if numbers beyond 63 bits can turn up in it.
    fn closed_box(&self, sizes: &[u64], cells: u64) -> Option<Vec<u64>> {
        let rules = self.rules();
        if sizes.len() != rules.heaps.len() {
            return None;
        }
        let mut sizes: Vec<u64> = sizes.iter().map(|&s| s.max(1)).collect();
        for _ in 0..MAX_ROUNDS {
            let count = sizes
                .iter()
                .try_fold(1_u64, |product, &s| product.checked_mul(s))?;
            if count > cells {
                return None;
            }
            let mut grown = sizes.clone();
            for rule in &rules.moves {
                for (i, greatest) in greatest_results(rules, rule, &sizes)?
                    .into_iter()
                    .enumerate()
                {
                    let size = greatest.checked_add(1)?.max(0).to_u64()?;
                    let i = if rules.sums { 0 } else { i };
                    grown[i] = grown[i].max(size);
                }
            }
            if grown == sizes {
                return Some(sizes);
            }
            sizes = grown;
        }
        None
    }

    fn exists(&self, pos: &[u64]) -> bool {
        let rules = self.rules();
        if rules.domain == Cond::True {
            return true;
        }
        let mut small = [0_i64; FEW];
        if pos.len() <= FEW
            && narrow(pos, &mut small)
            && let Ok(holds) = rules.domain.holds(&small[..pos.len()])
        {
            return holds;
        }
        let big: Vec<Nat> = pos.iter().map(|&n| Nat::from(n)).collect();
        in_domain(rules, &big)
    }

    fn order(&self, sizes: &[u64]) -> Option<Vec<usize>> {
        if self.inner().row_major {
            return None;
        }
        let cells: usize = sizes.iter().map(|&s| s as usize).product();
        let mut order: Vec<usize> = (0..cells).collect();
        if let Some(forms) = &self.rules().bounded_rank {
            order.sort_by_cached_key(|&cell| {
                let mut rest = cell;
                let mut at: Vec<BigInt> = Vec::with_capacity(sizes.len());
                for &size in sizes.iter().rev() {
                    at.push(BigInt::from(rest % size as usize));
                    rest /= size as usize;
                }
                at.reverse();
                forms.iter().map(|f| f.value(&at)).collect::<Vec<_>>()
            });
            return Some(order);
        }
        // Stable sorts by the forms of the rank, the first form last: the order is lexicographic in them.
        for form in self
            .rules()
            .rank
            .as_deref()
            .unwrap_or_default()
            .iter()
            .rev()
        {
            let weights: Vec<u128> = form.iter().map(|c| c.to_u128().unwrap_or(0)).collect();
            order.sort_by_cached_key(|&cell| {
                let mut rest = cell as u128;
                let mut value = 0_u128;
                for (&size, weight) in sizes.iter().zip(&weights).rev() {
                    value += rest % u128::from(size) * weight;
                    rest /= u128::from(size);
                }
                value
            });
        }
        Some(order)
    }

    fn runs(&self, who: Player, pos: &[u64], sizes: &[u64], visit: &mut dyn FnMut(Run<'_>)) {
        self.each_batch(who, pos, sizes, &mut |batch: Batch<'_>| {
            match batch {
                Batch::Run(run) => visit(run),
                Batch::Cells(cells) => cells.chunks(2).for_each(|chunk| {
                    // Any two cells are a run, which halves the calls.
                    let (first, last) = (chunk[0], chunk[chunk.len() - 1]);
                    let step = last.wrapping_sub(first) as isize;
                    visit(Run::Cells {
                        first,
                        step,
                        count: chunk.len(),
                    });
                }),
            }
            ControlFlow::Continue(())
        });
    }

    fn batches(
        &self,
        who: Player,
        pos: &[u64],
        sizes: &[u64],
        visit: &mut dyn FnMut(Batch<'_>) -> ControlFlow<()>,
    ) {
        self.each_batch(who, pos, sizes, &mut |batch: Batch<'_>| visit(batch));
    }
}

impl<P: Players> HeapwiseGame<P, Ends> {
    fn each_batch(
        &self,
        who: Player,
        pos: &[u64],
        sizes: &[u64],
        visit: &mut impl FnMut(Batch<'_>) -> ControlFlow<()>,
    ) {
        if self.inner().idle {
            return self.each_change(who, pos, sizes, visit);
        }
        self.each_move(who, pos, sizes, visit);
    }

    /// The moves without those that leave everything as it was, option by option.
    fn each_change(
        &self,
        who: Player,
        pos: &[u64],
        sizes: &[u64],
        visit: &mut impl FnMut(Batch<'_>) -> ControlFlow<()>,
    ) {
        let own = match self.rules().sums {
            true => pos.first().map(|&n| n as usize),
            false => {
                let cells = pos.iter().zip(sizes);
                Some(cells.fold(0, |cell, (&n, &size)| cell * size as usize + n as usize))
            }
        };
        // An empty heap beside a heap is not there, unless it counts.
        let empty = !self.inner().empty_moves;
        let changes = |cells: &[usize]| {
            let there = |&&c: &&usize| !(self.rules().sums && empty && c == 0);
            let mut left = cells.iter().filter(there);
            let before = own.as_ref().filter(there);
            (left.next(), left.next()) != (before, None)
        };
        self.each_move(who, pos, sizes, &mut |batch: Batch<'_>| {
            let mut flow = ControlFlow::Continue(());
            match batch {
                Batch::Cells(list) => {
                    let left: Vec<usize> =
                        list.iter().copied().filter(|&c| changes(&[c])).collect();
                    if list.is_empty() || !left.is_empty() {
                        flow = visit(Batch::Cells(&left));
                    }
                }
                Batch::Run(run) => each_option(run, &mut |cells| {
                    if flow.is_continue() && changes(cells) {
                        flow = visit(Batch::Run(run_of(cells)));
                    }
                }),
            }
            flow
        });
    }

    fn each_move(
        &self,
        who: Player,
        pos: &[u64],
        sizes: &[u64],
        visit: &mut impl FnMut(Batch<'_>) -> ControlFlow<()>,
    ) {
        let (rules, sums) = (self.rules(), self.rules().sums);
        let mut small = [0_i64; FEW];
        let mut strides = [0_i64; FEW];
        let fits = pos.len() <= FEW
            && narrow(pos, &mut small)
            && (sums || row_major_strides(sizes, &mut strides));
        let kept = pos.len().min(FEW);
        let (small, strides) = (&small[..kept], &strides[..if sums { 0 } else { kept }]);
        for (rule, plan) in rules.moves.iter().zip(&self.inner().plan.moves) {
            if plan.who.is_some_and(|w| w != who) {
                continue;
            }
            let mut fast = fits && plan.cases.is_some();
            for case in plan.cases.iter().flatten().filter(|_| fits) {
                match run_case(case, sums, small, strides, &mut *visit) {
                    Ok(()) => {}
                    Err(Stop::Enough) => return,
                    Err(Stop::TooLarge) => fast = false,
                }
            }
            if !fast && self.slow_runs(rule, pos, sizes, visit).is_break() {
                return;
            }
        }
    }

    /// One rule's options one by one, from the definition.
    fn slow_runs(
        &self,
        rule: &MoveRule,
        pos: &[u64],
        sizes: &[u64],
        visit: &mut impl FnMut(Batch<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let big: Vec<Nat> = pos.iter().map(|&n| Nat::from(n)).collect();
        let done = Cell::new(false);
        let visit = RefCell::new(visit);
        let hand = |batch: Batch<'_>| {
            if !done.get() && (*visit.borrow_mut())(batch).is_break() {
                done.set(true);
            }
        };
        // A list without cells is no option: it lets the visitor look at the clock.
        let look = &mut || {
            hand(Batch::Cells(&[]));
            match done.get() {
                true => Err(Error::limit("the visitor has seen enough")),
                false => Ok(()),
            }
        };
        let mut meter = Meter::new(u64::MAX, look);
        // A listing without a limit fails only for primes beyond 80 bits, which no closed box holds.
        let _ = each_result_of(self.rules(), rule, &big, &mut meter, &mut |to| {
            let cells: Option<Vec<usize>> = to.iter().map(|n| n.to_usize()).collect();
            let Some(cells) = cells else { return };
            if self.rules().sums {
                return hand(Batch::Run(run_of(&cells)));
            }
            let cell = cells
                .iter()
                .zip(sizes)
                .try_fold(0_usize, |cell, (&n, &size)| {
                    cell.checked_mul(usize::try_from(size).ok()?)?
                        .checked_add(n)
                });
            if let Some(cell) = cell {
                hand(Batch::Run(run_of(&[cell])));
            }
        });
        match done.get() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Copies `pos` into `small`; false if it does not fit.
fn narrow(pos: &[u64], small: &mut [i64; FEW]) -> bool {
    pos.iter().zip(small).all(|(&n, small)| {
        i64::try_from(n).is_ok_and(|n| {
            *small = n;
            true
        })
    })
}

/// The distances of neighbours along each coordinate; false if they do not fit.
fn row_major_strides(sizes: &[u64], strides: &mut [i64; FEW]) -> bool {
    let mut stride = 1_i64;
    for (i, &size) in sizes.iter().enumerate().rev() {
        strides[i] = stride;
        match i64::try_from(size)
            .ok()
            .and_then(|size| stride.checked_mul(size))
        {
            Some(next) => stride = next,
            None => return false,
        }
    }
    true
}

/// For tests and callers that want single options: the cells or sums of a run, one by one.
///
/// ```
/// use bouton_rulefile::each_option;
/// use bouton_rules::Run;
/// let mut found = Vec::new();
/// each_option(Run::Cells { first: 5, step: -2, count: 3 }, &mut |cells| found.push(cells.to_vec()));
/// assert_eq!(found, [[5], [3], [1]]);
/// ```
pub fn each_option(run: Run<'_>, visit: &mut dyn FnMut(&[usize])) {
    match run {
        Run::Cells { first, step, count } => {
            (0..count)
                .for_each(|i| visit(&[first.wrapping_add_signed(step.wrapping_mul(i as isize))]));
        }
        Run::Pairs {
            first,
            step,
            second,
            second_step,
            count,
        } => (0..count).for_each(|i| {
            let at = |start: usize, step: isize| {
                start.wrapping_add_signed(step.wrapping_mul(i as isize))
            };
            visit(&[at(first, step), at(second, second_step)]);
        }),
        Run::Sum(cells) => visit(cells),
    }
}
