//! Thermographs: exact walls down to temperature -1, mean and temperature.
//!
//! The walls of {L|R} come from those of its options. Above zero they move with a number, so means and temperatures are
//! computed once for all translates; below zero they move with integers only, because numbers with different denominators
//! differ there.
//!
//! Source: winningways, siegel2013.

use super::fold::{Memo, look};
use super::num::Num;
use super::store::{Opt, Store, Value};
use super::wall::{FIXED_BITS, Fixed, Scalar, Wall, thermograph};
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use smallvec::SmallVec;
use std::fmt;

type Walls<S> = (Wall<S>, Wall<S>);

/// The walls computed so far.
#[derive(Default)]
pub(crate) struct WallTable {
    /// By reduced value, down to -1; index + 1 into `fixed`, 0 if unknown.
    fixed_index: Vec<u32>,
    fixed: Vec<Walls<Fixed>>,
    exact: Memo<Value, Walls<Dyadic>>,
    /// By core, down to 0.
    cores: Memo<u32, Walls<Dyadic>>,
}

impl WallTable {
    pub(crate) fn bytes(&self) -> usize {
        self.fixed_index.capacity() * 4
            + self.fixed.capacity() * size_of::<Walls<Fixed>>()
            + (self.exact.capacity() + self.cores.capacity()) * (size_of::<Walls<Dyadic>>() + 16)
    }
}

/// One wall: its value on the mast and the temperatures where it turns, descending. Slopes alternate, 0 on the mast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trajectory {
    /// The value on the mast.
    pub mast: Dyadic,
    /// The critical temperatures, descending, all above -1.
    pub temperatures: Vec<Dyadic>,
    /// Does the wall fall (a Left wall) or rise (a Right wall) with temperature where it is not vertical?
    pub is_left: bool,
}

impl Trajectory {
    /// dv/dt on each segment, from the mast down: one more than there are temperatures.
    pub fn slopes(&self) -> Vec<i32> {
        let slanted = if self.is_left { -1 } else { 1 };
        (0..=self.temperatures.len())
            .map(|i| if i % 2 == 1 { slanted } else { 0 })
            .collect()
    }

    /// The value at temperature `t`, at least -1.
    pub fn value(&self, t: &Dyadic) -> Dyadic {
        let mut v = self.mast.clone();
        for pair in self.temperatures.chunks(2) {
            let top = &pair[0];
            if t >= top {
                break;
            }
            let low = pair.get(1).map_or(t, |x| x.max(t));
            let fall = top - low;
            v = if self.is_left { &v + &fall } else { &v - &fall };
        }
        v
    }
}

/// The exact thermograph of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// The Left wall.
    pub left: Trajectory,
    /// The Right wall.
    pub right: Trajectory,
}

impl Thermograph {
    /// The mean value, where the mast stands.
    pub fn mean(&self) -> &Dyadic {
        &self.left.mast
    }

    /// The temperature at which the mast starts: the higher of the two first turns, -1 for an integer.
    pub fn temperature(&self) -> Dyadic {
        let first = |t: &Trajectory| t.temperatures.first().cloned();
        first(&self.left)
            .into_iter()
            .chain(first(&self.right))
            .max()
            .unwrap_or_else(|| Dyadic::from(-1))
    }
}

impl fmt::Display for Thermograph {
    /// `Thermograph(m,[t..],[s..],m,[t..],[s..])`: the Left wall, then the Right wall.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |items: Vec<String>| format!("[{}]", items.join(","));
        let wall = |w: &Trajectory| {
            let t = list(w.temperatures.iter().map(Dyadic::to_string).collect());
            let s = list(w.slopes().iter().map(i32::to_string).collect());
            format!("{},{t},{s}", w.mast)
        };
        write!(f, "Thermograph({},{})", wall(&self.left), wall(&self.right))
    }
}

fn exact(w: &Wall<Fixed>) -> Wall<Dyadic> {
    Wall {
        mast: w.mast.exact(),
        turns: w.turns.iter().map(|t| t.exact()).collect(),
    }
}

/// An integer of the store in fixed point.
#[inline(always)]
fn fixed(n: Num) -> Option<Fixed> {
    let word = n.bits() as i64;
    // Words count by 2^-21; fixed point by 2^-24.
    (word & 1 == 0 && word.unsigned_abs() < 1 << 50)
        .then_some(Fixed(word << (FIXED_BITS - super::num::FRACTION_BITS - 1)))
}

fn vertical<S: Scalar>(mast: S) -> Walls<S> {
    let w = Wall {
        mast,
        turns: SmallVec::new(),
    };
    (w.clone(), w)
}

