//! Claims in words: what was found, how far it was tested, how it is proved.

use crate::claim::{Claim, Kind, Status};
use crate::discover::{Conjecture, Found};
use crate::relation::Relations;
use crate::statement::{statement, value};
use bouton_automata::{Automaton, Limits, compile};
use bouton_rules::{HeapRules, Play};
use num_traits::{One, Zero};

/// Why play ends, in words.
pub(super) fn termination(rules: &HeapRules) -> String {
    let Some(rank) = &rules.rank else {
        return "no rank was found that every move lowers: play may go on for ever".to_string();
    };
    if rules.sums {
        return format!(
            "play ends: every move replaces a heap {0} by heaps smaller than {0}",
            rules.heaps[0]
        );
    }
    let forms: Vec<String> = rank
        .iter()
        .map(|form| {
            let terms: Vec<String> = form
                .iter()
                .zip(&rules.heaps)
                .filter(|(c, _)| !c.is_zero())
                .map(|(c, name)| {
                    if c.is_one() {
                        name.clone()
                    } else {
                        format!("{c}*{name}")
                    }
                })
                .collect();
            terms.join(" + ")
        })
        .collect();
    match forms.as_slice() {
        [one] => format!("play ends: every move lowers {one}"),
        more => format!(
            "play ends: every move lowers ({}) lexicographically",
            more.join(", ")
        ),
    }
}

/// A phrase for a box: `a, b < 512`, or `n < 512, m < 1023` where sides differ.
pub(super) fn bound(rules: &HeapRules, sizes: &[u64]) -> String {
    if sizes.windows(2).all(|w| w[0] == w[1]) {
        return format!("{} < {}", rules.heaps.join(", "), sizes[0]);
    }
    let parts: Vec<String> = rules
        .heaps
        .iter()
        .zip(sizes)
        .map(|(n, s)| format!("{n} < {s}"))
        .collect();
    parts.join(", ")
}

pub(super) fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items
        .into_iter()
        .map(|x| x.to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

/// A claim about a set from what the search found, or the reason why there is none.
pub(super) fn set_claim(
    rules: &HeapRules,
    found: Found,
    limits: &Limits,
    play: Play,
    kind: Kind,
) -> std::result::Result<Claim, String> {
    let (conjecture, why) = match found {
        Found::Proved(c) => (c, None),
        Found::Fits(c, why) => (c, Some(why)),
        Found::Nothing(bounds) => {
            let what = match kind {
                Kind::Grundy => "Grundy values",
                Kind::PartizanSets => "positions where Left, or Right, wins",
                _ => "P-positions",
            };
            return Err(format!(
                "no automaton in the numeration systems tried fits the {what}, with {bounds}; raise these bounds by --states and --box"
            ));
        }
    };
    let states: Vec<usize> = conjecture.automata.iter().map(|a| a.states()).collect();
    let system = conjecture.numeration.name();
    let under = if play == Play::Misere {
        " under misère play"
    } else {
        ""
    };
    let what = match kind {
        Kind::PartizanSets => format!(
            "the positions where Left, and those where Right, wins moving first{under} are recognised by automata with {} states in {system}",
            list(&states)
        ),
        Kind::Grundy => format!(
            "the Grundy function is recognised by an automaton with {} states in {system}",
            states[0]
        ),
        _ => format!(
            "the P-positions{under} are the set of an automaton with {} states in {system}",
            states[0]
        ),
    };
    let note = rules.derived.as_ref().and_then(|d| d.note());
    let with_note = |text: String| match &note {
        Some(note) => format!("{text} ({note})"),
        None => text,
    };
    let statement = match in_words(rules, &conjecture, limits, kind) {
        Some(words) => format!("{}: {words}", with_note(what)),
        None => with_note(what),
    };
    let learned = format!(
        "learned from brute force on {}",
        bound(rules, &conjecture.sizes)
    );
    let refuted = match conjecture.refuted.len() {
        0 => String::new(),
        n => format!(
            " ({n} smaller conjecture{} refuted on the way)",
            if n == 1 { " was" } else { "s were" }
        ),
    };
    let (status, method) = match why {
        None => (
            Status::Proved,
            format!("{learned}{refuted}; {}", kernel_method(kind, play)),
        ),
        Some(why) => (Status::Verified, format!("{learned}{refuted}; {why}")),
    };
    Ok(Claim {
        kind,
        statement,
        status,
        bound: bound(rules, &conjecture.sizes),
        method,
        automata: conjecture.automata,
        numeration: Some(conjecture.numeration),
    })
}

pub(super) fn kernel_method(kind: Kind, play: Play) -> &'static str {
    match (kind, play) {
        (Kind::PartizanSets, _) => {
            "proved by machine: both sets satisfy the equations that define them, and every move lowers the rank"
        }
        (Kind::Grundy, _) => {
            "proved by machine: no option has the position's value, every smaller value is an option's, every move lowers the rank"
        }
        (_, Play::Normal) => {
            "proved by machine: no move leads from the set into it, from outside some move does, every move lowers the rank"
        }
        (_, Play::Misere) => {
            "proved by machine: no move leads from the set into it and none of its positions is terminal, from outside some \
             move leads into it unless the position is terminal, every move lowers the rank"
        }
    }
}

/// The condition that describes the sets of a conjecture, decided to be the same.
fn in_words(
    rules: &HeapRules,
    conjecture: &Conjecture,
    limits: &Limits,
    kind: Kind,
) -> Option<String> {
    let num = &conjecture.numeration;
    let relations = Relations::new(rules).ok()?;
    let all = Automaton::all(num, &relations.coordinates()).ok()?;
    let domain = compile(&relations.domain, num, limits)
        .ok()?
        .and(&all, limits)
        .ok()?;
    let set = |i: usize, pairs| {
        statement(
            &conjecture.automata[i],
            &domain,
            &rules.heaps,
            pairs,
            limits,
        )
        .map(|s| s.text)
    };
    match kind {
        Kind::PartizanSets => {
            let (left, right) = (set(0, None)?, set(1, None)?);
            Some(format!(
                "Left wins moving first if and only if {left}; Right if and only if {right}"
            ))
        }
        Kind::Grundy => {
            let value = value(&conjecture.automata[0], &domain, &rules.heaps, limits)?.text;
            Some(format!("g({}) = {value}", rules.heaps.join(", ")))
        }
        _ => set(0, slopes(&conjecture.automata[0], &domain).as_ref()),
    }
}

/// The slope of the smaller heaps, and how fast the difference grows, if a set of two coordinates looks like a Beatty pair.
fn slopes(set: &Automaton, domain: &Automaton) -> Option<(bouton_seq::Quadratic, u64)> {
    const PAIRS: usize = 60;
    use num_traits::ToPrimitive;
    if domain.vars().len() != 2 {
        return None;
    }
    let mut pairs: Vec<(u64, u64)> = set
        .tuples()
        .take(4 * PAIRS)
        .filter(|t| t[0] <= t[1])
        .map(|t| Some((t[0].to_u64()?, t[1].to_u64()?)))
        .collect::<Option<_>>()?;
    pairs.sort_unstable();
    pairs.truncate(PAIRS);
    if !pairs.windows(2).all(|w| w[0].0 < w[1].0) {
        return None;
    }
    let found = bouton_seq::beatty_pair(&pairs)?;
    Some((found.alpha, found.difference?))
}
