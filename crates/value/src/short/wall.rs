//! One wall of a thermograph: a mast from which the wall departs, turning at each critical temperature.
//!
//! A Left wall alternates between the slopes 0 and -1 (the value falls as the temperature t rises), a Right wall between 0 and
//! +1, starting with 0 on the mast. So a wall is its mast value and its critical temperatures, descending, all above a
//! floor: -1, or 0 where only the part above zero is wanted.

use crate::dyadic::Dyadic;
use smallvec::SmallVec;

/// Exact numbers that walls are computed in; an operation gives `None` where the type is too narrow.
pub(crate) trait Scalar: Clone + Ord {
    fn plus(&self, other: &Self) -> Option<Self>;
    fn minus(&self, other: &Self) -> Option<Self>;
    fn halved(&self) -> Option<Self>;
    fn zero() -> Self;
}

/// Multiples of 2^-24 below 2^30 in size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Fixed(pub(crate) i64);

pub(crate) const FIXED_BITS: u32 = 24;
const FIXED_MAX: i64 = 1 << 54;

impl Fixed {
    fn checked(x: i64) -> Option<Fixed> {
        (-FIXED_MAX..=FIXED_MAX).contains(&x).then_some(Fixed(x))
    }

    pub(crate) fn exact(self) -> Dyadic {
        Dyadic::small(self.0, FIXED_BITS)
    }
}

impl Scalar for Fixed {
    #[inline(always)]
    fn plus(&self, other: &Fixed) -> Option<Fixed> {
        Fixed::checked(self.0 + other.0)
    }
    #[inline(always)]
    fn minus(&self, other: &Fixed) -> Option<Fixed> {
        Fixed::checked(self.0 - other.0)
    }
    #[inline(always)]
    fn halved(&self) -> Option<Fixed> {
        (self.0 & 1 == 0).then_some(Fixed(self.0 >> 1))
    }
    #[inline(always)]
    fn zero() -> Fixed {
        Fixed(0)
    }
}

impl Scalar for Dyadic {
    fn plus(&self, other: &Dyadic) -> Option<Dyadic> {
        Some(self + other)
    }
    fn minus(&self, other: &Dyadic) -> Option<Dyadic> {
        Some(self - other)
    }
    fn halved(&self) -> Option<Dyadic> {
        self.half().ok()
    }
    fn zero() -> Dyadic {
        Dyadic::ZERO
    }
}

/// A wall: mast value and critical temperatures, descending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wall<S> {
    pub(crate) mast: S,
    pub(crate) turns: SmallVec<[S; 4]>,
}

/// A falling or vertical piecewise linear function of the temperature: the Left scaffold, or minus the Right one. Slopes are
/// 0 and -1; `steep` says whether the slope above the highest turn is -1.
///
/// `value` is the value at the highest turn (at the floor if there is none).
struct Line<S> {
    value: S,
    steep: bool,
    turns: SmallVec<[S; 4]>,
}

/// Walks down a scaffold segment by segment.
struct Walk<'a, S> {
    line: &'a Line<S>,
    next: usize,
}

/// Both walls of {left|right}, given the Right walls of Left's options and the Left walls of Right's, or `None` where the
/// scalars are too narrow. `floor` is the lowest temperature, and lies below where the walls part.
pub(crate) fn thermograph<S: Scalar>(
    left: &[&Wall<S>],
    right: &[&Wall<S>],
    floor: &S,
) -> Option<(Wall<S>, Wall<S>)> {
    let l = highest(left, false, floor)?;
    // Mirrored: minus the least of (Left wall + t) is the greatest of (minus Left wall - t).
    let r = highest(right, true, floor)?;
    join(&l, &r, floor)
}

/// The scaffold max(wall - t), or max(-wall - t) if `mirrored`, where the walls rise (or fall, if mirrored).
fn highest<S: Scalar>(walls: &[&Wall<S>], mirrored: bool, floor: &S) -> Option<Line<S>> {
    let mut best: Option<Line<S>> = None;
    for w in walls {
        let line = scaffold(w, mirrored, floor)?;
        best = Some(match best {
            None => line,
            Some(b) => upper(&b, &line, floor)?,
        });
    }
    best
}

fn scaffold<S: Scalar>(w: &Wall<S>, mirrored: bool, floor: &S) -> Option<Line<S>> {
    let mast = if mirrored {
        S::zero().minus(&w.mast)?
    } else {
        w.mast.clone()
    };
    // A mast minus t is steep; where the wall rises with t, it is vertical.
    let top = w.turns.first().unwrap_or(floor);
    Some(Line {
        value: mast.minus(top)?,
        steep: true,
        turns: w.turns.clone(),
    })
}

impl<'a, S: Scalar> Walk<'a, S> {
    fn new(line: &'a Line<S>) -> Self {
        Walk { line, next: 0 }
    }
    fn steep(&self) -> bool {
        self.line.steep != (self.next % 2 == 1)
    }
    /// The temperature at which the current segment ends.
    fn end(&self) -> Option<&'a S> {
        self.line.turns.get(self.next)
    }
    /// Goes on to the segment below a temperature.
    fn pass(&mut self, t: &S) {
        while self.end() == Some(t) {
            self.next += 1;
        }
    }
}

/// The higher of two temperatures, as far as there are any.
fn higher<'a, S: Scalar>(a: Option<&'a S>, b: Option<&'a S>, bottom: &'a S) -> &'a S {
    a.into_iter().chain(b).max().unwrap_or(bottom)
}

