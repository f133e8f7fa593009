//! Sums of impartial games: each term has its nimber, by its theorem or by a search of its own, and nimbers add without carries.

use super::NimberSearch;
use crate::numbered::{Term, foreign};
use bouton_core::Budget;
use bouton_rules::{AnyPosition, Impartial, Nat, Play, Result, Short};

/// The nimbers of one term of a sum, whichever type its positions have.
pub trait TermNimbers: Send {
    /// By a theorem.
    fn known(&self, pos: &AnyPosition) -> Option<Nat>;

    /// By a theorem or by search.
    fn nimber(&mut self, pos: &AnyPosition, budget: &Budget) -> Result<Nat>;

    /// Has the position this nimber?
    fn is(&mut self, pos: &AnyPosition, nimber: &Nat, budget: &Budget) -> Result<bool>;

    /// Every option with this nimber, which the position does not have.
    fn replies(
        &mut self,
        pos: &AnyPosition,
        nimber: &Nat,
        budget: &Budget,
    ) -> Result<Vec<AnyPosition>>;

    /// How much is left in play.
    fn size(&self, pos: &AnyPosition) -> usize;

    /// Parts whose options were generated.
    fn nodes(&self) -> u64;
}

/// The nimbers of one game.
pub(crate) struct Nimbers<G: Impartial + Short>(NimberSearch<G>);

impl<G: Impartial + Short> Nimbers<G> {
    pub(crate) fn new(game: G) -> Self {
        Nimbers(NimberSearch::new(game))
    }

    fn own<'p>(&self, pos: &'p AnyPosition) -> Result<&'p G::Position> {
        let own = pos.of_game::<G>();
        own.ok_or_else(foreign)
    }

    fn theorem(&self, pos: &G::Position) -> Option<Nat> {
        self.0.game().known(pos, Play::Normal)?.grundy
    }

    fn found(&mut self, pos: &G::Position, budget: &Budget) -> Result<Nat> {
        match self.0.nimber(pos, budget) {
            Ok(nimber) => Ok(nimber.into()),
            // Nimbers that are too large for that search are left to the plain one, but for a limit of the question.
            Err(e) if budget.check().is_err() => Err(e),
            Err(_) => crate::impartial::grundy(self.0.game(), pos, false, budget),
        }
    }

    fn has(&mut self, pos: &G::Position, nimber: &Nat, budget: &Budget) -> Result<bool> {
        if let Some(known) = self.theorem(pos) {
            return Ok(known == *nimber);
        }
        match u64::try_from(nimber) {
            Ok(small) => match self.0.is(pos, small, budget) {
                Ok(is) => Ok(is),
                Err(e) if budget.check().is_err() => Err(e),
                Err(_) => Ok(self.found(pos, budget)? == *nimber),
            },
            Err(_) => Ok(self.found(pos, budget)? == *nimber),
        }
    }

    /// Every option with a nimber, by the theorem on the position beside another one of that nimber: `None` if it does not say.
    ///
    /// A winning move there that leaves the other position in place is one of the options sought. A winning move in the other one
    /// that leaves an equal position in place is one too, as equal positions can be exchanged.
    fn replies_by_theorem(&self, pos: &G::Position, nimber: &Nat) -> Option<Vec<G::Position>> {
        let game = self.0.game();
        let all = |pos: &G::Position| {
            let known = game.known(pos, Play::Normal)?;
            (known.grundy.is_some() && known.all).then_some(known.winning)
        };
        if *nimber == Nat::ZERO {
            return all(pos);
        }
        let other = game.parse(&nimber.to_string()).ok()?;
        if self.theorem(&other)? != *nimber {
            return None;
        }
        let both = game.join(&[pos.clone(), other.clone()])?;
        let others = game.split(&other);
        let mut replies = Vec::new();
        for winning in all(&both)? {
            let mut rest = game.split(&winning);
            let left = others.iter().all(|other| {
                let at = rest.iter().position(|part| part == other);
                at.map(|at| rest.swap_remove(at)).is_some()
            });
            if left {
                replies.push(game.canon(game.join(&rest)?));
            }
        }
        Some(replies)
    }
}

impl<G: Impartial + Short> TermNimbers for Nimbers<G> {
    fn known(&self, pos: &AnyPosition) -> Option<Nat> {
        self.theorem(pos.of_game::<G>()?)
    }