const FLOOR: Fixed = Fixed(-(1 << FIXED_BITS));

/// Numbers with larger denominators than 2 to this power have temperatures, but their walls are not drawn.
const MAX_DRAWN_EXPONENT: u32 = 2048;

impl Store {
    /// The thermograph of a value.
    ///
    /// Cost: once for each follower; remembered.
    ///
    /// ```
    /// use bouton_value::Store;
    /// let mut s = Store::new();
    /// let (one, minus) = (s.integer(1), s.integer(-1));
    /// let hot = s.game(&[one], &[minus])?;
    /// assert_eq!(s.thermograph(hot)?.to_string(), "Thermograph(0,[1],[0,-1],0,[1],[0,1])");
    /// # Ok::<(), bouton_value::Error>(())
    /// ```
    pub fn thermograph(&mut self, g: Value) -> Result<Thermograph> {
        let (base, shift) = self.reduce(self.opt(g))?;
        self.compute_walls(base)?;
        let (mut l, mut r) = self
            .exact_walls(base)
            .unwrap_or_else(|| vertical(Dyadic::ZERO));
        let shift = self.nums.get(shift);
        for w in [&mut l, &mut r] {
            w.mast = &w.mast + &shift;
        }
        let side = |w: Wall<Dyadic>, is_left| Trajectory {
            mast: w.mast,
            temperatures: w.turns.into_vec(),
            is_left,
        };
        Ok(Thermograph {
            left: side(l, true),
            right: side(r, false),
        })
    }

    fn exact_walls(&self, g: Value) -> Option<Walls<Dyadic>> {
        if let Some((l, r)) = self.fixed_walls(g) {
            return Some((exact(l), exact(r)));
        }
        self.walls.exact.get(&g).cloned()
    }

    #[inline]
    fn fixed_walls(&self, g: Value) -> Option<&Walls<Fixed>> {
        let i = *self.walls.fixed_index.get(g.0 as usize)?;
        (i > 0).then(|| &self.walls.fixed[i as usize - 1])
    }

    fn keep_fixed(&mut self, g: Value, w: Walls<Fixed>) {
        let table = &mut self.walls;
        if table.fixed_index.len() <= g.0 as usize {
            table
                .fixed_index
                .resize((g.0 as usize + 1).next_power_of_two(), 0);
        }
        table.fixed.push(w);
        table.fixed_index[g.0 as usize] = table.fixed.len() as u32;
    }

    fn has_walls(&self, g: Value) -> bool {
        self.fixed_walls(g).is_some() || self.walls.exact.contains_key(&g)
    }

    /// A value as one with number part in [0, 1), and the integer between them. Thermographs move with integers.
    fn reduce(&mut self, o: Opt) -> Result<(Value, Num)> {
        let floor = self.nums.floor(o.num);
        let num = self.nums.sub(o.num, floor);
        Ok((self.value(Opt { num, core: o.core })?, floor))
    }

