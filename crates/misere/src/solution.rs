//! A misère quotient with what it is for: the outcome of any position, and every winning move.

use crate::limits::{Limits, Progress};
use crate::period::{self, Period};
use crate::quotient::Quotient;
use crate::rules::{Breaking, CodeBounds, checked_runs};
use crate::solver::{Search, Step};
use bouton_core::Budget;
use bouton_rules::{Error, Heaps, Nat, Result};
use num_traits::ToPrimitive;
use serde::Serialize;

/// How far a quotient reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The period of the values is proved: the quotient is that of the whole game.
    Complete,
    /// Only finitely many heaps have moves, and all of them are done.
    Finite,
    /// Exact for the heaps up to the limit that was asked for; not known beyond.
    Stable,
    /// A limit stopped the search at the next heap.
    Partial,
}

/// The misère quotient of the heaps of a game up to some size, or of all heaps (plambecksiegel2008).
#[derive(Clone, Debug)]
pub struct Solution<R> {
    pub(crate) rules: R,
    pub(crate) q: Quotient,
    pub(crate) steps: Vec<Step>,
    pub(crate) status: Status,
    pub(crate) reason: Option<Error>,
    pub(crate) period: Option<Period>,
}

/// A move: one heap is replaced by others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    /// The heap that is played in.
    pub heap: String,
    /// What is left of it.
    pub leaves: Vec<String>,
    /// The position after the move, ascending.
    pub position: String,
}

/// Winning moves of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moves {
    /// The moves, one for each resulting position.
    pub moves: Vec<Move>,
    /// True if these are all. False if a heap was too large to list its moves: then a multiple of the period may be
    /// shifted between the parts of a move, and each move stands for all that come from it so.
    pub all: bool,
}

/// Heaps up to this size have all their moves looked at one by one.
fn listed_heap(bounds: Option<CodeBounds>) -> u64 {
    if bounds.is_some_and(|b| b.parts > 2) {
        400
    } else {
        20_000
    }
}

/// Computes the misère quotient of a game, heap by heap, to the largest heap of `limits` or until its period is proved.
///
/// A limit that is met on the way is no error: the quotient of the smaller heaps is exact, and its status says where and
/// why the search stopped. Cost: for each heap linear in its moves once the quotient is stable; each growth of the quotient
/// costs a search whose size depends on the game.
///
/// # Errors
/// Rules whose moves leave heaps that are not smaller.
///
/// ```
/// use bouton_heap::HeapGame;
/// use bouton_core::Budget;
/// use bouton_misere::{Limits, quotient};
/// let kayles = quotient("0.77".parse::<HeapGame>().unwrap(), &Limits::default(), &Budget::unlimited(), None).unwrap();
/// assert_eq!((kayles.order(), kayles.p_size()), (40, 9));
/// let period = kayles.period().unwrap();
/// assert_eq!((period.length, period.preperiod), (12, 71));
/// ```
pub fn quotient<R: Breaking>(
    rules: R,
    limits: &Limits,
    budget: &Budget,
    progress: Option<&mut dyn FnMut(Progress)>,
) -> Result<Solution<R>> {
    let mut search = Search::new(&rules, limits.clone(), budget, progress)?;
    let bounds = rules.bounds();
    let mut status = Status::Stable;
    let mut reason = None;
    let mut period = None;
    let mut next_proof = 4;
    while search.heaps() < limits.heaps {
        if let Err(e) = search.add_heap() {
            if e.is_input() {
                return Err(e);
            }
            (status, reason) = (
                Status::Partial,
                Some(e.at(format!("heap {}", search.heaps() + 1))),
            );
            break;
        }
        if let Some(bounds) = bounds
            && (search.heaps() >= next_proof || search.heaps() == limits.heaps)
        {
            next_proof = search.heaps().saturating_add(search.heaps() / 32 + 1);
            let phi = &search.frame.q.phi[1..];
            period = period::prove(phi, bounds);
            if period.is_some() {
                let later = bounds.taken.saturating_add(bounds.parts);
                let finite = match checked_runs(&rules, later) {
                    Ok(runs) => runs.is_empty(),
                    // More moves than can be told are moves.
                    Err(e) if e.is_limit() => false,
                    Err(e) => return Err(e),
                };
                status = if finite {
                    Status::Finite
                } else {
                    Status::Complete
                };
                break;
            }
        }
    }
    let (q, steps) = search.finish();
    Ok(Solution {
        rules,
        q,
        steps,
        status,
        reason,
        period,
    })
}