/// The value at temperature `t` at or above the highest turn.
fn value_above<S: Scalar>(line: &Line<S>, t: &S, floor: &S) -> Option<S> {
    if !line.steep {
        return Some(line.value.clone());
    }
    let top = line.turns.first().unwrap_or(floor);
    line.value.minus(&t.minus(top)?)
}

/// The greater of two scaffolds, both steep at the top.
fn upper<S: Scalar>(a: &Line<S>, b: &Line<S>, bottom: &S) -> Option<Line<S>> {
    let start = higher(a.turns.first(), b.turns.first(), bottom).clone();
    let (mut va, mut vb) = (
        value_above(a, &start, bottom)?,
        value_above(b, &start, bottom)?,
    );
    let (mut wa, mut wb) = (Walk::new(a), Walk::new(b));
    let mut t = start.clone();
    let mut turns: SmallVec<[S; 4]> = SmallVec::new();
    let value = va.clone().max(vb.clone());
    let mut steep = true;
    loop {
        wa.pass(&t);
        wb.pass(&t);
        // Just below t the greater line counts; of equal lines the steeper, which rises faster downwards.
        let now = match va.cmp(&vb) {
            std::cmp::Ordering::Greater => wa.steep(),
            std::cmp::Ordering::Less => wb.steep(),
            std::cmp::Ordering::Equal => wa.steep() || wb.steep(),
        };
        if &t <= bottom {
            break;
        }
        if now != steep {
            turns.push(t.clone());
            steep = now;
        }
        let mut next = higher(wa.end(), wb.end(), bottom).max(bottom).clone();
        // Do they cross on the way down?
        if wa.steep() != wb.steep() {
            let (low, high) = if wa.steep() { (&va, &vb) } else { (&vb, &va) };
            if low < high {
                let cross = t.minus(&high.minus(low)?)?;
                if cross > next {
                    next = cross;
                }
            }
        }
        let step = t.minus(&next)?;
        if wa.steep() {
            va = va.plus(&step)?;
        }
        if wb.steep() {
            vb = vb.plus(&step)?;
        }
        t = next;
    }
    let first = turns.first().unwrap_or(bottom).clone();
    // `value` was taken at `start`, and the line is steep from there down to its first turn.
    let value = value.plus(&start.minus(&first)?)?;
    Some(Line {
        value,
        steep: true,
        turns,
    })
}

/// The walls of a game from its scaffolds: they meet in a mast, which stands above the least temperature where l ≤ -r.
fn join<S: Scalar>(l: &Line<S>, r: &Line<S>, bottom: &S) -> Option<(Wall<S>, Wall<S>)> {
    let start = higher(l.turns.first(), r.turns.first(), bottom).clone();
    let (mut vl, mut vr) = (
        value_above(l, &start, bottom)?,
        value_above(r, &start, bottom)?,
    );
    let none = S::zero();
    // The gap l - (-r) = vl + vr grows downwards. Above `start` both are steep.
    let gap = vl.plus(&vr)?;
    let (mut wl, mut wr) = (Walk::new(l), Walk::new(r));
    let mut t = start.clone();
    if gap > none {
        // They meet above every turn.
        let up = gap.halved()?;
        let mast = vl.minus(&up)?;
        let meet = start.plus(&up)?;
        return Some((
            wall(l, &mast, &meet, true),
            wall(r, &none.minus(&mast)?, &meet, true),
        ))
        .and_then(|(a, b)| Some((a, mirror(b)?)));
    }
    loop {
        wl.pass(&t);
        wr.pass(&t);
        if &t <= bottom {
            let mast = vl.clone();
            return Some((
                Wall {
                    mast: mast.clone(),
                    turns: SmallVec::new(),
                },
                Wall {
                    mast,
                    turns: SmallVec::new(),
                },
            ));
        }
        let next = higher(wl.end(), wr.end(), bottom).max(bottom).clone();
        let gap = vl.plus(&vr)?;
        let step = t.minus(&next)?;
        let speed = u8::from(wl.steep()) + u8::from(wr.steep());
        // How far down until the gap is positive.
        let need = none.minus(&gap)?;
        let reach = match speed {
            0 => None,
            1 => Some(need),
            _ => Some(need.halved()?),
        };
        if let Some(d) = reach.filter(|d| d < &step) {
            let meet = t.minus(&d)?;
            let mast = if wl.steep() { vl.plus(&d)? } else { vl.clone() };
            let (a, b) = (
                wall(l, &mast, &meet, wl.steep()),
                wall(r, &none.minus(&mast)?, &meet, wr.steep()),
            );
            return Some((a, mirror(b)?));
        }
        if wl.steep() {
            vl = vl.plus(&step)?;
        }
        if wr.steep() {
            vr = vr.plus(&step)?;
        }
        t = next;
    }
}

/// The part of a scaffold below `meet`, under a mast. `steep` is the slope just below `meet`.
fn wall<S: Scalar>(line: &Line<S>, mast: &S, meet: &S, steep: bool) -> Wall<S> {
    let mut turns = SmallVec::new();
    if steep {
        turns.push(meet.clone());
    }
    turns.extend(line.turns.iter().filter(|t| *t < meet).cloned());
    Wall {
        mast: mast.clone(),
        turns,
    }
}

/// From the mirrored Right wall to the Right wall.
fn mirror<S: Scalar>(w: Wall<S>) -> Option<Wall<S>> {
    Some(Wall {
        mast: S::zero().minus(&w.mast)?,
        turns: w.turns,
    })
}
