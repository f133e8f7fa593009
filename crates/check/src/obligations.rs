//! What has to be shown for each kind of certificate, as searches for counter-examples.

use crate::certificate::{Play, Replies};
use crate::formula::{Atom, Formula, Frame, Linear};
use crate::moves::{Branch, branches, exists};
use crate::rules::{Move, Op, Player, Rules};
use crate::search::{Example, World, search};
use crate::{Error, Obligation, Result};

/// The rules and everything needed to reason about them.
pub(crate) struct Proof<'r, 'w, 'a> {
    pub rules: &'r Rules,
    pub play: Play,
    pub world: &'w mut World<'a>,
    pub obligations: Vec<Obligation>,
}

impl Proof<'_, '_, '_> {
    fn heaps(&self) -> usize {
        self.rules.heaps.len()
    }

    /// Tracks for the heaps and for `more` naturals, without any condition.
    fn open(&self, more: &[&str]) -> Frame {
        Frame::new(
            self.rules
                .heaps
                .iter()
                .cloned()
                .chain(more.iter().map(|s| s.to_string())),
        )
    }

    /// The same, with the condition that the heaps are a position.
    fn position(&self, more: &[&str]) -> Result<Frame> {
        let mut frame = self.open(more);
        let tracks: Vec<usize> = (0..self.heaps()).collect();
        let there = exists(self.rules, &mut frame, &tracks)?;
        Ok(frame.with(there))
    }

    fn member(&self, table: usize) -> Formula {
        Formula::member(table, 0..self.heaps())
    }

    fn claim(&mut self, what: impl Into<String>, counter: Option<(Example, Option<&Move>)>) {
        let detail = counter.as_ref().map_or(
            "no counter-example exists".to_string(),
            |(example, line)| {
                let values: Vec<String> = example
                    .iter()
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect();
                let line =
                    line.map_or(String::new(), |m| format!(" (the move of line {})", m.line));
                format!("fails at {}{line}", values.join(", "))
            },
        );
        self.obligations.push(Obligation {
            what: what.into(),
            ok: counter.is_none(),
            detail,
        });
    }

    /// Claims that no move line has a branch that satisfies `bad`.
    fn claim_of_moves<'m>(
        &mut self,
        what: &str,
        lines: &[&'m Move],
        start: &Frame,
        bad: &dyn Fn(&mut Frame, &[usize]) -> Vec<Formula>,
    ) -> Result<()> {
        for line in lines {
            for Branch { mut frame, results } in branches(self.rules, line, start, None)? {
                for formula in bad(&mut frame, &results) {
                    let found =
                        search(&frame.clone().with(formula), &[], self.heaps(), self.world)?;
                    if let Some(example) = found {
                        self.claim(what, Some((example, Some(line))));
                        return Ok(());
                    }
                }
            }
        }
        self.claim(what, None);
        Ok(())
    }

    /// Claims that whatever satisfies `outer` has, with the same values on its first `shared` tracks, a move of `lines`
    /// that satisfies `good`.
    fn claim_move_exists(
        &mut self,
        what: &str,
        outer: &Frame,
        start: &Frame,
        lines: &[&Move],
        good: &dyn Fn(&mut Frame, &[usize]) -> Formula,
    ) -> Result<()> {
        let mut inner = Vec::new();
        for line in lines {
            for Branch { mut frame, results } in branches(self.rules, line, start, None)? {
                let formula = good(&mut frame, &results);
                inner.push(frame.with(formula));
            }
        }
        let found = search(outer, &inner, start.names.len(), self.world)?;
        self.claim(what, found.map(|example| (example, None)));
        Ok(())
    }

    /// Every move lowers the rank: the forms of the heaps, compared lexicographically, all non-negative.
    pub fn rank(&mut self, rank: &[Vec<u64>]) -> Result<()> {
        let heaps = self.heaps();
        if let Some(form) = rank.iter().find(|form| form.len() != heaps) {
            let message = format!(
                "a form of the rank has {} coefficients, but there are {heaps} heaps",
                form.len()
            );
            return Err(Error::malformed(message));
        }
        let form = |coefficients: &[u64], tracks: &[usize]| {
            let terms = coefficients
                .iter()
                .zip(tracks)
                .map(|(&c, &t)| Linear::track(t).scaled(&c.into()));
            terms.fold(Linear::constant(0), |sum, term| sum.plus(&term))
        };
        let before: Vec<usize> = (0..heaps).collect();
        let kept = |after: &[usize]| {
            let mut ties = Vec::new();
            let mut lower = Vec::new();
            for coefficients in rank {
                let (old, new) = (form(coefficients, &before), form(coefficients, after));
                lower.push(Formula::And(
                    [ties.clone(), vec![Formula::compare(&new, Op::Lt, &old)]].concat(),
                ));
                ties.push(Formula::compare(&new, Op::Eq, &old));
            }
            Formula::Or(lower).not()
        };
        let lines: Vec<&Move> = self.rules.moves.iter().collect();
        let what = match self.rules.sums {
            true => {
                "every heap that a move leaves has a lower rank than the heap moved in, so play ends"
            }
            false => "every move lowers the rank, so play ends",
        };
        let sums = self.rules.sums;
        self.claim_of_moves(
            what,
            &lines,
            &self.position(&[])?,
            &|_, results| match sums {
                true => results.iter().map(|&r| kept(&[r])).collect(),
                false => vec![kept(results)],
            },
        )
    }

    /// Refuses rules under which one heap can become several: then one heap is not a position of its own.
    fn refuse_splits(&self, instead: &str) -> Result<()> {
        match self
            .rules
            .moves
            .iter()
            .find(|m| self.rules.sums && m.results.len() > 1)
        {
            Some(m) => Err(Error::malformed(format!(
                "the rules, line {}: a move that leaves several heaps needs {instead}",
                m.line
            ))),
            None => Ok(()),
        }
    }

    /// Table 0 is the set of P-positions.
    pub fn p_set(&mut self) -> Result<()> {
        if self.rules.moves.iter().any(|m| m.who.is_some()) {
            return Err(Error::malformed(
                "the players' moves differ: P-positions need the kind `partizan-sets`",
            ));
        }
        self.refuse_splits("a certificate of kind `grundy`")?;
        let lines: Vec<&Move> = self.rules.moves.iter().collect();
        let misere = self.play == Play::Misere;
        // A heap that vanishes leaves nothing, which is terminal: a P-position unless play is misère.
        let reached = |results: &[usize]| match results {
            [] if misere => Formula::no(),
            [] => Formula::yes(),
            _ => Formula::member(0, results.iter().copied()),
        };
        let inside = self.position(&[])?.with(self.member(0));
        let outside = self.position(&[])?.with(self.member(0).not());
        self.claim_of_moves(
            "no move leads from the set into the set",
            &lines,
            &inside,
            &|_, r| vec![reached(r)],
        )?;
        let open = self.open(&[]);
        if misere {
            let what = "no position of the set is terminal";
            self.claim_move_exists(what, &inside, &open, &lines, &|_, _| Formula::yes())?;
        }
        self.claim_win(
            &outside,
            &lines,
            "every position outside the set",
            "has a move into the set",
            &|_, r| reached(r),
        )
    }

    /// Whatever satisfies `outer` has a move that satisfies `good`; in misère play, or no move at all.
    fn claim_win(
        &mut self,
        outer: &Frame,
        lines: &[&Move],
        who: &str,
        goal: &str,
        good: &dyn Fn(&mut Frame, &[usize]) -> Formula,
    ) -> Result<()> {
        let open = self.open(&[]);
        if self.play == Play::Normal {
            return self.claim_move_exists(&format!("{who} {goal}"), outer, &open, lines, good);
        }
        let what = format!("{who} {goal} or is terminal");
        for line in lines {
            for Branch { frame, .. } in branches(self.rules, line, outer, None)? {
                self.claim_move_exists(&what, &frame, &open, lines, good)?;
                if self.obligations.last().is_some_and(|o| !o.ok) {
                    return Ok(());
                }
                self.obligations.pop();
            }
        }
        self.claim(what, None);
        Ok(())
    }

    /// Tables 1, 2, … are winning replies by single move lines, on tracks for the heaps before and after the move.
    pub fn strategy(&mut self, replies: &[Replies]) -> Result<()> {
        let heaps = self.heaps();
        if self.rules.sums && self.rules.moves.iter().any(|m| m.results.len() != 1) {
            return Err(Error::malformed(
                "a strategy needs rules under which every move leaves one heap",
            ));
        }
        let primed: Vec<String> = self.rules.heaps.iter().map(|h| format!("{h}'")).collect();
        let primed: Vec<&str> = primed.iter().map(String::as_str).collect();
        let after: Vec<usize> = (heaps..2 * heaps).collect();
        let mut answers = Vec::new();
        for (i, reply) in replies.iter().enumerate() {
            let Some(line) = self.rules.moves.get(reply.line) else {
                let count = self.rules.moves.len();
                return Err(Error::malformed(format!(
                    "the strategy names move {}, but there are {count} moves",
                    reply.line
                )));
            };
            let given = Formula::member(i + 1, 0..2 * heaps);
            let pair = self.open(&primed);
            let outer = self
                .position(&primed)?
                .with(given.clone())
                .with(self.member(0).not());
            let mut inner = Vec::new();
            for branch in branches(self.rules, line, &pair, Some(&after))? {
                inner.push(branch.frame.with(Formula::member(0, after.iter().copied())));
            }
            let found = search(&outer, &inner, 2 * heaps, self.world)?;
            let what = format!(
                "the strategy's replies by move {} are moves of line {} into the set",
                reply.line, line.line
            );
            self.claim(what, found.map(|e| (e, Some(line))));
            answers.push(pair.with(given));
        }
        let what = "the strategy has a reply at every position outside the set";
        let outside = self.position(&[])?.with(self.member(0).not());
        if self.play == Play::Normal {
            let found = search(&outside, &answers, heaps, self.world)?;
            self.claim(what, found.map(|e| (e, None)));
            return Ok(());
        }
        for line in &self.rules.moves {
            for Branch { frame, .. } in branches(self.rules, line, &outside, None)? {
                if let Some(example) = search(&frame, &answers, heaps, self.world)? {
                    self.claim(what, Some((example, None)));
                    return Ok(());
                }
            }
        }
        self.claim(format!("{what} that is not terminal"), None);
        Ok(())
    }

    /// Table 0 holds the positions that Left wins moving first, table 1 those that Right wins moving first.
    pub fn partizan_sets(&mut self) -> Result<()> {
        self.refuse_splits("values of games, which this kind does not have")?;
        let misere = self.play == Play::Misere;
        for (player, own, other) in [(Player::Left, 0, 1), (Player::Right, 1, 0)] {
            let lines: Vec<&Move> = self
                .rules
                .moves
                .iter()
                .filter(|m| m.who.is_none_or(|w| w == player))
                .collect();
            let won = |results: &[usize]| match results {
                [] if misere => Formula::no(),
                [] => Formula::yes(),
                _ => Formula::member(other, results.iter().copied()).not(),
            };
            let inside = self.position(&[])?.with(self.member(own));
            let outside = self.position(&[])?.with(self.member(own).not());
            let lost = format!(
                "outside {player:?}'s set no move of {player:?} leads outside the opponent's set"
            );
            self.claim_of_moves(&lost, &lines, &outside, &|_, r| vec![won(r)])?;
            if misere {
                let what = format!("outside {player:?}'s set {player:?} has a move");
                let open = self.open(&[]);
                self.claim_move_exists(&what, &outside, &open, &lines, &|_, _| Formula::yes())?;
            }
            let (who, goal) = (
                format!("every position of {player:?}'s set"),
                "has a move outside the opponent's set",
            );
            self.claim_win(&inside, &lines, &who, goal, &|_, r| won(r))?;
        }
        Ok(())
    }

    /// Table 0 is the graph of the Grundy function, on tracks for the heaps and the value.
    pub fn grundy(&mut self) -> Result<()> {
        if self.rules.moves.iter().any(|m| m.who.is_some()) {
            return Err(Error::malformed(
                "the players' moves differ, so there are no Grundy values",
            ));
        }
        if self.play == Play::Misere {
            return Err(Error::malformed(
                "Grundy values decide normal play; a `grundy` certificate has play `normal`",
            ));
        }
        let heaps = self.heaps();
        let graph = |value: usize| Formula::member(0, (0..heaps).chain([value]));
        let lines: Vec<&Move> = self.rules.moves.iter().collect();
        let some = self.open(&["g"]).with(graph(heaps));
        let found = search(&self.position(&[])?, &[some], heaps, self.world)?;
        self.claim("every position has a value", found.map(|e| (e, None)));
        let below =
            |a: usize, b: usize| Formula::compare(&Linear::track(a), Op::Lt, &Linear::track(b));
        let two = self
            .position(&["g", "h"])?
            .with(graph(heaps))
            .with(graph(heaps + 1))
            .with(below(heaps, heaps + 1));
        let found = search(&two, &[], heaps, self.world)?;
        self.claim("no position has two values", found.map(|e| (e, None)));
        let sums = self.rules.sums;
        let start = self.position(&["g"])?.with(graph(heaps));
        self.claim_of_moves(
            "no option has the position's own value",
            &lines,
            &start,
            &|frame, results| vec![option_value(frame, results, heaps, sums)],
        )?;
        // h before g: the options are asked about the heaps and h alone.
        let outer = self
            .position(&["h", "g"])?
            .with(graph(heaps + 1))
            .with(below(heaps, heaps + 1));
        let what = "every smaller value is an option's value";
        let open = self.open(&["h"]);
        self.claim_move_exists(what, &outer, &open, &lines, &|frame, results| {
            option_value(frame, results, heaps, sums)
        })
    }
}

/// `value` is the exclusive or of the values of the heaps `results`; where a position is a tuple, its value.
fn option_value(frame: &mut Frame, results: &[usize], value: usize, sums: bool) -> Formula {
    if !sums {
        return Formula::member(0, results.iter().copied().chain([value]));
    }
    let Some((&last, others)) = results.split_last() else {
        return Formula::compare(&Linear::track(value), Op::Eq, &Linear::constant(0));
    };
    // value = v1 xor (v2 xor (… xor v_last)): each step takes one heap's value off.
    let mut rest = value;
    let mut all = Vec::new();
    for &heap in others {
        let (one, left) = (
            frame.fresh("value", true),
            frame.fresh("other values", true),
        );
        all.push(Formula::member(0, [heap, one]));
        all.push(Formula::Atom(Atom::Xor([rest, one, left])));
        rest = left;
    }
    all.push(Formula::member(0, [last, rest]));
    Formula::And(all)
}
