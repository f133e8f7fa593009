//! Games on words: the words that a player wins as a regular language, learned from a table and proved.
//!
//! A machine reads a word and says whether Left wins moving first and whether Right does. It is learned from all words up to
//! some length: prefixes whose continuations have equal answers are one state. The proof: the words from which Left can move
//! to a word that the machine says Right does not win, moving first, are a regular language, because rewriting a part of a
//! word that is read from left to right needs only a finite memory; so are those in which Left can move at all. If they are
//! the words that the machine says Left wins, and the same for Right, the machine satisfies the equations that define who
//! wins; and they have one solution, because play ends.

mod learn;
mod prove;

pub use learn::WordMachine;

use bouton_rules::{Error, Outcome, Play, Player, Result, WordRules};
use bouton_solve::Budget;
use learn::{Table, learn};
use prove::{Verdict, prove};
use std::collections::HashMap;

/// Words that are searched: few at first, more if they do not lead to a proof.
const MOST_WORDS: [u64; 2] = [1_500, 40_000];

/// What is known about who wins.
#[derive(Clone, Debug)]
pub struct WordAnalysis {
    /// Every word up to this length was searched.
    pub length: usize,
    /// The words that Left, and those that Right, wins moving first: a machine that agrees with the search, if one was found.
    pub machine: Option<WordMachine>,
    /// True if the machine is proved for all words.
    pub proved: bool,
    /// Why there is no machine or no proof.
    pub remark: Option<String>,
}

/// Learns who wins, and proves it where it can.
///
/// The rules must be such that play ends: the proof needs it. Cost: the search of some 40,000 words and those that they lead
/// to, and a subset construction. Errors: a limit;
/// no letters, or a repetition of at least two rounds.
///
/// ```
/// use bouton_rules::{Play, Player, WordGroup, WordPiece, WordRule, WordRules};
/// use bouton_solve::Budget;
/// use bouton_theory::analyze_words;
/// // Either player takes the first letter, a 1, or the last, a 0.
/// let group = |set| vec![WordGroup { sets: vec![set], repeats: None }];
/// let rule = |set, at_start, at_end| WordRule { who: None, groups: group(set), at_start, at_end, pieces: vec![], guards: vec![] };
/// let game = WordRules { letters: vec!['0', '1'], moves: vec![rule(2, true, false), rule(1, false, true)] };
/// let found = analyze_words(&game, Play::Normal, &Budget::unlimited()).unwrap();
/// assert!(found.proved);
/// let machine = found.machine.unwrap();
/// assert_eq!(machine.wins(&[1, 1, 1, 0, 0]), [true, true]);
/// ```
pub fn analyze_words(rules: &WordRules, play: Play, budget: &Budget) -> Result<WordAnalysis> {
    let mut groups = rules.moves.iter().flat_map(|m| &m.groups);
    if rules.letters.is_empty() || groups.any(|g| g.repeats > Some(1)) {
        return Err(Error::input(
            "a game on words has letters, and its patterns repeat from 0 or 1 rounds on",
        ));
    }
    let first = attempt(rules, play, MOST_WORDS[0], budget)?;
    if first.proved {
        return Ok(first);
    }
    attempt(rules, play, MOST_WORDS[1], budget)
}

/// Learns from a table of at most `most` words, and proves.
fn attempt(rules: &WordRules, play: Play, most: u64, budget: &Budget) -> Result<WordAnalysis> {
    let table = search(rules, play, most, budget)?;
    let length = table.length;
    let mut found = WordAnalysis {
        length,
        machine: None,
        proved: false,
        remark: None,
    };
    let Some(machine) = learn(&table) else {
        found.remark = Some(format!(
            "no machine with few states agrees with the words up to length {length}"
        ));
        return Ok(found);
    };
    match prove(rules, &machine, play, budget)? {
        Verdict::Proved => found.proved = true,
        Verdict::Open(why) => found.remark = Some(why),
        Verdict::Refuted(word) => {
            found.remark = Some(format!(
                "the machine that agrees with the words up to length {length} is refuted at {word}"
            ));
            return Ok(found);
        }
    }
    found.machine = Some(machine);
    Ok(found)
}

/// The shortest words with their outcomes, from the definition.
pub fn first_words(
    rules: &WordRules,
    play: Play,
    count: usize,
) -> impl Iterator<Item = (Vec<u8>, Outcome)> {
    let mut known = HashMap::new();
    let letters = rules.letters.len() as u64;
    (0..count as u64).map(move |code| {
        let word = word(code, letters);
        let [left, right] =
            outcome(rules, play, &word, &mut known, &mut || Ok(())).unwrap_or_default();
        (word, Outcome::from_starters(left, right))
    })
}

/// Who wins each word up to a length, from the definition.
fn search(rules: &WordRules, play: Play, most: u64, budget: &Budget) -> Result<Table> {
    let letters = rules.letters.len() as u64;
    let (mut length, mut words, mut layer) = (0, 1, 1);
    while words + layer * letters <= most && length < 200 {
        layer *= letters;
        words += layer;
        length += 1;
    }
    budget.phase("words", Some(words));
    let mut known: HashMap<Vec<u8>, [bool; 2]> = HashMap::new();
    let mut wins = Vec::new();
    for code in 0..words {
        let word = word(code, letters);
        wins.push(outcome(rules, play, &word, &mut known, &mut || {
            budget.visit(1)
        })?);
    }
    Ok(Table {
        letters: letters as usize,
        length,
        wins,
    })
}

/// Whether Left, and whether Right, wins a word moving first.
fn outcome(
    rules: &WordRules,
    play: Play,
    word: &[u8],
    known: &mut HashMap<Vec<u8>, [bool; 2]>,
    visit: &mut dyn FnMut() -> Result<()>,
) -> Result<[bool; 2]> {
    let mut open = vec![word.to_vec()];
    while let Some(top) = open.last() {
        if known.contains_key(top) {
            open.pop();
            continue;
        }
        let moves = Player::BOTH.map(|who| rules.results(who, top));
        let missing = moves.iter().flatten().filter(|m| !known.contains_key(*m));
        let missing: Vec<Vec<u8>> = missing.cloned().collect();
        if !missing.is_empty() {
            open.extend(missing);
            continue;
        }
        visit()?;
        let entry = [0, 1].map(|who: usize| {
            let stuck = moves[who].is_empty() && play == Play::Misere;
            stuck || moves[who].iter().any(|m| !known[m][1 - who])
        });
        known.insert(top.clone(), entry);
        open.pop();
    }
    Ok(known[word])
}

/// Word number `code`: shorter words first, then in the order of the letters.
fn word(mut code: u64, letters: u64) -> Vec<u8> {
    let (mut length, mut layer) = (0, 1);
    while code >= layer {
        code -= layer;
        layer *= letters;
        length += 1;
    }
    let mut made = vec![0; length];
    for letter in made.iter_mut().rev() {
        *letter = (code % letters) as u8;
        code /= letters;
    }
    made
}
