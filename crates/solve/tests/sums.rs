//! Sums of different games: parts of each game by one numbering, against the same sums searched whole, and what each term keeps.

use bouton_games::clobber::{Clobber, Piece};
use bouton_games::cram::Cram;
use bouton_games::domineering::Domineering;
use bouton_games::kayles::Kayles;
use bouton_games::nim::Nim;
use bouton_games::plain_value::PlainValue;
use bouton_games::wythoff::Wythoff;
use bouton_rules::{AnyPosition, ImpartialTwin, Partizan, Play, Player, Ruleset, Sum};
use bouton_solve::numbered::{NumberedSum, Term};
use bouton_solve::{Budget, GameValues, NimberSum, SumSearch, partizan_outcome};
use bouton_solve::{outcome_and_grundy, value_of_parts_by_two_threads};
use bouton_value::Store;

fn clobber() -> Term {
    Term::partizan(Clobber {
        piece: Piece::Stone,
    })
}

fn sum_of(terms: &[Term]) -> Sum {
    let others = terms[1..].iter().map(|term| term.game().clone());
    Sum::of(terms[0].game().clone(), others.collect())
}

fn parts_of(terms: &[Term]) -> NumberedSum {
    NumberedSum::new(&terms[0], &terms[1..])
}

#[test]
fn sums_of_partizan_games_are_what_whole_positions_say() {
    let budget = Budget::unlimited();
    let mut seen = [0; 4];
    for (terms, texts) in [
        (
            vec![Term::partizan(Domineering), clobber()],
            vec!["2x2 + xo", "2x3 + xoxo", "3x3 + xo|ox", "..|.# + xox"],
        ),
        (
            vec![
                clobber(),
                Term::impartial(Nim::game()),
                Term::partizan(PlainValue),
            ],
            vec![
                "xox + 3 + 0",
                "xoxo + 1,2 + -1",
                "xo|ox + 2 + 1",
                "xox + 0 + 0",
            ],
        ),
        (
            vec![Term::partizan(Domineering), Term::impartial(Kayles::game())],
            vec!["2x3 + 3", "1x4 + 2", "3x2 + 1,2"],
        ),
    ] {
        let rules = sum_of(&terms);
        for text in texts {
            let pos = rules.parse(text).unwrap();
            let whole = partizan_outcome(&rules, &pos, Play::Normal, &budget).unwrap();
            let mut search = SumSearch::over(parts_of(&terms), 3);
            assert_eq!(
                search.outcome(&pos, &budget).unwrap(),
                whole.outcome,
                "{text}"
            );
            for (who, expected) in [
                (Player::Left, &whole.left_winning),
                (Player::Right, &whole.right_winning),
            ] {
                let winning = search.winning_moves(&pos, who, &budget).unwrap();
                let missing = expected.iter().filter(|next| !winning.contains(next));
                assert_eq!(missing.count(), 0, "{text}");
                assert!(winning.iter().all(|next| expected.contains(next)), "{text}");
            }
            let mut store = Store::new();
            let mut values = GameValues::over(parts_of(&terms));
            let value = values.value(&pos, &mut store, &budget).unwrap();
            let letter = store.outcome(value).unwrap().letter();
            assert_eq!(letter.to_string(), whole.outcome.letter(), "{text}");
            let mut parts = parts_of(&terms);
            let two = value_of_parts_by_two_threads(&mut parts, &pos, &mut store, &budget);
            assert_eq!(two.unwrap(), value, "{text}");
            seen[whole.outcome as usize] += 1;
        }
    }
    assert!(seen.iter().filter(|&&n| n > 0).count() >= 3, "{seen:?}");
}

