//! Theorems against a search from the definition over every small position, and at sizes that no search reaches.

use bouton_games::{Visitor, find};
use bouton_rules::laws::Brute;
use bouton_rules::{Heaps, Impartial, Outcome, Partizan, Play, Result, Short, laws};

/// Runs the laws with other examples: everything below these positions.
struct Below {
    positions: Vec<String>,
    visited: usize,
}

impl Visitor for Below {
    fn impartial<G: Impartial + Short>(&mut self, game: G) {
        let seeds = self
            .positions
            .iter()
            .map(|text| game.parse(text).unwrap())
            .collect();
        self.visited += laws::impartial_below(&game, seeds, 200_000)
            .unwrap_or_else(|broken| panic!("{broken}"));
    }
    fn family<G: Impartial + Short>(&mut self, _: &str, _: &str, _: fn(&str) -> Result<G>) {}
    fn partizan<G: Partizan + Short>(&mut self, _: G) {}
    fn loopy<G: Impartial>(&mut self, _: G) {}
    fn loopy_partizan<G: Partizan>(&mut self, _: G) {}
}

fn below(game: &str, positions: &[&str]) -> usize {
    let mut below = Below {
        positions: positions.iter().map(|p| p.to_string()).collect(),
        visited: 0,
    };
    find(game, &mut below).unwrap();
    assert!(below.visited >= 50, "{game}: {} positions", below.visited);
    below.visited
}

#[test]
fn sums_of_heaps() {
    for game in ["nim", "bounded-nim:1", "bounded-nim:2", "bounded-nim:4"] {
        assert!(below(game, &["9,9,9,9", "3,3,3,3,3,3"]) > 500);
    }
    for game in [
        "subtraction:1,2",
        "subtraction:2,3",
        "subtraction:1,3,4",
        "subtraction:2,4,7",
        "subtraction:3,5,8",
    ] {
        below(game, &["12,11,10", "17,18", "9,9,9,9"]);
    }
    below("subtract-a-power-of-two", &["12,11,10", "25,24", "9,9,9,9"]);
    below("lasker", &["9", "7,2", "5,5"]);
    below("divisor-nim", &["16,12,10", "64,48", "100"]);
    below("coprime-nim", &["12,11,10", "60,35", "121"]);
    below("kayles", &["15", "8,7"]);
    below("dawsons-kayles", &["18", "10,9"]);
}

#[test]
fn pairs_of_heaps() {
    for game in ["wythoff", "distribunim"] {
        below(game, &["60,60"]);
    }
    below("euclid", &["89,55", "100,37", "90,100"]);
    // Moves of Euclid jump over most positions: every pair is a start.
    let pairs: Vec<String> = (0..40)
        .flat_map(|a| (0..40).map(move |b| format!("{a},{b}")))
        .collect();
    let pairs: Vec<&str> = pairs.iter().map(String::as_str).collect();
    assert_eq!(below("euclid", &pairs), 1600);
    let limits: Vec<String> = (0..120)
        .flat_map(|n| (0..=n + 2).map(move |m| format!("{n},{m}")))
        .collect();
    let limits: Vec<&str> = limits.iter().map(String::as_str).collect();
    assert!(below("fibonacci-nim", &limits) > 7000);
}

#[test]
fn several_heaps_in_a_move() {
    below("moore:1", &["5,5,5", "2,2,2,2"]);
    below(
        "moore:2",
        &["6,5,4", "3,3,3,3", "2,2,2,2,2", "1,1,1,1,1,1,1"],
    );
    below("moore:3", &["3,3,3,3", "2,2,2,2,2", "1,1,1,1,1,1,1,1,1"]);
}

#[test]
fn coins_on_strips_and_steps() {
    below("staircase", &["3,3,3,2", "0,0,0,0,4", "6,5,4"]);
    below(
        "sliding-coins",
        &["10,11,12", "6,7,8,9", "8,9,10,11", "4,5,6,7,8"],
    );
    below(
        "silver-dollar",
        &[
            "9,10,11$",
            "9,10$,11",
            "9$,10,11",
            "6,7,8,9$",
            "6,7,8$,9",
            "5,6,7,8,9$",
            "5,6,7,8$,9",
        ],
    );
    below("welter", &["11,12,13", "8,9,10,11", "5,6,7,8,9", "30,31"]);
    below("turning-turtles", &["1,2,3,4,5,6,7,8,9"]);
    below("mock-turtles", &["1,2,3,4,5,6,7,8,9"]);
    below("twins", &["1,2,3,4,5,6,7,8,9", "2,3,4,5,6,7,8,9"]);
    below("ruler", &["1,2,3,4,5,6,7,8,9"]);
    below("chomp", &["5,5,5,5", "8,8,8", "3,3,3,3,3,3"]);
    below("end-nim", &["6,6,6"]);
}

