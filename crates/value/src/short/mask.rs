//! Order by test games: for each core, which of 16 shapes moved by 8 half-steps it is at least, and at most.
//!
//! If x ≥ y then x is at least whatever y is at least; and x ≥ y if some test game lies between them. The shapes move by the
//! same half-steps as numbers, so for two translates one of the two masks is shifted. Masks are computed from the options'
//! masks by the definition of order. A core that the half-steps do not suit has none, and is compared without.
//!
//! Bit 16·s + j of `ge`: the core is at least shape j minus s/2. Bit 16·s + j of `le`: it is at most shape j plus s/2. Every shape
//! has Left stop 0 like every core, and a width of at most 3.

use super::num::Num;
use super::store::{EXPANDED, GE_RIGHT, LE_LEFT, Opt, Store};

use crate::error::Result;

/// What a core is at least and at most among the test games.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mask {
    pub(crate) ge: u128,
    pub(crate) le: u128,
    /// `le` with its rows in reverse order.
    pub(crate) el: u128,
}

/// The core has a mask.
pub(crate) const MASKED: u8 = 8;
/// It was found that the core cannot have one.
pub(crate) const MASKLESS: u8 = 16;

const ROWS: i64 = 8;
const ROW: i64 = 16;
const COLUMN: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;

#[cfg(test)]
/// A shape: its Left and Right options as (number, earlier shape).
type Shape = (&'static [(i64, usize)], &'static [(i64, usize)]);

/// 0, *, ↑, ↓, ↑*, ↓*, *2, {0|-1}, {0|-2}, {*|-1}, {0,*|-1}, {0|-1,-1*}, {0|-3}, tiny-1, miny-1, {0|-1*}.
#[cfg(test)]
const SHAPES: [Shape; 16] = [
    (&[], &[]),
    (&[(0, 0)], &[(0, 0)]),
    (&[(0, 0)], &[(0, 1)]),
    (&[(0, 1)], &[(0, 0)]),
    (&[(0, 0), (0, 1)], &[(0, 0)]),
    (&[(0, 0)], &[(0, 0), (0, 1)]),
    (&[(0, 0), (0, 1)], &[(0, 0), (0, 1)]),
    (&[(0, 0)], &[(-1, 0)]),
    (&[(0, 0)], &[(-2, 0)]),
    (&[(0, 1)], &[(-1, 0)]),
    (&[(0, 0), (0, 1)], &[(-1, 0)]),
    (&[(0, 0)], &[(-1, 0), (-1, 1)]),
    (&[(0, 0)], &[(-3, 0)]),
    (&[(0, 0)], &[(0, 7)]),
    (&[(1, 7)], &[(0, 0)]),
    (&[(0, 0)], &[(-1, 1)]),
];

/// The rows in reverse order.
#[inline(always)]
fn reversed(x: u128) -> u128 {
    const LOW: u128 = COLUMN * 0xff;
    let y = x.swap_bytes();
    ((y & LOW) << 8) | ((y >> 8) & LOW)
}

/// Twice the number, if that is an integer of moderate size.
#[inline(always)]
fn half_steps(x: Num) -> Option<i64> {
    let word = x.bits();
    (word & ((1 << super::num::FRACTION_BITS) - 1) == 0)
        .then_some((word as i64) >> super::num::FRACTION_BITS)
}

/// Rows moved down by `rows` (towards row 0), or up with ones coming in.
#[inline(always)]
fn moved(x: u128, rows: i64) -> u128 {
    match rows {
        0..ROWS => x >> (ROW * rows),
        ROWS.. => 0,
        _ if rows > -ROWS => {
            let shift = ROW * -rows;
            (x << shift) | ((1 << shift) - 1)
        }
        _ => u128::MAX,
    }
}

/// x + d ≥ y, where the masks settle it; the Left stops differ by d ≥ 0.
#[inline(always)]
pub(crate) fn settle(x: &Mask, y: &Mask, d: Num) -> Option<bool> {
    let steps = half_steps(d)?;
    if steps >= ROWS {
        return None;
    }
    let up = ROW * steps;
    if ((y.ge << up) & !x.ge) | ((x.le << up) & !y.le) != 0 {
        return Some(false);
    }
    if (y.el >> (ROW * (ROWS - 1 - steps))) & x.ge != 0 {
        return Some(true);
    }
    None
}

