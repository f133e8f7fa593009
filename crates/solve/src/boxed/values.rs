//! Grundy values for every cell of a box.

use super::bits::zeros;
use super::layout::Layout;
use bouton_core::{Budget, Held};
use std::ops::ControlFlow;

use bouton_rules::{Batch, Boxed, Error, Player, Result, Run};

/// Grundy values of every cell of a box (for a game of sums: of every single heap).
#[derive(Clone, Debug)]
pub struct GrundyTable {
    layout: Layout,
    cells: Cells,
}

#[derive(Clone, Debug)]
enum Cells {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl GrundyTable {
    /// The box.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The value of a position; `None` if it is outside the box or does not exist.
    pub fn value(&self, pos: &[u64]) -> Option<u32> {
        self.cell(self.layout.cell(pos)?)
    }

    /// The value of a cell; `None` if it is no position. Panics outside the box.
    pub fn cell(&self, cell: usize) -> Option<u32> {
        match &self.cells {
            Cells::Narrow(cells) => cells[cell].known(),
            Cells::Wide(cells) => cells[cell].known(),
        }
    }

    /// How many positions have the value 0.
    pub fn zeros(&self) -> u64 {
        match &self.cells {
            Cells::Narrow(cells) => cells.iter().filter(|&&g| g == 0).count() as u64,
            Cells::Wide(cells) => cells.iter().filter(|&&g| g == 0).count() as u64,
        }
    }
}

/// A cell's type; its largest number means that there is no position.
trait Value: Copy + Default {
    const NONE: Self;
    fn wide(self) -> u32;
    /// `None` if the value needs a wider type.
    fn narrow(value: u32) -> Option<Self>;
    fn known(self) -> Option<u32>;
}

impl Value for u16 {
    const NONE: u16 = u16::MAX;
    #[inline]
    fn wide(self) -> u32 {
        self.into()
    }
    fn narrow(value: u32) -> Option<u16> {
        u16::try_from(value).ok().filter(|&v| v != u16::MAX)
    }
    fn known(self) -> Option<u32> {
        Some(self.wide()).filter(|_| self != u16::MAX)
    }
}

impl Value for u32 {
    const NONE: u32 = u32::MAX;
    #[inline]
    fn wide(self) -> u32 {
        self
    }
    fn narrow(value: u32) -> Option<u32> {
        Some(value).filter(|&v| v != u32::MAX)
    }
    fn known(self) -> Option<u32> {
        Some(self).filter(|&v| v != u32::MAX)
    }
}

/// Which values the options of the present cell have: a cell of `stamps` that holds the present stamp is taken.
struct Mex {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Mex {
    /// The length of `stamps` is a power of two above every value so far, so that sums of values are below it too.
    fn new() -> Mex {
        Mex {
            stamps: vec![0; 64],
            stamp: 0,
        }
    }

