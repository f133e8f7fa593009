//! Values of the partizan boards that are not in `boards.rs`: against the field's standard tool, and theorems against search.

use bouton_games::backsliding_toads::BackslidingToads;
use bouton_games::cherries::Cherries;
use bouton_games::childish_hackenbush::ChildishHackenbush;
use bouton_games::clobber::{Clobber, Piece};
use bouton_games::common::graph_game::GraphGame;
use bouton_games::eatcake::Eatcake;
use bouton_games::fjords::Fjords;
use bouton_games::partisan_nim::{self, PartisanNim};
use bouton_games::partizan_euclid::PartizanEuclid;
use bouton_games::partizan_subtraction::PartizanSubtraction;
use bouton_games::young_diagrams::{YoungDiagrams, staircase, staircase_value, step_value};
use bouton_rules::board::Cell;
use bouton_rules::{Partizan, Short};
use bouton_solve::{Budget, GameValues, loopy_value};
use bouton_value::{Dyadic, Store};

/// The value of a position, as it is written.
fn shown<G: Partizan + Short>(game: G, text: &str) -> String {
    let mut store = Store::new();
    let pos = game.parse(text).unwrap();
    let value = GameValues::new(game)
        .value(&pos, &mut store, &Budget::unlimited())
        .unwrap();
    store.show(value)
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
            "backsliding-toads-and-frogs" => {
                let start = bouton_rules::Ruleset::parse(&BackslidingToads, pos).unwrap();
                let value = loopy_value(&BackslidingToads, &start, &Budget::unlimited()).unwrap();
                value.show(&mut Store::new()).unwrap()
            }
            _ => panic!("{game}"),
        };
        assert_eq!(found, value, "{game} {pos}");
        rows += 1;
    }
    assert!(rows > 200, "{rows}");
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