impl Store {
    /// The mask of a core, found now if need be.
    #[inline(always)]
    pub(crate) fn mask(&mut self, core: u32) -> Option<&Mask> {
        if self.find_if_masked(core) {
            Some(&self.masks[core as usize])
        } else {
            None
        }
    }

    /// Has the core a mask? It is found now if need be.
    #[inline(always)]
    pub(crate) fn find_if_masked(&mut self, core: u32) -> bool {
        let flags = self.cores[core as usize].flags;
        flags & MASKED != 0 || (flags & MASKLESS == 0 && self.find_mask(core))
    }

    /// Cores get their masks when they are made, but packed ones only when a mask is asked for.
    #[cold]
    fn find_mask(&mut self, core: u32) -> bool {
        let mask = self.packed_mask(core).unwrap_or(None);
        self.set_mask(core, mask);
        mask.is_some()
    }

    fn packed_mask(&mut self, core: u32) -> Result<Option<Mask>> {
        let Some(nu) = self.nu_of(core) else {
            return Ok(None);
        };
        if nu.nim > 8 || nu.up.abs() > 8 {
            return Ok(None);
        }
        if core == 0 {
            return Ok(Some(self.zero_mask()));
        }
        // The options are packed too, with fewer ups or a smaller nimber: the depth is at most 17.
        self.expand(core)?;
        let (l, r) = (
            self.arena[self.side(core, true)].to_vec(),
            self.arena[self.side(core, false)].to_vec(),
        );
        let flags = self.cores[core as usize].flags;
        Ok(self.mask_of(&l, &r, Num::ZERO, flags))
    }

    pub(crate) fn set_mask(&mut self, core: u32, mask: Option<Mask>) {
        if self.masks.len() <= core as usize {
            self.masks.resize(self.cores.len(), Mask::default());
        }
        let c = &mut self.cores[core as usize];
        match mask {
            Some(m) => {
                self.masks[core as usize] = m;
                c.flags |= MASKED;
            }
            None => c.flags |= MASKLESS,
        }
    }

    /// The mask of zero: the shapes moved by half-steps compared with it by their stops.
    fn zero_mask(&self) -> Mask {
        self.finish(
            Mask {
                ge: u128::MAX,
                le: u128::MAX,
                el: 0,
            },
            Num::ZERO,
            GE_RIGHT | LE_LEFT | EXPANDED,
        )
    }

    /// The mask of {l|r}, whose Left stop is 0.
    pub(crate) fn mask_of(&mut self, l: &[Opt], r: &[Opt], width: Num, flags: u8) -> Option<Mask> {
        let (mut bad_ge, mut bad_le) = (0u128, 0u128);
        for o in r {
            let h = half_steps(o.num)?;
            let m = *self.mask(o.core)?;
            if h <= 0 {
                bad_ge |= moved(m.el, ROWS - 1 + h);
            }
        }
        for o in l {
            let h = half_steps(o.num)?;
            let m = *self.mask(o.core)?;
            if h >= 0 {
                if h >= ROWS && half_steps(self.cores[o.core as usize].width)? >= ROWS {
                    return None;
                }
                bad_le |= moved(reversed(m.ge), ROWS - 1 - h);
            }
        }
        half_steps(width)?;
        Some(self.finish(
            Mask {
                ge: !bad_ge,
                le: !bad_le,
                el: 0,
            },
            width,
            flags,
        ))
    }

