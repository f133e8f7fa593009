//! Win or lose for every cell of a box.

use super::bits::Bits;
use super::layout::Layout;
use bouton_core::Budget;
use std::ops::ControlFlow;

use bouton_rules::{Batch, Boxed, Error, Outcome, Play, Player, Result, Run};

/// Who wins, for every cell of a box, in an impartial game.
#[derive(Clone, Debug)]
pub struct WinTable {
    layout: Layout,
    lost: Bits,
    missing: Bits,
}

impl WinTable {
    /// The box.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Does the player to move win; `None` if the position is outside the box or does not exist.
    pub fn wins(&self, pos: &[u64]) -> Option<bool> {
        let cell = self.layout.cell(pos).filter(|&c| !self.missing.get(c))?;
        Some(!self.lost.get(cell))
    }

    /// True if the cell is a position and the player to move loses.
    pub fn is_lost(&self, cell: usize) -> bool {
        self.lost.get(cell)
    }

    /// How many positions are lost for the player to move.
    pub fn lost(&self) -> u64 {
        self.lost.ones()
    }
}

/// Who wins with Left and with Right to move, for every cell of a box.
#[derive(Clone, Debug)]
pub struct PartizanTable {
    layout: Layout,
    lost: [Bits; 2],
    missing: Bits,
}

impl PartizanTable {
    /// The box.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Does `who` win when to move; `None` if the position is outside the box or does not exist.
    pub fn wins(&self, who: Player, pos: &[u64]) -> Option<bool> {
        let cell = self.layout.cell(pos).filter(|&c| !self.missing.get(c))?;
        Some(!self.lost[who as usize].get(cell))
    }

    /// L, R, N or P; `None` if the position is outside the box or does not exist.
    pub fn outcome(&self, pos: &[u64]) -> Option<Outcome> {
        Some(Outcome::from_starters(
            self.wins(Player::Left, pos)?,
            self.wins(Player::Right, pos)?,
        ))
    }
}

/// Fills the smallest closed box that holds all positions below `sizes`. Time: the options up to the first that wins, a
/// word of 64 cells at once along rows. Errors: a box that the game does not have; a limit; a sum game under misère play,
/// where single heaps do not tell.
///
/// ```
/// # use bouton_rules::{Batch, Boxed, Play, Player, Run};
/// use bouton_solve::{Budget, boxed};
/// /// One heap, from which one or two stones are taken.
/// struct Takeaway;
/// impl Boxed for Takeaway {
///     fn arity(&self) -> usize { 1 }
///     fn sums(&self) -> bool { false }
///     fn runs(&self, _who: Player, pos: &[u64], _sizes: &[u64], visit: &mut dyn FnMut(Run<'_>)) {
///         let n = pos[0] as usize;
///         if n > 0 {
///             visit(Run::Cells { first: n - 1, step: -1, count: n.min(2) });
///         }
///     }
/// }
/// let table = boxed::wins(&Takeaway, &[100], Play::Normal, &Budget::unlimited()).unwrap();
/// assert_eq!(table.wins(&[99]), Some(false));
/// assert_eq!(table.lost(), 34);
/// ```
pub fn wins<B: Boxed + ?Sized>(
    game: &B,
    sizes: &[u64],
    play: Play,
    budget: &Budget,
) -> Result<WinTable> {
    let layout = start(game, sizes)?;
    let cells = layout.cells();
    let mut held = budget.hold();
    held.set_table(cells as u64, 2 * Bits::bytes(cells))?;
    let (mut lost, mut missing) = (Bits::zeros(cells)?, Bits::zeros(cells)?);
    layout.walk(game, budget, |cell, pos| {
        if !game.exists(pos) {
            missing.set(cell);
        } else if loses(game, Player::Left, pos, layout.sizes(), play, &lost, budget)? {
            lost.set(cell);
        }
        Ok(())
    })?;
    Ok(WinTable {
        layout,
        lost,
        missing,
    })
}

/// As [`wins`], for games in which the players' moves differ: each cell with Left and with Right to move.
pub fn partizan_wins<B: Boxed + ?Sized>(
    game: &B,
    sizes: &[u64],
    play: Play,
    budget: &Budget,
) -> Result<PartizanTable> {
    let layout = start(game, sizes)?;
    let cells = layout.cells();
    let mut held = budget.hold();
    held.set_table(cells as u64, 3 * Bits::bytes(cells))?;
    let (mut left, mut right, mut missing) = (
        Bits::zeros(cells)?,
        Bits::zeros(cells)?,
        Bits::zeros(cells)?,
    );
    layout.walk(game, budget, |cell, pos| {
        if !game.exists(pos) {
            missing.set(cell);
            return Ok(());
        }
        // Left moves to positions with Right to move, and the other way round.
        if loses(
            game,
            Player::Left,
            pos,
            layout.sizes(),
            play,
            &right,
            budget,
        )? {
            left.set(cell);
        }
        if loses(
            game,
            Player::Right,
            pos,
            layout.sizes(),
            play,
            &left,
            budget,
        )? {
            right.set(cell);
        }
        Ok(())
    })?;
    Ok(PartizanTable {
        layout,
        lost: [left, right],
        missing,
    })
}

fn start<B: Boxed + ?Sized>(game: &B, sizes: &[u64]) -> Result<Layout> {
    if game.sums() {
        return Err(Error::input(
            "positions of this game are sums of heaps, and who wins a sum is not told by who wins each heap; \
             fill a table of Grundy values",
        ));
    }
    Layout::closed(game, sizes)
}

/// True if no option is lost for the opponent; without options, if `play` is normal.
#[inline]
fn loses<B: Boxed + ?Sized>(
    game: &B,
    who: Player,
    pos: &[u64],
    sizes: &[u64],
    play: Play,
    opponent_loses: &Bits,
    budget: &Budget,
) -> Result<bool> {
    let mut won = false;
    let mut moves = false;
    let mut stopped = None;
    game.batches(who, pos, sizes, &mut |batch| {
        match batch {
            Batch::Run(Run::Cells { first, step, count }) => {
                moves |= count > 0;
                won = opponent_loses.any(first, step, count);
            }
            // Long loops without a move.
            Batch::Cells([]) => stopped = budget.check().err(),
            Batch::Cells(list) => {
                moves |= !list.is_empty();
                won = list.iter().any(|&cell| opponent_loses.get(cell));
            }
            Batch::Run(Run::Pairs { .. } | Run::Sum(_)) => {
                unreachable!("a box of whole positions has no sums")
            }
        }
        if won || stopped.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    match stopped {
        Some(e) => Err(e),
        None => Ok(!won && (moves || play == Play::Normal)),
    }
}
