//! Values of the partizan boards that are not in `boards.rs`: against the field's standard tool, and theorems against search.

use bouton_games::backsliding_toads::BackslidingToads;
use bouton_games::cherries::Cherries;
use bouton_games::childish_hackenbush::ChildishHackenbush;
use bouton_games::clobber::{Clobber, Piece};
use bouton_games::common::graph_game::GraphGame;
use bouton_games::eatcake::Eatcake;
use bouton_games::fission::Fission;
use bouton_games::fjords::Fjords;
use bouton_games::fox_and_geese::FoxAndGeese;
use bouton_games::partisan_nim::{self, PartisanNim};
use bouton_games::partizan_euclid::PartizanEuclid;
use bouton_games::partizan_octal::PartizanOctal;
use bouton_games::partizan_subtraction::PartizanSubtraction;
use bouton_games::toads_and_frogs::ToadsAndFrogs;
use bouton_games::young_diagrams::{YoungDiagrams, staircase, staircase_value, step_value};
use bouton_rules::board::{Cell, Grid};
use bouton_rules::{Partizan, Ruleset, Short};
use bouton_solve::value::value_from_definition;
use bouton_solve::{Budget, GameValues, loopy_value};
use bouton_value::{Dyadic, Store, Value};

/// The value of a position, as it is written.
fn shown<G: Partizan + Short>(game: G, text: &str) -> String {
    let mut store = Store::new();
    let pos = game.parse(text).unwrap();
    let value = GameValues::new(game)
        .value(&pos, &mut store, &Budget::unlimited())
        .unwrap();
    store.show(value)
}

/// The value of a position of a game that may go on for ever.
fn loopy<G: Partizan>(game: G, text: &str) -> String {
    let pos = game.parse(text).unwrap();
    let value = loopy_value(&game, &pos, &Budget::unlimited()).unwrap();
    value.show(&mut Store::new()).unwrap()
}

#[test]
fn values_of_the_standard_tool() {
    let data = include_str!("../../../testdata/more-board-values.tsv");
    let mut rows = 0;
    for line in data.lines().filter(|l| !l.starts_with('#')) {
        let [game, pos, value] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let graph = |game: GraphGame| shown(game, pos);
        let clobber = |piece| shown(Clobber { piece }, pos);
        let found = match game.split(':').next().unwrap() {
            "eatcake" => shown(Eatcake::game(false), pos),
            "turn-and-eatcake" => shown(Eatcake::game(true), pos),
            "partizan-euclid" => shown(PartizanEuclid::game(), pos),
            "anti-clobber" => clobber(Piece::Anti),
            "cannibal-clobber" => clobber(Piece::Cannibal),
            "fjords" => graph(Fjords::game()),
            "childish-hackenbush" => graph(ChildishHackenbush::game()),
            "partizan-subtraction" => {
                let sets = game.split_once(':').unwrap().1;
                shown(PartizanSubtraction::game(sets).unwrap(), pos)
            }
            "partizan-octal" => {
                let codes = game.split_once(':').unwrap().1;
                shown(PartizanOctal::game(codes).unwrap(), pos)
            }
            "backsliding-toads-and-frogs" => loopy(BackslidingToads, pos),
            "fox-and-geese" => loopy(FoxAndGeese { reach: 1 }, pos),
            _ => panic!("{game}"),
        };
        assert_eq!(found, value, "{game} {pos}");
        rows += 1;
    }
    assert!(rows > 200, "{rows}");
}

#[test]
fn parts_of_fission_boards_are_independent() {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut parts = [0; 3];
    for _ in 0..150 {
        let mut board = Grid::new(4, 4).unwrap();
        for cell in 0..16 {
            board.set(
                cell,
                [Cell::Free, Cell::Left, Cell::Block][rng.usize(0..12) / 5],
            );
        }
        parts[Fission.split(&board).len().min(2)] += 1;
        let mut store = Store::new();
        let whole = value_from_definition(&Fission, &board, &mut store).unwrap();
        let found = GameValues::new(Fission)
            .value(&board, &mut store, &Budget::unlimited())
            .unwrap();
        assert_eq!(found, whole, "{board:?}");
    }
    assert!(parts.iter().all(|&count| count > 0), "{parts:?}");
}

/// Every way to break `n` into `count` heaps of at least `least`.
fn broken(n: u64, count: u32, least: u64) -> Vec<Vec<u64>> {
    if count == 0 {
        return if n == 0 { vec![vec![]] } else { vec![] };
    }
    let mut ways = Vec::new();
    for first in least..=n {
        for mut rest in broken(n - first, count - 1, first) {
            rest.insert(0, first);
            ways.push(rest);
        }
    }
    ways
}

/// The slow twin of heaps of partizan octal games: options from the digits of the codes, and the values of heaps added up.
fn heap_values(codes: [&[u8]; 2], to: u64, store: &mut Store) -> Vec<Value> {
    let mut values = vec![Value::ZERO];
    for n in 1..=to {
        let [left, right] = codes.map(|digits| {
            let mut options = Vec::new();
            for (taken, &digit) in (0..).zip(digits) {
                for count in (0..4).filter(|r| digit >> r & 1 == 1 && taken <= n) {
                    for heaps in broken(n - taken, count, 1) {
                        let sum = heaps.iter().try_fold(Value::ZERO, |sum, &h| {
                            store.add(sum, *values.get(h as usize)?).ok()
                        });
                        options.extend(sum);
                    }
                }
            }
            options
        });
        values.push(store.game(&left, &right).unwrap());
    }
    values
}