    /// Computes the walls of a reduced value and of all its followers, reduced.
    fn compute_walls(&mut self, root: Value) -> Result<()> {
        let mut stack = vec![root];
        let (mut left, mut right) = (vec![], vec![]);
        'values: while let Some(&g) = stack.last() {
            if self.has_walls(g) {
                stack.pop();
                continue;
            }
            if g == Value::ZERO {
                self.keep_fixed(g, vertical(Fixed(0)));
                continue;
            }
            if let Some(x) = self.as_number(g)
                && x.exponent() > MAX_DRAWN_EXPONENT
            {
                return Err(Error::too_large(format!(
                    "thermographs of numbers are drawn for denominators up to 2^{MAX_DRAWN_EXPONENT}"
                )));
            }
            self.reduced_options(g, true, &mut left)?;
            self.reduced_options(g, false, &mut right)?;
            let before = stack.len();
            for (o, _) in left.iter().chain(&right) {
                if !self.has_walls(*o) {
                    stack.push(*o);
                }
            }
            if stack.len() > before {
                self.check_room(0)?;
                continue 'values;
            }
            match self.fixed_thermograph(&left, &right) {
                Some(w) => self.keep_fixed(g, w),
                None => {
                    let moved = |list: &[(Value, Num)], is_left: bool| -> Vec<Wall<Dyadic>> {
                        list.iter()
                            .filter_map(|&(o, shift)| {
                                let (l, r) = self.exact_walls(o)?;
                                let w = if is_left { l } else { r };
                                Some(Wall {
                                    mast: &w.mast + &self.nums.get(shift),
                                    turns: w.turns,
                                })
                            })
                            .collect()
                    };
                    let w = exact_thermograph(&moved(&left, false), &moved(&right, true), -1)?;
                    self.walls.exact.insert(g, w);
                }
            }
            stack.pop();
        }
        Ok(())
    }

    /// The walls in fixed point, if those of the options and the result fit.
    fn fixed_thermograph(
        &self,
        left: &[(Value, Num)],
        right: &[(Value, Num)],
    ) -> Option<Walls<Fixed>> {
        type Moved = SmallVec<[Wall<Fixed>; 8]>;
        let moved = |o: &(Value, Num), is_left: bool| {
            let (l, r) = self.fixed_walls(o.0)?;
            let w = if is_left { l } else { r };
            Some(Wall {
                mast: w.mast.plus(&fixed(o.1)?)?,
                turns: w.turns.clone(),
            })
        };
        let l: Option<Moved> = left.iter().map(|o| moved(o, false)).collect();
        let r: Option<Moved> = right.iter().map(|o| moved(o, true)).collect();
        let (l, r) = (l?, r?);
        let l: SmallVec<[&Wall<Fixed>; 8]> = l.iter().collect();
        let r: SmallVec<[&Wall<Fixed>; 8]> = r.iter().collect();
        thermograph(&l, &r, &FLOOR)
    }

    fn reduced_options(&mut self, g: Value, left: bool, out: &mut Vec<(Value, Num)>) -> Result<()> {
        out.clear();
        let o = self.opt(g);
        if o.core == 0 {
            for a in self.options_of(o, left)? {
                let reduced = self.reduce(a)?;
                out.push(reduced);
            }
            return Ok(());
        }
        self.expand(o.core)?;
        for i in self.side(o.core, left) {
            let a = self.arena[i];
            let num = self.nums.add(a.num, o.num);
            let reduced = self.reduce(Opt { num, core: a.core })?;
            out.push(reduced);
        }
        Ok(())
    }

    /// The mean value.
    ///
    /// Cost: once for each follower up to translation by numbers.
    pub fn mean(&mut self, g: Value) -> Result<Dyadic> {
        let o = self.opt(g);
        Ok(&self.nums.get(o.num) + &self.core_walls(o.core)?.0.mast)
    }

    /// The temperature: -1/2^e for a number with denominator 2^e, -1 for an integer, at least 0 for other values.
    pub fn temperature(&mut self, g: Value) -> Result<Dyadic> {
        if let Some(x) = self.as_number(g) {
            return Ok(-&Dyadic::new(1, u64::from(x.exponent()))?);
        }
        let walls = self.core_walls(self.opt(g).core)?;
        let top = [&walls.0, &walls.1]
            .into_iter()
            .filter_map(|w| w.turns.first())
            .max()
            .cloned();
        Ok(top.unwrap_or(Dyadic::ZERO))
    }

    /// The walls above temperature 0 of a core.
    fn core_walls(&mut self, core: u32) -> Result<Walls<Dyadic>> {
        let mut memo = std::mem::take(&mut self.walls.cores);
        let result = self.induct(core, &mut memo, |s, &c, memo| {
            if s.nu_of(c).is_some() {
                return Ok(Ok(vertical(Dyadic::ZERO)));
            }
            let (l, r) = (s.side(c, true), s.side(c, false));
            let options = |range: std::ops::Range<usize>| s.arena[range].to_vec();
            let (l, r) = (options(l), options(r));
            let keys: Vec<u32> = l.iter().chain(&r).map(|o| o.core).collect();
            if let Err(missing) = look(&keys, memo) {
                return Ok(Err(missing));
            }
            let moved = |o: &Opt, left: bool| {
                let walls = &memo[&o.core];
                let w = if left { &walls.0 } else { &walls.1 };
                Wall {
                    mast: &w.mast + &s.nums.get(o.num),
                    turns: w.turns.clone(),
                }
            };
            let lw: Vec<_> = l.iter().map(|o| moved(o, false)).collect();
            let rw: Vec<_> = r.iter().map(|o| moved(o, true)).collect();
            Ok(Ok(exact_thermograph(&lw, &rw, 0)?))
        });
        self.walls.cores = memo;
        result
    }
}

fn exact_thermograph(
    left: &[Wall<Dyadic>],
    right: &[Wall<Dyadic>],
    floor: i64,
) -> Result<Walls<Dyadic>> {
    let l: Vec<&Wall<Dyadic>> = left.iter().collect();
    let r: Vec<&Wall<Dyadic>> = right.iter().collect();
    thermograph(&l, &r, &Dyadic::from(floor))
        .ok_or_else(|| Error::too_large("a temperature needs a denominator above the limit"))
}