impl<R: Breaking> Solution<R> {
    /// The number of elements.
    pub fn order(&self) -> usize {
        self.q.order
    }

    /// The number of elements whose positions are P-positions.
    pub fn p_size(&self) -> usize {
        self.q.p_size()
    }

    /// The largest heap whose value was computed.
    pub fn heaps(&self) -> u32 {
        self.q.phi.len() as u32 - 1
    }

    /// How far the quotient reaches.
    pub fn status(&self) -> Status {
        self.status
    }

    /// True if the quotient is that of the whole game.
    pub fn is_complete(&self) -> bool {
        matches!(self.status, Status::Complete | Status::Finite)
    }

    /// Why the search stopped early, if it did.
    pub fn reason(&self) -> Option<&Error> {
        self.reason.as_ref()
    }

    /// The period of the values, if it is proved.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// The heaps at which the quotient grew, with its order and the size of its P-portion from there on.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The number of the element of a heap of any size; 0 is the identity.
    ///
    /// # Errors
    /// A limit error if the heap is beyond those computed and no period is proved.
    pub fn value(&self, heap: &Nat) -> Result<u32> {
        let index = match (heap.to_u64(), self.period) {
            (Some(small), _) if small <= u64::from(self.heaps()) => small as u32,
            (_, Some(period)) => period.reduce(residue(heap, period)),
            (_, None) => {
                return Err(Error::limit(format!(
                    "the quotient of {} is known up to heap {}, and heap {} is beyond it",
                    self.rules.name(),
                    self.heaps(),
                    bouton_rules::heaps::shorten(&heap.to_string())
                )));
            }
        };
        Ok(self.q.phi[index as usize])
    }

    /// The element of a position.
    pub fn element(&self, position: &Heaps) -> Result<u32> {
        position
            .0
            .iter()
            .try_fold(0, |x, heap| Ok(self.q.multiply(x, self.value(heap)?)))
    }

    /// True if the position is a P-position under misère play: whoever moves from it loses. Linear in the number of heaps.
    ///
    /// ```
    /// use bouton_heap::HeapGame;
    /// use bouton_core::Budget;
    /// use bouton_misere::{Limits, quotient};
    /// use bouton_rules::Heaps;
    /// let kayles = quotient("0.77".parse::<HeapGame>().unwrap(), &Limits::default(), &Budget::unlimited(), None).unwrap();
    /// assert!(kayles.is_p_position(&Heaps::of(&[1])).unwrap());
    /// assert!(!kayles.is_p_position(&Heaps::parse("1000000000000000000000").unwrap()).unwrap());
    /// ```
    pub fn is_p_position(&self, position: &Heaps) -> Result<bool> {
        Ok(self.q.is_p(self.element(position)?))
    }

    /// The winning moves of a position: none from a P-position, and none where there is no move (that is a win already).
    ///
    /// For heaps up to 20,000 (400 if moves leave three heaps) every move is looked at. For larger ones a smaller heap of the same value stands in, whose
    /// moves are shifted back by a multiple of the period.
    ///
    /// ```
    /// use bouton_heap::HeapGame;
    /// use bouton_core::Budget;
    /// use bouton_misere::{Limits, quotient};
    /// use bouton_rules::Heaps;
    /// let kayles = quotient("0.77".parse::<HeapGame>().unwrap(), &Limits::default(), &Budget::unlimited(), None).unwrap();
    /// let moves = kayles.winning_moves(&Heaps::of(&[2, 3])).unwrap();
    /// assert!(moves.all);
    /// let positions: Vec<&str> = moves.moves.iter().map(|m| m.position.as_str()).collect();
    /// assert_eq!(positions, ["2,2"]);
    /// ```
    pub fn winning_moves(&self, position: &Heaps) -> Result<Moves> {
        let position = position.clone().as_multiset();
        let mut found = Moves {
            moves: Vec::new(),
            all: true,
        };
        for (i, heap) in position.0.iter().enumerate() {
            if i > 0 && position.0[i - 1] == *heap {
                continue;
            }
            let mut rest = position.0.clone();
            rest.remove(i);
            let beside = self.element(&Heaps(rest.clone()))?;
            let (stand_in, shift) = self.stand_in(heap)?;
            found.all &= shift == Nat::default();
            for run in checked_runs(&self.rules, stand_in)? {
                let mut failed = None;
                run.expand(&mut |parts| match self.wins(beside, parts) {
                    Ok(true) => found.moves.push(self.lifted(heap, parts, &shift, &rest)),
                    Ok(false) => {}
                    Err(e) => failed = Some(e),
                });
                if let Some(e) = failed {
                    return Err(e);
                }
            }
        }
        let mut positions = rustc_hash::FxHashSet::default();
        found.moves.retain(|m| positions.insert(m.position.clone()));
        Ok(found)
    }

