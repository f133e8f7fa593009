//! Rule files as games: the rulesets that run [`HeapRules`].

use crate::endless::endless;
use crate::facts::Clock;
use crate::kind::{Ending, Ends, Loops, Own, Players, Same, partizan};
use crate::listing::{
    MAX_STEPS, Meter, each_result, each_result_of, in_domain, metered, undecided,
};
use crate::plan::Plan;
use crate::print::show_condition;
use crate::rank::{may_idle, row_major_falls};
use bouton_core::Budget;
use bouton_rules::heaps::shorten;
use bouton_rules::{
    Error, HeapRules, Heaps, Impartial, Info, Nat, Partizan, Player, Rank, Result, Ruleset, Short,
};
use num_bigint::BigInt;
use std::collections::HashSet;
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

/// A game whose rules are a rule file. The parameters are its kind: who has which moves, and whether play must end.
///
/// `heap n`: a position is a multiset of heaps, sorted. Empty heaps never count, unless the rules give an empty heap a
/// move. `heaps a b …`: a position is one tuple.
#[derive(Clone, Debug)]
pub struct HeapwiseGame<P, E> {
    inner: Arc<Inner>,
    kind: PhantomData<(P, E)>,
}

/// The budget of a question.
pub(crate) struct Watch(Budget);

impl Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

#[derive(Debug)]
pub(crate) struct Inner {
    pub rules: Arc<HeapRules>,
    /// Sums: an empty heap can be moved in, so it counts.
    pub empty_moves: bool,
    pub plan: Plan,
    /// Some move may leave everything as it was: that is no move.
    pub idle: bool,
    /// The budget of the question that is being answered.
    pub watch: Mutex<Watch>,
    /// Row-major order is an order in which options come first.
    pub row_major: bool,
}

/// An impartial rule file of which every play ends.
///
/// ```
/// use bouton_rulefile::{HeapGame, builtin, load};
/// use bouton_rules::{Impartial, Ruleset};
/// let rules = load(builtin("wythoff").unwrap(), "wythoff.game").unwrap();
/// let game = HeapGame::new(rules.into()).unwrap();
/// let pos = game.parse("1,2").unwrap();
/// let options: Vec<String> = game.options(&pos).unwrap().iter().map(|p| game.show(p)).collect();
/// assert_eq!(options, ["0,2", "1,1", "1,0", "0,1"]);
/// ```
pub type HeapGame = HeapwiseGame<Same, Ends>;
/// A partizan rule file of which every play ends.
pub type PartizanHeapGame = HeapwiseGame<Own, Ends>;
/// An impartial rule file that may be played for ever.
pub type LoopyHeapGame = HeapwiseGame<Same, Loops>;
/// A partizan rule file that may be played for ever.
pub type LoopyPartizanHeapGame = HeapwiseGame<Own, Loops>;

