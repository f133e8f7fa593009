//! From options to the canonical form: the simplest number if one fits, else no dominated and no reversible options.

use super::num::Num;
use super::pending::PENDING;
use super::store::{GE_RIGHT, LE_LEFT, Opt, Store, Value};
use crate::dyadic::Dyadic;
use crate::error::Result;
use std::cmp::Ordering;

impl Store {
    /// The value {left|right}, whatever the options.
    ///
    /// Cost: comparisons of the options with each other and with their own options.
    ///
    /// ```
    /// use bouton_value::{Store, Value};
    /// let mut s = Store::new();
    /// let (one, minus) = (s.integer(1), s.integer(-1));
    /// let hot = s.game(&[one], &[minus])?;
    /// assert_eq!(s.show(hot), "+-1");
    /// assert_eq!(s.game(&[hot], &[hot])?, Value::ZERO);
    /// # Ok::<(), bouton_value::Error>(())
    /// ```
    pub fn game(&mut self, left: &[Value], right: &[Value]) -> Result<Value> {
        let mut list = |values: &[Value]| {
            let mut list = self.scratch.pool.pop().unwrap_or_default();
            list.clear();
            list.extend(values.iter().map(|&v| self.vals[v.0 as usize]));
            list
        };
        let (l, r) = (list(left), list(right));
        self.game_of_lists(l, r)
    }

    /// The value {l|r}; the lists go to the pool.
    pub(crate) fn game_of_lists(&mut self, mut l: Vec<Opt>, mut r: Vec<Opt>) -> Result<Value> {
        let g = self.canonicalise(&mut l, &mut r, None)?;
        self.scratch.pool.extend([l, r]);
        self.value(g)
    }

    /// The canonical form of {l|r}. `split` says that the options before those indices are known not to dominate each
    /// other, nor those after. The lists are left in an unspecified state.
    pub(crate) fn canonicalise(
        &mut self,
        l: &mut Vec<Opt>,
        r: &mut Vec<Opt>,
        split: Option<(usize, usize)>,
    ) -> Result<Opt> {
        let (low, low_closed) = self.left_bound(l);
        let (high, high_closed) = self.right_bound(r);
        let order = match (low, high) {
            (Some(a), Some(b)) => self.nums.cmp(a, b),
            _ => Ordering::Less,
        };
        if order == Ordering::Less || (order == Ordering::Equal && low_closed && high_closed) {
            return Ok(Opt::number(self.simplest(
                low.map(|x| (x, low_closed)),
                high.map(|x| (x, high_closed)),
            )));
        }
        let (Some(base), Some(high)) = (low, high) else {
            return Ok(Opt::ZERO);
        };
        if !base.is_zero() {
            for o in l.iter_mut().chain(r.iter_mut()) {
                o.num = self.nums.sub(o.num, base);
            }
        }
        let width = self.nums.sub(base, high);
        let flags =
            (if high_closed { GE_RIGHT } else { 0 }) | (if low_closed { LE_LEFT } else { 0 });
        let (sl, sr) = split.map_or((None, None), |(a, b)| (Some(a), Some(b)));
        self.drop_dominated(l, true, sl)?;
        self.drop_dominated(r, false, sr)?;
        let mask = self.mask_of(l, r, width, flags);
        let p = &mut self.scratch.pending;
        std::mem::swap(&mut p.left, l);
        std::mem::swap(&mut p.right, r);
        p.masked = mask.is_some();
        p.mask = mask.unwrap_or_default();
        p.width = Some(width);
        p.flags = flags;
        self.scratch.next_epoch();
        let done = self.bypass_reversible();
        let p = &mut self.scratch.pending;
        std::mem::swap(&mut p.left, l);
        std::mem::swap(&mut p.right, r);
        done?;
        sort(l);
        sort(r);
        self.check_core_room(l.len() + r.len())?;
        let start = self.arena.len();
        self.arena.extend_from_slice(l);
        self.arena.extend_from_slice(r);
        let core = self.intern_core(start, l.len(), width, flags)?;
        self.set_mask(core, mask);
        Ok(Opt { num: base, core })
    }

    /// The greatest Right stop of Left's options; is a number equal to it confused with or above all of them?
    fn left_bound(&mut self, options: &[Opt]) -> (Option<Num>, bool) {
        let mut best: Option<Num> = None;
        let mut closed = true;
        for o in options {
            let c = &self.cores[o.core as usize];
            let (width, free) = (c.width, c.flags & GE_RIGHT == 0);
            let stop = self.nums.sub(o.num, width);
            match best.map(|b| self.nums.cmp(stop, b)) {
                Some(Ordering::Less) => {}
                Some(Ordering::Equal) => closed &= free,
                _ => (best, closed) = (Some(stop), free),
            }
        }
        (best, closed)
    }

