//! Periods of Grundy sequences: the least that a theorem proves. Without a theorem nothing is called a period.

use crate::{HeapGame, Theorem, Values, saltus};
use bouton_seq::period::{arithmetic_period_where, least_shift, least_shift_of, period_where};
use bouton_seq::{Period, least_start};
use serde::Serialize;

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
const HEAD: usize = 1 << 14;

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
