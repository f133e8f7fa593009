//! The engine for codes that leave three heaps or more: for every number of counters, the set of values that its ways to
//! make so many heaps can have.
//!
//! Heaps are added as they become known, as in a knapsack: with heap a known, the ways to make r heaps of m counters that
//! contain a come from the ways to make r-1 heaps of m-a. Cost: about len^2 / 2 set operations for each number of heaps.

use crate::valueset::{SetTable, mex};
use crate::{Code, Digit, Parts, Watch};
use bouton_rules::{Error, Result};

/// The sets for r heaps under one condition, by r.
struct Ways {
    /// `exact[r]`: rows m, the values of the ways to make exactly r heaps of m counters.
    exact: Vec<SetTable>,
    /// The same for at least `from` heaps.
    more: Vec<(usize, SetTable)>,
}

struct Needs {
    any: usize,
    any_more: Vec<usize>,
    unequal: usize,
    unequal_more: Vec<usize>,
    mixed: usize,
}

/// Memory that the sets may take, in bytes.
const MEMORY: usize = 4 << 30;

/// G(0), …, G(len - 1) of any code. Stops early, with the values so far, when `watch` says so.
///
/// # Errors
/// A limit, if the sets would take more than 4 GB.
pub fn breaking_values(code: &Code, len: usize, watch: &mut Watch) -> Result<Vec<u32>> {
    let rows = len + code.most_put() as usize;
    let needs = Needs::of(code, rows);
    let mut any = Ways::new(needs.any, &needs.any_more, rows);
    let mut unequal = Ways::new(needs.unequal, &needs.unequal_more, rows);
    let mut mixed = vec![SetTable::new(rows); needs.mixed];
    let mut values: Vec<u32> = Vec::with_capacity(len);
    let mut options = vec![0u64; 1];
    let tables = needs.any
        + needs.any_more.len()
        + needs.unequal
        + needs.unequal_more.len()
        + needs.mixed
        + 4;
    for n in 0..len {
        if n % 16 == 0 && watch.tick(n as u64, len as u64) {
            break;
        }
        options.fill(0);
        let last = code.last().map_or(n, |k| n.min(k as usize)) as i64;
        for k in -(code.most_put() as i64)..=last {
            let m = n.saturating_add_signed(-k as isize);
            collect(
                code.digit(k),
                m,
                &values,
                [&any, &unequal],
                &mixed,
                &mut options,
            );
        }
        let g = mex(&options);
        values.push(g);
        while options.len() * 64 <= g as usize {
            options.resize(options.len() * 2, 0);
            if tables * rows * options.len() * 8 > MEMORY {
                return Err(Error::limit(format!(
                    "{code}: the sets of values of {len} heaps take more than 4 GB; ask for fewer heaps"
                )));
            }
            any.widen();
            unequal.widen();
            mixed.iter_mut().for_each(SetTable::widen);
        }
        if n > 0 {
            add_mixed(&mut mixed, &any, n, g, rows);
            any.add_again(n, g, rows);
            unequal.add_once(n, g, rows);
        } else {
            any.start();
            unequal.start();
        }
    }
    Ok(values)
}

/// Adds to `options` the values of all ways that `digit` allows to leave m counters.
fn collect(
    digit: &Digit,
    m: usize,
    values: &[u32],
    [any, unequal]: [&Ways; 2],
    mixed: &[SetTable],
    options: &mut [u64],
) {
    let mut add = |row: &[u64]| options.iter_mut().zip(row).for_each(|(o, r)| *o |= r);
    let mut singles = Vec::new();
    for (r, parts) in digit.listed() {
        let r = r as usize;
        match (r, parts) {
            (0, _) if m == 0 => singles.push(0),
            (1, _) if m > 0 => singles.extend(values.get(m)),
            (0 | 1, _) => {}
            (_, Parts::Any) => any.exact.get(r).into_iter().for_each(|t| add(t.row(m))),
            (_, Parts::Unequal) => unequal.exact.get(r).into_iter().for_each(|t| add(t.row(m))),
            (_, Parts::NotAllEqual) => mixed.get(r).into_iter().for_each(|t| add(t.row(m))),
            (_, Parts::Equal) => singles.extend(equal_value(m, r, values)),
        }
    }
    if let Some((from, parts)) = digit.from() {
        let from = from as usize;
        if from == 0 && m == 0 {
            singles.push(0);
        }
        if from <= 1 && m > 0 {
            singles.extend(values.get(m));
        }
        let from = from.max(2);
        match parts {
            Parts::Any => any.at_least(from).into_iter().for_each(|t| add(t.row(m))),
            Parts::Unequal => unequal
                .at_least(from)
                .into_iter()
                .for_each(|t| add(t.row(m))),
            Parts::NotAllEqual => mixed.iter().skip(from).for_each(|t| add(t.row(m))),
            Parts::Equal => singles.extend((from..=m).filter_map(|r| equal_value(m, r, values))),
        }
    }
    for v in singles {
        options[v as usize / 64] |= 1 << (v % 64);
    }
}

