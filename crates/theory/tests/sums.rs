//! Random games of single heaps: what is claimed and proved of several heaps as one position, or of one heap in sums, against a search
//! of multisets of heaps that is written from the definition, beyond the box that was learned from.
//!
//! `BOUTON_SUMS=5000 cargo test -p bouton-theory --test sums` runs that many games.

mod common;

use bouton_automata::Limits;
use bouton_rulefile::{HeapGame, PartizanHeapGame, load, on_heaps};
use bouton_rules::{Boxed, HeapRules, Nat, Play, Player};
use bouton_solve::Budget;
use bouton_theory::{Claim, HeapStrategy, Kind, Options, Relations, analyze, certificate};
use std::collections::HashMap;
use std::sync::Arc;

/// A game `heap n`, as data: heaps, moves as lists of heaps left.
struct Game {
    text: String,
    exists: fn(u64) -> bool,
    lines: Vec<Line>,
}

#[derive(Clone, Copy)]
struct Line {
    who: Option<Player>,
    kind: u8,
    c: u64,
    d: u64,
}

/// A `where` line, and the heaps that it lets exist.
type Domain = (&'static str, fn(u64) -> bool);

const DOMAINS: [Domain; 6] = [
    ("", |_| true),
    ("where n >= 1\n", |n| n >= 1),
    ("where n >= 2\n", |n| n >= 2),
    ("where n != 3\n", |n| n != 3),
    ("where not (xor(n - 1, 1) = 4)\n", |n| {
        n >= 1 && (n - 1) ^ 1 != 4
    }),
    ("where n mod 3 != 1\n", |n| n % 3 != 1),
];

impl Game {
    fn random(r: &mut fastrand::Rng) -> Game {
        let (domain, exists) = DOMAINS[r.usize(0..DOMAINS.len())];
        let partizan = r.u8(0..3) == 0;
        let splits = r.u8(0..4) == 0;
        let lines: Vec<Line> = (0..r.usize(1..=3))
            .map(|_| Line {
                who: match partizan {
                    true => [Some(Player::Left), Some(Player::Right), None][r.usize(0..3)],
                    false => None,
                },
                kind: r.u8(0..if splits && !partizan { 8 } else { 7 }),
                c: r.u64(1..4),
                d: r.u64(0..5),
            })
            .collect();
        let mut text = format!("game single\nheap n\n{domain}");
        for line in &lines {
            let who = line
                .who
                .map_or(String::new(), |w| format!("{} ", w.name().to_lowercase()));
            let Line { c, d, .. } = line;
            let body = match line.kind {
                0 => format!("n -> n - {c}"),
                1 => format!("n -> n - k for k in {c}..{}", c + d),
                2 => "n ->".to_string(),
                3 => format!("n -> where n <= {d}"),
                4 => format!("n -> where n mod {} = {}", c + 1, d % (c + 1)),
                5 => format!("n -> n - k for k in 1..n where not (k = {c} or n = {d})"),
                6 => format!("n -> n - {c} where not (xor(n - {d}, 1) = {c})"),
                _ => format!("n -> x, n - x for x in {c}..n - {c}"),
            };
            text.push_str(&format!("{who}move {body}\n"));
        }
        Game {
            text,
            exists,
            lines,
        }
    }

    /// The heaps that moves of `who` leave of one heap.
    fn moves(&self, who: Player, n: u64) -> Vec<Vec<u64>> {
        let mut all: Vec<Vec<u64>> = Vec::new();
        for &Line {
            who: own,
            kind,
            c,
            d,
        } in &self.lines
        {
            if own.is_some_and(|w| w != who) {
                continue;
            }
            match kind {
                0 => all.extend(n.checked_sub(c).map(|m| vec![m])),
                1 => all.extend(
                    (c..=c + d)
                        .filter_map(|k| n.checked_sub(k))
                        .map(|m| vec![m]),
                ),
                2 => all.push(vec![]),
                3 => all.extend((n <= d).then(Vec::new)),
                4 => all.extend((n % (c + 1) == d % (c + 1)).then(Vec::new)),
                5 => all.extend((1..=n).filter(|&k| k != c && n != d).map(|k| vec![n - k])),
                6 => {
                    if n >= d && (n - d) ^ 1 != c && n >= c {
                        all.push(vec![n - c]);
                    }
                }
                _ => all.extend((c..=n.saturating_sub(c)).map(|x| vec![x, n - x])),
            }
        }
        all.retain(|to| to.iter().all(|&m| (self.exists)(m)));
        all
    }

    /// Does `who` win moving first? Positions are sorted lists of heaps, empty ones included.
    fn wins(
        &self,
        who: Player,
        heaps: &[u64],
        play: Play,
        known: &mut HashMap<(Player, Vec<u64>), bool>,
    ) -> bool {
        let key = (who, heaps.to_vec());
        if let Some(&won) = known.get(&key) {
            return won;
        }
        let mut any = false;
        let mut won = false;
        for i in 0..heaps.len() {
            for to in self.moves(who, heaps[i]) {
                any = true;
                let mut next: Vec<u64> = heaps.to_vec();
                next.splice(i..=i, to);
                next.sort_unstable();
                won = won || !self.wins(who.other(), &next, play, known);
            }
        }
        won = won || !any && play == Play::Misere;
        known.insert(key, won);
        won
    }
}

fn options<'a>(play: Play, budget: &'a Budget) -> Options<'a> {
    Options {
        play,
        limits: Limits::states(20_000),
        budget,
        learner: bouton_theory::discover::Learner::default(),
    }
}