    fn wins(&self, beside: u32, parts: &[u32]) -> Result<bool> {
        let x = parts.iter().try_fold(beside, |x, &part| -> Result<u32> {
            let known = self
                .q
                .phi
                .get(part as usize)
                .map_or_else(|| self.value(&Nat::from(part)), |&v| Ok(v));
            Ok(self.q.multiply(x, known?))
        })?;
        Ok(self.q.is_p(x))
    }

    /// A heap that is small enough to list its moves and has options of the same values, and the difference.
    fn stand_in(&self, heap: &Nat) -> Result<(u32, Nat)> {
        self.value(heap)?;
        match (heap.to_u64(), self.period, self.rules.bounds()) {
            (Some(small), period, bounds) if small <= listed_heap(bounds) || period.is_none() => {
                let small = u32::try_from(small)
                    .map_err(|_| Error::limit(format!("heap {small} is too large to list")))?;
                Ok((small, Nat::default()))
            }
            (_, Some(period), Some(bounds)) => {
                // Large enough that in every move some part is at least n0, and a period may be taken from it.
                let base = u64::from(bounds.parts) * u64::from(period.preperiod + period.length)
                    + u64::from(bounds.taken)
                    + u64::from(period.length);
                let (base, p) = (Nat::from(base), Nat::from(period.length));
                let stand_in = if *heap < base {
                    heap.clone()
                } else {
                    &base + (heap - &base) % &p
                };
                let shift = heap - &stand_in;
                let stand_in = stand_in
                    .to_u32()
                    .ok_or_else(|| Error::limit("the period is too long to list moves"))?;
                Ok((stand_in, shift))
            }
            _ => Err(Error::limit(format!(
                "heap {heap} is too large to list its moves"
            ))),
        }
    }

    fn lifted(&self, heap: &Nat, parts: &[u32], shift: &Nat, rest: &[Nat]) -> Move {
        let mut leaves: Vec<Nat> = parts.iter().map(|&p| Nat::from(p)).collect();
        if let Some(largest) = leaves.iter_mut().max() {
            *largest += shift;
        }
        leaves.sort();
        let mut after = rest.to_vec();
        after.extend(leaves.iter().cloned());
        let after = Heaps(after).as_multiset();
        Move {
            heap: heap.to_string(),
            leaves: leaves.iter().map(Nat::to_string).collect(),
            position: after.to_string(),
        }
    }

    /// True if the game is tame: its quotient is that of Nim heaps (trivial, or order 2, or 2^k + 2 with two P-elements).
    pub fn is_tame(&self) -> bool {
        is_tame(&self.q)
    }
}

/// A number that has the same value as a heap of any size.
fn residue(heap: &Nat, period: Period) -> u64 {
    heap.to_u64().unwrap_or_else(|| {
        // Congruent to the heap modulo the period, and beyond the preperiod.
        let p = u64::from(period.length);
        let modulo = (heap % p).to_u64().unwrap_or(0);
        let start = u64::from(period.preperiod);
        start + (p + modulo - start % p) % p
    })
}

/// The quotient of misère Nim heaps up to 2^k - 1 is {1, a} and a group of order 2^k whose identity is the other P-element.
fn is_tame(q: &Quotient) -> bool {
    if q.order <= 2 {
        return true;
    }
    let p: Vec<u32> = (0..q.order as u32).filter(|&x| q.is_p(x)).collect();
    let [x, y] = p[..] else { return false };
    let all = 0..q.order as u32;
    [(x, y), (y, x)].into_iter().any(|(a, e)| {
        let group: Vec<u32> = all.clone().filter(|&x| x != 0 && x != a).collect();
        q.multiply(a, a) == 0
            && group
                .iter()
                .all(|&x| q.multiply(x, x) == e && q.multiply(x, e) == x)
            && group.len().is_power_of_two()
    })
}
