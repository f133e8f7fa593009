//! Runs a compiled move at a position.

use crate::plan::{Case, Level, MAX_SLOTS, MAX_VARS, Results, Row, Values};
use bouton_rules::formula::NoValue;
use bouton_rules::{Batch, Run};
use std::ops::ControlFlow;

/// Cells that are listed in one call.
const LIST: usize = 64;

/// Values of loops between two calls of the visitor with nothing, so that it can look at the clock.
const LOOK_EVERY: u32 = 1 << 12;

/// Why a case was left unfinished.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A number leaves the range of 64 bits: the slow way must list this case.
    TooLarge,
    /// The visitor has seen enough.
    Enough,
}

pub(crate) type Done = Result<(), Stop>;

/// A case at a position.
pub(crate) struct Runner<'a, V> {
    case: &'a Case,
    sums: bool,
    /// The heaps, the loop variables, the slots.
    pub numbers: [i64; MAX_VARS + MAX_SLOTS],
    /// Distance of neighbours along each coordinate.
    strides: &'a [i64],
    base: i64,
    /// Values of loops since the visitor was last called with nothing.
    since: u32,
    visit: V,
}

/// The results along the innermost loop: affine in its variable, `start + step·v`.
struct Line {
    start: [i64; 2],
    step: [i64; 2],
    count: usize,
}

pub(crate) fn add(a: i64, b: i64) -> Result<i64, Stop> {
    a.checked_add(b).ok_or(Stop::TooLarge)
}

pub(crate) fn mul(a: i64, b: i64) -> Result<i64, Stop> {
    a.checked_mul(b).ok_or(Stop::TooLarge)
}