fn nats(pos: &[u64]) -> Vec<Nat> {
    pos.iter().map(|&n| Nat::from(n)).collect()
}

#[derive(Debug, Default)]
struct Seen {
    games: u64,
    tuples: u64,
    shifted: u64,
    gone: u64,
    sums: u64,
    compared: u64,
    replies: u64,
    checked: u64,
}

/// The certificate holds in the checker, or is beyond it.
fn check(rules: &HeapRules, claim: &Claim, play: Play, seen: &mut Seen) {
    let Some(text) = certificate(rules, play, claim, &Limits::states(2_000)) else {
        return;
    };
    let limits = bouton_check::Limits {
        states: 100_000,
        steps: 20_000_000,
        ..bouton_check::Limits::default()
    };
    match bouton_check::check(&text, &limits) {
        Ok(report) => {
            assert!(report.holds(), "{report}\n{}", rules.text);
            seen.checked += 1;
        }
        Err(e) => assert!(e.is_limit(), "{e}\n{}", rules.text),
    }
}

fn tuples(game: &Game, rules: &HeapRules, count: usize, play: Play, seen: &mut Seen) {
    let Some(tuple) = on_heaps(rules, count).unwrap() else {
        return;
    };
    if tuple.rank.is_none() {
        return;
    }
    let tuple = Arc::new(tuple);
    let boxed: Box<dyn Boxed> = match tuple.is_partizan() {
        false => Box::new(HeapGame::new(tuple.clone()).unwrap()),
        true => Box::new(PartizanHeapGame::new(tuple.clone()).unwrap()),
    };
    let budget = Budget::unlimited();
    let analysis = analyze(&tuple, boxed.as_ref(), &options(play, &budget)).unwrap();
    let derived = tuple.derived.clone().unwrap();
    let add = u64::from(derived.shifted);
    let mut known = HashMap::new();
    let side = [60, 45, 14][count - 1];
    for claim in &analysis.claims {
        if !claim.is_proved() || !matches!(claim.kind, Kind::PSet | Kind::PartizanSets) {
            continue;
        }
        seen.tuples += 1;
        seen.shifted += add;
        seen.gone += u64::from(derived.zero_is_gone);
        let mut at = vec![0u64; count];
        loop {
            // Coordinates to heaps: 0 is gone unless an empty heap exists and has no move, where it is either.
            let heaps: Vec<u64> = at.iter().filter(|&&x| x >= 1).map(|x| x - add).collect();
            if heaps.iter().all(|&n| (game.exists)(n)) {
                let mut heaps = heaps;
                heaps.sort_unstable();
                let left = game.wins(Player::Left, &heaps, play, &mut known);
                let right = game.wins(Player::Right, &heaps, play, &mut known);
                let pos = nats(&at);
                let text = &game.text;
                match claim.kind {
                    Kind::PSet => assert_eq!(
                        claim.automata[0].contains(&pos),
                        !left,
                        "{at:?} {play:?} {text}"
                    ),
                    _ => {
                        assert_eq!(
                            claim.automata[0].contains(&pos),
                            left,
                            "Left {at:?} {play:?} {text}"
                        );
                        assert_eq!(
                            claim.automata[1].contains(&pos),
                            right,
                            "Right {at:?} {play:?} {text}"
                        );
                    }
                }
                seen.compared += 1;
            }
            let Some(i) = (0..count).rev().find(|&i| at[i] + 1 < side) else {
                break;
            };
            at[i] += 1;
            at[i + 1..].fill(0);
        }
        check(&tuple, claim, play, seen);
    }
}

