//! Conjectures from tables: automata learned from brute force, one numeration system after the other, smallest boxes first.

use crate::kernel::{Kernel, Verdict};
use crate::relation::Relations;
use bouton_automata::{Automaton, Limits, Numeration, Var, learn_box};
use bouton_rules::{Boxed, Nat, Play, Player, Result};
use bouton_solve::{Budget, boxed};

/// The numeration systems that are tried, in order. Sets that look like Beatty pairs are tried in that of their slope before.
pub fn numerations() -> Vec<Numeration> {
    vec![
        Numeration::Base(2),
        Numeration::Zeckendorf,
        Numeration::Base(3),
        Numeration::Ostrowski {
            pre: vec![1],
            period: vec![2],
        },
    ]
}

/// Bounds of the learner that are asked for in place of the usual ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Learner {
    /// The most states of a conjecture. Usually far fewer than there are data, so that a fit is no accident.
    pub states: Option<usize>,
    /// The side of the largest box that is searched by brute force.
    pub side: Option<u64>,
}

impl Learner {
    /// The sides of the boxes that are searched one after the other, by number of coordinates.
    pub fn sides(&self, arity: usize) -> Vec<u64> {
        let usual = sides(arity).iter().copied();
        match self.side {
            None => usual.collect(),
            Some(last) => usual
                .filter(|&side| side < last)
                .chain([last.max(2)])
                .collect(),
        }
    }

    fn most_states(&self, sizes: &[u64]) -> usize {
        self.states.unwrap_or_else(|| most_states(sizes))
    }
}

/// Sides of the boxes that are searched one after the other, by number of coordinates.
fn sides(arity: usize) -> &'static [u64] {
    match arity {
        1 => &[256, 4096, 16384],
        2 => &[32, 128, 512],
        3 => &[16, 32, 64],
        4 => &[8, 16],
        5 => &[4, 8],
        _ => &[2, 4],
    }
}

/// The most states of a conjecture from a box: far fewer than there are data, so that a fit is no accident.
fn most_states(sizes: &[u64]) -> usize {
    let cells = sizes.iter().fold(1u64, |n, &s| n.saturating_mul(s));
    ((cells as f64).sqrt() as usize / 4).clamp(6, 120)
}

/// What a search for a set came to.
#[derive(Debug)]
pub enum Found {
    /// Proved by machine.
    Proved(Conjecture),
    /// It agrees with the largest box; `why` it is not proved.
    Fits(Conjecture, String),
    /// Nothing fits within the bounds of the learner, which are named.
    Nothing(String),
}

/// Automata that agree with brute force in a box.
#[derive(Clone, Debug)]
pub struct Conjecture {
    /// The P-set; Left's and Right's sets; or a Grundy graph.
    pub automata: Vec<Automaton>,
    /// What they read.
    pub numeration: Numeration,
    /// Exclusive sizes of the box that brute force covered.
    pub sizes: Vec<u64>,
    /// Conjectures from smaller boxes that turned out wrong, and where.
    pub refuted: Vec<(usize, Vec<Nat>)>,
}

/// What is looked for, and how a conjecture is judged.
trait Target {
    /// Tables of the box; each is one set to learn.
    fn tables(&self, sizes: &[u64]) -> Result<Vec<Table>>;
    /// The equations.
    fn judge(
        &self,
        kernel: &Kernel<'_>,
        automata: &[Automaton],
    ) -> std::result::Result<Verdict, bouton_automata::Error>;
    /// Number of tracks of each set.
    fn tracks(&self) -> usize;
}

/// Is a tuple in a set?
type Holds = Box<dyn Fn(&[u64]) -> bool>;

/// A set of tuples in a box.
struct Table {
    sizes: Vec<u64>,
    holds: Holds,
}

