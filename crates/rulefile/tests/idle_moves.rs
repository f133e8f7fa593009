//! A move that changes nothing is no move: heaps, tuples and words, listed and in tables, against the definition.

use bouton_core::{Budget, Play, Player};
use bouton_rulefile::{
    HeapGame, LoopyHeapGame, LoopyPartizanCellGame, RuleFile, endless, load, read,
};
use bouton_rules::{Heaps, Impartial, Partizan, Ruleset};
use bouton_solve::boxed;
use std::collections::{BTreeSet, HashMap};

/// Results of one move line, by the definition, and its text.
type Line = (String, Box<dyn Fn(&[i64]) -> Vec<Vec<i64>>>);

/// A random line on `heaps` coordinates: each result is one of a few expressions.
fn line(rng: &mut fastrand::Rng, heaps: usize) -> Line {
    let at = rng.usize(..heaps);
    let name = ["a", "b"][at];
    let (k, m) = (rng.i64(0..4), rng.i64(1..4));
    let (text, value): (String, Box<dyn Fn(i64, i64) -> i64>) = match rng.u8(..6) {
        0 => (
            format!("{name} / {m}"),
            Box::new(move |n, _| n.div_euclid(m)),
        ),
        1 => (
            format!("{name} mod {m}"),
            Box::new(move |n, _| n.rem_euclid(m)),
        ),
        2 => (
            format!("max(0, {name} - {k})"),
            Box::new(move |n, _| (n - k).max(0)),
        ),
        3 => (format!("min({name}, {k})"), Box::new(move |n, _| n.min(k))),
        4 => (format!("{name} - i"), Box::new(move |n, i| n - i)),
        _ => (
            format!("{name} - {name} mod 2"),
            Box::new(move |n, _| n - n % 2),
        ),
    };
    let (text, loops) = match text.contains('i') && text.ends_with("- i") {
        true => (text, format!(" for i in 0..{k}")),
        false => (text, String::new()),
    };
    let top = if loops.is_empty() { 0 } else { k };
    let arrow = if heaps == 1 { "->" } else { "=" };
    let results = move |pos: &[i64]| {
        let all = (0..=top).map(|i| {
            let mut next = pos.to_vec();
            next[at] = value(pos[at], i);
            next
        });
        all.filter(|next| next[at] >= 0).collect()
    };
    (
        format!("move {name} {arrow} {text}{loops}\n"),
        Box::new(results),
    )
}

#[test]
fn heaps_follow_the_definition() {
    let mut rng = fastrand::Rng::with_seed(8);
    let (mut ending, mut idle, mut tables) = (0, 0, 0);
    for case in 0..1500 {
        let heaps = 1 + case % 2;
        let lines: Vec<Line> = (0..rng.usize(1..4))
            .map(|_| line(&mut rng, heaps))
            .collect();
        let head = ["heap a\n", "heaps a b\n"][heaps - 1];
        let moves: String = lines.iter().map(|l| l.0.as_str()).collect();
        let text = format!("game g\n{head}{moves}");
        let rules = load(&text, "g.game").unwrap();
        let side = 9;
        let positions: Vec<Vec<i64>> = match heaps {
            1 => (0..side).map(|n| vec![n]).collect(),
            _ => (0..side)
                .flat_map(|a| (0..side).map(move |b| vec![a, b]))
                .collect(),
        };
        // Every line lowers a heap or leaves it, so every game of these ends.
        let mut results: HashMap<Vec<i64>, BTreeSet<Vec<i64>>> = HashMap::new();
        for pos in &positions {
            let all: Vec<_> = lines.iter().flat_map(|l| (l.1)(pos)).collect();
            idle += usize::from(all.contains(pos));
            let changes = all.into_iter().filter(|to| to != pos);
            results.insert(pos.clone(), changes.collect());
        }
        assert_eq!(endless(&rules), None, "{text}");
        ending += 1;
        let game = HeapGame::new(rules.into()).unwrap();
        let tidy = |to: &[i64]| {
            let to: Vec<u64> = to.iter().map(|&n| n as u64).collect();
            match heaps {
                1 => Heaps::of(&to).as_multiset(),
                _ => Heaps::of(&to),
            }
        };
        // Values and outcomes by the definition; options have smaller sums.
        let mut order = positions.clone();
        order.sort_by_key(|p| p.iter().sum::<i64>());
        let mut grundy: HashMap<Vec<i64>, u32> = HashMap::new();
        let mut misere: HashMap<Vec<i64>, bool> = HashMap::new();
        for pos in &order {
            let next = &results[pos];
            let values: Vec<u32> = next.iter().map(|to| grundy[to]).collect();
            grundy.insert(pos.clone(), (0..).find(|g| !values.contains(g)).unwrap());
            misere.insert(
                pos.clone(),
                next.is_empty() || next.iter().any(|to| !misere[to]),
            );
            let found: BTreeSet<Heaps> = game.options(&tidy(pos)).unwrap().into_iter().collect();
            let wanted: BTreeSet<Heaps> = next.iter().map(|to| tidy(to)).collect();
            if heaps == 2 || pos[0] > 0 {
                assert_eq!(found, wanted, "{text}{pos:?}");
            }
        }
        let sizes = vec![side as u64; heaps];
        let table = boxed::grundy(&game, &sizes, &Budget::unlimited()).unwrap();
        for pos in &positions {
            let at: Vec<u64> = pos.iter().map(|&n| n as u64).collect();
            assert_eq!(table.value(&at), Some(grundy[pos]), "{text}{pos:?}");
            tables += 1;
        }
        if heaps == 2 {
            let wins = boxed::wins(&game, &sizes, Play::Misere, &Budget::unlimited()).unwrap();
            for pos in &positions {
                let at: Vec<u64> = pos.iter().map(|&n| n as u64).collect();
                assert_eq!(wins.wins(&at), Some(misere[pos]), "{text}{pos:?}");
            }
        }
    }
    assert!(
        ending == 1500 && tables > 50_000 && idle > 5_000,
        "{ending} {tables} {idle}"
    );
}

