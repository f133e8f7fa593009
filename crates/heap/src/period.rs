//! Periods with their proofs: which theorem covers a game, how far the values must be known, and what follows.
//!
//! Let the moves take at most k counters and leave at most r heaps. If G(n+p) = G(n) for n0 <= n < r*n0 + (r-1)*p + k, then it
//! holds for all n >= n0: of the r heaps that an option of a larger n + p leaves, one is at least n0 + p, and taking p from it
//! gives an option of n with the same value; the other way round likewise. For r = 2 this is the theorem of Guy and Smith;
//! for a subtraction set (r = 1) it is a window of k equal values. Where two heaps must be unequal, the heap that is changed
//! may become equal to the other one; then, from 2*n0 + 2*p + k on, (b-p, b+p) can stand for (b, b).
//!
//! Without a theorem nothing is called a period.

use crate::{HeapGame, Parts, Values, saltus};
use bouton_seq::period::{arithmetic_period_where, least_shift, least_shift_of, period_where};
use bouton_seq::{Period, least_start};
use serde::Serialize;

/// The theorem that makes a period of a prefix a period of the whole sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "theorem", rename_all = "kebab-case")]
pub enum Theorem {
    /// Finite codes: at most `taken` counters are taken, at most `heaps` heaps are left.
    GuySmith {
        /// k, the index of the last digit that is not zero.
        taken: usize,
        /// The most heaps that a move leaves, at least 1.
        heaps: usize,
        /// Two heaps must be unequal.
        unequal: bool,
    },
    /// Finite subtraction sets: as many equal values as the greatest amount.
    Window {
        /// The greatest amount.
        largest: usize,
    },
    /// All-but sets: the values at the last 2m heaps, m the greatest amount that may not be taken, seen from the greatest
    /// value so far, decide all further values.
    AllButWindow {
        /// The greatest amount outside.
        largest: usize,
    },
    /// Finite codes that leave up to three heaps, arithmetic periods: no option has the value of its heap, decided bit by bit
    /// for all sizes, and all smaller values are met again when heaps grow by `shift`.
    Carries {
        /// k, the index of the last digit that is not zero.
        taken: usize,
        /// The even multiple of the period by which options are moved along.
        shift: usize,
    },
}

impl Theorem {
    /// The theorem that covers a game, if one does.
    ///
    /// ```
    /// use bouton_heap::Theorem;
    /// let of = |text: &str| Theorem::of(&text.parse().unwrap());
    /// assert_eq!(of("0.77"), Some(Theorem::GuySmith { taken: 2, heaps: 2, unequal: false }));
    /// assert_eq!(of("S{1,3,4}"), Some(Theorem::Window { largest: 4 }));
    /// assert_eq!(of("subtract-a-square"), None);
    /// ```
    pub fn of(game: &HeapGame) -> Option<Theorem> {
        if let Some((set, all_but)) = game.subtraction() {
            let largest = set.last().map_or(0, |&a| a as usize);
            return Some(if all_but {
                Theorem::AllButWindow { largest }
            } else {
                Theorem::Window { largest }
            });
        }
        let code = game.as_code()?;
        let taken = usize::try_from(code.last()?).ok()?;
        let (mut heaps, mut unequal) = (1, false);
        for digit in code.before().iter().chain(code.after()) {
            heaps = heaps.max(digit.most()? as usize);
            for (r, parts) in digit.listed().filter(|(r, _)| *r >= 2) {
                match (parts, r) {
                    (Parts::Any, _) => {}
                    (Parts::Unequal | Parts::NotAllEqual, 2) => unequal = true,
                    _ => return None,
                }
            }
        }
        (heaps <= 2 || !unequal).then_some(Theorem::GuySmith {
            taken,
            heaps,
            unequal,
        })
    }

    /// How many values must be known to prove period p from n0, if they agree.
    pub fn needs(&self, p: usize, n0: usize) -> Option<usize> {
        match *self {
            Theorem::Window { largest } => n0.checked_add(p)?.checked_add(largest),
            Theorem::AllButWindow { largest } => n0.checked_add(p)?.checked_add(2 * largest + 1),
            Theorem::Carries { taken, shift } => saltus::needs(taken, p, n0, shift),
            Theorem::GuySmith {
                taken,
                heaps,
                unequal,
            } => {
                // A single heap that is taken whole is an option of n = k only: one more is needed where r = 1.
                let more = taken.checked_add(usize::from(heaps == 1))?;
                let all = n0.checked_add(p)?.checked_mul(heaps)?.checked_add(more)?;
                if unequal {
                    all.checked_add(p)
                } else {
                    Some(all)
                }
            }
        }
    }