/// The value of r equal heaps made of m counters.
fn equal_value(m: usize, r: usize, values: &[u32]) -> Option<u32> {
    (m > 0 && m.is_multiple_of(r)).then(|| {
        if r.is_multiple_of(2) {
            0
        } else {
            values[m / r]
        }
    })
}

/// Adds heap `a` of value `g` to the ways that are not all equal; `any` does not contain it yet.
fn add_mixed(mixed: &mut [SetTable], any: &Ways, a: usize, g: u32, rows: usize) {
    if mixed.is_empty() {
        return;
    }
    // Ways with at least one heap a and one smaller heap, r - 1 and r of them.
    let mut fewer = SetTable::new(rows);
    while fewer.row(0).len() < mixed[0].row(0).len() {
        fewer.widen();
    }
    let empty = fewer.clone();
    for (r, table) in mixed.iter_mut().enumerate().skip(2) {
        let mut now = empty.clone();
        for m in a..rows {
            now.add(m, &any.exact[r - 1], m - a, g);
            now.add(m, &fewer, m - a, g);
            let row = now.row(m);
            table
                .row_mut(m)
                .iter_mut()
                .zip(row)
                .for_each(|(t, x)| *t |= x);
        }
        fewer = now;
    }
}

impl Needs {
    fn of(code: &Code, rows: usize) -> Needs {
        let mut needs = Needs {
            any: 0,
            any_more: Vec::new(),
            unequal: 0,
            unequal_more: Vec::new(),
            mixed: 0,
        };
        for digit in code.before().iter().chain(code.after()).chain(code.tail()) {
            let listed = digit
                .listed()
                .filter(|(r, _)| *r >= 2 && (*r as usize) < rows);
            for (r, parts) in listed.map(|(r, p)| (r as usize + 1, p)) {
                match parts {
                    Parts::Any => needs.any = needs.any.max(r),
                    Parts::Unequal => needs.unequal = needs.unequal.max(r),
                    Parts::NotAllEqual => needs.mixed = needs.mixed.max(r),
                    Parts::Equal => {}
                }
            }
            if let Some((from, parts)) = digit.from() {
                let from = (from as usize).max(2);
                match parts {
                    Parts::Any => needs.any_more.push(from),
                    Parts::Unequal => needs.unequal_more.push(from),
                    Parts::NotAllEqual => needs.mixed = needs.mixed.max(rows + 1),
                    Parts::Equal => {}
                }
            }
        }
        // Ways that are not all equal grow out of any ways of one heap less.
        needs.any = needs.any.max(needs.mixed.saturating_sub(1));
        for (exact, more) in [
            (&mut needs.any, &mut needs.any_more),
            (&mut needs.unequal, &mut needs.unequal_more),
        ] {
            more.sort_unstable();
            more.dedup();
            more.retain(|&from| from < rows);
            *exact = more.iter().copied().fold(*exact, usize::max);
        }
        needs
    }
}

impl Ways {
    fn new(exact: usize, more: &[usize], rows: usize) -> Ways {
        Ways {
            exact: vec![SetTable::new(rows); exact],
            more: more
                .iter()
                .map(|&from| (from, SetTable::new(rows)))
                .collect(),
        }
    }

    /// No heaps make no counters.
    fn start(&mut self) {
        if let Some(none) = self.exact.first_mut() {
            none.row_mut(0)[0] = 1;
        }
    }

    fn widen(&mut self) {
        self.exact.iter_mut().for_each(SetTable::widen);
        self.more.iter_mut().for_each(|(_, t)| t.widen());
    }

    fn at_least(&self, from: usize) -> Option<&SetTable> {
        self.more.iter().find(|(f, _)| *f == from).map(|(_, t)| t)
    }

    /// Adds heap `a`, which may be used any number of times.
    fn add_again(&mut self, a: usize, g: u32, rows: usize) {
        for r in 1..self.exact.len() {
            let (fewer, rest) = self.exact.split_at_mut(r);
            for m in a..rows {
                rest[0].add(m, &fewer[r - 1], m - a, g);
            }
        }
        for (from, table) in &mut self.more {
            for m in a..rows {
                table.add(m, &self.exact[*from - 1], m - a, g);
                table.add_own(m, m - a, g);
            }
        }
    }

    /// Adds heap `a`, which may be used once.
    fn add_once(&mut self, a: usize, g: u32, rows: usize) {
        for (from, table) in &mut self.more {
            for m in (a..rows).rev() {
                table.add_own(m, m - a, g);
                table.add(m, &self.exact[*from - 1], m - a, g);
            }
        }
        for r in (1..self.exact.len()).rev() {
            let (fewer, rest) = self.exact.split_at_mut(r);
            for m in a..rows {
                rest[0].add(m, &fewer[r - 1], m - a, g);
            }
        }
    }
}
