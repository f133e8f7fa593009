//! Rule files whose positions are written otherwise than those of the compiled game, or that have none, against it by value.

use bouton_games::arc_kayles::ArcKayles;
use bouton_games::hackenbush::Hackenbush;
use bouton_games::kayles::Kayles;
use bouton_games::map_colouring::{GridColouring, Kind, MapColouring};
use bouton_games::node_kayles::NodeKayles;
use bouton_games::nogo::NoGo;
use bouton_rulefile::{RuleFile, ShortCellGame, ShortPartizanCellGame, builtin, read};
use bouton_rules::{Partizan, Player, Ruleset, Short};
use bouton_solve::{Budget, GameValues, Limits, grundy};
use bouton_value::Store;
use std::collections::BTreeSet;

fn partizan(name: &str) -> ShortPartizanCellGame {
    match read(builtin(name).unwrap(), name) {
        Ok(RuleFile::Cells(rules)) => ShortPartizanCellGame::new(rules.into()).unwrap(),
        other => panic!("{name}: {other:?}"),
    }
}

fn impartial(text: &str) -> ShortCellGame {
    match read(text, "x.game") {
        Ok(RuleFile::Cells(rules)) => ShortCellGame::new(rules.into()).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// Every word of `letters` with `length` letters.
fn words(letters: &str, length: u32) -> Vec<String> {
    let letters: Vec<char> = letters.chars().collect();
    let n = letters.len();
    (0..n.pow(length))
        .map(|code| (0..length).map(|i| letters[code / n.pow(i) % n]).collect())
        .collect()
}

/// The values of two games agree on pairs of positions.
fn agree<A: Partizan + Short, B: Partizan + Short>(
    one: &A,
    other: &B,
    pairs: impl Iterator<Item = (String, String)>,
) -> usize {
    let mut store = Store::new();
    let budget = Budget::new(&Limits::default());
    let (mut a, mut b) = (GameValues::new(one.clone()), GameValues::new(other.clone()));
    let mut seen = 0;
    for (left, right) in pairs {
        let x = a
            .value(&one.parse(&left).unwrap(), &mut store, &budget)
            .unwrap();
        let y = b
            .value(&other.parse(&right).unwrap(), &mut store, &budget)
            .unwrap();
        assert_eq!(x, y, "{}: {left} and {right}", one.info().name);
        seen += 1;
    }
    seen
}

#[test]
fn bits_are_worth_ones_less_zeros() {
    let game = partizan("removing-bits");
    let mut store = Store::new();
    let budget = Budget::new(&Limits::default());
    let mut values = GameValues::new(game.clone());
    let long = "110".repeat(100);
    for word in (1..9)
        .flat_map(|n| words("01", n))
        .chain(["()".into(), long])
    {
        let ones = word.matches('1').count() as i64;
        let zeros = word.matches('0').count() as i64;
        let value = values
            .value(&game.parse(&word).unwrap(), &mut store, &budget)
            .unwrap();
        assert_eq!(value, store.integer(ones - zeros), "{word}");
    }
}

#[test]
fn strips_of_pins_are_kayles() {
    let (strip, heaps) = (impartial(builtin("kayles-strip").unwrap()), Kayles::game());
    let budget = Budget::new(&Limits::default());
    for n in 1..40 {
        let row = strip.parse(&format!("1x{n}")).unwrap();
        let heap = heaps.parse(&n.to_string()).unwrap();
        assert_eq!(
            grundy(&strip, &row, false, &budget).unwrap(),
            grundy(&heaps, &heap, false, &budget).unwrap(),
            "{n}"
        );
    }
}

#[test]
fn strings_of_hackenbush_are_stalks() {
    let game = partizan("hackenbush-strings");
    let all = (1..6).flat_map(|n| words("lre", n));
    let seen = agree(&game, &Hackenbush::game(), all.map(|w| (w.clone(), w)));
    assert_eq!(seen, 3 + 9 + 27 + 81 + 243);
}

#[test]
fn nogo_on_strips() {
    let game = partizan("nogo-strip");
    let (mut exist, mut moves) = (0, 0);
    for text in (1..8).flat_map(|n| words(".xo", n)) {
        let (ours, theirs) = (game.parse(&text), NoGo.parse(&text));
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{text}");
        let (Ok(ours), Ok(theirs)) = (ours, theirs) else {
            continue;
        };
        exist += 1;
        for who in Player::BOTH {
            let a: BTreeSet<String> = game
                .moves(who, &ours)
                .unwrap()
                .iter()
                .map(|p| game.show(p))
                .collect();
            let b: BTreeSet<String> = NoGo
                .moves(who, &theirs)
                .unwrap()
                .iter()
                .map(|p| NoGo.show(p))
                .collect();
            assert_eq!(a, b, "{text}");
            moves += a.len();
        }
    }
    assert!(exist > 300 && moves > 300);
    let all = (1..6)
        .flat_map(|n| words(".xo", n))
        .filter(|t| game.parse(t).is_ok());
    assert!(agree(&game, &NoGo, all.map(|w| (w.clone(), w))) > 50);
}

/// Coloured places become blocks and their neighbours marks, as the compiled games write them.
fn marked(
    letters: &[char],
    beside: impl Fn(usize) -> Vec<usize>,
    [one, other]: [char; 2],
    marks: [char; 2],
) -> Vec<char> {
    let mark = |i: usize| {
        if letters[i] != '.' {
            return '#';
        }
        let near = |colour: char| beside(i).iter().any(|&j| letters[j] == colour);
        match (near(one), near(other)) {
            (true, true) => '#',
            (true, false) => marks[0],
            (false, true) => marks[1],
            (false, false) => '.',
        }
    };
    (0..letters.len()).map(mark).collect()
}

#[test]
fn stones_of_snort_are_marks() {
    let game = partizan("snort-stones");
    let grid = GridColouring { kind: Kind::Snort };
    let pairs = words(".xo", 6).into_iter().flat_map(|word| {
        [3usize, 6].map(|cols| {
            let letters: Vec<char> = word.chars().collect();
            let beside = |i: usize| {
                let (r, c) = (i / cols, i % cols);
                (0..6)
                    .filter(|&j| (j / cols).abs_diff(r) + (j % cols).abs_diff(c) == 1)
                    .collect()
            };
            let rows = |cells: &[char]| {
                let rows: Vec<String> =
                    cells.chunks(cols).map(|row| row.iter().collect()).collect();
                rows.join("|")
            };
            (
                rows(&letters),
                rows(&marked(&letters, beside, ['x', 'o'], ['L', 'R'])),
            )
        })
    });
    assert_eq!(agree(&game, &grid, pairs), 2 * 729);
}

/// Random graphs as their edges.
fn graphs(count: usize) -> impl Iterator<Item = (usize, Vec<(usize, usize)>)> {
    let mut rng = fastrand::Rng::with_seed(2);
    (0..count).map(move |_| {
        let order = rng.usize(2..7);
        let all = (0..order).flat_map(|a| (a + 1..order).map(move |b| (a, b)));
        let edges = all.filter(|_| rng.u8(..5) < 2).collect();
        (order, edges)
    })
}

fn written(letters: &[char], edges: &[(usize, usize)]) -> String {
    let vertices = letters.iter().enumerate().map(|(v, &l)| match l {
        '.' => v.to_string(),
        l => format!("{v}{l}"),
    });
    let edges = edges.iter().map(|(a, b)| format!("{a}-{b}"));
    vertices.chain(edges).collect::<Vec<_>>().join(",")
}

#[test]
fn colours_of_col_are_marks() {
    let game = partizan("col-stones");
    let compiled = MapColouring { kind: Kind::Col };
    let mut rng = fastrand::Rng::with_seed(9);
    let pairs = graphs(300).map(|(order, edges)| {
        let letters: Vec<char> = (0..order)
            .map(|_| ['.', '.', 'L', 'R'][rng.usize(..4)])
            .collect();
        let beside = |i: usize| {
            let ends = edges.iter().filter(|e| e.0 == i || e.1 == i);
            ends.map(|&(a, b)| a + b - i).collect()
        };
        let marks = marked(&letters, beside, ['L', 'R'], ['L', 'R']);
        (written(&letters, &edges), written(&marks, &edges))
    });
    assert_eq!(agree(&game, &compiled, pairs), 300);
}

#[test]
fn graphs_of_node_and_arc_kayles() {
    let nodes = impartial("game nodes\ngraph . x\nmove . -> x where no neighbour is x");
    let arcs = impartial("game arcs\ngraph . #\nmove . . -> # #");
    let edges = impartial("game edges\ngraph . #\nedges - ~\nmove . - . -> # ~ #");
    let budget = Budget::new(&Limits::default());
    let mut seen = 0;
    for (order, list) in graphs(200) {
        let text = written(&vec!['.'; order], &list);
        let nimber = |game: &ShortCellGame| {
            grundy(game, &game.parse(&text).unwrap(), false, &budget).unwrap()
        };
        let expected = grundy(
            &NodeKayles::game(),
            &NodeKayles::game().parse(&text).unwrap(),
            false,
            &budget,
        )
        .unwrap();
        assert_eq!(nimber(&nodes), expected, "{text}");
        let expected = grundy(
            &ArcKayles::game(),
            &ArcKayles::game().parse(&text).unwrap(),
            false,
            &budget,
        )
        .unwrap();
        assert_eq!(
            [nimber(&arcs), nimber(&edges)],
            [expected.clone(), expected.clone()],
            "{text}"
        );
        seen += usize::from(expected > 1u32.into());
    }
    assert!(seen > 20);
}