impl<P: Players, E: Ending> HeapwiseGame<P, E> {
    /// The game with these rules.
    ///
    /// # Errors
    /// If the rules are partizan and the kind is impartial, or the kind must end and no rank is known.
    pub fn new(rules: Arc<HeapRules>) -> Result<Self> {
        if P::SAME
            && let Some(rule) = rules.moves.iter().find(|m| m.who.is_some())
        {
            return Err(partizan(&rules.name, rule.line));
        }
        if E::ENDS
            && let Some(witness) = endless(&rules)
        {
            return Err(Error::input(witness.to_string()));
        }
        let empty_moves = rules.sums && empty_heap_moves(&rules)?;
        let unlimited = Budget::unlimited();
        let row_major = E::ENDS && row_major_falls(&rules, &Clock::new(&unlimited));
        let plan = Plan::new(&rules);
        let idle = may_idle(&rules);
        let inner = Inner {
            rules,
            empty_moves,
            plan,
            idle,
            watch: Mutex::new(Watch(unlimited)),
            row_major,
        };
        Ok(HeapwiseGame {
            inner: Arc::new(inner),
            kind: PhantomData,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<HeapRules> {
        &self.inner.rules
    }

    pub(crate) fn inner(&self) -> &Inner {
        &self.inner
    }

    /// The positions that one move of `who` (both players for `None`) leads to: file order, no repeats.
    fn list(&self, who: Option<Player>, pos: &Heaps) -> Result<Vec<Heaps>> {
        let watch = self.inner.watch.lock();
        let budget = watch.unwrap_or_else(PoisonError::into_inner).0.clone();
        metered(MAX_STEPS, &budget, |meter| {
            self.list_within(who, pos, meter)
        })
    }

    fn list_within(
        &self,
        who: Option<Player>,
        pos: &Heaps,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Heaps>> {
        let rules = self.rules();
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        if !rules.sums {
            self.check(pos, pos)?;
            each_result(rules, who, &pos.0, meter, &mut |_, to| {
                let to = Heaps(to);
                if to != *pos && seen.insert(to.clone()) {
                    found.push(to);
                }
            })?;
            return Ok(found);
        }
        let pos = self.tidy(pos.clone());
        for i in 0..pos.0.len() {
            if i > 0 && pos.0[i] == pos.0[i - 1] {
                continue;
            }
            each_result(rules, who, &pos.0[i..=i], meter, &mut |_, to| {
                let others = pos.0[..i].iter().chain(&pos.0[i + 1..]).cloned();
                let to = self.tidy(Heaps(others.chain(to).collect()));
                if to != pos && seen.insert(to.clone()) {
                    found.push(to);
                }
            })?;
        }
        Ok(found)
    }

    /// Sums: sorted, without the empty heaps that do not count.
    fn tidy(&self, mut pos: Heaps) -> Heaps {
        if !self.inner.empty_moves {
            return pos.as_multiset();
        }
        pos.0.sort();
        pos
    }

    /// Is `pos` a position? `written` is what the user wrote.
    fn check(&self, pos: &Heaps, written: &dyn std::fmt::Display) -> Result<()> {
        let rules = self.rules();
        let wrong = |why: String| {
            let shown = shorten(&written.to_string());
            Err(Error::input(format!(
                "position `{shown}` of {}: {why}",
                rules.name
            )))
        };
        let condition = || shorten(&show_condition(&rules.domain, &rules.heaps));
        let asked = match rules.sums {
            true => pos.0.chunks(1).collect::<Vec<_>>(),
            false => vec![&pos.0[..]],
        };
        if asked.iter().any(|at| undecided(rules, at)) {
            let shown = shorten(&written.to_string());
            return Err(Error::limit(format!(
                "position `{shown}` of {}: whether it exists depends on whether a number above 3·10^24 is prime; take smaller heaps",
                rules.name
            )));
        }
        if rules.sums {
            return match pos
                .0
                .iter()
                .find(|n| !in_domain(rules, std::slice::from_ref(n)))
            {
                Some(n) => wrong(format!(
                    "a heap of {} does not exist; every heap {} has {}",
                    shorten(&n.to_string()),
                    rules.heaps[0],
                    condition()
                )),
                None => Ok(()),
            };
        }
        let arity = rules.heaps.len();
        if pos.0.len() != arity {
            let heaps = if arity == 1 { "heap" } else { "heaps" };
            let named = rules.heaps.join(",");
            return wrong(format!(
                "it has {} and the game has {arity} {heaps}; write {named} as {}",
                pos.0.len(),
                self.sample()
            ));
        }
        if !in_domain(rules, &pos.0) {
            let named = rules.heaps.join(",");
            return wrong(format!(
                "it does not exist; positions {named} have {}, like {}",
                condition(),
                self.sample()
            ));
        }
        Ok(())
    }

    fn sample(&self) -> String {
        self.examples().swap_remove(0)
    }

    /// Small positions that exist.
    fn examples(&self) -> Vec<String> {
        let rules = self.rules();
        let exists = |pos: &[u64]| in_domain(rules, &Heaps::of(pos).0);
        if rules.sums {
            let sizes: Vec<u64> = (1..=1000).filter(|&n| exists(&[n])).take(4).collect();
            return match sizes[..] {
                [.., a, b] => vec![b.to_string(), format!("{a},{b}")],
                [a] => vec![a.to_string()],
                _ => vec!["0".to_string()],
            };
        }
        let arity = rules.heaps.len();
        let largest = match arity {
            1 => 9,
            2 => 5,
            3 => 4,
            4 => 3,
            _ => 1,
        };
        let usual: Vec<u64> = (0..arity as u64)
            .map(|i| if arity > 4 { 1 } else { largest - i % 2 })
            .collect();
        let mut found: Vec<Vec<u64>> = Vec::new();
        let flat = vec![largest; arity];
        found.extend([usual, flat].into_iter().filter(|p| exists(p)));
        if found.is_empty() {
            // An odometer over small sizes, then larger ones, until something exists.
            let sizes: &[u64] = if arity <= 4 {
                &[1, 2, 3, 0, 4, 5, 6, 7, 8, 10, 12, 16, 20, 100, 1000]
            } else {
                &[1, 2, 0]
            };
            let mut at = vec![0_usize; arity];
            for _ in 0..100_000 {
                let pos: Vec<u64> = at.iter().map(|&i| sizes[i]).collect();
                if exists(&pos) {
                    found.push(pos);
                    break;
                }
                for digit in at.iter_mut() {
                    *digit = (*digit + 1) % sizes.len();
                    if *digit > 0 {
                        break;
                    }
                }
            }
        }
        if found.is_empty() {
            found.push(vec![0; arity]);
        }
        found.dedup();
        found.iter().map(|p| Heaps::of(p).to_string()).collect()
    }
}

/// The game of single heaps on `count` heaps as one position: see [`HeapRules::on_heaps`]. Coordinates are shifted where an empty
/// heap has a move, and so differs from a heap that is gone. `None` if a move leaves more than one heap.
///
/// # Errors
/// If the moves of an empty heap are too many to list.
pub fn on_heaps(rules: &HeapRules, count: usize) -> Result<Option<HeapRules>> {
    let shifted = rules.sums && empty_heap_moves(rules)?;
    Ok(rules.on_heaps(count, shifted))
}

/// Loop steps for the question whether an empty heap has a move.
const EMPTY_STEPS: u64 = MAX_STEPS / 4;

/// Can an empty heap be moved in?
fn empty_heap_moves(rules: &HeapRules) -> Result<bool> {
    let empty = [Nat::default()];
    if !in_domain(rules, &empty) {
        return Ok(false);
    }
    let mut any = false;
    let look = &mut || Ok(());
    let meter = &mut Meter::new(EMPTY_STEPS, look);
    for rule in &rules.moves {
        // With a rank every result is smaller than the heap, so an empty heap has no move with a result.
        if rules.rank.is_none() || rule.to.is_empty() {
            // A heap in place of an empty one that is empty changes nothing.
            each_result_of(rules, rule, &empty, meter, &mut |to| any |= to != empty)?;
        }
    }
    Ok(any)
}

impl<P: Players, E: Ending> Ruleset for HeapwiseGame<P, E> {
    type Position = Heaps;

    fn info(&self) -> Info {
        let rules = self.rules();
        let notation = if rules.sums {
            "any number of heaps, like 3,4,5".to_string()
        } else {
            format!("{}, like {}", rules.heaps.join(","), self.sample())
        };
        Info {
            name: rules.name.clone(),
            rules: rules.rules.clone(),
            notation,
            theorem: None,
            source: rules.cite.clone(),
            examples: self.examples(),
        }
    }

    fn parse(&self, text: &str) -> Result<Heaps> {
        let mut pos = Heaps::parse(text)?;
        if self.rules().sums {
            pos = self.tidy(pos);
        }
        self.check(&pos, &text.trim())?;
        Ok(pos)
    }

    fn show(&self, pos: &Heaps) -> String {
        if pos.0.is_empty() && self.inner.empty_moves {
            "()".to_string()
        } else {
            pos.to_string()
        }
    }

    fn split(&self, pos: &Heaps) -> Vec<Heaps> {
        if self.rules().sums {
            pos.0.iter().map(|n| Heaps(vec![n.clone()])).collect()
        } else {
            vec![pos.clone()]
        }
    }

    fn join(&self, parts: &[Heaps]) -> Option<Heaps> {
        if self.rules().sums {
            return Some(self.tidy(Heaps(
                parts.iter().flat_map(|p| p.0.iter().cloned()).collect(),
            )));
        }
        match parts {
            [one] => Some(one.clone()),
            _ => None,
        }
    }

    fn watch(&self, budget: &Budget) {
        let watch = self.inner.watch.lock();
        watch.unwrap_or_else(PoisonError::into_inner).0 = budget.clone();
    }

    fn owned_bytes(&self, pos: &Heaps) -> usize {
        pos.owned_bytes()
    }

    fn canon(&self, pos: Heaps) -> Heaps {
        if self.rules().sums {
            self.tidy(pos)
        } else {
            pos
        }
    }
}

impl<E: Ending> Impartial for HeapwiseGame<Same, E> {
    fn options(&self, pos: &Heaps) -> Result<Vec<Heaps>> {
        self.list(None, pos)
    }
}

impl<E: Ending> Partizan for HeapwiseGame<Own, E> {
    fn moves(&self, who: Player, pos: &Heaps) -> Result<Vec<Heaps>> {
        self.list(Some(who), pos)
    }
}

impl<P: Players> Short for HeapwiseGame<P, Ends> {
    /// `heap n`: the heaps in descending order, which a move lowers because it replaces one by smaller ones.
    /// `heaps a b …`: the values of the linear forms of [`HeapRules::rank`]. So with [`HeapRules::bounded_rank`].
    fn rank(&self, pos: &Heaps) -> Rank {
        let rules = self.rules();
        let values: Vec<BigInt> = pos.0.iter().map(|n| BigInt::from(n.clone())).collect();
        let bounded = rules.bounded_rank.as_deref();
        if rules.sums {
            let below = |n: BigInt| match bounded {
                Some(forms) => forms[0].value(&[n]),
                None => n,
            };
            let mut sorted: Vec<BigInt> = values.into_iter().map(below).collect();
            sorted.sort_by(|a, b| b.cmp(a));
            return sorted;
        }
        if let Some(forms) = bounded {
            return forms.iter().map(|form| form.value(&values)).collect();
        }
        let forms = rules.rank.as_deref().unwrap_or_default();
        forms
            .iter()
            .map(|form| form.iter().zip(&values).map(|(c, v)| c * v).sum())
            .collect()
    }
}
