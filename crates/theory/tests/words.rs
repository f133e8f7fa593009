//! Games on words: proved machines against search beyond the words that they were learned from, and wrong machines refused.

use bouton_rulefile::{RuleFile, builtin, read};
use bouton_rules::{Play, Player, WordRules};
use bouton_solve::Budget;
use bouton_theory::{WordAnalysis, analyze_words};
use std::collections::HashMap;

fn rules(text: &str) -> WordRules {
    match read(text, "x.game") {
        Ok(RuleFile::Cells(rules)) => rules
            .words()
            .unwrap_or_else(|| panic!("not on words: {text}")),
        other => panic!("{text}: {other:?}"),
    }
}

fn analyzed(rules: &WordRules, play: Play) -> WordAnalysis {
    analyze_words(rules, play, &Budget::unlimited()).unwrap()
}

/// Does `who` win moving first? From the definition.
fn wins(
    rules: &WordRules,
    play: Play,
    who: Player,
    word: &[u8],
    known: &mut HashMap<(Vec<u8>, Player), bool>,
) -> bool {
    if let Some(&wins) = known.get(&(word.to_vec(), who)) {
        return wins;
    }
    let moves = rules.results(who, word);
    let found = moves.is_empty() && play == Play::Misere
        || moves
            .iter()
            .any(|m| !wins(rules, play, who.other(), m, known));
    known.insert((word.to_vec(), who), found);
    found
}

/// Compares a machine with the definition on words up to twice as long as those that were searched, or 16 letters.
fn agrees(rules: &WordRules, play: Play, found: &WordAnalysis, rng: &mut fastrand::Rng) -> usize {
    let machine = found.machine.as_ref().unwrap();
    let mut known = HashMap::new();
    let longest = (2 * found.length).min(14).max(found.length + 1);
    for _ in 0..30 {
        let word: Vec<u8> = (0..rng.usize(found.length..=longest))
            .map(|_| rng.u8(..rules.letters.len() as u8))
            .collect();
        let searched = Player::BOTH.map(|who| wins(rules, play, who, &word, &mut known));
        assert_eq!(machine.wins(&word), searched, "{rules:?} {word:?}");
    }
    30
}

#[test]
fn stalks_are_proved() {
    let stalks = rules(builtin("hackenbush-strings").unwrap());
    let found = analyzed(&stalks, Play::Normal);
    assert!(found.proved, "{:?}", found.remark);
    let machine = found.machine.clone().unwrap();
    // l, r and the stalks that begin with e, where the value is an integer or not, are told apart; a thousand letters are read at once.
    let letter = |c: char| stalks.letters.iter().position(|&l| l == c).unwrap() as u8;
    let mut long = vec![letter('r'); 1000];
    assert_eq!(machine.wins(&long), [false, true]);
    long[0] = letter('l');
    assert_eq!(machine.wins(&long), [true, false]);
    let mut rng = fastrand::Rng::with_seed(1);
    agrees(&stalks, Play::Normal, &found, &mut rng);
    let all: u64 = machine
        .count(20)
        .iter()
        .map(|n| u64::try_from(n).unwrap())
        .sum();
    assert_eq!(all, 3u64.pow(20));
}

#[test]
fn counts_that_need_memory_are_not_claimed() {
    let bits = rules(builtin("removing-bits").unwrap());
    let found = analyzed(&bits, Play::Normal);
    assert!(!found.proved && found.machine.is_none());
    assert!(found.remark.unwrap().contains("is refuted at "));
}

#[test]
fn random_rules_that_are_proved_hold_beyond_the_table() {
    let mut rng = fastrand::Rng::with_seed(4);
    let signs = ["0", "1", "?", "0*", "1*", "[01]*", "1+", "?*"];
    let (mut proved, mut open, mut compared, mut states) = (0, 0, 0, 0);
    while proved < 60 {
        let mut text = "game random\nstring 0 1\n".to_string();
        for _ in 0..rng.usize(1..4) {
            let who = ["left", "right", "move", "move"][rng.usize(..4)];
            let pattern: Vec<&str> = (0..rng.usize(1..4))
                .map(|_| signs[rng.usize(..signs.len())])
                .collect();
            let mut after: Vec<&str> = pattern
                .iter()
                .filter(|_| rng.u8(..3) == 0)
                .copied()
                .collect();
            if rng.u8(..4) == 0 {
                after.insert(rng.usize(..=after.len()), ["0", "1"][rng.usize(..2)]);
            }
            let start = if rng.u8(..3) == 0 { "|" } else { "" };
            let end = if rng.u8(..3) == 0 { "|" } else { "" };
            text += &format!(
                "{who} {start} {} {end} -> {}",
                pattern.join(" "),
                after.join(" ")
            );
            if rng.u8(..4) == 0 {
                text += [
                    " where no neighbour is 1",
                    " where some neighbour is 0",
                    " where exactly 1 neighbour is 1",
                ][rng.usize(..3)];
            }
            text.push('\n');
        }
        let Ok(RuleFile::Cells(file)) = read(&text, "random.game") else {
            continue;
        };
        let Some(rules) = file.words() else { continue };
        let play = if rng.bool() {
            Play::Normal
        } else {
            Play::Misere
        };
        let budget = Budget::new(&bouton_solve::Limits {
            nodes: Some(6_000),
            ..Default::default()
        });
        let Ok(found) = analyze_words(&rules, play, &budget) else {
            open += 1;
            continue;
        };
        if !found.proved {
            open += 1;
            continue;
        }
        proved += 1;
        states += found.machine.as_ref().unwrap().next.len();
        compared += agrees(&rules, play, &found, &mut rng);
    }
    println!("{proved} proved with {states} states, {open} not; {compared} words compared");
    assert!(states > 2 * proved && open > 0);
}
