//! The search for a misère quotient, heap by heap (plambecksiegel2008).

use crate::frame::Frame;
use crate::limits::{Limits, Progress, Watch};
use crate::quotient::{NONE, Quotient};
use crate::rules::Breaking;
use crate::trial::{self, Free, Ties};
use crate::verify::{Failure, Threats, verify};
use bouton_core::Budget;
use bouton_rules::{Error, Result};
use serde::Serialize;

/// A heap at which the quotient grew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The heap.
    pub heap: u32,
    /// The order of the quotient of the heaps up to it.
    pub order: usize,
    /// The size of its P-portion.
    pub p_size: usize,
}

/// A search in progress: the exact quotient of the heaps so far.
pub(crate) struct Search<'a, 'p, R: Breaking + ?Sized> {
    rules: &'a R,
    limits: Limits,
    watch: Watch,
    pub(crate) frame: Frame,
    threats: Threats,
    steps: Vec<Step>,
    progress: Option<&'p mut dyn FnMut(Progress)>,
}

const MOST_REPAIRS: usize = 10_000;

impl<'a, 'p, R: Breaking + ?Sized> Search<'a, 'p, R> {
    /// A search that has looked at no heap yet.
    pub(crate) fn new(
        rules: &'a R,
        limits: Limits,
        budget: &Budget,
        progress: Option<&'p mut dyn FnMut(Progress)>,
    ) -> Result<Self> {
        let mut watch = Watch::new(budget);
        let frame = Frame::new(Quotient::trivial(), rules, &mut watch)?;
        let threats = Threats::empty(&frame);
        Ok(Search {
            rules,
            limits,
            watch,
            frame,
            threats,
            steps: Vec::new(),
            progress,
        })
    }

    /// The largest heap of the quotient.
    pub(crate) fn heaps(&self) -> u32 {
        self.frame.heaps()
    }

    /// Adds the next heap.
    pub(crate) fn add_heap(&mut self) -> Result<()> {
        self.watch.tick()?;
        let heap = self.heaps() + 1;
        if heap.is_multiple_of(64)
            && let Some(tell) = &mut self.progress
        {
            tell(Progress {
                heap,
                order: self.frame.q.order,
                candidate: 0,
            });
        }
        let Some(values) = self.frame.images_of(self.rules, heap)? else {
            self.frame.push_heap(0, NONE);
            return Ok(());
        };
        let images = self.frame.intern(values);
        let known = self.frame.value_of_images[images as usize];
        if known != NONE {
            self.frame.push_heap(known, images);
            return Ok(());
        }
        if let Some(value) = self.frame.candidate(images) {
            let row = self.frame.row_index(value);
            if self
                .threats
                .admit(&self.frame, heap, row, images, &mut self.watch)?
            {
                self.frame.push_heap(value, images);
                return Ok(());
            }
        }
        self.expand(heap)
    }

    fn expand(&mut self, heap: u32) -> Result<()> {
        let free = [Free {
            heap,
            index: 2,
            period: 2,
        }];
        let most = self.limits.trial;
        let trial = trial::build(
            &self.frame,
            &free,
            Ties::Kept,
            heap,
            self.rules,
            most,
            &mut self.watch,
        )?;
        let mut q = trial.reduce(&mut self.watch)?;
        for _ in 0..MOST_REPAIRS {
            if let Some(tell) = &mut self.progress {
                tell(Progress {
                    heap,
                    order: self.frame.q.order,
                    candidate: q.order,
                });
            }
            if q.order > self.limits.order {
                return Err(Error::limit(format!(
                    "a candidate of order {} is in hand, and the limit is {}",
                    q.order, self.limits.order
                )));
            }
            let frame = Frame::new(q, self.rules, &mut self.watch)?;
            match verify(&frame, &mut self.watch)? {
                Ok(threats) => {
                    self.steps.push(Step {
                        heap,
                        order: frame.q.order,
                        p_size: frame.q.p_size(),
                    });
                    self.frame = frame;
                    self.threats = threats;
                    return Ok(());
                }
                Err(failure) => {
                    q = self.repair(&frame, &failure)?;
                }
            }
        }
        Err(Error::limit(format!(
            "{MOST_REPAIRS} trial monoids did not lead to the quotient"
        )))
    }

    /// The quotient, when no more heaps are wanted.
    pub(crate) fn finish(self) -> (Quotient, Vec<Step>) {
        (self.frame.q, self.steps)
    }

    /// A candidate that gives a failing position its right outcome. As few of its heaps as possible are set free; of
    /// several such candidates the smallest is taken. Of more than sixteen different heaps the largest sixteen are tried.
    fn repair(&mut self, frame: &Frame, failure: &Failure) -> Result<Quotient> {
        let mut heaps = failure.word.clone();
        heaps.dedup();
        let mut subsets: Vec<u64> = (1..1u64 << heaps.len().min(16)).collect();
        subsets.sort_by_key(|s| s.count_ones());
        let mut over = None;
        for subsets in subsets.chunk_by(|s, t| s.count_ones() == t.count_ones()) {
            let mut best: Option<Quotient> = None;
            for ties in [Ties::Kept, Ties::Cut] {
                for &subset in subsets {
                    let chosen = (0..heaps.len())
                        .filter(|i| subset >> i & 1 == 1)
                        .map(|i| heaps[i]);
                    let free: Vec<Free> = chosen.map(|heap| freed(frame, failure, heap)).collect();
                    match self.candidate(frame, &free, ties, failure) {
                        Ok(Some(q)) if best.as_ref().is_none_or(|b| q.order < b.order) => {
                            best = Some(q)
                        }
                        Ok(_) => {}
                        Err(e) if e.is_limit() => {
                            self.watch.look()?;
                            over = Some(e);
                        }
                        Err(e) => return Err(e),
                    }
                }
                if best.is_some() {
                    break;
                }
            }
            if let Some(best) = best {
                return Ok(best);
            }
        }
        Err(over.unwrap_or_else(|| Error::limit("no trial monoid explains a failing position")))
    }