    /// The least Left stop of Right's options; is a number equal to it confused with or below all of them?
    fn right_bound(&mut self, options: &[Opt]) -> (Option<Num>, bool) {
        let mut best: Option<Num> = None;
        let mut closed = true;
        for o in options {
            let free = self.cores[o.core as usize].flags & LE_LEFT == 0;
            match best.map(|b| self.nums.cmp(o.num, b)) {
                Some(Ordering::Greater) => {}
                Some(Ordering::Equal) => closed &= free,
                _ => (best, closed) = (Some(o.num), free),
            }
        }
        (best, closed)
    }

    fn simplest(&mut self, low: Option<(Num, bool)>, high: Option<(Num, bool)>) -> Num {
        if let Some(x) = Num::simplest(low, high) {
            return x;
        }
        let low = low.map(|(x, c)| (self.nums.get(x), c));
        let high = high.map(|(x, c)| (self.nums.get(x), c));
        let x = Dyadic::simplest(
            low.as_ref().map(|(x, c)| (x, *c)),
            high.as_ref().map(|(x, c)| (x, *c)),
        );
        self.nums.intern(&x.unwrap_or(Dyadic::ZERO))
    }

    /// Removes repeated and dominated options. With a split, only pairs across it are compared.
    fn drop_dominated(
        &mut self,
        options: &mut Vec<Opt>,
        left: bool,
        split: Option<usize>,
    ) -> Result<()> {
        let mut kept = 0;
        let mut first = split.unwrap_or(0);
        let mut i = first;
        if i > 0 {
            kept = i;
        }
        // Options before `first` are known to be independent, and so are those from `first` on if there is a split.
        while i < options.len() {
            self.watch.step()?;
            let o = options[i];
            let mut dominated = false;
            let mut j = 0;
            let end = if split.is_some() { first } else { kept };
            let mut removed = 0;
            while j < end {
                let p = options[j];
                let (worse, better) = if p == o {
                    (true, false)
                } else if left {
                    self.relation(p, o)?
                } else {
                    self.relation(o, p)?
                };
                if worse {
                    dominated = true;
                    break;
                }
                if better {
                    removed += 1;
                } else if removed > 0 {
                    options[j - removed] = p;
                }
                j += 1;
            }
            if removed > 0 {
                // Close the gap; a dominated option cannot have removed any.
                options.copy_within(j..kept, j - removed);
                kept -= removed;
                if split.is_some() {
                    first -= removed;
                }
            }
            if !dominated {
                options[kept] = o;
                kept += 1;
            }
            i += 1;
        }
        options.truncate(kept);
        Ok(())
    }

    /// Replaces the reversible options of the pending game until none is left.
    fn bypass_reversible(&mut self) -> Result<()> {
        for left in [true, false] {
            // Options before `checked` are known not to be reversible; bypassing never changes the value.
            let mut checked = 0;
            loop {
                let list = self.pending_side(left);
                if checked >= list.len() {
                    break;
                }
                let o = list[checked];
                let Some(through) = self.reverses(o, left)? else {
                    checked += 1;
                    continue;
                };
                let replacements = self.options_of(through, left)?;
                let mut list = std::mem::take(self.pending_side(left));
                list.remove(checked);
                list.extend(replacements);
                self.drop_dominated(&mut list, left, None)?;
                // Dropping may have removed checked options; those that stay need no second look, but finding them again
                // costs more than asking again.
                checked = 0;
                *self.pending_side(left) = list;
            }
        }
        Ok(())
    }

    fn pending_side(&mut self, left: bool) -> &mut Vec<Opt> {
        let p = &mut self.scratch.pending;
        if left { &mut p.left } else { &mut p.right }
    }

    /// An option of `o` through which it reverses in the pending game. A number never does once dominated options are gone:
    /// if G ≥ x^R > x then G has a Left option whose Right stop is above x.
    fn reverses(&mut self, o: Opt, left: bool) -> Result<Option<Opt>> {
        if o.core == 0 {
            return Ok(None);
        }
        self.expand(o.core)?;
        let pending = Opt {
            num: Num::ZERO,
            core: PENDING,
        };
        for i in self.side(o.core, !left) {
            let mut x = self.arena[i];
            x.num = self.nums.add(x.num, o.num);
            // The pending game has Left stop 0.
            let stops = self.nums.cmp(x.num, Num::ZERO);
            if stops
                == (if left {
                    Ordering::Greater
                } else {
                    Ordering::Less
                })
            {
                continue;
            }
            let back = if left {
                self.geq(pending, x)?
            } else {
                self.geq(x, pending)?
            };
            if back {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }
}

/// The stored order: by core, then by number.
pub(crate) fn sort(options: &mut [Opt]) {
    options.sort_unstable_by_key(|o| (o.core, o.num.bits()));
}
