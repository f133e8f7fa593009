//! What has to be shown for each kind of certificate, as searches for counter-examples.

use crate::certificate::{Play, Replies};
use crate::formula::{Atom, Formula};
use crate::frame::Frame;
use crate::linear::Linear;
use crate::moves::{Branch, branches, exists};
use crate::rules::{Move, Op, Player, Rules};
use crate::search::{World, search};
use crate::{Error, Obligation, Result};

/// The rules and everything needed to reason about them.
pub(crate) struct Proof<'r, 'w, 'a> {
    pub rules: &'r Rules,
    pub play: Play,
    pub world: &'w mut World<'a>,
    pub obligations: Vec<Obligation>,
}

/// Different forms of a rank, at most.
const MOST_FORMS: usize = 64;

/// A frame, and the line of the rules whose move it contains.
type Case = (Frame, Option<usize>);

impl<'r> Proof<'r, '_, '_> {
    fn heaps(&self) -> usize {
        self.rules.heaps.len()
    }

    /// Tracks for the heaps and for `more` naturals, without any condition.
    fn open(&self, more: &[&str]) -> Frame {
        let more = more.iter().map(|s| s.to_string());
        Frame::new(
            self.rules.heaps.iter().cloned().chain(more),
            self.world.budget,
        )
    }

    /// The same, with the condition that the heaps are a position.
    fn position(&self, more: &[&str]) -> Result<Frame> {
        let mut frame = self.open(more);
        let tracks: Vec<usize> = (0..self.heaps()).collect();
        let there = exists(self.rules, &mut frame, &tracks)?;
        Ok(frame.with(there))
    }

    /// The heaps are in the set of the table.
    fn member(&self, table: usize) -> Formula {
        Formula::member(table, 0..self.heaps())
    }

    /// `start` and a move of one of `lines` that satisfies one of the formulas given by `which`.
    fn with_move(
        &self,
        start: &Frame,
        lines: &[&Move],
        which: &dyn Fn(&mut Frame, &[usize]) -> Vec<Formula>,
    ) -> Result<Vec<Case>> {
        let mut cases = Vec::new();
        for line in lines {
            for Branch { mut frame, results } in branches(self.rules, line, start, None)? {
                for formula in which(&mut frame, &results) {
                    frame.pay()?;
                    self.world.budget.formula(formula.size())?;
                    cases.push((frame.clone().with(formula), Some(line.line)));
                }
            }
        }
        Ok(cases)
    }

    /// Records the claim that whatever satisfies one of `cases` satisfies one of `answers` with the same values on the
    /// first `shared` tracks. Once a claim has failed, the certificate is refuted and nothing more is searched.
    fn claim(&mut self, what: &str, cases: &[Case], answers: &[Case], shared: usize) -> Result<()> {
        if self.obligations.last().is_some_and(|o| !o.ok) {
            return Ok(());
        }
        let frames = |cases: &[Case]| {
            cases
                .iter()
                .map(|(frame, _)| frame.clone())
                .collect::<Vec<_>>()
        };
        let found = search(&frames(cases), &frames(answers), shared, self.world)?;
        let ok = found.is_none();
        let detail = found.map_or(
            "no counter-example exists".to_string(),
            |(case, example)| {
                let values: Vec<String> = example
                    .iter()
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect();
                let line = cases[case].1.map_or(String::new(), |line| {
                    format!(", by the move of line {line}")
                });
                format!("fails at {}{line}", values.join(", "))
            },
        );
        self.obligations.push(Obligation {
            what: what.to_string(),
            ok,
            detail,
        });
        Ok(())
    }

    /// Claims that no case exists.
    fn claim_none(&mut self, what: &str, cases: &[Case]) -> Result<()> {
        self.claim(what, cases, &[], self.heaps())
    }

    /// Claims that whatever satisfies `outer` has one of the `answers`; in misère play, or no move of `lines` at all.
    fn claim_answer(
        &mut self,
        what: &str,
        outer: &Frame,
        answers: &[Case],
        lines: &[&Move],
    ) -> Result<()> {
        match self.play {
            Play::Normal => self.claim(what, &[(outer.clone(), None)], answers, self.heaps()),
            Play::Misere => {
                let movable = self.with_move(outer, lines, &|_, _| vec![Formula::yes()])?;
                self.claim(
                    &format!("{what} or is terminal"),
                    &movable,
                    answers,
                    self.heaps(),
                )
            }
        }
    }

