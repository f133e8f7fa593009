//! Scores of Dots and Boxes and strings-and-coins against a search from the definition and against published figures; Nimstring
//! against its rules as they are told.

use bouton_games::common::strings::Strings;
use bouton_games::nimstring::Nimstring;
use bouton_games::strings_and_coins::StringsAndCoins;
use bouton_rules::laws::Brute;
use bouton_rules::scoring_laws::{Scores, scoring_below};
use bouton_rules::{Gain, Info, Result, Ruleset, Scoring};
use bouton_solve::doc::TakeEnds;
use bouton_solve::scoring::ScoreSearch;
use bouton_solve::{Budget, Limits, NimberSearch};
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

/// The same games without quiet boards: the slow twin of the search over quiet positions.
#[derive(Clone)]
struct Plain(StringsAndCoins);

impl Ruleset for Plain {
    type Position = Strings;

    fn info(&self) -> Info {
        self.0.info()
    }

    fn parse(&self, text: &str) -> Result<Strings> {
        self.0.parse(text)
    }

    fn show(&self, pos: &Strings) -> String {
        self.0.show(pos)
    }

    fn canon(&self, pos: Strings) -> Strings {
        self.0.canon(pos)
    }
}

impl Scoring for Plain {
    fn gains(&self, pos: &Strings) -> Result<Vec<Gain<Strings>>> {
        self.0.gains(pos)
    }

    fn at_stake(&self, pos: &Strings) -> u32 {
        self.0.at_stake(pos)
    }

    fn worthwhile(&self, pos: &Strings) -> Result<Vec<Gain<Strings>>> {
        self.0.worthwhile(pos)
    }
}

/// Some strings of a board, each kept with a chance of `kept` in ten.
fn thinned(rng: &mut fastrand::Rng, board: &Strings, kept: u32) -> Strings {
    let chosen = (0..128).filter(|_| rng.u32(0..10) < kept);
    board.with(chosen.map(|string| 1u128 << string).sum())
}

#[test]
fn quiet_boards_agree_with_plain_search() {
    let mut rng = fastrand::Rng::with_seed(7);
    let budget = Budget::unlimited();
    let mut quiet = 0;
    for round in 0..500 {
        let (game, text) = match round % 4 {
            0 => (BOXES, "3x3".to_string()),
            1 => (BOXES, "2x5".to_string()),
            2 => (BOXES, "4x4".to_string()),
            _ => {
                let strings = rng.usize(12..22);
                (COINS, tangle(&mut rng, strings))
            }
        };
        let kept = [6, 6, 4, 10][round % 4];
        let pos = thinned(&mut rng, &game.parse(&text).unwrap(), kept);
        let found = ScoreSearch::new(game).best(&pos, &budget).unwrap();
        let plain = ScoreSearch::new(Plain(game)).best(&pos, &budget).unwrap();
        assert_eq!(found, plain, "{pos:?}");
        let mut board = game.quiet_board(&pos).unwrap();
        quiet += usize::from(board.pack(&pos).is_some());
    }
    assert!(quiet > 50, "{quiet}");
}

/// Positions with the same key have the same score, and there are many of them.
#[test]
fn keys_of_quiet_positions() {
    let mut rng = fastrand::Rng::with_seed(9);
    let budget = Budget::unlimited();
    let mut shared = 0;
    for text in [
        "3x3",
        "3x4",
        "0-1,0-1,0-2,1-2,1-3,2-3,2-4,3-4,3-5,4-5,4-0,5-0,5-6,6-1,6-0",
    ] {
        let game = StringsAndCoins {
            boxes: text.contains('x'),
        };
        let whole = game.parse(text).unwrap();
        let mut board = game.quiet_board(&whole).unwrap();
        let mut plain = ScoreSearch::new(Plain(game));
        let mut scores = HashMap::new();
        for _ in 0..3000 {
            let pos = thinned(&mut rng, &whole, 5);
            let Some(node) = board.pack(&pos) else {
                continue;
            };
            let score = plain.score(&pos, &budget).unwrap();
            assert!(
                node.score.is_none_or(|known| i64::from(known) == score),
                "{pos:?}"
            );
            let (other, first) = *scores.entry(node.key).or_insert((score, node.pos));
            assert_eq!(other, score, "{pos:?}");
            shared += usize::from(first != node.pos);
        }
    }
    assert!(shared > 100, "{shared}");
}

/// Chains and loops alone: the score is the best over all ways to open one of them.
#[test]
fn chains_and_loops_alone() {
    fn worth(rows: &mut Vec<(i64, bool)>) -> i64 {
        let mut best = None;
        for i in 0..rows.len() {
            let (coins, looped) = rows.remove(i);
            let rest = worth(rows);
            let left = if looped { 4 } else { 2 };
            let declines = coins >= 3 + i64::from(looped);
            let opponent = match declines {
                true => (coins + rest).max(coins - 2 * left - rest),
                false => coins + rest,
            };
            rows.insert(i, (coins, looped));
            best = best.max(Some(-opponent));
        }
        best.unwrap_or(0)
    }
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..200 {
        let (mut strings, mut vertex) = (Vec::new(), 0);
        let mut rows: Vec<(i64, bool)> = Vec::new();
        for _ in 0..rng.usize(1..6) {
            let (coins, looped) = (rng.i64(1..8), rng.bool());
            let coins = if looped { coins.max(2) } else { coins };
            rows.push((coins, looped));
            let first = vertex + 1;
            for _ in 0..coins {
                let before = if vertex + 1 == first { 0 } else { vertex };
                vertex += 1;
                if !looped || before > 0 {
                    strings.push(format!("{before}-{vertex}"));
                }
            }
            strings.push(format!("{}-{vertex}", if looped { first } else { 0 }));
        }
        let pos = COINS.parse(&strings.join(",")).unwrap();
        let found = ScoreSearch::new(COINS).score(&pos, &Budget::unlimited());
        assert_eq!(found.unwrap(), worth(&mut rows), "{rows:?}");
    }
}

#[test]
fn large_boards_stop_at_a_limit() {
    // Up to 64 strings, up to 127, and one more, for which there is no quiet board.
    let row: Vec<String> = (0..128)
        .map(|i| format!("{}-{}", i % 9, i % 11 + 1))
        .collect();
    let boards = [(BOXES, "5x5"), (BOXES, "7x7"), (COINS, &row.join(","))];
    for (game, text) in boards {
        let pos = game.parse(text).unwrap();
        let limits = Limits {
            nodes: Some(200),
            ..Limits::default()
        };
        let stopped = ScoreSearch::new(game).score(&pos, &Budget::new(&limits));
        assert!(stopped.unwrap_err().is_limit(), "{text}");
        // Their last strings are no matter.
        let last = pos.with(0b1011 << (pos.strings() - 4));
        let found = ScoreSearch::new(game).score(&last, &Budget::new(&limits));
        let plain = ScoreSearch::new(Plain(game)).score(&last, &Budget::unlimited());
        assert_eq!(found.unwrap(), plain.unwrap(), "{text}");
    }
}