/// What all searches share.
pub struct Search<'a> {
    /// The moves as formulas, or why they are not linear arithmetic.
    pub relations: std::result::Result<&'a Relations, &'a str>,
    /// The same game for tables.
    pub game: &'a dyn Boxed,
    /// Limits of the prover.
    pub limits: &'a Limits,
    /// Limits of brute force.
    pub budget: &'a Budget,
    /// Bounds of the learner.
    pub learner: Learner,
    /// The rank that every move lowers.
    pub rank: Option<&'a [Vec<num_bigint::BigInt>]>,
}

impl Search<'_> {
    /// The P-set of a game of tuples.
    pub fn p_set(&self, play: Play) -> Result<Found> {
        self.run(&PSet { search: self, play })
    }

    /// Left's and Right's sets of a partizan game of tuples.
    pub fn partizan_sets(&self, play: Play) -> Result<Found> {
        self.run(&PartizanSets { search: self, play })
    }

    /// The Grundy graph, learned as a set of tuples (coordinates, value).
    pub fn grundy(&self) -> Result<Found> {
        self.run(&Grundy { search: self })
    }

    fn run(&self, target: &dyn Target) -> Result<Found> {
        let mut refuted = Vec::new();
        let mut unproved: Option<(Conjecture, String)> = None;
        let mut bounds = String::new();
        let sides = self.learner.sides(target.tracks());
        for (round, &side) in sides.iter().enumerate() {
            let sizes = vec![side; self.game.arity()];
            let tables = match target.tables(&sizes) {
                Ok(t) => t,
                // A later, larger box is only a bonus.
                Err(e) if e.is_limit() && round > 0 => break,
                Err(e) => return Err(e),
            };
            unproved = None;
            let most = tables.iter().map(|t| self.learner.most_states(&t.sizes));
            bounds = format!(
                "at most {} states, from the values of a box of {}",
                most.max().unwrap_or(0),
                tables.first().map_or(String::new(), |t| {
                    let sizes: Vec<String> = t.sizes.iter().map(u64::to_string).collect();
                    sizes.join(" x ")
                })
            );
            // A Beatty pair needs no learning: its set is compiled.
            if let [table] = tables.as_slice()
                && let Some(set) =
                    crate::statement::beatty_set(&*table.holds, &table.sizes, self.limits)
            {
                let conjecture = Conjecture {
                    numeration: set.numeration().clone(),
                    automata: vec![set],
                    sizes: sizes.clone(),
                    refuted: refuted.clone(),
                };
                match self.prove(target, &conjecture)? {
                    Proof::Done => return Ok(Found::Proved(conjecture)),
                    Proof::Wrong(at) => refuted.push((conjecture.automata[0].states(), at)),
                    Proof::Unknown(_) => {}
                }
            }
            for numeration in numerations() {
                self.budget.check()?;
                let learned = learn(&tables, target.tracks(), &numeration, self.learner);
                let Some(automata) = learned else {
                    continue;
                };
                let conjecture = Conjecture {
                    automata,
                    numeration,
                    sizes: sizes.clone(),
                    refuted: refuted.clone(),
                };
                match self.prove(target, &conjecture)? {
                    Proof::Done => return Ok(Found::Proved(conjecture)),
                    Proof::Wrong(at) => {
                        refuted.push((conjecture.automata.iter().map(Automaton::states).sum(), at));
                    }
                    Proof::Unknown(why) => {
                        if unproved.is_none() {
                            unproved = Some((conjecture, why));
                        }
                    }
                }
            }
        }
        Ok(match unproved {
            Some((conjecture, why)) => Found::Fits(conjecture, why),
            None => Found::Nothing(bounds),
        })
    }

    fn prove(&self, target: &dyn Target, conjecture: &Conjecture) -> Result<Proof> {
        let relations = match self.relations {
            Ok(r) => r,
            Err(why) => {
                return Ok(Proof::Unknown(format!(
                    "it cannot be proved here, because {why}"
                )));
            }
        };
        let Some(rank) = self.rank else {
            return Ok(Proof::Unknown(
                "it cannot be proved, because no rank was found that every move lowers".into(),
            ));
        };
        let attempt = || {
            let kernel = Kernel::new(relations, &conjecture.numeration, self.limits)?;
            match target.judge(&kernel, &conjecture.automata)? {
                Verdict::Holds => kernel.check_rank(rank),
                fails => Ok(fails),
            }
        };
        self.budget.check()?;
        Ok(match attempt() {
            Ok(Verdict::Holds) => Proof::Done,
            Ok(Verdict::Fails { at, .. }) => Proof::Wrong(at),
            Err(e) => Proof::Unknown(format!("the proof was not finished: {e}")),
        })
    }
}