    /// Every move lowers the rank: the values of the forms, compared lexicographically.
    pub fn rank(&mut self, rank: &[Vec<u64>]) -> Result<()> {
        let heaps = self.heaps();
        if let Some(form) = rank.iter().find(|form| form.len() != heaps) {
            let message = format!(
                "a form of the rank has {} coefficients, but there are {heaps} heaps",
                form.len()
            );
            return Err(Error::malformed(message));
        }
        // Equal forms are one: the later ones decide nothing.
        let mut different: Vec<&Vec<u64>> = Vec::new();
        for form in rank {
            self.world.budget.steps(different.len() as u64)?;
            if !different.contains(&form) {
                different.push(form);
            }
            if different.len() > MOST_FORMS {
                return Err(Error::malformed(format!(
                    "the rank has more than {MOST_FORMS} different forms"
                )));
            }
        }
        let value = |form: &[u64], tracks: &[usize]| {
            let terms = form
                .iter()
                .zip(tracks)
                .map(|(&c, &t)| Linear::track(t).scaled(&c.into()));
            terms.fold(Linear::constant(0), |sum, term| sum.plus(&term))
        };
        let before: Vec<usize> = (0..heaps).collect();
        let kept = |after: &[usize]| {
            let mut ties = Vec::new();
            let mut lower = Vec::new();
            for &form in &different {
                let (old, new) = (value(form, &before), value(form, after));
                lower.push(Formula::And(
                    [ties.clone(), vec![Formula::compare(&new, Op::Lt, &old)]].concat(),
                ));
                ties.push(Formula::compare(&new, Op::Eq, &old));
            }
            Formula::Or(lower).not()
        };
        let sums = self.rules.sums;
        let what = match sums {
            true => {
                "every heap that a move leaves has a lower rank than the heap moved in, so play ends"
            }
            false => "every move lowers the rank, so play ends",
        };
        let cases =
            self.with_move(
                &self.position(&[])?,
                &self.lines(None),
                &|_, results| match sums {
                    true => results.iter().map(|&r| kept(&[r])).collect(),
                    false => vec![kept(results)],
                },
            )?;
        self.claim_none(what, &cases)
    }

