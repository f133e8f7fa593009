//! 961: digits are deleted one by one; a game on words that the pipeline proves.

use crate::number::{natural, outcome};
use crate::search::Search;
use crate::{Error, Input, Known, Result, Study, Value};
use bouton_core::Budget;
use bouton_rulefile::{RuleFile, read};
use bouton_rules::Play;
use bouton_theory::{WordMachine, analyze_words};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::sync::LazyLock;

pub const STUDY: Study = Study {
    id: 961,
    text: "Only the pattern of zeros matters, and a leading zero that stays where it is changes nothing, so the game is one on words of two letters: delete a 1, or a 0 that follows a 1 (every zero of a \
        run will do). From the words of small length a machine is learned that reads a word and says who wins; that it is right for all words is decided by a subset construction on the \
        rules. The count walks over the digits of the bound, with nine numbers for each 1 of a pattern.",
    known: || {
        let machine = machine()?;
        Ok(Known::Machine(format!(
            "a machine with {} states decides every word",
            machine.next.len()
        )))
    },
    run,
    brute,
    twins: || {
        let all: Vec<String> = [
            1, 2, 10, 11, 57, 99, 101, 110, 345, 1000, 1001, 2050, 9999, 20407,
        ]
        .iter()
        .map(|n| format!(r#"{{"fn": "W", "N": {n}}}"#))
        .collect();

        all
    },
};

/// 1 stands for every digit that is not 0; leading zeros stay.
const RULES: &str = "\
game   removing-digits
rules  Delete a 1, or a 0 that is not a leading one.
string 0 1
move   1   ->
move   1 0 -> 1
";

/// The proved machine.
fn machine() -> Result<&'static WordMachine> {
    static MACHINE: LazyLock<Result<WordMachine>> = LazyLock::new(|| {
        let RuleFile::Cells(rules) = read(RULES, "removing-digits.game")? else {
            return Err(Error::input("the rules are not about words"));
        };
        let words = rules.words();
        let words =
            words.ok_or_else(|| Error::input("the rules have conditions on whole words"))?;
        if let Some(why) = rules.endless() {
            return Err(Error::input(format!("play may go on for ever: {why}")));
        }
        let found = analyze_words(&words, Play::Normal, &Budget::unlimited())?;
        let proved = found.machine.filter(|_| found.proved);
        proved.ok_or_else(|| Error::limit("no machine for the words was proved"))
    });
    MACHINE.as_ref().map_err(Clone::clone)
}

fn run(input: &Input) -> Result<Value> {
    match input.function() {
        "options" => Ok(Value::from(options(&input.u64("n")?))),
        "outcome" => {
            let word: Vec<u8> = digits(&input.nat("n")?)
                .iter()
                .map(|d| u8::from(*d > 0))
                .collect();
            Ok(outcome(!machine()?.wins(&word)[0]))
        }
        "W" => Ok(natural(
            won_below(machine()?, &digits(&input.nat("N")?)),
            input.modulus()?,
        )),
        _ => Err(input.unknown()),
    }
}

fn digits(n: &BigUint) -> Vec<u8> {
    n.to_radix_be(10)
}

/// How many numbers from 1 below the bound are won by the player to move; numbers have as many digits as the bound, leading zeros
/// included. The word of zeros alone is lost.
fn won_below(machine: &WordMachine, bound: &[u8]) -> BigUint {
    let states = machine.next.len();
    // Numbers below the bound's digits so far, by the state they lead to; and the state of those digits themselves.
    let mut below = vec![BigUint::ZERO; states];
    let mut tight = 0;
    for digit in bound {
        let mut next = vec![BigUint::ZERO; states];
        for (count, to) in below.iter().zip(&machine.next) {
            next[to[0]] += count;
            next[to[1]] += count * 9u32;
        }
        let to = &machine.next[tight];
        if *digit > 0 {
            next[to[0]] += 1u32;
            next[to[1]] += u32::from(*digit - 1);
        }
        tight = to[usize::from(*digit > 0)];
        below = next;
    }
    let won = below.iter().zip(&machine.wins).filter(|(_, wins)| wins[0]);
    won.map(|(count, _)| count).sum()
}

/// The numbers after each deletion, in order.
fn options(n: &u64) -> Vec<u64> {
    let text = n.to_string();
    let without = |i: usize| {
        let rest = format!("{}{}", &text[..i], &text[i + 1..]);
        rest.parse().unwrap_or(0)
    };
    let all: BTreeSet<u64> = (0..text.len()).map(without).collect();
    match n {
        0 => Vec::new(),
        _ => all.into_iter().collect(),
    }
}

fn brute(input: &Input) -> Result<Value> {
    match input.function() {
        "options" => Ok(Value::from(options(&input.u64("n")?))),
        _ => {
            let mut search = Search::new();
            let won = (1..input.u64("N")?).filter(|n| !search.lost(n, options));
            Ok(natural(won.count() as u64, None))
        }
    }
}