    /// Takes the options of the shapes into account; `m` already does so for those of the core.
    fn finish(&self, mut m: Mask, width: Num, flags: u8) -> Mask {
        m.ge &= !COLUMN;
        m.le |= COLUMN;
        // Against the number -s/2: at least it if the Right stop is above, or there and reached well.
        let w = half_steps(width).unwrap_or(i64::MAX);
        let above = if flags & GE_RIGHT != 0 {
            w
        } else {
            w.saturating_add(1)
        };
        if above < ROWS {
            m.ge |= COLUMN << (ROW * above);
        }
        if flags & LE_LEFT == 0 {
            m.le &= !1;
        }
        // Straight-line code for SHAPES. `below(j, i)`: shape i is a Left option of shape j, so that core ≤ shape i rules out
        // core ≥ shape j; `above` is the mirror image. Both matter in row 0 only, because all Left stops are 0.
        let below =
            |m: &mut Mask, j: u32, i: u32| m.ge &= !u128::from(((m.le as u32 >> i) & 1) << j);
        let above =
            |m: &mut Mask, j: u32, i: u32| m.le &= !u128::from(((m.ge as u32 >> i) & 1) << j);
        below(&mut m, 1, 0);
        above(&mut m, 1, 0);
        below(&mut m, 2, 0);
        above(&mut m, 2, 1);
        below(&mut m, 3, 1);
        above(&mut m, 3, 0);
        below(&mut m, 4, 0);
        below(&mut m, 4, 1);
        above(&mut m, 4, 0);
        below(&mut m, 5, 0);
        above(&mut m, 5, 0);
        above(&mut m, 5, 1);
        below(&mut m, 6, 0);
        below(&mut m, 6, 1);
        above(&mut m, 6, 0);
        above(&mut m, 6, 1);
        for j in [7, 8, 10, 11, 12, 13, 15] {
            below(&mut m, j, 0);
        }
        below(&mut m, 9, 1);
        below(&mut m, 10, 1);
        // A Right option at -k below shape 0 or 1 matters in rows 0 to 2k: core ≥ option in row 2k - s.
        let number = reversed(m.ge & COLUMN);
        let star = reversed((m.ge >> 1) & COLUMN);
        let one = number >> (ROW * (ROWS - 3));
        let one_star = star >> (ROW * (ROWS - 3));
        m.le &= !(one << 7 | one << 9 | one << 10 | (one | one_star) << 11 | one_star << 15);
        m.le &= !((number >> (ROW * (ROWS - 5))) << 8 | (number >> (ROW * (ROWS - 7))) << 12);
        above(&mut m, 13, 7);
        let seventh = reversed((m.le >> 7) & COLUMN) >> (ROW * (ROWS - 3));
        m.ge &= !(seventh << 14);
        above(&mut m, 14, 0);
        m.el = reversed(m.le);
        m
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dyadic::Dyadic;
    use crate::short::Value;
    use crate::short::store::Nu;

    /// The test games as values, in the order of the bits.
    fn shapes(s: &mut Store) -> Vec<Value> {
        let mut all: Vec<Value> = vec![];
        for (l, r) in SHAPES {
            let mut side = |list: &[(i64, usize)]| -> Vec<Value> {
                list.iter()
                    .map(|&(n, i)| {
                        let x = s.integer(n);
                        s.add(x, all[i]).unwrap()
                    })
                    .collect()
            };
            let (l, r) = (side(l), side(r));
            all.push(s.game(&l, &r).unwrap());
        }
        all
    }

    #[test]
    fn bits_agree_with_comparison() {
        let mut s = Store::new();
        let shapes = shapes(&mut s);
        let mut games = shapes.clone();
        for i in 0..shapes.len() {
            for j in 0..shapes.len() {
                games.push(s.add(shapes[i], shapes[j]).unwrap());
            }
        }
        let mut seen = 0;
        for g in games {
            let core = s.opt(g).core;
            let Some(&m) = s.mask(core) else { continue };
            let g = s
                .value(Opt {
                    num: Num::ZERO,
                    core,
                })
                .unwrap();
            for (j, &shape) in shapes.iter().enumerate() {
                for half in 0..8 {
                    let (down, up) = (
                        s.number(&Dyadic::small(-half, 1)).unwrap(),
                        s.number(&Dyadic::small(half, 1)).unwrap(),
                    );
                    let (low, high) = (s.add(shape, down).unwrap(), s.add(shape, up).unwrap());
                    let bit = 16 * half as u32 + j as u32;
                    assert_eq!(
                        s.difference_at_least(g, low).unwrap(),
                        m.ge >> bit & 1 == 1,
                        "{} >= {}",
                        s.show(g),
                        s.show(low)
                    );
                    assert_eq!(
                        s.difference_at_least(high, g).unwrap(),
                        m.le >> bit & 1 == 1,
                        "{} <= {}",
                        s.show(g),
                        s.show(high)
                    );
                    seen += 1;
                }
            }
        }
        assert!(seen > 10_000, "{seen}");
    }

    impl Store {
        /// g ≥ h by the sign of g - h, which uses no mask of g or h.
        fn difference_at_least(&mut self, g: Value, h: Value) -> Result<bool> {
            let d = self.sub(g, h)?;
            let right = self.right_stop(d).signum();
            Ok(right > 0 || (right == 0 && !self.stop_signs(d).1))
        }
    }

    #[test]
    fn packed_infinitesimals_have_masks() {
        let mut s = Store::new();
        let core = s.nu_core(Nu { up: 3, nim: 5 }).unwrap();
        assert!(s.mask(core).is_some());
    }
}