    /// The move lines of a player; all lines for `None`.
    fn lines(&self, player: Option<Player>) -> Vec<&'r Move> {
        let has = |m: &&Move| player.is_none() || m.who.is_none() || m.who == player;
        self.rules.moves.iter().filter(has).collect()
    }

    /// Refuses rules under which one heap can become several: then one heap is not a position of its own.
    fn refuse_splits(&self, instead: &str) -> Result<()> {
        match self
            .rules
            .moves
            .iter()
            .find(|m| self.rules.sums && m.results.len() > 1)
        {
            Some(m) => {
                let message = format!(
                    "the rules, line {}: a move that leaves several heaps needs {instead}",
                    m.line
                );
                Err(Error::malformed(message))
            }
            None => Ok(()),
        }
    }

    /// Refuses rules with moves of one player only.
    fn refuse_partizan(&self, why: &str) -> Result<()> {
        match self.rules.moves.iter().find(|m| m.who.is_some()) {
            Some(m) => Err(Error::malformed(format!(
                "the rules, line {}: the players' moves differ, {why}",
                m.line
            ))),
            None => Ok(()),
        }
    }

    /// Rules of single heaps: nothing tells an empty heap from a heap that is gone.
    pub fn empty_heap_is_no_heap(&mut self) -> Result<()> {
        let empty = Formula::compare(&Linear::track(0), Op::Eq, &Linear::constant(0));
        let empty = self.position(&[])?.with(empty);
        let moves = self.with_move(&empty, &self.lines(None), &|_, _| vec![Formula::yes()])?;
        self.claim_none("an empty heap, if it exists, has no move", &moves)
    }

    /// Table 0 is the set of P-positions.
    pub fn p_set(&mut self) -> Result<()> {
        self.refuse_partizan("so the kind is `partizan-sets`")?;
        self.refuse_splits("a certificate of kind `grundy`")?;
        let lines = self.lines(None);
        let misere = self.play == Play::Misere;
        // A heap that vanishes leaves nothing, which is terminal: a P-position unless play is misère.
        let reached = |_: &mut Frame, results: &[usize]| match results {
            [] if misere => vec![Formula::no()],
            [] => vec![Formula::yes()],
            _ => vec![Formula::member(0, results.iter().copied())],
        };
        let inside = self.position(&[])?.with(self.member(0));
        let outside = self.position(&[])?.with(self.member(0).not());
        let bad = self.with_move(&inside, &lines, &reached)?;
        self.claim_none("no move leads from the set into the set", &bad)?;
        if misere {
            let moves = self.with_move(&self.open(&[]), &lines, &|_, _| vec![Formula::yes()])?;
            self.claim(
                "no position of the set is terminal",
                &[(inside, None)],
                &moves,
                self.heaps(),
            )?;
        }
        let good = self.with_move(&self.open(&[]), &lines, &reached)?;
        self.claim_answer(
            "every position outside the set has a move into the set",
            &outside,
            &good,
            &lines,
        )
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
        let pair = self.open(&primed);
        let outside = self.member(0).not();
        let mut answers = Vec::new();
        for (i, reply) in replies.iter().enumerate() {
            let count = self.rules.moves.len();
            let line = self.rules.moves.get(reply.line).ok_or_else(|| {
                Error::malformed(format!(
                    "the strategy names move {}, but there are {count} moves, from 0",
                    reply.line
                ))
            })?;
            let given = Formula::member(i + 1, 0..2 * heaps);
            let outer = self
                .position(&primed)?
                .with(given.clone())
                .with(outside.clone());
            let inner: Vec<Case> = branches(self.rules, line, &pair, Some(&after))?
                .into_iter()
                .map(|b| {
                    (
                        b.frame.with(Formula::member(0, after.iter().copied())),
                        None,
                    )
                })
                .collect();
            let what = format!(
                "the strategy's replies by move {} are such moves, into the set",
                reply.line
            );
            self.claim(&what, &[(outer, Some(line.line))], &inner, 2 * heaps)?;
            answers.push((pair.clone().with(given), None));
        }
        let what = "every position outside the set has a reply of the strategy";
        self.claim_answer(
            what,
            &self.position(&[])?.with(outside),
            &answers,
            &self.lines(None),
        )
    }

    /// Table 0 holds the positions that Left wins moving first, table 1 those that Right wins moving first.
    pub fn partizan_sets(&mut self) -> Result<()> {
        self.refuse_splits("values of games, which no certificate has yet")?;
        let misere = self.play == Play::Misere;
        for (player, own, other) in [(Player::Left, 0, 1), (Player::Right, 1, 0)] {
            let lines = self.lines(Some(player));
            let won = |_: &mut Frame, results: &[usize]| match results {
                [] if misere => vec![Formula::no()],
                [] => vec![Formula::yes()],
                _ => vec![Formula::member(other, results.iter().copied()).not()],
            };
            let inside = self.position(&[])?.with(self.member(own));
            let outside = self.position(&[])?.with(self.member(own).not());
            let bad = self.with_move(&outside, &lines, &won)?;
            let what = format!(
                "outside {player:?}'s set no move of {player:?} leads outside the opponent's set"
            );
            self.claim_none(&what, &bad)?;
            if misere {
                let moves =
                    self.with_move(&self.open(&[]), &lines, &|_, _| vec![Formula::yes()])?;
                let what = format!("outside {player:?}'s set {player:?} has a move");
                self.claim(&what, &[(outside, None)], &moves, self.heaps())?;
            }
            let good = self.with_move(&self.open(&[]), &lines, &won)?;
            let what =
                format!("every position of {player:?}'s set has a move outside the opponent's set");
            self.claim_answer(&what, &inside, &good, &lines)?;
        }
        Ok(())
    }

    /// Table 0 is the graph of the Grundy function, on tracks for the heaps and the value.
    pub fn grundy(&mut self) -> Result<()> {
        self.refuse_partizan("so there are no Grundy values")?;
        if self.play == Play::Misere {
            return Err(Error::malformed(
                "Grundy values decide normal play; a `grundy` certificate has play `normal`",
            ));
        }
        let (heaps, sums) = (self.heaps(), self.rules.sums);
        let lines = self.lines(None);
        let graph = |value: usize| Formula::member(0, (0..heaps).chain([value]));
        let (first, second) = (heaps, heaps + 1);
        let below = Formula::compare(&Linear::track(first), Op::Lt, &Linear::track(second));
        let some = self.open(&["g"]).with(graph(first));
        self.claim(
            "every position has a value",
            &[(self.position(&[])?, None)],
            &[(some, None)],
            heaps,
        )?;
        let two = self
            .position(&["g", "h"])?
            .with(graph(first))
            .with(graph(second))
            .with(below.clone());
        self.claim_none("no position has two values", &[(two, None)])?;
        let option =
            |frame: &mut Frame, results: &[usize]| vec![option_value(frame, results, first, sums)];
        let own = self.with_move(&self.position(&["g"])?.with(graph(first)), &lines, &option)?;
        self.claim_none("no option has the position's own value", &own)?;
        // h, then g above it: the options are asked about the heaps and h alone.
        let smaller = self.position(&["h", "g"])?.with(graph(second)).with(below);
        let reached = self.with_move(&self.open(&["h"]), &lines, &option)?;
        self.claim(
            "every smaller value is an option's value",
            &[(smaller, None)],
            &reached,
            heaps + 1,
        )
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
