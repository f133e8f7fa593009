//! Random rule files against brute force from the definition: who wins, winning moves, table entries and counts, in normal and misère play.
//!
//! `BOUTON_GAMES=5000 cargo test -p bouton-engine --test campaign` compares that many games on heaps and a fifth as many on words.

use bouton_engine::{
    Budget, CountQuestion, Entry, Learner, Limits, Play, Player, SolveQuestion, Workbench,
};
use std::collections::{BTreeSet, HashMap};

/// How many games.
fn games() -> usize {
    let size = std::env::var("BOUTON_GAMES").ok();
    size.and_then(|s| s.parse().ok()).unwrap_or(60)
}

fn budget() -> Budget {
    Budget::new(&Limits {
        seconds: Some(20.0),
        ..Limits::default()
    })
}

/// A condition on (a, b), as text and as what it means.
type Test = (&'static str, fn(i64, i64) -> bool);

const TESTS: [Test; 8] = [
    ("", |_, _| true),
    ("a mod 2 = 0", |a, _| a % 2 == 0),
    ("a >= b", |a, b| a >= b),
    ("a + b > 5", |a, b| a + b > 5),
    ("not (a = b)", |a, b| a != b),
    ("a mod 3 = 1 or b >= 2", |a, b| a % 3 == 1 || b >= 2),
    ("2*a > b + 1", |a, b| 2 * a > b + 1),
    ("xor(a, b) >= 2", |a, b| (a ^ b) >= 2),
];

const DOMAINS: [Test; 6] = [
    ("", |_, _| true),
    ("a + b != 4", |a, b| a + b != 4),
    ("a >= 1", |a, _| a >= 1),
    ("a mod 3 != 1", |a, _| a % 3 != 1),
    ("a <= b + 3", |a, b| a <= b + 3),
    ("not (xor(9 - a, b) = 3)", |a, b| {
        a <= 9 && ((9 - a) ^ b) != 3
    }),
];

/// A line of moves on two coordinates.
#[derive(Clone, Copy)]
struct Line {
    kind: u8,
    from: i64,
    to: i64,
    test: Test,
}

impl Line {
    fn random(r: &mut fastrand::Rng) -> Line {
        let from = r.i64(1..4);
        Line {
            kind: r.u8(0..5),
            from,
            to: from + r.i64(0..4),
            test: TESTS[r.usize(..TESTS.len())],
        }
    }

    fn text(&self) -> String {
        let Line { from, to, .. } = self;
        let moves = match self.kind {
            0 => format!("a -= k for k in {from}..{to}"),
            1 => format!("b -= k for k in {from}..{to}"),
            2 => format!("a -= k, b -= k for k in {from}..min(a, b)"),
            3 => format!("a -= {}, b += {from}", from + 1),
            _ => format!("b -= k, a -= {from} for k in 1..b"),
        };
        match self.test.0 {
            "" => format!("move {moves}\n"),
            test => format!("move {moves} where {test}\n"),
        }
    }

    fn results(&self, (a, b): (i64, i64)) -> Vec<(i64, i64)> {
        let Line { from, to, .. } = *self;
        if !(self.test.1)(a, b) {
            return Vec::new();
        }
        match self.kind {
            0 => (from..=to).map(|k| (a - k, b)).collect(),
            1 => (from..=to).map(|k| (a, b - k)).collect(),
            2 => (from..=a.min(b)).map(|k| (a - k, b - k)).collect(),
            3 => vec![(a - from - 1, b + from)],
            _ => (1..=b).map(|k| (a - from, b - k)).collect(),
        }
    }
}

/// The options of a position that exists.
fn options(lines: &[Line], domain: Test, pos: (i64, i64)) -> BTreeSet<(i64, i64)> {
    let results = lines.iter().flat_map(|line| line.results(pos));
    let there = |&(a, b): &(i64, i64)| a >= 0 && b >= 0 && (domain.1)(a, b);
    results.filter(there).collect()
}

#[derive(Default, Debug)]
struct Seen {
    games: usize,
    solved: usize,
    winning: usize,
    entries: usize,
    counts: usize,
    skipped: usize,
}

#[test]
fn two_heaps_agree_with_the_definition() {
    let mut r = fastrand::Rng::with_seed(21);
    let mut seen = Seen::default();
    while seen.games < games() {
        let domain = DOMAINS[r.usize(..DOMAINS.len())];
        let lines: Vec<Line> = (0..r.usize(1..4)).map(|_| Line::random(&mut r)).collect();
        let exists = match domain.0 {
            "" => String::new(),
            test => format!("where {test}\n"),
        };
        let moves: String = lines.iter().map(Line::text).collect();
        let text = format!("game random\nheaps a b\n{exists}{moves}");
        let bench = Workbench::from_rules(&text, "random.game").expect(&text);
        let play = [Play::Normal, Play::Misere][r.usize(..2)];
        let most = 11i64;
        // Every move lowers a + b.
        let mut wins: HashMap<(i64, i64), bool> = HashMap::new();
        for sum in 0..=3 * most {
            for pos in (0..=sum).map(|a| (a, sum - a)) {
                if (domain.1)(pos.0, pos.1) {
                    let options = options(&lines, domain, pos);
                    let won = match options.is_empty() {
                        true => play == Play::Misere,
                        false => options.iter().any(|to| !wins[to]),
                    };
                    wins.insert(pos, won);
                }
            }
        }
        let question = SolveQuestion {
            play,
            ..SolveQuestion::default()
        };
        for _ in 0..6 {
            let pos = (r.i64(0..=most), r.i64(0..=most));
            let place = format!("{},{}", pos.0, pos.1);
            let Some(&won) = wins.get(&pos) else {
                let answer = bench.solve(&place, question, &budget());
                assert!(answer.is_err(), "{text}{place}");
                continue;
            };
            let answer = match bench.solve(&place, question, &budget()) {
                Err(e) if e.is_limit() => {
                    seen.skipped += 1;
                    continue;
                }
                answer => answer.unwrap_or_else(|e| panic!("{text}{place}: {e}")),
            };
            let class = if won { "N" } else { "P" };
            assert_eq!(answer.outcome, class, "{text}{place} {play:?}");
            let there: BTreeSet<String> = answer.winning_moves.into_iter().collect();
            let right = options(&lines, domain, pos).into_iter();
            let right: BTreeSet<String> = right
                .filter(|to| !wins[to])
                .map(|(a, b)| format!("{a},{b}"))
                .collect();
            let said = format!("{text}{place} {play:?}: {there:?} {right:?}");
            assert!(there.is_subset(&right), "{said}");
            assert!(!answer.complete || there == right, "{said}");
            seen.solved += 1;
            seen.winning += there.len();
        }
        let side = most as u64;
        if let Ok(table) = bench.table(&[(0, side), (0, side)], true, play, &budget()) {
            let at = (0..=most).flat_map(|a| (0..=most).map(move |b| (a, b)));
            for (pos, entry) in at.zip(&table.values) {
                let class = |&won: &bool| Entry::Outcome(if won { "N" } else { "P" });
                let right = wins.get(&pos).map(class);
                assert_eq!(*entry, right, "{text}{pos:?} {play:?}");
                seen.entries += 1;
            }
        }
        let question = CountQuestion {
            conditions: format!("a <= {most}, b <= {most}, a + b != 3"),
            sum: None,
            modulus: None,
            heaps: None,
            play,
            learner: Learner::default(),
        };
        if let Ok(answer) = bench.count(&question, &budget()) {
            let asked = |(a, b): &(i64, i64)| *a <= most && *b <= most && a + b != 3;
            let lost = wins.iter().filter(|(pos, won)| asked(pos) && !**won);
            let right = Some(lost.count().to_string());
            assert_eq!(answer.count, right, "{text}{play:?} {}", answer.status);
            seen.counts += 1;
        }
        seen.games += 1;
    }
    println!("{seen:?}");
    assert!(seen.solved > 3 * seen.games && seen.winning > seen.games);
    assert!(seen.entries > 50 * seen.games && seen.counts > seen.games / 2);
}

/// Moves of single heaps, by text and by what they leave.
type Rule = (&'static str, fn(i64) -> Vec<Vec<i64>>);

const RULES: [Rule; 8] = [
    ("n -> n - k for k in 1..2", |n| {
        (1..=2).map(|k| vec![n - k]).collect()
    }),
    ("n -> n - k for k in 2..4", |n| {
        (2..=4).map(|k| vec![n - k]).collect()
    }),
    ("n -> x, n - 1 - x for x in 0..n - 1", |n| {
        (0..n).map(|x| vec![x, n - 1 - x]).collect()
    }),
    ("n -> x, n - x for x in 1..n - 1", |n| {
        (1..n).map(|x| vec![x, n - x]).collect()
    }),
    ("n ->", |_| vec![vec![]]),
    ("n -> where n mod 2 = 1", |n| match n % 2 {
        1 => vec![vec![]],
        _ => vec![],
    }),
    ("n -> where n = 0", |n| match n {
        0 => vec![vec![]],
        _ => vec![],
    }),
    ("n -> n - 3 where n mod 4 >= 2", |n| match n % 4 {
        2 | 3 => vec![vec![n - 3]],
        _ => vec![],
    }),
];

/// Which heaps exist, as a line of a file and as what it means.
type Heaps = (&'static str, fn(i64) -> bool);

const HEAPS: [Heaps; 4] = [
    ("", |_| true),
    ("where n >= 1\n", |n| n >= 1),
    ("where n != 3\n", |n| n != 3),
    ("where n mod 3 != 1\n", |n| n % 3 != 1),
];

/// Multisets of heaps, sorted, and who wins them.
struct Sums {
    rules: Vec<Rule>,
    exists: fn(i64) -> bool,
    play: Play,
    wins: HashMap<Vec<i64>, bool>,
}

impl Sums {
    fn options(&self, pos: &[i64]) -> BTreeSet<Vec<i64>> {
        let mut all = BTreeSet::new();
        for (i, &n) in pos.iter().enumerate() {
            for left in self.rules.iter().flat_map(|rule| (rule.1)(n)) {
                if left.iter().all(|&m| m >= 0 && (self.exists)(m)) {
                    let mut next = pos.to_vec();
                    next.splice(i..=i, left);
                    next.sort_unstable();
                    all.insert(next);
                }
            }
        }
        all
    }

    fn wins(&mut self, pos: &[i64]) -> bool {
        if let Some(&won) = self.wins.get(pos) {
            return won;
        }
        let options = self.options(pos);
        let won = match options.is_empty() {
            true => self.play == Play::Misere,
            false => options.iter().any(|to| !self.wins(to)),
        };
        self.wins.insert(pos.to_vec(), won);
        won
    }
}

#[test]
fn heaps_by_themselves_agree_with_the_definition() {
    let mut r = fastrand::Rng::with_seed(22);
    let mut seen = Seen::default();
    while seen.games < games() {
        let (domain, exists) = HEAPS[r.usize(..HEAPS.len())];
        let rules = (0..r.usize(1..4)).map(|_| RULES[r.usize(..RULES.len())]);
        let rules: Vec<Rule> = rules.collect();
        let moves = rules.iter().map(|rule| format!("move {}\n", rule.0));
        let moves: String = moves.collect();
        let text = format!("game random\nheap n\n{domain}{moves}");
        let bench = Workbench::from_rules(&text, "random.game").expect(&text);
        let play = [Play::Normal, Play::Misere][r.usize(..2)];
        let mut sums = Sums {
            rules,
            exists,
            play,
            wins: HashMap::new(),
        };
        // An empty heap from which nothing can be done is as good as none, and is not written; no heap is written 0 where 0 is
        // no heap.
        let idle = !exists(0) || sums.options(&[0]).is_empty();
        let question = SolveQuestion {
            play,
            ..SolveQuestion::default()
        };
        for _ in 0..6 {
            let mut pos: Vec<i64> = (0..r.usize(1..4)).map(|_| r.i64(0..7)).collect();
            pos.retain(|&n| exists(n));
            pos.sort_unstable();
            if pos.is_empty() {
                continue;
            }
            let place: Vec<String> = pos.iter().map(i64::to_string).collect();
            let place = place.join(",");
            let answer = bench.solve(&place, question, &budget());
            let answer = answer.unwrap_or_else(|e| panic!("{text}{place}: {e}"));
            let class = if sums.wins(&pos) { "N" } else { "P" };
            assert_eq!(answer.outcome, class, "{text}{place} {play:?}");
            let written = |text: &str| {
                let mut heaps: Vec<i64> = text.split(',').filter_map(|n| n.parse().ok()).collect();
                heaps.retain(|&n| !(idle && n == 0));
                heaps.sort_unstable();
                heaps
            };
            let there = answer.winning_moves.iter().map(|text| written(text));
            let there: BTreeSet<Vec<i64>> = there.collect();
            let options = sums.options(&pos);
            let won: Vec<Vec<i64>> = options.into_iter().filter(|to| !sums.wins(to)).collect();
            let right = won.into_iter().map(|mut to| {
                to.retain(|&n| !(idle && n == 0));
                to
            });
            let right: BTreeSet<Vec<i64>> = right.collect();
            let said = format!("{text}{place} {play:?}: {there:?} {right:?}");
            assert!(there.is_subset(&right), "{said}");
            assert!(!answer.complete || there == right, "{said}");
            seen.solved += 1;
            seen.winning += there.len();
        }
        seen.games += 1;
    }
    println!("{seen:?}");
    assert!(seen.solved > 3 * seen.games && seen.winning > seen.games);
}

/// A line of a game on a row of cells: what is there, and what is put there.
type Rewrite = (&'static [u8], &'static [u8]);

const REWRITES: [Rewrite; 10] = [
    (b"x.", b".x"),
    (b"xo", b".x"),
    (b"ox", b".o"),
    (b"o.", b".o"),
    (b"..", b"xx"),
    (b".", b"x"),
    (b".", b"o"),
    (b"xo.", b"..x"),
    (b"ox.", b"..o"),
    (b"x", b"."),
];

type Side = Option<Player>;

fn rewritten(pos: &[u8], rules: &[(Side, Rewrite)], who: Player) -> BTreeSet<Vec<u8>> {
    let mut all = BTreeSet::new();
    let mine = rules
        .iter()
        .filter(|(side, _)| side.is_none_or(|side| side == who));
    for (_, (from, to)) in mine {
        for start in 0..pos.len() as i64 {
            for step in [1i64, -1] {
                let place = |i: usize| start + step * i as i64;
                let fits = |(i, c): (usize, &u8)| {
                    let there = usize::try_from(place(i)).ok();
                    there.and_then(|p| pos.get(p)) == Some(c)
                };
                if from.iter().enumerate().all(fits) {
                    let mut next = pos.to_vec();
                    (0..to.len()).for_each(|i| next[place(i) as usize] = to[i]);
                    all.insert(next);
                }
            }
        }
    }
    all
}

type Known = HashMap<(Vec<u8>, Player), bool>;

fn brute(
    pos: &[u8],
    rules: &[(Side, Rewrite)],
    who: Player,
    play: Play,
    known: &mut Known,
) -> bool {
    let key = (pos.to_vec(), who);
    if let Some(&won) = known.get(&key) {
        return won;
    }
    let options = rewritten(pos, rules, who);
    let won = match options.is_empty() {
        true => play == Play::Misere,
        false => options
            .iter()
            .any(|to| !brute(to, rules, who.other(), play, known)),
    };
    known.insert(key, won);
    won
}

#[test]
fn rows_of_cells_agree_with_the_definition() {
    let mut r = fastrand::Rng::with_seed(23);
    let mut seen = Seen::default();
    let wanted = games().div_ceil(5).max(20);
    while seen.games < wanted {
        let rule = |r: &mut fastrand::Rng| {
            let side = [None, Some(Player::Left), Some(Player::Right)][r.usize(..3)];
            (side, REWRITES[r.usize(..REWRITES.len())])
        };
        let rules: Vec<(Side, Rewrite)> = (0..r.usize(1..4)).map(|_| rule(&mut r)).collect();
        let spaced = |cells: &[u8]| {
            let letters = cells.iter().map(|&c| char::from(c).to_string());
            letters.collect::<Vec<String>>().join(" ")
        };
        let line = |(side, (from, to)): &(Side, Rewrite)| {
            let word = match side {
                None => "move",
                Some(Player::Left) => "left",
                Some(Player::Right) => "right",
            };
            format!("{word} {} -> {} any\n", spaced(from), spaced(to))
        };
        let lines: String = rules.iter().map(line).collect();
        let text = format!("game random\ncells . x o\n{lines}");
        let bench = match Workbench::from_rules(&text, "random.game") {
            Ok(bench) if bench.info().kind.contains("play always ends") => bench,
            Ok(_) => continue,
            Err(e) => panic!("{text}{e}"),
        };
        seen.games += 1;
        let play = [Play::Normal, Play::Misere][r.usize(..2)];
        for _ in 0..5 {
            let pos: Vec<u8> = (0..r.usize(1..8)).map(|_| b".xo"[r.usize(..3)]).collect();
            let word = |pos: Vec<u8>| String::from_utf8(pos).expect("letters");
            let place = word(pos.clone());
            let mut known = HashMap::new();
            for who in Player::BOTH {
                let won = brute(&pos, &rules, who, play, &mut known);
                let question = SolveQuestion {
                    play,
                    to_move: Some(who),
                    ..SolveQuestion::default()
                };
                let answer = bench.solve(&place, question, &budget());
                let answer = answer.unwrap_or_else(|e| panic!("{text}{place}: {e}"));
                let right = if won { "win" } else { "lose" };
                assert_eq!(answer.outcome, right, "{text}{place} {who:?} {play:?}");
                let there: BTreeSet<String> = answer.winning_moves.into_iter().collect();
                let all = rewritten(&pos, &rules, who).into_iter();
                let won = all.filter(|to| !brute(to, &rules, who.other(), play, &mut known));
                let all: BTreeSet<String> = won.map(word).collect();
                let said = format!("{text}{place} {who:?} {play:?}: {there:?} {all:?}");
                assert!(there.is_subset(&all), "{said}");
                assert!(!answer.complete || there == all, "{said}");
                seen.solved += 1;
                seen.winning += there.len();
            }
        }
    }
    println!("{seen:?}");
    assert!(seen.solved >= 10 * wanted && seen.winning > wanted);
}