    #[inline]
    fn next(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    /// The least value that is not taken; makes room for it.
    #[inline]
    fn least(&mut self) -> u32 {
        let stamp = self.stamp;
        let least = self
            .stamps
            .iter()
            .position(|&s| s != stamp)
            .unwrap_or(self.stamps.len());
        if least + 1 >= self.stamps.len() {
            self.stamps.resize(2 * self.stamps.len(), 0);
        }
        least as u32
    }
}

/// Fills the smallest closed box that holds all positions below `sizes`. Time: one step an option. Errors: a box that the
/// game does not have; a limit, of memory before anything is allocated.
///
/// ```
/// # use bouton_rules::{Boxed, Player, Run};
/// use bouton_solve::{Budget, boxed};
/// /// Kayles: take one or two neighbouring pins out of a row of n.
/// struct Kayles;
/// impl Boxed for Kayles {
///     fn arity(&self) -> usize { 1 }
///     fn sums(&self) -> bool { true }
///     fn runs(&self, _who: Player, pos: &[u64], _sizes: &[u64], visit: &mut dyn FnMut(Run<'_>)) {
///         let n = pos[0] as usize;
///         for k in 1..=n.min(2) {
///             visit(Run::Pairs { first: 0, step: 1, second: n - k, second_step: -1, count: n - k + 1 });
///         }
///     }
/// }
/// let table = boxed::grundy(&Kayles, &[11], &Budget::unlimited()).unwrap();
/// let values: Vec<_> = (0..11).map(|n| table.value(&[n]).unwrap()).collect();
/// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]);
/// ```
pub fn grundy<B: Boxed + ?Sized>(game: &B, sizes: &[u64], budget: &Budget) -> Result<GrundyTable> {
    let layout = Layout::closed(game, sizes)?;
    let cells = layout.cells();
    let mut held = budget.hold();
    held.set_table(cells as u64, 2 * cells as u64)?;
    let mut table = Cells::Narrow(zeros(cells)?);
    let mut mex = Mex::new();
    layout.walk(game, budget, |cell, pos| {
        if !game.exists(pos) {
            match &mut table {
                Cells::Narrow(cells) => cells[cell] = u16::NONE,
                Cells::Wide(cells) => cells[cell] = u32::NONE,
            }
            return Ok(());
        }
        mex.next();
        match &mut table {
            Cells::Narrow(cells) => {
                collect(game, pos, layout.sizes(), cells, &mut mex, budget)?;
                let value = mex.least();
                match u16::narrow(value) {
                    Some(value) => cells[cell] = value,
                    None => {
                        let mut wide = widen(cells, &mut held)?;
                        wide[cell] = value;
                        table = Cells::Wide(wide);
                    }
                }
            }
            Cells::Wide(cells) => {
                collect(game, pos, layout.sizes(), cells, &mut mex, budget)?;
                let value = u32::narrow(mex.least());
                cells[cell] = value.ok_or_else(|| {
                    Error::limit("unknown: a Grundy value needs more than 32 bits")
                })?;
            }
        }
        Ok(())
    })?;
    Ok(GrundyTable {
        layout,
        cells: table,
    })
}

fn widen(cells: &[u16], held: &mut Held) -> Result<Vec<u32>> {
    let count = cells.len() as u64;
    held.set_table(count, 6 * count)?;
    let mut wide: Vec<u32> = zeros(cells.len())?;
    for (w, &n) in wide.iter_mut().zip(cells) {
        *w = n.known().unwrap_or(u32::NONE);
    }
    held.set(4 * count)?;
    Ok(wide)
}

/// Stamps the values of all options.
#[inline]
fn collect<B: Boxed + ?Sized, T: Value>(
    game: &B,
    pos: &[u64],
    sizes: &[u64],
    cells: &[T],
    mex: &mut Mex,
    budget: &Budget,
) -> Result<()> {
    let stamp = mex.stamp;
    let stamps = &mut mex.stamps[..];
    // Values of positions are below the length; a cell without position is above it and no option.
    let mut take = |value: u32| {
        if let Some(cell) = stamps.get_mut(value as usize) {
            *cell = stamp;
        }
    };
    let mut stopped = None;
    game.batches(Player::Left, pos, sizes, &mut |batch| {
        match batch {
            // Long loops without a move.
            Batch::Cells([]) => {
                stopped = budget.check().err();
                if stopped.is_some() {
                    return ControlFlow::Break(());
                }
            }
            Batch::Cells(list) => list.iter().for_each(|&cell| take(cells[cell].wide())),
            Batch::Run(run) => take_run(run, cells, &mut take),
        }
        ControlFlow::Continue(())
    });
    stopped.map_or(Ok(()), Err)
}

/// Hands over the values of the options in a run.
#[inline]
fn take_run<T: Value>(run: Run<'_>, cells: &[T], take: &mut impl FnMut(u32)) {
    match run {
        Run::Cells {
            first, count: 1, ..
        } => take(cells[first].wide()),
        Run::Cells { count: 0, .. } => {}
        Run::Cells {
            first,
            step: 1,
            count,
        } => cells[first..first + count]
            .iter()
            .for_each(|v| take(v.wide())),
        Run::Cells {
            first,
            step: -1,
            count,
        } => cells[first + 1 - count..=first]
            .iter()
            .for_each(|v| take(v.wide())),
        Run::Cells { first, step, count } => {
            let mut i = first;
            for _ in 0..count {
                take(cells[i].wide());
                i = i.wrapping_add_signed(step);
            }
        }
        Run::Pairs {
            first,
            step,
            second,
            second_step,
            count,
        } => {
            let (mut i, mut j) = (first, second);
            for _ in 0..count {
                take(cells[i].wide() ^ cells[j].wide());
                i = i.wrapping_add_signed(step);
                j = j.wrapping_add_signed(second_step);
            }
        }
        Run::Sum(parts) => take(parts.iter().fold(0, |sum, &part| sum ^ cells[part].wide())),
    }
}