#[test]
fn halving_a_heap_ends() {
    let rules = load(
        "game halves\nheap n\nmove n -> n/2\nmove n -> n - 1\n",
        "halves.game",
    )
    .unwrap();
    assert_eq!(endless(&rules), None);
    let game = HeapGame::new(rules.into()).unwrap();
    assert!(game.options(&game.parse("0").unwrap()).unwrap().is_empty());
    assert_eq!(game.options(&game.parse("1,0").unwrap()).unwrap().len(), 1);
    // What comes back after two moves has no end.
    let rules = load("game swap\nheaps a b\nmove a = b, b = a\n", "swap.game").unwrap();
    let why = endless(&rules).unwrap();
    assert_eq!(
        why.to_string(),
        "swap may be played for ever: 0,1 -> 1,0 -> 0,1 (lines 3, 3)"
    );
    let game = LoopyHeapGame::new(rules.into()).unwrap();
    assert!(
        game.options(&game.parse("2,2").unwrap())
            .unwrap()
            .is_empty()
    );
}

#[test]
fn words_and_boards_follow_the_same_rule() {
    for text in [
        "game w\nstring a b\nleft [ab] -> a\nright b -> a\n",
        "game w\ncells a b\nleft [ab] -> a\nright b -> a\n",
        "game w\ngraph a b\nleft ? -> a\nright b -> a\n",
    ] {
        let RuleFile::Cells(rules) = read(text, "w.game").unwrap() else {
            panic!("{text}");
        };
        let graph = text.contains("graph");
        let game = LoopyPartizanCellGame::new(rules.into()).unwrap();
        let pos = game.parse(if graph { "0,1,2" } else { "aaa" }).unwrap();
        assert!(game.moves(Player::Left, &pos).unwrap().is_empty(), "{text}");
        let pos = game.parse(if graph { "0,1b,2" } else { "aba" }).unwrap();
        assert_eq!(game.moves(Player::Left, &pos).unwrap().len(), 1, "{text}");
    }
    let never = read("game w\nstring a b\nleft a -> a\nright b -> a\n", "w.game").unwrap_err();
    assert!(never.to_string().contains("changes nothing"), "{never}");
}

/// Strips on which a piece shoves or pushes what is before it: every move lowers the sum of the places.
#[test]
fn pushing_and_shoving_end() {
    use bouton_rulefile::ShortPartizanCellGame;
    let texts = [
        // A piece and those before it move one place, into a gap.
        "game push\nstring . L R\nleft . [LR]* L -> [LR]* L .\nright . [LR]* R -> [LR]* R .\n",
        // At the end of the strip a piece falls off.
        "game push\nstring . L R\nleft . [LR]* L -> [LR]* L .\nleft | [LR]+ L -> [LR]+ .\nright . [LR]* R -> [LR]* R .\nright | [LR]+ R -> [LR]+ .\n",
        // Everything before a piece moves, gaps too.
        "game shove\nstring . L R\nleft | . ?* L -> ?* L .\nleft | [LR] ?* L -> ?* L .\nright | . ?* R -> ?* R .\nright | [LR] ?* R -> ?* R .\nleft | L -> .\nright | R -> .\n",
        "game right\nstring . L R\nleft L [LR]* . -> . L [LR]*\nright R [LR]* . -> . R [LR]*\n",
    ];
    let mut moves = 0;
    for text in texts {
        let RuleFile::Cells(rules) =
            read(text, "strip.game").unwrap_or_else(|e| panic!("{e}\n{text}"))
        else {
            panic!("{text}");
        };
        assert!(rules.ends(), "{text}");
        let game = ShortPartizanCellGame::new(rules.into()).unwrap();
        let letters = ['.', 'L', 'R'];
        for code in 0..3usize.pow(6) {
            let word: String = (0..6).map(|i| letters[code / 3usize.pow(i) % 3]).collect();
            let pos = game.parse(&word).unwrap();
            for who in Player::BOTH {
                for next in game.moves(who, &pos).unwrap() {
                    assert!(
                        bouton_rules::Short::rank(&game, &next)
                            < bouton_rules::Short::rank(&game, &pos),
                        "{text}{word}"
                    );
                    moves += 1;
                }
            }
        }
    }
    assert!(moves > 4_000, "{moves}");
    // A piece that comes back keeps its game from ending.
    let back =
        "game back\nstring . L R\nleft . [LR]* L -> [LR]* L .\nright L [LR]* . -> . L [LR]*\n";
    let RuleFile::Cells(rules) = read(back, "back.game").unwrap() else {
        panic!("{back}");
    };
    assert!(!rules.ends());
}
