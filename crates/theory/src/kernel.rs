//! Machine proofs: a set or a Grundy function is right iff it satisfies the equations that define it.
//!
//! Play that ends (every move lowers a rank) makes the solution of these equations unique, so checking them proves the claim:
//! - P-positions: exactly the positions without a move into P (misère: and with some move);
//! - partizan: Left to move wins iff some Left move reaches a position where Right to move does not win, and likewise Right;
//! - Grundy values: no option has the position's own value, and every smaller value is the value of some option.
//!
//! Each is a first-order sentence over automatic relations; where it fails, the least tuple of digits at fault is shown.

use crate::relation::{MoveRelation, Relations};
use crate::strategy::option_value;
use bouton_automata::{Automaton, Error, Formula, Limits, Numeration, Op, Var, compile};
use bouton_rules::{Nat, Play, Player};
use num_bigint::BigInt;
use std::sync::Arc;

/// Result of checking a conjecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The equations hold everywhere.
    Holds,
    /// They fail at this position, for this reason.
    Fails {
        /// Coordinates of the position.
        at: Vec<Nat>,
        /// What is wrong there, in words.
        why: String,
    },
}

/// The equations of a game in one numeration system.
pub struct Kernel<'a> {
    relations: &'a Relations,
    numeration: &'a Numeration,
    limits: &'a Limits,
    domain: Automaton,
}

type Result<T> = std::result::Result<T, Error>;

impl<'a> Kernel<'a> {
    /// Compiles the domain.
    pub fn new(
        relations: &'a Relations,
        numeration: &'a Numeration,
        limits: &'a Limits,
    ) -> Result<Self> {
        let all = Automaton::all(numeration, &relations.coordinates())?;
        let domain = compile(&relations.domain, numeration, limits)?.and(&all, limits)?;
        Ok(Kernel {
            relations,
            numeration,
            limits,
            domain,
        })
    }

    /// The positions that exist.
    pub fn domain(&self) -> &Automaton {
        &self.domain
    }

    fn compile(&self, f: &Formula) -> Result<Automaton> {
        compile(f, self.numeration, self.limits)
    }

    fn moves(&self, who: Option<Player>) -> impl Iterator<Item = &MoveRelation> {
        self.relations
            .moves
            .iter()
            .filter(move |m| who.is_none() || m.who.is_none() || m.who == who)
    }

    /// Positions from which `who` (anyone for `None`) has a move to a position with `test`.
    fn reaching(
        &self,
        who: Option<Player>,
        test: impl Fn(&MoveRelation) -> Formula,
    ) -> Result<Automaton> {
        let mut reached = Automaton::none(self.numeration, &self.relations.coordinates())?;
        for m in self.moves(who) {
            let step = Formula::Exists(
                m.changed.clone(),
                Box::new(Formula::And(vec![m.formula.clone(), test(m)])),
            );
            reached = reached.or(&self.compile(&step)?, self.limits)?;
        }
        Ok(reached)
    }

    /// Positions from which `who` can move at all.
    fn mobile(&self, who: Option<Player>) -> Result<Automaton> {
        self.reaching(who, |_| Formula::True)
    }

    /// Positions from which `who` can move into `set`.
    fn leading_into(&self, who: Option<Player>, set: &Arc<Automaton>) -> Result<Automaton> {
        self.reaching(who, |m| Formula::Is(set.clone(), m.results.clone()))
    }

    fn fails(&self, at: &Automaton, why: &str) -> Option<Verdict> {
        let tuple = at.least()?;
        let value = |v: Var| {
            at.vars()
                .iter()
                .position(|&w| w == v)
                .map_or(Nat::ZERO, |i| tuple[i].clone())
        };
        let at = self
            .relations
            .coordinates()
            .into_iter()
            .map(value)
            .collect();
        Some(Verdict::Fails {
            at,
            why: why.to_string(),
        })
    }

    /// Every move lowers the rank: lexicographic linear forms with natural coefficients (`heap n`: every heap that results).
    pub fn check_rank(&self, rank: &[Vec<BigInt>]) -> Result<Verdict> {
        for m in &self.relations.moves {
            let targets: Vec<Vec<Var>> = match self.relations.sums {
                true => m.results.iter().map(|&v| vec![v]).collect(),
                false => vec![m.results.clone()],
            };
            for target in targets {
                let stays = Formula::And(vec![
                    m.formula.clone(),
                    Formula::Not(Box::new(lower(rank, &target))),
                ]);
                let stays = self.compile(&stays)?;
                let why = format!("the move on line {} does not lower the rank", m.line);
                if let Some(v) = self.fails(&stays, &why) {
                    return Ok(v);
                }
            }
        }
        Ok(Verdict::Holds)
    }