    fn nimber(&mut self, pos: &AnyPosition, budget: &Budget) -> Result<Nat> {
        let own = self.own(pos)?;
        match self.theorem(own) {
            Some(known) => Ok(known),
            None => self.found(own, budget),
        }
    }

    fn is(&mut self, pos: &AnyPosition, nimber: &Nat, budget: &Budget) -> Result<bool> {
        let own = self.own(pos)?;
        self.has(own, nimber, budget)
    }

    fn replies(
        &mut self,
        pos: &AnyPosition,
        nimber: &Nat,
        budget: &Budget,
    ) -> Result<Vec<AnyPosition>> {
        let own = self.own(pos)?;
        let replies = match self.replies_by_theorem(own, nimber) {
            Some(replies) => replies,
            None => {
                let mut replies = Vec::new();
                for option in self.0.game().options(own)? {
                    if self.has(&option, nimber, budget)? {
                        replies.push(option);
                    }
                }
                replies
            }
        };
        let game = self.0.game();
        let hidden = replies.into_iter().map(|pos| AnyPosition::hide(game, pos));
        Ok(hidden.collect())
    }

    fn size(&self, pos: &AnyPosition) -> usize {
        pos.of_game::<G>().map_or(0, |pos| self.0.game().size(pos))
    }

    fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

/// Who wins sums of impartial games, by the nimbers of the terms.
pub struct NimberSum {
    terms: Vec<Box<dyn TermNimbers>>,
}

impl NimberSum {
    /// Nothing known yet; `None` if a term is not impartial.
    pub fn new(terms: &[Term]) -> Option<NimberSum> {
        let terms = terms.iter().map(Term::nimbers).collect::<Option<_>>()?;
        Some(NimberSum { terms })
    }

    /// The nimber of a sum, term by term.
    pub fn nimber(&mut self, pos: &[AnyPosition], budget: &Budget) -> Result<Nat> {
        let mut sum = Nat::ZERO;
        for own in self.nimbers(pos, budget)? {
            sum ^= own;
        }
        Ok(sum)
    }

    fn nimbers(&mut self, pos: &[AnyPosition], budget: &Budget) -> Result<Vec<Nat>> {
        let terms = self.terms.iter_mut().zip(pos);
        terms.map(|(term, pos)| term.nimber(pos, budget)).collect()
    }

    /// Does the player to move win? The hardest term is only asked whether it has the nimber of the others.
    pub fn wins(&mut self, pos: &[AnyPosition], budget: &Budget) -> Result<bool> {
        let effort = |i: usize| match self.terms[i].known(&pos[i]) {
            Some(_) => 0,
            None => 1 + self.terms[i].size(&pos[i]).min(usize::MAX - 1),
        };
        let mut order: Vec<(usize, usize)> =
            (0..self.terms.len()).map(|i| (effort(i), i)).collect();
        order.sort_unstable();
        let Some((_, hardest)) = order.pop() else {
            return Ok(false);
        };
        let mut others = Nat::ZERO;
        for (_, i) in order {
            others ^= self.terms[i].nimber(&pos[i], budget)?;
        }
        Ok(!self.terms[hardest].is(&pos[hardest], &others, budget)?)
    }

    /// The nimber, every move that leaves 0, and whether these are all: a term with too many options may give none.
    pub fn solve(
        &mut self,
        pos: &[AnyPosition],
        budget: &Budget,
    ) -> Result<(Nat, Vec<Vec<AnyPosition>>, bool)> {
        let nimbers = self.nimbers(pos, budget)?;
        let mut sum = Nat::ZERO;
        for own in &nimbers {
            sum ^= own;
        }
        let (mut winning, mut all) = (Vec::new(), true);
        if sum == Nat::ZERO {
            return Ok((sum, winning, all));
        }
        for (i, own) in nimbers.iter().enumerate() {
            match self.terms[i].replies(&pos[i], &(own ^ &sum), budget) {
                Ok(replies) => winning.extend(replies.into_iter().map(|next| {
                    let mut moved = pos.to_vec();
                    moved[i] = next;
                    moved
                })),
                Err(e) if e.is_limit() && budget.check().is_ok() => all = false,
                Err(e) => return Err(e),
            }
        }
        Ok((sum, winning, all))
    }

    /// Parts whose options were generated, over all questions.
    pub fn nodes(&self) -> u64 {
        self.terms.iter().map(|term| term.nodes()).sum()
    }
}
