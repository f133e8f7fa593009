//! Certificates: a proved claim as a file that an independent program can check without search.
//!
//! The format is documented in `docs/certificates.md`. A certificate holds the full text of the rules that the user wrote, the rank
//! that every move lowers, and the automata; the checker derives everything else again, also a game of tuples from one of single heaps.

use crate::claim::{Claim, Kind, Status};
use crate::relation::Relations;
use crate::strategy::replies_by_move;
use bouton_automata::{Automaton, Limits};
use bouton_rules::{HeapRules, Play};
use serde::Serialize;

#[derive(Serialize)]
struct Certificate<'a> {
    format: &'static str,
    version: u32,
    kind: &'static str,
    game: &'a str,
    rules: &'a str,
    play: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    heaps: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    empty: Option<&'static str>,
    numeration: String,
    comment: &'a str,
    rank: Vec<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<Table>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    strategy: Vec<Replies>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Table>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<Table>,
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<Table>,
}

/// The winning replies of one move line.
#[derive(Serialize)]
struct Replies {
    #[serde(rename = "move")]
    rule: usize,
    set: Table,
}

#[derive(Serialize)]
struct Table {
    tracks: usize,
    start: u32,
    accept: Vec<bool>,
    next: Vec<Vec<u32>>,
}

impl Table {
    fn of(a: &Automaton) -> Option<Table> {
        let t = a.to_table().ok()?;
        Some(Table {
            tracks: t.tracks,
            start: t.start,
            accept: t.accept,
            next: t.next,
        })
    }
}

/// The certificate of a proved claim as JSON text; `None` if the claim is not proved or has no automaton.
pub fn certificate(
    rules: &HeapRules,
    play: Play,
    claim: &Claim,
    limits: &Limits,
) -> Option<String> {
    let (rank, numeration) = (rules.rank.as_ref()?, claim.numeration.as_ref()?);
    if claim.status != Status::Proved {
        return None;
    }
    let form = match claim.kind {
        Kind::PSet => "p-set",
        Kind::PartizanSets => "partizan-sets",
        // Their automaton is the graph of the Grundy function.
        Kind::Grundy | Kind::Formula | Kind::Period | Kind::ArithmeticPeriod => "grundy",
        _ => return None,
    };
    let rank = rank
        .iter()
        .map(|form| form.iter().map(|c| i64::try_from(c).ok()).collect())
        .collect::<Option<_>>()?;
    let table = |i: usize| claim.automata.get(i).and_then(Table::of);
    let derived = rules.derived.as_ref();
    let mut text = Certificate {
        format: "bouton-certificate",
        version: 1,
        kind: form,
        game: derived.map_or(&rules.name, |d| &d.game),
        rules: &rules.text,
        play: if play == Play::Misere {
            "misere"
        } else {
            "normal"
        },
        heaps: derived.map(|d| d.heaps),
        empty: derived.map(|d| if d.shifted { "counts" } else { "gone" }),
        numeration: numeration.name(),
        comment: &claim.statement,
        rank,
        set: None,
        strategy: Vec::new(),
        left: None,
        right: None,
        graph: None,
    };
    match form {
        "p-set" => {
            text.set = Some(table(0)?);
            text.strategy = strategy(rules, claim, limits).unwrap_or_default();
        }
        "partizan-sets" => (text.left, text.right) = (Some(table(0)?), Some(table(1)?)),
        _ => text.graph = Some(table(0)?),
    }
    serde_json::to_string(&text).ok()
}

/// Entries of the tables of a strategy: a larger one is left out, as the set alone can be checked.
const LARGEST_STRATEGY: usize = 200_000;

fn strategy(rules: &HeapRules, claim: &Claim, limits: &Limits) -> Option<Vec<Replies>> {
    let relations = Relations::new(rules).ok()?;
    let mut entries = 0;
    replies_by_move(&relations, claim, limits)
        .ok()?
        .iter()
        .map(|(rule, set)| {
            let set = Table::of(set)?;
            entries += set.next.iter().map(Vec::len).sum::<usize>();
            (entries <= LARGEST_STRATEGY).then_some(Replies { rule: *rule, set })
        })
        .collect()
}
