//! Random linear heap games: every claim that is called proved is compared with brute force on a box at least four times the
//! side of the one that it was learned from, and its certificate is checked by the independent checker.

mod common;

use bouton_automata::{Limits, Var};
use bouton_rules::{Nat, Play, Player};
use bouton_solve::{Budget, boxed};
use bouton_theory::{Claim, Kind, certificate};
use common::Subject;

/// How many games: 150, or what the variable says.
fn games_wanted() -> usize {
    let asked = std::env::var("BOUTON_RANDOM_GAMES").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(150)
}

/// A small game of linear arithmetic, as the text of a rule file.
fn random_game(r: &mut fastrand::Rng, i: usize) -> String {
    let mut text = format!("game random-{i}\n");
    if r.u8(0..4) == 0 {
        // One heap, sums, maybe with splits.
        text.push_str("heap n\n");
        for _ in 0..r.usize(1..=3) {
            let (lo, hi) = (r.u64(1..=3), r.u64(0..=4));
            match r.u8(0..5) {
                0 => text.push_str(&format!("move n -> n - {lo}\n")),
                1 => text.push_str(&format!("move n -> n - k for k in {lo}..{}\n", lo + hi)),
                2 => text.push_str(&format!(
                    "move n -> n - k for k in {lo}..n where k mod {} = {}\n",
                    hi + 2,
                    r.u64(0..hi + 2)
                )),
                3 => text.push_str(&format!(
                    "move n -> x, n - x - {} for x in 1..n - {lo}\n",
                    r.u64(0..2)
                )),
                _ => text.push_str(&format!(
                    "move n -> n - k for k in 1..n where k >= n - {hi} or k = {lo}\n"
                )),
            }
        }
        return text;
    }
    let three = r.u8(0..6) == 0;
    let heaps: &[&str] = if three { &["a", "b", "c"] } else { &["a", "b"] };
    text.push_str(&format!("heaps {}\n", heaps.join(" ")));
    if r.u8(0..6) == 0 {
        text.push_str("where a >= 1, b >= 1\n");
    }
    let partizan = !three && r.u8(0..4) == 0;
    for m in 0..r.usize(1..=3) {
        let who = if partizan {
            ["left ", "right "][(m + r.usize(0..2)) % 2]
        } else {
            ""
        };
        let (x, y) = if r.bool() { ("a", "b") } else { ("b", "a") };
        let c = r.u64(1..=3);
        let line = match r.u8(0..10) {
            0 => format!("{x} -= {c}"),
            1 => format!("{x} -= k for k in 1..{x}"),
            2 => format!("{x} -= k for k in {c}..{}", c + r.u64(0..4)),
            3 => format!("{x} -= k, {y} -= k for k in 1..min(a, b)"),
            4 => format!("{x} -= k for k in 1..{y}"),
            5 => format!("{x} -= k for k in 1..{x} where {x} - k >= {y}"),
            6 => format!("{x} -= {c}, {y} -= {}", r.u64(1..=3)),
            7 => format!("{x} -= k, {y} -= {c} for k in 0..{x}"),
            8 => format!(
                "{x} -= k for k in 1..{x} where (k + {y}) mod {} = 0",
                r.u64(2..4)
            ),
            _ => format!("{x} -= s, {y} -= t for s in 0..{x}, t in 0..{y} where s + t = {c}"),
        };
        text.push_str(&format!("{who}move {line}\n"));
    }
    if three {
        text.push_str("move c -= k for k in 1..c\n");
    }
    text
}