/// Calls `visit` with the options of one case. `strides` are those of the box.
pub(crate) fn run_case(
    case: &Case,
    sums: bool,
    pos: &[i64],
    strides: &[i64],
    visit: impl FnMut(Batch<'_>) -> ControlFlow<()>,
) -> Done {
    let mut numbers = [0; MAX_VARS + MAX_SLOTS];
    numbers[..pos.len()].copy_from_slice(pos);
    if number(case.slots.fill(&mut numbers))?.is_none()
        || case.checks.iter().any(|&n| numbers[n] > 0)
    {
        return Ok(());
    }
    let mut base = 0;
    for (n, stride) in pos.iter().zip(strides) {
        base = add(base, mul(*n, *stride)?)?;
    }
    let mut runner = Runner {
        case,
        sums,
        numbers,
        strides,
        base,
        since: 0,
        visit,
    };
    for cond in &case.conds {
        if !truth(cond.holds(pos))? {
            return Ok(());
        }
    }
    runner.level(0)
}

/// A value, `None` where it is undefined.
fn number<T>(value: Result<T, NoValue>) -> Result<Option<T>, Stop> {
    match value {
        Ok(n) => Ok(Some(n)),
        Err(NoValue::Undefined) => Ok(None),
        Err(NoValue::Overflow | NoValue::Primality) => Err(Stop::TooLarge),
    }
}

fn truth(value: Result<bool, NoValue>) -> Result<bool, Stop> {
    Ok(number(value)? == Some(true))
}

impl<V: FnMut(Batch<'_>) -> ControlFlow<()>> Runner<'_, V> {
    fn hand(&mut self, batch: Batch<'_>) -> Done {
        match (self.visit)(batch) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Enough),
        }
    }

    /// Counts one value of a loop; now and then the visitor sees an empty list.
    pub fn tick(&mut self) -> Done {
        self.since += 1;
        if self.since < LOOK_EVERY {
            return Ok(());
        }
        self.since = 0;
        self.hand(Batch::Cells(&[]))
    }

    /// The row without its own variable.
    pub fn rest(&self, row: &Row) -> Result<i64, Stop> {
        let mut sum = self.numbers[row.constant];
        for (v, slot) in &row.terms {
            sum = add(sum, mul(self.numbers[*slot], self.numbers[*v])?)?;
        }
        Ok(sum)
    }

    /// The least and greatest value of a loop; `None` if there is none.
    fn range(&self, level: &Level) -> Result<Option<(i64, i64)>, Stop> {
        let (mut lo, mut hi) = (i64::MIN, i64::MAX);
        for row in &level.rows {
            let rest = self.rest(row)?;
            // own·v + rest <= 0
            match self.numbers[row.own] {
                1 => hi = hi.min(rest.checked_neg().ok_or(Stop::TooLarge)?),
                -1 => lo = lo.max(rest),
                0 if rest > 0 => return Ok(None),
                0 => {}
                own if own > 0 => {
                    hi = hi.min(rest.checked_neg().ok_or(Stop::TooLarge)?.div_euclid(own))
                }
                own => {
                    let own = own.checked_neg().ok_or(Stop::TooLarge)?;
                    lo = lo.max(
                        rest.checked_neg()
                            .ok_or(Stop::TooLarge)?
                            .div_euclid(own)
                            .checked_neg()
                            .ok_or(Stop::TooLarge)?,
                    );
                }
            }
        }
        for (bounds, upper) in [(&level.lo, false), (&level.hi, true)] {
            for e in bounds {
                let Some(n) = number(e.value(&self.numbers[..MAX_VARS]))? else {
                    return Ok(None);
                };
                if upper {
                    hi = hi.min(n)
                } else {
                    lo = lo.max(n)
                }
            }
        }
        Ok((lo <= hi).then_some((lo, hi)))
    }

    fn level(&mut self, i: usize) -> Done {
        let case = self.case;
        let Some(level) = case.levels.get(i) else {
            return self.single();
        };
        let Some((lo, hi)) = self.range(level)? else {
            return Ok(());
        };
        let innermost = i + 1 == case.levels.len();
        if innermost && level.filters.is_empty() {
            match &case.results {
                Results::Rows(rows) if !self.sums || rows.len() <= 2 => {
                    return self.innermost(level, rows, lo, hi);
                }
                _ => {}
            }
        }
        self.each_value(level, lo, hi, |runner, v| {
            runner.numbers[level.var] = v;
            for cond in &level.filters {
                if !truth(cond.holds(&runner.numbers[..MAX_VARS]))? {
                    return Ok(());
                }
            }
            runner.level(i + 1)
        })
    }

    /// All results along the innermost loop, in as few runs as there are.
    fn innermost(&mut self, level: &Level, rows: &[(usize, Row)], lo: i64, hi: i64) -> Done {
        let line = self.line(rows)?;
        // Both ends are checked here, so that everything between is in range.
        for v in [lo, hi] {
            for i in 0..2 {
                let end = add(line.start[i], mul(line.step[i], v)?)?;
                if end < 0 {
                    return Err(Stop::TooLarge);
                }
            }
        }
        match &level.values {
            Values::All if level.unequal.is_empty() => self.stretch(&line, lo, hi, 1),
            Values::All => {
                let mut holes = Vec::new();
                for row in &level.unequal {
                    let (rest, own) = (
                        self.rest(row)?.checked_neg().ok_or(Stop::TooLarge)?,
                        self.numbers[row.own],
                    );
                    match own {
                        0 if rest == 0 => return Ok(()),
                        0 => {}
                        own if rest.checked_rem(own).ok_or(Stop::TooLarge)? == 0 => {
                            holes.push(rest / own)
                        }
                        _ => {}
                    }
                }
                holes.sort_unstable();
                let mut from = lo;
                for hole in holes.into_iter().filter(|h| (lo..=hi).contains(h)) {
                    if from < hole {
                        self.stretch(&line, from, hole - 1, 1)?;
                    }
                    from = hole.saturating_add(1);
                }
                if from <= hi {
                    self.stretch(&line, from, hi, 1)?;
                }
                Ok(())
            }
            Values::Residue {
                row,
                modulus,
                remainder,
            } => {
                if let Some((first, step)) = self.residues(row, *modulus, *remainder, lo)?
                    && first <= hi
                {
                    self.stretch(&line, first, hi, step)?;
                }
                Ok(())
            }
            _ if line.count == 1 => {
                let (start, step) = (line.start[0], line.step[0]);
                let (mut cells, mut held) = ([0; LIST], 0);
                self.each_value(level, lo, hi, |runner, v| {
                    if held == LIST {
                        runner.hand(Batch::Cells(&cells))?;
                        held = 0;
                    }
                    cells[held] = start.wrapping_add(step.wrapping_mul(v)) as usize;
                    held += 1;
                    Ok(())
                })?;
                if held > 0 {
                    self.hand(Batch::Cells(&cells[..held]))?;
                }
                Ok(())
            }
            _ => self.each_value(level, lo, hi, |runner, v| runner.stretch(&line, v, v, 1)),
        }
    }

    /// The cell (or the one or two heaps) reached, as a function of the innermost variable.
    fn line(&self, rows: &[(usize, Row)]) -> Result<Line, Stop> {
        let mut line = Line {
            start: [0; 2],
            step: [0; 2],
            count: 1,
        };
        if self.sums {
            for (i, (_, row)) in rows.iter().enumerate() {
                line.start[i] = self.rest(row)?;
                line.step[i] = self.numbers[row.own];
            }
            line.count = rows.len();
            return Ok(line);
        }
        line.start[0] = self.base;
        for (i, row) in rows {
            let stride = self.strides[*i];
            line.start[0] = add(line.start[0], mul(stride, self.rest(row)?)?)?;
            line.step[0] = add(line.step[0], mul(stride, self.numbers[row.own])?)?;
        }
        Ok(line)
    }

    /// The results for the values `lo`, `lo + by`, … up to `hi`; the ends are known to be in range.
    fn stretch(&mut self, line: &Line, lo: i64, hi: i64, by: i64) -> Done {
        let at = |i: usize, v: i64| line.start[i].wrapping_add(line.step[i].wrapping_mul(v));
        let span = hi.wrapping_sub(lo);
        let mut count = (if by == 1 { span } else { span / by }) as usize + 1;
        let step = |i: usize| line.step[i].wrapping_mul(by) as isize;
        let run = match line.count {
            0 => Run::Sum(&[]),
            1 if step(0) == 0 => Run::Cells {
                first: at(0, lo) as usize,
                step: 0,
                count: 1,
            },
            1 => Run::Cells {
                first: at(0, lo) as usize,
                step: step(0),
                count,
            },
            _ => {
                let last = lo.wrapping_add(by.wrapping_mul(count as i64 - 1));
                if at(0, lo) == at(1, last) && at(1, lo) == at(0, last) {
                    // x and n - x: the second half mirrors the first.
                    count = count.div_ceil(2);
                }
                let (first, second) = (at(0, lo) as usize, at(1, lo) as usize);
                Run::Pairs {
                    first,
                    step: step(0),
                    second,
                    second_step: step(1),
                    count,
                }
            }
        };
        self.hand(Batch::Run(run))
    }

    /// The one result when every loop variable has its value.
    fn single(&mut self) -> Done {
        let mut cells: Vec<i64> = Vec::new();
        match &self.case.results {
            Results::Rows(rows) => {
                let own = self.case.levels.last().map_or(0, |l| self.numbers[l.var]);
                let mut cell = self.base;
                for (i, row) in rows {
                    let value = add(self.rest(row)?, mul(self.numbers[row.own], own)?)?;
                    if self.sums {
                        cells.push(value);
                    } else {
                        cell = add(cell, mul(self.strides[*i], value)?)?;
                    }
                }
                if !self.sums {
                    cells.push(cell);
                }
            }
            Results::General(to) => {
                let mut cell = 0;
                for (i, e) in to.iter().enumerate() {
                    let Some(value) = number(e.value(&self.numbers[..MAX_VARS]))? else {
                        return Ok(());
                    };
                    if value < 0 {
                        return Ok(());
                    }
                    if self.sums {
                        cells.push(value);
                    } else {
                        cell = add(cell, mul(self.strides[i], value)?)?;
                    }
                }
                if !self.sums {
                    cells.push(cell);
                }
            }
        }
        let cells = cells
            .iter()
            .map(|&c| usize::try_from(c).map_err(|_| Stop::TooLarge))
            .collect::<Result<Vec<_>, _>>()?;
        self.hand(Batch::Run(run_of(&cells)))
    }
}

/// One option as a run: a cell, a pair of heaps or a sum of heaps.
pub(crate) fn run_of(cells: &[usize]) -> Run<'_> {
    match *cells {
        [first] => Run::Cells {
            first,
            step: 0,
            count: 1,
        },
        [first, second] => Run::Pairs {
            first,
            step: 0,
            second,
            second_step: 0,
            count: 1,
        },
        _ => Run::Sum(cells),
    }
}