enum Proof {
    Done,
    Wrong(Vec<Nat>),
    Unknown(String),
}

fn learn(
    tables: &[Table],
    tracks: usize,
    numeration: &Numeration,
    learner: Learner,
) -> Option<Vec<Automaton>> {
    let vars: Vec<Var> = (0..tracks as Var).collect();
    tables
        .iter()
        .map(|t| {
            learn_box(
                numeration,
                &vars,
                &t.sizes,
                &*t.holds,
                learner.most_states(&t.sizes),
            )
        })
        .collect()
}

struct PSet<'s, 'a> {
    search: &'s Search<'a>,
    play: Play,
}

impl Target for PSet<'_, '_> {
    fn tables(&self, sizes: &[u64]) -> Result<Vec<Table>> {
        let table = boxed::wins(self.search.game, sizes, self.play, self.search.budget)?;
        let sizes = table.layout().sizes().to_vec();
        Ok(vec![Table {
            sizes,
            holds: Box::new(move |pos| table.wins(pos) == Some(false)),
        }])
    }

    fn judge(
        &self,
        kernel: &Kernel<'_>,
        automata: &[Automaton],
    ) -> std::result::Result<Verdict, bouton_automata::Error> {
        kernel.check_p_set(&automata[0], self.play)
    }

    fn tracks(&self) -> usize {
        self.search.game.arity()
    }
}

struct PartizanSets<'s, 'a> {
    search: &'s Search<'a>,
    play: Play,
}

impl Target for PartizanSets<'_, '_> {
    fn tables(&self, sizes: &[u64]) -> Result<Vec<Table>> {
        let table = std::sync::Arc::new(boxed::partizan_wins(
            self.search.game,
            sizes,
            self.play,
            self.search.budget,
        )?);
        let sizes = table.layout().sizes().to_vec();
        Ok(Player::BOTH
            .into_iter()
            .map(|who| {
                let table = table.clone();
                Table {
                    sizes: sizes.clone(),
                    holds: Box::new(move |pos| table.wins(who, pos) == Some(true)),
                }
            })
            .collect())
    }

    fn judge(
        &self,
        kernel: &Kernel<'_>,
        automata: &[Automaton],
    ) -> std::result::Result<Verdict, bouton_automata::Error> {
        kernel.check_partizan(&automata[0], &automata[1], self.play)
    }

    fn tracks(&self) -> usize {
        self.search.game.arity()
    }
}

struct Grundy<'s, 'a> {
    search: &'s Search<'a>,
}

impl Target for Grundy<'_, '_> {
    fn tables(&self, sizes: &[u64]) -> Result<Vec<Table>> {
        let table = boxed::grundy(self.search.game, sizes, self.search.budget)?;
        let mut sizes = table.layout().sizes().to_vec();
        let greatest = (0..table.layout().cells())
            .filter_map(|c| table.cell(c))
            .max()
            .unwrap_or(0);
        sizes.push(u64::from(greatest).next_power_of_two().max(4));
        Ok(vec![Table {
            sizes,
            holds: Box::new(move |tuple| {
                let (value, pos) = tuple.split_last().expect("coordinates and a value");
                table.value(pos).map(u64::from) == Some(*value)
            }),
        }])
    }

    fn judge(
        &self,
        kernel: &Kernel<'_>,
        automata: &[Automaton],
    ) -> std::result::Result<Verdict, bouton_automata::Error> {
        kernel.check_grundy(&automata[0])
    }

    fn tracks(&self) -> usize {
        self.search.game.arity() + 1
    }
}
