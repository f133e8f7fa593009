//! Scores of Dots and Boxes and strings-and-coins against a search from the definition and against published figures; Nimstring
//! against its rules as they are told.

use bouton_games::common::strings::Strings;
use bouton_games::nimstring::Nimstring;
use bouton_games::strings_and_coins::StringsAndCoins;
use bouton_rules::laws::Brute;
use bouton_rules::scoring_laws::{Scores, scoring_below};
use bouton_rules::{Ruleset, Scoring};
use bouton_solve::doc::TakeEnds;
use bouton_solve::scoring::ScoreSearch;
use bouton_solve::{Budget, NimberSearch};
use std::collections::HashMap;

const BOXES: StringsAndCoins = StringsAndCoins { boxes: true };
const COINS: StringsAndCoins = StringsAndCoins { boxes: false };

#[test]
fn rectangles_of_boxes() {
    let data = include_str!("../../../testdata/dots-and-boxes.tsv");
    let mut rows = 0;
    for line in data.lines().filter(|l| !l.starts_with('#')) {
        let [game, board, value] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let budget = Budget::unlimited();
        let (found, nodes) = match game {
            "dots-and-boxes" => {
                let mut search = ScoreSearch::new(BOXES);
                let score = search.score(&BOXES.parse(board).unwrap(), &budget).unwrap();
                (score, search.nodes())
            }
            _ => {
                let mut search = NimberSearch::new(Nimstring);
                let nimber = search
                    .nimber(&Nimstring.parse(board).unwrap(), &budget)
                    .unwrap();
                (nimber as i64, search.nodes())
            }
        };
        println!("{game} {board}: {found}, {nodes} nodes");
        assert_eq!(found.to_string(), value, "{game} {board}");
        rows += 1;
    }
    assert_eq!(rows, 27);
}

/// A few coins, tied at random.
fn tangle(rng: &mut fastrand::Rng, strings: usize) -> String {
    let coins = rng.usize(1..6);
    let items = (0..strings).map(|_| {
        let a = rng.usize(0..=coins);
        let b = rng.usize(1..=coins);
        format!("{a}-{b}")
    });
    items.collect::<Vec<_>>().join(",")
}

#[test]
fn tangles_agree_with_the_definition() {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut positions = 0;
    for _ in 0..400 {
        let strings = rng.usize(1..10);
        let pos = COINS.parse(&tangle(&mut rng, strings)).unwrap();
        positions +=
            scoring_below(&COINS, vec![pos.clone()], 5000).unwrap_or_else(|e| panic!("{e}"));
        let scores = Scores::below(&COINS, vec![pos.clone()], 5000).unwrap();
        let (score, best) = ScoreSearch::new(COINS)
            .best(&pos, &Budget::unlimited())
            .unwrap();
        assert_eq!(score, scores.of(&pos), "{pos:?}");
        let worth = |gain: &bouton_rules::Gain<Strings>| {
            let rest = scores.of(&gain.to);
            i64::from(gain.points) + if gain.again { rest } else { -rest }
        };
        let all = COINS.gains(&pos).unwrap();
        let expected: Vec<_> = all
            .into_iter()
            .filter(|gain| worth(gain) == score)
            .collect();
        assert_eq!(best, expected, "{pos:?}");
    }
    assert!(positions > 5000, "{positions}");
}

#[test]
fn rows_of_numbers() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..100 {
        let row: Vec<u32> = (0..rng.usize(0..10)).map(|_| rng.u32(0..8)).collect();
        let scores = Scores::below(&TakeEnds, vec![row.clone()], 1000).unwrap();
        let found = ScoreSearch::new(TakeEnds)
            .score(&row, &Budget::unlimited())
            .unwrap();
        assert_eq!(found, scores.of(&row), "{row:?}");
    }
    assert!(scoring_below(&TakeEnds, vec![vec![3, 1, 4, 1, 5]], 1000).unwrap() > 10);
}

/// Does the player to move win Nimstring beside a Nim heap, by the rules as they are told: who frees a coin must move again,
/// and who cannot move loses?
fn wins(pos: &Strings, left: u128, heap: u32, known: &mut HashMap<(u128, u32), bool>) -> bool {
    if let Some(&won) = known.get(&(left, heap)) {
        return won;
    }
    let by_string = (0..128).filter(|i| left >> i & 1 == 1).any(|string| {
        let (rest, coins) = pos.cut(left, string);
        wins(pos, rest, heap, known) == (coins > 0)
    });
    let won = by_string || (0..heap).any(|rest| !wins(pos, left, rest, known));
    known.insert((left, heap), won);
    won
}

#[test]
fn nimbers_of_nimstring_agree_with_its_rules() {
    let mut rng = fastrand::Rng::with_seed(23);
    let (mut plain, mut loony) = (0, 0);
    for _ in 0..600 {
        let strings = rng.usize(1..9);
        let text = tangle(&mut rng, strings);
        let pos = Strings::parse(&text).unwrap();
        let mut known = HashMap::new();
        match Nimstring.parse(&text) {
            Ok(settled) => {
                let brute = Brute::below(&Nimstring, vec![settled.clone()], 5000).unwrap();
                let value = brute.grundy(&settled) as u32;
                for heap in 0..value + 3 {
                    let won = wins(&pos, pos.set(), heap, &mut known);
                    assert_eq!(won, heap != value, "{text} and a heap of {heap}");
                }
                plain += 1;
            }
            Err(e) => {
                assert!(e.to_string().contains("loony"), "{e}");
                for heap in 0..5 {
                    assert!(
                        wins(&pos, pos.set(), heap, &mut known),
                        "{text} and a heap of {heap}"
                    );
                }
                loony += 1;
            }
        }
    }
    assert!(plain > 100 && loony > 20, "{plain} {loony}");
}