fn sums(game: &Game, rules: &Arc<HeapRules>, seen: &mut Seen) {
    let boxed = HeapGame::new(rules.clone()).unwrap();
    let budget = Budget::unlimited();
    let analysis = analyze(rules, &boxed, &options(Play::Normal, &budget)).unwrap();
    let Ok(relations) = Relations::new(rules) else {
        return;
    };
    let mut known = HashMap::new();
    for claim in analysis.claims.iter().take(1) {
        let Some(strategy) = HeapStrategy::new(&relations, claim, &Limits::states(20_000)).unwrap()
        else {
            continue;
        };
        seen.sums += 1;
        for heaps in [
            vec![0, 0, 5],
            vec![0, 7],
            vec![1, 2, 6],
            vec![3, 3],
            vec![2, 9],
            vec![0, 0, 0],
            vec![11],
        ] {
            if !heaps.iter().all(|&n| (game.exists)(n)) {
                continue;
            }
            let total = strategy.sum(&nats(&heaps));
            let won = game.wins(Player::Left, &heaps, Play::Normal, &mut known);
            assert_eq!(total != Nat::ZERO, won, "{heaps:?} {}", game.text);
            let mut listed = Vec::new();
            for i in 0..heaps.len() {
                for to in game.moves(Player::Left, heaps[i]) {
                    let mut next = heaps.clone();
                    next.splice(i..=i, to);
                    if !strategy.empty_heaps_count() {
                        next.retain(|&n| n > 0);
                    }
                    next.sort_unstable();
                    listed.push(nats(&next));
                }
            }
            let replies = strategy.replies(&nats(&heaps));
            assert_eq!(replies.is_empty(), !won, "{heaps:?} {}", game.text);
            for reply in replies {
                assert!(
                    listed.contains(&reply),
                    "{heaps:?} to {reply:?}: {}",
                    game.text
                );
                let next: Vec<u64> = reply.iter().map(|n| u64::try_from(n).unwrap()).collect();
                assert!(
                    !game.wins(Player::Left, &next, Play::Normal, &mut known),
                    "{heaps:?} to {reply:?}: {}",
                    game.text
                );
                seen.replies += 1;
            }
            seen.compared += 1;
        }
        check(rules, claim, Play::Normal, seen);
    }
}

#[test]
fn several_heaps_are_the_game_that_was_written() {
    let games = std::env::var("BOUTON_SUMS")
        .ok()
        .and_then(|s| s.parse().ok());
    let games: u64 = games.unwrap_or(40);
    let seed = std::env::var("BOUTON_SEED")
        .ok()
        .and_then(|s| s.parse().ok());
    let mut r = fastrand::Rng::with_seed(seed.unwrap_or(4));
    let mut seen = Seen::default();
    while seen.games < games {
        let game = Game::random(&mut r);
        let rules = Arc::new(
            load(&game.text, "single.game").unwrap_or_else(|e| panic!("{e}\n{}", game.text)),
        );
        if rules.rank.is_none() {
            continue;
        }
        seen.games += 1;
        let play = if r.bool() { Play::Misere } else { Play::Normal };
        let count = r.usize(1..=2);
        println!("{count} heaps, {play:?}\n{}", game.text);
        if rules.is_partizan() || play == Play::Misere {
            tuples(&game, &rules, count, play, &mut seen);
        } else {
            sums(&game, &rules, &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(
        seen.tuples > games / 8 && seen.sums > games / 10 && seen.checked > games / 5,
        "{seen:?}"
    );
    assert!(
        seen.shifted > games / 100 && seen.gone > games / 100 && seen.replies > games / 6,
        "{seen:?}"
    );
}

/// The samples: a heap that vanishes where 0 is no heap, and an empty heap that counts.
#[test]
fn heaps_that_vanish_and_empty_heaps_that_count() {
    let budget = Budget::unlimited();
    let rules = load("game vanish\nheap n\nwhere n >= 1\nmove n ->\n", "v.game").unwrap();
    let one = Arc::new(on_heaps(&rules, 1).unwrap().unwrap());
    let boxed = HeapGame::new(one.clone()).unwrap();
    let analysis = analyze(&one, &boxed, &options(Play::Misere, &budget)).unwrap();
    let claim = analysis
        .claims
        .iter()
        .find(|c| c.kind == Kind::PSet && c.is_proved())
        .unwrap();
    assert!((1..200u32).all(|n| claim.automata[0].contains(&[Nat::from(n)])));
    let text = certificate(&one, Play::Misere, claim, &Limits::default()).unwrap();
    assert!(
        text.contains("where n >= 1\\nmove n ->") && text.contains("\"empty\":\"gone\""),
        "{text}"
    );
    assert!(
        bouton_check::check(&text, &bouton_check::Limits::default())
            .unwrap()
            .holds()
    );
    // With an empty heap that has a move, 0 is not a heap that is gone: the checker sees it.
    let counts = text.replace("where n >= 1\\n", "");
    let report = bouton_check::check(&counts, &bouton_check::Limits::default()).unwrap();
    assert!(!report.holds(), "{report}");

    let rules = Arc::new(
        load(
            "game count\nheap n\nmove n -> where n = 0\nmove n -> n - k for k in 1..2\n",
            "c.game",
        )
        .unwrap(),
    );
    let boxed = HeapGame::new(rules.clone()).unwrap();
    let analysis = analyze(&rules, &boxed, &options(Play::Normal, &budget)).unwrap();
    let relations = Relations::new(&rules).unwrap();
    let strategy = HeapStrategy::new(&relations, &analysis.claims[0], &Limits::default())
        .unwrap()
        .unwrap();
    let heaps = nats(&[0, 0, 30_000]);
    let replies = strategy.replies(&heaps);
    assert!(
        !replies.is_empty() && replies.iter().all(|r| r.len() >= 2),
        "{replies:?}"
    );
}