/// Misère Nim on nine positions, by hand, by theorem and by search.
#[test]
fn misere_nim_where_empty_heaps_do_not_count() {
    let positions: [&[u64]; 9] = [
        &[],
        &[0, 0],
        &[1],
        &[0, 1, 0],
        &[1, 1],
        &[2],
        &[2, 2],
        &[0, 0, 2, 2],
        &[1, 2, 3],
    ];
    let outcomes = ["N", "N", "P", "P", "N", "N", "P", "P", "P"];
    let game = bouton_games::nim::Nim::game();
    for (position, outcome) in positions.into_iter().zip(outcomes) {
        let text = Heaps::of(position).to_string();
        let pos = bouton_rules::Ruleset::parse(&game, &text).unwrap();
        let brute = Brute::below(&game, vec![pos.clone()], 1000).unwrap();
        let searched = if brute.wins_misere(&pos) { "N" } else { "P" };
        assert_eq!(
            game.known(&pos, Play::Misere).unwrap().outcome.letter(),
            searched,
            "{text}"
        );
        assert_eq!(searched, outcome, "{text}");
    }
}

/// Heaps of a thousand digits: outcome, and a move that the theorem itself says is won, or loses from every small change.
#[test]
fn heaps_of_a_thousand_digits() {
    let digits = |seed: usize| -> String {
        let mut text = String::from("7");
        text.extend(
            (1..1000).map(|i| char::from(b'0' + ((i * i * seed + i * 7 + seed) % 10) as u8)),
        );
        text
    };
    struct Large {
        position: String,
        play: Play,
        replies: usize,
    }
    impl Visitor for Large {
        fn impartial<G: Impartial + Short>(&mut self, game: G) {
            let name = game.info().name;
            let pos = game.parse(&self.position).unwrap();
            let start = std::time::Instant::now();
            let known = game
                .known(&pos, self.play)
                .unwrap_or_else(|| panic!("{name}: no theorem"));
            let seconds = start.elapsed().as_secs_f64();
            assert!(seconds < 1.0, "{name} took {seconds} s");
            println!(
                "{name}, {} play: {} replies in {seconds:.4} s",
                self.play.name(),
                known.winning.len()
            );
            assert_eq!(
                known.outcome == Outcome::P,
                known.winning.is_empty(),
                "{name}"
            );
            for reply in known.winning.iter().take(3) {
                assert_ne!(*reply, pos);
                assert_eq!(
                    game.known(reply, self.play).unwrap().outcome,
                    Outcome::P,
                    "{name}"
                );
                assert!(game.rank(reply) < game.rank(&pos), "{name}");
                laws::reads_back(&game, reply).unwrap();
            }
            self.replies += known.winning.len();
            assert!(
                game.options(&pos).is_err_and(|e| e.is_limit())
                    || game.options(&pos).unwrap().len() < 10_000
            );
        }
        fn family<G: Impartial + Short>(&mut self, _: &str, _: &str, _: fn(&str) -> Result<G>) {}
        fn partizan<G: Partizan + Short>(&mut self, _: G) {}
        fn loopy<G: Impartial>(&mut self, _: G) {}
        fn loopy_partizan<G: Partizan>(&mut self, _: G) {}
    }
    /// Some positions are lost; one of these is not.
    fn has_replies(game: &str, position: &str, play: Play) {
        let replies = ["", "1", "4"].into_iter().any(|more| {
            let mut large = Large {
                position: format!("{position}{more}"),
                play,
                replies: 0,
            };
            find(game, &mut large).unwrap();
            large.replies > 0
        });
        assert!(replies, "{game}");
    }
    let (a, b, c) = (digits(1), digits(3), digits(7));
    let three = format!("{a},{b},{c}");
    let two = format!("{a},{b}");
    let ascending = format!("5,{a},{a}9,{b}99");
    let games = [
        ("nim", &three),
        ("bounded-nim:1000", &three),
        ("moore:2", &three),
        ("subtraction:1,3,4", &three),
        ("lasker", &three),
        ("subtract-a-power-of-two", &two),
        ("divisor-nim", &format!("{a}000,{b}0,{c}64")),
        ("kayles", &three),
        ("dawsons-kayles", &three),
        ("wythoff", &two),
        ("euclid", &two),
        ("fibonacci-nim", &two),
        ("distribunim", &two),
        ("staircase", &three),
        ("sliding-coins", &ascending),
        ("welter", &ascending),
        ("turning-turtles", &ascending),
        ("mock-turtles", &ascending),
        ("twins", &ascending),
        ("silver-dollar", &format!("5,{a},{a}9$,{b}99")),
    ];
    for (game, position) in games {
        has_replies(game, position, Play::Normal);
    }
    let misere = [
        ("nim", &three),
        ("bounded-nim:1000", &three),
        ("moore:2", &three),
        ("wythoff", &two),
        ("subtraction:1,3,4", &three),
        ("subtract-a-power-of-two", &two),
    ];
    for (game, position) in misere {
        has_replies(game, position, Play::Misere);
    }
    // Fibonacci Nim from a heap that is one Fibonacci number is lost without the whole heap.
    let game = bouton_games::fibonacci_nim::FibonacciNim::game();
    let fibonacci = bouton_games::common::numbers::zeckendorf(&a.parse().unwrap()).swap_remove(0);
    let pos = Heaps(vec![fibonacci.clone(), fibonacci - 1u32]);
    assert_eq!(game.known(&pos, Play::Normal).unwrap().outcome, Outcome::P);
}