    /// The theorem in a phrase, with the bound.
    pub fn name(&self) -> String {
        match self {
            Theorem::GuySmith {
                taken,
                heaps: 2,
                unequal: false,
            } => {
                format!("Guy and Smith: equal for n0 <= n < 2*n0 + p + {taken}")
            }
            Theorem::GuySmith {
                taken,
                unequal: true,
                ..
            } => {
                format!("Guy and Smith for unequal heaps: equal for n0 <= n < 2*n0 + 2*p + {taken}")
            }
            Theorem::GuySmith {
                taken, heaps: 1, ..
            } => {
                format!("window: equal for n0 <= n <= n0 + {taken}")
            }
            Theorem::GuySmith { taken, heaps, .. } => format!(
                "Guy and Smith for {heaps} heaps: equal for n0 <= n < {heaps}*n0 + {}*p + {taken}",
                heaps - 1
            ),
            Theorem::Window { largest } => {
                format!("subtraction set: {largest} equal values in a row decide all that follow")
            }
            Theorem::AllButWindow { largest } => format!(
                "all-but set: {} values in a row, relative to the greatest so far, decide all that follow",
                2 * largest
            ),
            Theorem::Carries { shift, .. } => format!(
                "carries: no option has the value of its heap (decided bit by bit for all sizes), all smaller values recur after {shift}"
            ),
        }
    }
}

/// A period of the whole sequence: G(n + length) = G(n) + saltus for all n >= preperiod.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ProvedPeriod {
    /// The least period.
    pub length: usize,
    /// n0: the least n from which it holds.
    pub preperiod: usize,
    /// n0 - 1, the last n at which it fails; `None` if it never fails.
    pub last_exception: Option<usize>,
    /// What one period adds.
    pub saltus: u64,
    /// Why.
    pub proof: Theorem,
    /// How many values were computed and compared: the proof needs no more than these.
    pub computed: usize,
}

impl ProvedPeriod {
    /// The statement with its proof, in a sentence.
    pub fn statement(&self) -> String {
        let ProvedPeriod {
            length,
            preperiod,
            computed,
            ..
        } = self;
        let saltus = if self.saltus > 0 {
            format!(" (arithmetic), saltus {}", self.saltus)
        } else {
            String::new()
        };
        let last = match self.last_exception {
            Some(n) => format!("last exception n = {n}"),
            None => "no exception".to_string(),
        };
        format!(
            "period {length}{saltus} from n0 = {preperiod} ({last}), proved by {} ({computed} values computed)",
            self.proof.name()
        )
    }
}

/// What is known about the period of a sequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "kebab-case")]
pub enum PeriodStatus {
    /// A theorem.
    Proved(ProvedPeriod),
    /// Values repeat in the prefix, but no theorem covers the game: a conjecture.
    Fits {
        /// The length that fits.
        length: usize,
        /// From this n on.
        preperiod: usize,
        /// What one period adds.
        saltus: u64,
        /// All that was compared.
        computed: usize,
    },
    /// Nothing that could be proved.
    NoPeriod {
        /// How many values were computed.
        computed: usize,
    },
}

impl PeriodStatus {
    /// The theorem, if there is one.
    pub fn proved(&self) -> Option<&ProvedPeriod> {
        match self {
            PeriodStatus::Proved(period) => Some(period),
            _ => None,
        }
    }

    /// In a sentence that never claims more than is known.
    pub fn statement(&self) -> String {
        match self {
            PeriodStatus::Proved(period) => period.statement(),
            PeriodStatus::Fits {
                length,
                preperiod,
                saltus,
                computed,
            } => {
                let add = if *saltus > 0 {
                    format!(" with {saltus} added each time")
                } else {
                    String::new()
                };
                format!(
                    "values repeat every {length}{add} from n = {preperiod} on among the first {computed}: a conjecture, \
                     no theorem covers this game"
                )
            }
            PeriodStatus::NoPeriod { computed } => {
                format!(
                    "no period up to n = {}: none that the first {computed} values prove",
                    computed.saturating_sub(1)
                )
            }
        }
    }
}

/// What the values (which must be the game's own, from heap 0 on) prove about its period.
///
/// Linear time. The least period and the least n0 are found by string matching from the end.
///
/// ```
/// use bouton_heap::{HeapGame, Watch, grundy_values, period_status};
/// let dawson: HeapGame = "0.07".parse().unwrap();
/// let values = grundy_values(&dawson, 176, &mut Watch::default()).unwrap().values;
/// let period = *period_status(&dawson, &values).proved().unwrap();
/// assert_eq!((period.length, period.preperiod, period.last_exception), (34, 53, Some(52)));
/// let fewer = grundy_values(&dawson, 175, &mut Watch::default()).unwrap().values;
/// assert!(period_status(&dawson, &fewer).proved().is_none());
/// ```
pub fn period_status(game: &HeapGame, values: &Values) -> PeriodStatus {
    let computed = values.len();
    let theorem = Theorem::of(game);
    let found = match theorem {
        Some(t @ Theorem::AllButWindow { .. }) => all_but_period(t, values),
        Some(theorem) => plain_period(theorem, values),
        None => None,
    };
    if let Some(period) = found {
        return PeriodStatus::Proved(period);
    }
    if arithmetic_possible(theorem)
        && let Some(period) = arithmetic_period(game, values)
    {
        return PeriodStatus::Proved(period);
    }
    // A pattern without a theorem is shown as a conjecture, and only where no theorem could be applied to more values.
    if theorem.is_none() || arithmetic_possible(theorem) {
        let head = values.head(1 << 22);
        let fits = |p: &Period| {
            let cost = p.preperiod.checked_add(4 * p.length);
            cost.is_some_and(|c| c <= head.len()) && 2 * p.preperiod <= head.len() && p.saltus >= 0
        };
        if let Some(p) = arithmetic_period_where(&head, fits) {
            let (length, preperiod, saltus) = (p.length, p.preperiod, p.saltus as u64);
            return PeriodStatus::Fits {
                length,
                preperiod,
                saltus,
                computed: head.len(),
            };
        }
    }
    PeriodStatus::NoPeriod { computed }
}

