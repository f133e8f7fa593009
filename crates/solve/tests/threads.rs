//! Values by two threads are the values by one.

use bouton_games::clobber::{Clobber, Piece};
use bouton_games::domineering::Domineering;
use bouton_games::konane::Konane;
use bouton_games::map_colouring::{GridColouring, Kind};
use bouton_games::toads_and_frogs::ToadsAndFrogs;
use bouton_rules::{Partizan, Short};
use bouton_solve::{Budget, GameValues, Limits, value_by_two_threads};
use bouton_value::Store;

fn compare<G: Partizan + Short>(game: G, texts: &[&str]) {
    for text in texts {
        let pos = game.parse(text).unwrap();
        let mut store = Store::new();
        let mut values = GameValues::new(game.clone());
        let one = values
            .value(&pos, &mut store, &Budget::unlimited())
            .unwrap();
        let two = value_by_two_threads(&game, &pos, &mut store, &Budget::unlimited()).unwrap();
        assert_eq!(one, two, "{} {text}", game.info().name);
        // In a store of its own as well, and with as many parts.
        let (mut fresh, budget) = (Store::new(), Budget::unlimited());
        let again = value_by_two_threads(&game, &pos, &mut fresh, &budget).unwrap();
        assert_eq!(fresh.show(again), store.show(one));
        assert_eq!(budget.nodes(), values.len() as u64);
        // Every limit on parts below that number is reported.
        if budget.nodes() > 1 {
            let limits = Limits {
                nodes: Some(budget.nodes() / 2),
                ..Limits::default()
            };
            let stopped = value_by_two_threads(&game, &pos, &mut fresh, &Budget::new(&limits));
            assert!(stopped.unwrap_err().to_string().contains("positions"));
        }
    }
}

#[test]
fn two_threads_find_the_same_values() {
    compare(Domineering, &["4x4", "3x5", "..#.|....|.#..", "1x9", "#"]);
    compare(
        Clobber {
            piece: Piece::Stone,
        },
        &["xoxo|oxox|xoxo", "xo.ox|ooxx.", "..."],
    );
    compare(Konane, &["xoxo|o..x|xoxo|oxox", "xo.o.x"]);
    compare(
        ToadsAndFrogs { most_jumped: 1 },
        &["tttt..ffff", "tt.f.tf.tf."],
    );
    compare(GridColouring { kind: Kind::Snort }, &["3x4", "2x5"]);
    // More cells than a word has room for.
    let long = format!("{}|.{}", ".".repeat(60), "#".repeat(59));
    compare(Domineering, &[&long, "1x70"]);
}

#[test]
fn a_small_memory_is_reported() {
    let pos = bouton_rules::Ruleset::parse(&Domineering, "5x5").unwrap();
    let limits = Limits {
        bytes: Some(100_000),
        ..Limits::default()
    };
    let error = value_by_two_threads(&Domineering, &pos, &mut Store::new(), &Budget::new(&limits));
    assert!(error.unwrap_err().to_string().contains("memory"));
}