    /// The reduction of a trial monoid, if it gives a failing position its right outcome.
    fn candidate(
        &mut self,
        frame: &Frame,
        free: &[Free],
        ties: Ties,
        failure: &Failure,
    ) -> Result<Option<Quotient>> {
        let most = self.limits.trial;
        let trial = trial::build(
            frame,
            free,
            ties,
            frame.heaps(),
            self.rules,
            most,
            &mut self.watch,
        )?;
        if trial.marks_p(&failure.word) != failure.is_p {
            return Ok(None);
        }
        trial.reduce(&mut self.watch).map(Some)
    }
}

/// Enough powers of a heap for the failing position and for what is known about the heap.
fn freed(frame: &Frame, failure: &Failure, heap: u32) -> Free {
    let exponent = failure.word.iter().filter(|&&h| h == heap).count() as u32;
    let (index, _) = frame.q.index_and_period(frame.q.phi[heap as usize]);
    Free {
        heap,
        index: (index as u32).max(exponent - 1),
        period: 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Brute, bits};
    use bouton_heap::HeapGame;

    fn search(code: &HeapGame) -> Search<'_, 'static, HeapGame> {
        Search::new(code, Limits::default(), &Budget::unlimited(), None).unwrap()
    }

    /// Every position that a candidate is rejected for has the outcome that the rejection says, by brute force.
    #[test]
    fn failures_are_real() {
        let mut failures = 0;
        for (game, heaps) in [
            ("0.123", 9),
            ("0.71", 8),
            ("0.35", 7),
            ("0.3102", 7),
            ("0.8", 14),
            ("0.75", 8),
            ("0.77", 12),
            ("0.07", 14),
            ("0.53", 14),
            ("0.4107", 15),
        ] {
            let code = game.parse::<HeapGame>().unwrap();
            let mut search = search(&code);
            let mut brute = Brute::new(code.clone());
            for heap in 1..=heaps {
                if Breaking::options(&code, heap).is_empty() {
                    search.add_heap().unwrap();
                    continue;
                }
                let free = [Free {
                    heap,
                    index: 2,
                    period: 2,
                }];
                let built = trial::build(
                    &search.frame,
                    &free,
                    Ties::Kept,
                    heap,
                    &code,
                    10_000,
                    &mut search.watch,
                )
                .unwrap();
                let mut q = built.reduce(&mut search.watch).unwrap();
                for _ in 0..20 {
                    let frame = Frame::new(q, &code, &mut search.watch).unwrap();
                    let Err(failure) = verify(&frame, &mut search.watch).unwrap() else {
                        break;
                    };
                    let said = frame.q.is_p(
                        failure
                            .word
                            .iter()
                            .fold(0, |x, &h| frame.q.multiply(x, frame.q.phi[h as usize])),
                    );
                    assert_ne!(said, failure.is_p, "{game} {failure:?}");
                    if failure.word.iter().sum::<u32>() <= 38 {
                        assert_eq!(
                            brute.is_p_position(&failure.word),
                            failure.is_p,
                            "{game} {failure:?}"
                        );
                        failures += 1;
                    }
                    q = search.repair(&frame, &failure).unwrap();
                }
                search.add_heap().unwrap();
            }
        }
        assert!(failures > 15, "{failures}");
    }

    /// A true quotient with one outcome changed is rejected, and so is one with a heap's value changed.
    #[test]
    fn false_quotients_are_rejected() {
        let code = "0.123".parse::<HeapGame>().unwrap();
        let mut search = search(&code);
        while search.heaps() < 12 {
            search.add_heap().unwrap();
        }
        let truth = search.frame.q.clone();
        let rejected = |q: Quotient, watch: &mut Watch| {
            verify(&Frame::new(q, &code, watch).unwrap(), watch)
                .unwrap()
                .is_err()
        };
        assert!(!rejected(truth.clone(), &mut search.watch));
        for x in 0..truth.order {
            let mut changed = truth.clone();
            changed.p = bits::empty(truth.order);
            (0..truth.order)
                .filter(|&y| (y == x) != bits::has(&truth.p, y))
                .for_each(|y| bits::insert(&mut changed.p, y));
            assert!(
                rejected(changed, &mut search.watch),
                "outcome of element {x}"
            );
        }
        for x in (0..truth.order as u32).filter(|&x| x != truth.phi[12]) {
            let mut changed = truth.clone();
            changed.phi[12] = x;
            assert!(
                rejected(changed, &mut search.watch),
                "value {x} for heap 12"
            );
        }
    }
}
