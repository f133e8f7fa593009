//! What is asked of loopy values: options, degree, stops, and kinds.

use super::value::{LoopyValue, Side};
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::short::Store;
use std::cmp::Ordering;

impl LoopyValue {
    /// The Left (or Right) options of a stopper, short ones first.
    pub fn options(&self, store: &mut Store, left: bool) -> Result<Vec<LoopyValue>> {
        let side = self.stopper("options are listed for stoppers")?;
        let node = side.root_node();
        let all = if left { &node.left } else { &node.right };
        side.listed(store, all.iter().copied())
    }

    /// The number of positions of the canonical form of a stopper.
    pub fn follower_count(&self) -> Result<usize> {
        Ok(self
            .stopper("followers are counted for stoppers")?
            .graph
            .nodes
            .len())
    }

    /// The positions of the canonical form of a stopper, each as a value: short ones first, in printed order.
    pub fn followers(&self, store: &mut Store) -> Result<Vec<LoopyValue>> {
        let side = self.stopper("followers are listed for stoppers")?;
        side.listed(store, 0..side.graph.nodes.len())
    }

    /// Is G + G = G?
    pub fn is_idempotent(&self) -> Result<bool> {
        Ok(self.add(self)? == *self)
    }

    /// Is the value a number, on, off, or a number with over or under beside it?
    pub fn is_pseudonumber(&self, store: &mut Store) -> Result<bool> {
        Ok(
            self.is_stopper()
                && LoopyValue::pseudonumber(&self.sides().0.clone(), store)?.is_some(),
        )
    }

    /// Lies a stopper, or each side of a value, closer to some number than every positive number: are its stops the same number, but for over and under?
    pub fn is_numberish(&self, store: &mut Store) -> Result<bool> {
        Ok(self.common_stop(store)?.is_some())
    }

    /// Is a stopper smaller than every positive number, and its negative too?
    pub fn is_infinitesimal(&self, store: &mut Store) -> Result<bool> {
        Ok(self.common_stop(store)?.is_some_and(|x| x.is_zero()))
    }

    fn common_stop(&self, store: &mut Store) -> Result<Option<Dyadic>> {
        if self.sides().0 != self.sides().1 {
            let (on, off) = (self.onside(), self.offside());
            if !self.is_stopper_sided() {
                return Ok(None);
            }
            let (x, y) = (on.common_stop(store)?, off.common_stop(store)?);
            return Ok(x.filter(|x| Some(x) == y.as_ref()));
        }
        let mut numbers = vec![];
        for left in [true, false] {
            let stop = self.stop(store, left)?;
            match LoopyValue::pseudonumber(stop.sides().0, store)? {
                Some(Stop::Near(x, _)) => numbers.push(x),
                _ => return Ok(None),
            }
        }
        Ok((numbers[0] == numbers[1]).then(|| numbers[0].clone()))
    }

    fn stopper(&self, what: &str) -> Result<&Side> {
        if self.is_stopper() {
            Ok(self.sides().0)
        } else {
            Err(Error::undefined(what))
        }
    }

    /// The degree of loopiness of a stopper: the onside of G - G.
    pub fn degree(&self) -> Result<LoopyValue> {
        if !self.is_stopper() {
            return Err(Error::undefined("the degree is defined for stoppers"));
        }
        Ok(self.sub(self)?.onside())
    }

    /// The upsum: the onside of the sum.
    pub fn upsum(&self, other: &LoopyValue) -> Result<LoopyValue> {
        Ok(self.add(other)?.onside())
    }

    /// The downsum: the offside of the sum.
    pub fn downsum(&self, other: &LoopyValue) -> Result<LoopyValue> {
        Ok(self.add(other)?.offside())
    }

