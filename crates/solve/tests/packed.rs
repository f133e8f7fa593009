//! Searches on boards packed in words against the same searches on positions as the rulesets write them.

use bouton_games::cram::Cram;
use bouton_games::domineering::Domineering;
use bouton_games::toppling_dominoes::TopplingDominoes;
use bouton_rules::board::Grid;
use bouton_rules::{Impartial, Partizan, Player, Ruleset};
use bouton_solve::{Budget, GameValues, NimberSearch, SumSearch};
use bouton_value::Store;

#[test]
fn nimbers_of_cram_boards() {
    let mut random = fastrand::Rng::with_seed(2);
    let budget = Budget::unlimited();
    let mut met = [0; 4];
    for round in 0..120 {
        let (rows, cols) = [(4, 4), (3, 6), (6, 3), (2, 9), (4, 5)][round % 5];
        let filled = random.u64(..) & random.u64(..) & random.u64(..);
        let pos = Grid::from_words(rows, cols, [filled; 2]);
        let mut packed = NimberSearch::new(Cram);
        let mut plain = NimberSearch::unpacked(Cram);
        let nimber = packed.nimber(&pos, &budget).unwrap();
        assert_eq!(nimber, plain.nimber(&pos, &budget).unwrap());
        assert_eq!(packed.wins(&pos, &budget).unwrap(), nimber != 0);
        let winning = |search: &mut NimberSearch<Cram>| search.winning_options(&pos, &budget);
        assert_eq!(winning(&mut packed).unwrap(), winning(&mut plain).unwrap());
        met[nimber.min(3) as usize] += 1;
    }
    assert!(met.iter().all(|&n| n > 3), "{met:?}");
}

#[test]
fn winning_moves_on_a_domineering_board() {
    let budget = Budget::unlimited();
    let board = Domineering
        .parse(".....|...#.|.....|.....|#....|.....")
        .unwrap();
    let mut whole = SumSearch::new(Domineering, 8);
    let mut sums = SumSearch::new(Domineering, 8);
    let mut won = [0; 2];
    for who in Player::BOTH {
        let winning = whole.winning_moves(&board, who, &budget).unwrap();
        for next in Domineering.moves(who, &board).unwrap() {
            let parts = Domineering.split(&next);
            let wins = !sums.wins_sum(&parts, who.other(), &budget).unwrap();
            assert_eq!(wins, winning.contains(&next), "{}", Domineering.show(&next));
            won[usize::from(wins)] += 1;
        }
    }
    assert!(won.iter().all(|&n| n > 0), "{won:?}");
}

#[test]
fn a_board_beyond_64_cells_is_its_parts() {
    // A wall splits nine columns into two boards that the search over sums takes apart.
    let budget = Budget::unlimited();
    let text = [
        "...#####.",
        "....####.",
        "...#####.",
        ".#.####..",
        "...####..",
    ]
    .join("|");
    let text = format!("{text}|{0}|{0}|....#####", "#########");
    let board = Domineering.parse(&text).unwrap();
    assert!(board.area() > 64);
    let mut search = SumSearch::new(Domineering, 4);
    for who in Player::BOTH {
        let whole = search.wins(&board, who, &budget).unwrap();
        let parts = Domineering.split(&board);
        let sum = SumSearch::new(Domineering, 4).wins_sum(&parts, who, &budget);
        assert_eq!(whole, sum.unwrap());
    }
}

#[test]
fn published_nimbers_of_cram() {
    // testdata/domineering-cram.tsv has more rows; these are beyond the plain search.
    for (size, nimber) in [("4x7", 3), ("5x6", 2), ("3x9", 1), ("7x5", 1), ("1x16", 5)] {
        let pos = Cram.parse(size).unwrap();
        let found = NimberSearch::new(Cram).nimber(&pos, &Budget::unlimited());
        assert_eq!(found.unwrap(), nimber, "{size}");
        assert!(Cram.packed_parts(&pos).is_some());
    }
}

#[test]
fn parts_that_are_cheap_to_value_are_valued() {
    let budget = Budget::unlimited();
    let game = TopplingDominoes;
    let mut met = std::collections::BTreeSet::new();
    for (one, two) in [
        ("llererlrllllleellrll", "llrrlrreerrrllrllllr"),
        ("lrrerlllllreellrlrrr", "rrlerrerlllrerlelelr"),
        ("lrlrlrlrlrlrlrlrlrlr", "rlrlrlrlrlrlrlrlrlrl"),
    ] {
        let terms = [one, two].map(|text| game.parse(text).unwrap());
        let mut store = Store::new();
        let mut values = GameValues::new(game);
        let [a, b] = [0, 1].map(|i| values.value(&terms[i], &mut store, &budget).unwrap());
        let outcome = store
            .sum(&[a, b])
            .and_then(|sum| store.outcome(sum))
            .unwrap();
        let mut search = SumSearch::new(game, 5);
        let [left, right] = Player::BOTH.map(|who| search.wins_sum(&terms, who, &budget).unwrap());
        let found = bouton_rules::Outcome::from_starters(left, right);
        assert_eq!(found.letter(), outcome.letter().to_string());
        met.insert(found.letter());
    }
    assert!(met.len() > 1, "{met:?}");
}