/// Compares a proved claim with brute force; the number of positions compared.
fn compare(subject: &Subject, claim: &Claim, play: Play) -> u64 {
    let arity = subject.rules.heaps.len();
    let tracks = if claim.kind == Kind::PSet || claim.kind == Kind::PartizanSets {
        arity
    } else {
        arity + 1
    };
    // Four times the largest box that conjectures of this shape can come from, or of the one used.
    let side = match (claim.kind, arity) {
        (Kind::Formula | Kind::Period | Kind::ArithmeticPeriod, _) => 40_000,
        (_, 1) => 4 * 512,
        (_, 2) => 256,
        _ => 64,
    };
    let most = [40_000, 1_024, 64][arity - 1];
    let side = side.max(4 * side_of(&claim.bound)).min(most);
    let sizes = vec![side; arity];
    let budget = Budget::unlimited();
    let nat = |pos: &[u64]| pos.iter().map(|&x| Nat::from(x)).collect::<Vec<_>>();
    let mut compared = 0;
    match claim.kind {
        Kind::PSet => {
            let table = boxed::wins(subject.boxed.as_ref(), &sizes, play, &budget).unwrap();
            for cell in step(table.layout().cells()) {
                let pos = table.layout().position(cell);
                let brute = table.wins(&pos) == Some(false);
                assert_eq!(
                    claim.automata[0].contains(&nat(&pos)),
                    brute,
                    "{} at {pos:?}",
                    subject.rules.text
                );
                compared += 1;
            }
        }
        Kind::PartizanSets => {
            let table =
                boxed::partizan_wins(subject.boxed.as_ref(), &sizes, play, &budget).unwrap();
            for cell in step(table.layout().cells()) {
                let pos = table.layout().position(cell);
                for (set, who) in claim.automata.iter().zip(Player::BOTH) {
                    let brute = table.wins(who, &pos) == Some(true);
                    assert_eq!(
                        set.contains(&nat(&pos)),
                        brute,
                        "{} at {pos:?}, {who:?}",
                        subject.rules.text
                    );
                }
                compared += 1;
            }
        }
        _ if tracks == arity + 1 && !claim.automata.is_empty() => {
            let sizes = vec![side.min([40_000, 128, 32][arity - 1]); arity];
            let table = boxed::grundy(subject.boxed.as_ref(), &sizes, &budget).unwrap();
            for cell in step(table.layout().cells()) {
                let pos = table.layout().position(cell);
                let given: Vec<(Var, Nat)> = (0..).zip(nat(&pos)).collect();
                let value = claim.automata[0]
                    .complete(&given)
                    .map(|found| u64::try_from(&found[0].1).unwrap());
                assert_eq!(
                    value,
                    table.value(&pos).map(u64::from),
                    "{} at {pos:?}",
                    subject.rules.text
                );
                compared += 1;
            }
        }
        _ => {}
    }
    compared
}

/// The least side in a phrase such as `a, b < 512`.
fn side_of(bound: &str) -> u64 {
    bound
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|t| t.parse().ok())
        .min()
        .unwrap_or(0)
}

/// Cells to compare: all of a small table, every seventh or so of a large one.
fn step(cells: usize) -> impl Iterator<Item = usize> {
    (0..cells).step_by((cells / 60_000).max(1) | 1)
}

/// What was looked at.
#[derive(Default)]
struct Tally {
    proved: usize,
    compared: u64,
    checked: usize,
}

/// Every proved claim about a game against brute force, every certificate against the checker.
fn test_game(text: &str, play: Play, tally: &mut Tally) {
    let subject = Subject::new(text).unwrap();
    let limits = Limits {
        states: 20_000,
        ..Limits::default()
    };
    for claim in subject.analyze_within(play, limits).claims {
        if !claim.is_proved() {
            continue;
        }
        tally.proved += 1;
        tally.compared += compare(&subject, &claim, play);
        if let Some(text) = certificate(&subject.rules, play, &claim, &Limits::default()) {
            let report = bouton_check::check(&text, &bouton_check::Limits::default());
            match report {
                Ok(report) => assert!(
                    report.holds(),
                    "{}: {:?}",
                    subject.rules.text,
                    report.obligations
                ),
                Err(e) => assert!(e.is_limit(), "{}: {e}", subject.rules.text),
            }
            tally.checked += 1;
        }
    }
}

#[test]
fn every_proved_claim_agrees_with_brute_force() {
    let wanted = games_wanted();
    let mut r = fastrand::Rng::with_seed(7);
    let mut games = Vec::new();
    let mut i = 0;
    while games.len() < wanted {
        i += 1;
        let text = random_game(&mut r, i);
        let Ok(subject) = Subject::new(&text) else {
            continue;
        };
        let misere = !subject.rules.sums && r.u8(0..3) == 0;
        games.push((text, if misere { Play::Misere } else { Play::Normal }));
    }
    // Two threads, each with every other game.
    let tallies = std::thread::scope(|scope| {
        let share = |first| {
            let games = &games;
            scope.spawn(move || {
                let mut tally = Tally::default();
                for (text, play) in games.iter().skip(first).step_by(2) {
                    test_game(text, *play, &mut tally);
                }
                tally
            })
        };
        [share(0), share(1)].map(|thread| thread.join().unwrap())
    });
    let proved: usize = tallies.iter().map(|t| t.proved).sum();
    let compared: u64 = tallies.iter().map(|t| t.compared).sum();
    let checked: usize = tallies.iter().map(|t| t.checked).sum();
    println!(
        "{wanted} games, {proved} proved claims, {compared} positions compared, {checked} certificates checked"
    );
    assert!(
        proved >= wanted / 2,
        "only {proved} claims were proved: the test has lost its subject"
    );
    assert!(checked >= wanted / 2);
}