/// Values of games with arithmetic periods that are looked at.
const HEAD: usize = 1 << 16;

/// An arithmetic period with its proof by [`crate::saltus`].
fn arithmetic_period(game: &HeapGame, values: &Values) -> Option<ProvedPeriod> {
    let taken = usize::try_from(game.as_code()?.last()?).ok()?;
    let head = values.head(HEAD);
    let found = arithmetic_period_where(&head, |p| {
        let needs = saltus::needs(taken, p.length, p.preperiod, 2 * p.length);
        p.saltus > 0 && needs.is_some_and(|needs| needs <= head.len())
    })?;
    let (length, preperiod, saltus) = (found.length, found.preperiod, found.saltus as u64);
    let shift = saltus::prove(game, &head, length, preperiod, saltus)?;
    Some(ProvedPeriod {
        length,
        preperiod,
        last_exception: found.last_exception(),
        saltus,
        proof: Theorem::Carries { taken, shift },
        computed: head.len(),
    })
}

/// Games that leave three heaps may have arithmetic periods, which the theorem of Guy and Smith does not cover.
fn arithmetic_possible(theorem: Option<Theorem>) -> bool {
    matches!(theorem, Some(Theorem::GuySmith { heaps: 3.., .. }))
}

fn plain_period(theorem: Theorem, values: &Values) -> Option<ProvedPeriod> {
    let n = values.len();
    let (length, preperiod) = match theorem {
        Theorem::GuySmith { unequal: true, .. } => {
            let accept = |p, n0| theorem.needs(p, n0).is_some_and(|needs| needs <= n);
            let found = match values {
                Values::U8(v) => period_where(v, accept),
                Values::U16(v) => period_where(v, accept),
                Values::U32(v) => period_where(v, accept),
            }?;
            (found.length, found.preperiod)
        }
        _ => {
            // needs = r (n0 + p) + c <= N, that is: the last N - (N - c) / r values agree.
            let (r, c) = match theorem {
                Theorem::GuySmith { taken, heaps, .. } => (heaps, taken + usize::from(heaps == 1)),
                Theorem::Window { largest } | Theorem::AllButWindow { largest } => (1, largest),
                Theorem::Carries { .. } => return None,
            };
            let overlap = n - n.checked_sub(c)? / r;
            let length = shift(values, overlap)?;
            let preperiod = match values {
                Values::U8(v) => least_start(v, length),
                Values::U16(v) => least_start(v, length),
                Values::U32(v) => least_start(v, length),
            };
            (length, preperiod)
        }
    };
    // String matching and bound are independent: the bound has the last word.
    (theorem.needs(length, preperiod)? <= n).then_some(ProvedPeriod {
        length,
        preperiod,
        last_exception: preperiod.checked_sub(1),
        saltus: 0,
        proof: theorem,
        computed: n,
    })
}

/// The least shift that agrees on the last `overlap` values.
pub(crate) fn shift(values: &Values, overlap: usize) -> Option<usize> {
    let found = match values {
        Values::U8(v) => least_shift(v, overlap),
        Values::U16(v) => least_shift_of(v, overlap),
        Values::U32(v) => least_shift_of(v, overlap),
    };
    found.filter(|&p| p + overlap <= values.len())
}

/// All-but sets: the least arithmetic period whose window of 2m values, together with the greatest value so far, recurs.
fn all_but_period(theorem: Theorem, values: &Values) -> Option<ProvedPeriod> {
    let head = values.head(values.len());
    let mut greatest = 0;
    let tops: Vec<u64> = head
        .iter()
        .map(|&v| {
            greatest = v.max(greatest);
            greatest
        })
        .collect();
    let found = arithmetic_period_where(&head, |p| {
        let Some(needs) = theorem.needs(p.length, p.preperiod) else {
            return false;
        };
        // The greatest value so far moves along at the end of the window.
        let end = needs.min(head.len()) - 1;
        let moved = tops[end] as i64 - tops[end - p.length] as i64;
        needs <= head.len() && p.saltus >= 0 && moved == p.saltus
    })?;
    Some(ProvedPeriod {
        length: found.length,
        preperiod: found.preperiod,
        last_exception: found.preperiod.checked_sub(1),
        saltus: found.saltus as u64,
        proof: theorem,
        computed: head.len(),
    })
}
