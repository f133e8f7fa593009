//! Words of one length by who wins: counted with the machine that reads them, letter by letter.

use super::stopped_words;
use crate::report::CountReport;
use crate::workbench::Workbench;
use bouton_core::{Budget, Error, Outcome, Play, Result};
use bouton_count::ring::{Ring, ring_of};
use bouton_count::{Nat, with_ring};
use bouton_rulefile::{Level, parse_expression};
use bouton_theory::analyze_words;
use num_bigint::BigInt;

/// A question about all words of one length.
#[derive(Clone, Debug, Default)]
pub struct WordQuestion {
    /// The length, as in `18` or `10^6`.
    pub length: String,
    /// What a letter counts for, as in `1=9, 2=3`: letters that are not named count once.
    pub weights: Option<String>,
    /// Whose wins are counted: `first`, `second`, `left` or `right`; without it `second`.
    pub win: Option<String>,
    /// Give the result modulo this number.
    pub modulus: Option<String>,
    /// Who wins at the end.
    pub play: Play,
}

/// The longest words.
const MOST_LENGTH: u64 = 1 << 24;

impl Workbench {
    /// Counts the words of one length with an outcome, each letter with its weight: a word counts for the product.
    ///
    /// The machine is learned from short words and proved for all. Cost: the proof, and one step for each letter, state and place.
    /// Errors: no game on words; a machine that is not found or not proved; texts that do not read; a limit.
    ///
    /// ```
    /// use bouton_engine::{Budget, WordQuestion, Workbench};
    /// let rules = "game removing-digits\nstring 0 1\nmove 1 ->\nmove 1 0 -> 1\n";
    /// let game = Workbench::from_rules(rules, "digits.game").unwrap();
    /// let question = WordQuestion { length: "2".into(), weights: Some("1=9".into()), win: Some("first".into()), ..WordQuestion::default() };
    /// let answer = game.count_words(&question, &Budget::unlimited()).unwrap();
    /// assert_eq!(answer.count.unwrap(), "18");
    /// ```
    pub fn count_words(&self, q: &WordQuestion, budget: &Budget) -> Result<CountReport> {
        let Some(cells) = self.cells.as_deref().filter(|c| c.level() == Level::Words) else {
            return Err(Error::input(format!(
                "--length asks about words, and {} is not a game on words; give --where or --each",
                self.name
            )));
        };
        if let Some(why) = cells.endless() {
            return Err(Error::input(format!(
                "play of {} may go on for ever: {why}",
                self.name
            )));
        }
        let words = cells.words().ok_or_else(|| stopped_words(&self.name))?;
        let number = |flag: &str, text: &str| -> Result<BigInt> {
            let value = parse_expression(text, &[]).map_err(|e| e.at(flag))?;
            value.value(&[]).map_err(|_| {
                Error::input(format!(
                    "{flag}: `{text}` is not a number; write one such as 10^9"
                ))
            })
        };
        let length = number("--length", &q.length)?;
        let length = u64::try_from(&length).ok().filter(|n| *n <= MOST_LENGTH);
        let length = length.ok_or_else(|| {
            Error::limit(format!(
                "--length: {} is not a length from 0 to {MOST_LENGTH}",
                q.length
            ))
        })?;
        let wanted = match q.win.as_deref() {
            None | Some("second") => Outcome::P,
            Some("first") => Outcome::N,
            Some("left") => Outcome::L,
            Some("right") => Outcome::R,
            Some(other) => {
                return Err(Error::input(format!(
                    "--win: `{other}` is none of first, second, left, right"
                )));
            }
        };
        let mut weights = vec![BigInt::from(1); words.letters.len()];
        for part in q.weights.iter().flat_map(|w| w.split(',')) {
            let wrong = || {
                Error::input(format!(
                    "--weights: `{part}` is not LETTER=NUMBER, as in 1=9"
                ))
            };
            let (letter, weight) = part.split_once('=').ok_or_else(wrong)?;
            let place = words
                .letters
                .iter()
                .position(|l| letter.trim() == l.to_string());
            weights[place.ok_or_else(wrong)?] = number("--weights", weight)?;
        }
        let modulus = match &q.modulus {
            None => None,
            Some(text) => {
                let m = number("--mod", text)?;
                let m = m.to_biguint().filter(|m| *m > Nat::ZERO);
                Some(m.ok_or_else(|| {
                    Error::input(format!("--mod: `{text}` is not a number of at least 1"))
                })?)
            }
        };
        let found = analyze_words(&words, q.play, budget)?;
        let machine = found.machine.filter(|_| found.proved).ok_or_else(|| {
            let why = found.remark.unwrap_or_default();
            Error::limit(format!(
                "no machine that reads the words of {} is proved: {why}",
                self.name
            ))
        })?;
        let ring = ring_of(modulus.as_ref())?;
        let count = with_ring!(&ring, ring => {
            let weights: Vec<_> = weights.iter().map(|w| ring.int(w)).collect();
            let states = machine.next.len();
            let mut at = vec![ring.zero(); states];
            at[0] = ring.one();
            for _ in 0..length {
                budget.visit(1)?;
                let mut next = vec![ring.zero(); states];
                for (count, to) in at.iter().zip(&machine.next) {
                    for (weight, &to) in weights.iter().zip(to) {
                        next[to] = ring.add(&next[to], &ring.mul(count, weight));
                    }
                }
                at = next;
            }
            let mut sum = ring.zero();
            for (s, count) in at.iter().enumerate() {
                if machine.outcome(s) == wanted {
                    sum = ring.add(&sum, count);
                }
            }
            ring.value(&sum)
        });
        Ok(CountReport {
            game: self.name.clone(),
            conditions: format!("length = {length}"),
            count: Some(count.to_string()),
            sum: None,
            modulus: q.modulus.clone(),
            status: "proved".to_string(),
            statement: format!(
                "a machine with {} states that reads the word from the left ends in its outcome",
                machine.next.len()
            ),
        })
    }
}
