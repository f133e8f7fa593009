//! The pipeline for games on words: who wins, as a machine that reads the word.

use crate::report::{AnalyzeReport, ClaimReport};
use bouton_rulefile::{CellRules, Level};
use bouton_rules::{Error, Play, Result, WordRules};
use bouton_solve::Budget;
use bouton_theory::{WordAnalysis, WordMachine, analyze_words};

/// Words whose outcomes are shown.
const SHOWN: usize = 40;

/// Length of the words that are counted.
const COUNTED: usize = 100;

/// What can be said about all words of a game.
pub(crate) fn analyze(rules: &CellRules, play: Play, budget: &Budget) -> Result<AnalyzeReport> {
    let name = rules.name();
    if rules.level() != Level::Words {
        return Err(Error::input(format!(
            "{name} is not a game on heaps or words; analyze reasons about those, and solve, value and table answer for boards"
        )));
    }
    if let Some(why) = rules.endless() {
        return Err(Error::input(format!(
            "play of {name} may go on for ever: {why}"
        )));
    }
    let words = rules
        .words()
        .ok_or_else(|| crate::count::stopped_words(name))?;
    let found = analyze_words(&words, play, budget)?;
    let claims = found.machine.iter().map(|m| claim(&words, m, &found));
    let mut remarks: Vec<String> = Vec::new();
    if found.machine.is_none() {
        remarks.extend(found.remark.clone());
    }
    let proved = found.machine.as_ref().filter(|_| found.proved);
    Ok(AnalyzeReport {
        game: name.to_string(),
        play: if play == Play::Misere {
            "misere"
        } else {
            "normal"
        },
        termination: "play ends: weights of letters and places fall with every move".to_string(),
        first_values: first_outcomes(&words, play),
        claims: claims.collect(),
        count: proved.map(count),
        remarks,
    })
}

fn shown(letters: &[char], word: &[u8]) -> String {
    match word {
        [] => "()".to_string(),
        _ => word.iter().map(|&l| letters[l as usize]).collect(),
    }
}

/// The outcomes of the shortest words, by moves from the definition.
fn first_outcomes(rules: &WordRules, play: Play) -> String {
    let shortest = bouton_theory::first_words(rules, play, SHOWN);
    let each = shortest
        .map(|(word, outcome)| format!("{} {}", shown(&rules.letters, &word), outcome.letter()));
    format!("outcomes: {}, …", each.collect::<Vec<_>>().join(", "))
}

fn claim(rules: &WordRules, machine: &WordMachine, found: &WordAnalysis) -> ClaimReport {
    let method = "learned from the table; the words from which a player can move into a class of the machine are a regular language, \
                  compared with the machine by a subset construction";
    ClaimReport {
        kind: "outcomes",
        statement: statement(rules, machine),
        status: if found.proved { "proved" } else { "verified" }.to_string(),
        bound: format!("words up to length {}", found.length),
        method: match &found.remark {
            None => method.to_string(),
            Some(why) => format!("learned from the table; not proved: {why}"),
        },
        certificate: None,
        mona: Err("MONA files are written of proved P-sets of games of tuples".to_string()),
    }
}

/// The machine in words: the states with their outcomes, and where each letter leads.
fn statement(rules: &WordRules, machine: &WordMachine) -> String {
    let state = |s: usize| {
        let steps = rules.letters.iter().zip(&machine.next[s]);
        let steps: Vec<String> = steps.map(|(l, to)| format!("{l} to {to}")).collect();
        format!(
            "{s} ({}): {}",
            machine.outcome(s).letter(),
            steps.join(", ")
        )
    };
    let all: Vec<String> = (0..machine.next.len()).map(state).collect();
    format!(
        "a machine with {} state{} that reads the word from the left, from state 0 on, ends in its outcome. {}",
        all.len(),
        if all.len() == 1 { "" } else { "s" },
        all.join("; ")
    )
}

fn count(machine: &WordMachine) -> String {
    let [l, r, n, p] = machine.count(COUNTED);
    format!("words of length {COUNTED}: {l} L, {r} R, {n} N, {p} P")
}