#[test]
fn heaps_of_partizan_octal_games() {
    let games: [(&str, [&[u8]; 2]); 7] = [
        ("0.07:0.3", [&[0, 0, 7], &[0, 3]]),
        ("0.137:0.77", [&[0, 1, 3, 7], &[0, 7, 7]]),
        ("4.3:0.15", [&[4, 3], &[0, 1, 5]]),
        ("0.3:0.03", [&[0, 3], &[0, 0, 3]]),
        ("0.3F:4.7", [&[0, 3, 15], &[4, 7]]),
        ("S{1,4}:S{2}", [&[0, 3, 0, 0, 3], &[0, 0, 3]]),
        ("kayles:dawsons-chess", [&[0, 7, 7], &[0, 1, 3, 7]]),
    ];
    let mut partizan = 0;
    for (codes, digits) in games {
        let mut store = Store::new();
        let slow = heap_values(digits, 12, &mut store);
        let game = PartizanOctal::game(codes).unwrap();
        let mut values = GameValues::new(game.clone());
        for (n, &expected) in slow.iter().enumerate() {
            let heap = game.parse(&n.to_string()).unwrap();
            let found = values
                .value(&heap, &mut store, &Budget::unlimited())
                .unwrap();
            assert_eq!(found, expected, "{codes} {n}");
            if n <= 9 {
                let whole = value_from_definition(&game, &heap, &mut store).unwrap();
                assert_eq!(found, whole, "{codes} {n}");
            }
            partizan += usize::from(store.as_nimber(found).is_none());
        }
        let sum = game.parse("3,5,5").unwrap();
        let whole = value_from_definition(&game, &sum, &mut store).unwrap();
        let found = values
            .value(&sum, &mut store, &Budget::unlimited())
            .unwrap();
        assert_eq!(found, whole, "{codes}");
    }
    assert!(partizan > 20, "{partizan}");
}

#[test]
fn piles_of_partisan_nim_are_ups_and_stars() {
    let mut store = Store::new();
    let mut values = GameValues::new(PartisanNim::game());
    for size in 1..=9 {
        for owner in [Cell::Left, Cell::Right] {
            let (ups, star) = partisan_nim::value((owner, size));
            let found = values
                .value(&vec![(owner, size)], &mut store, &Budget::unlimited())
                .unwrap();
            let expected = store
                .number_up_star(&Dyadic::from(0), ups, u64::from(star))
                .unwrap();
            assert_eq!(found, expected, "{owner:?} {size}");
        }
    }
}

#[test]
fn staircases_are_integers_and_nimbers() {
    let mut store = Store::new();
    let mut values = GameValues::new(YoungDiagrams { far: true });
    let mut seen = 0;
    for (down, across) in (1..4u32).flat_map(|a| (1..4u32).map(move |b| (a, b))) {
        for steps in 1..4u32 {
            let diagram = staircase(down, across, steps).unwrap();
            let found = values
                .value(&vec![diagram], &mut store, &Budget::unlimited())
                .unwrap();
            let (n, nimber) = staircase_value(down, across, steps);
            let expected = store
                .number_up_star(&Dyadic::from(n), 0, u64::from(nimber))
                .unwrap();
            assert_eq!(found, expected, "{down} {across} {steps}");
            seen += 1;
        }
    }
    assert_eq!(seen, 27);
}

#[test]
fn tokens_that_take_single_steps_make_switches() {
    let mut store = Store::new();
    let mut values = GameValues::new(YoungDiagrams { far: false });
    let mut seen = 0;
    for code in 1..5u32.pow(5) {
        let mut diagram: Vec<u32> = (0..5).map(|i| code / 5u32.pow(i) % 5).collect();
        if diagram.windows(2).any(|w| w[0] < w[1]) {
            continue;
        }
        diagram.retain(|&row| row > 0);
        let found = values
            .value(&vec![diagram.clone()], &mut store, &Budget::unlimited())
            .unwrap();
        let expected = match step_value(&diagram) {
            Ok(n) => store.integer(n),
            Err((left, right)) => {
                let (left, right) = (store.integer(left), store.integer(right));
                store.game(&[left], &[right]).unwrap()
            }
        };
        assert_eq!(found, expected, "{diagram:?}");
        seen += 1;
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn rows_of_cherries_are_integers() {
    let mut store = Store::new();
    let mut values = GameValues::new(Cherries);
    let mut seen = 0;
    for length in 1..9 {
        for code in 0..1u32 << length {
            let row: Vec<bool> = (0..length).map(|i| code >> i & 1 == 1).collect();
            let value = values
                .value(&vec![row.clone()], &mut store, &Budget::unlimited())
                .unwrap();
            assert!(store.as_integer(value).is_some(), "{row:?}");
            seen += 1;
        }
    }
    assert_eq!(seen, 510);
}

#[test]
fn strips_without_jumps_fall_apart_behind_backs() {
    let game = ToadsAndFrogs { most_jumped: 0 };
    let mut random = fastrand::Rng::with_seed(3);
    let mut apart = 0;
    for round in 0..300 {
        // Every sixth strip is too long for a word.
        let (head, long) = if round % 6 == 0 { (60, 6) } else { (0, 9) };
        let cells = (0..long).map(|_| ['.', 't', 'f'][random.usize(..3)]);
        let text: String = std::iter::repeat_n('f', head).chain(cells).collect();
        let pos = game.parse(&text).unwrap();
        let mut store = Store::new();
        let budget = Budget::unlimited();
        let by_parts = GameValues::new(game)
            .value(&pos, &mut store, &budget)
            .unwrap();
        let plain = value_from_definition(&game, &pos, &mut store).unwrap();
        assert_eq!(by_parts, plain, "{text}");
        apart += usize::from(game.split(&pos).len() > 1);
    }
    assert!(apart > 50, "{apart}");
}