    /// Is a stopper a number with a tiny or a miny beside it: {x||x|y} with x + under >= y, or a negative of that?
    pub fn is_number_tiny(&self, store: &mut Store) -> Result<bool> {
        if !self.is_stopper() {
            return Ok(false);
        }
        for g in [self.clone(), self.neg()] {
            let (left, right) = (g.options(store, true)?, g.options(store, false)?);
            let ([x], [inner]) = (left.as_slice(), right.as_slice()) else {
                continue;
            };
            let number = x.to_short(store)?.is_some_and(|v| store.is_number(v));
            let (left, right) = (inner.options(store, true)?, inner.options(store, false)?);
            if number
                && left == [x.clone()]
                && let [y] = right.as_slice()
                && x.add(&LoopyValue::under())?.ge(y)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The upsum variety of a value in the class of a degree: the upsum of G and the downsum of -G and the negative degree.
    ///
    /// # Errors
    ///
    /// If the degree is not idempotent.
    pub fn upsum_variety(&self, degree: &LoopyValue) -> Result<LoopyValue> {
        LoopyValue::check_degree(degree)?;
        self.upsum(&self.neg().downsum(&degree.neg())?)
    }

    /// The downsum variety: the downsum of G and the upsum of -G and the degree.
    ///
    /// # Errors
    ///
    /// If the degree is not idempotent.
    pub fn downsum_variety(&self, degree: &LoopyValue) -> Result<LoopyValue> {
        LoopyValue::check_degree(degree)?;
        self.downsum(&self.neg().upsum(degree)?)
    }

    fn check_degree(degree: &LoopyValue) -> Result<()> {
        if degree.is_idempotent()? {
            Ok(())
        } else {
            Err(Error::undefined(
                "varieties belong to a degree that is its own sum with itself, such as 0, on or over; this one is not",
            ))
        }
    }

    /// The variety of a stopper: what it keeps when short games are added, its upsum variety for its own degree.
    ///
    /// # Errors
    ///
    /// If it is no stopper, or not stable.
    pub fn variety(&self) -> Result<LoopyValue> {
        if !self.is_stable()? {
            return Err(Error::undefined(
                "this stopper is not stable: its upsum variety and its downsum variety differ",
            ));
        }
        self.upsum_variety(&self.degree()?)
    }

    /// Is a stopper stable: are its upsum variety and its downsum variety for its own degree the same?
    ///
    /// # Errors
    ///
    /// If it is no stopper, or its degree is not idempotent.
    pub fn is_stable(&self) -> Result<bool> {
        let degree = self.degree()?;
        if !degree.is_idempotent()? {
            return Err(Error::undefined(
                "stability is defined for stoppers whose degree, the onside of G - G, is its own sum with itself; the degree of this one is not",
            ));
        }
        Ok(self.upsum_variety(&degree)? == self.downsum_variety(&degree)?)
    }

    /// A number x as (x, 0); on, off, x + over, x + under as stops between numbers.
    fn pseudonumber(side: &Side, store: &mut Store) -> Result<Option<Stop>> {
        let n = side.root_node();
        let root = side.root;
        let number = |store: &mut Store, i: usize| -> Result<Option<Dyadic>> {
            let v = side.at(i).to_short(store)?;
            Ok(v.and_then(|v| store.as_number(v)))
        };
        Ok(match (n.left.as_slice(), n.right.as_slice()) {
            ([a], []) if *a == root => Some(Stop::On),
            ([], [b]) if *b == root => Some(Stop::Off),
            ([a], [b]) if *b == root && *a != root => number(store, *a)?.map(|x| Stop::Near(x, 1)),
            ([a], [b]) if *a == root && *b != root => number(store, *b)?.map(|x| Stop::Near(x, -1)),
            _ => number(store, root)?.map(|x| Stop::Near(x, 0)),
        })
    }

    /// The Left (or Right) stop of a stopper: the number, on, off, x over or x under where alternating play ends.
    pub fn stop(&self, store: &mut Store, left: bool) -> Result<LoopyValue> {
        let side = self.stopper("stops are defined for stoppers")?;
        let n = side.graph.nodes.len();
        // Alternating play ends, so the states (node, Left to move) can be settled one after the other.
        let mut known: Vec<Option<(Stop, usize)>> = vec![None; 2 * n];
        let start = 2 * side.root + usize::from(left);
        let mut stack = vec![start];
        while let Some(&s) = stack.last() {
            if known[s].is_some() {
                stack.pop();
                continue;
            }
            let (node, left) = (s / 2, s % 2 == 1);
            if let Some(stop) = LoopyValue::pseudonumber(&side.at(node), store)? {
                known[s] = Some((stop, node));
                stack.pop();
                continue;
            }
            let options = if left {
                &side.graph.nodes[node].left
            } else {
                &side.graph.nodes[node].right
            };
            let next: Vec<usize> = options
                .iter()
                .map(|&o| 2 * o + usize::from(!left))
                .collect();
            let open: Vec<usize> = next
                .iter()
                .copied()
                .filter(|&t| known[t].is_none())
                .collect();
            if !open.is_empty() {
                stack.extend(open);
                continue;
            }
            let stops = next.iter().filter_map(|&t| known[t].clone());
            known[s] = if left {
                stops.max_by(|a, b| a.0.cmp(&b.0))
            } else {
                stops.min_by(|a, b| a.0.cmp(&b.0))
            };
            if known[s].is_none() {
                return Err(Error::undefined(
                    "a player without moves in a game that is not a number has no stop",
                ));
            }
        }
        let node = known[start].as_ref().map_or(side.root, |k| k.1);
        Ok(LoopyValue::of_side(&side.at(node)))
    }
}

/// Stops in their order: off, then numbers with under and over beside them, then on.
#[derive(Clone, PartialEq, Eq)]
enum Stop {
    Off,
    Near(Dyadic, i8),
    On,
}

impl Stop {
    fn cmp(&self, other: &Stop) -> Ordering {
        let class = |s: &Stop| match s {
            Stop::Off => 0,
            Stop::Near(..) => 1,
            Stop::On => 2,
        };
        match (self, other) {
            (Stop::Near(x, i), Stop::Near(y, j)) => x.cmp(y).then(i.cmp(j)),
            _ => class(self).cmp(&class(other)),
        }
    }
}