    /// Is `p` the set of P-positions?
    pub fn check_p_set(&self, p: &Automaton, play: Play) -> Result<Verdict> {
        let set = Arc::new(p.clone());
        if let Some(v) = self.fails(
            &p.difference(&self.domain, self.limits)?,
            "it is in the set but does not exist",
        ) {
            return Ok(v);
        }
        let into = self.leading_into(None, &set)?;
        if let Some(v) = self.fails(
            &p.and(&into, self.limits)?,
            "it is in the set and has a move into the set",
        ) {
            return Ok(v);
        }
        let mut won = into;
        if play == Play::Misere {
            let terminal = self.domain.difference(&self.mobile(None)?, self.limits)?;
            if let Some(v) = self.fails(
                &p.and(&terminal, self.limits)?,
                "it is in the set and has no move",
            ) {
                return Ok(v);
            }
            won = won.or(&terminal, self.limits)?;
        }
        let rest = self
            .domain
            .difference(p, self.limits)?
            .difference(&won, self.limits)?;
        Ok(self
            .fails(&rest, "it is outside the set and has no move into the set")
            .unwrap_or(Verdict::Holds))
    }

    /// Are `left` and `right` the positions where Left, and Right, wins moving first?
    pub fn check_partizan(
        &self,
        left: &Automaton,
        right: &Automaton,
        play: Play,
    ) -> Result<Verdict> {
        for (who, mine, theirs) in [(Player::Left, left, right), (Player::Right, right, left)] {
            let safe = Arc::new(self.domain.difference(theirs, self.limits)?);
            let mut won = self.leading_into(Some(who), &safe)?;
            if play == Play::Misere {
                won = won.or(
                    &self
                        .domain
                        .difference(&self.mobile(Some(who))?, self.limits)?,
                    self.limits,
                )?;
            }
            let name = who.name();
            let extra = mine.difference(&won, self.limits)?;
            if let Some(v) = self.fails(
                &extra,
                &format!("the set of {name} has it, but {name} to move does not win"),
            ) {
                return Ok(v);
            }
            let missing = won.difference(mine, self.limits)?;
            if let Some(v) = self.fails(
                &missing,
                &format!("{name} to move wins, but the set of {name} lacks it"),
            ) {
                return Ok(v);
            }
        }
        Ok(Verdict::Holds)
    }

    /// Values of options: the relation between a position and `h` that holds iff some option has value `h` under `graph`.
    /// The graph is over the coordinates and then variable `arity`.
    fn option_values(&self, graph: &Arc<Automaton>, h: Var) -> Result<Automaton> {
        let mut vars = self.relations.coordinates();
        vars.push(h);
        let mut values = Automaton::none(self.numeration, &vars)?;
        for m in &self.relations.moves {
            let value = if self.relations.sums {
                option_value(m, graph, h)
            } else {
                let mut to = m.results.clone();
                to.push(h);
                Formula::Is(graph.clone(), to)
            };
            let body = Formula::And(vec![m.formula.clone(), value]);
            let step = self.compile(&Formula::Exists(m.changed.clone(), Box::new(body)))?;
            values = values.or(&step, self.limits)?;
        }
        Ok(values)
    }

    /// Is `graph`, over the coordinates and then the value, the graph of the Grundy function?
    pub fn check_grundy(&self, graph: &Automaton) -> Result<Verdict> {
        let g = self.relations.arity as Var;
        // Variables of the moves start at `arity`; keep the value tracks clear of them.
        let value = self.relations.free;
        let (h, other) = (value + 1, value + 1);
        let graph = Arc::new(graph.clone());
        let own = graph.rename(&[(g, value)])?;
        let exists = own.exists(&[value], self.limits)?;
        if let Some(v) = self.fails(
            &exists.difference(&self.domain, self.limits)?,
            "it has a value but does not exist",
        ) {
            return Ok(v);
        }
        if let Some(v) = self.fails(
            &self.domain.difference(&exists, self.limits)?,
            "it has no value",
        ) {
            return Ok(v);
        }
        let second = graph.rename(&[(g, other)])?;
        let less = self.compile(&difference(other, value, Op::Lt))?;
        let smaller = own.and(&less, self.limits)?;
        if let Some(v) = self.fails(&smaller.and(&second, self.limits)?, "it has two values") {
            return Ok(v);
        }
        let options = self.option_values(&graph, h)?;
        let same = own.and(&options.rename(&[(h, value)])?, self.limits)?;
        if let Some(v) = self.fails(&same, "an option has the same value") {
            return Ok(v);
        }
        let missing = smaller.difference(&options, self.limits)?;
        Ok(self
            .fails(&missing, "a smaller value is the value of no option")
            .unwrap_or(Verdict::Holds))
    }
}

fn difference(a: Var, b: Var, op: Op) -> Formula {
    Formula::Linear {
        terms: vec![(1.into(), a), ((-1).into(), b)],
        op,
        constant: 0.into(),
    }
}

/// The rank of the target is lexicographically below the rank of coordinates 0, 1, ….
pub(crate) fn lower(rank: &[Vec<BigInt>], target: &[Var]) -> Formula {
    let mut any = Vec::new();
    let mut equal_before: Vec<Formula> = Vec::new();
    for form in rank {
        let mut terms: Vec<(BigInt, Var)> = Vec::new();
        for (i, c) in form.iter().enumerate() {
            terms.push((c.clone(), target[i]));
            terms.push((-c.clone(), i as Var));
        }
        let compare = |op| Formula::Linear {
            terms: terms.clone(),
            op,
            constant: 0.into(),
        };
        let mut all = equal_before.clone();
        all.push(compare(Op::Lt));
        any.push(Formula::And(all));
        equal_before.push(compare(Op::Eq));
    }
    Formula::Or(any)
}