#[test]
fn sums_of_impartial_games_have_the_nimbers_of_whole_positions() {
    let budget = Budget::unlimited();
    let mut moves = 0;
    for (terms, texts) in [
        (
            vec![
                Term::impartial(Nim::game()),
                Term::impartial(Kayles::game()),
            ],
            vec!["3,1 + 4", "2 + 2,3", "0 + 5", "7 + 2"],
        ),
        (
            vec![Term::impartial(Kayles::game()), Term::impartial(Cram)],
            vec!["4 + 2x3", "1 + 3x3", "2,2 + 2x2"],
        ),
        (
            vec![
                Term::impartial(Nim::game()),
                Term::impartial(Wythoff::game()),
            ],
            vec!["6 + 2,3", "1,2 + 1,2", "5,5 + 4,0"],
        ),
    ] {
        let rules = sum_of(&terms);
        let twin = ImpartialTwin(rules.clone());
        for text in texts {
            let pos = rules.parse(text).unwrap();
            let whole = outcome_and_grundy(&twin, &pos, false, &budget).unwrap();
            let mut search = NimberSum::new(&terms).unwrap();
            let (grundy, winning, all) = search.solve(&pos, &budget).unwrap();
            assert!(all);
            assert_eq!(Some(grundy), whole.grundy, "{text}");
            let shown = |list: &[Vec<AnyPosition>]| {
                let mut shown: Vec<String> = list.iter().map(|pos| rules.show(pos)).collect();
                shown.sort();
                shown.dedup();
                shown
            };
            assert_eq!(shown(&winning), shown(&whole.winning), "{text}");
            let wins = NimberSum::new(&terms).unwrap().wins(&pos, &budget).unwrap();
            assert_eq!(wins, !winning.is_empty(), "{text}");
            moves += winning.len();
        }
    }
    assert!(moves > 5, "{moves}");
}

#[test]
fn theorems_answer_for_terms_of_any_size() {
    let budget = Budget::unlimited();
    let solve = |terms: &[Term], text: &str| {
        let rules = sum_of(terms);
        let pos = rules.parse(text).unwrap();
        let mut search = NimberSum::new(terms).unwrap();
        let (grundy, winning, all) = search.solve(&pos, &budget).unwrap();
        assert!(all, "{text}");
        let winning: Vec<String> = winning.iter().map(|pos| rules.show(pos)).collect();
        (grundy.to_string(), winning)
    };
    let nims = [Term::impartial(Nim::game()), Term::impartial(Nim::game())];
    let (grundy, winning) = solve(&nims, "100000000000000000000 + 5");
    assert_eq!(grundy, "100000000000000000005");
    assert_eq!(winning, ["5 + 5"]);
    let both = [
        Term::impartial(Nim::game()),
        Term::impartial(Kayles::game()),
    ];
    let (_, winning) = solve(&both, "3000000 + 7");
    assert_eq!(winning, ["2 + 7"]);
}

#[test]
fn a_board_keeps_its_search_beside_other_games() {
    let budget = Budget::unlimited();
    let terms = [Term::partizan(Domineering), Term::partizan(PlainValue)];
    let rules = sum_of(&terms);
    let mut alone = SumSearch::new(Domineering, 5);
    let board = Domineering.parse("5x6").unwrap();
    let mut search = SumSearch::over(parts_of(&terms), 5);
    for who in Player::BOTH {
        let expected = alone.wins(&board, who, &budget).unwrap();
        let pos = rules.parse("5x6 + 0").unwrap();
        assert_eq!(search.wins(&pos, who, &budget).unwrap(), expected);
    }
    assert_eq!(search.nodes(), alone.nodes());
    // The 5x6 board is worth -3/2: beside n it is won as n - 3/2 is.
    for n in -1..=4 {
        let pos = rules.parse(&format!("5x6 + {n}")).unwrap();
        for who in Player::BOTH {
            let wins = search.wins(&pos, who, &budget).unwrap();
            assert_eq!(wins, (n > 1) == (who == Player::Left), "{n} {who:?}");
        }
    }
    assert!(
        !rules
            .moves(Player::Left, &rules.parse("5x6 + 0").unwrap())
            .unwrap()
            .is_empty()
    );
}
